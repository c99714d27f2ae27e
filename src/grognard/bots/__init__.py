"""Bots: opponents that only see a view, and do not depend on any system."""

from __future__ import annotations

from typing import Final

from grognard.bots.bot import Bot
from grognard.bots.drill import Drill
from grognard.bots.random_bot import RandomBot
from grognard.engine.errors import UnknownName, did_you_mean

NAMES: Final = ("random", "drill")

__all__ = ["NAMES", "Bot", "Drill", "RandomBot", "bot"]


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; equal seeds play equally.

    >>> bot("random").name
    'random'
    """
    if name == "random":
        return RandomBot(seed)
    if name == "drill":
        return Drill(seed)
    raise UnknownName(f'no bot "{name:.40}": {did_you_mean(name, NAMES)}')
