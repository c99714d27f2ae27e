"""A battle looked back on: losses by unit and cause, strength by turn, rolls that decided it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import takewhile
from typing import Final

from grognard.cli.output import percent, say, say_table
from grognard.engine.game import Game
from grognard.engine.log import LogEntry
from grognard.engine.review import Review, UnitLoss, review

TURN: Final = re.compile(r"Turn \d+")  # at the head of its part of the log
Whose = Callable[[Iterable[str]], str]  # the pieces among some ids, by name


def say_review(game: Game, side: str | None, whose: Whose) -> None:
    """Print what became of everybody, as far as a side may read of it in the log."""
    found = review(game.system, game.walked(), game.position, game.log)
    titles = game.battle.titles
    losses = [(title, [each for each in found.losses if each.unit.side == number])
              for number, title in enumerate(titles)]  # fmt: skip
    if found.losses:
        say_table(("losses", "", "units"), [_lost(*each) for each in losses if each[1]])
        say_table(("lost by", *titles), [(each, *lost) for each, lost in found.causes.items()])
    if found.earned:
        sums = [sum(each.points[i] for each in found.earned) for i in range(len(titles))]
        by_cause = [(each.cause, *map(_points, each.points)) for each in found.earned]
        say_table(("points by", *titles), [*by_cause, ("in all", *map(_points, sums))])
    if len(found.turns) > 1:
        rows = [(turn, *row) for turn, row in zip(found.turns, found.strengths, strict=True)]
        say_table(("strength after turn", *titles), rows)
    _say_points(found, game.log_for(side), titles, whose)


def _points(points: float) -> str:
    """Points as people write them, halves too; none is a dash."""
    whole = int(points)
    return f"{whole}" if points == whole and whole else f"{whole or ''}½" if points else "–"


def _lost(title: str, losses: list[UnitLoss]) -> tuple[str, str, str]:
    """What a side has lost, in all and by unit."""
    whole = sum(each.unit.strength - each.left for each in losses)
    units = [
        f"{each.unit.name} {each.unit.strength - each.left} of {each.unit.strength}"
        if each.left
        else f"{each.unit.name} all {each.unit.strength}"
        for each in losses
    ]
    return title, str(whole), "; ".join(units)


def _say_points(found: Review, log: list[LogEntry], titles: tuple[str, ...], whose: Whose) -> None:
    """The rolls that decided the battle, each with the turn it fell in, and who was lucky."""
    told = []
    for point in found.points:
        for entry in log:
            if entry.roll and entry.line == point.line:
                chance = percent(Fraction(point.chance))
                good = f"{chance} likely, to the good of the {titles[point.side]} side"
                told.append(f"  {_when(log, entry)}{_meant(entry, whose)} ({good})")
    if told:
        say("The rolls that decided it:", "bold")
        for line in told:
            say(line)
        say(found.fortune(titles))


def _when(log: list[LogEntry], roll: LogEntry) -> str:
    """The turn a roll fell in."""
    before = takewhile(lambda each: each is not roll, log)  # it may be what ended a turn
    headings = [each.text for each in before if each.heading]
    turns = [met[0] for met in map(TURN.match, headings) if met]
    return f"{turns[-1]}. " if turns else ""


def _meant(roll: LogEntry, whose: Whose) -> str:
    """The title of a roll, of whom it was, and what it meant."""
    first, *_, last = roll.text.split("\n")
    pieces = whose(roll.subjects)
    return f"{first.split(':')[0]}{pieces and f' ({pieces})'}: {last.partition(': ')[2]}"
