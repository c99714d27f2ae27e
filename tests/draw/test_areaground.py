"""The ground of maps of areas: whole, well formed, small, always the same, drawn once."""

from xml.etree import ElementTree

import pytest

from grognard.draw import areaborders, arealand
from grognard.draw.areaground import AreaGround, about_approach, about_locale, drawn, strip
from grognard.draw.areasheet import AreaSheet
from grognard.draw.ink import contrast
from grognard.draw.lines import apart, inside
from grognard.draw.relief import HeightField
from grognard.engine import toml
from grognard.systems.locales.state.ground import read_map
from tests.draw.area_given import AREA_MAPS, TINY, shipped_areas, tiny_areas

BARE = TINY[: TINY.index("[[road]]")].replace('houses = "40,40"\n', "")


def parsed(ground: AreaGround) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{ground.svg}</svg>")


def bare() -> AreaSheet:
    """The same locales with nothing on them."""
    return AreaSheet(read_map(toml.loads(BARE, "bare.toml")))


@pytest.mark.parametrize("name", AREA_MAPS)
def test_every_shipped_map_is_drawn_in_less_than_440_kb(name: str) -> None:
    assert len(drawn(shipped_areas(name)).svg.encode()) < 440_000


def test_the_tutorials_board_fits_a_small_screen() -> None:
    sheet = drawn(shipped_areas("mcphersons-ridge")).sheet
    assert sheet.width <= 900 and sheet.height <= 700


@pytest.mark.parametrize("name", AREA_MAPS)
def test_every_locale_and_open_approach_can_be_pointed_at(name: str) -> None:
    ground = shipped_areas(name)
    ids = {element.get("id") for element in parsed(drawn(ground)).iter("path")}
    for locale in ground.locales:
        assert f"locale:{locale.id}" in ids
    for n in range(len(ground.approaches)):
        open_to_all = not ground.boundaries[n >> 1].closed
        assert (f"approach:{ground.areas.approach_name(n)}" in ids) == open_to_all


def test_metres_become_pixels_with_north_up() -> None:
    sheet = AreaSheet(tiny_areas())
    # 1000 pixels to the kilometre: the south-west corner lies 300 pixels below the upper left.
    assert sheet.point((0, 0)) == (22, 320)
    assert sheet.point((400, 300)) == (422, 20)
    assert sheet.width == 22 + 400 + 22 and sheet.height == 20 + 300 + 40


def test_an_approach_is_seen_with_its_locale_to_the_left() -> None:
    sheet = AreaSheet(tiny_areas())
    # West looks at east over the line x = 200: going up the sheet west lies to the left.
    assert sheet.edge(0) == [(222, 320), (222, 120)]
    assert sheet.edge(1) == [(222, 120), (222, 320)]


def test_the_strip_of_an_approach_lies_in_its_locale() -> None:
    sheet = AreaSheet(tiny_areas())
    assert all(x <= 222 for x, _ in strip(sheet, 0))
    assert all(x >= 222 for x, _ in strip(sheet, 1))
    assert min(x for x, _ in strip(sheet, 0)) == 222 - 17


def test_the_ground_rises_to_the_greatest_height() -> None:
    field = HeightField(AreaSheet(tiny_areas()))
    south, middle, north = (field.height(222, y) for y in (310, 170, 30))
    assert south < middle < north
    assert bare().level(100, 100) == 0 and bare().highest == 0


def test_all_that_is_used_is_defined() -> None:
    tree = parsed(AreaGround(tiny_areas()))
    defined = {element.get("id") for element in tree.iter()}
    used = {(element.get("href") or "#")[1:] for element in tree.iter("use")}
    assert used <= defined
    assert {"g-tree", "g-infantry", "g-cavalry", "g-artillery"} <= used


def test_each_thing_is_drawn_where_it_is_and_nowhere_else() -> None:
    sheet, empty = AreaSheet(tiny_areas()), bare()
    for draw in (
        arealand.woods,
        arealand.towns,
        arealand.streams,
        arealand.walls,
        arealand.crossings,
        arealand.houses,
    ):
        assert draw(sheet)
        assert draw(empty) == ""
    assert "<path" not in arealand.roads(empty)
    # A bed with its strokes, rails with their sleepers, a lane and a pike of two strokes each.
    assert arealand.roads(sheet).count("<path") == 3 + 2 + 4


