from __future__ import annotations

import heapq
import random

import pytest

from grognard.boards.hexes import HexGrid, bits, mask_of
from grognard.boards.hexpaths import Graph

GRID = HexGrid(5, 5)
Prices = dict[tuple[int, int], int | None]


def random_prices(grid: HexGrid, rng: random.Random) -> Prices:
    kinds: list[list[int | None]] = [[1], [1, 1, 2, None], [1, 2, 3, 4, None], [2, 3, 7]]
    choices = rng.choice(kinds)
    return {(h, d): rng.choice(choices) for h in range(grid.size) for d in range(6)}


def graph_of(grid: HexGrid, prices: Prices) -> Graph:
    return Graph(grid, lambda h, d: prices[h, d])


def dijkstra(
    grid: HexGrid, prices: Prices, start: set[int], budget: int, enter: set[int], through: set[int]
) -> dict[int, int]:
    cheapest: dict[int, int] = {}
    queue = [(0, h) for h in start]
    heapq.heapify(queue)
    while queue:
        spent, h = heapq.heappop(queue)
        if h in cheapest:
            continue
        cheapest[h] = spent
        if h not in start and h not in through:
            continue
        for d, n in enumerate(grid.neighbours[h]):
            price = prices[h, d]
            if n in enter and price is not None and spent + price <= budget:
                heapq.heappush(queue, (spent + price, n))
    return cheapest


def some(grid: HexGrid, rng: random.Random, share: float) -> set[int]:
    return {h for h in range(grid.size) if rng.random() < share}


@pytest.mark.parametrize(("width", "height"), [(1, 6), (2, 5), (6, 1), (5, 5), (16, 15)])
def test_flood_against_dijkstra(width: int, height: int) -> None:
    grid = HexGrid(width, height)
    rng = random.Random(width * 31 + height)
    for _ in range(40):
        prices = random_prices(grid, rng)
        graph = graph_of(grid, prices)
        start = set(rng.sample(range(grid.size), rng.choice([1, 1, 2])))
        enter, through = some(grid, rng, 0.8), some(grid, rng, 0.8)
        budget = rng.randrange(9)
        reached = graph.flood(
            mask_of(list(start)), budget, mask_of(list(enter)), mask_of(list(through))
        )
        cheapest = dijkstra(grid, prices, start, budget, enter, through)
        assert len(reached) == budget + 1
        assert {h: c for c, mask in enumerate(reached) for h in bits(mask)} == cheapest
        assert sum(mask.bit_count() for mask in reached) == len(cheapest)


def test_flood_by_hand() -> None:
    # Every step costs 1, except that entering row 03 costs 2.
    graph = Graph(GRID, lambda h, d: 2 if GRID.neighbours[h][d] // 5 == 2 else 1)
    reached = graph.flood(1 << GRID.parse("0102"), 2)
    names = [" ".join(GRID.name(h) for h in bits(mask)) for mask in reached]
    assert names == ["0102", "0101 0201 0202", "0301 0302 0103 0203"]


def test_flood_without_a_budget_stays_where_it_is() -> None:
    assert Graph(GRID, lambda h, d: 1).flood(1 << 7, 0) == [1 << 7]


def test_start_may_be_left_though_it_is_neither_to_enter_nor_to_pass() -> None:
    a, b, c = GRID.parse("0101"), GRID.parse("0201"), GRID.parse("0301")
    graph = Graph(GRID, lambda h, d: 1)
    row = mask_of([b, c])
    assert graph.flood(1 << a, 2, enter=row, through=0) == [1 << a, 1 << b, 0]
    assert graph.flood(1 << a, 2, enter=row, through=1 << b) == [1 << a, 1 << b, 1 << c]
    assert graph.flood(1 << a, 2, enter=1 << c) == [1 << a, 0, 0]


def test_costs_can_differ_by_direction() -> None:
    a, b = GRID.parse("0101"), GRID.parse("0201")
    graph = Graph(GRID, lambda h, d: {(a, 1): 3}.get((h, d)))
    assert graph.costs[a] == (0, 3, 0, 0, 0, 0)
    assert graph.flood(1 << a, 3) == [1 << a, 0, 0, 1 << b]
    assert graph.flood(1 << b, 3) == [1 << b, 0, 0, 0]


def test_steps_that_cost_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="a step from 0101 that costs 0"):
        Graph(GRID, lambda h, d: 0)


def path_names(graph: Graph, a: str, b: str, budget: int, through: str = "") -> str:
    barred = mask_of([GRID.parse(name) for name in through.split()])
    path = graph.path(GRID.parse(a), GRID.parse(b), budget, through=GRID.mask_all & ~barred)
    return " ".join(GRID.name(h) for h in path)


def test_paths_by_hand() -> None:
    graph = Graph(GRID, lambda h, d: 1)
    assert path_names(graph, "0101", "0101", 0) == "0101"
    assert path_names(graph, "0101", "0401", 3) == "0101 0201 0301 0401"
    assert path_names(graph, "0101", "0401", 2) == ""
    # Two ways straight south: the smaller number first.
    assert path_names(graph, "0301", "0303", 2) == "0301 0202 0303"
    assert path_names(graph, "0301", "0303", 2, through="0202") == "0301 0302 0303"
    assert path_names(graph, "0301", "0303", 3, through="0202 0302") == ""
    # A cheapest path avoids what may not be passed, but may end there.
    assert path_names(graph, "0301", "0202", 2, through="0202") == "0301 0202"


def all_cheapest(
    graph: Graph,
    prices: Prices,
    here: int,
    goal: int,
    left: int,
    through: set[int],
    enter: set[int],
) -> list[list[int]]:
    """Every path of exactly `left` from a hex, by trying all."""
    if here == goal:
        return [[goal]] if left == 0 else []
    paths = []
    for d, n in enumerate(graph.grid.neighbours[here]):
        price = prices[here, d]
        if n in enter and price is not None and price <= left and (n == goal or n in through):
            for rest in all_cheapest(graph, prices, n, goal, left - price, through, enter):
                paths.append([here, *rest])
    return paths


def test_path_is_the_first_of_all_cheapest_ones() -> None:
    rng = random.Random(8)
    grid = HexGrid(4, 4)
    found = 0
    for _ in range(150):
        prices = random_prices(grid, rng)
        graph = graph_of(grid, prices)
        start, goal = rng.sample(range(grid.size), 2)
        enter, through = some(grid, rng, 0.9), some(grid, rng, 0.9)
        path = graph.path(start, goal, 7, mask_of(list(enter)), mask_of(list(through)))
        total = dijkstra(grid, prices, {start}, 7, enter, through).get(goal)
        if total is None:
            assert path == []
        else:
            found += 1
            assert path == min(all_cheapest(graph, prices, start, goal, total, through, enter))
    assert found > 50
