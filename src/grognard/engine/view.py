"""Views: what one side may know, and the pieces a picture is made of."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from grognard.engine.battle import Battle
from grognard.engine.check import Check
from grognard.engine.errors import GrognardError
from grognard.engine.position import DERIVED, Position
from grognard.engine.step import CHANCE, EVERYBODY, NOBODY, ReachArea

P = TypeVar("P", bound=Position)

# A position guessed from a view, for bots to play on: they never get the true one.
Sample = Position


class Option(NamedTuple):
    """An allowed answer: its int, its words, the id it names on the board, what a button says."""

    action: int
    text: str
    target: str
    says: str = ""  # empty: its words


class Question(NamedTuple):
    """The open step as a viewer sees it: who answers, what is asked, and the viewer's options.

    `picked` are the things picked so far that may be put back; `meanings` say what results of its
    check mean here.
    """

    actor: int
    prompt: str
    options: tuple[Option, ...]
    about: tuple[str, ...]
    check: Check | None
    picked: tuple[Option, ...] = ()
    meanings: Mapping[str, str] = MappingProxyType({})


class Placement(NamedTuple):
    """One piece on the board: what it is, where it stands, where it looks, what is written on it.

    `symbol` names the kind of piece (the drawing knows how it looks), `at` is the place in the
    board's own terms (a hex, a locale, a pose), `turn` is clockwise degrees from north or None.
    `marks` are states in the system's words. On the tabletop `at` is the middle of the base and its
    width and depth, all in tenths of an inch; a piece without a base has its point alone; `rating`
    says what the piece is rated for, and how well; `behind` are the lengths of the markers that
    follow it when it is marked `column`, one after another.
    """

    id: str
    symbol: str
    side: int
    at: tuple[int, ...]
    turn: int | None
    label: str
    strength: str
    marks: tuple[str, ...]
    note: str
    rating: tuple[str, str] = ("", "")
    behind: tuple[int, ...] = ()


class Marker(NamedTuple):
    """Something on the ground that is not a piece: an objective, a controlled place, an entry."""

    id: str
    kind: str
    at: tuple[int, ...]
    side: int
    label: str


class View:
    """What one side (or a spectator, side NOBODY) may know of a game.

    It holds its own copy of the position, with blanks. Readers get it in
    their system's own type by `seen`, and change nothing in it; `sample` gives one to play on.
    """

    __slots__ = ("_question", "battle", "position", "side")

    def __init__(self, position: Position, side: int) -> None:
        self.battle: Battle = position.battle
        self.side = side
        self.position = position.known_to(side)
        self._question: Question | None = None

    @property
    def question(self) -> Question:
        """The open step, worked out when it is first asked for."""
        if self._question is None:
            self._question = question_for(self.position, self.side)
        return self._question

    def seen(self, kind: type[P]) -> P:
        """The position with blanks as its own system knows it: to be read, not to be changed."""
        assert isinstance(self.position, kind)
        return self.position

    def fields(self) -> list[list[int]]:
        """All that is known of the position but its stack; equal fields look the same."""
        p = self.position
        return [getattr(p, field.name) for field in p.FIELDS if field.secrecy != DERIVED]

    def sample(self, rng: random.Random) -> Sample:
        """A full position consistent with this view; equal views and equal rng give equal ones."""
        return self.position.imagine(rng)

    def guess(self) -> Position:
        """A full position consistent with this view, always the same one, only to be read."""
        return self.sample(random.Random(0)) if self.position.hides else self.position

    def reach(self) -> tuple[ReachArea, ...]:
        """The parts of the board the viewer's answer may reach beyond the options listed."""
        decision = self.position.decision
        if decision is None or self.position.actor != self.side:
            return ()
        return decision.reach(self.guess())

    def refusal(self, action: int) -> str:
        """Why the viewer may not give an answer; empty if it is allowed."""
        decision = self.position.decision
        if decision is None or self.position.actor != self.side:
            return "you are not asked"
        position = self.guess()
        if decision.allows(position, action):
            return ""
        return decision.refusal(position, action) or "it is not one of the options"

    def cost(self, action: int) -> str:
        """What one of the viewer's options uses up, in words."""
        decision = self.position.decision
        return "" if decision is None else decision.cost(self.guess(), action)

    @property
    def step(self) -> str:
        """The name of the open step as the viewer may know it, empty when the battle is over."""
        return type(self.position.top).__name__ if self.position.stack else ""

    def option(self, action: int) -> Option:
        """One of the viewer's options by its int."""
        for option in (*self.question.options, *self.question.picked):
            if option.action == action:
                return option
        raise GrognardError(f"action {action} is not among the options")

    def json(self) -> dict[str, Any]:
        """The view as JSON: this, and nothing else, may be sent to the viewer."""
        q = self.question
        return {
            "battle": self.battle.id,
            "side": None if self.side == NOBODY else self.battle.sides[self.side],
            **self.position.dump(),
            "actor": _actor_name(self.battle, q.actor),
            "prompt": q.prompt,
            "options": [o._asdict() for o in q.options],
            "picked": [o._asdict() for o in q.picked],
            "about": list(q.about),
            "check": None if q.check is None else q.check.json(),
        }


def _actor_name(battle: Battle, actor: int) -> str | None:
    if actor == CHANCE:
        return "chance"
    return None if actor == NOBODY else battle.sides[actor]


def question_for(position: Position, side: int) -> Question:
    """The open step of a position, which may have blanks, as a side sees it."""
    decision = position.decision
    if decision is not None:
        actor = decision.actor(position)
        about = decision.about(position)
        if actor != side:
            return Question(actor, decision.waiting(position), (), about, None)
        options, picked = (
            tuple(
                Option(
                    a,
                    decision.phrase(position, a),
                    decision.target(position, a),
                    decision.says(position, a),
                )
                for a in answers
            )
            for answers in (position.options(), decision.put_back(position))
        )
        return Question(actor, decision.prompt(position), options, about, None, picked)
    roll = position.roll
    if roll is not None:
        if roll.seen_by(position) not in (EVERYBODY, side):
            return Question(CHANCE, "A roll only the other side sees.", (), (), None)
        check = roll.check(position)
        about, meanings = roll.about(position), roll.meanings(position)
        return Question(CHANCE, check.title, (), about, check, meanings=meanings)
    return Question(NOBODY, "The battle is over.", (), (), None)
