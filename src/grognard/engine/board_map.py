"""The ground of a battle: what is known of a map whatever its kind of board."""

from __future__ import annotations


class BoardMap:
    """A map; each kind of board has its own class of maps below this one."""

    __slots__ = ()

    name: str
    title: str
    hash: str  # SHA-256 of the content

    def about(self) -> str:
        """Its size in a few words."""
        raise NotImplementedError
