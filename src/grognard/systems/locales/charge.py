"""Charges: over two boundaries at an enemy who defends, or retreats."""

from __future__ import annotations

from grognard.boards.areas import boundary_of, opposite
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.locales.assault import Fight
from grognard.systems.locales.deploy import Arrive
from grognard.systems.locales.leaders import DefenseLeaders, FightPick, marked
from grognard.systems.locales.losses import lose_point
from grognard.systems.locales.restrictions import by_width, close_boundary, kind_of, onward, row
from grognard.systems.locales.state.asking import Ask, ask
from grognard.systems.locales.state.kinds import Approach, Order, State, Verb
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import LeaveLocale


class ChargeRules:
    """Who leads a charge, how many by the width of the approach, and what it costs them."""

    def __init__(self, book: Rulebook) -> None:
        self.may_lead = row(book, "locales.eligibility.leading-charge.may")
        self.leader_least = book.int("locales.leading-charge.cavalry-strength-2", "least")
        self.leaders_least = book.int("locales.ruling.charge.leaders", "least")
        self.leaders_most = by_width(book, "locales.ruling.charge.leaders")
        self.defenders_least = book.int("locales.ruling.charge.defender-named", "least")
        self.undefended_loses = book.int("locales.charge.success.undefended-costs-leader", "losses")


# -- where to ----------------------------------------------------------------------------------


def charges(p: LocalesPosition, start: int, side: int) -> int:
    """The charges from a reserve, each by its attack approach, as a set."""
    # Over two boundaries at the enemy, through a locale he does not hold.
    # locales.ruling.charge.path, locales.charge.condition.defense-locale-enemy-occupied
    areas = p.battle.areas
    beside = p.battle.beside
    masks = p.occupied()
    enemy = masks[1 - side]
    # locales.charge.condition.defense-locale-not-adjacent
    goals = enemy & ~masks[side] & ~beside[start] & ~(1 << start)
    # With room to fall back into. locales.ruling.charge.fallback-capacity
    ways = onward(p, start, Order.CHARGE) & ~enemy & ~masks[2 + side]
    found = 0
    for a in areas.approaches[start]:
        through = areas.towards[a]
        if not ways >> through & 1 or p.closed[through] or not beside[through] & goals:
            continue
        # locales.charge.first-boundary-unobstructed
        # locales.leading-charge.first-boundary-unobstructed
        if not clear(p, opposite(a)):
            continue
        ends = goals & onward(p, through, Order.CHARGE)
        for y in areas.approaches[through]:
            # locales.charge.defense-approach-unobstructed
            # locales.leading-charge.defense-approach-unobstructed
            if ends >> areas.towards[y] & 1 and clear(p, opposite(y)):
                found |= 1 << y
    return found


def clear(p: LocalesPosition, approach: int) -> bool:
    """Nobody secures the approach riders come in by, and nothing obstructs it."""
    # locales.charge.condition.opposite-approach-unsecured
    # locales.charge.condition.opposite-approach-unobstructed
    return not p.secured[approach] and not p.battle.obstructed[approach]


def leads_charge(p: LocalesPosition, b: int) -> bool:
    """Cavalry of strength 2."""
    rules = p.battle.rules.charge
    # locales.eligibility.leading-charge.may-not
    return rules.may_lead[kind_of(p, b)] and p.strength[b] >= rules.leader_least


# -- the charge --------------------------------------------------------------------------------


def charge(p: LocalesPosition, approach: int, side: int, blocks: tuple[int, ...]) -> None:
    """The riders are seen, and their leaders named."""
    for b in blocks:
        p.state[b] |= State.JOINS
    p.show(blocks, "seen to charge")  # locales.ruling.reveal
    p.stack.append(ChargeAnswer(side=side, approach=approach))
    lead = ChargeLeaders(side=side, approach=approach)
    ask(p, lead, lead.candidates(p), lead.least(p))


