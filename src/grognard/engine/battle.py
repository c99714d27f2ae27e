"""The battle: a scenario as data, immutable once loaded, shared by all copies of a position."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

from grognard.engine import house
from grognard.engine.action import Nouns
from grognard.engine.battlefile import BattleTexts, Heading
from grognard.engine.board_map import BoardMap
from grognard.engine.errors import UnknownName, did_you_mean
from grognard.engine.ruleset import RuleSet


class BattleResult(NamedTuple):
    """How a battle ended: the winning side's index (or None for a draw), the score, and why."""

    winner: int | None
    points: tuple[float, ...]
    why: str


class Battle:
    """What never changes while a battle is fought: ground, orders of battle, arrivals, victory.

    `sides` are the short names used in orders and files, `titles` those for people. `bound` is
    the greatest number of answers and rolls a game can take. `source` is the text of the battle
    and its map, embedded in records of battles that are not shipped; `digest` is its hash.
    """

    __slots__ = (
        "bound",
        "date",
        "difficulty",
        "digest",
        "first_turn",
        "ground",
        "house",
        "last_turn",
        "minutes",
        "name",
        "nouns",
        "rules_digest",
        "shipped",
        "sides",
        "source",
        "start_minutes",
        "summary",
        "system",
        "teaches",
        "title",
        "titles",
        "turns",
        "variant",
    )

    system: str
    name: str
    title: str
    date: str
    summary: str
    teaches: str
    difficulty: int
    variant: str
    sides: tuple[str, ...]
    titles: tuple[str, ...]
    nouns: Nouns
    bound: int
    source: dict[str, str]
    house: dict[str, str]  # the texts of house variants, by name
    digest: str
    rules_digest: str
    shipped: bool
    start_minutes: int  # of the day
    minutes: int  # of a turn
    turns: int
    first_turn: int
    last_turn: int  # the latest there can be
    ground: BoardMap

    def __init__(self, texts: BattleTexts, rules: RuleSet) -> None:
        self.system = texts.system
        self.name = texts.name
        self.variant = texts.variant
        self.source = dict(texts.source)
        self.house = house.texts_of(texts.variant)
        self.shipped = texts.shipped
        self.rules_digest = rules.digest

    def seal(self) -> None:
        """Work out the digest: equal for files with the same content, whatever their layout.

        The `system` key is left out, because the battle's id already holds it.
        """
        plain = tomllib.loads(self.source["battle"])
        plain.pop("system", None)
        canonical = json.dumps([plain, self.ground.hash], sort_keys=True)
        self.digest = sha256(canonical.encode()).hexdigest()

    def describe(self, heading: Heading, sides: Iterable[tuple[str, str]]) -> None:
        """Set what the heading of the battle file says, and the names and titles of the sides."""
        self.title = heading.title
        self.date = heading.date
        self.summary = heading.summary
        self.teaches = heading.teaches
        self.difficulty = heading.difficulty
        self.turns = heading.turns
        self.first_turn, self.last_turn = 1, heading.turns
        self.start_minutes = heading.start
        self.minutes = heading.minutes
        names, titles = zip(*sides, strict=True)
        self.sides = names
        self.titles = titles

    @property
    def id(self) -> str:
        """The battle's full name: `system/name`."""
        return f"{self.system}/{self.name}"

    def side_name(self, side: int) -> str:
        """A side as the subject of a sentence: The French side."""
        return f"The {self.titles[side]} side"

    def side_index(self, name: str) -> int:
        """The index of a side by its name."""
        if name not in self.sides:
            hint = did_you_mean(str(name), self.sides)
            raise UnknownName(f"no side {name!r:.40} in {self.id}: {hint}")
        return self.sides.index(name)

    @property
    def length(self) -> str:
        """How many turns are played unless a side breaks: `6`, or `6 to 9` if dice may add some."""
        least, most = (last - self.first_turn + 1 for last in (self.turns, self.last_turn))
        return str(least) if least == most else f"{least} to {most}"

    def hour(self, turn: int) -> str:
        """The hour at which a turn begins."""
        minutes = self.start_minutes + (turn - 1) * self.minutes
        return f"{minutes // 60 % 24:02}:{minutes % 60:02}"

    def clock(self, turn: int, *more: str) -> str:
        """Turn and hour, and what else the head of a screen shows."""
        return " · ".join((f"Turn {turn} of {self.turns}", self.hour(turn), *more))

    def json(self) -> dict[str, Any]:
        """The entry of this battle in a list of battles."""
        return {
            "id": self.id,
            "title": self.title,
            "date": self.date,
            "summary": self.summary,
            "teaches": self.teaches,
            "difficulty": self.difficulty,
            "sides": list(self.sides),
            "variant": self.variant,
        }
