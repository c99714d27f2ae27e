"""Movement: allowances, facing changes, the front arc, free movers, the distance from the enemy."""

import pytest

from grognard.systems.onepage.moving.leg import Leg
from grognard.systems.onepage.state.position import LIMBERED
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns, screen, stand

FAR = foot("foe", 46, 34, facing=270, side="red")
KINDS = [
    ("infantry", 12), ("skirmisher", 12), ("heavy-artillery", 12), ("heavy-cavalry", 18),
    ("field-artillery", 18), ("light-cavalry", 24), ("horse-artillery", 24),
]  # fmt: skip


def alone(unit: Spec) -> Scene:
    """A unit in command with all the table before it."""
    scene = given(unit, general("g", unit.x + 3, unit.y), FAR)
    return scene.moves(unit.id)


@pytest.mark.rule(
    "onepage.move.infantry", "onepage.move.skirmisher", "onepage.move.heavy-artillery",
    "onepage.move.heavy-cavalry", "onepage.move.field-artillery", "onepage.move.light-cavalry",
    "onepage.move.horse-artillery",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "inches"), KINDS)
def test_every_kind_has_its_move(kind: str, inches: int) -> None:
    state = LIMBERED if "artillery" in kind else 0
    scene = alone(stand("a", kind, 20, 30, state=state))
    assert scene.refusal(f"to 20.0,{30 - inches}.0") == ""
    assert "further than" in scene.refusal(f"to 20.0,{29 - inches}.9")


@pytest.mark.rule("onepage.move.general")
def test_a_general_moves_24_inches() -> None:
    scene = given(foot("a", 2, 2), general("g", 10, 30), FAR).moves("g")
    assert scene.refusal("to 34.0,30.0 facing 0") == ""
    assert "further than the 24 in" in scene.refusal("to 34.1,30.0 facing 0")


@pytest.mark.rule("onepage.move.facing.first", "onepage.move.facing.second")
def test_the_first_facing_change_is_free_and_the_second_takes_half_the_move() -> None:
    scene = alone(foot("a", 20, 20)).play("to 20.0,20.0 facing 90")
    assert scene.refusal("to 32.0,20.0 facing 90") == ""
    scene.play("to 20.0,20.0 facing 180")
    assert scene.refusal("to 20.0,26.0 facing 180") == ""
    assert "further than the 6 in" in scene.refusal("to 20.0,26.1 facing 180")


@pytest.mark.rule("onepage.move.facing.first")
def test_the_free_change_may_come_at_any_moment() -> None:
    scene = alone(foot("a", 20, 20)).play("to 20.0,12.0 facing 0", "to 20.0,12.0 facing 90")
    assert scene.refusal("to 24.0,12.0 facing 90") == ""
    assert scene.refusal("to 24.1,12.0 facing 90") != ""


@pytest.mark.rule("onepage.rulings.open.third-facing")
def test_a_third_change_takes_the_other_half_and_is_the_last() -> None:
    scene = alone(foot("a", 20, 20))
    scene.play("to 20.0,20.0 facing 90", "to 20.0,20.0 facing 180")
    assert scene.refusal("to 20.0,20.0 facing 270") == ""
    leg = scene.p.decision
    scene.play("to 20.0,20.0 facing 270")
    assert scene.p.decision is not leg and scene.at("a") == (20.0, 20.0, 270)
    # Its move is over: the other units are asked for.
    assert scene.texts() == ["done", "move g"]


@pytest.mark.rule("onepage.rulings.open.third-facing")
def test_no_fourth_change() -> None:
    scene = alone(stand("a", "light-cavalry", 20, 20))
    # Three changes made and an inch left: the fourth is refused for itself.
    scene.p.stack[-1] = Leg(
        side=0,
        unit=scene.u("a"),
        left=24000,
        turns=3,
        went=0,
        streams=0,
        climbs=0,
        deep=0,
        from_x=200,
        from_y=200,
    )
    scene.p.rebuild()
    assert scene.refusal("to 20.0,20.0 facing 90") == "it may not turn again in this move"


