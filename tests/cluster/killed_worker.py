"""A study on a real local Ray whose worker is killed in the middle: `make test-cluster`.

Not one of pytest's tests: it needs Ray, which is large, and is run by its own target.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from pathlib import Path

from grognard.lab import cluster
from grognard.lab.match import GameTask, PlayedGame, play
from grognard.lab.study import Study
from grognard.lab.summary import Summary
from grognard.systems import system

NAME = "locales/mcphersons-ridge"
BOTS = ("random", "random")
SEEDS = range(1, 21)


def killed_once(mark: str, task: GameTask) -> PlayedGame:
    """Plays; the worker that first gets seed 7 is killed in the middle of it."""
    if task.seed == 7 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(task)


def table(study: Study) -> object:
    """All that the study shows."""
    roster = system(study.battle.system).roster(study.battle)
    return Summary.of(study.battle, roster, study.games()).json()


def main() -> int:
    """Play the study here, on Ray with a killed worker, and on Ray in two halves."""
    from functools import partial

    with tempfile.TemporaryDirectory() as folder:
        mark = Path(folder) / "mark"
        with Study(Path(folder) / "plain.jsonl", NAME, BOTS) as study:
            study.play(SEEDS)
            plain = table(study)

        def spread(work: object, tasks: object, jobs: int) -> object:
            return cluster.run(partial(killed_once, str(mark)), tasks, jobs)  # type: ignore[arg-type]

        with Study(Path(folder) / "killed.jsonl", NAME, BOTS) as study:
            study.play(SEEDS, 2, spread=spread)  # type: ignore[arg-type]
            killed = table(study)
        with Study(Path(folder) / "halves.jsonl", NAME, BOTS) as study:
            study.play(SEEDS[:9], 2, spread=cluster.run)
        with Study(Path(folder) / "halves.jsonl", NAME, BOTS) as study:
            study.play(SEEDS, 2, spread=cluster.run)
            halves = table(study)
        if not mark.exists():
            print("no worker was killed")
            return 1
    same = plain == killed == halves
    print("a worker killed, a study resumed:", "the same table" if same else "ANOTHER TABLE")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
