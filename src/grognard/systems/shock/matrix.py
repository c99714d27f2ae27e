"""The combat results matrix: what B, d/D and r/R do to each arm in each state (pure tables)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.engine.dist import Dist
from grognard.engine.errors import BadSituation, GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.cohesion import (
    BY_ROUT_RESULT,
    BY_SECOND_DISORDER,
    PASS,
    CohesionFacts,
    CohesionKind,
)
from grognard.systems.shock.state.kinds import FOOT, GUNS, HORSE

# Rows of the matrix.
NORMAL, ROW_D1, ROW_D2, ROW_ROUTED, ROW_BLOWN = range(5)
ROWS: Final = ("normal", "d1", "d2", "routed", "blown")
STATES: Final = ("good", "d-1", "d-2", "routed", "blown")  # the rows as facts name them
MATRIX_KINDS: Final = ("infantry", "cavalry", "artillery")

# Columns of the matrix.
COL_RETREAT, COL_DISORDER, COL_ROUT = range(3)
MATRIX_COLUMNS: Final = ("retreat", "disorder", "rout")

# What a cell does.
WORDS: Final = (
    "retreat",
    "retreat-1",
    "d-1",
    "d-2",
    "rout",
    "lose-step",
    "eliminated",
    "check-b-or-rout",
)
RETREATS, RETREATS_1, BECOMES_D1, BECOMES_D2, ROUTS, LOSES_STEP, DIES, CHECKS = range(8)

NEVER, ON_CHECK, ALWAYS = range(3)
PARTS: Final = ("steps", "disorder", "retreat", "rout")
PART_STEPS, PART_DISORDER, PART_RETREAT, PART_ROUT = range(4)


class Outcome(NamedTuple):
    """A printed result, read: steps, disorder and rout (NEVER, ON_CHECK, ALWAYS), retreat."""

    steps: int
    disorder: int
    modifier: int
    retreat: bool
    rout: int


class ResultRules:
    """Result letters, the matrix, and the lines printed under it."""

    def __init__(self, book: Rulebook) -> None:
        def letter(key: str) -> str:
            return book.word("shock.rulings.result-letters", key)

        self.letters = {
            "retreat": letter("retreat"),
            "disorder_check": letter("disorder_check"),
            "disorder": letter("disorder"),
            "rout_check": letter("rout_check"),
            "rout": letter("rout"),
        }
        self.none = book.word("shock.fire.result.none", "code")
        self.checks = book.switch("shock.fire.result.check")
        self.modified_checks = book.switch("shock.fire.result.modified-check")
        self.steps_count = book.switch("shock.fire.result.steps")
        self.top_unit_disordered = book.switch("shock.fire.result.disorder")
        self.order = [
            PARTS.index(w) for w in book.words("shock.rulings.shock.result-order", "order")
        ]
        self.defender_first = book.word("shock.rulings.shock.result-order", "first") == "defender"
        self.cells: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for row, row_name in enumerate(ROWS):
            for kind, kind_name in enumerate(MATRIX_KINDS):
                if (row == ROW_D2 and kind != FOOT) or (row == ROW_BLOWN and kind != HORSE):
                    continue  # the matrix has no such row
                for column, name in enumerate(MATRIX_COLUMNS):
                    words = book.words(f"shock.matrix.{row_name}.{kind_name}.{name}", "does")
                    self.cells[row, kind, column] = tuple(WORDS.index(w) for w in words)
        self._refuse_d2(book)
        note = "shock.matrix.note.ranged-artillery"
        self.guns_stand_fire = book.switch(note, "artillery")
        self.blown_stand_fire = book.switch(note, "blown")
        self.d1_cavalry_stand_fire = book.switch(note, "disordered_cavalry")
        self.unable_steps = book.int("shock.retreat.unable", "steps")
        self.routed_steps = book.int("shock.routed.disorder-is-step", "steps")
        self.blown_retreat = book.int("shock.blown.retreat", "hexes")
        self.blown_automatic = book.switch("shock.blown.checks-automatic")
        self.blown_extra = book.int("shock.blown.extra-step", "steps")
        self.rout_disorders_friends = book.switch("shock.rout.through-friends")
        self.rout_in_full = book.switch("shock.rout.full-distance")
        self.rout_divide = book.int("shock.rulings.rout-retreat", "divide")
        length = "shock.rulings.retreat-length"
        self.retreat_hexes = [book.int(length, kind) for kind in MATRIX_KINDS]
        self.blown_on_retreat = book.switch("shock.rulings.blown.trigger", "on_retreat")
        self.once = book.switch("shock.rulings.result-once")
        self.retreat_in_part = book.switch("shock.rulings.retreat-in-part")
        self.read = lru_cache(maxsize=256)(self._read)
        self._pattern = re.compile(self._grammar())

    def _refuse_d2(self, book: Rulebook) -> None:
        """Only infantry can be D-2: no other cell may say so."""
        if not book.switch("shock.rulings.d2-infantry-only"):
            return
        for (row, kind, column), words in self.cells.items():
            if BECOMES_D2 in words and kind != FOOT:
                cell = f"shock.matrix.{ROWS[row]}.{MATRIX_KINDS[kind]}.{MATRIX_COLUMNS[column]}"
                raise GrognardError(f'"{cell}" says "d-2": only infantry can be D-2')

    def _grammar(self) -> str:
        x = {name: re.escape(text) for name, text in self.letters.items()}
        return (
            rf"(\d*)({x['retreat']})?({x['disorder_check']}|{x['disorder']})?([+-]\d)?"
            rf"({x['rout_check']}|{x['rout']})?"
        )

    def _read(self, code: str) -> Outcome:
        """A printed result such as "1BDr" or "1d+2"."""
        if code == self.none:
            return Outcome(0, NEVER, 0, False, NEVER)
        match = self._pattern.fullmatch(code)
        if match is None:
            if code == "-":  # a table that calls its empty result otherwise
                return Outcome(0, NEVER, 0, False, NEVER)
            raise GrognardError(f'"{code:.20}" is no combat result')
        steps, retreat, disorder, modifier, rout = match.groups()
        disordered = NEVER
        if disorder == self.letters["disorder"]:
            disordered = ALWAYS if self.top_unit_disordered else NEVER
        elif disorder:
            disordered = ON_CHECK if self.checks else NEVER
        routed = NEVER
        if rout:
            routed = ALWAYS if rout == self.letters["rout"] else ON_CHECK
        return Outcome(
            int(steps) if steps and self.steps_count else 0,
            disordered,
            int(modifier) if modifier and self.modified_checks else 0,
            bool(retreat),
            routed,
        )

    def refuse_row(self, check: str, fact: str, kind: int, row: int) -> None:
        """Raise if the matrix has no such row: only infantry is D-2, only cavalry blown."""
        if (row, kind, COL_DISORDER) not in self.cells:
            arms = [
                name for n, name in enumerate(MATRIX_KINDS) if (row, n, COL_DISORDER) in self.cells
            ]
            raise BadSituation(
                f"{check}: {fact}={STATES[row]} is for {', '.join(arms)},"
                f" not for {MATRIX_KINDS[kind]}"
            )

    def cell(self, row: int, kind: int, column: int) -> tuple[int, ...]:
        """What a column does to a kind of unit in a state."""
        return self.cells[row, kind, column]

    def stands_ranged_fire(self, row: int, kind: int) -> bool:
        """Whether the retreat part is ignored when guns fired from a distance."""
        if kind == GUNS:
            return self.guns_stand_fire
        if row == ROW_BLOWN:
            return self.blown_stand_fire
        return row == ROW_D1 and kind == HORSE and self.d1_cavalry_stand_fire


class Fate(NamedTuple):
    """A unit on its way through a result, for exact odds: state, steps lost, retreat, gone."""

    row: int
    lost: int
    left: int
    retreats: bool
    blown: bool = False  # by a retreat from its own charge

    def words(self) -> str:
        """The ending in a few words."""
        if self.left <= 0:
            return "eliminated"
        parts = []
        if self.lost:
            parts.append(f"{self.lost} step" + ("s" if self.lost > 1 else ""))
        if self.retreats and self.row != ROW_ROUTED:
            parts.append("retreat")
        state = ("", "D-1", "D-2", "routed", "blown")[self.row]
        if state:
            parts.append(state)
        if self.blown:
            parts.append("blown")
        return ", ".join(parts) or "no effect"


class Endings:
    """Exact odds of what a printed result leads to for one unit, checks included."""

    def __init__(self, rules: ResultRules, cohesion: CohesionKind) -> None:
        self.rules = rules
        self.cohesion = cohesion
        self.of = lru_cache(maxsize=1024)(self._of)

    def _of(
        self,
        code: str,
        kind: int,
        row: int,
        cohesion: int,
        steps: int,
        ranged: bool,
        cause: int,
        charging: bool = False,
    ) -> Dist[Fate]:
        """How a unit fares under a result; charging cavalry that goes back is blown."""
        outcome = self.rules.read(code)
        if row == ROW_BLOWN:
            outcome = self.harsher(outcome)
        fates: Dist[Fate] = Dist({Fate(row, 0, steps, False): 1})
        for part in self.rules.order:
            if not self._strikes(outcome, part):
                continue
            fates = fates.then(
                lambda fate, part=part: (  # type: ignore[misc]
                    Dist({fate: 1})
                    if self.rules.once and fate.row == ROW_ROUTED != row
                    else self._part(fate, part, outcome, kind, cohesion, ranged, cause)
                )
            )
        if charging and self.rules.blown_on_retreat:
            return fates.map(self._blow)
        return fates

    def _blow(self, fate: Fate) -> Fate:
        return fate._replace(blown=fate.retreats and fate.left > 0 and fate.row != ROW_ROUTED)

    def _strikes(self, outcome: Outcome, part: int) -> bool:
        """Whether a result has a part at all."""
        strikes = (outcome.steps, outcome.disorder, outcome.retreat, outcome.rout)
        return bool(strikes[part])

    def harsher(self, outcome: Outcome) -> Outcome:
        """The result as Blown cavalry suffers it."""
        printed = (outcome.disorder == ALWAYS) + (outcome.rout == ALWAYS)
        disorder, rout = outcome.disorder, outcome.rout
        if self.rules.blown_automatic:
            disorder = ALWAYS if disorder else NEVER
            rout = ALWAYS if rout else NEVER
        steps = outcome.steps + printed * self.rules.blown_extra
        return Outcome(steps, disorder, outcome.modifier, outcome.retreat, rout)

    def _part(
        self,
        fate: Fate,
        part: int,
        outcome: Outcome,
        kind: int,
        cohesion: int,
        ranged: bool,
        cause: int,
    ) -> Dist[Fate]:
        stays: Dist[Fate] = Dist({fate: 1})
        if fate.left <= 0:
            return stays
        name = PARTS[part]
        if name == "steps":
            return Dist({self._lose(fate, outcome.steps): 1})
        if name == "retreat":
            return (
                self._cell(fate, COL_RETREAT, kind, cohesion, ranged) if outcome.retreat else stays
            )
        column = COL_DISORDER if name == "disorder" else COL_ROUT
        how = outcome.disorder if name == "disorder" else outcome.rout
        if how == NEVER:
            return stays
        if how == ALWAYS:
            return self._cell(fate, column, kind, cohesion, ranged)
        modifier = outcome.modifier if name == "disorder" else 0
        why = cause if name == "disorder" else BY_ROUT_RESULT
        return self._check(cohesion, modifier, why).then(
            lambda face: stays if face == PASS else self._cell(fate, column, kind, cohesion, ranged)
        )

    def _check(self, cohesion: int, modifier: int, cause: int) -> Dist[int]:
        weights = self.cohesion.check(CohesionFacts(cohesion, modifier, cause)).weights
        return Dist({i: w for i, w in enumerate(weights) if w})

    def _lose(self, fate: Fate, steps: int) -> Fate:
        return fate._replace(lost=fate.lost + steps, left=fate.left - steps)

    def _cell(self, fate: Fate, column: int, kind: int, cohesion: int, ranged: bool) -> Dist[Fate]:
        fates: Dist[Fate] = Dist({fate: 1})
        row = fate.row
        for word in self.rules.cell(row, kind, column):
            fates = fates.then(
                lambda f, word=word: self._word(f, word, kind, row, cohesion, ranged)  # type: ignore[misc]
            )
        return fates

    def _word(
        self, fate: Fate, word: int, kind: int, row: int, cohesion: int, ranged: bool
    ) -> Dist[Fate]:
        if fate.left <= 0:
            return Dist({fate: 1})
        if word in (RETREATS, RETREATS_1):
            if ranged and self.rules.stands_ranged_fire(row, kind):
                return Dist({fate: 1})
            return Dist({fate._replace(retreats=True): 1})
        if word == BECOMES_D1:
            return Dist({fate._replace(row=ROW_D1): 1})
        if word == BECOMES_D2:
            return Dist({fate._replace(row=ROW_D2): 1})
        if word == ROUTS:
            return Dist({fate._replace(row=ROW_ROUTED): 1})
        if word == LOSES_STEP:
            return Dist({self._lose(fate, self.rules.routed_steps if row == ROW_ROUTED else 1): 1})
        if word == DIES:
            return Dist({fate._replace(lost=fate.lost + fate.left, left=0): 1})
        routed = fate._replace(row=ROW_ROUTED)
        retreats = (
            fate
            if ranged and self.rules.stands_ranged_fire(row, kind)
            else fate._replace(retreats=True)
        )
        return self._check(cohesion, 0, BY_SECOND_DISORDER).map(
            lambda face: retreats if face == PASS else routed
        )
