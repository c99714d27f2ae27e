"""Reorganize: two units merge into one, one unit splits into two or three."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Annotated

from grognard.engine.numbers import Within
from grognard.engine.rulebook import Rulebook
from grognard.systems.locales.hidden import added
from grognard.systems.locales.losses import remove
from grognard.systems.locales.restrictions import kind_of, row
from grognard.systems.locales.state.asking import Pick
from grognard.systems.locales.state.kinds import ARMS, EMPTY, State
from grognard.systems.locales.state.position import LocalesPosition

Pieces = Annotated[int, Within(2, 3)]


class ReorganizeRules:
    """Who reorganizes, and which strengths merge and split."""

    def __init__(self, book: Rulebook) -> None:
        self.may = row(book, "locales.eligibility.reorganize.may")
        self.merge_parts = sorted(book.ints("locales.reorganize.effect.merge", "parts"))
        # By arm: how many of which kind it takes to merge.
        self.merged = [
            Counter((arm, points) for points in self.merge_parts)
            for arm in range(len(ARMS))
            if self.may[arm]
        ]
        self.split_strengths = book.ints("locales.reorganize.effect.split", "strengths")
        self.split_piece = book.int("locales.reorganize.effect.split", "piece")


def may_reorganize(p: LocalesPosition, b: int) -> bool:
    """Infantry and cavalry in a reserve, also after a field command."""
    # locales.reorganize.initial.reserve
    if not 0 <= p.spot[b] < p.battle.locales:
        return False
    # locales.reorganize.eligible.infantry-or-cavalry, locales.eligibility.reorganize.may-not
    return p.battle.rules.reorganize.may[kind_of(p, b)]


def spare_slot(p: LocalesPosition, side: int) -> int:
    """An empty block for a unit that comes into being.

    There always is one: a side has as many blocks as it had strength points, and every unit,
    broken or gone, has used up one of them or more.
    """
    return next(b for b in p.battle.blocks_of[side] if p.who[b] == EMPTY)


def vacate(p: LocalesPosition, b: int) -> None:
    """A block that has become part of another is an empty one again."""
    p.strength[b] = 0
    remove(p, b)
    p.who[b] = EMPTY
    p.repool([b])


def perhaps_reorganizes(p: LocalesPosition, side: int) -> bool:
    """Whether anybody can merge or split, for all that the enemy knows."""
    return any(seen_splitting(p, b, 2) for b in in_reserve(p, side)) or bool(seen_to_merge(p, side))


def in_reserve(p: LocalesPosition, side: int) -> list[int]:
    """The blocks of a side in its reserves that are not disrupted: as everybody can see."""
    return sorted(
        b
        for spot, blocks in p.by_spot(side).items()
        if spot < p.battle.locales
        for b in blocks
        if not p.state[b] & State.DISRUPTED
    )


# -- merge -------------------------------------------------------------------------------------


def mergeable(p: LocalesPosition, side: int) -> list[int]:
    """Blocks that can merge with another in the same spot."""
    parts = p.battle.rules.reorganize.merge_parts
    able = [b for b in in_reserve(p, side) if p.strength[b] in parts and may_reorganize(p, b)]
    return [b for b in able if any(partners(p, b, c) for c in able)]


def partners(p: LocalesPosition, b: int, c: int) -> bool:
    """Whether two blocks can merge: one arm, one spot, and the strengths that do."""
    # locales.reorganize.condition.same-type
    if b == c or p.spot[b] != p.spot[c] or p.arm(b) != p.arm(c):
        return False
    # locales.reorganize.effect.no-other-merge
    return sorted((p.strength[b], p.strength[c])) == p.battle.rules.reorganize.merge_parts


def seen_to_merge(p: LocalesPosition, side: int) -> list[int]:
    """Blocks that may be able to merge, for all that the enemy knows."""
    merged = p.battle.rules.reorganize.merged
    found: set[int] = set()
    for spot, blocks in p.by_spot(side).items():
        there = blocks if spot < p.battle.locales else []
        for b, c in combinations([b for b in there if not p.state[b] & State.DISRUPTED], 2):
            # What each may be, as often as there are such units.
            together = p.mix[b] == p.mix[c] or p.pool[b] == p.pool[c]
            both = p.kinds(b) if together else added(p.kinds(b), p.kinds(c))
            if any(all(both.get(kind, 0) >= n for kind, n in parts.items()) for parts in merged):
                found |= {b, c}
    return sorted(found)


class Merge(Pick):
    """Two blocks become one."""

    asks = "Merge which two blocks?"
    going = "merge them"
    waits = "Waiting for units to reorganize."
    fewest = 2

    def candidates(self, p: LocalesPosition) -> list[int]:
        return mergeable(p, self.side)

    def fits(self, p: LocalesPosition, b: int) -> bool:
        return all(partners(p, b, c) for c in self.chosen)

    def most(self, p: LocalesPosition) -> int:
        return self.fewest

    def finish(self, p: LocalesPosition) -> None:
        """The first takes the strength of both; the other is an empty block again."""
        first, other = self.chosen
        p.reveal(first)  # locales.ruling.reveal
        p.reveal(other)
        if p.ear is not None:
            text = f"{p.called(first)} takes in {p.called(other)}"
            p.tell(f"{text}.", p.bid(first), p.bid(other))
        p.strength[first] += p.strength[other]
        vacate(p, other)
        p.repool([first])
        p.hide(first)


# -- split -------------------------------------------------------------------------------------


def splittable(p: LocalesPosition, side: int, pieces: int) -> list[int]:
    """Blocks that can be split into so many, if there is room for them."""
    strengths = p.battle.rules.reorganize.split_strengths
    return [
        b
        for b in in_reserve(p, side)
        if p.strength[b] >= pieces
        and p.strength[b] in strengths
        and may_reorganize(p, b)
        and p.room(p.spot[b], side) >= pieces - 1
    ]


def seen_to_split(p: LocalesPosition, side: int, pieces: int) -> list[int]:
    """Blocks that may be able to be split into so many, for all that the enemy knows."""
    return [b for b in in_reserve(p, side) if seen_splitting(p, b, pieces)]


def seen_splitting(p: LocalesPosition, b: int, pieces: int) -> bool:
    """Whether a block in reserve may be able to be split, for all that the enemy knows."""
    rules = p.battle.rules.reorganize
    return p.room(p.spot[b], p.battle.block_side[b]) >= pieces - 1 and any(
        rules.may[arm] and points in rules.split_strengths and points >= pieces
        for arm, points in p.kinds(b)
    )


class Split(Pick):
    """One block becomes two or three."""

    asks = "Split which block?"
    going = "split it"
    waits = "Waiting for units to reorganize."
    fewest = 1

    pieces: Pieces

    def candidates(self, p: LocalesPosition) -> list[int]:
        return splittable(p, self.side, self.pieces)

    def most(self, p: LocalesPosition) -> int:
        return self.fewest

    def finish(self, p: LocalesPosition) -> None:
        """The block keeps what is left; the others are the least there is, each."""
        (b,) = self.chosen
        piece = p.battle.rules.reorganize.split_piece
        p.reveal(b)  # locales.ruling.reveal
        name, made = p.called(b), [b]
        for _ in range(self.pieces - 1):
            slot = spare_slot(p, self.side)
            p.who[slot] = p.who[b]
            p.strength[slot] = piece
            p.strength[b] -= piece
            p.state[slot] = p.state[b]
            p.put(slot, p.spot[b])
            made.append(slot)
        if p.ear is not None:
            parts = ", ".join(f"block {c + 1} with {p.strength[c]}" for c in made)
            p.tell(f"{name} is split: {parts}.", *(p.bid(c) for c in made))
        for c in made:
            p.repool([c])
            p.hide(c)
