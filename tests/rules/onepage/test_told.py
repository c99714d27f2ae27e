"""What is told: whatever changes a position is said, with its cause."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, OUT, ROUTED
from grognard.systems.onepage.turn import Switch
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns, heavy

FOE = foot("foe", 20, 16.9, 180, side="red")


def told(scene: Scene) -> list[str]:
    """What was said since the last time."""
    events = scene.p.ear or []
    scene.p.ear = []
    return [event.text for event in events]


def heard(*specs: Spec, **more: object) -> Scene:
    scene = given(*specs, **more)  # type: ignore[arg-type]
    scene.p.ear = []
    return scene


def test_a_melee_tells_losses_disorder_and_where_the_loser_went() -> None:
    scene = heard(foot("a", 20, 20), FOE)
    scene.combat().roll(6, 6, 1, 1).roll(1, 1, 1, 1)
    # Half a move of 6 in straight back.
    assert told(scene) == [
        "Foe loses 2 strength points (melee with A).", "Foe loses the melee.",
        "Foe is disordered: the melee.", "Foe falls back 6 in.",
    ]  # fmt: skip
    scene.play("take")
    assert told(scene) == ["A takes the ground."]


@pytest.mark.rule("onepage.rulings.melee-first-duty")
@pytest.mark.parametrize(("strength", "back"), [(5, (1, 1, 1, 1)), (1, (6, 1, 1, 1))])
def test_a_contact_that_dissolves_before_the_melee_is_told(
    strength: int, back: tuple[int, ...]
) -> None:
    # Two touch one enemy; the first drives him off, or a tie takes his last strength point.
    foe = foot("foe", 20, 16.9, 180, side="red", strength=strength)
    scene = heard(foot("a", 18.4, 20), foot("b", 21.6, 20), foe).combat()
    scene.play("melee a > foe").roll(6, 1, 1, 1).roll(*back)
    assert "B touches Foe no longer: there is no melee." in told(scene)


@pytest.mark.rule("onepage.rulings.casualties")
def test_casualties_beyond_the_strength_are_told_as_such() -> None:
    scene = heard(foot("a", 20, 20), FOE._replace(strength=1))
    scene.combat().roll(6, 6, 6, 1).roll(1, 1, 1, 1)
    assert told(scene) == [
        "Foe loses its last strength point (3 casualties, melee with A).",
        "Foe is removed: all strength lost.",
    ]  # fmt: skip
    scene = heard(foot("a", 20, 20), FOE._replace(strength=3))
    scene.combat().roll(6, 6, 6, 1).roll(1, 1, 1, 1)
    assert told(scene) == [
        "Foe loses 3 strength points (melee with A).", "Foe is removed: all strength lost.",
    ]  # fmt: skip


def test_who_finds_no_way_back_is_told_with_what_is_lost() -> None:
    # Red stands at the edge of the table and routs off it: the casualty first, then the rest.
    foe = foot("foe", 20, 1.6, 180, side="red", state=DISORDERED)
    scene = heard(guns("a", 20, 7), foe, general("r", 46, 30, "red"))
    scene.morale().roll(6)
    assert told(scene) == [
        "Foe fails the morale test.", "Foe routs from disorder, the test failed.",
        "Foe loses 1 strength point (rout).",
        "Foe is removed with 4 strength points: gone off the table.",
    ]  # fmt: skip


def test_command_tells_who_is_out_of_it_and_who_is_in_it_again() -> None:
    scene = heard(foot("a", 20, 20), general("g", 40, 20))
    scene.command()
    out = "A is out of command: no general is within 6 in."
    assert told(scene) == [out, "A is disordered: out of command."]
    scene.command()
    assert told(scene) == [out]
    scene.p.put(scene.u("g"), 220, 220, 0)
    scene.command()
    assert told(scene) == ["A is in command again."] and not scene.has("a", OUT)


def test_ground_that_disorders_is_named() -> None:
    town = [("town", "180,140 220,140 220,170 180,170")]
    scene = heard(foot("a", 20, 20), general("g", 22, 22), areas=town).moves("a")
    scene.play("to 20.0,16.0")
    assert told(scene)[1:] == ["A is disordered: the town."]
    works = [("field-works", "100,180 300,180")]
    horse = heard(heavy("a", 20, 20), general("g", 22, 22), lines=works).moves("a")
    horse.play("to 20.0,14.0")
    assert told(horse)[1:] == ["A is disordered: the field works."]


def test_flattened_crops_are_told_once() -> None:
    crops = [("crops", "180,140 220,140 220,170 180,170")]
    scene = heard(foot("a", 20, 20), general("g", 22, 22), areas=crops).moves("a")
    scene.play("to 20.0,16.0")
    assert "A flattens standing crops." in told(scene)
    scene.play("to 20.0,15.0")
    assert "A flattens standing crops." not in told(scene)


@pytest.mark.rule("onepage.rulings.stationary")
def test_who_becomes_stationary_is_told() -> None:
    scene = heard(foot("a", 20, 20), guns("b", 25, 20), heavy("c", 30, 20), general("g", 22, 22))
    scene.still()
    assert told(scene) == ["Stationary from now on: A, B."]
    scene.still()
    assert told(scene) == []


@pytest.mark.rule("onepage.rulings.general-caught")
def test_a_caught_general_says_why_he_rides() -> None:
    scene = heard(foot("a", 20, 20), general("g", 21, 21), foot("b", 20, 30, 0, side="red"),
        general("r", 20, 15, "red"), foot("c", 40, 15, side="red")).moves("a")  # fmt: skip
    scene.play("to 20.0,16.6")
    assert "R rides out of the enemy's way to B." in told(scene)


def test_a_routed_unit_that_is_touched_says_why_it_runs_again() -> None:
    scene = heard(foot("a", 20, 20), FOE._replace(state=ROUTED | DISORDERED), foot("b", 24, 22))
    scene.morale()
    scene.roll(1)
    assert "Foe routs again, touched by the enemy." in told(scene)


@pytest.mark.rule("onepage.rulings.objective")
def test_objectives_that_change_hands_are_told_as_the_player_turn_ends() -> None:
    hill = [(20.0, 10.0, "", 3)]
    scene = heard(foot("a", 20, 20), foot("foe", 40, 30, side="red"), objectives=hill)
    scene.push(Switch())
    assert not any("hold" in text for text in told(scene))
    name = scene.battle.objectives[0].name
    # Its base begins 2.5 in below: within 3 in of the place.
    scene.p.put(scene.u("a"), 200, 140, 0)
    scene.p.stack.clear()
    scene.push(Switch())
    assert f"The Blue side holds {name} (3 points)." in told(scene)
    scene.p.put(scene.u("foe"), 200, 60, 0)
    scene.p.stack.clear()
    scene.push(Switch())
    assert f"The Blue side no longer holds {name} (3 points)." in told(scene)
    scene.p.put(scene.u("a"), 200, 300, 0)
    scene.p.stack.clear()
    scene.push(Switch())
    assert f"The Red side holds {name} (3 points)." in told(scene)


@pytest.mark.rule("onepage.rulings.army-defeat")
def test_an_army_that_withdraws_is_told() -> None:
    # Red, the second side, has lost 2 of 5 points: 40 %.
    scene = heard(foot("a", 20, 20), foot("foe", 40, 30, side="red"))
    scene.p.losses[scene.u("foe")] = 2
    scene.p.clock[1] = 1 - scene.battle.first
    scene.push(Switch())
    assert "The Red army has lost too much to fight on." in told(scene)


def test_a_charge_into_two_tells_of_both() -> None:
    foes = (foot("foe", 18.4, 12, 180, side="red"), foot("foe2", 21.6, 12, 180, side="red"))
    scene = heard(foot("a", 20, 20), general("g", 23, 22), *foes).moves("a")
    ways = [text for text in scene.texts() if text.startswith("charge") and "20.0,15.1" in text]
    assert all(text.startswith("charge foe to") for text in ways)
    scene.play("to 20.0,15.1")
    assert told(scene) == ["A charges Foe and Foe2 from 20.0,20.0 facing 0 to 20.0,15.1 facing 0."]


def test_broken_ground_is_named_in_full() -> None:
    rough = [("broken", "180,140 220,140 220,170 180,170")]
    scene = heard(heavy("a", 20, 20), general("g", 22, 22), areas=rough).moves("a")
    scene.play("to 20.0,16.0")
    assert told(scene)[1:] == ["A is disordered: the broken ground."]
