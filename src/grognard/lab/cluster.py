"""The same work on a Ray cluster: `--on ray`, for those who have `grognard[cluster]`.

Without an address in RAY_ADDRESS a Ray of this machine is started, and ended with the work. Ray
gives a task whose worker died to another one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from grognard.engine.errors import GrognardError
from grognard.lab.pool import AHEAD, TRIES

T = TypeVar("T")
R = TypeVar("R")


def run(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Iterator[tuple[T, R]]:
    """Each task with its result, in the order in which they are done."""
    ray = _ray()
    mine = not ray.is_initialized()
    if mine:
        address = os.environ.get("RAY_ADDRESS")
        here = {} if address else _here(jobs)
        ray.init(address=address, log_to_driver=False, **here)
    try:
        yield from _results(ray, work, iter(tasks), jobs)
    finally:
        if mine:
            ray.shutdown()


def _here(jobs: int) -> dict[str, Any]:
    """A Ray of this machine alone: nobody else reaches it, and it reports to nobody."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    return {"num_cpus": jobs, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}


def _results(
    ray: Any, work: Callable[[T], R], tasks: Iterator[T], jobs: int
) -> Iterator[tuple[T, R]]:
    def call(task: T) -> R:  # Ray takes plain functions only
        return work(task)

    remote = ray.remote(max_retries=TRIES)(call)
    given: dict[Any, T] = {}
    for task in tasks:
        given[remote.remote(task)] = task
        if len(given) >= AHEAD * jobs:
            yield _next(ray, given)
    while given:
        yield _next(ray, given)


def _next(ray: Any, given: dict[Any, T]) -> tuple[T, Any]:
    """The next result; an error of the work is raised as itself."""
    done, _ = ray.wait(list(given), num_returns=1)
    task = given.pop(done[0])
    try:
        return task, ray.get(done[0])
    except ray.exceptions.RayTaskError as error:
        raise getattr(error, "cause", None) or error from None
    except ray.exceptions.WorkerCrashedError:
        message = f"the workers that played {task!r:.200} ended again and again"
        raise GrognardError(f"{message}: is there enough memory?") from None


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise GrognardError('--on ray needs Ray: pip install "grognard[cluster]"') from None
    return ray
