"""The markers of a march column are part of the stand: seen, fired at, in the way, in command."""

import pytest

from grognard.systems.brigades.command import in_command
from grognard.systems.brigades.saves import SavingThrows
from grognard.systems.brigades.state.position import CHARGED, COLUMN, YELLOW
from grognard.systems.brigades.turn import PlayerTurn
from grognard.systems.brigades.victory import holders
from grognard.systems.tabletop.turn import SIDE, TURN
from tests.rules.brigades.given import (
    Spec,
    battery,
    commander,
    foot,
    given,
    horse,
    line,
    rider,
    screen,
)

MARKERS = pytest.mark.rule("brigades.rulings.base.column-marker")
FAR = foot("foe", 45, 34, facing=270, side="red")
# Its base reaches from 8.5 to 11.5, its three markers from there to 20.5.
MARCHING = foot("col", 20, 10, side="red", state=COLUMN)
OWN = MARCHING._replace(side="blue", division="blue")


@MARKERS
@pytest.mark.parametrize(("x", "reached"), [(25.0, True), (25.1, False)])
def test_a_column_is_fired_at_by_its_markers(x: float, reached: bool) -> None:
    # From the front edge at x - 1.5 to the markers at 21.5: 2 in, and a tenth more. Its base is
    # more than 3 in away.
    scene = given(MARCHING, foot("other", 40, 5, side="red"), foot("a", x, 16, 270)).combat()
    assert ("attack col" in scene.texts() or scene.p.roll is not None) == reached


@MARKERS
@pytest.mark.rule("brigades.morale.test.close-range")
def test_a_column_tests_for_guns_near_its_markers() -> None:
    # Guns 3.75 in from the markers, behind the line of its front, and 4.75 in from its base.
    scene = given(MARCHING, battery("b", 26, 17, 270)).morale()
    assert scene.tests() == ["col"]
    assert scene.modifiers() == {"fire": -1}


@MARKERS
@pytest.mark.rule("brigades.charge.visible")
def test_a_column_is_charged_whose_markers_alone_are_seen() -> None:
    # Its base is deep in the wood, its markers reach 3.5 in out of it.
    wood = [("forest", "100,0 300,0 300,120 100,120")]
    scene = given(MARCHING._replace(y=5), foot("a", 30, 14, 270), areas=wood)
    scene.p.begin()
    # The markers end at 21.5, the charger's front edge is 1.5 ahead of its centre.
    assert scene.moves("a").refusal("to 23.0,14.0 facing 270") == ""


@MARKERS
@pytest.mark.rule("brigades.rulings.rout.direction")
def test_nobody_runs_onto_the_markers_of_a_friend() -> None:
    # 16 in from y 10 lead to 26; the markers cover 24.5 to 27.5, so it is clear of them at 29.
    friend = foot("col", 30, 26, 90, state=COLUMN)
    runner = foot("a", 20, 10, state=YELLOW, morale=1)
    scene = given(friend, runner, foot("foe", 20, 7, 180, side="red")).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "a" else 1)
    place = scene.at("a")
    assert place is not None and 29.0 <= place[1] <= 29.2


@MARKERS
@pytest.mark.rule("brigades.morale.level.rout.enemy-advance")
@pytest.mark.parametrize(("column", "offered"), [(0, True), (COLUMN, False)])
def test_nobody_advances_onto_markers(column: int, offered: bool) -> None:
    # On the ground of the line, which ends at 15.25, a massed brigade reaches to 14.5. The markers
    # of the column beyond cover 11.9 to 14.9.
    beyond = foot("col", 12, 13.4, 270, side="red", state=column)
    broken = line("foe", 20, 16, 180, side="red", state=YELLOW, morale=1)
    scene = given(beyond, broken, foot("a", 20, 18.3)).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    assert ("advance a" in scene.texts()) == offered


@MARKERS
@pytest.mark.rule("brigades.rulings.arrival.beside")
def test_nobody_arrives_on_markers() -> None:
    # Markers from 28 to 19 in, across the place at 20.
    late = foot("late", 20, 34.5, turn=2)
    scene = given(foot("col", 29.5, 34.5, 90, state=COLUMN), late, FAR)
    scene.p.clock[TURN], scene.p.clock[SIDE] = 2, 0
    place = scene.push(PlayerTurn()).at("late")
    assert place is not None and place[0] <= 17.5


