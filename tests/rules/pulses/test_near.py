"""With an enemy near or touching: attacks on the spot, turns, movement dice, attached guns."""

import pytest

from grognard.systems.pulses.state.kinds import ATTACK, HOLD, WITHDRAW
from grognard.systems.pulses.state.position import FIRED, SUPPRESSED
from tests.rules.pulses.given import Scene, foot, force, given, guns, light

PAIR = (foot("a", 20, 20), foot("foe", 20, 17, 180, side="red"))


def flank_to_flank() -> Scene:
    """The right front corner of a unit touches the flank of an enemy beside it."""
    return given(foot("a", 20, 20), foot("foe", 23, 19, side="red"))


@pytest.mark.rule("pulses.rulings.locked")
def test_a_unit_that_has_moved_on_along_an_enemy_attacks_him_no_more() -> None:
    scene = flank_to_flank().moves("a").roll(3)
    assert scene.refusal("20.0,20.0 facing 0") == ""
    # An inch ahead its corner still touches him; it was in contact before, and is no attack.
    scene.play("to 20.0,19.0")
    assert (scene.asks(), scene.p.foe[scene.u("a")]) == ("Leg", -1)
    assert scene.refusal("20.0,19.0 facing 0") == "it is there already"


@pytest.mark.rule("pulses.rulings.locked", "pulses.status.withdraw")
def test_neither_a_withdrawing_unit_nor_guns_attack_on_the_spot() -> None:
    scene = given(*PAIR, status=WITHDRAW).moves("a").roll(3)
    assert scene.refusal("20.0,20.0 facing 0") == "it is there already"
    battery = given(guns("a", 20, 20), PAIR[1]).moves("a").roll(3)
    assert battery.refusal("20.0,20.0 facing 0") == "it is there already"


@pytest.mark.rule("pulses.rulings.locked", "pulses.face.infantry")
def test_a_unit_may_turn_its_back_to_an_enemy_it_touches() -> None:
    scene = given(*PAIR).moves("a").roll(3).play("to 20.0,20.0 facing 180")
    assert (scene.at("a"), scene.p.foe[scene.u("a")]) == ((20, 20, 180), -1)
    # 6 in and the die, less 3 for the turn.
    assert scene.left() == 6000


@pytest.mark.rule("pulses.status.hold.infantry-cavalry", "pulses.suppression.relocate")
def test_who_only_turns_or_relocates_throws_no_movement_die() -> None:
    foe = foot("foe", 20, 12, 180, side="red")
    assert given(foot("a", 20, 20), foe, status=HOLD).moves("a").asks() == "Leg"
    battery = given(guns("a", 20, 20, state=SUPPRESSED), foe).moves("a")
    assert (battery.asks(), battery.left()) == ("Leg", 6000)


@pytest.mark.rule("pulses.move.six-inch.one", "pulses.status.attack")
def test_a_one_holds_back_an_attacking_unit_too() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 12, 180, side="red"))
    scene = given(*pair, status=ATTACK).moves("a").roll(1)
    assert "halt" in scene.texts()
    assert "not go nearer" in scene.refusal("20.0,19.0")
    # With a six it attacks as its status has it.
    assert given(*pair, status=ATTACK).moves("a").roll(6).names() == {"attack foe"}


@pytest.mark.rule("pulses.move.foot-artillery-fired", "pulses.move.foot-artillery")
def test_with_a_movement_die_too_guns_that_fired_have_half() -> None:
    foe = foot("foe", 20, 12, 180, side="red")
    # 6 in and a die of 3 are 9 in, half of them 4.5.
    assert given(guns("a", 20, 20, state=FIRED), foe).moves("a").roll(3).left() == 4500


@pytest.mark.rule("pulses.status.withdraw", "pulses.suppression.relocate")
def test_guns_of_a_withdrawing_force_go_with_it_unless_they_are_suppressed() -> None:
    foe = foot("foe", 20, 10, 180, side="red")
    scene = given(guns("a", 20, 25), foe, status=WITHDRAW).movement()
    assert "done" not in scene.texts()
    scene.play("move a")
    assert "further from the enemy" in scene.refusal("20.0,24.0")
    held = given(guns("a", 20, 25, state=SUPPRESSED), foe, status=WITHDRAW).movement()
    assert {"done", "move a"} <= set(held.texts())
    assert held.play("move a").refusal("20.0,24.0") == ""


@pytest.mark.rule("pulses.escape.attached")
def test_guns_are_attached_to_infantry_only() -> None:
    for host, asked in ((foot("b", 22.3, 25), True), (light("b", 22.3, 25), False)):
        scene = given(guns("a", 20, 30), host).moves("a").play("to 20.0,25.0", "halt")
        assert (scene.asks() == "Attach") == asked


@pytest.mark.rule("pulses.escape.attached")
def test_guns_stay_attached_while_their_infantry_still_touches_them() -> None:
    scene = given(guns("a", 20, 25), foot("b", 22.3, 25))
    scene.p.attached[scene.u("a")] = scene.u("b")
    scene.moves("b").play("to 22.3,23.0")
    assert scene.p.attached[scene.u("a")] == scene.u("b")
    # Guns that move themselves are attached anew, or not at all.
    scene.play("halt", "move a", "to 20.0,24.0")
    assert scene.p.attached[scene.u("a")] == -1
    assert scene.play("halt").texts() == ["alone", "b"]


@pytest.mark.rule("pulses.rulings.contact")
def test_the_middle_of_the_front_is_measured_to_the_centre_of_an_enemy() -> None:
    # The front ends at y 11.5. The battery's centre is 1.5 in aside and 1.5 in ahead of its middle:
    # 2.1 in. The infantry stands on its corner, 1.4 in aside and 2.2 in ahead: 2.6 in.
    battery = guns("one", 21.5, 10, 180, side="red")
    corner = foot("two", 18.6, 9.3, 225, side="red")
    scene = given(foot("a", 20, 20), battery, corner).moves("a").play("to 20.0,13.0")
    assert (scene.asks(), scene.p.foe[scene.u("a")]) == ("Escape", scene.u("one"))


@pytest.mark.rule("pulses.suppression.attached-may-not-relocate")
def test_a_battery_attached_to_the_first_unit_of_the_army_does_not_relocate_either() -> None:
    scene = given(foot("b", 22.3, 30), guns("a", 20, 30, state=SUPPRESSED))
    scene.p.attached[scene.u("a")] = scene.u("b")
    assert scene.u("b") == 0
    assert "move a" not in scene.movement().texts()


@pytest.mark.rule("pulses.move.officers")
def test_an_officer_at_the_very_edge_of_the_table_rides() -> None:
    scene = given(foot("a", 20, 20), force("blue", 0, 20)).moves("blue")
    # Straight along it, or straight away.
    assert scene.refusal("0.0,2.0 facing 0") == ""
    assert scene.play("to 18.0,20.0 facing 0").at("blue") == (18, 20, 0)
