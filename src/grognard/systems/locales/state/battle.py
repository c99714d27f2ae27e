"""The battle of this system: the ground, the armies, and what is worked out from them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.boards.areamap import AreaMap
from grognard.boards.areas import boundary_of
from grognard.engine.action import Nouns
from grognard.engine.battle import Battle
from grognard.engine.battlefile import BattleTexts
from grognard.engine.toml import loads
from grognard.systems.locales.state.ground import read_map, restricted
from grognard.systems.locales.state.kinds import ARMS, EMPTY, ORDERS, STAFF_ORDERS, VERBS, Order
from grognard.systems.locales.state.roster import Roster

if TYPE_CHECKING:
    from grognard.systems.locales.rules import Rules

# Orders that cross no restricted boundary; all others do, and retreats and withdrawals too.
IN_HASTE: Final = (
    Order.CHARGE,  # locales.charge.condition.no-restricted-boundary
    Order.CAVALRY_MARCH,  # locales.cavalry-march.condition.no-restricted-boundary
    Order.ROAD_MARCH,  # locales.road-march.condition.no-restricted-boundary
)


class LocalesBattle(Battle):
    """A battle in areas with hidden blocks. A spot is a locale (its reserve) or an approach."""

    ground: AreaMap

    def __init__(self, texts: BattleTexts, rules: Rules) -> None:
        super().__init__(texts, rules)
        self.rules = rules
        self.ground = ground_of(texts.source["map"])
        self.areas = self.ground.areas
        file = texts.table()
        roster = Roster(file, self.ground, rules)
        file.done()
        self.roster = roster
        self.describe(roster.heading, [(side.name, side.title) for side in roster.sides])
        self.first = roster.first
        self.defender = roster.defender
        self._survey()
        self._muster(roster)
        self._nouns()
        self.seal()
        self.bound = 200 + self.turns * 2 * self.count * 40

    def _survey(self) -> None:
        ground = self.ground
        self.locales = self.areas.size
        self.spots_of = [  # a locale's reserve and its approaches
            (here, *(self.locales + a for a in self.areas.approaches[here]))
            for here in range(self.locales)
        ]
        self.spots = self.locales + len(ground.approaches)
        self.capacity = [locale.properties["capacity"] for locale in ground.locales]
        self.objective = [locale.properties["objective"] for locale in ground.locales]
        self.entry = [locale.properties["entry"] for locale in ground.locales]
        self.objectives_of = [of_side(self.objective, side) for side in (0, 1)]
        self.entries_of = [of_side(self.entry, side) for side in (0, 1)]
        self.width = [boundary.properties["width"] for boundary in ground.boundaries]
        self.penalty = [  # [approach][arm]
            tuple(approach.properties[arm] for arm in ARMS) for approach in ground.approaches
        ]
        self.obstructed = [bool(each.properties["obstructed"]) for each in ground.approaches]
        self.restricted = restricted(ground)
        self.impassable = ground.closed()
        self.walls = sum(3 << 2 * n for n in range(len(self.width)) if self.impassable >> n & 1)
        self.beside = [sum(1 << there for there in near) for near in self.areas.neighbours]
        # locales.restriction.impassable-never-crossed, locales.ruling.restricted-otherwise-open
        in_haste = self.impassable | self.restricted
        self.onward = [
            self._onward(in_haste if order in IN_HASTE else self.impassable)
            for order in range(len(ORDERS))
        ]
        march = self.rules.march
        longest = max(march.road_locales, march.long_road_locales)
        self.by_road = [self.areas.road_reach(here, longest) for here in range(self.locales)]
        self.road_closed = in_haste
        self.next_by_road = [
            self.areas.road_reach(here, 1, closed=self.road_closed) for here in range(self.locales)
        ]

    def _onward(self, closed: int) -> list[int]:
        """The neighbours of every locale over boundaries that are not closed, as sets."""
        areas = self.areas
        return [
            sum(1 << areas.towards[a] for a in mine if not closed >> boundary_of(a) & 1)
            for mine in areas.approaches
        ]

    def _muster(self, roster: Roster) -> None:
        """Every unit a block, and behind each side's blocks empty ones for units that split."""
        self.units = roster.units
        self.arms = [unit.arm for unit in roster.units]
        self.slots: list[int] = []  # the unit a block begins as
        self.block_side: list[int] = []
        for side in (0, 1):
            own = [i for i, unit in enumerate(roster.units) if unit.side == side]
            points = sum(roster.units[i].strength for i in own)
            self.slots += [*own, *[EMPTY] * (points - len(own))]
            self.block_side += [side] * points
        self.group = [0 if i == EMPTY else roster.units[i].group for i in self.slots]
        self.count = len(self.slots)
        self.blocks_of = [[b for b in range(self.count) if self.block_side[b] == s] for s in (0, 1)]
        self.broken_at = self.rules.morale.broken_at
        self.morale = [self._start_morale(roster, side) for side in (0, 1)]

    def _start_morale(self, roster: Roster, side: int) -> int:
        own = [unit for unit in roster.units if unit.side == side]
        groups = {unit.group for unit in own if unit.group}
        points = sum(unit.strength for unit in own)
        # locales.ruling.morale.by-battle
        return roster.sides[side].morale or self.rules.morale.at_start(points, len(groups))

    def _nouns(self) -> None:
        areas = self.areas
        places = [areas.ids[i] for i in range(self.locales)]
        approaches = [areas.approach_name(a) for a in range(self.spots - self.locales)]
        spots = [*places, *approaches]
        blocks = [str(b + 1) for b in range(self.count)]
        self.nouns = Nouns(
            [
                ("verb", VERBS),
                ("order", [f"{order} {spot}" for order in ORDERS for spot in spots]),
                ("staff", STAFF_ORDERS),
                ("block", blocks),
                ("locale", places),
                ("approach", approaches),
                ("card", [str(k + 1) for k in range(len(self.rules.cards.kinds))]),
            ]
        )
        first = self.nouns.first
        self.order_at = first["order"]
        self.staff_at = first["staff"]
        self.block_at = first["block"]
        self.locale_at = first["locale"]
        self.approach_at = first["approach"]
        self.card_at = first["card"]

    def locale_of(self, spot: int) -> int:
        return spot if spot < self.locales else self.areas.locale[spot - self.locales]

    def spot_action(self, spot: int) -> int:
        """The answer that names a spot: a locale or, numbered after all of them, an approach."""
        return self.locale_at + spot

    def spot_name(self, spot: int) -> str:
        return self.nouns.name(self.spot_action(spot))

    def place(self, locale: int) -> str:
        """A locale as the map calls it."""
        return self.ground.locales[locale].name

    def approach(self, approach: int) -> str:
        """An approach as people speak of it: the locale it belongs to, and where it looks."""
        return " towards ".join(self.across(approach))

    def across(self, approach: int) -> tuple[str, str]:
        """The locales on this side and on the other side of an approach, as the map calls them."""
        areas = self.areas
        return self.place(areas.locale[approach]), self.place(areas.towards[approach])

    def spot(self, spot: int) -> str:
        """A locale or an approach as people speak of it."""
        return self.place(spot) if spot < self.locales else self.approach(spot - self.locales)

    def spot_id(self, spot: int) -> str:
        """The id of a spot on the board."""
        return f"{'locale' if spot < self.locales else 'approach'}:{self.spot_name(spot)}"


def of_side(sides: list[int], side: int) -> list[int]:
    """The locales whose set of sides holds a side."""
    return [here for here, held in enumerate(sides) if held >> side & 1]


@lru_cache(maxsize=32)
def ground_of(text: str) -> AreaMap:
    """The map of a text, shared by every battle that uses it."""
    return read_map(loads(text, "map"))
