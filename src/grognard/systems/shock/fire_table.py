"""The fire combat table: columns, shifts, die modifiers, and the check made of them.

Sheet: Fire Combat Table, Leader Casualties, Column Shifts, Die Roll Modifiers.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Annotated, Final, NamedTuple

from grognard.engine.adding import Grouped, Sum
from grognard.engine.check import (
    Check,
    Modifier,
    Situation,
    choice,
    facts_of,
    number,
    tick,
)
from grognard.engine.dist import Dist
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import (
    BY_FIRE,
    DieRules,
    OneDie,
    by_hand,
    counted,
    modifiers,
)
from grognard.systems.shock.judging.endings import Endings, Fate, Struck
from grognard.systems.shock.matrix import ROW_ROUTED, STATES, read_result
from grognard.systems.shock.state.kinds import FOOT, GUNS, HORSE

FIRE_ARMS: Final = ("infantry", "artillery")
COVERS: Final = ("open", "woods", "village", "built-up-village", "chateau")
OPEN, IN_WOODS, IN_VILLAGE, IN_BUILT_UP, IN_CHATEAU = range(5)
TARGET_KINDS: Final = ("unknown", "infantry", "cavalry", "artillery", "garrison")
GARRISON_TARGET: Final = 4

ROLLS: Final = ("minus-1", *(str(n) for n in range(11)))
LEADER_MARK: Final = " L"


SHIFTS: Final = "Column shifts"
DRMS: Final = "Die modifiers"


class FireFacts(NamedTuple):
    """What fire depends on, in the order of the sheet."""

    arm: Annotated[int, choice("Arm that fires", "Firer", FIRE_ARMS)] = 0
    sp: Annotated[int, number("Strength points that fire", "Firer", 0, 200)] = 1
    battery: Annotated[int, tick("Fires in grand battery", "Firer")] = 0
    massed: Annotated[int, tick("Target of 6 or more strength points", SHIFTS)] = 0
    square: Annotated[int, tick("Target in square", SHIFTS, ("cavalry", "routed"))] = 0
    cavalry: Annotated[int, tick("Target is cavalry", SHIFTS, ("artillery-only",))] = 0
    routed: Annotated[int, tick("Target is routed", SHIFTS)] = 0
    from_built_up: Annotated[int, tick("Firer in a built-up village", SHIFTS)] = 0
    artillery_only: Annotated[int, tick("Target is artillery alone", SHIFTS)] = 0
    d1_firer: Annotated[int, tick("Firer is D-1", SHIFTS)] = 0
    cover: Annotated[int, choice("Ground of the target", SHIFTS, COVERS)] = 0
    up_steep: Annotated[int, tick("Target up a steep slope", SHIFTS)] = 0
    down_steep: Annotated[int, tick("Target down a steep slope", SHIFTS)] = 0
    crest: Annotated[int, tick("Fire crosses a crest", SHIFTS)] = 0
    wet: Annotated[int, tick("Firer has wet fuses", SHIFTS)] = 0
    anglo_allied: Annotated[int, tick("Anglo-Allied, not Dutch-Belgian, infantry", DRMS)] = 0
    ids: Annotated[int, tick("A chateau's own strength fires", DRMS)] = 0
    french_guns: Annotated[int, tick("French artillery", DRMS, ("prussian-guns",))] = 0
    prussian_guns: Annotated[int, tick("Prussian artillery", DRMS)] = 0
    maximum_range: Annotated[int, tick("Artillery at its maximum range", DRMS)] = 0
    shift: Annotated[int, number("Further column shift", "By hand", -20, 20)] = 0
    drm: Annotated[int, number("Further modifier of the die", "By hand", -20, 20)] = 0
    leader: Annotated[int, tick("A leader is in the target hex", "Target")] = 0
    ranged: Annotated[int, tick("The target is not adjacent", "Target", aside=True)] = 0
    target: Annotated[int, choice("Arm of the top unit", "Target", TARGET_KINDS, aside=True)] = 0
    state: Annotated[int, choice("Its state", "Target", STATES, aside=True)] = 0
    cohesion: Annotated[int, number("Its Cohesion", "Target", 0, 9, aside=True)] = 0
    steps: Annotated[int, number("Its steps", "Target", 0, 200, aside=True)] = 0


FIRE_SHIFTS: Final = {
    "massed": "shock.fire.shift.massed-target",
    "cavalry": "shock.fire.shift.cavalry-target",
    "routed": "shock.fire.shift.routed-target",
    "from-built-up": "shock.fire.shift.from-built-up-village",
    "artillery-only": "shock.fire.shift.artillery-target",
    "d1-firer": "shock.fire.shift.d1-firer",  # shock.d1.fire-shift
    "cover=chateau": "shock.fire.shift.chateau",
    "cover=woods": "shock.fire.shift.woods",
    "cover=village": "shock.fire.shift.village",
    "cover=built-up-village": "shock.fire.shift.village",
    "up-steep": "shock.fire.shift.up-steep-slope",
    "down-steep": "shock.fire.shift.down-steep-slope",
    "crest": "shock.fire.shift.crest",
    "wet": "shock.rulings.wet-fuses",
}
FIRE_DRMS: Final = {
    "anglo-allied": "shock.fire.drm.anglo-allied-infantry",
    "ids": "shock.fire.drm.chateau-ids",
    "french-guns": "shock.fire.drm.french-artillery",
    "prussian-guns": "shock.fire.drm.prussian-artillery",
    "maximum-range": "shock.fire.drm.maximum-range",
}


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
        self.shifts = modifiers(book, FIRE_SHIFTS, "column")
        self.shifts["shift"] = by_hand(of="column")
        self.maximum = book.int("shock.fire.shift.maximum")
        self.massed_strength = book.int("shock.fire.shift.massed-target", "strength")
        self.battery_times = book.int("shock.fire.grand-battery", "times")
        self.drms = modifiers(book, FIRE_DRMS)
        self.drms["drm"] = by_hand()
        self.anglo_allied_army = book.word("shock.fire.drm.anglo-allied-infantry", "army")
        self.excepted = book.word("shock.fire.drm.anglo-allied-infantry", "excepted")
        self.french_army = book.word("shock.fire.drm.french-artillery", "army")
        self.prussian_army = book.word("shock.fire.drm.prussian-artillery", "army")

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
    vain = ("-", "no effect")  # the code, and how it ends for a unit that is named
    facts = facts_of(FireFacts)
    sums = (Sum("column", {"column": 1}, {}, "shift"), Sum("die", {"die": 1}, {}, "drm"))
    looked_up = ("start", "leader")

    def __init__(self, rules: FireTableRules, die: DieRules, endings: Endings) -> None:
        super().__init__(die, rules)
        self.endings = endings
        codes = {code for row in rules.cells for code in row}
        # From the mildest to the worst.
        self.codes = tuple(sorted(codes, key=lambda code: (read_result(code), code)))
        self.outcomes = self.codes + tuple(code + LEADER_MARK for code in self.codes)

    def grouped(self) -> tuple[Grouped, ...]:
        """Arm and strength pick the column; the arm also says how its head reads."""
        times, width = self.rules.battery_times, len(self.rules.cells[0])

        def start(values: tuple[int, ...]) -> int | None:
            if len(values) < 3:
                return None
            arm, battery, sp = values
            return arm * width + self.rules.column(arm, sp * times if battery and arm else sp)

        return (Grouped("start", ("arm", "battery", "sp"), start),)

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
            self.endings.rules.refuse_row(self.name, "state", kind_of(s.target), s.state)

    def build(self, situation: Situation) -> Check:
        s = FireFacts(*situation)
        rules = self.rules
        counts = self.counts(relevant(s))
        shifts = self._limited(counted(rules.shifts, counts))
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
        listed = [*shifts, *counted(rules.drms, counts)]  # shock.fire.drm.cumulative
        return self.read_off(situation, listed, target, read)

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

    def staged(self, situation: Situation) -> Dist[str]:
        """How it ends for the target's top unit, if one is named; else the printed codes."""
        s = FireFacts(*situation)
        check = self.check(situation)
        if not s.target:
            return check.first_odds()
        first = Dist({i: w for i, w in enumerate(check.weights) if w})
        struck = Struck(
            kind_of(s.target),
            s.cohesion,
            BY_FIRE,
            bool(s.ranged),
            walled=s.target == GARRISON_TARGET,
        )

        words = Fate.words
        before = Fate(row=s.state, lost=0, left=1, retreats=False).words()
        before = "" if s.state == ROW_ROUTED else before  # it may run on

        def end(outcome: int) -> Dist[str]:
            code = self.codes[outcome % len(self.codes)]
            fates = self.endings.of(code, s.state, s.steps or 99, struck)
            risk = "; leader at risk" if outcome >= len(self.codes) else ""
            # Who stays in the state he was in has suffered nothing.
            return fates.map(lambda fate: (words(fate), "no effect")[words(fate) == before] + risk)

        return first.then(end)


