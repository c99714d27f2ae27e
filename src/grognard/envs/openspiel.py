"""Battles as OpenSpiel games with explicit chance: `load("shock/gemioncourt")`.

Every shipped battle is registered under `grognard_<system>_<battle>`, with underscores for hyphens,
when this module is imported.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

import grognard
from grognard.engine.battle import Battle
from grognard.engine.position import Position
from grognard.engine.step import CHANCE, NOBODY
from grognard.envs.battle_game import unversioned
from grognard.envs.observation import FlatObservation
from grognard.envs.vocabulary import Vocabulary
from grognard.systems import system as system_named

MOST_OUTCOMES: Final = 256  # of a check


def short_name(battle: str) -> str:
    """The name a battle is registered under.

    >>> short_name("shock/quatre-bras")
    'grognard_shock_quatre_bras'
    """
    return "grognard_" + battle.replace("/", "_").replace("-", "_")


def load(battle: str) -> pyspiel.Game:
    """A shipped battle as a game."""
    name = grognard.battle(unversioned(battle)).id
    return pyspiel.load_game(short_name(name))


def _type(battle: Battle) -> pyspiel.GameType:
    hidden = system_named(battle.system).secrets
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=short_name(battle.id),
        long_name=f"{battle.title} ({battle.id})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class BattleSpiel(pyspiel.Game):  # type: ignore[misc]
    """A battle as a game of OpenSpiel."""

    name: str  # of the battle
    kind: pyspiel.GameType

    def __init__(self, params: Any = None) -> None:
        self.battle = grognard.battle(self.name)
        self.system = system_named(self.battle.system)
        self.vocabulary = Vocabulary(self.battle)
        self.flat = FlatObservation(self.system, self.battle)
        self.start = self.system.start(self.battle)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.vocabulary.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.battle.bound,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> BattleState:
        """The beginning of the battle."""
        return BattleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BattleObserver:
        """What a player observes: the flat vector of his own view."""
        return BattleObserver(self)


class Held:
    """A position that is copied when its state is, and not looked into."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.position.copy())

    def __reduce__(self) -> Any:
        return _held, (self.position.battle.id, self.position.dump())


class Shared:
    """The game of a state; its copies share it."""

    __slots__ = ("game",)

    def __init__(self, game: BattleSpiel) -> None:
        self.game = game

    def __deepcopy__(self, memo: Any) -> Shared:
        return self

    def __reduce__(self) -> Any:
        return _shared, (self.game.battle.id,)


def _held(battle: str, dumped: Any) -> Held:
    """A position read back from a serialised state."""
    found = grognard.battle(battle)
    return Held(system_named(found.system).restore(found, dumped))


def _shared(battle: str) -> Shared:
    return Shared(load(battle))


class BattleState(pyspiel.State):  # type: ignore[misc]
    """A position as a state of OpenSpiel."""

    def __init__(self, game: BattleSpiel) -> None:
        super().__init__(game)
        self.held = Held(game.start.copy())
        self.shared = Shared(game)

    @property
    def position(self) -> Position:
        """The position itself."""
        return self.held.position

    def current_player(self) -> int:
        actor = self.position.actor
        if actor == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.shared.game.vocabulary.options(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.position.check().weights
        total = sum(weights)
        return [(outcome, w / total) for outcome, w in enumerate(weights) if w]

    def _apply_action(self, action: int) -> None:
        p = self.position
        if p.roll is not None:
            p.play(action)
        else:
            p.play(self.shared.game.vocabulary.action(p, action))

    def _action_to_string(self, player: int, action: int) -> str:
        p = self.position
        if player == pyspiel.PlayerId.CHANCE:
            return f"{p.check().name}: {p.check().outcomes[action]}"
        return self.shared.game.vocabulary.text(p, action)

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        result = self.shared.game.system.result(self.position)
        if result is None or result.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if result.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.digest()


class BattleObserver:
    """Observations in OpenSpiel's sense: a tensor, and a text that is equal for equal views."""

    def __init__(self, game: BattleSpiel) -> None:
        self.flat = game.flat
        self.tensor = np.zeros(game.flat.shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BattleState, player: int) -> None:
        """Write what a player observes into the tensor."""
        self.tensor[:] = self.flat.of(state.position, player)

    def string_from(self, state: BattleState, player: int) -> str:
        """What a player observes, as text."""
        known = state.position.known_to(player)
        return known.digest()


def _register() -> None:
    """Register a class for each battle, as OpenSpiel wants it."""
    for battle in grognard.battles():
        kind = _type(battle)
        made = type(kind.short_name, (BattleSpiel,), {"name": battle.id, "kind": kind})
        pyspiel.register_game(kind, made)


_register()
