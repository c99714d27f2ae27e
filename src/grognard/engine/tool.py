"""Tools: what a player may ask of the board at any time, and what the system says and shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.engine.errors import GrognardError

Shape = tuple[tuple[int, int], ...]  # a polygon in the board's own measures


class Tool(NamedTuple):
    """A tool: its name, what it answers, and a prompt for each thing it is pointed at."""

    name: str
    title: str
    says: str
    picks: tuple[str, ...] = ()

    def refuse_other(self, ids: Sequence[str]) -> None:
        """Raise unless the number of things it is pointed at is right."""
        if len(ids) != len(self.picks):
            need = f"{len(self.picks)} things on the board" if self.picks else "nothing"
            raise GrognardError(f'the tool "{self.name}" is pointed at {need}, not {len(ids)}')


class Mark(NamedTuple):
    """A short text at a place of the board."""

    at: str
    text: str


class Command(NamedTuple):
    """Whom one who leads reaches from where he stands, and whom of his own nobody reaches.

    On a table `at` is his place in tenths of an inch and `reach` counts thousandths; elsewhere
    `places` are those within reach.
    """

    within: tuple[str, ...]
    beyond: tuple[str, ...]
    at: tuple[int, int] = (0, 0)
    reach: int = 0
    places: tuple[str, ...] = ()


class Finding(NamedTuple):
    """What a tool says in words, and what it shows: ids lit up, ways from id to id, marks."""

    says: tuple[str, ...]
    lit: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    marks: tuple[Mark, ...] = ()
    shapes: tuple[Shape, ...] = ()
