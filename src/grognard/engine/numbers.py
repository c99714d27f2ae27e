"""What the numbers of a position count, so that loaded positions can be checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple

LARGEST: Final = 2**31 - 1  # of any number in a position
LONGEST: Final = 10_000  # entries of a list in a step


class Of(NamedTuple):
    """The number of one thing of a kind (`unit`, `hex`, …) that the battle has."""

    noun: str

    def range(self, sizes: Mapping[str, int]) -> tuple[int, int]:
        """The lowest and the highest number there can be."""
        return 0, sizes[self.noun] - 1


class MaybeOf(NamedTuple):
    """The number of a thing, or a number below 0 for none."""

    noun: str
    low: int = -1

    def range(self, sizes: Mapping[str, int]) -> tuple[int, int]:
        """The lowest and the highest number there can be."""
        return self.low, sizes[self.noun] - 1


class Within(NamedTuple):
    """A plain number between two others, both allowed."""

    low: int
    high: int

    def range(self, sizes: Mapping[str, int]) -> tuple[int, int]:
        """The lowest and the highest number there can be."""
        return self.low, self.high


class UpTo(NamedTuple):
    """A count of things of a battle: from none to all of them."""

    noun: str

    def range(self, sizes: Mapping[str, int]) -> tuple[int, int]:
        """The lowest and the highest number there can be."""
        return 0, sizes[self.noun]


Number = Of | MaybeOf | Within | UpTo

ANY: Final = Within(-LARGEST, LARGEST)

Side = Annotated[int, Of("side")]
Unit = Annotated[int, Of("unit")]
MaybeUnit = Annotated[int, MaybeOf("unit")]
Flag = Annotated[int, Within(0, 1)]
