"""The shock combat table: every cell, the ratio columns, the rows beyond its ends, the odds."""

from fractions import Fraction
from itertools import product

import pytest

from grognard.engine.errors import BadSituation
from grognard.systems import system
from grognard.systems.shock.shock_modifiers import ShockFacts

SHOCK = system("shock")

RATIOS = ["1-4", "1-3", "1-2", "1-1.5", "1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1"]

# The sheet's rows from 1-4 to 6-1: attacker, then defender; blank 6-1 cells filled by ruling.
ROWS = {
    -2: ("1 d d d - - - - - - -", "d D 1 1 1Bd 1Bd 1BD 1BDr 2BDr 3BR 4BR"),
    -1: ("1d 1 d d d - - - - - -", "D 1 1d 1Bd 1Bd 1Bd 1BD 1BDr 2BDr 3BR 4BR"),
    0: ("1d 1 d d d d - - - - -", "D 1 1d 1d 1Bd 1Bd 1BD 1BDr 2BDr 3BR 4BR"),
    1: ("1D 1d 1 d d d d - - - -", "d D 1 1d 1d 1Bd 1Bd 1BD 1BDr 2BR 3BR"),
    2: ("1D 1d 1 1 d d d - - - -", "d D 1 1 1d 1d 1Bd 1Bd 1BD 1BDr 2BDr"),
    3: ("1Bd 1D 1d 1 1 d d - - - -", "d d D 1 1 1d 1d 1Bd 1Bd 1BD 1BDr"),
    4: ("1Bd 1D 1d 1d 1 1 d d - - -", "d d D D 1 1 1d 1Bd 1Bd 1BD 1BDr"),
    5: ("1Bd 1Bd 1D 1d 1d 1 1 d d - -", "d d d D D 1 1 1d 1Bd 1Bd 1BD"),
    6: ("1BD 1Bd 1D 1D 1d 1d 1 d d - -", "- d d d D D 1 1d 1Bd 1Bd 1Bd"),
    7: ("1BD 1Bd 1Bd 1D 1D 1d 1d 1 d d -", "- d d d d D D 1 1d 1Bd 1Bd"),
    8: ("1BDr 1BD 1Bd 1Bd 1D 1D 1d 1 d d -", "- - d d d d D 1 1d 1Bd 1Bd"),
    9: ("1BDr 1BD 1BD 1Bd 1Bd 1D 1D 1d 1 d d", "- - d d d d d D 1 1d 1Bd"),
    10: ("2BDr 1BDr 1BD 1BD 1Bd 1Bd 1D 1d 1 d d", "- - - d d d d D 1 1d 1Bd"),
    11: ("2BDr 1BDr 1BD 1BD 1Bd 1Bd 1Bd 1D 1d 1 d", "- - - - d d d d D 1 1d"),
}
# The four defender rows the variant `restored` repairs.
RESTORED = {
    -2: "1 1d 1Bd 1Bd 1Bd 1Bd 1BD 1BDr 2BDr 3BR 4BR",
    -1: "D 1 1d 1Bd 1Bd 1Bd 1Bd 1BD 1BDr 2BDr 3BR",
    0: "D 1 1d 1d 1Bd 1Bd 1Bd 1BD 1BDr 2BDr 3BR",
    1: "d D 1 1d 1d 1Bd 1Bd 1Bd 1BD 1BDr 2BR",
}


def row_mark(roll: int) -> pytest.MarkDecorator:
    name = f"minus-{-roll}" if roll < 0 else str(roll)
    return pytest.mark.rule(f"shock.table.roll.{name}")


EVERY_ROW = [pytest.param(roll, marks=row_mark(roll)) for roll in ROWS]


def read(roll: int, ratio: str, variant: str = "sheet") -> str:
    """What the table gives for a modified roll: a die of 5 with the rest as modifier by hand."""
    kind = SHOCK.checks(variant)["shock"]
    check = kind.check(kind.read({"ratio": ratio, "drm": roll - 5}))
    return check.outcomes[check.outcome([5])]


@pytest.mark.parametrize("roll", EVERY_ROW)
def test_each_cell_of_a_row_is_as_printed(roll: int) -> None:
    attacker, defender = ROWS[roll]
    printed = [f"{a} / {d}" for a, d in zip(attacker.split(), defender.split(), strict=True)]
    assert [read(roll, ratio) for ratio in RATIOS] == printed


@pytest.mark.parametrize("roll", EVERY_ROW)
def test_each_cell_of_a_row_in_the_variant_restored(roll: int) -> None:
    attacker, defender = ROWS[roll]
    cells = zip(attacker.split(), RESTORED.get(roll, defender).split(), strict=True)
    assert [read(roll, ratio, "restored") for ratio in RATIOS] == [f"{a} / {d}" for a, d in cells]


@pytest.mark.rule("shock.table.roll.minus-2", "shock.table.roll.11")
def test_rolls_beyond_the_table_read_its_first_and_last_row() -> None:
    assert read(-7, "1-1") == read(-3, "1-1") == "- / 1Bd"
    assert read(12, "1-1") == read(19, "1-1") == "1Bd / d"


