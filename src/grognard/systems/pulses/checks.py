"""The rolls of this system but the combat: command, initiative, fire, control, escape, morale."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from grognard.engine.check import (
    CHOICE,
    FLAG,
    NUMBER,
    Check,
    CheckKind,
    Fact,
    Modifier,
    Situation,
    many_dice,
)
from grognard.engine.dice import D6, Die
from grognard.engine.rulebook import Rulebook
from grognard.systems.tabletop.dice import FACES, above, counts, hits, volley

LABELS: Final = ("withdraw", "hold", "active", "attack")
REROLLS: Final = ("none", "misses", "hits")
NO_REROLL, MISSES, HITS = range(3)
MOST_LEVEL: Final = 4


@lru_cache(maxsize=8)
def sorted_faces(dice: int) -> list[tuple[int, ...]]:
    """Every throw of some dice with its faces in ascending order, once.

    >>> len(sorted_faces(2)), len(sorted_faces(4))
    (21, 126)
    """
    faces = range(1, FACES + 1)
    return sorted({tuple(sorted(throw)) for throw in product(faces, repeat=dice)})


class CommandKind(CheckKind):
    """The command dice of a turn: as many d6 as the army commander's level."""

    name = "command"
    title = "Command dice"
    facts = (Fact("level", "Level of the army commander", "Army", NUMBER, 1, 4, default=2),)

    def __init__(self, total: bool, most: int) -> None:
        super().__init__()
        self.total = total
        self.most = most

    def build(self, situation: Situation) -> Check:
        """The sum of the dice is the pool of the turn."""
        level = situation[0]
        dice = (D6,) * level
        table = many_dice(dice, (lambda faces: sum(faces)) if self.total else len)
        outcomes = tuple(str(n) for n in range(FACES * level + 1))
        return Check(self, situation, dice, (), f"{level} dice", outcomes, table)


class TurnKind(CheckKind):
    """The d4 thrown with each initiative roll: it ends turns, breaks ties, pays doubles."""

    name = "turn-length"
    title = "The d4 of the initiative roll"
    facts = (Fact("completed", "Pulses completed in this turn", "Turn", NUMBER, 0, 4, default=1),)

    def __init__(self, sides: int, more: int, first_safe: bool) -> None:
        super().__init__()
        self.sides = sides
        self.more = more
        self.first_safe = first_safe

    def ends(self, completed: int, face: int) -> bool:
        """Whether a face ends the turn after so many pulses."""
        if not completed:
            return not self.first_safe and face <= 1
        return face <= completed + self.more

    def build(self, situation: Situation) -> Check:
        """Its face; at most the number of completed pulses ends the turn."""
        outcomes = tuple(str(face) for face in range(1, self.sides + 1))
        target = f"at most {situation[0] + self.more} ends the turn"
        table = list(range(self.sides))
        return Check(self, situation, (Die(self.sides),), (), target, outcomes, table)

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """Whether the turn goes on."""
        return "ends" if self.ends(situation[0], outcome + 1) else "goes on"


class InitiativeKind(CheckKind):
    """The initiative dice of one side, or those it throws again."""

    name = "initiative"
    title = "Initiative"
    facts = (Fact("dice", "Dice thrown", "Roll", NUMBER, 1, 2, default=2),)
    weighed = False

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def build(self, situation: Situation) -> Check:
        """The sorted faces, since each die may be thrown again."""
        dice = situation[0]
        throws = sorted_faces(dice)
        index = {throw: i for i, throw in enumerate(throws)}
        labels = tuple("-".join(map(str, throw)) for throw in throws)
        table = many_dice((D6,) * dice, lambda faces: index[tuple(sorted(faces))])
        return Check(self, situation, (D6,) * dice, (), "the higher total", labels, table)


