"""Scenes on the tabletop: readable by measure, stands on their very bases, and safe to show."""

import json
import re
from math import hypot
from xml.etree import ElementTree

import msgspec
import pytest

from grognard.draw import scene, tablepieces
from grognard.draw.ink import contrast
from grognard.draw.scene import Scene
from grognard.draw.tableboard import TableBoard
from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.view import Marker
from tests.draw.given import view
from tests.draw.table_given import (
    SIDES,
    TABLES,
    TableSystem,
    crowded,
    general,
    shipped_table,
    stand,
    tiny_table,
)

SVG = "{http://www.w3.org/2000/svg}"
COUNTS = {
    "maida": 13,
    "vimeiro": 26,
    "quatre-bras-table": 36,
    "gettysburg-first-day": 60,
    "casteggio": 14,
    "teugen-hausen": 20,
    "auerstedt": 40,
    "maloyaroslavets": 30,
    "leuthen": 70,
    "aspern-essling": 56,
}


@pytest.fixture(
    params=[(name, seed) for name in TABLES for seed in (3, 4)], ids=str, scope="module"
)
def crowd(request: pytest.FixtureRequest) -> Scene:
    name, seed = request.param
    table = shipped_table(name)
    return scene(view(SIDES), TableSystem(table, crowded(table, seed, COUNTS[name])))


def test_all_lettering_is_large_and_dark_enough(crowd: Scene) -> None:
    assert isinstance(crowd.board, TableBoard)
    texts = [*crowd.lettering(), *crowd.board.ground.texts]
    assert len(texts) > 30
    for text in texts:
        assert text.size >= 11 and contrast(text.ink, text.plate) >= 4.5, text


def test_no_two_labels_overlap_and_none_covers_a_figure(crowd: Scene) -> None:
    boxes = [label.text.box for label in crowd.labels] + [text.box for text in crowd.texts]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]
    plates = [chip.box.grown(-0.1) for found in crowd.pieces for chip in found.chips]
    assert not [(a, b) for a in plates for b in boxes if a.meets(b)]
    assert not [(a, b) for i, a in enumerate(plates) for b in plates[:i] if a.meets(b)]


def test_the_lettering_of_the_margin_does_not_overlap(crowd: Scene) -> None:
    assert isinstance(crowd.board, TableBoard)
    boxes = [text.box for text in [*crowd.board.ground.texts, *crowd.texts]]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]


def test_every_stand_is_named(crowd: Scene) -> None:
    written = {label.text.text for label in crowd.labels}
    assert {found.placement.label for found in crowd.pieces} <= written


def test_the_picture_is_well_formed_and_its_ids_unique(crowd: Scene) -> None:
    tree = ElementTree.fromstring(crowd.svg())
    ids = [found for element in tree.iter() if (found := element.get("id")) is not None]
    assert len(ids) == len(set(ids))
    used = {(element.get("href") or "#")[1:] for element in tree.iter(f"{SVG}use")}
    assert used <= set(ids)
    named = set(re.findall(r"url\(#([^)]+)\)", crowd.svg()))
    assert named <= set(ids)
    assert json.loads(msgspec.json.encode(crowd.placing()))["ground"] == crowd.ground().hash


@pytest.mark.parametrize("name", ["maida", "casteggio"])
def test_the_tutorial_fits_a_small_screen(name: str) -> None:
    board = TableBoard(shipped_table(name))
    assert board.width <= 900 and board.height <= 700


def test_the_tutorial_of_48_inches_is_no_wider_than_a_small_screen() -> None:
    board = TableBoard(shipped_table("teugen-hausen"))
    assert board.width <= 900 and board.height <= 900


def shown(*placements: object) -> Scene:
    return scene(view(SIDES), TableSystem(tiny_table(), list(placements)))  # type: ignore[arg-type]


def test_a_stand_lies_on_its_very_base() -> None:
    # An inch is 20 pixels, the table begins at 22,20: 10.0 and 6.0 inches are 222 and 140.
    found = shown(stand("kempt", (100, 60, 30, 15), 90)).pieces[0]
    assert (found.x, found.y, found.turn) == (222, 140, 90)
    # Looking east it is 1.5 inches wide and 3 high on the paper, its point 5.5 pixels further.
    left, top, right, bottom = found.extent
    assert (left, top, bottom) == pytest.approx((222 - 15, 140 - 30, 140 + 30))
    assert right == pytest.approx(222 + 15 + 5.5)


