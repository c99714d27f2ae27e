"""Map files of areas: read whole, and refused with file and line when anything is wrong."""

from pathlib import Path

import pytest

from grognard.boards.areafile import MAX_LOCALES
from grognard.boards.areamap import (
    Approach,
    AreaCover,
    AreaCrossing,
    AreaLine,
    AreaMap,
    AreaPlace,
    Boundary,
    Locale,
)
from grognard.boards.areas import LOCAL, MAIN
from grognard.engine.errors import FileError
from grognard.engine.toml import load, loads
from grognard.systems.locales.state.ground import IMPASSABLE, OPEN, RESTRICTED, read_map, restricted

FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "maps"

# Lines are counted by the tests. Three locales: west, east of it, and north over both.
MAP = '''board = "areas"
name = "small"
title = "A small map"
sides = ["union", "confederate"]
width = 200
height = 200
kilometre = 500
houses = "50,40 60,45"

[[locale]]
id = "west"
name = "The West"
about = "open"
capacity = 4
objective = ["union"]
entry = ["confederate"]
reserve = "50,50"
outline = "0,0 100,0 100,100 0,100"

[[locale]]
id = "east"
name = "The East"
capacity = 3
reserve = "150,50"
outline = """
100,0 200,0
200,100 100,100
"""

[[locale]]
id = "north"
name = "The North"
capacity = 6
objective = ["union", "confederate"]
reserve = "100,150"
outline = "0,200 0,100 100,100 200,100 200,200"

[[boundary]]
between = ["west", "east"]
width = "narrow"
passage = "restricted"
about = "a run with steep banks"
into.west = { infantry = 1, cavalry = 2, obstructed = true }

[[boundary]]
between = ["west", "north"]
width = "wide"

[[boundary]]
between = ["north", "east"]
width = "wide"
passage = "impassable"

[[road]]
id = "pike"
name = "The Pike"
kind = "main"
through = ["east", "west", "north"]
line = "250,50 50,50 50,250"

[[road]]
id = "lane"
name = "A lane"
kind = "local"
through = ["north"]
line = "150,120 150,180"

[[heights]]
line = "0,0,100 100,100,120"

[[line]]
kind = "stream"
name = "The Run"
line = "100,0 100,100"

[[cover]]
kind = "woods"
outline = "10,10 40,10 40,40"

[[crossing]]
kind = "bridge"
at = "100,50"

[[place]]
name = "A barn"
at = "50,40"
kind = "farm"
size = 2
'''


def read(text: str = MAP) -> AreaMap:
    return read_map(loads(text, "small.toml"))


def refused(old: str, new: str) -> str:
    assert MAP.count(old) == 1, old
    with pytest.raises(FileError) as error:
        read(MAP.replace(old, new))
    return str(error.value)


def holds(capacity: int, objective: int, entry: int) -> dict[str, int]:
    return {"capacity": capacity, "objective": objective, "entry": entry}


def wide(width: int, passage: int) -> dict[str, int]:
    return {"width": width, "passage": passage}


def costs(infantry: int, cavalry: int, artillery: int, obstructed: bool) -> Approach:
    arms = {"infantry": infantry, "cavalry": cavalry, "artillery": artillery}
    return Approach({"obstructed": obstructed, **arms})


def test_a_whole_map_is_read() -> None:
    small = read()
    assert (small.name, small.title, small.north) == ("small", "A small map", "up")
    assert small.size == (200, 200) and small.kilometre == 500
    assert small.sides == ("union", "confederate")
    assert small.locales == (
        Locale("west", "The West", "open", holds(4, 0b01, 0b10), (50, 50)),
        Locale("east", "The East", "", holds(3, 0, 0), (150, 50)),
        Locale("north", "The North", "", holds(6, 0b11, 0), (100, 150)),
    )
    assert small.boundaries == (
        Boundary(((100, 0), (100, 100)), wide(1, RESTRICTED), False, "a run with steep banks"),
        Boundary(((100, 100), (0, 100)), wide(2, OPEN), False, ""),
        Boundary(((100, 100), (200, 100)), wide(2, IMPASSABLE), True, ""),
    )
    plain = costs(0, 0, 0, False)
    assert small.approaches == (costs(1, 2, 0, True), plain, plain, plain, plain, plain)
    assert [(r.id, r.kind, r.through) for r in small.roads] == [
        ("pike", MAIN, (1, 0, 2)),
        ("lane", LOCAL, (2,)),
    ]
    assert small.houses == ((50, 40), (60, 45))
    assert small.heights == (((0, 0, 100), (100, 100, 120)),)
    assert small.lines == (AreaLine("stream", "The Run", ((100, 0), (100, 100))),)
    assert small.covers == (AreaCover("woods", "", ((10, 10), (40, 10), (40, 40))),)
    assert small.crossings == (AreaCrossing("bridge", (100, 50)),)
    assert small.places == (AreaPlace("A barn", (50, 40), "farm", 2),)
    assert restricted(small) == 0b001 and small.closed() == 0b100
    assert [small.boundary_word(n, "passage") for n in range(3)] == [
        "restricted",
        "open",
        "impassable",
    ]


