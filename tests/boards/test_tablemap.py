"""Map files of the tabletop: read whole, and refused with file and line when anything is wrong."""

from pathlib import Path

import pytest
from shapely import LineString, Polygon
from shapely import Point as Spot

from grognard.boards.tablefile import load_map, read_map
from grognard.boards.tablemap import (
    AREAS,
    FOREST,
    LINES,
    MARSHY_STREAM,
    ROAD,
    VILLAGE,
    Entry,
    Hill,
    TableArea,
    TableCrossing,
    TableLine,
    TableMap,
    TablePlace,
)
from grognard.engine.errors import FileError, UnknownName
from grognard.engine.toml import loads

FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "maps"
TABLES = sorted(
    path.stem for path in FOLDER.glob("*.toml") if 'board = "table"' in path.read_text("utf-8")
)

# Lines are counted by the tests.
MAP = '''board = "table"
name = "small"
title = "A small table"
width = 20
height = 12
inch = 20
paces = 120

[[hill]]
id = "hill"
name = "The Hill"
level = 1
outline = "0,0 100,0 100,100 0,100"

[[hill]]
id = "knoll"
level = 2
outline = "10,10 10,50 50,50 50,10"

[[area]]
id = "wood"
kind = "forest"
name = "The Wood"
outline = """
120,20 160,20
160,60 120,60
"""

[[area]]
id = "hamlet"
kind = "village"
material = "stone"
outline = "170,80 190,80 190,100 170,100"

[[line]]
id = "brook"
kind = "marshy-stream"
name = "The Brook"
width = 8
line = "110,0 110,120"

[[line]]
id = "pike"
kind = "road"
line = "0,60 200,60"

[[crossing]]
id = "bridge"
kind = "bridge"
name = "The Bridge"
over = "brook"
road = "pike"
at = "112,61"

[[entry]]
id = "west"
name = "From the west"
line = "0,40 0,80"

[[place]]
id = "barn"
name = "A barn"
at = "60,90"
kind = "farm"
size = 2
'''


def read(text: str = MAP) -> TableMap:
    return read_map(loads(text, "small.toml"))


def test_a_map_is_read_whole() -> None:
    table = read()
    assert (table.name, table.title, table.north) == ("small", "A small table", "up")
    assert (table.size, table.inch, table.paces) == ((200, 120), 20, 120)
    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    # The knoll is written against the clock and turned.
    knoll = ((50, 10), (50, 50), (10, 50), (10, 10))
    assert table.hills == (Hill("hill", "The Hill", 1, square), Hill("knoll", "", 2, knoll))
    wood = ((120, 20), (160, 20), (160, 60), (120, 60))
    hamlet = ((170, 80), (190, 80), (190, 100), (170, 100))
    assert table.areas == (
        TableArea("wood", FOREST, "The Wood", "", wood),
        TableArea("hamlet", VILLAGE, "", "stone", hamlet),
    )
    assert table.lines == (
        TableLine("brook", MARSHY_STREAM, "The Brook", 8, ((110, 0), (110, 120))),
        TableLine("pike", ROAD, "", 0, ((0, 60), (200, 60))),
    )
    assert table.crossings == (TableCrossing("bridge", "bridge", "The Bridge", 0, 1, (112, 61)),)
    assert table.entries == (Entry("west", "From the west", ((0, 40), (0, 80))),)
    assert table.places == (TablePlace("barn", "A barn", (60, 90), "farm", 2),)


def test_the_numbers_of_kinds_are_their_places_in_the_lists() -> None:
    assert AREAS[FOREST] == "forest" and AREAS[VILLAGE] == "village"
    assert LINES[MARSHY_STREAM] == "marshy-stream" and LINES[ROAD] == "road"


def test_things_are_found_by_id() -> None:
    table = read()
    assert table.area("wood").kind == FOREST
    assert table.line("pike").kind == ROAD
    assert table.entry("west").line == ((0, 40), (0, 80))
    assert table.spot("barn") == (60, 90)
    assert table.spot("bridge") == (112, 61)
    assert table.spot("west") == (0, 60)
    assert table.spot("hamlet") == (180, 90)
    with pytest.raises(UnknownName, match='no area "wod" on the map .did you mean "wood"'):
        table.area("wod")
    with pytest.raises(UnknownName, match='no spot "bran" on the map .did you mean "barn"'):
        table.spot("bran")


