"""Pieces on hexes: stacks, formations, marks."""

import pytest

from grognard.draw import hexpieces, symbols
from grognard.draw.arrangement import Arrangement
from grognard.draw.hexsheet import Sheet
from grognard.draw.lettering import box_around
from grognard.draw.pieces import CODES, DrawnPiece, bodies
from grognard.engine.view import Placement
from tests.draw.given import piece, tiny_map

SHEET = Sheet(tiny_map())
GRID = SHEET.ground.grid
HERE = GRID.parse("0303")


def lay_out(placements: list[Placement]) -> list[DrawnPiece]:
    return hexpieces.lay_out(SHEET, placements, Arrangement())


def chips(pieces: list[DrawnPiece]) -> list[str]:
    return [chip.text.text for found in pieces for chip in found.chips]


def test_a_lone_block_stands_in_the_middle_of_its_hex() -> None:
    (found,) = lay_out([piece("unit:kempt", HERE, turn=60)])
    assert (found.x, found.y) == SHEET.centre(HERE)
    assert found.turn == 60
    assert found.symbol == "s0-infantry"
    assert chips([found]) == ["7"]


@pytest.mark.parametrize("turn", [0, 60, 120, 180, 240, 300])
@pytest.mark.parametrize("arms", [("infantry",), ("infantry", "foot-artillery")])
@pytest.mark.parametrize("leaders", [0, 1, 2])
def test_nothing_in_a_stack_covers_a_strength(
    turn: int, arms: tuple[str, ...], leaders: int
) -> None:
    stack = [piece(f"unit:{arm}", HERE, arm, turn=turn, strength="12") for arm in arms]
    stack += [piece(f"leader:{i}", HERE, "leader", turn=None, strength="") for i in range(leaders)]
    found = lay_out(stack)
    plates = [chip.box for p in found for chip in p.chips]
    assert len(plates) == len(arms)
    staff = [p.extent.grown(-0.5) for p in found if p.symbol == "s0-leader"]
    boxes = plates + staff
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]


def test_the_first_of_a_stack_stands_in_front() -> None:
    stack = [piece("unit:a", HERE, turn=180), piece("unit:b", HERE, "foot-artillery", turn=180)]
    front, rear = lay_out(stack)
    assert front.y > SHEET.centre(HERE)[1] > rear.y


def test_several_leaders_without_troops_stand_apart() -> None:
    staff = [piece(f"leader:{i}", HERE, "leader", turn=None, strength="") for i in range(3)]
    boxes = [found.extent.grown(-0.5) for found in lay_out(staff)]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]


@pytest.mark.parametrize(
    ("other", "turn", "drawn"),
    [("0403", 0, 0), ("0403", 180, 180), ("0304", 60, 60), ("0304", 240, 240), ("0302", 120, 120)],
)
def test_an_extended_line_lies_across_both_its_hexes(other: str, turn: int, drawn: int) -> None:
    there = GRID.parse(other)
    (found,) = lay_out([piece("unit:kempt", (HERE, there), turn=turn)])
    (ax, ay), (bx, by) = SHEET.centre(HERE), SHEET.centre(there)
    assert (found.x, found.y) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
    assert found.symbol == "s0-line"
    assert found.turn == pytest.approx(drawn)


def test_a_square_is_a_square_and_needs_no_mark() -> None:
    (found,) = lay_out([piece("unit:kempt", HERE, turn=60, marks=("square",))])
    assert found.symbol == "s0-square"
    assert found.turn == 0
    assert chips([found]) == ["7"]


@pytest.mark.parametrize(
    ("marks", "text"),
    [
        (("D-1",), "D1"),
        (("D-2",), "D2"),
        (("routed",), "R"),
        (("blown",), "Bl"),
        (("engaged",), "E"),
        (("wet",), "W"),
        (("unheard-of",), "Unh"),
        (("D-1", "engaged"), "D1 E"),
    ],
)
def test_a_state_is_written_on_the_block(marks: tuple[str, ...], text: str) -> None:
    assert chips(lay_out([piece("unit:kempt", HERE, marks=marks)])) == ["7", text]


def test_the_codes_of_the_states_differ() -> None:
    written = [code for code in CODES.values() if code]
    assert len(set(written)) == len(written) == 15


def test_marks_keep_off_the_strengths_of_the_whole_stack() -> None:
    stack = [
        piece("unit:a", HERE, marks=("D-1", "engaged")),
        piece("unit:b", HERE, "foot-artillery", marks=("D-2",)),
        piece("leader:c", HERE, "leader", turn=None, strength=""),
    ]
    boxes = [chip.box for p in lay_out(stack) for chip in p.chips]
    assert len(boxes) == 4
    inner = [box.grown(-0.1) for box in boxes]  # plates may lie edge to edge
    assert not [(a, b) for i, a in enumerate(inner) for b in inner[:i] if a.meets(b)]


def test_the_point_of_the_front_belongs_to_the_block() -> None:
    (north,) = lay_out([piece("unit:kempt", HERE, turn=0)])
    assert north.y - north.extent.top == pytest.approx(16)
    assert north.extent.bottom - north.y == pytest.approx(10)


def test_a_slanting_line_covers_its_own_length_only() -> None:
    there = GRID.parse("0304")
    (found,) = lay_out([piece("unit:kempt", (HERE, there), turn=60)])
    boxes = bodies(found)
    assert len(boxes) == 3
    assert box_around(found.x, found.y, 2, 2).inside(boxes[0])
    # The corner of the whole box that the line does not come near: north-east of its middle.
    corner = box_around(found.extent.right - 3, found.extent.top + 3, 4, 4)
    assert corner.inside(found.extent)
    assert not any(box.meets(corner) for box in boxes)


def test_foot_stands_in_front_of_guns_whoever_is_named_first() -> None:
    stack = [piece("unit:gun", HERE, "foot-artillery"), piece("unit:foot", HERE, "infantry")]
    front, rear = lay_out(stack)
    assert (front.id, rear.id) == ("unit:foot", "unit:gun")
    assert front.y < rear.y


def test_every_shape_is_drawn_for_every_side_and_no_two_are_alike() -> None:
    sheet = symbols.sheet(("french", "allied"))
    bodies = {}
    for part in sheet.split("<symbol ")[1:]:
        name = part.split('"')[1]
        bodies[name] = part.split(">", 1)[1]
    shapes = (*symbols.EXTENT, "flag", "entry")
    expected = {f"s{side}-{shape}" for side in (0, 1) for shape in shapes}
    assert set(bodies) == expected | {"s-flag", "s-entry"}
    assert len(set(bodies.values())) == len(bodies)


def test_sides_differ_by_filling_as_well_as_colour() -> None:
    sheet = symbols.sheet(("french", "allied", "prussian", "russian"))
    assert 'id="s0-fill"' not in sheet  # the first side's blocks are solid
    bodies = [sheet.split(f'id="s{i}-fill"')[1].split("</pattern>")[0] for i in (1, 2, 3)]
    shapes = {body.split("/>", 1)[1].split("stroke=")[0].split("fill=")[0] for body in bodies}
    assert len(shapes) == 3


def test_an_unknown_arm_is_a_plain_piece() -> None:
    assert symbols.shape_of("balloon", (), 1) == "piece"
