"""Command: 6 inches of any general, and what it means to be out of it."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, OUT, STATIONARY
from tests.rules.onepage.given import Scene, foot, general, given, guns, heavy


def commanded(x: float, **more: int) -> Scene:
    """A stand at 20,20 and a general to the right of it."""
    scene = given(foot("a", 20, 20, **more), general("g", x, 20), foot("foe", 20, 2, side="red"))
    return scene.command()


@pytest.mark.rule("onepage.command.in")
def test_six_inches_of_any_general_are_in_command() -> None:
    # The base reaches to 21.5: 27.5 is 6 in from it, 27.6 is 6.1.
    assert not commanded(27.5).has("a", OUT)
    assert commanded(27.6).has("a", OUT)
    assert not commanded(27.0).has("a", OUT) and commanded(28.0).has("a", OUT)


@pytest.mark.rule("onepage.command.in.move")
def test_a_unit_in_command_has_its_whole_move() -> None:
    scene = commanded(27.5).moves("a")
    assert scene.refusal("to 20.0,8.0") == ""
    assert "further than the 12 in" in scene.refusal("to 20.0,7.9")


@pytest.mark.rule("onepage.command.out.half-move")
def test_a_unit_out_of_command_has_half_its_move() -> None:
    scene = given(
        foot("a", 20, 20), general("g", 40, 20), foot("foe", 20, 34, facing=0, side="red")
    )
    scene.command().moves("a")
    # Away from the enemy: 6 in and no more.
    assert scene.refusal("to 20.0,14.0") == ""
    assert "further than the 6 in" in scene.refusal("to 20.0,13.9")


@pytest.mark.rule("onepage.command.out.no-approach")
def test_out_of_command_nobody_goes_nearer_to_an_enemy_he_sees() -> None:
    wood = [("forest", "150,100 250,100 250,120 150,120")]
    seen = given(foot("a", 20, 20), general("g", 40, 20), foot("foe", 20, 2, side="red"))
    seen.command().moves("a")
    assert "may not go nearer to Foe" in seen.refusal("to 20.0,19.0")
    unseen = given(
        foot("a", 20, 20), general("g", 40, 20), foot("foe", 20, 2, side="red"), areas=wood
    )
    unseen.command().moves("a")
    assert unseen.refusal("to 20.0,19.0") == ""


@pytest.mark.rule("onepage.command.out.disordered")
def test_out_of_command_units_are_disordered_whether_they_move_or_not() -> None:
    assert commanded(28).has("a", DISORDERED)
    assert not commanded(27).has("a", DISORDERED)


@pytest.mark.rule("onepage.command.out.no-recovery")
def test_out_of_command_nobody_recovers() -> None:
    assert "recover" in commanded(27, state=DISORDERED).moves("a").texts()
    assert "recover" not in commanded(28, state=DISORDERED).moves("a").texts()


@pytest.mark.rule("onepage.command.out.not-stationary")
def test_out_of_command_units_are_not_stationary() -> None:
    scene = commanded(27).still()
    assert scene.p.stationary(scene.u("a"))
    # One that was stationary and has no marker of disorder (a rule of its own) counts as moved.
    scene.p.state[scene.u("a")] |= OUT
    assert not scene.p.stationary(scene.u("a"))
    scene.p.state[scene.u("a")] = OUT
    assert not scene.still().has("a", STATIONARY)


@pytest.mark.rule("onepage.rulings.general-caught")
def test_a_general_caught_by_the_enemy_rides_to_the_nearest_friend() -> None:
    scene = given(
        heavy("a", 20, 20), general("g", 20, 22), foot("near", 30, 10, side="red"),
        foot("far", 40, 30, side="red"), general("h", 20, 14.0, "red"),
    )  # fmt: skip
    # The move ends with the front edge of a on the red general: 15.4 - 1.5 = 13.9.
    scene.moves("a").play("to 20.0,15.4 facing 0")
    assert scene.at("h") == (30.0, 10.0, 0)


@pytest.mark.rule("onepage.rulings.general-caught")
def test_a_general_caught_without_friends_is_removed() -> None:
    scene = given(
        heavy("a", 20, 20), guns("b", 40, 5), general("g", 20, 22),
        foot("late", 10, 1.5, side="red", turn=3), foot("last", 22.9, 14.0, side="red"),
        general("h", 20, 14.0, "red"),
    )  # fmt: skip
    scene.p.remove(scene.u("last"), "is out of the way")
    scene.moves("a").play("to 20.0,15.4 facing 0")
    assert scene.at("h") is None


@pytest.mark.rule("onepage.command.in")
def test_a_general_on_the_very_edge_of_the_table_commands() -> None:
    far = general("other", 40, 30)
    for x, y in ((0, 20), (20, 0)):
        unit = foot("a", max(x, 1.5), max(y, 1.5))
        scene = given(unit, general("g", x, y), far).command()
        assert not scene.has("a", OUT)
