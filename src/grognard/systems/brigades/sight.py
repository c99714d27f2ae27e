"""Sight and fire: who sees whom, and who is in reach and arc."""

from __future__ import annotations

from functools import lru_cache

from grognard.boards import tablemap
from grognard.boards.table.arcs import fire_range, in_arc
from grognard.boards.table.ground import Ground
from grognard.boards.table.lattice import HALF, INCH, TENTH
from grognard.boards.table.rect import Rect, gap, surely_apart
from grognard.boards.table.sight import CLEAR, Screen, seen
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.flanks import behind_whom
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.ground import fort_at, held_town, land_of
from grognard.systems.brigades.state.kinds import ARMS, DEGREES, HORSE, INFANTRY, SKIRMISHERS
from grognard.systems.brigades.state.position import COLUMN, GUN, LIMBERED, BrigadesPosition
from grognard.systems.brigades.terrain_table import RUIN
from grognard.systems.tabletop.turn import TURN

RANGE_ROWS = (
    "smoothbore", "dedicated-gun", "very-light-guns", "light-guns", "field-guns",
    "heavy-siege-guns",
)  # fmt: skip
# The rows of the weapons but none; heavy and siege guns have the same.
ROW_OF_WEAPON = ("smoothbore", *RANGE_ROWS[2:], "heavy-siege-guns")


class SightRules:
    """Ranges by weapon, close and long, the arcs of fire by arm, and what heights hide."""

    def __init__(self, book: Rulebook) -> None:
        # Nothing else is printed: brigades.range.asa brigades.range.abbreviations
        # brigades.rulings.attribute.later-weapons
        ranges = {row: _ranges(book, f"brigades.range.{row}") for row in RANGE_ROWS}
        self.ranges = [(0, 0), *(ranges[row] for row in ROW_OF_WEAPON)]
        self.dedicated_gun = ranges["dedicated-gun"]
        ahead = book.int("brigades.rulings.arc.stand", "degrees") // DEGREES
        self.arcs = [HALF if arm in SKIRMISHERS else ahead for arm in range(len(ARMS))]
        self.dead_ground = book.int("brigades.rulings.sight.height", "inches") * INCH
        self.fort_edge = book.int("brigades.rulings.fort-edge", "thousandths")


def _ranges(book: Rulebook, row: str) -> tuple[int, int]:
    return book.int(row, "close") * INCH, book.int(row, "long") * INCH


@lru_cache(maxsize=64)
def screen_of(battle: BrigadesBattle, same_fort: bool = False) -> Screen:
    """What each kind of ground and line does to sight."""
    terrain = battle.rules.terrain
    # Bridges and fords hide nobody: brigades.terrain.bridge.visibility.
    into = [CLEAR] * (RUIN + 1)
    through = [CLEAR] * (RUIN + 1)
    for kind, words in enumerate(terrain.sight):
        fort = kind in (tablemap.FORT, tablemap.FORTRESS)
        if fort and "edge" in words:
            if not same_fort:  # brigades.rulings.fort-edge
                into[kind] = battle.rules.sight.fort_edge
                through[kind] = 0
            continue
        if "B-LOS" in words:  # brigades.terrain.key.b-los
            through[kind] = 0
            if "edge" in words:
                into[kind] = terrain.sight_within[kind] * INCH
            elif "see-out" not in words:
                into[kind] = 0
    lines = [False] * len(tablemap.LINES)
    for kind, words in terrain.line_sight.items():
        lines[kind] = "B-LOS" in words
    # Adjacent is as near as contact: brigades.terrain.tree-line.visibility.
    touch = battle.rules.flanks.contact
    return Screen(into, through, lines, battle.rules.sight.dead_ground, touch)


def foggy(p: BrigadesPosition) -> bool:
    """Whether the fog of the battle lasts."""
    return p.clock[TURN] <= p.battle.fog_turns


def in_fog(p: BrigadesPosition, a: Rect, b: Rect) -> bool:
    """Whether two stands are near enough for fog."""
    return gap(a, b) <= p.battle.fog_inches * INCH  # brigades.rulings.fog


def sees(p: BrigadesPosition, u: int, v: int, at_start: bool = False) -> bool:
    """Whether a stand sees another now, or saw it when this player turn began."""
    land = land_of(p, at_start)
    sights = p.saw if at_start else p.sights
    key = (land, u, v, foggy(p))
    known = sights.get(key)
    if known is None:
        parts = p.parts_at(v, p.began(v)) if at_start else p.parts(v)
        known = sights[key] = any(shows(p, land, u, v, b, at_start) for b in parts)
    return known


