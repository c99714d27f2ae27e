"""The fire combat table: every cell, the heads of its columns, and the short forms of its odds."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.check import Check
from grognard.engine.errors import BadSituation
from grognard.systems import system

# The sheet, columns 1 to 9; the blank cell of roll 6 has no effect.
ROWS = {
    -1: "-    -    -    -    -    -    d     d     d+2",
    0: "-    -    -    -    -    d-2  d     d+1   d+3",
    1: "-    -    -    -    -    d    d     d+2   D",
    2: "-    -    -    -    d-2  d    d+1   d+3   D",
    3: "-    -    -    -    d    d    d+2   D     1d",
    4: "-    -    -    d-2  d    d+1  d+3   D     1d+1",
    5: "-    -    -    d    d    d+2  D     1d    1d+2",
    6: "-    -    d-2  d    d+1  d+3  D     1d+1  1d+3",
    7: "-    d-2  d    d    d+2  D    1d    1d+2  1D",
    8: "d-2  d    d    d+1  d+3  D    1d+1  1d+3  1D",
    9: "d    d    d    d+2  D    1d   1d+2  1D    2D",
    10: "d    d    d+1  d+3  D    1d+1 1d+3  1D    2D",
}
# A strength of artillery in each column, and the shift that leads there.
INTO_COLUMN = [(1, -1), (1, 0), (2, 0), (3, 0), (5, 0), (9, 0), (13, 0), (18, 0), (25, 0)]


def fire(**facts: Any) -> Check:
    kind = system("shock").checks()["fire"]
    return kind.check(kind.read(facts))


def result(face: int, **facts: Any) -> str:
    check = fire(**facts)
    return check.outcomes[check.outcome([face])]


@pytest.mark.parametrize(
    ("roll", "cells"),
    [
        pytest.param(
            roll,
            cells.split(),
            marks=pytest.mark.rule(f"shock.fire.roll.{'minus-1' if roll < 0 else roll}"),
        )
        for roll, cells in ROWS.items()
    ],
)
def test_a_modified_roll_reads_its_row(roll: int, cells: list[str]) -> None:
    assert len(cells) == 9
    for (sp, shift), cell in zip(INTO_COLUMN, cells, strict=True):
        for face in range(10):
            drm = roll - face
            assert result(face, arm="artillery", sp=sp, shift=shift, drm=drm) == cell


@pytest.mark.rule("shock.fire.roll.minus-1", "shock.fire.roll.10")
def test_rolls_beyond_the_table_read_its_first_or_last_row() -> None:
    assert result(0, arm="artillery", sp=25, drm=-2) == "d+2"
    assert result(0, arm="artillery", sp=25, drm=-20) == "d+2"
    assert result(9, arm="artillery", sp=9, drm=2) == "1d+1"
    assert result(9, arm="artillery", sp=9, drm=20) == "1d+1"


@pytest.mark.rule("shock.fire.columns.infantry")
@pytest.mark.parametrize(
    ("strengths", "head", "at_8"),
    [
        ([1], "1", "d"),
        ([2], "2", "d"),
        ([3, 4], "3-4", "d+1"),
        ([5, 6], "5-6", "d+3"),
        ([7, 8], "7-8", "D"),
        ([9, 10, 30], "9+", "1d+1"),
    ],
)
def test_infantry_strength_picks_its_column(strengths: list[int], head: str, at_8: str) -> None:
    for sp in strengths:
        assert fire(arm="infantry", sp=sp).target == f"column {head}"
        assert result(8, arm="infantry", sp=sp) == at_8


@pytest.mark.rule("shock.fire.columns.artillery")
@pytest.mark.parametrize(
    ("strengths", "head", "at_8"),
    [
        ([1], "1", "d"),
        ([2], "2", "d"),
        ([3], "3", "d+1"),
        ([4, 5, 6], "4-6", "d+3"),
        ([7, 10], "7-10", "D"),
        ([11, 15], "11-15", "1d+1"),
        ([16, 21], "16-21", "1d+3"),
        ([22, 60], "22+", "1D"),
    ],
)
def test_artillery_strength_picks_its_column(strengths: list[int], head: str, at_8: str) -> None:
    for sp in strengths:
        assert fire(arm="artillery", sp=sp).target == f"column {head}"
        assert result(8, arm="artillery", sp=sp) == at_8


@pytest.mark.rule("shock.fire.note.below-1")
def test_only_a_shift_leads_into_the_column_below_1() -> None:
    # Roll 7: column 1 "-", column 2 "d-2".
    assert result(7, arm="infantry", sp=0) == "d-2"
    assert result(7, arm="infantry", sp=1) == "d-2"
    assert result(7, arm="infantry", sp=1, shift=-1) == "-"
    assert fire(arm="infantry", sp=1, shift=-2).target == "column <1 (from 1)"


@pytest.mark.rule("shock.rulings.fire.infantry-last-columns")
def test_shifts_carry_infantry_beyond_9() -> None:
    # Roll 9: column 7 "1d+2", column 8 "1D", column 9 "2D".
    assert result(9, arm="infantry", sp=9) == "1d+2"
    assert result(9, arm="infantry", sp=9, shift=1) == "1D"
    assert result(9, arm="infantry", sp=9, shift=2) == "2D"
    assert result(9, arm="infantry", sp=8, shift=2) == "1D"


def test_nothing_leads_beyond_the_last_column() -> None:
    assert result(9, arm="artillery", sp=22, shift=2) == "2D"
    assert result(0, arm="artillery", sp=22, shift=2) == "d+3"


@pytest.mark.rule("shock.fire.shift.maximum")
@pytest.mark.parametrize(("shift", "at_8"), [(-1, "d+1"), (-2, "d"), (-3, "d"), (-9, "d")])
def test_no_more_than_two_columns_to_the_left(shift: int, at_8: str) -> None:
    # Artillery of 5 stands in column 5: roll 8 reads d, d, d+1, d+3 in columns 2 to 5.
    assert result(8, arm="artillery", sp=5, shift=shift) == at_8
    assert result(4, arm="artillery", sp=5, shift=shift) == ("d-2" if shift == -1 else "-")


@pytest.mark.rule("shock.fire.shift.maximum")
@pytest.mark.parametrize(("shift", "at_8"), [(1, "D"), (2, "1d+1"), (3, "1d+1"), (20, "1d+1")])
def test_no_more_than_two_columns_to_the_right(shift: int, at_8: str) -> None:
    assert result(8, arm="artillery", sp=5, shift=shift) == at_8


@pytest.mark.rule("shock.fire.shift.maximum", "shock.fire.shift.cumulative")
def test_the_limit_is_on_the_sum() -> None:
    # Chateau 2L and D-1 1L make 3L, held at 2L; a right shift of 1 then makes 2L in all.
    facts = {"arm": "artillery", "sp": 9, "cover": "chateau", "d1-firer": True}
    assert fire(**facts).total("column") == -2
    assert fire(**facts, cavalry=True).total("column") == -2
    assert fire(**facts, cavalry=True, routed=True).total("column") == -1


@pytest.mark.rule("shock.rulings.die")
def test_fire_is_one_ten_sided_die_from_0_to_9() -> None:
    check = fire(arm="artillery", sp=9)
    assert check.dice == ((10, 0),)
    assert [check.outcomes[check.outcome([face])] for face in range(10)] == [
        *("d-2", "d", "d", "d", "d+1", "d+2", "d+3", "D", "D", "1d")
    ]
    for face in (-1, 10):
        with pytest.raises(ValueError, match="shows 0 to 9"):
            check.outcome([face])


# -- the short forms ---------------------------------------------------------------------------


def test_the_example_of_the_short_form() -> None:
    # 8 SP stand in column 6, one left is column 5; +1: rolls 1 to 10 of that column.
    odds = fire(arm="artillery", sp="8", shift="-1", drm="1").odds().fractions()
    expected = {
        "-": "1/10",
        "d-2": "1/10",
        "d": "3/10",
        "d+1": "1/10",
        "d+2": "1/10",
        "d+3": "1/10",
        "D": "1/5",
    }
    assert list(odds.items()) == list(expected.items())  # the mildest first


def test_a_short_form_for_infantry() -> None:
    # 2 SP stand in column 3; -1: rolls -1 to 8: six times -, then d-2, then d twice... by row:
    # -1 0 1 2 3 4 5 "-", 6 "d-2", 7 "d", 8 "d".
    odds = fire(arm="infantry", sp=2, drm=-1).odds().fractions()
    assert odds == {"-": "7/10", "d-2": "1/10", "d": "1/5"}


def test_the_short_form_obeys_the_limits_of_the_shift() -> None:
    assert (
        fire(arm="artillery", sp=8, shift=-5).odds() == fire(arm="artillery", sp=8, shift=-2).odds()
    )


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"arm": "cavalry", "sp": 3}, "infantry"),
        ({"arm": "infantry", "sp": 201}, "outside 0 to 200"),
        ({"arm": "infantry", "sp": "many"}, "is not a number"),
        ({"arm": "infantry", "strength": 3}, "no fact"),
        ({"arm": "infantry", "sp": 3, "cavalry": 1, "square": 1}, "excludes"),
    ],
)
def test_an_impossible_question_is_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSituation, match=message):
        fire(**facts)


@pytest.mark.rule("shock.rulings.by-hand")
def test_what_is_entered_by_hand_adds_to_the_printed_modifiers() -> None:
    # Woods shift one column to the left, and by hand one more: two in all; the die reads +1.
    check = fire(arm="artillery", sp="13", cover="woods", shift="-1", drm="1")
    by_hand = [(m.value, m.of) for m in check.modifiers if m.id == "shock.rulings.by-hand"]
    assert by_hand == [(-1, "column"), (1, "die")]
    assert sum(m.value for m in check.modifiers if m.of == "column") == -2
