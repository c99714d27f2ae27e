"""A fight that is ordered and not yet fought: who attacks whom."""

from __future__ import annotations

from typing import NamedTuple

from grognard.boards.areas import opposite
from grognard.systems.locales.assault import CompareStrengths, Fight, MeetAssault
from grognard.systems.locales.charge import ChargeAnswer
from grognard.systems.locales.leaders import marked
from grognard.systems.locales.state.kinds import State
from grognard.systems.locales.state.position import LocalesPosition


class Ordered(NamedTuple):
    """A fight to come: the attacker, over which approach, and whether it is a charge."""

    side: int
    approach: int
    charge: bool


def ordered(p: LocalesPosition) -> Ordered | None:
    """The fight that is ordered, until strengths are compared or the charged side retreats."""
    for step in p.stack:
        if isinstance(step, ChargeAnswer):
            return Ordered(step.side, step.approach, True)
        if isinstance(step, (Fight, MeetAssault, CompareStrengths)):
            charge = not isinstance(step, MeetAssault) and bool(step.charge)
            return Ordered(step.side, step.approach, charge)
    return None


def attacks_due(p: LocalesPosition) -> list[tuple[str, str]]:
    """Whom each block that takes part in an ordered fight attacks: who leads the defense, first."""
    fight = ordered(p)
    if fight is None:
        return []
    there = p.battle.areas.towards[fight.approach]
    spot = there if fight.charge else p.battle.locales + opposite(fight.approach)
    foes = p.blocks_at(spot, 1 - fight.side)
    if not foes:
        return []
    foe = max(foes, key=lambda b: bool(p.state[b] & State.LEADS))
    return [(p.bid(b), p.bid(foe)) for b in marked(p, fight.side, State.JOINS)]
