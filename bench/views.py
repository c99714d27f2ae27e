"""What it costs to look: a view and a full position sampled from it, over one copy."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Final

from grognard.engine.position import Position
from grognard.engine.view import View
from grognard.systems import system

TUTORIALS: Final = (
    "shock/gemioncourt",
    "onepage/maida",
    "brigades/casteggio",
    "pulses/teugen-hausen",
    "locales/mcphersons-ridge",
)
STATES: Final = 20  # of one random game
ROUNDS: Final = 7
CALLS: Final = 100
MOST: Final = 3
RNG: Final = random.Random(1815)


def view_rows() -> list[str]:
    """A row for each system; where nothing is secret it may cost three copies."""
    rows = []
    for name in TUTORIALS:
        states = decisions(name)
        hides = states[0].hides
        ratios, copies, looks = [], 0.0, 0.0
        for _ in range(ROUNDS):
            copies, looks = seconds(states, copy), seconds(states, look)
            ratios.append(looks / copies)
        wanted = "with secrets, no bound" if hides else f"at most {MOST}"
        calls = CALLS * len(states)
        rows.append(
            f"| **view and sample over a copy, {name}** | **{median(ratios):.1f}** | {wanted} | "
            f"{looks / calls * 1e6:.1f} µs against {copies / calls * 1e6:.1f} µs |"
        )
    return rows


def decisions(name: str) -> list[Position]:
    """Some states of a random game at which a side must choose."""
    rules, _, battle = name.partition("/")
    p = system(rules).start(system(rules).battle(battle))
    rng = random.Random(1)
    asked = []
    while not p.over:
        if p.decision is not None:
            asked.append(p.copy())
        p.play(rng.choice(p.options() if p.roll is None else list(p.check().table)))
    return asked[:: max(1, len(asked) // STATES)]


def copy(p: Position) -> object:
    """What everything else is measured by."""
    return p.copy()


def look(p: Position) -> object:
    """The view of the side that must choose, and a position a bot could play on."""
    return View(p, p.actor).sample(RNG)


def seconds(states: list[Position], deed: Callable[[Position], object]) -> float:
    """What a deed takes at all the states, many times over."""
    began = process_time()
    for p in states:
        for _ in range(CALLS):
            deed(p)
    return process_time() - began


if __name__ == "__main__":
    print("\n".join(view_rows()))
