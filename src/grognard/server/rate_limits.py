"""How much an address may ask for: token buckets, and the number of its open sockets."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from grognard.server.seats import Refusal
from grognard.server.settings import Settings

MOST_ADDRESSES: Final = 10_000
HOUR: Final = 3600.0


class TokenBucket:
    """An allowance that refills over time."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self.left = most
        self.at = time.monotonic()

    def take(self) -> bool:
        """Use one token; False if there is none left."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class TokenBuckets:
    """A bucket for each address; the least recently used are forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self._kept: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Use one token of an address."""
        bucket = self._kept.get(address)
        if bucket is None:
            bucket = self._kept[address] = TokenBucket(self.rate, self.most)
            while len(self._kept) > MOST_ADDRESSES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(address)
        return bucket.take()


class RateLimiter:
    """Limits requests, new games and open sockets of each address."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.limits = limits
        self.requests = TokenBuckets(limits.requests, limits.request_burst)
        self.games = TokenBuckets(limits.games_an_hour / HOUR, limits.games_an_hour)
        self.hellos = TokenBuckets(limits.hellos, limits.hello_burst)
        self.mails = TokenBuckets(limits.mails_an_hour / HOUR, limits.mails_an_hour)
        self.sockets: dict[str, int] = {}

    def open_game(self, address: str) -> None:
        """Count a new game, or refuse it."""
        if not self.games.take(address):
            raise Refusal("too-much", "too many games opened from your address: wait a while")

    def confirm_mail(self, address: str) -> None:
        """Count a message with a code, or refuse it."""
        if not self.mails.take(address):
            raise Refusal("too-much", "too many codes were sent for your address: wait a while")

    def socket_opened(self, address: str) -> None:
        """Count a new socket, or refuse it."""
        if self.sockets.get(address, 0) >= self.limits.sockets:
            raise Refusal("too-much", "too many windows are open from your address")
        self.sockets[address] = self.sockets.get(address, 0) + 1

    def socket_closed(self, address: str) -> None:
        """A socket was closed."""
        left = self.sockets.get(address, 0) - 1
        if left > 0:
            self.sockets[address] = left
        else:
            self.sockets.pop(address, None)
