"""Rally: routed stands with a corps or army commander come to a stand, permanently disordered."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.brigades.advance import Face
from grognard.systems.brigades.flanks import attached
from grognard.systems.brigades.state.position import RALLIED, RED, ROUT, YELLOW, BrigadesPosition


def may_rally(p: BrigadesPosition, u: int) -> bool:
    """Whether a routed stand touches a commander who can rally it."""
    ranks = p.battle.rules.rally_ranks
    return p.routed(u) and any(ranks[p.battle.rank[g]] for g in attached(p, u))


def rally(p: BrigadesPosition, u: int) -> None:
    """Remove yellow, keep red."""
    rules = p.battle.rules
    state = p.state[u]
    if rules.rally_removes_yellow:
        state &= ~YELLOW
    if not rules.rally_keeps_red:
        state &= ~RED
    if rules.rallies_to != "permanent":
        state = state & ~ROUT | (YELLOW if rules.rallies_to == "temporary" else 0)
    p.state[u] = state | RALLIED
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'rallies')}.", p.uid(u))


class RallyPhase(Then[BrigadesPosition]):
    """The attacker's routed stands that can be rallied, one after another."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        """Without a roll; each may then be turned."""
        for u in reversed(p.stands_on(self.side)):
            if may_rally(p, u):
                rally(p, u)
                if p.battle.rules.rally_facing:
                    p.stack.append(Face(unit=u, side=self.side))
