"""Weights learnt from positions: what a judgement must count for to foretell who wins.

`drill` plays against itself, now and then with an answer at random; some positions of every game
are looked at. A logistic regression says how the judgement foretells the result, and by how much
each weight should differ to foretell it better. Weights are drawn towards those there are, so that
what is seldom seen hardly moves, and none moves further than by a step or changes its sign.

The result of one game is a noisy label of an early position. So a position is also told by the
chance of those after it: with the trace λ, each looks as good as the mean of what follows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import exp, log, sqrt
from typing import Final, NamedTuple

import msgspec

from grognard.bots.drill import Drill
from grognard.engine.errors import GrognardError
from grognard.engine.grammar import how_many
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.engine.weights import Weights, WeightSets
from grognard.lab.match import KeyedDice
from grognard.lab.training import Found, Game, Task, features, gathered, inverted, step
from grognard.systems import system as system_named

NODES: Final = 100  # for one order, unless others are wanted: games are cheap, and differ
AT_RANDOM: Final = 0.1  # answers that are given at random, so that games differ
LOOKED_AT: Final = 1 / 6  # of the answers, the position before which is looked at
TRACE: Final = 0.8  # λ: how much of what a position is told comes from beyond the next one
COUNTS: Final = 4.0  # what a game counts, in positions that know nothing of each other
LEAST: Final = 0.1  # of what the judgement foretold alone, it must foretell beside its parts
FREE: Final = 1e-3  # the pull on what is not a weight
USUAL: Final = 0.5  # a weight is usually wrong by this share of it
ROUNDS: Final = 4  # in which positions are told by those after them
NEWTON: Final = 6  # steps of a regression


class Look(msgspec.Struct, array_like=True):
    """A position: its turn, whose answer it waits for (1 or -1), how far side 0 is ahead in the
    judgement, and by how much that grows with each weight."""

    turn: int
    asked: int
    judged: float
    features: list[float]


class Watched(Game):
    """A game with what was looked at."""

    looks: list[Look]


class Moved(NamedTuple):
    """By what share of it a weight should grow, and the standard error of that."""

    share: float
    error: float


class Learnt(NamedTuple):
    """What was found: weights, by what share each moved, how many games and positions were seen,
    and how much was left untold of a result (log loss) before and after, on games not learnt
    from."""

    weights: dict[str, float]
    moved: dict[str, Moved]
    games: int
    positions: int
    before: float
    after: float


def learn(task: Task, sets: WeightSets, tell: Callable[[int], None]) -> Found:
    """Learn from the positions of games."""
    start = sets.get().numbers()
    nodes = task.nodes or NODES
    play = partial(watched, task.system, task.battle, nodes)
    found = learnt(gathered(Watched, play, start, task, tell), start, sets.steps)
    record = {
        "battle": task.battle,
        "games": found.games,
        "positions": found.positions,
        "player": f"{Drill.name}:{nodes}",
        "how": "what foretells the winner of positions; logistic regression towards the start",
        "untold": [round(found.before, 3), round(found.after, 3)],
        "moved": [
            f"{name} {100 * share:+.0f} ± {100 * error:.0f} %"
            for name, (share, error) in found.moved.items()
        ],
    }
    return Found(list(told(found, start)), found.weights, record)


# -- games -------------------------------------------------------------------------------------


def watched(name: str, battle: str, nodes: int, seed: int) -> Watched:
    """A game of `drill` against itself, with positions that were looked at."""
    system = system_named(name)
    sets = system.weights()
    assert sets is not None
    weights = sets.get()
    rng = random.Random(seed * 7919 + 2)
    players = [Drill(2 * seed + side, nodes) for side in (0, 1)]
    p = system.start(system.battle(battle))
    dice = KeyedDice(seed)
    looks: list[Look] = []
    while not p.over:
        if p.roll is not None:
            check = p.check()
            p.play(check.outcome(dice.faces(system.tally(p).turn, check)))
            continue
        options = p.options()
        if len(options) > 1 and rng.random() < LOOKED_AT:
            looks.append(look(system, p, weights))
        if len(options) > 1 and rng.random() < AT_RANDOM:
            p.play(rng.choice(options))
        else:
            p.play(players[p.actor].choose(View(p, p.actor), system))
    result = system.result(p)
    winner = None if result is None else result.winner
    return Watched(seed, weights.numbers(), 0.5 if winner is None else 1.0 - winner, looks)


def look(system: System, p: Position, weights: Weights) -> Look:
    """What the judgement says of a position: the mean of what both sides think of it."""
    judged = (system.judge(p, 0, weights) - system.judge(p, 1, weights)) / 2
    mine, theirs = (features(system, p, side, weights) for side in (0, 1))
    lead = [round((a - b) / 2, 5) for a, b in zip(mine, theirs, strict=True)]
    return Look(system.tally(p).turn, 1 - 2 * p.actor, round(judged, 5), lead)


# -- what they say -----------------------------------------------------------------------------


def learnt(games: Sequence[Watched], start: dict[str, float], steps: dict[str, float]) -> Learnt:
    """The weights that foretell results best, not too far from those there are."""
    names = [name for name, number in start.items() if number]
    turns = max(each.turn for game in games for each in game.looks)
    plain = [_Game(game, start, [], turns) for game in games]
    scale = fit(plain, [])[0]
    rows = [_Game(game, start, names, turns, scale) for game in games]
    found, inverse = fit(rows, names)
    whole, free = found[2], len(found) - len(names)
    if whole < LEAST:
        raise GrognardError("the judgement foretells nothing in these games: play more of them")
    moved = {}
    weights = dict(start)
    for i, name in enumerate(names, free):
        share = found[i] / whole
        moved[name] = Moved(share, sqrt(inverse[i][i]) / whole)
        most = step(name, steps)
        weights[name] = round(start[name] * max(1 / most, min(most, 1 + share)), 4)
    positions = sum(len(game.looks) for game in games)
    return Learnt(weights, moved, len(games), positions, *untold(plain, rows, names))


def untold(plain: Sequence[_Game], rows: Sequence[_Game], names: list[str]) -> tuple[float, float]:
    """The log loss of the judgement as it is and as learnt, each half foretold by the other."""
    losses = []
    for games, known in ((plain, []), (rows, names)):
        halves = games[::2], games[1::2]
        total = 0.0
        for learn, test in (halves, halves[::-1]):
            found, _ = fit(learn, known)
            total += sum(game.loss(found) for game in test)
        losses.append(total / len(games))
    return losses[0], losses[1]


class _Game:
    """A game as rows of numbers: 1, who is asked, the judgement, the same late, the weights."""

    def __init__(
        self,
        game: Watched,
        start: dict[str, float],
        names: list[str],
        turns: int,
        scale: Sequence[float] = (),
    ) -> None:
        self.won = game.won
        places = [list(start).index(name) for name in names]
        sizes = [abs(start[name]) for name in names]
        self.rows: list[list[float]] = []
        for each in game.looks:
            late = each.turn / turns
            row = [1.0, float(each.asked), each.judged, each.judged * late]
            if scale:
                # Judgement counts more the nearer the end: so does what a weight adds to it.
                times = max(0.0, scale[2] + scale[3] * late)
                row = [1.0, float(each.asked), each.judged * times]
                signs = [1.0 if start[name] > 0 else -1.0 for name in names]
                row += [
                    each.features[place] * size * sign * times
                    for place, size, sign in zip(places, sizes, signs, strict=True)
                ]
            self.rows.append(row)
        self.told = [self.won] * len(self.rows)

    def chances(self, found: Sequence[float]) -> list[float]:
        """The chance of side 0 in each position."""
        return [chance(sum(a * b for a, b in zip(row, found, strict=True))) for row in self.rows]

    def tell(self, found: Sequence[float]) -> None:
        """Tell each position by what follows it."""
        chances = self.chances(found)
        after = self.won
        for i in range(len(chances) - 1, -1, -1):
            self.told[i] = after
            after = (1 - TRACE) * chances[i] + TRACE * after

    def loss(self, found: Sequence[float]) -> float:
        """The mean log loss of its positions."""
        total = 0.0
        for each in self.chances(found):
            total -= self.won * log(each) + (1 - self.won) * log(1 - each)
        return total / max(1, len(self.rows))


def fit(games: Sequence[_Game], names: Sequence[str]) -> tuple[list[float], list[list[float]]]:
    """The regression, positions being told anew by those after them; and its covariances."""
    size = next(len(game.rows[0]) for game in games if game.rows)
    free = size - len(names)
    pulls = [FREE] * free + [1 / USUAL**2] * len(names)
    found, inverse = [0.0] * size, [[0.0]]
    for game in games:
        game.told = [game.won] * len(game.rows)
    for _ in range(ROUNDS):
        for _ in range(NEWTON):
            found, inverse = newton(games, found, pulls)
        for game in games:
            game.tell(found)
    return found, inverse


def newton(
    games: Sequence[_Game], found: list[float], pulls: list[float]
) -> tuple[list[float], list[list[float]]]:
    """A step towards the regression, and the covariances there."""
    size = range(len(found))
    slopes = [-pull * each for pull, each in zip(pulls, found, strict=True)]
    curves = [[pulls[i] if i == j else 0.0 for j in size] for i in size]
    for game in games:
        counts = COUNTS / max(1, len(game.rows))
        for row, told, guess in zip(game.rows, game.told, game.chances(found), strict=True):
            surprise = counts * (told - guess)
            doubt = counts * guess * (1 - guess)
            for i in size:
                slopes[i] += surprise * row[i]
                part = doubt * row[i]
                curve = curves[i]
                for j in size[: i + 1]:
                    curve[j] += part * row[j]
    for i in size:
        for j in size[i + 1 :]:
            curves[i][j] = curves[j][i]
    inverse = inverted(curves)
    return [
        each + sum(a * b for a, b in zip(line, slopes, strict=True))
        for each, line in zip(found, inverse, strict=True)
    ], inverse


def chance(odds: float) -> float:
    """A chance from log odds, never quite sure.

    >>> chance(0.0)
    0.5
    """
    return 1 / (1 + exp(-max(-12.0, min(12.0, odds))))


def told(found: Learnt, start: dict[str, float]) -> Iterator[str]:
    """What has moved, the surest first."""
    positions = how_many(found.positions, "position")
    games = how_many(found.games, "game")
    yield f"{games}, {positions}. What foretells who wins, the surest first:"
    names = sorted(found.moved, key=lambda n: -abs(found.moved[n].share / found.moved[n].error))
    for name in names:
        share, error = found.moved[name]
        change = f"{name}: {start[name]:g} → {found.weights[name]:g}"
        yield f"{change} (by {100 * share:+.0f} ± {100 * error:.0f} %)"
    loss = f"{found.before:.3f} before, {found.after:.3f} learnt"
    yield f"Left untold of a result, on games not learnt from: {loss} (0.693 by a coin)."