@pytest.mark.rule("onepage.move.arc")
def test_a_unit_goes_forward_within_45_degrees_and_keeps_its_facing() -> None:
    scene = alone(foot("a", 20, 20))
    assert scene.refusal("to 25.0,15.0 facing 0") == ""
    assert "outside the front arc" in scene.refusal("to 25.1,15.0 facing 0")
    assert "outside the front arc" in scene.refusal("to 20.0,21.0 facing 0")


@pytest.mark.rule("onepage.move.limbering")
def test_limbering_and_unlimbering_are_facing_changes() -> None:
    scene = alone(guns("a", 20, 30)).play("limber")
    # The one change that is free is used: unlimbering takes 9 of the 18 in.
    assert scene.refusal("to 20.0,12.0") == ""
    scene.play("to 20.0,21.0").play("unlimber")
    assert not scene.has("a", LIMBERED)
    assert scene.texts() == ["done", "move g"]
    short = alone(guns("a", 20, 30)).play("limber", "to 20.0,20.9")
    assert "unlimber" not in short.texts()


@pytest.mark.rule("onepage.move.limbering")
def test_limbered_guns_unlimber_free() -> None:
    scene = alone(guns("a", 20, 30, state=LIMBERED)).play("to 20.0,12.0")
    assert "unlimber" in scene.texts()


@pytest.mark.rule(
    "onepage.move.free.skirmisher", "onepage.move.free.limbered-artillery",
)  # fmt: skip
@pytest.mark.parametrize("unit", [screen("a", 20, 20), guns("a", 20, 20, state=LIMBERED)])
def test_skirmishers_and_limbered_guns_move_and_turn_freely(unit: Spec) -> None:
    scene = alone(unit).play("to 20.0,24.0 facing 90", "to 18.0,24.0 facing 200")
    assert scene.at("a") == (18.0, 24.0, 200)
    assert scene.refusal("to 18.0,30.0 facing 200") == ""


@pytest.mark.rule("onepage.move.free.skirmisher")
def test_free_movers_turn_once_before_they_go_on() -> None:
    scene = alone(screen("a", 20, 20)).play("to 20.0,20.0 facing 90")
    assert scene.refusal("to 20.0,20.0 facing 180") == "it has just turned: go somewhere, or halt"
    scene.play("to 20.0,19.0 facing 180")
    assert scene.refusal("to 20.0,19.0 facing 90") == ""


@pytest.mark.rule("onepage.move.charge.facing")
def test_skirmishers_turn_and_charge() -> None:
    foe = foot("foe", 28, 20, side="red")
    scene = given(screen("a", 20, 20), general("g", 22, 22), foe).moves("a")
    scene.play("to 20.0,20.0 facing 90")
    # Their base is 0.75 in deep before the centre: 25.7 leaves 0.05 in to the enemy at 26.5.
    assert scene.refusal("to 25.7,20.0 facing 90") == ""
    assert "one facing change" in scene.refusal("to 25.6,20.4 facing 85")


@pytest.mark.rule("onepage.move.free.general")
def test_generals_move_freely() -> None:
    scene = given(foot("a", 2, 2), general("g", 10, 20), FAR).moves("g")
    assert scene.refusal("to 10.0,30.0 facing 0") == ""


@pytest.mark.rule("onepage.move.distance")
def test_a_unit_stays_an_inch_from_every_enemy() -> None:
    scene = given(foot("a", 20, 20), general("g", 22, 22), foot("foe", 20, 12, side="red"))
    scene.moves("a")
    # The enemy's base ends at 13.5, a's front is 1.5 before its centre.
    assert scene.refusal("to 20.0,16.0 facing 0") == ""
    assert scene.refusal("to 20.0,15.9 facing 0") == "it comes within 1 in of Foe"


