"""Flanks: by where a charge began, where a unit stands or fires, and whom a charge strikes."""

import pytest

from tests.rules.onepage.given import Scene, foot, general, given, guns
from tests.rules.onepage.test_morale import modifiers

FLANK = {"enemy-flank": 1}
FLANKED = {"attacked-in-flank": -1}


@pytest.mark.rule("onepage.rulings.flank", "onepage.morale.modifier.attacked-in-flank")
@pytest.mark.parametrize(("y", "expected"), [(18.5, {}), (18.6, FLANKED)])
def test_fire_from_the_line_of_the_front_edge_is_from_the_front(
    y: float, expected: dict[str, int]
) -> None:
    # a's front edge lies at 18.5. The guns' front is 2 in beside it, its middle at y.
    battery = guns("foe", 25, y, facing=270, side="red")
    assert given(foot("a", 20, 20), battery).morale().modifiers() == expected


@pytest.mark.rule("onepage.rulings.flank", "onepage.morale.modifier.enemy-flank")
@pytest.mark.parametrize(
    ("y", "own", "theirs"), [(18.4, {}, {}), (18.3, FLANK, FLANKED), (18.5, {}, {})]
)
def test_a_charge_that_began_on_the_line_of_the_front_edge_strikes_the_front(
    y: float, own: dict[str, int], theirs: dict[str, int]
) -> None:
    # The enemy's front edge lies at 18.4; a comes along it and strikes his side.
    mates = foot("friend", 26.3, 21.6), foot("mate", 20, 13.7, side="red")
    foe = foot("foe", 20, 16.9, facing=180, side="red")
    scene = given(foot("a", 30, y, facing=270), foe, general("g", 33, 20), *mates)
    scene.moves("a").play("charge foe", "done").morale()
    assert scene.at("a") == (23.1, y, 270)
    assert modifiers(scene, "a") == own and modifiers(scene, "foe") == theirs


def beside(charge: bool, y: float) -> Scene:
    """Red's foe stands beside a at 20,20, its centre behind the line of a's front at 18.5."""
    foe = foot("foe", 23.1, y, facing=180, side="red")
    before = foot("before", 20, 16.9, facing=180, side="red")
    friends = (foot("friend", 16.9, 31), foot("b", 16.9, 22))
    start = 30 if charge else 20
    scene = given(foot("a", 20, start), foe, before, general("g", 20, 33), *friends)
    if charge:
        scene.moves("a").play("to 20.0,20.0 facing 0", "done")
    assert scene.at("a") == (20.0, 20.0, 0)
    return scene.morale()


@pytest.mark.rule("onepage.rulings.flank", "onepage.rulings.flank.both")
def test_whom_the_front_of_a_charge_strikes_is_not_in_its_flank() -> None:
    # a's front corner at 21.5,18.5 touches the foe's side, which reaches from 17.5 to 20.5.
    charged = beside(True, 19)
    assert modifiers(charged, "a") == {} and modifiers(charged, "foe") == {}
    # Met there in an earlier turn, each stands behind the line of the other's front.
    stood = beside(False, 19)
    assert modifiers(stood, "a") == modifiers(stood, "foe") == FLANK | FLANKED


@pytest.mark.rule("onepage.rulings.flank", "onepage.rulings.flank.both")
def test_whom_a_charge_brushes_with_its_side_is_in_its_flank() -> None:
    # The foe's side begins at 19.5, an inch behind a's front, which strikes another.
    scene = beside(True, 21)
    assert modifiers(scene, "a") == FLANKED and modifiers(scene, "foe") == FLANK
