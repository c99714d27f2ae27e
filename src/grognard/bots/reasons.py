"""Plans and candidates in the words of the system: what a bot says when it is asked why."""

from __future__ import annotations

from typing import Final

from grognard.bots.bot import Candidate
from grognard.engine.view import Sample

MOST: Final = 5  # candidates that are told
LONGEST: Final = 6  # answers of a plan that are told


def in_words(position: Sample, actions: list[int], side: int) -> list[str]:
    """Answers of a side in the system's words, as far as they can still be given."""
    p = position.copy()
    words: list[str] = []
    for action in actions:
        while p.roll is not None:
            weights = p.check().weights
            p.play(weights.index(max(weights)))
        decision = p.decision
        if decision is None or p.actor != side or action not in p.options():
            break
        words.append(decision.phrase(p, action))
        p.play(action)
    return words


def told(position: Sample, actions: list[int], side: int) -> str:
    """An order in words: its answers in a row."""
    return ", ".join(in_words(position, actions, side)[:LONGEST])


def candidate(
    position: Sample, actions: list[int], side: int, value: float, playouts: int = 0
) -> Candidate:
    """An order that was weighed, in words."""
    return Candidate(told(position, actions, side), round(value, 2), playouts)
