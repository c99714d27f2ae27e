"""Scenes on areas: readable by measure, blocks where they belong, and safe to show."""

import json
import random
from xml.etree import ElementTree

import msgspec
import pytest
from shapely import Polygon

from grognard.boards.areas import RESERVE
from grognard.draw import scene
from grognard.draw.areaboard import AreaBoard
from grognard.draw.areapieces import Slot, corners, overlap, slots
from grognard.draw.areasheet import AreaSheet
from grognard.draw.ink import contrast
from grognard.draw.scene import Scene
from grognard.engine.errors import UnknownName
from tests.draw.area_given import (
    AREA_MAPS,
    AreaSystem,
    block,
    crowded,
    objectives,
    shipped_areas,
    tiny_areas,
)
from tests.draw.given import view

SVG = "{http://www.w3.org/2000/svg}"
SIDES = ("union", "confederate")
WEST, EAST, NORTH = range(3)
WEST_TO_EAST, EAST_TO_WEST, WEST_TO_NORTH = range(3)


def drawn(areas_of: str, seed: int, share: float) -> Scene:
    areamap = shipped_areas(areas_of)
    system = AreaSystem(areamap, crowded(areamap, seed, share), objectives(areamap))
    return scene(view(SIDES), system)


@pytest.fixture(
    params=[(name, share) for name in AREA_MAPS for share in (0.5, 1.0)], ids=str, scope="module"
)
def crowd(request: pytest.FixtureRequest) -> Scene:
    name, share = request.param
    return drawn(name, 3, share)


def test_all_lettering_is_large_and_dark_enough(crowd: Scene) -> None:
    texts = crowd.lettering()
    assert len(texts) > 20
    for text in texts:
        assert text.size >= 11 and contrast(text.ink, text.plate) >= 4.5, text


def test_no_two_labels_overlap_and_none_covers_a_strength(crowd: Scene) -> None:
    boxes = [label.text.box for label in crowd.labels] + [text.box for text in crowd.texts]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]
    plates = [chip.box.grown(-0.1) for found in crowd.pieces for chip in found.chips]
    assert not [(a, b) for a in plates for b in boxes if a.meets(b)]


def test_every_block_and_locale_is_named(crowd: Scene) -> None:
    written = {label.text.text for label in crowd.labels}
    for found in crowd.pieces:
        assert found.placement.label in written
    assert isinstance(crowd.board, AreaBoard)
    for locale in crowd.board.ground.sheet.ground.locales:
        assert f"{locale.name} ({locale.properties['capacity']})" in written


def test_the_picture_is_well_formed_and_its_ids_unique(crowd: Scene) -> None:
    tree = ElementTree.fromstring(crowd.svg())
    ids = [found for element in tree.iter() if (found := element.get("id")) is not None]
    assert len(ids) == len(set(ids))
    used = {(element.get("href") or "#")[1:] for element in tree.iter(f"{SVG}use")}
    assert used <= set(ids)
    assert json.loads(msgspec.json.encode(crowd.placing()))["ground"] == crowd.ground().hash


@pytest.mark.parametrize("name", AREA_MAPS)
def test_blocks_up_to_capacity_never_overlap(name: str) -> None:
    areamap = shipped_areas(name)
    sheet = AreaSheet(areamap)
    rng = random.Random(11)
    for n, locale in enumerate(areamap.locales):
        for _ in range(3):
            counts: dict[int, int] = {}
            for _ in range(locale.properties["capacity"]):
                place = rng.choice([RESERVE, *areamap.areas.approaches[n]])
                counts[place] = counts.get(place, 0) + 1
            found = [slot for some in slots(sheet, n, counts).values() for slot in some]
            assert len(found) == locale.properties["capacity"]
            for i, one in enumerate(found):
                for other in found[:i]:
                    # The blocks themselves; the ground they should have may be less.
                    assert not overlap(one, other, 0.68), (locale.id, counts)


