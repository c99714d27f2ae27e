"""The environments: PettingZoo's own tests, and what they leave out, on a battle of each system."""

import json
import random
import warnings
from typing import Any

import numpy as np
import pytest

import grognard
from grognard.engine.errors import GrognardError, NotAllowed, UnknownName
from grognard.envs import gymnasium as single
from grognard.envs import pettingzoo as pairs
from grognard.envs.battle_game import BattleGame
from grognard.envs.observation import FlatObservation
from grognard.envs.vocabulary import Vocabulary
from grognard.systems import system

with warnings.catch_warnings():  # its tests import games the old way
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test

TUTORIALS = [battle.id for battle in grognard.battles() if battle.difficulty == 1]
TABLES = [name for name in TUTORIALS if system(name.partition("/")[0]).board == "table"]

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def a_game(name: str, answers: int, seed: int = 1) -> BattleGame:
    """A battle after some random answers."""
    game, rng = BattleGame(name), random.Random(seed)
    game.reset(seed)
    for _ in range(answers):
        if game.over:
            game.reset(None)
        game.answer(int(rng.choice(np.flatnonzero(game.mask(game.side)))))
    return game


@pytest.mark.parametrize("name", TUTORIALS)
@pytest.mark.parametrize("observes", ["flat", "planes"])
def test_pettingzoo_accepts_the_interface(name: str, observes: str) -> None:
    api_test(pairs.env(name, observes=observes), num_cycles=25)


@pytest.mark.parametrize("name", TUTORIALS)
def test_equal_seeds_play_equally(name: str) -> None:
    seed_test(lambda: pairs.env(name), num_cycles=15)


@pytest.mark.parametrize("name", TUTORIALS)
def test_masks_are_the_options(name: str) -> None:
    game = a_game(name, 0)
    rng = random.Random(2)
    for _ in range(60):
        if game.over:
            game.reset(None)
        p, words = game.position, game.vocabulary
        numbers = np.flatnonzero(game.mask(game.side)).tolist()
        assert sorted(words.action(p, number) for number in numbers) == p.options()
        assert all(words.number(p, words.action(p, number)) == number for number in numbers)
        assert not game.mask(1 - game.side).any()
        refused = next(n for n in range(words.size) if n not in numbers)
        before = p.digest()
        with pytest.raises(NotAllowed):
            game.answer(refused)
        assert p.digest() == before
        game.answer(rng.choice(numbers))


@pytest.mark.parametrize("name", TABLES)
def test_the_full_vocabulary_takes_any_pose(name: str) -> None:
    battle = grognard.battle(name)
    full, named = Vocabulary(battle, "full"), Vocabulary(battle)
    assert full.size == battle.nouns.size > 1_000_000 > 5000 > named.size
    # A step aside from a named pose is not among the options, but keeps the rules.
    game, rng = a_game(name, 0), random.Random(1)
    while True:
        p = game.position
        near = [
            a + step
            for a in p.options()
            if a >= full.battle.nouns.first["pose"]
            for step in (72, -72)
        ]
        decision = p.decision
        assert decision is not None
        found = [a for a in near if a not in p.options() and decision.allows(p, a)]
        if found:
            break
        game.answer(int(rng.choice(np.flatnonzero(game.mask(game.side)))))
    assert full.action(p, found[0]) == found[0]
    assert not full.mask(p)[found[0]]


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_game_saved_goes_on_alike(name: str) -> None:
    env = pairs.raw_env(name)
    env.reset(seed=3)
    rng = random.Random(3)

    def step(one: Any, choice: float) -> None:
        numbers = np.flatnonzero(one.observe(one.agent_selection)["action_mask"])
        one.step(int(numbers[int(choice * len(numbers))]))

    for _ in range(20):
        step(env, rng.random())
    twin = pairs.raw_env(name)
    twin.load(json.loads(json.dumps(env.save())))
    for _ in range(15):
        choice = rng.random()
        for one in (env, twin):
            step(one, choice)
        assert env.agent_selection == twin.agent_selection
        for agent in env.possible_agents:
            mine, theirs = env.observe(agent), twin.observe(agent)
            assert all(np.array_equal(mine[key], theirs[key]) for key in mine)


def test_a_side_observes_its_own_view_only() -> None:
    """Positions a side cannot tell apart give it the same observation."""
    game = a_game("locales/mcphersons-ridge", 30)
    flat = FlatObservation(game.system, game.battle)
    for side in (0, 1):
        true = game.position
        other = grognard.View(true, side).sample(random.Random(9))
        assert np.array_equal(flat.of(true, side), flat.of(other, side))
    assert true.digest() != other.digest()


