"""One game between two bots, and what is counted in it: the unit of work of every study.

The same task gives the same game on every machine, in every process and in any order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from grognard.bots import bot
from grognard.engine.battle import Battle
from grognard.engine.check import Check
from grognard.engine.errors import GrognardError
from grognard.engine.luck import LuckMeter
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.lab.alteration import altered
from grognard.systems import system as system_named

MOST_SWINGS: Final = 5  # rolls kept of each game: those with the greatest effect


class GameTask(msgspec.Struct, frozen=True):
    """A game to be played: the battle, the bots of its sides in order, and the seed.

    `changes` alter the battle, as in "unit.huber.sp=4". Without `count` only the result is
    worked out, which is quicker: strengths, places and luck are left out.
    """

    battle: str
    bots: tuple[str, ...]
    seed: int
    variant: str = "sheet"
    changes: tuple[str, ...] = ()
    count: bool = True


class Swing(msgspec.Struct, array_like=True):
    """A roll: the turn, the kind of check, what came of it, and what it was worth to side 0."""

    turn: int
    check: str
    outcome: str
    luck: float


class Loss(msgspec.Struct, array_like=True):
    """Strength lost by a unit in a turn, and the place where it fell out, if it did."""

    turn: int
    unit: int
    points: int
    fell_at: str = ""


class Taken(msgspec.Struct, array_like=True):
    """An objective that changed hands: the turn, which, and who has it now (or -1)."""

    turn: int
    objective: int
    side: int


class PlayedGame(msgspec.Struct):
    """A finished game. Units and objectives go by their numbers in the system's roster."""

    seed: int
    winner: int | None
    points: tuple[float, ...]
    why: str
    answers: tuple[int, ...]
    rolls: int
    turns: int = 0
    strength: list[list[int]] = []  # of each side: at the start, then after each turn
    losses: list[Loss] = []
    taken: list[Taken] = []
    held: list[int] = []  # who has each objective at the end
    luck: float = 0.0  # of side 0, in parts of its chance of winning
    swings: list[Swing] = []

    @property
    def share(self) -> float:
        """What side 0 made of the game: 1 for a win, a half for a draw."""
        return 0.5 if self.winner is None else 1.0 - self.winner


