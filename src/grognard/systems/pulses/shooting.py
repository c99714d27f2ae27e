"""The rolls of fire: skirmish attacks, saving throws, artillery and its dice thrown again."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.engine.check import (
    CHOICE,
    NUMBER,
    Check,
    CheckKind,
    Fact,
    Modifier,
    Situation,
)
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.systems.tabletop.dice import counts, hits, thrown, volley

REROLLS: Final = ("none", "misses", "hits")
NO_REROLL, MISSES, HITS = range(3)


class SaveKind(CheckKind):
    """Saving throws against skirmishers: how many successes are left."""

    name = "save"
    title = "Saving throws"
    facts = (Fact("hits", "Successes to be saved", "Skirmish", NUMBER, 0, 6, default=1),)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def build(self, situation: Situation) -> Check:
        """One die for each success."""
        dice = situation[0]
        table = bytes(dice - saved for saved in hits(dice, self.number))
        target = f"{thrown(dice)}, each of {self.number} or more cancels a success"
        return Check(self, situation, (D6,) * dice, (), target, counts(dice), table)


class SkirmishFacts(NamedTuple):
    """The dice of a skirmish attack, and the grounds on which its target saves."""

    dice: int
    mx: int = 0
    cavalry: int = 0
    cover: int = 0
    save: int = 0

    @property
    def saves(self) -> bool:
        """Whether the target has a saving throw."""
        return bool(self.mx or self.cavalry or self.cover or self.save)


class SkirmishKind(CheckKind):
    """A skirmish attack: the number of its successes, after saving throws."""

    name = "skirmish"
    title = "Skirmish attack"
    facts = (
        Fact("dice", "Dice of the skirmishers", "Attacker", NUMBER, 0, 6, default=1),
        Fact("mx", "The target is mixed infantry", "Saving throw"),
        Fact("cavalry-support", "Cavalry supports the target", "Saving throw"),
        Fact("total-cover", "The target is wholly in cover", "Saving throw"),
        Fact("save", "The target saves for any other reason", "Saving throw"),
    )
    GROUNDS = ("mx", "cavalry-support", "total-cover", "number")

    def __init__(self, number: int, save: SaveKind) -> None:
        super().__init__()
        self.number = number
        self.save = save

    def build(self, situation: Situation) -> Check:
        """Each die of the number is a success."""
        dice = situation[0]
        held = zip(self.facts[1:], self.GROUNDS, situation[1:], strict=True)
        modifiers = tuple(
            Modifier(f"pulses.skirmish.save.{line}", fact.label, -1, "saving throw")
            for fact, line, holds in held
            if holds
        )
        target = f"{thrown(dice)}, a success on {self.number} or more"
        return volley(self, situation, dice, self.number, target, modifiers)

    def follow(self, situation: Situation, outcome: int) -> Check | None:
        """The saving throws."""
        saves = SkirmishFacts(*situation).saves
        return self.save.check((outcome,)) if outcome and saves else None

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """The hits that stand."""
        return then or str(outcome)


class ArtilleryAgainKind(CheckKind):
    """Dice of a battery that are thrown again."""

    name = "artillery-again"
    title = "Artillery: dice thrown again"
    facts = (
        Fact("dice", "Dice thrown again", "Fire", NUMBER, 0, 6, default=1),
        Fact("hit", "Hit number", "Fire", NUMBER, 2, 6, default=4),
        Fact("kept", "Hits that stand", "Fire", NUMBER, 0, 6),
    )

    def build(self, situation: Situation) -> Check:
        """By the battery's own number."""
        dice, hit, kept = situation
        target = f"{thrown(dice)}, hits on {hit} or more, {kept} stand"
        return volley(self, situation, dice, hit, target)

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """All hits together."""
        return str(situation[2] + outcome)


class ArtilleryFacts(NamedTuple):
    """A battery's dice and number, and what has them thrown again."""

    dice: int
    hit: int
    reroll: int = 0
    vulnerable: int = 0
    flank: int = 0
    square: int = 0
    cover: int = 0
    battery: int = 0


class ArtilleryKind(CheckKind):
    """The fire of a battery: its hits, after the dice that are thrown again."""

    name = "artillery"
    title = "Artillery fire"
    facts = (
        Fact("dice", "Dice: 2 canister, 1 round shot", "Fire", NUMBER, 0, 6, default=1),
        Fact("hit", "Hit number: 4 heavy, 5 light", "Fire", NUMBER, 2, 6, default=4),
        Fact("reroll", "Thrown again, if not by the facts below", "By hand", CHOICE, 0, 2, REROLLS),
        Fact("vulnerable", "The target is vulnerable", "Bonus"),
        Fact("flank-or-rear", "It strikes the flank or rear", "Bonus"),
        Fact("square", "The target stands in square", "Bonus"),
        Fact("cover", "The target is in cover", "Penalty"),
        Fact("counter-battery", "The target is artillery", "Penalty"),
    )
    IDS = (
        "pulses.artillery.reroll-misses.vulnerable",
        "pulses.artillery.reroll-misses.flank-or-rear",
        "pulses.rulings.square.artillery",
        "pulses.artillery.reroll-hits.cover",
        "pulses.artillery.reroll-hits.counter-battery",
    )

    def __init__(self, book: Rulebook, again: ArtilleryAgainKind) -> None:
        super().__init__()
        self.again = again
        self.counted = [book.switch(id_) for id_ in self.IDS]
        self.bonus = book.switch("pulses.artillery.reroll-misses")
        self.malus = book.switch("pulses.artillery.reroll-hits")
        self.cancel = book.switch("pulses.artillery.reroll-hits", "cancel")

    def reroll(self, situation: Situation) -> int:
        """What is thrown again: bonus and penalty cancel each other."""
        held = [holds and on for holds, on in zip(situation[3:], self.counted, strict=True)]
        bonus = self.bonus and any(held[:3])
        malus = self.malus and any(held[3:])
        if bonus and malus and self.cancel:
            return NO_REROLL
        if malus:
            return HITS
        return MISSES if bonus else situation[2]

    def build(self, situation: Situation) -> Check:
        """So many dice at the battery's number."""
        dice, hit = situation[:2]
        found = zip(self.facts[3:], self.IDS, situation[3:], self.counted, strict=True)
        modifiers = tuple(
            Modifier(id_, fact.label, 1 if fact.group == "Bonus" else -1, "re-roll")
            for fact, id_, holds, on in found
            if holds and on
        )
        again = REROLLS[self.reroll(situation)]
        target = f"{thrown(dice)}, hits on {hit} or more; thrown again: {again}"
        table = hits(dice, hit)
        return Check(self, situation, (D6,) * dice, modifiers, target, counts(dice), table)

    def follow(self, situation: Situation, outcome: int) -> Check | None:
        """The dice thrown again."""
        dice, hit = situation[:2]
        reroll = self.reroll(situation)
        if reroll == MISSES and outcome < dice:
            return self.again.check((dice - outcome, hit, outcome))
        if reroll == HITS and outcome:
            return self.again.check((outcome, hit, 0))
        return None

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """All hits together."""
        return then or str(outcome)
