"""A tabletop in text: its ground letter by letter, with the stands and generals where they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Final, NamedTuple

from rich.text import Text

from grognard.boards.polygons import OUTSIDE, Point, segments, where
from grognard.boards.tablemap import AREAS, LINES, TENTHS, TableMap, centre
from grognard.cli.board_text import side_style
from grognard.cli.tags import Tags
from grognard.engine.tool import Shape
from grognard.engine.view import Marker, Placement

ARROWS: Final = "↑↗→↘↓↙←↖"
ASCII_ARROWS: Final = "^'>.v,<`"
FACINGS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west",
                  "north-west")  # fmt: skip
GENERAL: Final = "*"  # in place of an arrow: a piece that looks nowhere
OBJECTIVE: Final = "X"
MARKED: Final = "."  # ground that a tool shows
MILS: Final = 100  # of a shape in a tenth of an inch
ENTRY: Final = "entry"  # markers of this kind are told in words only
LEVELS: Final = " '\":"  # open ground on levels 0, 1, 2, and 3 or more
AREA_LETTERS: Final = {
    "forest": "w",
    "orchard": "o",
    "broken": "b",
    "crops": "c",
    "marsh": "m",
    "swamp": "s",
    "lake": "~",
    "town": "T",
    "village": "V",
    "fort": "F",
    "fortress": "F",
}
LINE_LETTERS: Final = {
    "road": "=",
    "track": "-",
    "sunken-road": "=",
    "railway": "+",
    "cut": "#",
    "stream": "~",
    "marshy-stream": "~",
    "river": "~",
    "low-wall": "#",
    "hasty-works": "#",
    "field-works": "#",
    "hedge": "#",
    "tree-line": "#",
    "dike": "#",
}
STYLES: Final = {
    "w": "green",
    "o": "green",
    "b": "yellow",
    "c": "yellow",
    "m": "cyan",
    "s": "cyan",
    "~": "blue",
    "T": "magenta",
    "V": "magenta",
    "F": "magenta",
}
KINDS_TOLD: Final = {"label": ""}  # of named places: nothing but a name
EDGE: Final = 4  # columns for the inches at the left
NUMBERED: Final = 6  # inches between two numbers above


class Scale(NamedTuple):
    """How much of the table a letter stands for, in tenths of an inch across and down."""

    across: int
    down: int


def scale(table: TableMap, width: int) -> Scale:
    """The largest picture that fits a width; a letter is twice as high as it is wide."""
    across = max(5, -(-table.size[0] // max(20, width - EDGE)))
    return Scale(across, 2 * across)


def place(at: Sequence[int]) -> str:
    """A point as poses are written: inches from the left and from the top.

    >>> place((123, 200, 30, 30))
    '12.3,20.0'
    """
    return ",".join(f"{v // TENTHS}.{v % TENTHS}" for v in at[:2])


class TableText:
    """One look at a tabletop: its map, and the pieces and markers on it."""

    def __init__(
        self,
        table: TableMap,
        placements: Sequence[Placement],
        markers: Sequence[Marker],
        tags: Tags,
        ascii_only: bool = False,
        shapes: Sequence[Shape] = (),
    ) -> None:
        self.table = table
        self.shapes = [[(x // MILS, y // MILS) for x, y in shape] for shape in shapes]
        self.placements = placements
        self.markers = [m for m in markers if len(m.at) > 1 and m.kind != ENTRY]
        self.tags = tags
        self.arrows = ASCII_ARROWS if ascii_only else ARROWS

    def draw(self, width: int, rows: tuple[int, int] | None = None) -> list[Text]:
        """The lines of the table, or those from one row of it to another."""
        step = scale(self.table, width)
        signs = self.signs(step)
        pieces = self._pieces(step)
        first, last = rows or (0, len(signs))
        lines = [self._head(step)]
        for row in range(first, last):
            line = Text(f"{row * step.down // TENTHS:>3} ", "dim")
            _append(line, signs[row], pieces.get(row, []))
            lines.append(line)
        return lines

    def rows(self, width: int, focus: Iterable[str], lines: int) -> tuple[int, int]:
        """So many rows of the table about some pieces, or about all of them."""
        step = scale(self.table, width)
        whole = -(-self.table.size[1] // step.down)
        named = set(focus)
        at = [p.at[1] for p in self.placements if p.id in named]
        at = at or [p.at[1] for p in self.placements] or [self.table.size[1] // 2]
        middle = (min(at) + max(at)) // 2 // step.down
        shown = min(whole, max(lines - 1, 3))
        first = max(0, min(middle - shown // 2, whole - shown))
        return first, first + shown

    def _head(self, step: Scale) -> Text:
        """Every sixth inch above the table."""
        line = " " * EDGE
        for inch in range(0, self.table.size[0] // TENTHS, NUMBERED):
            line = line.ljust(EDGE + inch * TENTHS // step.across) + f"{inch}"
        return Text(line, "dim")

    def signs(self, step: Scale) -> list[list[str]]:
        """The ground, letter by letter."""
        wide, high = (-(-self.table.size[i] // step[i]) for i in (0, 1))
        found = [[self._ground(step, column, row) for column in range(wide)] for row in range(high)]
        self._mark(found, step)
        for line in sorted(self.table.lines, key=lambda line: -line.kind):
            letter = LINE_LETTERS[LINES[line.kind]]
            for a, b in segments(line.line):
                for x, y in _along(a, b, step.across):
                    found[min(y // step.down, high - 1)][min(x // step.across, wide - 1)] = letter
        for marker in self.markers:
            x, y = marker.at[0], marker.at[1]
            found[min(y // step.down, high - 1)][min(x // step.across, wide - 1)] = OBJECTIVE
        return found

    def _mark(self, signs: list[list[str]], step: Scale) -> None:
        """Mark the ground inside the shapes."""
        for row, line in enumerate(signs):
            for column in range(len(line)):
                at = _middle(step, column, row)
                if any(where(at, shape) != OUTSIDE for shape in self.shapes):
                    line[column] = MARKED

    def _ground(self, step: Scale, column: int, row: int) -> str:
        at = _middle(step, column, row)
        for area in reversed(self.table.areas):
            letter = AREA_LETTERS.get(AREAS[area.kind])
            if letter is not None and where(at, area.outline) != OUTSIDE:
                return letter
        level = max(
            (hill.level for hill in self.table.hills if where(at, hill.outline) != OUTSIDE),
            default=0,
        )
        return LEVELS[min(level, len(LEVELS) - 1)]

    def _pieces(self, step: Scale) -> dict[int, list[tuple[int, str, str]]]:
        """For every row the labels on it: first column, text, style; none over another."""
        wide, high = (-(-self.table.size[i] // step[i]) for i in (0, 1))
        rows: dict[int, list[tuple[int, str, str]]] = {}
        for piece in sorted(self.placements, key=lambda p: p.turn is None):
            text = self.tags.tag(piece) + self._arrow(piece)
            column = min(max(piece.at[0] // step.across - 1, 0), wide - len(text))
            row = min(piece.at[1] // step.down, high - 1)
            spots = [
                (row + down, column + over)
                for down in (0, 1, -1, 2, -2)
                for over in (0, 2, -2, 4, -4)
                if 0 <= row + down < high and 0 <= column + over <= wide - len(text)
            ]
            row, column = next((s for s in spots if _free(rows, *s, len(text))), spots[0])
            rows.setdefault(row, []).append((column, text, side_style(piece.side)))
        return rows

    def _arrow(self, piece: Placement) -> str:
        return GENERAL if piece.turn is None else self.arrows[round(piece.turn / 45) % 8]


def _middle(step: Scale, column: int, row: int) -> Point:
    """The middle of what a letter stands for."""
    return column * step.across + step.across // 2, row * step.down + step.down // 2


def _free(rows: dict[int, list[tuple[int, str, str]]], row: int, column: int, wide: int) -> bool:
    return not any(
        column < there + len(text) and there < column + wide for there, text, _ in rows.get(row, ())
    )


def _along(a: Point, b: Point, step: int) -> list[Point]:
    """Points along a segment, near enough to one another that none of its letters is missed."""
    count = int(hypot(b[0] - a[0], b[1] - a[1]) / step * 2) + 1
    return [
        (a[0] + (b[0] - a[0]) * n // count, a[1] + (b[1] - a[1]) * n // count)
        for n in range(count + 1)
    ]


def _append(line: Text, signs: Sequence[str], pieces: Sequence[tuple[int, str, str]]) -> None:
    """A row of the ground with the labels upon it."""
    column = 0
    for there, text, style in sorted(pieces):
        for sign in signs[column:there]:
            line.append(sign, STYLES.get(sign, "dim"))
        line.append(text, style)
        column = there + len(text)
    for sign in signs[column:]:
        line.append(sign, STYLES.get(sign, "dim"))
    line.rstrip()


def legend(table: TableMap, ascii_only: bool = False) -> list[tuple[str, str]]:
    """What the letters of the board mean, and where the named places lie."""
    arrows = ASCII_ARROWS if ascii_only else ARROWS
    kinds = {AREAS[area.kind] for area in table.areas}
    letters = ", ".join(f"{sign} {kind}" for kind, sign in AREA_LETTERS.items() if kind in kinds)
    rows = [
        ("numbers", "inches from the left and from the top, as poses are written"),
        ("pieces", "two letters (one side CAPITALS, the other small) and where it looks"),
        ("facing", " ".join(f"{a} {n}" for a, n in zip(arrows, FACINGS, strict=True))),
        ("", f"{GENERAL} a general, {OBJECTIVE} an objective"),
        ("ground", letters),
        ("heights", f"{LEVELS[1]} one contour, {LEVELS[2]} two, {LEVELS[3]} three or more"),
        ("lines", "= road, - track, + railway, ~ water, # wall, works, hedge or cut"),
    ]
    spots = [(spot.at, spot.name, KINDS_TOLD.get(spot.kind, spot.kind)) for spot in table.places]
    spots += [(centre(a.outline), a.name, AREAS[a.kind]) for a in table.areas if a.name]
    spots += [(centre(hill.outline), hill.name, "height") for hill in table.hills if hill.name]
    spots += [(c.at, c.name, c.kind) for c in table.crossings if c.name]
    return rows + [(place(at), f"{name}{kind and f' ({kind})'}") for at, name, kind in spots]