def test_strength_and_morale_stand_side_by_side_in_the_middle() -> None:
    found = shown(stand("kempt", (100, 60))).pieces[0]
    strength, morale = found.chips
    assert (strength.text.text, morale.text.text) == ("4", "5")
    assert strength.box.right == pytest.approx(morale.box.left)
    assert (strength.box.left + morale.box.right) / 2 == pytest.approx(222)
    assert strength.text.size > morale.text.size and strength.fill != morale.fill


def test_a_leader_steps_aside_rather_than_hide_a_figure() -> None:
    alone = shown(general("ney", (60, 60))).pieces[0]
    assert (alone.x, alone.y) == (142, 140)
    block, leader = shown(stand("foy", (60, 60)), general("ney", (60, 60))).pieces
    assert 0 < hypot(leader.x - 142, leader.y - 140) <= 40
    for chip in block.chips:
        assert not leader.extent.grown(-1).meets(chip.box)


def test_a_stand_without_a_base_is_refused() -> None:
    lost = stand("foy", (100, 60))._replace(at=(100, 60))
    with pytest.raises(GrognardError, match='"unit:foy" has no base: .* x, y, width, depth'):
        shown(lost)


def test_states_change_letters_and_shapes() -> None:
    marks = {
        "stationary": "St",
        "disordered": "D",
        "routed": "R",
        "column": "C",
        "limbered": "L",
        "out of command": "O",
    }
    symbols = {}
    for mark, code in marks.items():
        found = shown(stand("guns", (100, 60, 30, 15), 0, 0, "artillery", (mark,))).pieces[0]
        assert [chip.text.text for chip in found.chips] == ["4", "5", code]
        symbols[mark] = found.symbol
    plain = shown(stand("guns", (100, 60, 30, 15), 0, 0, "artillery")).pieces[0].symbol
    assert symbols["stationary"] == symbols["disordered"] == plain
    shapes = {plain, symbols["routed"], symbols["column"], symbols["limbered"]}
    assert len(shapes) == 4
    tree = ElementTree.fromstring(shown(stand("guns", (100, 60, 30, 15), 0, 0, "artillery")).svg())
    drawn = {
        element.get("id"): ElementTree.tostring(element) for element in tree.iter(f"{SVG}symbol")
    }
    assert len({drawn[shape].split(b">", 1)[1] for shape in shapes}) == 4


def test_arms_and_sides_are_told_apart_without_colour() -> None:
    arms = ("infantry", "heavy-cavalry", "light-cavalry", "artillery", "horse-artillery",
            "skirmishers", "balloon")  # fmt: skip
    placed = [stand(arm, (20 + 25 * n, 40, 20, 20), 0, 0, arm) for n, arm in enumerate(arms)]
    placed += [stand("others", (30, 90, 20, 20), 0, 1)]
    picture = shown(*placed)
    tree = ElementTree.fromstring(picture.svg())
    drawn = {
        element.get("id"): re.sub(rb"#[0-9a-f]{6}", b"", ElementTree.tostring(element))
        for element in tree.iter(f"{SVG}symbol")
    }
    bodies = [drawn[found.symbol].split(b">", 1)[1] for found in picture.pieces]
    assert len(set(bodies)) == len(arms) + 1


def test_symbols_do_not_change_with_the_states_of_the_stands() -> None:
    fresh = shown(stand("foy", (100, 60)))
    tired = shown(stand("foy", (120, 60), 45, 0, "infantry", ("routed", "disordered")))
    assert fresh.symbols == tired.symbols


