"""Work spread over processes: results come as they are done, and a process that dies is replaced.

A task depends on nothing but itself, so one that was lost with its process is simply done again.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import Final, Generic, TypeVar

from grognard.engine.errors import GrognardError

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 2  # tasks given out for each process: enough to keep it busy
TRIES: Final = 5  # how often a task may lose its process


def every_core() -> int:
    """As many processes as the machine has cores."""
    return os.cpu_count() or 1


def run(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Iterator[tuple[T, R]]:
    """Each task with its result, in the order in which they are done.

    With one job everything is done in this process. Tasks are taken from the iterable as they
    are needed, so that there may be very many of them.
    """
    if jobs <= 1:
        for task in tasks:
            yield task, work(task)
        return
    yield from _Crew(work, iter(tasks), jobs).results()


class _Crew(Generic[T, R]):
    """Some processes at work."""

    def __init__(self, work: Callable[[T], R], tasks: Iterator[T], jobs: int) -> None:
        self.work = work
        self.tasks = tasks
        self.jobs = jobs
        self.again: list[tuple[T, int]] = []  # tasks that lost their process, and how often

    def results(self) -> Iterator[tuple[T, R]]:
        """Until every task is done; a broken crew is replaced by a new one."""
        while True:
            pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _begin)
            try:
                yield from self._until_broken(pool)
                return
            except BrokenProcessPool:
                pass
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _until_broken(self, pool: ProcessPoolExecutor) -> Iterator[tuple[T, R]]:
        given: dict[Future[R], tuple[T, int]] = {}
        while self._give_out(pool, given):
            done, _ = wait(given, return_when=FIRST_COMPLETED)
            broken = False
            for future in done:
                task, tries = given.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    broken = True
                    self._lost(task, tries)
                    continue
                yield task, result
            if broken:
                for task, tries in given.values():
                    self._lost(task, tries)
                raise BrokenProcessPool

    def _give_out(self, pool: ProcessPoolExecutor, given: dict[Future[R], tuple[T, int]]) -> bool:
        """Keep every process busy; False when nothing is left to do."""
        while len(given) < AHEAD * self.jobs:
            if self.again:
                task, tries = self.again.pop(0)
            else:
                try:
                    task, tries = next(self.tasks), 0
                except StopIteration:
                    break
            try:
                given[pool.submit(self.work, task)] = task, tries
            except BrokenProcessPool:
                self.again += [(task, tries), *given.values()]
                raise
        return bool(given)

    def _lost(self, task: T, tries: int) -> None:
        if tries + 1 >= TRIES:
            raise GrognardError(
                f"the processes that played {task!r:.200} ended again and again:"
                " is there enough memory? Try fewer --jobs"
            )
        self.again.append((task, tries + 1))


def _begin() -> None:
    """The interrupt key is for the process that gave out the work; its end is that of all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    giver = parent_process()
    assert giver is not None
    Thread(target=_end_after, args=(giver.sentinel,), daemon=True).start()


def _end_after(giver: int) -> None:
    connection.wait([giver])
    os._exit(1)
