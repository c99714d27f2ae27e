"""Field commands: which order, where to and to whom; each is carried out by its own chapter."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Final

from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.locales.advance import advance
from grognard.systems.locales.assault import assault
from grognard.systems.locales.bombard import bombard, guns_needed
from grognard.systems.locales.cards import EXTRAS
from grognard.systems.locales.charge import charge
from grognard.systems.locales.deploy import told
from grognard.systems.locales.maneuver import maneuver
from grognard.systems.locales.march import march
from grognard.systems.locales.moving.reach import (
    FROM_APPROACH,
    FROM_RESERVE,
    goal,
    how_many_needed,
    largest,
    needed,
    perhaps_possible,
    possible,
    targets,
)
from grognard.systems.locales.restrictions import kind_of, open_to, row
from grognard.systems.locales.shown.orders import order_at, order_to
from grognard.systems.locales.state.asking import Ask, Pick, ask
from grognard.systems.locales.state.kinds import (
    ATTACKS,
    CAVALRY,
    ORDERS,
    Clock,
    Order,
    OrderNumber,
    Spot,
    State,
    Verb,
)
from grognard.systems.locales.state.position import LocalesPosition

MOUNTED: Final = (Order.CHARGE, Order.CAVALRY_MARCH)  # orders for cavalry alone

EVERY_ORDER: Final = range(len(ORDERS))
# The orders by how soon it is found that one can be given.
EASIEST_FIRST: Final = (
    Order.FIELD_MARCH, Order.LOCAL_MARCH, Order.ADVANCE, Order.MANEUVER, Order.BOMBARD,
    Order.CAVALRY_MARCH, Order.CHARGE, Order.ASSAULT, Order.ROAD_MARCH,
)  # fmt: skip

Aim = Annotated[int, Within(0, 10_000)]  # an approach or a locale, as the order has it


class FieldRules:
    """Who may be given which order, and which orders go to the same units."""

    def __init__(self, book: Rulebook) -> None:
        self.may = [
            # locales.advance.eligible.any-arm, locales.advance.eligible.not-disrupted
            row(book, "locales.eligibility.advance.may"),
            # locales.assault.eligible.any-arm, locales.assault.eligible.not-disrupted
            row(book, "locales.eligibility.assault.may"),
            row(book, "locales.eligibility.bombard.may"),  # locales.bombard.eligible.artillery-only
            row(book, "locales.eligibility.charge.may"),  # locales.charge.eligible.cavalry-only
            # locales.maneuver.eligible.any-arm, locales.maneuver.eligible.not-disrupted
            row(book, "locales.eligibility.maneuver.may"),
            # locales.cavalry-march.eligible.cavalry-only
            row(book, "locales.eligibility.cavalry-march.may"),
            # locales.field-march.eligible.any-arm-and-disrupted
            row(book, "locales.eligibility.field-march.may"),
            # locales.local-march.eligible.any-arm, locales.local-march.eligible.not-disrupted
            row(book, "locales.eligibility.local-march.may"),
            # locales.road-march.eligible.any-arm-and-disrupted
            row(book, "locales.eligibility.road-march.may"),
        ]
        # The first order that goes to the same units; bombardments ask for more.
        self.same_units = [
            order if order == Order.BOMBARD else self.may.index(units)
            for order, units in enumerate(self.may)
        ]


# -- who may be ordered ------------------------------------------------------------------------


def eligible(p: LocalesPosition, b: int, order: int) -> bool:
    """Whether a block's own kind and state let it take part in an order."""
    state = p.state[b]
    if state & State.MOVED:  # locales.ruling.one-field-command-per-unit
        return False
    # A dash in the row of the order. locales.disrupted.only-three-commands
    # locales.eligibility.advance.may-not, locales.eligibility.assault.may-not
    # locales.eligibility.bombard.may-not, locales.eligibility.charge.may-not
    # locales.eligibility.maneuver.may-not, locales.eligibility.cavalry-march.may-not
    # locales.eligibility.local-march.may-not
    if not p.battle.rules.field.may[order][kind_of(p, b)]:
        return False
    if order == Order.BOMBARD:
        # locales.bombard.condition.ranging, locales.bombard.artillery-ranging
        return bool(state & State.RANGING)
    return not state & State.RANGING  # locales.restriction.ranging-only-bombards


def seen_able(p: LocalesPosition, b: int, order: int) -> bool:
    """Whether a block may be able to take part in an order, for all that everybody knows."""
    state = p.state[b]
    if state & State.MOVED or (order == Order.BOMBARD) != bool(state & State.RANGING):
        return False
    if state & State.DISRUPTED:
        return order in (Order.FIELD_MARCH, Order.ROAD_MARCH)
    return order not in MOUNTED or p.perhaps(b, CAVALRY)


