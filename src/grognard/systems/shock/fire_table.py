"""The fire combat table: columns, shifts, die modifiers, and the check made of them.

Sheet: Fire Combat Table, Leader Casualties, Column Shifts, Die Roll Modifiers.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from grognard.engine.check import CHOICE, FLAG, NUMBER, Check, Fact, Modifier, Situation
from grognard.engine.dist import Dist
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import BY_FIRE, DieRules, OneDie, applying, drm
from grognard.systems.shock.judging.endings import Endings
from grognard.systems.shock.matrix import ROW_ROUTED, STATES, read_result
from grognard.systems.shock.state.kinds import GUNS, HORSE

FIRE_ARMS: Final = ("infantry", "artillery")
COVERS: Final = ("open", "woods", "village", "built-up-village", "chateau")
OPEN, IN_WOODS, IN_VILLAGE, IN_BUILT_UP, IN_CHATEAU = range(5)
TARGET_KINDS: Final = ("unknown", "infantry", "cavalry", "artillery")

ROLLS: Final = ("minus-1", *(str(n) for n in range(11)))
LEADER_MARK: Final = " L"


class FireFacts(NamedTuple):
    """What fire depends on, in the order of the sheet."""

    arm: int
    sp: int
    battery: int = 0
    massed: int = 0
    square: int = 0
    cavalry: int = 0
    routed: int = 0
    from_built_up: int = 0
    artillery_only: int = 0
    d1_firer: int = 0
    cover: int = 0
    up_steep: int = 0
    down_steep: int = 0
    crest: int = 0
    wet: int = 0
    anglo_allied: int = 0
    ids: int = 0
    french_guns: int = 0
    prussian_guns: int = 0
    maximum_range: int = 0
    shift: int = 0
    drm: int = 0
    leader: int = 0
    ranged: int = 0
    target: int = 0
    state: int = 0
    cohesion: int = 0
    steps: int = 0


def shift(book: Rulebook, id_: str) -> Modifier:
    """A column shift under the label of its line."""
    return Modifier(id_, book.label(id_), book.int(id_), "column")


class FireTableRules:
    """The numbers of the fire table."""

    def __init__(self, book: Rulebook) -> None:
        self.limits = [
            book.ints("shock.fire.columns.infantry", "limits"),
            book.ints("shock.fire.columns.artillery", "limits"),
        ]
        for limits in self.limits:
            if limits != sorted(set(limits)):
                raise GrognardError("the limits of shock.fire.columns must rise")
        self.columns = [
            book.words("shock.fire.columns.infantry", "columns"),
            book.words("shock.fire.columns.artillery", "columns"),
        ]
        ids = [f"shock.fire.roll.{row}" for row in ROLLS]
        rows = sorted((book.int(id_, "roll"), book.words(id_, "cells")) for id_ in ids)
        self.rolls = [roll for roll, _ in rows]
        if self.rolls != list(range(self.rolls[0], self.rolls[0] + len(rows))):
            raise GrognardError("the rows of shock.fire.roll leave a gap or overlap")
        self.cells = [cells for _, cells in rows]
        self.leader_roll = book.int("shock.fire.note.leader", "roll")
        self.leader_face = book.int("shock.fire.leader-casualty", "face")
        self.massed = shift(book, "shock.fire.shift.massed-target")
        self.massed_strength = book.int("shock.fire.shift.massed-target", "strength")
        self.cavalry = shift(book, "shock.fire.shift.cavalry-target")
        self.routed = shift(book, "shock.fire.shift.routed-target")
        self.from_built_up = shift(book, "shock.fire.shift.from-built-up-village")
        self.artillery = shift(book, "shock.fire.shift.artillery-target")
        self.d1_firer = shift(book, "shock.fire.shift.d1-firer")
        self.chateau = shift(book, "shock.fire.shift.chateau")
        self.woods = shift(book, "shock.fire.shift.woods")
        self.village = shift(book, "shock.fire.shift.village")
        self.up_steep = shift(book, "shock.fire.shift.up-steep-slope")
        self.down_steep = shift(book, "shock.fire.shift.down-steep-slope")
        self.crest = shift(book, "shock.fire.shift.crest")
        self.wet = shift(book, "shock.rulings.wet-fuses")
        self.maximum = book.int("shock.fire.shift.maximum")
        self.battery_times = book.int("shock.fire.grand-battery", "times")
        self.anglo_allied = drm(book, "shock.fire.drm.anglo-allied-infantry")
        self.anglo_allied_army = book.word("shock.fire.drm.anglo-allied-infantry", "army")
        self.excepted = book.word("shock.fire.drm.anglo-allied-infantry", "excepted")
        self.ids = drm(book, "shock.fire.drm.chateau-ids")
        self.french = drm(book, "shock.fire.drm.french-artillery")
        self.french_army = book.word("shock.fire.drm.french-artillery", "army")
        self.prussian = drm(book, "shock.fire.drm.prussian-artillery")
        self.prussian_army = book.word("shock.fire.drm.prussian-artillery", "army")
        self.maximum_range = drm(book, "shock.fire.drm.maximum-range")

    def column(self, arm: int, sp: int) -> int:
        """The column a strength picks, before shifts; column 0 is "below 1"."""
        return max(bisect_right(self.limits[arm], sp), 1)  # shock.fire.note.below-1

    def head(self, arm: int, column: int) -> str:
        """The head of a column, as an arm reads it."""
        heads = self.columns[arm]
        return heads[column] if column < len(heads) else self.columns[1][column]


class FireKind(OneDie[FireTableRules]):
    """Fire: a column by strength and shifts, a die with its modifiers, a printed result."""

    name = "fire"
    title = "Fire"
    facts = (
        Fact("arm", "Arm that fires", "Firer", CHOICE, choices=FIRE_ARMS),
        Fact("sp", "Strength points that fire", "Firer", NUMBER, 0, 200, default=1),
        Fact("battery", "Fires in grand battery", "Firer", FLAG),
        Fact("massed", "Target of 6 or more strength points", "Column shifts", FLAG),
        Fact("square", "Target in square", "Column shifts", FLAG, excludes=("cavalry", "routed")),
        Fact("cavalry", "Target is cavalry", "Column shifts", FLAG, excludes=("artillery-only",)),
        Fact("routed", "Target is routed", "Column shifts", FLAG),
        Fact("from-built-up", "Firer in a built-up village", "Column shifts", FLAG),
        Fact("artillery-only", "Target is artillery alone", "Column shifts", FLAG),
        Fact("d1-firer", "Firer is D-1", "Column shifts", FLAG),
        Fact("cover", "Ground of the target", "Column shifts", CHOICE, choices=COVERS),
        Fact("up-steep", "Target up a steep slope", "Column shifts", FLAG),
        Fact("down-steep", "Target down a steep slope", "Column shifts", FLAG),
        Fact("crest", "Fire crosses a crest", "Column shifts", FLAG),
        Fact("wet", "Firer has wet fuses", "Column shifts", FLAG),
        Fact("anglo-allied", "Anglo-Allied, not Dutch-Belgian, infantry", "Die modifiers", FLAG),
        Fact("ids", "A chateau's own strength fires", "Die modifiers", FLAG),
        Fact("french-guns", "French artillery", "Die modifiers", FLAG, excludes=("prussian-guns",)),
        Fact("prussian-guns", "Prussian artillery", "Die modifiers", FLAG),
        Fact("maximum-range", "Artillery at its maximum range", "Die modifiers", FLAG),
        Fact("shift", "Further column shift", "By hand", NUMBER, -20, 20),
        Fact("drm", "Further modifier of the die", "By hand", NUMBER, -20, 20),
        Fact("leader", "A leader is in the target hex", "Target", FLAG),
        Fact("ranged", "The target is not adjacent", "Target", FLAG),
        Fact("target", "Arm of the top unit", "Target", CHOICE, choices=TARGET_KINDS),
        Fact("state", "Its state", "Target", CHOICE, choices=STATES),
        Fact("cohesion", "Its Cohesion", "Target", NUMBER, 0, 9),
        Fact("steps", "Its steps", "Target", NUMBER, 0, 200),
    )

    def __init__(self, rules: FireTableRules, die: DieRules, endings: Endings) -> None:
        super().__init__(die, rules)
        self.endings = endings
        codes = {code for row in rules.cells for code in row}
        # From the mildest to the worst.
        self.codes = tuple(sorted(codes, key=lambda code: (read_result(code), code)))
        self.outcomes = self.codes + tuple(code + LEADER_MARK for code in self.codes)

    def implied(self, situation: Situation) -> Situation:
        """A target of which the arm and the state are told shifts the column by them."""
        s = FireFacts(*situation)
        if not s.target:
            return situation
        return s._replace(
            cavalry=s.cavalry or int(s.target - 1 == HORSE),
            artillery_only=s.artillery_only or int(s.target - 1 == GUNS),
            routed=s.routed or int(s.state == ROW_ROUTED),
        )

    def refuse_contradictions(self, situation: Situation) -> None:
        """Nor is there a target in a state its arm cannot be in."""
        super().refuse_contradictions(situation)
        s = FireFacts(*situation)
        if s.target:
            self.endings.rules.refuse_row(self.name, "state", s.target - 1, s.state)

    def build(self, situation: Situation) -> Check:
        s = FireFacts(*situation)
        rules = self.rules
        shifts = self._limited(self._shifts(s))
        sp = s.sp * rules.battery_times if s.battery and s.arm == 1 else s.sp
        start = rules.column(s.arm, sp)
        net = sum(m.value for m in shifts)
        # Infantry too may be shifted into the last two: shock.rulings.fire.infantry-last-columns
        column = min(max(start + net, 0), len(rules.cells[0]) - 1)
        index = {code: i for i, code in enumerate(self.codes)}

        def read(roll: int) -> int:
            row = max(bisect_right(rules.rolls, roll) - 1, 0)
            code = index[rules.cells[row][column]]
            falls = s.leader and rules.rolls[row] == rules.leader_roll
            return code + len(self.codes) if falls else code

        target = f"column {rules.head(s.arm, column)}"
        if column != start:
            target += f" (from {rules.head(s.arm, start)})"
        modifiers = [*shifts, *self._drms(s)]  # shock.fire.drm.cumulative
        return self.read_off(situation, modifiers, target, read)

    def _shifts(self, s: FireFacts) -> list[Modifier]:
        rules = self.rules
        # shock.fire.shift.massed-not-in-village
        massed = (s.massed or s.square) and s.cover not in (IN_VILLAGE, IN_BUILT_UP)
        hand = Modifier("shock.fire.shift.cumulative", "By hand", s.shift, "column")
        return [
            *applying(
                (massed, rules.massed),
                (s.cavalry, rules.cavalry),
                (s.routed, rules.routed),
                (s.from_built_up, rules.from_built_up),
                (s.artillery_only, rules.artillery),
                (s.d1_firer, rules.d1_firer),  # shock.d1.fire-shift
            ),
            *self._terrain(s),
            *applying((s.wet and s.arm == 0, rules.wet), (s.shift, hand)),
        ]

    def _terrain(self, s: FireFacts) -> list[Modifier]:
        rules = self.rules
        if s.cover == IN_CHATEAU:  # shock.fire.shift.chateau-alone
            return [rules.chateau]
        return applying(
            (s.cover == IN_WOODS, rules.woods),
            (s.cover in (IN_VILLAGE, IN_BUILT_UP), rules.village),
            (s.up_steep, rules.up_steep),
            (s.down_steep, rules.down_steep),
            (s.crest and s.arm == 1, rules.crest),
        )

    def _limited(self, shifts: list[Modifier]) -> list[Modifier]:
        """The shifts with the limit of their sum as one more line where it bites."""
        rules = self.rules
        net = sum(m.value for m in shifts)  # shock.fire.shift.cumulative
        held = min(max(net, -rules.maximum), rules.maximum)
        if held != net:
            id_ = "shock.fire.shift.maximum"
            reason = f"at most {rules.maximum} columns in all"
            shifts.append(Modifier(id_, reason, held - net, "column"))
        return shifts

    def _drms(self, s: FireFacts) -> list[Modifier]:
        rules = self.rules
        return applying(
            (s.anglo_allied and s.arm == 0, rules.anglo_allied),
            (s.ids, rules.ids),
            (s.french_guns and s.arm == 1, rules.french),
            (s.prussian_guns and s.arm == 1, rules.prussian),
            (s.maximum_range and s.arm == 1, rules.maximum_range),
            (s.drm, Modifier("shock.fire.drm.cumulative", "By hand", s.drm)),
        )

    def staged(self, situation: Situation) -> Dist[str]:
        """How it ends for the target's top unit, if one is named; else the printed codes."""
        s = FireFacts(*situation)
        check = self.check(situation)
        if not s.target:
            return check.first_odds()
        first = Dist({i: w for i, w in enumerate(check.weights) if w})
        steps = s.steps or 99

        def end(outcome: int) -> Dist[str]:
            code = self.codes[outcome % len(self.codes)]
            kind = s.target - 1
            fates = self.endings.of(code, kind, s.state, s.cohesion, steps, bool(s.ranged), BY_FIRE)
            if outcome >= len(self.codes):
                return fates.map(lambda fate: fate.words() + "; leader at risk")
            return fates.map(lambda fate: fate.words())

        return first.then(end)


class CasualtyFacts(NamedTuple):
    """A leader casualty roll depends on nothing."""

    leaders: int = 1


class CasualtyKind(OneDie[FireTableRules]):
    """A leader in a hex hit with an L."""

    name = "leader-casualty"
    title = "Leader casualty"
    facts = (Fact("leaders", "A leader is in the hex", "Target", NUMBER, 1, 1, default=1),)
    outcomes = ("unhurt", "killed")

    def build(self, situation: Situation) -> Check:
        face = self.rules.leader_face
        return self.read_off(situation, (), f"killed on {face}", lambda roll: int(roll == face))
