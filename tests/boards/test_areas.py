"""Areas: who borders on whom, distances, names, and where roads lead."""

from pathlib import Path

import pytest
from shapely import LineString, Polygon
from shapely import Point as Dot
from shapely.ops import linemerge

from grognard.boards.areamap import AreaMap
from grognard.boards.areas import (
    ANY_ROAD,
    LOCAL,
    MAIN,
    NO_WAY,
    RAILROAD,
    AreaRoad,
    Areas,
    boundary_of,
    opposite,
)
from grognard.boards.hexes import bits
from grognard.boards.polygons import Point
from grognard.engine.errors import UnknownName
from grognard.engine.toml import load
from grognard.systems.locales.state.ground import read_map

MAPS = ("mcphersons-ridge", "oak-ridge", "first-bull-run", "second-manassas")
FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "maps"


def square(column: int, row: int) -> tuple[Point, ...]:
    x, y = 10 * column, 10 * row
    return (x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)


# Six squares in two rows, numbered from the south-west:   d e f
#                                                          a b c
IDS = ("a", "b", "c", "d", "e", "f")
SQUARES = tuple(square(column, row) for row in (0, 1) for column in (0, 1, 2))
PAIRS = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))


def six(closed: int = 0, *roads: AreaRoad) -> Areas:
    return Areas(IDS, SQUARES, PAIRS, closed, roads)


def road(id: str, kind: int, through: str, *line: Point) -> AreaRoad:
    return AreaRoad(id, id, kind, tuple(IDS.index(letter) for letter in through), line)


def letters(found: int) -> str:
    return "".join(IDS[n] for n in bits(found))


def test_an_approach_and_its_opposite_make_a_boundary() -> None:
    areas = six()
    # Boundary 1 lies between b and c: approach 2 is b's, approach 3 is c's.
    assert (areas.locale[2], areas.towards[2]) == (1, 2)
    assert (areas.locale[3], areas.towards[3]) == (2, 1)
    assert opposite(2) == 3 and opposite(3) == 2
    assert boundary_of(2) == boundary_of(3) == 1


def test_neighbours_share_an_edge_not_a_corner() -> None:
    areas = six()
    assert areas.neighbours[0] == (1, 3)
    assert areas.neighbours[1] == (0, 2, 4)
    assert areas.between[0][4] == NO_WAY
    assert areas.between[0][1] == 0 and areas.between[1][0] == 1


def test_approaches_are_named_by_where_they_are_and_where_they_look() -> None:
    areas = six()
    assert areas.approach_name(3) == "c/b"
    assert areas.parse_approach("c/b") == 3
    assert [areas.parse_approach(areas.approach_name(n)) for n in range(14)] == list(range(14))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a", '"a" is not an approach: write it as "locale/locale"'),
        ("a/x", 'no locale "x"'),
        ("a/e", "a and e have no common boundary (there is b, d)"),
    ],
)
def test_a_wrong_approach_is_told(text: str, told: str) -> None:
    with pytest.raises(UnknownName) as error:
        six().parse_approach(text)
    assert told in str(error.value)


def test_distance_counts_boundaries_that_can_be_crossed() -> None:
    assert six().distance[0] == (0, 1, 2, 1, 2, 3)
    # With the boundary a-b closed, b is reached by d and e.
    areas = six(0b1)
    assert areas.distance[0] == (0, 3, 4, 1, 2, 3)
    assert areas.near[0] == 0b001000
    # With a-d closed too, a is cut off.
    assert six(0b10001).distance[0] == (0, -1, -1, -1, -1, -1)


PIKE = road("pike", MAIN, "abc", (0, 5), (30, 5))
LANE = road("lane", LOCAL, "be", (15, 5), (15, 20))
BED = road("bed", RAILROAD, "def", (0, 12), (30, 12))


def test_a_road_leads_as_far_as_its_steps() -> None:
    areas = six(0, PIKE)
    assert letters(areas.road_reach(0, 1)) == "b"
    assert letters(areas.road_reach(0, 2)) == "bc"
    assert letters(areas.road_reach(1, 1)) == "ac"
    assert letters(areas.road_reach(3, 3)) == ""


