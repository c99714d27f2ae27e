"""Work spread over processes: nothing is lost, not even with a process."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from grognard.engine.errors import GrognardError
from grognard.lab import pool


def double(number: int) -> int:
    return 2 * number


def dies_once(task: tuple[str, int]) -> int:
    """Ends its own process at task 3, the first time it gets there."""
    mark, number = task
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def always_dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuses(number: int) -> int:
    raise GrognardError("no such thing")


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_is_done_once(jobs: int) -> None:
    done = list(pool.run(double, range(9), jobs))
    assert sorted(done) == [(n, 2 * n) for n in range(9)]


def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "mark"), n) for n in range(9)]
    done = [(task[1], result) for task, result in pool.run(dies_once, tasks, 2)]
    assert sorted(done) == [(n, 2 * n) for n in range(9)]
    assert (tmp_path / "mark").exists()


def holds_on(folder: str) -> None:
    """Takes a lock that only its end gives back, and stays for a minute."""
    place = Path(folder)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        (place / "begun").touch()
        sleep(60)
        (place / "done").touch()


def test_processes_end_with_the_one_that_gave_out_the_work(tmp_path: Path) -> None:
    code = (
        "from grognard.lab import pool; from tests.lab.test_pool import holds_on\n"
        f"if __name__ == '__main__': list(pool.run(holds_on, [{str(tmp_path)!r}], 2))"
    )
    script = tmp_path / "giver.py"
    script.write_text(code)
    paths = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    giver = subprocess.Popen([sys.executable, script], env={**os.environ, "PYTHONPATH": paths})
    while not (tmp_path / "begun").exists():
        assert giver.poll() is None
        sleep(0.05)
    giver.kill()
    giver.wait()
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # waits for the end of who has it
    assert not (tmp_path / "done").exists()


@pytest.mark.slow
def test_a_task_that_always_kills_its_process_is_given_up() -> None:
    with pytest.raises(GrognardError, match="enough memory"):
        list(pool.run(always_dies, [1], 2))


def test_an_error_of_the_work_is_an_error() -> None:
    with pytest.raises(GrognardError, match="no such thing"):
        list(pool.run(refuses, [1], 2))


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    results = pool.run(double, endless(), 2)
    for _ in range(10):
        next(results)
    results.close()  # type: ignore[attr-defined]
    assert taken <= 10 + pool.AHEAD * 2
