"""Movement: who moves, how far, what turning takes of it, limbering, hurrying."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.systems.brigades.command import obeys
from grognard.systems.brigades.state.battle import BRIDGE, UNLIMBER
from grognard.systems.brigades.state.ground import land_of
from grognard.systems.brigades.state.kinds import (
    GUNS,
    HORSE,
    HORSE_SKIRMISHER,
    MILITIA,
    POORLY_TRAINED,
    PPA,
    SLOW,
)
from grognard.systems.brigades.state.position import (
    ACTED,
    COLUMN,
    LIMBERED,
    OUT,
    STATIONARY,
    BrigadesPosition,
)
from grognard.systems.brigades.terrain import GRACE


def allowance(p: BrigadesPosition, u: int) -> int:
    """How far a unit may move in all, in mils."""
    move = p.full_move(u)
    return move // p.battle.rules.out_parts if p.state[u] & OUT else move


def free_turns(p: BrigadesPosition, u: int) -> int:
    """How many facing changes cost a unit nothing."""
    rules = p.battle.rules
    traits = p.battle.traits[u]
    out = p.state[u] & OUT
    if traits & (POORLY_TRAINED | MILITIA) and (not out or rules.out_untrained):
        return 0 if out else rules.untrained_free
    if out and not rules.out_free_facing:
        return 0
    return rules.free_turns[facing_row(p, u)]


def facing_row(p: BrigadesPosition, u: int) -> int:
    """The row of the movement table that says what turning costs."""
    arm = p.battle.arm[u]
    if arm == GUNS:
        return 3
    if arm in (HORSE, HORSE_SKIRMISHER):
        return 2
    return 0 if p.battle.traits[u] & SLOW else 1


def turn_cost(p: BrigadesPosition, u: int, turns: int) -> int:
    """What the next facing change takes after so many."""
    if turns < free_turns(p, u):
        return 0
    return p.full_move(u) // p.battle.rules.turn_parts[facing_row(p, u)]


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
