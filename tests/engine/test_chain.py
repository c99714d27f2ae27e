"""The whole chain of an attack: every roll with its chance, reactions, and the end on average."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from grognard.engine.chain import Chain, any_of, attack_of, foresee_chain
from grognard.engine.order import read_order
from grognard.systems.shock.state.kinds import D2, ROUTED, SQUARE
from tests.rules.shock.given import SYSTEM, Spec, foot, given, heavy, horse_guns, light

FOE = foot("foe", "0804", side="red", facing="s")
RUNAWAY = foot("foe", "0804", side="red", facing="s", order=ROUTED)


def chain(order: str, *pieces: Spec) -> Chain | None:
    """The chain of an attack of the blue side."""
    p = given(*pieces).activate("blue").p
    after = p.copy()
    attack = None
    for action in read_order(p, order):
        attack = attack or attack_of(after, action)
        after.play(action)
    assert attack is not None
    return foresee_chain(SYSTEM, after, 0, *attack)


def test_light_horse_rides_runaways_down_if_it_goes_in() -> None:
    # Cohesion 6 on a die of 0 to 9: seven of ten faces; then the four points are ridden down.
    found = chain("charge horse > foe", light("horse", "0807", facing="n", cohesion=6), RUNAWAY)
    assert found is not None
    assert found.fates == {"destroyed": Fraction(7, 10), "stands": Fraction(3, 10)}
    assert found.losses == (Fraction(0), Fraction(28, 10))
    assert found.followed == 1
    told = [(row.title, row.label, row.chance) for row in found.rows() if row.depth == 0]
    assert told == [
        ("Shock commitment", "attacks", Fraction(7, 10)),
        ("Shock commitment", "hangs back", Fraction(3, 10)),
    ]
    assert {row.title for row in found.rows() if row.depth == 1} == {"Pursuit"}


def test_what_needs_no_roll_has_no_chain() -> None:
    # Heavy horse need not commit itself against routed foot: nothing is left to chance.
    assert chain("charge horse > foe", heavy("horse", "0807", facing="n"), RUNAWAY) is None


def test_the_enemy_reacts_as_serves_him_best() -> None:
    found = chain("charge horse > foe", heavy("horse", "0807", facing="n", commitment=9), FOE)
    assert found is not None
    rows = found.rows()
    choice = next(row for row in rows if row.side == 1)
    assert choice.label in ("form square", "stand and check") and choice.chance == 1
    assert sum(found.fates.values()) == found.followed
    below = [row for row in rows if row.depth == choice.depth + 1]
    assert below, "his choice leads to rolls"


def test_branches_of_a_roll_add_up_and_lead_to_the_whole() -> None:
    found = chain("charge horse > foe", light("horse", "0807", facing="n"), FOE)
    assert found is not None
    assert sum(row.chance for row in found.rows() if row.depth == 0) == 1
    attacks = found.first.branches[0]
    hangs = found.first.branches[1]
    for fate in found.fates:
        whole = sum(each.chance * each.fates.get(fate, Fraction(0)) for each in (attacks, hangs))
        assert whole == found.fates[fate]


@pytest.mark.parametrize("horse", [light, heavy])
def test_a_charge_is_followed_to_its_end_whatever_the_enemy_answers(
    horse: Callable[..., Spec],
) -> None:
    # Fire, square, cohesion, shock, retreat and pursuit: thousands of ways, few of them different.
    found = chain("charge horse > foe", horse("horse", "0807", facing="n"), FOE)
    assert found is not None
    assert found.followed > Fraction(99, 100)
    assert found.fates["gives way"] > Fraction(1, 100)
    assert sum(found.fates.values()) == found.followed  # what was not followed is no fate


def test_a_battery_that_can_ride_away_is_not_counted_as_lost() -> None:
    # 24 points against one, and many hexes to retreat to: who stands is lost, who goes loses none.
    battery = horse_guns("foe", "0804", side="red", facing="s", sp=1)
    found = chain("shock guard > foe", foot("guard", "0805", facing="n", sp=24), battery)
    assert found is not None
    assert found.losses[1] == 0 and "destroyed" not in found.fates
    choice = next(row for row in found.rows() if row.side == 1)
    assert choice.label.startswith("retreat ")


def test_who_joins_an_attack_strikes_with_it() -> None:
    """Huber is ordered to join Wathiez, who charges the same square; before that he commits alone.

    Cohesion 6 on ten faces: he attacks in seven of ten, and hangs back in three.
    """
    square = foot("foe", "0804", side="red", facing="s", order=D2, flags=SQUARE)
    wathiez = light("wathiez", "0807", facing="n", cohesion=9)
    huber = light("huber", "0803", facing="s", cohesion=6)
    scene = given(wathiez, huber, square).activate("blue").play("charge wathiez > foe")
    after = scene.play("shock huber").p
    found = foresee_chain(SYSTEM, after, 0, "unit:huber", "unit:foe")
    assert found is not None
    first = [row.chance for row in found.rows() if row.depth == 0]
    assert first == [Fraction(7, 10), Fraction(3, 10)]
    assert any(row.title == "Shock" for row in found.rows()), "they come to blows"
    assert found.fates["stands"] < 1


def test_outcomes_are_told_in_words() -> None:
    found = chain("shock guard > foe", foot("guard", "0805", facing="n", sp=24), FOE)
    assert found is not None
    told = [row.label for row in found.rows() if row.title == "Shock"]
    assert told and all(label.startswith("attacker ") for label in told if label)


def test_unlikely_outcomes_stand_in_one_row_that_names_them() -> None:
    assert any_of(["again"]) == "again"
    assert any_of(["2 hits", "3 hits", "4 hits"]) == "2, 3 or 4 hits"
    assert any_of(["1 hit", "routs", "routs"]) == "1 hit or routs"
    found = chain("charge horse > foe", heavy("horse", "0807", facing="n", commitment=9), FOE)
    assert found is not None
    rows = found.rows()
    assert all(row.label for row in rows)
    # What may come of each stage is told whole: the rows of the first add up to one.
    assert sum(row.chance for row in rows if row.depth == 0) == 1
