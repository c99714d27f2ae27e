"""Battles as PettingZoo environments: two agents, asked in turn, dice thrown by the environment.

>>> from grognard.envs import pettingzoo
>>> env = pettingzoo.env("shock/gemioncourt")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from grognard.engine.errors import GrognardError, NotAllowed
from grognard.envs.battle_game import BattleGame

RENDER_MODES: Final = ("ansi", "rgb_array")


def env(battle: str, **options: Any) -> AECEnv:
    """A battle as an environment for learners: a wrong action ends the game, and who gave it loses.

    Options: `variant`, `actions` ("named" or "full"), `observes` ("flat" or "planes"),
    `max_cycles` (answers before the game is cut off), `render_mode` ("ansi" or "rgb_array").
    """
    return checked_env(battle, **options)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without wrappers; a wrong action raises NotAllowed and changes nothing."""

    metadata: dict[str, Any]

    def __init__(
        self,
        battle: str,
        variant: str = "sheet",
        actions: str = "named",
        observes: str = "flat",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            known = " and ".join(RENDER_MODES)
            raise GrognardError(f'no render mode "{render_mode:.40}": there is {known}')
        self.game = BattleGame(battle, variant, actions, observes)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {
            "name": self.game.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = list(self.game.battle.sides)
        size = self.game.vocabulary.size
        self._actions = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, self.game.observation.shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; equal seeds throw equal dice."""
        self.game.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.agent_selection = self.agents[self.game.side]

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's own view, and what it may answer."""
        side = self.possible_agents.index(agent)
        return {"observation": self.game.observe(side), "action_mask": self.game.mask(side)}

    def step(self, action: int | None) -> None:
        """Answer for the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GrognardError(f"{agent} is asked: give an action the mask shows")
        self.game.answer(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.cycles += 1
        if self.game.over:
            for each, reward in zip(self.possible_agents, self.game.returns(), strict=True):
                self.rewards[each] = reward
                self.terminations[each] = True
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if not self.game.over:
            self.agent_selection = self.possible_agents[self.game.side]
        self._accumulate_rewards()

    def render(self) -> Any:
        """What the agent that is asked sees: text, or an array of colours."""
        if self.render_mode is None:
            raise GrognardError("give a render_mode: ansi or rgb_array")
        side = self.possible_agents.index(self.agent_selection)
        return self.game.text(side) if self.render_mode == "ansi" else self.game.picture(side)

    def state(self) -> Any:
        """The whole position as all sides together know it, for training with a central critic."""
        sides = range(len(self.possible_agents))
        return np.concatenate([self.game.observe(side).ravel() for side in sides])

    def save(self) -> dict[str, Any]:
        """The game as JSON; `load` goes on from there, with the same dice."""
        return {"game": self.game.save(), "cycles": self.cycles}

    def load(self, saved: dict[str, Any]) -> None:
        """Go on from what was saved."""
        self.reset()
        self.game.load(saved["game"])
        self.cycles = int(saved["cycles"])
        if not self.game.over:
            self.agent_selection = self.possible_agents[self.game.side]

    def close(self) -> None:
        """Nothing to close."""


class checked_env(raw_env):
    """The environment with what PettingZoo's wrappers look for, in one piece.

    Calls out of order are told, and an action the mask does not show ends the game: whoever gave
    it gets −1, the others 0. Wrappers in a row look every attribute up in each other, which takes
    a quarter of the time of a step.
    """

    def __init__(self, battle: str, **options: Any) -> None:
        super().__init__(battle, **options)
        self._moved = False  # since the last turn of a loop over `agent_iter`

    def _begun(self) -> None:
        if not hasattr(self, "agents"):
            raise GrognardError("the game has not begun: call reset() first")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; equal seeds throw equal dice."""
        super().reset(seed, options)
        self._moved = True

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's own view, and what it may answer."""
        self._begun()
        return super().observe(agent)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they are asked; each must step before the next."""
        self._begun()
        for _ in range(max_iter):
            if not self.agents:
                return
            if not self._moved:
                raise GrognardError(f"{self.agent_selection} is asked: call step() in the loop")
            self._moved = False
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """Answer for the agent that is asked; an action the mask does not show loses the game."""
        self._begun()
        self._moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if action is not None and not 0 <= action < self.game.vocabulary.size:
            raise GrognardError(
                f"no action {action}: they go from 0 to {self.game.vocabulary.size - 1}"
            )
        try:
            super().step(action)
        except NotAllowed:
            EnvLogger.warn_on_illegal_move()
            self._forfeit()

    def _forfeit(self) -> None:
        """End the game at the cost of the agent that was asked."""
        loser = self.agent_selection
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._clear_rewards()
        self._cumulative_rewards[loser] = 0.0
        self.rewards[loser] = -1.0
        self._accumulate_rewards()
        self._deads_step_first()
