"""Saving throws: who saves against whom, and cavalry that falls back for its saves."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.table.lattice import INCH, STEPS, TENTH, offset
from grognard.boards.table.rect import Rect, overlap
from grognard.boards.table.shape import shape
from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Flag
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.state.battle import SAVE, TAKE
from grognard.systems.brigades.state.ground import in_fort_against, land_of, works_of
from grognard.systems.brigades.state.kinds import (
    BATTERY,
    CAVALRY,
    GUNS,
    HEAVY_GUNS,
    INFANTRY,
    SIEGE_GUNS,
    SKIRMISHERS,
    SMOOTHBORE,
    Hits,
    Stand,
)
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.brigades.terrain_table import Save
from grognard.systems.tabletop.asking import OwnDecision, UnitRoll

NONE, ALWAYS, CHOSEN = range(3)


class SaveRules:
    """What is saved on, how far cavalry falls back for each save, and what open space is."""

    def __init__(self, book: Rulebook) -> None:
        self.least = book.int("brigades.rulings.saves.number", "least")
        self.retreat = book.int("brigades.saves.cavalry.retreat", "inches") * INCH
        self.open_space = book.int("brigades.rulings.skirmisher.open-space", "inches") * INCH


def saves(p: BrigadesPosition, u: int, v: int, melee: bool, close: bool = False) -> int:
    """Whether v, who is hit, saves against the hits of u: NONE, ALWAYS, or CHOSEN by cavalry."""
    battle = p.battle
    # Once for each hit, whatever the reasons: brigades.rulings.saves.one-per-hit.
    if p.disordered(u):  # brigades.saves.disordered
        return ALWAYS
    # brigades.dice.artillery-battery.saves
    if battle.kind[u] == BATTERY and not p.stationary(u):
        return ALWAYS
    # brigades.saves.skirmisher
    if battle.arm[v] in SKIRMISHERS and not melee and open_space(p, v):
        return ALWAYS
    # brigades.saves.unlimbered-artillery
    if p.unlimbered(v) and battle.arm[u] == GUNS and battle.weapon[u] < HEAVY_GUNS:
        return ALWAYS
    if ground_saves(p, u, v, melee, close):
        return ALWAYS
    if battle.arm[v] in CAVALRY and not melee:  # brigades.saves.cavalry
        return CHOSEN
    return NONE


def open_space(p: BrigadesPosition, v: int) -> bool:
    """Whether no friend is within a base width of at least one side of a skirmisher."""
    battle = p.battle
    width, depth = battle.base[v]
    reach = battle.rules.saves.open_space
    a = p.rect(v)
    for quarter in (STEPS // 4, -(STEPS // 4)):
        dx, dy = offset((p.facing[v] + quarter) % STEPS, (width + reach) // 2)
        beside = Rect(a.x + dx, a.y + dy, shape(p.facing[v], reach, depth))
        friends = p.stands_on(battle.side[v])
        if not any(u != v and overlap(beside, b) for u in friends for b in p.parts(u)):
            return True
    return False


def ground_saves(p: BrigadesPosition, u: int, v: int, melee: bool, close: bool) -> bool:
    """Whether the ground that v is on gives it a save against u."""
    battle = p.battle
    terrain = battle.rules.terrain
    arm = battle.arm[v]
    weapon = battle.weapon[u] if battle.arm[u] == GUNS else SMOOTHBORE
    land = land_of(p)
    for i in land.areas_at(p.x[v] * TENTH, p.y[v] * TENTH):
        cell: Save = terrain.save[land.areas[i].kind][arm]
        if cell.against(weapon, melee):
            return True
    # brigades.terrain.fort.combat.save-melee brigades.terrain.fort.combat.save-artillery
    walls = in_fort_against(p, v, u, melee)
    if walls and (melee or not (close and weapon == SIEGE_GUNS)):
        return True
    # Other lines give none: brigades.terrain.river.combat brigades.terrain.road.combat
    # brigades.terrain.tree-line.combat
    for kind in works_of(p, v, u):
        if kind in (tablemap.HASTY_WORKS, tablemap.LOW_WALL):
            if terrain.walls_save[arm].against(weapon, melee):
                return True
            continue
        cell = terrain.works_save[arm]
        if kind == tablemap.SUNKEN_ROAD:
            # brigades.terrain.sunken-road.infantry-melee
            if melee and battle.arm[u] in INFANTRY:
                continue
            cell = cell._replace(not_siege=True)  # brigades.terrain.sunken-road.siege-fire
        if cell.against(weapon, melee):
            return True
    return False


def suffer(p: BrigadesPosition, v: int, casualties: int, melee: bool) -> None:
    """Count casualties of the combat that is being settled."""
    if melee:
        p.melee_hits[v] += casualties
    else:
        p.fire_hits[v] += casualties


class SavingThrows(UnitRoll[BrigadesPosition]):
    """A die for each hit."""

    hits: Hits
    melee: Flag = 0

    def check(self, p: BrigadesPosition) -> Check:
        return p.battle.rules.save_kind.check((self.hits,))

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        suffer(p, self.unit, outcome, bool(self.melee))
        saved = self.hits - outcome
        p.say(self.unit, f"saves {saved} of {self.hits} hit{'s' * (self.hits > 1)}")


class SaveOrStand(OwnDecision[BrigadesPosition]):
    """Whether cavalry under fire takes saving throws and falls back for each."""

    # brigades.rulings.saves.cavalry

    hits: Hits
    by: Stand  # who fires

    def options(self, p: BrigadesPosition) -> list[int]:
        return [SAVE, TAKE]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        if action == TAKE:
            suffer(p, self.unit, self.hits, False)
            return
        p.retreats[self.unit] += self.hits
        p.drives[self.by] = self.unit
        p.stack.append(SavingThrows(unit=self.unit, hits=self.hits))

    def prompt(self, p: BrigadesPosition) -> str:
        back = self.hits * p.battle.rules.saves.retreat // INCH
        who = clause(p.name(self.unit), "is")
        times = "once" if self.hits == 1 else f"{self.hits} times"
        return f"{who} hit {times}: save, and fall back {back} in?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting to see whether {clause(p.name(self.unit), 'gives')} way to fire."
