"""Buildings: who fits into a town block, the sides it fights through, stone, wood and fire."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.table.chord import chords
from grognard.boards.table.lattice import TENTH
from grognard.engine.check import Check, Fact
from grognard.engine.grammar import clause
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Roll, Then
from grognard.systems.brigades.dice import LeastKind
from grognard.systems.brigades.moving.retreat import fall_back, half_move
from grognard.systems.brigades.state.ground import (
    building_of,
    held_town,
    in_fort_against,
    land_of,
    town_of,
)
from grognard.systems.brigades.state.kinds import (
    FOOT_SKIRMISHER,
    HEAVY_GUNS,
    INFANTRY,
    SIEGE_GUNS,
    SMOOTHBORE,
    Building,
)
from grognard.systems.brigades.state.position import BURNT, BrigadesPosition
from grognard.systems.tabletop.turn import SIDE, TURN

ATTACKED = -1


class BuildingRules:
    """Who fits into buildings, the works a stand defends, and how long fires burn."""

    def __init__(self, book: Rulebook) -> None:
        self.town_brigades = book.int("brigades.terrain.town.combat.capacity", "brigades")
        self.town_skirmishers = book.int("brigades.terrain.town.combat.capacity", "skirmishers")
        village = "brigades.terrain.village.combat.capacity"
        self.village_skirmishers = book.int(village, "skirmishers")
        self.works_near = book.int("brigades.rulings.works", "thousandths")
        self.burning_turns = book.int("brigades.terrain.buildings.wood.burning", "turns")


def street_blocked(p: BrigadesPosition, u: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether cavalry or guns in a town block the road a leg follows through it."""
    battle = p.battle
    cells = battle.rules.terrain.move[tablemap.TOWN]
    land = land_of(p)
    for area in battle.built:
        if land.areas[area].kind != tablemap.TOWN or not chords(land.areas[area], ax, ay, bx, by):
            continue
        for v in range(battle.stands):
            blocks = v != u and p.on_table(v) and cells[battle.arm[v]].blocks_road
            if blocks and town_of(p, v) == area:
                return True
    return False


def sharers(p: BrigadesPosition, u: int) -> list[int]:
    """The infantry skirmishers who are one defender with a stand, itself among them."""
    battle = p.battle
    area = town_of(p, u) if battle.arm[u] == FOOT_SKIRMISHER else -1
    if area < 0:
        return [u]
    # brigades.terrain.town.combat.skirmishers
    return [
        v
        for v in p.stands_on(battle.side[u])
        if battle.arm[v] == FOOT_SKIRMISHER and town_of(p, v) == area
    ]


def side_of_block(p: BrigadesPosition, area: int, v: int) -> int:
    """The side of a town block on which a stand lies: 0 top, 1 right, 2 bottom, 3 left."""
    left, top, right, bottom = land_of(p).areas[area].box
    dx = p.x[v] * TENTH - (left + right) // 2
    dy = p.y[v] * TENTH - (top + bottom) // 2
    if abs(dx) > abs(dy):
        return 1 if dx > 0 else 3
    return 2 if dy > 0 else 0


def block_of(p: BrigadesPosition, u: int) -> int:
    """The town block through whose sides infantry fights, or -1."""
    return held_town(p, u) if p.battle.arm[u] in INFANTRY else -1


def material(p: BrigadesPosition, area: int) -> str:
    """Of what a town or village is built."""
    # brigades.terrain.town.combat.construction brigades.terrain.buildings.both
    return p.battle.ground.areas[area].material


def walls_about(p: BrigadesPosition, v: int) -> int:
    """The building that shelters a stand from fire, or -1: none that it storms."""
    area = building_of(p, v)
    # brigades.rulings.town-stormed
    return area if area < 0 or town_of(p, v) < 0 else held_town(p, v)


def counts_as_long(p: BrigadesPosition, v: int) -> bool:
    """Whether guns that fire at a stand count as at long range."""
    area = walls_about(p, v)
    # brigades.terrain.buildings.stone.long-range
    return area >= 0 and material(p, area) == "stone"


