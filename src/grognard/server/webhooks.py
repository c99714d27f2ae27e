"""Calls to addresses that players name, webhooks and push services; never private ones."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec

from grognard.engine.errors import GrognardError

SECONDS: Final = 5.0
NAT64: Final = "64:ff9b:"


class WebhookRefused(GrognardError):
    """An address that is not called."""


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet, however it is written.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if inside:
            return is_public(str(inside))
        if found.compressed.startswith(NAT64):
            return is_public(str(IPv4Address(int(found) & 0xFFFFFFFF)))
    return found.is_global and not found.is_multicast and not found.is_reserved


async def resolve(host: str, port: int) -> str:
    """The address of a host; refused unless all its addresses are public."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, proto=6)
    except OSError as error:
        raise WebhookRefused(f"{host}: unknown host") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(map(is_public, addresses)):
        raise WebhookRefused(f"{host}: has a private address")
    return addresses[0]


async def send(
    address: str,
    content: dict[str, Any],
    resolver: Callable[[str, int], Any] | None = None,
    seconds: float = SECONDS,
) -> int:
    """Post JSON to an address; the status of the answer. Redirects are not followed."""
    body = msgspec.json.encode(content)
    return await post(address, body, {"Content-Type": "application/json"}, resolver, seconds)


async def post(
    address: str,
    body: bytes,
    headers: dict[str, str],
    resolver: Callable[[str, int], Any] | None = None,
    seconds: float = SECONDS,
) -> int:
    """Post something to a public address; the status of the answer."""
    parts = urlsplit(address)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    async with asyncio.timeout(seconds):
        # Connect to the address that was checked; the name might resolve to another one now.
        place = await (resolver or resolve)(host, port)
        context = ssl.create_default_context() if secure else None
        reader, writer = await asyncio.open_connection(
            place, port, ssl=context, server_hostname=host if secure else None
        )
        try:
            writer.write(_request(parts.path, parts.query, _host(parts.netloc), headers, body))
            await writer.drain()
            status = (await reader.readline()).split(b" ")
            return int(status[1]) if len(status) > 1 and status[1].isdigit() else 0
        finally:
            writer.close()
            with suppress(OSError, ssl.SSLError):
                await writer.wait_closed()


def _host(netloc: str) -> str:
    return netloc.encode("idna" if not netloc.isascii() else "ascii").decode()


def _request(path: str, query: str, host: str, headers: dict[str, str], body: bytes) -> bytes:
    target = _quoted(path or "/") + (f"?{_quoted(query)}" if query else "")
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = (
        f"POST {target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: grognard\r\n{more}"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


def _quoted(text: str) -> str:
    """A path or query in which nothing can end the request line."""
    return quote(text, safe="/%?=&;:@!$'()*+,~-._")
