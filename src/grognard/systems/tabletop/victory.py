"""The end of a battle on the table: who holds a place, and who is ahead by what counts first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine.battle import Result
from grognard.systems.tabletop.roster import Objective


def alone(there: Sequence[bool]) -> int:
    """The side that alone is at a place; -1 if both are or none is."""
    return -1 if there[0] == there[1] else there.index(True)


def points_held(objectives: Iterable[Objective], holders: Iterable[int], side: int) -> int:
    """The points of the objectives a side holds and that are worth something to it."""
    return sum(
        objective.points
        for objective, holder in zip(objectives, holders, strict=True)
        if holder == side and objective.side in (side, -1)
    )


def verdict(
    titles: Sequence[str],
    score: tuple[float, float],
    broken: Sequence[int],
    fate: str,
    measures: Iterable[tuple[str, int, int]],
) -> Result:
    """The one army that is not broken wins; else who is ahead by the first measure that tells."""
    if len(broken) == 1:
        winner = 1 - broken[0]
        why = f"{titles[winner]} victory: the {titles[broken[0]]} army {fate}."
        return Result(winner, score, why)
    for word, a, b in measures:
        if a != b:
            winner = 0 if a > b else 1
            return Result(winner, score, f"{titles[winner]} victory by {word}.")
    return Result(None, score, "A draw: nobody is ahead.")
