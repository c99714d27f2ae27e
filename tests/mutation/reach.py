"""Which lines of the rules each test runs, learned once and kept until a file changes."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

Lines = dict[str, set[int]]  # by file

# Following every line is slow: a test that calls a function so often is taken to run all of it.
OFTEN: Final = 40


class Reached(NamedTuple):
    """What a test runs, and how long it takes when nothing was worked out before."""

    lines: Lines
    seconds: float
    passed: bool

    def with_lines(self, more: Lines) -> Reached:
        """The same, and these lines."""
        files = self.lines.keys() | more.keys()
        both = {file: self.lines.get(file, set()) | more.get(file, set()) for file in files}
        return self._replace(lines=both)

    def json(self) -> str:
        """As a line of the file it is kept in."""
        spans = {file: _spans(lines) for file, lines in self.lines.items()}
        return json.dumps([self.passed, round(self.seconds, 4), spans])

    @classmethod
    def read(cls, text: str | bytes) -> Reached:
        """From its line."""
        passed, seconds, spans = json.loads(text)
        lines = {
            file: {line for first, last in each for line in range(first, last + 1)}
            for file, each in spans.items()
        }
        return cls(lines, seconds, passed)


def runs(lines: Lines, file: str, first: int, last: int) -> bool:
    """Whether one of these lines of a file is among them."""
    own = lines.get(file, ())
    return any(line in own for line in range(first, last + 1))


def whole(files: Iterable[str]) -> Lines:
    """Every line of the files."""
    return {file: set(range(1, len(Path(file).read_bytes().splitlines()) + 1)) for file in files}


def _spans(lines: set[int]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for line in sorted(lines):
        if spans and spans[-1][1] == line - 1:
            spans[-1] = (spans[-1][0], line)
        else:
            spans.append((line, line))
    return spans


def reached(test: Callable[[], bool], files: Iterable[str]) -> Reached:
    """Run a test and note the lines of these files it comes to."""
    lines: dict[str, set[int]] = {file: set() for file in files}
    tracers = {file: _tracer(seen) for file, seen in lines.items()}

    calls: Counter[CodeType] = Counter()

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        tracer = tracers.get(code.co_filename)
        if tracer is None:
            return None
        calls[code] += 1
        if calls[code] < OFTEN:
            return tracer(frame, event, argument)
        if calls[code] == OFTEN:
            lines[code.co_filename].update(line for _, _, line in code.co_lines() if line)
        return None

    begun = time.process_time()
    sys.settrace(enter)
    try:
        passed = test()
    finally:
        sys.settrace(None)
    used = {file: seen for file, seen in lines.items() if seen}
    return Reached(used, time.process_time() - begun, passed)


def _tracer(seen: set[int]) -> Callable[[FrameType, str, Any], Any]:
    add = seen.add

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        add(frame.f_lineno)
        return trace

    return trace


@cache
def digest(place: Path) -> str:
    """A mark of a file, or of the code and data below a folder."""
    mark = hashlib.sha256()
    for path in sorted([place] if place.is_file() else place.rglob("*")):
        if path.suffix in (".py", ".toml"):
            mark.update(str(path).encode())
            mark.update(path.read_bytes())
    return mark.hexdigest()


def mark_of(places: Iterable[Path]) -> str:
    """A mark of everything that a test's lines depend on."""
    return hashlib.sha256("".join(map(digest, places)).encode()).hexdigest()[:16]


class Kept:
    """The lines every test runs, in a file; they count while the mark of the test is the same."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[str, tuple[str, Reached]] = {}
        if path is not None and path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                test, mark, text = line.split("\t", 2)
                self.known[test] = (mark, Reached.read(text))

    def of(self, test: str, mark: str) -> Reached | None:
        """What is known of a test, unless something it depends on has changed."""
        known, found = self.known.get(test, ("", None))
        return found if known == mark else None

    def add(self, test: str, mark: str, found: Reached) -> None:
        """Keep what was learned of a test."""
        self.known[test] = (mark, found)

    def save(self) -> None:
        """Write the file anew."""
        if self.path is not None:
            self.path.parent.mkdir(exist_ok=True)
            lines = [f"{test}\t{mark}\t{r.json()}\n" for test, (mark, r) in self.known.items()]
            self.path.write_text("".join(sorted(lines)), encoding="utf-8")
