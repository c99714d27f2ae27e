"""The bot that picks every option with the same probability."""

from __future__ import annotations

import random

from grognard.bots.bot import Bot
from grognard.engine.system import System
from grognard.engine.view import View


class RandomBot(Bot):
    """Picks an option at random."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View, system: System) -> int:
        """Any option."""
        return self.rng.choice(view.question.options).action
