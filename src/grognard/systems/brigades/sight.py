"""Sight and fire: who sees whom, and who is in reach and arc."""

from __future__ import annotations

from functools import lru_cache

from grognard.boards import tablemap
from grognard.boards.table.arcs import fire_range, in_arc
from grognard.boards.table.ground import Ground
from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import gap, surely_apart
from grognard.boards.table.sight import CLEAR, Screen, hidden
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.ground import fort_at, land_of, town_of
from grognard.systems.brigades.state.kinds import INFANTRY
from grognard.systems.brigades.state.position import COLUMN, GUN, LIMBERED, BrigadesPosition
from grognard.systems.brigades.terrain_table import RUIN
from grognard.systems.tabletop.turn import TURN

EDGE_OF_FORT = 1500  # mils within which a stand is at a fort's edge


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
    fort = fort_at(p, a.x, a.y)
    same = fort >= 0 and fort == fort_at(p, b.x, b.y)
    return hidden(land, screen_of(battle, same), a, b, stands) is None


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