def may_order(p: LocalesPosition, side: int) -> bool:
    """Whether there is a command left that somebody may be able to obey, as everybody can see."""
    left = orders_left(p)
    orders = [order for order in EASIEST_FIRST if order in left]
    for spot, blocks in p.by_spot(side).items():
        ready = [b for b in blocks if not p.state[b] & (State.DISRUPTED | State.MOVED)]
        from_here = FROM_RESERVE if spot < p.battle.locales else FROM_APPROACH
        for order in orders if ready else ():  # locales.ruling.no-idle-question
            if order in from_here:
                able = [b for b in ready if seen_able(p, b, order)]
                if able and perhaps_possible(p, order, spot, side, able):
                    return True
    return False


def orders_left(p: LocalesPosition) -> Sequence[int]:
    """The orders a command is left for, or an extra of the card."""
    if p.clock[Clock.FIELD_LEFT] >= p.battle.rules.cards.field_price:
        return EVERY_ORDER
    return sorted(order for bit, order in EXTRAS.values() if p.clock[Clock.EXTRA] & bit)


def pay(p: LocalesPosition, order: int) -> None:
    """A command is spent: the extra that is good for nothing else first."""
    for bit, only in EXTRAS.values():
        if p.clock[Clock.EXTRA] & bit and order == only:
            p.clock[Clock.EXTRA] &= ~bit
            return
    p.clock[Clock.FIELD_LEFT] -= p.battle.rules.cards.field_price


# -- the questions -----------------------------------------------------------------------------