@MARKERS
@pytest.mark.rule("brigades.command.proximity")
@pytest.mark.parametrize(("y", "commanded"), [(26.5, True), (26.6, False)])
def test_a_column_is_in_command_by_its_markers(y: float, commanded: bool) -> None:
    scene = given(OWN, commander("blue-leader", 20, y), FAR)
    assert (scene.u("col") in in_command(scene.p, 0)) == commanded


@MARKERS
@pytest.mark.rule("brigades.rulings.movement.pass-through.close-order")
@pytest.mark.parametrize(
    ("friend", "why"), [(OWN, "Col stands in the way"), (OWN._replace(state=0), "")]
)
def test_no_brigade_passes_through_the_markers_of_a_column(friend: Spec, why: str) -> None:
    scene = given(friend, foot("a", 12, 16, 90), FAR).moves("a")
    assert scene.refusal("to 26.0,16.0 facing 90") == why


@MARKERS
@pytest.mark.rule("brigades.rulings.objective")
def test_a_column_holds_a_place_by_its_markers() -> None:
    # 3 in from the last marker.
    scene = given(OWN, FAR, objectives=[(20, 23.5, "blue", 1)])
    assert holders(scene.p) == [0]


DRIVEN = pytest.mark.rule("brigades.rulings.movement.column-driven")


@DRIVEN
@pytest.mark.rule("brigades.charge.ride-through.cavalry-skirmisher")
def test_riders_in_column_who_make_way_for_a_charge_leave_no_markers_under_it() -> None:
    # Turned with its back to the charger, 6 in ahead at 14, its markers would reach to 20.75.
    riders = rider("y", 20, 20, 180, side="red", state=COLUMN)
    scene = given(horse("a", 20, 26), riders, FAR).moves("a").play("to 20.0,20.0")
    assert scene.at("y") == (20.0, 14.0, 0)
    assert not scene.has("y", COLUMN)


@DRIVEN
@pytest.mark.rule("brigades.rulings.skirmisher.vs-infantry")
def test_riders_in_column_who_give_ground_are_in_column_no_longer() -> None:
    # 12 in back from 20 its base is clear, and its markers would reach on to 0.25.
    riders = rider("y", 20, 20, 180, side="red", state=COLUMN)
    behind = foot("friend", 20, 4, side="red")
    scene = given(foot("a", 20, 26), riders, behind, FAR).moves("a").play("to 20.0,22.3", "yield")
    assert scene.at("y") == (20.0, 8.0, 180)
    assert not scene.has("y", COLUMN)


@DRIVEN
@pytest.mark.rule("brigades.charge.start-in-contact")
@pytest.mark.parametrize(("y", "column"), [(25.1, True), (24.9, False)])
def test_a_column_steps_back_with_its_markers_if_they_have_room(y: float, column: bool) -> None:
    # Its markers reach from 13.5 to 22.5, the front edge of who follows it is at y - 1.5.
    marching = foot("a", 20, 12, state=COLUMN)
    foe = horse("foe", 20, 9, 180, side="red")
    scene = given(marching, foot("next", 20, y), foe).moves("a").play("withdraw")
    assert scene.at("a") == (20.0, 13.0, 0)
    assert scene.has("a", COLUMN) == column


@DRIVEN
@pytest.mark.rule("brigades.charge.asa.repulse")
def test_a_repulsed_column_stands_on_nobody_behind_it() -> None:
    # Disordered at the held bank; its markers reach to 31.5 when it strikes at 21, and the next
    # brigade stands 0.3 in behind them.
    foe = foot("foe", 20, 18, 180, side="red", traits=("asa",))
    banks = [("stream", "100,197 230,197")]
    column = foot("a", 20, 22, state=COLUMN)
    scene = given(column, foot("next", 20, 33.3), foe, commander("g", 24, 24), lines=banks)
    scene.p.begin()
    scene.moves("a").play("to 20.0,21.0")
    assert scene.at("a") == (20.0, 22.0, 0)
    assert scene.has("a", YELLOW) and not scene.has("a", COLUMN)


