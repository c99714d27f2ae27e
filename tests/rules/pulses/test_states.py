"""Force status: what each of the four forces or forbids."""

import pytest

from grognard.systems.pulses.state.kinds import ACTIVE, ATTACK, HOLD, WITHDRAW
from tests.rules.pulses.given import army, foot, given, guns, light


@pytest.mark.rule("pulses.status.withdraw")
def test_a_withdrawing_unit_must_move_until_it_is_20_in_from_every_enemy() -> None:
    scene = given(foot("a", 20, 24), foot("foe", 20, 5, side="red"), status=WITHDRAW).movement()
    assert "done" not in scene.texts()
    scene.play("move a")
    assert "halt" not in scene.texts()
    assert "away from the enemy" in scene.refusal("20.0,20.0")
    # Its rear edge would be 20 in from the enemy's at 28: it must go on until then.
    scene.play("to 20.0,27.0 facing 180")
    assert "halt" not in scene.texts()
    scene.play("to 20.0,28.0 facing 180")
    assert "halt" in scene.texts()


@pytest.mark.rule("pulses.status.withdraw")
def test_a_unit_20_in_away_need_not_withdraw() -> None:
    for gap, bound in ((19.9, True), (20.0, False)):
        scene = given(
            foot("a", 20, 5 + 3 + gap), foot("foe", 20, 5, side="red"), status=WITHDRAW
        ).movement()
        assert ("done" in scene.texts()) != bound


@pytest.mark.rule("pulses.status.hold.infantry-cavalry")
def test_on_hold_infantry_and_cavalry_change_face_at_no_cost() -> None:
    for unit in (foot("a", 20, 20), light("a", 20, 20)):
        scene = given(unit, status=HOLD).moves("a")
        assert scene.names() == {"halt", "face right", "face about", "face left"}
        assert "changes face only" in scene.refusal("20.0,19.0")
        assert "90 or 180" in scene.refusal("20.0,20.0 facing 45")
        scene.play("to 20.0,20.0 facing 90")
        assert scene.at("a") == (20, 20, 90)


@pytest.mark.rule("pulses.status.hold.infantry-cavalry")
def test_the_face_change_of_a_holding_unit_is_free_even_with_no_move() -> None:
    scene = given(foot("a", 20, 20), status=HOLD).moves("a")
    tried = scene.p.decision.mover(scene.p).attempt(200, 200, 18)  # type: ignore[union-attr]
    assert (tried.why, tried.cost) == ("", 0)


@pytest.mark.rule("pulses.status.hold.artillery-officers")
def test_on_hold_artillery_and_officers_move() -> None:
    scene = given(guns("a", 20, 20), army("chief", 5, 5), status=HOLD).moves("a")
    assert scene.refusal("20.0,9.0") == ""
    officer = given(foot("a", 20, 20), status=HOLD).movement()
    assert "move blue" in officer.texts()


@pytest.mark.rule("pulses.status.active")
def test_an_active_force_moves_as_it_likes() -> None:
    scene = given(foot("a", 20, 20), status=ACTIVE).movement()
    assert "done" in scene.texts()
    scene.play("move a")
    assert "halt" in scene.texts()
    assert scene.refusal("20.0,8.0") == ""


@pytest.mark.rule("pulses.status.attack")
def test_an_attacking_force_must_contact_an_enemy_it_can_reach() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 9, 180, side="red"))
    scene = given(*pair, status=ATTACK).movement()
    assert "done" not in scene.texts()
    scene.play("move a")
    assert scene.names() == {"attack foe"}
    assert "must attack" in scene.refusal("20.0,15.0")


@pytest.mark.rule("pulses.status.attack")
def test_an_attacking_force_uses_its_whole_move_towards_the_enemy() -> None:
    pair = (foot("a", 20, 30), foot("foe", 20, 5, 180, side="red"))
    scene = given(*pair, status=ATTACK).moves("a")
    assert "halt" not in scene.texts()
    assert "towards the enemy" in scene.refusal("20.0,31.0")
    scene.play("to 20.0,18.0")
    assert scene.p.decision is not None
    assert scene.asks() == "Move"


@pytest.mark.rule("pulses.status.attack")
def test_the_guns_of_an_attacking_force_are_not_bound() -> None:
    scene = given(guns("a", 20, 30), foot("foe", 20, 5, 180, side="red"), status=ATTACK)
    assert "done" in scene.movement().texts()


@pytest.mark.rule("pulses.status.attack")
def test_an_attacking_unit_may_not_turn_its_front_off_the_enemy() -> None:
    pair = (light("a", 20, 30), foot("foe", 20, 5, 180, side="red"))
    scene = given(*pair, status=ATTACK).moves("a")
    for facing in (90, 180, 270):
        assert "turns towards the enemy" in scene.refusal(f"20.0,30.0 facing {facing}")
    # With the enemy behind it, it may face about.
    behind = given(light("a", 20, 10), foot("foe", 20, 40, side="red"), status=ATTACK).moves("a")
    assert behind.refusal("20.0,10.0 facing 180") == ""


@pytest.mark.rule("pulses.status.withdraw")
def test_a_withdrawing_unit_may_not_turn_upon_the_enemy() -> None:
    pair = (light("a", 20, 20), foot("foe", 20, 12, side="red"))
    away = {**pair[0], "facing": 180}
    scene = given(away, pair[1], status=WITHDRAW).moves("a").roll(3)
    for facing in (90, 0, 270):
        assert "turns away from the enemy" in scene.refusal(f"20.0,20.0 facing {facing}")
    toward = given(*pair, status=WITHDRAW).moves("a").roll(3)
    assert toward.refusal("20.0,20.0 facing 180") == ""
