"""Movement over hexes: what can be reached at which cost, and the cheapest path there."""

from __future__ import annotations

from collections.abc import Callable

from grognard.boards.hexes import HexGrid, bits, opposite

EVERYWHERE = -1  # the set of all hexes, whatever the size of the map

# The cost, all hexes left at that cost, and those of each of the eight steps through the numbering.
Edges = tuple[int, int, int, int, int, int, int, int, int, int]


class Graph:
    """The costs of going from hex to hex for one kind of mover.

    `cost(h, d)` says what the step from hex h in direction d costs, at least 1; None forbids it.
    """

    __slots__ = ("_edges", "costs", "grid")

    def __init__(self, grid: HexGrid, cost: Callable[[int, int], int | None]) -> None:
        self.grid = grid
        steps = self._steps()
        leaving: dict[int, list[int]] = {}
        table: list[tuple[int, ...]] = []
        for h in range(grid.size):
            row = [0] * 6
            for d, n in enumerate(grid.neighbours[h]):
                price = cost(h, d) if n >= 0 else None
                if price is not None:
                    if price < 1:
                        raise ValueError(f"a step from {grid.name(h)} that costs {price}")
                    row[d] = price
                    leaving.setdefault(price, [0] * 8)[steps.index(n - h)] |= 1 << h
            table.append(tuple(row))
        self.costs = tuple(table)  # costs[h][d], 0 where there is no way
        edges: list[Edges] = []
        for price, (a, b, c, d, e, f, g, i) in sorted(leaving.items()):
            edges.append((price, a | b | c | d | e | f | g | i, a, b, c, d, e, f, g, i))
        self._edges = tuple(edges)

    def _steps(self) -> list[int]:
        # Of a narrow map two of these may be equal: then the first takes the hexes of both.
        w = self.grid.width
        return [-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1]

    def flood(
        self, start: int, budget: int, enter: int = EVERYWHERE, through: int = EVERYWHERE
    ) -> list[int]:
        """Sets of hexes by their cheapest cost: `flood(...)[c]` is reached at exactly c.

        All arguments but the budget are sets: a hex is entered only if it is in `enter`, and
        left again only if it is in `through` (or in `start`).
        """
        reached = [0] * (budget + 1)
        reached[0] = start
        fresh = enter & ~start
        edges = self._edges
        w = self.grid.width
        above, below = w + 1, w - 1
        source = start
        for spent in range(budget):
            if spent:
                source = reached[spent] & fresh
                reached[spent] = source
                fresh ^= source
                source &= through
            if not source:
                continue
            for cost, any_way, nw, n, ne, west, east, sw, s, se in edges:
                at = spent + cost
                if at > budget:
                    break
                if not source & any_way:
                    continue
                reached[at] |= (
                    (source & nw) >> above
                    | (source & n) >> w
                    | (source & ne) >> below
                    | (source & west) >> 1
                    | (source & east) << 1
                    | (source & sw) << below
                    | (source & s) << w
                    | (source & se) << above
                )
        if budget:
            reached[budget] &= fresh
        return reached

    def path(
        self,
        start: int,
        goal: int,
        budget: int,
        enter: int = EVERYWHERE,
        through: int = EVERYWHERE,
    ) -> list[int]:
        """The hexes of a cheapest path, both ends included; empty if the budget is too small.

        Of equally cheap paths it is the one with the smallest next hex at the first fork.
        """
        reached = self.flood(1 << start, budget, enter, through)
        total = next((c for c, mask in enumerate(reached) if mask >> goal & 1), -1)
        if total < 0:
            return []
        good = self._backwards(reached[: total + 1], goal, through | 1 << start)
        path = [start]
        spent = 0
        while path[-1] != goal:
            here = path[-1]
            ways = zip(self.grid.neighbours[here], self.costs[here], strict=True)
            onward = [
                (n, cost)
                for n, cost in ways
                if cost and spent + cost <= total and good[spent + cost] >> n & 1
            ]
            following, cost = min(onward)
            path.append(following)
            spent += cost
        return path

    def _backwards(self, reached: list[int], goal: int, through: int) -> list[int]:
        """Of the hexes reached, by cost, those on a cheapest path to the goal."""
        good = [0] * len(reached)
        good[-1] = 1 << goal
        for spent in range(len(reached) - 1, 0, -1):
            for h in bits(good[spent]):
                for d, n in enumerate(self.grid.neighbours[h]):
                    cost = self.costs[n][opposite(d)] if n >= 0 else 0
                    if cost and cost <= spent:
                        good[spent - cost] |= reached[spent - cost] & through & 1 << n
        return good
