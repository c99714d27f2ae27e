"""Extended line: a strong infantry unit standing in two adjacent hexes."""

from __future__ import annotations

from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.stacking import arrive, blocked_by_friends, draw_together
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import ENGAGED, GARRISON, LINED, ROUTED, SQUARE, USED
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import PROHIBITED, TACTICAL


class LineRules:
    """The strength an extended line needs."""

    def __init__(self, book: Rulebook) -> None:
        self.strength = book.int("shock.rulings.extended-line.form", "strength")


def extend_hexes(p: ShockPosition, u: int) -> int:
    """The hexes into which a unit may extend its line: those on its flanks."""
    battle = p.battle
    here = p.hex[u]
    side = battle.side[u]
    costs = battle.graph(battle.kind[u], TACTICAL).costs[here]
    mask = 0
    for d, n in enumerate(battle.grid.neighbours[here]):
        if n >= 0 and costs[d]:
            mask |= 1 << n
    mask &= battle.grid.flank_mask[here][p.facing[u]]
    return mask & ~p.occupied(1 - side) & ~p.zoc(1 - side) & ~blocked_by_friends(p, u)


def may_extend(p: ShockPosition, u: int) -> bool:
    """Infantry of the printed strength, whole, in order of march and out of contact."""
    battle = p.battle
    if battle.arm[u] == GARRISON or p.second[u] >= 0:
        return False
    if p.steps[u] < battle.rules.line.strength or p.order[u] == ROUTED:
        return False
    if p.flags[u] & (SQUARE | ENGAGED | USED | LINED):
        return False
    if battle.rules.terrain.change_line(battle.kind[u]) == PROHIBITED:
        return False
    return not p.in_enemy_zoc(u) and bool(extend_hexes(p, u))


def may_retract(p: ShockPosition, u: int) -> bool:
    """A line comes together by choice only outside enemy zones."""
    if p.second[u] < 0 or p.flags[u] & (USED | LINED):
        return False
    return not p.in_enemy_zoc(u)  # shock.rulings.extended-line.retract


class LineTo(UnitDecision):
    """The owner picks the second hex of a line, or the hex on which it comes together."""

    waits = "change its line"

    def options(self, p: ShockPosition) -> list[int]:
        """Flank hexes to extend into, or the two hexes of the line."""
        u = self.unit
        if p.second[u] >= 0:
            first = p.battle.hex_at
            return sorted((first + p.hex[u], first + p.second[u]))
        return p.battle.hex_actions(extend_hexes(p, u))

    def apply(self, p: ShockPosition, action: int) -> None:
        """Extend or retract, once a turn; it costs movement points."""
        u = self.unit
        p.mark(u, LINED)
        h = action - p.battle.hex_at
        if p.second[u] >= 0:
            draw_together(p, u, h)
        else:
            p.stretch(u, h)
        arrive(p, u)
        if p.ear is not None:
            where = " and ".join(p.battle.grid.name(x) for x in p.hexes_of(u))
            p.tell(f"{p.battle.names[u]} stands in {where}.", p.uid(u), p.hid(h))

    def prompt(self, p: ShockPosition) -> str:
        if p.second[self.unit] >= 0:
            return f"{p.battle.names[self.unit]} draws its line together: on which hex?"
        return f"{p.battle.names[self.unit]} extends its line: into which hex?"
