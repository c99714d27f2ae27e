"""What every bot is: something that answers a view's question."""

from __future__ import annotations

from grognard.engine.errors import GrognardError
from grognard.engine.system import System
from grognard.engine.view import View


class Bot:
    """An opponent: `choose` answers the open question of the view's own side."""

    name: str = ""

    def choose(self, view: View, system: System) -> int:
        """The action it picks among the view's options."""
        raise GrognardError(f"{type(self).__name__} does not choose")
