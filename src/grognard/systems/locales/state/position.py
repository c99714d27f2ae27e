"""The position of this system: blocks, morale, cards, closed boundaries, and the clock."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final, Self

from grognard.engine.numbers import MaybeOf, Of, Within
from grognard.engine.position import DERIVED, HIDDEN, PRIVATE, Field
from grognard.engine.step import Step, StepTypes
from grognard.systems.locales.hidden import HiddenBlocks
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.consistency import fault_of
from grognard.systems.locales.state.kinds import EMPTY, GONE, STRONGEST, Clock, State

MOST_COUNTED: Final = 10_000  # of morale, guesses and entries of the clock

Standing = dict[int, list[int]]  # the blocks on every spot where there are any, in their order


class LocalesPosition(HiddenBlocks):
    """Blocks, their identities, morale, cards, closed boundaries, and the clock."""

    __slots__ = (
        "barred", "clock", "closed", "deck", "discard", "hand", "load", "morale", "secured",
        "seen", "standing",
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
        # What `occupied` and `by_spot` worked out for the present spots; copies share it.
        self.seen: tuple[int, int, int, int] | None = None
        self.standing: tuple[Standing, Standing] | None = None
        self.kinds_seen = {}

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
        p.standing = self.standing
        p.kinds_seen = self.kinds_seen
        return p

    def rebuild(self) -> None:
        """Count the blocks in every locale and on every approach anew."""
        battle = self.battle
        self.load = [0] * (2 * battle.locales)
        self.secured = [0] * (battle.spots - battle.locales)
        self.seen = self.standing = None
        self.kinds_seen = {}
        self._options = None
        for b in range(battle.count):
            if self.spot[b] >= 0:
                self._count(b, 1)

    def ended(self) -> bool:
        # locales.ruling.demoralized
        one, other = self.morale
        broken = self.battle.broken_at
        return one <= broken or other <= broken

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
        self.seen = self.standing = None
        if spot >= 0:
            self._count(b, 1)

    def by_spot(self, side: int) -> Standing:
        """The blocks of a side by the spot they stand on; treat the lists as read-only."""
        if self.standing is None:
            self.standing = ({}, {})
            sides = self.battle.block_side
            for b, spot in enumerate(self.spot):
                if spot >= 0:
                    self.standing[sides[b]].setdefault(spot, []).append(b)
        return self.standing[side]

    def blocks_at(self, spot: int, side: int) -> list[int]:
        """The blocks of a side on a spot."""
        return self.by_spot(side).get(spot, [])

    def blocks_in(self, locale: int, side: int) -> list[int]:
        """The blocks of a side anywhere in a locale."""
        there = self.by_spot(side)
        return sorted(b for spot in self.battle.spots_of[locale] for b in there.get(spot, ()))

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

    def known_to(self, side: int) -> Self:
        """A copy with blanks for the blocks and cards of others.

        Derived fields follow from where blocks are, and a side's options from what it knows: so
        neither is worked out before somebody asks.
        """
        p = self.copy()
        size = len(self.battle.rules.cards.kinds)
        for owner in (0, 1):
            if owner == side:
                continue
            for b in self.battle.blocks_of[owner]:
                # locales.ruling.hidden-blocks
                if not self.state[b] & State.UP and self.spot[b] != GONE:
                    p.who[b] = p.strength[b] = HIDDEN
            cards = slice(owner * size, (owner + 1) * size)
            p.hand[cards] = p.deck[cards] = [HIDDEN] * size
        p.stack = self.steps_known_to(side)
        if self.actor != side:
            p._options = None
        return p

    def imagine(self, rng: random.Random) -> Self:
        p = self.copy()
        p.fill_blanks(rng)
        p._options = None
        return p

    def fill_blanks(self, rng: random.Random) -> None:
        """Deal what is hidden at random: units among the blocks of a pool, cards into hands."""
        who, strength = self.who, self.strength
        values = self.guess.copy()
        hidden = [b for b, unit in enumerate(who) if unit == HIDDEN]
        for label in (self.pool, self.mix):
            alike: dict[int, list[int]] = {}
            for b in hidden:
                alike.setdefault(label[b], []).append(b)
            for blocks in alike.values():
                if len(blocks) > 1:
                    dealt = [values[b] for b in blocks]
                    rng.shuffle(dealt)
                    for b, value in zip(blocks, dealt, strict=True):
                        values[b] = value
        for b in hidden:
            who[b], strength[b] = values[b] // 4 - 1, values[b] % 4
        for side in (0, 1):
            self.deal_hand(side, rng)

    def deal_hand(self, side: int, rng: random.Random) -> None:
        """Deal a hidden hand from the cards that were not yet seen played."""
        every = self.battle.rules.cards.kinds
        size = len(every)
        cards = range(side * size, (side + 1) * size)
        if not any(self.hand[k] == HIDDEN for k in cards):
            return
        for k, card in zip(cards, every, strict=True):
            self.hand[k], self.deck[k] = 0, card.copies - self.discard[k]
        unseen = [k for k in cards for _ in range(self.deck[k])]
        for k in rng.sample(unseen, self.clock[Clock.CARDS + side]):
            self.hand[k] += 1
            self.deck[k] -= 1

    # -- reading a position from outside -------------------------------------------------------

    def sizes(self) -> dict[str, int]:
        own = {"spot": self.battle.spots, "unit": len(self.battle.units)}
        return {**super().sizes(), **own}

    def fault(self) -> str:
        return fault_of(self)
