"""The record: a battle played, as append-only text with a line per answer, each line checked.

docs/record.md describes the format.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from sys import intern
from typing import Final, NamedTuple

from grognard.engine import record_file
from grognard.engine.errors import RecordError
from grognard.engine.packed_list import PackedList
from grognard.engine.record_header import CONTROLS, LONGEST_LINE, Header, HeaderReader
from grognard.engine.step import EVERYBODY

DICE: Final = "dice"
OWN_DICE: Final = "own-dice"
UNDO: Final = "undo"
HASH: Final = "hash"
NOTE: Final = "note"
SALT: Final = "salt"
NEW_DICE: Final = "new-dice"
END: Final = "end"
REVEAL: Final = "reveal"
UMPIRE: Final = "umpire"
RESIGN: Final = "resign"
POSITION: Final = "position"
RESUME: Final = "resume"
DAMAGED: Final = "damaged"  # in place of a stored line that cannot be read
# Any other first word is the side that answers, so no side may have one of these names.
RESERVED: Final = (
    *(DICE, OWN_DICE, UNDO, HASH, NOTE, SALT, NEW_DICE, END, REVEAL),
    *(UMPIRE, RESIGN, POSITION, RESUME, DAMAGED, "begin", "draw"),
)

LONGEST_WORDS: Final = 300  # characters of free text in a line

_SEALED: Final = re.compile(r"(.*) #([0-9a-f]{8})")
_NUMBERED: Final = re.compile(r"([1-9]\d{0,6}) ([\w.-]{1,80}) (.+)")


class RecordWarning(UserWarning):
    """A record was loaded, but something about it is unusual."""


class RecordLine(NamedTuple):
    """One line of a record: its number, the side or the word it begins with, and the rest."""

    number: int
    word: str
    rest: str
    audience: int = EVERYBODY

    def seen_by(self, side: int) -> bool:
        """Whether a side (or a spectator, NOBODY) may read it while the battle lasts."""
        return self.audience == EVERYBODY or self.audience == side >= 0

    def __str__(self) -> str:
        return f"{self.number} {self.word} {self.rest}"

    @staticmethod
    def parse(text: str, audience: int = EVERYBODY) -> RecordLine:
        """A line from its text without the mark.

        >>> RecordLine.parse("4 note a shot")
        RecordLine(number=4, word='note', rest='a shot', audience=-1)
        """
        parts = _NUMBERED.fullmatch(text)
        if parts is None:
            raise RecordError("a kept game", None, f"not a line of a record: {text!r:.60}")
        return RecordLine(int(parts[1]), intern(parts[2]), parts[3], audience)


# Stores lines before they count; if it raises, nothing has changed.
Keeper = Callable[[Sequence[RecordLine]], None]


class Chain:
    """The hash chain: each line's mark depends on all the lines before it."""

    __slots__ = ("state",)

    def __init__(self, header: Header) -> None:
        self.state = sha256("".join(f"{line}\n" for line in header.lines()).encode()).digest()

    def copy(self) -> Chain:
        """An independent chain."""
        chain = Chain.__new__(Chain)
        chain.state = self.state
        return chain

    @property
    def mark(self) -> str:
        """The mark of the line last added."""
        return self.state[:4].hex()

    def add(self, line: str) -> str:
        """The line with its mark."""
        self.state = sha256(self.state + line.encode()).digest()
        return f"{line} #{self.mark}"


def one_line(text: str) -> str:
    """Free text made safe for one line: printable and not too long.

    >>> one_line("a\\x1b[31m" + chr(10) + "b")
    'a [31m b'
    """
    text = text[:LONGEST_WORDS]
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


