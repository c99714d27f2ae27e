"""How a server is set up: where it listens, where the games are kept, and how much it allows."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PORT: Final = 1815
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of anything one game, one seat, one address or the whole server may have."""

    body: int = 16_384  # bytes of a request
    record: int = 2_000_000  # bytes of a request that may hold a record
    record_lines: int = 5_000
    word: int = 16_384  # bytes of a word on a socket
    requests: float = 100.0  # a second and address, after a burst
    request_burst: int = 1000
    words: float = 20.0  # a second and socket, after a burst
    word_burst: int = 60
    games_an_hour: int = 200  # opened by one address
    games: int = 100_000
    sockets: int = 40  # of one address
    watchers: int = 100  # sockets of one game
    warm: int = 500  # games held in memory
    idle: float = 600.0  # seconds until a game nobody looks at is let go of
    messages: int = 50  # kept of a game
    hello: float = 10.0  # seconds until a socket must have said who it is
    queue: int = 64  # states waiting for a slow reader


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings."""

    store: str | Path
    host: str = "127.0.0.1"
    port: int = PORT
    allow_hosts: tuple[str, ...] = ()
    behind_proxy: bool = False
    workers: int = 2
    bot_seconds: float = 10.0
    absent: float = 300.0  # seconds until others may hand a seat to a bot
    webhooks: bool = True
    limits: Limits = field(default_factory=Limits)

    @property
    def hosts(self) -> frozenset[str]:
        """The names this server answers to, without the port, in small letters."""
        own = [self.host] if self.host not in ("0.0.0.0", "::") else []
        names = {*LOOPBACK, *own, *self.allow_hosts}
        return frozenset(f"[{n}]" if n.count(":") > 1 and n[0] != "[" else n.lower() for n in names)
