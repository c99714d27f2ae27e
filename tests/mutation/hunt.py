"""The hunt for mutants of the code: each in a forked copy, against the tests that run its lines."""

from __future__ import annotations

import gc
import inspect
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any, Final, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from grognard.systems import NAMES, system
from tests.mutation.code import Code, Mutant
from tests.mutation.forks import Ended, Send, forked, limit_memory, limit_processor
from tests.mutation.patching import NotPossible, caches, forget
from tests.mutation.reach import Kept, Lines, Reached, mark_of, reached, runs, whole
from tests.mutation.verdicts import GAMES, OWN, RULES, SURVIVED, UNREACHED

ROOT: Final = Path(__file__).resolve().parents[2]
LONGEST: Final = 1.0  # seconds of processor time while followed; a test that takes more is left out
LEAST_LIMIT: Final = 3.0  # seconds of processor time before a test counts as endless
TIMES: Final = 10  # as long as without the change
MEMORY: Final = 1 << 31
GAME_FILES: Final = ("tests/conformance/test_battles.py", "tests/lab/test_golden.py")
# Tests that start other processes would not see the change.
OUTSIDE: Final = ("subprocess", "playwright")


class Hunted(NamedTuple):
    """A mutant at its end: the verdict, the test that killed it and how, how many tests ran."""

    mutant: Mutant
    what: str
    test: str
    how: str
    runs: int


