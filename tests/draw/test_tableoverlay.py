"""Figures over the tabletop: to scale, labelled, told apart, and off all other lettering."""

import re
from xml.etree import ElementTree

import pytest

from grognard.draw import scene
from grognard.draw.ink import contrast
from grognard.draw.scene import Scene
from grognard.draw.tableoverlay import Arc, Overlay, ReachRing, Ruler, Zone, overlaid, reach
from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.step import ReachArea
from tests.draw import area_given
from tests.draw.given import view
from tests.draw.table_given import SIDES, TableSystem, general, shipped_table, stand, tiny_table


def laid(*wanted: Overlay) -> Scene:
    placements = [
        stand("foy", (100, 60, 30, 30), 90),
        stand("kempt", (160, 60, 30, 15), 270, 1, "artillery"),
        general("ney", (60, 60)),
    ]
    return overlaid(scene(view(SIDES), TableSystem(tiny_table(), placements)), wanted)


def numbers(data: str) -> list[float]:
    return [float(word) for word in re.findall(r"-?\d*\.?\d+", data)]


def test_a_ring_lies_about_a_point_at_its_reach() -> None:
    (ring,) = laid(ReachRing("unit:ney", 40)).shapes
    # Ney is at 142,140; four inches are 80 pixels: from 62 over 222 and back.
    assert numbers(ring.data)[:2] == [62, 140]
    assert numbers(ring.data)[2:4] == [80, 80]
    assert (ring.kind, ring.title) == ("ring", "Ney: 4 in")
    assert ring.chip is not None and ring.chip.text.text == "4 in"


def test_an_arc_opens_from_the_corners_of_the_front() -> None:
    (arc,) = laid(Arc("unit:foy", 45, 20, "short range")).shapes
    # Foy looks east: his front corners are at 252,110 and 252,170. Two inches are 40 pixels, and
    # 45 degrees to the left of east is 28.3 over and 28.3 up.
    points = re.sub(r"A40 40 0 0 1 ", "L", arc.data)[1:-1].split("L")
    found = [tuple(float(v) for v in point.split()) for point in points]
    expected = [(252, 110), (280.3, 81.7), (292, 110), (292, 170), (280.3, 198.3), (252, 170)]
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other, abs=0.06)
    assert arc.title == "Foy: short range"


def test_a_zone_is_given_in_thousandths() -> None:
    outline = ((0, 0), (1000, 0), (1000, 2500))
    (zone,) = laid(Zone((outline,), "half a move")).shapes
    assert zone.data == "M22 20L42 20L42 70z"
    assert zone.chip is not None and zone.chip.text.text == "half a move"
    (silent,) = laid(Zone((outline,))).shapes
    assert silent.chip is None and silent.title == "within reach"


def test_the_ground_within_reach_is_shown_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = (
        ReachArea(((0, 0), (1000, 0), (1000, 2500)), "half"),
        ReachArea(((0, 0), (2000, 0), (0, 9)), ""),
    )
    seen = view(SIDES)
    monkeypatch.setattr(type(seen), "reach", lambda self: parts)
    picture = reach(laid(), seen)
    drawn = [shape.data for shape in picture.shapes]
    assert drawn == ["M22 20L42 20L42 70z", "M22 20L62 20L22 20.2z"]
    assert [shape.title for shape in picture.shapes] == ["half", "within reach"]


def test_inches_lie_in_the_picture() -> None:
    measure = laid().board.inches()
    assert measure is not None
    assert (measure.origin, measure.inch) == ((22, 20), 20)
    assert measure.point((1500, 100)) == (52, 22)


def test_a_ruler_has_a_stroke_at_every_inch() -> None:
    (ruler,) = laid(Ruler("unit:foy", "unit:kempt")).shapes
    # From 10.0 to 16.0 inches: six inches, seven strokes and the line itself.
    assert ruler.data.count("M") == 8
    assert ruler.title == "6 in"
    (other,) = laid(Ruler("unit:foy", "pose:12.5,6.0 facing 0", "to the bridge")).shapes
    assert other.data.count("M") == 4 and other.title == "to the bridge"


def test_figures_are_told_apart_without_colour_and_lie_under_the_stands() -> None:
    zone = Zone((((0, 0), (1000, 0), (1000, 1000)),))
    picture = laid(
        ReachRing("unit:ney", 40), Arc("unit:foy", 45, 20), zone, Ruler("unit:foy", "unit:kempt")
    )
    svg = picture.svg()
    ElementTree.fromstring(svg)
    shapes = svg[svg.index('id="shapes"') : svg.index('id="lights"')]
    dashes = re.findall(r'stroke-width="1.6"( stroke-dasharray="[^"]+")?', shapes)
    assert len(set(dashes)) == 4
    assert svg.index('id="shapes"') < svg.index('id="pieces"')
    assert [shape.kind for shape in picture.shapes] == ["ring", "arc", "zone", "ruler"]
    chip = picture.shapes[0].chip
    assert chip is not None and chip.text.text == "4 in"


def test_words_keep_off_all_other_lettering_and_on_the_map() -> None:
    table = shipped_table("maida")
    stands = [stand(f"s{n}", (60 + 40 * n, 180), 45 * n, n % 2) for n in range(7)]
    picture = scene(view(SIDES), TableSystem(table, [*stands, general("ney", (10, 10))]))
    before = [text.box for text in picture.lettering()]
    wanted: list[Overlay] = [ReachRing(f"unit:s{n}", 40 + 10 * n) for n in range(7)]
    wanted += [ReachRing("unit:ney", 300), Ruler("unit:s0", "unit:s6"), Arc("unit:s3", 45, 80)]
    overlaid(picture, wanted)
    chips = [shape.chip for shape in picture.shapes]
    boxes = []
    for chip in chips:
        assert chip is not None and contrast(chip.text.ink, chip.fill) >= 4.5
        assert chip.text.size >= 11
        assert chip.box.left > 22 and chip.box.top > 20
        boxes.append(chip.box)
    assert not [(a, b) for i, a in enumerate(boxes) for b in [*boxes[:i], *before] if a.meets(b)]


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(UnknownName, match='no piece "unit:grouchy" on the board'):
        laid(ReachRing("unit:grouchy", 40))
    with pytest.raises(UnknownName, match='nothing named "area:moon"'):
        laid(Ruler("unit:foy", "area:moon"))
    with pytest.raises(GrognardError, match='"unit:ney" has no front'):
        laid(Arc("unit:ney", 45, 40))
    areas = scene(view(area_given_sides()), area_given.AreaSystem(area_given.tiny_areas(), []))
    assert areas.board.inches() is None
    with pytest.raises(GrognardError, match="need a tabletop"):
        overlaid(areas, [])


def area_given_sides() -> tuple[str, str]:
    return "union", "confederate"
