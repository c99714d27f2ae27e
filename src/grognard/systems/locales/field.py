"""Field commands: which order, where to and to whom; each is carried out by its own chapter."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.step import Decision
from grognard.systems.locales.assault import EndAction, Fight
from grognard.systems.locales.battle import (
    ADVANCE,
    ASSAULT,
    BOMBARD,
    CAVALRY_MARCH,
    CHARGE,
    DONE,
    GO,
    LOCAL_MARCH,
    MANEUVER,
    ORDERS,
    ROAD_MARCH,
)
from grognard.systems.locales.bombard import bombard
from grognard.systems.locales.charge import charge
from grognard.systems.locales.deploy import Arrive, reserve_named, told
from grognard.systems.locales.groups import (
    eligible,
    goal,
    group_exists,
    how_many_needed,
    largest,
    needed,
    open_to,
    possible,
)
from grognard.systems.locales.maneuver import ManeuverAnswer
from grognard.systems.locales.march import march
from grognard.systems.locales.picking import Pick
from grognard.systems.locales.position import EXTRA, FIELD_LEFT, JOINS, MOVED, LocalesPosition
from grognard.systems.locales.reach import ATTACKS, FROM_APPROACH, aims, enemy_ranging, members
from grognard.systems.locales.withdraw import ROUT, WITHDRAWAL, Leave

# The extras of cards, as bits of the clock, with the order each is good for.
EXTRAS = {"road march": (1, ROAD_MARCH), "bombard": (2, BOMBARD), "assault": (4, ASSAULT)}


def affordable(p: LocalesPosition) -> list[int]:
    """The orders a command is left for, or an extra of the card: as everybody knows."""
    given = p.battle.rules.orders_given
    if p.clock[FIELD_LEFT] >= p.battle.rules.field_price:
        return given
    extras = [only for bit, only in EXTRAS.values() if p.clock[EXTRA] & bit]
    return [order for order in given if order in extras]


def pay(p: LocalesPosition, order: int) -> None:
    """A command is spent: the extra that is good for nothing else first."""
    for bit, only in EXTRAS.values():
        if p.clock[EXTRA] & bit and order == only:
            p.clock[EXTRA] &= ~bit
            return
    p.clock[FIELD_LEFT] -= p.battle.rules.field_price


def spot_id(p: LocalesPosition, spot: int) -> str:
    """The id of a spot on the board."""
    kind = "locale" if spot < p.battle.locales else "approach"
    return f"{kind}:{p.battle.spot_name(spot)}"


class FieldOrder(Decision[LocalesPosition]):
    """The side gives a field command, or is done with them."""

    side: Side

    asked_anyway = True

    def options(self, p: LocalesPosition) -> list[int]:
        """Every order some group may be given."""
        orders = affordable(p)
        battle = p.battle
        rules = battle.rules
        from_reserve = [order for order in orders if rules.from_reserve[order]]
        from_approach = [order for order in orders if rules.from_approach[order]]
        spots: dict[int, list[int]] = {}
        for b in battle.blocks_of[self.side]:
            spot = p.spot[b]
            if spot >= 0 and (rules.field_again or not p.state[b] & MOVED):
                spots.setdefault(spot, []).append(b)
        found = []
        for spot, blocks in spots.items():
            able: dict[int, list[int]] = {}  # orders of equal eligibility share their blocks
            for order in from_reserve if spot < battle.locales else from_approach:
                like = rules.order_like[order]
                if like not in able:
                    able[like] = [b for b in blocks if eligible(p, b, order)]
                if able[like] and possible(p, order, spot, self.side, able[like]):
                    found.append(battle.order_at + order * battle.spots + spot)
        found.sort()
        return [DONE, *found]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask for the target, then the group."""
        if action == DONE:
            return
        battle = p.battle
        order, spot = divmod(action - battle.order_at, battle.spots)
        if order in FROM_APPROACH:
            p.stack.append(
                Group(
                    chosen=(), side=self.side, order=order, spot=spot, target_=spot - battle.locales
                )
            )
        elif order == LOCAL_MARCH and spot >= battle.locales:
            p.stack.append(
                Group(
                    chosen=(),
                    side=self.side,
                    order=order,
                    spot=spot,
                    target_=battle.locale_of(spot),
                )
            )
        else:
            p.stack.append(OrderTo(side=self.side, order=order, spot=spot))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        extra = [name for name, (bit, _) in EXTRAS.items() if p.clock[EXTRA] & bit]
        more = "".join(f", and one {name}" for name in extra)
        return f"Field commands left: {p.clock[FIELD_LEFT]}{more}. Which order?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to give field commands."

    def target(self, p: LocalesPosition, action: int) -> str:
        """The spot the order goes to."""
        if action == DONE:
            return "verb:done"
        return spot_id(p, (action - p.battle.order_at) % p.battle.spots)


