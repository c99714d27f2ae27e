"""Grounds: sent once to a page, the same for every view of a battle, found by their content."""

import json

import pytest

import grognard
from grognard.draw import scene
from grognard.draw.curves import Point
from grognard.draw.grounds import DrawnGround, kept
from grognard.draw.scene import Board
from grognard.draw.scene_info import LatticeInfo, SceneInfo
from grognard.engine.errors import GrognardError
from tests.draw.given import GivenSystem, piece, tiny_map, view
from tests.draw.table_given import TableSystem, tiny_table


class Square(Board):
    """A board with one place."""

    def __init__(self, svg: str, named: tuple[str, ...] = ("field:a",)) -> None:
        self.svg, self.width, self.height = svg, 30.04, 20.0
        self.named = named

    def point(self, id: str) -> Point | None:
        return (10.0, 5.55) if id == "field:a" else None

    def outline(self, id: str) -> str | None:
        return "M0 0H20V10z" if id == "field:a" else None

    def places(self) -> tuple[str, ...]:
        return self.named


def test_a_ground_holds_map_symbols_and_places() -> None:
    assert json.loads(DrawnGround(Square("<g/>"), "<symbol/>").json) == {
        "width": 30.0,
        "height": 20.0,
        "svg": "<g/>",
        "symbols": "<symbol/>",
        "places": {"field:a": {"x": 10.0, "y": 5.5, "path": "M0 0H20V10z"}},
        "lattice": None,
    }


def test_the_hash_of_a_ground_is_that_of_its_content() -> None:
    first = DrawnGround(Square("<g/>"), "<symbol/>")
    assert first.hash == DrawnGround(Square("<g/>"), "<symbol/>").hash
    others = [
        DrawnGround(Square("<a/>"), "<symbol/>"),
        DrawnGround(Square("<g/>"), ""),
        DrawnGround(Square("<g/>", ()), "<symbol/>"),
    ]
    assert len({first.hash, *(other.hash for other in others)}) == 4
    assert all(len(other.hash) == 32 for other in others)


def test_a_place_the_board_does_not_know_is_refused() -> None:
    with pytest.raises(GrognardError, match='names "field:b"'):
        DrawnGround(Square("<g/>", ("field:b",)), "")


def test_a_ground_is_made_once_and_not_kept_for_ever() -> None:
    first = kept(Square("<g/>"), "")
    assert kept(Square("<g/>"), "") is first
    for number in range(40):
        kept(Square(f"<g>{number}</g>"), "")
    assert kept(Square("<g/>"), "") is not first


def test_a_map_of_hexes_names_all_its_hexes() -> None:
    places = scene(view(), GivenSystem(tiny_map(), [])).ground().info.places
    assert len(places) == 6 * 5
    # The middle of 0101: 22 + 24, 20 + 27.71; its northern corner is 27.71 above.
    assert (places["hex:0101"].x, places["hex:0101"].y) == (46, 47.7)
    assert places["hex:0101"].path.startswith("M46 20L70 33.9")


def test_a_map_of_areas_names_its_locales_and_approaches() -> None:
    game = grognard.new("locales/mcphersons-ridge", seed=1)
    places = scene(game.view(game.battle.sides[0]), game.system).ground().info.places
    kinds = [place.partition(":")[0] for place in places]
    assert kinds.count("locale") > 5
    # Two approaches for each boundary, one from either side.
    assert kinds.count("approach") % 2 == 0
    assert "approach:forney-fields/railroad-cut" in places
    assert "approach:railroad-cut/forney-fields" in places


def test_an_answer_leaves_the_ground_as_it_was() -> None:
    ground = tiny_map()
    before, after = (
        scene(view(), GivenSystem(ground, [piece("unit:kempt", ground.grid.parse(at))]))
        for at in ("0402", "0401")
    )
    assert before.ground() is after.ground()
    assert before.placing().ground == before.ground().hash
    assert before.placing().placements != after.placing().placements
    assert not {"svg", "symbols", "places", "width"} & set(SceneInfo.__struct_fields__)


def test_other_sides_have_another_ground() -> None:
    system = GivenSystem(tiny_map(), [])
    assert (
        scene(view(("french", "allied")), system).ground().hash
        != scene(view(("union", "confederate")), system).ground().hash
    )


def test_a_table_tells_its_measures() -> None:
    ground = scene(view(), TableSystem(tiny_table(), [])).ground().info
    # 20 pixels an inch; the corner of the table lies within the border of the sheet.
    assert ground.lattice == LatticeInfo(scale=20.0, origin=[22.0, 20.0])
    assert scene(view(), GivenSystem(tiny_map(), [])).ground().info.lattice is None