@MARKERS
@pytest.mark.rule("brigades.charge.start-in-contact")
@pytest.mark.parametrize("y", [12.0, 16.0, 19.0])
def test_who_touches_the_markers_of_a_column_may_keep_the_contact(y: float) -> None:
    # Its front edge at 21.55 and the markers at 21.5; the base of the column lies aside of it.
    scene = given(MARCHING, foot("a", 23.05, y, 270)).moves("a")
    assert scene.texts() == ["halt", "withdraw"]


@MARKERS
@pytest.mark.rule("brigades.rulings.flank.definition")
def test_who_charges_the_markers_of_a_column_has_it_before_its_front() -> None:
    # It comes from ahead on a slant; the base of the column is behind the line of its front then.
    scene = given(MARCHING, horse("a", 30, 6, 225))
    scene.p.begin()
    scene.moves("a").play("to 23.7,12.3 facing 225").morale()
    assert scene.tests()[0] == "a" and scene.modifiers() == {}


@MARKERS
@pytest.mark.rule("brigades.charge.asa.repulse")
@pytest.mark.parametrize("y", [14.0, 16.0, 18.0])
def test_who_is_repulsed_at_the_markers_of_a_column_stops_an_inch_from_them(y: float) -> None:
    # Disordered in the marshy stream: half of 16 in and the 4 in of the way.
    armed = MARCHING._replace(traits=("asa",))
    banks = [("marshy-stream", "250,0 250,300")]
    scene = given(armed, foot("a", 27, y, 270), commander("g", 28, y), lines=banks)
    scene.p.begin()
    scene.moves("a").play(f"to 23.0,{y} facing 270")
    place = scene.at("a")
    # The markers end at 21.5, its front edge is 1.5 ahead of its centre.
    assert place is not None and 24.0 <= place[0] <= 24.5
    assert scene.has("a", YELLOW)


@MARKERS
@pytest.mark.rule("brigades.rulings.command.contacted")
def test_a_commander_under_the_markers_of_a_column_rides_off() -> None:
    # Base to 17.5, markers from there to 26.5; the wood keeps the red brigade out of sight.
    wood = [("forest", "240,0 250,0 250,350 240,350")]
    red = commander("red-leader", 20, 24.5, side="red")
    friend = foot("r", 27, 26, side="red")
    scene = given(OWN._replace(y=30), red, friend, commander("g", 20, 28), areas=wood)
    scene.p.begin()
    scene.moves("col").play("to 20.0,16.0")
    assert scene.at("red-leader") == (27.0, 26.0, 0)


@MARKERS
@pytest.mark.rule("brigades.rulings.command.contacted")
def test_a_commander_behind_a_stand_that_forms_column_rides_off() -> None:
    red = commander("red-leader", 20, 14, side="red")
    friend = foot("r", 27, 14, side="red")
    scene = given(OWN._replace(state=0), red, friend).moves("col").play("column")
    assert scene.at("red-leader") == (27.0, 14.0, 0)


@MARKERS
@pytest.mark.rule("brigades.rulings.skirmisher.open-space")
@pytest.mark.parametrize(("column", "saves"), [(COLUMN, False), (0, True)])
def test_markers_take_the_open_space_of_a_skirmisher(column: int, saves: bool) -> None:
    # A friend 1 in to its left; to its right the markers from 21.5, or nothing up to a base at 8.5.
    friends = (foot("left", 14, 16), OWN._replace(x=22, state=column))
    scene = given(*friends, screen("y", 18, 16), foot("foe", 18, 12, 180, side="red"))
    scene.combat("red").play("attack y").roll(6, 1)
    assert isinstance(scene.p.roll, SavingThrows) == saves


def test_an_enemy_in_column_is_named_once() -> None:
    scene = given(MARCHING, foot("a", 35, 25)).moves("a")
    names = [text.partition(" facing")[0].rsplit(" to ", 1)[0] for text in scene.texts()]
    assert "turn to col" in names
    assert len(names) == len(set(names))
    # A charge at its base and one at its markers are two, and are called so.
    scene = given(MARCHING, horse("a", 30, 6, 225)).moves("a")
    charges = [text.partition(" to ")[0] for text in scene.texts() if "charge" in text]
    assert charges == ["charge col", "charge the column of col"]


