from __future__ import annotations

from pathlib import Path

import pytest

from grognard.boards.hexes import DIRECTIONS, bits
from grognard.boards.hexmap import (
    BRIDGE,
    FORD,
    NO_ROAD,
    PATH,
    ROAD,
    HexCrossing,
    HexMap,
    HexPlace,
    HexRoad,
    load_map,
)
from grognard.engine.errors import FileError
from grognard.engine.toml import loads
from grognard.systems.shock.terrain import (
    CHATEAU,
    CLEAR,
    CREST,
    GROUNDS,
    HEX_KINDS,
    LAKE,
    RIVER,
    STEEP,
    STREAM,
    WOODS,
    read_map,
)

# Lines are counted by the tests: the drawing of the ground begins on line 7, of levels on 13.
MAP = '''name = "small"
title = "A small map"
width = 5
height = 4
hex_metres = 190
ground = """
c c w w c
 c C c c c
c f c l c
 c c c c c
"""
levels = """
1 1 1 0 0
 1 1 0 0 0
00000
 0 0 0 0 0
"""
buildings = ["0304", "0104"]

[legend]
c = "clear"
C = "chateau"
f = "cultivated"
w = "woods"
l = "lake"

[[road]]
kind = "road"
name = "Brussels road"
hexes = ["0101", "0102", "0203", "0204"]

[[road]]
kind = "path"
hexes = ["0101", "0102", "0103"]

[[side]]
kind = "river"
name = "Dyle"
sides = ["0103 ne", "0203 nw", "0203 ne"]

[[side]]
kind = "stream"
sides = ["0501 sw"]

[[side]]
kind = "steep"
sides = ["0202 e"]

[[side]]
kind = "crest"
sides = ["0202 e", "0201 e"]

[[crossing]]
kind = "bridge"
side = "0102 se"

[[crossing]]
kind = "ford"
side = "0103 ne"

[[crossing]]
kind = "ford"
side = "0501 sw"

[[place]]
name = "Hougoumont"
hex = "0202"
kind = "farm"
size = 3

[[place]]
name = "The pond"
hex = "0403"
kind = "water"
'''


def given(text: str = MAP) -> HexMap:
    return read_map(loads(text, "m.toml"))


def changed(old: str, new: str) -> str:
    """The map with one thing changed."""
    assert MAP.count(old) == 1, old
    return MAP.replace(old, new)


def refused(old: str, new: str) -> str:
    with pytest.raises(FileError) as caught:
        given(changed(old, new))
    return str(caught.value)


def names(hexmap: HexMap, mask: int) -> str:
    return " ".join(hexmap.grid.name(h) for h in bits(mask))


def at(hexmap: HexMap, table: tuple[tuple[int, ...], ...], side: str) -> int:
    name, direction = side.split()
    return table[hexmap.grid.parse(name)][DIRECTIONS.index(direction)]


def test_head_of_the_map() -> None:
    hexmap = given()
    assert (hexmap.name, hexmap.title, hexmap.hex_metres) == ("small", "A small map", 190)
    assert hexmap.north == "up"
    assert (hexmap.grid.width, hexmap.grid.height) == (5, 4)


def test_grounds_levels_and_buildings() -> None:
    hexmap = given()
    assert [GROUNDS[g] for g in hexmap.ground[:5]] == ["clear", "clear", "woods", "woods", "clear"]
    assert names(hexmap, hexmap.ground_mask[WOODS]) == "0301 0401"
    assert names(hexmap, hexmap.ground_mask[CHATEAU]) == "0202"
    assert names(hexmap, hexmap.ground_mask[LAKE]) == "0403"
    assert hexmap.ground_mask[CLEAR].bit_count() == 15
    assert hexmap.level == (1, 1, 1, 0, 0, 1, 1, 0, 0, 0, *[0] * 10)
    assert names(hexmap, hexmap.buildings) == "0104 0304"


def test_roads_join_hexes_through_their_sides() -> None:
    hexmap = given()
    # Road and path share their first step: the road counts.
    assert at(hexmap, hexmap.road, "0101 se") == ROAD
    assert at(hexmap, hexmap.road, "0102 nw") == ROAD
    assert at(hexmap, hexmap.road, "0102 se") == ROAD
    assert at(hexmap, hexmap.road, "0102 sw") == PATH
    assert at(hexmap, hexmap.road, "0103 ne") == PATH
    assert at(hexmap, hexmap.road, "0203 e") == NO_ROAD
    assert sum(kind != NO_ROAD for row in hexmap.road for kind in row) == 8
    parse = hexmap.grid.parse
    assert hexmap.roads[1] == HexRoad("path", "", (parse("0101"), parse("0102"), parse("0103")))
    assert hexmap.roads[0].name == "Brussels road"


