"""Exact odds of what a printed result leads to for one unit, checks included."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from grognard.engine.dist import Dist
from grognard.systems.shock import matrix
from grognard.systems.shock.disorder import (
    BY_ROUT_RESULT,
    BY_SECOND_DISORDER,
    PASS,
    CohesionFacts,
    CohesionKind,
)


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
        if self.retreats and self.row != matrix.ROW_ROUTED:
            parts.append("retreat")
        state = ("", "D-1", "D-2", "routed", "blown")[self.row]
        if state:
            parts.append(state)
        if self.blown:
            parts.append("blown")
        return ", ".join(parts) or "no effect"


class Struck(NamedTuple):
    """The unit a result strikes, and how."""

    kind: int
    cohesion: int
    cause: int
    ranged: bool = False
    charging: bool = False
    walled: bool = False  # a chateau's own strength, which cannot retreat


# The states some words of the matrix put a unit in.
STATE_OF_WORD: Final = {
    matrix.BECOMES_D1: matrix.ROW_D1,
    matrix.BECOMES_D2: matrix.ROW_D2,
    matrix.ROUTS: matrix.ROW_ROUTED,
}


class Endings:
    """Exact odds of what a printed result leads to for one unit, checks included."""

    def __init__(self, rules: matrix.MatrixRules, unable: int, cohesion: CohesionKind) -> None:
        self.rules = rules
        self.unable = unable  # the steps a unit loses that cannot retreat
        self.cohesion = cohesion
        self.of = lru_cache(maxsize=1024)(self._of)

    def _of(self, code: str, row: int, steps: int, unit: Struck) -> Dist[Fate]:
        """How a unit in a state fares under a result; charging cavalry that goes back is blown."""
        outcome = matrix.read_result(code)
        if row == matrix.ROW_BLOWN:
            outcome = self.rules.harsher(outcome)
        fates: Dist[Fate] = Dist({Fate(row, 0, steps, False): 1})
        for part in matrix.PARTS:
            if not outcome.strikes(part):
                continue
            fates = fates.then(
                lambda fate, part=part: (  # type: ignore[misc]
                    Dist({fate: 1})
                    if fate.row == matrix.ROW_ROUTED != row  # the rest is spent
                    else self._part(fate, part, outcome, unit)
                )
            )
        return fates.map(self._blow) if unit.charging else fates

    def _blow(self, fate: Fate) -> Fate:
        stands = fate.left > 0 and fate.row != matrix.ROW_ROUTED
        return fate._replace(blown=fate.retreats and stands)

    def _part(self, fate: Fate, part: int, outcome: matrix.Outcome, unit: Struck) -> Dist[Fate]:
        stays: Dist[Fate] = Dist({fate: 1})
        if fate.left <= 0:
            return stays
        if part == matrix.PART_STEPS:
            return Dist({self._lose(fate, outcome.steps): 1})
        if part == matrix.PART_RETREAT:
            return self._cell(fate, matrix.COL_RETREAT, unit)
        disorders = part == matrix.PART_DISORDER
        column = matrix.COL_DISORDER if disorders else matrix.COL_ROUT
        how = outcome.disorder if disorders else outcome.rout
        if how == matrix.ALWAYS:
            return self._cell(fate, column, unit)
        modifier = outcome.modifier if disorders else 0
        why = unit.cause if disorders else BY_ROUT_RESULT
        return self._check(unit.cohesion, modifier, why).then(
            lambda face: stays if face == PASS else self._cell(fate, column, unit)
        )

    def _check(self, cohesion: int, modifier: int, cause: int) -> Dist[int]:
        weights = self.cohesion.check(CohesionFacts(cohesion, modifier, cause)).weights
        return Dist({i: w for i, w in enumerate(weights) if w})

    def _lose(self, fate: Fate, steps: int) -> Fate:
        return fate._replace(lost=fate.lost + steps, left=fate.left - steps)

    def _cell(self, fate: Fate, column: int, unit: Struck) -> Dist[Fate]:
        fates: Dist[Fate] = Dist({fate: 1})
        row = fate.row
        for word in self.rules.cell(row, unit.kind, column):
            fates = fates.then(
                lambda f, word=word: self._word(f, word, row, unit)  # type: ignore[misc]
            )
        return fates

    def _word(self, fate: Fate, word: int, row: int, unit: Struck) -> Dist[Fate]:
        if fate.left <= 0:
            return Dist({fate: 1})
        if unit.walled and word == matrix.RETREATS:
            return Dist({self._lose(fate, self.unable): 1})  # shock.rulings.chateau.stands
        if word == matrix.DIES or (unit.walled and word == matrix.ROUTS):
            return Dist({self._lose(fate, fate.left): 1})
        if word in STATE_OF_WORD:
            return Dist({fate._replace(row=STATE_OF_WORD[word]): 1})
        if word == matrix.LOSES_STEP:
            return Dist({self._lose(fate, self.rules.step_loss(row)): 1})
        ignored = unit.ranged and matrix.stands_ranged_fire(row, unit.kind)
        retreats = fate if ignored else fate._replace(retreats=True)
        if word != matrix.CHECKS:
            return Dist({retreats: 1})
        routed = fate._replace(row=matrix.ROW_ROUTED)
        return self._check(unit.cohesion, 0, BY_SECOND_DISORDER).map(
            lambda face: retreats if face == PASS else routed
        )
