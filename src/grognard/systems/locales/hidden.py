"""Hidden blocks: everybody sees where they are, few know what they are.

What the enemy knows of a side's blocks is kept in pools: he knows which units lie among the blocks
of a pool, not which block is which. Blocks that were shuffled together are a mix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from grognard.engine.position import Position
from grognard.systems.locales.state.kinds import ARMS, ARTILLERY, State

if TYPE_CHECKING:
    from grognard.systems.locales.state.battle import LocalesBattle


Kinds = dict[tuple[int, int], int]  # how often there is an arm with a strength


def added(some: Kinds, more: Kinds) -> Kinds:
    """Two counts of kinds together."""
    return {kind: some.get(kind, 0) + more.get(kind, 0) for kind in {*some, *more}}


def blocks_in_words(blocks: Sequence[int]) -> str:
    """Blocks in a row: each is called a block, so that its owner is told its name beside it.

    >>> blocks_in_words([2]), blocks_in_words([2, 4, 7])
    ('Block 3', 'Block 3, block 5 and block 8')
    """
    *others, last = [f"block {b + 1}" for b in blocks]
    text = f"{', '.join(others)} and {last}" if others else last
    return text[0].upper() + text[1:]


class HiddenBlocks(Position):
    """The part of a position that says what blocks are, and what the enemy knows of it."""

    __slots__ = ("guess", "kinds_seen", "mix", "pool", "spot", "state", "strength", "who")

    battle: LocalesBattle
    spot: list[int]
    state: list[int]
    pool: list[int]
    mix: list[int]
    guess: list[int]
    who: list[int]
    strength: list[int]
    kinds_seen: dict[int, Kinds]  # what `kinds` worked out by mix; copies share it

    def arm(self, b: int) -> int:
        """The arm of a block."""
        return self.battle.arms[self.who[b]]

    def healthy(self, b: int) -> bool:
        """Whether a block is on the map and not disrupted."""
        return self.spot[b] >= 0 and not self.state[b] & State.DISRUPTED

    def is_gun(self, b: int) -> bool:
        """Whether a block is artillery."""
        return self.arm(b) == ARTILLERY

    # -- face-up and face-down -----------------------------------------------------------------

    def reveal(self, b: int) -> None:
        """Turn a block face-up: it is known by itself from now on."""
        if not self.state[b] & State.UP:
            self.state[b] |= State.UP  # locales.ruling.reveal
            self.know(b)

    def show(self, blocks: Sequence[int], doing: str) -> None:
        """Turn blocks face-up, and say what they do."""
        for b in blocks:
            self.reveal(b)
        if self.ear is not None and blocks:
            names = ", ".join(self.called(b) for b in blocks)
            self.tell(f"{names}: {doing}.", *(self.bid(b) for b in blocks))

    def hide(self, b: int) -> None:
        """Turn a block face-down; what was seen of it is not forgotten."""
        # locales.ruling.ranging-state, locales.disrupted.never-face-down
        if not self.state[b] & (State.RANGING | State.DISRUPTED):
            self.state[b] &= ~State.UP

    def hide_all(self) -> None:
        """Turn every block face-down that may lie so, and say which."""
        up = [b for b in range(self.battle.count) if self.state[b] & State.UP]
        for b in up:
            self.hide(b)
        turned = [b for b in up if not self.state[b] & State.UP]
        if self.ear is not None and turned:
            are = "are" if len(turned) > 1 else "is"
            text = f"{blocks_in_words(turned)} {are} turned face-down."
            self.tell(text, *(self.bid(b) for b in turned))

    # -- pools and mixes -----------------------------------------------------------------------

    def value(self, b: int) -> int:
        """Unit and strength of a block in one number."""
        return (self.who[b] + 1) * 4 + self.strength[b]

    def values_of(self, pool: int) -> list[int]:
        """What the units of a pool are."""
        return [self.guess[b] for b in range(self.battle.count) if self.pool[b] == pool]

    def pooled_with(self, blocks: list[int]) -> list[int]:
        """All blocks that share a pool with one of these."""
        pools = {self.pool[b] for b in blocks}
        return [b for b in range(self.battle.count) if self.pool[b] in pools]

    def mixed_with(self, b: int) -> list[int]:
        """The other blocks that lie mixed up with a block."""
        return [c for c in range(self.battle.count) if self.mix[c] == self.mix[b] and c != b]

    def may_be(self, b: int) -> list[int]:
        """Everything a block may be for all that the enemy knows."""
        pools = {self.pool[c] for c in (b, *self.mixed_with(b))}
        return [value for pool in sorted(pools) for value in self.values_of(pool)]

    def kinds(self, b: int) -> Kinds:
        """Arm and strength of everything a block may be for all that the enemy knows."""
        if not self.kinds_seen:
            self.kinds_seen = self._kinds_by_mix()
        return self.kinds_seen[self.mix[b]]

    def _kinds_by_mix(self) -> dict[int, Kinds]:
        arms = self.battle.arms
        pools: dict[int, Kinds] = {}
        for pool, value in zip(self.pool, self.guess, strict=True):
            kinds = pools.setdefault(pool, {})
            if value:
                kind = arms[value // 4 - 1], value % 4
                kinds[kind] = kinds.get(kind, 0) + 1
        found: dict[int, Kinds] = {}
        for mix, pool in set(zip(self.mix, self.pool, strict=True)):
            found[mix] = added(found[mix], pools[pool]) if mix in found else pools[pool]
        return found

    def perhaps(self, b: int, *arms: int) -> bool:
        """Whether a block may be of one of these arms, for all that the enemy knows.

        Asking by what the blocks are would tell him; asking where he knows the answer is idle.
        """
        return any(arm in arms for arm, _ in self.kinds(b))

    def repool(self, blocks: list[int]) -> None:
        """Let the enemy know of these blocks together what they are, not which is which."""
        self._deal(blocks, [self.value(b) for b in blocks])
        for b in blocks:
            self.mix[b] = b

    def _deal(self, places: list[int], values: list[int]) -> None:
        self.kinds_seen = {}
        for b, value in zip(sorted(places), sorted(values), strict=True):
            self.pool[b] = min(places)
            self.guess[b] = value

    def mix_up(self, blocks: list[int]) -> None:
        """Blocks are shuffled: the enemy knows what lies among them, not which is which.

        A place of the list of pools stays where it is, but stands for all blocks of its mix. Who
        was mixed with some of these before and lies elsewhere now is no part of it, if the earlier
        mix can be told as a pool.
        """
        # locales.ruling.shuffle-remaps-blocks
        self.kinds_seen = {}
        for mix in sorted({self.mix[b] for b in blocks}):
            self._settle(mix)
        mixes = {self.mix[b] for b in blocks}
        whole = [b for b in range(self.battle.count) if self.mix[b] in mixes]
        for b in whole:
            self.mix[b] = min(whole)

    def _settle(self, mix: int) -> None:
        """Make a pool of a mix that holds whole pools: any of its blocks may be any of them."""
        members = [b for b in range(self.battle.count) if self.mix[b] == mix]
        if self.pooled_with(members) == members:
            self._deal(members, [self.guess[b] for b in members])
            for b in members:
                self.mix[b] = b

    def know(self, b: int) -> None:
        """Take a block out of its mix and its pool: everybody knows what it is.

        It takes one place of a pool it may come from; the place of its own number then stands
        for those it leaves behind.
        """
        value, others = self.value(b), self.mixed_with(b)
        if not others and self.pooled_with([b]) == [b]:
            if self.guess[b] != value:
                self._deal([b], [value])
            return
        place = next(c for c in [b, *others] if value in self.values_of(self.pool[c]))
        left, values = self.pooled_with([place]), self.values_of(self.pool[place])
        left.remove(place)
        values.remove(value)
        if place != b:
            moved, kept = self.pooled_with([b]), self.values_of(self.pool[b])
            moved[moved.index(b)] = place
            self._deal(moved, kept)
        self._deal(left, values)
        self._deal([b], [value])
        self.mix[b] = b
        for c in others:
            self.mix[c] = min(others)

    def shows_more_than(self, before: Self) -> bool:
        """Whether a block is known by itself that was not before."""
        if self.pool == before.pool and self.mix == before.mix:
            return False
        return not self.told_apart() <= before.told_apart()

    def told_apart(self) -> set[int]:
        """The blocks that everybody knows by themselves."""
        pools, mixes = Counter(self.pool), Counter(self.mix)
        return {
            b
            for b, (pool, mix) in enumerate(zip(self.pool, self.mix, strict=True))
            if pools[pool] == mixes[mix] == 1
        }

    # -- words ---------------------------------------------------------------------------------

    def bid(self, b: int) -> str:
        """The id of a block on the board."""
        return f"block:{b + 1}"

    def called(self, b: int) -> str:
        """A block as everybody may name it."""
        if self.state[b] & State.UP:
            return f"Block {b + 1} ({self.said(b)})"
        return f"Block {b + 1}"

    def said(self, b: int) -> str:
        """What a block is, for those who may know."""
        unit = self.battle.units[self.who[b]]
        if self.state[b] & State.DISRUPTED:
            return f"{unit.name}, disrupted infantry"
        return f"{unit.name}, {ARMS[unit.arm]} {self.strength[b]}"
