"""The ground as it is now: crops and ruins, buildings, forts and works, levels."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.boards import tablemap
from grognard.boards.polygons import OUTSIDE
from grognard.boards.table.chord import chords
from grognard.boards.table.contact import edge_hit
from grognard.boards.table.ground import Area, Ground, place
from grognard.boards.table.lattice import INCH, QUARTER, STEPS, TENTH, offset
from grognard.boards.table.rect import Rect, grown
from grognard.boards.table.shape import shape
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.kinds import (
    COMMANDER,
    FOOT,
    FOOT_SKIRMISHER,
    INFANTRY,
    SKIRMISHERS,
)
from grognard.systems.brigades.state.position import BURNT, CHARGED, LONG_FLAT, BrigadesPosition
from grognard.systems.brigades.terrain_table import RUIN, ground_name

ON_FIRE: Final = "the buildings are on fire"


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


def began_town(p: BrigadesPosition, u: int) -> int:
    """The town block in which a stand's centre lay when this player turn began, or -1."""
    return built_at(p, p.began_x[u] * TENTH, p.began_y[u] * TENTH, villages=False)


def stormed(p: BrigadesPosition, u: int, area: int) -> bool:
    """Whether a stand came into an area by a charge in this player turn."""
    if not p.state[u] & CHARGED:
        return False
    return area not in p.battle.land.areas_at(p.began_x[u] * TENTH, p.began_y[u] * TENTH)


def held_town(p: BrigadesPosition, u: int) -> int:
    """The town block from which a stand fights, or -1: none that it storms and the enemy holds."""
    area = town_of(p, u)
    if area < 0 or not stormed(p, u, area):
        return area
    arm, foes = p.battle.arm, p.stands_on(1 - p.battle.side[u])
    # brigades.rulings.town-stormed
    return -1 if any(arm[v] in INFANTRY and town_of(p, v) == area for v in foes) else area


def building_of(p: BrigadesPosition, u: int) -> int:
    """The building a stand occupies: a town block, or a village for infantry skirmishers."""
    screen = p.battle.arm[u] == FOOT_SKIRMISHER
    return built_at(p, p.x[u] * TENTH, p.y[u] * TENTH, villages=screen)


def room_in(p: BrigadesPosition, u: int, x: int, y: int) -> tuple[str, list[int]]:
    """Why a stand does not fit into the building at a point, and with whom it would share it."""
    battle = p.battle
    rules = battle.rules.buildings
    area = built_at(p, x, y, villages=True)
    if area < 0:
        return "", []
    if p.smoke[battle.built.index(area)] > 0:
        return ON_FIRE, []  # brigades.rulings.burning
    arm = battle.arm[u]
    if battle.land.areas[area].kind == tablemap.VILLAGE:
        screens = [v for v in p.stands_on(battle.side[u]) if v != u and building_of(p, v) == area]
        if arm == FOOT_SKIRMISHER and len(screens) >= rules.village_skirmishers:
            return "the village holds no more skirmishers", []
        return "", []
    inside = [v for v in p.stands_on(battle.side[u]) if v != u and town_of(p, v) == area]
    brigades = sum(battle.arm[v] == FOOT for v in inside)
    screens_inside = sum(battle.arm[v] == FOOT_SKIRMISHER for v in inside)
    if arm == FOOT and (brigades >= rules.town_brigades or screens_inside):
        return "the town block is full", []
    if arm == FOOT_SKIRMISHER and (brigades or screens_inside >= rules.town_skirmishers):
        return "the town block is full", []
    return "", inside


