"""Bots: opponents that only see a view, and do not depend on any system."""

from __future__ import annotations

from typing import Final

from grognard.bots import levels
from grognard.bots.bot import Bot
from grognard.bots.drill import Drill
from grognard.bots.exploits import EXPLOITS, exploit
from grognard.bots.marshal import Marshal
from grognard.bots.random_bot import RandomBot
from grognard.bots.yardsticks.first_drill import FirstDrill
from grognard.engine.errors import UnknownName, did_you_mean

# The bots that people are offered, the weakest first; other names of levels.py work as well.
NAMES: Final = (
    *("random", "recruit"),
    *("cautious-drill", "drill", "bold-drill"),
    *("cautious-marshal", "marshal", "bold-marshal", "patient-marshal"),
)
# The bot that is taken if nobody asks for another.
USUAL: Final = "drill"
# For measuring only.
YARDSTICKS: Final = ("first-drill", *EXPLOITS)

__all__ = ["NAMES", "USUAL", "YARDSTICKS", "Bot", "Drill", "Marshal", "RandomBot", "bot", "says"]


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; equal seeds play equally.

    >>> bot("random").name, bot("bold-marshal").name
    ('random', 'bold-marshal')
    """
    if name == "random":
        return RandomBot(seed)
    if name == "first-drill":
        return FirstDrill(seed)
    if name in EXPLOITS:
        return exploit(name, seed)
    named = levels.read_name(name)
    if named is None:
        raise UnknownName(f'no bot "{name:.40}": {did_you_mean(name, (*NAMES, *YARDSTICKS))}')
    made = levels.make(named, seed)
    made.name = name
    return made


def says(name: str) -> str:
    """A sentence or two about a bot that people are offered."""
    named = levels.read_name(name)
    return levels.says(named) if named else (RandomBot.__doc__ or "")
