"""Strength losses: the ladder of each arm, who bears them, guns lost to the enemy."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.engine.event import EventKind
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.locales.morale import change
from grognard.systems.locales.state.asking import Ask
from grognard.systems.locales.state.kinds import ARMS, GONE, INFANTRY, Block, State
from grognard.systems.locales.state.position import LocalesPosition


class Cause:
    """Why points are lost, in the order of `COSTS`."""

    BOMBARDMENT, DEFENDING_GUNS, FIGHT, RETREAT_FROM_AN_APPROACH, RETREAT_OF_A_RESERVE = range(5)
    BY_GUNS: Final = (BOMBARDMENT, DEFENDING_GUNS)


COSTS: Final = (
    "The bombardment costs you",
    "Your guns cost the enemy",
    "The fight costs {whom}",
    "The retreat costs each approach that did not fight",
    "The retreat costs the infantry of the reserve",
)

CauseNumber = Annotated[int, Within(0, len(COSTS) - 1)]
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
    cause: CauseNumber

    def run(self, p: LocalesPosition) -> None:
        if not self.points or not bearers(p, self.blocks, self.cause):
            return
        p.stack.append(self.but(points=self.points - 1))
        # locales.ruling.asked-for-secrecy, locales.ruling.no-idle-question
        secret = self.cause == Cause.RETREAT_OF_A_RESERVE and len(self.seen(p)) > 1
        ask = HiddenLossTo if secret else LossTo
        p.stack.append(ask(side=self.side, blocks=self.blocks, cause=self.cause))

    def seen(self, p: LocalesPosition) -> list[int]:
        """Those that may be infantry, for all that the enemy knows."""
        return [b for b in self.blocks if p.healthy(b) and p.perhaps(b, INFANTRY)]


def bearers(p: LocalesPosition, blocks: tuple[int, ...], cause: int) -> list[int]:
    """Those that can still lose a point."""
    return [
        b
        for b in blocks
        if p.healthy(b)  # locales.disrupted.takes-no-loss
        and (cause != Cause.RETREAT_OF_A_RESERVE or p.arm(b) == INFANTRY)
    ]


class LossTo(Ask):
    """A side names the block that loses a point."""

    waits = "Waiting for a loss to be assigned."
    answers = "weaken block {}"

    side: Side
    blocks: tuple[Block, ...]
    cause: CauseNumber

    def options(self, p: LocalesPosition) -> list[int]:
        able = bearers(p, self.blocks, self.cause)
        return [p.battle.block_at + b for b in sorted(able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        lose_point(p, action - p.battle.block_at, int(self.cause in Cause.BY_GUNS))

    def prompt(self, p: LocalesPosition) -> str:
        own = p.battle.block_side[self.blocks[0]] == self.side
        why = COSTS[self.cause].format(whom="you" if own else "the enemy")
        return f"{why} a strength point: which block loses it?"


class HiddenLossTo(LossTo):
    """The same where only infantry bears it: how many could is the owner's secret."""

    asked_anyway = True
