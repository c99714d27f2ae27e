"""Withdraw and retreat: everybody leaves a locale, each unit to a neighbour that can take it."""

from __future__ import annotations

from grognard.boards.areas import boundary_of
from grognard.engine.numbers import Side
from grognard.engine.step import Decision, Then
from grognard.systems.locales.losses import Losses, eliminate
from grognard.systems.locales.morale import change
from grognard.systems.locales.position import DISRUPTED, JOINS, RANGING, UP, LocalesPosition
from grognard.systems.locales.roster import ARMS

WITHDRAWAL, ROUT = 0, 1


class Leave(Then[LocalesPosition]):
    """A side gives up a locale: by withdrawal, or by retreat with its costs.

    `came` is the locale the enemy comes from, `fought` the approach that was fought over (or -1).
    """

    side: Side
    came: int
    fought: int
    how: int
    locale: int

    def run(self, p: LocalesPosition) -> None:
        """Take the losses, then send everybody off."""
        rules = p.battle.rules
        blocks = p.blocks_in(self.locale, self.side)
        if not blocks:
            return  # nobody outlived the fight: there is no retreat
        if p.ear is not None:
            verb = "retreats from" if self.how == ROUT else "withdraws from"
            place = p.battle.areas.ids[self.locale]
            p.tell(f"{p.battle.titles[self.side]} {verb} {place}.", f"locale:{place}")
        anywhere = rules.rest["disrupted.companion-anywhere-in-locale.on_approach"]
        healthy = [b for b in blocks if p.healthy(b)]
        escorted = any(anywhere or p.spot[b] == self.locale for b in healthy)
        p.stack.append(
            Depart(
                side=self.side,
                came=self.came,
                escorted=int(escorted),
                how=self.how,
                locale=self.locale,
            )
        )
        if self.how == ROUT:
            self.costs(p, blocks)
            if healthy or rules.disrupted_retreat_pays:
                change(p, self.side, rules.retreat_cost, "retreat")
        else:
            change(p, self.side, rules.withdraw_cost, "withdrawal")
            if rules.withdraw_loses_ranging:
                for b in blocks:
                    if p.state[b] & RANGING:
                        eliminate(p, b)

    def costs(self, p: LocalesPosition, blocks: list[int]) -> None:
        """Guns are lost; every other approach, and the reserve that did not fight, lose a point."""
        battle = p.battle
        rules = battle.rules
        idle = [b for b in blocks if p.spot[b] == self.locale and not p.state[b] & JOINS]
        arms = sum(1 << ARMS.index(arm) for arm in rules.retreat_arms)
        groups = [(b,) for b in idle] if rules.retreat_each else [tuple(idle)]
        for group in groups:
            p.stack.append(
                Losses(blocks=group, divider=self.side, points=rules.retreat_reserve, which=arms)
            )
        for approach in battle.areas.approaches[self.locale]:
            there = tuple(p.blocks_at(battle.locales + approach, self.side))
            if there and approach != self.fought:
                p.stack.append(
                    Losses(blocks=there, divider=self.side, points=rules.retreat_approach)
                )
        if rules.retreat_loses_guns:
            for b in blocks:
                if p.is_gun(b):
                    eliminate(p, b)


class Depart(Then[LocalesPosition]):
    """Unit after unit leaves the locale, in the order of the blocks."""

    side: Side
    came: int
    escorted: int
    how: int
    locale: int

    def run(self, p: LocalesPosition) -> None:
        """Those who cannot leave are lost; then the next one goes, until nobody is left."""
        blocks = p.blocks_in(self.locale, self.side)
        ways = exits(p, self.locale, self.came, self.side)
        alone = [b for b in blocks if p.state[b] & DISRUPTED] if self.alone_is_lost(p) else []
        for b in alone if ways else blocks:
            eliminate(p, b)
        blocks = p.blocks_in(self.locale, self.side)
        if not blocks:
            return
        p.stack.append(self)
        excess = len(blocks) - sum(p.room(there, self.side) for there in ways)
        if excess > 0:
            p.stack.append(LeftBehind(side=self.side, last=-1, left=excess, locale=self.locale))
        else:
            p.stack.append(LeaveTo(block=blocks[0], came=self.came, locale=self.locale))

    def alone_is_lost(self, p: LocalesPosition) -> bool:
        """Whether disrupted infantry is eliminated for want of a companion."""
        how = "retreat" if self.how == ROUT else "withdrawal"
        rule = p.battle.rules.rest[f"disrupted.eliminated-alone-in-{how}.eliminated"]
        return bool(rule) and not self.escorted


class LeftBehind(Decision[LocalesPosition]):
    """There is no room for all who must leave: the owner names those who are lost, in order."""

    side: Side
    last: int
    left: int
    locale: int

    def options(self, p: LocalesPosition) -> list[int]:
        """Every block after the last one named that leaves enough behind it."""
        later = [b for b in p.blocks_in(self.locale, self.side) if b > self.last]
        return [p.battle.block_at + b for b in later[: len(later) - self.left + 1]]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """It is lost."""
        b = action - p.battle.block_at
        if self.left > 1:
            p.stack.append(
                LeftBehind(side=self.side, last=b, left=self.left - 1, locale=self.locale)
            )
        eliminate(p, b)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """Everybody sees what it was."""
        return not p.state[action - p.battle.block_at] & UP

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return f"There is no room for all who must leave: {self.left} more lost, which block?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the enemy to leave."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The block."""
        return f"lost block {p.battle.nouns.name(action)}"


def exits(p: LocalesPosition, locale: int, came: int, side: int) -> list[int]:
    """Where a unit that must leave can go."""
    battle = p.battle
    found = []
    for approach in battle.areas.approaches[locale]:
        there = battle.areas.towards[approach]
        boundary = boundary_of(approach)
        if there == came:
            continue
        if battle.uncrossable >> boundary & 1:
            continue
        if p.barred[boundary] and battle.rules.closed_binds_retreats:
            continue
        if battle.restricted >> boundary & 1 and not battle.rules.restricted_open:
            continue
        if p.closed[there]:
            continue  # won by assault this turn
        if not p.holds(there, 1 - side) and p.room(there, side) > 0:
            found.append(there)
    return sorted(set(found))


class LeaveTo(Decision[LocalesPosition]):
    """The owner picks where a unit goes."""

    block: int
    came: int
    locale: int

    def actor(self, p: LocalesPosition) -> int:
        """The owner."""
        return p.battle.block_side[self.block]

    def options(self, p: LocalesPosition) -> list[int]:
        """The neighbours that can take it."""
        side = p.battle.block_side[self.block]
        return [p.battle.locale_at + there for there in exits(p, self.locale, self.came, side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Go there."""
        b = self.block
        there = action - p.battle.locale_at
        p.state[b] &= ~RANGING
        p.hide(b)
        p.put(b, there)
        if p.ear is not None:
            p.tell(f"{p.called(b)} goes to {p.battle.areas.ids[there]}.", p.bid(b))

    def prompt(self, p: LocalesPosition) -> str:
        """Where to?"""
        return f"Block {self.block + 1} must leave: where to?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the enemy to leave."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The locale."""
        return f"> {p.battle.nouns.name(action)}"

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        """The block."""
        return (p.bid(self.block),)
