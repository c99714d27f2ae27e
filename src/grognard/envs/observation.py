"""What a side observes: its own view and nothing else, as a flat vector or as planes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from grognard.boards import AREAS, HEXES
from grognard.engine.battle import Battle
from grognard.engine.errors import GrognardError
from grognard.engine.numbers import LARGEST
from grognard.engine.position import DERIVED, Position
from grognard.engine.system import System
from grognard.engine.view import Placement, View

FLAT: Final = "flat"
PLANES: Final = "planes"
STEP_NUMBERS: Final = 16  # of the open question, cut or filled up
TENTHS: Final = 10  # of an inch: a cell of the table's planes

Array = NDArray[np.float32]


class FlatObservation:
    """Every field of the side's view, and its open question, each number scaled to −1 … 1.

    What is hidden reads −1. Behind the fields come: who is asked, which kind of question (one of
    all steps), and the numbers the question holds.
    """

    def __init__(self, system: System, battle: Battle) -> None:
        start = system.start(battle)
        fields = [field for field in start.FIELDS if field.secrecy != DERIVED]
        self.names = [field.name for field in fields]
        self.kinds = {start.STEPS[name]: i for i, name in enumerate(sorted(start.STEPS))}
        sizes = start.sizes()
        scales: list[float] = []
        for field in fields:
            values: Sequence[int] = getattr(start, field.name)
            scales += [_scale(field.counts.range(sizes))] * len(values)
        self.sides = len(battle.sides)
        scales += [1.0] * (self.sides + len(self.kinds))
        scales += [1.0 / max(sizes.values())] * STEP_NUMBERS
        self.scale = np.asarray(scales, np.float32)
        self.shape = self.scale.shape

    def of(self, position: Position, side: int) -> Array:
        """What a side observes of a position."""
        known = position.known_to(side) if position.hides else position  # it is only read
        values: list[int] = []
        for name in self.names:
            values += getattr(known, name)
        values += self._question(known)
        found = np.array(values, np.float32)
        found *= self.scale
        np.maximum(found, -1.0, out=found)  # what is hidden too: HIDDEN is far below every range
        np.minimum(found, 1.0, out=found)
        return found

    def _question(self, known: Position) -> list[int]:
        """Who is asked, which kind of question it is, and the numbers it holds."""
        tail = [0] * (self.sides + len(self.kinds) + STEP_NUMBERS)
        if known.stack:
            if known.actor >= 0:
                tail[known.actor] = 1
            step = known.top
            tail[self.sides + self.kinds[type(step)]] = 1
            numbers: list[int] = []
            for name in step.__struct_fields__:
                value: int | tuple[int, ...] = getattr(step, name)
                if isinstance(value, int):
                    numbers.append(value)
                else:
                    numbers += value
            first = self.sides + len(self.kinds)
            for place, number in enumerate(numbers[:STEP_NUMBERS], first):
                tail[place] = max(number, -1)
        return tail


def _scale(limits: tuple[int, int]) -> float:
    """Numbers of known range fill it; others are counted in tens."""
    most = max(abs(limits[0]), abs(limits[1]))
    return 1.0 / most if 0 < most < LARGEST else 0.1


class PlaneObservation:
    """The board as planes: of each side pieces, strength and facing; then who has objectives.

    A cell is a hex, an inch of the table, or one area (then the planes are one cell high).
    """

    def __init__(self, system: System, battle: Battle) -> None:
        self.system = system
        self.sides = len(battle.sides)
        ground = system.ground(battle)
        self.board = system.board
        self.columns, rows = _size(system.board, ground)
        self.grid = ground.grid if self.board == HEXES else None
        units = system.roster(battle).units
        self.strongest = max((unit.strength for unit in units), default=1) or 1
        self.shape = (4 * self.sides + self.sides, rows, self.columns)

    def of(self, position: Position, side: int) -> Array:
        """What a side observes of a position."""
        view = View(position, side)
        found = np.zeros(self.shape, np.float32)
        for piece in self.system.placements(view):
            if piece.side >= 0:
                self._enter(found, piece)
        for marker in self.system.markers(view):
            if marker.kind == "objective" and 0 <= marker.side < self.sides and marker.at:
                row, column = self._cell(marker.at)
                found[4 * self.sides + marker.side, row, column] = 1.0
        return found

    def _enter(self, found: Array, piece: Placement) -> None:
        first = 4 * piece.side
        row, column = self._cell(piece.at)
        found[first, row, column] += 0.25
        if piece.strength.isdecimal():
            found[first + 1, row, column] += int(piece.strength) / self.strongest / 4
        if piece.turn is not None:
            turn = np.deg2rad(piece.turn)
            found[first + 2, row, column] = np.sin(turn)
            found[first + 3, row, column] = np.cos(turn)
        np.clip(found[first : first + 2], 0.0, 1.0, found[first : first + 2])

    def _cell(self, at: tuple[int, ...]) -> tuple[int, int]:
        if self.board == HEXES:
            return divmod(at[0], self.columns)
        if self.board == AREAS:
            return 0, at[0]
        return at[1] // TENTHS, at[0] // TENTHS


def _size(board: str, ground: Any) -> tuple[int, int]:
    """Columns and rows of the planes."""
    if board == HEXES:
        return ground.grid.width, ground.grid.height
    if board == AREAS:
        return ground.areas.size, 1
    wide, high = ground.size
    return wide // TENTHS + 1, high // TENTHS + 1


Observation = FlatObservation | PlaneObservation


def observation(kind: str, system: System, battle: Battle) -> Observation:
    """How a battle is observed, by name."""
    if kind == FLAT:
        return FlatObservation(system, battle)
    if kind == PLANES:
        return PlaneObservation(system, battle)
    raise GrognardError(f'no observation "{kind:.40}": there is {FLAT} and {PLANES}')