@pytest.mark.parametrize("name", AREA_MAPS)
def test_a_reserve_lies_in_its_locale(name: str) -> None:
    areamap = shipped_areas(name)
    sheet = AreaSheet(areamap)
    for n, locale in enumerate(areamap.locales):
        figure = Polygon(sheet.outlines[n])
        for slot in slots(sheet, n, {RESERVE: locale.properties["capacity"]})[RESERVE]:
            assert figure.contains(Polygon(corners(slot, 0.8))), locale.id


def test_blocks_lie_along_their_approach_and_look_out_over_it() -> None:
    sheet = AreaSheet(tiny_areas())
    found = slots(sheet, WEST, {WEST_TO_EAST: 2, WEST_TO_NORTH: 1, RESERVE: 1})
    # The boundary to the east is the line x = 222; those who look at it look east.
    assert [round(slot.turn) for slot in found[WEST_TO_EAST]] == [90, 90]
    assert {round(slot.x) for slot in found[WEST_TO_EAST]} == {222 - 27}
    assert [round(slot.turn) for slot in found[WEST_TO_NORTH]] == [0]
    assert [slot.y for slot in found[WEST_TO_NORTH]] == pytest.approx([120 + 27])
    assert found[RESERVE] == [Slot(*sheet.point((100, 100)), 0.0)]
    (back,) = slots(sheet, EAST, {EAST_TO_WEST: 1})[EAST_TO_WEST]
    assert round(back.turn) == 270 and round(back.x) == 222 + 27


def test_a_slot_keeps_off_what_is_taken() -> None:
    sheet = AreaSheet(tiny_areas())
    (alone,) = slots(sheet, WEST, {RESERVE: 1})[RESERVE]
    flag = scene(view(SIDES), AreaSystem(tiny_areas(), [block(1, WEST)], objectives(tiny_areas())))
    (moved,) = flag.pieces
    assert (moved.x, moved.y) != (alone.x, alone.y)


def test_overlap_is_that_of_the_rectangles() -> None:
    rng = random.Random(5)
    for _ in range(200):
        one, other = (
            Slot(rng.uniform(0, 60), rng.uniform(0, 60), rng.uniform(0, 360)) for _ in range(2)
        )
        common = Polygon(corners(one)).intersection(Polygon(corners(other))).area
        if common > 1:
            assert overlap(one, other)
        elif common == 0:
            assert not overlap(one, other)


def test_places_are_found_by_id_and_lit() -> None:
    shown = scene(view(SIDES), AreaSystem(tiny_areas(), [block(1, WEST)]))
    assert shown.point("locale:west") == (122, 220)
    assert shown.board.outline("locale:west") == "M22 320L222 320L222 120L22 120z"
    x, y = shown.point("approach:west/east")
    assert round(x) == 195 and 120 < y < 320
    assert 'id="lights"><path' in shown.svg(highlight=["approach:west/east", "block:1"])
    assert '<path d="M' in shown.svg(arrows=[["block:1", "locale:east"]])
    for wrong in ("locale:south", "approach:west", "approach:west/west", "hex:0101"):
        with pytest.raises(UnknownName):
            shown.svg(highlight=[wrong])


def test_the_board_is_told_in_words() -> None:
    placements = [block(1, WEST, WEST_TO_EAST), block(2, EAST, RESERVE, 1, "block")]
    shown = scene(view(SIDES), AreaSystem(tiny_areas(), placements, objectives(tiny_areas())))
    assert shown.listing.split("\n") == [
        "Union:",
        "Brigade 1, infantry, strength 2: West towards East",
        "Confederate:",
        "2, block: East in reserve",
        "objective: West West, Union",
        "entry: North North, Confederate",
    ]


def test_entries_and_objectives_have_signs_of_their_own() -> None:
    shown = scene(view(SIDES), AreaSystem(tiny_areas(), [], objectives(tiny_areas())))
    svg = shown.svg()
    assert '<use href="#s0-flag"/>' in svg
    assert '<use href="#s1-entry"/>' in svg
