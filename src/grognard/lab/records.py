"""A game of a study as a record: played again from its seed, to be opened and replayed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grognard.engine import record_file
from grognard.engine.dicebox import DiceBox
from grognard.engine.game import Game
from grognard.engine.position import Position
from grognard.lab import pool
from grognard.lab.match import GameTask, battle_of, play
from grognard.lab.study import Study
from grognard.systems import system as system_named


def recorded(task: GameTask) -> Game:
    """The game of a task, with its record; its dice are written down as those of the players."""
    battle = battle_of(task.battle, task.variant, task.changes)
    seats = dict(zip(battle.sides, task.bots, strict=True))
    game = Game.begin(system_named(battle.system), battle, DiceBox.own(), seats)
    game.note(f"Seed {task.seed} of a study.")

    def follow(position: Position, action: int, faces: list[int] | None) -> None:
        if faces is None:
            game.play(action)
        else:
            game.roll(faces)

    play(task, follow)
    return game


def file_name(study: Study, seed: int) -> str:
    """What the record of a game is called."""
    return f"{study.battle.system}-{study.battle.name}-{seed}.grog"


def text_of(task: GameTask) -> str:
    """The record of a task's game."""
    return recorded(task).record.text()


def keep(study: Study, seeds: Iterable[int], folder: Path, jobs: int = 1) -> list[Path]:
    """Write the records of some games into a folder, played again by several processes."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {seed: folder / file_name(study, seed) for seed in seeds}
    missing = [study.task(seed) for seed, path in paths.items() if not path.exists()]
    for task, text in pool.run(text_of, missing, jobs):
        record_file.write_whole(paths[task.seed], text.encode())
    return [*paths.values()]
