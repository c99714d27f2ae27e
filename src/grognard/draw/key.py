"""The key to the pictures: every symbol in the colours of the sides, and what the marks mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grognard.draw import ink, symbols, tablesymbols
from grognard.draw.curves import Point, number
from grognard.draw.lettering import STACK, Text, attribute, lettered, width
from grognard.draw.pieces import CODES, MARK, STRENGTH, plate
from grognard.draw.scene import chip_svg
from grognard.draw.tablesymbols import Stand

_ROW, _COLUMN, _PAD = 46.0, 120.0, 16.0
_NAMES = {
    "infantry": "infantry",
    "square": "infantry in square",
    "line": "infantry in extended line",
    "heavy-cavalry": "heavy cavalry",
    "light-cavalry": "light cavalry",
    "artillery": "foot artillery",
    "horse-artillery": "horse artillery",
    "garrison": "garrison",
    "leader": "leader",
    "flag": "a place held",
}
# Stands as on a table of 17 pixels an inch: shape, base in tenths of an inch, state.
_TENTH = 1.7
_STANDS = {
    "infantry": ("infantry", 30, 30, ""),
    "infantry in column": ("infantry", 30, 30, "column"),
    "infantry routed": ("infantry", 30, 30, "routed"),
    "heavy cavalry": ("heavy-cavalry", 30, 30, ""),
    "light cavalry": ("light-cavalry", 30, 30, ""),
    "skirmishers": ("skirmishers", 30, 15, ""),
    "guns unlimbered": ("artillery", 30, 15, ""),
    "guns limbered": ("artillery", 30, 15, "limbered"),
    "horse artillery": ("horse-artillery", 30, 15, ""),
}
_STAND_MARKS = (
    "stationary", "disordered", "routed", "out of command", "column", "limbered", "suppressed",
)  # fmt: skip

_Draw = Callable[[int, Point], str]


def key(sides: Mapping[str, str]) -> str:
    """The key as SVG, for sides by name and title, in the order of the battle."""

    def row(shape: str) -> _Draw:
        def draw(side: int, at: Point) -> str:
            shown = _shown(symbols.symbol_id(shape, side), at)
            return shown if shape in ("leader", "flag") else shown + _figures(at, ("7",))

        return draw

    rows = [(name, row(shape)) for shape, name in _NAMES.items()]
    drawn = symbols.sheet(tuple(sides))
    return _chart("Key to the symbols", sides, rows, drawn, _ROW, tuple(CODES))


def stand_key(sides: Mapping[str, str]) -> str:
    """The key to the stands of the tabletop as SVG, with strength and morale."""
    stands = {name: tablesymbols.stand_of(*kind[:3], _TENTH) for name, kind in _STANDS.items()}

    def row(stand: Stand, state: str) -> _Draw:
        def draw(side: int, at: Point) -> str:
            shown = _shown(tablesymbols.symbol_id(stand, state, side), at)
            return shown + _figures(at, ("4", "6"))

        return draw

    rows = [(name, row(stands[name], kind[3])) for name, kind in _STANDS.items()]
    drawn = tablesymbols.sheet(tuple(sides), frozenset(stands.values()))
    return _chart("Key to the stands", sides, rows, drawn, 72.0, _STAND_MARKS)


def _chart(
    title: str,
    sides: Mapping[str, str],
    rows: Sequence[tuple[str, _Draw]],
    drawn: str,
    high_row: float,
    told: Sequence[str],
) -> str:
    """Rows of named symbols, a column for every side, and the marks at the right."""
    first = _PAD + max(width(name, 13) for name, _ in rows) + _PAD
    marks = [(mark, CODES[mark]) for mark in told if CODES[mark]]
    wide = first + _COLUMN * len(sides) + 150
    high = _PAD + 24 + max(high_row * len(rows), _ROW * len(marks)) + _PAD
    texts: list[Text] = []
    parts: list[str] = []
    for column, side in enumerate(sides.values()):
        x = first + _COLUMN * (column + 0.5)
        texts.append(lettered(side, x, _PAD + 14, 14, italic=True, plate=ink.PAPER))
    for row, (name, draw) in enumerate(rows):
        y = _PAD + 24 + high_row * (row + 0.5)
        texts.append(_left(name, _PAD, y + 4))
        parts += [draw(n, (first + _COLUMN * (n + 0.5), y)) for n in range(len(sides))]
    for row, (mark, code) in enumerate(marks):
        at = wide - 130, _PAD + 24 + _ROW * (row + 0.5)
        parts.append(chip_svg(plate(code, at, MARK, ink.PLATE, ink.INK)))
        texts.append(_left(mark, at[0] + 22, at[1] + 4))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(wide)} {number(high)}"'
        f' width="{number(wide)}" height="{number(high)}" text-anchor="middle" role="img"'
        f" font-family={attribute(STACK)}><title>{title}</title>"
        f"<defs>{drawn}</defs>"
        f'<rect width="100%" height="100%" fill="{ink.PAPER}" stroke="{ink.INK}" stroke-width="3"/>'
        f"{''.join(parts)}{''.join(text.svg() for text in texts)}</svg>\n"
    )


def _left(text: str, x: float, y: float) -> Text:
    return lettered(text, x + width(text, 13) / 2, y, 13, plate=ink.PAPER)


def _shown(symbol: str, at: Point) -> str:
    return f'<use href="#{symbol}" transform="translate({number(at[0])} {number(at[1])})"/>'


def _figures(at: Point, figures: tuple[str, ...]) -> str:
    """The strength in the middle of a block, or strength and morale side by side."""
    if len(figures) == 1:
        return chip_svg(plate(figures[0], at, STRENGTH, ink.INK, ink.PLATE))
    strength = plate(figures[0], (at[0] - 6, at[1]), STRENGTH, ink.INK, ink.PLATE)
    morale = plate(figures[1], (at[0] + 6, at[1]), MARK, ink.INK, ink.YARD)
    return chip_svg(strength) + chip_svg(morale)
