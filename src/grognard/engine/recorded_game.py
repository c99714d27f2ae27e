"""A game as its record: what every line does to position, log and dice."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from grognard.engine import step
from grognard.engine.answer import allowed_action
from grognard.engine.battle import Battle
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import GrognardError, NotAllowed, did_you_mean
from grognard.engine.event import Event
from grognard.engine.log import LogEntry, entry_of, roll_text
from grognard.engine.packed_list import PackedList
from grognard.engine.past import RESIGNED, Past, UndoPoint
from grognard.engine.record import (
    DAMAGED,
    DICE,
    END,
    HASH,
    NEW_DICE,
    NOTE,
    OWN_DICE,
    POSITION,
    RESERVED,
    RESIGN,
    RESUME,
    REVEAL,
    SALT,
    UMPIRE,
    UNDO,
    RecordLine,
)

if TYPE_CHECKING:
    from grognard.engine.system import System

CHANCE: Final = "chance"
HASH_DIGITS: Final = 16
PART: Final = 3000  # characters of a position in a line
LARGEST_POSITION: Final = 4_000_000  # bytes


class RecordedGame:
    """A battle that follows the lines of a record, whether it is played live or replayed."""

    def __init__(self, system: System, battle: Battle, box: DiceBox) -> None:
        for side in battle.sides:
            if side in (*RESERVED, CHANCE):
                raise GrognardError(f'{battle.id}: no side may be called "{side}"')
        self.system = system
        self.battle = battle
        self.box = box
        opening: list[Event] = []
        self.position = system.start(battle, opening)
        self.log = PackedList(LogEntry, (entry_of(0, event) for event in opening))
        self._past = Past(system, battle)
        self._answers = 0  # including undone ones
        self._agreed = 0  # the last line whose hash was compared
        self._first = 0  # no undo to before this line
        self._parts: list[str] = []  # parts of a position in the record
        self.resigned: str | None = None

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.position.over

    @property
    def actor(self) -> str | None:
        """The side that must choose, CHANCE if a roll is due, None when the battle is over."""
        actor = self.position.actor
        if actor == step.NOBODY:
            return None
        return CHANCE if actor == step.CHANCE else self.battle.sides[actor]

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        before = (self.position, self.log.copy(), self._past.copy(), self.box.copy(), self._answers)
        more = (self._first, self._parts[:], self.resigned)
        try:
            yield
        except BaseException:
            self.position, self.log, self._past, self.box, self._answers = before
            self._first, self._parts, self.resigned = more
            raise

    def _apply(self, line: RecordLine) -> RecordLine:
        """Carry out a line; returns the line with its audience."""
        if line.word in self.battle.sides:
            return self._answer(line)
        if line.word in (DICE, OWN_DICE):
            return self._throw(line)
        if line.word == HASH:
            if line.rest != self._hash():
                since = f"line {self._agreed}" if self._agreed else "the start"
                raise GrognardError(
                    f"the position differs from the recorded one, somewhere after {since}"
                )
            self._agreed = line.number
            return line._replace(audience=step.NOBODY)
        if line.word == UNDO:
            self._go_back(line)
        elif line.word == SALT:
            seat, _, salt = line.rest.partition(" ")
            self.box.salt(seat, salt)
            title = self.battle.titles[self.battle.side_index(seat)]
            why = "so that nobody knows them beforehand"
            self.log.append(LogEntry(line.number, f"{title} stirs the sealed dice, {why}."))
        elif line.word == NEW_DICE:
            self.box = DiceBox.read(line.rest)
            self.log.append(LogEntry(line.number, "The dice are sealed anew with another secret."))
        elif line.word == UMPIRE:
            self.log.append(LogEntry(line.number, f"The umpire, as agreed: {line.rest}"))
        elif line.word == RESIGN:
            self._resign(line)
        elif line.word == POSITION:
            self._parts.append(line.rest)
            return line._replace(audience=step.NOBODY)
        elif line.word == RESUME:
            self._resume(line)
        elif line.word == DAMAGED:
            raise GrognardError(line.rest)
        elif line.word not in (NOTE, END, REVEAL):
            known = (*self.battle.sides, *RESERVED)
            raise GrognardError(f'unknown line "{line.word}": {did_you_mean(line.word, known)}')
        return line

    def _answer(self, line: RecordLine) -> RecordLine:
        decision = self.position.decision
        if decision is None or self.actor != line.word:
            raise NotAllowed(f"{line.word} is not asked: {self._due()}")
        noun, _, name = line.rest.partition(" | ")[0].partition(":")
        action = allowed_action(self.position, self.battle.nouns.action(noun, name))
        audience = decision.seen_by(self.position, action)
        stands = decision.reveals(self.position, action)
        point = UndoPoint(line.number, action, len(self.log), self.position.actor, stands)
        self._advance(point)
        return line._replace(audience=audience)

    def _throw(self, line: RecordLine) -> RecordLine:
        roll = self.position.roll
        if roll is None:
            raise NotAllowed(f"no roll is due: {self._due()}")
        check = roll.check(self.position)
        name, faces = read_dice(line)
        if name != check.name:
            raise GrognardError(f'the dice due are those of "{check.name}", not of "{name:.40}"')
        outcome = check.outcome(faces)
        audience = roll.seen_by(self.position)
        about = roll.about(self.position)
        text = roll_text(check, faces, roll.result(self.position, check, outcome))
        roller = roll.roller(self.position)
        shown = tuple((die.sides, face) for die, face in zip(check.dice, faces, strict=True))
        kind = check.kind.shows
        entry = LogEntry(line.number, text, audience, about, True, roller, shown, kind=kind)
        dice = tuple(check.dice)
        point = UndoPoint(line.number, outcome, len(self.log), step.CHANCE, True, roller, dice)
        self._advance(point, entry)
        self.box.thrown = True
        return line._replace(audience=audience)

    def _advance(self, point: UndoPoint, *entries: LogEntry) -> None:
        before = self.position
        after = before.copy()
        heard: list[Event] = []
        after.ear = heard
        after.play(point.answer)
        after.ear = None
        if not point.stands and after.shows_more_than(before):
            point = point._replace(stands=True)
        self._past.add(point, before)
        self._answers += 1
        self.log.extend(entries)
        self.log.extend(entry_of(point.line, event) for event in heard)
        self.position = after

    def _go_back(self, line: RecordLine) -> None:
        words = line.rest.split(" ")
        if words[0] != "to" or words[2:] not in ([], ["by", "consent"]):
            raise GrognardError(f'expected "undo to LINE", not {line.rest!r:.60}')
        target = int(words[1]) if words[1].isdecimal() else line.number
        if target >= line.number or target < self._first:
            raise GrognardError(f"nothing can be undone to line {words[1]:.20}")
        self.resigned = None
        back = self._past.since(target)
        for point in reversed(back):
            if point.stands and len(words) == 2:
                raise GrognardError(f"line {point.line} is undone without the consent it needs")
        if back:
            count = len(self._past) - len(back)
            self.position = self._past.before(count)
            self._past = self._past.until(count)
            self.log.cut(back[0].log)
        answers = sum(point.side != step.CHANCE for point in back)
        many = f"last {answers} answers are" if answers > 1 else "last answer is"
        self.log.append(LogEntry(line.number, f"The {many} taken back."))

    def _resign(self, line: RecordLine) -> None:
        side = self.battle.side_index(line.rest)
        if self.over:
            raise NotAllowed(f"{line.rest} cannot resign: the battle is over")
        after = self.position.copy()
        after.end()
        point = UndoPoint(line.number, RESIGNED, len(self.log), side, True)
        self._past.add(point, self.position)
        self.log.append(LogEntry(line.number, f"{self.battle.side_name(side)} resigns."))
        self.position, self.resigned = after, line.rest
        self._answers += 1

    def _resume(self, line: RecordLine) -> None:
        """Continue from a position stored in the record, whatever the lines before it led to."""
        told, _, why = line.rest.partition(" | ")
        words = told.split(" ")
        if len(words) != 2 or words[0] != "from" or not words[1].isdecimal():
            raise GrognardError(f'expected "resume from LINE", not {line.rest!r:.60}')
        self.position = self.system.restore(self.battle, read_position(self._parts))
        self.log.append(LogEntry(line.number, f"Gone on from line {words[1]}: {why}"))
        self._past = Past(self.system, self.battle)
        self._parts, self._first = [], line.number

    def _hash(self) -> str:
        return self.position.digest()[:HASH_DIGITS]

    def _due(self) -> str:
        if self.over:
            return "the battle is over"
        return "a roll is due" if self.position.roll is not None else f"{self.actor} must choose"


def write_position(data: Any) -> list[str]:
    """A position split into parts that fit lines of a record."""
    packed = b64encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()
    return [packed[i : i + PART] for i in range(0, len(packed), PART)]


def read_position(parts: Sequence[str]) -> Any:
    """A position from its parts in lines of a record.

    >>> read_position(write_position({"fields": {}, "stack": []}))
    {'fields': {}, 'stack': []}
    """
    try:
        unpack = zlib.decompressobj()
        text = unpack.decompress(b64decode("".join(parts), validate=True), LARGEST_POSITION)
        return json.loads(text)
    except (BadBase64, zlib.error, ValueError, RecursionError):
        raise GrognardError("the position stored in the record cannot be read") from None


def resumed_at(lines: Sequence[RecordLine]) -> int:
    """The last line played before the record resumed from a stored position; 0 if it never did.

    >>> held = RecordLine(2, "position", "e")
    >>> resumed_at([RecordLine(1, "red", "x"), held, RecordLine(3, "resume", "from 1")])
    1
    """
    resumed = False
    for line in reversed(lines):
        if resumed and line.word != POSITION:
            return line.number
        resumed = resumed or line.word == RESUME
    return 0


def read_dice(line: RecordLine) -> tuple[str, list[int]]:
    """The check and the faces of a line of dice; a word that is not a number counts as -1.

    >>> read_dice(RecordLine(3, "own-dice", "french fire 7 0 | d+1"))
    ('fire', [7, 0])
    """
    words = line.rest.partition(" | ")[0].split(" ")
    if line.word == OWN_DICE:
        words = words[1:]
    faces = [int(word) if word.isdecimal() and len(word) < 5 else -1 for word in words[1:]]
    return (words[0] if words else ""), faces
