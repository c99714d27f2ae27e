"""The position of this system: blocks, morale, cards, closed boundaries, and the clock."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final, Self

from grognard.engine.numbers import MaybeOf, Of, Within
from grognard.engine.position import DERIVED, HIDDEN, PRIVATE, Field
from grognard.engine.step import EVERYBODY, Step, StepTypes
from grognard.systems.locales.hidden import HiddenBlocks
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.consistency import fault_of
from grognard.systems.locales.state.kinds import EMPTY, GONE, STRONGEST, Clock, State

MOST_COUNTED: Final = 10_000  # of morale, guesses and entries of the clock


class LocalesPosition(HiddenBlocks):
    """Blocks, their identities, morale, cards, closed boundaries, and the clock."""

    __slots__ = (
        "barred", "clock", "closed", "deck", "discard", "hand", "load", "morale", "secured",
        "seen",
    )  # fmt: skip

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("spot", "block", counts=Within(GONE, MOST_COUNTED)),
        Field("state", "block", counts=Within(0, State.EVERY)),
        # Blocks of one pool cannot be told apart by the enemy; blocks of one mix were shuffled.
        Field("pool", "block", counts=Of("block")),
        Field("mix", "block", counts=Of("block")),
        Field("guess", "block", counts=Within(0, MOST_COUNTED)),  # what a pool holds, in order
        Field("who", "block", PRIVATE, counts=MaybeOf("unit")),  # the unit a block is
        Field("strength", "block", PRIVATE, counts=Within(0, STRONGEST)),
        Field("morale", "side", counts=Within(0, MOST_COUNTED)),
        Field("hand", "card", PRIVATE, counts=Within(0, MOST_COUNTED)),
        Field("deck", "card", PRIVATE, counts=Within(0, MOST_COUNTED)),
        Field("discard", "card", counts=Within(0, MOST_COUNTED)),
        Field("closed", "locale", counts=Within(0, 1)),  # won by assault this turn
        Field("barred", "boundary", counts=Within(0, 1)),  # fought over this turn
        Field("clock", "entry", counts=Within(0, MOST_COUNTED)),
        Field("load", "locale", DERIVED),  # blocks of each side in each locale
        Field("secured", "approach", DERIVED),  # blocks on each approach
    )
    STEPS: ClassVar[StepTypes] = {}
    may_end_early: ClassVar[bool] = True

    battle: LocalesBattle

    def __init__(self, battle: LocalesBattle) -> None:
        super().__init__(battle, [])
        cards = 2 * len(battle.rules.cards.kinds)
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
        self.clock = [0] * Clock.SIZE
        self.load = [0] * (2 * battle.locales)
        self.secured = [0] * (battle.spots - battle.locales)
        # What `occupied` worked out for the present load; copies share it.
        self.seen: tuple[int, int, int, int] | None = None

    @classmethod
    def blank(cls, battle: LocalesBattle) -> Self:
        return cls(battle)

    def copy(self) -> Self:
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
        # locales.ruling.demoralized
        broken = self.battle.rules.morale.broken_at
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
        # A block is in one reserve or on one approach. locales.ruling.position
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
        # Disrupted infantry alone is enough. locales.ruling.enemy-occupied
        return self.load[side * self.battle.locales + locale] > 0

    def room(self, locale: int, side: int) -> int:
        """How many more units of a side a locale can hold."""
        # Reserve, approaches and disrupted infantry all count. locales.ruling.capacity-count
        count = self.load[side * self.battle.locales + locale]
        return self.battle.capacity[locale] - count  # locales.restriction.capacity-at-all-times

    def occupied(self) -> tuple[int, int, int, int]:
        """The locales each side holds, then those without room for one more of each, as sets."""
        if self.seen is None:
            n = self.battle.locales
            capacity = self.battle.capacity
            held = full = 0
            for i, count in enumerate(self.load):
                if count:
                    held |= 1 << i
                    if count >= capacity[i % n]:
                        full |= 1 << i
            one = (1 << n) - 1
            self.seen = (held & one, held >> n, full & one, full >> n)
        return self.seen

    # -- what a side may know ------------------------------------------------------------------

    def steps_known_to(self, side: int) -> list[Step[Any]]:
        """Whom the other side has picked so far is not seen before it is confirmed."""
        steps = self.stack.copy()
        top = self.decision
        if top is not None and hasattr(top, "chosen") and top.actor(self) != side:
            steps[-1] = top.but(chosen=())
        return steps

    def owners(self, field: Field) -> list[int]:
        battle = self.battle
        if field.per == "card":
            half = len(battle.rules.cards.kinds)
            return [0] * half + [1] * half
        # locales.ruling.hidden-blocks
        return [
            EVERYBODY if self.state[b] & State.UP or self.spot[b] == GONE else battle.block_side[b]
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
        every = self.battle.rules.cards.kinds
        size = len(every)
        cards = range(side * size, (side + 1) * size)
        if not any(self.hand[k] == HIDDEN for k in cards):
            return
        copies = [every[k % size].copies - self.discard[k] for k in cards]
        unseen = [k for k, left in zip(cards, copies, strict=True) for _ in range(left)]
        rng.shuffle(unseen)
        held = self.clock[Clock.CARDS + side]
        for k in cards:
            self.hand[k] = unseen[:held].count(k)
            self.deck[k] = unseen[held:].count(k)

    # -- reading a position from outside -------------------------------------------------------

    def sizes(self) -> dict[str, int]:
        own = {"spot": self.battle.spots, "unit": len(self.battle.units)}
        return {**super().sizes(), **own}

    def fault(self) -> str:
        return fault_of(self)
