"""Lettering: the shipped typeface, the true width of a text in it, and texts as SVG."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from grognard.draw import ink

FAMILY = "Gentium Book Basic"
STACK = f"'{FAMILY}', Gentium, Georgia, 'Times New Roman', serif"
FILES = ("GenBkBasR.ttf", "GenBkBasI.ttf")
LEAST = 11.0  # pixels at 100 %: nothing is lettered smaller

_EM = 2048
_UNKNOWN = 1229  # a character the table lacks is reckoned as wide as an n and a half
ASCENT = 0.78  # of the size: the height of the tallest unaccented letter, and a little more
DESCENT = 0.25


class Box(NamedTuple):
    """An upright rectangle on the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two share any ground."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def inside(self, other: Box) -> bool:
        """Whether this box lies wholly in another."""
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.bottom <= other.bottom
        )

    def grown(self, by: float) -> Box:
        """The box with a rim."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def box_around(x: float, y: float, width: float, height: float) -> Box:
    """The box of a size about its middle."""
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Text(NamedTuple):
    """A line of lettering, centred on x with its baseline on y; `plate` is what lies under it."""

    text: str
    x: float
    y: float
    size: float
    italic: bool
    bold: bool
    ink: str
    plate: str
    halo: bool

    @property
    def width(self) -> float:
        """The advance of the whole line."""
        return width(self.text, self.size, self.italic)

    @property
    def box(self) -> Box:
        """The rectangle the letters may touch."""
        half = self.width / 2
        top, bottom = self.y - ASCENT * self.size, self.y + DESCENT * self.size
        return Box(self.x - half, top, self.x + half, bottom)

    def fields(self) -> dict[str, Any]:
        """The text as a page is sent it, field by field."""
        return {
            "text": self.text,
            "x": round(self.x, 1),
            "y": round(self.y, 1),
            "size": self.size,
            "width": round(self.width, 1),
            "italic": self.italic,
            "bold": self.bold,
            "ink": self.ink,
            "plate": self.plate,
            "halo": self.halo,
        }

    def svg(self) -> str:
        """The text as an element; its length is given, so that another face keeps to the box."""
        style = ' font-style="italic"' if self.italic else ""
        # The face has no bold cut here: a hairline of the same ink thickens the figures.
        stroke = f' stroke="{self.ink}" stroke-width=".6"' if self.bold else ""
        head = (
            f'<text x="{self.x:.1f}" y="{self.y:.1f}" font-size="{self.size:g}"{style}'
            f' textLength="{self.width:.1f}" lengthAdjust="spacingAndGlyphs"'
        )
        if self.halo:
            stroke = f' stroke="{self.plate}" stroke-width="2.6" stroke-linejoin="round"'
            stroke += ' paint-order="stroke"'
        return f'{head} fill="{self.ink}"{stroke}>{escape(self.text)}</text>'


@cache
def _widths(italic: bool) -> dict[str, int]:
    table = json.loads(files("grognard.draw").joinpath("fonts/widths.json").read_text("utf-8"))
    rows = table["italic" if italic else "roman"].items()
    return {letter: int(advance) for advance, letters in rows for letter in letters}


@lru_cache(maxsize=8192)  # a board says the same few hundred things after every answer
def width(text: str, size: float, italic: bool = False) -> float:
    """How wide a text is in the shipped face.

    >>> round(width("II", 100), 1)
    61.5
    """
    table = _widths(italic)
    return sum(table.get(letter, _UNKNOWN) for letter in text) * size / _EM


def attribute(text: str) -> str:
    """A text quoted for use as an attribute's value."""
    return quoteattr(text)


def lettered(
    text: str,
    x: float,
    y: float,
    size: float = LEAST,
    *,
    italic: bool = False,
    bold: bool = False,
    colour: str = ink.INK,
    plate: str = ink.PLATE,
    halo: bool = False,
) -> Text:
    """A text centred at a point."""
    return Text(text, x, y, size, italic, bold, colour, plate, halo)
