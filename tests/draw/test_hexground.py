"""The ground of hex maps: whole, well formed, small, always the same, drawn once."""

from xml.etree import ElementTree

import pytest

from grognard.boards.hexmap import HexMap
from grognard.draw import cover, houses, ways
from grognard.draw.hexground import HexGround, drawn
from grognard.draw.hexsheet import Sheet
from grognard.draw.ink import contrast
from grognard.engine import toml
from grognard.systems.shock.terrain import read_map
from tests.draw.given import MAPS, shipped_map, tiny_map


def plain(ground: str = "c") -> HexMap:
    """A flat map all of one ground, with nothing on it."""
    rows = "\n".join([ground * 4] * 4)
    levels = "\n".join(["0" * 4] * 4)
    text = f"""
name = "plain"
width = 4
height = 4
hex_metres = 200
ground = '''
{rows}
'''
levels = '''
{levels}
'''
[legend]
c = "clear"
f = "cultivated"
w = "woods"
m = "marsh"
l = "lake"
v = "village"
b = "built-up-village"
C = "chateau"
"""
    return read_map(toml.loads(text, "plain.toml"))


def parsed(ground: HexGround) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{ground.svg}</svg>")


@pytest.mark.parametrize("name", MAPS)
def test_every_shipped_map_is_drawn_in_less_than_400_kb(name: str) -> None:
    assert len(drawn(shipped_map(name)).svg.encode()) < 400_000


@pytest.mark.parametrize("name", MAPS)
def test_every_hex_can_be_pointed_at(name: str) -> None:
    ground = shipped_map(name)
    ids = [element.get("id") for element in parsed(drawn(ground)).iter("use")]
    cells = [found for found in ids if found is not None]
    assert cells == [f"hex:{ground.grid.name(h)}" for h in range(ground.grid.size)]


def test_a_hex_says_what_it_is() -> None:
    titles = [element.text for element in parsed(HexGround(tiny_map())).iter("title")]
    assert titles[2] == "0301 woods, level 0"
    assert "0303 chateau, level 1" in titles


def test_the_same_map_is_drawn_the_same() -> None:
    assert HexGround(tiny_map()).svg == HexGround(tiny_map()).svg


def test_a_map_is_drawn_once() -> None:
    assert drawn(tiny_map()) is drawn(tiny_map())


def test_all_that_is_used_is_defined() -> None:
    tree = parsed(HexGround(tiny_map()))
    defined = {element.get("id") for element in tree.iter()}
    used = {(element.get("href") or "#")[1:] for element in tree.iter("use")}
    filled = {
        value[5:-1]
        for element in tree.iter()
        for value in element.attrib.values()
        if value.startswith("url(#")
    }
    assert used | filled <= defined
    assert {"g-tree", "g-tuft"} <= used
    assert {"g-frame", "g-lake"} <= filled


@pytest.mark.parametrize(
    ("letter", "draw"),
    [("f", cover.crops), ("w", cover.woods), ("m", cover.marsh), ("l", cover.lakes)],
)
def test_each_ground_is_drawn_where_it_is_and_nowhere_else(letter: str, draw: object) -> None:
    assert callable(draw)
    assert draw(Sheet(plain(letter)))
    assert draw(Sheet(plain("c"))) == ""


def test_houses_stand_in_villages_farms_and_building_hexes() -> None:
    counts = {kind: houses.houses(Sheet(plain(kind))).count("M") for kind in "cvbC"}
    assert counts["c"] == 0
    assert 0 < counts["v"] < counts["b"]
    assert counts["C"] == 16 * 4  # a wall and three ranges in each of 16 hexes


def test_a_plain_has_no_lines_on_it() -> None:
    sheet = Sheet(plain())
    assert ways.watercourses(sheet) == ways.crossings(sheet) == ways.brows(sheet) == ""
    assert "<path" not in ways.roads(sheet)


def test_every_kind_of_line_is_drawn() -> None:
    sheet = Sheet(tiny_map())
    # marshy stream and stream are single lines; deep stream and river have banks and water
    assert ways.watercourses(sheet).count("<path") == 6
    assert ways.crossings(sheet).count("<path") == 4  # a deck, two rails; one ford
    assert ways.brows(sheet).count("<path") == 5  # crest and steep with their ticks; a ravine
    assert ways.roads(sheet).count("<path") == 4


def test_a_road_runs_off_the_map_where_it_ends_at_the_edge() -> None:
    sheet = Sheet(tiny_map())
    # The road ends in 0605, the bottom row: it goes on to the middle of the cell below.
    x, y = sheet.cell_centre((5, 5))
    x2, y2 = sheet.cell_centre((5, 4))
    data = ways.roads(sheet)
    assert f"L{x:.0f} {y:.1f}" in data or f"L{x2:.0f} {y2:.1f}" in data


def test_the_margin_is_lettered_large_and_dark_enough() -> None:
    for text in HexGround(tiny_map()).texts:
        assert text.size >= 11
        assert contrast(text.ink, text.plate) >= 4.5


@pytest.mark.parametrize("name", MAPS)
def test_no_two_texts_in_the_margin_overlap(name: str) -> None:
    boxes = [text.box for text in drawn(shipped_map(name)).texts]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]


def test_the_scale_bar_is_true() -> None:
    # Hexes of 190 m are 48 px: four times 100 m are 101 px; four times 200 m would be 202 px.
    texts = {text.text: text.x for text in drawn(shipped_map("gemioncourt")).texts}
    assert texts["400 m"] - texts["0"] == pytest.approx(400 * 48 / 190)
