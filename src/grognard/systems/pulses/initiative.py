"""Rolling for initiative: the d4, two dice a side, declared re-rolls, doubles, ties."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Annotated, Final, NamedTuple

from grognard.engine.check import NUMBER, Check, CheckKind, Fact, Modifier, Situation, many_dice
from grognard.engine.dice import D6, Die
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.pulses.officers import commanded
from grognard.systems.pulses.state.battle import BOTH_DICE, HIGH_DIE, LOW_DIE, PASS
from grognard.systems.pulses.state.position import DIE, HOLDER, PulsesPosition, command_dice
from grognard.systems.tabletop.dice import FACES

# Which initiative dice of a side are thrown again.
LOWER, HIGHER, BOTH = 1, 2, 3
REROLLS: Final = {LOW_DIE: LOWER, HIGH_DIE: HIGHER, BOTH_DICE: BOTH}


class InitiativeRules:
    """The dice of the initiative roll, and what to throw one again costs."""

    def __init__(self, book: Rulebook) -> None:
        self.dice = book.int("pulses.initiative.roll", "dice")
        self.price = book.int("pulses.initiative.reroll.price", "cds")
        self.doubles_pay = book.switch("pulses.rulings.doubles-option")
        self.roll = InitiativeKind()
        self.d4 = TurnKind(book)


class TurnKind(CheckKind):
    """The d4 thrown with each initiative roll: it ends turns, breaks ties, pays doubles."""

    name = "turn-length"
    title = "The d4 of the initiative roll"
    counted = ("on the d4", "on the d4")
    facts = (Fact("completed", "Pulses completed in this turn", "Turn", NUMBER, 0, 4, default=1),)
    weighed = False

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.sides = book.int("pulses.initiative.d4", "sides")

    def ends(self, completed: int, face: int) -> bool:
        """Whether a face ends the turn after so many pulses: before the first none does."""
        return face <= completed  # pulses.turn.ends-on-d4, pulses.rulings.first-d4-cannot-end

    def lengths(self) -> dict[str, Fraction]:
        """The chance of each number of pulses in a turn."""
        found = {}
        left = Fraction(1)
        for completed in range(1, self.sides + 1):
            ends = sum(self.ends(completed, face) for face in range(1, self.sides + 1))
            found[str(completed)] = left * Fraction(ends, self.sides)
            left -= found[str(completed)]
        return found

    def build(self, situation: Situation) -> Check:
        (completed,) = situation
        outcomes = tuple(str(face) for face in range(1, self.sides + 1))
        target = f"at most {completed} ends the turn"
        if not completed:
            target = "it breaks ties and pays for doubles"
        table = list(range(self.sides))
        return Check(self, situation, (Die(self.sides),), (), target, outcomes, table)

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        return "ends" if self.ends(situation[0], outcome + 1) else "goes on"


class InitiativeKind(CheckKind):
    """The initiative dice of one side, or those it throws again; each die may be thrown again."""

    name = "initiative"
    title = "Initiative"
    facts = (Fact("dice", "Dice thrown", "Roll", NUMBER, 1, 2, default=2),)
    weighed = False

    def build(self, situation: Situation) -> Check:
        return each_throw(self, situation, situation[0], (), "the higher total")


class Throws(NamedTuple):
    """All throws of some dice whatever die came first: faces in ascending order, label, table."""

    faces: list[tuple[int, ...]]
    labels: tuple[str, ...]
    table: list[int]


@lru_cache(maxsize=8)
def throws_of(dice: int) -> Throws:
    """Every throw of so many dice, worked out once.

    >>> len(throws_of(2).faces), len(throws_of(4).faces)
    (21, 126)
    """
    faces = list(combinations_with_replacement(range(1, FACES + 1), dice))
    index = {throw: i for i, throw in enumerate(faces)}
    labels = tuple("-".join(map(str, throw)) for throw in faces)
    table = many_dice((D6,) * dice, lambda throw: index[tuple(sorted(throw))])
    return Throws(faces, labels, table)


def each_throw(
    kind: CheckKind, situation: Situation, dice: int, modifiers: tuple[Modifier, ...], target: str
) -> Check:
    """A roll of which every throw is an outcome of its own, whatever die came first."""
    throws = throws_of(dice)
    return Check(kind, situation, (D6,) * dice, modifiers, target, throws.labels, throws.table)


# -- who is ahead --------------------------------------------------------------------------------


def dice_of(p: PulsesPosition, side: int) -> tuple[int, int]:
    """The lower and the higher initiative die of a side."""
    return p.dice[2 * side], p.dice[2 * side + 1]


def set_dice(p: PulsesPosition, side: int, faces: tuple[int, ...]) -> None:
    """Let a side's initiative dice lie, and tell what they show together."""
    p.dice[2 * side : 2 * side + 2] = faces
    p.tell(f"{p.battle.titles[side]}: {sum(faces)} for the initiative.")


def total(p: PulsesPosition, side: int) -> int:
    return sum(dice_of(p, side))


def thrower(p: PulsesPosition) -> int:
    """The side that throws the d4: the one that held the initiative last."""
    return p.clock[HOLDER]  # pulses.initiative.d4