@pytest.mark.rule("onepage.move.distance", "onepage.move.free.general")
def test_a_general_does_not_ride_through_the_enemy() -> None:
    # Through the very middle of a base 3 in wide: no corner of it is within an inch of the line.
    foe = foot("foe", 20, 14, facing=180, side="red")
    scene = given(general("g", 20, 20), foot("a", 30, 30), foe).moves("g")
    assert scene.refusal("to 20.0,8.0") == "Foe stands in the way"
    # Beside it the way is free from 2.5 in off the middle on.
    scene = given(general("g", 17.4, 20), foot("a", 30, 30), foe).moves("g")
    assert scene.refusal("to 17.4,8.0") == ""
    # An enemy who has come within an inch of him may be left, but not by riding through.
    scene = given(general("g", 20, 16.4), foot("a", 30, 30), foe).moves("g")
    assert scene.refusal("to 20.0,8.0") == "Foe stands in the way"
    assert scene.refusal("to 20.0,20.0") == ""


@pytest.mark.rule("onepage.move.distance")
def test_the_inch_is_kept_on_the_whole_way() -> None:
    scene = given(foot("a", 20, 20), general("g", 22, 22), foot("foe", 23.9, 15, side="red"))
    scene.moves("a")
    # Straight past, 0.9 in beside it.
    assert scene.refusal("to 20.0,10.0 facing 0") == "it comes within 1 in of Foe"


@pytest.mark.rule("onepage.rulings.unlimbered")
def test_unlimbered_guns_turn_but_do_not_move() -> None:
    scene = alone(guns("a", 20, 20))
    assert scene.refusal("to 20.0,20.0 facing 45") == ""
    assert "limber first" in scene.refusal("to 20.0,19.0")


@pytest.mark.rule("onepage.rulings.unlimbered")
def test_limbered_guns_do_not_fire() -> None:
    scene = given(guns("a", 20, 20, state=LIMBERED), foot("foe", 20, 12, side="red"))
    assert scene.combat().p.over
    scene = given(guns("a", 20, 20), foot("foe", 20, 12, side="red"))
    assert scene.combat().texts() == ["done", "fire a > foe"]


@pytest.mark.rule("onepage.rulings.passing")
@pytest.mark.parametrize(
    ("unit", "other", "through"),
    [
        (foot("a", 20, 20), foot("b", 20, 15), False),
        (screen("a", 20, 20), foot("b", 20, 15), True),
        (foot("a", 20, 20), screen("b", 20, 15), True),
        (guns("a", 20, 20, state=LIMBERED), foot("b", 20, 15), True),
        (foot("a", 20, 20), guns("b", 20, 15, state=LIMBERED), True),
        (foot("a", 20, 20), guns("b", 20, 15), False),
    ],
)
def test_who_passes_friends(unit: Spec, other: Spec, through: bool) -> None:
    scene = given(unit, other, general("g", 22, 22), FAR).moves("a")
    assert scene.refusal("to 20.0,10.0") == ("" if through else "B stands in the way")
    assert scene.refusal("to 20.0,15.5") == "it would stand on B"


@pytest.mark.rule("onepage.rulings.passing")
def test_generals_pass_and_are_passed() -> None:
    scene = given(foot("a", 20, 20), general("g", 20, 15), FAR).moves("a")
    assert scene.refusal("to 20.0,10.0") == ""
    scene = given(foot("a", 20, 20), general("g", 20, 15), FAR).moves("g")
    assert scene.refusal("to 20.0,20.0 facing 0") == ""


@pytest.mark.rule("onepage.rulings.start-near")
def test_a_unit_near_the_enemy_may_move_off() -> None:
    scene = given(
        foot("a", 20, 20, facing=180), general("g", 22, 22), foot("foe", 20, 16.5, side="red")
    )
    # Half an inch between them.
    scene.moves("a")
    assert scene.refusal("to 20.0,21.0 facing 180") == ""
    assert scene.refusal("to 20.0,20.4 facing 180") == "it comes within 1 in of Foe"


@pytest.mark.rule("onepage.rulings.beyond")
def test_straight_ahead_allows_for_the_lattice() -> None:
    scene = given(foot("a", 20, 20), general("g", 22, 22), foot("foe", 20, 12, side="red"))
    scene.moves("a")
    assert scene.refusal("to 20.1,15.1 facing 0") == ""
    assert scene.refusal("to 20.2,15.1 facing 0") == "a charge goes straight ahead"


def test_the_edge_of_the_table_stops_everybody() -> None:
    scene = alone(foot("a", 20, 3))
    assert scene.refusal("to 20.0,1.5") == ""
    assert scene.refusal("to 20.0,1.4") == "it would leave the table"


