"""Questions of the field: contact, sight, fire, flanks, levels, under the rulings."""

from __future__ import annotations

from functools import lru_cache

from grognard.boards import tablemap
from grognard.boards.polygons import OUTSIDE
from grognard.boards.table.arcs import ahead_of, fire_range, in_arc
from grognard.boards.table.contact import edge_within
from grognard.boards.table.ground import Area, Ground, place
from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.table.rect import (
    Rect,
    front,
    gap,
    overlap,
    point_within,
    surely_apart,
    within,
)
from grognard.boards.table.shape import shape
from grognard.boards.table.sight import CLEAR, Screen, hidden
from grognard.systems.brigades.battle import BrigadesBattle
from grognard.systems.brigades.cells import RUIN
from grognard.systems.brigades.kinds import (
    ARMY,
    FIREARM_ROW,
    FOOT_SKIRMISHER,
    GUNS,
    HORSE,
    HORSE_SKIRMISHER,
    INFANTRY,
)
from grognard.systems.brigades.position import (
    CHARGED,
    COLUMN,
    GUN,
    LIMBERED,
    LONG_FLAT,
    BrigadesPosition,
)
from grognard.systems.tabletop.turn import TURN

BURNT = -2
EDGE_OF_FORT = 1500  # mils within which a stand is at a fort's edge


def touches(p: BrigadesPosition, a: Rect, b: Rect) -> bool:
    """Whether two stands touch: a small gap and no common ground."""
    reach = p.battle.rules.contact
    return within(a, b, reach) and not overlap(a, b)


