"""Questions and rolls about a unit: who throws for it, and what the picture points at."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from grognard.engine.action import DEGREES
from grognard.engine.errors import GrognardError
from grognard.engine.grammar import agreed, clause
from grognard.engine.numbers import Unit
from grognard.engine.step import Decision, Roll
from grognard.systems.tabletop.position import TablePosition

T = TypeVar("T", bound=TablePosition)


class Name(str):
    """A name that agrees with the verb it is written with: `{unit:has}`."""

    __slots__ = ()

    def __format__(self, verb: str) -> str:
        return clause(self, verb) if verb else str(self)


class UnitDecision(Decision[T]):
    """A question about a unit; `asks` and `waits` are its words, with `{unit}` or `{unit:has}`."""

    asks: ClassVar[str] = ""
    waits: ClassVar[str] = ""

    unit: Unit

    def about(self, p: T) -> tuple[str, ...]:
        return (p.uid(self.unit),)

    def words(self, p: T) -> dict[str, str]:
        """What stands in the words of the question."""
        return {"unit": Name(p.name(self.unit))}

    def prompt(self, p: T) -> str:
        return agreed(p.name(self.unit), self.asks.format(**self.words(p)))

    def waiting(self, p: T) -> str:
        return self.waits.format(**self.words(p))


class OrderDecision(Decision[T]):
    """A question answered by a verb alone, or by one that names a stand: `attack kempt`."""

    def target(self, p: T, action: int) -> str:
        verb, _, stand = p.battle.nouns.name(action).partition(" ")
        return f"unit:{stand}" if stand else f"verb:{verb}"


class OwnDecision(UnitDecision[T]):
    """A question about a unit to the side it belongs to."""

    def actor(self, p: T) -> int:
        return p.battle.side[self.unit]


class PoseDecision(OwnDecision[T]):
    """Where a unit goes, or how it faces: any pose that keeps the rules."""

    wide = True

    def why_not(self, p: T, x: int, y: int, facing: int) -> str:
        """Why the unit may not have a pose; empty if it may."""
        raise GrognardError(f"{type(self).__name__} does not say which poses keep the rules")

    def allows(self, p: T, action: int) -> bool:
        """Any option, and any pose that keeps the rules."""
        if action < p.battle.pose_at:
            return action in p.options()
        return action < p.battle.nouns.size and not self.refusal(p, action)

    def refusal(self, p: T, action: int) -> str:
        battle = p.battle
        if action < battle.pose_at:
            return ""
        return self.why_not(p, *battle.poses.pose(action - battle.pose_at))

    def beyond(self, p: T, words: tuple[str, ...]) -> tuple[int, int]:
        """`to 12.3,20.0 facing 90`; without a facing it keeps its own."""
        skip = 1 if words[:1] == ("to",) else 0
        count = 3 if words[skip + 1 : skip + 2] == ("facing",) else 1
        text = " ".join(words[skip : skip + count])
        if count == 1:
            text += f" facing {p.facing[self.unit] * DEGREES}"
        index = p.battle.poses.find(text)
        return (-1, 0) if index is None else (p.battle.pose_at + index, skip + count)

    def misread(self, p: T, words: tuple[str, ...]) -> str:
        """A place off the table or between the lattice, or a facing there is not."""
        if words[:1] == ("to",):
            words = words[1:]
        facing = words[2] if words[1:2] == ("facing",) and len(words) > 2 else "0"
        return p.battle.poses.misread(words[0], facing) if words else ""

    def phrase(self, p: T, action: int) -> str:
        return f"to {p.battle.nouns.name(action)}"


class UnitRoll(Roll[T]):
    """A roll for a unit."""

    unit: Unit

    def roller(self, p: T) -> int:
        return p.battle.side[self.unit]

    def about(self, p: T) -> tuple[str, ...]:
        return (p.uid(self.unit),)


class StrikeRoll(UnitRoll[T]):
    """A roll of a unit at another."""

    target: Unit

    def about(self, p: T) -> tuple[str, ...]:
        return (p.uid(self.unit), p.uid(self.target))
