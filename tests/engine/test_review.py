"""A battle looked back on: losses, strength by turn, rolls that decided it."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any

import grognard
from grognard.engine.event import EventKind
from grognard.engine.game import Game
from grognard.engine.log import LogEntry
from grognard.engine.loss_causes import LossCauses
from grognard.engine.review import Review, Walked, review
from grognard.engine.tally import CountedUnit


def fought(battle: str, seed: int) -> Game:
    """A battle played at random to its end."""
    game, rng = grognard.new(battle, seed=seed), random.Random(seed)
    while not game.over:
        if game.position.roll is not None:
            game.roll()
        else:
            game.play(rng.choice(game.options()))
    return game


def test_losses_and_strengths_are_those_of_the_last_position() -> None:
    game = fought("onepage/maida", 3)
    found = review(game.system, game.walked(), game.position, game.log)
    units = game.system.roster(game.battle).units
    left = game.system.tally(game.position).strength
    lost = {unit.id: unit.strength - now for unit, now in zip(units, left, strict=True)}
    assert {loss.unit.id: loss.unit.strength - loss.left for loss in found.losses} == {
        unit: points for unit, points in lost.items() if points
    }
    sums = [sum(n for u, n in zip(units, left, strict=True) if u.side == side) for side in (0, 1)]
    assert found.strengths[-1] == sums
    assert found.turns == sorted(found.turns) and len(found.turns) == len(found.strengths)


def test_what_ends_a_turn_counts_to_it() -> None:
    # A turn of this battle ends with a melee: its losses are gone when the next one begins.
    game = fought("onepage/maida", 2)
    found = review(game.system, game.walked(), game.position, game.log)
    units = game.system.roster(game.battle).units
    begun: dict[int, list[int]] = {}
    for each in game.walked():
        tally = game.system.tally(each.before)
        pairs = list(zip(units, tally.strength, strict=True))
        sums = [sum(now for unit, now in pairs if unit.side == side) for side in (0, 1)]
        begun.setdefault(tally.turn, sums)
    for turn, left in zip(found.turns[:-1], found.strengths, strict=False):
        assert left == begun[turn + 1], turn


def test_the_rolls_that_decided_it_are_rolls_and_in_order() -> None:
    game = fought("onepage/maida", 3)
    found = review(game.system, game.walked(), game.position, game.log)
    lines = [point.line for point in found.points]
    assert 1 <= len(lines) <= 3 and lines == sorted(lines)
    rolled = {entry.line for entry in game.log if entry.roll}
    assert set(lines) <= rolled
    assert all(0 < point.chance < 1 and point.swing > 0 for point in found.points)
    assert -1 <= found.luck <= 1


class Thrown:
    """A position whose open roll has two outcomes, as likely as each other, each worth so much.

    With a thrower it is a test, whose first outcome is to pass.
    """

    battle = None

    def __init__(self, *worth: float, thrower: int | None = None) -> None:
        self.worth = worth
        self.stack = ()
        self.thrower = thrower
        self.roll = None if thrower is None else SimpleNamespace(roller=lambda p: thrower)

    def copy(self) -> Thrown:
        return Thrown(*self.worth, thrower=self.thrower)

    def play(self, outcome: int) -> None:
        self.worth = (self.worth[outcome],)

    def check(self) -> Any:
        good = "" if self.thrower is None else "pass"
        kind = SimpleNamespace(weighed=True, good=good)
        return SimpleNamespace(weights=[1, 1], kind=kind, outcomes=("pass", "fail"))


def looked_back(thrown: list[tuple[Any, int]]) -> Review:
    """Rolls with their outcomes, between two units of 20 points."""
    units = [CountedUnit("unit:ney", "Ney", 0, 20), CountedUnit("unit:foy", "Foy", 1, 20)]
    last: Any = SimpleNamespace(battle=SimpleNamespace(sides=("red", "blue")))
    system: Any = SimpleNamespace(
        roster=lambda battle: SimpleNamespace(units=units),
        tally=lambda position: SimpleNamespace(turn=1, strength=[20, 20]),
        judge=lambda position, side: position.worth[0] * (1, -1)[side],
        earned=lambda position: [],
    )
    walked = [Walked(line, before, outcome) for line, (before, outcome) in enumerate(thrown, 1)]
    return review(system, walked, last, [])


def test_the_end_of_a_lost_battle_is_no_great_stroke_of_luck() -> None:
    """Forty points behind with forty in the field, whether it ends at once hardly matters.

    A lead of a quarter of all strength, here 10, makes the odds e to 1. The first roll brings the
    first side from even to 10 behind: half of 1/2 - 1/(1 + e) = 0.12. The second spares it the end:
    half of 1/(1 + e^4) = 0.01.
    """
    found = looked_back([(Thrown(0, -10), 1), (Thrown(-1000, -40), 1)])
    assert [(each.side, round(each.swing, 2)) for each in found.points] == [(1, 0.12), (0, 0.01)]
    assert found.fortune(("Red", "Blue")) == "The dice favoured the Blue side greatly."


def test_who_loses_strength_by_a_roll_has_no_luck_by_it() -> None:
    """Judgement likes the beaten enemy better alive than destroyed: of such a roll nothing is told.

    The second roll costs nobody anything, and counts as it is judged.
    """
    units = [CountedUnit("unit:ney", "Ney", 0, 20), CountedUnit("unit:foy", "Foy", 1, 3)]
    last: Any = SimpleNamespace(battle=SimpleNamespace(sides=("red", "blue")), worth=(0,))
    system: Any = SimpleNamespace(
        roster=lambda battle: SimpleNamespace(units=units),
        tally=lambda position: SimpleNamespace(
            turn=1, strength=[20, 0 if position.worth == (4,) else 3]
        ),
        judge=lambda position, side: position.worth[0] * (1, -1)[side],
        earned=lambda position: [],
    )
    rolls: list[Any] = [Thrown(10, 4), Thrown(0, 5)]
    walked = [Walked(line, before, 1) for line, before in enumerate(rolls, 1)]
    found = review(system, walked, last, [])
    assert [(each.line, each.side) for each in found.points] == [(2, 0)]
    assert found.luck == 1.0


def test_shuffles_and_draws_are_neither_luck_nor_turning_points() -> None:
    game = fought("locales/mcphersons-ridge", 3)  # it has no other dice
    found = review(game.system, game.walked(), game.position, game.log)
    assert (found.points, found.luck) == ([], 0.0)


def test_losses_by_cause_are_those_the_log_tells() -> None:
    game = fought("onepage/maida", 6)
    found = review(game.system, game.walked(), game.position, game.log)
    told = "\n".join(entry.text for entry in game.log)
    for cause, words in {"fire": "fire of", "melee": "melee with"}.items():
        points = re.findall(rf"loses? (\d+) strength points? \({words}", told)
        assert sum(found.causes[cause]) == sum(map(int, points)) > 0
    lost = [each.unit.strength - each.left for each in found.losses]
    assert sum(map(sum, found.causes.values())) == sum(lost)


def test_a_loss_comes_from_what_began_it_or_from_its_roll() -> None:
    units = [CountedUnit("unit:ney", "Ney", 0, 4), CountedUnit("unit:foy", "Foy", 1, 4)]
    log = [
        LogEntry(1, "Ney attacks Foy.", subjects=("unit:ney", "unit:foy"), kind=EventKind.MELEE),
        LogEntry(2, "Cohesion check: 6", roll=True),
        LogEntry(4, "Artillery escape: 7", roll=True),
        LogEntry(5, "Foy routs!", subjects=("unit:foy",), kind=EventKind.ROUT),
    ]
    causes = LossCauses(units, 2, log)
    for line, depth, rolled, left in (
        (1, 3, True, [4, 3]),  # at once
        (2, 3, True, [3, 3]),  # at the check that the attack calls for
        (3, 3, False, [3, 2]),  # by another order: nothing says why
        (4, 3, True, [2, 2]),  # by a roll that no event shows
        (5, 2, True, [2, 0]),
        (6, 2, False, [3, 0]),  # rallied
    ):
        causes.begin(line, depth, rolled)
        causes.end(left)
    assert causes.found() == {
        "melee": [1, 1],
        "rout": [0, 2],
        "otherwise": [0, 1],
        "artillery escape": [1, 0],
        "regained": [-1, 0],
    }


def test_points_of_units_that_merge_are_not_lost() -> None:
    a, b, foe = (CountedUnit(f"unit:{n}", n, side, 2) for n, side in (("a", 0), ("b", 0), ("f", 1)))
    causes = LossCauses((a, b, foe), 2, [])
    causes.begin(1, 1, False)
    causes.end([4, 0, 2])  # a takes b in
    causes.begin(2, 1, False)
    causes.end([5, 0, 1])  # a rallies one point, and the enemy has lost one for no cause told
    assert causes.found() == {"regained": [-1, 0], "otherwise": [0, 1]}


def test_a_loss_that_is_dealt_out_later_comes_from_the_shots_though_they_name_no_unit() -> None:
    unit = CountedUnit("unit:a", "a", 0, 3)
    shots = LogEntry(
        1, "The bombardment causes 1 loss.", subjects=("block:4",), kind=EventKind.FIRE
    )
    causes = LossCauses((unit,), 1, [shots])
    for line, depth, left in ((1, 3, 3), (2, 4, 2), (3, 2, 1)):  # it is over when the last is lost
        causes.begin(line, depth, False)
        causes.end([left])
    assert causes.found() == {"fire": [1], "otherwise": [1]}


def test_a_test_passed_is_never_to_the_good_of_the_enemy() -> None:
    # Judgement takes both for luck of the first side; but the second has passed its first test.
    passed, failed = (Thrown(10, 0, thrower=1), 0), (Thrown(0, 10, thrower=1), 1)
    found = looked_back([passed, failed])
    assert [(each.line, each.side) for each in found.points] == [(2, 0)]
    assert found.luck == 1.0  # which counts what judgement says of all rolls