def leader(p: PulsesPosition) -> int:
    """The side that is ahead as the dice lie."""
    mine, theirs = total(p, 0), total(p, 1)
    if mine != theirs:
        return 0 if mine > theirs else 1  # pulses.initiative.roll
    if p.clock[DIE] % 2 == 0:
        return thrower(p)  # pulses.initiative.tie-even
    return 1 - thrower(p)  # pulses.initiative.tie-odd


# -- the roll ------------------------------------------------------------------------------------


class Initiative(Then[PulsesPosition]):
    """Both sides roll; the side behind may throw dice again, then the one ahead."""

    def run(self, p: PulsesPosition) -> None:
        first = p.clock[HOLDER]
        p.stack += [Declare(), InitiativeRoll(side=1 - first), InitiativeRoll(side=first)]


class InitiativeRoll(Roll[PulsesPosition]):
    """A side's initiative dice."""

    side: Side

    def check(self, p: PulsesPosition) -> Check:
        rules = p.battle.rules.initiative
        return rules.roll.check((rules.dice,))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        set_dice(p, self.side, throws_of(p.battle.rules.initiative.dice).faces[outcome])


class Declare(Then[PulsesPosition]):
    """The side with the lower total is asked first, the other knowing what that brought."""

    def run(self, p: PulsesPosition) -> None:
        high = leader(p)
        p.stack.append(Award())
        p.stack.append(Reroll(side=high))  # pulses.initiative.reroll.high-second
        p.stack.append(Reroll(side=1 - high))  # pulses.initiative.reroll.low-first


class Reroll(Decision[PulsesPosition]):
    """Whether a side pays command dice to throw initiative dice again."""

    keyed = (PASS,), (LOW_DIE,), (HIGH_DIE,), (BOTH_DICE,)

    side: Side

    def options(self, p: PulsesPosition) -> list[int]:
        """Pass, one die or both, as far as the pool reaches."""
        found = [PASS]
        pool, price = p.pool[self.side], p.battle.rules.initiative.price
        if not commanded(p, self.side):  # pulses.commander.initiative
            return found
        low, high = dice_of(p, self.side)
        if pool >= price:
            found.append(LOW_DIE)
            if high != low:
                found.append(HIGH_DIE)
        if pool >= 2 * price:
            found.append(BOTH_DICE)
        return found

    def apply(self, p: PulsesPosition, action: int) -> None:
        if action == PASS:
            return
        which = REROLLS[action]
        price = p.battle.rules.initiative.price * (2 if which == BOTH else 1)
        p.spend(self.side, price, "initiative dice are thrown again")
        p.stack.append(RerollDice(side=self.side, which=which))

    def prompt(self, p: PulsesPosition) -> str:
        low, high = dice_of(p, self.side)
        mine, other = low + high, total(p, 1 - self.side)
        ahead = "you" if leader(p) == self.side else "the enemy"
        even = f"; the d4, a {p.clock[DIE]}, decides for {ahead}" if mine == other else ""
        return (
            f"Initiative: you {mine} ({low} and {high}), the enemy {other}{even}."
            f" Throw dice again for a command die each ({p.pool[self.side]} left)?"
        )

    def waiting(self, p: PulsesPosition) -> str:
        return "Waiting to see whether initiative dice are thrown again."

    def phrase(self, p: PulsesPosition, action: int) -> str:
        low, high = dice_of(p, self.side)
        words = {LOW_DIE: f"throw the {low} again", HIGH_DIE: f"throw the {high} again"}
        words[BOTH_DICE] = "throw both again"
        return words.get(action, "pass")


class RerollDice(Roll[PulsesPosition]):
    """The dice that are thrown again: LOWER, HIGHER or BOTH."""

    side: Side
    which: Annotated[int, Within(LOWER, BOTH)]

    def dice(self) -> int:
        return 2 if self.which == BOTH else 1

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.initiative.roll.check((self.dice(),))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        low, high = dice_of(p, self.side)
        kept = {LOWER: [high], HIGHER: [low], BOTH: []}[self.which]
        new = sorted([*kept, *throws_of(self.dice()).faces[outcome]])
        # The new faces stand, even if they are lower: pulses.initiative.reroll.stands
        set_dice(p, self.side, tuple(new))


class Award(Then[PulsesPosition]):
    """Doubles pay; the higher total has the initiative."""

    def run(self, p: PulsesPosition) -> None:
        for side in (0, 1):
            low, high = dice_of(p, side)
            if low == high and p.battle.rules.initiative.doubles_pay:
                gain = p.clock[DIE]  # pulses.initiative.doubles
                p.pool[side] += gain
                p.tell(f"{p.battle.side_name(side)} rolled doubles: {command_dice(gain)} more.")
        winner = leader(p)
        p.clock[HOLDER] = winner
        mine, theirs = total(p, winner), total(p, 1 - winner)
        tie = ", by the d4" if mine == theirs else ""
        p.tell(f"{p.battle.side_name(winner)} has the initiative ({mine} to {theirs}{tie}).")
