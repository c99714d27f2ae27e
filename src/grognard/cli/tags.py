"""Two-letter tags of pieces: each piece of a battle keeps its own for as long as it is shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from string import ascii_uppercase, digits

from grognard.engine.view import Placement


class Tags:
    """The tags given out so far, the same for both sides but for case."""

    def __init__(self) -> None:
        self._tags: dict[str, str] = {}

    def give(self, placements: Iterable[Placement]) -> None:
        """Give every piece that has none a tag of its own."""
        for placement in sorted(placements, key=lambda p: p.id):
            self.tag(placement)

    def tag(self, placement: Placement) -> str:
        """A piece's tag: capitals for the first side, small letters for the second."""
        tag = self._tags.get(placement.id)
        if tag is None:
            taken = set(self._tags.values())
            tag = next((t for t in _candidates(placement.label) if t not in taken), "??")
            self._tags[placement.id] = tag
        return tag.lower() if placement.side % 2 else tag

    def find(self, text: str) -> str | None:
        """The id of the piece with a tag, whatever its case."""
        wanted = text.upper()
        return next((piece for piece, tag in self._tags.items() if tag == wanted), None)


def _candidates(label: str) -> Iterator[str]:
    """Tags for a name, the most telling first: its first two letters, its first and a later one."""
    plain = unicodedata.normalize("NFKD", label).upper()
    # "27th Jägers" gets its tag from "Jägers".
    words = [word for word in plain.split() if word[0] in ascii_uppercase]
    letters = [c for c in "".join(words) if c in ascii_uppercase] or ["X"]
    for second in (*letters[1:], *ascii_uppercase, *digits):
        yield letters[0] + second
    for first in ascii_uppercase:
        for second in ascii_uppercase + digits:
            yield first + second