def test_sides_are_shared_by_both_hexes() -> None:
    hexmap = given()
    assert at(hexmap, hexmap.side, "0203 nw") == RIVER | BRIDGE
    assert at(hexmap, hexmap.side, "0102 se") == RIVER | BRIDGE
    assert at(hexmap, hexmap.side, "0102 sw") == RIVER | FORD
    assert at(hexmap, hexmap.side, "0202 sw") == RIVER
    assert at(hexmap, hexmap.side, "0402 ne") == STREAM | FORD
    assert at(hexmap, hexmap.side, "0302 w") == STEEP | CREST
    assert at(hexmap, hexmap.side, "0301 w") == CREST
    assert at(hexmap, hexmap.side, "0101 se") == 0
    for h in range(hexmap.grid.size):
        for d, n in enumerate(hexmap.grid.neighbours[h]):
            assert hexmap.side[h][d] == (hexmap.side[n][(d + 3) % 6] if n >= 0 else 0)


def test_lines_and_places_are_kept_for_drawing() -> None:
    hexmap = given()
    parse = hexmap.grid.parse
    dyle = hexmap.sides[0]
    assert (dyle.kind, dyle.name) == ("river", "Dyle")
    assert dyle.sides == ((parse("0103"), 0), (parse("0203"), 5), (parse("0203"), 0))
    assert [line.kind for line in hexmap.sides] == ["river", "stream", "steep", "crest"]
    assert hexmap.crossings[0] == HexCrossing("bridge", (parse("0102"), 2))
    assert hexmap.places == (
        HexPlace("Hougoumont", parse("0202"), "farm", 3),
        HexPlace("The pond", parse("0403"), "water", 1),
    )


def test_flags_of_sides_are_distinct() -> None:
    flags = [*(HEX_KINDS.flag(kind) for kind in HEX_KINDS.sides), BRIDGE, FORD]
    assert sum(flags) == 511 and len(set(flags)) == 9
    water = [HEX_KINDS.flag(kind) for kind in ("river", "deep-stream", "stream", "marshy-stream")]
    assert sum(water) == HEX_KINDS.flag(*HEX_KINDS.waters)


def test_hash_follows_the_content_only() -> None:
    base = given().hash
    assert len(base) == 64
    relettered = MAP.replace('f = "cultivated"', 'F = "cultivated"').replace("c f c l c", "cFclc")
    assert given("# a comment\n" + relettered).hash == base
    for old, new in [
        ("c f c l c", "c c c l c"),
        ("00000", "00001"),
        ('"0304", ', ""),
        ('side = "0102 se"', 'side = "0102 se" # the same'),
        ('kind = "stream"', 'kind = "marshy-stream"'),
        ("size = 3", "size = 2"),
        ("hex_metres = 190", "hex_metres = 191"),
        ('"Brussels road"', '"Paris road"'),
        ('kind = "ford"\nside = "0501 sw"', 'kind = "bridge"\nside = "0501 sw"'),
    ]:
        assert (given(changed(old, new)).hash == base) == ("# the same" in new)