def test_roads_connect_where_their_lines_meet() -> None:
    areas = six(0, PIKE, LANE, BED)
    # The lane leaves the pike in b and crosses the bed in e.
    assert letters(areas.road_reach(0, 2)) == "bce"
    assert letters(areas.road_reach(0, 3)) == "bcdef"
    assert areas.road_path(0, 5, 3) == [0, 1, 4, 5]
    assert areas.road_path(0, 5, 2) == []


def test_roads_that_only_pass_through_one_locale_do_not_connect() -> None:
    # A lane that ends two metres short of the pike.
    areas = six(0, PIKE, road("lane", LOCAL, "be", (15, 7), (15, 20)))
    assert letters(areas.road_reach(0, 3)) == "bc"
    assert letters(areas.road_reach(1, 1)) == "ace"  # but one in b may take either


def test_roads_connect_through_a_third_in_the_same_locale() -> None:
    link = road("link", LOCAL, "b", (12, 5), (15, 7))
    areas = six(0, PIKE, road("lane", LOCAL, "be", (15, 7), (15, 20)), link)
    assert letters(areas.road_reach(0, 2)) == "bce"


def test_only_roads_of_the_kinds_asked_for_are_taken() -> None:
    areas = six(0, PIKE, LANE, BED)
    assert letters(areas.road_reach(0, 3, MAIN | RAILROAD)) == "bc"
    assert letters(areas.road_reach(4, 3, MAIN | RAILROAD)) == "df"
    assert letters(areas.road_reach(4, 1, ANY_ROAD)) == "bdf"


def test_barred_locales_and_closed_boundaries_stop_a_march() -> None:
    areas = six(0, PIKE, LANE, BED)
    assert letters(areas.road_reach(0, 3, barred=1 << 4)) == "bc"
    assert letters(areas.road_reach(0, 3, closed=1 << 5)) == "bc"  # the boundary b-e
    assert areas.road_path(0, 5, 3, closed=1 << 5) == []
    assert letters(six(0b1, PIKE).road_reach(0, 3)) == ""  # a boundary nobody crosses


@pytest.fixture(params=MAPS, scope="module")
def shipped(request: pytest.FixtureRequest) -> AreaMap:
    return read_map(load(FOLDER / f"{request.param}.toml"))


def test_boundaries_of_shipped_maps_are_the_common_edges_shapely_finds(shipped: AreaMap) -> None:
    areas = shipped.areas
    figures = [Polygon(outline) for outline in areas.outlines]
    for a, one in enumerate(figures):
        for b in range(a):
            common = one.boundary.intersection(figures[b].boundary)
            approach = areas.between[a][b]
            assert (common.length > 0) == (approach != NO_WAY)
            if approach != NO_WAY:
                line = LineString(shipped.boundaries[boundary_of(approach)].line)
                merged = common if common.geom_type == "LineString" else linemerge(common)
                assert line.equals(merged)


def test_shipped_maps_tile_their_sheet(shipped: AreaMap) -> None:
    whole = shipped.size[0] * shipped.size[1]
    assert sum(Polygon(outline).area for outline in shipped.areas.outlines) == whole


def test_the_first_locale_of_a_boundary_lies_to_its_left(shipped: AreaMap) -> None:
    for n, boundary in enumerate(shipped.boundaries):
        (ax, ay), (bx, by) = boundary.line[0], boundary.line[1]
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        left = (ax + bx) / 2 - (by - ay) / long, (ay + by) / 2 + (bx - ax) / long
        figure = Polygon(shipped.areas.outlines[shipped.areas.locale[2 * n]])
        assert figure.contains(Dot(left))


def test_nobody_is_cut_off_on_a_shipped_map(shipped: AreaMap) -> None:
    assert all(far >= 0 for row in shipped.areas.distance for far in row)


def test_the_tutorials_pike_leads_to_the_town() -> None:
    areas = read_map(load(FOLDER / "mcphersons-ridge.toml")).areas
    start = areas.parse("cashtown-road")
    pike = {"herr-ridge", "mcphersons-farm", "seminary-swale"}
    bed = {"forney-fields", "railroad-cut"}
    found = bits(areas.road_reach(start, 3, MAIN | RAILROAD))
    assert {areas.ids[n] for n in found} == pike | bed
