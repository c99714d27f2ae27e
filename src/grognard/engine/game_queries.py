"""What can be asked of a game without changing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from grognard.engine import step
from grognard.engine.answer import is_allowed, not_allowed, read_action
from grognard.engine.battle import Battle, BattleResult
from grognard.engine.chain import Chain, foresee_chain
from grognard.engine.check import Check
from grognard.engine.dice import Die
from grognard.engine.dicebox import DiceBox
from grognard.engine.dist import Dist
from grognard.engine.errors import GrognardError, NotAllowed
from grognard.engine.log import LogEntry
from grognard.engine.order import read_order, read_row
from grognard.engine.past import RESIGNED
from grognard.engine.position import Position
from grognard.engine.prospect import Prospect
from grognard.engine.record import Record
from grognard.engine.recorded_game import RecordedGame, read_dice
from grognard.engine.review import NO_ROLL, Walked
from grognard.engine.view import Option, View

if TYPE_CHECKING:
    from grognard.engine.system import System

Answer = SupportsIndex | str | Mapping[str, str] | Sequence[int | str]
# Draws a view, and an arrow along the places of the last move.
Artist = Callable[[View, "System", tuple[str, ...]], str]


class ThrownDice(NamedTuple):
    """Dice that were thrown and still count: at which line, for which side, who may see them."""

    line: int
    side: str
    dice: tuple[Die, ...]
    faces: list[int]
    audience: int


class Declared(NamedTuple):
    """An attack that is ordered and not yet fought: whom it strikes, and how it may end.

    The chain is None where secrets decide, or it never comes to blows; the outlook is over what
    hidden pieces may be.
    """

    target: str
    chain: Chain | None
    outlook: list[tuple[str, Dist[str]]]


class GameQueries(RecordedGame):
    """A battle being fought, read-only: the base of `Game`."""

    def __init__(
        self,
        system: System,
        battle: Battle,
        record: Record,
        box: DiceBox,
        artist: Artist | None = None,
    ) -> None:
        super().__init__(system, battle, box)
        self.record = record
        self.artist = artist

    # -- what is asked ---------------------------------------------------------------------------

    @property
    def result(self) -> BattleResult | None:
        """Who won, and why; None while the battle lasts."""
        if self.resigned is None:
            return self.system.result(self.position) if self.over else None
        loser = self.battle.side_index(self.resigned)
        others = [side for side in range(len(self.battle.sides)) if side != loser]
        winner = others[0] if len(others) == 1 else None
        return BattleResult(
            winner,
            self.system.score(View(self._past.before(-1), step.NOBODY)),
            f"{self.battle.side_name(loser)} resigned",
        )

    @property
    def roller(self) -> str | None:
        """The side that would throw the dice that are due on a real table; None if none are."""
        roll = self.position.roll
        return None if roll is None else self.battle.sides[roll.roller(self.position)]

    @property
    def default(self) -> int | None:
        """The answer given for an absent side; None if nobody must choose."""
        decision = self.position.decision
        return None if decision is None else decision.default(self.position)

    @property
    def secrets(self) -> bool:
        """Whether sides hide anything from each other."""
        return self.position.hides

    @property
    def turn_text(self) -> str:
        """Turn, hour and phase in words."""
        return self.system.clock(self.view(None))

    @property
    def check(self) -> Check:
        """The check of the roll that is due."""
        return self.position.check()

    def options(self) -> list[int]:
        """All answers the side that must choose may give."""
        return list(self.position.options())

    def choices(self) -> tuple[Option, ...]:
        """The options with their words and the ids they name."""
        return View(self.position, self.position.actor).question.options

    def texts(self) -> list[str]:
        """The options in words, each of which may be typed."""
        return [option.text for option in self.choices()]

    def view(self, side: str | None) -> View:
        """What a side, or a spectator, may know."""
        return View(self.position, self._side(side))

    def log_for(self, side: str | None) -> list[LogEntry]:
        """The part of the log a side, or a spectator, may read."""
        index = self._side(side)
        return [entry for entry in self.log if entry.heard_by(index)]

    def text_for(self, side: str | None) -> str:
        """The record as a side, or a spectator, may know it."""
        return self.record.text_for(self._side(side), side or "spectator")

    def foresee(self, answer: Answer) -> Prospect:
        """What an answer leads to, from what the side that must choose knows."""
        self._refuse_unasked()
        view = View(self.position, self.position.actor)
        guess = view.guess()
        return Prospect(self.system, view, guess, self._actions(answer, guess))

    def declared(self, side: str | None, id: str) -> Declared | None:
        """Whom a piece has been ordered to attack, and how that may end, from what a side knows.

        None if it has no such order.
        """
        view = self.view(side)
        target = dict(self.system.attacks_due(view)).get(id)
        if target is None:
            return None
        p = view.position
        if p.hides:
            return Declared(target, None, self.system.outlook_of_attack(view))
        whose = next(each.side for each in self.system.placements(view) if each.id == id)
        return Declared(target, foresee_chain(self.system, p, whose, id, target), [])

    def preview(self, answer: Answer) -> list[Check]:
        """The check an answer leads to at once, from what the side that must choose knows."""
        return self.foresee(answer).checks

    def outlook(self, answer: Answer) -> list[tuple[str, Dist[str]]]:
        """What an answer without dice may lead to, from what the side that must choose knows."""
        return self.foresee(answer).outlook

    def understands(self, order: str) -> bool:
        """Whether an order in words can be read now, allowed or not."""
        try:
            read_order(self._known(), order)
        except NotAllowed:
            return True
        except GrognardError:
            return False
        return True

    def reads(self, order: str) -> tuple[int, ...]:
        """The answers an order in words means now; empty if it cannot be read or is not allowed."""
        try:
            return tuple(self._actions(order, self._known()))
        except GrognardError:
            return ()

    def read_before(self, order: str) -> bool:
        """Whether an order in words answers the question before this one, of the same side."""
        if not len(self._past) or self._past[-1].side != self.position.actor:
            return False
        before = self._past.before(-1)
        known = View(before, before.actor).guess() if before.hides else before
        try:
            read_order(known, order)
        except GrognardError:
            return False
        return True

    @property
    def standing(self) -> int:
        """How many answers and rolls count, since the last that nothing can take back."""
        return len(self._past)

    @property
    def standing_line(self) -> int:
        """The line of the last answer or roll that counts; 0 if there is none."""
        return self._past[-1].line if len(self._past) else 0

    def last_answer(self, *sides: str) -> int | None:
        """The line of the last answer of some sides that still counts."""
        wanted = {self.battle.side_index(side) for side in sides}
        return next((m.line for m in reversed(self._past) if m.side in wanted), None)

    def throws(self, side: str | None) -> list[ThrownDice]:
        """The dice that count so far and that a side, or a spectator, may know of."""
        found, lines = [], list(self.record.lines)
        for point in self._past:
            line = lines[point.line - 1]
            if point.side == step.CHANCE and line.seen_by(self._side(side)):
                roller, faces = self.battle.sides[point.roller], read_dice(line)[1]
                found.append(ThrownDice(line.number, roller, point.dice, faces, line.audience))
        return found

    def walked(self) -> Iterator[Walked]:
        """Every answer and roll that counts, with the position before it, from the first on.

        All is told, so only after the end; who plays on may know of `throws` only.
        """
        if not len(self._past):
            return
        position = self._past.before(0)
        for point in self._past:
            rolled = point.side == step.CHANCE
            yield Walked(point.line, position, point.answer if rolled else NO_ROLL)
            position = position.copy()
            if point.answer != RESIGNED:
                position.play(point.answer)

    def dump(self) -> Any:
        """The whole position as JSON, including secrets: to be stored, never shown."""
        return self.position.dump()

    def svg(self, side: str | None = None) -> str:
        """The board as a side, or a spectator, sees it, as an SVG picture."""
        if self.artist is None:
            raise GrognardError("this game was made without drawing: use grognard.new or load")
        return self.artist(self.view(side), self.system, self.last_trail(side))

    def last_trail(self, side: str | None = None) -> tuple[str, ...]:
        """The places the last event led along, as far as a side knows; empty if just one."""
        told = self.log_for(side)
        moves = told[-1].subjects[1:] if told else ()
        return moves if len(moves) > 1 and len({m.partition(":")[0] for m in moves}) == 1 else ()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        name, line = type(self).__name__, len(self.record.lines)
        return f"<{name} {self.battle.id} line {line} actor {self.actor}>"

    # -- reading what callers give ---------------------------------------------------------------

    def _actions(self, answer: Answer, known: Position) -> list[int]:
        """The actions an answer from outside means, the first of them allowed.

        The rules decide on the true position whether it is allowed. How words are read, and all
        messages about them, come from `known`, which the side that must choose cannot tell
        from the true one.
        """
        if isinstance(answer, str):
            actions = read_order(known, answer)
        elif isinstance(answer, (list, tuple)):
            actions = read_row(known, answer)
        else:
            actions = [read_action(known, answer)]
        if not is_allowed(self.position, actions[0]):
            raise not_allowed(known, actions[0])
        return actions

    def _refuse_unasked(self) -> None:
        if self.position.decision is None:
            raise NotAllowed(f"nobody is asked to choose: {self._due()}")

    def _known(self) -> Position:
        """A position, only to be read, that the side that must choose cannot tell from the true."""
        self._refuse_unasked()
        position = self.position
        return View(position, position.actor).guess() if position.hides else position

    def _side(self, side: str | None) -> int:
        return step.NOBODY if side is None else self.battle.side_index(side)
