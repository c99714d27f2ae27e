"""Assaults, and charges that are defended: the order of a fight, strengths compared, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from grognard.boards.areas import opposite
from grognard.engine.check import Check, CheckKind, Situation, facts_of, number
from grognard.engine.event import EventKind
from grognard.engine.numbers import Flag, Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.locales.deploy import Arrive
from grognard.systems.locales.leaders import (
    AttackLeaders,
    AttackSupport,
    DefenseLeaders,
    DefenseSupport,
    marked,
    perhaps_leads,
)
from grognard.systems.locales.losses import Cause, Losses
from grognard.systems.locales.restrictions import close_boundary, onward
from grognard.systems.locales.state.asking import ask
from grognard.systems.locales.state.kinds import ARTILLERY, Approach, Locale, Order, State
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import LeaveLocale


class AssaultRules:
    """The numbers of a fight."""

    def __init__(self, book: Rulebook) -> None:
        self.losses_by_gun = book.int("locales.ruling.support.defending", "losses")
        self.support = book.int("locales.ruling.support.attacking")
        self.penalty_symbol = book.int("locales.ruling.penalties", "symbol")
        self.wins_above = book.int("locales.ruling.assault.result", "above")
        self.winner_loses = book.int("locales.ruling.assault.losses", "winner")
        self.loser_loses = book.int("locales.ruling.assault.losses", "loser")


def may_assault(p: LocalesPosition, spot: int, side: int) -> int:
    """The approach of units that have somebody to assault across it, as a set."""
    areas = p.battle.areas
    approach = spot - p.battle.locales
    # Somebody secures the approach, and only an enemy in the locale can.
    # locales.assault.condition.defense-approach-secured, locales.assault.condition.enemy-occupied
    if not p.secured[opposite(approach)]:
        return 0
    here, there = areas.locale[approach], areas.towards[approach]
    may = not p.holds(there, side) and onward(p, here, Order.ASSAULT) >> there & 1
    return may << approach


def assault(p: LocalesPosition, approach: int, side: int, blocks: tuple[int, ...]) -> None:
    """Those who take part are marked, and the fight begins."""
    for b in blocks:
        p.state[b] |= State.JOINS
    p.stack.append(Fight(side=side, approach=approach))


# -- the reckoning -----------------------------------------------------------------------------


class AssaultFacts(NamedTuple):
    """The strengths that meet in an assault; `attack` before the defending guns fire."""

    attack: Annotated[int, number("Strength of the attack leaders", "Attacker", 0, 12)] = 2
    support: Annotated[int, number("Supporting guns", "Attacker", 0, 4)] = 0
    penalty: Annotated[int, number("Penalty symbols of the approach", "Ground", 0, 4)] = 0
    defence: Annotated[int, number("Strength of the defense leaders", "Defender", 0, 12)] = 0
    guns: Annotated[int, number("Supporting guns of the defender", "Defender", 0, 4)] = 0

    def in_words(self) -> str:
        """The reckoning for the log."""
        return (
            f"Leaders {self.attack}, support {self.support}, penalty {self.penalty}, "
            f"defense {self.defence}"
        )


class Reckoning(NamedTuple):
    """Who wins an assault, and the points either side loses in it, to guns and all."""

    attacker_wins: bool
    attacker_losses: int
    defender_losses: int
    result: int


class AssaultKind(CheckKind):
    """An assault is reckoned, not rolled: one outcome for sure, once the strengths are known."""

    name = "assault"
    title = "Assault"
    facts = facts_of(AssaultFacts)
    outcomes = ("attacker", "defender")

    def __init__(self, rules: AssaultRules) -> None:
        super().__init__()
        self.rules = rules

    def reckon(self, situation: Situation) -> Reckoning:
        """Guns first, then the leaders, support and penalty against the defending leaders."""
        s = AssaultFacts(*situation)
        rules = self.rules
        shot = min(s.attack, s.guns * rules.losses_by_gun)
        if s.guns and shot == s.attack:  # locales.ruling.assault.leaders-lost-to-guns
            return Reckoning(False, shot, 0, 0)
        result = s.attack - shot + s.support * rules.support
        result += s.penalty * rules.penalty_symbol - s.defence
        wins = result > rules.wins_above
        loser = rules.loser_loses + abs(result)  # locales.ruling.assault.losses
        attacker, defender = (rules.winner_loses, loser) if wins else (loser, rules.winner_loses)
        return Reckoning(wins, attacker + shot, defender, result)

    def answer(self, values: Mapping[str, str]) -> dict[str, Any]:
        """The outcome of an assault as JSON; losses in all, those to the guns included."""
        found = self.reckon(self.read(values))
        return {
            "winner": self.outcomes[0 if found.attacker_wins else 1],
            "attacker-losses": found.attacker_losses,
            "defender-losses": found.defender_losses,
        }

    def build(self, situation: Situation) -> Check:
        found = self.reckon(situation)
        winner = 0 if found.attacker_wins else 1
        return Check(self, situation, (), (), f"result {found.result:+d}", self.outcomes, [winner])


# -- the fight ---------------------------------------------------------------------------------


class Fight(Then[LocalesPosition]):
    """A fight over an approach: leaders and guns are named, then strengths are compared."""

    side: Side
    approach: Approach
    charge: Flag = 0

    def run(self, p: LocalesPosition) -> None:
        # A charge has its leaders and defenders named before, and no gun supports in it.
        if self.charge:  # locales.support.none-in-a-charge
            p.stack.append(self.into(CompareStrengths))
            return
        # What is pushed last comes first. locales.ruling.assault.order
        p.stack.append(MeetAssault(side=self.side, approach=self.approach))
        p.stack.append(CallSupport(side=self.side, approach=self.approach, defends=1))
        p.stack.append(CallSupport(side=self.side, approach=self.approach))
        lead = AttackLeaders(side=self.side, approach=self.approach)
        joined = marked(p, self.side, State.JOINS)
        seen = [b for b in joined if perhaps_leads(p, b, self.approach)]
        ask(p, lead, seen, lead.least(p))  # locales.ruling.no-idle-question


class CallSupport(Then[LocalesPosition]):
    """A side is asked for supporting guns, if it may have any for all that the enemy knows."""

    side: Side
    approach: Approach
    defends: Flag = 0

    def run(self, p: LocalesPosition) -> None:
        kind = DefenseSupport if self.defends else AttackSupport
        spot = p.battle.locales + opposite(self.approach)
        there = p.blocks_at(spot, 1 - self.side)
        perhaps = there if self.defends else marked(p, self.side, State.JOINS)
        seen = [b for b in perhaps if not p.state[b] & State.RANGING and p.perhaps(b, ARTILLERY)]
        ask(p, kind(side=self.side, approach=self.approach), seen)


class MeetAssault(Then[LocalesPosition]):
    """After the defending guns: leaders meet the assault, if its own have outlived them."""

    side: Side
    approach: Approach

    def run(self, p: LocalesPosition) -> None:
        if not any(p.strength[b] for b in marked(p, self.side, State.LEADS)):
            # locales.ruling.assault.leaders-lost-to-guns
            p.tell("The assault has no leader left, and fails.")
            p.stack.append(self.into(FightEnds, wins=0))
            return
        p.stack.append(self.into(CompareStrengths))
        # The defender is asked for nothing else. locales.assault.response.defend
        lead = DefenseLeaders(side=self.side, approach=self.approach)
        ask(p, lead, lead.seen_to_lead(p))


class CompareStrengths(Then[LocalesPosition]):
    """Strengths are compared, losses dealt out."""

    side: Side
    approach: Approach
    charge: Flag = 0

    def run(self, p: LocalesPosition) -> None:
        battle = p.battle
        facts = self.facts(p)
        found = battle.rules.assault_kind.reckon(facts)
        if p.ear is not None:
            who = battle.titles[self.side if found.attacker_wins else 1 - self.side]
            fighters = [
                b for side in (self.side, 1 - self.side) for b in marked(p, side, State.LEADS)
            ]
            text = f"{facts.in_words()}: {found.result:+d}, {who} wins."
            p.tell(text, *(p.bid(b) for b in fighters), kind=EventKind.MELEE)
        p.stack.append(self.into(FightEnds, wins=int(found.attacker_wins)))
        deal_out(p, 1 - self.side, found.defender_losses, self.defenders(p))
        # Pushed last, borne first. locales.ruling.assault.attacker-loses-first
        deal_out(p, self.side, found.attacker_losses, marked(p, self.side, State.JOINS))

    def facts(self, p: LocalesPosition) -> AssaultFacts:
        """The strengths that meet; what the defending guns took is gone from them already."""
        named = marked(p, self.side, State.LEADS)
        penalty = 0
        if not self.charge:  # locales.ruling.charge.defended
            penalty = p.battle.penalty[opposite(self.approach)][p.arm(named[0])]
        return AssaultFacts(
            attack=sum(p.strength[b] for b in named),
            support=len(marked(p, self.side, State.SUPPORTS)),
            penalty=penalty,
            defence=sum(p.strength[b] for b in marked(p, 1 - self.side, State.LEADS)),
        )

    def defenders(self, p: LocalesPosition) -> list[int]:
        """Those who take part in a defense: whoever was named or secures the approach."""
        named = marked(p, 1 - self.side, State.JOINS)
        # Nobody secures the approach of a charge. locales.ruling.assault.participants
        spot = p.battle.locales + opposite(self.approach)
        return sorted({*named, *p.blocks_at(spot, 1 - self.side)})


def deal_out(p: LocalesPosition, side: int, points: int, joined: list[int]) -> None:
    """Points fall on leaders first, as the enemy divides them, then on the others."""
    # locales.ruling.assault.allocation
    leaders = tuple(b for b in joined if p.state[b] & State.LEADS)
    others = tuple(b for b in joined if b not in leaders)
    first = min(points, sum(p.strength[b] for b in leaders))
    if points > first and others:
        p.stack.append(Losses(side=side, blocks=others, points=points - first, cause=Cause.FIGHT))
    if first:
        p.stack.append(Losses(side=1 - side, blocks=leaders, points=first, cause=Cause.FIGHT))


class FightEnds(Then[LocalesPosition]):
    """The loser goes; the boundary, and a locale that was won, are closed for the turn."""

    side: Side
    approach: Approach
    charge: Flag = 0
    wins: Flag

    def run(self, p: LocalesPosition) -> None:
        here = p.battle.areas.locale[self.approach]
        there = p.battle.areas.towards[self.approach]
        close_boundary(p, self.approach)  # locales.restriction.assault-closes-boundary
        joined = tuple(marked(p, self.side, State.JOINS))
        if not self.wins:  # the defenders stay where they are
            # locales.assault.failure.reserve-of-attack-locale, locales.field.outcome
            # locales.charge.failure.reserve-of-attack-locale
            # locales.ruling.charge.victors-may-secure
            if joined:
                p.stack.append(Arrive(side=self.side, blocks=joined, locale=here, beaten=1))
            return
        for b in joined:
            p.state[b] |= State.VICTOR
        # locales.ruling.assault.disrupted-stay-behind
        victors = tuple(b for b in joined if p.healthy(b))
        if victors:  # locales.ruling.assault.nobody-goes-in
            # locales.restriction.assault-won-locale-closed
            # locales.restriction.defended-charge-won-locale-closed
            p.stack.append(CloseLocale(locale=there))
            # locales.assault.success.reserve-of-defense-locale
            # locales.assault.success.cavalry-may-deploy
            p.stack.append(Arrive(side=self.side, blocks=victors, locale=there))
        # locales.ruling.assault.loser-retreats, locales.ruling.retreat.causes
        enemy = 1 - self.side
        p.stack.append(LeaveLocale(side=enemy, approach=self.approach, retreat=1, fought=1))


class CloseLocale(Then[LocalesPosition]):
    """A locale won by a fight is closed to others for the turn."""

    locale: Locale

    def run(self, p: LocalesPosition) -> None:
        p.closed[self.locale] = 1
        if p.ear is not None:
            text = f"{p.battle.place(self.locale)} is closed for the turn to all but the victors."
            p.tell(text, p.battle.spot_id(self.locale))
