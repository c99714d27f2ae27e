"""The combat results matrix: what B, d/D and r/R do to each arm in each state."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.engine.errors import BadSituation, GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.state.kinds import FOOT, GUNS, HORSE

# Rows of the matrix, and how facts name them.
ROWS: Final = ("normal", "d1", "d2", "routed", "blown")
STATES: Final = ("good", "d-1", "d-2", "routed", "blown")
NORMAL, ROW_D1, ROW_D2, ROW_ROUTED, ROW_BLOWN = range(5)
MATRIX_KINDS: Final = ("infantry", "cavalry", "artillery")

# Columns of the matrix.
MATRIX_COLUMNS: Final = ("retreat", "disorder", "rout")
COL_RETREAT, COL_DISORDER, COL_ROUT = range(3)

# What a cell does.
WORDS: Final = (
    "retreat",
    "retreat 1 hex",
    "D-1",
    "D-2",
    "rout",
    "lose a step",
    "eliminated",
    "Cohesion check: B or rout",
)
RETREATS, RETREATS_1, BECOMES_D1, BECOMES_D2, ROUTS, LOSES_STEP, DIES, CHECKS = range(8)

NEVER, ON_CHECK, ALWAYS = range(3)
NO_EFFECT: Final = "-"  # shock.fire.result.none
# Steps, B, d or D with a modifier, r or R, as they are printed: "1BDr", "1d+2".
LETTERS: Final = re.compile(r"(\d*)(B)?([dD])?([+-]\d)?([rR])?")  # shock.rulings.result-letters

# The parts of a result in the order in which they strike: shock.rulings.shock.result-order
PART_STEPS, PART_DISORDER, PART_ROUT, PART_RETREAT = PARTS = range(4)


class Outcome(NamedTuple):
    """A printed result, read: steps, disorder and rout (NEVER, ON_CHECK, ALWAYS), retreat."""

    steps: int
    disorder: int
    modifier: int
    retreat: bool
    rout: int

    def strikes(self, part: int) -> bool:
        """Whether the result has a part at all."""
        return bool((self.steps, self.disorder, self.rout, self.retreat)[part])

    def words(self) -> str:
        """The result in a few words.

        >>> read_result("1Bd+2").words()
        '1 step, retreat, a check against disorder at +2'
        """
        check = "a check against {}" + (f" at {self.modifier:+d}" if self.modifier else "")
        parts = [f"{self.steps} step" + ("s" if self.steps > 1 else "")] if self.steps else []
        if self.retreat:
            parts.append("retreat")
        for how, what in ((self.disorder, "disorder"), (self.rout, "rout")):
            if how != NEVER:
                parts.append(what if how == ALWAYS else check.format(what))
        return ", ".join(parts) or "no effect"


@lru_cache(maxsize=256)
def read_result(code: str) -> Outcome:
    """A printed result such as "1BDr" or "1d+2".

    >>> read_result("1d+2")
    Outcome(steps=1, disorder=1, modifier=2, retreat=False, rout=0)
    """
    match = LETTERS.fullmatch("" if code == NO_EFFECT else code)
    if match is None or not code:
        raise GrognardError(f'unknown combat result "{code:.20}"')
    steps, retreat, disorder, modifier, rout = match.groups()
    return Outcome(
        int(steps or 0),  # shock.fire.result.steps
        # shock.fire.result.check, shock.fire.result.disorder
        {None: NEVER, "d": ON_CHECK, "D": ALWAYS}[disorder],
        int(modifier or 0),  # shock.fire.result.modified-check
        bool(retreat),
        {None: NEVER, "r": ON_CHECK, "R": ALWAYS}[rout],
    )


def without_steps(code: str) -> str:
    """A printed result less its number of steps."""
    return code.lstrip("0123456789") or NO_EFFECT


class MatrixRules:
    """The cells of the matrix, and the numbers of the lines printed under it."""

    def __init__(self, book: Rulebook) -> None:
        self.cells: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for row, row_name in enumerate(ROWS):
            for kind, kind_name in enumerate(MATRIX_KINDS):
                if (row == ROW_D2 and kind != FOOT) or (row == ROW_BLOWN and kind != HORSE):
                    continue  # the matrix has no such row
                for column, name in enumerate(MATRIX_COLUMNS):
                    words = book.words(f"shock.matrix.{row_name}.{kind_name}.{name}", "does")
                    self.cells[row, kind, column] = tuple(WORDS.index(w) for w in words)
                    if "D-2" in words and kind != FOOT:  # shock.rulings.d2-infantry-only
                        cell = f"shock.matrix.{row_name}.{kind_name}.{name}"
                        raise GrognardError(f'"{cell}" says "D-2": only infantry can be D-2')
        self.routed_steps = book.int("shock.routed.disorder-is-step", "steps")
        self.blown_extra = book.int("shock.blown.extra-step", "steps")

    def refuse_row(self, check: str, fact: str, kind: int, row: int) -> None:
        """Raise if the matrix has no such row: only infantry is D-2, only cavalry blown."""
        if (row, kind, COL_DISORDER) in self.cells:
            return
        rows = enumerate(MATRIX_KINDS)
        arms = ", ".join(name for n, name in rows if (row, n, COL_DISORDER) in self.cells)
        raise BadSituation(
            f"{check}: {fact}={STATES[row]} is for {arms}, not for {MATRIX_KINDS[kind]}"
        )

    def cell(self, row: int, kind: int, column: int) -> tuple[int, ...]:
        """What a column does to a kind of unit in a state."""
        return self.cells[row, kind, column]

    def step_loss(self, row: int) -> int:
        """The steps a unit loses where its row says "lose a step"."""
        return self.routed_steps if row == ROW_ROUTED else 1

    def harsher(self, outcome: Outcome) -> Outcome:
        """The result as Blown cavalry suffers it."""
        printed = (outcome.disorder == ALWAYS) + (outcome.rout == ALWAYS)
        return outcome._replace(
            steps=outcome.steps + printed * self.blown_extra,
            disorder=ALWAYS if outcome.disorder else NEVER,  # shock.blown.checks-automatic
            rout=ALWAYS if outcome.rout else NEVER,  # shock.blown.checks-automatic
        )


def stands_ranged_fire(row: int, kind: int) -> bool:
    """Whether the retreat part is ignored when guns fired from a distance."""
    # shock.matrix.note.ranged-artillery
    return kind == GUNS or row == ROW_BLOWN or (row == ROW_D1 and kind == HORSE)
