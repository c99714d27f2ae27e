"""Results of two in one outcome, read for either."""

from fractions import Fraction

from grognard.engine.dist import Dist
from grognard.engine.shares import shares
from tests.rules.shock.given import SYSTEM


def test_the_parts_of_a_result_are_counted_for_each_side() -> None:
    odds = Dist(
        {
            "attacker no effect / defender 1 step, retreat": 2,
            "attacker 1 step, D-1 / defender retreat": 1,
            "attacker 1 step / defender no effect": 1,
        }
    )
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert shares(odds) == {
        "attacker": {"no effect": half, "1 step": half, "D-1": quarter},
        "defender": {"retreat": 3 * quarter, "1 step": half, "no effect": quarter},
    }


def test_what_is_told_of_one_only_has_no_shares() -> None:
    assert shares(Dist({"pass": 1, "fail": 1})) == {}
    assert shares(Dist({"attacker 1 step / defender D-1": 1, "tie": 1})) == {}
    assert shares(Dist({"1 / 2": 1, "2 / 2": 1})) == {}


def test_nothing_is_explained_by_itself() -> None:
    assert SYSTEM.meaning("attacker 1 step / defender 1 step") == ""
    assert SYSTEM.meaning("- / 1R") == "attacker: nothing; defender: loses strength: 1, routs"
