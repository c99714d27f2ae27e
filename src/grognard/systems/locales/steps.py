"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from types import ModuleType

from grognard.engine.step import Step
from grognard.systems.locales import (
    administration,
    cards,
    charge,
    deploy,
    field,
    fight,
    leaving,
    losses,
    maneuver,
    preparation,
    staff,
    turn,
)

CHAPTERS = (
    preparation,
    cards,
    field,
    maneuver,
    charge,
    deploy,
    fight,
    leaving,
    losses,
    staff,
    administration,
    turn,
)


def steps_of(chapter: ModuleType) -> dict[str, type[Step]]:
    """The steps a chapter defines."""
    return {
        name: thing
        for name, thing in vars(chapter).items()
        if isinstance(thing, type)
        and issubclass(thing, Step)
        and thing.__module__ == chapter.__name__
    }


STEPS: dict[str, type[Step]] = {}
for _chapter in CHAPTERS:
    STEPS.update(steps_of(_chapter))
