"""What a comparison with the sheet found: rules that could be dodged, and what nobody had tried."""

import pytest

from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.state.position import DISORDERED, ROUTED
from tests.rules.onepage.given import foot, general, given, guns

G = general("g", 23, 22)


@pytest.mark.rule("onepage.rulings.start-near", "onepage.move.distance")
def test_nobody_turns_into_contact() -> None:
    # a's front is at 18.5, the enemy's at 17.8; turned by 45 degrees its corner is 2.12 ahead of
    # its centre, at 17.88: within a tenth of an inch of the enemy.
    scene = given(foot("a", 20, 20), G, foot("foe", 20, 16.3, facing=180, side="red")).moves("a")
    why = "a turn may not bring it into contact with Foe"
    assert scene.refusal("to 20.0,20.0 facing 45") == why
    # By 90 degrees it is as far off as before.
    assert scene.refusal("to 20.0,20.0 facing 90") == ""


@pytest.mark.rule("onepage.rulings.start-near")
def test_who_is_in_contact_already_may_turn() -> None:
    touching = foot("foe", 20, 16.9, facing=180, side="red")
    scene = given(foot("a", 20, 20), G, touching).moves("a")
    assert scene.refusal("to 20.0,20.0 facing 90") == ""


@pytest.mark.rule("onepage.command.out.no-approach")
def test_out_of_command_nobody_passes_nearer_to_an_enemy_he_sees() -> None:
    # The enemy stands in the middle above the way: at both ends the gap is equal, between less.
    foe = foot("foe", 20, 8, facing=180, side="red")
    scene = given(foot("a", 16.9, 14, facing=90), general("g", 40, 30), foe).command().moves("a")
    assert "may not go nearer to Foe" in scene.refusal("to 22.9,14.0 facing 90")
    # Away from him it turns and goes, though a corner comes nearer in turning.
    assert scene.refusal("to 13.5,17.4 facing 225") == ""


@pytest.mark.rule("onepage.rulings.flank")
def test_whom_a_charge_strikes_is_not_in_the_chargers_flank() -> None:
    # The charger comes up beside a slanting stand and catches its corner: the front of the charger
    # is at 14.7, the centre of the stand it struck a little behind that, at 15.
    struck = foot("foe", 16.7, 15, facing=200, side="red")
    scene = given(foot("a", 20, 25), general("g", 20, 28), struck).moves("a")
    scene.play("charge foe").play("done")
    place = scene.at("a")
    assert place is not None and place[1] - 1.5 < 15
    scene.morale()
    assert scene.tests() == ["a", "foe"]
    assert "attacked-in-flank" not in scene.modifiers()
    assert "enemy-flank" not in scene.roll(1).modifiers()


@pytest.mark.rule("onepage.morale.rout.move", "onepage.morale.rout.casualty")
@pytest.mark.parametrize("off", [0.3, 1.0, 1.5, 2.0])
def test_a_unit_struck_aside_of_its_middle_runs_and_is_not_lost(off: float) -> None:
    runs = foot("foe", 20, 16.9, facing=180, side="red", state=DISORDERED)
    scene = given(foot("a", 20 + off, 20), runs).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    place = scene.at("foe")
    assert scene.has("foe", ROUTED) and scene.lost("foe") == 1 and place is not None
    x, y, _ = place
    assert abs(((x - 20) ** 2 + (y - 16.9) ** 2) ** 0.5 - 12) < 0.15


def test_a_unit_that_has_run_turns_straight_about_where_there_is_no_room_to_slant() -> None:
    # It runs straight up to 20,4.9. Its friend beside that place leaves no room for its corners
    # if it ends slanted; here it is straight and turns.
    runs = foot("foe", 20, 16.9, facing=180, side="red", state=DISORDERED)
    beside = foot("friend", 23.2, 4.9, facing=180, side="red")
    scene = given(foot("a", 20, 20), runs, beside).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    assert scene.at("foe") == (20.0, 4.9, 0)
    # Struck half an inch aside it ends at 17.9,5.1 and would turn by 10 degrees: its half width is
    # 1.5 (cos 10 + sin 10) = 1.74 then, and the friend's edge is 1.6 off. To turn about takes none.
    beside = foot("friend", 14.8, 5.1, facing=180, side="red")
    scene = given(foot("a", 20.5, 20), runs, beside).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    assert scene.at("foe") == (17.9, 5.1, 0)


@pytest.mark.rule("onepage.rulings.never-stationary")
@pytest.mark.parametrize(("arm", "melee"), [("cavalry", 4), ("skirmisher", 1)])
def test_odds_know_who_is_never_stationary(arm: str, melee: int) -> None:
    checks = SYSTEM.checks()
    struck = checks["melee"].check(
        checks["melee"].read({"attacker": arm, "attacker-stationary": "yes"})
    )
    assert len(struck.dice) == melee
    back = checks["counter"].check(checks["counter"].read({"arm": arm, "stationary": "yes"}))
    assert len(back.dice) == melee
    fire = checks["fire"].check(checks["fire"].read({"arm": arm, "stationary": "yes"}))
    assert len(fire.dice) == (1 if arm == "skirmisher" else 0)


@pytest.mark.rule("onepage.rulings.melee-tie.removed")
def test_a_defender_removed_in_a_tie_holds_nothing() -> None:
    battery = guns("foe", 20, 16.9, facing=180, side="red", strength=1)
    scene = given(foot("a", 20, 20), battery).combat().roll(6, 1, 1, 1).roll(4)
    assert scene.at("foe") is None and scene.lost("a") == 1
    assert scene.at("a") == (20.0, 20.0, 0) and not scene.has("a", DISORDERED)
    # Two points strong it would have held.
    battery = guns("foe", 20, 16.9, facing=180, side="red", strength=2)
    scene = given(foot("a", 20, 20), battery).combat().roll(6, 1, 1, 1).roll(4)
    assert scene.at("a") == (20.0, 26.0, 0) and scene.has("a", DISORDERED)


@pytest.mark.rule("onepage.command.out.half-move", "onepage.command.out.no-approach")
def test_out_of_command_a_unit_marches_half_as_far_by_road_and_to_no_enemy_it_sees() -> None:
    road = [("road", "0,200 480,200")]
    seen = foot("foe", 40, 20, facing=270, side="red")
    scene = given(foot("a", 25, 20, facing=90), general("g", 2, 34), seen, lines=road)
    scene.command().moves("a").play("by road")
    # Half of 12 in, three times: 18 in, away from the enemy and not a step towards him.
    assert scene.refusal("to 7.0,20.0 facing 270") == ""
    assert scene.refusal("to 6.5,20.0 facing 270") != ""
    assert scene.refusal("to 28.0,20.0 facing 90") != ""
    # Behind a wood he binds nobody.
    wood = [("forest", "320,180 340,180 340,220 320,220")]
    scene = given(foot("a", 25, 20, facing=90), general("g", 2, 34), seen, lines=road, areas=wood)
    scene.command().moves("a").play("by road")
    assert scene.refusal("to 28.0,20.0 facing 90") == ""


@pytest.mark.rule("onepage.rulings.general-caught")
def test_a_march_by_road_drives_off_a_general_in_its_way() -> None:
    foe = foot("foe", 45, 30, side="red")
    scene = given(
        foot("a", 5, 20, facing=90), general("g", 5, 23), foe, general("h", 30, 20, "red"),
        lines=[("road", "0,200 480,200")],
    ).moves("a")  # fmt: skip
    scene.play("by road", "to 30.0,20.0 facing 90")
    assert scene.at("h") == (45.0, 30.0, 0)
