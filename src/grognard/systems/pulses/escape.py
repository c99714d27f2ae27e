"""Artillery escape: guns in contact run, or are destroyed."""

from __future__ import annotations

from typing import Final

from grognard.engine.check import (
    FLAG,
    NUMBER,
    Check,
    CheckKind,
    Fact,
    Situation,
    Worded,
    many_dice,
)
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.moving.flight import flee, gets_clear
from grognard.systems.pulses.state.kinds import CAVALRY, HORSE_GUNS
from grognard.systems.pulses.state.position import NOBODY, PulsesPosition
from grognard.systems.tabletop.asking import StrikeRoll

GUNS: Final = ("foot", "horse")
ARMS: Final = ("infantry", "cavalry")  # of the attacker


class EscapeRules:
    """The number to escape by kind of guns and arm of the attacker."""

    def __init__(self, book: Rulebook) -> None:
        self.need = [
            [book.int(f"pulses.escape.{guns}-vs-{arm}", "need") for arm in ARMS] for guns in GUNS
        ]
        self.odd_hits = book.int("pulses.escape.odd-die", "hits")
        self.roll = EscapeKind(book)


class EscapeKind(CheckKind):
    """Artillery in contact: does it get away, and does an odd die cost the attacker a hit."""

    name = "escape"
    title = "Artillery escape"
    facts = (
        Fact("need", "Number to escape", "Battery", NUMBER, 0, 12, default=7),
        Fact("attached", "Attached to infantry: only for the hit", "Battery", FLAG),
    )
    outcomes = ("escaped", "escaped, attacker hit", "destroyed", "destroyed, attacker hit")
    standing = ("no hit", "attacker hit")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.dice = book.int("pulses.escape.roll", "dice")
        ids = [f"pulses.escape.{guns}-vs-{arm}" for guns in GUNS for arm in ARMS]
        self.needs = book.worded(ids, "need")

    def worded(self) -> dict[str, Worded]:
        return {"need": self.needs}

    def build(self, situation: Situation) -> Check:
        need, attached = situation
        dice = (D6,) * self.dice

        def outcome(faces: tuple[int, ...]) -> int:
            odd = int(any(face % 2 for face in faces))
            return odd if attached else 2 * int(sum(faces) > need) + odd

        outcomes = self.standing if attached else self.outcomes
        target = "an odd die is a hit" if attached else f"{self.dice}d6 of at most {need}"
        return Check(self, situation, dice, (), target, outcomes, many_dice(dice, outcome))


def escape_need(p: PulsesPosition, guns: int, attacker: int) -> int:
    battle = p.battle
    row = battle.rules.escape.need[battle.kind[guns] == HORSE_GUNS]
    return row[battle.arm[attacker] == CAVALRY]


class GunsRoll(StrikeRoll[PulsesPosition]):
    """A roll of guns at the unit that has contacted them."""

    abstract = True

    def odd_die(self, p: PulsesPosition) -> None:
        """An odd die costs the attacker a hit, whether or not the guns escape."""
        p.hurt(self.target, p.battle.rules.escape.odd_hits, f"guns of {p.name(self.unit)}")


class Escape(GunsRoll):
    """Guns that are not attached try to get away from contact."""

    def check(self, p: PulsesPosition) -> Check:
        need = escape_need(p, self.unit, self.target)
        return p.battle.rules.escape.roll.check((need, 0))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        destroyed, odd = divmod(outcome, 2)
        guns, attacker = self.unit, self.target
        p.foe[attacker] = NOBODY
        if destroyed or not gets_clear(p, guns, attacker):
            p.remove(guns, "is destroyed")  # pulses.escape.failed
        else:
            flee(p, guns, attacker)
        if odd:
            self.odd_die(p)


class StandingGuns(GunsRoll):
    """Guns attached to infantry that is attacked: only whether they cost the attacker a hit."""

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.escape.roll.check((0, 1))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        if outcome:
            self.odd_die(p)
            # One hit in all: the other batteries need not throw.
            while p.stack and isinstance(p.stack[-1], StandingGuns):
                p.stack.pop()
