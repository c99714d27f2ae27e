"""Leading and supporting a fight: who may lead on either side, and which guns support."""

from __future__ import annotations

from typing import ClassVar

from grognard.boards.areas import boundary_of, opposite
from grognard.engine.rulebook import Rulebook
from grognard.systems.locales.deploy import told
from grognard.systems.locales.losses import Cause, Losses
from grognard.systems.locales.restrictions import by_width, kind_of, row
from grognard.systems.locales.state.asking import Pick
from grognard.systems.locales.state.kinds import CAVALRY, INFANTRY, Approach, State
from grognard.systems.locales.state.position import LocalesPosition


class LeaderRules:
    """Who leads and who supports, and how many by the width of the approach (1 or 2)."""

    def __init__(self, book: Rulebook) -> None:
        self.may_lead_assault = row(book, "locales.eligibility.leading-assault.may")
        self.may_lead_defense = row(book, "locales.eligibility.leading-defense.may")
        self.may_support = row(book, "locales.eligibility.support.may")
        self.infantry_least = book.int("locales.leading-assault.infantry-strength-2-or-3", "least")
        self.cavalry_least = book.int("locales.leading-assault.cavalry-strength-2", "least")
        self.cavalry_into_obstructed = book.switch(
            "locales.leading-assault.cavalry-obstruction-not-asked", "obstructed"
        )
        self.attack_least = book.int("locales.ruling.assault.attack-leaders", "least")
        self.defense_most = book.int("locales.ruling.assault.defense-leaders", "most")
        self.most = by_width(book, "locales.ruling.width")
        self.guns_most = by_width(book, "locales.ruling.support.limit")


def leads_assault(p: LocalesPosition, b: int, approach: int) -> bool:
    """Whether a block may lead an assault over an approach."""
    return may_lead(p, kind_of(p, b), p.strength[b], approach)


def perhaps_leads(p: LocalesPosition, b: int, approach: int) -> bool:
    """Whether a block that is not disrupted may lead an assault, for all that the enemy knows."""
    return any(may_lead(p, arm, points, approach) for arm, points in p.kinds(b))


def may_lead(p: LocalesPosition, kind: int, strength: int, approach: int) -> bool:
    """Infantry of 2 or 3, cavalry of 2; in `restored` cavalry not into an obstructed approach."""
    rules = p.battle.rules.leaders
    # locales.eligibility.leading-assault.may-not
    if not rules.may_lead_assault[kind]:
        return False
    if kind != CAVALRY:
        return strength >= rules.infantry_least
    # locales.ruling.assault.cavalry-lead-unobstructed
    if p.battle.obstructed[opposite(approach)] and not rules.cavalry_into_obstructed:
        return False
    return strength >= rules.cavalry_least


def leads_defense(p: LocalesPosition, b: int, approach: int) -> bool:
    """Infantry of any strength; cavalry where the defense approach is unobstructed."""
    # locales.eligibility.leading-defense.may-not
    # locales.disrupted.never-defends-assault, locales.disrupted.never-defends-charge
    if not p.battle.rules.leaders.may_lead_defense[kind_of(p, b)]:
        return False
    # locales.leading-defense.cavalry-unobstructed
    return p.arm(b) != CAVALRY or not p.battle.obstructed[opposite(approach)]


def may_support(p: LocalesPosition, b: int) -> bool:
    """A gun that is not ranging."""
    if not p.battle.rules.leaders.may_support[kind_of(p, b)]:
        return False  # locales.eligibility.support.may-not
    return not p.state[b] & State.RANGING  # locales.support.artillery-not-ranging


def marked(p: LocalesPosition, side: int, flag: int) -> list[int]:
    """The blocks of a side with a mark of the present fight."""
    return [b for b in p.battle.blocks_of[side] if p.state[b] & flag and p.spot[b] >= 0]


class FightPick(Pick):
    """Blocks named for a part in a fight over an approach; `side` is the attacker's."""

    abstract = True

    part: ClassVar[int] = State.LEADS
    doing: ClassVar[str] = ""  # the same in words
    nobody: ClassVar[str] = ""  # what is said if none is named
    defends: ClassVar[bool] = False  # whether the defender is asked

    approach: Approach

    def actor(self, p: LocalesPosition) -> int:
        return 1 - self.side if self.defends else self.side

    def most(self, p: LocalesPosition) -> int:
        rules = p.battle.rules.leaders
        width = p.battle.width[boundary_of(self.approach)]
        return (rules.most if self.part == State.LEADS else rules.guns_most)[width]

    def finish(self, p: LocalesPosition) -> None:
        """Give the blocks their part in the fight; they are seen."""
        for b in self.chosen:
            p.state[b] |= self.part | State.JOINS
        p.show(self.chosen, self.doing)  # locales.ruling.reveal
        if not self.chosen and self.nobody:
            p.tell(self.nobody)