class ChargeLeaders(FightPick):
    """Who leads a charge."""

    asks = "Who leads the charge?"
    going = "charge"
    waits = "Waiting for the riders to name their leaders."
    doing = "in the lead of the charge"

    def candidates(self, p: LocalesPosition) -> list[int]:
        return [b for b in marked(p, self.side, State.JOINS) if leads_charge(p, b)]

    def most(self, p: LocalesPosition) -> int:
        return p.battle.rules.charge.leaders_most[p.battle.width[boundary_of(self.approach)]]

    def least(self, p: LocalesPosition) -> int:
        return p.battle.rules.charge.leaders_least


class ChargeAnswer(Ask):
    """The charged side defends or retreats."""

    waits = "Waiting for the charged side to answer."

    side: Side
    approach: Approach

    def actor(self, p: LocalesPosition) -> int:
        return 1 - self.side

    def options(self, p: LocalesPosition) -> list[int]:
        # locales.charge.response.defend-or-retreat
        # With anybody in the reserve, though nobody can lead.
        # locales.ruling.charge.defend-without-leader
        there = p.battle.areas.towards[self.approach]
        if any(p.healthy(b) for b in p.blocks_at(there, 1 - self.side)):
            return [Verb.RETREAT, Verb.DEFEND]
        return [Verb.RETREAT]

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action == Verb.DEFEND:  # locales.charge.response.defended-is-assault
            p.stack.append(Fight(side=self.side, approach=self.approach, charge=1))
            p.stack.append(self.meeting(p))
            return
        # The second boundary only. locales.ruling.charge.closes-second-boundary-only
        # locales.restriction.charge-closes-boundary
        close_boundary(p, self.approach)
        p.stack.append(UndefendedCharge(side=self.side, approach=self.approach))
        p.stack.append(LeaveLocale(side=1 - self.side, approach=self.approach, retreat=1))

    def prompt(self, p: LocalesPosition) -> str:
        _, there = p.battle.across(self.approach)
        return f"You are charged in {there}: defend, or retreat?"

    def says(self, p: LocalesPosition, action: int) -> str:
        _, there = p.battle.across(self.approach)
        return f"retreat from {there}" if action == Verb.RETREAT else f"defend {there}"

    def meeting(self, p: LocalesPosition) -> ChargeDefenders:
        """The question who meets the charge."""
        meet = ChargeDefenders(side=self.side, approach=self.approach)
        must = min(p.battle.rules.charge.defenders_least, meet.most(p))
        return meet.settled(meet.seen_to_lead(p), must)  # locales.ruling.no-idle-question


class ChargeDefenders(DefenseLeaders):
    """Who meets a charge: units of the reserve."""

    going = "meet the charge"
    none_goes = "nobody leads against the charge"
    waits = "Waiting for the charged side to name its defenders."
    doing = "meeting the charge"
    nobody = "Nobody leads against the charge."

    def prompt(self, p: LocalesPosition) -> str:
        _, there = p.battle.across(self.approach)
        return f"Who meets the charge on {there}?"

    def attack(self, p: LocalesPosition) -> int:
        return sum(p.strength[b] for b in marked(p, self.side, State.LEADS))

    def spot(self, p: LocalesPosition) -> int:
        return p.battle.areas.towards[self.approach]  # locales.ruling.charge.defended

    def least(self, p: LocalesPosition) -> int:
        # locales.ruling.charge.defend-without-leader
        return min(p.battle.rules.charge.defenders_least, len(self.candidates(p)))


class UndefendedCharge(Then[LocalesPosition]):
    """A charge nobody met: its leaders lose a point each, and all ride in."""

    side: Side
    approach: Approach

    def run(self, p: LocalesPosition) -> None:
        # Only here: a fight has its own losses. locales.charge.success.defended-no-extra-loss
        for b in marked(p, self.side, State.LEADS):  # locales.ruling.charge.each-leader-pays
            for _ in range(p.battle.rules.charge.undefended_loses):
                lose_point(p, b)
        riders = tuple(marked(p, self.side, State.JOINS))
        # The locale stays open to others. locales.restriction.undefended-charge-locale-open
        # locales.charge.success.reserve-of-defense-locale
        # locales.charge.success.cavalry-may-deploy
        if riders:
            there = p.battle.areas.towards[self.approach]
            p.stack.append(Arrive(side=self.side, blocks=riders, locale=there))
