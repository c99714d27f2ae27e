"""Arrivals: who is due comes on at its place, or beside it along the same edge of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grognard.boards.table.lattice import TENTH, Pose, offset
from grognard.boards.table.rect import Rect, nearer, on_table, overlap, rect
from grognard.engine.grammar import clause
from grognard.systems.tabletop.measure import how_far, inches
from grognard.systems.tabletop.position import WAITS, TablePosition

NOBODY = -1


def arrive(
    p: TablePosition,
    turn: int,
    clear: int,
    beside: int,
    closed: Callable[[int, Rect], bool],
    sides: Sequence[int] = (0, 1),
) -> Iterator[int]:
    """Put everybody who is due on the table, each in turn, and tell of those who wait.

    `clear` is how far from the enemy a place must be, `beside` how far from its own place a unit
    comes on. Whose own place is free comes first.
    """
    units = p.battle.units
    due = [u for u, unit in enumerate(units) if p.x[u] == WAITS and unit.side in sides]
    late: list[tuple[int, int]] = []
    for u in due:
        if units[u].turn > turn:
            continue
        by = in_the_way(p, u, units[u].pose, clear)
        if by != NOBODY or closed(u, _stand(p, u, units[u].pose)):
            late.append((u, by))
            continue
        p.put(u, *units[u].pose)
        p.say(u, "arrives")
        yield u
    for u, by in late:
        about = () if by == NOBODY else (by,)
        why = _why_late(p, u, by)
        pose = place_beside(p, u, clear, beside, closed)
        if pose is None:
            p.say(u, f"waits: {why}, and no other is free within {inches(beside)} in", *about)
            continue
        p.put(u, *pose)
        p.say(u, f"arrives {how_far(units[u].pose, pose)} from its place: {why}", *about)
        yield u


def _why_late(p: TablePosition, u: int, by: int) -> str:
    """Why a unit does not come on at its own place: who is there, or that it is closed."""
    if by == NOBODY:
        return "its place is closed"
    there = _stand(p, u, p.battle.units[u].pose)
    taken = any(overlap(there, b) for b in p.parts(by))
    return f"{clause(p.name(by), 'is')} {'in' if taken else 'too near to'} its place"


def in_the_way(p: TablePosition, u: int, pose: Pose, clear: int) -> int:
    """Who stands on a unit's place, or is an enemy too near to it; who leads needs no room."""
    near = p.nearby(range(p.battle.stands), u, pose[0], pose[1], clear + p.battle.longest)
    return _hindered(p, u, pose, clear, near)


def _hindered(p: TablePosition, u: int, pose: Pose, clear: int, others: list[int]) -> int:
    if u >= p.battle.stands:
        return NOBODY
    there, side = _stand(p, u, pose), p.battle.side
    for v in others:
        for b in p.parts(v):
            if overlap(there, b) or (side[v] != side[u] and nearer(there, b, clear)):
                return v
    return NOBODY


def place_beside(
    p: TablePosition, u: int, clear: int, beside: int, closed: Callable[[int, Rect], bool]
) -> Pose | None:
    """The free place nearest to a unit's own along the edge where it comes on, if there is one."""
    x, y, facing = p.battle.units[u].pose
    wide, high = p.battle.wide, p.battle.high
    along_x = _comes_over_top_or_bottom(p, u)
    # Of two as near, that towards the middle of the edge.
    others = p.nearby(range(p.battle.stands), u, x, y, clear + beside + p.battle.longest)
    inward = 1 if (x * TENTH * 2 < wide if along_x else y * TENTH * 2 < high) else -1
    for tenths in range(1, beside // TENTH + 1):
        for way in (inward * tenths, -inward * tenths):
            pose = (x + way, y, facing) if along_x else (x, y + way, facing)
            there = _stand(p, u, pose)
            if not on_table(there, wide, high) or closed(u, there):
                continue
            if _hindered(p, u, pose, clear, others) == NOBODY:
                return pose
    return None


def _comes_over_top_or_bottom(p: TablePosition, u: int) -> bool:
    """Whether the edge nearest to a unit's place is the top or bottom; in a corner, that behind."""
    x, y, facing = p.battle.units[u].pose
    dx, dy = offset(facing, TENTH)
    sides = min((x * TENTH, -dx), (p.battle.wide - x * TENTH, dx))
    return min((y * TENTH, -dy), (p.battle.high - y * TENTH, dy)) < sides


def _stand(p: TablePosition, u: int, pose: Pose) -> Rect:
    return rect(pose, *p.battle.base[u])
