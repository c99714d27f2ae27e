"""Toy games kept in files, and records forged, for the tests of records."""

import random
from hashlib import sha256
from pathlib import Path

from grognard.engine import replay
from grognard.engine.dicebox import DiceBox
from grognard.engine.game import Game
from tests.engine.toy import TOY, find


def begun(path: Path | None = None, box: DiceBox | None = None) -> Game:
    return Game.begin(TOY, TOY.battle("field"), box or DiceBox.open(7), {"red": "Anna"}, path)


def play_on(game: Game, answers: int = 1000, seed: int = 1) -> Game:
    rng = random.Random(seed)
    while not game.over and answers:
        answers -= 1
        game.roll() if game.position.roll else game.play(rng.choice(game.options()))
    return game


def load(path: Path, attach: bool = True, salvage: bool = False) -> Game:
    return replay.load(path, find, attach=attach, salvage=salvage)


def rows_of(path: Path) -> list[str]:
    return path.read_bytes().decode().split("\n")[:-1]


def remark(rows: list[str]) -> str:
    """A record with every mark made anew, as a forger would."""
    begin = next(i for i, row in enumerate(rows) if row.startswith("begin #"))
    state = sha256("".join(f"{row}\n" for row in rows[:begin]).encode()).digest()
    out = [*rows[:begin], f"begin #{state.hex()[:8]}"]
    for row in rows[begin + 1 :]:
        line = row.rpartition(" #")[0]
        state = sha256(state + line.encode()).digest()
        out.append(f"{line} #{state.hex()[:8]}")
    return "\n".join(out) + "\n"