# -- ratios ------------------------------------------------------------------------------------


def column(attack: int, defence: int, variant: str = "sheet") -> tuple[str, int]:
    """The column of two strengths in whole points, and the modifier for odds beyond the ends."""
    kind = SHOCK.checks(variant)["shock"]
    check = kind.check(tuple(ShockFacts(attack * 4, defence * 4)))
    return check.target.removeprefix("ratio "), check.total()


@pytest.mark.rule("shock.table.ratios")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (3, 12, "1-4"),
        (4, 12, "1-3"),
        (6, 12, "1-2"),
        (8, 12, "1-1.5"),
        (12, 12, "1-1"),
        (18, 12, "1.5-1"),
        (24, 12, "2-1"),
        (36, 12, "3-1"),
        (48, 12, "4-1"),
        (60, 12, "5-1"),
        (72, 12, "6-1"),
    ],
)
def test_an_exact_ratio_has_its_column(attack: int, defence: int, ratio: str) -> None:
    assert column(attack, defence) == (ratio, 0)


@pytest.mark.rule("shock.rulings.shock.ratio", "shock.table.ratios")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (11, 12, "1-1.5"),  # just short of 1-1
        (7, 12, "1-2"),
        (17, 12, "1-1"),
        (23, 12, "1.5-1"),
        (35, 12, "2-1"),
        (71, 12, "5-1"),
        (5, 12, "1-3"),
        (3, 11, "1-4"),
    ],
)
def test_a_ratio_between_columns_goes_to_the_defender(
    attack: int, defence: int, ratio: str
) -> None:
    assert column(attack, defence) == (ratio, 0)


@pytest.mark.rule("shock.drm.odds.above-6-1")
@pytest.mark.parametrize(
    ("attack", "drm"), [(12, 0), (13, 0), (14, -1), (15, -1), (16, -2), (24, -6)]
)
def test_each_whole_step_above_6_to_1_is_minus_1(attack: int, drm: int) -> None:
    assert column(attack, 2) == ("6-1", drm)


@pytest.mark.rule("shock.drm.odds.below-1-4", "shock.rulings.shock.ratio")
@pytest.mark.parametrize(("defence", "drm"), [(8, 0), (9, 1), (10, 1), (11, 2), (12, 2), (20, 6)])
def test_each_step_below_1_to_4_is_plus_1(defence: int, drm: int) -> None:
    # 2 against 9 is worse than 1-4: in the defender's favour it counts as 1-5.
    assert column(2, defence) == ("1-4", drm)


# -- odds --------------------------------------------------------------------------------------


def by_hand(ratio: str, drm: int, side: int, variant: str = "sheet") -> dict[str, str]:
    """Ten faces read in the rows typed in above."""
    counts: dict[str, int] = {}
    for face in range(10):
        roll = min(max(face + drm, -2), 11)
        row = ROWS[roll][side]
        if variant == "restored" and side == 1:
            row = RESTORED.get(roll, row)
        code = row.split()[RATIOS.index(ratio)]
        counts[code] = counts.get(code, 0) + 1
    shares = {code: Fraction(n, 10) for code, n in counts.items()}
    return {code: f"{x.numerator}/{x.denominator}" for code, x in shares.items()}


@pytest.mark.parametrize("variant", ["sheet", "restored"])
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_the_short_form_counts_ten_faces_of_the_sheet(variant: str, side: str) -> None:
    for ratio, drm in product(RATIOS, range(-12, 13)):
        values = {"ratio": ratio, "drm": str(drm), "side": side}
        index = ("attacker", "defender").index(side)
        found = SHOCK.short_answer("shock", values, variant)
        assert found == {"outcomes": by_hand(ratio, drm, index, variant)}


def test_the_short_form_needs_a_side_and_a_ratio_it_knows() -> None:
    for values, word in (
        ({"ratio": "2-1", "side": "both"}, "must be attacker or defender"),
        ({"side": "attacker"}, "needs a ratio"),
        ({"ratio": "7-1", "side": "attacker"}, "6-1"),
        ({"ratio": "2-1", "side": "attacker", "dmr": "1"}, "drm"),
    ):
        with pytest.raises(BadSituation, match=word):
            SHOCK.short_answer("shock", values)


def test_pairs_of_results_have_the_odds_of_their_faces() -> None:
    kind = SHOCK.checks()["shock"]
    check = kind.check(kind.read({"ratio": "2-1", "drm": 1}))
    # Rolls 1 to 10 in the column 2-1.
    assert check.first_odds().fractions() == {
        "d / 1Bd": "1/5",  # 1, 2
        "d / 1d": "1/5",  # 3, 4
        "1 / 1": "1/5",  # 5, 6
        "1d / D": "1/5",  # 7, 8
        "1D / d": "1/5",  # 9, 10
    }
