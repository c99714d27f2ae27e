"""Where the project's own files lie, for the commands that write documents and golden files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.engine.errors import GrognardError

ROOT: Final = Path(__file__).resolve().parents[3]


def folder(name: str) -> Path:
    """A folder of the checkout, made if missing; an installed package has none."""
    if not (ROOT / "pyproject.toml").is_file():
        raise GrognardError("this writes into the project: run it from a checkout, not a package")
    path = ROOT / name
    path.mkdir(parents=True, exist_ok=True)
    return path
