"""The compiled modules, if they were built from these very sources; the plain ones otherwise.

A folder names the modules of its own to be compiled in `compiled.txt`. `make fast` compiles them
all and puts them into `grognard/compiled`, with a mark that tells which they are and from which
sources they were built. They are used if these sources are the same still, byte for byte, and
unless GROGNARD_PLAIN is set. The plain modules are the reference: both give the same answers.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parent.parent
COMPILED: Final = PACKAGE / "compiled"
MARK: Final = "built-from.json"  # what was built, and from what, beside it
LIST: Final = "compiled.txt"  # of a folder, the modules to be compiled
OPEN: Final = "open"  # after a module there: classes of others may be derived from its own


class Listed(NamedTuple):
    """A module to be compiled, by its file below the package."""

    source: str
    is_open: bool


def listed() -> Iterator[Listed]:
    """The modules that the folders of the package name."""
    for file in sorted(PACKAGE.rglob(LIST)):
        for line in file.read_text("utf-8").splitlines():
            name, *rest = line.partition("#")[0].split() or [""]
            if name:
                source = file.parent.joinpath(name).with_suffix(".py").relative_to(PACKAGE)
                yield Listed(source.as_posix(), OPEN in rest)


def fingerprint(sources: Iterable[str]) -> str:
    """A hash of some sources, and of the Python they are compiled for."""
    found = sha256((sys.implementation.cache_tag or "").encode())
    for source in sources:
        found.update((PACKAGE / source).read_bytes())
    return found.hexdigest()


def built() -> dict[str, str]:
    """The files of the compiled modules by name, if they were built from the sources as they are.

    Those of modules that were compiled together share one more, which is named here too.
    """
    try:
        mark = json.loads((COMPILED / MARK).read_text("utf-8"))
        fresh = mark["hash"] == fingerprint(mark["sources"])
    except (OSError, ValueError, KeyError):
        return {}
    return {name: str(COMPILED / file) for name, file in mark["files"].items()} if fresh else {}


class Finder:
    """Finds compiled modules before the plain ones are looked for."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module lies, if it is one of these."""
        file = self.files.get(name)
        return spec_from_file_location(name, file) if file is not None else None


def wanted() -> bool:
    """Whether compiled modules are to be used if there are any."""
    return os.environ.get("GROGNARD_PLAIN", "0") in ("", "0")


def attach() -> str:
    """Let compiled modules be found, if they may be used; which of both is running then."""
    files = built() if wanted() else {}
    if not files:
        return "plain"
    sys.meta_path.insert(0, Finder(files))
    return "compiled"


RUNNING: Final = attach()
