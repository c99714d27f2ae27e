"""The set-up a stranger meets: lock, wheel, Makefile and the search for a Python."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.project.source_tree import ROOT, tracked

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
NODE_LOCK = (ROOT / "tools" / "typescript" / "node.lock").read_text(encoding="utf-8")


def package_name(requirement: str) -> str:
    """The normal form of the name a requirement begins with."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def make(*words: str) -> str:
    """What make would do, without doing it."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    answer = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", *words],
        cwd=ROOT,
        env=env,
        check=True,
        capture_output=True,
        text=True,
    )
    return answer.stdout


def test_every_dependency_is_locked() -> None:
    wanted = {
        package_name(requirement)
        for requirement in (
            *PROJECT["build-system"]["requires"],
            *PROJECT["project"]["dependencies"],
            *PROJECT["dependency-groups"]["dev"],
        )
    }
    assert wanted - locked(LOCK) == set()
    node = {package_name(requirement) for requirement in PROJECT["dependency-groups"]["node"]}
    assert locked(NODE_LOCK) == node


def locked(lock: str) -> set[str]:
    """The packages of a lock."""
    return {package_name(line) for line in lock.splitlines() if re.match(r"\w", line)}


@pytest.mark.parametrize("lock", [LOCK, NODE_LOCK], ids=["requirements", "node"])
def test_every_locked_package_is_pinned_and_hashed(lock: str) -> None:
    entries = re.split(r"\n(?=\w)", re.sub(r"^#.*\n", "", lock, flags=re.MULTILINE))
    assert entries
    for entry in entries:
        assert re.match(r"[\w.-]+==[\w.]+(?: ; [^\\]+)? \\\n", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


def test_the_wheel_ships_every_file_of_the_package(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("grognard-*.whl")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    package = Path("src") / "grognard"
    ours = {
        path.relative_to("src").as_posix() for path in tracked() if path.is_relative_to(package)
    }
    assert ours
    assert ours - shipped == set()
    assert not [name for name in shipped if name.startswith("tests")]


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["play"], "/grognard play"),
        (["play", "BATTLE=shock/hougoumont"], "/grognard play shock/hougoumont"),
        (["soak"], "-m grognard.lab.soak"),
        (
            ["soak", "BATTLE=shock/x", "MINUTES=5"],
            "-m grognard.lab.soak --battle shock/x --minutes 5",
        ),
        (["mutants"], "/python tests/mutants.py"),
        (["bench"], "/python bench/run.py"),
        (["ladder"], "/grognard ladder --page docs/strength.md"),
        (["golden"], "-m grognard.lab.golden"),
        (["docs"], "-m grognard.lab.ruledocs"),
    ],
)
def test_make_runs(words: list[str], command: str) -> None:
    assert any(line.rstrip().endswith(command) for line in make(*words).splitlines())


@pytest.mark.parametrize("target", ["test", "check"])
def test_make_checks_style_types_and_tests(target: str) -> None:
    lines = make(target)
    assert "/ruff check ." in lines
    assert "/mypy\n" in lines
    assert "/tsc --project .\n" in lines
    assert "/pytest" in lines
    assert ("not slow" in lines) == (target == "check")


def test_make_play_fetches_no_compiler() -> None:
    assert "typescript" not in make("play")


def test_types_are_checked_strictly_in_the_tests_too() -> None:
    mypy = PROJECT["tool"]["mypy"]
    assert mypy["strict"] is True
    assert mypy["files"] == ["src", "tests", "bench", "tools"]


def test_continuous_integration_runs_make_test() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text(encoding="utf-8")


def test_setup_says_what_to_do_when_python_is_too_old(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    env = {**os.environ, "PYTHON": str(old), "VENV": str(tmp_path / "venv")}
    answer = subprocess.run(
        ["sh", "tools/setup.sh"], cwd=ROOT, env=env, check=False, capture_output=True, text=True
    )
    assert answer.returncode != 0
    assert "Python 3.11 or newer" in answer.stderr
    assert "make PYTHON=" in answer.stderr
    assert not (tmp_path / "venv").exists()