def fire_is_vain(p: BrigadesPosition, u: int, v: int, close: bool) -> bool:
    """Whether fire of one stand at another has no effect for the walls about it."""
    battle = p.battle
    weapon = battle.weapon[u]
    area = walls_about(p, v)
    if area >= 0 and material(p, area) == "stone":
        if weapon <= SMOOTHBORE:  # brigades.terrain.buildings.stone.small-arms
            return True
        if p.clock[SIDE] == battle.side[v]:  # brigades.terrain.buildings.stone.occupiers-turn
            return True
    # Or in a fortress: brigades.terrain.fortress.combat.
    if not in_fort_against(p, v, u, melee=False):
        return False
    if weapon == SIEGE_GUNS:  # brigades.terrain.fort.combat.siege-guns
        return False
    if weapon == HEAVY_GUNS:  # brigades.terrain.fort.combat.heavy-guns
        return not close
    return True  # brigades.terrain.fort.combat.no-effect


def note_attack(p: BrigadesPosition, v: int) -> None:
    """Wooden buildings that guns fire at, or that are attacked in melee, may catch fire."""
    area = building_of(p, v)
    if area < 0 or material(p, area) != "wood":
        return
    index = p.battle.built.index(area)
    if p.smoke[index] == 0:
        p.smoke[index] = ATTACKED


def name_of(p: BrigadesPosition, building: int) -> str:
    return p.battle.ground.areas[p.battle.built[building]].name or "A building"


class Fires(Then[BrigadesPosition]):
    """The end of a combat phase: wooden buildings that were attacked may catch fire."""

    def run(self, p: BrigadesPosition) -> None:
        for index in range(len(p.smoke) - 1, -1, -1):
            if p.smoke[index] == ATTACKED:
                p.stack.append(CatchFire(building=index))


class BuildingRoll(Roll[BrigadesPosition]):
    """The attacker rolls for a building."""

    abstract = True

    building: Building

    def roller(self, p: BrigadesPosition) -> int:
        return p.clock[SIDE]


class CatchFire(BuildingRoll):
    """Whether a building catches fire."""

    def check(self, p: BrigadesPosition) -> Check:
        return p.battle.rules.catch_kind.check(())

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """It burns, and its occupiers must leave it, disordered."""
        p.smoke[self.building] = p.clock[TURN] if outcome else 0
        if outcome:
            p.tell(f"{clause(name_of(p, self.building), 'catches')} fire.")
            # brigades.terrain.buildings.wood.occupiers
            p.stack.append(Smoked(building=self.building))


class Smoked(Then[BrigadesPosition]):
    """The occupiers of a burning building retreat."""

    building: Building

    def run(self, p: BrigadesPosition) -> None:
        battle = p.battle
        area = battle.built[self.building]
        left, top, right, bottom = battle.land.areas[area].box
        for u in range(battle.stands):
            if not p.on_table(u) or building_of(p, u) != area:
                continue
            p.disorder(u, "fire")
            foes = [p.rect(v) for v in p.stands_on(1 - battle.side[u])]
            x, y = (left + right) // 2, (top + bottom) // 2
            if foes:
                near = min(foes, key=lambda b: (b.x - x) ** 2 + (b.y - y) ** 2)
                x, y = near.x, near.y
            fall_back(p, u, half_move(p, u), x, y, f"{name_of(p, self.building)} is on fire")


class BurnOn(Then[BrigadesPosition]):
    """The beginning of a turn: fires may go out."""

    def run(self, p: BrigadesPosition) -> None:
        turns = p.battle.rules.buildings.burning_turns
        for index in range(len(p.smoke) - 1, -1, -1):
            if p.smoke[index] > 0 and p.clock[TURN] - p.smoke[index] >= turns:
                p.stack.append(FireOut(building=index))


class FireOut(BuildingRoll):
    """Whether a fire goes out."""

    def check(self, p: BrigadesPosition) -> Check:
        area = p.battle.land.areas[p.battle.built[self.building]]
        return p.battle.rules.out_kind.check((int(area.kind == tablemap.TOWN),))

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        if outcome:
            p.smoke[self.building] = BURNT
            p.look_again()
            p.tell(f"The fire of {name_of(p, self.building)} has gone out; ruins are left.")


class CatchFireKind(LeastKind):
    """Whether wooden buildings catch fire."""

    name = "catch-fire"
    title = "Wooden buildings under attack"
    outcomes = ("no fire", "fire")
    rules = ("brigades.terrain.buildings.wood.catch-fire",)


class FireOutKind(LeastKind):
    """Whether a fire has gone out."""

    name = "fire-out"
    title = "A burning building"
    outcomes = ("burns on", "goes out")
    facts = (Fact("town", "A town, not a village", "Building"),)
    rules = (
        "brigades.terrain.buildings.wood.out.village",
        "brigades.terrain.buildings.wood.out.town",
    )
