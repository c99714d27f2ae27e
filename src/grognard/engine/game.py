"""The game: the handle people use, with a position, its record, its log, undo and preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.engine import step
from grognard.engine.battle import Battle
from grognard.engine.course import MOST_BOARDS, Course
from grognard.engine.dice import load_secret, save_secret, secret_path
from grognard.engine.dicebox import OWN, SEALED, DiceBox
from grognard.engine.errors import (
    DiceError,
    GrognardError,
    NotAllowed,
    UndoRefused,
    UnknownName,
)
from grognard.engine.game_queries import Answer as Answer
from grognard.engine.game_queries import Artist as Artist
from grognard.engine.game_queries import GameQueries
from grognard.engine.log import LogEntry
from grognard.engine.packed_list import PackedList
from grognard.engine.past import Past, UndoPoint
from grognard.engine.record import (
    DICE,
    END,
    HASH,
    NEW_DICE,
    NOTE,
    OWN_DICE,
    POSITION,
    RESIGN,
    RESUME,
    REVEAL,
    SALT,
    UMPIRE,
    UNDO,
    Record,
    RecordLine,
    one_line,
)
from grognard.engine.record_header import Header
from grognard.engine.recorded_game import CHANCE as CHANCE
from grognard.engine.recorded_game import resumed_at, write_position

if TYPE_CHECKING:
    from grognard.engine.position import Position
    from grognard.engine.system import System

HASH_EVERY: Final = 20  # answers


class Laid(NamedTuple):
    """A piece put by hand: its id, its place in words (or `off`), and all it has lost, if told."""

    id: str
    place: str
    lost: int | None = None


class Game(GameQueries):
    """A battle being fought: ask `actor`, then `play` one of the `options` or `roll`."""

    @staticmethod
    def begin(
        system: System,
        battle: Battle,
        box: DiceBox,
        seats: Mapping[str, str] | None = None,
        path: Path | None = None,
        artist: Artist | None = None,
    ) -> Game:
        """A new game; with a path every answer is written to disk before it counts."""
        record = Record(Header.of(battle, box, dict(seats or {})))
        game = Game(system, battle, record, box, artist)
        if path is not None:
            if box.secret is not None and not path.exists():
                save_secret(path, box.secret)
            record.create(path)
        return game

    # -- answers ---------------------------------------------------------------------------------

    def play(self, answer: Answer) -> list[LogEntry]:
        """Answer for the side that must choose: an option's int, its words or its JSON.

        Words may answer several decisions of that side in a row, up to the next roll, or until
        an answer shows the side something it did not know when it gave the order.
        """
        return self._do(self._answer_lines(answer, self.record.next_number))

    def _answer_lines(self, answer: Answer, number: int) -> list[RecordLine]:
        position, known = self.position, self._known()
        actions = self._actions(answer, known)
        asked, lines = position.actor, []
        for i, action in enumerate(actions):
            decision = position.decision
            assert decision is not None  # the actions were read against this position
            ((noun, name),) = self.battle.nouns.json(action).items()
            words = one_line(decision.phrase(position, action))
            side = self.battle.sides[decision.actor(position)]
            lines.append(RecordLine(number + i, side, f"{noun}:{name} | {words}"))
            if i < len(actions) - 1:
                position, known = _after(position, action), _after(known, action)
                if position.hides and not position.looks_like(known, asked):
                    break  # the rest of the order no longer applies
        return lines

    def roll(self, faces: Sequence[int] | None = None) -> list[LogEntry]:
        """Throw the dice that are due, or enter the faces thrown on a real table."""
        if faces is None and self.position.roll is not None:
            self.reseal()
        return self._do([self._dice_line(faces, self.record.next_number)])

    def _dice_line(self, faces: Sequence[int] | None, number: int) -> RecordLine:
        roll = self.position.roll
        if roll is None:
            raise NotAllowed(f"no roll is due: {self._due()}")
        check = roll.check(self.position)
        if faces is None:
            thrown, word = self.box.faces(number, check.dice), DICE
            start = check.name
        else:
            if not isinstance(faces, (list, tuple)):
                raise DiceError(f"give the faces as a list of numbers, not {faces!r:.60}")
            thrown, word = list(faces), OWN_DICE
            start = f"{self.battle.sides[roll.roller(self.position)]} {check.name}"
        outcome = check.outcomes[check.outcome(thrown)]
        return RecordLine(
            number, word, f"{start} {' '.join(map(str, thrown))} | {one_line(outcome)}"
        )

    def umpire(
        self, reason: str, answer: Answer | None = None, faces: Sequence[int] | None = None
    ) -> list[LogEntry]:
        """Answer for any side, or set the faces of the dice due, as all sides agreed."""
        if not reason.strip():
            raise GrognardError("an umpire gives a reason")
        number = self.record.next_number
        flag = RecordLine(number, UMPIRE, one_line(reason.strip()))
        if (answer is None) == (faces is None):
            raise GrognardError("an umpire gives either an answer or faces")
        if answer is not None:
            return self._do([flag, *self._answer_lines(answer, number + 1)])
        return self._do([flag, self._dice_line(faces, number + 1)])

    def resign(self, side: str) -> list[LogEntry]:
        """A side gives up, and the battle is over."""
        self._side(side)
        return self._do([RecordLine(self.record.next_number, RESIGN, side)])

    def undo(self, consent: bool = False, side: str | None = None, to: int | None = None) -> None:
        """Take back the last answer; a roll, a reveal or another side's answer needs consent.

        `side` is the side that asks; without it, it is the side that answered last. `to` is a
        line of the record to go back to; without it, the one before the last answer.
        """
        why = self.undo_needs(side, to)
        if why and not consent:
            raise UndoRefused(f"{why}: going back needs the other side's consent (consent=True)")
        target = self._past[-1].line - 1 if to is None else to
        words = f"to {target}" + (" by consent" if why else "")
        self._do([RecordLine(self.record.next_number, UNDO, words)])

    def undo_needs(self, side: str | None = None, to: int | None = None) -> str:
        """Why going back needs the other side's consent; empty if it needs none.

        UndoRefused if nothing can be taken back at all.
        """
        if to is None:
            back = [self._past[-1]] if len(self._past) else []
        else:
            back = self._past.since(to) if to >= self._first else []
        if not back:
            raise UndoRefused("nothing has been answered yet")
        if self.box.kind == SEALED and self.record.finished:
            raise UndoRefused("the battle is over and its dice are revealed: too late")
        asks = None if side is None else self._side(side)
        for moment in reversed(back):
            if moment.side == step.CHANCE:
                return "dice have been thrown since"
            if moment.stands:
                return "something hidden was shown since"
            if asks is not None and asks != moment.side:
                return f"{self.battle.side_name(moment.side)} has answered since"
        return ""

    def lay_out(self, pieces: Sequence[Laid]) -> None:
        """Put pieces where they stand on a real table; only where players throw their own dice.

        The record goes on from the position this makes; nothing before it can be undone.
        """
        if self.box.kind != OWN:
            raise NotAllowed("pieces are put by hand only in games with the players' own dice")
        if self.over:
            raise NotAllowed("the battle is over")
        if not pieces:
            raise GrognardError("say which pieces stand elsewhere")
        p = self.position.copy()
        for each in pieces:
            self.system.put(p, each.id, each.place, each.lost)
        p.rebuild()
        data = p.dump()
        self.system.restore(self.battle, data)  # refuses in words what cannot stand so
        names = ", ".join(each.id.rpartition(":")[2] for each in pieces)
        self.resume(self.record.next_number - 1, data, f"put by hand: {names}")

    def salt(self, side: str, text: str) -> None:
        """Add a side's salt to the sealed dice, before the first is thrown."""
        self._side(side)
        self._do([RecordLine(self.record.next_number, SALT, f"{side} {text}")])

    def note(self, text: str) -> None:
        """Write a remark into the record."""
        if not text.strip():
            raise GrognardError("a note needs words")
        self._do([RecordLine(self.record.next_number, NOTE, one_line(text.strip()))])

    # -- copies and files --------------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent game to try things out; without the secret of its sealed dice."""
        twin = Game(self.system, self.battle, self.record.copy(), self.box.copy(), self.artist)
        twin.box.lock()
        twin.position = self.position.copy()
        twin.log, twin._past = self.log.copy(), self._past.copy()
        twin._answers, twin._first, twin.resigned = self._answers, self._first, self.resigned
        return twin

    def at(self, line: int) -> Game:
        """The game as it was after a line of its record."""
        if not 0 <= line < self.record.next_number:
            raise UnknownName(f"no line {line}: the record has lines 1 to {len(self.record.lines)}")
        twin = self._remembered(line)
        if twin is not None:
            return twin
        box = DiceBox.read(self.record.header.dice)
        twin = Game(self.system, self.battle, Record(self.record.header), box, self.artist)
        lines = self.record.lines[:line]
        skimmed = resumed_at(lines)
        for each in lines:
            if each.number <= skimmed:
                twin.skim(each)
            else:
                twin.follow(each)
        return twin

    def _remembered(self, line: int) -> Game | None:
        """The game after a line, from the states saved for undo; None if the line was undone."""
        if line < self._first:
            return None
        for later in self.record.lines[line:]:
            if later.word == UNDO and int(later.rest.split(" ")[1]) < line:
                return None
        count = len(self._past) - len(self._past.since(line))
        twin = self.copy()
        twin.record.lines.cut(line)
        if count < len(self._past):
            moment = self._past[count]
            twin.position = self._past.before(count).copy()
            twin._past = self._past.until(count)
            told = self.log[: moment.log]
            twin.log = PackedList(LogEntry, (entry for entry in told if entry.line <= line))
            twin.resigned = None
        return twin

    def course(self, side: str | None = None, most: int = MOST_BOARDS) -> Course:
        """The boards of the game so far, under a slider in a notebook."""
        return Course.of(self, side, most)

    def _repr_html_(self) -> str:
        return self.course()._repr_html_()

    def save(self, path: str | Path) -> None:
        """Write the whole record to a file; the secret of dice still sealed goes beside it."""
        path = Path(path)
        if not self.over:
            self.reseal()
            if self.box.secret is not None:
                save_secret(path, self.box.secret)
        if self.record.path is None or path.resolve() != self.record.path.resolve():
            self.record.write(path)
        self._drop_secret(path)

    def follow(self, line: RecordLine) -> None:
        """Apply a line read from a record, without writing it again."""
        with self._all_or_nothing():
            self.record.lines.append(self._apply(line))

    def skim(self, line: RecordLine) -> None:
        """Add a line to the record without playing it, because it was played under other rules."""
        if line.word in (SALT, NEW_DICE):
            self._apply(line)
        self.box.thrown |= line.word == DICE
        if line.word in self.battle.sides:
            title = self.battle.titles[self.battle.side_index(line.word)]
            words = line.rest.partition(" | ")[2]
            self.log.append(LogEntry(line.number, f"{title}: {words}", line.audience))
        self.record.lines.append(line)

    @property
    def past(self) -> Past:
        """The answers that count so far; treat it as read-only."""
        return self._past

    def counts(self) -> list[int]:
        """How many answers were given, taken back ones too, and the last hash that agreed."""
        return [self._answers, self._agreed]

    def go_on_from(
        self,
        position: Position,
        log: list[LogEntry],
        points: list[UndoPoint],
        counts: list[int],
        resigned: str | None,
    ) -> None:
        """Stand where a game was after the lines skimmed so far."""
        self.position, self.resigned = position, resigned
        self.log = PackedList(LogEntry, log)
        self._answers, self._agreed = counts
        self._past.take_up(points)

    def set_out(self, position: Position, line: int) -> None:
        """Set the position after a line; nothing before it can be undone."""
        self.position, self._first = position, line
        self._past = Past(self.system, self.battle)

    def resume(self, line: int, position: Any, why: str) -> None:
        """Continue from the position after a line, and store that position in the record."""
        number = self.record.next_number
        parts = write_position(position)
        lines = [RecordLine(number + i, POSITION, part) for i, part in enumerate(parts)]
        self._do(
            [*lines, RecordLine(number + len(parts), RESUME, f"from {line} | {one_line(why)}")]
        )

    def finish(self) -> None:
        """Record the end of the battle, if a crash came before it was written."""
        if self.over and not self.record.finished:
            self.record.add(self._ending(self.record.next_number))
        if self.over and self.record.path is not None:
            self._drop_secret(self.record.path)

    # -- the one way to change a game ------------------------------------------------------------

    def _do(self, lines: list[RecordLine]) -> list[LogEntry]:
        """Apply lines and write them: all of them, or nothing has changed."""
        told, answers = len(self.log), self._answers
        with self._all_or_nothing():
            done = [self._apply(line) for line in lines]
            number = lines[-1].number + 1
            if self.over and self._answers > answers:
                done += self._ending(number)
            elif answers // HASH_EVERY != self._answers // HASH_EVERY:
                done.append(RecordLine(number, HASH, self._hash(), step.NOBODY))
            self.record.add(done)
        self.finish()
        return self.log[told:]

    def _ending(self, number: int) -> list[RecordLine]:
        result = self.result
        winner, why = "draw", ""
        if result is not None:
            why = one_line(result.why)
            if result.winner is not None:
                winner = self.battle.sides[result.winner]
        lines = [
            RecordLine(number, HASH, self._hash(), step.NOBODY),
            RecordLine(number + 1, END, f"{winner} | {why}"),
        ]
        if self.box.kind == SEALED and self.box.secret is not None:
            lines.append(RecordLine(number + 2, REVEAL, self.box.secret.hex()))
        return lines

    def reseal(self) -> None:
        """Seal the dice with a new secret, if another copy of this game has the old one."""
        if self.box.locked and not self.box.lost:
            box = DiceBox.sealed()
            self._do([RecordLine(self.record.next_number, NEW_DICE, box.words)])
            self.box = box

    def _drop_secret(self, path: Path) -> None:
        """Delete the secret file of a record that now holds the secret."""
        if not self.record.revealed:
            return
        try:
            load_secret(path, self.box.value)
        except DiceError:
            return  # already gone, or of another battle
        secret_path(path).unlink(missing_ok=True)


def _after(position: Position, action: int) -> Position:
    """The position an answer leads to."""
    p = position.copy()
    p.play(action)
    return p
