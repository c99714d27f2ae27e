"""What the judgement of positions counts; the numbers are in weights.toml."""

from __future__ import annotations

from grognard.engine.weights import Weights


class BrigadesWeights(Weights, frozen=True, gc=False):
    """The features of a position; `judging/weights.toml` says what each means."""

    good: float
    shaken: float
    running: float
    breaking: float
    waiting: float
    still: float
    looks: float
    flanked: float
    beyond: float
    out_of_reach: float
    lost_out: float
    limbered_near: float
    column_near: float
    housed: float
    drive: float
    ground: float
    point: float
    rallies: float
    ending: float
