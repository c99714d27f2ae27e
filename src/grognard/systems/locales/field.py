"""Field commands: which order, to whom, and how each is carried out."""

from __future__ import annotations

from grognard.boards.areas import boundary_of, opposite
from grognard.engine.step import Decision, Then
from grognard.systems.locales.battle import (
    ADVANCE,
    ASSAULT,
    BOMBARD,
    CAVALRY_MARCH,
    CHARGE,
    DEFEND,
    DONE,
    FIELD_MARCH,
    LOCAL_MARCH,
    MANEUVER,
    ORDERS,
    RETREAT,
    ROAD_MARCH,
    SECURE,
    STAY,
    WITHDRAW,
)
from grognard.systems.locales.deploy import Arrive
from grognard.systems.locales.fight import EndAction, Fight, leads_defence
from grognard.systems.locales.leaving import ROUT, WITHDRAWAL, Leave
from grognard.systems.locales.losses import Losses, lose_point
from grognard.systems.locales.picking import Pick
from grognard.systems.locales.position import (
    BOMBARDED,
    EXTRA,
    FIELD_LEFT,
    JOINS,
    LEADS,
    MOVED,
    LocalesPosition,
)
from grognard.systems.locales.reach import (
    FROM_APPROACH,
    charges,
    eligible,
    enemy_ranging,
    needed,
    open_to,
    road_room,
    targets,
    ways_through,
)
from grognard.systems.locales.roster import ARTILLERY

# The extras of cards, as bits of the clock, with the order each is good for.
EXTRAS = {"road march": (1, ROAD_MARCH), "bombard": (2, BOMBARD), "assault": (4, ASSAULT)}


def affordable(p: LocalesPosition, order: int) -> bool:
    """Whether a command is left for an order, or an extra of the card."""
    if ORDERS[order].replace("-", " ") not in p.battle.rules.commands:
        return False
    if p.clock[FIELD_LEFT] >= p.battle.rules.field_price:
        return True
    return any(p.clock[EXTRA] & bit and order == only for bit, only in EXTRAS.values())


def pay(p: LocalesPosition, order: int) -> None:
    """A command is spent: the extra that is good for nothing else first."""
    for bit, only in EXTRAS.values():
        if p.clock[EXTRA] & bit and order == only:
            p.clock[EXTRA] &= ~bit
            return
    p.clock[FIELD_LEFT] -= p.battle.rules.field_price


class FieldOrder(Decision):
    """The side gives a field command, or is done with them."""

    __slots__ = ("side",)
    asked_anyway = True

    def __init__(self, side: int) -> None:
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Every order some group may be given."""
        battle = p.battle
        spots: dict[int, list[int]] = {}
        for b in battle.blocks_of[self.side]:
            if p.spot[b] >= 0:
                spots.setdefault(p.spot[b], []).append(b)
        orders = [order for order in range(len(ORDERS)) if affordable(p, order)]
        found = [DONE]
        for order in orders:
            for spot in sorted(spots):
                if possible(p, order, spot, self.side, spots[spot]):
                    found.append(battle.order_at + order * battle.spots + spot)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask for the target, then the group."""
        if action == DONE:
            return
        battle = p.battle
        order, spot = divmod(action - battle.order_at, battle.spots)
        p.stack.append(FieldOrder(self.side))
        p.stack.append(OrderTo(order, self.side, spot))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        left = p.clock[FIELD_LEFT]
        return f"Field commands left: {left}. Which order?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to give field commands."

    def target(self, p: LocalesPosition, action: int) -> str:
        """The spot the order goes to."""
        if action == DONE:
            return "verb:done"
        battle = p.battle
        spot = (action - battle.order_at) % battle.spots
        kind = "locale" if spot < battle.locales else "approach"
        return f"{kind}:{battle.spot_name(spot)}"


def possible(p: LocalesPosition, order: int, spot: int, side: int, blocks: list[int]) -> bool:
    """Whether an order could be given to some group on a spot."""
    able = [b for b in blocks if eligible(p, b, order)]
    if not able:
        return False
    return any(group_exists(p, order, spot, side, t, able) for t in targets(p, order, spot, side))


