"""The memory random games of a battle take, in a process that loads only the program."""

from __future__ import annotations

import argparse
import gc
import random
import resource
from pathlib import Path

from grognard.engine.step import DECISION
from grognard.systems import system


def memory_probe(name: str, counts: tuple[int, ...]) -> None:
    """Play random games of a battle in this process and print the memory after some of them."""
    rules, _, battle = name.partition("/")
    start = system(rules).start(system(rules).battle(battle))
    rng = random.Random(1).random
    for n in range(counts[-1]):
        p = start.copy()
        while p.stack:
            if p.stack[-1].what == DECISION:
                answers = p.options()
                p.play(answers[int(rng() * len(answers))])
            else:
                table = p.check().table
                p.play(table[int(rng() * len(table))])
        if n + 1 in counts:
            gc.collect()
            print(resident())


def resident() -> int:
    """The memory this process holds now, in kB."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Print the memory in kB after so many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("battle")
    parser.add_argument("counts", type=int, nargs="+")
    asked = parser.parse_args()
    memory_probe(asked.battle, tuple(asked.counts))


if __name__ == "__main__":
    main()