def test_a_side_imagines_no_more_than_it_knows() -> None:
    """Of positions a side cannot tell apart it imagines the same, and the game stays as it is."""
    game = a_game("locales/mcphersons-ridge", 30)
    side, before = game.side, game.position.digest()
    twin = a_game("locales/mcphersons-ridge", 30)
    twin.position = grognard.View(game.position, side).sample(random.Random(9))
    assert twin.position.digest() != before
    for number in np.flatnonzero(game.mask(side)).tolist():
        mine, theirs = (each.imagined(number, random.Random(4)) for each in (game, twin))
        assert mine.position.digest() == theirs.position.digest() != before
    assert game.position.digest() == before


def test_the_game_is_cut_off_after_max_cycles() -> None:
    env = pairs.env("shock/gemioncourt", max_cycles=4)
    env.reset(seed=1)
    answers = 0
    for agent in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            answers += 1
    assert answers == 4 and not env.agents


def test_a_game_played_out_has_a_winner_and_a_loser() -> None:
    env = pairs.env("locales/mcphersons-ridge")
    env.reset(seed=1)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        if over or cut:
            rewards[agent] = reward
            env.step(None)
        else:
            env.action_space(agent).seed(1)
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert sorted(rewards.values()) == [-1.0, 1.0]


@pytest.mark.parametrize("name", TUTORIALS)
def test_the_environment_shows_itself(name: str) -> None:
    env = pairs.raw_env(name, render_mode="ansi")
    env.reset(seed=1)
    assert env.game.battle.title in env.render()
    env.render_mode = "rgb_array"
    picture = env.render()
    assert picture.shape[1:] == (640, 3) and picture.dtype == np.uint8 and picture.std() > 10


def test_names_are_versioned() -> None:
    assert pairs.raw_env("shock/gemioncourt_v0").metadata["name"] == "shock/gemioncourt_v0"
    with pytest.raises(UnknownName, match="the present version is shock/gemioncourt_v0"):
        pairs.env("shock/gemioncourt_v7")
    with pytest.raises(GrognardError, match='no render mode "human"'):
        pairs.env("shock/gemioncourt", render_mode="human")


def test_one_learner_against_a_bot() -> None:

    env = single.env("locales/mcphersons-ridge", side="both", opponent="random")
    seen, _ = env.reset(seed=5)
    sides, rng = [seen["side"]], random.Random(4)
    for _ in range(3):
        over, reward = False, 0.0
        while not over:
            assert env.game.side == env.side
            action = int(rng.choice(np.flatnonzero(env.action_masks())))
            seen, reward, over, cut, _ = env.step(action)
            assert not cut and (over or reward == 0)
        assert reward in (-1.0, 0.0, 1.0)
        seen, _ = env.reset()
        sides.append(seen["side"])
    assert sides == [0, 1, 0, 1]


@pytest.mark.slow
def test_several_games_run_in_processes() -> None:
    envs = single.vector("locales/mcphersons-ridge", 2, opponent="random")
    try:
        seen, _ = envs.reset(seed=7)
        for _ in range(3):
            actions = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
            seen, rewards, *_ = envs.step(np.asarray(actions))
        assert seen["observation"].shape[0] == 2 and len(rewards) == 2
    finally:
        envs.close()


def test_a_wrong_action_loses_the_game() -> None:
    env = pairs.env("shock/gemioncourt")
    env.reset(seed=1)
    loser = env.agent_selection
    refused = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(refused)
    ends: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, over, cut, _ = env.last()
        assert over and cut
        ends[agent] = reward
        env.step(None)
    assert ends == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}


def test_a_wrong_action_changes_nothing_in_the_raw_environment() -> None:
    env = pairs.raw_env("shock/gemioncourt")
    env.reset(seed=1)
    before, rewards = env.game.position.digest(), dict(env._cumulative_rewards)
    refused = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(NotAllowed):
        env.step(refused)
    assert env.game.position.digest() == before and env._cumulative_rewards == rewards


def test_calls_out_of_order_are_told() -> None:
    env = pairs.env("shock/gemioncourt")
    for call in (lambda: env.step(0), lambda: env.observe("french"), lambda: [*env.agent_iter()]):
        with pytest.raises(GrognardError, match=r"call reset\(\) first"):
            call()
    env.reset(seed=1)
    with pytest.raises(GrognardError, match=r"french is asked: call step\(\) in the loop"):
        for _ in env.agent_iter():
            pass
    with pytest.raises(GrognardError, match="no action -1: they go from 0 to"):
        env.step(-1)
