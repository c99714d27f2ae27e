"""The rolls of this system but for dice at the enemy: morale, ties, collapse, marsh, fires."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.engine.check import FLAG, NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.systems.tabletop.dice import FACES, RatedKind, above

MODIFIERS: Final = (
    "disordered",
    "army-commander",
    "higher-ground",
    "building-or-works",
    "artillery-vs-cavalry",
    "insecure-infantry",
    "flank-attack.melee",
    "flank-attack.fire",
    "linear-flank",
    "column-flank",
    "enemy-flank",
    "skirmishers-only",
    "artillery-front",
    "heavier-cavalry",
)
FLANKS: Final = ("flank-attack.melee", "flank-attack.fire", "linear-flank", "column-flank")


class MoraleFacts(NamedTuple):
    """What a morale test depends on: the rating, the printed modifiers, and any others by hand."""

    rating: int
    disordered: int = 0
    army_commander: int = 0
    higher_ground: int = 0
    building_or_works: int = 0
    artillery_vs_cavalry: int = 0
    insecure_infantry: int = 0
    flank_melee: int = 0
    flank_fire: int = 0
    linear_flank: int = 0
    column_flank: int = 0
    enemy_flank: int = 0
    skirmishers_only: int = 0
    artillery_front: int = 0
    heavier_cavalry: int = 0
    modifier: int = 0


class MoraleKind(RatedKind):
    """A stand in contact or under close fire: d6 not above its morale."""

    name = "morale"
    title = "Morale test"

    def __init__(self, book: Rulebook) -> None:
        lines, facts = [], []
        for name in MODIFIERS:
            id_ = f"brigades.morale.modifier.{name}"
            lines.append(Modifier(id_, book.label(id_), book.int(id_)))
            word = name.replace(".", "-")
            others = tuple(n.replace(".", "-") for n in FLANKS if n != name)
            excludes = others if name in FLANKS else ()
            facts.append(Fact(word, book.label(id_), "State and place", FLAG, excludes=excludes))
        super().__init__("stand", lines, facts, "brigades.morale.roll.fail")


TIES: Final = (
    "no-elites",
    "steady-infantry",
    "supported-artillery",
    "insecure-infantry",
    "artillery-vs-cavalry",
)


class TieKind(CheckKind):
    """Both sides roll: the higher total of morale, modifiers and die wins."""

    name = "tie"
    title = "Tied melee"
    outcomes = ("attacker", "defender", "again")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.lines: list[Modifier] = []
        facts = [
            Fact("attacker", "Best morale of the attacker", "Attacker", NUMBER, -20, 20, default=5),
            Fact("defender", "Best morale of the defender", "Defender", NUMBER, -20, 20, default=5),
        ]
        for side in ("attacker", "defender"):
            for name in TIES:
                id_ = f"brigades.melee.tie.{name}"
                self.lines.append(Modifier(id_, book.label(id_), book.int(id_), side))
                facts.append(Fact(f"{side}-{name}", book.label(id_), side.title(), FLAG))
        self.facts = tuple(facts)  # type: ignore[misc]

    def totals(self, situation: Situation) -> tuple[int, int]:
        """What each side adds to its die."""
        plus = [0, 0]
        for line, holds in zip(self.lines, situation[2:], strict=True):
            if holds:
                plus[line.of == "defender"] += line.value
        return situation[0] + plus[0], situation[1] + plus[1]

    def build(self, situation: Situation) -> Check:
        """The attacker's die, then the defender's."""
        held = zip(self.lines, situation[2:], strict=True)
        modifiers = tuple(line for line, holds in held if holds)
        one, other = self.totals(situation)
        table = []
        for a in range(1, FACES + 1):
            for d in range(1, FACES + 1):
                mine, theirs = one + a, other + d
                table.append(2 if mine == theirs else int(mine < theirs))
        target = f"attacker {one:+d}, defender {other:+d}, the higher wins"
        return Check(self, situation, (D6, D6), modifiers, target, self.outcomes, table)


class CollapseKind(CheckKind):
    """An exhausted division with losses this turn: d6 of at most them collapses it."""

    name = "collapse"
    title = "Collapse"
    outcomes = ("collapse", "stands")
    facts = (Fact("casualties", "Casualties this turn", "Division", NUMBER, 0, 60, default=1),)

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.beyond = book.int("brigades.exhaustion.collapse.roll", "beyond")

    def build(self, situation: Situation) -> Check:
        """Equal or lower collapses."""
        most = situation[0] + self.beyond
        table = above(most)
        target = f"collapses on {most} or less"
        return Check(self, situation, (D6,), (), target, self.outcomes, table)


class LeastKind(CheckKind):
    """A single die that must reach a number."""

    outcomes = ("no", "yes")

    def single(self, situation: Situation, least: int) -> Check:
        """At least so much."""
        table = [int(face >= least) for face in range(1, FACES + 1)]
        return Check(self, situation, (D6,), (), f"{least} or more", self.outcomes, table)


class CommanderKind(LeastKind):
    """Whether the army commander falls with the stand he is attached to."""

    name = "army-commander"
    title = "The army commander under fire"
    outcomes = ("unhurt", "killed")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.least = book.int("brigades.misc.army-commander-killed", "roll")

    def build(self, situation: Situation) -> Check:
        """Killed on a high roll."""
        return self.single(situation, self.least)


class CatchFireKind(LeastKind):
    """Whether wooden buildings catch fire."""

    name = "catch-fire"
    title = "Wooden buildings under attack"
    outcomes = ("no fire", "fire")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.least = book.int("brigades.terrain.buildings.wood.catch-fire", "roll")

    def build(self, situation: Situation) -> Check:
        """Fire on a high roll."""
        return self.single(situation, self.least)


class FireOutKind(LeastKind):
    """Whether a fire has gone out."""

    name = "fire-out"
    title = "A burning building"
    outcomes = ("burns on", "goes out")
    facts = (Fact("town", "A town, not a village", "Building"),)

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        out = "brigades.terrain.buildings.wood.out."
        self.least = [book.int(out + kind, "roll") for kind in ("village", "town")]

    def build(self, situation: Situation) -> Check:
        """Out on a high roll."""
        return self.single(situation, self.least[situation[0]])


class MarshKind(CheckKind):
    """How bad a marsh is for a stand."""

    name = "marsh"
    title = "Through the marsh"
    outcomes = ("firm", "double", "quadruple")
    facts = (
        Fact("artillery", "Artillery", "Stand"),
        Fact("before", "Stands that went through the same spot", "Place", NUMBER, 0, 40),
    )

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        roll = "brigades.terrain.marsh.movement.roll"
        self.double = book.int(roll, "double")
        self.quadruple = book.int(roll, "quadruple")
        self.guns = Modifier(
            f"{roll}.artillery", book.label(f"{roll}.artillery"), book.int(f"{roll}.artillery")
        )
        self.spot = Modifier(
            f"{roll}.same-spot", book.label(f"{roll}.same-spot"), book.int(f"{roll}.same-spot")
        )

    def build(self, situation: Situation) -> Check:
        """The higher the worse."""
        modifiers = [self.guns] if situation[0] else []
        if situation[1]:
            modifiers.append(self.spot._replace(value=self.spot.value * situation[1]))
        plus = sum(m.value for m in modifiers)
        table = [
            int(face + plus >= self.double) + int(face + plus >= self.quadruple)
            for face in range(1, FACES + 1)
        ]
        target = f"{self.double} or more double, {self.quadruple} or more quadruple"
        return Check(self, situation, (D6,), tuple(modifiers), target, self.outcomes, table)