def test_outlines_are_turned_against_the_clock() -> None:
    clockwise = MAP.replace('"0,0 100,0 100,100 0,100"', '"0,100 100,100 100,0 0,0"')
    assert read(clockwise).areas.outlines == read().areas.outlines
    assert read().areas.outlines[0] == ((0, 0), (100, 0), (100, 100), (0, 100))


def test_spaces_and_comments_do_not_change_the_hash_and_all_else_does() -> None:
    assert read("# a comment\n" + MAP).hash == read().hash
    for old, new in (("capacity = 4", "capacity = 5"), ("cavalry = 2", "cavalry = 1")):
        assert read(MAP.replace(old, new)).hash != read().hash


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('board = "areas"', 'board = "hexes"', 'small.toml:1: unknown board "hexes"'),
        ('["union", "confederate"]\nwidth', '["union"]\nwidth', ":4: "),
        ('kind = "main"', 'kind = "mane"', 'did you mean "main"?'),
        ('about = "open"', 'abuot = "open"', ':13: unknown key "abuot"'),
        ("capacity = 4", "capacity = 0", ':14: "capacity" must be from 1 to 20, found 0'),
        ('objective = ["union"]\n', 'objective = ["unoin"]\n', 'did you mean "union"?'),
        ('id = "west"', 'id = "The West"', ':11: "The West" is not a valid id'),
        ('id = "east"', 'id = "west"', ':21: a second "west"'),
        ('name = "The East"', 'name = "The West"', ':22: a second locale named "The West"'),
        ('reserve = "50,50"', 'reserve = "150,50"', ":17: the reserve of west at 150,50 lies"),
        ('reserve = "50,50"', 'reserve = "100,50"', "outside its outline"),
        ('reserve = "50,50"', 'reserve = "50;50"', ':17: "50;50" is not a point: write x,y'),
        ('"0,0 100,0 100,100 0,100"', '"0,0 100,0"', ":18: an outline needs at least 3 corners"),
        ("200,100 100,100\n", "200,100 300,100\n", ":27: the corner 300,100 lies off the map"),
        ("200,100 100,100\n", "100,100 200,100\n", ":27: the side from 200,100 to 100,0 meets"),
        ("200,100 100,100\n", "200,100 90,100\n", '"east" does not fit beside "west"'),
        ("0,100 100,100 200,100 200,200", "0,100 200,100 200,200", "100,100"),
        ('["west", "east"]', '["west", "oest"]', ':39: no locale "oest" (did you mean "west"?)'),
        ('["west", "north"]', '["west", "west"]', '"west" has no boundary with itself'),
        ('["west", "north"]', '["east", "west"]', 'a second boundary between "east" and "west"'),
        ("into.west =", "into.north =", ':43: "north" is not of this boundary'),
        ("cavalry = 2", "cavalry = 4", ':43: "cavalry" must be from 0 to 3'),
        ('width = "narrow"', 'width = "1"', 'unknown width "1"'),
        ('passage = "restricted"', 'passage = "impassable"', "it has no penalties"),
        (
            'through = ["east", "west", "north"]',
            'through = ["west", "north", "east"]',
            ':58: the road crosses an impassable boundary from "north" to "east"',
        ),
        ('"250,50 50,50 50,250"', '"50,50 50,250"', ":59: the line does not cross the boundary"),
        (
            'through = ["east", "west", "north"]',
            'through = ["east", "west"]',
            'the line crosses the boundary of "west" and "north"',
        ),
        ('"150,120 150,180"', '"150,20 150,80"', 'the line does not touch "north"'),
        ('"0,0,100 100,100,120"', '"0,0 100,100"', '"0,0" is not a point: write x,y,z'),
        ('"10,10 40,10 40,40"', '"10,10 40,10 10,10"', "the corner 10,10 is there twice"),
        ('at = "100,50"', 'at = "100,500"', "100,500 lies off the map"),
        ('name = "A barn"', 'name = "\\u001b[2J"', "control character"),
        ("width = 200", "width = 99999999", '"width" must be from 100 to 50000'),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, told: str) -> None:
    message = refused(old, new)
    assert message.startswith("small.toml:")
    assert told in message


