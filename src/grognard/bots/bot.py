"""What every bot is: something that answers a view's question, and can say why."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.errors import GrognardError
from grognard.engine.system import System
from grognard.engine.view import View


class Candidate(NamedTuple):
    """An order a bot has weighed: in words, what it promises, and what came of it in playouts."""

    text: str
    value: float
    playouts: int = 0


class Reasons(NamedTuple):
    """Why a bot answered as it did: its plan in words, and what it weighed, the best first."""

    plan: str
    candidates: tuple[Candidate, ...]
    nodes: int = 0


class Bot:
    """An opponent: `choose` answers the open question of the view's own side."""

    name: str = ""

    def choose(self, view: View, system: System) -> int:
        """The action it picks among the view's options."""
        raise GrognardError(f"{type(self).__name__} does not choose")

    def why(self) -> Reasons | None:
        """Why it gave its last answer; None if it has no reasons."""
        return None
