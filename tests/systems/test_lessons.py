"""Lessons: a few words to newcomers for every question of every system, and for its rolls."""

import tomllib

import pytest

from grognard.engine.chapters import ChapterSystem
from grognard.engine.step import DECISION, ROLL
from grognard.systems import NAMES, system


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_a_lesson(name: str) -> None:
    chosen = system(name)
    assert isinstance(chosen, ChapterSystem)
    lessons = tomllib.loads((chosen.folder() / "lessons.toml").read_text("utf-8"))
    steps = chosen.chapters.position.STEPS
    wanted = {step for step, kind in steps.items() if kind.what in (DECISION, ROLL)}
    assert set(lessons) == wanted
