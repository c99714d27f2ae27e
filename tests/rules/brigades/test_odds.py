"""Odds: situations by hand, and the short forms with dice, totals and casualties."""

from fractions import Fraction
from functools import partial

import pytest

from grognard.engine.errors import BadSituation
from grognard.systems.brigades import SYSTEM
from tests.rules.asked import asked

odds = partial(asked, "brigades")


def test_morale() -> None:
    third = Fraction(1, 3)
    assert odds("morale", rating=5, modifier=-1) == {"pass": 2 * third, "fail": third}
    assert odds("morale", rating=2, modifier=-2) == {"fail": Fraction(1)}


def test_fire() -> None:
    # Two dice that hit on 6: 25, 10 and 1 of 36.
    assert odds("fire", dice=2, hit=6, save=0) == {
        "0": Fraction(25, 36), "1": Fraction(10, 36), "2": Fraction(1, 36),
    }  # fmt: skip
    assert odds("fire", dice=1, hit=4, save=4) == {"0": Fraction(3, 4), "1": Fraction(1, 4)}


def test_four_dice_against_six() -> None:
    assert odds(
        "melee", attacker_dice=4, defender_dice=6, attacker_hit=6, defender_hit=6,
        attacker_save=0, defender_save=0,
    ) == {
        "attacker": Fraction(289375, 1259712), "defender": Fraction(4329821, 10077696),
        "tie": Fraction(3432875, 10077696),
    }  # fmt: skip


@pytest.mark.rule("brigades.melee.tie.roll", "brigades.melee.tie.winner")
def test_a_tie_is_rolled_off_until_one_wins() -> None:
    # Even totals: 15 of 36 either way, 6 again.
    assert odds("tie", attacker=5, defender=5) == {
        "attacker": Fraction(1, 2), "defender": Fraction(1, 2),
    }  # fmt: skip
    # One ahead: the attacker wins where a + 1 > d, 21 of 36; equal where d = a + 1, 5; loses 10.
    assert odds("tie", attacker=6, defender=5) == {
        "attacker": Fraction(21, 31), "defender": Fraction(10, 31),
    }  # fmt: skip
    assert odds("tie", attacker=0, defender=6) == {"defender": Fraction(1)}


@pytest.mark.rule("brigades.exhaustion.collapse.roll")
def test_collapse() -> None:
    assert odds("collapse", casualties=2) == {
        "collapse": Fraction(1, 3),
        "stands": Fraction(2, 3),
    }
    assert odds("collapse", casualties=1) == {
        "collapse": Fraction(1, 6),
        "stands": Fraction(5, 6),
    }
    assert odds("collapse", casualties=6) == {"collapse": 1}


TIE = "brigades.melee.tie."


@pytest.mark.rule(
    TIE + "no-elites", TIE + "steady-infantry", TIE + "supported-artillery",
    TIE + "insecure-infantry", TIE + "artillery-vs-cavalry", "brigades.rulings.open.tie-sum",
)  # fmt: skip
def test_tie_modifiers_add_up() -> None:
    kind = SYSTEM.checks()["tie"]

    def totals(**facts: object) -> tuple[int, int]:
        named = {key.replace("_", "-"): value for key, value in facts.items()}
        target = kind.check(kind.read({"attacker": 5, "defender": 5, **named})).target
        words = target.replace(",", "").split()
        return int(words[1]), int(words[3])

    assert totals() == (5, 5)
    assert totals(attacker_no_elites=True) == (7, 5)
    assert totals(defender_steady_infantry=True) == (5, 7)
    assert totals(attacker_supported_artillery=True) == (6, 5)
    assert totals(defender_insecure_infantry=True) == (5, 3)
    assert totals(attacker_artillery_vs_cavalry=True) == (3, 5)
    assert totals(defender_steady_infantry=True, defender_insecure_infantry=True) == (5, 5)
    # A die of 3 against 1 wins two behind no more: 7 + 1 against 5 + 3 is rolled again.
    ahead = kind.check(kind.read({"attacker-no-elites": True}))
    assert [ahead.outcome((1, d)) for d in (2, 3, 4)] == [0, 2, 1]


@pytest.mark.rule("brigades.rulings.morale.six", "brigades.morale.roll.fail")
def test_six_cannot_fail() -> None:
    assert odds("morale", rating=6) == {"pass": 1}
    assert odds("morale", rating=7, disordered=True) == {"pass": 1}
    assert odds("morale", rating=6, disordered=True) == {
        "pass": Fraction(5, 6),
        "fail": Fraction(1, 6),
    }


def test_fire_by_situation() -> None:
    assert odds("fire", row="artillery-battalion", close=True) == {
        "0": Fraction(1, 2),
        "1": Fraction(1, 2),
    }
    saved = odds("fire", row="artillery-battalion", close=True, saves=True)
    assert saved == {"0": Fraction(3, 4), "1": Fraction(1, 4)}
    assert odds("melee", row="linear-cavalry") == {
        "0": Fraction(25, 36),
        "1": Fraction(5, 18),
        "2": Fraction(1, 36),
    }


@pytest.mark.rule("brigades.dice.artillery-battery.saves")
@pytest.mark.parametrize("check", ["fire", "melee"])
def test_against_a_battery_on_the_move_everybody_saves(check: str) -> None:
    # A hit on 6 that is not saved on 4-6; stationary the hit counts.
    assert odds(check, row="artillery-battery")["1"] == Fraction(1, 12)
    assert odds(check, row="artillery-battery", saves=True)["1"] == Fraction(1, 12)
    assert odds(check, row="artillery-battery", stationary=True)["1"] == Fraction(1, 6)


@pytest.mark.rule("brigades.dice.dedicated-gun")
@pytest.mark.parametrize("row", ["infantry-skirmisher", "artillery-battalion"])
def test_only_brigades_have_the_die_of_a_dedicated_gun(row: str) -> None:
    for check in ("fire", "melee"):
        assert odds(check, row=row, gun=True) == odds(check, row=row)
    assert odds("melee", row="linear-cavalry", gun=True)["3"] == Fraction(1, 216)


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(BadSituation, match='no fact "hits": did you mean "hit"'):
        SYSTEM.short_answer("fire", {"dice": "2", "hits": "6"})


def test_a_situation_is_no_short_form() -> None:
    assert SYSTEM.short_answer("melee", {"row": "linear-cavalry"}) is None
    assert SYSTEM.short_answer("collapse", {"casualties": "2"}) is None
