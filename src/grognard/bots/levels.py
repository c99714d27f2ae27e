"""Levels and tempers by plain names: how far a bot looks, and what it likes.

A level is knowledge and search, never better dice and never a look at what is hidden. A name is
a level with words before it, joined by hyphens: `drill`, `bold-drill`, `patient-marshal`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from grognard.bots import drill, marshal
from grognard.bots.bot import Bot
from grognard.bots.drill import Drill
from grognard.bots.marshal import Marshal


class Level(NamedTuple):
    """A way of playing: its nodes for each order, what makes it, and a sentence about it."""

    nodes: int
    make: Callable[..., Bot]
    says: str


LEVELS: Final = {
    "recruit": Level(
        24, Drill, "Looks at a few orders and takes the best of them; for a first battle."
    ),
    "drill": Level(
        drill.NODES, Drill, "Takes the best order it sees, without looking further: quick."
    ),
    "marshal": Level(
        marshal.NODES,
        Marshal,
        "Plays out several plans for its turn with your replies, and keeps the best.",
    ),
}
# Words before a level: how much thought it gives to an order, and what it likes.
PACES: Final = {"quick": 1 / 4, "patient": 5.0}
PACE_SAYS: Final = {"quick": "With little thought.", "patient": "Takes about a second an order."}
TEMPERS: Final = ("bold", "cautious")
TEMPER_SAYS: Final = {
    "bold": "Bold: goes for you and for the objectives, and risks much.",
    "cautious": "Cautious: keeps its troops together, and lets you come.",
}


# The weights it judges by, if not the best there are.
WEIGHTS: Final = ("hand", "learnt")


class BotName(NamedTuple):
    """A bot's name taken apart: level, temper, pace, nodes for each order, and weights."""

    level: str
    temper: str
    pace: str
    nodes: int
    weights: str = ""


def read_name(name: str) -> BotName | None:
    """A name such as `bold-patient-marshal`, or with nodes as in `marshal:5000`; None if wrong."""
    words, _, count = name.partition(":")
    *before, level = words.split("-")
    if level not in LEVELS or (count and not (count.isascii() and count.isdigit())):
        return None
    nodes = LEVELS[level].nodes
    temper = pace = weights = ""
    for word in before:
        if word in TEMPERS and not temper:
            temper = word
        elif word in PACES and not pace:
            pace, nodes = word, round(nodes * PACES[word])
        elif word in WEIGHTS and not weights:
            weights = word
        else:
            return None
    return BotName(level, temper, pace, int(count) if count else nodes, weights)


def make(named: BotName, seed: int) -> Bot:
    """A bot of a level."""
    return LEVELS[named.level].make(
        seed, nodes=named.nodes, temper=named.temper, weights=named.weights
    )


def says(named: BotName) -> str:
    """What is to be known of a bot, for people who choose one."""
    parts = (
        LEVELS[named.level].says,
        PACE_SAYS.get(named.pace, ""),
        TEMPER_SAYS.get(named.temper, ""),
    )
    return " ".join(part for part in parts if part)
