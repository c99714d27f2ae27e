"""Lessons: a few words to newcomers for every question of every system, and for its rolls."""

import tomllib

import pytest

from grognard.engine.chapters import ChapterSystem
from grognard.engine.step import DECISION, ROLL
from grognard.systems import NAMES, system

NO_ROLLS = ("pulses",)  # systems whose lessons are about questions only


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_a_lesson(name: str) -> None:
    chosen = system(name)
    assert isinstance(chosen, ChapterSystem)
    lessons = tomllib.loads((chosen.folder() / "lessons.toml").read_text("utf-8"))
    steps = chosen.chapters.position.STEPS
    wanted = {DECISION} if name in NO_ROLLS else {DECISION, ROLL}
    assert set(lessons) == {step for step, kind in steps.items() if kind.what in wanted}
