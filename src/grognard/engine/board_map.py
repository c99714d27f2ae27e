"""The map of a battle: what every kind of board has in common."""

from __future__ import annotations


class BoardMap:
    """A map; each kind of board has a subclass."""

    __slots__ = ()

    name: str
    title: str
    hash: str  # SHA-256 of the content

    def about(self) -> str:
        """The size of the map in a few words."""
        raise NotImplementedError
