"""The project's own files, for the tests about the project itself."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "grognard"


@cache
def tracked() -> tuple[Path, ...]:
    """Every tracked file that is on disk, relative to the root."""
    listing = subprocess.run(
        # Whoever owns the checkout, reading its list of files is harmless.
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = (Path(name) for name in listing.stdout.split("\0") if name)
    return tuple(path for path in paths if (ROOT / path).is_file())


def tracked_texts() -> Iterator[tuple[Path, str]]:
    """Every tracked file that is text, with its text."""
    for path in tracked():
        try:
            yield path, (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules below these folders of the package ("" is all of it): dotted name and tree."""
    for folder in folders:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            yield ".".join(parts), ast.parse(path.read_text(encoding="utf-8"), str(path))
