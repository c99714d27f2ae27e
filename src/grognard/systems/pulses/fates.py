"""The rolls of what becomes of units, officers and armies: evasion, escape, loss, morale."""

from __future__ import annotations

from grognard.engine.check import (
    FLAG,
    NUMBER,
    Check,
    CheckKind,
    Fact,
    Modifier,
    Situation,
    many_dice,
)
from grognard.engine.dice import D6
from grognard.systems.tabletop.dice import FACES, above


class EvasionKind(CheckKind):
    """Cavalry would evade cavalry: one die a side."""

    name = "evasion"
    title = "Evasion"
    facts = (
        Fact("evader", "Bonus of the unit that evades", "Evader", NUMBER, 0, 4),
        Fact("attacker", "Bonus of the attacker", "Attacker", NUMBER, 0, 4),
    )
    outcomes = ("evades", "caught")

    def __init__(self, tie_evades: bool) -> None:
        super().__init__()
        self.tie_evades = tie_evades

    def build(self, situation: Situation) -> Check:
        """The higher modified die wins."""
        evader, attacker = situation
        modifiers = []
        for value, who in ((evader, "evader"), (-attacker, "attacker")):
            if value:
                bonus = "cossack" if abs(value) > 1 else "light"
                id_ = f"pulses.evasion.{bonus}-bonus"
                modifiers.append(Modifier(id_, f"Bonus of the {who}", value))

        def outcome(faces: tuple[int, ...]) -> int:
            lead = faces[0] + evader - faces[1] - attacker
            return int(not (lead > 0 or (lead == 0 and self.tie_evades)))

        table = many_dice((D6, D6), outcome)
        target = "the evader's die, then the attacker's: the higher wins"
        return Check(self, situation, (D6, D6), tuple(modifiers), target, self.outcomes, table)


class EscapeKind(CheckKind):
    """Artillery in contact: does it get away, and does the attacker suffer."""

    name = "escape"
    title = "Artillery escape"
    facts = (
        Fact("need", "Number to escape", "Battery", NUMBER, 0, 12, default=7),
        Fact("attached", "Attached to infantry: only for the hit", "Battery", FLAG),
    )
    outcomes = ("escaped", "escaped with hit", "destroyed", "destroyed with hit")
    standing = ("no hit", "hit")

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def build(self, situation: Situation) -> Check:
        """At most the number escapes; an odd die costs the attacker a hit."""
        need, attached = situation
        dice = (D6,) * self.dice

        def outcome(faces: tuple[int, ...]) -> int:
            odd = int(any(face % 2 for face in faces))
            return odd if attached else 2 * int(sum(faces) > need) + odd

        outcomes = self.standing if attached else self.outcomes
        target = "an odd die is a hit" if attached else f"{self.dice}d6 of at most {need}"
        return Check(self, situation, dice, (), target, outcomes, many_dice(dice, outcome))


class CasualtyKind(CheckKind):
    """Whether an officer who helped in a combat is lost."""

    name = "casualty"
    title = "Officer casualty"
    facts = (Fact("broke", "The unit he helped broke", "Combat", FLAG),)
    outcomes = ("unhurt", "lost")

    def __init__(self, lost: int, broke: int) -> None:
        super().__init__()
        self.lost = lost
        self.broke = broke

    def build(self, situation: Situation) -> Check:
        """A low die."""
        most = self.broke if situation[0] else self.lost
        table = [int(face <= most) for face in range(1, FACES + 1)]
        return Check(self, situation, (D6,), (), f"lost on {most} or less", self.outcomes, table)


class RecoveryKind(CheckKind):
    """A unit out of the fight gathers its men."""

    name = "recovery"
    title = "Recovery"
    facts = (Fact("hits", "Hits of the unit", "Unit", NUMBER, 1, 12, default=2),)
    outcomes = ("recovered", "remains")

    def __init__(self, at_or_below: bool) -> None:
        super().__init__()
        self.at_or_below = at_or_below

    def most(self, taken: int) -> int:
        """The highest face that recovers."""
        return taken if self.at_or_below else taken - 1

    def build(self, situation: Situation) -> Check:
        """Below the number of its hits."""
        most = self.most(situation[0])
        table = above(most)
        return Check(self, situation, (D6,), (), f"d6 of at most {most}", self.outcomes, table)


class MoraleKind(CheckKind):
    """The check of an army at its break point."""

    name = "army-morale"
    title = "Army morale"
    facts = (
        Fact("turn", "Number of the turn", "Turn", NUMBER, 1, 20, default=4),
        Fact("beyond", "Units lost beyond the break point", "Army", NUMBER, 0, 99),
    )
    outcomes = ("pass", "fail")

    def __init__(self, dice: int, most: int) -> None:
        super().__init__()
        self.dice = dice
        self.most = most

    def build(self, situation: Situation) -> Check:
        """Dice, turn and losses beyond the break point together."""
        turn, beyond = situation
        modifiers = [Modifier("pulses.morale.total", "Turn", turn)]
        if beyond:
            modifiers.append(Modifier("pulses.morale.total", "Beyond the break point", beyond))
        plus = turn + beyond
        dice = (D6,) * self.dice
        table = many_dice(dice, lambda faces: int(sum(faces) + plus > self.most))
        target = f"a total of at most {self.most}"
        return Check(self, situation, dice, tuple(modifiers), target, self.outcomes, table)


class LengthKind(CheckKind):
    """Whether the battle ends with the turn that was its basic length, or a later one."""

    name = "basic-length"
    title = "The end of the battle"
    outcomes = ("over", "one more turn")
    weighed = False

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def build(self, situation: Situation) -> Check:
        """A low die ends it."""
        table = above(self.most)
        target = f"{self.most} or less ends the battle"
        return Check(self, situation, (D6,), (), target, self.outcomes, table)
