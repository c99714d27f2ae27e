"""The sheet's geometry by hand: hexes are 48 across, corners 48/√3 = 27.71 from the middle."""

import pytest

from grognard.boards.hexmap import HexMap
from grognard.draw.hexsheet import Sheet, beside
from grognard.systems.shock.terrain import WOODS
from tests.draw.given import shipped_map, tiny_map


@pytest.fixture
def tiny() -> HexMap:
    return tiny_map()


def test_the_first_hex_lies_in_the_north_west(tiny: HexMap) -> None:
    x, y = Sheet(tiny).centre(tiny.grid.parse("0101"))
    assert (x, y) == pytest.approx((22 + 24, 20 + 27.713), abs=0.01)


def test_even_numbered_rows_lie_half_a_hex_to_the_right(tiny: HexMap) -> None:
    x, y = Sheet(tiny).centre(tiny.grid.parse("0302"))
    assert (x, y) == pytest.approx((22 + 3 * 48, 20 + 2.5 * 27.713), abs=0.01)


def test_the_sheet_is_as_large_as_map_and_margins(tiny: HexMap) -> None:
    sheet = Sheet(tiny)
    assert sheet.width == pytest.approx(6.5 * 48 + 44)
    assert sheet.height == pytest.approx(8 * 27.713 + 60, abs=0.01)


def test_the_tutorial_is_seen_whole() -> None:
    sheet = Sheet(shipped_map("gemioncourt"))
    assert sheet.width <= 900
    assert sheet.height <= 700


def test_neighbouring_cells_are_those_of_the_grid(tiny: HexMap) -> None:
    sheet, grid = Sheet(tiny), tiny.grid
    for h in range(grid.size):
        for d in range(6):
            row, col = beside(sheet.cell(h), d)
            on_map = 0 <= row < 5 and 0 <= col < 6
            assert (row * 6 + col if on_map else -1) == grid.neighbours[h][d]


def test_a_side_lies_half_way_between_two_hexes(tiny: HexMap) -> None:
    sheet = Sheet(tiny)
    a, b = tiny.grid.parse("0303"), tiny.grid.parse("0403")
    (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
    assert sheet.side_middle(a, 1) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


def test_a_lone_hex_has_an_outline_of_six_corners(tiny: HexMap) -> None:
    farm = tiny.grid.parse("0303")
    (outline,) = Sheet(tiny).outlines(lambda h: h == farm)
    assert len(outline) == 6


def test_two_hexes_side_by_side_have_one_outline_of_ten_corners(tiny: HexMap) -> None:
    pair = {tiny.grid.parse("0303"), tiny.grid.parse("0403")}
    (outline,) = Sheet(tiny).outlines(lambda h: h in pair)
    assert len(outline) == 10


def test_country_at_the_edge_is_carried_over_it(tiny: HexMap) -> None:
    sheet = Sheet(tiny)
    (outline,) = sheet.outlines(lambda h: tiny.ground[h] == WOODS)
    assert min(y for _, y in outline) < sheet.frame.top
