"""Reading records: continuing a battle, watching it, and proving its dice."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from grognard.engine import house, step
from grognard.engine.battle import Battle
from grognard.engine.dice import commitment_of, load_secret, secret_from_hex
from grognard.engine.dicebox import OPEN, OWN, SEALED, DiceBox
from grognard.engine.errors import DiceError, GrognardError, RecordError
from grognard.engine.game import Artist, Game
from grognard.engine.record import DICE, HASH, OWN_DICE, REVEAL, Record, RecordLine, RecordWarning
from grognard.engine.record_header import Header
from grognard.engine.recorded_game import read_dice, resumed_at
from grognard.engine.version import VERSION

if TYPE_CHECKING:
    from grognard.engine.system import System

Find = Callable[[str], "System"]

# Versions that took the hashes of positions in another way: theirs cannot be compared.
OTHER_HASHES: Final = ("0.1.0",)


def refit(system: System, header: Header) -> Battle:
    """The battle a header names, or the one whose texts it holds, under its house variants."""
    house.restore(header.house)
    if header.source:
        return system.battle_from(header.source, header.variant)
    return system.battle(header.battle, header.variant)


class _Replayer:
    """Plays a game through the lines of a record file."""

    def __init__(self, path: Path, record: Record, find: Find, artist: Artist | None) -> None:
        self.path = path
        self.record = record
        header = record.header
        try:
            system = find(header.system)
            self.battle = refit(system, header)
        except GrognardError as error:
            raise RecordError(str(path), None, f"its battle cannot be set up: {error}") from error
        box = DiceBox.read(header.dice)
        self.game = Game(system, self.battle, Record(header), box, artist)
        self.skimmed = resumed_at(record.lines)  # lines played under other rules

    @property
    def other_hashes(self) -> bool:
        """Whether the record was written by a version whose hashes differ from ours."""
        return self.record.header.engine in OTHER_HASHES

    @property
    def changes(self) -> list[str]:
        """What has changed since the record was written."""
        header, battle = self.record.header, self.battle
        out = []
        if header.engine != VERSION:
            out.append(f"it was written by version {header.engine}, this is {VERSION}")
        if header.battle_digest != battle.digest:
            out.append(f"the battle {battle.id} has changed since")
        if header.rules_digest != battle.rules_digest:
            out.append(f'the rules "{header.variant}" of {header.system} have changed since')
        return out

    def follow(self, line: RecordLine) -> None:
        """Apply one line; errors name its place in the file."""
        try:
            if line.number <= self.skimmed or (line.word == HASH and self.other_hashes):
                hidden = step.NOBODY if self.game.secrets else line.audience
                self.game.skim(line._replace(audience=hidden))
            else:
                self.game.follow(line)
        except GrognardError as error:
            message = f"the record diverges at line {line.number}: {error}"
            if self.changes:
                message += "; " + ", ".join(self.changes)
            saved = line.number - 1
            if saved:
                message += f" (the {saved} lines before it are good: load with salvage=True)"
            raise RecordError(str(self.path), self.place(line), message, saved) from error

    def place(self, line: RecordLine) -> int:
        """Where a line stands in the file, counted from 1."""
        return len(self.record.header.lines()) + 1 + line.number


def load(
    path: Path,
    find: Find,
    *,
    attach: bool = True,
    salvage: bool = False,
    artist: Artist | None = None,
) -> Game:
    """A game from its record; attached, every further answer is appended there.

    With `salvage` a damaged record is loaded up to the damage, and is left as it is.
    """
    record = Record.read(path, salvage)
    replayer = _Replayer(path, record, find, artist)
    game = replayer.game
    whole = True
    for line in record.lines:
        try:
            replayer.follow(line)
        except RecordError as error:
            if not salvage:
                raise
            warnings.warn(f"{error}; loaded the lines before it", RecordWarning, stacklevel=2)
            whole = False
            break
    for change in replayer.changes if whole else []:
        warnings.warn(f"{path}: {change}, but it replays the same", RecordWarning, stacklevel=2)
    if attach and not salvage:
        _take_up(game, path, record.torn)
    return game


def _take_up(game: Game, path: Path, torn: bool) -> None:
    """Attach a game to the file it was read from, and to the secret beside it."""
    game.record.torn = torn
    game.record.attach(path)
    if game.box.locked and not game.record.revealed:
        try:
            game.box.unlock(load_secret(path, game.box.value))
        except DiceError as error:
            game.box.lost = str(error)
    game.finish()


def from_text(text: str, find: Find) -> Game:
    """A game from the text of a record, without a file; sealed dice get a new secret."""
    name = "the record"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        record = Record.parse(name, text.encode())
    replayer = _Replayer(Path(name), record, find, None)
    for line in record.lines:
        replayer.follow(line)
    if not replayer.game.over:
        replayer.game.reseal()
    return replayer.game


def replay(
    path: Path, find: Find, artist: Artist | None = None
) -> Iterator[tuple[RecordLine, Game]]:
    """Each line of a record and the game after it, beginning with line 0, the start."""
    record = Record.read(path)
    replayer = _Replayer(path, record, find, artist)
    yield RecordLine(0, "begin", replayer.battle.title), replayer.game
    for line in record.lines:
        replayer.follow(line)
        yield replayer.game.record.lines[-1], replayer.game


@dataclass
class VerifyReport:
    """The result of verifying a record; `ok` means that nothing is wrong."""

    path: str
    battle: str = ""
    dice: str = ""
    lines: int = 0
    answers: int = 0
    proved: int = 0  # rolls derived again from the secret or the seed
    own: int = 0  # rolls of the players' own dice, which nobody can prove
    unproved: list[int] = field(default_factory=list)  # lines of rolls nobody can derive
    hashes: int = 0
    finished: bool = False
    result: str = ""
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing was found wrong; rolls that are not proved (yet) are not wrong."""
        return not self.problems

    def json(self) -> dict[str, Any]:
        """The report as JSON."""
        return {"ok": self.ok, **vars(self)}


