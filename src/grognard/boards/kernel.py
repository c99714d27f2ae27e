"""The compiled geometry, if it was built from these very sources; the plain modules otherwise.

`make fast` compiles the modules named here and puts them into `grognard/compiled`. They are used
if they were built from the sources beside them, byte for byte, and unless GROGNARD_PLAIN is set.
The plain modules are the reference: both give the same answers.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
COMPILED: Final = HERE.parent / "compiled"
MARK: Final = "built-from.txt"  # the hash of the sources, beside what was built from them

# Geometry that nobody derives classes from, and that takes most of the time of play.
MODULES: Final = (
    "areas", "hexes", "hexpaths", "polygons",
    "table.arcs", "table.beam", "table.boxes", "table.charge", "table.chord", "table.contact",
    "table.course", "table.ground", "table.lattice", "table.outline", "table.reach", "table.rect",
    "table.retreat", "table.shape", "table.sight", "table.slide", "table.turns",
)  # fmt: skip


def source(module: str) -> Path:
    """The file of a module."""
    return HERE.joinpath(*module.split(".")).with_suffix(".py")


def fingerprint() -> str:
    """A hash of all sources that are compiled, and of the Python they are compiled for."""
    found = sha256(sys.implementation.cache_tag.encode() if sys.implementation.cache_tag else b"")
    for module in MODULES:
        found.update(source(module).read_bytes())
    return found.hexdigest()


def _usable() -> bool:
    if os.environ.get("GROGNARD_PLAIN", "0") not in ("", "0"):
        return False
    mark = COMPILED / MARK
    return mark.is_file() and mark.read_text("utf-8").strip() == fingerprint()


RUNNING: Final = "compiled" if _usable() else "plain"


def attach(path: list[str], *below: str) -> None:
    """Let a package of boards find the compiled ones of its modules first."""
    if RUNNING == "compiled":
        path.insert(0, str(COMPILED.joinpath("boards", *below)))
        # What the compiled modules share lies above them.
        if str(COMPILED) not in sys.path:
            sys.path.append(str(COMPILED))
