"""Odds: situations by hand, and the short forms with dice, hits and saves."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from grognard.engine.errors import BadSituation
from grognard.systems.onepage import SYSTEM
from tests.rules.asked import asked

odds = partial(asked, "onepage")


def test_morale() -> None:
    third = Fraction(1, 3)
    assert odds("morale", rating=5, modifier=-1) == {"pass": 2 * third, "fail": third}
    assert odds("morale", rating=5, modifier=1) == {"pass": Fraction(1)}
    assert odds("morale", rating=2, modifier=-2) == {"fail": Fraction(1)}


def test_fire() -> None:
    # Two dice that hit on 6: 25, 10 and 1 of 36.
    assert odds("fire", dice=2, hit=6, save=0) == {
        "0": Fraction(25, 36), "1": Fraction(10, 36), "2": Fraction(1, 36),
    }  # fmt: skip
    # One die hits on 4-6 and the hit is saved on 4-6: a quarter comes through.
    assert odds("fire", dice=1, hit=4, save=4) == {"0": Fraction(3, 4), "1": Fraction(1, 4)}


def test_fire_with_many_dice() -> None:
    found = odds("fire", dice=12, hit=6, save=0)
    assert found["0"] == Fraction(5, 6) ** 12 and sum(found.values()) == 1


def test_melee() -> None:
    # One die each, sixes hit: 5 of 36 either way, the rest tied.
    assert odds("melee", attacker_dice=1, defender_dice=1, attacker_hit=6, defender_hit=6,
                 attacker_save=0, defender_save=0) == {
        "attacker": Fraction(5, 36), "defender": Fraction(5, 36), "tie": Fraction(26, 36),
    }  # fmt: skip
    # The attacker's save helps the attacker: the defender always hits, and is always saved against.
    assert odds("melee", attacker_dice=1, defender_dice=1, attacker_hit=1, defender_hit=1,
                 attacker_save=1, defender_save=0) == {"attacker": Fraction(1)}  # fmt: skip


def test_four_dice_against_six_are_a_bad_bargain() -> None:
    found = odds("melee", attacker_dice=4, defender_dice=6, attacker_hit=6, defender_hit=6)
    assert [round(100 * found[side]) for side in ("attacker", "tie", "defender")] == [23, 34, 43]


def test_the_short_form_agrees_with_the_situation() -> None:
    kind = SYSTEM.checks()["melee"]
    facts = {"attacker": "cavalry", "defender": "infantry", "defender-stationary": "yes"}
    whole = kind.odds(kind.read(facts))
    found = odds("melee", attacker_dice=4, defender_dice=6, attacker_hit=6, defender_hit=6)
    assert {label: whole.probability(label) for label in found} == found


def test_a_melee_by_all_its_throws() -> None:
    kind = SYSTEM.checks()["melee"]
    for arms in product(("infantry", "cavalry", "artillery"), repeat=2):
        facts = {"attacker": arms[0], "defender": arms[1], "attacker-good-order": "yes"}
        situation = kind.read(facts)
        first = kind.check(situation)
        ends: Counter[str] = Counter()
        for outcome, ways in Counter(first.table).items():
            second = kind.follow(situation, outcome)
            assert second is not None
            for hits, answers in Counter(second.table).items():
                winner = "attacker" if outcome > hits else "defender"
                ends["tie" if outcome == hits else winner] += ways * answers
        whole = kind.odds(situation)
        total = ends.total()
        assert {label: whole.probability(label) for label in ends} == {
            label: Fraction(ways, total) for label, ways in ends.items()
        }


def test_fire_by_situation() -> None:
    kind = SYSTEM.checks()["fire"]
    odds = kind.odds(kind.read({"arm": "artillery", "close": "yes"}))
    assert odds.fractions() == {"0": "1/2", "1": "1/2"}


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(BadSituation, match='no fact "hits": did you mean "hit"'):
        SYSTEM.short_answer("fire", {"dice": "2", "hits": "6"})
    with pytest.raises(BadSituation, match="outside 0 to 40"):
        SYSTEM.short_answer("fire", {"dice": "41"})


def test_a_situation_is_no_short_form() -> None:
    assert SYSTEM.short_answer("melee", {"attacker": "infantry"}) is None
    assert SYSTEM.short_answer("rally", {"rating": "4"}) is None


@pytest.mark.rule("onepage.combat.hit.artillery", "onepage.combat.hit")
def test_only_artillery_hits_on_four_at_close_range() -> None:
    # Muskets have no close range, whatever is asked by hand: two dice that hit on 6.
    kind = SYSTEM.checks()["fire"]
    found = kind.odds(kind.read({"arm": "infantry", "close": "yes"}))
    assert found.fractions() == {"0": "25/36", "1": "5/18", "2": "1/36"}


@pytest.mark.rule(
    "onepage.morale.modifier.heavier-cavalry", "onepage.morale.modifier.facing-cavalry"
)
def test_a_unit_is_cavalry_or_it_is_not() -> None:
    kind = SYSTEM.checks()["morale"]
    with pytest.raises(BadSituation):
        kind.read({"rating": "5", "heavier-cavalry": "yes", "facing-cavalry": "yes"})
    # 5 less one for disorder and one for cavalry: 3 of 6 pass.
    both = kind.read({"rating": "5", "disordered": "yes", "facing-cavalry": "yes"})
    assert kind.odds(both).fractions() == {"pass": "1/2", "fail": "1/2"}
