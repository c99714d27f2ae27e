"""What the judgement of positions counts; the numbers are in weights.toml."""

from __future__ import annotations

from grognard.engine.weights import Weights


class ShockWeights(Weights, frozen=True, gc=False):
    """The features of a position; `judging/weights.toml` says what each means."""

    good: float
    shaken: float
    disordered: float
    routed: float
    guns: float
    blown: float
    pull: float
    fade: float
    still_to_take: float
    front_contact: float
    inviting: float
    flank_contact: float
    rear_contact: float
    in_zone: float
    leader_away: float
    out_of_command: float
    leader_rallies: float
    leader_beyond: float
    ending: float
    pooled: float
    idle_square: float
    opening: float
    threat: float
    unfaced: float
    aimed: float
    bare_guns: float
    line: float
