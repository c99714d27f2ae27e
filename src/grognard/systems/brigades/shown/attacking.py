"""Attacks that are ordered and not yet fought: who charges, has charged home, or strikes now."""

from __future__ import annotations

from grognard.systems.brigades.combat import Join, Strike, met, part_of
from grognard.systems.brigades.flanks import attacks_allowed, foes_touching, front_meets, may_roll
from grognard.systems.brigades.skirmishers import Charged
from grognard.systems.brigades.state.position import FIGHTS, FIRES, BrigadesPosition
from grognard.systems.brigades.turn import PHASES
from grognard.systems.tabletop.pictures import attacks
from grognard.systems.tabletop.turn import PHASE, SIDE


def attacks_due(p: BrigadesPosition) -> list[tuple[str, str]]:
    """Whom each stand of the side whose turn it is attacks in this turn, as things stand."""
    ordered: dict[int, int] = {}
    for step in p.stack:
        if isinstance(step, Charged):
            ordered[step.unit] = step.victim
        elif isinstance(step, Join):
            fight = (u for u in p.stands_on(step.side) if p.part[u] in (FIRES, FIGHTS))
            ordered.update((u, met(p, u, step.victim)) for u in fight)
        elif isinstance(step, Strike) and not step.answer:
            ordered[step.unit] = met(p, step.unit, step.target)
    return attacks(p, p.clock[SIDE], foe_of, ordered)


def foe_of(p: BrigadesPosition, u: int) -> int:
    """The enemy a stand touches, its front first, with whom it has not fought yet; -1 if none."""
    foes = foes_touching(p, u)
    combat = PHASES.index("combat")
    if not foes or p.clock[PHASE] > combat or not (may_roll(p, u) and attacks_allowed(p, u)):
        return -1
    if p.clock[PHASE] == combat:
        foes = [v for v in foes if part_of(p, u, v) == FIGHTS]
    a = p.rect(u)
    return max(foes, key=lambda v: len(front_meets(p, a, v)) > 0, default=-1)