def test_maps_are_loaded_from_files(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(MAP, encoding="utf-8")
    assert load_map(path, HEX_KINDS).hash == given().hash
    path.write_text(changed("width = 5", "width = 6"), encoding="utf-8")
    with pytest.raises(
        FileError, match='^maps/small.toml:7: row 1 of "ground" has 5 hexes, not 6$'
    ):
        load_map(path, HEX_KINDS, "maps/small.toml")


def test_maps_do_not_change() -> None:
    with pytest.raises(AttributeError):
        given().name = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("width = 5", "width = 61", '3: "width" must be from 2 to 60, found 61'),
        ("height = 4", "height = 1", '4: "height" must be from 2 to 60, found 1'),
        ("height = 4", "height = 3", '10: more than 3 rows in "ground"'),
        ("height = 4", "height = 5", '6: "ground" has 4 rows, not 5'),
        ("width = 5", "width = true", '3: "width" must be a whole number, found true'),
        ("hex_metres = 190", "", '1: the file lacks "hex_metres"'),
        ("hex_metres = 190", "hex_metres = 5", '5: "hex_metres" must be from 10 to 5000, found 5'),
        ("c f c l c", "c f c l", '9: row 3 of "ground" has 4 hexes, not 5'),
        (
            "c f c l c",
            "c f x l c",
            '9: unknown letter "x" in "ground" at 0303 (there is C, c, f, l, w)',
        ),
        ("00000", "0000", '15: row 3 of "levels" has 4 hexes, not 5'),
        (
            "00000",
            "0000-",
            '15: unknown letter "-" in "levels" at 0503 (there is 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)',
        ),
        ('w = "woods"', 'w = "wods"', '24: unknown w "wods" (did you mean "woods"?)'),
        (
            'l = "lake"',
            'l = "lake"\nnorth = "up"',
            '26: "north" in [legend]: one letter stands for a ground; other keys go above [legend]',
        ),
        ('title = "A small map"', 'title = ""', '2: "title" must have 1 to 60 characters'),
        ('"small"', '"' + "x" * 61 + '"', '1: "name" must have 1 to 60 characters'),
        ("hex_metres", 'north = "north"\nhex_metres', '5: unknown north "north" (there is down'),
        ("hex_metres", "scale = 3\nhex_metres", '5: unknown key "scale" in the file'),
    ],
)
def test_wrong_drawings_are_refused(old: str, new: str, message: str) -> None:
    assert refused(old, new).startswith(f"m.toml:{message}")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"0104"]', '"0106"]', '18: no hex "0106" (0101 to 0504: column, then row)'),
        ('"0104"]', '"0304"]', "18: 0304 is listed twice"),
        ('"0104"]', '"0403"]', "18: a building in the lake at 0403"),
        ('"0203", "0204"', '"0203",\n"0404"', "31: 0404 does not touch 0203, the hex before it"),
        ('"0203", "0204"', '"0203", "0203"', "30: 0203 does not touch 0203, the hex before it"),
        ('["0101", "0102", "0103"]', '["0101"]', '34: "hexes" must list at least 2, found 1'),
        ('["0101", "0102", "0103"]', '["0503", "0403"]', "34: a path in the lake at 0403"),
        ('kind = "path"', 'kind = "track"', '33: unknown kind "track" (there is path, road)'),
        ('kind = "path"', 'kind = "path"\nnme = "x"', '34: unknown key "nme" in [[road]] (did you'),
        (
            '"0103 ne", "0203 nw"',
            '"0103 n", "0203 nw"',
            '39: unknown direction "n" (there is ne, e, se, sw, w, nw)',
        ),
        ('"0103 ne", "0203 nw"', '"0103ne"', '39: "0103ne" is not a side of a hex: write it as'),
        ('["0501 sw"]', '["0501 e"]', '43: "0501 e" lies on the edge of the map'),
        ('["0501 sw"]', '["0601 e"]', '43: no hex "0601"'),
        ('["0501 sw"]', "[]", '43: "sides" must list at least 1, found 0'),
        ('["0501 sw"]', '["0501 sw", "0402 ne"]', '43: "0402 ne" is a stream already'),
        ('["0501 sw"]', '["0202 sw"]', '43: "0202 sw" cannot be a stream: it is a river'),
        ('kind = "steep"', 'kind = "cliff"', '46: unknown kind "cliff"'),
        (
            'sides = ["0202 e"]',
            'sides = ["0302 e"]',
            '47: "0302 e" cannot be steep: both hexes are at level 0',
        ),
        ('side = "0501 sw"', 'side = "0101 e"', '63: a ford at "0101 e", where there is no water'),
        (
            'side = "0501 sw"',
            'side = "0202 e"',
            '63: a ford at "0202 e", where there is no water',
        ),
        ('side = "0501 sw"', 'side = "0203 nw"', '63: "0203 nw" has a bridge or ford already'),
        ('hex = "0202"', 'hex = "9999"', '67: no hex "9999"'),
        ('hex = "0202"', "hex = 202", '67: "hex" must be a text in quotes, found 202'),
        ("size = 3", "size = 4", '69: "size" must be from 1 to 3, found 4'),
        ('"The pond"', '"Hougoumont"', '72: a second place named "Hougoumont"'),
        ('"The pond"', r'"\u001b[2J"', "72: control character U+001B in a text"),
    ],
)
def test_impossible_features_are_refused(old: str, new: str, message: str) -> None:
    assert refused(old, new).startswith(f"m.toml:{message}")


def test_a_road_over_a_river_needs_a_crossing() -> None:
    assert refused('side = "0102 se"', 'side = "0203 ne"') == (
        "m.toml:30: the road from 0102 to 0203 crosses a river: "
        'it needs a [[crossing]] with side = "0102 se"'
    )


def test_a_road_over_a_deep_stream_needs_a_crossing_over_a_stream_none() -> None:
    bare = MAP.replace('[[crossing]]\nkind = "bridge"\nside = "0102 se"\n', "")
    deep = bare.replace('kind = "river"', 'kind = "deep-stream"')
    with pytest.raises(FileError, match="30: the road from 0102 to 0203 crosses a deep stream"):
        given(deep)
    stream = bare.replace('kind = "river"', 'kind = "stream"')
    assert at(given(stream), given(stream).side, "0102 se") == STREAM
