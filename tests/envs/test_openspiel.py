"""Battles as OpenSpiel games: its own simulation test, and its own search plays them."""

import numpy as np
import pytest

import grognard

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts  # noqa: E402

from grognard.envs import openspiel  # noqa: E402

TUTORIALS = [battle.id for battle in grognard.battles() if battle.difficulty == 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", TUTORIALS)
def test_openspiel_simulates_it(name: str) -> None:
    pyspiel.random_sim_test(openspiel.load(name), num_sims=1, serialize=True, verbose=False)


def test_every_battle_is_registered() -> None:
    names = set(pyspiel.registered_names())
    assert {openspiel.short_name(battle.id) for battle in grognard.battles()} <= names


def test_openspiels_own_search_plays_a_battle() -> None:
    game = openspiel.load("locales/mcphersons-ridge")
    rng = np.random.RandomState(1)
    player = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    answered = 0
    while not state.is_terminal() and answered < 6:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
        else:
            action = player.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            answered += 1
    assert answered == 6