def in_contact(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether two stands touch; the markers of a column are part of it."""
    if not _may_touch(p, u, v):
        return False
    if touches(p, p.rect(u), p.rect(v)):
        return True
    one, other = p.tail(u), p.tail(v)
    if one is not None and touches(p, one, p.rect(v)):
        return True
    return other is not None and touches(p, other, p.rect(u))


def _may_touch(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether two stands with all their markers are near enough to touch, by a quick look."""
    far = p.battle.span[u] + p.battle.span[v] + p.battle.rules.contact
    dx, dy = p.x[u] - p.x[v], p.y[u] - p.y[v]
    return -far <= dx * TENTH <= far and -far <= dy * TENTH <= far


def foes_touching(p: BrigadesPosition, u: int) -> list[int]:
    """The enemy stands in contact with a stand; kept, and so to be read only."""
    known = p.contacts.get(u)
    if known is None:
        known = p.contacts[u] = _foes_touching(p, u)
    return known


def _foes_touching(p: BrigadesPosition, u: int) -> list[int]:
    span, xs, ys = p.battle.span, p.x, p.y
    x, y = xs[u], ys[u]
    found = []
    reach = span[u] + p.battle.rules.contact
    for v in p.battle.stands_of[1 - p.battle.side[u]]:
        # The quick look of `_may_touch`.
        far = reach + span[v]
        if xs[v] < 0 or abs(x - xs[v]) * TENTH > far or abs(y - ys[v]) * TENTH > far:
            continue
        if in_contact(p, u, v):
            found.append(v)
    return found


def friends_touching(p: BrigadesPosition, u: int) -> list[int]:
    """The friendly stands in contact with a stand."""
    a = p.rect(u)
    return [
        v
        for v in p.stands_on(p.battle.side[u])
        if v != u and _may_touch(p, u, v) and touches(p, a, p.rect(v))
    ]


def edge_touches(p: BrigadesPosition, a: Rect, edge: int, b: Rect) -> bool:
    """Whether an edge of a stand touches another."""
    return edge_within(a, edge, b, p.battle.rules.contact)


def attached(p: BrigadesPosition, u: int) -> list[int]:
    """The commanders of a stand's own side in base contact with it."""
    reach = p.battle.rules.contact
    a = p.rect(u)
    return [
        g
        for g in p.commanders_on(p.battle.side[u])
        if point_within(p.x[g] * TENTH, p.y[g] * TENTH, a, reach)
    ]


def army_commander(p: BrigadesPosition, u: int) -> int:
    """The army commander attached to a stand, or -1."""
    for g in attached(p, u):
        if p.battle.rank[g] == ARMY:
            return g
    return -1


# -- the ground as it is now ---------------------------------------------------------------------


@lru_cache(maxsize=256)
def _changed(battle: BrigadesBattle, flat: tuple[int, ...], burnt: tuple[int, ...]) -> Ground:
    """The ground with some of its crops flattened and some of its buildings burnt down."""
    land = battle.land
    kinds = [area.kind for area in land.areas]
    for area, trodden in zip(battle.crops, flat, strict=True):
        if trodden:
            kinds[area] = tablemap.FIELDS
    for area, smoke in zip(battle.built, burnt, strict=False):
        if smoke == BURNT:
            kinds[area] = RUIN
    areas = [
        area if area.kind == kind else Area(kind, area.corners, area.outline)
        for area, kind in zip(land.areas, kinds, strict=True)
    ]
    return Ground(land.width, land.height, areas, land.lines, land.contours, land.spots)


def land_of(p: BrigadesPosition, at_start: bool = False) -> Ground:
    """The ground as it is now, or as it was when this player turn began."""
    if not any(p.flat) and BURNT not in p.smoke:
        return p.battle.land
    least = LONG_FLAT if at_start else 1
    flat = tuple([int(entry >= least) for entry in p.flat])
    burnt: tuple[int, ...] = ()
    if BURNT in p.smoke:
        burnt = tuple([smoke if smoke == BURNT else 0 for smoke in p.smoke])
    return _changed(p.battle, flat, burnt)


def area_under(p: BrigadesPosition, x: int, y: int, *kinds: int) -> int:
    """The first area of these kinds at a point, or -1."""
    # Where the areas lie does not change, only what they are.
    found = p.battle.land.areas_at(x, y)
    if found:
        areas = land_of(p).areas
        for i in found:
            if areas[i].kind in kinds:
                return i
    return -1


def built_at(p: BrigadesPosition, x: int, y: int, villages: bool) -> int:
    """The town block, or the village if they count, at a point, or -1; ruins are neither."""
    battle = p.battle
    areas = battle.land.areas
    for number in battle.roofs.get((x // INCH, y // INCH), ()):
        i = battle.built[number]
        area = areas[i]
        if (
            (villages or area.kind == tablemap.TOWN)
            and p.smoke[number] != BURNT
            and place(area, x, y) != OUTSIDE
        ):
            return i
    return -1


def town_of(p: BrigadesPosition, u: int) -> int:
    """The town block in which a stand's centre lies, or -1."""
    return built_at(p, p.x[u] * TENTH, p.y[u] * TENTH, villages=False)


def building_of(p: BrigadesPosition, u: int) -> int:
    """The building a stand occupies: a town block, or a village for infantry skirmishers."""
    screen = p.battle.arm[u] == FOOT_SKIRMISHER and p.battle.rules.village_skirmishers > 0
    return built_at(p, p.x[u] * TENTH, p.y[u] * TENTH, villages=screen)


def fort_of(p: BrigadesPosition, u: int) -> int:
    """The fort or fortress in which a stand's centre lies, or -1."""
    return _fort_at(p, p.x[u] * TENTH, p.y[u] * TENTH)


def _fort_at(p: BrigadesPosition, x: int, y: int) -> int:
    """The fort or fortress at a point, or -1."""
    if not p.battle.forts:
        return -1
    return area_under(p, x, y, tablemap.FORT, tablemap.FORTRESS)


def ground_disorders(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand's centre lies in ground that disorders it inside; marshes are sounded."""
    land, arm = land_of(p), p.battle.arm[u]
    cells = p.battle.rules.terrain.move
    found = land.areas_at(p.x[u] * TENTH, p.y[u] * TENTH)
    return any(cells[land.areas[i].kind][arm].inside for i in found)


def in_broken_ground(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand's centre lies in broken ground, or in ruins, which count as such."""
    return area_under(p, p.x[u] * TENTH, p.y[u] * TENTH, tablemap.BROKEN, RUIN) >= 0


WORKS = (tablemap.FIELD_WORKS, tablemap.HASTY_WORKS, tablemap.LOW_WALL, tablemap.SUNKEN_ROAD)


def works_of(p: BrigadesPosition, u: int) -> list[int]:
    """The kinds of works a stand defends: those at it, but none that it came to by a charge."""
    land = p.battle.land
    lines = land.lines_touched(_about(p.rect(u), p.battle.rules.works_near))
    if p.state[u] & CHARGED and lines:
        before = land.lines_touched(_about(p.began(u), p.battle.rules.works_near))
        lines = [i for i in lines if i in before]
    kinds = {land.lines[i].kind for i in lines}
    return [kind for kind in WORKS if kind in kinds]


def _about(a: Rect, reach: int) -> Rect:
    """A stand and the ground within reach of its edges."""
    base = a.shape
    return Rect(a.x, a.y, shape(base.facing, base.width + 2 * reach, base.depth + 2 * reach))


def level(p: BrigadesPosition, u: int) -> int:
    """The contour on which a stand's centre lies."""
    return p.battle.land.level_at(p.x[u] * TENTH, p.y[u] * TENTH)


# -- sight ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def screen_of(battle: BrigadesBattle, same_fort: bool = False) -> Screen:
    """What each kind of ground and line does to sight."""
    terrain = battle.rules.terrain
    into = [CLEAR] * (RUIN + 1)
    through = [CLEAR] * (RUIN + 1)
    blocks = terrain.key.blocks
    for kind, words in enumerate(terrain.sight):
        fort = kind in (tablemap.FORT, tablemap.FORTRESS)
        if fort and "edge" in words:
            if not same_fort:
                into[kind] = EDGE_OF_FORT
            continue
        if "B-LOS" in words and blocks:
            through[kind] = 0
            if "edge" in words:
                into[kind] = terrain.within.get(kind, 1) * INCH
            elif "see-out" not in words:
                into[kind] = 0
    lines = [False] * len(tablemap.LINES)
    for kind, words in terrain.line_sight.items():
        lines[kind] = "B-LOS" in words and blocks
    if battle.land.spots and "B-LOS" in terrain.bridge_sight:
        lines[tablemap.STREAM] = lines[tablemap.MARSHY_STREAM] = lines[tablemap.RIVER] = blocks
    return Screen(into, through, lines, battle.rules.dead_ground)


@lru_cache(maxsize=64)
def _flattened(land: Ground) -> Ground:
    """The ground without its hills."""
    return Ground(land.width, land.height, land.areas, land.lines, [], land.spots)


def sees(p: BrigadesPosition, u: int, v: int, at_start: bool = False) -> bool:
    """Whether a stand sees another now, or saw it when this player turn began."""
    battle = p.battle
    if p.clock[TURN] <= battle.fog_turns:
        place = p.began if at_start else p.rect
        if gap(place(u), place(v)) > battle.fog_inches * INCH:
            return False
    land = land_of(p, at_start)
    sights = p.saw if at_start else p.sights
    key = (land, u, v)
    known = sights.get(key)
    if known is None:
        known = sights[key] = _sees(p, land, u, v, at_start)
    return known


def _sees(p: BrigadesPosition, land: Ground, u: int, v: int, at_start: bool) -> bool:
    battle = p.battle
    rules = battle.rules
    place = p.began if at_start else p.rect
    arms = battle.arm
    xs = p.began_x if at_start else p.x
    stands = [
        place(w)
        for w in range(battle.stands)
        if w != u and w != v and xs[w] >= 0 and rules.blockers[arms[w]]
    ]
    if not rules.terrain.hill_blocks:
        land = _flattened(land)
    a, b = place(u), place(v)
    fort = _fort_at(p, a.x, a.y)
    same = fort >= 0 and fort == _fort_at(p, b.x, b.y)
    return hidden(land, screen_of(battle, same), a, b, stands) is None


# -- fire ----------------------------------------------------------------------------------------


def can_fire(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand is in a state to fire at all."""
    battle = p.battle
    rules = battle.rules
    state = p.state[u]
    if not battle.weapon[u] and not state & GUN:
        return False
    if p.routed(u) and not rules.routed_fire:
        return False
    if state & COLUMN and rules.column_no_fire:
        return False
    return not state & LIMBERED or rules.limbered_fire


def reach_of(p: BrigadesPosition, u: int) -> int:
    """How far a stand fires."""
    rules = p.battle.rules
    reach = rules.ranges[p.battle.weapon[u]][1]
    return max(reach, rules.gun_range) if p.state[u] & GUN else reach


def fire_distance(p: BrigadesPosition, u: int, v: int) -> int:
    """How far a stand fires to reach another; -1 if it is out of its range, arc or sight."""
    a, b = p.rect(u), p.rect(v)
    reach = reach_of(p, u)
    if surely_apart(a, b, reach):
        return -1
    # Out of a town infantry fires through all four sides.
    around = p.battle.arm[u] in INFANTRY and town_of(p, u) >= 0
    distance = gap(a, b) if around else fire_range(a, b)
    if distance > reach:
        return -1
    if not around and not in_arc(a, b, p.battle.rules.fire_arc[p.battle.arm[u]]):
        return -1
    return distance if sees(p, u, v) else -1


def gun_alone(p: BrigadesPosition, u: int, distance: int) -> bool:
    """Whether only the dedicated gun of a stand reaches so far."""
    rules = p.battle.rules
    if not p.state[u] & GUN or not rules.gun_alone:
        return False
    return distance > rules.ranges[p.battle.weapon[u]][1]


def close_fire(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand has another in its close range and arc."""
    battle = p.battle
    close = battle.rules.ranges[battle.weapon[u]][0]
    if p.state[u] & GUN:
        close = max(close, battle.rules.gun_close)
    if not close or not can_fire(p, u):
        return False
    if surely_apart(p.rect(u), p.rect(v), close):
        return False
    return 0 <= fire_distance(p, u, v) <= close


# -- flank and order -----------------------------------------------------------------------------


def fires_at_flank(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a firer stands behind the line of its target's front edge."""
    if not p.battle.rules.flank_fire or never_flanked(p, v):
        return False
    x, y = front(p.rect(u))
    return ahead_of(p.rect(v), x, y) < 0


def never_flanked(p: BrigadesPosition, v: int) -> bool:
    """Whether a stand has no flank, being in a town."""
    return p.battle.rules.town_never_flanked and town_of(p, v) >= 0


def strikes_flank(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand meets another in its flank: by where its move began."""
    if never_flanked(p, v):
        return False
    if p.battle.rules.flank_by_start and p.state[u] & CHARGED:
        return began_behind(p, u, v)
    # Whom a charge strikes is before the charger, wherever his own centre lies.
    if p.state[v] & CHARGED and edge_touches(p, p.rect(v), 0, p.rect(u)):
        return False
    return ahead_of(p.rect(v), p.x[u] * TENTH, p.y[u] * TENTH) < 0


def began_behind(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand was behind the line of another's front edge when the turn began."""
    return ahead_of(p.rect(v), p.began_x[u] * TENTH, p.began_y[u] * TENTH) < 0


def heavier(p: BrigadesPosition, v: int, u: int) -> bool:
    """Whether one cavalry stand is heavier than another; firearms make it the lighter."""
    battle = p.battle
    if battle.rules.firearm_lighter:
        one, other = (battle.row[w] == FIREARM_ROW for w in (v, u))
        if one != other:
            return other
    return battle.weight[v] > battle.weight[u]


def attacks_allowed(p: BrigadesPosition, u: int) -> bool:
    """Whether the ground a stand is on lets it attack."""
    closed = p.battle.rules.terrain.move[tablemap.TOWN][p.battle.arm[u]].no_attack
    return not closed or town_of(p, u) < 0


def answer_allowed(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand has dice where it is: cavalry and guns in a town have none."""
    mounted = p.battle.arm[u] in (HORSE, GUNS, HORSE_SKIRMISHER)
    return not (p.battle.rules.town_no_dice and mounted and town_of(p, u) >= 0)
