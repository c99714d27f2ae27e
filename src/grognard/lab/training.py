"""Weights learnt by self-play: both sides play with changed weights, and who won says what helps.

In every game each weight of either side is multiplied or divided by its step (two, unless the
system names another), as a coin falls. The results are explained by who had which weight raised: a
ridge regression. A weight that is worth enough games moves by its whole step, others by less; so
signs stay, and nothing moves further than it was tried.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import log, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from grognard.bots.drill import NODES, Drill
from grognard.engine.grammar import how_many
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.engine.weights import FILE, LEARNT, RECORD, Weights, WeightSets
from grognard.lab.match import KeyedDice
from grognard.lab.pool import run
from grognard.systems import system as system_named

FIRST_SEED: Final = 300_000  # the ladder plays on others
STEP: Final = 0.05  # by which a weight is changed to see its feature
WORTH: Final = 0.025  # the share of games a weight is worth, usually; it then moves a whole step
COIN: Final = 0.25  # the variance of the result of an even game


class Game(msgspec.Struct):
    """What is kept of any game: its seed, the best weights there were, who won (1 for side 0)."""

    seed: int
    start: dict[str, float]
    won: float


class Kept(Game):
    """A game with by how many steps each side had changed the weights."""

    steps: tuple[dict[str, int], dict[str, int]]


G = TypeVar("G", bound=Game)


class Task(NamedTuple):
    """What is to be learnt from: games of a battle, the thought for an order if it is not the
    usual one, where games are kept, and how many processes play them."""

    system: str
    battle: str
    games: int
    nodes: int | None
    path: Path
    jobs: int = 1


class Found(NamedTuple):
    """What was learnt: in words, the weights, and the record of how they were got."""

    says: list[str]
    weights: dict[str, float]
    record: dict[str, Any]


class Worth(NamedTuple):
    """What a step of a weight is worth, as a share of the games, with its standard error."""

    games: float
    error: float


class Fit(NamedTuple):
    """What was found: weights, what a step of each was worth, and from how many games."""

    weights: dict[str, float]
    worth: dict[str, Worth]
    games: int


def features(system: System, p: Position, side: int, weights: Weights) -> list[float]:
    """How the judgement of a position changes with each weight."""
    start = system.judge(p, side, weights)
    found: list[float] = []
    for name, number in weights.numbers().items():
        step = STEP * abs(number) or STEP
        moved = type(weights)(**{**weights.numbers(), name: number + step})
        found.append((system.judge(p, side, moved) - start) / step)
    return found


class Learner(Drill):
    """`drill` with weights of its own."""

    def __init__(self, seed: int, weights: Weights, nodes: int = NODES) -> None:
        super().__init__(seed, nodes)
        self.own = weights

    def weights_of(self, system: System) -> Weights:
        """What it was given."""
        return self.own


def learn(task: Task, sets: WeightSets, tell: Callable[[int], None]) -> Found:
    """Learn from the results of games."""
    start = sets.get().numbers()
    play = partial(self_play, task.system, task.battle, task.nodes or NODES)
    fit = fitted(gathered(Kept, play, start, task, tell), start, sets.steps)
    head = f"{how_many(fit.games, 'game')}. What is worth more is raised, the rest lowered:"
    return Found([head, *told(fit, start)], fit.weights, record(fit, task))


def self_play(name: str, battle: str, nodes: int, seed: int) -> Kept:
    """One game in which both sides have changed the best weights there are at random."""
    system = system_named(name)
    sets = system.weights()
    assert sets is not None
    start = sets.get().numbers()
    rng = random.Random(seed * 7919 + 1)
    names = [each for each, number in start.items() if number]
    steps = (
        {each: rng.choice((-1, 1)) for each in names},
        {each: rng.choice((-1, 1)) for each in names},
    )
    players = [
        Learner(2 * seed + side, sets.kind(**moved(start, steps[side], sets.steps)), nodes)
        for side in (0, 1)
    ]
    p = system.start(system.battle(battle))
    dice = KeyedDice(seed)
    while not p.over:
        if p.roll is not None:
            check = p.check()
            p.play(check.outcome(dice.faces(system.tally(p).turn, check)))
        else:
            p.play(players[p.actor].choose(View(p, p.actor), system))
    result = system.result(p)
    winner = None if result is None else result.winner
    return Kept(seed, start, 0.5 if winner is None else 1.0 - winner, steps)


def moved(
    start: dict[str, float], by: dict[str, int] | dict[str, float], steps: dict[str, float]
) -> dict[str, float]:
    """Weights moved by so many steps each."""
    return {name: number * step(name, steps) ** by.get(name, 0) for name, number in start.items()}


def step(name: str, steps: dict[str, float]) -> float:
    """The factor by which a weight is changed: two, unless the system names another."""
    return steps.get(name, 2.0)


def gathered(
    kind: type[G],
    play: Callable[[int], G],
    start: dict[str, float],
    task: Task,
    tell: Callable[[int], None],
) -> list[G]:
    """The games wanted: those of the same weights kept in a file, and new ones, by their seeds.

    Each is kept as it ends.
    """
    wanted = range(FIRST_SEED, FIRST_SEED + task.games)
    kept = {game.seed: game for game in read(task.path, kind) if game.start == start}
    missing = [seed for seed in wanted if seed not in kept]
    task.path.parent.mkdir(parents=True, exist_ok=True)
    for seed, game in run(play, missing, task.jobs):
        kept[seed] = game
        with task.path.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")
        tell(sum(each in kept for each in wanted))
    return [kept[seed] for seed in wanted]


def read(path: Path, kind: type[G]) -> Iterator[G]:
    """The games kept in a file."""
    text = path.read_text("utf-8") if path.exists() else ""
    if text and not text.endswith("\n"):
        path.write_text(f"{text}\n", encoding="utf-8")
    for line in text.splitlines():
        try:
            yield msgspec.json.decode(line, type=kind)
        except msgspec.DecodeError:
            continue  # the last line of an interrupted run may be cut off


def fitted(games: Sequence[Kept], start: dict[str, float], steps: dict[str, float]) -> Fit:
    """The weights moved by what the games say each is worth."""
    names = [name for name, number in start.items() if number]
    rows = [[game.steps[0][name] - game.steps[1][name] for name in names] for game in games]
    won = [game.won for game in games]
    mean = sum(won) / len(won)
    size = range(len(names))
    # What is worth much is rare: every weight is drawn towards nothing by its usual worth.
    pull = COIN / WORTH**2
    products = [
        [float(sum(row[i] * row[j] for row in rows)) + (pull if i == j else 0.0) for j in size]
        for i in size
    ]
    inverse = inverted(products)
    slopes = [
        sum(row[i] * (result - mean) for row, result in zip(rows, won, strict=True)) for i in size
    ]
    worth: dict[str, Worth] = {}
    for i, name in enumerate(names):
        found = sum(inverse[i][j] * slopes[j] for j in size)
        worth[name] = Worth(found, sqrt(COIN * inverse[i][i]))
    by = {name: max(-1.0, min(1.0, found.games / WORTH)) for name, found in worth.items()}
    weights = {name: round(number, 4) for name, number in moved(start, by, steps).items()}
    return Fit(weights, worth, len(games))


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a symmetric matrix with a positive diagonal, by elimination.

    >>> inverted([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i:
                times = rows[j][i]
                rows[j] = [a - times * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


# -- the file ----------------------------------------------------------------------------------


def record(fit: Fit, task: Task) -> dict[str, Any]:
    """How the weights were got."""
    return {
        "battle": task.battle,
        "games": fit.games,
        "player": f"{Drill.name}:{task.nodes or NODES}",
        "how": "every weight of both sides a step up or down at random; ridge regression",
        "worth": [f"{name} {100 * worth.games:+.1f} %" for name, worth in fit.worth.items()],
    }


def written(text: str, weights: dict[str, float], record: dict[str, Any]) -> str:
    """The text of weights.toml with the learnt weights and how they were got."""
    for name in (LEARNT, RECORD):
        text = re.sub(rf"\n*^\[{name}\]\n(?:^[^\[\n].*\n|^\n)*", "\n", text, flags=re.MULTILINE)
    learnt = "".join(f"{name} = {number}\n" for name, number in weights.items())
    how = "".join(f"{key} = {json.dumps(value)}\n" for key, value in record.items())
    return f"{text.rstrip()}\n\n[{LEARNT}]\n{learnt}\n[{RECORD}]\n{how}"


def weights_file(name: str) -> Path:
    """Where a shipped system keeps its weights."""
    return Path(str(system_named(name).folder() / "judging" / FILE))


def told(fit: Fit, start: dict[str, float]) -> Iterator[str]:
    """What has moved, the most first, and what a step up was worth."""
    for name in sorted(fit.worth, key=lambda n: -abs(log(fit.weights[n] / start[n]))):
        worth, error = fit.worth[name]
        change = f"{name}: {start[name]:g} → {fit.weights[name]:g}"
        yield f"{change} (a step up: {100 * worth:+.1f} ± {100 * error:.1f} % of the games)"
