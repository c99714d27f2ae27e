"""Middleware for every request: host and origin are checked, rates limited, headers added."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.fair_shares import caller
from grognard.server.game_state import ErrorInfo
from grognard.server.rate_limits import RateLimiter
from grognard.server.seats import Kind
from grognard.server.settings import Settings

CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
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


class SecurityMiddleware:
    """Refuses requests to other hosts, from other sites or too many; adds headers to answers."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: RateLimiter) -> None:
        self.app = app
        self.hosts = settings.hosts
        self.limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request or socket, then pass it on to the application."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refused = self.refusal(scope)
        if refused is not None:
            await _refuse(scope, send, *refused)
            return
        caller.set(address_of(scope))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message.get("headers", ())}
                extra = [*HEADERS, (b"cache-control", b"no-store")]
                added = [header for header in extra if header[0] not in known]
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await self.app(scope, receive, with_headers)

    def refusal(self, scope: Scope) -> tuple[int, Kind, str] | None:
        """Why a request is refused: status, kind and message; None if it is not."""
        host = _header(scope, b"host")
        if host is None or _name(host) not in self.hosts:
            return 421, "malformed", "unknown host name (see --allow-host)"
        origin = _header(scope, b"origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return 403, "not-yours", "requests from other sites are refused"
        if not self.limiter.requests.take(address_of(scope)):
            return 429, "too-much", "too many requests from your address: wait a moment"
        return None


def address_of(scope: Scope) -> str:
    """The client's address; of an IPv6 address only the network, which has one owner."""
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
    """The value of a header; None if it is missing, "?" if it comes more than once."""
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
    body = msgspec.json.encode(ErrorInfo(kind, message))
    headers = [*HEADERS, (b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    start = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    rest: Any = {"type": "http.response.body", "body": body, "more_body": False}
    await send(rest)
