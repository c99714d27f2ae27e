"""A system on the tabletop as the rest of the program sees it: its tools, its clock, its score."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TypeVar

from grognard.boards import tablemap
from grognard.boards.table.rect import Rect, rect
from grognard.boards.tablefile import read_map
from grognard.boards.tablemap import TableMap
from grognard.engine.action import DEGREES
from grognard.engine.battle import Battle
from grognard.engine.battlefile import BattleTexts
from grognard.engine.chapters import ChapterSystem
from grognard.engine.check import Fact
from grognard.engine.errors import BadOrder, UnknownName, did_you_mean
from grognard.engine.position import Position
from grognard.engine.ruleset import RuleSet
from grognard.engine.tally import Earned, Roster, Tally
from grognard.engine.toml import Table
from grognard.engine.tool import Finding, Tool
from grognard.engine.view import View
from grognard.systems.tabletop import short_odds
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.places import PLACES, card_of_place, goal_of
from grognard.systems.tabletop.position import GONE, TablePosition
from grognard.systems.tabletop.reaching import OF_PLACES
from grognard.systems.tabletop.tally import roster, strength_left, whereabouts
from grognard.systems.tabletop.tools import unit_of
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN
from grognard.systems.tabletop.turn_position import TurnPosition
from grognard.systems.tabletop.victory import earned, points_left

R = TypeVar("R", bound=RuleSet)
B = TypeVar("B", bound=TableBattle)
P = TypeVar("P", bound=TablePosition)
Q = TypeVar("Q", bound=TurnPosition)


class TableSystem(ChapterSystem[R, B, P]):
    """Sides take turns by phases, unless the system says otherwise."""

    board = "table"
    scored = "strength points left"
    teaches = True
    phases: tuple[str, ...] = ()
    answers: Mapping[Tool, Callable[..., Finding]] = {}  # of the tools

    def read_map(self, table: Table) -> TableMap:
        return read_map(table)

    def load(self, texts: BattleTexts) -> Battle:
        """A battle in which everybody stands, or arrives, where he may be."""
        battle = self.own(super().load(texts))
        for u, unit in enumerate(battle.units):
            a = rect(unit.pose, *battle.base[u])
            if not self.closed_to(battle, u, a):
                continue
            areas = (battle.land.areas[i].kind for i in battle.land.areas_at(a.x, a.y))
            ground = " and ".join(dict.fromkeys(tablemap.AREAS[kind] for kind in areas))
            at = ",".join(f"{n / 10:.1f}" for n in unit.pose[:2])
            does = "arrives" if unit.turn else "stands"
            why = f"{unit.name} {does} at {at} in the {ground}, which is closed to it"
            raise battle.tables[u].error("at", why)
        return battle

    @abstractmethod
    def closed_to(self, battle: B, u: int, a: Rect) -> bool:
        """Whether a unit, in the form in which it begins, may not be at a place."""

    def mover(self, position: Position) -> int:
        return self.at(position).clock[SIDE]

    def same_order(self, before: Position, after: Position) -> bool:
        """An order ends with its phase, and where the next question is which piece acts."""
        if self.phase(before) != self.phase(after):
            return False
        asked, asks = before.decision, after.decision
        return asked is None or asks is None or not asked.about(before) or bool(asks.about(after))

    def phase(self, position: Position) -> int:
        """The phase of the turn, by number."""
        return self.at(position).clock[PHASE]

    def clock(self, view: View) -> str:
        clock = self.seen(view).clock
        side = view.battle.titles[clock[SIDE]]
        return view.battle.clock(clock[TURN], side, self.phases[clock[PHASE]])

    def roster(self, battle: Battle) -> Roster:
        return roster(self.own(battle))

    def whereabouts(self, position: Position, unit: int) -> str:
        return whereabouts(self.at(position), unit)

    worn: str = "losses"  # the field that counts what a unit has lost

    def put(self, position: Position, id: str, place: str, lost: int | None = None) -> None:
        p = self.at(position)
        ids = p.battle.ids
        name = id.removeprefix("unit:")
        if name not in ids:
            raise UnknownName(f'no unit "{name:.60}": {did_you_mean(name, ids)}')
        u = ids.index(name)
        if place == "off":
            p.put(u, GONE, 0, 0)
        else:
            p.put(u, *self.pose_of(p, u, place))
        self.put_by_hand(p, u)
        if lost is not None:
            getattr(p, self.worn)[u] = lost

    def put_by_hand(self, p: P, u: int) -> None:
        """What else a system remembers of where a unit stands."""

    def pose_of(self, p: P, u: int, place: str) -> tuple[int, int, int]:
        """A pose in words; without a facing the unit keeps its own."""
        poses = p.battle.poses
        where, facing, degrees = place.partition(" facing ")
        turned = degrees if facing else str(p.facing[u] * DEGREES)
        index = poses.find(f"{where} facing {turned}")
        if index is None:
            why = poses.misread(where, turned)
            example = poses.name(poses.at(123, 100, 18))
            raise BadOrder(why or f'"{place:.40}" is no place: write it like "{example}"')
        return poses.pose(index)

    def gave_way(self, before: Position, after: Position, unit: int, foe: int) -> bool:
        """It is further from where its foe came from; who follows up comes nearer."""
        was, now = self.at(before), self.at(after)
        x, y = was.x[foe], was.y[foe]
        far = [(p.x[unit] - x) ** 2 + (p.y[unit] - y) ** 2 for p in (was, now)]
        return far[1] > far[0]

    def card(self, view: View, id: str) -> list[tuple[str, str]]:
        """A unit, or a place: what it is, what it is worth and who is there."""
        if not id.startswith(PLACES):
            return super().card(view, id)
        p = self.seen(view)
        return card_of_place(p, goal_of(p, id), self.tally(p).held)

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        """What a tool says of the units, or the place, it is pointed at."""
        p = self.seen(view)
        answer = next(answer for each, answer in self.answers.items() if each.name == tool)
        if tool in OF_PLACES:
            return answer(p, *(goal_of(p, each) for each in ids))
        return answer(p, *(unit_of(p, each) for each in ids))


class TurnSystem(TableSystem[R, B, Q]):
    """A system of player turns: strength points are counted, and places held."""

    @abstractmethod
    def holders(self, p: Q) -> list[int]:
        """The side that holds each objective, -1 where none does."""

    def score(self, view: View) -> tuple[int, ...]:
        """What is left of each army in strength points."""
        p = self.seen(view)
        return points_left(p.battle, p.losses)

    def earned(self, position: Position) -> list[Earned]:
        p = self.at(position)
        return earned(p.battle, self.holders(p))

    def tally(self, position: Position) -> Tally:
        p = self.at(position)
        return Tally(p.clock[TURN], strength_left(p, p.losses), self.holders(p))

    def short_facts(self, check: str) -> tuple[Fact, ...]:
        """Dice and faces of fire and melee, without a situation."""
        return short_odds.SHORT_FACTS.get(check, ())
