"""Rally: routed stands with a corps or army commander come to a stand, permanently disordered."""

from __future__ import annotations

from grognard.engine.event import EventKind
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.brigades.advance import Face
from grognard.systems.brigades.flanks import commanders_at
from grognard.systems.brigades.state.kinds import ARMY, CORPS
from grognard.systems.brigades.state.position import RALLIED, YELLOW, BrigadesPosition


def may_rally(p: BrigadesPosition, u: int) -> bool:
    """Whether a routed stand touches a commander who can rally it."""
    # brigades.rally.contact
    return p.routed(u) and any(p.battle.rank[g] in (ARMY, CORPS) for g in commanders_at(p, u))


def rally(p: BrigadesPosition, u: int) -> None:
    """Yellow comes off, red stays."""
    # brigades.rally.temporary-removed brigades.rally.permanent-kept
    # brigades.morale.level.rout.rally
    p.state[u] = p.state[u] & ~YELLOW | RALLIED
    p.say(u, "rallies", kind=EventKind.RALLY)


class RallyPhase(Then[BrigadesPosition]):
    """The attacker's routed stands that can be rallied, one after another, without a roll."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        for u in reversed(p.stands_on(self.side)):
            if may_rally(p, u):
                rally(p, u)
                p.stack.append(Face(unit=u))  # brigades.rally.facing
