"""The position of this system: blocks that everybody sees, and what they are, which few know."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final, Self

from grognard.engine.errors import GrognardError
from grognard.engine.position import DERIVED, HIDDEN, PRIVATE, Field, Position
from grognard.engine.step import EVERYBODY, StepTypes
from grognard.systems.locales.battle import LocalesBattle
from grognard.systems.locales.roster import ARTILLERY

GONE: Final = -2
EMPTY: Final = -1  # the unit of a block that is none

# States of a block, known to everybody.
UP: Final = 1  # lies face-up
RANGING: Final = 2
DISRUPTED: Final = 4
MOVED: Final = 8  # had its field command this turn
BOMBARDED: Final = 16
VICTOR: Final = 32  # took part in an assault that won its locale this turn
LEADS: Final = 64  # leads the present fight
SUPPORTS: Final = 128  # supports the present fight
JOINS: Final = 256  # takes part in the present fight
TURN_STATES: Final = MOVED | BOMBARDED | VICTOR
FIGHT_STATES: Final = LEADS | SUPPORTS | JOINS

# Entries of the clock.
TURN, SIDE, PHASE, FIELD_LEFT, STAFF_LEFT, EXTRA, CARDS_0, CARDS_1 = range(8)
CLOCK: Final = 8


class LocalesPosition(Position):
    """Blocks, their identities, morale, cards, closed boundaries, and the clock."""

    __slots__ = (
        "barred",
        "clock",
        "closed",
        "deck",
        "discard",
        "guess",
        "hand",
        "load",
        "mix",
        "morale",
        "pool",
        "secured",
        "seen",
        "spot",
        "state",
        "strength",
        "who",
    )

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("spot", "block"),
        Field("state", "block"),
        Field("pool", "block"),  # blocks of one pool cannot be told apart by the enemy
        Field("mix", "block"),  # blocks of one mix were shuffled together
        Field("guess", "block"),  # what the blocks of a pool are, in order of value
        Field("who", "block", PRIVATE),  # the unit a block is
        Field("strength", "block", PRIVATE),
        Field("morale", "side"),
        Field("hand", "card", PRIVATE),
        Field("deck", "card", PRIVATE),
        Field("discard", "card"),
        Field("closed", "locale"),  # won by assault this turn
        Field("barred", "boundary"),  # fought over this turn
        Field("clock", "entry"),
        Field("load", "locale", DERIVED),  # blocks of each side in each locale
        Field("secured", "approach", DERIVED),  # blocks on each approach
    )
    STEPS: ClassVar[StepTypes] = {}
    may_end_early: ClassVar[bool] = True

    battle: LocalesBattle

    def __init__(self, battle: LocalesBattle) -> None:
        super().__init__(battle, [])
        cards = 2 * len(battle.rules.cards)
        n = battle.count
        self.spot = [GONE] * n
        self.state = [0] * n
        self.pool = list(range(n))
        self.mix = list(range(n))
        self.guess = [0] * n
        self.who = [EMPTY] * n
        self.strength = [0] * n
        self.morale = [0, 0]
        self.hand = [0] * cards
        self.deck = [0] * cards
        self.discard = [0] * cards
        self.closed = [0] * battle.locales
        self.barred = [0] * len(battle.width)
        self.clock = [0] * CLOCK
        self.load = [0] * (2 * battle.locales)
        self.secured = [0] * (battle.spots - battle.locales)
        # What `occupied` worked out for the present load; copies share it.
        self.seen: tuple[int, int, int, int] | None = None

    @classmethod
    def blank(cls, battle: LocalesBattle) -> Self:
        """A position with nobody on the map."""
        return cls(battle)

    def copy(self) -> Self:
        """An independent copy that nobody listens to."""
        p = super().copy()
        p.spot = self.spot.copy()
        p.state = self.state.copy()
        p.pool = self.pool.copy()
        p.mix = self.mix.copy()
        p.guess = self.guess.copy()
        p.who = self.who.copy()
        p.strength = self.strength.copy()
        p.morale = self.morale.copy()
        p.hand = self.hand.copy()
        p.deck = self.deck.copy()
        p.discard = self.discard.copy()
        p.closed = self.closed.copy()
        p.barred = self.barred.copy()
        p.clock = self.clock.copy()
        p.load = self.load.copy()
        p.secured = self.secured.copy()
        p.seen = self.seen
        return p

    def rebuild(self) -> None:
        """Count the blocks in every locale and on every approach anew."""
        battle = self.battle
        self.load = [0] * (2 * battle.locales)
        self.secured = [0] * (battle.spots - battle.locales)
        self.seen = None
        self._options = None
        for b in range(battle.count):
            if self.spot[b] >= 0:
                self._count(b, 1)

    def ended(self) -> bool:
        """An army whose morale is at nought has lost at once."""
        broken = self.battle.rules.broken_at
        return self.morale[0] <= broken or self.morale[1] <= broken

    # -- where blocks are ----------------------------------------------------------------------

    def _count(self, b: int, by: int) -> None:
        battle = self.battle
        spot = self.spot[b]
        self.load[battle.block_side[b] * battle.locales + battle.locale_of(spot)] += by
        if spot >= battle.locales:
            self.secured[spot - battle.locales] += by

    def put(self, b: int, spot: int) -> None:
        """Put a block on a spot, or take it off the map (GONE, ON_DISPLAY)."""
        if self.spot[b] >= 0:
            self._count(b, -1)
        self.spot[b] = spot
        self.seen = None
        if spot >= 0:
            self._count(b, 1)

    def blocks_at(self, spot: int, side: int) -> list[int]:
        """The blocks of a side on a spot."""
        spots = self.spot
        return [b for b in self.battle.blocks_of[side] if spots[b] == spot]

    def blocks_in(self, locale: int, side: int) -> list[int]:
        """The blocks of a side anywhere in a locale."""
        battle = self.battle
        spots = self.spot
        return [
            b
            for b in battle.blocks_of[side]
            if spots[b] >= 0 and battle.locale_of(spots[b]) == locale
        ]

    def holds(self, locale: int, side: int) -> bool:
        """Whether a side has a unit of any kind in a locale."""
        if not self.load[side * self.battle.locales + locale]:
            return False
        if self.battle.rules.disrupted_occupies:
            return True
        return any(self.healthy(b) for b in self.blocks_in(locale, side))

    def room(self, locale: int, side: int) -> int:
        """How many more units of a side a locale can hold."""
        rules = self.battle.rules
        count = self.load[side * self.battle.locales + locale]
        if not rules.counts_all:
            count = sum(self._counted(b) for b in self.blocks_in(locale, side))
        return self.battle.capacity[locale] - count if rules.capacity_binds else len(self.spot)

    def occupied(self) -> tuple[int, int, int, int]:
        """The locales each side holds, then those without room for one more of each, as sets."""
        if self.seen is not None:
            return self.seen
        battle = self.battle
        n = battle.locales
        held = full = 0
        if battle.rules.plain_count:
            for i, count in enumerate(self.load):
                if count:
                    held |= 1 << i
                    if count >= battle.capacity[i % n]:
                        full |= 1 << i
        else:
            for i in range(2 * n):
                held |= self.holds(i % n, i // n) << i
                full |= (self.room(i % n, i // n) <= 0) << i
        one = (1 << n) - 1
        found = (held & one, held >> n, full & one, full >> n)
        if battle.rules.plain_count:  # else it hangs on the states of the blocks too
            self.seen = found
        return found

    def _counted(self, b: int) -> bool:
        """Whether a block counts against the capacity of its locale."""
        rules = self.battle.rules
        if self.state[b] & DISRUPTED:
            return rules.count_disrupted
        return rules.count_approaches or self.spot[b] < self.battle.locales

    # -- what blocks are -----------------------------------------------------------------------

    def arm(self, b: int) -> int:
        """The arm of a block."""
        return self.battle.arms[self.who[b]]

    def healthy(self, b: int) -> bool:
        """Whether a block is on the map and not disrupted."""
        return self.spot[b] >= 0 and not self.state[b] & DISRUPTED

    def is_gun(self, b: int) -> bool:
        """Whether a block is artillery."""
        return self.arm(b) == ARTILLERY

    # -- what the enemy knows --------------------------------------------------------------------

    def value(self, b: int) -> int:
        """Unit and strength of a block in one number."""
        return (self.who[b] + 1) * 4 + self.strength[b]

    def repool(self, blocks: list[int]) -> None:
        """Let the enemy know of these blocks together what they are, not which is which."""
        self._deal(blocks, [self.value(b) for b in blocks])
        for b in blocks:
            self.mix[b] = b

    def _deal(self, places: list[int], values: list[int]) -> None:
        for b, value in zip(sorted(places), sorted(values), strict=True):
            self.pool[b] = min(places)
            self.guess[b] = value

    def mixed_with(self, b: int) -> list[int]:
        """The other blocks that lie mixed up with a block."""
        return [c for c in range(self.battle.count) if self.mix[c] == self.mix[b] and c != b]

    def mix_up(self, blocks: list[int]) -> None:
        """Blocks are shuffled: the enemy knows what lies among them, not which is which.

        A place of the list of pools stays where it is, but stands for all blocks of its mix.
        """
        mixes = {self.mix[b] for b in blocks}
        whole = [b for b in range(self.battle.count) if self.mix[b] in mixes]
        for b in whole:
            self.mix[b] = min(whole)

    def reveal(self, b: int) -> None:
        """Turn a block face-up: it is known by itself from now on."""
        if not self.state[b] & UP:
            self.state[b] |= UP
            self.know(b)

    def know(self, b: int) -> None:
        """Take a block out of its mix and its pool: everybody knows what it is.

        It takes one place of a pool it may come from; the place of its own number then stands
        for those it leaves behind.
        """
        value, others = self.value(b), self.mixed_with(b)
        if not others and self.pooled_with([b]) == [b]:
            self.guess[b] = value
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

    def values_of(self, pool: int) -> list[int]:
        """What the units of a pool are."""
        return [self.guess[b] for b in range(self.battle.count) if self.pool[b] == pool]

    def may_be(self, b: int) -> list[int]:
        """Everything a block may be for all that the enemy knows."""
        pools = {self.pool[c] for c in (b, *self.mixed_with(b))}
        return [value for pool in sorted(pools) for value in self.values_of(pool)]

    def hide(self, b: int) -> None:
        """Turn a block face-down; what was seen of it is not forgotten."""
        rules = self.battle.rules
        if self.state[b] & RANGING:
            return
        if not self.state[b] & DISRUPTED or rules.rest["disrupted.never-face-down.face_down"]:
            self.state[b] &= ~UP

    def pooled_with(self, blocks: list[int]) -> list[int]:
        """All blocks that share a pool with one of these."""
        pools = {self.pool[b] for b in blocks}
        return [b for b in range(self.battle.count) if self.pool[b] in pools]

    def owners(self, field: Field) -> list[int]:
        """Whose secret each entry is."""
        battle = self.battle
        if field.per == "card":
            half = len(battle.rules.cards)
            return [0] * half + [1] * half
        return [
            EVERYBODY if self.state[b] & UP or self.spot[b] == GONE else battle.block_side[b]
            for b in range(battle.count)
        ]

    def fill_blanks(self, rng: random.Random) -> None:
        """Deal what is hidden at random: units among the blocks of a pool, cards into hands."""
        who, strength = self.who, self.strength
        pools: dict[int, list[int]] = {}
        for b in range(self.battle.count):
            if who[b] == HIDDEN:
                pools.setdefault(self.pool[b], []).append(b)
        for blocks in pools.values():
            values = [self.guess[b] for b in blocks]
            rng.shuffle(values)
            for b, value in zip(blocks, values, strict=True):
                who[b], strength[b] = value // 4 - 1, value % 4
        mixes: dict[int, list[int]] = {}
        for blocks in pools.values():
            for b in blocks:
                mixes.setdefault(self.mix[b], []).append(b)
        for blocks in mixes.values():
            kinds = [(who[b], strength[b]) for b in blocks]
            rng.shuffle(kinds)
            for b, (unit, points) in zip(blocks, kinds, strict=True):
                who[b], strength[b] = unit, points
        for side in (0, 1):
            self.deal_hand(side, rng)

    def deal_hand(self, side: int, rng: random.Random) -> None:
        """Deal a hidden hand from the cards that were not yet seen played."""
        every = self.battle.rules.cards
        size = len(every)
        cards = range(side * size, (side + 1) * size)
        if not any(self.hand[k] == HIDDEN for k in cards):
            return
        copies = [every[k % size].copies - self.discard[k] for k in cards]
        unseen = [k for k, left in zip(cards, copies, strict=True) for _ in range(left)]
        rng.shuffle(unseen)
        held = self.clock[CARDS_0 + side]
        for k in cards:
            self.hand[k] = unseen[:held].count(k)
            self.deck[k] = unseen[held:].count(k)

    # -- words ---------------------------------------------------------------------------------

    def bid(self, b: int) -> str:
        """The id of a block on the board."""
        return f"block:{b + 1}"

    def called(self, b: int) -> str:
        """A block as everybody may name it."""
        if self.state[b] & UP:
            return f"Block {b + 1} ({self.said(b)})"
        return f"Block {b + 1}"

    def said(self, b: int) -> str:
        """What a block is, for those who may know."""
        unit = self.battle.units[self.who[b]]
        kind = ("infantry", "cavalry", "artillery")[unit.arm]
        if self.state[b] & DISRUPTED:
            return f"{unit.name}, disrupted infantry"
        return f"{unit.name}, {kind} {self.strength[b]}"

    @classmethod
    def restore(cls, battle: Any, data: Any) -> Self:
        """A position from its JSON; numbers outside the map or the lists are refused."""
        try:
            p = super().restore(battle, data)
        except IndexError:
            raise GrognardError("a block of the position stands outside the map") from None
        n = battle.count
        for values, low, high in (
            (p.spot, GONE, battle.spots),
            (p.pool, 0, n),
            (p.mix, 0, n),
            (p.who, EMPTY, len(battle.units)),
            (p.strength, 0, 4),
        ):
            if not all(low <= value < high for value in values):
                raise GrognardError("a number of the position is outside its range")
        return p
