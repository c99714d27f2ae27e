"""Questions of the field: sight, contact, fire, flanks, levels, cover, under the rulings."""

from __future__ import annotations

from functools import lru_cache

from grognard.boards import tablemap
from grognard.boards.table.arcs import ahead_of, fire_range, in_arc
from grognard.boards.table.contact import edge_within
from grognard.boards.table.ground import Area, Ground
from grognard.boards.table.rect import FRONT, Rect, front, overlap, point_gap2, surely_apart, within
from grognard.boards.table.shape import shape
from grognard.boards.table.sight import CLEAR, Screen, hidden
from grognard.systems.onepage.battle import OnepageBattle
from grognard.systems.onepage.position import OnepagePosition
from grognard.systems.onepage.rules import GENERAL, SKIRMISHER


def in_contact(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether two units touch."""
    return touches(p, p.rect(u), p.rect(v))


def touches(p: OnepagePosition, a: Rect, b: Rect) -> bool:
    """Whether two stands touch: a small gap and no common ground."""
    reach = p.battle.rules.contact
    if surely_apart(a, b, reach):
        return False
    return within(a, b, reach) and not overlap(a, b)


def foes_touching(p: OnepagePosition, u: int) -> list[int]:
    """The enemy stands in contact with a unit."""
    a = p.rect(u)
    foes = p.stands_on(1 - p.battle.side[u])
    return [v for v in foes if touches(p, a, p.rect(v))]


def attached(p: OnepagePosition, u: int) -> list[int]:
    """The generals of a unit's own side in base contact with it."""
    a = p.rect(u)
    reach = p.battle.rules.contact
    found = []
    for g in p.generals_on(p.battle.side[u]):
        b = p.rect(g)
        if surely_apart(a, b, reach):
            continue
        n, d = point_gap2(b.x, b.y, a)
        if n <= reach * reach * d:
            found.append(g)
    return found


# -- sight ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def screen_of(battle: OnepageBattle) -> Screen:
    """What each kind of ground and line does to sight."""
    rules = battle.rules
    into = [CLEAR] * len(tablemap.AREAS)
    through = [CLEAR] * len(tablemap.AREAS)
    for kind, depth in rules.sight_within.items():
        into[kind], through[kind] = depth, 0
    if rules.crops_block:
        into[tablemap.CROPS] = through[tablemap.CROPS] = 0
    if rules.towns_block:
        through[tablemap.TOWN] = 0
    lines = [kind in rules.screens for kind in range(len(tablemap.LINES))]
    return Screen(into, through, lines, rules.dead_ground)


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


def sees(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether a unit sees another, from the middle of its front to any point of it."""
    battle = p.battle
    stands: list[Rect] = []
    arms = battle.arm
    xs = p.x
    for w in range(battle.stands):
        if w not in (u, v) and xs[w] >= 0 and arms[w] != SKIRMISHER:
            stands.append(p.rect(w))
    return hidden(land_of(p), screen_of(battle), p.rect(u), p.rect(v), stands) is None


# -- fire ----------------------------------------------------------------------------------------


def fire_distance(p: OnepagePosition, u: int, v: int) -> int:
    """How far a unit fires to reach another; -1 if it is out of its range, arc or sight."""
    battle = p.battle
    rules = battle.rules
    reach = rules.ranges[battle.weapon[u]][1]
    a, b = p.rect(u), p.rect(v)
    if surely_apart(a, b, reach):
        return -1
    round_about = battle.arm[u] == SKIRMISHER
    distance = fire_range(a, b)
    if distance > reach:
        return -1
    if not in_arc(a, b, rules.skirmish_arc if round_about else rules.fire_arc):
        return -1
    return distance if sees(p, u, v) else -1


# -- flank and height ----------------------------------------------------------------------------


def fires_at_flank(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether a firer stands behind the line of its target's front edge."""
    if not p.battle.rules.flank_counts:
        return False
    x, y = front(p.rect(u))
    return ahead_of(p.rect(v), x, y) < 0


def strikes_flank(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether a unit meets another in its flank: by where its charge began."""
    if not p.battle.rules.flank_counts:
        return False
    x, y = p.from_x[u], p.from_y[u]
    if x < 0:
        # Whom a charge strikes is before the charger, wherever its own centre lies.
        if p.from_x[v] >= 0 and front_touches(p, p.rect(v), p.rect(u)):
            return False
        x, y = p.x[u], p.y[u]
    return ahead_of(p.rect(v), x * 100, y * 100) < 0


def level(p: OnepagePosition, u: int) -> int:
    """The contour on which a unit's centre lies."""
    a = p.rect(u)
    return p.battle.land.level_at(a.x, a.y)


def has_cover(p: OnepagePosition, u: int) -> bool:
    """Whether a unit defends a building or works; who came there by a charge attacks."""
    if p.charged(u):
        return False
    battle = p.battle
    rules = battle.rules
    a = p.rect(u)
    land = battle.land
    if any(land.areas[i].kind in rules.cover_areas for i in land.areas_at(a.x, a.y)):
        return True
    base = a.shape
    near = 2 * rules.contact
    about = Rect(a.x, a.y, shape(base.facing, base.width + near, base.depth + near))
    return any(land.lines[i].kind in rules.cover_lines for i in land.lines_touched(about))


def in_forest(p: OnepagePosition, u: int) -> bool:
    """Whether a unit's centre lies in a forest."""
    return _lies_in(p, u, tablemap.FOREST)


def in_town(p: OnepagePosition, u: int) -> bool:
    """Whether a unit's centre lies in a town."""
    return _lies_in(p, u, tablemap.TOWN)


def _lies_in(p: OnepagePosition, u: int, kind: int) -> bool:
    a = p.rect(u)
    land = p.battle.land
    return any(land.areas[i].kind == kind for i in land.areas_at(a.x, a.y))


def front_touches(p: OnepagePosition, a: Rect, b: Rect) -> bool:
    """Whether a stand touches another with its front edge or a front corner."""
    return edge_within(a, FRONT, b, p.battle.rules.contact)


def is_general(p: OnepagePosition, u: int) -> bool:
    """Whether a unit is a general."""
    return p.battle.arm[u] == GENERAL
