"""The battle of this system: the table, the armies, and what is worked out from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.boards.table.ground import Ground
from grognard.boards.tablemap import CROPS
from grognard.engine.battlefile import BattleTexts
from grognard.systems.onepage.state.kinds import ARM_OF, CAVALRY, INFANTRY
from grognard.systems.onepage.state.roster import Roster, Unit
from grognard.systems.tabletop.battle import (
    TableBattle,
    areas_of,
    crossings_of,
    hills_of,
    lines_of,
    middles,
)

if TYPE_CHECKING:
    from grognard.systems.onepage.rules import Rules

VERBS: Final = ("done", "halt", "recover", "limber", "unlimber", "road", "stay", "take")
DONE, HALT, RECOVER, LIMBER, UNLIMBER, ROAD, STAY, TAKE = range(8)


class OnepageBattle(TableBattle):
    """A battle on the tabletop; units are the stands and, after them, the generals."""

    units: list[Unit]

    def __init__(self, texts: BattleTexts, rules: Rules) -> None:
        super().__init__(texts, rules)
        self.rules = rules
        roster = self.read(texts, Roster, rules)
        self._survey()
        self._muster(roster)
        self._nouns()
        self.seal()
        # A unit moves by at most a dozen answers, and fights and tests a few times a turn.
        self.bound = 100 + self.turns * 2 * self.count * 30

    def _survey(self) -> None:
        """The map as geometry, in mils."""
        ground = self.ground
        self.land = Ground(
            self.wide,
            self.high,
            areas_of(ground),
            lines_of(ground),
            hills_of(ground),
            crossings_of(ground, self.rules.terrain.crossing_wide),
        )
        cover = self.rules.morale
        self.covers = middles(self.land, cover.cover_areas, cover.cover_lines)
        self.crops = [i for i, area in enumerate(ground.areas) if area.kind == CROPS]

    def _muster(self, roster: Roster) -> None:
        units = roster.units
        stands = sum(unit.strength > 0 for unit in units)
        self.muster(units, stands, ARM_OF, self.rules.field.base)
        # Close-order stands, who block sight: onepage.rulings.geometry.sight.
        self.screens = [u for u in range(stands) if self.arm[u] in (INFANTRY, CAVALRY)]
        self.weapon = [unit.weapon for unit in units]
        self.morale = [unit.morale for unit in units]
        self.army = [unit.army for unit in units]
        self.generals_of = [
            [u for u in range(stands, self.count) if self.side[u] == s] for s in (0, 1)
        ]

    def _nouns(self) -> None:
        stands = self.ids[: self.stands]
        pairs = [f"{one} {other}" for one in stands for other in stands]
        self.name_actions(
            VERBS,
            ("fire", [f"fire {pair}" for pair in pairs]),
            ("melee", [f"melee {pair}" for pair in pairs]),
        )
        first = self.nouns.first
        self.fire_at = first["fire"]
        self.melee_at = first["melee"]
