"""Attacks that are ordered and not yet fought: who has charged home, who strikes or fires now."""

from __future__ import annotations

from grognard.systems.onepage.field import foes_touching, front_touches
from grognard.systems.onepage.melee import may_attack
from grognard.systems.onepage.state.position import ROUTED, OnepagePosition
from grognard.systems.onepage.turn import PHASES
from grognard.systems.tabletop.asking import StrikeRoll
from grognard.systems.tabletop.pictures import attacks
from grognard.systems.tabletop.turn import PHASE, SIDE


def attacks_due(p: OnepagePosition) -> list[tuple[str, str]]:
    """Whom each unit of the side whose turn it is fights in this turn, as things stand."""
    ordered = {step.unit: step.target for step in p.stack if isinstance(step, StrikeRoll)}
    return attacks(p, p.clock[SIDE], foe_of, ordered)


def foe_of(p: OnepagePosition, u: int) -> int:
    """The enemy a unit touches, its front first, with whom it has not fought yet; -1 if none."""
    combat = PHASES.index("combat")
    due = p.clock[PHASE] < combat or (p.clock[PHASE] == combat and may_attack(p, u))
    if not due or p.state[u] & ROUTED:
        return -1
    a = p.rect(u)
    foes = foes_touching(p, u)
    return max(foes, key=lambda v: front_touches(p, a, p.rect(v)), default=-1)
