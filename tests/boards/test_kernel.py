"""The compiled geometry: used if it was built from these sources, and equal to the plain one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.boards import kernel
from tests.boards.kernel_cases import ask_build, hashes


def test_random_cases_are_repeatable() -> None:
    assert hashes(60, 7) == hashes(60, 7) != hashes(60, 8)


def test_every_module_to_be_compiled_is_there() -> None:
    assert [module for module in kernel.MODULES if not kernel.source(module).is_file()] == []


def running(compiled: Path, plain: str) -> str:
    """Which build a new process runs that finds compiled modules in a folder."""
    code = (
        "import pathlib, sys, grognard.boards.kernel as k\n"
        "k.COMPILED = pathlib.Path(sys.argv[1])\n"
        "print(k._usable())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(compiled)],
        env={**os.environ, "GROGNARD_PLAIN": plain},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return run.stdout.strip()


def test_what_was_built_from_other_sources_is_left_alone(tmp_path: Path) -> None:
    assert running(tmp_path, "0") == "False"
    (tmp_path / kernel.MARK).write_text("0" * 64)
    assert running(tmp_path, "0") == "False"
    (tmp_path / kernel.MARK).write_text(kernel.fingerprint())
    assert running(tmp_path, "0") == "True"
    assert running(tmp_path, "1") == "False"


def test_plain_and_compiled_agree() -> None:
    mark = kernel.COMPILED / kernel.MARK
    if not mark.is_file() or mark.read_text().strip() != kernel.fingerprint():
        pytest.skip("nothing is compiled here: `make fast` does it")
    assert ask_build("plain", 3000, 1) == ask_build("compiled", 3000, 1)
