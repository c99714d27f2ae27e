"""Strength losses: the ladder of each arm, who bears them, guns lost to the enemy."""

from __future__ import annotations

from typing import Annotated

from grognard.engine.event import EventKind
from grognard.engine.numbers import Flag, Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.locales.morale import change
from grognard.systems.locales.state.asking import Ask
from grognard.systems.locales.state.kinds import ARMS, GONE, INFANTRY, Block, State
from grognard.systems.locales.state.position import LocalesPosition

Points = Annotated[int, Within(0, 400)]


class LossRules:
    """The greatest strength of each arm."""

    def __init__(self, book: Rulebook) -> None:
        self.strongest = tuple(book.int("locales.ruling.strengths", arm) for arm in ARMS)


def lose_point(p: LocalesPosition, b: int, by_guns: int = 0) -> None:
    """A block loses a strength point: it is turned up, and steps down its ladder."""
    rules = p.battle.rules.morale
    p.reveal(b)  # locales.ruling.reveal
    if p.ear is not None:
        p.tell(f"{p.called(b)} loses a strength point.", p.bid(b))
    p.strength[b] -= 1
    p.repool([b])
    gun = p.is_gun(b)
    if p.strength[b] == 0:
        if p.arm(b) == INFANTRY:  # locales.ruling.loss-ladder
            disrupt(p, b)
        else:
            remove(p, b)
            if p.ear is not None:
                p.tell(f"Block {b + 1} is lost.", p.bid(b))
    change(p, p.battle.block_side[b], rules.lose_point, "strength point lost", by_guns)
    if gun:  # it costs its owner the point as well. locales.ruling.gun-lost-both-sides
        gun_was_lost(p, b)


def disrupt(p: LocalesPosition, b: int) -> None:
    """Infantry without strength lies face-up in the reserve of its locale."""
    p.state[b] |= State.DISRUPTED
    p.reveal(b)
    # locales.disrupted.drops-to-reserve, locales.disrupted.never-secures
    p.put(b, p.battle.locale_of(p.spot[b]))
    if p.ear is not None:
        p.tell(f"Block {b + 1} is disrupted.", p.bid(b), kind=EventKind.ROUT)


def remove(p: LocalesPosition, b: int) -> None:
    """Take a block off the map for good; everybody sees what it was."""
    p.know(b)
    p.put(b, GONE)
    p.state[b] &= State.OF_A_FIGHT  # its part in a fight that goes on is remembered


def eliminate(p: LocalesPosition, b: int, why: str) -> None:
    """The enemy makes a unit be lost whole: its points cost morale, a gun gives him some."""
    points = p.strength[b]
    p.reveal(b)
    if p.ear is not None:
        p.tell(f"{p.called(b)} is eliminated: {why}.", p.bid(b))
    gun = p.is_gun(b)
    p.strength[b] = 0
    remove(p, b)
    # Disrupted infantry has no points left to pay for. locales.disrupted.elimination-no-morale
    change(p, p.battle.block_side[b], points * p.battle.rules.morale.lose_point, "unit eliminated")
    if gun:
        gun_was_lost(p, b)


def gun_was_lost(p: LocalesPosition, b: int) -> None:
    """The enemy has eliminated a gun."""
    enemy = 1 - p.battle.block_side[b]  # locales.ruling.morale.viewpoints
    change(p, enemy, p.battle.rules.morale.eliminate_gun, "enemy artillery eliminated")


class Losses(Then[LocalesPosition]):
    """Some points are to be lost by some blocks, as a side divides them.

    The stack is told to both sides: the blocks are those that everybody can name, and what they
    are is asked only for the next point.
    """

    side: Side
    blocks: tuple[Block, ...]
    points: Points
    infantry_only: Flag = 0
    by_guns: Flag = 0

    def run(self, p: LocalesPosition) -> None:
        if not self.points or not bearers(p, self.blocks, self.infantry_only):
            return
        p.stack.append(self.but(points=self.points - 1))
        # locales.ruling.asked-for-secrecy, locales.ruling.no-idle-question
        secret = self.infantry_only and len(self.seen(p)) > 1
        ask = HiddenLossTo if secret else LossTo
        p.stack.append(
            ask(
                side=self.side,
                blocks=self.blocks,
                infantry_only=self.infantry_only,
                by_guns=self.by_guns,
            )
        )

    def seen(self, p: LocalesPosition) -> list[int]:
        """Those that may be infantry, for all that the enemy knows."""
        return [b for b in self.blocks if p.healthy(b) and p.perhaps(b, INFANTRY)]


def bearers(p: LocalesPosition, blocks: tuple[int, ...], infantry_only: int) -> list[int]:
    """Those that can still lose a point."""
    return [
        b
        for b in blocks
        if p.healthy(b)  # locales.disrupted.takes-no-loss
        and (not infantry_only or p.arm(b) == INFANTRY)
    ]


class LossTo(Ask):
    """A side names the block that loses a point."""

    asks = "A strength point is lost: by which block?"
    waits = "Waiting for a loss to be assigned."
    answers = "loss block {}"

    side: Side
    blocks: tuple[Block, ...]
    infantry_only: Flag = 0
    by_guns: Flag = 0

    def options(self, p: LocalesPosition) -> list[int]:
        able = bearers(p, self.blocks, self.infantry_only)
        return [p.battle.block_at + b for b in sorted(able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        lose_point(p, action - p.battle.block_at, self.by_guns)


class HiddenLossTo(LossTo):
    """The same where only infantry bears it: how many could is the owner's secret."""

    asked_anyway = True
