"""Withdraw and retreat: everybody leaves a locale, each unit to a neighbour that can take it."""

from __future__ import annotations

from grognard.boards.areas import boundary_of, opposite
from grognard.engine.numbers import Flag, Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.locales.losses import Cause, Losses, Points, eliminate
from grognard.systems.locales.morale import change
from grognard.systems.locales.state.asking import Ask, Pick
from grognard.systems.locales.state.kinds import Approach, Block, Locale, State
from grognard.systems.locales.state.position import LocalesPosition


class WithdrawRules:
    """What a retreat costs besides its guns."""

    def __init__(self, book: Rulebook) -> None:
        self.approach_loses = book.int("locales.ruling.retreat-cost.other-approaches", "losses")
        self.reserve_loses = book.int("locales.ruling.retreat-cost.reserve", "losses")


class LeaveLocale(Then[LocalesPosition]):
    """A side gives up the locale an approach of the enemy leads into: by withdrawal, or by retreat
    with its costs, perhaps after a fight over that approach."""

    side: Side
    approach: Approach
    retreat: Flag
    fought: Flag = 0

    def run(self, p: LocalesPosition) -> None:
        locale = p.battle.areas.towards[self.approach]
        blocks = p.blocks_in(locale, self.side)  # locales.ruling.leave-whole-locale
        if not blocks:
            return  # nobody outlived the fight: there is no retreat
        if p.ear is not None:
            verb = "retreats from" if self.retreat else "withdraws from"
            text = f"{p.battle.side_name(self.side)} {verb} {p.battle.place(locale)}."
            p.tell(text, p.battle.spot_id(locale))
        # On an approach too, and at the start. locales.disrupted.companion-anywhere-in-locale
        escorted = int(any(p.healthy(b) for b in blocks))
        p.stack.append(self.into(NextToLeave, escorted=escorted))
        if self.retreat:
            self.costs(p, blocks)
            # Also where only disrupted infantry is there.
            # locales.ruling.retreat.disrupted-alone-pays
            change(p, self.side, p.battle.rules.morale.retreat, "retreat")
            return
        # locales.morale.withdraw-free, locales.ruling.withdraw-cost
        for b in blocks:
            if p.state[b] & State.RANGING:
                eliminate(p, b, "ranging guns cannot withdraw")

    def costs(self, p: LocalesPosition, blocks: list[int]) -> None:
        """Guns are lost; every other approach, and the reserve that did not fight, lose a point."""
        battle = p.battle
        rules = battle.rules.withdraw
        locale = battle.areas.towards[self.approach]
        # The infantry of the reserve, one point in all. locales.ruling.retreat-cost.reserve
        idle = tuple(b for b in blocks if p.spot[b] == locale and not p.state[b] & State.JOINS)
        cause, points = Cause.RETREAT_OF_A_RESERVE, rules.reserve_loses
        p.stack.append(Losses(side=self.side, blocks=idle, points=points, cause=cause))
        for approach in battle.areas.approaches[locale]:
            there = tuple(p.blocks_at(battle.locales + approach, self.side))
            if there and not (self.fought and approach == opposite(self.approach)):
                cause, points = Cause.RETREAT_FROM_AN_APPROACH, rules.approach_loses
                p.stack.append(Losses(side=self.side, blocks=there, points=points, cause=cause))
        for b in blocks:
            if p.is_gun(b):  # ranging or not. locales.ruling.retreat-cost.guns
                eliminate(p, b, "guns cannot retreat")


class NextToLeave(Then[LocalesPosition]):
    """Unit after unit leaves the locale, in the order of the blocks."""

    side: Side
    approach: Approach
    retreat: Flag
    fought: Flag = 0
    escorted: Flag

    def run(self, p: LocalesPosition) -> None:
        locale = p.battle.areas.towards[self.approach]
        blocks = p.blocks_in(locale, self.side)
        ways = exits(p, self.approach, self.side)
        if not ways:
            # locales.ruling.leave.no-exit-eliminated
            # locales.disrupted.eliminated-without-exit-in-withdrawal
            # locales.disrupted.eliminated-without-exit-in-retreat
            lost, why = blocks, "it has no way out"
        elif not self.escorted:
            # locales.disrupted.eliminated-alone-in-withdrawal
            # locales.disrupted.eliminated-alone-in-retreat
            lost, why = blocks, "nobody who is not disrupted was there to go with it"
        else:
            lost, why = [], ""
        for b in lost:
            eliminate(p, b, why)
        blocks = p.blocks_in(locale, self.side)
        if not blocks:
            return
        p.stack.append(self)
        excess = len(blocks) - sum(p.room(there, self.side) for there in ways)
        if excess > 0:
            p.stack.append(LeftBehind(side=self.side, locale=locale, left=excess))
        else:
            p.stack.append(LeaveTo(side=self.side, block=blocks[0], approach=self.approach))


def exits(p: LocalesPosition, enemy_over: int, side: int) -> list[int]:
    """Where a unit can go that must leave before an enemy who comes over an approach."""
    battle = p.battle
    found = []
    for approach in battle.areas.approaches[battle.areas.towards[enemy_over]]:
        there = battle.areas.towards[approach]
        boundary = boundary_of(approach)
        if there == battle.areas.locale[enemy_over]:  # locales.ruling.leave.destination
            continue
        if battle.impassable >> boundary & 1:  # locales.restriction.impassable-never-crossed
            continue
        if p.barred[boundary]:  # locales.ruling.closed-boundary-binds-retreats
            continue
        if p.closed[there]:  # won by assault this turn
            continue
        if not p.holds(there, 1 - side) and p.room(there, side) > 0:
            found.append(there)
    return sorted(set(found))


class LeftBehind(Pick):
    """There is no room for all who must leave: the owner names those who are lost."""

    waits = "Waiting for the enemy to leave."
    going = "give them up"

    locale: Locale
    left: Points

    def candidates(self, p: LocalesPosition) -> list[int]:
        return p.blocks_in(self.locale, self.side)

    def least(self, p: LocalesPosition) -> int:
        return self.left

    def most(self, p: LocalesPosition) -> int:
        return self.left

    def finish(self, p: LocalesPosition) -> None:
        for b in self.chosen:
            eliminate(p, b, "there is no room for it elsewhere")

    def prompt(self, p: LocalesPosition) -> str:
        more = self.left - len(self.chosen)
        ask = f"{more} more lost, which block?" if more else "all who are lost are named."
        return f"There is no room for all who must leave: {ask}"


class LeaveTo(Ask):
    """The owner picks where a unit goes."""

    waits = "Waiting for the enemy to leave."
    answers = "> {}"

    side: Side
    block: Block
    approach: Approach

    def options(self, p: LocalesPosition) -> list[int]:
        return [p.battle.locale_at + there for there in exits(p, self.approach, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        b = self.block
        there = action - p.battle.locale_at
        p.put(b, there)
        if p.ear is not None:
            p.tell(f"{p.called(b)} goes to {p.battle.place(there)}.", p.bid(b))

    def prompt(self, p: LocalesPosition) -> str:
        return f"Block {self.block + 1} must leave: where to?"

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        return (p.bid(self.block),)
