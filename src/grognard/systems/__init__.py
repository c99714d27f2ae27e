"""The systems: those in this folder, and those that other packages bring.

Every package in this folder with a `charts.toml` is a system, and so is every entry point of the
group `grognard.systems`; an entry point leads to the system itself, and its name is the system's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from grognard.boards import KINDS
from grognard.engine.battlefile import NAME
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.listing import entry, listing
from grognard.engine.system import System

GROUP: Final = "grognard.systems"

NAMES: Final = tuple(
    sorted(each.name for each in files(__name__).iterdir() if (each / "charts.toml").is_file())
)  # of the systems that come with the program


class Source(NamedTuple):
    """Where a system comes from; `package` is empty for those of this folder."""

    load: Callable[[], object]
    package: str


class Fault(NamedTuple):
    """What is wrong with the system of another package."""

    name: str
    package: str
    why: str

    def __str__(self) -> str:
        return f'the system "{self.name}" of the package {self.package} cannot be used: {self.why}'


_faults: dict[tuple[str, str], Fault] = {}


@cache
def sources() -> dict[str, Source]:
    """Every system that can be found, by name; none of them is loaded yet."""
    from importlib.metadata import entry_points  # here, for it starts slowly

    found = {name: Source(_own(name), "") for name in NAMES}
    for point in sorted(entry_points(group=GROUP), key=lambda p: (p.name, _package(p.dist))):
        package = _package(point.dist)
        if point.name in found:
            other = found[point.name].package or "grognard itself"
            _note(point.name, package, f"{other} has a system of this name")
        elif not NAME.fullmatch(point.name):
            why = "a system's name is up to 40 lower-case letters, digits and hyphens"
            _note(point.name[:40], package, why)
        else:
            found[point.name] = Source(point.load, package)
    return found


def _note(name: str, package: str, why: str) -> Fault:
    fault = _faults[name, package] = Fault(name, package, why)
    return fault


def _own(name: str) -> Callable[[], object]:
    return lambda: import_module(f"{__name__}.{name}").SYSTEM


def _package(dist: object) -> str:
    return str(getattr(dist, "name", "an unknown package"))


def known(name: str) -> bool:
    """Whether there is a system of this name, usable or not."""
    return name in NAMES or name in sources()


@cache
def system(name: str) -> System:
    """A system by its name."""
    if not known(name):
        raise UnknownName(f'no system "{name:.40}": {did_you_mean(name, sources())}')
    source = Source(_own(name), "") if name in NAMES else sources()[name]
    if source.package:
        return _tried(name, source)
    found = source.load()
    assert isinstance(found, System)
    return found


def _tried(name: str, source: Source) -> System:
    """A system of another package, refused in a sentence unless all its battles can begin."""
    try:
        found = source.load()
        if not isinstance(found, System):
            raise GrognardError(f"its entry point leads to {type(found).__name__}, not a System")
        if found.name != name:
            raise GrognardError(f'its entry point is "{name}", but its name is "{found.name:.40}"')
        if found.board not in KINDS:
            hint = did_you_mean(found.board, KINDS)
            raise GrognardError(f'unknown board "{found.board:.40}" ({hint})')
        for battle in found.battles():
            found.start(found.battle(battle))
    except (Exception, SystemExit) as error:
        raise GrognardError(str(_note(name, source.package, _why(error)))) from error
    return found


def _why(error: BaseException) -> str:
    """What went wrong: the engine's own words, or a programmer's mistake and where it is."""
    if isinstance(error, GrognardError):
        return str(error)
    from traceback import extract_tb

    *_, last = extract_tb(error.__traceback__)
    place = "/".join(Path(last.filename).parts[-2:])
    return f"{type(error).__name__}: {error} ({place}:{last.lineno})"


def systems() -> list[System]:
    """Every system that can be used; what is wrong with the others, `faults` says."""
    found = []
    for name in sources():
        try:
            found.append(system(name))
        except GrognardError:
            if not sources()[name].package:
                raise
    return sorted(found, key=lambda each: (each.listed, each.name))


def entries() -> list[dict[str, Any]]:
    """Every shipped battle as lists show it, in the order of `systems`.

    Of the systems of this folder only headings are read.
    """
    found = []
    for name, source in sources().items():
        if source.package:
            try:
                other = system(name)
            except GrognardError:
                continue  # `faults` says why
            battles = [other.battle(each).json() for each in other.battles()]
            found.append((other.listed, name, battles))
        else:
            folder = files(__name__) / name
            here = listing(folder)
            battles = [entry(name, each, folder) for each in here.shipped]
            found.append((here.listed, name, battles))
    return [
        battle for _, _, battles in sorted(found, key=lambda one: one[:2]) for battle in battles
    ]


def faults() -> list[Fault]:
    """What is wrong with systems of other packages, as far as they were looked at."""
    return list(_faults.values())
