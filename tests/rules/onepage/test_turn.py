"""The sequence of play: six phases, who does what in each, and the switch of initiative."""

import pytest

from grognard.systems.onepage.state.position import OUT, ROUTED
from grognard.systems.onepage.turn import PHASES, PlayerTurn
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN
from tests.rules.onepage.given import Scene, foot, general, given, guns


def begun(scene: Scene) -> Scene:
    """The scene at the start of blue's turn."""
    scene.p.clock[TURN], scene.p.clock[SIDE] = 1, 0
    return scene.push(PlayerTurn())


def phases_seen(scene: Scene) -> list[str]:
    """The phases in which somebody had to answer, in order."""
    seen: list[str] = []
    while scene.p.stack and scene.p.clock[SIDE] == 0:
        phase = PHASES[scene.p.clock[PHASE]]
        if phase not in seen:
            seen.append(phase)
        if scene.p.decision is None:
            # Every die shows a four: a routed unit rallies, a test is passed.
            scene.roll(*[4] * len(scene.p.check().dice))
        else:
            scene.play("done")
    return seen


@pytest.mark.rule("onepage.sequence.order")
def test_a_player_turn_runs_through_its_phases_in_order() -> None:
    scene = given(
        foot("a", 20, 20), foot("runs", 30, 25, state=ROUTED), general("g", 30, 26.5),
        guns("foe", 20, 16, facing=180, side="red"),
    )  # fmt: skip
    # The gun's front is 1 in from a's: a tests under close fire, and may fire at 2 in.
    assert phases_seen(begun(scene)) == ["movement", "rally", "morale", "combat"]
    # Command came before all: a is 6 in and more from the general.
    assert scene.has("a", OUT)
    assert scene.p.clock[SIDE] == 1


@pytest.mark.rule("onepage.sequence.command")
def test_only_the_attacker_finds_out_who_is_in_command() -> None:
    scene = begun(given(foot("a", 20, 20), foot("foe", 20, 3, side="red")))
    assert scene.has("a", OUT) and not scene.has("foe", OUT)


@pytest.mark.rule("onepage.sequence.movement")
def test_the_attacker_moves_any_unit_that_is_not_routed() -> None:
    scene = given(
        foot("a", 20, 20), foot("runs", 30, 20, state=ROUTED), general("g", 25, 20),
        foot("foe", 20, 3, side="red"),
    )  # fmt: skip
    assert begun(scene).texts() == ["done", "move a", "move g"]


@pytest.mark.rule("onepage.sequence.rally")
def test_the_attacker_rallies_units_in_contact_with_a_general() -> None:
    scene = given(
        foot("runs", 30, 20, state=ROUTED), general("g", 30, 21.5),
        foot("far", 20, 20, state=ROUTED),
        foot("foe", 20, 3, side="red", state=ROUTED), general("h", 20, 4.5, "red"),
    )  # fmt: skip
    scene.rally()
    assert scene.p.check().name == "rally"
    scene.roll(1)
    assert scene.p.over  # neither the one without a general nor the enemy
    assert not scene.has("runs", ROUTED) and scene.has("far", ROUTED) and scene.has("foe", ROUTED)


@pytest.mark.rule("onepage.sequence.morale")
def test_both_sides_test_morale() -> None:
    scene = given(guns("a", 20, 20), guns("foe", 20, 14, facing=180, side="red"))
    assert scene.morale().tests() == ["a", "foe"]


@pytest.mark.rule("onepage.sequence.combat")
def test_the_attacker_chooses_the_order_of_combats() -> None:
    scene = given(
        foot("a", 20, 20), foot("b", 30, 20),
        foot("x", 20, 15.1, facing=180, side="red"), foot("y", 30, 15.1, facing=180, side="red"),
    )  # fmt: skip
    scene.combat()
    assert scene.texts() == ["done", "fire a > x", "fire b > y"]
    scene.play("fire b > y").roll(1, 1)
    assert scene.texts() == ["done", "fire a > x"]


@pytest.mark.rule("onepage.sequence.switch")
def test_then_the_defender_becomes_the_attacker() -> None:
    scene = begun(given(foot("a", 20, 20), foot("foe", 20, 3, side="red")))
    scene.play("done")
    assert (scene.p.clock[TURN], scene.p.clock[SIDE]) == (1, 1)
    assert "move foe" in scene.texts()
    scene.play("done")
    assert (scene.p.clock[TURN], scene.p.clock[SIDE]) == (2, 0)