class KeyedDice:
    """Dice named by turn, kind of check and number.

    Two games that differ in one thing throw the same dice for the same rolls as long as they
    can: their difference shows sooner.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._thrown: Counter[tuple[int, str]] = Counter()

    def faces(self, turn: int, check: Check) -> list[int]:
        """The faces of the next roll of this kind in this turn."""
        key = turn, check.name
        number = self._thrown[key]
        self._thrown[key] += 1
        rng = random.Random(f"{self.seed} {turn} {check.name} {number}")
        return [die.first + rng.randrange(die.sides) for die in check.dice]


@lru_cache(maxsize=16)
def battle_of(name: str, variant: str, changes: tuple[str, ...]) -> Battle:
    """The battle of a task, loaded once."""
    return altered(name, variant, changes)


# Somebody who follows a game: called with each answer before it is applied, or with the faces
# of a roll.
Follower = Callable[[Position, int, "list[int] | None"], None]


def play(task: GameTask, follower: Follower | None = None) -> PlayedGame:
    """Play a game to its end."""
    battle = battle_of(task.battle, task.variant, task.changes)
    system = system_named(battle.system)
    if len(task.bots) != len(battle.sides):
        needs = f"{battle.id} needs {len(battle.sides)} bots ({', '.join(battle.sides)})"
        raise GrognardError(f"{needs}, not {len(task.bots)}")
    return _Match(task, system, battle, follower).play()


class _Match:
    """A game being played."""

    def __init__(
        self, task: GameTask, system: System, battle: Battle, follower: Follower | None
    ) -> None:
        self.task = task
        self.system = system
        self.battle = battle
        self.follower = follower
        self.position = system.start(battle)
        self.dice = KeyedDice(task.seed)
        sides = range(len(battle.sides))
        self.players = [bot(task.bots[side], 2 * task.seed + side) for side in sides]
        self.answers = [0 for _ in sides]
        self.rolls = 0
        self.meter = LuckMeter(system, battle)
        self.luck = 0.0
        self.swings: list[Swing] = []
        self.count = _Count(system, self.position) if task.count else None

    def play(self) -> PlayedGame:
        p = self.position
        while not p.over:
            if sum(self.answers) + self.rolls > self.battle.bound:
                named = f"{self.battle.id}, {', '.join(self.task.bots)}, seed {self.task.seed}"
                raise GrognardError(f"{named}: the game does not end")
            before = p.copy() if self.count is not None else p
            if p.decision is None:
                self._roll()
            else:
                self._answer(p.actor)
            if self.count is not None:
                self.count.look(before, p)
        return self._played()

    def _answer(self, side: int) -> None:
        self.answers[side] += 1
        action = self.players[side].choose(View(self.position, side), self.system)
        if self.follower is not None:
            self.follower(self.position, action, None)
        self.position.play(action)

    def _roll(self) -> None:
        p, check = self.position, self.position.check()
        turn = self.system.tally(p).turn
        faces = self.dice.faces(turn, check)
        outcome = check.outcome(faces)
        self.rolls += 1
        if self.follower is not None:
            self.follower(p, outcome, faces)
        if self.count is not None:
            luck = self.meter.luck(p, check, outcome)
            self.luck += luck
            self.swings.append(Swing(turn, check.name, check.outcomes[outcome], round(luck, 4)))
            if len(self.swings) > 4 * MOST_SWINGS:
                self._keep_greatest()
        p.play(outcome)

    def _keep_greatest(self) -> None:
        self.swings.sort(key=lambda swing: -abs(swing.luck))
        del self.swings[MOST_SWINGS:]

    def _played(self) -> PlayedGame:
        result = self.system.result(self.position)
        assert result is not None
        self._keep_greatest()
        game = PlayedGame(
            seed=self.task.seed,
            winner=result.winner,
            points=tuple(float(points) for points in result.points),
            why=result.why,
            answers=tuple(self.answers),
            rolls=self.rolls,
            luck=round(self.luck, 4),
            swings=self.swings,
        )
        if self.count is not None:
            self.count.write(game)
        return game


class _Count:
    """Strengths, losses and objectives as the game goes on."""

    def __init__(self, system: System, position: Position) -> None:
        self.system = system
        self.sides = [unit.side for unit in system.roster(position.battle).units]
        self.now = system.tally(position)
        self.strength = [self._sums(self.now.strength)]
        self.losses: dict[tuple[int, int], Loss] = {}
        self.taken: list[Taken] = []
        self.turns = 1

    def _sums(self, strength: list[int]) -> list[int]:
        sums = [0, 0]
        for side, points in zip(self.sides, strength, strict=True):
            sums[side] += points
        return sums

    def look(self, before: Position, after: Position) -> None:
        """Compare what there is with what there was."""
        was, now = self.now, self.system.tally(after)
        self.now = now
        if now.turn != was.turn:
            self.turns += 1
            self.strength.append(self._sums(was.strength))
        if now.strength != was.strength:
            self._lost(was.turn, was.strength, now.strength, before)
        if now.held != was.held:
            self.taken += [
                Taken(was.turn, i, side) for i, side in enumerate(now.held) if side != was.held[i]
            ]

    def _lost(self, turn: int, was: list[int], now: list[int], before: Position) -> None:
        """Enter what units have lost; strength that went over to a neighbour is no loss."""
        sums = self._sums(was), self._sums(now)
        left = [old - new for old, new in zip(*sums, strict=True)]
        for u, side in enumerate(self.sides):
            points = min(was[u] - now[u], left[side])
            if points <= 0:
                continue
            left[side] -= points
            loss = self.losses.setdefault((turn, u), Loss(turn, u, 0))
            loss.points += points
            if now[u] == 0:
                loss.fell_at = self.system.whereabouts(before, u)

    def write(self, game: PlayedGame) -> None:
        """Enter everything into the finished game."""
        game.turns = self.turns
        game.strength = [*self.strength, self._sums(self.now.strength)]
        game.losses = list(self.losses.values())
        game.taken = self.taken
        game.held = self.now.held