def test_words_and_places_read_back() -> None:
    scene = alone(foot("a", 20, 20))
    assert "ahead full" in scene.names() and "ahead half" in scene.names()
    scene.play("ahead half")
    assert scene.at("a") == (20.0, 14.0, 0)
    scene.play("18.0,10.0 facing 330")
    assert scene.at("a") == (18.0, 10.0, 330)


@pytest.mark.rule("onepage.rulings.rest-of-a-move")
def test_a_move_ends_of_itself_when_less_than_half_an_inch_is_left() -> None:
    # A tenth of an inch aside makes the way of 11.5 in a thousandth of an inch longer.
    for x, y, asked in ((20.0, 18.5, True), (20.1, 18.5, False), (20.0, 18.4, False)):
        # The free turn is made already, and another takes half a move.
        scene = given(foot("a", 20, 30, 90), general("g", 22, 30), FAR).moves("a")
        scene.play("to 20.0,30.0 facing 0", f"to {x},{y}")
        assert scene.at("a") == (x, y, 0)
        assert ("halt" in scene.texts()) == asked
    # With the turn still free it is asked for, were it only for that.
    scene = given(foot("a", 20, 30), general("g", 22, 30), FAR).moves("a").play("to 20.0,18.1")
    assert any(text.startswith("turn to foe") for text in scene.texts())


@pytest.mark.rule("onepage.rulings.cover")
def test_the_way_to_cover_leads_to_works_and_not_to_a_hedge() -> None:
    # The hedge is nearer; it is no cover. The works lie 5 in ahead.
    lines = [("hedge", "180,270 220,270"), ("field-works", "180,250 220,250")]
    scene = given(foot("a", 20, 30), general("g", 22, 30), FAR, lines=lines).moves("a")
    assert "to cover to 20.0,25.0 facing 0" in scene.texts()


@pytest.mark.rule("onepage.move.infantry")
def test_a_place_named_before_the_last_leg_costs_only_what_is_left_of_the_way() -> None:
    # Half a move ahead has its name before the first leg, as 6 in. After 3 in it is 3 in off.
    scene = given(foot("a", 20, 30), general("g", 22, 30), FAR).moves("a")
    assert "ahead half to 20.0,24.0 facing 0" in scene.texts()
    for y in (270, 240):
        scene.p.play(scene.battle.pose_at + scene.battle.poses.at(200, y, 0))
    leg = scene.p.decision
    assert isinstance(leg, Leg) and leg.left == 6000


@pytest.mark.rule("onepage.rulings.start-near")
@pytest.mark.parametrize("facing", [180, 0])
def test_the_way_off_is_named_where_a_turn_straight_off_has_no_room(facing: int) -> None:
    # Straight off is 335 degrees, but turned so a corner would strike the enemy it touches; to turn
    # about takes no room, and 335 is within 45 degrees of it: 12 in to 13.4,5.1.
    unit = foot("a", 18.4, 16, facing)
    scene = given(unit, foot("foe", 20, 19.1, side="red")).moves("a")
    assert scene.refusal("to 13.4,5.1 facing 335") == "Foe stands in the way"
    assert "away from foe to 13.4,5.1 facing 0" in scene.texts()


@pytest.mark.rule("onepage.rulings.start-near")
def test_the_way_off_is_named_for_whoever_begins_near_an_enemy() -> None:
    # In contact, and 0.5 in apart; 12 in straight away from him, turned about first.
    for y in (20.0, 20.5):
        foe = foot("foe", 20, 17, 180, side="red")
        scene = given(foot("a", 20, y), general("g", 22, 22), foe).moves("a")
        assert f"away from foe to 20.0,{y + 12:.1f} facing 180" in scene.texts()
        # Or it stands, as it may if it is not taken up at all.
        assert scene.play("halt").at("a") == (20.0, y, 0)
    # From an inch on nobody has to be told.
    foe = foot("foe", 20, 16, 180, side="red")
    scene = given(foot("a", 20, 20), general("g", 22, 22), foe).moves("a")
    assert not [text for text in scene.texts() if text.startswith(("away", "halt"))]
