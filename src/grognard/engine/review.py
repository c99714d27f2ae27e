"""A battle looked back on: what every unit lost, by turn and cause, the rolls that decided it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.log import LogEntry
from grognard.engine.loss_causes import LossCauses
from grognard.engine.luck import LuckMeter
from grognard.engine.position import Position
from grognard.engine.step import NOBODY
from grognard.engine.tally import CountedUnit, Earned

if TYPE_CHECKING:
    from grognard.engine.system import System

NO_ROLL: Final = -1  # in the place of an outcome
MOST_OUTCOMES: Final = 24  # of a roll; one with more is left out
MOST_POINTS: Final = 3


class Walked(NamedTuple):
    """An answer or roll of a battle: its line, the position before it, the outcome of a roll."""

    line: int
    before: Position
    outcome: int  # NO_ROLL for an answer


class UnitLoss(NamedTuple):
    """What a unit had at the start, and what it has left."""

    unit: CountedUnit
    left: int


class TurningPoint(NamedTuple):
    """A roll that changed much: its line, who gained by it, how likely it was, by how much."""

    line: int
    side: int
    chance: float
    swing: float


class Review(NamedTuple):
    """Losses, the strength of each side by turn, the greatest rolls, and who was lucky.

    `luck` is -1 to 1: what the rolls brought the first side, against all they could have brought.
    """

    losses: list[UnitLoss]
    causes: dict[str, list[int]]  # what each side has lost by each
    turns: list[int]
    strengths: list[list[int]]  # for each turn, of each side
    points: list[TurningPoint]
    luck: float
    earned: list[Earned]  # where the points of the result come from

    def fortune(self, titles: Sequence[str]) -> str:
        """Who was lucky, in words; empty where no roll decided anything."""
        if not self.points:
            return ""
        size = abs(self.luck)
        if size < 0.1:
            return "The dice were even-handed."
        who = titles[0 if self.luck > 0 else 1]
        much = "a little" if size < 0.25 else "clearly" if size < 0.5 else "greatly"
        return f"The dice favoured the {who} side {much}."


def review(
    system: System, walked: Iterable[Walked], last: Position, log: Iterable[LogEntry]
) -> Review:
    """A battle that is over: its answers and rolls in order, its last position, its whole log."""
    units = system.roster(last.battle).units
    left = system.tally(last).strength
    losses = [
        UnitLoss(unit, now) for unit, now in zip(units, left, strict=True) if now < unit.strength
    ]
    turns: dict[int, list[int]] = {}
    causes = LossCauses(units, len(last.battle.sides), log)

    def count(position: Position) -> None:
        tally = system.tally(position)
        sums = [0] * len(last.battle.sides)
        for unit, now in zip(units, tally.strength, strict=True):
            sums[unit.side] += now
        if turns and tally.turn not in turns:
            turns[max(turns)] = sums  # what ended a turn may have cost something
        turns[tally.turn] = sums  # the last position of the turn counts
        causes.end(tally.strength)

    clear = []  # rolls of which judgement can tell
    meter = LuckMeter(system, last.battle)
    for each in walked:
        count(each.before)
        rolled = each.outcome != NO_ROLL
        causes.begin(each.line, len(each.before.stack), rolled)
        point = _swing(meter, each) if rolled else None
        if point is not None and point.side != _hurt(system, each):
            clear.append(point)
    count(last)
    whole = sum(point.swing for point in clear)
    first = sum(point.swing for point in clear if point.side == 0)
    great = sorted(clear, key=lambda point: -point.swing)[:MOST_POINTS]
    return Review(
        losses=sorted(losses, key=lambda loss: loss.left - loss.unit.strength),
        causes=causes.found(),
        turns=sorted(turns),
        strengths=[turns[turn] for turn in sorted(turns)],
        points=sorted((p for p in great if p.swing), key=lambda point: point.line),
        luck=(2 * first - whole) / whole if whole else 0.0,
        earned=system.earned(last),
    )


def _swing(meter: LuckMeter, thrown: Walked) -> TurningPoint | None:
    """How far a roll lies from what was to be expected of it, as a chance of winning."""
    check = thrown.before.check()
    weights = check.weights if check.kind.weighed else []  # no shuffle decides a battle
    if not 1 < sum(map(bool, weights)) <= MOST_OUTCOMES:
        return None
    swing = meter.luck(thrown.before, check, thrown.outcome)
    chance = weights[thrown.outcome] / sum(weights)
    return TurningPoint(thrown.line, 0 if swing > 0 else 1, chance, abs(swing))


def _hurt(system: System, thrown: Walked) -> int:
    """The side a roll cannot have helped; where judgement says it did, judgement is too rough.

    Its kind says what is good for the thrower, or it cost a side more than was to be expected.
    """
    before, check = thrown.before, thrown.before.check()
    if before.roll is not None and check.kind.good:
        thrower = before.roll.roller(before)
        return 1 - thrower if check.outcomes[thrown.outcome] == check.kind.good else thrower
    leads = {
        outcome: _lead(system, before, outcome)
        for outcome, weight in enumerate(check.weights)
        if weight
    }
    mean = sum(check.weights[outcome] * lead for outcome, lead in leads.items())
    above = leads[thrown.outcome] * sum(check.weights) - mean
    return 1 if above > 0 else 0 if above < 0 else NOBODY


def _lead(system: System, before: Position, outcome: int) -> int:
    """The strength the first side has more than the other after an outcome of the open roll."""
    after = before.copy()
    after.play(outcome)
    units = system.roster(after.battle).units
    strengths = zip(units, system.tally(after).strength, strict=True)
    return sum(-left if unit.side else left for unit, left in strengths)
