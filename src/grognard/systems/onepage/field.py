"""Questions of the field: sight, contact, fire, flanks, levels, cover, under the rulings."""

from __future__ import annotations

from functools import lru_cache

from grognard.boards import tablemap
from grognard.boards.table.arcs import fire_range, in_arc
from grognard.boards.table.contact import edge_within
from grognard.boards.table.ground import Area, Ground
from grognard.boards.table.lattice import HALF, INCH, TENTH
from grognard.boards.table.rect import FRONT, Rect, point_gap2, surely_apart, within
from grognard.boards.table.sight import CLEAR, Screen, seen
from grognard.engine.action import DEGREES
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.kinds import ARM_OF, ARMS, GENERAL, KINDS, SKIRMISHER
from grognard.systems.onepage.state.position import OnepagePosition


class FieldRules:
    """Bases, contact, the arc of fire and dead ground."""

    def __init__(self, book: Rulebook) -> None:
        self.base = [(0, 0)] * len(KINDS)
        for kind, arm in enumerate(ARM_OF):
            if arm != GENERAL:
                width, depth = book.ints("onepage.rulings.geometry", ARMS[arm])
                self.base[kind] = (width * TENTH, depth * TENTH)
        self.contact = book.int("onepage.rulings.geometry.contact", "thousandths")
        self.arc = book.int("onepage.rulings.geometry.arc", "degrees") // DEGREES
        self.dead_ground = book.int("onepage.rulings.geometry.sight", "inches") * INCH

    def fire_arc(self, arm: int) -> int:
        """How far to each side of its front an arm fires; skirmishers fire all round."""
        return HALF if arm == SKIRMISHER else self.arc


def touches(p: OnepagePosition, a: Rect, b: Rect) -> bool:
    """Whether two stands touch: the gap between them is small, and no two share any ground."""
    return within(a, b, p.battle.rules.field.contact)


def foes_touching(p: OnepagePosition, u: int) -> list[int]:
    """The enemy stands in contact with a unit."""
    a = p.rect(u)
    contact = p.battle.rules.field.contact
    foes = p.stands_about(u, 1 - p.battle.side[u], contact)
    return [v for v in foes if within(a, p.rect(v), contact)]


def generals_at(p: OnepagePosition, u: int) -> list[int]:
    """The generals of a unit's own side in base contact with it."""
    a = p.rect(u)
    reach = p.battle.rules.field.contact
    found = []
    for g in p.generals_on(p.battle.side[u]):
        b = p.rect(g)
        if surely_apart(a, b, reach):
            continue
        n, d = point_gap2(b.x, b.y, a)
        if n <= reach * reach * d:
            found.append(g)
    return found


def attached_to(p: OnepagePosition, g: int) -> int:
    """The one unit to which a general is attached: of those he touches the nearest, or -1."""
    found = [u for u in p.stands_on(p.battle.side[g]) if g in generals_at(p, u)]
    # onepage.rulings.attached
    ways = [((p.x[u] - p.x[g]) ** 2 + (p.y[u] - p.y[g]) ** 2, u) for u in found]
    return min(ways)[1] if ways else -1


# -- sight ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def screen_of(battle: OnepageBattle) -> Screen:
    """What each kind of ground and line does to sight."""
    terrain = battle.rules.terrain
    into = [CLEAR] * len(tablemap.AREAS)
    through = [CLEAR] * len(tablemap.AREAS)
    for kind, depth in terrain.sight_within.items():
        into[kind], through[kind] = depth, 0
    into[tablemap.CROPS] = through[tablemap.CROPS] = 0  # onepage.terrain.crops.sight
    through[tablemap.TOWN] = 0  # onepage.terrain.town.sight
    lines = [kind in terrain.screens for kind in range(len(tablemap.LINES))]
    field = battle.rules.field
    # At a tree line is as near as contact: onepage.terrain.tree-line.
    return Screen(into, through, lines, field.dead_ground, field.contact)


@lru_cache(maxsize=256)
def _trampled(battle: OnepageBattle, flat: tuple[int, ...]) -> Ground:
    """The ground with some of its crops flattened."""
    land = battle.land
    gone = {area for area, trodden in zip(battle.crops, flat, strict=True) if trodden}
    areas = [
        Area(tablemap.FIELDS, area.corners, area.outline) if i in gone else area
        for i, area in enumerate(land.areas)
    ]
    return Ground(land.width, land.height, areas, land.lines, land.contours, land.spots)


def land_of(p: OnepagePosition) -> Ground:
    """The ground as it is now."""
    return _trampled(p.battle, tuple(p.flat)) if any(p.flat) else p.battle.land


def sees(p: OnepagePosition, u: int, v: int, start: Rect | None = None) -> bool:
    """Whether a unit sees another, from the middle of its front to any point of it.

    `start` is where it stood, if not where it stands now.
    """
    battle = p.battle
    xs = p.x
    stands = [p.rect(w) for w in battle.screens if xs[w] >= 0 and w != u and w != v]
    return seen(land_of(p), screen_of(battle), start or p.rect(u), p.rect(v), stands)


# -- fire ----------------------------------------------------------------------------------------


def fire_distance(p: OnepagePosition, u: int, v: int) -> int:
    """How far a unit fires to reach another; -1 if it is out of its range, arc or sight."""
    battle = p.battle
    rules = battle.rules
    reach = rules.fire.ranges[battle.weapon[u]][1]
    a, b = p.rect(u), p.rect(v)
    if surely_apart(a, b, reach):
        return -1
    arc = rules.field.fire_arc(battle.arm[u])
    distance = fire_range(a, b, arc)
    if distance > reach or not in_arc(a, b, arc):
        return -1
    return distance if sees(p, u, v) else -1


def grounds_of(p: OnepagePosition, u: int) -> set[int]:
    """The kinds of the areas in which a unit's centre lies."""
    a = p.rect(u)
    land = p.battle.land
    return {land.areas[i].kind for i in land.areas_at(a.x, a.y)}


def in_forest(p: OnepagePosition, u: int) -> bool:
    return tablemap.FOREST in grounds_of(p, u)


def front_touches(p: OnepagePosition, a: Rect, b: Rect) -> bool:
    """Whether a stand touches another with its front edge or a front corner."""
    return edge_within(a, FRONT, b, p.battle.rules.field.contact)