def test_a_common_edge_without_a_boundary_is_refused() -> None:
    message = refused('[[boundary]]\nbetween = ["west", "north"]\nwidth = "wide"\n', "")
    assert '"west", "north" have a common edge but no [[boundary]]' in message
    assert "small.toml:31:" in message


def test_a_boundary_to_nowhere_is_refused() -> None:
    # A fourth locale that touches nothing.
    far = MAP.replace(
        '[[boundary]]\nbetween = ["west", "east"]',
        '[[boundary]]\nbetween = ["west", "far"]\nwidth = "wide"\n\n'
        '[[boundary]]\nbetween = ["west", "east"]',
    )
    far = far.replace("height = 200", "height = 300").replace(
        "[[boundary]]",
        '[[locale]]\nid = "far"\nname = "Far"\ncapacity = 1\nreserve = "100,250"\n'
        'outline = "50,210 150,210 150,290 50,290"\n\n[[boundary]]',
        1,
    )
    with pytest.raises(FileError) as error:
        read(far)
    assert '"west" and "far" have no common edge (west borders on east, north)' in str(error.value)


def test_a_road_that_is_not_connected_is_refused() -> None:
    # East and west have no boundary any more: a strip of north lies between them.
    text = MAP.replace('"0,0 100,0 100,100 0,100"', '"0,0 90,0 90,100 0,100"')
    text = text.replace(
        '"0,200 0,100 100,100 200,100 200,200"',
        '"0,200 0,100 90,100 90,0 100,0 100,100 200,100 200,200"',
    )
    start = text.index('[[boundary]]\nbetween = ["west", "east"]')
    end = text.index('[[boundary]]\nbetween = ["west", "north"]')
    with pytest.raises(FileError) as error:
        read(text[:start] + text[end:])
    told = 'the road is not connected: from "east" to "west" there is no common boundary'
    assert told in str(error.value)


def test_locales_that_touch_in_two_places_are_refused() -> None:
    text = MAP.replace(
        '"0,0 100,0 100,100 0,100"', '"0,0 100,0 100,30 100,60 100,100 0,100"'
    ).replace("100,0 200,0\n", "100,60 120,60 120,30 100,30 100,0 200,0\n")
    with pytest.raises(FileError) as error:
        read(text)
    assert '"west" and "east" touch in two places, up to 100,30 and from 100,60' in str(error.value)


@pytest.mark.parametrize("count", [0, 1, MAX_LOCALES + 1])
def test_a_map_has_two_locales_or_more_and_not_too_many(count: int) -> None:
    head = MAP[: MAP.index("[[locale]]")]
    strips = [
        f'[[locale]]\nid = "l{n}"\nname = "L{n}"\ncapacity = 1\nreserve = "{2 * n + 1},5"\n'
        f'outline = "{2 * n},0 {2 * n + 2},0 {2 * n + 2},10 {2 * n},10"\n'
        for n in range(count)
    ]
    with pytest.raises(FileError) as error:
        read(head.replace("width = 200", "width = 300") + "".join(strips))
    assert f"a map has 2 to {MAX_LOCALES} [[locale]], found {count}" in str(error.value)


SHIPPED = {
    "mcphersons-ridge": (15, 33, {"mcphersons-farm", "seminary"}),
    "oak-ridge": (25, 58, {"oak-hill", "oak-ridge", "seminary", "almshouse", "cemetery-hill"}),
    "first-bull-run": (24, 52, {"van-pelt", "henry-hill", "portici"}),
    "second-manassas": (44, 107, {"deep-cut", "sudley-church", "henry-hill", "chinn-ridge"}),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_maps_are_sound(name: str) -> None:
    found = read_map(load(FOLDER / f"{name}.toml"))
    locales, boundaries, objectives = SHIPPED[name]
    assert found.name == name
    assert (len(found.locales), len(found.boundaries)) == (locales, boundaries)
    assert {locale.id for locale in found.locales if locale.properties["objective"]} == objectives
    for side in (0, 1):
        assert any(locale.properties["entry"] >> side & 1 for locale in found.locales)
    assert {road.kind for road in found.roads} == {1, 2, 4}


DOCS = Path(__file__).parents[2] / "docs" / "areas.md"


def test_the_map_of_the_guide_is_sound() -> None:
    text = DOCS.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    ford = read(text)
    assert [locale.id for locale in ford.locales] == ["west-bank", "east-bank"]
    assert ford.approaches[1] == costs(1, 1, 0, True)


def test_the_code_of_the_guide_runs() -> None:
    text = DOCS.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    exec(compile(text, "areas.md", "exec"), {})  # noqa: S102
