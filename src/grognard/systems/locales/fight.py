"""Fights: assaults, and charges that are defended: leaders, guns, the reckoning, losses."""

from __future__ import annotations

from grognard.boards.areas import boundary_of, opposite
from grognard.engine.step import Then
from grognard.systems.locales.battle import GO
from grognard.systems.locales.checks import AssaultFacts
from grognard.systems.locales.deploy import Arrive
from grognard.systems.locales.leaving import ROUT, WITHDRAWAL, Leave
from grognard.systems.locales.losses import ANY_ARM, BY_GUNS, Losses, lose_point
from grognard.systems.locales.picking import Pick
from grognard.systems.locales.position import (
    FIGHT_STATES,
    JOINS,
    LEADS,
    RANGING,
    SUPPORTS,
    UP,
    VICTOR,
    LocalesPosition,
)
from grognard.systems.locales.reach import kind_of, leads_assault
from grognard.systems.locales.roster import CAVALRY


def marked(p: LocalesPosition, side: int, flag: int) -> list[int]:
    """The blocks of a side with a mark of the present fight."""
    return [b for b in p.battle.blocks_of[side] if p.state[b] & flag and p.spot[b] >= 0]


class EndAction(Then):
    """A command is over: the marks of a fight come off and blocks turn face-down again."""

    __slots__ = ()

    def run(self, p: LocalesPosition) -> None:
        """Everybody but ranging guns and disrupted infantry."""
        for b in range(p.battle.count):
            p.state[b] &= ~FIGHT_STATES
            if p.state[b] & UP:
                p.hide(b)


class Fight(Then):
    """The steps of a fight over an approach, in their order, then the reckoning."""

    __slots__ = ("approach", "charge", "side")

    def __init__(self, approach: int, charge: int, side: int) -> None:
        self.approach = approach
        self.charge = charge
        self.side = side

    def run(self, p: LocalesPosition) -> None:
        """Push them, the first last."""
        if not self.charge and "defend" not in p.battle.rules.assault_answers:
            p.stack.append(Outcome(self.approach, self.charge, self.side, 1))
            return
        p.stack.append(Reckon(self.approach, self.charge, self.side))
        pick: dict[str, type[FightPick]] = {
            "attack leaders": AttackLeaders,
            "attack support": AttackSupport,
            "defense support": DefenseSupport,
            "defense leaders": DefenseLeaders,
        }
        for word in reversed(p.battle.rules.fight_order):
            step = pick[word](self.approach, self.charge, (), self.side)
            if step.asked(p):
                p.stack.append(step)


class FightPick(Pick):
    """Blocks named for a part in a fight; `side` is the attacker's."""

    __slots__ = ("approach", "charge", "chosen", "side")

    def __init__(self, approach: int, charge: int, chosen: tuple[int, ...], side: int) -> None:
        self.approach = approach
        self.charge = charge
        self.chosen = chosen
        self.side = side

    def onward(self, b: int) -> FightPick:
        """One block more."""
        return type(self)(self.approach, self.charge, (*self.chosen, b), self.side)

    def asked(self, p: LocalesPosition) -> bool:
        """Whether the question can have an answer as far as everybody knows."""
        return True

    def actor(self, p: LocalesPosition) -> int:
        """The attacker, unless the step says otherwise."""
        return self.side

    def width(self, p: LocalesPosition) -> int:
        """The width of the approach."""
        return p.battle.width[boundary_of(self.approach)]

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A block that is named shows that it can do its part."""
        return action != GO or bool(self.chosen)


class AttackLeaders(FightPick):
    """The attacker names the units that lead."""

    __slots__ = ()

    def asked(self, p: LocalesPosition) -> bool:
        """A charge has named its leaders already."""
        return not self.charge

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Those in the assault that can lead it."""
        joined = marked(p, self.side, JOINS)
        return [b for b in joined if leads_assault(p, b, self.approach)]

    def fits(self, p: LocalesPosition, b: int) -> bool:
        """All of one arm."""
        if not self.chosen or not p.battle.rules.leaders_one_arm:
            return True
        return p.arm(b) == p.arm(self.chosen[0])

    def least(self, p: LocalesPosition) -> int:
        """At least one."""
        return p.battle.rules.leaders_least

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        return rules.by_width(rules.leaders_most, self.width(p))

    def finish(self, p: LocalesPosition) -> None:
        """They are seen."""
        name(p, self.chosen, LEADS, "lead" in p.battle.rules.reveals)

    def prompt(self, p: LocalesPosition) -> str:
        """Who leads?"""
        return "Who leads the assault?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the attacker to name his leaders."