def through_fire(p: BrigadesPosition, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a straight way leads into or through burning buildings."""
    if not any(p.smoke):
        return False
    burning = [i for i, smoke in zip(p.battle.built, p.smoke, strict=True) if smoke > 0]
    areas = p.battle.land.areas
    # Whoever is on their ground may leave it.
    return any(start > 0 for i in burning for start, _ in chords(areas[i], ax, ay, bx, by))


def fort_of(p: BrigadesPosition, u: int) -> int:
    """The fort or fortress in which a stand's centre lies, or -1."""
    return fort_at(p, p.x[u] * TENTH, p.y[u] * TENTH)


def in_fort_against(p: BrigadesPosition, v: int, u: int, melee: bool) -> bool:
    """Whether a stand has the works of its fort before it: not who storms it, nor within it."""
    fort = fort_of(p, v)  # brigades.rulings.works
    if fort < 0 or stormed(p, v, fort):
        return False
    return melee or fort_of(p, u) != fort


def fort_at(p: BrigadesPosition, x: int, y: int) -> int:
    if not p.battle.forts:
        return -1
    return area_under(p, x, y, tablemap.FORT, tablemap.FORTRESS)


def ground_disorders(p: BrigadesPosition, u: int) -> str:
    """The ground, in words, that disorders a stand whose centre is inside; marshes are sounded."""
    land, arm = land_of(p), p.battle.arm[u]
    cells = p.battle.rules.terrain.move
    found = land.areas_at(p.x[u] * TENTH, p.y[u] * TENTH)
    kinds = (land.areas[i].kind for i in found)
    return next((f"in the {ground_name(kind)}" for kind in kinds if cells[kind][arm].inside), "")


def in_broken_ground(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand's centre lies in broken ground, or in ruins, which count as such."""
    return area_under(p, p.x[u] * TENTH, p.y[u] * TENTH, tablemap.BROKEN, RUIN) >= 0


WORKS = (tablemap.FIELD_WORKS, tablemap.HASTY_WORKS, tablemap.LOW_WALL, tablemap.SUNKEN_ROAD)


def works_of(p: BrigadesPosition, u: int, foe: int) -> list[int]:
    """The kinds of works a stand defends against an enemy: those at the edge he has before him.

    Works to which it came by a charge it does not defend.
    """
    land = p.battle.land
    reach = p.battle.rules.buildings.works_near
    a = p.rect(u)
    lines = land.lines_touched(grown(a, reach))
    if p.state[u] & CHARGED and lines:
        before = land.lines_touched(grown(p.began(u), reach))
        lines = [i for i in lines if i in before]
    if not lines:
        return []
    edge = land.lines_touched(half_at(a, edge_hit(a, p.rect(foe)), reach))
    kinds = {land.lines[i].kind for i in lines if i in edge}
    return [kind for kind in WORKS if kind in kinds]


def half_at(a: Rect, edge: int, reach: int) -> Rect:
    """The half of a stand at one of its edges and the ground before it, without the corners."""
    base = a.shape
    sides = edge % 2 == 1  # left or right
    deep = (base.width if sides else base.depth) // 2 + reach
    long = (base.depth if sides else base.width) - 4 * reach
    dx, dy = offset((base.facing + edge * QUARTER) % STEPS, deep // 2)
    return Rect(a.x + dx, a.y + dy, shape(base.facing, *((deep, long) if sides else (long, deep))))


def level(p: BrigadesPosition, u: int) -> int:
    """The contour on which a stand's centre lies."""
    return p.battle.land.level_at(p.x[u] * TENTH, p.y[u] * TENTH)


def flatten(p: BrigadesPosition, u: int, x: int, y: int) -> None:
    """Crops between a stand's place and another are flattened by all but skirmishers."""
    battle = p.battle
    # brigades.terrain.crops.trample
    if not battle.crops or battle.arm[u] in SKIRMISHERS or battle.arm[u] == COMMANDER:
        return
    a = p.rect(u)
    for i, area in enumerate(battle.crops):
        if not p.flat[i] and chords(battle.land.areas[area], a.x, a.y, x * TENTH, y * TENTH):
            p.flat[i] = 1
            name = battle.ground.areas[area].name or "the crops"
            p.say(u, f"tramples {name}")


def in_marsh(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand's centre lies in a marsh."""
    return area_under(p, p.x[u] * TENTH, p.y[u] * TENTH, tablemap.MARSH) >= 0


def in_forest(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand's centre lies in a forest."""
    return area_under(p, p.x[u] * TENTH, p.y[u] * TENTH, tablemap.FOREST) >= 0
