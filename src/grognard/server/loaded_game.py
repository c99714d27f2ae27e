"""A game loaded from the store: every change is stored before it counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import msgspec

import grognard
from grognard.draw import SceneMemory
from grognard.engine.checkpoint import checkpoint
from grognard.engine.dicebox import OWN
from grognard.engine.errors import GrognardError, RecordError
from grognard.engine.game import CHANCE, Game
from grognard.engine.record import DAMAGED, NOTE, RESUME, SALT, RecordLine
from grognard.engine.resume import LastPosition, ResumableGame
from grognard.engine.step import NOBODY
from grognard.engine.version import VERSION
from grognard.server import game_state
from grognard.server.dice_report import DiceReport
from grognard.server.game_details import GameDetails
from grognard.server.log_memory import LogMemory, Told
from grognard.server.seats import Refusal, Viewer, hashed, new_secret, seated
from grognard.server.sql_tables import KEPT_REPLIES
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
STILL: Final = (SALT, NOTE)  # lines that do not move the game on


class LoadedGame:
    """A game in memory. Not thread-safe: `Games` uses it from one thread at a time."""

    def __init__(self, store: Store, id: str, messages: int = 50) -> None:
        self.store = store
        self.id = id
        self.messages = messages
        self.scenes: dict[str | None, SceneMemory] = {}  # drawn last, by the side that looks
        self.load()

    # -- keeping ---------------------------------------------------------------------------------

    def load(self) -> None:
        """Load the game from the store."""
        stored = self.store.load(self.id)
        if stored is None:
            raise Refusal("unknown", "unknown game: is the link complete?")
        self.details = GameDetails.read(stored.about)
        self.revision = stored.revision
        self.header = stored.header
        resumable = kept(stored, self.details.mark)
        self._chain = resumable.chain
        self.game = resumable.take_up(grognard.system)
        self._reset(0 if stored.snapshot is None else stored.snapshot.line)
        new = self.game.record.lines[len(stored.lines) :]
        if resumable.damaged and not new:
            self.details.notify("The stored record of this game is damaged; it still replays.")
        if new:
            # The rules have changed: the record now holds a position from which it continues.
            resumes = next(line for line in new if line.word == RESUME)
            note = resumes.rest.partition(" | ")[2]
            self.details.notify(f"Line {resumes.number}: {note}")
        if self.game.box.locked and not self.game.over:
            self.game.reseal()
            new = self.game.record.lines[len(stored.lines) :]
        if new:
            self._commit(new, secret=self.game.box.secret)
        self.game.record.keeper = self._commit

    def _reset(self, snapped: int) -> None:
        self.replies = self.store.replies(self.id)
        self._log = LogMemory()
        self.dice = DiceReport(self.game.record.header.dice)
        self._timed = self.timed
        self.moved = self.revision  # the last revision that changed the battle itself
        self._turn = self.game.turn_text
        self._snapped = snapped
        self._key = ""
        self._told = ""

    def refresh(self) -> bool:
        """Load the game again if another process has changed it; whether it had."""
        revision = self.store.revision(self.id)
        if revision is None:
            raise Refusal("unknown", "this game no longer exists")
        if revision == self.revision:
            return False
        if not self._follow():
            self.load()
        return True

    def _follow(self) -> bool:
        """Apply the lines another process has added; False if the game must be loaded anew."""
        had = len(self.game.record.lines)
        stored = self.store.load(self.id, had)
        if stored is None:
            return False
        lines = [parsed(line) for line in stored.lines]
        chain = self._chain.copy()
        for line in lines:
            chain.add(str(line))
        about = GameDetails.read(stored.about)
        if about.mark not in ("", chain.mark):
            return False  # not the lines that follow ours
        try:
            for line in lines:
                self.game.follow(line)
            if stored.secret is not None and self.game.box.locked and not self.game.over:
                self.game.box.unlock(stored.secret)
        except GrognardError:
            return False
        self.details, self.revision, self._chain = about, stored.revision, chain
        self._timed = self.timed
        if any(line.word not in STILL for line in lines):
            self.moved = self.revision
        self.replies = self.store.replies(self.id)
        return True

    def _commit(
        self, lines: Sequence[RecordLine], asked: bool = False, secret: bytes | None = None
    ) -> None:
        """Store a change, all or nothing. Lines count when this returns."""
        about, game = self.details, self.game
        chain = self._chain.copy()
        for line in lines:
            chain.add(str(line))
        about.mark = chain.mark
        moves = any(line.word not in STILL for line in lines)
        if moves:
            about.request = None
        self._run_clock(lines)
        turn = game.turn_text if lines else about.turn
        about.due, about.turn = self.due or "", turn
        reply = msgspec.json.encode(game_state.Done(self._told, self.revision + 1, asked))
        change = Change(
            self.revision,
            [StoredLine(line.number, str(line), line.audience) for line in lines],
            about.json(),
            secret=secret,
            drop_secret=game.over,
            snapshot=self._snapshot(lines, turn),
            over=game.over,
            key=self._key,
            reply=reply if self._key else b"",
        )
        self.revision = self.store.commit(self.id, change)
        self._chain = chain
        if self._key:
            self.replies[self._key] = reply
            while len(self.replies) > KEPT_REPLIES:
                del self.replies[next(iter(self.replies))]
        self._timed = self.timed
        if moves:
            self.moved = self.revision
        if change.snapshot is not None:
            self._turn, self._snapped = turn, change.snapshot.line

    def _run_clock(self, lines: Sequence[RecordLine]) -> None:
        """Count the time used, and give a new question its own."""
        about, due = self.details, self.due
        if about.clock is None:
            return
        about.count_time(self._timed)
        if any(line.word == RESUME for line in lines):
            about.forget_time()
        if due is not None and any(line.word not in STILL for line in lines):
            about.put_question(due, self.game.standing)

    @property
    def timed(self) -> str | None:
        """The side whose time runs: a person's, who must act."""
        return None if self.details.clock is None or self.bot_due else self.due

    def _snapshot(self, lines: Sequence[RecordLine], turn: str) -> Snapshot | None:
        """The game as it is: at its end, at least every 100 lines, and when a turn begins.

        A long game takes longer to write, so that it is not written at every turn.
        """
        if not lines:
            return None
        last = lines[-1].number
        since = last - self._snapped
        begins = turn != self._turn and since >= last // 8
        if not (begins or since >= SNAPSHOT_EVERY or self.game.over):
            return None
        return Snapshot(last, VERSION, checkpoint(self.game))

    @contextmanager
    def _change(self, key: str = "", told: str = "") -> Iterator[None]:
        """A change that is stored or undone; refused as stale if another came first."""
        before = self.details.copy()
        self._key, self._told = key, told
        try:
            yield
        except StaleRevision:
            self.load()
            raise Refusal("stale", "the game has moved on") from None
        except BaseException:
            self.details = before
            raise
        finally:
            self._key = self._told = ""

    # -- who is to act ---------------------------------------------------------------------------

    def log_of(self, side: str | None, since: int = 0) -> game_state.LogPart:
        """The log as a side, or a spectator, may read it, from an entry on."""
        return self._log.part(self._index(side), self.game.log, since)

    def told(self, side: str | None) -> Told:
        """Which entries of the log a side, or a spectator, may read."""
        return self._log.told(self._index(side), self.game.log)

    def _index(self, side: str | None) -> int:
        return NOBODY if side is None else self.game.battle.side_index(side)

    @property
    def due(self) -> str | None:
        """The side that must answer or roll; None when the battle is over."""
        actor = self.game.actor
        if actor != CHANCE:
            return actor
        roller = self.game.roller
        if roller is not None and self.game.box.kind == OWN and self.details.seats[roller].player:
            # A bot has no dice of its own: a person rolls for it.
            people = [side for side, seat in self.details.seats.items() if not seat.player]
            return people[0] if people else roller
        return roller

    @property
    def rolling(self) -> bool:
        """Whether a roll is due."""
        return self.game.actor == CHANCE

    @property
    def bot_due(self) -> str:
        """The bot that must act; empty if a person must, or nobody."""
        due = self.due
        return "" if due is None else self.details.seats[due].player

    def viewer(self, secret: str) -> Viewer:
        """The viewer who holds the secret of a seat, or the key of its player."""
        try:
            return seated(self.details.hashes(), secret, self.details.watch)
        except Refusal:
            sides = self.store.sides_of(hashed(secret), self.id) if secret else ()
            if not sides:
                raise
            return Viewer(sides)

    def others(self, viewer: Viewer) -> list[str]:
        """The sides of other people, who must consent even while a bot plays for them."""
        return [
            side
            for side, seat in self.details.seats.items()
            if side not in viewer.sides and seat.kind != "bot"
        ]

    def title(self, side: str) -> str:
        """A side's name for people."""
        return self.game.battle.titles[self.game.battle.side_index(side)]

    # -- answers of the server -------------------------------------------------------------------

    def act_late(self, side: str) -> None:
        """Roll or give the default answer for a player whose time is up, and say so."""
        done = "rolled for" if self.rolling else "gave the default answer for"
        told = f"Time was up: the server {done} {self.title(side)}."
        self.act_for(side, None, told)

    def act_for(self, side: str, action: int | None, told: str = "") -> None:
        """Answer or roll for a side; with None, give the default answer."""
        if self.due != side:
            raise Refusal("stale", "the game has moved on")
        with self._change():
            if told:
                self.details.notify(told)
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

    def join(self, side: str, name: str) -> str:
        """Take an open seat; its new secret."""
        seat, secret = self.details.seats.get(side), new_secret()
        if seat is None or not seat.open:
            raise Refusal("not-allowed", "this seat is taken: ask for the list of games again")
        with self._change():
            seat = self.details.seats[side]
            seat.open, seat.hash, seat.name = False, hashed(secret), name
            self._commit(())
        return secret

    def begin_rematch(self, game: str) -> None:
        """Note the game in which the sides are swapped."""
        with self._change():
            self.details.rematch = game
            self._commit(())

    def note(self, text: str) -> None:
        """Tell all players something."""
        with self._change():
            self.details.notify(text)
            self._commit(())

    def stand_in(self, side: str, bot: str) -> None:
        """Let a bot play for a player whose time is up."""
        with self._change():
            self.details.seats[side].stand_in = bot
            self.details.notify(
                f"{self.title(side)}: time was up, and the computer ({bot}) plays until the "
                "player takes the seat back."
            )
            self._commit(())


def take_up(stored: StoredGame) -> Game:
    """A stored game, replayed under the current rules."""
    return kept(stored).take_up(grognard.system)


def kept(stored: StoredGame, mark: str = "") -> ResumableGame:
    """A stored game in the engine's terms; `mark` is that of its last line."""
    lines = [parsed(line) for line in stored.lines]
    snap = stored.snapshot
    last = None if snap is None else LastPosition.of(snap.line, snap.position)
    return ResumableGame(f"game {stored.id}", stored.header, lines, stored.secret, last, mark)


def parsed(stored: StoredLine) -> RecordLine:
    """A stored line as it is played; one that cannot be read is called damaged."""
    with suppress(RecordError):
        line = RecordLine.parse(stored.text, stored.audience)
        if line.number == stored.number:
            return line
    return RecordLine(stored.number, DAMAGED, "this line cannot be read", stored.audience)
