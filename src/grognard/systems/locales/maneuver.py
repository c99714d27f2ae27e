"""Maneuvers: the enemy secures the approach in time, or withdraws."""

from __future__ import annotations

from grognard.boards.areas import opposite
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.systems.locales.deploy import Arrive, secure
from grognard.systems.locales.restrictions import onward
from grognard.systems.locales.state.asking import Ask, Pick, ask
from grognard.systems.locales.state.kinds import Approach, Block, Order, Verb
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import LeaveLocale


class ManeuverRules:
    """How many it takes to secure an approach against a maneuver."""

    def __init__(self, book: Rulebook) -> None:
        self.answer_least = book.int("locales.ruling.maneuver.answer-from-reserve", "least")


def maneuvers(p: LocalesPosition, spot: int, side: int) -> int:
    """The approaches a reserve may maneuver over, as a set."""
    battle = p.battle
    masks = p.occupied()
    # locales.maneuver.condition.enemy-occupied
    goals = masks[1 - side] & ~masks[side]
    if not battle.beside[spot] & goals:
        return 0
    # Any arm on its own, obstructed or not. locales.ruling.maneuver.obstructed-needs-infantry
    goals &= onward(p, spot, Order.MANEUVER)
    found = 0
    for a in battle.areas.approaches[spot]:
        # locales.maneuver.condition.defense-approach-unsecured
        if goals >> battle.areas.towards[a] & 1 and not p.secured[opposite(a)]:
            found |= 1 << a
    return found


def maneuver(p: LocalesPosition, approach: int, side: int, blocks: tuple[int, ...]) -> None:
    """The enemy is asked."""
    p.stack.append(ManeuverAnswer(side=side, approach=approach, blocks=blocks))


class ManeuverAnswer(Ask):
    """The threatened side secures the approach, or withdraws."""

    waits = "Waiting for the answer to the maneuver."

    side: Side
    approach: Approach
    blocks: tuple[Block, ...]

    def actor(self, p: LocalesPosition) -> int:
        return 1 - self.side

    def options(self, p: LocalesPosition) -> list[int]:
        able = answering(p, p.battle.areas.towards[self.approach], 1 - self.side)
        # No strengths are compared. locales.ruling.maneuver.nothing-compared
        if len(able) >= p.battle.rules.maneuver.answer_least:
            return [Verb.SECURE, Verb.WITHDRAW]  # locales.maneuver.response.secure
        return [Verb.WITHDRAW]

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action == Verb.SECURE:
            p.stack.append(self.into(ManeuverFails))
            answer = SecureWith(side=self.side, approach=self.approach)
            ask(p, answer, answer.candidates(p), answer.least(p))
            return
        there = p.battle.areas.towards[self.approach]
        # locales.maneuver.success.reserve-of-defense-locale
        # locales.maneuver.success.cavalry-may-deploy
        p.stack.append(Arrive(side=self.side, blocks=self.blocks, locale=there))
        # locales.maneuver.response.withdraw, locales.ruling.retreat.causes
        p.stack.append(LeaveLocale(side=1 - self.side, approach=self.approach, retreat=0))

    def prompt(self, p: LocalesPosition) -> str:
        here, there = p.battle.across(self.approach)
        return f"The enemy maneuvers from {here} into {there}: secure the approach, or withdraw?"

    def says(self, p: LocalesPosition, action: int) -> str:
        here, there = p.battle.across(self.approach)
        if action == Verb.SECURE:
            return f"secure the approach towards {here}"
        return f"withdraw from {there}"


def answering(p: LocalesPosition, locale: int, side: int) -> list[int]:
    """The reserve that may answer a maneuver: not disrupted infantry."""
    # locales.disrupted.never-answers-maneuver
    return [b for b in p.blocks_at(locale, side) if p.healthy(b)]


class SecureWith(Pick):
    """Who secures the approach against a maneuver; `side` is the attacker's."""

    asks = "Which blocks secure the approach?"
    going = "secure the approach"
    waits = "Waiting for the approach to be secured."

    approach: Approach

    def actor(self, p: LocalesPosition) -> int:
        return 1 - self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        return answering(p, p.battle.areas.towards[self.approach], 1 - self.side)

    def least(self, p: LocalesPosition) -> int:
        return p.battle.rules.maneuver.answer_least

    def finish(self, p: LocalesPosition) -> None:
        secure(p, self.chosen, opposite(self.approach))

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        return False  # no more is seen than who went


class ManeuverFails(Ask):
    """After a failed maneuver: secure the attack approach, or stay in reserve."""

    asks = "The maneuver failed: secure the approach, or stay in reserve?"
    waits = "Waiting for the maneuvering units."

    side: Side
    approach: Approach
    blocks: tuple[Block, ...]

    def options(self, p: LocalesPosition) -> list[int]:
        return [Verb.STAY, Verb.SECURE]  # locales.maneuver.failure.secure-or-stay

    def says(self, p: LocalesPosition, action: int) -> str:
        here, there = p.battle.across(self.approach)
        if action == Verb.SECURE:
            return f"secure the approach towards {there}"
        return f"stay in the reserve of {here}"

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action == Verb.SECURE:  # all of them. locales.ruling.maneuver.failure-together
            secure(p, self.blocks, self.approach)
