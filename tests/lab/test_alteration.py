"""Battles with one thing changed."""

import pytest

import grognard
from grognard.engine.errors import GrognardError, UnknownName
from grognard.lab.alteration import altered
from grognard.systems import system

NAME = "shock/gemioncourt"


def strength(battle: grognard.Battle, unit: str) -> int:
    units = system(battle.system).roster(battle).units
    return next(each.strength for each in units if each.id == f"unit:{unit}")


def test_without_changes_it_is_the_battle_itself() -> None:
    assert altered(NAME) is grognard.battle(NAME)


def test_a_strength_is_changed() -> None:
    assert strength(grognard.battle(NAME), "huber") == 5
    assert strength(altered(NAME, changes=["unit.huber.sp=3"]), "huber") == 3
    assert strength(grognard.battle(NAME), "huber") == 5


def test_an_arrival_is_changed() -> None:
    late = altered(NAME, changes=["unit.line-7.turn=4"])
    rules = system("shock")
    start = rules.start(late)
    unit = [u.id for u in rules.roster(late).units].index("unit:line-7")
    assert rules.whereabouts(start, unit) == ""
    # Taken off the map and brought on at an entry instead.
    later = altered(NAME, changes=["unit.huber.hex=", "unit.huber.turn=3", "unit.huber.entry=0715"])
    huber = [u.id for u in rules.roster(later).units].index("unit:huber")
    assert rules.whereabouts(rules.start(later), huber) == ""
    assert rules.whereabouts(rules.start(grognard.battle(NAME)), huber) == "hex:1013"


def test_a_place_taken_out_without_another_is_refused_in_words() -> None:
    with pytest.raises(GrognardError) as refused:
        altered(NAME, changes=["unit.huber.hex="])
    said = str(refused.value)
    assert said.count("gemioncourt.toml") == 1
    assert said.endswith('either "hex" or "turn" and "entry": it has none of them')


def test_a_victory_level_is_changed() -> None:
    more = altered(NAME, changes=["victory.handicap.points=9"])
    rules = system("shock")
    # The farm they hold is worth 6.
    assert rules.score(grognard.View(rules.start(more), 0))[1] == 9 + 6
    assert rules.score(grognard.View(rules.start(grognard.battle(NAME)), 0))[1] == 4 + 6


def test_an_objective_is_named_by_its_name_or_number() -> None:
    by_name = altered(NAME, changes=["objective.the crossroads.points=9"])
    by_number = altered(NAME, changes=["objective.2.points=9"])
    assert by_name.digest == by_number.digest != grognard.battle(NAME).digest


def test_a_rule_is_changed_by_its_id() -> None:
    plain = grognard.battle(NAME)
    one = altered(NAME, changes=["shock.fire.shift.woods=-2"])
    other = altered(NAME, changes=["shock.rulings.victory.destroyed=3"])
    assert len({plain.rules_digest, one.rules_digest, other.rules_digest}) == 3
    assert grognard.battle(NAME).rules_digest == plain.rules_digest


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("turns", "is not a change: write what=value"),
        ("unit.hubert.sp=3", 'no "unit.hubert"'),
        ("units.huber.sp=3", 'no "units"'),
        ("unit.huber=3", "names an entry"),
        ("unit.huber.entry=", "nothing to take out"),
        ("shock.fire.shift.wods=1", 'no rule "shock.fire.shift.wods"'),
        ("turns=90", "turns"),
    ],
)
def test_what_cannot_be_changed_is_refused(change: str, message: str) -> None:
    with pytest.raises((GrognardError, UnknownName), match=message):
        altered(NAME, changes=[change])


@pytest.mark.parametrize("name", [battle.id for battle in grognard.battles()])
def test_every_battle_is_the_same_when_written_anew(name: str) -> None:
    plain = grognard.battle(name)
    assert altered(name, changes=[f"turns={plain.turns}"]).digest == plain.digest