def test_markers_follow_a_column_in_file() -> None:
    foy = stand("foy", (100, 45))._replace(behind=(30, 30))
    column, routed = foy._replace(marks=("column",)), foy._replace(marks=("routed", "column"))
    fresh, marching = shown(foy), shown(column)
    assert fresh.symbols == marching.symbols == shown(routed).symbols
    # Bases of 30 by 30 pixels half, and each marker 60 pixels long.
    assert marching.pieces[0].symbol == "s0-infantry-column-300x300x600x600"
    assert fresh.pieces[0].symbol == "s0-infantry-300x300"
    assert shown(routed).pieces[0].symbol == "s0-infantry-routed-300x300"
    for picture in (fresh, marching, shown(routed)):
        assert f'<symbol id="{picture.pieces[0].symbol}"' in picture.symbols
    # The first marker lies from 1.5 to 4.5 in behind its middle, and its name keeps off it.
    sheet = marching.board.ground.sheet  # type: ignore[attr-defined]
    first, second = (tablepieces.box_of(m) for m in tablepieces.column(sheet, column))
    assert (first.left, first.top, first.right, first.bottom) == pytest.approx((192, 140, 252, 200))
    assert second.top == pytest.approx(200)
    [name] = [label.text.box for label in marching.labels if label.text.text == "Foy"]
    assert not name.meets(first) and not name.meets(second)
    # What would lie beyond the edge is not drawn.
    at_edge = column._replace(at=(15, 45, 30, 30), turn=90)
    assert shown(at_edge).pieces[0].symbol == "s0-infantry-column-300x300"
    limbered = foy._replace(symbol="artillery", marks=("limbered", "column"))
    assert shown(limbered).pieces[0].symbol == "s0-artillery-limbered-300x300x600x600"


def test_places_are_found_by_id_and_lit() -> None:
    picture = shown(stand("foy", (100, 60)))
    board = picture.board
    assert picture.point("area:town") == (22 + 2 * 132, 20 + 2 * 97)
    assert board.outline("area:wood") == "M262 40L342 40L342 100L262 100z"
    assert picture.point("crossing:bridge") == (182, 150)
    assert picture.point("place:barn") == (82, 200)
    assert picture.point("entry:west") == (22, 100)
    assert board.outline("entry:west") == "M22 60L22 140L42 140L42 60z"
    for spot in board.places():
        assert board.point(spot) is not None and board.outline(spot), spot
    assert 'id="lights"><path' in picture.svg(highlight=["unit:foy", "area:wood", "place:barn"])
    for wrong in ("area:wod", "line:pike", "hex:0101", "pose:1,2", "pose:1.0,2.0 facing", "entry:"):
        with pytest.raises(UnknownName):
            picture.svg(highlight=[wrong])


def test_a_pose_is_pointed_at_before_anybody_stands_there() -> None:
    picture = shown(stand("foy", (100, 60)))
    assert picture.point("pose:5.0,4.0 facing 90") == (122, 100)
    # 3 inches wide, 1.5 deep, looking east.
    outline = picture.board.outline("pose:5.0,4.0 facing 90 on 3.0x1.5")
    corners = {
        (round(float(x)), round(float(y)))
        for x, y in (pair.split() for pair in str(outline)[1:-1].split("L"))
    }
    assert corners == {(137, 70), (137, 130), (107, 130), (107, 70)}
    assert picture.board.outline("pose:5.0,4.0 facing 90") is None
    assert '<path d="M' in picture.svg(arrows=[["unit:foy", "pose:5.0,4.0 facing 90"]])


def test_the_board_is_told_in_words() -> None:
    placements = [
        stand("foy", (105, 60), 270, 0, "infantry", ("disordered",)),
        general("ney", (60, 60)),
        stand("kempt", (40, 100), 90, 1),
    ]
    markers = [
        Marker("objective:town", "objective", (132, 97), 1, "Town"),
        Marker("entry:west", "entry", (0, 40), 0, "Jérôme"),
    ]
    picture = scene(view(SIDES), TableSystem(tiny_table(), placements, markers))
    assert picture.listing.split("\n") == [
        "French:",
        "Foy, infantry, strength 4, morale 5, disordered: 10.5,6.0 facing 270",
        "Ney, leader: 6.0,6.0",
        "Allied:",
        "Kempt, infantry, strength 4, morale 5: 4.0,10.0 facing 90",
        "objective: Town 13.2,9.7, Allied",
        "entry: Jérôme 0.0,4.0, French",
    ]
    svg = picture.svg()
    assert '<use href="#s1-flag"/>' in svg and '<use href="#s0-entry"/>' in svg
    entry = next(flag for flag in picture.flags if flag.kind == "entry")
    assert entry.x >= 22 + 6  # the arrow lies wholly on the map