class Record:
    """The header and lines of a game, stored in a file or by a keeper if it has one."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.lines = PackedList(RecordLine)
        self.path: Path | None = None
        self.keeper: Keeper | None = None
        self.torn = False  # whether a line cut off by a crash was dropped
        self._chain = Chain(header)  # up to the last line, while a file is written
        self._size = 0

    @property
    def next_number(self) -> int:
        """The number the next line will have."""
        return len(self.lines) + 1

    @property
    def finished(self) -> bool:
        """Whether the battle is over and its end recorded."""
        for line in reversed(self.lines):
            if line.word == END:
                return True
            if line.word not in (REVEAL, NOTE):
                return False
        return False

    @property
    def revealed(self) -> bool:
        """Whether the secret of sealed dice has been published."""
        return any(line.word == REVEAL for line in reversed(self.lines))

    def add(self, lines: Sequence[RecordLine]) -> None:
        """Add lines; with a file or a keeper they are stored when this returns."""
        if self.keeper is not None:
            self.keeper(lines)
        if self.path is not None:
            chain = Chain(self.header)
            chain.state = self._chain.state
            content = "".join(f"{chain.add(str(line))}\n" for line in lines).encode()
            self._size = record_file.append(self.path, self._size, content)
            self._chain = chain
        self.lines.extend(lines)

    def text(self) -> str:
        """The whole record."""
        return _compose(self.header, self.lines, Chain(self.header))

    def text_for(self, side: int, name: str) -> str:
        """The record as a side may know it; what it may not see is left out until the end."""
        if self.finished:
            return self.text()
        header = self.header.for_view(name)
        lines = [
            line if line.seen_by(side) else line._replace(rest="hidden") for line in self.lines
        ]
        return _compose(header, lines, Chain(header))

    def copy(self) -> Record:
        """An independent record without a file."""
        record = Record(self.header)
        record.lines = self.lines.copy()
        return record

    # -- files ---------------------------------------------------------------------------------

    def create(self, path: Path) -> None:
        """Create a file for this record; every further line is appended there."""
        if path.exists():
            raise RecordError(str(path), None, "exists already: load it or choose another name")
        self.write(path)
        self.attach(path)

    def write(self, path: Path) -> None:
        """Write the whole record to a file, at once or not at all."""
        record_file.write_whole(path, self.text().encode())

    def attach(self, path: Path) -> None:
        """Append every further line to the file this record was read from or written to."""
        chain = Chain(self.header)
        size = len(_compose(self.header, self.lines, chain).encode())
        if self.torn:
            record_file.cut(path, size)
        self.path, self._chain, self._size = path, chain, size

    @staticmethod
    def open(path: Path) -> Record:
        """A record from its file, with every further line appended there."""
        record = Record.read(path)
        record.attach(path)
        return record

    @staticmethod
    def read(path: Path, salvage: bool = False) -> Record:
        """A record from its file; with `salvage` the lines before the damage."""
        return Record.parse(str(path), record_file.read_bytes(path), salvage)

    @staticmethod
    def parse(name: str, content: bytes, salvage: bool = False) -> Record:
        """A record from the bytes of its text; `name` is how errors name it."""
        reader = _RecordReader(name, content)
        try:
            record = reader.header()
            reader.lines(record)
        except RecordError as error:
            if not salvage or reader.record is None:
                raise
            record = reader.record
            warnings.warn(f"{error}; loaded the lines before it", RecordWarning, stacklevel=3)
        if record.torn:
            line = reader.first + len(record.lines)
            warnings.warn(
                f"{name}:{line}: the last line is incomplete and was left out",
                RecordWarning,
                stacklevel=3,
            )
        return record


def _compose(header: Header, lines: Iterable[RecordLine], chain: Chain) -> str:
    out = [*header.lines(), f"begin #{chain.mark}"]
    out += [chain.add(str(line)) for line in lines]
    return "\n".join(out) + "\n"


class _RecordReader:
    """Reads the text of a record; every error names its line and how much is good."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self.record: Record | None = None
        whole, newline, tail = content.rpartition(b"\n")
        # A line without an end was being written when the program stopped.
        self.torn = bool(tail)
        self.rows: list[str] = []
        self.damage: RecordError | None = None
        for number, raw in enumerate(whole.split(b"\n") if newline else [], 1):
            row = self._row(number, raw)
            if row is None:
                break
            self.rows.append(row)
        self.first = 0  # the place in the file of record line 1

    def _row(self, number: int, raw: bytes) -> str | None:
        if len(raw) > LONGEST_LINE:
            self.damage = self.error(number, f"a line has at most {LONGEST_LINE} bytes")
            return None
        try:
            row = raw.decode()
        except UnicodeDecodeError:
            self.damage = self.error(number, "is not UTF-8 text")
            return None
        if CONTROLS.search(row) if row.startswith("| ") else not row.isprintable():
            self.damage = self.error(number, f"unprintable characters in {row!r:.60}")
            return None
        return row

    def error(self, number: int, message: str, saved: int = 0) -> RecordError:
        """An error about a line of the file."""
        if saved:
            message += f" (the {saved} lines before it are good: load with salvage=True)"
        return RecordError(self.path, number, message, saved)

    def header(self) -> Record:
        """The header, checked as a whole."""
        reader = HeaderReader(self.path, self.rows)
        try:
            header = reader.read()
        except RecordError:
            if self.damage is not None and reader.at >= len(self.rows):
                raise self.damage from None
            raise
        begin = self.rows[reader.at] if reader.at < len(self.rows) else ""
        if not re.fullmatch(r"begin #[0-9a-f]{8}", begin):
            raise self.damage or reader.error(f'expected "begin #…", not {begin!r:.60}')
        if begin != f"begin #{Chain(header).mark}":
            raise reader.error("the header was changed: its lines do not match their mark")
        if header.view:
            message = f"is an export of what {header.view} may see: it cannot be continued"
            raise RecordError(self.path, 2, message)
        self.first = reader.at + 2
        self.record = Record(header)
        return self.record

    def lines(self, record: Record) -> None:
        """The numbered lines, each against its mark."""
        chain = Chain(record.header)
        for place, row in enumerate(self.rows[self.first - 1 :], self.first):
            good = len(record.lines)
            found = _SEALED.fullmatch(row)
            if found is None:
                raise self.error(place, f'has no mark "#…": {row!r:.60}', good)
            if chain.add(found[1]) != row:
                message = "the line was changed, or lines before it are missing: wrong mark"
                raise self.error(place, message, good)
            parts = _NUMBERED.fullmatch(found[1])
            if parts is None or int(parts[1]) != good + 1:
                raise self.error(place, f'expected "{good + 1} …", not {found[1]!r:.60}', good)
            record.lines.append(RecordLine(int(parts[1]), parts[2], parts[3]))
        if self.damage is not None:
            place = self.damage.line or 0
            message = str(self.damage).removeprefix(f"{self.path}:{place}: ")
            raise self.error(place, message, len(record.lines))
        record.torn = self.torn
