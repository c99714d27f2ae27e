"""Balance: how the sides fare, and what one change does to it.

A battle and its change are played with the same seeds, so that they throw the same dice as long as
they can: the difference of each pair is known far better than either result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from grognard.engine.errors import GrognardError
from grognard.lab import pool
from grognard.lab.intervals import Interval, Sums
from grognard.lab.match import PlayedGame
from grognard.lab.study import Spread, Study
from grognard.lab.summary import Summary
from grognard.systems import system as system_named

LEAST: Final = 20  # pairs before anything is concluded
BATCH: Final = 10  # pairs between two looks


class Difference(NamedTuple):
    """What a change does to the share of side 0: over the pairs played, draws counting half."""

    pairs: int
    share: Interval
    stopped: str  # why no more were played


class Question(NamedTuple):
    """A battle, and ways to change it; the first way changes nothing."""

    battle: str
    bots: tuple[str, ...]
    variant: str
    ways: tuple[tuple[str, ...], ...]


def sweep(text: str) -> list[str]:
    """The changes of a sweep: `what=1..5`, `what=1..9..2` or `what=a,b,c`.

    >>> sweep("turns=6..8"), sweep("unit.huber.sp=3,5")
    (['turns=6', 'turns=7', 'turns=8'], ['unit.huber.sp=3', 'unit.huber.sp=5'])
    """
    what, sign, values = text.partition("=")
    span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?", values.strip())
    if span is not None:
        first, last, step = int(span[1]), int(span[2]), int(span[3] or 1)
        chosen = [str(value) for value in range(first, last + 1, max(1, step))]
    else:
        chosen = [value.strip() for value in values.split(",")]
    if not sign or len(chosen) < 2:
        raise GrognardError(
            f'"{text:.60}" is not a sweep: write what=1..5, what=1..9..2 or what=1,3,7'
        )
    return [f"{what}={value}" for value in chosen]


class Balance:
    """Studies of a battle and its changes, played pair by pair."""

    def __init__(self, question: Question, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.question = question
        self.studies = [
            Study(
                folder / f"{'plain' if not number else f'change-{number}'}.jsonl",
                question.battle,
                question.bots,
                question.variant,
                way,
            )
            for number, way in enumerate(question.ways)
        ]
        self.stopped = ["" for _ in question.ways]

    @property
    def plain(self) -> Study:
        """The battle as it is."""
        return self.studies[0]

    def play(
        self,
        seeds: Sequence[int],
        jobs: int = 1,
        within: float | None = None,
        told: Callable[[PlayedGame], None] = lambda game: None,
        spread: Spread = pool.run,
    ) -> None:
        """Play in batches, until every question is answered or the seeds are used up.

        With `within` a change is settled as soon as its interval does not hold 0, or is so narrow
        that the change cannot matter more than that.
        """
        open_ways = list(range(1, len(self.studies)))
        for played, batch in _batches(seeds):
            for way in [0, *open_ways]:
                self.studies[way].play(batch, jobs, told, spread)
            if within is not None:
                for way in list(open_ways):
                    self.stopped[way] = self._answer(way, played, within)
                    if self.stopped[way]:
                        open_ways.remove(way)
                if len(self.studies) > 1 and not open_ways:
                    return

    def _answer(self, way: int, seeds: Sequence[int], within: float) -> str:
        sums = self._sums(way, seeds)
        share = sums.at_any_time()
        if sums.count < LEAST:
            return ""
        if share.excludes(0.0):
            return "it makes a difference"
        if max(abs(share.low), abs(share.high)) <= within:
            return f"it makes no more than {100 * within:.0f} points of difference"
        return ""

    def _sums(self, way: int, seeds: Sequence[int] | None = None) -> Sums:
        changed = self.studies[way]
        both = sorted(self.plain.seeds & changed.seeds)
        if seeds is not None:
            chosen = set(seeds)
            both = [seed for seed in both if seed in chosen]
        sums = Sums()
        for seed in both:
            sums.add(changed.game(seed).share - self.plain.game(seed).share)
        return sums

    def difference(self, way: int, seeds: Sequence[int], looked: bool) -> Difference:
        """What a change does; wider if the study may have stopped early because of it."""
        sums = self._sums(way, seeds)
        share = sums.at_any_time() if looked else sums.interval()
        if sums.count and not sums.deviation and not looked:
            # Pairs that are all alike do not prove that all others are: the rule of three.
            half = min(1.0, 3 / sums.count)
            share = Interval(sums.mean, sums.mean - half, sums.mean + half)
        return Difference(sums.count, share, self.stopped[way])

    def summary(self, way: int, seeds: Sequence[int]) -> Summary:
        """The summary of one of the studies."""
        study = self.studies[way]
        roster = system_named(study.battle.system).roster(study.battle)
        return Summary.of(study.battle, roster, study.games(seeds))

    def json(self, seeds: Sequence[int], looked: bool) -> dict[str, Any]:
        """Everything as JSON."""
        return {
            "battle": self.question.battle,
            "bots": list(self.question.bots),
            "plain": self.summary(0, seeds).json(),
            "changes": [
                {
                    "changed": list(way),
                    "games": self.summary(number, seeds).json(),
                    "difference of the first side's share": {
                        "pairs": (found := self.difference(number, seeds, looked)).pairs,
                        **{k: round(v, 4) for k, v in found.share._asdict().items()},
                        "stopped because": found.stopped,
                    },
                }
                for number, way in enumerate(self.question.ways)
                if number
            ],
        }

    def close(self) -> None:
        """Close the files."""
        for study in self.studies:
            study.close()


def _batches(seeds: Sequence[int]) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """The seeds up to the end of each batch, and those of the batch."""
    for start in range(0, len(seeds), BATCH):
        yield seeds[: start + BATCH], seeds[start : start + BATCH]
