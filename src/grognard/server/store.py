"""The interface of a store of games, whatever the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from grognard.engine.errors import GrognardError


class StoreError(GrognardError):
    """A database that cannot be used or does not answer; the message names a remedy."""


class StoreFull(StoreError):
    """There is no room for a change; nothing was changed."""


class StaleRevision(GrognardError):
    """Somebody else changed the game first: load it again."""


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A stored line of a record: its text without the mark, and who may read it."""

    number: int
    text: str
    audience: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position as JSON after a line, and the version of the program that wrote it."""

    line: int
    version: str
    position: Any


@dataclass(slots=True)
class StoredGame:
    """Everything stored of one game.

    `header` is the head of its record as text, `secret` that of its sealed dice while they are
    sealed, `about` what else the server must know (seats, clocks, what is asked of whom) as JSON.
    """

    id: str
    header: str
    secret: bytes | None
    about: dict[str, Any]
    created: float
    updated: float
    revision: int = 0
    over: bool = False
    lines: list[StoredLine] = field(default_factory=list)
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit changes in a game, if its revision is still `expected`."""

    expected: int
    lines: Sequence[StoredLine] = ()
    about: dict[str, Any] | None = None
    secret: bytes | None = None  # a new one; None leaves it as it is
    drop_secret: bool = False
    snapshot: Snapshot | None = None
    over: bool | None = None
    key: str = ""  # the client's key of this command
    reply: bytes = b""  # the reply if the command is repeated


class Store:
    """A store of games. When a method returns, its change is on the disk."""

    shared: ClassVar[bool] = False  # whether several processes may use it at once

    def create(self, game: StoredGame) -> None:
        """Store a new game; its id must be new."""
        raise NotImplementedError

    def load(self, id: str, after: int = 0) -> StoredGame | None:
        """A game with its lines after one and its last snapshot; None if it does not exist."""
        raise NotImplementedError

    def revision(self, id: str) -> int | None:
        """How often a game was changed; None if it does not exist."""
        raise NotImplementedError

    def commit(self, id: str, change: Change) -> int:
        """Change a game, all or nothing; its new revision. StaleRevision if it has moved on."""
        raise NotImplementedError

    def replied(self, id: str, key: str) -> bytes | None:
        """The reply to a command with this key, if it was carried out already."""
        raise NotImplementedError

    def replies(self, id: str) -> dict[str, bytes]:
        """The replies to the last commands of a game by their keys, the oldest first."""
        raise NotImplementedError

    def sides_of(self, player: str, game: str) -> tuple[str, ...]:
        """The sides of a game that a player, named by the hash of a key, has seats at."""
        return ()

    def games(self, *, over: bool | None = None, clock: bool = False) -> Iterator[str]:
        """The ids of the games, the newest first; all, or only those (not) over or with a clock."""
        raise NotImplementedError

    def count(self) -> int:
        """How many games are stored."""
        raise NotImplementedError

    def delete(self, id: str) -> None:
        """Delete a game."""
        raise NotImplementedError

    def lease(self, job: str, holder: str, seconds: float) -> bool:
        """Take a job (a bot's answer, a clock) for a time, if nobody else holds it."""
        raise NotImplementedError

    def held(self, job: str) -> bool:
        """Whether any process holds a job."""
        raise NotImplementedError

    def release(self, job: str, holder: str) -> None:
        """Release a job."""
        raise NotImplementedError

    def claim(self) -> None:
        """Become the server of this store; StoreError if it takes only one and has one already."""

    def listen(self, changed: Callable[[str, int], None]) -> None:
        """Call `changed(id, revision)` when another process has changed a game.

        It is called from another thread; a store that only one process uses never calls it.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Close the database."""
        raise NotImplementedError
