"""The battle of this system: the table, the armies by divisions, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from grognard.boards import tablemap
from grognard.boards.table.ground import Ground, Spot
from grognard.boards.table.lattice import INCH, TENTH
from grognard.engine.battlefile import BattleTexts
from grognard.systems.brigades.state.kinds import (
    ARM_OF,
    ARMY,
    BATTALION,
    COMMANDER,
    CORPS,
    DEDICATED_GUN,
    DIVISION,
    FIREARM,
    FIREARM_ROW,
    FOOT,
    GUNS,
    HEAVY,
    HORSE,
    HORSE_GUNS,
    HORSE_SKIRMISHER,
    LEADER,
    LINEAR_FOOT,
    LINEAR_HORSE,
    MASSED_FOOT,
    MASSED_HORSE,
    NO_SHOCK,
    ROW_OF,
    SHOCK,
    SLOW,
)
from grognard.systems.brigades.state.roster import Roster, Unit
from grognard.systems.tabletop.battle import TableBattle, areas_of, hills_of, lines_of, middles

if TYPE_CHECKING:
    from grognard.systems.brigades.rules import Rules

BRIDGE, FORD, BREACH = range(3)  # kinds of spots
VERBS: Final = (
    "done", "halt", "recover", "limber", "unlimber", "column", "deploy", "hurry", "withdraw",
    "sound", "stay", "yield", "pass", "begin", "save", "take",
)  # fmt: skip
(
    DONE, HALT, RECOVER, LIMBER, UNLIMBER, FORM_COLUMN, DEPLOY, HURRY, WITHDRAW, SOUND, STAY,
    YIELD, PASS, BEGIN, SAVE, TAKE,
) = range(16)  # fmt: skip


class BrigadesBattle(TableBattle):
    """A battle on the tabletop; units are the stands and, after them, the commanders."""

    units: list[Unit]

    def __init__(self, texts: BattleTexts, rules: Rules) -> None:
        super().__init__(texts, rules)
        self.rules = rules
        roster = self.read(texts, Roster, rules)
        self.old = roster.old
        self.fog_turns = roster.fog_turns
        self.fog_inches = roster.fog_inches
        self._muster(roster)
        self._survey(roster)
        self._nouns()
        self.seal()
        # A stand moves by at most a dozen answers, and fights and tests a few times a turn.
        self.bound = 200 + self.turns * 2 * self.count * 60

    def _survey(self, roster: Roster) -> None:
        """The map as geometry, in mils."""
        ground = self.ground
        reach = self.rules.terrain.crossing_wide
        spots = [
            Spot(BRIDGE if c.kind == "bridge" else FORD, c.at[0] * TENTH, c.at[1] * TENTH, reach)
            for c in ground.crossings
        ]
        self.breaches = tuple((x * TENTH, y * TENTH) for x, y in roster.breaches)
        self.land = Ground(
            self.wide,
            self.high,
            areas_of(ground),
            lines_of(ground),
            hills_of(ground),
            spots,
        )
        kinds = [area.kind for area in ground.areas]
        self.crops = [i for i, kind in enumerate(kinds) if kind == tablemap.CROPS]
        self.marshes = [i for i, kind in enumerate(kinds) if kind == tablemap.MARSH]
        self.built = [
            i for i, kind in enumerate(kinds) if kind in (tablemap.TOWN, tablemap.VILLAGE)
        ]
        self.roofs = roofs_of(self.land, self.built)
        self.forts = [
            i for i, kind in enumerate(kinds) if kind in (tablemap.FORT, tablemap.FORTRESS)
        ]
        works = (tablemap.FIELD_WORKS, tablemap.HASTY_WORKS, tablemap.LOW_WALL)
        self.covers = middles(self.land, (tablemap.TOWN, tablemap.VILLAGE), works)

    def _muster(self, roster: Roster) -> None:
        units = roster.units
        rules = self.rules
        stands = sum(unit.kind != LEADER for unit in units)
        self.muster(units, stands, ARM_OF, rules.roster.base)
        self.weapon = [unit.weapon for unit in units]
        self.traits = [unit.traits for unit in units]
        self.rank = [unit.rank for unit in units]
        self.corps = [unit.corps for unit in units]
        self.morale = [unit.morale for unit in units]
        self.row = [
            FIREARM_ROW
            if unit.traits & FIREARM and ARM_OF[unit.kind] == HORSE
            else (ROW_OF[unit.kind] if unit.kind != LEADER else 0)
            for unit in units
        ]
        self.shock = [self._has_shock(u) for u in range(self.count)]
        self.move = [self._move(u) for u in range(self.count)]
        self.markers = [self._markers(u) for u in range(self.count)]
        # No point of a stand is further than this from its centre, nor, with the second, of its
        # markers.
        self.girth = [sum(base) // 2 + 1 for base in self.base]
        self.span = [
            girth + markers * rules.march.marker
            for girth, markers in zip(self.girth, self.markers, strict=True)
        ]
        self.longest = max(self.span)
        self.commanders_of = [
            [u for u in range(self.stands, self.count) if self.side[u] == s] for s in (0, 1)
        ]
        # The stands whose weapons have a close range.
        close = [rules.sight.ranges[weapon][0] for weapon in self.weapon]
        if rules.sight.dedicated_gun[0]:
            close = [
                far or bool(t & DEDICATED_GUN) for far, t in zip(close, self.traits, strict=True)
            ]
        self.gunners_of = [[u for u in own if close[u]] for own in self.stands_of]
        # Skirmishers within a brigade are counted in its strength.
        self.within = [unit.within for unit in units]
        self.screens = [
            tuple(s for s in range(self.stands) if self.within[s] == u) for u in range(self.count)
        ]
        self.listing = [u for u in range(self.stands) if self.screens[u]]
        self.start_strength = [self._points(own) for own in self.stands_of]
        self.divisions = roster.divisions
        self.division = [unit.division for unit in units]
        # Also of corps and army: brigades.rulings.exhaustion.other-troops.
        self.troops = [
            [u for u in range(self.stands) if self.division[u] == d]
            for d in range(len(self.divisions))
        ]
        # The commanders whom each stand obeys.
        self.obeyed = [
            [g for g in self.commanders_of[self.side[u]] if self._commands(g, u)]
            for u in range(self.stands)
        ]
        self.level_of = [self._exhaustion(d) for d in range(len(self.divisions))]

    def _commands(self, g: int, u: int) -> bool:
        """Whether a commander is the one, or one of those, whom a stand obeys."""
        rank = self.rank[g]
        division = self.divisions[self.division[u]]
        same_corps = bool(division.corps) and self.corps[g] == division.corps
        if division.under == ARMY:  # brigades.rulings.command.army-troops
            return rank == ARMY
        if division.under == CORPS:  # brigades.rulings.command.corps-troops
            return rank == CORPS and same_corps
        if rank == DIVISION:
            return self.division[g] == self.division[u]
        return self.rules.command.superiors and (rank == ARMY or same_corps)

    def _exhaustion(self, d: int) -> int:
        division = self.divisions[d]
        if division.level:
            return division.level
        points = self._points(self.troops[d])
        return max(1, -(-points * self.rules.exhaustion.percent[division.grade] // 100))

    def _points(self, stands: list[int]) -> int:
        return sum(self.strength[u] for u in stands if self.within[u] < 0)

    def _has_shock(self, u: int) -> bool:
        traits = self.traits[u]
        if traits & FIREARM and self.arm[u] == HORSE:  # brigades.dice.firearm-cavalry.no-shock
            return False
        if traits & NO_SHOCK:
            return False
        # brigades.rulings.attribute.shock.who
        return bool(traits & SHOCK) or self.arm[u] == HORSE

    def _move(self, u: int) -> int:
        """The allowance of a stand, of guns when limbered; without a dedicated gun's burden."""
        rules, arm = self.rules.movement, self.arm[u]
        if arm == COMMANDER:
            return rules.commander
        if arm == GUNS:
            return rules.horse_guns if self.traits[u] & HORSE_GUNS else rules.limbered
        if arm in (HORSE, HORSE_SKIRMISHER):
            return rules.horse[self.units[u].weight]
        slow = arm == FOOT and self.traits[u] & SLOW
        return rules.slow_foot if slow else rules.foot

    def _markers(self, u: int) -> int:
        """How many markers a stand has behind it in march column."""
        rules, kind = self.rules.march, self.kind[u]
        if kind == LEADER:  # brigades.rulings.base.commander
            return 0
        if self.arm[u] == GUNS:
            horse = self.traits[u] & HORSE_GUNS
            code = rules.horse_gun_markers if horse else rules.gun_markers
            return code[0 if kind == BATTALION else 1]
        if self.arm[u] in (HORSE, HORSE_SKIRMISHER):
            heavy = self.units[u].weight == HEAVY or self.traits[u] & DEDICATED_GUN
            code = rules.heavy_markers if heavy else rules.light_markers
        else:
            code = rules.slow_foot_markers if self.traits[u] & SLOW else rules.foot_markers
        if kind in (MASSED_FOOT, MASSED_HORSE):
            return code[0]
        return code[1] if kind in (LINEAR_FOOT, LINEAR_HORSE) else code[2]

    def _nouns(self) -> None:
        stands = self.ids[: self.stands]
        orders = ("attack", "without", "advance", "turn", "lend")
        # Only who lists skirmishers has words for them.
        screens = ("detach", "rejoin")
        self.name_actions(
            VERBS,
            *((o, [f"{o} {one}" for one in stands]) for o in orders),
            *((o, [f"{o} {one}" for one in stands if self.listing]) for o in screens),
        )
        first = self.nouns.first
        self.attack_at, self.without_at, self.advance_at, self.turn_at, self.lend_at = (
            first[order] for order in orders
        )
        self.detach_at, self.rejoin_at = (first[order] for order in screens)


def roofs_of(land: Ground, built: Sequence[int]) -> dict[tuple[int, int], list[int]]:
    """For each square inch that buildings may cover their numbers, in order."""
    found: dict[tuple[int, int], list[int]] = {}
    for number, i in enumerate(built):
        left, top, right, bottom = (side // INCH for side in land.areas[i].box)
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                found.setdefault((column, row), []).append(number)
    return found
