"""Arriving and deploying: units come into a reserve, and cavalry among them may deploy at once."""

from __future__ import annotations

from grognard.engine.numbers import Flag, Side
from grognard.engine.step import Then
from grognard.systems.locales.hidden import blocks_in_words
from grognard.systems.locales.restrictions import members, securable
from grognard.systems.locales.state.asking import Ask
from grognard.systems.locales.state.kinds import CAVALRY, Block, Locale, Verb
from grognard.systems.locales.state.position import LocalesPosition


def told(blocks: tuple[int, ...], verb: str) -> str:
    """Blocks and what they do, in words.

    >>> told((2,), "secure"), told((2, 4), "secure")
    ('Block 3 secures', 'Block 3 and block 5 secure')
    """
    ending = "" if len(blocks) > 1 else "es" if verb.endswith("o") else "s"
    return f"{blocks_in_words(blocks)} {verb}{ending}"


def secure(p: LocalesPosition, blocks: tuple[int, ...], approach: int) -> None:
    """Blocks go from a reserve to an approach."""
    for b in blocks:
        p.put(b, p.battle.locales + approach)
    if p.ear is not None:
        place = p.battle.approach(approach)
        p.tell(f"{told(blocks, 'secure')} {place}.", *(p.bid(b) for b in blocks))


class Arrive(Then[LocalesPosition]):
    """A group comes into the reserve of a locale; unless it was beaten its cavalry may deploy."""

    side: Side
    blocks: tuple[Block, ...]
    locale: Locale
    beaten: Flag = 0

    def run(self, p: LocalesPosition) -> None:
        for b in self.blocks:
            if p.spot[b] >= 0:
                p.put(b, self.locale)
        if p.ear is not None:
            place = p.battle.place(self.locale)
            p.tell(f"{told(self.blocks, 'go')} to {place}.", *(p.bid(b) for b in self.blocks))
        # locales.assault.failure.no-deploy, locales.charge.failure.no-deploy
        if not self.beaten:
            p.stack.append(MayDeploy(side=self.side, blocks=self.blocks, locale=self.locale))


def at_hand(p: LocalesPosition, blocks: tuple[int, ...], locale: int) -> list[int]:
    """Those of a group that are in reserve."""
    return [b for b in blocks if p.spot[b] == locale]


class MayDeploy(Then[LocalesPosition]):
    """The side is asked if there is an enemy to face, and perhaps cavalry for all he knows."""

    side: Side
    blocks: tuple[Block, ...]
    locale: Locale

    def run(self, p: LocalesPosition) -> None:
        there = at_hand(p, self.blocks, self.locale)
        # locales.ruling.no-idle-question
        if any(p.perhaps(b, CAVALRY) for b in there) and securable(p, self.locale, self.side):
            p.stack.append(self.into(Deploy))


class Deploy(Ask):
    """Which of the cavalry that just arrived deploys, in any order."""

    asks = "Cavalry may deploy at once: which block?"
    waits = "Waiting for cavalry to deploy."
    answers = "deploy block {}"
    no_more = "stay in reserve"

    side: Side
    blocks: tuple[Block, ...]
    locale: Locale

    # Asking only for cavalry would tell that it is cavalry.
    asked_anyway = True

    def options(self, p: LocalesPosition) -> list[int]:
        able = [b for b in at_hand(p, self.blocks, self.locale) if p.arm(b) == CAVALRY]
        return [Verb.DONE, *(p.battle.block_at + b for b in able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action == Verb.DONE:
            return
        p.stack.append(self.into(MayDeploy))
        # locales.ruling.deploy.at-once
        b = action - p.battle.block_at
        p.stack.append(DeployTo(side=self.side, block=b, locale=self.locale))

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        return action != Verb.DONE

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        return tuple(p.bid(b) for b in self.blocks)


class DeployTo(Ask):
    """The approach a cavalry block secures."""

    waits = "Waiting for cavalry to deploy."
    answers = "at {}"

    side: Side
    block: Block
    locale: Locale

    def options(self, p: LocalesPosition) -> list[int]:
        found = securable(p, self.locale, self.side)
        return [p.battle.approach_at + a for a in members(found)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        b = self.block
        p.reveal(b)  # locales.ruling.reveal
        p.put(b, p.battle.locales + action - p.battle.approach_at)
        if p.ear is not None:
            place = p.battle.approach(action - p.battle.approach_at)
            p.tell(f"{p.called(b)} deploys in {place}.", p.bid(b))

    def prompt(self, p: LocalesPosition) -> str:
        return f"Block {self.block + 1} deploys: at which approach?"

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        return (p.bid(self.block),)