class OrderTo(Decision[LocalesPosition]):
    """The target of an order."""

    side: Side
    order: int
    spot: int

    # Which of the targets has a lawful group depends on what the blocks are.
    asked_anyway = True

    def options(self, p: LocalesPosition) -> list[int]:
        """The targets for which there is a group."""
        battle = p.battle
        able = [b for b in p.blocks_at(self.spot, self.side) if eligible(p, b, self.order)]
        found = [
            t
            for t in members(aims(p, self.order, self.spot, self.side))
            if group_exists(p, self.order, self.side, t, able)
        ]
        first = battle.approach_at if self.at_approach() else battle.locale_at
        return [first + t for t in found]

    def at_approach(self) -> bool:
        """Whether the target is an approach."""
        return self.order == LOCAL_MARCH or self.order in ATTACKS

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask who goes."""
        first = p.battle.approach_at if self.at_approach() else p.battle.locale_at
        p.stack.append(
            Group(
                chosen=(), side=self.side, order=self.order, spot=self.spot, target_=action - first
            )
        )

    def prompt(self, p: LocalesPosition) -> str:
        """Where?"""
        return f"{ORDERS[self.order].capitalize().replace('-', ' ')}: where to?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to give field commands."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The target."""
        return f"> {p.battle.nouns.name(action)}"

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        """The spot the order goes to."""
        return (spot_id(p, self.spot),)


class Group(Pick):
    """Who carries the order out."""

    side: Side
    order: int
    spot: int
    target_: int

    def onward(self, b: int) -> Group:
        """One block more."""
        return Group(
            chosen=(*self.chosen, b),
            side=self.side,
            order=self.order,
            spot=self.spot,
            target_=self.target_,
        )

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Those on the spot that may go."""
        there = goal(p, self.order, self.target_)
        return [
            b
            for b in p.blocks_at(self.spot, self.side)
            if eligible(p, b, self.order) and (there < 0 or open_to(p, there, b))
        ]

    def needed(self, p: LocalesPosition, b: int) -> bool:
        """The kind of which there may have to be some."""
        return needed(p, b, self.order, self.target_)

    def how_many_needed(self, p: LocalesPosition, group: tuple[int, ...]) -> int:
        """A leader of an assault or charge, the companions of disrupted infantry."""
        return how_many_needed(p, self.order, group)

    def least(self, p: LocalesPosition) -> int:
        """At least one; of guns that bombard more than the enemy has ranging."""
        if self.order == BOMBARD and not p.battle.rules.count_whole:
            return enemy_ranging(p, self.target_, self.side) + p.battle.rules.outnumber
        return 1

    def enough(self, p: LocalesPosition, after: int) -> bool:
        """A gun may be picked if enough others follow it."""
        return len(self.chosen) + 1 + after >= self.least(p)

    def most(self, p: LocalesPosition) -> int:
        """As many as there is room for."""
        return largest(p, self.order, self.spot, self.side, self.target_)

    def finish(self, p: LocalesPosition) -> None:
        """Carry it out; then there may be another."""
        pay(p, self.order)
        if affordable(p):
            p.stack.append(FieldOrder(side=self.side))
        carry_out(p, self.order, self.spot, self.side, self.target_, self.chosen)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A rider that is named shows itself; an attack calls for an answer of the enemy."""
        if action == GO:
            return self.order in (*ATTACKS, CAVALRY_MARCH)
        return self.order in (CHARGE, CAVALRY_MARCH)

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return f"{ORDERS[self.order].capitalize().replace('-', ' ')}: which blocks?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to give field commands."


def carry_out(
    p: LocalesPosition, order: int, spot: int, side: int, target: int, blocks: tuple[int, ...]
) -> None:
    """Put what an order leads to on the stack."""
    battle = p.battle
    rules = battle.rules
    areas = battle.areas
    for b in blocks:
        p.state[b] |= MOVED
    if p.ear is not None:
        name = ORDERS[order].replace("-", " ")
        p.tell(f"{told(blocks, 'obey')}: {name} from {battle.spot_name(spot)}.")
    p.stack.append(EndAction())
    if order == ADVANCE:
        there = areas.towards[target]
        end = reserve_named(p, "advance.success.reserve-of-defense-locale", target)
        deploys = rules.deploys["advance.success.cavalry-may-deploy"]
        p.stack.append(Arrive(blocks=blocks, deploys=int(deploys), locale=end))
        how = ROUT if "retreat" in rules.advance_answers else WITHDRAWAL
        p.stack.append(
            Leave(side=1 - side, came=areas.locale[target], fought=-1, how=how, locale=there)
        )
    elif order == ASSAULT:
        for b in blocks:
            p.state[b] |= JOINS
        p.stack.append(Fight(side=side, approach=target, charge=0))
    elif order == BOMBARD:
        bombard(p, target, side, blocks)
    elif order == CHARGE:
        charge(p, spot, target, side, blocks)
    elif order == MANEUVER:
        p.stack.append(ManeuverAnswer(side=side, approach=target, blocks=blocks))
    else:
        march(p, order, spot, target, blocks)
