"""A system built from its chapters: the part of `System` that is the same for all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Generic, NamedTuple, TypeVar

from grognard.engine.battle import Battle, BattleResult
from grognard.engine.battlefile import BattleTexts
from grognard.engine.check import CheckKind
from grognard.engine.event import Event
from grognard.engine.position import Position
from grognard.engine.rulebook import changes_key
from grognard.engine.ruleset import RuleSet
from grognard.engine.system import System
from grognard.engine.tool import Command
from grognard.engine.view import Marker, Placement, View
from grognard.engine.weights import Weights, WeightSets

R = TypeVar("R", bound=RuleSet)
B = TypeVar("B", bound=Battle)
P = TypeVar("P", bound=Position)


class Chapters(NamedTuple, Generic[R, B, P]):
    """The classes and functions a system is made of."""

    rules: type[R]
    battle: type[B]
    position: type[P]
    set_up: Callable[[B], P]
    result: Callable[[P], BattleResult | None]
    faults: Callable[[P, P], list[str]]
    judge: Callable[..., float]  # of a position and a side, and of weights if there are any
    # What a side sees, read from a position with blanks.
    placements: Callable[[P], list[Placement]]
    markers: Callable[[P], list[Marker]] = lambda p: []
    card: Callable[[P, str], list[tuple[str, str]]] = lambda p, id: []
    weights: type[Weights] | None = None  # the features its judgement counts
    attacks_due: Callable[[P], list[tuple[str, str]]] = lambda p: []
    command_of: Callable[[P, str], Command | None] = lambda p, id: None


class ChapterSystem(System, Generic[R, B, P]):
    """A system whose data lies in its package and whose rules are the functions of `chapters`."""

    chapters: Chapters[R, B, P]

    def folder(self) -> Traversable:
        return files(self.package())

    def rules(self, variant: str = "sheet") -> R:
        """The rules under a variant, loaded once."""
        found: R = _rules(self, variant, changes_key())
        return found

    def load(self, texts: BattleTexts) -> Battle:
        return self.chapters.battle(texts, self.rules(texts.variant))

    def start(self, battle: Battle, ear: list[Event] | None = None) -> Position:
        p = self.chapters.set_up(self.own(battle))
        p.ear = ear
        p.settle()
        p.ear = None
        return p

    def restore(self, battle: Battle, data: Any) -> Position:
        return self.chapters.position.restore(battle, data)

    def checks(self, variant: str = "sheet") -> dict[str, CheckKind]:
        return self.rules(variant).kinds()

    def result(self, position: Position) -> BattleResult | None:
        return self.chapters.result(self.at(position))

    def faults(self, before: Position, after: Position) -> list[str]:
        return self.chapters.faults(self.at(before), self.at(after))

    def weights(self) -> WeightSets | None:
        return _weights(self) if self.chapters.weights else None

    def judge(self, position: Position, side: int, weights: Weights | None = None) -> float:
        sets = self.weights()
        if sets is None:
            return self.chapters.judge(self.at(position), side)
        return self.chapters.judge(self.at(position), side, weights or sets.get())

    def placements(self, view: View) -> list[Placement]:
        return self.chapters.placements(self.seen(view))

    def attacks_due(self, view: View) -> list[tuple[str, str]]:
        return self.chapters.attacks_due(self.seen(view))

    def command_of(self, position: Position, id: str) -> Command | None:
        return self.chapters.command_of(self.at(position), id)

    def markers(self, view: View) -> list[Marker]:
        return self.chapters.markers(self.seen(view))

    def card(self, view: View, id: str) -> list[tuple[str, str]]:
        return self.chapters.card(self.seen(view), id)

    def ground(self, battle: Battle) -> Any:
        return battle.ground

    # -- its own classes -----------------------------------------------------------------------

    def own(self, battle: Battle) -> B:
        assert isinstance(battle, self.chapters.battle)
        return battle

    def at(self, position: Position) -> P:
        assert isinstance(position, self.chapters.position)
        return position

    def seen(self, view: View) -> P:
        """The position a view shows, with its blanks; do not change it."""
        return view.seen(self.chapters.position)


@lru_cache(maxsize=256)
def _rules(system: ChapterSystem[Any, Any, Any], variant: str, changes: str) -> Any:
    return system.chapters.rules(system.rulebook(variant))


@lru_cache(maxsize=256)
def _weights(system: ChapterSystem[Any, Any, Any]) -> WeightSets:
    return WeightSets(system.chapters.weights or Weights, system.folder())
