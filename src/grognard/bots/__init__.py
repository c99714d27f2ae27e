"""Bots: opponents that only see a view, and do not depend on any system."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.bots.bot import Bot
from grognard.bots.drill import Drill
from grognard.bots.random_bot import RandomBot
from grognard.bots.yardsticks.first_drill import FirstDrill
from grognard.engine.errors import UnknownName, did_you_mean

# The bots that people are offered, the weakest first.
NAMES: Final = ("random", "drill")

_MAKERS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "drill": Drill,
    # For measuring only.
    "first-drill": FirstDrill,
}

__all__ = ["NAMES", "Bot", "Drill", "RandomBot", "bot"]


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; equal seeds play equally.

    >>> bot("random").name
    'random'
    """
    if name not in _MAKERS:
        raise UnknownName(f'no bot "{name:.40}": {did_you_mean(name, _MAKERS)}')
    return _MAKERS[name](seed)
