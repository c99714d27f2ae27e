"""Weights learnt by self-play: bots play, positions are kept with who won, weights are fitted.

A feature of a position is how much its judgement changes with that feature's weight. The chance
to win is taken to be the logistic function of the judgement; weights move from the best there are
to where they foretell the results best. They keep their signs and stay within bounds, and what
only urges the side that judges (the same for both would be no urge) stays as it is.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from math import exp, log
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from grognard.bots import bot
from grognard.engine.errors import GrognardError
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.engine.weights import FILE, LEARNT, RECORD, Weights
from grognard.systems import system as system_named

PLAYER: Final = "drill"  # who plays: quick, but with thought enough to see all its orders
EVERY: Final = 6  # positions between two that are kept
STEP: Final = 0.05  # by which a weight is changed to see its feature
LEAST, MOST = 0.4, 2.5  # how far a weight may move, as a multiple of its start
ROUNDS: Final = 400
RATE: Final = 0.3
PULL_BACK: Final = 0.002  # towards the weights it begins with
HELD_OUT: Final = 5  # every so manieth game is only used to test


class Kept(msgspec.Struct):
    """What was kept of a game: who won (1 for side 0), and features of positions for side 0."""

    seed: int
    won: float
    rows: list[list[float]]
    other: list[list[float]]  # the same positions for side 1


class Fit(NamedTuple):
    """What was found: weights, and how badly results were foretold before and after."""

    weights: dict[str, float]
    moved: list[str]
    before: float
    after: float
    positions: int
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


def self_play(system: System, battle: str, seed: int) -> Kept:
    """One game, and what is kept of it."""
    sets = system.weights()
    assert sets is not None
    weights = sets.get()
    p = system.start(system.battle(battle))
    rng = random.Random(seed)
    players = [bot(PLAYER, 2 * seed + side) for side in (0, 1)]
    rows: list[list[float]] = []
    other: list[list[float]] = []
    asked = 0
    while not p.over:
        if p.roll is not None:
            table = p.check().table
            p.play(table[rng.randrange(len(table))])
            continue
        asked += 1
        if asked % EVERY == 0:
            rows.append([round(f, 4) for f in features(system, p, 0, weights)])
            other.append([round(f, 4) for f in features(system, p, 1, weights)])
        p.play(players[p.actor].choose(View(p, p.actor), system))
    result = system.result(p)
    winner = None if result is None else result.winner
    return Kept(seed, 0.5 if winner is None else 1.0 - winner, rows, other)


def gathered(
    system: System, battle: str, games: int, path: Path, tell: Callable[[int], None]
) -> list[Kept]:
    """The games wanted: those kept in a file, and new ones, each kept as it ends."""
    kept: dict[int, Kept] = {}
    if path.exists():
        text = path.read_text("utf-8")
        if text and not text.endswith("\n"):
            path.write_text(f"{text}\n", encoding="utf-8")
        for line in text.splitlines():
            try:
                game = msgspec.json.decode(line, type=Kept)
            except msgspec.DecodeError:
                continue  # the last line of an interrupted run may be cut off
            kept[game.seed] = game
    path.parent.mkdir(parents=True, exist_ok=True)
    for seed in range(games):
        if seed not in kept:
            kept[seed] = self_play(system, battle, seed)
            with path.open("ab") as file:
                file.write(msgspec.json.encode(kept[seed]) + b"\n")
            tell(seed + 1)
    return [kept[seed] for seed in range(games)]


def fitted(games: list[Kept], start: dict[str, float]) -> Fit:
    """The weights that foretell the results best."""
    names = list(start)
    learn = [i for i in range(len(names)) if start[names[i]] and both_ways(games, i)]
    if not learn:
        raise GrognardError("no feature changes in these games: play more of them")
    taught = [game for n, game in enumerate(games) if n % HELD_OUT]
    tested = [game for n, game in enumerate(games) if n % HELD_OUT == 0]
    pairs = [(row, game.won) for game in taught for row in game.rows]
    now = [start[name] for name in names]
    scale = best_scale(pairs, now)
    before = mean_loss([(row, g.won) for g in tested for row in g.rows], now, scale)
    sizes = [1e-9 + sum(row[i] ** 2 for row, _ in pairs) / len(pairs) for i in range(len(names))]
    for _ in range(ROUNDS):
        slopes = [0.0] * len(names)
        for row, won in pairs:
            miss = chance(row, now, scale) - won
            for i in learn:
                slopes[i] += miss * row[i]
        for i in learn:
            first = start[names[i]]
            step = RATE * slopes[i] / len(pairs) / (scale * sizes[i])
            moved = now[i] - step - PULL_BACK * (now[i] - first)
            low, high = sorted((LEAST * first, MOST * first))
            now[i] = min(high, max(low, moved))
    after = mean_loss([(row, g.won) for g in tested for row in g.rows], now, scale)
    weights = {name: round(number, 4) for name, number in zip(names, now, strict=True)}
    count = sum(len(game.rows) for game in games)
    return Fit(weights, [names[i] for i in learn], before, after, count, len(games))


def both_ways(games: list[Kept], i: int) -> bool:
    """Whether a feature varies, and is worth to one side what it costs the other."""
    seen = False
    for game in games:
        for mine, theirs in zip(game.rows, game.other, strict=True):
            if abs(mine[i] + theirs[i]) > 1e-3 * (1 + abs(mine[i])):
                return False
            seen = seen or abs(mine[i]) > 1e-6
    return seen


Pair = tuple[list[float], float]


def chance(row: list[float], weights: list[float], scale: float) -> float:
    """The chance to win that weights give a position."""
    value = scale * sum(f * w for f, w in zip(row, weights, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def mean_loss(pairs: list[Pair], weights: list[float], scale: float) -> float:
    """How badly results are foretold: 0.693 is a coin, less is better."""
    total = 0.0
    for row, won in pairs:
        p = min(1 - 1e-9, max(1e-9, chance(row, weights, scale)))
        total -= won * log(p) + (1 - won) * log(1 - p)
    return total / max(1, len(pairs))


def best_scale(pairs: list[Pair], weights: list[float]) -> float:
    """How much of a judgement is an even chance more; the best of a row of values."""
    return min((0.01 * 1.5**n for n in range(12)), key=lambda s: mean_loss(pairs, weights, s))


# -- the file ----------------------------------------------------------------------------------


def written(text: str, fit: Fit, battle: str) -> str:
    """The text of weights.toml with the learnt weights and how they were got."""
    for name in (LEARNT, RECORD):
        text = re.sub(rf"\n*^\[{name}\]\n(?:^[^\[\n].*\n|^\n)*", "\n", text, flags=re.MULTILINE)
    record = {
        "battle": battle,
        "games": fit.games,
        "positions": fit.positions,
        "player": PLAYER,
        "moved": fit.moved,
        "loss_before": round(fit.before, 4),
        "loss_after": round(fit.after, 4),
    }
    learnt = "".join(f"{name} = {number}\n" for name, number in fit.weights.items())
    how = "".join(f"{key} = {json.dumps(value)}\n" for key, value in record.items())
    return f"{text.rstrip()}\n\n[{LEARNT}]\n{learnt}\n[{RECORD}]\n{how}"


def weights_file(name: str) -> Path:
    """Where a shipped system keeps its weights."""
    return Path(str(system_named(name).folder() / "judging" / FILE))


def told(fit: Fit, start: dict[str, float]) -> Iterator[str]:
    """What has moved, the most first."""
    moved = sorted(fit.moved, key=lambda n: -abs(fit.weights[n] / start[n] - 1))
    for name in moved:
        yield f"{name}: {start[name]:g} → {fit.weights[name]:g}"
