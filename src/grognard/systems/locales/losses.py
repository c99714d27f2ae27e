"""Strength losses: the ladder of each arm, who bears them, guns lost to the enemy."""

from __future__ import annotations

from typing import Final

from grognard.engine.step import Decision, Then
from grognard.systems.locales.morale import change
from grognard.systems.locales.position import (
    DISRUPTED,
    FIGHT_STATES,
    GONE,
    UP,
    LocalesPosition,
)
from grognard.systems.locales.roster import ARMS, INFANTRY

# What a loss falls on and comes from: a bit for each arm that bears it, and one for artillery fire.
ANY_ARM: Final = (1 << len(ARMS)) - 1
BY_GUNS: Final = 1 << len(ARMS)


def lose_point(p: LocalesPosition, b: int, guns: int = 0) -> None:
    """A block loses a strength point: it is turned up, and steps down its ladder.

    `guns` says that enemy artillery took it.
    """
    rules = p.battle.rules
    side = p.battle.block_side[b]
    if "loss" in rules.reveals:
        p.reveal(b)
    if p.ear is not None:
        p.tell(f"{p.called(b)} loses a strength point.", p.bid(b))
    p.strength[b] -= 1
    p.repool(p.pooled_with([b]))
    gun = p.is_gun(b)
    if p.strength[b] == 0:
        if p.arm(b) == INFANTRY and rules.ladder_end == "disrupted":
            disrupt(p, b)
        else:
            remove(p, b)
    if not gun or rules.gun_owner_pays:
        change(p, side, rules.point_cost, "strength point lost", guns)
    if gun:
        gun_was_lost(p, b)


def disrupt(p: LocalesPosition, b: int) -> None:
    """Infantry without strength lies face-up in the reserve of its locale."""
    p.state[b] |= DISRUPTED
    p.reveal(b)
    if p.spot[b] >= p.battle.locales and p.battle.rules.rest["disrupted.drops-to-reserve.applies"]:
        p.put(b, p.battle.locale_of(p.spot[b]))
    if p.ear is not None:
        p.tell(f"Block {b + 1} is disrupted.", p.bid(b))


def remove(p: LocalesPosition, b: int) -> None:
    """Take a block off the map for good; everybody sees what it was."""
    p.know(b)
    p.put(b, GONE)
    p.state[b] &= FIGHT_STATES  # its part in a fight that goes on is remembered


def eliminate(p: LocalesPosition, b: int) -> None:
    """The enemy makes a unit be lost whole: its points cost morale, a gun gives him some."""
    rules = p.battle.rules
    side = p.battle.block_side[b]
    points = p.strength[b]
    p.reveal(b)
    if p.ear is not None:
        p.tell(f"{p.called(b)} is eliminated.", p.bid(b))
    disrupted = p.state[b] & DISRUPTED
    gun = p.is_gun(b)
    p.strength[b] = 0
    remove(p, b)
    if disrupted:
        by = int(rules.rest["disrupted.elimination-no-morale.value"])
        change(p, side, by, "disrupted infantry eliminated")
    elif not gun or rules.gun_owner_pays:
        change(p, side, points * rules.point_cost, "unit eliminated")
    if gun:
        gun_was_lost(p, b)


def gun_was_lost(p: LocalesPosition, b: int) -> None:
    """The enemy has eliminated a gun."""
    rules = p.battle.rules
    owner = p.battle.block_side[b]
    side = 1 - owner if rules.gun_helps_own else owner
    change(p, side, rules.gun_gain, "enemy artillery eliminated")


class Losses(Then[LocalesPosition]):
    """Some points are to be lost by some blocks, as a side divides them.

    `which` are the arms that bear them, and whether guns cause them. The stack is told to both
    sides: the blocks are those that everybody can name, and only `which` asks what they are.
    """

    blocks: tuple[int, ...]
    divider: int
    points: int
    which: int = ANY_ARM

    def run(self, p: LocalesPosition) -> None:
        """Ask who bears the next point, as long as there is somebody."""
        if self.points <= 0 or not bearers(p, self.blocks, self.which):
            return
        ask = LossTo if self.which & ANY_ARM == ANY_ARM else HiddenLossTo
        p.stack.append(
            Losses(
                blocks=self.blocks, divider=self.divider, points=self.points - 1, which=self.which
            )
        )
        p.stack.append(ask(blocks=self.blocks, divider=self.divider, which=self.which))


def bearers(p: LocalesPosition, blocks: tuple[int, ...], which: int) -> list[int]:
    """Those that can still lose a point: never disrupted infantry."""
    return [b for b in blocks if p.healthy(b) and which >> p.arm(b) & 1]


class LossTo(Decision[LocalesPosition]):
    """A side names the block that loses a point."""

    blocks: tuple[int, ...]
    divider: int
    which: int

    def actor(self, p: LocalesPosition) -> int:
        """The side that divides the losses."""
        return self.divider

    def options(self, p: LocalesPosition) -> list[int]:
        """Those that can bear it."""
        return [p.battle.block_at + b for b in sorted(bearers(p, self.blocks, self.which))]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """It loses a point."""
        lose_point(p, action - p.battle.block_at, self.which & BY_GUNS)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """The block is turned up."""
        return not p.state[action - p.battle.block_at] & UP

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return "A strength point is lost: by which block?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for a loss to be assigned."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The block."""
        return f"loss block {p.battle.nouns.name(action)}"


class HiddenLossTo(LossTo):
    """The same where only some arms bear it: how many could is the owner's secret."""

    asked_anyway = True