class CodeHunt:
    """The plugin: it learns what the tests run, then hunts in place of running them all."""

    def __init__(self, codes: Sequence[Code], kept: Path | None, workers: int) -> None:
        self.codes = codes
        self.kept = kept
        self.workers = workers
        self.items: dict[str, pytest.Item] = {}
        self.ids: dict[str, set[str]] = {}
        self.reached: dict[str, Reached] = {}
        self.kills: Counter[str] = Counter()
        self.kills_in: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.chosen: list[Mutant] = []
        self.broken: list[str] = []
        self.ends: list[Hunted] = []
        self.caches: list[Any] = []
        self.built: Lines = {}
        self.learned = 0.0
        self.learning = 0.0
        self.hunted = 0.0
        self.processor = 0.0
        self.deadline = float("inf")
        self.long = False  # whether slow tests count too
        self.keep: Callable[[Hunted], None] = lambda hunted: None

    # --- pytest

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.wanted(item)]
        for item in items:
            self.items[item.nodeid] = item
            self.ids[item.nodeid] = {id_ for mark in item.iter_markers("rule") for id_ in mark.args}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.caches = caches()  # before they are frozen and cannot be found any more
        # Copies share what the collector does not touch.
        gc.collect()
        gc.freeze()
        self.learn()
        begun, used = time.monotonic(), processor()
        for ended in forked(self.tasks(), self.try_mutant, self.workers):
            self.ends.append(self.judge(ended))
            self.told(self.ends[-1])
            self.keep(self.ends[-1])
        self.hunted, self.processor = time.monotonic() - begun, processor() - used
        return True

    def wanted(self, item: pytest.Item) -> bool:
        """Whether a test can notice a change here, and soon: no other process, no long games."""
        function = getattr(item, "function", None)
        if function is None or any(word in inspect.getsource(function) for word in OUTSIDE):
            return False
        file = item.nodeid.partition("::")[0]
        if file not in GAME_FILES:
            return self.long or item.get_closest_marker("slow") is None
        battle = getattr(item, "callspec", None) and item.callspec.params.get("battle")  # type: ignore[attr-defined]
        name, _, title = getattr(battle, "id", battle or "").partition("/")
        long = name in NAMES and title != system(name).shipped[0]
        return name in self.systems() and not long

    def systems(self) -> set[str]:
        """The systems whose games can notice a change."""
        names = {code.name for code in self.codes}
        return names if names <= set(NAMES) else set(NAMES)

    # --- which test runs what

    def learn(self) -> None:
        """Run every test once without a change and note the lines it runs."""
        begun, used = time.monotonic(), processor()
        kept = Kept(self.kept)
        marks = {test: mark_of(self.depends_on(item)) for test, item in self.items.items()}
        missing = [test for test, mark in marks.items() if kept.of(test, mark) is None]
        self.built = self.build()
        for number, ended in enumerate(forked(missing, self.look, self.workers), 1):
            found = Reached({}, 0.0, False)
            if ended.signal == 0 and ended.sent.startswith(b"["):
                found = Reached.read(ended.sent)
            kept.add(ended.task, marks[ended.task], found)
            if number % 50 == 0:
                print(f"learned what {number} of {len(missing)} tests run", flush=True)
                kept.save()
        if missing:
            kept.save()
        for test, mark in marks.items():
            self.reached[test] = kept.of(test, mark) or Reached({}, 0.0, False)
        self.broken = [test for test, each in self.reached.items() if not each.passed]
        self.learned, self.learning = time.monotonic() - begun, processor() - used

    def depends_on(self, item: pytest.Item) -> list[Path]:
        """The files whose change may change what a test runs."""
        package = ROOT / "src" / "grognard"
        near = sorted({*item.path.parent.glob("*.py"), *(ROOT / "tests" / "rules").glob("*/*.py")})
        builders = [path for path in near if not path.name.startswith("test_")]
        names = [name for name in NAMES if name in item.nodeid] or list(NAMES)
        rules = [package / "systems" / name for name in (*names, "tabletop")]
        toys = [code.folder for code in self.codes if code.name not in NAMES]
        engine = [package / name for name in ("engine", "boards", "maps")]
        return [*engine, *rules, *toys, *builders, item.path, ROOT / "tests" / "conftest.py"]

    def look(self, test: str, send: Send) -> None:
        """In a copy: run a test as if only rules and battles had been read before it."""
        if test.partition("::")[0] in GAME_FILES:
            # To follow a whole game takes minutes, and it comes to most lines.
            begun = time.process_time()
            passed = not fails(self.items[test])
            found = Reached(whole(self.files()), time.process_time() - begun, passed)
        else:
            limit_processor(0 if self.long else LONGEST)
            found = reached(lambda: not fails(self.items[test]), self.files())
        send(found.with_lines(self.built).json().encode())

    def build(self) -> Lines:
        """Read the rules and battles anew: what this runs, every test is taken to run."""
        forget(self.caches)

        def read() -> bool:
            toys = all(ROOT not in code.folder.parents for code in self.codes)
            for name in () if toys else sorted(self.systems()):
                for battle in system(name).battles():
                    system(name).battle(battle)
            return True

        return reached(read, self.files()).lines

    def files(self) -> set[str]:
        """The modules whose lines are followed."""
        folders = [ROOT / "src" / "grognard" / "systems", *(code.folder for code in self.codes)]
        return {str(path) for folder in folders for path in folder.rglob("*.py")}

    # --- the hunt

    def tasks(self) -> Iterator[tuple[Mutant, list[str]]]:
        """The mutants with their tests in order, made up when a worker is free."""
        for mutant in self.chosen:
            if time.monotonic() > self.deadline:
                return
            yield mutant, self.tests_for(mutant)

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that run the line: those of its rules first, then who killed before."""
        found = [
            test
            for test, each in self.reached.items()
            if each.passed
            and (self.long or each.seconds <= LONGEST or test.partition("::")[0] in GAME_FILES)
            and any(runs(each.lines, *place) for place in mutant.places)
        ]
        stage = {test: self.stage(mutant, test) for test in found}
        near = self.kills_in[mutant.module, mutant.function]
        return sorted(
            found,
            key=lambda test: (
                (OWN, RULES, GAMES).index(stage[test]),
                -near[test],
                -self.kills[test] if near[test] == 0 and self.reached[test].seconds < 0.5 else 0,
                self.reached[test].seconds,
            ),
        )

    def stage(self, mutant: Mutant, test: str) -> str:
        if test.partition("::")[0] in GAME_FILES:
            return GAMES
        return OWN if self.ids[test] & set(mutant.ids) else RULES

    def try_mutant(self, task: tuple[Mutant, list[str]], send: Send) -> None:
        """In a copy: make the change and run its tests until one fails."""
        mutant, tests = task
        try:
            mutant.put()
        except NotPossible as error:
            send(f"impossible {error}\n".encode())
            return
        limit_memory(MEMORY)
        if any(runs(self.built, *place) for place in mutant.places):
            forget(self.caches)
        for test in tests:
            send(f"{json.dumps(test)}\n".encode())
            limit_processor(max(LEAST_LIMIT, TIMES * self.reached[test].seconds))
            if fails(self.items[test]):
                send(b"dead\n")
                return
        send(b"alive\n")

    def judge(self, ended: Ended[tuple[Mutant, list[str]]]) -> Hunted:
        """What the copy told."""
        mutant, tests = ended.task
        *told, end = ended.sent.decode().splitlines() or [""]
        if end.startswith("impossible"):
            return Hunted(mutant, "", "", end, 0)
        if end == "alive":
            return Hunted(mutant, SURVIVED if tests else UNREACHED, "", "", len(told))
        if end != "dead":
            told.append(end)
        ran = [line for line in told if line.startswith('"')]
        test: str = json.loads(ran[-1]) if ran else ""
        how = "failed" if end == "dead" else "endless" if ended.signal else "crashed"
        self.kills[test] += 1
        self.kills_in[mutant.module, mutant.function][test] += 1
        return Hunted(mutant, self.stage(mutant, test), test, how, len(ran))

    def told(self, hunted: Hunted) -> None:
        """Tell of survivors, and now and then how far the hunt is."""
        if hunted.what in (SURVIVED, UNREACHED):
            print(f"{hunted.what}: {hunted.mutant}", flush=True)
        if len(self.ends) % 50 == 0:
            print(f"{len(self.ends)} of {len(self.chosen)} mutants", flush=True)


def processor() -> float:
    """The seconds of processor time used so far, by all copies together."""
    return sum(time_used(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))


def time_used(who: int) -> float:
    used = getrusage(who)
    return used.ru_utime + used.ru_stime


def fails(item: pytest.Item) -> bool:
    """Whether a test fails, with all its fixtures made anew."""
    reports: list[Any] = runtestprotocol(item, log=False, nextitem=None)
    return any(report.failed for report in reports)
