"""The rolls of command and movement: command dice, turn, initiative, control, movement die."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from grognard.engine.check import (
    CHOICE,
    NUMBER,
    Check,
    CheckKind,
    Fact,
    Modifier,
    Situation,
    many_dice,
)
from grognard.engine.dice import D6, Die
from grognard.systems.tabletop.dice import FACES, thrown

LABELS: Final = ("withdraw", "hold", "active", "attack")


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
        return Check(self, situation, dice, (), thrown(level), outcomes, table)


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
        if not any(self.ends(situation[0], face) for face in range(1, self.sides + 1)):
            target = "it breaks ties and pays for doubles"
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
            modifiers.append(Modifier("pulses.control.modifier", "Control modifier", situation[0]))
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
