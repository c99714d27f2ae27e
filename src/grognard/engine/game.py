"""The game: the handle people use, with a position, its record, its log, undo and preview."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, SupportsIndex

from grognard.engine import step
from grognard.engine.answer import allowed_action, read_action
from grognard.engine.battle import Battle, Result
from grognard.engine.check import Check
from grognard.engine.course import CHANCE as CHANCE
from grognard.engine.course import Course
from grognard.engine.dice import load_secret, save_secret, secret_path
from grognard.engine.dicebox import SEALED, DiceBox
from grognard.engine.dist import Dist
from grognard.engine.errors import (
    DiceError,
    GrognardError,
    NotAllowed,
    UndoRefused,
    UnknownName,
)
from grognard.engine.log import LogEntry
from grognard.engine.order import read_order
from grognard.engine.record import (
    DICE,
    END,
    HASH,
    NEW_DICE,
    NOTE,
    OWN_DICE,
    REVEAL,
    SALT,
    UNDO,
    Line,
    Record,
    one_line,
)
from grognard.engine.record_header import Header
from grognard.engine.view import Option, View

if TYPE_CHECKING:
    from grognard.engine.system import System

HASH_EVERY: Final = 20  # answers

Answer = SupportsIndex | str | Mapping[str, str]
# Draws a view, and an arrow along the places of the last move.
Artist = Callable[[View, "System", tuple[str, ...]], str]


class Game(Course):
    """A battle being fought: ask `actor`, then `play` one of the `options` or `roll`."""

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

    @staticmethod
    def begin(
        system: System,
        battle: Battle,
        box: DiceBox,
        seats: Mapping[str, str] | None = None,
        path: Path | None = None,
        artist: Artist | None = None,
    ) -> Game:
        """A new game; with a path every answer is on the disk before it counts."""
        record = Record(Header.of(battle, box, dict(seats or {})))
        game = Game(system, battle, record, box, artist)
        if path is not None:
            if box.secret is not None and not path.exists():
                save_secret(path, box.secret)
            record.create(path)
        return game

    # -- what is asked ---------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """Who won, and why; None while the battle lasts."""
        return self.system.result(self.position) if self.over else None

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
        decision = self.position.decision
        if decision is None:
            return []
        return [decision.phrase(self.position, action) for action in self.position.options()]

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

    def preview(self, answer: Answer) -> list[Check]:
        """The check an answer leads to at once, as the side that must choose knows it."""
        actions = self._actions(answer)
        side = self.position.actor
        # Worked out from the view alone: what the side does not know cannot show.
        guess = View(self.position, side).sample(random.Random(0))
        for action in actions:
            if guess.actor != side:
                return []
            guess.play(allowed_action(guess, action))
        roll = guess.roll
        if roll is None or roll.seen_by(guess) not in (step.EVERYBODY, side):
            return []
        return [roll.check(guess)]

    def outlook(self, answer: Answer) -> list[tuple[str, Dist[str]]]:
        """What an answer without dice may lead to, as the side that must choose knows it."""
        actions = self._actions(answer)
        side = self.position.actor
        view = View(self.position, side)
        if len(actions) > 1:
            guess = view.sample(random.Random(0))
            for action in actions[:-1]:
                if guess.actor != side:
                    return []
                guess.play(allowed_action(guess, action))
            view = View(guess, side)
        return self.system.outlook(view, actions[-1])

    def svg(self, side: str | None = None) -> str:
        """The board as a side, or a spectator, sees it, as an SVG picture."""
        if self.artist is None:
            raise GrognardError("this game was made without drawing: use grognard.new or load")
        return self.artist(self.view(side), self.system, self.last_trail(side))

    def last_trail(self, side: str | None = None) -> tuple[str, ...]:
        """The places of the last thing that happened, if it led along several; as a side knows."""
        told = self.log_for(side)
        moves = told[-1].subjects[1:] if told else ()
        return moves if len(moves) > 1 and len({m.partition(":")[0] for m in moves}) == 1 else ()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Game {self.battle.id} line {len(self.record.lines)} actor {self.actor}>"

    # -- answers ---------------------------------------------------------------------------------

    def play(self, answer: Answer) -> list[LogEntry]:
        """Answer for the side that must choose: an option's int, its words or its JSON.

        Words may answer several decisions of that side in a row, up to the next roll.
        """
        actions = self._actions(answer)
        number = self.record.next_number
        position, lines = self.position, []
        for i, action in enumerate(actions):
            decision = position.decision
            assert decision is not None  # the actions were read against it
            ((noun, name),) = self.battle.nouns.json(action).items()
            words = one_line(decision.phrase(position, action))
            side = self.battle.sides[decision.actor(position)]
            lines.append(Line(number + i, side, f"{noun}:{name} | {words}"))
            if i < len(actions) - 1:
                position = position.copy()
                position.play(action)
        return self._do(lines)

    def roll(self, faces: Sequence[int] | None = None) -> list[LogEntry]:
        """Throw the dice that are due; with faces, those thrown on a real table."""
        roll = self.position.roll
        if roll is None:
            raise NotAllowed(f"no roll is due: {self._due()}")
        check = roll.check(self.position)
        if faces is None:
            self._reseal()
            thrown, word = self.box.faces(self.record.next_number, check.dice), DICE
            start = check.name
        else:
            if not isinstance(faces, (list, tuple)):
                raise DiceError(f"give the faces as a list of numbers, not {faces!r:.60}")
            thrown, word = list(faces), OWN_DICE
            start = f"{self.battle.sides[roll.roller(self.position)]} {check.name}"
        outcome = check.outcomes[check.outcome(thrown)]
        words = f"{start} {' '.join(map(str, thrown))} | {one_line(outcome)}"
        return self._do([Line(self.record.next_number, word, words)])

    def undo(self, consent: bool = False, side: str | None = None) -> None:
        """Take the last answer back; a roll, a reveal or another side's answer only by consent.

        `side` is the side that asks; without it, it is the side that answered last.
        """
        if not self._past:
            raise UndoRefused("nothing has been answered yet")
        last = self._past[-1]
        if self.box.kind == SEALED and self.record.finished:
            raise UndoRefused("the battle is over and its dice are revealed: it stands as it is")
        why = ""
        if last.side == step.CHANCE:
            why = f"the dice of line {last.line} are thrown"
        elif last.stands:
            why = f"line {last.line} showed what was hidden"
        elif side is not None and self._side(side) != last.side:
            why = f"line {last.line} was answered by {self.battle.sides[last.side]}"
        if why and not consent:
            raise UndoRefused(f"{why}: going back needs the other side's consent (consent=True)")
        words = f"to {last.line - 1}" + (" by consent" if why else "")
        self._do([Line(self.record.next_number, UNDO, words)])

    def salt(self, side: str, text: str) -> None:
        """Add a side's salt to the sealed dice, before the first is thrown."""
        self._side(side)
        self._do([Line(self.record.next_number, SALT, f"{side} {text}")])

    def note(self, text: str) -> None:
        """Write a remark into the record."""
        if not text.strip():
            raise GrognardError("a note needs words")
        self._do([Line(self.record.next_number, NOTE, one_line(text.strip()))])

    # -- copies and files --------------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent game to try things out; sealed dice fall otherwise there."""
        twin = Game(self.system, self.battle, self.record.copy(), self.box.copy(), self.artist)
        twin.box.lock()
        twin.position = self.position.copy()
        twin.log, twin._past = list(self.log), list(self._past)
        twin._answers = self._answers
        return twin

    def at(self, line: int) -> Game:
        """The game as it was after a line of its record."""
        if not 0 <= line < self.record.next_number:
            raise UnknownName(f"no line {line}: the record has lines 1 to {len(self.record.lines)}")
        box = DiceBox.read(self.record.header.dice)
        twin = Game(self.system, self.battle, Record(self.record.header), box, self.artist)
        for each in self.record.lines[:line]:
            twin.follow(each)
        return twin

    def save(self, path: str | Path) -> None:
        """Write the whole record to a file; the secret of dice still sealed goes beside it."""
        path = Path(path)
        if not self.over:
            self._reseal()
            if self.box.secret is not None:
                save_secret(path, self.box.secret)
        if self.record.path is None or path.resolve() != self.record.path.resolve():
            self.record.write(path)
        self._drop_secret(path)

    def follow(self, line: Line) -> None:
        """Apply a line of a record read from a file, without writing it again."""
        with self._all_or_nothing():
            self.record.lines.append(self._apply(line))

    def finish(self) -> None:
        """Record the end, once the battle is over and if a crash came between."""
        if self.over and not self.record.finished:
            self.record.add(self._ending(self.record.next_number))
        if self.over and self.record.path is not None:
            self._drop_secret(self.record.path)

    # -- the one way to change a game ------------------------------------------------------------

    def _do(self, lines: list[Line]) -> list[LogEntry]:
        """Apply lines and write them: all of them, or nothing has changed."""
        told, answers = len(self.log), self._answers
        with self._all_or_nothing():
            done = [self._apply(line) for line in lines]
            number = lines[-1].number + 1
            if self.over and self._answers > answers:
                done += self._ending(number)
            elif answers // HASH_EVERY != self._answers // HASH_EVERY:
                done.append(Line(number, HASH, self._hash(), step.NOBODY))
            self.record.add(done)
        self.finish()
        return self.log[told:]

    def _ending(self, number: int) -> list[Line]:
        result = self.system.result(self.position)
        winner, why = "draw", ""
        if result is not None:
            why = one_line(result.why)
            if result.winner is not None:
                winner = self.battle.sides[result.winner]
        lines = [
            Line(number, HASH, self._hash(), step.NOBODY),
            Line(number + 1, END, f"{winner} | {why}"),
        ]
        if self.box.kind == SEALED and self.box.secret is not None:
            lines.append(Line(number + 2, REVEAL, self.box.secret.hex()))
        return lines

    def _reseal(self) -> None:
        """Seal the dice anew where the secret was left to another copy of this game."""
        if self.box.locked and not self.box.lost:
            box = DiceBox.sealed()
            self.record.add([Line(self.record.next_number, NEW_DICE, box.words)])
            self.box = box

    def _drop_secret(self, path: Path) -> None:
        """Delete the secret beside a record that has told it."""
        if not self.record.revealed:
            return
        try:
            load_secret(path, self.box.value)
        except DiceError:
            return  # gone already, or another battle's
        secret_path(path).unlink(missing_ok=True)

    # -- reading what callers give ---------------------------------------------------------------

    def _actions(self, answer: Answer) -> list[int]:
        """The actions an answer from outside means, each allowed."""
        if self.position.decision is None:
            raise NotAllowed(f"nobody is asked to choose: {self._due()}")
        if isinstance(answer, str):
            return read_order(self.position, answer)
        return [allowed_action(self.position, read_action(self.position, answer))]

    def _side(self, side: str | None) -> int:
        return step.NOBODY if side is None else self.battle.side_index(side)
