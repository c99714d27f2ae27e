"""Disorder and standing still: recovery for half a move, and who is stationary."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, LIMBERED, STATIONARY
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns, heavy, light, screen

FAR = foot("foe", 46, 34, facing=270, side="red")
WOOD = [("forest", "180,180 220,180 220,220 180,220")]


def stood(unit: Spec, *orders: str) -> Scene:
    """A unit in command, after a movement phase with these orders for it."""
    scene = given(unit, general("g", 22, 22), FAR)
    if orders:
        scene.moves("a").play(*orders)
        scene.p.stack.clear()
    return scene.still()


@pytest.mark.rule("onepage.disorder.recover")
def test_recovery_takes_half_the_move_and_no_roll() -> None:
    scene = given(foot("a", 20, 20, state=DISORDERED), general("g", 22, 22), FAR).moves("a")
    scene.play("recover")
    assert not scene.has("a", DISORDERED)
    assert scene.refusal("to 20.0,14.0") == ""
    assert "further than the 6 in" in scene.refusal("to 20.0,13.9")


@pytest.mark.rule("onepage.rulings.recover-first")
def test_a_unit_recovers_before_it_moves_and_not_in_contact() -> None:
    unit = foot("a", 20, 20, state=DISORDERED)
    scene = given(unit, general("g", 22, 22), FAR).moves("a").play("to 20.0,18.0")
    assert "recover" not in scene.texts()
    touching = given(unit, general("g", 22, 22), foot("foe", 20, 16.9, side="red")).moves("a")
    assert "recover" not in touching.texts()


@pytest.mark.rule("onepage.rulings.stationary")
def test_who_neither_moves_nor_turns_is_stationary() -> None:
    assert stood(foot("a", 20, 20)).has("a", STATIONARY)
    assert not stood(foot("a", 20, 20), "to 20.0,19.0", "halt").has("a", STATIONARY)
    assert not stood(foot("a", 20, 20), "to 20.0,20.0 facing 5", "halt").has("a", STATIONARY)


@pytest.mark.rule("onepage.rulings.stationary")
def test_the_disordered_and_the_limbered_are_not_stationary() -> None:
    assert not stood(foot("a", 20, 20, state=DISORDERED)).has("a", STATIONARY)
    assert stood(guns("a", 20, 20)).has("a", STATIONARY)
    assert not stood(guns("a", 20, 20, state=LIMBERED)).has("a", STATIONARY)


@pytest.mark.rule("onepage.rulings.never-stationary")
@pytest.mark.parametrize("unit", [screen("a", 20, 20), heavy("a", 20, 20), light("a", 20, 20)])
def test_skirmishers_and_cavalry_are_never_stationary(unit: Spec) -> None:
    assert not stood(unit).has("a", STATIONARY)


@pytest.mark.rule("onepage.rulings.never-stationary")
def test_infantry_and_artillery_may_be_stationary() -> None:
    assert stood(foot("a", 20, 20)).has("a", STATIONARY)
    assert stood(guns("a", 20, 20)).has("a", STATIONARY)


def test_disorder_ends_standing_still() -> None:
    scene = stood(foot("a", 20, 20))
    scene.p.disorder(scene.u("a"), "a test")
    assert not scene.has("a", STATIONARY)


@pytest.mark.rule("onepage.terrain.forest")
def test_nobody_recovers_or_becomes_stationary_in_a_forest_and_guns_do_not_unlimber() -> None:
    for arm in (foot, heavy, guns, screen):
        unit = arm("a", 20, 20, state=DISORDERED)
        for areas, recovers in ((WOOD, False), ((), True)):
            scene = given(unit, general("g", 23, 23), FAR, areas=areas).moves("a")
            assert ("recover" in scene.texts()) == recovers, arm
    still = given(foot("a", 20, 20), general("g", 23, 23), FAR, areas=WOOD).still()
    assert not still.has("a", STATIONARY)
    battery = guns("a", 20, 20, state=LIMBERED)
    wood = given(battery, general("g", 23, 23), FAR, areas=WOOD).moves("a")
    assert "unlimber" not in wood.texts()
    assert "unlimber" in given(battery, general("g", 23, 23), FAR).moves("a").texts()
