"""Levels, tempers and scripts by their names; nodes kept to; equal seeds play equally; no peek."""

import random

import pytest

from grognard.bots import NAMES, YARDSTICKS, Drill, Marshal, bot, says
from grognard.bots.exploits import exploit
from grognard.bots.levels import read_name
from grognard.engine.errors import UnknownName
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.engine.weights import FIRST
from grognard.lab.ladder import Match
from grognard.lab.match import play
from grognard.systems import system

TUTORIALS = [
    *("shock/gemioncourt", "locales/mcphersons-ridge", "onepage/maida"),
    *("brigades/casteggio", "pulses/teugen-hausen"),
]


def opened(name: str) -> tuple[System, Position]:
    """A battle at its first question with a choice, and its system."""
    rules, battle = name.split("/")
    found = system(rules)
    p = found.start(found.battle(battle))
    while p.roll is not None or len(p.options()) == 1:
        p.play(p.check().table[0] if p.roll is not None else p.options()[0])
    return found, p


@pytest.mark.parametrize("name", [*NAMES, *YARDSTICKS])
def test_every_name_makes_a_bot_that_answers(name: str) -> None:
    found, p = opened("locales/mcphersons-ridge")
    player = bot(name, 3)
    assert player.name == name
    assert player.choose(View(p, p.actor), found) in p.options()


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_that_is_offered_is_described(name: str) -> None:
    assert says(name).endswith(".")


def test_a_name_is_a_level_with_words_before_it() -> None:
    named = read_name("bold-patient-marshal")
    assert named is not None
    assert (named.level, named.temper, named.pace) == ("marshal", "bold", "patient")
    plain, counted = read_name("marshal"), read_name("marshal:77")
    assert plain is not None and named.nodes == 5 * plain.nodes
    assert counted is not None and counted.nodes == 77


@pytest.mark.parametrize("name", ["bold", "bold-bold-drill", "marshal:x", "brave-drill", ""])
def test_other_names_are_refused(name: str) -> None:
    assert read_name(name) is None
    with pytest.raises(UnknownName, match="no bot"):
        bot(name)


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_temper_changes_what_a_position_is_worth(name: str) -> None:
    sets = system(name.split("/")[0]).weights()
    assert sets is not None
    for temper in ("bold", "cautious", "rush", "stand-and-fire", "refuse-and-run", "march-round"):
        assert sets.tempered(temper) != sets.get()
    assert sets.tempered("") == sets.get()
    assert set(sets.says) == set(sets.get().numbers())


@pytest.mark.parametrize("name", TUTORIALS)
def test_thought_keeps_to_its_nodes(name: str) -> None:
    """One playout, or one order that is being rated, may be finished: nothing more."""
    found, p = opened(name)
    for nodes in (1, 60, 240):
        player = Marshal(1, nodes=nodes)
        player.choose(View(p, p.actor), found)
        assert player.thought is not None
        assert player.thought.nodes <= nodes + 7 * 500


def test_more_nodes_are_more_playouts() -> None:
    found, p = opened("locales/mcphersons-ridge")
    counts = []
    for nodes in (100, 3000):
        player = Marshal(1, nodes=nodes)
        player.choose(View(p, p.actor), found)
        reasons = player.why()
        assert reasons is not None
        counts.append(sum(each.playouts for each in reasons.candidates))
    assert counts[0] < counts[1]


def answers(name: str, players: tuple[str, str], seed: int, count: int) -> list[int]:
    """The first answers of a game between bots."""
    found, p = opened(name)
    rng = random.Random(seed)
    seated = [bot(each, seed + side) for side, each in enumerate(players)]
    given: list[int] = []
    while not p.over and len(given) < count:
        if p.roll is not None:
            table = p.check().table
            p.play(table[rng.randrange(len(table))])
            continue
        given.append(seated[p.actor].choose(View(p, p.actor), found))
        p.play(given[-1])
    return given


def test_marshal_plays_equally_for_equal_seeds() -> None:
    pair = ("marshal:200", "marshal:200")
    games = [answers("locales/mcphersons-ridge", pair, 5, 25) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("habit", ["march-round", "rush"])
def test_drill_holds_against_a_script(habit: str) -> None:
    """It wins on both sides of the same battle with the same dice."""
    match = Match("locales/mcphersons-ridge", "drill", habit, games=2, wanted=0.8)
    assert [play(task).winner for task in match.tasks()] == [0, 1]


@pytest.mark.parametrize("name", TUTORIALS)
def test_scripts_judge_by_weights_that_never_change(name: str) -> None:
    """As a yardstick must: what the levels learn does not make scripts stronger."""
    found = system(name.split("/")[0])
    sets = found.weights()
    assert sets is not None
    habit = exploit("rush")
    assert habit.weights_of(found) == sets.tempered("rush", FIRST) != sets.tempered("rush")


@pytest.mark.parametrize("name", ["drill", "marshal:300"])
def test_bots_do_not_peek(name: str) -> None:
    """Two positions that look alike to a side are answered alike, whatever they hide."""
    found, p = opened("locales/mcphersons-ridge")
    rng = random.Random(11)
    looked = 0
    for _ in range(80):
        if p.over:
            break
        if p.roll is not None:
            p.play(p.check().table[0])
            continue
        side = p.actor
        twin = View(p, side).sample(random.Random(rng.random()))
        if looked < 12 and twin.digest() != p.digest():
            looked += 1
            real = bot(name, 9).choose(View(p, side), found)
            assert bot(name, 9).choose(View(twin, side), found) == real
        p.play(rng.choice(p.options()))
    assert looked == 12


def test_why_names_plan_and_candidates() -> None:
    found, p = opened("locales/mcphersons-ridge")
    for player in (Drill(2), Marshal(2, nodes=400)):
        assert player.why() is None
        action = player.choose(View(p, p.actor), found)
        reasons = player.why()
        assert reasons is not None and p.decision is not None
        order = reasons.plan.rpartition(" – ")[2]  # a plan for the turn is told first
        assert order.startswith(p.decision.phrase(p, action))
        assert reasons.candidates and reasons.nodes > 0
