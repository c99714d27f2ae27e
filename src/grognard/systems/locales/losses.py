"""Strength losses: the ladder of each arm, who bears them, guns lost to the enemy."""

from __future__ import annotations

from grognard.engine.step import Decision, Then
from grognard.systems.locales.morale import change
from grognard.systems.locales.position import (
    DISRUPTED,
    GONE,
    RANGING,
    UP,
    LocalesPosition,
)
from grognard.systems.locales.roster import INFANTRY


def lose_point(p: LocalesPosition, b: int) -> None:
    """A block loses a strength point: it is turned up, and steps down its ladder."""
    battle = p.battle
    side = battle.block_side[b]
    p.reveal(b)
    p.strength[b] -= 1
    if p.ear is not None:
        p.tell(f"{p.called(b)} loses a strength point.", p.bid(b))
    if p.strength[b] == 0:
        if p.arm(b) == INFANTRY and battle.rules.ladder_end == "disrupted":
            disrupt(p, b)
        else:
            remove(p, b)
    p.repool([b])
    change(p, side, battle.rules.point_cost, "strength point lost")


def disrupt(p: LocalesPosition, b: int) -> None:
    """Infantry without strength lies face-up in the reserve of its locale."""
    p.state[b] = (p.state[b] & ~RANGING) | DISRUPTED | UP
    if p.spot[b] >= p.battle.locales and p.battle.rules.rest["disrupted.drops-to-reserve.applies"]:
        p.put(b, p.battle.locale_of(p.spot[b]))


def remove(p: LocalesPosition, b: int) -> None:
    """Take a block off the map for good; everybody sees what it was."""
    p.know(b)
    p.put(b, GONE)
    p.state[b] = 0


def eliminate(p: LocalesPosition, b: int, by_enemy: bool = True) -> None:
    """A unit is lost whole: its points cost morale, a gun gives the enemy some."""
    battle = p.battle
    side = battle.block_side[b]
    points = p.strength[b]
    gun = p.is_gun(b)
    if p.ear is not None:
        p.tell(f"{p.called(b)} is eliminated.", p.bid(b))
    p.strength[b] = 0
    remove(p, b)
    if points and (not gun or battle.rules.gun_owner_pays):
        change(p, side, points * battle.rules.point_cost, "unit eliminated")
    if gun and by_enemy:
        gun_was_lost(p, b)


def gun_was_lost(p: LocalesPosition, b: int) -> None:
    """A gun that lost its only point is eliminated by the enemy."""
    rules = p.battle.rules
    owner = p.battle.block_side[b]
    side = 1 - owner if rules.gun_helps_own else owner
    change(p, side, rules.gun_gain, "enemy artillery eliminated")


class Losses(Then):
    """Some points are to be lost by some blocks: leaders first, then the others."""

    __slots__ = ("blocks", "divider", "points")

    def __init__(self, blocks: tuple[int, ...], divider: int, points: int) -> None:
        self.blocks = blocks
        self.divider = divider
        self.points = points

    def run(self, p: LocalesPosition) -> None:
        """Ask who bears the next point, as long as there is somebody."""
        if self.points <= 0 or not bearers(p, self.blocks):
            return
        p.stack.append(Losses(self.blocks, self.divider, self.points - 1))
        p.stack.append(LossTo(self.blocks, self.divider))


def bearers(p: LocalesPosition, blocks: tuple[int, ...]) -> list[int]:
    """Those that can still lose a point."""
    return [b for b in blocks if p.healthy(b) and p.strength[b] > 0]


class LossTo(Decision):
    """A side names the block that loses a point."""

    __slots__ = ("blocks", "divider")
    # Which of its blocks still has strength is the owner's secret until it is turned up.
    asked_anyway = True

    def __init__(self, blocks: tuple[int, ...], divider: int) -> None:
        self.blocks = blocks
        self.divider = divider

    def actor(self, p: LocalesPosition) -> int:
        """The side that divides the losses."""
        return self.divider

    def options(self, p: LocalesPosition) -> list[int]:
        """Those that can bear it."""
        return [p.battle.block_at + b for b in sorted(bearers(p, self.blocks))]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """It loses a point."""
        b = action - p.battle.block_at
        gun = p.is_gun(b)
        lose_point(p, b)
        if gun:
            gun_was_lost(p, b)

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return "A strength point is lost: by which block?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for a loss to be assigned."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The block."""
        return f"loss block {p.battle.nouns.name(action)}"
