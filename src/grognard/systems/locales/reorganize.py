"""Reorganize: two units merge into one, one unit splits into two or three."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.systems.locales.groups import kind_of
from grognard.systems.locales.losses import remove
from grognard.systems.locales.picking import Pick
from grognard.systems.locales.position import EMPTY, MOVED, LocalesPosition


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


def may_reorganize(p: LocalesPosition, b: int) -> bool:
    """Infantry and cavalry in a reserve."""
    rules = p.battle.rules
    if p.spot[b] < 0 or not rules.may["reorganize"][kind_of(p, b)]:
        return False
    if p.state[b] & MOVED and not rules.staff_after:
        return False
    return p.spot[b] < p.battle.locales or "approach" in rules.reorganize_from


def mergeable(p: LocalesPosition, side: int) -> list[int]:
    """Blocks that can merge with another in the same spot."""
    able = [b for b in p.battle.blocks_of[side] if may_reorganize(p, b)]
    return [b for b in able if any(partners(p, b, c) for c in able)]


def partners(p: LocalesPosition, b: int, c: int) -> bool:
    """Whether two blocks can merge: one arm, one spot, and the strengths that do."""
    if b == c or p.spot[b] != p.spot[c] or p.arm(b) != p.arm(c):
        return False
    return sorted((p.strength[b], p.strength[c])) == sorted(p.battle.rules.merge_parts)


def splittable(p: LocalesPosition, side: int, parts: int) -> list[int]:
    """Blocks that can be split into so many, if there is room for them."""
    found = []
    for b in p.battle.blocks_of[side]:
        if not may_reorganize(p, b) or p.strength[b] not in p.battle.rules.split_strengths:
            continue
        here = p.battle.locale_of(p.spot[b])
        if p.strength[b] >= parts and p.room(here, side) >= parts - 1:
            found.append(b)
    return found


class Merge(Pick):
    """Two blocks become one."""

    side: Side

    def onward(self, b: int) -> Merge:
        """One block more."""
        return Merge(chosen=(*self.chosen, b), side=self.side)

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Those with a partner that can still be picked."""
        able = mergeable(p, self.side)
        if self.chosen:
            return [b for b in able if partners(p, b, self.chosen[0])]
        return [b for b in able if any(c > b and partners(p, b, c) for c in able)]

    def least(self, p: LocalesPosition) -> int:
        """Two."""
        return 2

    def most(self, p: LocalesPosition) -> int:
        """Two."""
        return 2

    def finish(self, p: LocalesPosition) -> None:
        """The first takes the strength of both; the other is an empty block again."""
        first, other = self.chosen
        if "reorganize" in p.battle.rules.reveals:
            p.reveal(first)
            p.reveal(other)
        if p.ear is not None:
            text = f"{p.called(first)} takes in block {other + 1}"
            p.tell(f"{text}.", p.bid(first), p.bid(other))
        p.strength[first] += p.strength[other]
        vacate(p, other)
        p.repool(p.pooled_with([first]))
        p.hide(first)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A block that is named shows that it can."""
        return True

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Merge which two blocks?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for units to reorganize."


class Split(Pick):
    """One block becomes two or three."""

    side: Side
    pieces: int

    def onward(self, b: int) -> Split:
        """The block."""
        return Split(chosen=(*self.chosen, b), side=self.side, pieces=self.pieces)

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Those strong enough."""
        return splittable(p, self.side, self.pieces)

    def least(self, p: LocalesPosition) -> int:
        """One."""
        return 1

    def most(self, p: LocalesPosition) -> int:
        """One."""
        return 1

    def finish(self, p: LocalesPosition) -> None:
        """The block keeps the larger part; the others are 1 each."""
        (b,) = self.chosen
        seen = "reorganize" in p.battle.rules.reveals
        if seen:
            p.reveal(b)
        if p.ear is not None:
            p.tell(f"{p.called(b)} is split in {self.pieces}.", p.bid(b))
        made = [b]
        for _ in range(self.pieces - 1):
            slot = spare_slot(p, self.side)
            p.who[slot] = p.who[b]
            p.strength[slot] = 1
            p.strength[b] -= 1
            p.state[slot] = p.state[b]
            p.put(slot, p.spot[b])
            made.append(slot)
        for blocks in [[c] for c in made] if seen else [p.pooled_with(made)]:
            p.repool(blocks)
        for c in made:
            p.hide(c)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A block that is named shows that it can."""
        return True

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Split which block?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for units to reorganize."
