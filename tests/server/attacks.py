"""Attacks by the thousand, for `make soak`: imports out of order, and spies in twin games.

    python -m tests.server.attacks --imports 10000 --looks 10000

A line for each run is added to docs/attacks.md; any leak or untold failure ends the run.
"""

import argparse
import random
import tempfile
from datetime import date
from pathlib import Path
from time import process_time

import grognard
from grognard.server import import_worker
from grognard.server.new_game import open_game
from grognard.server.room import Room
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore
from tests.server.damaged import damaged, garbled, played, resuming, start
from tests.server.given import wanted
from tests.server.spies import spied

ROOT = Path(__file__).resolve().parents[2]
HEAD = """# Attacks

Run by `make soak` (`python -m tests.server.attacks`): records of all systems, positions or text
damaged, imported as a server does, and spies who ask about everything in pairs of games they cannot
tell apart (states, records, logs, dice, cards, tools, looks, previews with their chains, answers
that are refused, in numbers and in words).
A look is one viewer's at one position. Seeds count up from the day; a leak, or an error that is not
told in words, ends the run.

| date | records | refused | slowest record | looks of spies | with something hidden | leaks |
|---|---:|---:|---:|---:|---:|---:|
"""


def first_battles() -> list[str]:
    """A battle of each system."""
    return [
        next(each.id for each in grognard.battles() if each.system == system.name)
        for system in grognard.systems()
    ]


def fuzz_imports(count: int, seed: str) -> tuple[int, float]:
    """Import damaged records of all systems: how many were refused, the slowest in seconds."""
    battles = first_battles()
    texts = {battle: played(battle) for battle in battles}
    refused, slowest = 0, 0.0
    for number in range(count):
        rng, battle = random.Random(f"{seed} {number}"), battles[number % len(battles)]
        # Half of them positions out of order in a sound record, half the text itself.
        odd = number // len(battles) % 2
        record = (
            garbled(texts[battle], rng) if odd else resuming(battle, damaged(start(battle), rng))
        )
        began = process_time()
        found = import_worker.read_record(record)  # any other error than words ends the run
        slowest = max(slowest, process_time() - began)
        refused += found.opening is None
    return refused, slowest


def spy(looks: int, seed: str, most: int) -> tuple[int, int]:
    """Spy in games of all systems in turn: how many looks, and how many with something to hide."""
    battles = first_battles()
    found, hiding, number = 0, 0, 0
    while found < looks:
        battle = grognard.battle(battles[number % len(battles)])
        rng = random.Random(f"{seed} {number}")
        number += 1
        seats = {side: {"kind": "human"} for side in battle.sides}
        with tempfile.TemporaryDirectory() as folder:
            store = SqliteStore(folder)
            room = Room(store, open_game(store, wanted(seats, battle.id), Limits()).game)
            # Where nothing is hidden, twins are equal and few looks are enough.
            answers = 120 if room.game.secrets else 30
            looked, hid = spied(room, rng, answers, rng.randint(1, 5), most)
            store.close()
        found, hiding = found + looked, hiding + hid
    return found, hiding


def main() -> None:
    """Attack, and note what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--imports", type=int, default=10_000)
    parser.add_argument("--looks", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=3, help="of each kind at a look")
    options = parser.parse_args()
    day = date.today().isoformat()
    refused, slowest = fuzz_imports(options.imports, day)
    looks, hiding = spy(options.looks, day, options.questions)
    place = ROOT / "docs" / "attacks.md"
    text = place.read_text("utf-8") if place.exists() else HEAD
    row = f"| {day} | {options.imports} | {refused} | {1000 * slowest:.0f} ms "
    row += f"| {looks} | {hiding} | 0 |\n"
    place.write_text(text + row, "utf-8")
    print(row, end="")


if __name__ == "__main__":
    main()
