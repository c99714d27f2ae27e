"""Preparation: units are shuffled, guns limbered, and a command card is played."""

from __future__ import annotations

from typing import Final

from grognard.engine.check import Check
from grognard.engine.numbers import Side
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.locales.battle import DONE
from grognard.systems.locales.cards import deal_commands
from grognard.systems.locales.checks import ShuffleFacts
from grognard.systems.locales.groups import kind_of
from grognard.systems.locales.picking import GunPick
from grognard.systems.locales.position import DISRUPTED, RANGING, UP, LocalesPosition

PREPARATION_STEPS: Final = ("shuffle", "limber", "cards")
SHUFFLE, LIMBER, CARDS = range(3)


class Prepare(Then[LocalesPosition]):
    """Shuffle, limber, play cards."""

    side: Side
    step: int

    def run(self, p: LocalesPosition) -> None:
        """Ask for it."""
        if self.step == SHUFFLE:
            p.stack.append(ShufflePick(side=self.side, last=-1))
        elif self.step == LIMBER:
            p.stack.append(LimberPick(side=self.side, last=-1))
        else:
            deal_commands(p, self.side)


def shufflable(p: LocalesPosition, spot: int, side: int) -> list[int]:
    """The blocks of a spot that can be mixed: face-down, not ranging, not disrupted."""
    rules = p.battle.rules
    found = []
    for b in p.blocks_at(spot, side):
        if not rules.may["shuffle"][kind_of(p, b)]:
            continue
        if p.state[b] & RANGING:
            able = rules.shuffle_ranging
        else:
            able = not p.state[b] & UP or bool(p.state[b] & DISRUPTED)
        if able:
            found.append(b)
    return found


class ShufflePick(Decision[LocalesPosition]):
    """Which position is shuffled next, in the order of the positions."""

    side: Side
    last: int

    def options(self, p: LocalesPosition) -> list[int]:
        """Positions with two or more blocks to mix."""
        battle = p.battle
        spots = {p.spot[b] for b in battle.blocks_of[self.side] if p.spot[b] > self.last}
        able = [s for s in sorted(spots) if len(shufflable(p, s, self.side)) > 1]
        return [DONE, *(battle.spot_action(s) for s in able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Mix it: what the enemy knew of these blocks he now knows of them together."""
        battle = p.battle
        if action == DONE:
            return
        if action >= battle.approach_at:
            spot = battle.locales + action - battle.approach_at
        else:
            spot = action - battle.locale_at
        p.stack.append(ShufflePick(side=self.side, last=spot))
        blocks = shufflable(p, spot, self.side)
        p.mix_up(blocks)
        p.stack.append(ShuffleRoll(side=self.side, blocks=tuple(blocks)))
        if p.ear is not None:
            p.tell(f"{battle.titles[self.side]} shuffles {battle.spot_name(spot)}.")

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Shuffle which position?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to shuffle."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """In words."""
        return "no more shuffle" if action == DONE else f"shuffle {p.battle.nouns.name(action)}"


class ShuffleRoll(Roll[LocalesPosition]):
    """One step of a shuffle: which block's unit lies in the first place."""

    side: Side
    blocks: tuple[int, ...]

    def seen_by(self, p: LocalesPosition) -> int:
        """Nobody else sees it."""
        return self.side

    def check(self, p: LocalesPosition) -> Check:
        """One of those left."""
        return p.battle.rules.shuffle_kind.check(ShuffleFacts(len(self.blocks)))

    def apply(self, p: LocalesPosition, outcome: int) -> None:
        """Swap, and go on with the rest."""
        first, other = self.blocks[0], self.blocks[outcome]
        p.who[first], p.who[other] = p.who[other], p.who[first]
        p.strength[first], p.strength[other] = p.strength[other], p.strength[first]
        if len(self.blocks) > 2:
            p.stack.append(ShuffleRoll(side=self.side, blocks=self.blocks[1:]))


def may_limber(p: LocalesPosition, b: int) -> bool:
    """Note g: a ranging gun on the map."""
    rules = p.battle.rules
    if p.spot[b] < 0 or not rules.may["limber"][kind_of(p, b)]:
        return False
    return bool(p.state[b] & RANGING) or not rules.limber_ranging


class LimberPick(GunPick):
    """Which ranging gun is limbered next."""

    verb = "limber"
    no_more = "no more limber"

    def able(self, p: LocalesPosition, b: int) -> bool:
        """Ranging guns."""
        return may_limber(p, b)

    def deal_with(self, p: LocalesPosition, b: int) -> None:
        """It ranges no more."""
        p.state[b] &= ~RANGING
        p.hide(b)
        if p.ear is not None:
            p.tell(f"Block {b + 1} limbers.", p.bid(b))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Limber which gun?"
