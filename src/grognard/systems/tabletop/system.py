"""A system on the tabletop as the rest of the program sees it: its tools, its clock, its score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from grognard.boards.tablefile import read_map
from grognard.boards.tablemap import TableMap
from grognard.engine.battle import Battle
from grognard.engine.chapters import ChapterSystem
from grognard.engine.position import Position
from grognard.engine.ruleset import RuleSet
from grognard.engine.tally import Roster
from grognard.engine.toml import Table
from grognard.engine.tool import Finding, Tool
from grognard.engine.view import View
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.position import TablePosition
from grognard.systems.tabletop.tally import roster, whereabouts
from grognard.systems.tabletop.tools import unit_of
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN

R = TypeVar("R", bound=RuleSet)
B = TypeVar("B", bound=TableBattle)
P = TypeVar("P", bound=TablePosition)


class TableSystem(ChapterSystem[R, B, P]):
    """Sides take turns by phases, unless the system says otherwise."""

    board = "table"
    teaches = True
    phases: tuple[str, ...] = ()
    answers: Mapping[Tool, Callable[..., Finding]] = {}  # of the tools

    def read_map(self, table: Table) -> TableMap:
        return read_map(table)

    def mover(self, position: Position) -> int:
        return self.at(position).clock[SIDE]

    def clock(self, view: View) -> str:
        clock = self.seen(view).clock
        side = view.battle.titles[clock[SIDE]]
        return view.battle.clock(clock[TURN], side, self.phases[clock[PHASE]])

    def roster(self, battle: Battle) -> Roster:
        return roster(self.own(battle))

    def whereabouts(self, position: Position, unit: int) -> str:
        return whereabouts(self.at(position), unit)

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        """What a tool says of the units it is pointed at."""
        p = self.seen(view)
        answer = next(answer for each, answer in self.answers.items() if each.name == tool)
        return answer(p, *(unit_of(p, each) for each in ids))
