"""What the judgement of positions counts; the numbers are in weights.toml."""

from __future__ import annotations

from grognard.engine.weights import Weights


class LocalesWeights(Weights, frozen=True, gc=False):
    """The features of a position; `judging/weights.toml` says what each means."""

    morale: float
    share: float
    point: float
    disrupted: float
    held: float
    near: float
    fade: float
    secured: float
    ranging: float
    ending: float
    danger: float
    grip: float
    garrison: float
    strong: float
    claim: float
    breaking: float
    call: float
    command: float
