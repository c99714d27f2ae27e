"""Unit eligibility and restrictions of commands: who may do what; what nobody may cross, enter
or secure.

Locales and approaches are sets here: ints with a bit for each.
"""

from __future__ import annotations

from typing import Final

from grognard.boards.areas import boundary_of
from grognard.engine.rulebook import Rulebook
from grognard.systems.locales.state.kinds import DISRUPTED_INFANTRY, State
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
    return DISRUPTED_INFANTRY if p.state[b] & State.DISRUPTED else p.arm(b)


def members(found: int) -> list[int]:
    """The members of a set, in order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    return [i for i in range(found.bit_length()) if found >> i & 1]


def onward(p: LocalesPosition, here: int, order: int) -> int:
    """The neighbours whose boundary an order may cross this turn, whoever is there."""
    # Two locales with a common boundary are adjacent, and nothing lies beyond the map.
    # locales.ruling.adjacency, locales.restriction.never-off-map
    found = p.battle.onward[order][here]
    if 1 in p.barred:
        areas = p.battle.areas
        for a in areas.approaches[here]:
            # locales.restriction.assault-closes-boundary
            # locales.restriction.charge-closes-boundary
            if p.barred[boundary_of(a)]:
                found &= ~(1 << areas.towards[a])
    return found


def close_boundary(p: LocalesPosition, approach: int) -> None:
    """Nobody crosses the boundary of an approach for the rest of the turn."""
    p.barred[boundary_of(approach)] = 1
    if p.ear is not None:
        name = p.battle.areas.approach_name(approach)
        ends = " and ".join(p.battle.approach(approach).split(" towards "))
        p.tell(f"The boundary of {ends} is closed for the turn.", f"approach:{name}")


def open_to(p: LocalesPosition, locale: int, b: int) -> bool:
    """Whether a block may enter a locale: one won by assault is closed to all but the victors."""
    # locales.restriction.won-locale-open-to-participants
    return not p.closed[locale] or bool(p.state[b] & State.VICTOR)


def securable(p: LocalesPosition, locale: int, side: int) -> int:
    """The approaches that may be secured: those that face an enemy-occupied locale."""
    battle = p.battle
    enemy = p.occupied()[1 - side]
    if not battle.beside[locale] & enemy:
        return 0
    found = 0
    for a in battle.areas.approaches[locale]:
        if enemy >> battle.areas.towards[a] & 1:  # locales.ruling.note-2-scope
            found |= 1 << a
    return found & ~battle.walls  # locales.ruling.impassable-never-secured
