"""Learn a linear policy on McPherson's Ridge against random play, on one core in minutes.

    python docs/examples/train_linear.py [--games 900] [--battle locales/mcphersons-ridge]

The policy is a softmax over what may be answered: a weight for each action, and one for each
action and each number observed, a set for each side. It learns by REINFORCE: what was chosen in a
game that was won against expectation becomes more likely. Needs `grognard[rl]`.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from grognard.envs import gymnasium
from grognard.lab.intervals import of_share, percent


class LinearPolicy:
    """Weights of actions, by side."""

    def __init__(self, sides: int, numbers: int, actions: int, rate: float) -> None:
        self.bias = np.zeros((sides, actions))
        self.weights = np.zeros((sides, actions, numbers), np.float32)
        self.expected = np.zeros(sides)
        self.rate = rate

    def chances(self, seen: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
        """What may be answered, and how likely each is."""
        side, observed = seen["side"], seen["observation"]
        legal = np.flatnonzero(seen["action_mask"])
        values = self.bias[side, legal] + self.weights[side, legal] @ observed
        odds = np.exp(values - values.max())
        return legal, odds / odds.sum()

    def learn(self, steps: list[tuple[Any, np.ndarray, np.ndarray, int]], reward: float) -> None:
        """Make the choices of a game more likely, or less."""
        side = steps[0][0]["side"]
        surprise = reward - self.expected[side]
        self.expected[side] += 0.02 * surprise
        for seen, legal, chances, chosen in steps:
            pull = -chances
            pull[chosen] += 1.0
            pull *= self.rate * surprise
            self.bias[side, legal] += 4 * pull
            step = 0.3 * np.outer(pull, seen["observation"])
            self.weights[side, legal] += step.astype(np.float32)


def play(env: Any, policy: LinearPolicy, rng: np.random.Generator, seed: int, learn: bool) -> float:
    """One game; without learning, the likeliest answer is given."""
    seen, _ = env.reset(seed=seed)
    steps, over, reward = [], False, 0.0
    while not over:
        legal, chances = policy.chances(seen)
        chosen = int(rng.choice(len(legal), p=chances)) if learn else int(chances.argmax())
        steps.append((seen, legal, chances, chosen))
        seen, reward, over, _, _ = env.step(int(legal[chosen]))
    if learn and steps:
        policy.learn(steps, reward)
    return reward


def test(battle: str, policy: LinearPolicy, games: int) -> int:
    """How many games the policy wins, half of them as each side, on seeds it never saw."""
    env = gymnasium.env(battle, side="both", opponent="random")
    rng = np.random.default_rng(0)
    return sum(play(env, policy, rng, 10**6 + game, learn=False) > 0 for game in range(games))


def train(battle: str, games: int, tests: int = 200, rate: float = 0.05) -> LinearPolicy:
    """Train, and print the curve."""
    env = gymnasium.env(battle, side="both", opponent="random")
    numbers, actions = env.observation_space["observation"].shape[0], int(env.action_space.n)
    policy = LinearPolicy(len(env.game.battle.sides), numbers, actions, rate)
    rng = np.random.default_rng(1)
    every = max(1, games // 3)
    print(f"{0:6} games: wins {percent(of_share(test(battle, policy, tests), tests))}", flush=True)
    for game in range(1, games + 1):
        play(env, policy, rng, game, learn=True)
        if game % every == 0:
            won = of_share(test(battle, policy, tests), tests)
            print(f"{game:6} games: wins {percent(won)}", flush=True)
    return policy


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battle", default="locales/mcphersons-ridge")
    parser.add_argument("--games", type=int, default=900)
    parser.add_argument("--rate", type=float, default=0.05)
    chosen = parser.parse_args()
    train(chosen.battle, chosen.games, rate=chosen.rate)