def verify(path: Path, find: Find) -> VerifyReport:
    """Check a record: derive every die again and replay every line."""
    report = VerifyReport(str(path))
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", RecordWarning)
            record = Record.read(path)
        report.remarks += [str(warning.message) for warning in caught]
        _Verifier(_Replayer(path, record, find, None), report).run()
    except RecordError as error:
        report.problems.append(str(error))
    return report


class _Verifier:
    """Replays a record with the secrets it reveals, and compares every die."""

    def __init__(self, replayer: _Replayer, report: VerifyReport) -> None:
        self.replayer = replayer
        self.report = report
        self.secrets: dict[str, bytes] = {}
        for line in replayer.record.lines:
            if line.word == REVEAL:
                self.learn(line)

    def learn(self, line: RecordLine) -> None:
        """Remember a published secret by its commitment."""
        try:
            secret = secret_from_hex(line.rest)
        except DiceError as error:
            self.problem(line, str(error))
            return
        self.secrets[commitment_of(secret)] = secret

    def problem(self, line: RecordLine, message: str) -> None:
        """Something wrong at a line."""
        place = f"{self.replayer.path}:{self.replayer.place(line)}"
        self.report.problems.append(f"{place}: {message}")

    def run(self) -> None:
        """Go through all the lines."""
        report, game = self.report, self.replayer.game
        report.battle = self.replayer.battle.id
        report.dice = self.replayer.record.header.dice
        report.remarks += self.replayer.changes
        entered: list[int] = []  # rolls whose faces were entered, though the dice are not own
        for line in self.replayer.record.lines:
            self.unlock(game.box)
            if line.word == DICE:
                self.compare(line)
            elif line.word == OWN_DICE:
                report.own += 1
                if game.box.kind != OWN:
                    entered.append(line.number)
            elif line.word == HASH and not self.replayer.other_hashes:
                report.hashes += 1
            elif line.word == REVEAL and game.box.locked:
                self.problem(line, "the secret is not the one committed to")
            self.replayer.follow(line)
            report.answers += line.word in game.battle.sides
            report.lines += 1
        report.finished = game.record.finished
        if game.result is not None:
            report.result = game.result.why
        if report.unproved:
            told = "was never published" if report.finished else "is published after the battle"
            if self.replayer.skimmed:
                told += f", and lines 1 to {self.replayer.skimmed} were played under other rules"
            count, which = len(report.unproved), listed(report.unproved)
            report.remarks.append(f"{count} rolls are not proved ({which}): the secret {told}")
        if entered:
            report.remarks.append(f"the faces of {listed(entered)} were entered by hand")
            report.unproved = sorted([*report.unproved, *entered])
        if game.box.kind == OPEN:
            report.remarks.append("the dice are open: anyone could predict them")

    def unlock(self, box: DiceBox) -> None:
        """Unlock a sealed box if this record holds its secret."""
        if box.kind == SEALED and box.locked and box.value in self.secrets:
            box.unlock(self.secrets[box.value])

    def compare(self, line: RecordLine) -> None:
        """Derive the dice of a line again."""
        game = self.replayer.game
        if game.box.locked or line.number <= self.replayer.skimmed:
            self.report.unproved.append(line.number)
            return
        name, faces = read_dice(line)
        roll = game.position.roll
        if roll is None:
            return  # the replay reports it
        try:
            derived = game.box.faces(line.number, roll.check(game.position).dice)
        except DiceError as error:
            self.problem(line, str(error))
            return
        if derived != faces:
            shown, right = " ".join(map(str, faces)), " ".join(map(str, derived))
            self.problem(line, f"the dice of {name} were {shown}, but should be {right}")
        else:
            self.report.proved += 1


def listed(lines: Sequence[int]) -> str:
    """Line numbers in words; neighbours are drawn together.

    >>> listed([3]), listed([3, 5, 6, 7])
    ('line 3', 'lines 3, 5-7')
    """
    runs: list[list[int]] = []
    for line in lines:
        if runs and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    words = [f"{run[0]}" if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(words)}"
