"""The ground of the tabletop: everything on the map is drawn, where it is, the same every time."""

import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from grognard.boards.tablemap import AREAS, LINES, TableMap
from grognard.draw import ink, margin, tableground, tableland
from grognard.draw.tableground import TableGround
from grognard.draw.tablesheet import TableSheet
from tests.draw.table_given import TABLES, shipped_table, tiny_table


def without(table: TableMap, *ids: str) -> TableMap:
    """The map without some areas and lines; nothing must cross what is gone."""
    return replace(
        table,
        areas=tuple(area for area in table.areas if area.id not in ids),
        lines=tuple(line for line in table.lines if line.id not in ids),
        hills=tuple(hill for hill in table.hills if hill.id not in ids),
    )


def of_kind(table: TableMap, kind: str) -> str:
    """The id of the thing of some kind on the tiny map."""
    areas = [area.id for area in table.areas if AREAS[area.kind] == kind]
    return (areas or [line.id for line in table.lines if LINES[line.kind] == kind])[0]


def test_points_are_tenths_of_an_inch_from_the_upper_left() -> None:
    sheet = TableSheet(tiny_table())
    # 20 pixels an inch, the frame begins at 22,20.
    assert sheet.point((0, 0)) == (22, 20)
    assert sheet.point((15, 100)) == (52, 220)
    assert (sheet.width, sheet.height) == (22 + 400 + 22, 20 + 240 + 40)


def test_what_reaches_the_edge_is_drawn_over_the_frame() -> None:
    sheet = TableSheet(tiny_table())
    assert sheet.beyond([(0, 0), (200, 50), (50, 120), (50, 50)]) == [
        (22 - 24, 20 - 24),
        (422 + 24, 120),
        (122, 260 + 24),
        (122, 120),
    ]


def test_the_ground_rises_with_every_contour() -> None:
    sheet = TableSheet(tiny_table())
    low, first, second = (sheet.level(*sheet.point(at)) for at in ((100, 90), (5, 55), (30, 30)))
    assert low == 0 < first and second == 2 * first
    assert sheet.level(0, 0) == first  # beyond the corner as at the corner


@pytest.mark.parametrize("kind", [*AREAS, *LINES])
def test_every_kind_of_ground_leaves_a_trace_of_its_own(kind: str) -> None:
    whole = tiny_table()
    table = replace(whole, crossings=())
    less = without(table, of_kind(whole, kind))
    # What is pointed at comes last and is not seen.
    drawn, missing = (
        set(TableGround(m).svg.split('pointer-events="all"')[0].split("<")) for m in (table, less)
    )
    assert drawn - missing


@pytest.mark.parametrize(
    "draw",
    [
        tableland.contours,
        tableland.fields,
        tableland.wet,
        tableland.broken,
        tableland.woods,
        tableland.yards,
        tableland.streams,
        tableland.works,
        tableland.crossings,
        tableland.houses,
    ],
)
def test_an_empty_table_has_none_of_it(draw: Callable[[TableSheet], str]) -> None:
    table = tiny_table()
    empty = TableSheet(replace(table, hills=(), areas=(), lines=(), crossings=()))
    assert draw(empty) == ""
    assert draw(TableSheet(table)) != ""


def test_waters_are_as_wide_as_they_are() -> None:
    svg = tableland.streams(TableSheet(tiny_table()))
    banks = re.findall(rf'stroke="{ink.BANK}" stroke-width="([\d.]+)"/>', svg)
    # 0.2, 0.8 and 1 inch of 20 pixels; then the shore of the pond.
    assert [float(width) for width in banks] == [4, 16, 20, 1.4]


def test_houses_of_wood_and_of_stone_differ() -> None:
    svg = tableland.houses(TableSheet(tiny_table()))
    assert f'fill="{ink.STONE}"' in svg and f'fill="{ink.TIMBER}"' in svg


def test_areas_and_crossings_can_be_pointed_at() -> None:
    svg = tableground.drawn(tiny_table()).svg
    assert '<path id="area:wood" d="M262 40L342 40L342 100L262 100z"><title>Wood, forest' in svg
    assert "<title>village of wood</title>" in svg
    assert '<circle id="crossing:ford"' in svg and "<title>The ford</title>" in svg
    assert "<title>bridge over Brook</title>" in svg


def test_the_edge_is_numbered_and_the_scale_told_in_inches_and_paces() -> None:
    written = [text.text for text in tableground.drawn(tiny_table()).texts]
    # 20 by 12 inches: 0, 6, 12, 18 above and below, 6 at either side.
    assert sorted(written[:10]) == sorted(["0", "6", "12", "18"] * 2 + ["6"] * 2)
    # 120 paces an inch; the longest round bar of at most 170 pixels is 8 inches long.
    assert written[10:] == ["Tiny", "0", "4", "8 in", "= 960 paces", "N"]


@pytest.mark.parametrize("name", TABLES)
def test_a_map_is_always_drawn_the_same(name: str) -> None:
    table = shipped_table(name)
    ground = tableground.drawn(table)
    assert TableGround(table).svg == ground.svg
    assert tableground.drawn(shipped_table(name)) is ground
    ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{ground.svg}</svg>')
    assert len(ground.svg) < 300_000


def test_the_title_has_no_rule_where_the_words_of_the_scale_stand_close_by() -> None:
    # A rule takes 12 + 18 pixels to either side of the title on a sheet as narrow as this one;
    # "Maida" leaves 34 to the words after the bar, a title of 20 letters none.
    maida = TableSheet(shipped_table("maida"))
    longer = TableSheet(replace(shipped_table("maida"), title="The plain of Lamato."))
    words = TableGround(maida.ground).texts[-2:-1]
    assert words[0].text == "= 600 paces"
    assert margin.cartouche(maida, words) == margin.cartouche(maida) != ""
    assert margin.cartouche(longer, words) == ""
    assert margin.cartouche(longer) not in TableGround(longer.ground).svg


def test_of_a_long_hour_as_much_is_written_as_leaves_the_title_its_rules() -> None:
    maida = TableSheet(shipped_table("maida"))
    long = "Turn 1 of 5 · 10:00 · French · all the staff commands of the whole army"
    assert [text.text for text in margin.clock(maida, (), "Turn 1 of 5")] == ["Turn 1 of 5"]
    (written,) = margin.clock(maida, (), long)
    assert written.text in ("Turn 1 of 5", "Turn 1 of 5 · 10:00", "Turn 1 of 5 · 10:00 · French")
    # The rule takes 12 + 18 pixels beside the title on a sheet as narrow as this one.
    assert written.box.left > margin.title(maida).box.right + 30
    assert margin.clock(maida, (), "all the staff commands of the whole army" * 3) == []
    assert margin.clock(maida, (), "") == []
