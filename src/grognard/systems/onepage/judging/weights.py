"""What the judgement of positions counts; the numbers are in weights.toml."""

from __future__ import annotations

from grognard.engine.weights import Weights


class OnepageWeights(Weights, frozen=True, gc=False):
    """The features of a position; `judging/weights.toml` says what each means."""

    good: float
    shaken: float
    running: float
    breaking: float
    waiting: float
    still: float
    looks: float
    flanked: float
    out_of_reach: float
    limbered_near: float
    drive: float
    point: float
    rallies: float
    ending: float
