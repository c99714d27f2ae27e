"""Resuming games stored outside files, even after the rules have changed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from grognard.engine import checkpoint
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import DiceError, GrognardError
from grognard.engine.game import Game
from grognard.engine.record import HASH, Chain, Record, RecordLine
from grognard.engine.record_header import Header, HeaderReader
from grognard.engine.recorded_game import resumed_at
from grognard.engine.replay import Find, refit


class LastPosition(NamedTuple):
    """The position after a line, as JSON; with a checkpoint, the game needs no replay so far."""

    line: int
    data: Any
    checkpoint: Any = None

    @staticmethod
    def of(line: int, kept: Any) -> LastPosition:
        """From what is stored: a checkpoint, or the bare position that was stored before."""
        if isinstance(kept, dict) and "position" in kept:
            return LastPosition(line, kept["position"], kept)
        return LastPosition(line, kept)


def header_text(header: Header) -> str:
    """The header of a record as text."""
    return "\n".join(header.lines())


def read_header(text: str, name: str) -> Header:
    """The header of a record from its text; `name` is how errors name it."""
    return HeaderReader(name, text.split("\n")).read()


class Differs(GrognardError):
    """A line that the current rules refuse, or that leads to another position."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


class ResumableGame:
    """A stored game: header, lines, the secret of its dice, and its last position."""

    def __init__(
        self,
        name: str,
        header: str,
        lines: Sequence[RecordLine],
        secret: bytes | None = None,
        last: LastPosition | None = None,
        mark: str = "",
    ) -> None:
        self.name = name
        self.header = read_header(header, name)
        self.lines = lines
        self.secret = secret
        self.last = last
        chain = Chain(self.header)
        for line in lines:
            chain.add(str(line))
        # `mark` is that of the last line when it was stored; empty if it was not stored.
        self.damaged = mark not in ("", chain.mark)
        self.chain = chain

    def take_up(self, find: Find) -> Game:
        """The game from its last checkpoint; if that does not fit, replayed.

        If the rules have changed it goes on from its last position.
        """
        game = self.from_checkpoint(find)
        if game is None:
            try:
                game = self.replay(find)
            except Differs as error:
                game = self.go_on(find, error)
        self._unlock(game)
        return game

    def from_checkpoint(self, find: Find) -> Game | None:
        """The game from its last checkpoint, with the lines after it; None if it does not fit."""
        last = self.last
        if last is None or last.checkpoint is None or self.damaged or resumed_at(self.lines):
            return None
        game = self._fresh(find)
        try:
            checkpoint.take_up(game, self.lines[: last.line], last.checkpoint)
            for line in self.lines[last.line :]:
                game.follow(line)
        except GrognardError:
            return None
        return game

    def replay(self, find: Find) -> Game:
        """The game replayed from its first line under the current rules; Differs if it diverges."""
        game = self._fresh(find)
        skimmed = resumed_at(self.lines)
        self._compare(game, 0, skimmed)
        for line in self.lines:
            if line.number <= skimmed:
                game.skim(line)
                continue
            self._follow(game, line)
            self._compare(game, line.number, skimmed)
        return game

    def go_on(self, find: Find, error: Differs) -> Game:
        """The game from its last position, with the lines after it that are still allowed."""
        game = self._fresh(find)
        why = f"the rules have changed since ({error})"
        if self.damaged:
            why = f"the record is damaged ({error})"
        start, position = 0, None
        if self.last is not None and self.last.line >= resumed_at(self.lines):
            try:
                position = game.system.restore(game.battle, self.last.data)
            except GrognardError:
                position = None  # saved by another version: use what can be replayed
        if position is not None and self.last is not None:
            start = self.last.line
            for line in self.lines[:start]:
                game.skim(line)
            game.set_out(position, start)
        played = self._play_on(game, start)
        for line in self.lines[played:]:
            game.skim(line)
        game.resume(played, game.dump(), why)
        return game

    def _play_on(self, game: Game, start: int) -> int:
        """Follow the lines after `start` while they are allowed; returns the last one followed.

        Positions are not compared: another version may hash them differently.
        """
        skimmed = resumed_at(self.lines) if start == 0 else 0
        for line in self.lines[start:]:
            if line.number <= skimmed or line.word == HASH:
                game.skim(line)
                continue
            try:
                self._follow(game, line)
            except Differs:
                return line.number - 1
        return len(self.lines)

    def _fresh(self, find: Find) -> Game:
        system = find(self.header.system)
        battle = refit(system, self.header)
        box = DiceBox.read(self.header.dice)
        return Game(system, battle, Record(self.header), box)

    def _follow(self, game: Game, line: RecordLine) -> None:
        try:
            game.follow(line)
        except GrognardError as error:
            raise Differs(line.number, str(error)) from error

    def _compare(self, game: Game, line: int, skimmed: int) -> None:
        """Compare with the position stored after a line."""
        if self.last is None or self.last.line != line or line < skimmed:
            return
        if game.dump() == self.last.data:
            return
        kept = self.last.checkpoint
        if self.damaged or kept is None or kept.get("rules") != checkpoint.rules_mark(game.system):
            raise Differs(line, "it leads to another position")
        # All lines are as they were stored and so are the rules: the stored position is damaged.

    def _unlock(self, game: Game) -> None:
        if self.secret is not None and game.box.locked:
            with suppress(DiceError):  # another game's secret: the dice are sealed anew
                game.box.unlock(self.secret)
