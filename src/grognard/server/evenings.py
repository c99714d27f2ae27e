"""Evenings: rosters that two phones share while people play with miniatures.

They are kept in memory for some days at most, as many as there is room for; each phone has its own
copy.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Final, NamedTuple

from grognard.server.seats import Refusal

MOST: Final = 500
LARGEST: Final = 120_000  # characters of an evening


class Kept(NamedTuple):
    """An evening as the phones know it, and how often it was changed."""

    evening: str
    revision: int


class Evenings:
    """The shared evenings by their keys; the one that was not asked for longest goes first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def open(self, evening: str) -> tuple[str, int]:
        """Keep an evening under a new key."""
        _refuse_large(evening)
        key = secrets.token_urlsafe(9)
        self._kept[key] = Kept(evening, 1)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return key, 1

    def get(self, key: str) -> Kept:
        """An evening by its key."""
        kept = self._kept.get(key)
        if kept is None:
            raise Refusal("unknown", "this evening is not known any more: share it again")
        self._kept.move_to_end(key)
        return kept

    def change(self, key: str, evening: str, revision: int) -> int:
        """Replace an evening; refused if the other phone changed it in between."""
        _refuse_large(evening)
        kept = self.get(key)
        if kept.revision != revision:
            raise Refusal("stale", "the other phone was faster: look again")
        self._kept[key] = Kept(evening, revision + 1)
        return revision + 1


def _refuse_large(evening: str) -> None:
    if len(evening) > LARGEST:
        raise Refusal("too-much", f"an evening holds at most {LARGEST} characters")
