"""Fire and shock by hand: the columns that strengths pick, and what told units add to the facts."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.engine.errors import BadSituation
from grognard.systems import system


def picked(check: str, name: str) -> Callable[[tuple[int, ...]], int | None]:
    """The value that some facts of a check settle together."""
    return next(each.by for each in system("shock").checks()[check].grouped() if each.name == name)


# The ratios are 1-4, 1-3, 1-2, 1-1.5, 1-1, 1.5-1, 2-1, 3-1, 4-1, 5-1 and 6-1; facts: the ratio by
# hand (0 if none), the defender's strength, the attacker's, both in quarter points.
@pytest.mark.rule("shock.table.ratios", "shock.drm.odds.above-6-1", "shock.drm.odds.below-1-4")
@pytest.mark.parametrize(
    ("facts", "column", "beyond"),
    [
        ((0,), None, None),
        ((0, 16), None, None),
        ((1,), 0, 0),
        ((5,), 4, 0),
        ((11,), 10, 0),
        ((0, 16, 32), 6, 0),
        ((0, 16, 31), 5, 0),
        ((0, 4, 32), 10, 2),
        ((0, 40, 8), 0, -1),
    ],
)
def test_the_column_of_a_shock_is_told_or_follows_from_the_strengths(
    facts: tuple[int, ...], column: int | None, beyond: int | None
) -> None:
    assert picked("shock", "column")(facts) == column
    assert picked("shock", "beyond")(facts) == beyond


# Facts: the arm (1 is artillery), whether it fires in grand battery, its strength. Each arm has
# nine columns; infantry of 2 fires in column 2, artillery of 2 in column 2, of 6 in column 4.
@pytest.mark.rule("shock.fire.columns.infantry", "shock.fire.columns.artillery")
@pytest.mark.parametrize(
    ("facts", "start"),
    [
        ((1,), None),
        ((1, 1), None),
        ((0, 0, 2), 2),
        ((0, 1, 2), 2),
        ((1, 0, 2), 9 + 2),
        ((1, 1, 2), 9 + 4),
    ],
)
def test_arm_battery_and_strength_pick_the_column_of_fire(
    facts: tuple[int, ...], start: int | None
) -> None:
    assert picked("fire", "start")(facts) == start


@pytest.mark.rule("shock.fire.grand-battery", "shock.fire.columns.artillery")
@pytest.mark.parametrize(("battery", "start"), [(0, 9 + 2), (1, 9 + 4)])
def test_the_facts_of_a_column_of_fire_are_told_by_name(battery: int, start: int) -> None:
    (group,) = system("shock").checks()["fire"].grouped()
    told = {"arm": 1, "battery": battery, "sp": 2}
    assert group.by(tuple(told[fact] for fact in group.facts)) == start


def mods(check: str, **facts: Any) -> dict[str, int]:
    """The modifiers of a check by its facts, less the system's name."""
    kind = system("shock").checks()[check]
    named = {name.replace("_", "-"): value for name, value in facts.items()}
    found = kind.check(kind.read(named)).modifiers
    return {modifier.id.removeprefix("shock."): modifier.value for modifier in found}


@pytest.mark.rule("shock.fire.shift.cavalry-target")
@pytest.mark.parametrize("facts", [{"cavalry": True}, {"target": "cavalry"}])
def test_a_target_is_cavalry_if_that_is_ticked_or_its_arm_is_told(facts: dict[str, Any]) -> None:
    assert mods("fire", sp=3, **facts) == {"fire.shift.cavalry-target": 1}
    assert mods("fire", sp=3, **{"target": "infantry", **facts}) == {"fire.shift.cavalry-target": 1}
    assert mods("fire", sp=3, target="infantry") == {}


@pytest.mark.rule(
    "shock.drm.one-step.attacker", "shock.drm.one-step.defender", "shock.drm.defender-d1"
)
@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"defender": "infantry", "defender_steps": 1}, {"drm.one-step.defender": -1}),
        ({"defender": "infantry", "defender_steps": 2}, {}),
        ({"defender": "infantry"}, {}),  # how many steps is not told
        ({"attacker": "infantry", "attacker_steps": 1}, {"drm.one-step.attacker": 1}),
        ({"attacker": "infantry", "attacker_steps": 2}, {}),
        ({"attacker": "infantry"}, {}),
        ({"defender": "infantry", "defender_state": "d-1"}, {"drm.defender-d1": -1}),
        ({"defender": "infantry", "defender_state": "d-2"}, {"drm.defender-d2": -3}),
        ({"attacker": "infantry", "attacker_state": "d-1"}, {"drm.attacker-d1": 2}),
    ],
)
def test_state_and_steps_of_told_units_modify_a_shock(
    facts: dict[str, Any], found: dict[str, int]
) -> None:
    assert mods("shock", attack=16, defence=16, **facts) == found


@pytest.mark.rule("shock.routed.no-terrain-benefit", "shock.drm.defender-routed")
@pytest.mark.parametrize(
    "facts", [{"defender_routed": True}, {"defender": "infantry", "defender_state": "routed"}]
)
def test_no_ground_helps_a_routed_defender(facts: dict[str, Any]) -> None:
    told = mods("shock", attack=16, defence=16, woods="other", **facts)
    assert told == {"drm.defender-routed": -5}


@pytest.mark.rule("shock.rulings.d2-infantry-only")
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_a_state_the_arm_cannot_be_in_is_refused(side: str) -> None:
    with pytest.raises(BadSituation, match=f"{side}-state=d-2 is for infantry"):
        mods("shock", **{side: "cavalry", f"{side}_state": "d-2"})
