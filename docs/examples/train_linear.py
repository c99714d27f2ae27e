"""Learn to play McPherson's Ridge against random play, with a linear value, on one core in minutes.

    python docs/examples/train_linear.py [--seed 1] [--games 200] [--battle BATTLE]

The learner watches games in which it answers at random, and learns what each position was worth to
its side: a weight for every feature the system names (strength, morale, ground held, danger and so
on), by LSTD(λ) and from nothing. The only reward is that of the end: 1 for a win, −1 for a defeat.
Then it plays: it imagines each answer it may give and takes the one of the highest value. That is
one step of policy iteration, from random play. Needs `grognard[rl]`.
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import numpy as np

import grognard
from grognard.engine.view import View
from grognard.engine.weights import HAND
from grognard.envs import gymnasium
from grognard.envs.battle_game import BattleGame
from grognard.lab.intervals import of_share, percent
from grognard.lab.training import features

TRACE = 0.8  # λ: how far a surprise reaches back
RIDGE = 1.0  # keeps the weights small where little was seen
TEST_SEEDS = 10**6  # tests are played on seeds that are never trained on


class LinearValue:
    """A linear value for each side, fitted by least squares to the differences of a game (LSTD)."""

    def __init__(self, game: BattleGame) -> None:
        sets = game.system.weights()
        assert sets is not None, f"{game.battle.system} names no features"
        self.named = sets.get(HAND)  # their names; what they weigh is learnt
        size, sides = len(self.features(game, 0)), len(game.battle.sides)
        self.weights = np.zeros((sides, size))
        self.matrix = np.stack([RIDGE * np.eye(size)] * sides)
        self.vector = np.zeros((sides, size))

    def features(self, game: BattleGame, side: int) -> np.ndarray:
        """The features of the position as a side may guess it, and a 1 for the constant."""
        seen = View(game.position, side).guess()
        return np.array([*features(game.system, seen, side, self.named), 1.0])

    def value(self, game: BattleGame, side: int) -> float:
        """What a side may hope for: the result, once there is one."""
        if game.over:
            return game.returns()[side]
        return float(self.weights[side] @ self.features(game, side))

    def add(self, side: int, observed: list[np.ndarray], reward: float) -> None:
        """Count a game: the value of each position should be that of the next, the last the reward.

        A trace carries each difference back to the positions before it.
        """
        now = np.array(observed)
        following = np.vstack([now[1:], np.zeros_like(now[:1])])
        trace = now.copy()
        for step in range(1, len(trace)):
            trace[step] += TRACE * trace[step - 1]
        self.matrix[side] += trace.T @ (now - following)
        self.vector[side] += reward * trace[-1]

    def fit(self) -> None:
        """Solve for the weights."""
        for side, (matrix, vector) in enumerate(zip(self.matrix, self.vector, strict=True)):
            self.weights[side] = np.linalg.solve(matrix, vector)


def best(value: LinearValue, game: BattleGame, legal: np.ndarray, rng: random.Random) -> int:
    """The answer whose consequences have the highest value.

    All are imagined with the same dice, so that none is chosen for its luck alone.
    """
    side, dice = game.side, rng.getrandbits(32)
    if len(legal) == 1:
        return int(legal[0])
    values = [value.value(game.imagined(int(n), random.Random(dice)), side) for n in legal]
    return int(legal[int(np.argmax(values))])


def watch(env: Any, value: LinearValue, rng: random.Random, seed: int) -> None:
    """A game answered at random, for the value to learn from."""
    seen, _ = env.reset(seed=seed)
    observed, over, reward = [], False, 0.0
    while not over:
        observed.append(value.features(env.game, env.side))
        seen, reward, over, _, _ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    value.add(env.side, observed, reward)


def play(env: Any, value: LinearValue, rng: random.Random, seed: int) -> float:
    """A game played by the value, and its reward."""
    seen, _ = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        seen, reward, over, _, _ = env.step(best(value, env.game, legal, rng))
    return reward


def test(battle: str, value: LinearValue, games: int) -> list[int]:
    """How many games each side wins by the values learnt, half of them played as each side."""
    env = gymnasium.env(battle, side="both", opponent="random")
    rng, won = random.Random(0), [0, 0]
    for game in range(games):
        won[game % 2] += play(env, value, rng, TEST_SEEDS + game) > 0
    return won


def report(battle: str, value: LinearValue, played: int, tests: int) -> None:
    """Test, and print a point of the curve: all test games, and those of each side."""
    won = test(battle, value, tests)
    sides = zip(grognard.battle(battle).titles, won, strict=True)
    parts = [f"{title} {percent(of_share(wins, tests // 2))}" for title, wins in sides]
    share = percent(of_share(sum(won), tests))
    print(f"{played:5} games: {share} of {tests} won; {', '.join(parts)}", flush=True)


def train(
    battle: str = "locales/mcphersons-ridge", seed: int = 1, games: int = 200, tests: int = 200
) -> LinearValue:
    """Learn from more and more games, and print the curve.

    The last point is tested on all test games, those before it on a quarter of them.
    """
    env = gymnasium.env(battle, side="both", opponent="random")
    value, rng = LinearValue(env.game), random.Random(seed)
    for played in range(1, games + 1):
        watch(env, value, rng, TEST_SEEDS * (seed + 1) + played)
        if played in (games // 16, games // 4, games):
            value.fit()
            report(battle, value, played, tests if played == games else tests // 4)
    return value


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--battle", default="locales/mcphersons-ridge")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200, help="games to learn from")
    parser.add_argument("--tests", type=int, default=200, help="games of the last test")
    train(**vars(parser.parse_args()))
