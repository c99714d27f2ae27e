"""A battle for one learner: a Gymnasium environment in which a named bot plays the other side."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv

from grognard.bots import Bot, bot
from grognard.engine.errors import GrognardError
from grognard.engine.view import View
from grognard.envs.battle_game import BattleGame
from grognard.envs.vocabulary import Mask


class BattleEnv(gymnasium.Env[Any, Any]):
    """One side of a battle; observations hold the mask of what may be answered.

    `side` is a side's name, or "both" to change sides from game to game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        battle: str,
        side: str | None = None,
        opponent: str = "random",
        variant: str = "sheet",
        actions: str = "named",
        observes: str = "flat",
        render_mode: str | None = None,
    ) -> None:
        self.game = BattleGame(battle, variant, actions, observes)
        sides = self.game.battle.sides
        self.both = side == "both"
        self.side = 0 if side is None or self.both else self.game.battle.side_index(side)
        self.opponent = opponent
        self.render_mode = render_mode
        self.games = 0
        self.bot: Bot = bot(opponent)
        size = self.game.vocabulary.size
        self.action_space = spaces.Discrete(size)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, self.game.observation.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
                "side": spaces.Discrete(len(sides)),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game; the other side has answered up to the learner's first question."""
        super().reset(seed=seed)
        if self.both:
            self.side = self.games % len(self.game.battle.sides)
        self.games += 1
        dice = int(self.np_random.integers(2**31))
        self.bot = bot(self.opponent, dice)
        self.game.reset(dice)
        self._others()
        return self._observed(), {}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer, and let the other side answer until the learner is asked again."""
        if self.game.over:
            raise GrognardError("the battle is over: reset the environment")
        self.game.answer(action)
        self._others()
        return self._observed(), self._reward(), self.game.over, False, {}

    def _reward(self) -> float:
        return self.game.returns()[self.side] if self.game.over else 0.0

    def _others(self) -> None:
        game = self.game
        while not game.over and game.side != self.side:
            view = View(game.position, game.side)
            chosen = self.bot.choose(view, game.system)
            game.answer(game.vocabulary.number(game.position, chosen))

    def _observed(self) -> dict[str, Any]:
        return {
            "observation": self.game.observe(self.side),
            "action_mask": self.action_masks(),
            "side": self.side,
        }

    def action_masks(self) -> Mask:
        """What may be answered now."""
        return self.game.mask(self.side)

    def render(self) -> Any:
        """What the learner sees: text, or an array of colours."""
        if self.render_mode is None:
            raise GrognardError("give a render_mode: ansi or rgb_array")
        game = self.game
        return game.text(self.side) if self.render_mode == "ansi" else game.picture(self.side)


def env(battle: str, **options: Any) -> BattleEnv:
    """A battle for one learner."""
    return BattleEnv(battle, **options)


def vector(
    battle: str, count: int, processes: bool = True, **options: Any
) -> VectorEnv[Any, Any, Any]:
    """Several games at once, each in a process of its own."""
    makers = [partial(BattleEnv, battle, **options) for _ in range(count)]
    if processes:
        return AsyncVectorEnv(makers, context="spawn")
    return SyncVectorEnv(makers)