class SaveKind(CheckKind):
    """Saving throws against skirmishers: how many successes are left."""

    name = "save"
    title = "Saving throws"
    facts = (Fact("hits", "Successes to be saved", "Skirmish", NUMBER, 0, 3, default=1),)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def build(self, situation: Situation) -> Check:
        """One die for each success."""
        dice = situation[0]
        table = bytes(dice - saved for saved in hits(dice, self.number))
        target = f"{dice} dice, each of {self.number} or more cancels a success"
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
        Fact("dice", "Dice of the skirmishers", "Attacker", NUMBER, 0, 3, default=1),
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
        target = f"{dice} dice, a success on {self.number} or more"
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
        target = f"{dice} dice, hits on {hit} or more, {kept} stand"
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
        Fact("dice", "Dice: 2 canister, 1 round shot", "Fire", NUMBER, 1, 6, default=1),
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
        target = f"{dice} dice, hits on {hit} or more; thrown again: {again}"
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


class ControlFacts(NamedTuple):
    """What a control test depends on; `enemy` is 0 near, 1 far."""

    modifier: int
    extra: int = 0
    enemy: int = 0


class ControlKind(CheckKind):
    """A control test: dice are thrown, two are picked; the odds keep the best two."""

    name = "control"
    title = "Control test"
    facts = (
        Fact("modifier", "Control modifier of the sub-commander", "Officer", NUMBER, -9, 4),
        Fact("extra-dice", "Command dice he was given", "Officer", NUMBER, 0, 2),
        Fact("enemy", "The nearest enemy", "Force", CHOICE, 0, 1, ("near", "far")),
    )

    def __init__(
        self,
        dice: int,
        picks: bool,
        modified: bool,
        limits: Sequence[int],
        columns: Sequence[Sequence[int]],
    ) -> None:
        super().__init__()
        self.dice = dice
        self.picks = picks
        self.modified = modified
        self.limits = limits
        self.columns = columns

    def throws(self, situation: Situation) -> list[tuple[int, ...]]:
        """The sorted faces of each outcome."""
        return sorted_faces(self.dice + situation[1])

    def status(self, situation: Situation, kept: Sequence[int]) -> int:
        """The status two kept dice give."""
        total = sum(kept) + (situation[0] if self.modified else 0)
        row = sum(total > limit for limit in self.limits)
        return self.columns[situation[2]][row]

    def statuses(self, situation: Situation, outcome: int) -> list[int]:
        """Every status the player may pick from a throw."""
        faces = self.throws(situation)[outcome]
        if not self.picks:
            return [self.status(situation, faces[-2:])]
        return sorted({self.status(situation, pair) for pair in combinations(faces, 2)})

    def build(self, situation: Situation) -> Check:
        """The sorted faces, of which the player picks two."""
        dice = (D6,) * (self.dice + situation[1])
        throws = self.throws(situation)
        index = {throw: i for i, throw in enumerate(throws)}
        labels = tuple("-".join(map(str, throw)) for throw in throws)
        modifiers = []
        if situation[0] and self.modified:
            modifiers.append(
                Modifier("pulses.control.modifier", "Control modifier", situation[0])
            )
        table = many_dice(dice, lambda faces: index[tuple(sorted(faces))])
        target = f"{len(dice)} dice, two are kept"
        return Check(self, situation, dice, tuple(modifiers), target, labels, table)

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """The status by the best two dice."""
        return LABELS[self.status(situation, self.throws(situation)[outcome][-2:])]


class MoveKind(CheckKind):
    """The movement die of a unit with an enemy near."""

    name = "movement"
    title = "Movement die"
    weighed = False

    def __init__(self, back: int, attack: int) -> None:
        super().__init__()
        self.target = f"{back}: no nearer to the enemy; {attack}: must attack"

    def build(self, situation: Situation) -> Check:
        """Inches besides the base part."""
        labels = tuple(str(face) for face in range(1, FACES + 1))
        return Check(self, situation, (D6,), (), self.target, labels, list(range(FACES)))


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