class AttackSupport(FightPick):
    """The attacker names the guns that support."""

    __slots__ = ()

    def asked(self, p: LocalesPosition) -> bool:
        """Not in a charge."""
        return not self.charge or p.battle.rules.support_in_charge

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Guns in the assault that are not ranging."""
        guns = marked(p, self.side, JOINS)
        if p.battle.rules.support_from_reserve:
            guns += p.blocks_at(p.battle.areas.locale[self.approach], self.side)
        return sorted(b for b in guns if may_support(p, b))

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        return rules.by_width(rules.support_most, self.width(p))

    def finish(self, p: LocalesPosition) -> None:
        """They are seen."""
        name(p, self.chosen, SUPPORTS, "support" in p.battle.rules.reveals)

    def prompt(self, p: LocalesPosition) -> str:
        """Which guns?"""
        return "Which guns support the assault?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the attacker to name supporting guns."


class DefenseSupport(FightPick):
    """The defender names the guns that fire at the attacking leaders."""

    __slots__ = ()

    def asked(self, p: LocalesPosition) -> bool:
        """Not against a charge."""
        return not self.charge or p.battle.rules.support_in_charge

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Guns on the approach that are not ranging."""
        guns = p.blocks_at(p.battle.locales + opposite(self.approach), 1 - self.side)
        if p.battle.rules.support_from_reserve:
            guns += p.blocks_at(p.battle.areas.towards[self.approach], 1 - self.side)
        return sorted(b for b in guns if may_support(p, b))

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        return rules.by_width(rules.support_most, self.width(p))

    def finish(self, p: LocalesPosition) -> None:
        """They fire at once."""
        rules = p.battle.rules
        name(p, self.chosen, SUPPORTS, "support" in rules.reveals)
        points = len(self.chosen) * rules.support_losses
        if points:
            leaders = tuple(marked(p, self.side, LEADS))
            divider = 1 - self.side if rules.enemy_divides else self.side
            p.stack.append(Losses(leaders, divider, points, ANY_ARM | BY_GUNS))

    def prompt(self, p: LocalesPosition) -> str:
        """Which guns?"""
        return "Which guns fire at the attackers?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the defender to name supporting guns."


