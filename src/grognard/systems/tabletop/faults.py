"""What may never be on a table, whatever is answered: stands off it, on each other, back again."""

from __future__ import annotations

from collections.abc import Callable

from grognard.boards import tablemap
from grognard.boards.table.chord import crossings
from grognard.boards.table.ground import Ground
from grognard.boards.table.lattice import TENTH, Pose
from grognard.boards.table.rect import Rect, on_table, overlap
from grognard.systems.tabletop.position import GONE, WAITS, TablePosition


def bad_places(
    p: TablePosition, closed: Callable[[int, Rect], bool], share: Callable[[int, int], bool]
) -> list[str]:
    """Stands off the table, on ground closed to them, or on others they do not share it with."""
    battle = p.battle
    found = []
    here = [u for u in range(battle.stands) if p.on_table(u)]
    for n, u in enumerate(here):
        a = p.rect(u)
        if not on_table(a, battle.wide, battle.high):
            found.append(f"{p.name(u)} is off the table")
        if closed(u, a):
            found.append(f"{p.name(u)} stands where it may not")
        for v in here[n + 1 :]:
            if overlap(a, p.rect(v)) and not share(u, v):
                found.append(f"{p.name(u)} stands on {p.name(v)}")
    return found


def undone(before: TablePosition, after: TablePosition) -> list[str]:
    """Stands that are back from where nobody comes back."""
    stands = range(after.battle.stands)
    back = [u for u in stands if before.x[u] == GONE and after.x[u] != GONE]
    return [f"{after.name(u)} is back on the table" for u in back]


def bad_arrivals(
    p: TablePosition, turn: int, side: int, find: Callable[[int], Pose | None]
) -> list[str]:
    """Units on the table before their turn, or waiting as their side begins though there is room.

    `find` gives the place at which a unit could come on.
    """
    found = []
    for u, unit in enumerate(p.battle.units):
        if unit.turn > turn and p.on_table(u):
            found.append(f"{p.name(u)} is on the table before its turn")
        if p.x[u] == WAITS and unit.side == side and unit.turn <= turn and find(u) is not None:
            found.append(f"{p.name(u)} waits though there is room")
    return found


def too_far(before: TablePosition, after: TablePosition, u: int, reach: int) -> list[str]:
    """A leg longer than what was left of the move."""
    way = (after.x[u] - before.x[u]) ** 2 + (after.y[u] - before.y[u]) ** 2
    return [f"{after.name(u)} went further than its move"] if way * 10_000 > reach * reach else []


def over_rivers(before: TablePosition, after: TablePosition, u: int, land: Ground) -> list[str]:
    """A straight leg over a river where there is neither bridge nor ford."""
    way = [at[u] * TENTH for at in (before.x, before.y, after.x, after.y)]
    met = crossings(land, *way) if way[:2] != way[2:] else []
    river = any(spot < 0 and land.lines[line].kind == tablemap.RIVER for _, line, spot in met)
    return [f"{after.name(u)} crossed a river without a bridge"] if river else []