def shows(
    p: BrigadesPosition, land: Ground, u: int, v: int, b: Rect, at_start: bool = False
) -> bool:
    """Whether a stand sees one part of another: its base, or the markers of its column."""
    battle = p.battle
    place = p.began if at_start else p.rect
    a = place(u)
    if foggy(p) and not in_fog(p, a, b):
        return False
    # brigades.rulings.sight.stands brigades.rulings.town-guests
    stands = [
        place(w)
        for w in _between(p, a, b, at_start)
        if w != u and w != v and behind_whom(p, w, at_start) not in (u, v)
    ]
    fort = fort_at(p, a.x, a.y)
    same = fort >= 0 and fort == fort_at(p, b.x, b.y)
    # brigades.rulings.sight.line; hills are brigades.terrain.hill.visibility.
    return seen(land, screen_of(battle, same), a, b, stands)


def _between(p: BrigadesPosition, a: Rect, b: Rect, at_start: bool) -> list[int]:
    """The close-order stands, by their arm, that may be in the way of a look, by their centres."""
    battle, arms = p.battle, p.battle.arm
    xs, ys = (p.began_x, p.began_y) if at_start else (p.x, p.y)
    beyond = battle.widest
    left = max(min(a.x - a.ex, b.x - b.ex) // TENTH - beyond, 0)
    right = max(a.x + a.ex, b.x + b.ex) // TENTH + beyond + 1
    top = min(a.y - a.ey, b.y - b.ey) // TENTH - beyond
    bottom = max(a.y + a.ey, b.y + b.ey) // TENTH + beyond + 1
    return [
        w
        for w in range(battle.stands)
        if left <= xs[w] <= right and top <= ys[w] <= bottom and arms[w] <= HORSE
    ]


def can_fire(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand is in a state to fire at all."""
    state = p.state[u]
    if not p.battle.weapon[u] and not state & GUN:
        return False
    if p.routed(u):  # brigades.morale.rout.no-action
        return False
    if state & COLUMN:  # brigades.march.no-fire
        return False
    return not state & LIMBERED  # brigades.rulings.open.limbered-fire


def reach_of(p: BrigadesPosition, u: int) -> int:
    """How far a stand fires."""
    rules = p.battle.rules.sight
    reach = rules.ranges[p.battle.weapon[u]][1]
    return max(reach, rules.dedicated_gun[1]) if p.state[u] & GUN else reach


def fire_distance(p: BrigadesPosition, u: int, v: int) -> int:
    """How far a stand fires to reach another; -1 if it is out of its range, arc or sight."""
    tail = p.tail(v)
    distance = _range_to(p, u, p.rect(v))
    if tail is None:
        return distance if distance >= 0 and sees(p, u, v) else -1
    # Of a column whatever is in reach and seen.
    land = land_of(p)
    ways = ((distance, p.rect(v)), (_range_to(p, u, tail), tail))
    return min((far for far, b in ways if far >= 0 and shows(p, land, u, v, b)), default=-1)


def in_range(p: BrigadesPosition, u: int) -> list[int]:
    """The enemies in range and arc of a stand that can fire, seen or not; kept: read only."""
    if not can_fire(p, u):
        return []
    reach = reach_of(p, u)
    known = p.ranges.get((u, reach))
    if known is None:
        a, arc = p.rect(u), arc_of(p, u)
        about = p.stands_about(u, 1 - p.battle.side[u], reach + p.battle.longest)
        known = p.ranges[u, reach] = [
            v for v in about if any(_range(a, b, reach, arc) >= 0 for b in p.parts(v))
        ]
    return known


def _range_to(p: BrigadesPosition, u: int, b: Rect) -> int:
    """How far a stand fires to reach a base or markers; -1 if they are out of range or arc."""
    return _range(p.rect(u), b, reach_of(p, u), arc_of(p, u))


@lru_cache(maxsize=1 << 15)
def _range(a: Rect, b: Rect, reach: int, arc: int) -> int:
    """The same; most stands are where they were a moment before, and so are the same objects."""
    if surely_apart(a, b, reach) or not in_arc(a, b, arc):
        return -1
    distance = fire_range(a, b, arc)
    return -1 if distance > reach else distance


def arc_of(p: BrigadesPosition, u: int) -> int:
    """How far to either side of its facing a stand fires, in steps."""
    # Skirmishers, and infantry in a town, fire from all four sides: brigades.rulings.arc.range.
    arm = p.battle.arm[u]
    town = arm in INFANTRY and held_town(p, u) >= 0
    return HALF if town else p.battle.rules.sight.arcs[arm]


def gun_alone(p: BrigadesPosition, u: int, distance: int) -> bool:
    """Whether only the dedicated gun of a stand reaches so far."""
    # brigades.rulings.open.dedicated-gun-range
    return bool(p.state[u] & GUN) and distance > p.battle.rules.sight.ranges[p.battle.weapon[u]][1]


def close_fire(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand has another in its close range and arc."""
    rules = p.battle.rules.sight
    close = rules.ranges[p.battle.weapon[u]][0]
    if p.state[u] & GUN:
        close = max(close, rules.dedicated_gun[0])
    if not close or not can_fire(p, u):
        return False
    if all(surely_apart(p.rect(u), b, close) for b in p.parts(v)):
        return False
    return 0 <= fire_distance(p, u, v) <= close