class DefenseLeaders(FightPick):
    """The defender names the units that lead the defense."""

    __slots__ = ()

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def asked(self, p: LocalesPosition) -> bool:
        """Against a charge they were named in answering it."""
        return not self.charge

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Foot and horse on the approach; horse only if it is unobstructed."""
        spot = p.battle.locales + opposite(self.approach)
        return [b for b in p.blocks_at(spot, 1 - self.side) if leads_defence(p, b, self.approach)]

    def least(self, p: LocalesPosition) -> int:
        """None is enough."""
        return p.battle.rules.defenders_least

    def most(self, p: LocalesPosition) -> int:
        """By the width, and never more than the ruling says."""
        rules = p.battle.rules
        return min(rules.by_width(rules.leaders_most, self.width(p)), rules.defenders_most)

    def finish(self, p: LocalesPosition) -> None:
        """They are seen."""
        name(p, self.chosen, LEADS, "lead" in p.battle.rules.reveals)

    def prompt(self, p: LocalesPosition) -> str:
        """Who leads?"""
        return "Who leads the defense?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the defender to name his leaders."


def may_support(p: LocalesPosition, b: int) -> bool:
    """A gun that is not ranging."""
    rules = p.battle.rules
    if not rules.may["support"][kind_of(p, b)]:
        return False
    return not p.state[b] & RANGING or rules.support_ranging


def leads_defence(p: LocalesPosition, b: int, approach: int) -> bool:
    """Infantry of any strength; cavalry where the defense approach is unobstructed."""
    rules = p.battle.rules
    if not rules.may["leading-defense"][kind_of(p, b)]:
        return False
    if p.arm(b) != CAVALRY or rules.defence_obstructed:
        return True
    return not p.battle.obstructed[opposite(approach)]


def name(p: LocalesPosition, blocks: tuple[int, ...], flag: int, seen: bool) -> None:
    """Give blocks their part in the fight."""
    for b in blocks:
        p.state[b] |= flag | JOINS
        if seen:
            p.reveal(b)
    if p.ear is not None and blocks:
        verb = "lead" if flag == LEADS else "support"
        names = ", ".join(p.called(b) for b in blocks)
        p.tell(f"{names}: {verb}.", *(p.bid(b) for b in blocks))


class Reckon(Then):
    """Strengths are compared, losses dealt out."""

    __slots__ = ("approach", "charge", "side")

    def __init__(self, approach: int, charge: int, side: int) -> None:
        self.approach = approach
        self.charge = charge
        self.side = side

    def run(self, p: LocalesPosition) -> None:
        """Push the losses of both, then what follows."""
        battle = p.battle
        facts = self.facts(p)
        outcome = battle.rules.assault_kind.reckon(facts)
        if p.ear is not None:
            who = battle.titles[self.side if outcome.attacker_wins else 1 - self.side]
            p.tell(f"{in_words(facts)}: {outcome.result:+d}, {who} wins.")
        p.stack.append(Outcome(self.approach, self.charge, self.side, int(outcome.attacker_wins)))
        others = defenders(p, self.approach, self.charge, self.side)
        deal_out(p, 1 - self.side, outcome.defender_losses, others)
        deal_out(p, self.side, outcome.attacker_losses, marked(p, self.side, JOINS))

    def facts(self, p: LocalesPosition) -> AssaultFacts:
        """The strengths that meet; what the defending guns took is gone from them already."""
        battle = p.battle
        penalty = 0
        # Leaders that did not outlive the guns still tell the arm of the attack.
        named = [b for b in battle.blocks_of[self.side] if p.state[b] & LEADS]
        if named and (not self.charge or battle.rules.charge_penalty):
            penalty = battle.penalty[opposite(self.approach)][p.arm(named[0])]
        return AssaultFacts(
            attack=sum(p.strength[b] for b in named),
            support=len(marked(p, self.side, SUPPORTS)),
            penalty=penalty,
            defence=sum(p.strength[b] for b in marked(p, 1 - self.side, LEADS)),
        )


def in_words(facts: AssaultFacts) -> str:
    """The reckoning for the log."""
    return (
        f"Leaders {facts.attack}, support {facts.support}, penalty {facts.penalty}, "
        f"defense {facts.defence}"
    )


def defenders(p: LocalesPosition, approach: int, charge: int, side: int) -> list[int]:
    """Those who take part in a defense: whoever secures the approach, or was named."""
    named = marked(p, 1 - side, JOINS)
    if charge:
        return named
    spot = p.battle.locales + opposite(approach)
    return sorted({*named, *p.blocks_at(spot, 1 - side)})


def deal_out(p: LocalesPosition, side: int, points: int, joined: list[int]) -> None:
    """Points fall on leaders first, as the enemy divides them, then on the others."""
    rules = p.battle.rules
    leaders = [b for b in joined if p.state[b] & LEADS]
    others = [b for b in joined if b not in leaders]
    divider = side if rules.owner_divides else 1 - side
    if not rules.leaders_first:
        p.stack.append(Losses(tuple(joined), divider, points))
        return
    first = min(points, sum(p.strength[b] for b in leaders))
    if points > first and others:
        p.stack.append(Losses(tuple(others), divider, points - first))
    if first:
        enemy = 1 - side if rules.enemy_divides else side
        p.stack.append(Losses(tuple(leaders), enemy, first))


class Outcome(Then):
    """The loser goes; the boundary, and a locale that was won, are closed for the turn."""

    __slots__ = ("approach", "charge", "side", "wins")

    def __init__(self, approach: int, charge: int, side: int, wins: int) -> None:
        self.approach = approach
        self.charge = charge
        self.side = side
        self.wins = wins

    def run(self, p: LocalesPosition) -> None:
        """Close, and send everybody where he belongs."""
        battle = p.battle
        rules = battle.rules
        here = battle.areas.locale[self.approach]
        there = battle.areas.towards[self.approach]
        which = "charge" if self.charge else "assault"
        if rules.rest[f"restriction.{which}-closes-boundary.applies"]:
            p.barred[boundary_of(self.approach)] = 1
        joined = tuple(marked(p, self.side, JOINS))
        if not self.wins:
            self.send(p, joined, f"{which}.failure.reserve-of-attack-locale", "failure.no-deploy")
            return
        won = "defended-charge-won" if self.charge else "assault-won"
        closes = rules.rest[f"restriction.{won}-locale-closed.applies"]
        for b in joined:
            p.state[b] |= VICTOR
        p.stack.append(Close(int(bool(closes)), there))
        # Infantry disrupted in the fight stays behind, in the reserve of its own locale.
        healthy = tuple(b for b in joined if p.healthy(b))
        ends = f"{which}.success.reserve-of-defense-locale"
        self.send(p, healthy, ends, "success.cavalry-may-deploy")
        if self.charge:
            for b in marked(p, self.side, LEADS):
                for _ in range(rules.defended):
                    lose_point(p, b)
        how = ROUT if rules.loser_leaves == "retreat" else WITHDRAWAL
        p.stack.append(Leave(here, opposite(self.approach), how, there, 1 - self.side))

    def send(self, p: LocalesPosition, blocks: tuple[int, ...], ends: str, note: str) -> None:
        """Send attackers where a cell of the table says."""
        areas = p.battle.areas
        rules = p.battle.rules
        goals = {
            "reserve of defense locale": areas.towards[self.approach],
            "reserve of attack locale": areas.locale[self.approach],
        }
        goal = goals.get(rules.ends[ends])  # other words leave them where they are
        deploys = rules.deploys[f"{'charge' if self.charge else 'assault'}.{note}"]
        if blocks and goal is not None:
            p.stack.append(Arrive(blocks, int(deploys), goal))


class Close(Then):
    """A locale won by assault is closed to others for the turn."""

    __slots__ = ("closes", "locale")

    def __init__(self, closes: int, locale: int) -> None:
        self.closes = closes
        self.locale = locale

    def run(self, p: LocalesPosition) -> None:
        """Close it."""
        if self.closes:
            p.closed[self.locale] = 1
