"""Friends of a unit that moves: on whom it may not end, whom it passes, whom it may not leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.boards.table.rect import Rect, overlap
from grognard.boards.table.slide import Swept, sweeps
from grognard.engine.grammar import clause
from grognard.systems.brigades.buildings import block_of
from grognard.systems.brigades.flanks import together, touches
from grognard.systems.brigades.movement import allowance
from grognard.systems.brigades.state.ground import built_at, room_in
from grognard.systems.brigades.state.kinds import COMMANDER
from grognard.systems.brigades.state.position import LIMBERED, BrigadesPosition

if TYPE_CHECKING:
    from grognard.systems.brigades.moving.mover import Mover, Tried


class Boxed(NamedTuple):
    """A stand, the markers of its column, and the box about both: most are told apart by that."""

    unit: int
    base: Rect
    tail: Rect | None
    left: int
    right: int
    top: int
    bottom: int


def boxed(u: int, a: Rect, tail: Rect | None) -> Boxed:
    """A stand that is somewhere, with the markers behind it if it is in column."""
    left, right, top, bottom = a.x - a.ex, a.x + a.ex, a.y - a.ey, a.y + a.ey
    if tail is not None:
        left, right = min(left, tail.x - tail.ex), max(right, tail.x + tail.ex)
        top, bottom = min(top, tail.y - tail.ey), max(bottom, tail.y + tail.ey)
    return Boxed(u, a, tail, left, right, top, bottom)


def passes(p: BrigadesPosition, u: int) -> bool:
    """Whether a unit passes friends and is passed by them freely."""
    # brigades.rulings.movement.pass-through.free
    return bool(p.state[u] & LIMBERED) or p.battle.rules.movement.passes_freely[p.battle.arm[u]]


def crowded(mover: Mover, end: Rect, tail: Rect | None) -> str:
    """Nobody ends on another stand, but friends share a town block."""
    if mover.arm == COMMANDER:
        return ""
    p, u = mover.p, mover.u
    shares: list[int] = []
    if built_at(p, end.x, end.y, villages=True) >= 0:
        room, shares = room_in(p, u, end.x, end.y)
        room = room or held_by_foe(p, u, end)
        if room:
            return room
    left, right, top, bottom = end.x - end.ex, end.x + end.ex, end.y - end.ey, end.y + end.ey
    if tail is not None:
        _, _, _, left, right, top, bottom = boxed(u, end, tail)
    for v, b, other, v_left, v_right, v_top, v_bottom in mover.beside:
        if v_left >= right or v_right <= left or v_top >= bottom or v_bottom <= top:
            continue
        if overlap(end, b) and v not in shares:
            return f"it would stand on {p.name(v)}"  # brigades.rulings.movement.no-overlap
        if other is not None and overlap(end, other):
            return f"the column of {p.name(v)} is there"
        if tail is not None and (overlap(tail, b) or (other is not None and overlap(tail, other))):
            return f"its column would stand on {p.name(v)}"
    return ""


def held_by_foe(p: BrigadesPosition, u: int, end: Rect) -> str:
    """That enemy infantry holds the town block of a place, unless it is charged from there."""
    area = built_at(p, end.x, end.y, villages=False)
    if area < 0:
        return ""
    # brigades.terrain.town.combat.capacity
    inside = [v for v in p.stands_on(1 - p.battle.side[u]) if block_of(p, v) == area]
    if not inside or any(touches(p, end, p.rect(v)) for v in inside):
        return ""
    return clause(p.name(inside[0]), "holds the town block")


def through_friends(mover: Mover, tried: Tried, swept: Swept) -> str:
    """Skirmishers, commanders and limbered guns pass; close order is disordered by it."""
    p, u = mover.p, mover.u
    if mover.arm == COMMANDER or passes(p, u):
        return ""
    left, right, top, bottom = swept.left, swept.right, swept.top, swept.bottom
    for v, b, tail, v_left, v_right, v_top, v_bottom in mover.beside:
        if v_left >= right or v_right <= left or v_top >= bottom or v_bottom <= top:
            continue
        if not sweeps(swept, b) and (tail is None or not sweeps(swept, tail)):
            continue
        end = swept.stand.x + swept.vx, swept.stand.y + swept.vy
        if passes(p, v) or v in room_in(p, u, *end)[1]:
            continue
        if not (p.close_order(u) and p.close_order(v)):
            return clause(p.name(v), "stands in the way")
        tried.passed.append(v)
    return ""


def parted(mover: Mover, tried: Tried, swept: Swept, end: Rect) -> str:
    """Who is in command by contact ends in contact with the same stand."""
    p, u = mover.p, mover.u
    for v, b in mover.held:
        if not together(p, end, b):
            return f"{p.name(v)}, in command by its contact, cannot follow any more"
    mate = p.mate[u]
    if mate < 0 or not p.on_table(mate):
        return ""
    b = p.rect(mate)
    if together(p, end, b):
        return ""
    if together(p, mover.a, b):  # brigades.command.contact.stay
        return f"it must stay in contact with {p.name(mate)}, by whom it is in command"
    if not (swept.vx or swept.vy):
        return ""
    # Until it has caught up it moves as one out of command: brigades.rulings.command.left.
    whole = allowance(p, u)
    if whole - mover.left + tried.cost > whole // mover.battle.rules.command.out_parts:
        name = p.name(mate)
        return f"out of contact with {name}, by whom it is in command, it has half its move"
    return mover.approaches(swept)