def group_exists(
    p: LocalesPosition, order: int, spot: int, side: int, target: int, able: list[int]
) -> bool:
    """Whether some lawful group can be made for an order and a target."""
    there = goal(p, order, target)
    fit = [b for b in able if open_to(p, there, b)]
    if not any(needed(p, b, order, target) for b in fit):
        return False
    if order == BOMBARD:
        return len(fit) >= enemy_ranging(p, target, side) + p.battle.rules.outnumber
    return most_in(p, order, spot, side, target) > 0


def goal(p: LocalesPosition, order: int, target: int) -> int:
    """The locale an order is aimed at."""
    areas = p.battle.areas
    if order in FROM_APPROACH or order in (MANEUVER, CHARGE):
        return areas.towards[target]
    return target if order != LOCAL_MARCH else -1


def most_in(p: LocalesPosition, order: int, spot: int, side: int, target: int) -> int:
    """The largest group there is room for."""
    battle = p.battle
    if order in (BOMBARD, LOCAL_MARCH):
        return 99
    most = 99
    if battle.rules.room_at_goal:
        most = p.room(goal(p, order, target), side)
    if order == CHARGE and battle.rules.fallback_room:
        most = min(most, p.room(battle.areas.locale[target], side))
    if order == CAVALRY_MARCH and battle.rules.room_in_passing:
        most = min(most, ways_through(p, spot, target, side))
    if order == ROAD_MARCH and battle.rules.room_in_passing:
        most = min(most, road_room(p, spot, target, side))
    return most


class OrderTo(Decision):
    """The target of an order."""

    __slots__ = ("order", "side", "spot")

    def __init__(self, order: int, side: int, spot: int) -> None:
        self.order = order
        self.side = side
        self.spot = spot

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """The targets for which there is a group."""
        battle = p.battle
        able = [b for b in p.blocks_at(self.spot, self.side) if eligible(p, b, self.order)]
        found = [
            t
            for t in targets(p, self.order, self.spot, self.side)
            if group_exists(p, self.order, self.spot, self.side, t, able)
        ]
        first = battle.approach_at if self.at_approach(p) else battle.locale_at
        return [first + t for t in sorted(found)]

    def at_approach(self, p: LocalesPosition) -> bool:
        """Whether the target is an approach."""
        if self.order == LOCAL_MARCH:
            return self.spot < p.battle.locales
        return self.order in FROM_APPROACH or self.order in (MANEUVER, CHARGE)

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask who goes."""
        first = p.battle.approach_at if self.at_approach(p) else p.battle.locale_at
        p.stack.append(Group((), self.order, self.side, self.spot, action - first))

    def prompt(self, p: LocalesPosition) -> str:
        """Where?"""
        return f"{ORDERS[self.order].capitalize().replace('-', ' ')}: where to?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to give field commands."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The target."""
        return f"> {p.battle.nouns.name(action)}"


