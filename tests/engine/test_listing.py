"""The list of battles is read from headings alone, and says what the battles say."""

from __future__ import annotations

import subprocess
import sys

import grognard
from grognard.systems import NAMES, entries


def test_headings_say_what_the_battles_say() -> None:
    assert entries() == [battle.json() for battle in grognard.battles()]


def test_the_tutorial_comes_first_in_each_system() -> None:
    first: dict[str, int] = {}
    for battle in entries():
        first.setdefault(battle["id"].partition("/")[0], battle["difficulty"])
    assert set(NAMES) <= set(first)
    assert set(first.values()) == {1}


def test_no_system_is_loaded_for_the_list() -> None:
    code = (
        "import sys\n"
        "from grognard.systems import NAMES, entries\n"
        "entries()\n"
        "print([n for n in NAMES if f'grognard.systems.{n}' in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