class NextOrder(Then[LocalesPosition]):
    """The side is asked for a field command, if it can give one as everybody can see."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        if may_order(p, self.side):
            p.stack.append(FieldOrder(side=self.side))


class FieldOrder(Ask):
    """The side gives a field command, or is done with them."""

    waits = "Waiting for {side} to give field commands."

    side: Side

    asked_anyway = True

    def options(self, p: LocalesPosition) -> list[int]:
        # In any order and mixture. locales.turn.field.any-order
        battle = p.battle
        same_units = battle.rules.field.same_units
        orders = orders_left(p)
        from_reserve = [order for order in orders if order in FROM_RESERVE]
        from_approach = [order for order in orders if order in FROM_APPROACH]
        spots = self.spots(p)
        found = []
        for spot, blocks in spots.items():
            able: dict[int, list[int]] = {}
            for order in from_reserve if spot < battle.locales else from_approach:
                like = same_units[order]
                if like not in able:
                    able[like] = [b for b in blocks if eligible(p, b, order)]
                # locales.field.gate
                if able[like] and possible(p, order, spot, self.side, able[like]):
                    found.append(battle.order_at + order * battle.spots + spot)
        found.sort()
        return [Verb.DONE, *found]

    def spots(self, p: LocalesPosition) -> dict[int, list[int]]:
        """The spots of the side with the blocks there that may still be ordered."""
        ready = {
            spot: [b for b in blocks if not p.state[b] & State.MOVED]
            for spot, blocks in p.by_spot(self.side).items()
        }
        return {spot: blocks for spot, blocks in ready.items() if blocks}

    def draw(self, p: LocalesPosition, rng: random.Random) -> int:
        """Commands are tried in random order until one can be given."""
        battle = p.battle
        orders = orders_left(p)
        from_reserve = [order for order in orders if order in FROM_RESERVE]
        from_approach = [order for order in orders if order in FROM_APPROACH]
        spots = self.spots(p)
        lots = [(-1, -1)]
        for spot in spots:
            can = from_reserve if spot < battle.locales else from_approach
            lots += [(order, spot) for order in can]
        while True:
            pick = int(rng.random() * len(lots))
            order, spot = lots[pick]
            if order < 0:
                return Verb.DONE
            able = [b for b in spots[spot] if eligible(p, b, order)]
            if able and possible(p, order, spot, self.side, able):  # locales.field.gate
                return battle.order_at + order * battle.spots + spot
            lots[pick] = lots[-1]
            lots.pop()

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action == Verb.DONE:
            return
        battle = p.battle
        order, spot = divmod(action - battle.order_at, battle.spots)
        if spot < battle.locales or order == Order.FIELD_MARCH:
            p.stack.append(OrderTarget(side=self.side, order=order, spot=spot))
        else:
            call(p, self.commits_to(p, action))

    def commits_to(self, p: LocalesPosition, action: int) -> OrderBlocks | None:
        """The order over the approach its units secure, back from it, or where alone it can lead.

        None if it asks on.
        """
        if action == Verb.DONE:
            return None
        battle = p.battle
        order, spot = divmod(action - battle.order_at, battle.spots)
        if spot < battle.locales or order == Order.FIELD_MARCH:
            asked = OrderTarget(side=self.side, order=order, spot=spot)
            targets = asked.options(p)
            return asked.commits_to(p, targets[0]) if len(targets) == 1 else None
        over = spot - battle.locales
        aim = battle.areas.locale[over] if order == Order.LOCAL_MARCH else over
        return OrderBlocks(side=self.side, order=order, spot=spot, aim=aim)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        return attacks_at_once(p, self.commits_to(p, action))

    def phrase(self, p: LocalesPosition, action: int) -> str:
        order, spot = divmod(action - p.battle.order_at, p.battle.spots)
        if order == Order.LOCAL_MARCH and spot >= p.battle.locales:  # it can only leave it
            return f"{ORDERS[order]} back from {p.battle.spot_name(spot)}"
        return super().phrase(p, action)

    def says(self, p: LocalesPosition, action: int) -> str:
        if action == Verb.DONE:
            return "end the field commands"
        return order_at(p, *divmod(action - p.battle.order_at, p.battle.spots))

    def prompt(self, p: LocalesPosition) -> str:
        extra = [name for name, (bit, _) in EXTRAS.items() if p.clock[Clock.EXTRA] & bit]
        more = "".join(f", and one {name}" for name in extra)
        return f"Field commands left: {p.clock[Clock.FIELD_LEFT]}{more}. Which order?"

    def target(self, p: LocalesPosition, action: int) -> str:
        if action == Verb.DONE:
            return "verb:done"
        return p.battle.spot_id((action - p.battle.order_at) % p.battle.spots)

    def doers(self, p: LocalesPosition, action: int) -> tuple[str, ...]:
        if action == Verb.DONE:
            return ()
        order, spot = divmod(action - p.battle.order_at, p.battle.spots)
        able = [b for b in p.blocks_at(spot, self.side) if eligible(p, b, order)]
        return (p.battle.spot_id(spot), *(p.bid(b) for b in able))

    def plain(self, p: LocalesPosition, action: int) -> bool:
        order = (action - p.battle.order_at) // p.battle.spots
        return order in (*ATTACKS, Order.FIELD_MARCH, Order.LOCAL_MARCH)

    def aims_at(self, p: LocalesPosition, action: int) -> str:
        ordered = self.commits_to(p, action)
        return self.target(p, action) if ordered is None else ordered.aims_at_spot(p)


class OrderTarget(Ask):
    """Where an order leads.

    Everybody can see its targets: who could obey is the same for all that are not closed, and
    whom a closed locale lets in is no secret. Where there is only one, nobody is asked.
    """

    waits = "Waiting for {side} to give field commands."
    answers = "> {}"

    side: Side
    order: OrderNumber
    spot: Spot

    def options(self, p: LocalesPosition) -> list[int]:
        # locales.ruling.no-idle-question
        able = [b for b in p.blocks_at(self.spot, self.side) if eligible(p, b, self.order)]
        first = self.first(p)
        return [first + aim for aim in targets(p, self.order, self.spot, self.side, able)]

    def first(self, p: LocalesPosition) -> int:
        """The first of the answers it takes: approaches or locales."""
        at_approach = self.order == Order.LOCAL_MARCH or self.order in ATTACKS
        return p.battle.approach_at if at_approach else p.battle.locale_at

    def apply(self, p: LocalesPosition, action: int) -> None:
        call(p, self.commits_to(p, action))

    def commits_to(self, p: LocalesPosition, action: int) -> OrderBlocks:
        """The order at a target."""
        return self.into(OrderBlocks, aim=action - self.first(p))

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        return attacks_at_once(p, self.commits_to(p, action))

    def aims_at(self, p: LocalesPosition, action: int) -> str:
        return self.commits_to(p, action).aims_at_spot(p)

    def prompt(self, p: LocalesPosition) -> str:
        words = order_at(p, self.order, self.spot)
        return f"{words[0].upper()}{words[1:]}: where to?"

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        return (p.battle.spot_id(self.spot),)


def call(p: LocalesPosition, ordered: OrderBlocks | None) -> None:
    """Ask who obeys, unless everybody can see who it must be."""
    if ordered is not None:
        ask(p, ordered, ordered.seen(p), ordered.least(p))


def attacks_at_once(p: LocalesPosition, ordered: OrderBlocks | None) -> bool:
    """Whether an attack is made without asking who obeys."""
    return ordered is not None and ordered.is_settled(p) and ordered.reveals(p, Verb.GO)


class OrderBlocks(Pick):
    """Who carries an order out: one or more blocks of one position."""

    waits = "Waiting for {side} to give field commands."

    order: OrderNumber
    spot: Spot
    aim: Aim

    def candidates(self, p: LocalesPosition) -> list[int]:
        there = goal(p, self.order, self.aim)
        return [
            b
            for b in p.blocks_at(self.spot, self.side)  # locales.ruling.command-group
            if eligible(p, b, self.order) and (there < 0 or open_to(p, there, b))
        ]

    def seen(self, p: LocalesPosition) -> list[int]:
        """Those who may be able to obey, for all that everybody knows."""
        there = goal(p, self.order, self.aim)
        return [
            b
            for b in p.blocks_at(self.spot, self.side)
            if seen_able(p, b, self.order) and (there < 0 or open_to(p, there, b))
        ]

    def is_settled(self, p: LocalesPosition) -> bool:
        """Whether everybody can see who must obey."""
        return len(self.seen(p)) <= self.least(p)

    def needed(self, p: LocalesPosition, b: int) -> bool:
        return needed(p, b, self.order, self.aim)

    def how_many_needed(self, p: LocalesPosition, group: tuple[int, ...]) -> int:
        return how_many_needed(p, self.order, group)

    def least(self, p: LocalesPosition) -> int:
        return guns_needed(p, self.aim, self.side) if self.order == Order.BOMBARD else 1

    def most(self, p: LocalesPosition) -> int:
        return largest(p, self.order, self.spot, self.side, self.aim)

    def finish(self, p: LocalesPosition) -> None:
        """Carry it out; then there may be another."""
        pay(p, self.order)
        p.stack.append(NextOrder(side=self.side))
        for b in self.chosen:
            p.state[b] |= State.MOVED
        if p.ear is not None:
            p.tell(f"{told(self.chosen, 'obey')}: {self.in_words(p)}.", *self.about(p))
        p.stack.append(EndCommand())
        if self.order in ATTACKS:
            attack = (advance, assault, bombard, charge, maneuver)[self.order]
            attack(p, self.aim, self.side, self.chosen)
        else:
            march(p, self.order, self.spot, self.aim, self.side, self.chosen)

    def aims_at_spot(self, p: LocalesPosition) -> str:
        """The place the order leads to: of an attack, that of the enemy."""
        battle = p.battle
        if self.order in ATTACKS:
            return battle.spot_id(battle.areas.towards[self.aim])
        secures = self.order == Order.LOCAL_MARCH and self.spot < battle.locales
        return battle.spot_id(self.aim + secures * battle.locales)

    def in_words(self, p: LocalesPosition) -> str:
        """The order with the places it leads from, over and to."""
        battle = p.battle
        name, start = ORDERS[self.order].replace("-", " "), battle.spot(self.spot)
        if self.order in ATTACKS:
            here = battle.areas.locale[self.aim]
            far = f"from {start} over" if battle.locale_of(self.spot) != here else "from"
            return f"{name} {far} {battle.approach(self.aim)}"
        home = battle.place(battle.locale_of(self.spot))
        if self.order != Order.LOCAL_MARCH:
            return f"{name} from {home} to {battle.place(self.aim)}"
        if self.spot < battle.locales:
            towards = battle.place(battle.areas.towards[self.aim])
            return f"{name} in {home}, to its approach towards {towards}"
        towards = battle.place(battle.areas.towards[self.spot - battle.locales])
        return f"{name} in {home}, back to the reserve from its approach towards {towards}"

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        # An attack calls for an answer of the enemy.
        return action == Verb.GO and self.order in ATTACKS

    def prompt(self, p: LocalesPosition) -> str:
        words = self.in_words(p)
        return f"{words[0].upper()}{words[1:]}: which blocks?"

    def says(self, p: LocalesPosition, action: int) -> str:
        return order_to(p, self.order, self.spot, self.aim) if action == Verb.GO else ""


class EndCommand(Then[LocalesPosition]):
    """A command is over: the marks of a fight come off and blocks turn face-down again."""

    def run(self, p: LocalesPosition) -> None:
        if max(p.state) >= State.LEADS:  # the least of these marks, above all other states
            p.state = [state & ~State.OF_A_FIGHT for state in p.state]
        p.hide_all()  # locales.ruling.reveal
