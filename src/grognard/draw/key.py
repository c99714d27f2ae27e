"""The key to the pictures: every symbol in the colours of the sides, and what the marks mean."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.draw import ink, symbols
from grognard.draw.curves import number
from grognard.draw.lettering import STACK, Text, attribute, lettered, width
from grognard.draw.pieces import CODES, MARK, STRENGTH, plate
from grognard.draw.scene import chip_svg

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


def key(sides: Mapping[str, str]) -> str:
    """The key as SVG, for sides by name and title, in the order of the battle."""
    first = _PAD + max(width(name, 13) for name in _NAMES.values()) + _PAD
    marks = [(mark, code) for mark, code in CODES.items() if code]
    wide = first + _COLUMN * len(sides) + 150
    high = _PAD + 24 + _ROW * max(len(_NAMES), len(marks)) + _PAD
    texts: list[Text] = []
    parts: list[str] = []
    for column, title in enumerate(sides.values()):
        x = first + _COLUMN * (column + 0.5)
        texts.append(lettered(title, x, _PAD + 14, 14, italic=True, plate=ink.PAPER))
    for row, (shape, name) in enumerate(_NAMES.items()):
        y = _PAD + 24 + _ROW * (row + 0.5)
        texts.append(_left(name, _PAD, y + 4))
        for column in range(len(sides)):
            at = first + _COLUMN * (column + 0.5), y
            parts.append(_shown(shape, column, at))
    for row, (mark, code) in enumerate(marks):
        at = wide - 130, _PAD + 24 + _ROW * (row + 0.5)
        parts.append(chip_svg(plate(code, at, MARK, ink.PLATE, ink.INK)))
        texts.append(_left(mark, at[0] + 22, at[1] + 4))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(wide)} {number(high)}"'
        f' width="{number(wide)}" height="{number(high)}" text-anchor="middle" role="img"'
        f" font-family={attribute(STACK)}><title>Key to the symbols</title>"
        f"<defs>{symbols.sheet(tuple(sides))}</defs>"
        f'<rect width="100%" height="100%" fill="{ink.PAPER}" stroke="{ink.INK}" stroke-width="3"/>'
        f"{''.join(parts)}{''.join(text.svg() for text in texts)}</svg>\n"
    )


def _left(text: str, x: float, y: float) -> Text:
    return lettered(text, x + width(text, 13) / 2, y, 13, plate=ink.PAPER)


def _shown(shape: str, side: int, at: tuple[float, float]) -> str:
    move = f"translate({number(at[0])} {number(at[1])})"
    drawn = f'<use href="#{symbols.symbol_id(shape, side)}" transform="{move}"/>'
    if shape in ("leader", "flag"):
        return drawn
    return drawn + chip_svg(plate("7", at, STRENGTH, ink.INK, ink.PLATE))
