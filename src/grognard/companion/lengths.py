"""Distances in the scale and unit of one's own table."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from grognard.engine.errors import UnknownName, did_you_mean

CM: Final = 2.54
SCALES: Final = {"full": 1.0, "two-thirds": 2 / 3, "half": 0.5}
UNITS: Final = ("in", "cm")
_LENGTH: Final = re.compile(r'(\d+(?:\.\d+)?)(\s?)(inches|inch|in\b|")')
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


class Lengths(NamedTuple):
    """How long an inch of the sheet is on this table, and what it is told in."""

    scale: str = "full"
    unit: str = "in"

    @property
    def factor(self) -> float:
        """How many of the units an inch of the sheet is."""
        return SCALES[self.scale] * (CM if self.unit == "cm" else 1)

    def number(self, inches: float) -> str:
        """A length, without its unit.

        >>> Lengths("half", "cm").number(12)
        '15.2'
        """
        digits = 1 if self.unit == "cm" else 2
        return f"{round(inches * self.factor, digits):g}"

    def told(self, text: str) -> str:
        """Every distance of a text as it is on this table.

        >>> Lengths("half").told("a move of 12 inches")
        'a move of 6 inches'
        >>> Lengths("full", "cm").told('within 6"')
        'within 15.2 cm'
        """
        if self.factor == 1:
            return text

        def changed(found: re.Match[str]) -> str:
            number, gap, word = found.groups()
            if self.unit == "cm":
                word = " cm" if word == '"' else "cm"
            return self.number(float(number)) + gap + word

        return _LENGTH.sub(changed, text)

    def cell(self, text: str, title: str) -> str:
        """A cell of a chart, whose title may say that its numbers are inches."""
        if self.factor == 1 or "in inches" not in title:
            return self.told(text)
        return _NUMBER.sub(lambda found: self.number(float(found.group())), text)

    def title(self, title: str) -> str:
        """The title of a chart."""
        return title.replace("in inches", "in cm") if self.unit == "cm" else title


def lengths(scale: str, unit: str) -> Lengths:
    """The lengths of a table by the words people give."""
    if scale not in SCALES:
        raise UnknownName(f'no scale "{scale:.40}": {did_you_mean(scale, SCALES)}')
    if unit not in UNITS:
        raise UnknownName(f'no unit "{unit:.40}": {did_you_mean(unit, UNITS)}')
    return Lengths(scale, unit)