@MARKERS
@pytest.mark.rule("brigades.rulings.command.contacted")
def test_a_commander_rides_off_from_a_column_that_turns_after_a_rout() -> None:
    # Turned about, its markers reach from 17.5 up to 8.5, where the enemy's commander is.
    broken = line("foe", 20, 16, 180, side="red", state=YELLOW, morale=1)
    column = foot("a", 20, 18.3, state=COLUMN)
    leader = commander("red-leader", 20.5, 12, side="red")
    scene = given(broken, column, leader, foot("r", 25, 12, side="red")).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    scene.play("turn a", "facing 180")
    assert scene.at("red-leader") == (25.0, 12.0, 0)


@MARKERS
@pytest.mark.rule("brigades.rulings.arrival")
@pytest.mark.parametrize(("x", "column"), [(17.4, True), (20.0, False)])
def test_a_column_arrives_with_its_markers_if_they_have_room(x: float, column: bool) -> None:
    # Its base is free, and its markers would reach from 28 to 19.
    late = foot("late", 29.5, 34.5, 90, turn=2, state=COLUMN)
    scene = given(late, foot("friend", x, 34), FAR)
    scene.p.clock[TURN], scene.p.clock[SIDE] = 2, 0
    scene.push(PlayerTurn())
    assert scene.at("late") == (29.5, 34.5, 90)
    assert scene.has("late", COLUMN) == column


@MARKERS
@pytest.mark.rule("brigades.charge.ride-through")
def test_a_column_of_cavalry_rides_through_skirmishers_with_its_markers() -> None:
    # At 17 it strikes the brigade, whose front edge is at 15.5; its markers reach from 18.5 to
    # 27.5, over the ground of the skirmishers.
    beyond = foot("beyond", 20, 14, 180, side="red")
    column = horse("a", 20, 30, state=COLUMN)
    scene = given(column, screen("y", 20, 24.5, side="red"), beyond)
    scene.p.begin()
    scene.moves("a").play("to 20.0,17.0")
    assert scene.at("y") is None and scene.at("a") == (20.0, 17.0, 0)
    # Skirmishers who are not ridden at are in its way as others are.
    scene = given(column, screen("y", 23.3, 24, side="red"), beyond)
    scene.p.begin()
    assert scene.moves("a").refusal("to 20.0,17.0") == "it comes within 1 in of Y"


@MARKERS
@pytest.mark.rule("brigades.rulings.skirmisher.cover")
@pytest.mark.parametrize(("state", "room"), [(0, True), (COLUMN, False)])
def test_nobody_takes_cover_where_the_markers_of_the_charger_will_be(
    state: int, room: bool
) -> None:
    # The left side of the brigade is at 23.2; whoever touches it reaches to 20.1, and the markers
    # of the charger, from 20.5 down to 29.5, to 21.5.
    brigade = foot("friend", 24.7, 24, side="red")
    scene = given(horse("a", 20, 30, state=state), screen("y", 20, 17.6, side="red"), brigade)
    scene.p.begin()
    scene.moves("a").play("to 20.0,19.0")
    places = [scene.battle.poses.pose(a - scene.battle.pose_at) for a in scene.p.options()]
    assert any(x < 232 for x, _, _ in places) == room


@pytest.mark.rule("brigades.rulings.rout.follow")
@pytest.mark.parametrize("broken", [True, False])
def test_the_ground_of_a_column_is_taken_where_it_was_struck(broken: bool) -> None:
    # Struck at its markers, 7 in behind the place of its base, by a rout or in melee.
    column = MARCHING._replace(state=COLUMN | YELLOW) if broken else MARCHING
    scene = given(column, horse("a", 23, 17, 270, state=CHARGED))
    scene.p.begin()
    if broken:
        scene.morale().roll(1).roll(6)
    else:
        scene.combat().roll(6, 6).roll(1, 1, 1, 1)
    assert scene.play("advance a").at("a") == (20.0, 17.0, 270)


@MARKERS
@pytest.mark.rule("brigades.charge.contact")
@pytest.mark.parametrize(
    ("y", "why"), [(20.6, "it may not turn into contact with Side"), (20.8, "")]
)
def test_a_column_does_not_turn_its_markers_into_contact_after_a_rout(y: float, why: str) -> None:
    # Turned to the left its markers reach from 21.5 to 30.5 and down to 19.8.
    broken = line("foe", 20, 16, 180, side="red", state=YELLOW, morale=1)
    column = foot("a", 20, 18.3, state=COLUMN)
    scene = given(broken, column, line("side", 25, y, side="red")).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    assert scene.play("turn a").refusal("facing 270") == why
