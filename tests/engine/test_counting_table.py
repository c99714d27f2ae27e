"""Tables of many dice that count faces, compared with lists over all throws."""

import tracemalloc
from itertools import product

import icepool
import pytest

from grognard.engine.check import AddingTable, CountingTable
from grognard.engine.dice import D6, D10, Die


def throws(how_many: int, die: Die, least: int, most: int) -> list[int]:
    faces = range(die.first, die.first + die.sides)
    every = product(faces, repeat=how_many)
    return [sum(least <= face <= most for face in thrown) for thrown in every]


@pytest.mark.parametrize("die", [D6, D10])
@pytest.mark.parametrize(("least", "most"), [(5, 6), (1, 3), (4, 4), (0, 9), (7, 6), (2, 20)])
@pytest.mark.parametrize("how_many", [0, 1, 2, 3])
def test_it_is_the_list_over_all_throws(how_many: int, die: Die, least: int, most: int) -> None:
    table = CountingTable(how_many, die, least, most)
    listed = throws(how_many, die, least, most)
    assert list(table) == listed
    assert len(table) == len(listed)
    assert table.weights() == [listed.count(n) for n in range(how_many + 1)]


def test_nine_saves_on_four_or_more_weigh_what_icepool_says() -> None:
    pool = 9 @ icepool.d6.map(lambda face: int(face < 4))
    table = CountingTable(9, D6, 1, 3)
    assert table.weights() == [pool[n] for n in range(10)]
    # By hand: each die fails in three of six cases, all nine in 3^9 of 6^9.
    assert table.weights()[9] == 3**9


def test_many_dice_take_no_room() -> None:
    tracemalloc.start()
    try:
        table = CountingTable(24, D6, 6, 6)
        assert sum(table.weights()) == 6**24 == len(table)
        assert table[6**24 - 1] == 24
        assert table[0] == 0
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("worth", [(1, 2, 3, 4, 5, 6), (0, 0, 1, 1, 2, 5), (0, 0, 0, 0, 0, 0)])
@pytest.mark.parametrize("how_many", [0, 1, 2, 4])
def test_what_dice_add_up_to(how_many: int, worth: tuple[int, ...]) -> None:
    table = AddingTable(how_many, D6, worth)
    listed = [sum(thrown) for thrown in product(worth, repeat=how_many)]
    assert list(table) == listed
    assert table.weights() == [listed.count(n) for n in range(how_many * max(worth) + 1)]


def test_a_throw_that_does_not_exist_is_refused() -> None:
    table = CountingTable(2, D6, 5, 6)
    for index in (-1, 36):
        with pytest.raises(IndexError, match=f"no throw {index} of 2 dice"):
            table[index]


def test_equal_tables_are_equal() -> None:
    assert CountingTable(3, D6, 5, 6) == CountingTable(3, D6, 5, 9)
    assert CountingTable(3, D6, 5, 6) != CountingTable(3, D6, 4, 6)
    assert CountingTable(1, D6, 5, 6) != [0, 0, 0, 0, 1, 1]