def test_trees_stand_all_over_a_wood_and_off_the_road() -> None:
    sheet = AreaSheet(shipped_areas("second-manassas"))
    wood = next(c for c in sheet.ground.covers if c.kind == "woods")
    outline = sheet.points(wood.outline)
    svg = arealand.woods(sheet)
    trees = [
        (float(e.get("x") or 0), float(e.get("y") or 0))
        for e in ElementTree.fromstring(f"<svg>{svg}</svg>").iter("use")
    ]
    within = [tree for tree in trees if inside(tree, outline)]
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    assert min(y for _, y in within) < top + 25 and max(y for _, y in within) > bottom - 25
    for road in sheet.ground.roads:
        line = sheet.points(road.line)
        assert all(apart(tree, line) > 6.9 for tree in trees)


def test_signs_stand_on_the_side_they_are_for() -> None:
    # Into east it costs infantry 1, cavalry 2, artillery 1: four signs east of x = 222.
    tree = ElementTree.fromstring(f"<svg>{areaborders.signs(AreaSheet(tiny_areas()))}</svg>")
    signs = [(e.get("href"), e.get("transform") or "") for e in tree.iter("use")]
    arms = ["infantry", "cavalry", "cavalry", "artillery"]
    assert [href for href, _ in signs] == [f"#g-{arm}" for arm in arms]
    for _, transform in signs:
        x = float(transform.removeprefix("translate(").split()[0])
        assert 222 < x < 222 + 17


def test_lozenges_count_the_units_that_can_lead() -> None:
    paths = ElementTree.fromstring(f"<svg>{areaborders.signs(AreaSheet(tiny_areas()))}</svg>")
    lozenges = [p for p in paths.iter("path") if "rotate" in (p.get("transform") or "")]
    # West to east is wide, west to north narrow and restricted (hollow), the last impassable.
    assert [(p.get("d") or "").count("M") for p in lozenges] == [2, 1]
    assert lozenges[0].get("fill") != lozenges[1].get("fill")


def test_kinds_of_boundaries_are_told_apart_by_line() -> None:
    sheet = AreaSheet(tiny_areas())
    assert "dasharray" not in areaborders.lines(sheet, areaborders.OPEN_LINE)
    assert "dasharray" in areaborders.lines(sheet, areaborders.DASHED_LINE)
    assert 'stroke-width="3.6"' in areaborders.lines(sheet, areaborders.WALL)


@pytest.mark.parametrize("name", AREA_MAPS)
def test_a_sign_stands_on_its_boundary(name: str) -> None:
    sheet = drawn(shipped_areas(name)).sheet
    for n, (at, _) in enumerate(areaborders.signposts(sheet)):
        assert apart(at, sheet.edge(2 * n)) < 0.01


def test_places_say_what_they_are() -> None:
    ground = tiny_areas()
    assert about_locale(ground, 0) == "West, holds 6, objective of union"
    assert about_locale(ground, 1) == "East, woods, holds 6"
    assert about_locale(ground, 2) == "North, holds 4, entry of confederate"
    assert (
        about_approach(ground, 1)
        == "East towards West, wide, obstructed, infantry −1, cavalry −2, artillery −1"
    )
    assert about_approach(ground, 2) == "West towards North, narrow, restricted"


def test_the_same_map_is_drawn_the_same_and_once() -> None:
    assert AreaGround(tiny_areas()).svg == AreaGround(tiny_areas()).svg
    assert drawn(tiny_areas()) is drawn(tiny_areas())


@pytest.mark.parametrize("name", AREA_MAPS)
def test_the_margin_is_readable(name: str) -> None:
    texts = drawn(shipped_areas(name)).texts
    for text in texts:
        assert text.size >= 11 and contrast(text.ink, text.plate) >= 4.5
    boxes = [text.box for text in texts]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]