class Group(Pick):
    """Who carries the order out."""

    __slots__ = ("chosen", "order", "side", "spot", "target_")

    def __init__(
        self, chosen: tuple[int, ...], order: int, side: int, spot: int, target_: int
    ) -> None:
        self.chosen = chosen
        self.order = order
        self.side = side
        self.spot = spot
        self.target_ = target_

    def onward(self, b: int) -> Group:
        """One block more."""
        return Group((*self.chosen, b), self.order, self.side, self.spot, self.target_)

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Those on the spot that may go."""
        there = goal(p, self.order, self.target_)
        return [
            b
            for b in p.blocks_at(self.spot, self.side)
            if eligible(p, b, self.order) and (there < 0 or open_to(p, there, b))
        ]

    def needed(self, p: LocalesPosition, b: int) -> bool:
        """The kind of which there must be one."""
        return needed(p, b, self.order, self.target_)

    def least(self, p: LocalesPosition) -> int:
        """At least one; of guns that bombard more than the enemy has ranging."""
        if self.order == BOMBARD:
            return enemy_ranging(p, self.target_, self.side) + p.battle.rules.outnumber
        return 1

    def most(self, p: LocalesPosition) -> int:
        """As many as there is room for."""
        return most_in(p, self.order, self.spot, self.side, self.target_)

    def finish(self, p: LocalesPosition) -> None:
        """Carry it out."""
        pay(p, self.order)
        carry_out(p, self.order, self.spot, self.side, self.target_, self.chosen)

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
        names = ", ".join(str(b + 1) for b in blocks)
        p.tell(f"{ORDERS[order]} {battle.spot_name(spot)}: blocks {names}.")
    p.stack.append(EndAction())
    if order == ADVANCE:
        there = areas.towards[target]
        deploys = rules.deploys["advance.success.cavalry-may-deploy"]
        p.stack.append(Arrive(blocks, int(deploys), there))
        how = ROUT if "retreat" in rules.advance_answers else WITHDRAWAL
        p.stack.append(Leave(areas.locale[target], -1, how, there, 1 - side))
    elif order == ASSAULT:
        for b in blocks:
            p.state[b] |= JOINS
        p.stack.append(Fight(target, 0, side))
    elif order == BOMBARD:
        bombard(p, target, side, blocks)
    elif order == CHARGE:
        charge_begins(p, spot, target, side, blocks)
    elif order == MANEUVER:
        p.stack.append(ManeuverAnswer(target, blocks, side))
    else:
        march(p, order, spot, target, blocks)


# -- marches -----------------------------------------------------------------------------------


def march(p: LocalesPosition, order: int, spot: int, target: int, blocks: tuple[int, ...]) -> None:
    """Cavalry, field, local and road march."""
    rules = p.battle.rules
    if order == LOCAL_MARCH and spot < p.battle.locales:
        for b in blocks:
            p.put(b, p.battle.locales + target)
        return
    if order == CAVALRY_MARCH and "cavalry march" in rules.reveals:
        for b in blocks:
            p.reveal(b)
    note = {
        CAVALRY_MARCH: "cavalry-march.final.cavalry-may-deploy",
        FIELD_MARCH: "field-march.final.cavalry-may-deploy",
        LOCAL_MARCH: "local-march.approach-to-reserve.cavalry-may-deploy",
        ROAD_MARCH: "road-march.final.cavalry-may-deploy",
    }[order]
    p.stack.append(Arrive(blocks, int(rules.deploys[note]), target))


# -- bombardment -------------------------------------------------------------------------------


def bombard(p: LocalesPosition, approach: int, side: int, guns: tuple[int, ...]) -> None:
    """Guns less enemy guns less the penalty, on whoever secures the approach, else the reserve."""
    battle = p.battle
    rules = battle.rules
    there = battle.areas.towards[approach]
    enemy = 1 - side
    opposed = p.blocks_at(battle.locales + opposite(approach), enemy)
    reserve = [b for b in p.blocks_at(there, enemy) if p.healthy(b)]
    others = [b for b in p.blocks_in(there, enemy) if p.spot[b] >= battle.locales]
    by_word = {"opposite approach": opposed, "reserve": reserve, "other approaches": others}
    struck: list[int] = next((by_word[w] for w in rules.bombard_targets if by_word[w]), [])
    points = len(guns) * rules.bombard_gun + enemy_ranging(p, approach, side) * rules.bombard_enemy
    secures = bool(struck) and struck is opposed
    if rules.bombard_penalty and (secures or rules.bombard_penalty_elsewhere):
        points += battle.penalty[opposite(approach)][ARTILLERY] * rules.penalty_symbol
    for b in guns:
        p.state[b] |= BOMBARDED
    points = max(points, rules.bombard_least)
    if p.ear is not None:
        p.tell(f"The bombardment causes {points} losses.")
    divider = enemy if rules.bombard_by_defender else side
    p.stack.append(Losses(tuple(struck), divider, points))


# -- charges -----------------------------------------------------------------------------------


def charge_begins(
    p: LocalesPosition, spot: int, approach: int, side: int, blocks: tuple[int, ...]
) -> None:
    """The riders are seen, and their leaders named."""
    for b in blocks:
        p.state[b] |= JOINS
        if "charge" in p.battle.rules.reveals:
            p.reveal(b)
    if p.battle.rules.charge_closes_first:
        through = p.battle.areas.locale[approach]
        p.barred[boundary_of(p.battle.areas.between[spot][through])] = 1
    p.stack.append(ChargeAnswer(approach, side))
    p.stack.append(ChargeLeaders(approach, (), side))


class ChargeLeaders(Pick):
    """Who leads a charge."""

    __slots__ = ("approach", "chosen", "side")

    def __init__(self, approach: int, chosen: tuple[int, ...], side: int) -> None:
        self.approach = approach
        self.chosen = chosen
        self.side = side

    def onward(self, b: int) -> ChargeLeaders:
        """One block more."""
        return ChargeLeaders(self.approach, (*self.chosen, b), self.side)

    def actor(self, p: LocalesPosition) -> int:
        """The attacker."""
        return self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Riders of the strength it takes."""
        least = p.battle.rules.leader_charge
        own = p.battle.blocks_of[self.side]
        return [b for b in own if p.state[b] & JOINS and p.strength[b] >= least]

    def least(self, p: LocalesPosition) -> int:
        """At least one."""
        return 1

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        return rules.by_width(rules.charge_leaders, p.battle.width[boundary_of(self.approach)])

    def finish(self, p: LocalesPosition) -> None:
        """They lead."""
        for b in self.chosen:
            p.state[b] |= LEADS

    def prompt(self, p: LocalesPosition) -> str:
        """Who leads?"""
        return "Who leads the charge?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the riders to name their leaders."


