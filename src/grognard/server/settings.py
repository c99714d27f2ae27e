"""A server's settings: where it listens, where games are stored, and its limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PORT: Final = 1815
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for one game, one seat, one address or the whole server."""

    body: int = 16_384  # bytes of a request
    record: int = 2_000_000  # bytes of a request that may hold a record
    record_lines: int = 5_000
    import_seconds: float = 20.0  # to replay an imported record
    load_seconds: float = 60.0  # to replay a stored game
    message: int = 16_384  # bytes of a message on a socket
    requests: float = 100.0  # per second and address, after a burst
    request_burst: int = 1000
    message_rate: float = 20.0  # per second and socket, after a burst
    message_burst: int = 60
    hellos: float = (
        5.0  # whole states per second that sockets of one address ask for, after a burst
    )
    hello_burst: int = 60
    games_an_hour: int = 200  # opened by one address
    games: int = 100_000
    mails_an_hour: int = 10  # with codes, asked for by one address
    sockets: int = 40  # of one address
    watchers: int = 100  # sockets of one game
    loaded: int = 500  # games in memory
    idle: float = 600.0  # seconds until a game without sockets is unloaded
    messages: int = 50  # stored of a game
    hello: float = 10.0  # seconds for the first message of a socket
    queue: int = 64  # messages waiting for a slow client
    reading: float = 30.0  # seconds a client may leave a message unread before it is cut off


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
    webhooks: bool = True
    lists: bool = False  # whether games may be listed for everybody
    smtp: str = ""  # smtp://user:password@host:port, or smtps://
    mail_from: str = ""  # the sender of e-mail
    public_url: str = ""  # where players reach this server, for links in notices
    notice_delay: float = 10.0  # seconds after which an absent player is told
    limits: Limits = field(default_factory=Limits)

    @property
    def hosts(self) -> frozenset[str]:
        """The host names this server answers to, in lower case, without the port."""
        own = [self.host] if self.host not in ("0.0.0.0", "::") else []
        names = {*LOOPBACK, *own, *self.allow_hosts}
        return frozenset(f"[{n}]" if n.count(":") > 1 and n[0] != "[" else n.lower() for n in names)
