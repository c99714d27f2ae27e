"""Attacks by the thousand, for `make soak`: imports out of order, and spies in twin games.

    python -m tests.server.attacks --imports 10000 --looks 10000

The day's row of docs/attacks.md is written as it goes on. Stopped and started again on the same
day, it goes on where it was; any leak or untold failure ends the run.
"""

import argparse
import random
import tempfile
from dataclasses import dataclass
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
PAGE = ROOT / "docs" / "attacks.md"
PIECE = 250  # imports between two notes of how far it came
OFTENER = 4  # rounds of games in which something is hidden, for one of all systems
LENGTHY = 10  # one look of so many also asks for what takes long
HEAD = """# Attacks

Run by `make soak` (`python -m tests.server.attacks`): records of all systems, positions or text
damaged, imported as a server does, and spies who ask about everything in pairs of games they cannot
tell apart (states, records, logs, dice, cards, tools, previews of what is allowed and what is not,
answers that are refused, in numbers and in words). One game of each battle is followed by
three times as many of those that hide something. A look is one viewer's at one position, with three
questions of each kind about things picked by chance; one look of ten also asks what pieces can do
and for the whole chain of an attack, which take long. Seeds count up from the day; a leak, or an
error that is not told in words, ends the run.

| date | records | refused | slowest record | games | looks | with something hidden | leaks |
|---|---:|---:|---:|---:|---:|---:|---:|
"""


@dataclass
class Tally:
    """How far the attacks of a day have come."""

    day: str
    records: int = 0
    refused: int = 0
    slowest: int = 0  # milliseconds
    games: int = 0
    looks: int = 0
    hiding: int = 0

    @staticmethod
    def of(day: str) -> "Tally":
        """As the page has it."""
        rows = PAGE.read_text("utf-8").splitlines() if PAGE.exists() else []
        found = [row.split("|") for row in rows if row.startswith(f"| {day} ")]
        if not found:
            return Tally(day)
        numbers = [int(cell.split()[0].replace(",", "")) for cell in found[-1][2:8]]
        return Tally(day, *numbers)

    def note(self) -> None:
        """Put the day's row on the page."""
        rows = (PAGE.read_text("utf-8") if PAGE.exists() else HEAD).splitlines()
        rows = [row for row in rows if not row.startswith(f"| {self.day} ")]
        rows.append(
            f"| {self.day} | {self.records:,} | {self.refused:,} | {self.slowest} ms "
            f"| {self.games:,} | {self.looks:,} | {self.hiding:,} | 0 |"
        )
        PAGE.write_text("\n".join(rows) + "\n", "utf-8")


def first_battles() -> list[str]:
    """A battle of each system."""
    return [
        next(each.id for each in grognard.battles() if each.system == system.name)
        for system in grognard.systems()
    ]


def fuzz_imports(count: int, tally: Tally) -> None:
    """Import damaged records of all systems."""
    battles = first_battles()
    texts = {battle: played(battle) for battle in battles}
    while tally.records < count:
        number = tally.records
        rng, battle = random.Random(f"{tally.day} {number}"), battles[number % len(battles)]
        # Half of them positions out of order in a sound record, half the text itself.
        odd = number // len(battles) % 2
        record = (
            garbled(texts[battle], rng) if odd else resuming(battle, damaged(start(battle), rng))
        )
        began = process_time()
        found = import_worker.read_record(record)  # any other error than words ends the run
        tally.slowest = max(tally.slowest, round(1000 * (process_time() - began)))
        tally.refused += found.opening is None
        tally.records += 1
        if tally.records % PIECE == 0 or tally.records == count:
            tally.note()


def spy(looks: int, tally: Tally, most: int) -> None:
    """Spy in games of all battles, most of them of systems that hide something."""
    battles = [each.id for each in grognard.battles()]
    hiding = [name for name in battles if grognard.system(name.partition("/")[0]).secrets]
    while tally.looks < looks:
        turn = tally.games % (len(battles) * OFTENER)
        name = battles[turn] if turn < len(battles) else hiding[turn % len(hiding)]
        battle = grognard.battle(name)
        rng = random.Random(f"{tally.day} {tally.games}")
        seats = {side: {"kind": "human"} for side in battle.sides}
        with tempfile.TemporaryDirectory() as folder:
            store = SqliteStore(folder)
            room = Room(store, open_game(store, wanted(seats, battle.id), Limits()).game)
            # Where nothing is hidden, twins are equal and few looks are enough.
            answers = 150 if room.game.secrets else 30
            looked, hid = spied(room, rng, answers, rng.randint(1, 5), most, LENGTHY)
            store.close()
        tally.games += 1
        tally.looks += looked
        tally.hiding += hid
        tally.note()


def main() -> None:
    """Attack, and note what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--imports", type=int, default=10_000)
    parser.add_argument("--looks", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=3, help="of each kind at a look")
    options = parser.parse_args()
    tally = Tally.of(date.today().isoformat())
    fuzz_imports(options.imports, tally)
    spy(options.looks, tally, options.questions)
    print(tally)


if __name__ == "__main__":
    main()