class AttackLeaders(FightPick):
    """The attacker names the units that lead."""

    going = "begin the assault"
    waits = "Waiting for the attacker to name his leaders."
    doing = "in the lead of the assault"

    def prompt(self, p: LocalesPosition) -> str:
        return f"Who leads the assault on {p.battle.across(self.approach)[1]}?"

    def candidates(self, p: LocalesPosition) -> list[int]:
        joined = marked(p, self.side, State.JOINS)
        return [b for b in joined if leads_assault(p, b, self.approach)]

    def fits(self, p: LocalesPosition, b: int) -> bool:
        # All of one arm. locales.ruling.assault.attack-leaders
        return not self.chosen or p.arm(b) == p.arm(self.chosen[0])

    def least(self, p: LocalesPosition) -> int:
        return p.battle.rules.leaders.attack_least


class AttackSupport(FightPick):
    """The attacker names the guns that support."""

    asks = "Which guns support the assault?"
    going = "support the assault"
    none_goes = "no gun supports"
    waits = "Waiting for the attacker to name supporting guns."
    part = State.SUPPORTS
    doing = "in support of the assault"

    def candidates(self, p: LocalesPosition) -> list[int]:
        # Those on the approach that were ordered to take part.
        # locales.ruling.support.ordered-guns, locales.ruling.support.on-approach
        return [b for b in marked(p, self.side, State.JOINS) if may_support(p, b)]


class DefenseSupport(FightPick):
    """The defender names the guns that fire at the attacking leaders, at once."""

    asks = "Which guns fire at the attackers?"
    going = "fire at the attackers"
    none_goes = "no gun fires"
    waits = "Waiting for the defender to name supporting guns."
    part = State.SUPPORTS
    doing = "firing at the leaders of the assault"
    defends = True

    def candidates(self, p: LocalesPosition) -> list[int]:
        # locales.ruling.support.on-approach
        guns = p.blocks_at(p.battle.locales + opposite(self.approach), 1 - self.side)
        return [b for b in guns if may_support(p, b)]

    def finish(self, p: LocalesPosition) -> None:
        super().finish(p)
        points = len(self.chosen) * p.battle.rules.assault.losses_by_gun
        if points:
            leaders = tuple(marked(p, self.side, State.LEADS))
            cause = Cause.DEFENDING_GUNS
            p.stack.append(Losses(side=1 - self.side, blocks=leaders, points=points, cause=cause))


class DefenseLeaders(FightPick):
    """The defender names the units that lead."""

    going = "lead the defense"
    none_goes = "nobody leads the defense"
    waits = "Waiting for the defender to name his leaders."
    doing = "in the lead of the defense"
    nobody = "Nobody leads the defense."
    defends = True

    def prompt(self, p: LocalesPosition) -> str:
        there, here = p.battle.across(self.approach)
        lead = told(tuple(marked(p, self.side, State.LEADS)), "lead")
        return f"{lead} an assault on {here} from {there}. Who leads the defense?"

    def says(self, p: LocalesPosition, action: int) -> str:
        words = super().says(p, action)
        own = sum(p.strength[b] for b in self.chosen)
        return f"{words}: {own} against {self.attack(p)}" if words else ""

    def attack(self, p: LocalesPosition) -> int:
        """What the defending leaders are compared with."""
        rules = p.battle.rules.assault
        named = marked(p, self.side, State.LEADS)
        points = sum(p.strength[b] for b in named)
        points += len(marked(p, self.side, State.SUPPORTS)) * rules.support
        penalty = p.battle.penalty[opposite(self.approach)][p.arm(named[0])]
        return points + penalty * rules.penalty_symbol

    def candidates(self, p: LocalesPosition) -> list[int]:
        there = p.blocks_at(self.spot(p), 1 - self.side)
        return [b for b in there if leads_defense(p, b, self.approach)]

    def most(self, p: LocalesPosition) -> int:
        return min(super().most(p), p.battle.rules.leaders.defense_most)

    def spot(self, p: LocalesPosition) -> int:
        """Where those who lead stand."""
        return p.battle.locales + opposite(self.approach)

    def seen_to_lead(self, p: LocalesPosition) -> list[int]:
        """Those who may be able to lead, for all that the enemy knows."""
        arms = (INFANTRY,) if p.battle.obstructed[opposite(self.approach)] else (INFANTRY, CAVALRY)
        there = p.blocks_at(self.spot(p), 1 - self.side)
        return [b for b in there if p.healthy(b) and p.perhaps(b, *arms)]