class ChargeAnswer(Decision):
    """The charged side defends or retreats."""

    __slots__ = ("approach", "side")

    def __init__(self, approach: int, side: int) -> None:
        self.approach = approach
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Defend needs somebody in the reserve who is not disrupted."""
        answers = p.battle.rules.charge_answers
        there = p.battle.areas.towards[self.approach]
        healthy = [b for b in p.blocks_at(there, 1 - self.side) if p.healthy(b)]
        found = []
        if "retreat" in answers or not healthy:
            found.append(RETREAT)
        if "defend" in answers and healthy:
            found.append(DEFEND)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Fight, or leave the field to the riders."""
        battle = p.battle
        rules = battle.rules
        if action == DEFEND:
            p.stack.append(Fight(self.approach, 1, self.side))
            p.stack.append(ChargeDefenders(self.approach, (), self.side))
            return
        there = battle.areas.towards[self.approach]
        here = battle.areas.locale[self.approach]
        if rules.rest["restriction.charge-closes-boundary.applies"]:
            p.barred[boundary_of(self.approach)] = 1
        riders = tuple(b for b in battle.blocks_of[self.side] if p.state[b] & JOINS)
        p.stack.append(Undefended(riders, there))
        p.stack.append(Leave(here, -1, ROUT, there, 1 - self.side))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "You are charged: defend, or retreat?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the charged side to answer."


class Undefended(Then):
    """A charge nobody met: its leaders lose a point each, and all ride in."""

    __slots__ = ("blocks", "locale")

    def __init__(self, blocks: tuple[int, ...], locale: int) -> None:
        self.blocks = blocks
        self.locale = locale

    def run(self, p: LocalesPosition) -> None:
        """Note 5, then arrive."""
        rules = p.battle.rules
        leaders = [b for b in self.blocks if p.state[b] & LEADS]
        if not rules.each_leader_pays:
            leaders = leaders[:1]
        for b in leaders:
            for _ in range(rules.undefended):
                if p.spot[b] >= 0:
                    lose_point(p, b)
        riders = tuple(b for b in self.blocks if p.spot[b] >= 0)
        if riders:
            deploys = rules.deploys["charge.success.cavalry-may-deploy"]
            p.stack.append(Arrive(riders, int(deploys), self.locale))


