"""Assaults, and charges that are defended: the order of a fight, the reckoning, its outcome."""

from __future__ import annotations

from grognard.boards.areas import boundary_of, opposite
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.locales.checks import AssaultFacts
from grognard.systems.locales.deploy import Arrive
from grognard.systems.locales.leaders import (
    AttackLeaders,
    AttackSupport,
    DefenseLeaders,
    DefenseSupport,
    FightPick,
    marked,
)
from grognard.systems.locales.losses import Losses, lose_point
from grognard.systems.locales.position import (
    FIGHT_STATES,
    JOINS,
    LEADS,
    SUPPORTS,
    UP,
    VICTOR,
    LocalesPosition,
)
from grognard.systems.locales.withdraw import ROUT, WITHDRAWAL, Leave


class EndAction(Then[LocalesPosition]):
    """A command is over: the marks of a fight come off and blocks turn face-down again."""

    def run(self, p: LocalesPosition) -> None:
        """Everybody but ranging guns and disrupted infantry."""
        for b in range(p.battle.count):
            p.state[b] &= ~FIGHT_STATES
            if p.state[b] & UP:
                p.hide(b)


class Fight(Then[LocalesPosition]):
    """The steps of a fight over an approach, in their order, then the reckoning."""

    side: Side
    approach: int
    charge: int

    def run(self, p: LocalesPosition) -> None:
        """Push them, the first last."""
        if not self.charge and "defend" not in p.battle.rules.assault_answers:
            p.stack.append(
                Outcome(side=self.side, approach=self.approach, charge=self.charge, wins=1)
            )
            return
        p.stack.append(Reckon(side=self.side, approach=self.approach, charge=self.charge))
        pick: dict[str, type[FightPick]] = {
            "attack leaders": AttackLeaders,
            "attack support": AttackSupport,
            "defense support": DefenseSupport,
            "defense leaders": DefenseLeaders,
        }
        for word in reversed(p.battle.rules.fight_order):
            step = pick[word](approach=self.approach, charge=self.charge, chosen=(), side=self.side)
            if step.asked(p):
                p.stack.append(step)


class Reckon(Then[LocalesPosition]):
    """Strengths are compared, losses dealt out."""

    side: Side
    approach: int
    charge: int

    def run(self, p: LocalesPosition) -> None:
        """Push the losses of both, then what follows."""
        battle = p.battle
        facts = self.facts(p)
        outcome = battle.rules.assault_kind.reckon(facts)
        if p.ear is not None:
            who = battle.titles[self.side if outcome.attacker_wins else 1 - self.side]
            p.tell(f"{in_words(facts)}: {outcome.result:+d}, {who} wins.")
        p.stack.append(
            Outcome(
                side=self.side,
                approach=self.approach,
                charge=self.charge,
                wins=int(outcome.attacker_wins),
            )
        )
        losses = [
            (self.side, outcome.attacker_losses, marked(p, self.side, JOINS)),
            (
                1 - self.side,
                outcome.defender_losses,
                defenders(p, self.approach, self.charge, self.side),
            ),
        ]
        if battle.rules.attacker_loses_first:
            losses.reverse()  # what is pushed last comes first
        for side, points, joined in losses:
            deal_out(p, side, points, joined)

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
    if charge or not p.battle.rules.whole_approach:
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
        p.stack.append(Losses(blocks=tuple(joined), divider=divider, points=points))
        return
    first = min(points, sum(p.strength[b] for b in leaders))
    if points > first and others:
        p.stack.append(Losses(blocks=tuple(others), divider=divider, points=points - first))
    if first:
        enemy = 1 - side if rules.enemy_divides else side
        p.stack.append(Losses(blocks=tuple(leaders), divider=enemy, points=first))


class Outcome(Then[LocalesPosition]):
    """The loser goes; the boundary, and a locale that was won, are closed for the turn."""

    side: Side
    approach: int
    charge: int
    wins: int

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
        p.stack.append(Close(closes=int(bool(closes)), locale=there))
        # Infantry disrupted in the fight stays behind, in the reserve of its own locale.
        onward = tuple(b for b in joined if p.healthy(b) or rules.disrupted_go_on)
        ends = f"{which}.success.reserve-of-defense-locale"
        self.send(p, onward, ends, "success.cavalry-may-deploy")
        if self.charge:
            for b in marked(p, self.side, LEADS):
                for _ in range(rules.defended):
                    lose_point(p, b)
        how = ROUT if rules.loser_leaves == "retreat" else WITHDRAWAL
        p.stack.append(
            Leave(
                side=1 - self.side, came=here, fought=opposite(self.approach), how=how, locale=there
            )
        )

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
            p.stack.append(Arrive(blocks=blocks, deploys=int(deploys), locale=goal))


class Close(Then[LocalesPosition]):
    """A locale won by assault is closed to others for the turn."""

    closes: int
    locale: int

    def run(self, p: LocalesPosition) -> None:
        """Close it."""
        if self.closes:
            p.closed[self.locale] = 1
