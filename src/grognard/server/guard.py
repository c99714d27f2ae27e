"""The guard at the door: names and origins, rates and counts, and the headers of every answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.seats import Kind, Refusal
from grognard.server.settings import Settings
from grognard.server.wire import Fault

CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
MOST_ADDRESSES: Final = 10_000
HOUR: Final = 3600.0


class Bucket:
    """An allowance that fills up with time."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self.left = most
        self.at = time.monotonic()

    def take(self) -> bool:
        """Use one up; False if there is none."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """The allowances of many addresses; those not heard of for longest are forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Use one of an address's up."""
        bucket = self._kept.get(address)
        if bucket is None:
            bucket = self._kept[address] = Bucket(self.rate, self.most)
            while len(self._kept) > MOST_ADDRESSES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(address)
        return bucket.take()


class Doorkeeper:
    """What addresses have used up, and how many sockets they hold."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.limits = limits
        self.requests = Buckets(limits.requests, limits.request_burst)
        self.games = Buckets(limits.games_an_hour / HOUR, limits.games_an_hour)
        self.sockets: dict[str, int] = {}

    def open_game(self, address: str) -> None:
        """Refuse one who opens too many games."""
        if not self.games.take(address):
            raise Refusal("too-much", "too many games opened from your address: wait a while")

    def come(self, address: str) -> None:
        """A socket is opened, unless its address has too many."""
        if self.sockets.get(address, 0) >= self.limits.sockets:
            raise Refusal("too-much", "too many windows are open from your address")
        self.sockets[address] = self.sockets.get(address, 0) + 1

    def go(self, address: str) -> None:
        """A socket is closed."""
        left = self.sockets.get(address, 0) - 1
        if left > 0:
            self.sockets[address] = left
        else:
            self.sockets.pop(address, None)


class Guard:
    """Stands before the application and lets nobody in who should not be."""

    def __init__(self, app: ASGIApp, settings: Settings, door: Doorkeeper) -> None:
        self.app = app
        self.hosts = settings.hosts
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request or socket, then let the application answer, with the headers added."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refused = self.refusal(scope)
        if refused is not None:
            await _refuse(scope, send, *refused)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message.get("headers", ())}
                extra = [*HEADERS, (b"cache-control", b"no-store")]
                added = [header for header in extra if header[0] not in known]
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await self.app(scope, receive, with_headers)

    def refusal(self, scope: Scope) -> tuple[int, Kind, str] | None:
        """Why a request is not let in, if so."""
        host = _header(scope, b"host")
        if host is None or _name(host) not in self.hosts:
            return 421, "malformed", "this server does not go by that name (see --allow-host)"
        origin = _header(scope, b"origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return 403, "not-yours", "requests from other sites are not answered"
        if not self.door.requests.take(address_of(scope)):
            return 429, "too-much", "too many requests from your address: wait a moment"
        return None


def address_of(scope: Scope) -> str:
    """Where a request comes from; of an IPv6 address the net, which has one owner."""
    client = scope.get("client")
    text = client[0] if client else ""
    try:
        found = ip_address(text)
    except ValueError:
        return text
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return found.exploded[:19]
    return text


def _header(scope: Scope, name: bytes) -> str | None:
    """The only value of a header; None if there is none, nonsense if there are several."""
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    values = [value for key, value in headers if key == name]
    if not values:
        return None
    return values[0].decode("latin-1").lower() if len(values) == 1 else "?"


def _name(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


async def _refuse(scope: Scope, send: Send, status: int, kind: Kind, message: str) -> None:
    start: Any
    if scope["type"] == ScopeType.WEBSOCKET:
        start = {"type": "websocket.close", "code": 1008, "reason": message[:100]}
        await send(start)
        return
    body = msgspec.json.encode(Fault(kind, message))
    headers = [*HEADERS, (b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    start = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    rest: Any = {"type": "http.response.body", "body": body, "more_body": False}
    await send(rest)
