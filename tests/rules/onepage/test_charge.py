"""The charge: who charges, one turn at the start, then straight ahead at what one sees."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, LIMBERED
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns, heavy, light, screen

FOE = foot("foe", 20, 12, side="red")


def facing(unit: Spec, foe: Spec = FOE) -> Scene:
    """A unit in command at 20,20 that begins its move, an enemy before it."""
    return given(unit, general("g", 23, 22), foe).moves("a")


@pytest.mark.rule("onepage.move.charge.facing")
def test_a_charge_begins_with_at_most_one_facing_change() -> None:
    aside = foot("foe", 28, 20, side="red")
    # Turned right at the start: the enemy's base begins at 26.5, a's front is 1.5 ahead.
    assert facing(foot("a", 20, 20), aside).refusal("to 24.9,20.0 facing 90") == ""
    turned = facing(foot("a", 20, 20, facing=0), aside).play("to 20.0,20.0 facing 45")
    assert "one facing change at its start" in turned.refusal("to 24.9,20.0 facing 90")
    assert (
        facing(foot("a", 20, 20), aside)
        .play("to 20.0,20.0 facing 90")
        .refusal("to 24.9,20.0 facing 90")
        == ""
    )


@pytest.mark.rule("onepage.move.charge.facing")
def test_a_charge_past_a_friend_is_named_where_it_strikes_the_outer_half_of_the_enemy() -> None:
    # The friend's base ends at 18.9, where a's begins at 18.5: straight ahead a would end on it.
    # Ten degrees to the right, at the enemy's corner at 21.5,11.5, a passes it at 19.1.
    foe, friend = foot("foe", 20, 10, side="red"), foot("b", 17.4, 15)
    scene = given(foot("a", 20, 20), friend, general("g", 23, 22), foe).moves("a")
    assert scene.refusal("to 20.0,13.1") == "it would stand on B"
    charge = [text for text in scene.texts() if text.startswith("charge foe")]
    assert len(charge) == 1 and charge[0].endswith(" facing 10")


@pytest.mark.rule("onepage.move.charge.facing")
def test_the_change_comes_before_any_step() -> None:
    aside = foot("foe", 28, 18, side="red")
    straight = "one facing change at its start"
    # A step ahead, and then the turn: in the leg of the charge or before it.
    assert straight in (
        facing(foot("a", 20, 20), aside).play("to 20.0,18.0").refusal("to 24.9,18.0 facing 90")
    )
    turned = facing(foot("a", 20, 20), aside).play("to 20.0,18.0", "to 20.0,18.0 facing 90")
    assert straight in turned.refusal("to 24.9,18.0 facing 90")
    # Skirmishers turn as often as they like, but not to charge.
    loose = facing(screen("a", 20, 20), aside).play("to 20.0,18.0", "to 20.0,18.0 facing 90")
    assert straight in loose.refusal("to 25.7,18.0 facing 90")


@pytest.mark.rule("onepage.rulings.charge-in-legs")
@pytest.mark.parametrize("unit", [foot("a", 20, 20), heavy("a", 20, 20)])
def test_a_charge_may_follow_a_straight_leg_in_the_same_direction(unit: Spec) -> None:
    scene = facing(unit).play("to 20.0,18.0")
    assert scene.refusal("to 20.0,15.1") == ""
    assert "charge foe to 20.0,15.1 facing 0" in scene.texts()
    assert "goes straight" in facing(unit).play("to 21.0,18.0").refusal("to 21.0,15.1")
    # Where it strikes from is where the move began.
    scene.play("charge foe")
    u = scene.u("a")
    assert (scene.p.from_x[u], scene.p.from_y[u]) == (200, 200)


@pytest.mark.rule("onepage.rulings.charge-in-legs")
def test_a_turn_at_the_start_and_a_straight_leg_may_both_precede_a_charge() -> None:
    aside = foot("foe", 28, 20, side="red")
    for unit in (foot("a", 20, 20), screen("a", 20, 20)):
        depth = 0.7 if unit.kind == "skirmisher" else 1.5
        scene = facing(unit, aside).play("to 20.0,20.0 facing 90", "to 22.0,20.0")
        assert scene.refusal(f"to {26.4 - depth:.1f},20.0") == ""


@pytest.mark.rule("onepage.rulings.charge-in-legs")
def test_who_comes_into_view_on_the_way_is_not_charged() -> None:
    # The wood hides the foe from 20,20; two inches on, its front is past the wood.
    wood = [("forest", "180,160 220,160 220,175 180,175")]
    beside = [("forest", "180,172 195,172 195,182 180,182")]
    for areas, seen in ((wood, False), (beside, True)):
        scene = given(foot("a", 20, 20), general("g", 23, 22), FOE, areas=areas).moves("a")
        scene.play("to 20.0,17.0")
        assert scene.refusal("to 20.0,15.1") == ("" if seen else "it does not see Foe")


@pytest.mark.rule("onepage.move.charge.straight")
def test_a_charge_goes_straight_ahead() -> None:
    scene = facing(foot("a", 20, 20))
    assert scene.refusal("to 20.0,15.1") == ""
    assert scene.refusal("to 22.0,15.1") == "a charge goes straight ahead"


def test_a_charge_ends_the_move_and_is_remembered() -> None:
    scene = facing(foot("a", 20, 20)).play("charge foe")
    assert scene.at("a") == (20.0, 15.1, 0)
    assert scene.p.charged(scene.u("a"))
    assert (scene.p.from_x[scene.u("a")], scene.p.from_y[scene.u("a")]) == (200, 200)
    assert scene.texts() == ["done", "move g"]


@pytest.mark.rule("onepage.rulings.chargers")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        (foot("a", 20, 20), True),
        (screen("a", 20, 20), True),
        (heavy("a", 20, 20), True),
        (light("a", 20, 20), True),
        (guns("a", 20, 20, state=LIMBERED), False),
    ],
)
def test_who_may_charge(unit: Spec, may: bool) -> None:
    depth = 0.7 if unit.kind == "skirmisher" else 1.5
    place = f"to 20.0,{13.6 + depth:.1f}"
    assert facing(unit).refusal(place) == ("" if may else "it may not charge")


@pytest.mark.rule("onepage.rulings.chargers")
def test_generals_never_charge() -> None:
    scene = given(foot("a", 40, 20), general("g", 20, 20), FOE).moves("g")
    assert scene.refusal("to 20.0,13.6 facing 0") == "it comes within 1 in of Foe"


@pytest.mark.rule("onepage.rulings.charge-seen")
def test_a_unit_charges_only_what_it_sees() -> None:
    wood = [("forest", "180,160 220,160 220,175 180,175")]
    scene = given(foot("a", 20, 20), general("g", 23, 22), FOE, areas=wood).moves("a")
    assert scene.refusal("to 20.0,15.1") == "it does not see Foe"


@pytest.mark.rule("onepage.disorder.no-charge")
def test_who_recovers_does_not_charge() -> None:
    near = foot("foe", 20, 15, side="red")
    scene = facing(foot("a", 20, 20, state=DISORDERED), near).play("recover")
    assert scene.refusal("to 20.0,18.1") == "it recovered this turn and may not charge"
    assert facing(foot("a", 20, 20, state=DISORDERED), near).refusal("to 20.0,18.1") == ""


def test_out_of_command_nobody_charges() -> None:
    scene = given(foot("a", 20, 20), general("g", 40, 22), FOE).command().moves("a")
    assert "may not go nearer" in scene.refusal("to 20.0,15.1")


@pytest.mark.rule("onepage.move.charge.straight", "onepage.rulings.flank")
def test_the_first_unit_of_the_battle_file_is_charged_like_any_other() -> None:
    # It faces left, so that a, who began 8 in below it, is beside its front.
    scene = given(FOE._replace(facing=270), foot("a", 20, 20), general("g", 23, 22)).moves("a")
    assert scene.u("foe") == 0
    scene.play("charge foe")
    assert scene.texts() == ["done", "move g"]  # a charge ends the move
    scene.phase("morale", 0)
    assert scene.modifiers()["enemy-flank"] == 1


@pytest.mark.rule("onepage.rulings.charge-in-legs")
def test_a_step_straight_back_is_no_part_of_a_charge() -> None:
    scene = facing(screen("a", 20, 20)).play("to 20.0,22.0")
    assert "then goes straight" in scene.refusal("to 20.0,14.3")
    assert facing(screen("a", 20, 20)).play("to 20.0,18.0").refusal("to 20.0,14.3") == ""


@pytest.mark.rule("onepage.rulings.charge-between", "onepage.terrain.river")
@pytest.mark.parametrize(
    ("kind", "bridge", "struck"),
    [("river", "", False), ("river", "200,140", True), ("river", "220,140", False),
     ("stream", "", True)],
)  # fmt: skip
def test_nobody_strikes_over_the_water_of_a_river(kind: str, bridge: str, struck: bool) -> None:
    # Its front at 13.6 would touch the enemy at 13.5; its centre stays on this side of the water.
    over = [("bridge", "line-0", bridge)] if bridge else []
    scene = given(
        foot("a", 20, 20), general("g", 23, 22), FOE, lines=[(kind, "0,140 480,140")],
        crossings=over,
    ).moves("a")  # fmt: skip
    why = "" if struck else "ground closed to it lies before Foe"
    assert scene.refusal("to 20.0,15.1") == why
    assert ("charge foe to 20.0,15.1 facing 0" in scene.texts()) is struck


@pytest.mark.rule("onepage.rulings.charge-between", "onepage.terrain.lake")
@pytest.mark.parametrize(
    ("pond", "struck"),
    [
        ("180,137 220,137 220,143 180,143", False),
        ("205,137 240,137 240,143 205,143", True),
    ],
)
def test_nobody_strikes_over_a_pond(pond: str, struck: bool) -> None:
    # Beside the middle of it there is a way.
    scene = given(foot("a", 20, 20), general("g", 23, 22), FOE, areas=[("lake", pond)]).moves("a")
    assert (scene.refusal("to 20.0,15.1") == "") is struck


SWAMP = ("swamp", "180,136 220,136 220,144 180,144")
FORT = ("fort", "170,100 230,100 230,140 170,140")  # its garrison stands half an inch within


@pytest.mark.rule("onepage.rulings.charge-between", "onepage.terrain.swamp", "onepage.terrain.fort")
@pytest.mark.parametrize(
    ("unit", "ground", "end", "struck"),
    [
        (foot("a", 20, 20), SWAMP, "20.0,15.1", False),
        (heavy("a", 20, 20), SWAMP, "20.0,15.1", False),
        (screen("a", 20, 20), SWAMP, "20.0,14.3", True),
        (foot("a", 20, 20), FORT, "20.0,15.1", True),
        (screen("a", 20, 20), FORT, "20.0,14.3", True),
        (light("a", 20, 20), FORT, "20.0,15.1", False),
    ],
)
def test_nobody_strikes_over_ground_that_is_closed_to_him(
    unit: Spec, ground: tuple[str, str], end: str, struck: bool
) -> None:
    scene = given(unit, general("g", 23, 22), FOE, areas=[ground]).moves("a")
    assert scene.refusal(f"to {end}") == ("" if struck else "ground closed to it lies before Foe")
    assert (f"charge foe to {end} facing 0" in scene.texts()) is struck
