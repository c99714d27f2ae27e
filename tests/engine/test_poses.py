"""Poses as a noun: numbers, words and JSON of a lattice too large to be listed."""

import pytest

from grognard.engine.action import Nouns, Poses
from grognard.engine.errors import BadOrder

TABLE = Poses(360, 240)
NOUNS = Nouns([("verb", ["done", "halt"]), ("pose", TABLE), ("unit", ["kempt"])])


@pytest.mark.parametrize(
    ("pose", "name"),
    [
        ((0, 0, 0), "0.0,0.0 facing 0"),
        ((123, 200, 18), "12.3,20.0 facing 90"),
        ((360, 240, 71), "36.0,24.0 facing 355"),
    ],
)
def test_a_pose_has_a_number_and_words_that_read_back(
    pose: tuple[int, int, int], name: str
) -> None:
    number = TABLE.at(*pose)
    assert TABLE.pose(number) == pose
    assert TABLE.name(number) == name
    assert TABLE.find(name) == number


def test_every_number_is_a_pose_of_its_own() -> None:
    small = Poses(3, 2)
    assert small.size == 4 * 3 * 72
    assert len({small.pose(n) for n in range(small.size)}) == small.size
    assert all(small.find(small.name(n)) == n for n in range(small.size))


@pytest.mark.parametrize(
    "words",
    [
        "36.1,0.0 facing 0", "0.0,24.1 facing 0", "1.0,1.0 facing 360", "1.0,1.0 facing 7",
        "1.00,1.0 facing 0", "-1.0,1.0 facing 0", "1.0,1.0", "", "one,two facing 0",
        "9999.0,1.0 facing 0", "1.0,1.0 facing 0 ",
    ],
)  # fmt: skip
def test_what_is_no_pose_of_the_table_is_none(words: str) -> None:
    assert TABLE.find(words) is None


def test_whole_inches_need_no_tenths() -> None:
    assert TABLE.find("12,20 facing 90") == TABLE.at(120, 200, 18)


def test_nouns_before_and_after_poses_keep_their_ranges() -> None:
    assert NOUNS.first == {"verb": 0, "pose": 2, "unit": 2 + TABLE.size}
    assert NOUNS.size == 3 + TABLE.size
    action = NOUNS.action("pose", "12.3,20.0 facing 90")
    assert NOUNS.kind(action) == "pose" and NOUNS.index(action) == TABLE.at(123, 200, 18)
    assert NOUNS.json(action) == {"pose": "12.3,20.0 facing 90"}
    assert NOUNS.name(NOUNS.first["unit"]) == "kempt" and NOUNS.name(1) == "halt"


def test_only_short_nouns_are_listed() -> None:
    assert NOUNS.listed() == [0, 1, 2 + TABLE.size]


def test_a_pose_off_the_table_is_refused_with_an_example() -> None:
    with pytest.raises(BadOrder, match='unknown pose "40.0,1.0 facing 0" on this table: write'):
        NOUNS.action("pose", "40.0,1.0 facing 0")
    with pytest.raises(BadOrder, match="outside 0 to"):
        NOUNS.name(NOUNS.size)
