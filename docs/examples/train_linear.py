"""Learn to play McPherson's Ridge against random play, with a linear value, on one core in minutes.

    python docs/examples/train_linear.py [--seed 1] [--rounds 3] [--battle locales/mcphersons-ridge]

Each side has its own value: a weight for every number it observes, flat and as planes. To choose,
the learner imagines each answer it may give, looks at what it would observe then, and takes the
answer of the highest value. The weights are those of LSTD(λ), summed up over all games so far: the
first games are played at random, later ones by the values learnt (ε-greedy). The only reward is
that of the end: 1 for a win, −1 for a defeat. Needs `grognard[rl]`.
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import numpy as np

import grognard
from grognard.envs import gymnasium
from grognard.envs.battle_game import BattleGame
from grognard.envs.observation import FLAT, PLANES, observation
from grognard.lab.intervals import of_share, percent

TRACE = 0.8  # λ: how far a surprise reaches back
RIDGE = 100.0  # keeps the weights small where little was seen
EXPLORES = 0.1  # ε: how often the learner answers at random
TEST_SEEDS = 10**6  # tests are played on seeds that are never trained on


class LinearValue:
    """A linear value for each side, fitted by least squares to the differences of a game (LSTD)."""

    def __init__(self, game: BattleGame) -> None:
        self.looks = [observation(kind, game.system, game.battle) for kind in (FLAT, PLANES)]
        size, sides = len(self.features(game, 0)), len(game.battle.sides)
        self.weights = np.zeros((sides, size))
        self.matrix = np.stack([RIDGE * np.eye(size)] * sides)
        self.vector = np.zeros((sides, size))

    def features(self, game: BattleGame, side: int) -> np.ndarray:
        """What a side observes, and a 1 for the constant."""
        seen = [look.of(game.position, side).ravel() for look in self.looks]
        return np.concatenate([*seen, [1.0]])

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


def play(env: Any, value: LinearValue, rng: random.Random, seed: int, explores: float) -> float:
    """One game, counted if the learner explores; gives its reward."""
    seen, _ = env.reset(seed=seed)
    observed, over, reward = [], False, 0.0
    while not over:
        if explores:
            observed.append(value.features(env.game, env.side))
        legal = np.flatnonzero(seen["action_mask"])
        if rng.random() < explores:
            action = int(rng.choice(legal))
        else:
            action = best(value, env.game, legal, rng)
        seen, reward, over, _, _ = env.step(action)
    if observed:
        value.add(env.side, observed, reward)
    return reward


def test(battle: str, value: LinearValue, games: int) -> list[int]:
    """How many games each side wins by the values learnt, half of them played as each side."""
    env = gymnasium.env(battle, side="both", opponent="random")
    rng, won = random.Random(0), [0, 0]
    for game in range(games):
        won[game % 2] += play(env, value, rng, TEST_SEEDS + game, explores=0.0) > 0
    return won


def report(battle: str, value: LinearValue, played: int, tests: int) -> None:
    """Test, and print a point of the curve: all test games, and those of each side."""
    won = test(battle, value, tests)
    sides = zip(grognard.battle(battle).titles, won, strict=True)
    parts = [f"{title} {percent(of_share(wins, tests // 2))}" for title, wins in sides]
    share = percent(of_share(sum(won), tests))
    print(f"{played:5} games: {share} of {tests} won; {', '.join(parts)}", flush=True)


def train(
    battle: str = "locales/mcphersons-ridge",
    seed: int = 1,
    first: int = 300,
    rounds: int = 3,
    games: int = 100,
    tests: int = 400,
) -> LinearValue:
    """Play at random first, then by what was learnt; fit after each round, print the curve.

    The last point is tested on all test games, those before it on a quarter of them.
    """
    env = gymnasium.env(battle, side="both", opponent="random")
    value, rng, played = LinearValue(env.game), random.Random(seed), 0
    for round_ in range(rounds + 1):
        for _ in range(games if round_ else first):
            played += 1
            seeds = TEST_SEEDS * (seed + 1)
            play(env, value, rng, seeds + played, explores=EXPLORES if round_ else 1.0)
        value.fit()
        report(battle, value, played, tests if round_ == rounds else tests // 4)
    return value


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--battle", default="locales/mcphersons-ridge")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=300, help="games played at random")
    parser.add_argument("--rounds", type=int, default=3, help="rounds played by what was learnt")
    parser.add_argument("--games", type=int, default=100, help="games of a round")
    parser.add_argument("--tests", type=int, default=400, help="games of the last test")
    train(**vars(parser.parse_args()))
