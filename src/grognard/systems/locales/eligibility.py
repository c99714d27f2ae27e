"""Unit eligibility: the table of who may do what, a column for each kind of unit."""

from __future__ import annotations

from typing import Final

from grognard.engine.rulebook import Rulebook
from grognard.systems.locales.state.kinds import DISRUPTED, DISRUPTED_INFANTRY
from grognard.systems.locales.state.position import LocalesPosition

TICK: Final = "✓"

Row = tuple[bool, ...]  # infantry, cavalry, artillery, disrupted infantry


def row(book: Rulebook, id_: str) -> Row:
    """A row of the table: a tick for a kind that may, a dash for one that may not."""
    return tuple(mark == TICK for mark in book.words(id_, "marks"))


def by_width(book: Rulebook, id_: str) -> tuple[int, int, int]:
    """A limit for narrow and wide approaches, by their width: 1 or 2."""
    return 0, book.int(id_, "narrow"), book.int(id_, "wide")


def kind_of(p: LocalesPosition, b: int) -> int:
    """The column of the table a block stands in."""
    return DISRUPTED_INFANTRY if p.state[b] & DISRUPTED else p.arm(b)
