"""Work done in forked copies of this process, a few at a time: what a copy does stays in it."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Generic, NamedTuple, TypeVar

PATIENCE: Final = 600.0  # seconds until a copy that neither works nor ends is stopped

T = TypeVar("T")
Send = Callable[[bytes], None]


class Ended(NamedTuple, Generic[T]):
    """A piece of work that is over: what its copy sent, and the signal that stopped it, if any."""

    task: T
    sent: bytes
    signal: int


def forked(tasks: Iterable[T], work: Callable[[T, Send], None], workers: int) -> Iterator[Ended[T]]:
    """Do each task in a copy of its own, so many at once; the next is drawn when one is free."""
    waiting = iter(tasks)
    running: dict[int, _Copy[T]] = {}
    more = True
    while more or running:
        while more and len(running) < workers:
            try:
                task = next(waiting)
            except StopIteration:
                more = False
            else:
                begun = _begin(task, work)
                running[begun.pipe] = begun
        for pipe in _ready(running):
            data = os.read(pipe, 1 << 16)
            if data:
                running[pipe].sent.append(data)
            else:
                yield running.pop(pipe).end()


class _Copy(NamedTuple, Generic[T]):
    task: T
    process: int
    pipe: int
    begun: float
    sent: list[bytes]

    def end(self) -> Ended[T]:
        os.close(self.pipe)
        _, status = os.waitpid(self.process, 0)
        stopped = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        return Ended(self.task, b"".join(self.sent), stopped)


def _begin(task: T, work: Callable[[T, Send], None]) -> _Copy[T]:
    receive, send = os.pipe()
    process = os.fork()
    if process == 0:
        status = 1
        try:
            os.close(receive)
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silence, stream)
            work(task, lambda data: _send(send, data))
            status = 0
        except BaseException as error:
            _send(send, f"\nfailed: {error!r}".encode())
        finally:
            os._exit(status)
    os.close(send)
    return _Copy(task, process, receive, time.monotonic(), [])


def _send(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _ready(running: dict[int, Any]) -> list[int]:
    """The pipes with something to read; copies that have been silent for too long are stopped."""
    if not running:
        return []
    found, _, _ = select.select(list(running), [], [], 5.0)
    now = time.monotonic()
    for copy in running.values():
        if now - copy.begun > PATIENCE:
            os.kill(copy.process, signal.SIGKILL)
    return list(found)


def limit_processor(seconds: float) -> None:
    """Let this process be stopped when it has worked for so long; 0 takes the limit off."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def limit_memory(more: int) -> None:
    """Let this process take only so many bytes more than it has."""
    if sys.platform == "linux":
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + more, now + more))
