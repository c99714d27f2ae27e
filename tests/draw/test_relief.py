"""Relief: contours close, hachures run downhill, flat ground stays empty."""

import re

import pytest

from grognard.boards.hexmap import HexMap
from grognard.draw import relief
from grognard.draw.hexsheet import Sheet
from grognard.engine import toml
from grognard.systems.shock.terrain import read_map

HILL = """
name = "hill"
width = 5
height = 5
hex_metres = 200
ground = '''
ccccc
ccccc
ccccc
ccccc
ccccc
'''
levels = '''
00000
00000
00T00
00000
00000
'''
[legend]
c = "clear"
"""


def hill(level: int) -> HexMap:
    return read_map(toml.loads(HILL.replace("T", str(level)), "hill.toml"))


def lines(svg: str) -> list[tuple[float, float, float, float]]:
    """The strokes of every path, in pixels."""
    found = []
    for path in re.findall(r' d="([^"]*)"', svg):
        x = y = 0
        for move in re.findall(r"m(-?\d+) ?(-?\d+)l(-?\d+) ?(-?\d+)", path):
            dx, dy, ex, ey = map(int, move)
            x, y = x + dx, y + dy
            found.append((x / 10, y / 10, (x + ex) / 10, (y + ey) / 10))
            x, y = x + ex, y + ey
    return found


def test_flat_ground_has_no_hachures() -> None:
    sheet = Sheet(hill(0))
    assert relief.hachures(relief.HeightField(sheet), sheet, 0) == ""
    assert relief.tints(relief.HeightField(sheet), 0) == ""


def test_hachures_run_away_from_the_top() -> None:
    sheet = Sheet(hill(5))
    x, y = sheet.centre(sheet.ground.grid.parse("0303"))
    drawn = lines(relief.hachures(relief.HeightField(sheet), sheet, 5))
    assert len(drawn) > 50
    for ax, ay, bx, by in drawn:
        assert (bx - x) ** 2 + (by - y) ** 2 > (ax - x) ** 2 + (ay - y) ** 2


def test_a_steeper_hill_has_more_hachures() -> None:
    counts = []
    for level in (2, 4, 8):
        sheet = Sheet(hill(level))
        counts.append(len(lines(relief.hachures(relief.HeightField(sheet), sheet, level))))
    assert counts[0] < counts[1] < counts[2]


def test_the_top_of_a_hill_has_one_contour_around_it() -> None:
    sheet = Sheet(hill(5))
    x, y = sheet.centre(sheet.ground.grid.parse("0303"))
    (contour,) = relief.HeightField(sheet).contours(0.5)
    assert min(px for px, _ in contour) < x < max(px for px, _ in contour)
    assert min(py for _, py in contour) < y < max(py for _, py in contour)
    ends = contour[0], contour[-1]
    assert ends[0] == pytest.approx(ends[1], abs=12)  # the next mesh of the net


def test_the_blur_keeps_the_height_of_a_plateau() -> None:
    level = re.sub(r"(?<=\n)[0T]{5}", "33333", HILL)
    sheet = Sheet(read_map(toml.loads(level, "plateau.toml")))
    field = relief.HeightField(sheet)
    assert field.height(100, 100) == pytest.approx(3)
    assert field.slope(100, 100) == pytest.approx((0, 0))
