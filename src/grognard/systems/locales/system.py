"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from grognard.boards.areamap import AreaMap
from grognard.engine.battle import Battle
from grognard.engine.chapters import Chapters, ChapterSystem
from grognard.engine.check import Fact
from grognard.engine.dist import Dist
from grognard.engine.errors import NotAllowed, UnknownName
from grognard.engine.listing import listing
from grognard.engine.muster import MOST, Fixed, Limit, Muster, Stand
from grognard.engine.position import Position
from grognard.engine.step import steps_of
from grognard.engine.tally import Roster, Tally
from grognard.engine.toml import Table
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.locales import cards, morale
from grognard.systems.locales.cards import MANY_FIELD
from grognard.systems.locales.judging import judgement
from grognard.systems.locales.judging.outlook import (
    came_of,
    ordered_outlook,
    outlook,
    with_nothing_hidden,
)
from grognard.systems.locales.judging.weights import LocalesWeights
from grognard.systems.locales.rules import Rules
from grognard.systems.locales.shown import attacking, pictures, tally, tools
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.faults import faults
from grognard.systems.locales.state.ground import read_map
from grognard.systems.locales.state.kinds import ARMS, PHASES, Clock
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.state.setup import set_up

LocalesPosition.STEPS = steps_of("grognard.systems.locales")


class LocalesSystem(ChapterSystem[Rules, LocalesBattle, LocalesPosition]):
    """Area battles: hidden blocks, approaches, command cards, morale."""

    name = "locales"
    title = "Locales: areas, hidden blocks and command cards"
    scored = "morale"
    summary = "Blocks hidden from the enemy, approaches secured and assaulted, command by cards."
    board = "areas"
    listed, shipped = listing(files("grognard.systems.locales"))
    tools = tools.TOOLS
    teaches = True
    secrets = True
    chapters = Chapters(
        Rules, LocalesBattle, LocalesPosition, set_up, morale.result, faults, judgement.judge,
        pictures.placements, pictures.markers, pictures.card, LocalesWeights,
        attacking.attacks_due,
    )  # fmt: skip

    def read_map(self, table: Table) -> AreaMap:
        return read_map(table)

    states = ("disrupted", "limbered", "ranging", "spiked")

    def limits(self, variant: str = "sheet") -> tuple[Limit, ...]:
        """The morale of an army, of which every point of strength lost takes some."""
        says = "The army is demoralized. (Objectives, rallies and retreats move morale too.)"
        morale = self.rules(variant).morale
        start = tuple(morale.at_start(points, 0) for points in range(MOST + 1))
        return (Limit("Army morale", "army", "losses", start, says),)

    def muster(self, battle: Battle) -> Muster:
        """Blocks with their strength, and the morale each army starts with."""
        own = self.own(battle)
        stands = tuple(
            Stand(unit.id, unit.name, unit.side, "", ARMS[unit.arm], unit.strength, "", False)
            for unit in own.units
        )
        fixed = tuple(Fixed("Army morale", side, "", own.morale[side]) for side in (0, 1))
        return Muster(stands, fixed)

    def put(self, position: Position, id: str, place: str, lost: int | None = None) -> None:
        """A block stands in a reserve or on an approach; what it is stays hidden."""
        p = self.at(position)
        number = id.removeprefix("block:")
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= p.battle.count):
            raise UnknownName(f'no block "{number:.20}": they are numbered 1 to {p.battle.count}')
        b = int(number) - 1
        if p.spot[b] < 0:
            raise NotAllowed(f"block {number} is not on the map: it comes and goes by the rules")
        if place == "off" or lost is not None:
            raise NotAllowed("a block is hidden: the rules alone take its strength or remove it")
        areas = p.battle.areas
        if "/" in place:
            p.put(b, areas.size + areas.parse_approach(place))
        else:
            p.put(b, areas.parse(place))

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """`assault attack=… …`: who wins and what it costs; `draw field=N`: yes or no."""
        rules = self.rules(variant)
        if check == rules.assault_kind.name:
            return rules.assault_kind.answer(values)
        if check == rules.draw_kind.name and not rules.cards.fixed and "field" in values:
            return rules.draw_kind.at_least(values)
        return None

    def short_facts(self, check: str) -> tuple[Fact, ...]:
        """`field`: how many field commands the next card of a fresh deck shall give."""
        return (MANY_FIELD,) if check == "draw" else ()

    def outlook(self, view: View, action: int) -> list[tuple[str, Dist[str]]]:
        return outlook(view, action)

    def outlook_of_attack(self, view: View) -> list[tuple[str, Dist[str]]]:
        return ordered_outlook(view)

    def outlook_knowing_all(self, position: Position, action: int) -> list[tuple[str, Dist[str]]]:
        return with_nothing_hidden(self.at(position), action)

    def came_of_outlook(self, before: Position, action: int, now: Position) -> str:
        return came_of(self.at(before), action, self.at(now))

    def score(self, view: View) -> tuple[int, ...]:
        return tuple(self.seen(view).morale)

    def purse(self, view: View) -> tuple[str, ...]:
        return cards.purse(self.seen(view))

    def hand(self, view: View) -> tuple[tuple[str, ...], ...]:
        return cards.hand(self.seen(view), view.side)

    def roster(self, battle: Battle) -> Roster:
        return tally.roster(self.own(battle))

    def tally(self, position: Position) -> Tally:
        return tally.tally(self.at(position))

    def whereabouts(self, position: Position, unit: int) -> str:
        return tally.whereabouts(self.at(position), unit)

    def mover(self, position: Position) -> int:
        return self.at(position).clock[Clock.SIDE]

    def clock(self, view: View) -> str:
        clock = self.seen(view).clock
        side = view.battle.titles[clock[Clock.SIDE]]
        return view.battle.clock(max(1, clock[Clock.TURN]), side, PHASES[clock[Clock.PHASE]])

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        return tools.find(self.seen(view), tool, ids)
