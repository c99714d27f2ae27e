"""A board of hexes in text: four characters by two lines a hex, for terminals of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rich.text import Text

from grognard.boards.hexes import NE, NW, E
from grognard.boards.hexmap import PATH, ROAD, HexMap
from grognard.cli.output import clean
from grognard.cli.tags import Tags
from grognard.engine.errors import GrognardError
from grognard.engine.view import Marker, Placement

CELL: Final = 4
ROW_LABEL: Final = 3
HALF: Final = CELL // 2

ARROWS: Final = "↑↗↘↓↙↖"  # in the order of the facings
ASCII_ARROWS: Final = "^'.v,`"
FACING_NAMES: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")

GROUND_LETTERS: Final = {
    "clear": ".",
    "cultivated": ",",
    "woods": "w",
    "marsh": "m",
    "village": "v",
    "built-up-village": "V",
    "chateau": "C",
    "lake": "~",
}
GROUND_STYLES: Final = {
    "woods": "green",
    "cultivated": "yellow",
    "marsh": "cyan",
    "lake": "blue",
    "village": "magenta",
    "built-up-village": "magenta",
    "chateau": "magenta",
}
SIDE_STYLES: Final = ("bold cyan", "bold red", "bold yellow", "bold green")
BUILDING: Final = "b"
UNKNOWN_GROUND: Final = "?"
CHOICE: Final = "@"
CHOICE_STYLE: Final = "reverse"
WET, BROW, SLOPE = "~", "^", "/"
CREST, STEEP = "crest", "steep"


class Window(NamedTuple):
    """The part of a board that is shown: first column and row, and how many of each."""

    column: int
    row: int
    columns: int
    rows: int


def side_style(side: int) -> str:
    """The colour of a side; its pieces are told apart by upper and lower case as well."""
    return SIDE_STYLES[side % len(SIDE_STYLES)] if side >= 0 else ""


def window(hexmap: HexMap, focus: Sequence[int], width: int, lines: int | None) -> Window:
    """As much of the board as fits, scrolled so that the focus lies in the middle."""
    grid = hexmap.grid
    columns = max(2, min(grid.width, (width - ROW_LABEL - HALF) // CELL))
    rows = grid.height if lines is None else max(2, min(grid.height, (lines - 1) // 2))
    places = [divmod(h, grid.width) for h in focus] or [(grid.height // 2, grid.width // 2)]
    middle_row = (min(r for r, _ in places) + max(r for r, _ in places)) // 2
    middle_column = (min(c for _, c in places) + max(c for _, c in places)) // 2
    return Window(
        column=max(0, min(middle_column - columns // 2, grid.width - columns)),
        row=max(0, min(middle_row - rows // 2, grid.height - rows)),
        columns=columns,
        rows=rows,
    )


def letters_of(hexmap: HexMap) -> dict[str, str]:
    """A letter for every ground: the usual one, else the first of its own that is free."""
    grounds = hexmap.kinds.grounds
    found = {ground: GROUND_LETTERS[ground] for ground in grounds if ground in GROUND_LETTERS}
    for ground in grounds:
        if ground not in found:
            own = [c for c in ground + ground.upper() if c.isalpha() and c != BUILDING]
            taken = found.values()
            found[ground] = next((c for c in own if c not in taken), UNKNOWN_GROUND)
    return {ground: found[ground] for ground in grounds}


def signs_of(hexmap: HexMap) -> list[tuple[int, str]]:
    """The flags of sides that have a sign, with it."""
    kinds = hexmap.kinds
    return [
        (kinds.flag(*kinds.waters), WET),
        (kinds.flag(CREST), BROW),
        (kinds.flag(STEEP), SLOPE),
    ]


class TextBoard:
    """One look at a board: its map, the pieces on it, and the places that may be chosen."""

    def __init__(
        self,
        hexmap: HexMap,
        placements: Sequence[Placement],
        markers: Sequence[Marker],
        tags: Tags,
        choices: Iterable[str] = (),
        ascii_only: bool = False,
    ) -> None:
        self.map = hexmap
        self.tags = tags
        self.letters = letters_of(hexmap)
        self.signs = signs_of(hexmap)
        self.arrows = ASCII_ARROWS if ascii_only else ARROWS
        self.pieces: dict[int, list[Placement]] = {}
        self.where: dict[str, tuple[int, ...]] = {}
        for placement in placements:
            self.where[placement.id] = placement.at
            for h in placement.at:
                self.pieces.setdefault(h, []).append(placement)
        self.marked = {h for marker in markers for h in marker.at}
        self.choices = {h for name in choices for h in self.hexes_of(name)}

    def hexes_of(self, id: str) -> tuple[int, ...]:
        """Where an id (`unit:…`, `hex:…`) lies, nowhere if it is not on the board."""
        if id in self.where:
            return self.where[id]
        kind, _, name = id.partition(":")
        if kind != "hex":
            return ()
        try:
            return (self.map.grid.parse(name),)
        except GrognardError:
            return ()

    def draw(self, view: Window) -> list[Text]:
        """The lines of the part of the board in a window."""
        head = Text(" " * ROW_LABEL, style="dim")
        for column in range(view.column, view.column + view.columns):
            head.append(f"{column + 1:02}".ljust(CELL))
        lines = [head]
        for row in range(view.row, view.row + view.rows):
            indent = " " * HALF if row & 1 else ""
            upper = Text(f"{row + 1:02}".ljust(ROW_LABEL) + indent)
            lower = Text(" " * ROW_LABEL + indent)
            for column in range(view.column, view.column + view.columns):
                self._cell(row * self.map.grid.width + column, upper, lower)
            upper.rstrip()
            lower.rstrip()
            lines += [upper, lower]
        return lines

    def _cell(self, h: int, upper: Text, lower: Text) -> None:
        """Add one hex: the piece above (or the sides of the hex), the ground below."""
        pieces = self.pieces.get(h, [])
        top = _shown(pieces)
        chosen = h in self.choices
        ground = self.map.ground_name(h)
        letter = self.letters[ground]
        if self.map.buildings >> h & 1:
            letter = BUILDING
        if chosen and top is not None:
            letter = CHOICE
        middle, extra = self._road(h), " "
        if top is None:
            upper.append(CHOICE if chosen else " ", CHOICE_STYLE if chosen else "")
            upper.append(self._sides(h), "blue")
        else:
            first = f"{self.tags.tag(top)}{clean(top.strength)[:2]}"
            urgent = bool(top.marks)
            if len(first) < CELL and urgent:
                first, urgent = first + "!", False
            style = side_style(top.side)
            upper.append(first.ljust(CELL), f"{style} {CHOICE_STYLE}" if chosen else style)
            if top.turn is not None:
                middle = self.arrows[top.turn % 360 // 60]
            extra = "+" if len(pieces) > 1 else "!" if urgent else " "
        if extra == " " and h in self.marked:
            extra = "*"
        lower.append(letter, GROUND_STYLES.get(ground, ""))
        lower.append(f"{middle}{self.map.level[h]}{extra}", "dim" if top is None else "")

    def _road(self, h: int) -> str:
        best = max(self.map.road[h])
        return "=" if best == ROAD else "-" if best == PATH else " "

    def _sides(self, h: int) -> str:
        """What runs along the upper and the right-hand sides of an empty hex."""
        signs = []
        for direction in (NW, NE, E):
            flags = self.map.side[h][direction]
            signs.append(next((sign for flag, sign in self.signs if flags & flag), " "))
        return "".join(signs)


def _shown(pieces: Sequence[Placement]) -> Placement | None:
    """The piece of a hex that is drawn: the one of greatest strength."""

    def strength(placement: Placement) -> int:
        digits = placement.strength
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0

    return max(pieces, key=strength, default=None)


def legend(hexmap: HexMap, ascii_only: bool = False) -> list[tuple[str, str]]:
    """What the signs of the board mean, and where the named places lie."""
    arrows = ASCII_ARROWS if ascii_only else ARROWS
    grounds = ", ".join(f"{letter} {ground}" for ground, letter in letters_of(hexmap).items())
    rows = [
        ("above", "piece: two letters, strength (one side CAPITALS, the other small)"),
        ("", f"empty: upper sides and right side: {WET} water, {BROW} crest, {SLOPE} steep"),
        ("below", "ground; road or facing; level; sign"),
        ("ground", f"{grounds}, {BUILDING} building"),
        ("roads", "= road, - path"),
        ("facing", " ".join(f"{a} {n}" for a, n in zip(arrows, FACING_NAMES, strict=True))),
        ("signs", f"{CHOICE} may be chosen, ! state, + more pieces, * objective"),
    ]
    for place in hexmap.places:
        rows.append((hexmap.grid.name(place.hex), f"{place.name} ({place.kind})"))
    return rows
