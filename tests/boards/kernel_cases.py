"""Random questions, and a hash of the answers: the same, plain and compiled.

They are asked of the geometry, and of the tutorial of every system in random play.

`python -m tests.boards.kernel_cases 5000` prints a hash for every thousand cases;
`--compare 100000` asks both builds and compares them.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256

from grognard.boards import kernel
from grognard.boards.hexes import HexGrid
from grognard.boards.table.arcs import fire_range, wholly_behind
from grognard.boards.table.charge import touch_ahead
from grognard.boards.table.chord import chords
from grognard.boards.table.contact import edge_within
from grognard.boards.table.course import FORBIDDEN, Tariff
from grognard.boards.table.ground import Area, Ground, Line
from grognard.boards.table.lattice import Pose, aslant, bearing, short_of, within_arc
from grognard.boards.table.reach import Terms, furthest, step_towards
from grognard.boards.table.rect import Rect, gap, gap2, nearer, overlap, rect, within
from grognard.boards.table.sight import CLEAR, Look, Screen, blocked
from grognard.boards.table.slide import Swept, passes_nearer, span
from grognard.engine.step import DECISION
from grognard.systems import systems

WIDE, HIGH = 72_000, 48_000
BASES = ((3000, 1500), (2500, 2500), (1500, 3000), (0, 0))
EVERY = 1000

Answer = tuple[object, ...]


class Cases:
    """A table with woods and hills, and questions about stands on it."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        areas = [Area(i % 3, self.polygon()) for i in range(12)]
        lines = [Line(0, [(rng.randrange(WIDE), rng.randrange(HIGH)) for _ in range(4)])]
        hills = [Area(1 + i % 2, self.polygon()) for i in range(4)]
        self.ground = Ground(WIDE, HIGH, areas, lines, hills)
        self.tariff = Tariff([12, 24, FORBIDDEN], [0], [0], 500, 250)
        self.screen = Screen([2000, 1000, CLEAR], [0, 1000, CLEAR], [True], 1000, 500)
        self.grid = HexGrid(12, 10)
        self.games = [(rules, rules.start(rules.battle(rules.battles()[0]))) for rules in systems()]
        self.played = [start.copy() for _, start in self.games]
        self.asks: list[Callable[[], Answer]] = [
            self.lattice, self.pairs, self.legs, self.reach, self.sight, self.hexes,
            self.play,
        ]  # fmt: skip

    def polygon(self) -> list[tuple[int, int]]:
        """An outline about some middle, clockwise."""
        rng = self.rng
        x, y = rng.randrange(6000, WIDE - 6000), rng.randrange(6000, HIGH - 6000)
        spread = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
        far = [(rng.randrange(800, 4000), rng.randrange(800, 4000)) for _ in spread]
        return [(x + a * w, y + b * h) for (a, b), (w, h) in zip(spread, far, strict=True)]

    def pose(self) -> Pose:
        rng = self.rng
        return rng.randrange(40, 680), rng.randrange(40, 440), rng.randrange(72)

    def stand(self, about: Pose | None = None) -> Rect:
        """A stand anywhere, or near another pose."""
        x, y, facing = self.pose()
        if about is not None:
            x, y = about[0] + self.rng.randrange(-60, 61), about[1] + self.rng.randrange(-60, 61)
        return rect((x, y, facing), *self.rng.choice(BASES))

    def lattice(self) -> Answer:
        rng = self.rng
        x, y, facing = self.pose()
        way, off = rng.randrange(1, 20_000), rng.randrange(-9, 10)
        dx, dy = rng.randrange(-9000, 9000), rng.randrange(-9000, 9000)
        arc = within_arc(facing, dx, dy, rng.randrange(37))
        return short_of(x, y, facing, way), aslant(x, y, facing, off, way), bearing(dx, dy), arc

    def pairs(self) -> Answer:
        pose = self.pose()
        a, b = rect(pose, 3000, 1500), self.stand(pose)
        reach = self.rng.randrange(0, 6000)
        return (
            overlap(a, b), gap(a, b), gap2(a, b), within(a, b, reach), nearer(a, b, reach),
            fire_range(a, b), wholly_behind(a, b), edge_within(a, self.rng.randrange(4), b, reach),
        )  # fmt: skip

    def legs(self) -> Answer:
        rng = self.rng
        pose = self.pose()
        a, b = rect(pose, 3000, 1500), self.stand(pose)
        swept = Swept(a, rng.randrange(-9000, 9000), rng.randrange(-9000, 9000))
        touch = touch_ahead(pose, 3000, 1500, b, rng.randrange(1, 9000))
        struck = (touch.pose, touch.mils, touch.edges, touch.hit) if touch is not None else ()
        return span(swept, b), passes_nearer(swept, b, rng.randrange(3000)), struck

    def reach(self) -> Answer:
        rng = self.rng
        pose = self.pose()
        stands = [self.stand(pose) for _ in range(3)]
        terms = Terms(self.ground, self.tariff, stands, rng.randrange(8), stands[1:], 1000, True)
        direction, far = rng.randrange(72), rng.randrange(1000, 12_000)
        end, halt = step_towards(pose, 3000, 1500, direction, far, terms)
        a = rect(pose, 3000, 1500)
        most = furthest(a, rng.randrange(-9000, 9000), rng.randrange(-9000, 9000), far, terms)
        return end, halt.mils, halt.why, halt.number, most.mils, most.why, most.number

    def sight(self) -> Answer:
        a, b = self.stand(), self.stand()
        land = self.ground
        look = Look(a.x, a.y, b.x, b.y, land.level_at(a.x, a.y), land.level_at(b.x, b.y))
        block = blocked(land, self.screen, look, [self.stand() for _ in range(6)], 1)
        cut = chords(land.areas[self.rng.randrange(12)], a.x, a.y, b.x, b.y)
        return (repr(block), cut, land.areas_at(b.x, b.y), land.lines_touched(a))

    def hexes(self) -> Answer:
        rng, grid = self.rng, self.grid
        some = rng.getrandbits(grid.size) & rng.getrandbits(grid.size)
        a, b = rng.randrange(grid.size), rng.randrange(grid.size)
        return grid.grow(some), grid.distance[a][b], [grid.shift(some, d) for d in range(6)]

    def play(self) -> Answer:
        """Some answers in random games of the systems, each listed or drawn, and judged."""
        rng = self.rng
        number = rng.randrange(len(self.games))
        rules, start = self.games[number]
        p = self.played[number]
        told: list[object] = []
        for _ in range(3):
            if not p.stack:
                p = self.played[number] = start.copy()
            if p.stack[-1].what == DECISION:
                action = p.draw(rng) if rng.random() < 0.5 else rng.choice(p.options())
            else:
                action = rng.choice(p.check().table)
            p.play(action)
            told.append((action, rules.judge(p, 0), [*p.stack]))
        return rules.name, told