def kind_of(target: int) -> int:
    """The kind of a target by its choice among TARGET_KINDS; a garrison is infantry."""
    return FOOT if target == GARRISON_TARGET else target - 1


def relevant(s: FireFacts) -> FireFacts:
    """The facts that count, of those that are true."""
    massed = (s.massed or s.square) and s.cover not in (IN_VILLAGE, IN_BUILT_UP)
    s = s._replace(massed=int(massed), square=0)  # shock.fire.shift.massed-not-in-village
    if s.cover == IN_CHATEAU:  # shock.fire.shift.chateau-alone
        s = s._replace(up_steep=0, down_steep=0, crest=0)
    if s.arm == 1:
        return s._replace(wet=0, anglo_allied=0)
    return s._replace(crest=0, french_guns=0, prussian_guns=0, maximum_range=0)


class CasualtyFacts(NamedTuple):
    """A leader casualty roll depends on nothing."""

    leaders: Annotated[int, number("A leader is in the hex", "Target", 1, 1)] = 1


class CasualtyKind(OneDie[FireTableRules]):
    """A leader in a hex hit with an L."""

    name = "leader-casualty"
    title = "Leader casualty"
    facts = facts_of(CasualtyFacts)
    outcomes = ("unhurt", "killed")

    def build(self, situation: Situation) -> Check:
        face = self.rules.leader_face
        return self.read_off(situation, (), f"killed on {face}", lambda roll: int(roll == face))
