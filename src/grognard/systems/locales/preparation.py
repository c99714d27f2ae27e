"""Preparation: units are shuffled and guns limbered, before a command card is played."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.engine.check import Check, CheckKind, Situation, facts_of, number
from grognard.engine.dice import Die
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Roll
from grognard.systems.locales.restrictions import kind_of, row
from grognard.systems.locales.state.asking import Ask, GunPick
from grognard.systems.locales.state.kinds import Block, Spot, State, Verb
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.state.roster import MOST_DEALT


class PreparationRules:
    """Who is shuffled and who limbers."""

    def __init__(self, book: Rulebook) -> None:
        self.may_shuffle = row(book, "locales.eligibility.shuffle.may")
        self.may_limber = row(book, "locales.eligibility.limber.may")


# -- shuffle -----------------------------------------------------------------------------------


def shufflable(p: LocalesPosition, spot: int, side: int) -> list[int]:
    """The blocks of a spot that can be mixed: face-down ones."""
    may = p.battle.rules.preparation.may_shuffle
    return [
        b
        for b in p.blocks_at(spot, side)
        # locales.eligibility.shuffle.may-not, locales.disrupted.never-shuffled
        if may[kind_of(p, b)]
        # Ranging guns lie face-up. locales.shuffle.artillery-not-ranging
        and not p.state[b] & State.UP
    ]


class ShufflePick(Ask):
    """Which position is shuffled next; each at most once."""

    asks = "Shuffle which position?"
    waits = "Waiting for {side} to shuffle."
    answers = "shuffle {}"
    no_more = "leave them as they are"

    side: Side
    shuffled: tuple[Spot, ...] = ()  # in increasing order

    def options(self, p: LocalesPosition) -> list[int]:
        # Where there is a single block, nothing can be mixed.
        able = [
            spot
            for spot, blocks in p.by_spot(self.side).items()
            if len(blocks) > 1
            and spot not in self.shuffled
            and len(shufflable(p, spot, self.side)) > 1
        ]
        return [Verb.DONE, *(p.battle.spot_action(spot) for spot in sorted(able))]

    def doers(self, p: LocalesPosition, action: int) -> tuple[str, ...]:
        return ()  # no block does anything

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Mix it: what the enemy knew of these blocks he now knows of them together."""
        battle = p.battle
        if action == Verb.DONE:
            return
        spot = action - battle.locale_at
        p.stack.append(self.but(shuffled=tuple(sorted((*self.shuffled, spot)))))
        blocks = shufflable(p, spot, self.side)
        p.mix_up(blocks)
        p.stack.append(ShuffleRoll(side=self.side, blocks=tuple(blocks)))
        if p.ear is not None:
            p.tell(f"{battle.side_name(self.side)} shuffles {battle.spot(spot)}.")


class ShuffleFacts(NamedTuple):
    """How far a shuffle is."""

    blocks: Annotated[int, number("Blocks still to be dealt", "Shuffle", 2, MOST_DEALT)]


class ShuffleKind(CheckKind):
    """One step of a shuffle: which of the blocks left takes the next place."""

    name = "shuffle"
    title = "Shuffle"
    verb = "Shuffle"
    weighed = False
    mixes = True
    facts = facts_of(ShuffleFacts)
    outcomes = tuple(str(n + 1) for n in range(MOST_DEALT))

    def build(self, situation: Situation) -> Check:
        n = ShuffleFacts(*situation).blocks
        return Check(self, situation, (Die(n, 1),), (), f"one of {n}", self.outcomes, range(n))


class ShuffleRoll(Roll[LocalesPosition]):
    """One step of a shuffle: which block's unit lies in the first place."""

    side: Side
    blocks: tuple[Block, ...]

    def seen_by(self, p: LocalesPosition) -> int:
        return self.side

    def check(self, p: LocalesPosition) -> Check:
        return p.battle.rules.shuffle_kind.check(ShuffleFacts(len(self.blocks)))

    def meanings(self, p: LocalesPosition) -> dict[str, str]:
        number = self.blocks[0] + 1
        return {str(n + 1): f"number {number}: {p.said(b)}" for n, b in enumerate(self.blocks)}

    def apply(self, p: LocalesPosition, outcome: int) -> None:
        # locales.ruling.shuffle-remaps-blocks
        first, other = self.blocks[0], self.blocks[outcome]
        p.who[first], p.who[other] = p.who[other], p.who[first]
        p.strength[first], p.strength[other] = p.strength[other], p.strength[first]
        more = len(self.blocks) > 2
        if more:
            p.stack.append(self.but(blocks=self.blocks[1:]))
        if p.ear is not None:  # to its owner alone
            for b in self.blocks[:1] if more else self.blocks:
                p.tell(f"Block {b + 1} is {p.said(b)}.", p.bid(b), audience=self.side)


# -- limber ------------------------------------------------------------------------------------


class LimberPick(GunPick):
    """Which ranging gun is limbered next."""

    asks = "Limber a gun?"
    waits = "Waiting for {side} to limber."
    answers = "limber block {}"
    on_button = "limber {}"
    no_more = "leave them ranging"

    def able(self, p: LocalesPosition, b: int) -> bool:
        if not p.state[b] & State.RANGING:  # locales.limber.artillery-ranging
            return False
        # locales.eligibility.limber.may-not
        return p.battle.rules.preparation.may_limber[kind_of(p, b)]

    def deal_with(self, p: LocalesPosition, b: int) -> None:
        limber(p, b)


def limber(p: LocalesPosition, b: int) -> None:
    """A gun ranges no longer, and is turned face-down."""
    p.state[b] &= ~State.RANGING
    p.hide(b)
    if p.ear is not None:
        p.tell(f"Block {b + 1} is limbered and turned face-down.", p.bid(b))