def hashes(cases: int, seed: int) -> list[str]:
    """A hash of the answers to every thousand cases."""
    asked = Cases(seed)
    kinds = [(rules.name, *rules.checks()) for rules, _ in asked.games]
    found, answers = [], sha256(repr(kinds).encode())
    for n in range(1, cases + 1):
        ask = asked.asks[n % len(asked.asks)]
        answers.update(repr((ask.__name__, ask())).encode())
        if n % EVERY == 0 or n == cases:
            found.append(answers.hexdigest()[:16])
    return found


def ask_build(build: str, cases: int, seed: int) -> list[str]:
    """The hashes of a build, `plain` or `compiled`, in a process of its own."""
    env = {**os.environ, "GROGNARD_PLAIN": str(int(build == "plain"))}
    run = subprocess.run(
        [sys.executable, "-m", "tests.boards.kernel_cases", str(cases), "--seed", str(seed)],
        env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    running, *found = run.stdout.split()
    assert running == build, f"{running} runs where {build} was asked for"
    return found


def main() -> None:
    """Print the hashes of this build, or compare both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compare", action="store_true")
    wanted = parser.parse_args()
    if not wanted.compare:
        print("\n".join([kernel.RUNNING, *hashes(wanted.cases, wanted.seed)]))
        return
    plain, compiled = (ask_build(b, wanted.cases, wanted.seed) for b in ("plain", "compiled"))
    if plain != compiled:
        first = next(i for i, (a, b) in enumerate(zip(plain, compiled, strict=True)) if a != b)
        sys.exit(f"plain and compiled differ among cases {first * EVERY} to {(first + 1) * EVERY}")
    print(f"{wanted.cases} cases: plain and compiled give the same answers")


if __name__ == "__main__":
    main()
