"""What the judgement of positions counts; the numbers are in weights.toml."""

from __future__ import annotations

from grognard.engine.weights import Weights


class PulsesWeights(Weights, frozen=True, gc=False):
    """The features of a position; `judging/weights.toml` says what each means."""

    point: float
    guns: float
    breaking: float
    risk: float
    beyond: float
    flanked: float
    suppression: float
    wins: float
    broken: float
    objective: float
    late: float
    towards: float
    drive: float
    huddle: float
    stray: float
    command_die: float
    initiative: float
    withdrawing: float
    active: float
    attacking: float
    ending: float
