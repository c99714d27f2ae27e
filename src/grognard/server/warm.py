"""A game held warm: taken up from the store, changed, and kept before the change counts."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

import grognard
from grognard.engine.dicebox import OWN
from grognard.engine.errors import GrognardError
from grognard.engine.game import CHANCE, Game
from grognard.engine.record import RecordLine
from grognard.engine.resume import LastPosition, ResumableGame
from grognard.engine.version import VERSION
from grognard.server import wire
from grognard.server.about import About
from grognard.server.seats import Refusal, Viewer, seated
from grognard.server.store import (
    Change,
    Snapshot,
    StaleRevision,
    Store,
    StoredGame,
    StoredLine,
    StoreError,
)

SNAPSHOT_EVERY: Final = 100  # lines
LONGEST_NOTE: Final = 300


class Warm:
    """A game and what belongs to it. Not for two threads at once: the hub sees to that."""

    def __init__(self, store: Store, id: str, messages: int = 50) -> None:
        self.store = store
        self.id = id
        self.messages = messages
        self.load()

    # -- keeping ---------------------------------------------------------------------------------

    def load(self) -> None:
        """Take the game up from the store as it stands there."""
        stored = self.store.load(self.id)
        if stored is None:
            raise Refusal("unknown", "there is no such game here: is the link whole?")
        self.about = About.read(stored.about)
        self.revision = stored.revision
        self.header = stored.header
        self.game = take_up(stored)
        self._reset()
        new = self.game.record.lines[len(stored.lines) :]
        if new:
            # The rules have changed since: the record goes on from a position it now holds.
            note = new[-1].rest.partition(" | ")[2]
            self.about.notes.append(f"Line {new[-1].number}: {note}"[:LONGEST_NOTE])
        if self.game.box.locked and not self.game.over:
            self.game.reseal()
            new = self.game.record.lines[len(stored.lines) :]
        if new:
            self._commit(new, secret=self.game.box.secret)
        self.game.record.keeper = self._commit

    def _reset(self) -> None:
        self.moved = self.revision  # the last revision at which the battle itself went on
        self._turn = self.game.turn_text
        self._snapped = len(self.game.record.lines)
        self._key = ""
        self._told = ""

    def refresh(self) -> bool:
        """Load the game again if somebody else has changed it; whether that was so."""
        revision = self.store.revision(self.id)
        if revision is None:
            raise Refusal("unknown", "there is no such game here any more")
        if revision == self.revision:
            return False
        self.load()
        return True

    def _commit(
        self, lines: Sequence[RecordLine], asked: bool = False, secret: bytes | None = None
    ) -> None:
        """Keep what has changed, all of it or nothing; lines count when this returns."""
        about, game = self.about, self.game
        if lines:
            about.request = None
            if about.clock is not None:
                about.asked = time.time()
        reply = msgspec.json.encode(wire.Done(self._told, self.revision + 1, asked))
        change = Change(
            self.revision,
            [StoredLine(line.number, str(line), line.audience) for line in lines],
            about.json(),
            secret=secret,
            drop_secret=game.over,
            snapshot=self._snapshot(lines),
            over=game.over,
            key=self._key,
            reply=reply if self._key else b"",
        )
        self.revision = self.store.commit(self.id, change)
        if lines:
            self.moved = self.revision
        if change.snapshot is not None:
            self._turn, self._snapped = game.turn_text, change.snapshot.line

    def _snapshot(self, lines: Sequence[RecordLine]) -> Snapshot | None:
        """The position, at the first answer of a turn and at least every 100 lines."""
        if not lines or self.game.over:
            return None
        last = lines[-1].number
        if self.game.turn_text == self._turn and last - self._snapped < SNAPSHOT_EVERY:
            return None
        return Snapshot(last, VERSION, self.game.dump())

    @contextmanager
    def _change(self, key: str = "", told: str = "") -> Iterator[None]:
        """A change that is kept or never was; who came too late is told so."""
        before = self.about.copy()
        self._key, self._told = key, told
        try:
            yield
        except StaleRevision:
            self.load()
            raise Refusal("stale", "the game has gone on meanwhile") from None
        except BaseException:
            self.about = before
            raise
        finally:
            self._key = self._told = ""

    # -- who is to act ---------------------------------------------------------------------------

    @property
    def due(self) -> str | None:
        """The side that must answer or throw; None when the battle is over."""
        actor = self.game.actor
        if actor != CHANCE:
            return actor
        roller = self.game.roller
        if roller is not None and self.game.box.kind == OWN and self.about.seats[roller].player:
            # A bot has no dice of its own: a person throws for it.
            people = [side for side, seat in self.about.seats.items() if not seat.player]
            return people[0] if people else roller
        return roller

    @property
    def rolling(self) -> bool:
        """Whether dice are due."""
        return self.game.actor == CHANCE

    @property
    def bot_due(self) -> str:
        """The bot that must act; empty if a person must, or nobody."""
        due = self.due
        return "" if due is None else self.about.seats[due].player

    def viewer(self, secret: str) -> Viewer:
        """Who holds a secret."""
        return seated(self.about.hashes(), secret, self.about.watch)

    def others(self, viewer: Viewer) -> list[str]:
        """The sides of other people, whose consent counts."""
        return [
            side
            for side, seat in self.about.seats.items()
            if side not in viewer.sides and not seat.player
        ]

    def title(self, side: str) -> str:
        """A side's name for people."""
        return self.game.battle.titles[self.game.battle.side_index(side)]

    # -- deeds of the server ---------------------------------------------------------------------

    def act_for(self, side: str, action: int | None) -> None:
        """Answer (or throw) for a bot or somebody absent; without an answer, the default one."""
        if self.due != side:
            raise Refusal("stale", "the game has gone on meanwhile")
        with self._change():
            if self.rolling:
                self.game.roll()
                return
            default = self.game.default
            assert default is not None  # a side must choose
            try:
                self.game.play(default if action is None else action)
            except (StaleRevision, StoreError):
                raise
            except GrognardError:
                self.game.play(default)

    def stand_in(self, side: str, bot: str) -> None:
        """Let a bot play for somebody absent."""
        with self._change():
            self.about.seats[side].stand_in = bot
            self._commit(())


def take_up(stored: StoredGame) -> Game:
    """A stored game as it stands under the present rules."""
    return kept(stored).take_up(grognard.system)


def kept(stored: StoredGame) -> ResumableGame:
    """A stored game in the engine's terms."""
    lines = [RecordLine.parse(line.text, line.audience) for line in stored.lines]
    snap = stored.snapshot
    last = None if snap is None else LastPosition(snap.line, snap.position)
    return ResumableGame(f"game {stored.id}", stored.header, lines, stored.secret, last)