def test_the_hash_is_that_of_the_content() -> None:
    same = MAP.replace("\n\n", "\n\n# a remark\n").replace("120,20 160,20", "120,20   160,20")
    assert read(same).hash == read().hash
    assert read(MAP.replace('at = "60,90"', 'at = "60,91"')).hash != read().hash


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('board = "table"', 'board = "tabel"', 1, 'unknown board "tabel" (did you mean "table"?)'),
        ("width = 20", "width = 200", 4, '"width" must be from 12 to 144, found 200'),
        ("paces = 120", "paces = 0", 7, '"paces" must be from 1 to 2000, found 0'),
        ('id = "knoll"', 'id = "hill"', 16, 'a second "hill"'),
        ("level = 2", "level = 3", 18, "knoll: level 3 must lie on ground of level 2"),
        ('"10,10 10,50', '"10,10 10,110', 18, "knoll: level 2 must lie on ground of level 1"),
        ("level = 2", "level = 1", 18, 'knoll and "hill" of the same level overlap'),
        ('"forest"', '"forrest"', 22, 'unknown kind "forrest" (did you mean "forest"?)'),
        ("120,20 160,20", "120,20 160,20.5", 25, "in whole tenths of an inch"),
        ("160,60 120,60", "260,60 120,60", 26, "260,60 lies off the table (0,0 to 200,120)"),
        ("160,60 120,60", "120,60 160,60", 26, "meets the side"),
        ('material = "stone"\n', "", 29, '[[area]] lacks "material"'),
        ('name = "The Wood"', 'material = "wood"', 23, 'village, fort, fortress have a "mat'),
        ("width = 8\n", "", 35, '[[line]] lacks "width"'),
        ('kind = "road"\n', 'kind = "road"\nwidth = 3\n', 45, 'river have a "width"'),
        ("0,60 200,60", "0,60 0,60 200,60", 45, "the point 0,60 is there twice"),
        ('over = "brook"', 'over = "pike"', 51, '"pike" is none of stream, marshy-stream, river'),
        ('road = "pike"', 'road = "pyke"', 52, "none of road, track, sunken-road (did you mean"),
        ('"112,61"', '"114,61"', 53, '114,61 lies more than 3 tenths from "brook"'),
        ('"112,61"', '"112,64"', 53, '112,64 lies more than 3 tenths from "pike"'),
        ('"112,61"', '"112,61 1,1"', 53, '"at" must have one point'),
        ("0,40 0,80", "10,40 10,80", 58, "a stretch of one edge of the table"),
        ("0,40 0,80", "0,40 200,40", 58, "a stretch of one edge of the table"),
        ('kind = "farm"', 'kind = "frm"', 64, 'unknown kind "frm" (did you mean "farm"?)'),
        ("size = 2", "sice = 2", 65, 'unknown key "sice" in [[place]]'),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(
    old: str, new: str, line: int, message: str
) -> None:
    assert MAP.count(old) >= 1
    with pytest.raises(FileError) as refused:
        read(MAP.replace(old, new, 1))
    assert message in str(refused.value)
    assert refused.value.line == line


def test_contours_of_a_level_may_not_cross_those_below() -> None:
    # All corners of the knoll lie on the hill, but one of its sides leaves it.
    notched = MAP.replace('"0,0 100,0 100,100 0,100"', '"0,0 100,0 100,100 30,20 0,100"')
    with pytest.raises(FileError, match="must lie on ground of level 1"):
        read(notched.replace('"10,10 10,50 50,50 50,10"', '"5,5 1,90 90,80 50,10"'))


@pytest.mark.parametrize("name", TABLES)
def test_shipped_tables_are_whole(name: str) -> None:
    table = load_map(FOLDER / f"{name}.toml")
    assert table.name == name
    edge = Polygon([(0, 0), (table.size[0], 0), table.size, (0, table.size[1])])
    for area in table.areas:
        figure = Polygon(area.outline)
        assert figure.is_valid and figure.area >= 50, area.id
        assert edge.covers(figure)
    assert table.areas and table.entries and table.places
    for line in table.lines:
        assert LineString(line.line).is_valid
    for crossing in table.crossings:
        assert LineString(table.lines[crossing.over].line).distance(Spot(crossing.at)) <= 3


@pytest.mark.parametrize("name", TABLES)
def test_roads_and_waters_meet_at_a_crossing(name: str) -> None:
    """Where a road meets a stream there is a bridge or a ford, within half an inch."""
    table = load_map(FOLDER / f"{name}.toml")
    roads = [line for line in table.lines if LINES[line.kind] in ("road", "track", "sunken-road")]
    waters = [line for line in table.lines if LINES[line.kind].endswith(("stream", "river"))]
    spots = [Spot(crossing.at) for crossing in table.crossings]
    for road in roads:
        for water in waters:
            met = LineString(road.line).intersection(LineString(water.line))
            for point in getattr(met, "geoms", [met]):
                if not point.is_empty:
                    near = min((point.distance(spot) for spot in spots), default=999.0)
                    assert near <= 5, (road.id, water.id, point.wkt)


DOCS = Path(__file__).parents[2] / "docs" / "table-maps.md"


def test_the_map_of_the_guide_is_sound() -> None:
    text = DOCS.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    mill = read(text)
    assert mill.size == (240, 180)
    assert mill.ids() == [
        "mill-hill",
        "mill-hill-top",
        "beeches",
        "mill",
        "rye",
        "brook",
        "post-road",
        "garden-wall",
        "mill-bridge",
        "west",
        "gallows",
    ]


def test_the_guide_names_every_kind_of_ground() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for kind in (*AREAS, *LINES):
        assert f"`{kind}`" in text, kind
    for name in TABLES:
        assert f"`{name}`" in text, name
    table = load_map(FOLDER / "maida.toml")
    assert table.size == (360, 360)
    assert table.spot("ford-nicastro") == (302, 299)
    assert [area.id for area in table.areas if area.name == "The scrub"] == ["left-scrub"]
