"""What it costs to list the options of a leg on the largest battle of each tabletop system."""

from __future__ import annotations

import random
from statistics import median
from time import process_time
from typing import Final

from grognard.systems import system

LARGEST: Final = ("onepage/quatre-bras", "brigades/leuthen", "pulses/aspern-essling")
MOST: Final = 4.0  # milliseconds
LEGS: Final = 600


def times(name: str, legs: int, seed: int) -> list[float]:
    """The seconds of each list of the options of a leg, if they are two or more, in random play."""
    rules, _, battle = name.partition("/")
    chosen = system(rules)
    rng = random.Random(seed)
    found: list[float] = []
    while True:
        p = chosen.start(chosen.battle(battle))
        while p.stack:
            if p.decision is not None:
                if p.decision.wide:
                    # A position read anew has asked its question: forget what that worked out.
                    fresh = type(p).restore(p.battle, p.dump())
                    fresh.rebuild()
                    began = process_time()
                    listed = fresh.options()
                    spent = process_time() - began
                    if len(listed) > 1:
                        found.append(spent)
                    if len(found) == legs:
                        return found
                p.play(rng.choice(p.options()))
            else:
                p.play(rng.choice(p.check().table))


def leg_rows(legs: int = LEGS) -> list[str]:
    """A row of the table for each of the battles."""
    rows = []
    for name in LARGEST:
        spent = sorted(1000 * seconds for seconds in times(name, legs, 1815))
        tenth = spent[-len(spent) // 10]
        rows.append(
            f"| **options of a leg, {name}, median** | **{median(spent):.2f} ms** | "
            f"at most {MOST:g} ms | {legs} legs, one in ten over {tenth:.1f} ms |"
        )
    return rows
