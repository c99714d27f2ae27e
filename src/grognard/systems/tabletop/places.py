"""What may be asked about on a table besides units: its named grounds, crossings and objectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.boards import tablemap
from grognard.boards.polygons import OUTSIDE
from grognard.boards.table.contact import CONTACT
from grognard.boards.table.ground import Area, touches
from grognard.boards.table.lattice import TENTH, root_up
from grognard.boards.table.rect import Rect, corners, dot, gap, point_gap
from grognard.boards.table.shape import point_segment
from grognard.boards.tablemap import PLACE, centre
from grognard.engine.errors import UnknownName, did_you_mean
from grognard.systems.tabletop.battle import TableBattle, mils
from grognard.systems.tabletop.pictures import units_seen
from grognard.systems.tabletop.position import TablePosition
from grognard.systems.tabletop.tools import objectives, unit_of

PLACES: Final = (f"{PLACE}:", "objective:")  # how the ids of places begin


class Goal(NamedTuple):
    """A unit or a place to get to: its middle as a stand, and the ground that belongs to it."""

    name: str
    at: Rect
    unit: int = -1
    grounds: tuple[Area, ...] = ()

    def gap(self, a: Rect) -> int:
        """How far a stand is from it, in mils; 0 if it is on its ground."""
        if self.grounds:
            return min(area_gap(area, a) for area in self.grounds)
        return gap(a, self.at)

    def covers(self, x: int, y: int) -> bool:
        """Whether a point in mils lies on its ground."""
        return any(area.outline.place(x, y) != OUTSIDE for area in self.grounds)


def goal_of(p: TablePosition, id: str) -> Goal:
    """The unit, objective or place of the map that an id names."""
    kind, _, name = id.partition(":")
    if kind == "objective":
        return _objective(p.battle, name)
    if kind == PLACE:
        return _place(p.battle, name)
    u = unit_of(p, id)
    return Goal(p.name(u), p.rect(u), u)


def card_of_place(p: TablePosition, goal: Goal, held: Sequence[int]) -> list[tuple[str, str]]:
    """A place: what ground it is, what it is worth, and who is there."""
    battle = p.battle
    kinds = [tablemap.AREAS[area.kind] for area in battle.ground.areas if area.name == goal.name]
    worth = [
        f"worth {told.partition(': ')[2].rstrip('.')}"
        for told, objective in zip(objectives(battle, held), battle.objectives, strict=True)
        if objective.name == goal.name or goal.covers(objective.x * TENTH, objective.y * TENTH)
    ]
    there = [p.name(u) for u in units_seen(p) if goal.gap(p.rect(u)) <= CONTACT]
    at = ",".join(f"{v / (10 * TENTH):.1f}" for v in (goal.at.x, goal.at.y))
    rows = [("Place", goal.name), ("At", at), ("Ground", " and ".join(dict.fromkeys(kinds)))]
    rows += [("Objective", each) for each in worth]
    rows.append(("There", ", ".join(there) or "nobody"))
    return [row for row in rows if row[1]]


def area_gap(area: Area, a: Rect) -> int:
    """The distance of a stand from an area, rounded up to mils; 0 if they touch.

    >>> from grognard.boards.table.rect import rect
    >>> town = Area(0, [(0, 0), (4000, 0), (4000, 4000), (0, 4000)])
    >>> [area_gap(town, rect((x, 20, 0), 2000, 1000)) for x in (20, 50, 75)]
    [0, 0, 2500]
    """
    if touches(area, a):
        return 0
    ends = list(zip(area.xs, area.ys, strict=True))
    sides = list(zip([ends[-1], *ends], ends, strict=False))
    squares = [point_segment(*corner, *b, *c) for corner in corners(a) for b, c in sides]
    return min(
        min(point_gap(x, y, a) for x, y in ends), min(root_up(-(-n // d)) for n, d in squares)
    )


def _objective(battle: TableBattle, number: str) -> Goal:
    known = {str(i): each for i, each in enumerate(battle.objectives, 1)}
    if number not in known:
        raise UnknownName(f'no objective "{number:.20}": {did_you_mean(number, known)}')
    found = known[number]
    return Goal(found.name, dot(found.x * TENTH, found.y * TENTH))


def _place(battle: TableBattle, id: str) -> Goal:
    """A place of the map; grounds of one name are one place."""
    ground = battle.ground
    named = ground.named()
    if id not in named:
        raise UnknownName(f'no place "{id:.60}": {did_you_mean(id, named)}')
    name = named[id]
    outlines = [area.outline for area in ground.areas if area.name == name]
    outlines += [hill.outline for hill in ground.hills if hill.name == name]
    x, y = _middle(outlines) if outlines else ground.spot(id)
    grounds = tuple(Area(0, mils(outline)) for outline in outlines)
    return Goal(name, dot(x * TENTH, y * TENTH), -1, grounds)


def _middle(outlines: Sequence[Sequence[tuple[int, int]]]) -> tuple[int, int]:
    """The middle of several grounds."""
    xs, ys = zip(*map(centre, outlines), strict=True)
    return sum(xs) // len(xs), sum(ys) // len(ys)
