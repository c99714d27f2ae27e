"""One game of a study: the same every time, and counted rightly."""

import random

import msgspec
import pytest

import grognard
from grognard.engine.errors import GrognardError
from grognard.engine.luck import LuckMeter
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.lab.match import GameTask, KeyedDice, PlayedGame, play
from grognard.systems import system

BOTS = ("random", "random")
TUTORIALS = [battle.id for battle in grognard.battles() if battle.difficulty == 1]


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_game_is_counted(name: str) -> None:
    game = play(GameTask(name, BOTS, 3))
    battle = grognard.battle(name)
    rules = system(battle.system)
    roster = rules.roster(battle)
    assert game.turns == len(game.strength) - 1
    start = [sum(u.strength for u in roster.units if u.side == side) for side in (0, 1)]
    assert game.strength[0] == start
    for side in (0, 1):
        lost = sum(loss.points for loss in game.losses if roster.units[loss.unit].side == side)
        assert lost >= start[side] - game.strength[-1][side]
    assert len(game.held) == len(roster.objectives)
    # Objectives at the start, and every change of hands, lead to those at the end.
    held = list(rules.tally(rules.start(battle)).held)
    for taken in game.taken:
        assert held[taken.objective] != taken.side
        held[taken.objective] = taken.side
    assert held == game.held


@pytest.mark.parametrize("name", TUTORIALS[:2])
def test_counting_does_not_change_a_game(name: str) -> None:
    counted, plain = (play(GameTask(name, BOTS, 5, count=count)) for count in (True, False))
    assert (counted.winner, counted.points, counted.why) == (plain.winner, plain.points, plain.why)
    assert (counted.answers, counted.rolls) == (plain.answers, plain.rolls)


def test_a_game_goes_through_json() -> None:
    game = play(GameTask(TUTORIALS[0], BOTS, 1))
    assert msgspec.json.decode(msgspec.json.encode(game), type=PlayedGame) == game


def test_a_battle_wants_a_bot_for_each_side() -> None:
    with pytest.raises(GrognardError, match=r"needs 2 bots \(french, allied\), not 1"):
        play(GameTask("shock/gemioncourt", ("random",), 1))


def position_with_a_roll(rules: System, battle: str, check: str) -> Position:
    """The first roll of a kind in a random game."""
    p, rng = rules.start(rules.battle(battle)), random.Random(1)
    while p.roll is None or p.check().name != check:
        p.play(rng.choice(p.options() or p.check().table))
    return p


def test_the_luck_of_a_roll_is_nothing_on_the_average() -> None:
    rules = system("shock")
    p = position_with_a_roll(rules, "gemioncourt", "shock")
    check = p.check()
    meter = LuckMeter(rules, p.battle)
    possible = [outcome for outcome, weight in enumerate(check.weights) if weight]
    lucks = [meter.luck(p, check, outcome) for outcome in possible]
    assert max(lucks) > 1e-6 and min(lucks) < -1e-6
    mean = sum(check.weights[o] * luck for o, luck in zip(possible, lucks, strict=True))
    assert abs(mean) < 1e-9


def test_dice_go_by_turn_kind_and_number() -> None:
    rules = system("shock")
    check = position_with_a_roll(rules, "gemioncourt", "fire").check()
    one, other = KeyedDice(7), KeyedDice(7)
    other.faces(1, check)  # a roll of turn 1 that only this game has
    assert [one.faces(2, check) for _ in range(5)] == [other.faces(2, check) for _ in range(5)]
    assert [KeyedDice(7).faces(2, check) for _ in range(5)] != [
        KeyedDice(seed).faces(2, check) for seed in range(5)
    ]
