"""What a stand does in its move besides going: limbering, march columns, hurrying."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import nearer, overlap
from grognard.systems.brigades.allowance import allowance, turn_cost
from grognard.systems.brigades.battle import BRIDGE, UNLIMBER
from grognard.systems.brigades.command import obeys
from grognard.systems.brigades.field import foes_touching
from grognard.systems.brigades.ground import land_of
from grognard.systems.brigades.kinds import GUNS, MILITIA, PPA
from grognard.systems.brigades.position import (
    ACTED,
    COLUMN,
    LIMBERED,
    STATIONARY,
    BrigadesPosition,
    tail_of,
)
from grognard.systems.brigades.terrain import FORMED, GRACE


def may_limber(p: BrigadesPosition, u: int, left: int, begun: bool) -> bool:
    """Whether guns may limber or unlimber with what is left of a move that has begun or not."""
    battle = p.battle
    rules = battle.rules
    if battle.arm[u] != GUNS or p.state[u] & COLUMN or left < rules.limbering:
        return False
    if rules.out_no_limbering and not obeys(p, u):
        return False
    if p.state[u] & LIMBERED:
        return not no_unlimbering(p, u)
    return not begun and not (battle.traits[u] & PPA and rules.ppa_stays)


def no_unlimbering(p: BrigadesPosition, u: int) -> bool:
    """Whether guns stand where they cannot unlimber."""
    a = p.rect(u)
    land = land_of(p)
    cells = p.battle.rules.terrain.move
    return any(cells[land.areas[i].kind][GUNS].no_unlimber for i in land.areas_at(a.x, a.y))


def limber(p: BrigadesPosition, u: int, verb: int, left: int) -> int:
    """Limber or unlimber guns; the answer is what is left of their move."""
    rules = p.battle.rules
    p.state[u] = (p.state[u] ^ LIMBERED | ACTED) & ~STATIONARY
    if verb == UNLIMBER:
        return 0 if rules.unlimber_ends else left - rules.limbering
    return allowance(p, u) if rules.limber_moves else 0


def may_change_column(p: BrigadesPosition, u: int, left: int, turns: int, flags: int) -> bool:
    """Whether a stand may form march column, or leave it, now."""
    battle = p.battle
    if flags & FORMED:
        return False
    if p.unlimbered(u) and battle.rules.unlimbered_no_column:
        return False
    if column_price(p, u, turns) > left or foes_touching(p, u):
        return False
    if p.state[u] & COLUMN or battle.markers[u] == 0:
        return True
    tail = tail_of(battle, u, p.rect(u))
    if any(nearer(tail, p.rect(v), battle.rules.clear) for v in p.stands_on(1 - battle.side[u])):
        return False
    return not any(overlap(tail, p.rect(v)) for v in p.stands_on(battle.side[u]) if v != u)


def column_price(p: BrigadesPosition, u: int, turns: int) -> int:
    """What it takes of the move to change into or out of column after so many turns."""
    if p.moves_freely(u):
        return 0
    return sum(turn_cost(p, u, turns + n) for n in range(p.battle.rules.column_turns))


def change_column(p: BrigadesPosition, u: int) -> None:
    """Form march column, or leave it."""
    p.mark_column(u, not p.state[u] & COLUMN)
    p.state[u] = (p.state[u] | ACTED) & ~STATIONARY


def may_hurry(p: BrigadesPosition, u: int, left: int, turns: int, flags: int) -> bool:
    """Whether a stand may take a disorder as the price of its next turn or bridge."""
    battle = p.battle
    rules = battle.rules
    if not rules.hurries or flags & GRACE or p.disordered(u) or battle.traits[u] & MILITIA:
        return False
    if bridge_near(p, u, left):
        return True
    if p.moves_freely(u) or battle.arm[u] == GUNS:
        return False
    return turn_cost(p, u, turns) > 0 and (rules.turn_spent or left > 0)


def bridge_near(p: BrigadesPosition, u: int, left: int) -> bool:
    """Whether a bridge, or a ford that is crossed as one, lies within what is left."""
    land = p.battle.land
    if not land.spots or p.state[u] & COLUMN:
        return False
    a = p.rect(u)
    streams = p.battle.rules.terrain.fords_like_streams
    return any(
        (s.x - a.x) ** 2 + (s.y - a.y) ** 2 <= left * left
        and (s.kind == BRIDGE or land.line_near(s.x, s.y, TENTH, streams) < 0)
        for s in land.spots
    )
