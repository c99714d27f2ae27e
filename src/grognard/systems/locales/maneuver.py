"""Maneuvers: the enemy secures the approach in time, or withdraws."""

from __future__ import annotations

from grognard.boards.areas import opposite
from grognard.engine.numbers import Side
from grognard.engine.step import Decision
from grognard.systems.locales.battle import SECURE, STAY, WITHDRAW
from grognard.systems.locales.deploy import Arrive, reserve_named, secure
from grognard.systems.locales.picking import Pick
from grognard.systems.locales.position import LocalesPosition
from grognard.systems.locales.withdraw import ROUT, WITHDRAWAL, Leave


class ManeuverAnswer(Decision[LocalesPosition]):
    """The threatened side secures the approach, or withdraws."""

    side: Side
    approach: int
    blocks: tuple[int, ...]

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Secure needs somebody in the reserve who is not disrupted."""
        there = p.battle.areas.towards[self.approach]
        found = []
        enough = len(answering(p, there, 1 - self.side)) >= p.battle.rules.answer_least
        if p.battle.rules.maneuver_secures and enough:
            found.append(SECURE)
        return [*found, WITHDRAW]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """The maneuver fails, or succeeds."""
        battle = p.battle
        rules = battle.rules
        if action == SECURE:
            p.stack.append(
                ManeuverFails(side=self.side, approach=self.approach, blocks=self.blocks)
            )
            p.stack.append(SecureWith(chosen=(), side=self.side, approach=self.approach))
            return
        there = battle.areas.towards[self.approach]
        here = battle.areas.locale[self.approach]
        deploys = rules.deploys["maneuver.success.cavalry-may-deploy"]
        end = reserve_named(p, "maneuver.success.reserve-of-defense-locale", self.approach)
        p.stack.append(Arrive(blocks=self.blocks, deploys=int(deploys), locale=end))
        how = WITHDRAWAL if rules.maneuver_leaves == "withdraw" else ROUT
        p.stack.append(Leave(side=1 - self.side, came=here, fought=-1, how=how, locale=there))

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """Who is lost in a withdrawal is seen."""
        return action == WITHDRAW

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        name = p.battle.areas.approach_name(opposite(self.approach))
        return f"The enemy maneuvers against {name}: secure it, or withdraw?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the answer to the maneuver."


def answering(p: LocalesPosition, locale: int, side: int) -> list[int]:
    """The reserve that may answer a maneuver: not disrupted infantry."""
    never = p.battle.rules.rest["disrupted.never-answers-maneuver.applies"]
    return [b for b in p.blocks_at(locale, side) if p.healthy(b) or not never]


class SecureWith(Pick):
    """Who secures the approach against a maneuver."""

    side: Side
    approach: int

    def onward(self, b: int) -> SecureWith:
        """One block more."""
        return SecureWith(chosen=(*self.chosen, b), side=self.side, approach=self.approach)

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """The reserve, disrupted infantry excepted."""
        there = p.battle.areas.towards[self.approach]
        return answering(p, there, 1 - self.side)

    def least(self, p: LocalesPosition) -> int:
        """At least one."""
        return p.battle.rules.answer_least

    def finish(self, p: LocalesPosition) -> None:
        """They secure it."""
        secure(p, self.chosen, opposite(self.approach))

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return "Which blocks secure the approach?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the approach to be secured."


class ManeuverFails(Decision[LocalesPosition]):
    """After a failed maneuver: secure the attack approach together, or stay in reserve."""

    side: Side
    approach: int
    blocks: tuple[int, ...]

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
            secure(p, self.blocks, self.approach)

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "The maneuver failed: secure the approach, or stay in reserve?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the maneuvering units."