class ChargeDefenders(Pick):
    """Who meets a charge: units of the reserve."""

    __slots__ = ("approach", "chosen", "side")

    def __init__(self, approach: int, chosen: tuple[int, ...], side: int) -> None:
        self.approach = approach
        self.chosen = chosen
        self.side = side

    def onward(self, b: int) -> ChargeDefenders:
        """One block more."""
        return ChargeDefenders(self.approach, (*self.chosen, b), self.side)

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Foot and horse in the reserve."""
        there = p.battle.areas.towards[self.approach]
        return [b for b in p.blocks_at(there, 1 - self.side) if leads_defence(p, b, self.approach)]

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        width = p.battle.width[boundary_of(self.approach)]
        return min(rules.by_width(rules.leaders_most, width), rules.defenders_most)

    def finish(self, p: LocalesPosition) -> None:
        """They lead the defense."""
        for b in self.chosen:
            p.state[b] |= LEADS | JOINS
            if "lead" in p.battle.rules.reveals:
                p.reveal(b)

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return "Who meets the charge?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the charged side to name its defenders."


# -- maneuvers ---------------------------------------------------------------------------------


class ManeuverAnswer(Decision):
    """The threatened side secures the approach, or withdraws."""

    __slots__ = ("approach", "blocks", "side")

    def __init__(self, approach: int, blocks: tuple[int, ...], side: int) -> None:
        self.approach = approach
        self.blocks = blocks
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Secure needs somebody in the reserve who is not disrupted."""
        there = p.battle.areas.towards[self.approach]
        healthy = [b for b in p.blocks_at(there, 1 - self.side) if p.healthy(b)]
        found = []
        if p.battle.rules.maneuver_secures and len(healthy) >= p.battle.rules.answer_least:
            found.append(SECURE)
        return [*found, WITHDRAW]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """The maneuver fails, or succeeds."""
        battle = p.battle
        rules = battle.rules
        if action == SECURE:
            p.stack.append(ManeuverFails(self.approach, self.blocks, self.side))
            p.stack.append(SecureWith(self.approach, (), self.side))
            return
        there = battle.areas.towards[self.approach]
        here = battle.areas.locale[self.approach]
        deploys = rules.deploys["maneuver.success.cavalry-may-deploy"]
        p.stack.append(Arrive(self.blocks, int(deploys), there))
        how = WITHDRAWAL if rules.maneuver_leaves == "withdraw" else ROUT
        p.stack.append(Leave(here, -1, how, there, 1 - self.side))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        name = p.battle.areas.approach_name(opposite(self.approach))
        return f"The enemy maneuvers against {name}: secure it, or withdraw?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the answer to the maneuver."


class SecureWith(Pick):
    """Who secures the approach against a maneuver."""

    __slots__ = ("approach", "chosen", "side")

    def __init__(self, approach: int, chosen: tuple[int, ...], side: int) -> None:
        self.approach = approach
        self.chosen = chosen
        self.side = side

    def onward(self, b: int) -> SecureWith:
        """One block more."""
        return SecureWith(self.approach, (*self.chosen, b), self.side)

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """The reserve, disrupted infantry excepted."""
        there = p.battle.areas.towards[self.approach]
        return [b for b in p.blocks_at(there, 1 - self.side) if p.healthy(b)]

    def least(self, p: LocalesPosition) -> int:
        """At least one."""
        return p.battle.rules.answer_least

    def finish(self, p: LocalesPosition) -> None:
        """They secure it."""
        for b in self.chosen:
            p.put(b, p.battle.locales + opposite(self.approach))

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return "Which blocks secure the approach?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the approach to be secured."


class ManeuverFails(Decision):
    """After a failed maneuver: secure the attack approach together, or stay in reserve."""

    __slots__ = ("approach", "blocks", "side")

    def __init__(self, approach: int, blocks: tuple[int, ...], side: int) -> None:
        self.approach = approach
        self.blocks = blocks
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The maneuvering side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """As the sheet gives them."""
        choices = p.battle.rules.maneuver_choices
        found = []
        if "reserve" in choices or not choices:
            found.append(STAY)
        if "attack approach" in choices:
            found.append(SECURE)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        """All do the same."""
        if action == SECURE:
            for b in self.blocks:
                p.put(b, p.battle.locales + self.approach)

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "The maneuver failed: secure the approach, or stay in reserve?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the maneuvering units."


__all__ = ["EXTRAS", "FieldOrder", "charges"]
