"""What the judgement of positions counts; the numbers are in weights.toml."""

from __future__ import annotations

from grognard.systems.tabletop.turn_judge import TurnWeights


class OnepageWeights(TurnWeights, frozen=True, gc=False):
    """The features of a position; `judging/weights.toml` says what each means."""

    beyond: float
