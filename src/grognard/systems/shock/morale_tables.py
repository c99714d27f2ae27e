"""Square in reaction, leaving square, rally: the tables of morale and their checks (pure)."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.engine.check import CHOICE, FLAG, NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.cohesion import DieRules

SIDES_OF_UNIT: Final = ("front", "flank", "rear")


class SquareFacts(NamedTuple):
    """What square in reaction depends on."""

    cohesion: int
    began_adjacent: int = 0
    attacked_from: int = 0
    d1: int = 0
    elite: int = 0
    leader: int = 0
    charged: int = 0
    modifier: int = 0


Bands = list[tuple[int, str]]


def margins(book: Rulebook, table: str, names: tuple[str, ...], first: int) -> Bands:
    """Bands by how far a die is above Cohesion: the first up to `first`, then one by one."""
    bands = []
    for due, name in enumerate(names, first):
        id_ = f"{table}.{name}"
        above = book.int(id_, "above")
        if above != due:
            raise GrognardError(f'"above" of "{id_}" is {above}: the bands run on to {due} there')
        bands.append((above, book.word(id_, "result")))
    return bands


class SquareRules:
    """The two square tables."""

    def __init__(self, book: Rulebook) -> None:
        names = ("formed", "fail-1", "fail-2", "fail-3", "fail-4")
        self.bands = margins(book, "shock.square-in-reaction", names, 0)

        def mod(table: str, name: str) -> Modifier:
            id_ = f"shock.{table}.mod.{name}"
            return Modifier(id_, book.label(id_), book.int(id_))

        table = "square-in-reaction"
        self.began_adjacent = mod(table, "began-adjacent")
        self.flank = mod(table, "flank")
        self.rear = mod(table, "rear")
        self.d1 = mod(table, "d1")
        self.d1_counts = book.switch("shock.d1.square-in-reaction")
        self.elite = mod(table, "elite")
        self.leader = mod(table, "leader")
        self.long_charge = mod(table, "long-charge")
        self.short = book.int("shock.square-in-reaction.mod.long-charge", "beyond")
        self.leaving = margins(book, "shock.leaving-square", ("pass", "fail"), 0)
        table = "leaving-square"
        self.leave_zoc = mod(table, "enemy-zoc")
        self.leave_d2 = mod(table, "d2")
        self.leave_d1 = mod(table, "d1")
        self.leave_leader = mod(table, "leader")
        self.not_d2 = book.switch("shock.d2.no-square")
        self.note_e = book.switch("shock.move.note.e")
        leaving = "shock.rulings.leaving-square"
        self.leaving_is_move = book.switch(leaving, "whole_move")
        self.leaving_disorders_more = book.switch(leaving, "further_disorder")


def banded(bands: Bands, outcomes: tuple[str, ...], above: int) -> int:
    """The outcome of the last band a die reaches; the first takes whatever is below."""
    found = bands[0][1]
    for start, result in bands:
        if above >= start:
            found = result
    return outcomes.index(found)


class SquareKind(CheckKind):
    """Square in reaction to a charge."""

    name = "square"
    title = "Square in reaction"
    facts = (
        Fact("cohesion", "Cohesion rating", "Unit", NUMBER, 0, 9, default=6),
        Fact("began-adjacent", "Cavalry began adjacent", "Modifiers", FLAG),
        Fact("attacked-from", "Attacked from", "Modifiers", CHOICE, choices=SIDES_OF_UNIT),
        Fact("d1", "Unit is D-1", "Modifiers", FLAG),
        Fact("elite", "Unit is Elite or Crack Elite", "Modifiers", FLAG),
        Fact("leader", "Unit is stacked with a leader", "Modifiers", FLAG),
        Fact("charged", "Hexes the cavalry charged", "Modifiers", NUMBER, 0, 12),
        Fact("modifier", "Further modifier of the die", "By hand", NUMBER, -20, 20),
    )
    outcomes = ("square", "d", "D", "Dr", "R")

    def __init__(self, rules: SquareRules, die: DieRules) -> None:
        super().__init__()
        self.rules = rules
        self.die = die

    def build(self, situation: Situation) -> Check:
        """The band by how far the die is above Cohesion."""
        s = SquareFacts(*situation)
        rules = self.rules
        extra = max(0, s.charged - rules.short)
        rows = (
            (s.began_adjacent, rules.began_adjacent),
            (s.attacked_from == 1, rules.flank),
            (s.attacked_from == 2, rules.rear),
            (s.d1 and rules.d1_counts, rules.d1),
            (s.elite, rules.elite),
            (s.leader, rules.leader),
            (extra, rules.long_charge._replace(value=rules.long_charge.value * extra)),
        )
        modifiers = [m for applies, m in rows if applies]
        if s.modifier:
            modifiers.append(Modifier("shock.square-in-reaction.formed", "By hand", s.modifier))
        drm = sum(m.value for m in modifiers)
        table = [
            banded(rules.bands, self.outcomes, face + drm - s.cohesion) for face in self.die.faces()
        ]
        target = f"Cohesion {s.cohesion}"
        return Check(
            self, situation, (self.die.die,), tuple(modifiers), target, self.outcomes, table
        )


class LeavingFacts(NamedTuple):
    """What leaving square depends on."""

    cohesion: int
    enemy_zoc: int = 0
    d2: int = 0
    d1: int = 0
    leader: int = 0
    modifier: int = 0


class LeavingKind(CheckKind):
    """Leaving square."""

    name = "leaving-square"
    title = "Leaving square"
    facts = (
        Fact("cohesion", "Cohesion rating", "Unit", NUMBER, 0, 9, default=6),
        Fact("enemy-zoc", "In an enemy zone of control", "Modifiers", FLAG),
        Fact("d2", "Unit is D-2", "Modifiers", FLAG, excludes=("d1",)),
        Fact("d1", "Unit is D-1", "Modifiers", FLAG),
        Fact("leader", "Unit is stacked with a leader", "Modifiers", FLAG),
        Fact("modifier", "Further modifier of the die", "By hand", NUMBER, -20, 20),
    )
    outcomes = ("good order", "disordered")

    def __init__(self, rules: SquareRules, die: DieRules) -> None:
        super().__init__()
        self.rules = rules
        self.die = die

    def build(self, situation: Situation) -> Check:
        """Good order at or below Cohesion."""
        s = LeavingFacts(*situation)
        rules = self.rules
        rows = (
            (s.enemy_zoc, rules.leave_zoc),
            (s.d2, rules.leave_d2),
            (s.d1, rules.leave_d1),
            (s.leader, rules.leave_leader),
        )
        modifiers = [m for applies, m in rows if applies]
        if s.modifier:
            modifiers.append(Modifier("shock.leaving-square.pass", "By hand", s.modifier))
        drm = sum(m.value for m in modifiers)
        table = [
            banded(rules.leaving, self.outcomes, face + drm - s.cohesion)
            for face in self.die.faces()
        ]
        target = f"Cohesion {s.cohesion}"
        return Check(
            self, situation, (self.die.die,), tuple(modifiers), target, self.outcomes, table
        )


class RallyFacts(NamedTuple):
    """What a rally depends on; Cohesion counts for disordered units only."""

    cohesion: int
    enemy_zoc: int = 0
    one_step: int = 0
    out_of_command: int = 0
    cavalry: int = 0
    elite: int = 0
    square: int = 0
    near_cavalry: int = 0
    combat_leader: int = 0
    overall: int = 0
    blucher: int = 0
    modifier: int = 0


RALLY_FACTS: Final = (
    Fact("cohesion", "Cohesion rating", "Unit", NUMBER, 0, 9, default=6),
    Fact("enemy-zoc", "In an enemy zone of control", "Modifiers", FLAG),
    Fact("one-step", "One step remaining", "Modifiers", FLAG),
    Fact("out-of-command", "Not in command", "Modifiers", FLAG),
    Fact("cavalry", "Unit is cavalry", "Modifiers", FLAG, excludes=("square", "near-cavalry")),
    Fact("elite", "Unit is Elite or Crack Elite", "Modifiers", FLAG),
    Fact("square", "Unit is in square", "Modifiers", FLAG),
    Fact("near-cavalry", "Routed infantry next to undisordered cavalry", "Modifiers", FLAG),
    Fact("combat-leader", "With or next to its Combat Leader", "Modifiers", FLAG),
    Fact("overall", "With or next to its Overall Commander", "Modifiers", FLAG),
    Fact("blucher", "Prussian within 2 of Blücher", "Modifiers", FLAG, excludes=("overall",)),
    Fact("modifier", "Further modifier of the die", "By hand", NUMBER, -20, 20),
)


def routed_bands(book: Rulebook) -> list[tuple[int, int, str]]:
    """The bands of the rally of routed units: together they hold every face of the die once."""
    faces = DieRules(book).faces()
    bands = []
    due = faces[0]
    for name in ("rallied", "to-d1", "rout-retreat"):
        id_ = f"shock.rally.routed.{name}"
        low, high = book.int(id_, "low"), book.int(id_, "high")
        if low != due or high < low:
            raise GrognardError(f'"{id_}" holds {low} to {high}: the bands run on to {due} there')
        bands.append((low, high, book.word(id_, "result")))
        due = high + 1
    if due != faces[-1] + 1:
        raise GrognardError(f'"{id_}" ends at {due - 1}, the die at {faces[-1]}')
    return bands


class RallyRules:
    """The rally tables."""

    def __init__(self, book: Rulebook) -> None:
        self.bands = routed_bands(book)
        self.clamps = book.switch("shock.rulings.rally-clamp")
        names = ("success", "failure")
        self.disordered = margins(book, "shock.rally.disordered", names, -1)

        def mod(name: str) -> Modifier:
            id_ = f"shock.rally.mod.{name}"
            return Modifier(id_, book.label(id_), book.int(id_))

        self.modifiers = [
            mod("enemy-zoc"),
            mod("one-step"),
            mod("out-of-command"),
            mod("cavalry"),
            mod("elite"),
            mod("square"),
            mod("near-cavalry"),
            mod("combat-leader"),
            mod("overall-commander"),
            mod("blucher"),
        ]
        self.few_steps = book.int("shock.rally.mod.one-step", "steps")
        self.blucher_distance = book.int("shock.rally.mod.blucher", "distance")
        self.blucher_army = book.word("shock.rally.mod.blucher", "army")

    def listed(self, s: RallyFacts) -> list[Modifier]:
        """The modifiers that apply."""
        found = [m for applies, m in zip(s[1:11], self.modifiers, strict=True) if applies]
        if s.modifier:
            found.append(Modifier("shock.rulings.rally-clamp", "By hand", s.modifier))
        return found


class RallyRoutedKind(CheckKind):
    """Rallying routed units."""

    name = "rally-routed"
    title = "Rally of a routed unit"
    facts = RALLY_FACTS
    outcomes = ("rallied", "D-1", "rout retreat")

    def __init__(self, rules: RallyRules, die: DieRules) -> None:
        super().__init__()
        self.rules = rules
        self.die = die

    def build(self, situation: Situation) -> Check:
        """The band of the modified die; beyond the ends the nearest band."""
        modifiers = self.rules.listed(RallyFacts(*situation))
        drm = sum(m.value for m in modifiers)
        table = [self._band(face + drm) for face in self.die.faces()]
        return Check(
            self, situation, (self.die.die,), tuple(modifiers), "by band", self.outcomes, table
        )

    def _band(self, roll: int) -> int:
        bands = self.rules.bands
        if self.rules.clamps:
            roll = min(max(roll, bands[0][0]), bands[-1][1])
        for low, high, result in bands:
            if low <= roll <= high:
                return self.outcomes.index(result)
        return self.outcomes.index(bands[-1][2])  # a die off the table rallies nobody


class RallyDisorderedKind(CheckKind):
    """Rallying D-1 and D-2 units."""

    name = "rally-disordered"
    title = "Rally of a disordered unit"
    facts = RALLY_FACTS
    outcomes = ("recovered", "disordered")

    def __init__(self, rules: RallyRules, die: DieRules) -> None:
        super().__init__()
        self.rules = rules
        self.die = die

    def build(self, situation: Situation) -> Check:
        """Recovered strictly below Cohesion."""
        s = RallyFacts(*situation)
        modifiers = self.rules.listed(s)
        drm = sum(m.value for m in modifiers)
        table = [
            banded(self.rules.disordered, self.outcomes, face + drm - s.cohesion)
            for face in self.die.faces()
        ]
        target = f"below Cohesion {s.cohesion}"
        return Check(
            self, situation, (self.die.die,), tuple(modifiers), target, self.outcomes, table
        )
