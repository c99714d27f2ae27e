"""Poses asked for on a page: the piece, its base and its reach in the picture's units."""

import pytest

from grognard.draw import scene
from grognard.draw.posing import posing
from grognard.draw.scene_info import PoseInfo
from grognard.engine.step import ReachArea
from grognard.engine.view import Question
from tests.draw.given import GivenSystem, GivenView, piece, tiny_map, view
from tests.draw.table_given import TableSystem, general, stand, tiny_table

REACH = (
    ReachArea(((1000, 2000), (5000, 2000), (5000, 4000)), "6 inches in the open"),
    ReachArea(((0, 0), (1000, 0), (1000, 1000)), ""),
)


class Asked(GivenView):
    """A view whose viewer is asked for a pose."""

    def __init__(self, about: tuple[str, ...], areas: tuple[ReachArea, ...] = REACH) -> None:
        super().__init__(view().battle, Question(0, "Where to?", (), about, None))
        self.areas = areas

    def reach(self) -> tuple[ReachArea, ...]:
        return self.areas


def table() -> TableSystem:
    pieces = [
        general("ney", (30, 30)),
        stand("foy", (50, 60, 40, 20)),
        stand("husson", (90, 60, 30, 15)),
    ]
    return TableSystem(tiny_table(), pieces)


def test_a_pose_is_asked_for_in_the_units_of_the_picture() -> None:
    asked = Asked(("unit:husson", "unit:foy"))
    # 20 pixels an inch, the corner of the table at (22, 20); the first that is named.
    assert posing(asked, scene(asked, table()), table()) == PoseInfo(
        piece="unit:husson",
        width=60,
        depth=30,
        round=False,
        behind=[],
        radius=0,
        reach="M42 60L122 60L122 100zM22 20L42 20L42 40z",
        scale=20,
        origin=[22, 20],
        says=["6 inches in the open"],
    )


def test_one_who_leads_is_posed_without_base_and_facing() -> None:
    asked = Asked(("unit:ney", "unit:husson"))
    info = posing(asked, scene(asked, table()), table())
    # His sign is 1.2 inches across.
    assert info and (info.piece, info.round, info.width, info.depth) == ("unit:ney", True, 24, 24)


@pytest.mark.parametrize("asked", [Asked(("unit:husson",), ()), Asked(()), Asked(("unit:no",))])
def test_other_questions_take_no_pose(asked: Asked) -> None:
    assert posing(asked, scene(asked, table()), table()) is None


def test_there_are_no_poses_on_hexes() -> None:
    asked = Asked(("unit:kempt",))
    system = GivenSystem(tiny_map(), [piece("unit:kempt", tiny_map().grid.parse("0402"))])
    assert posing(asked, scene(asked, system), system) is None
