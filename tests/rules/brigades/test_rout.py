"""Rout: the run, the casualty, the gun, friends run through, the enemy that follows."""

import pytest

from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.moving.flight import Run
from grognard.systems.brigades.moving.move import Move
from grognard.systems.brigades.rout import drop
from grognard.systems.brigades.state.position import GUN, OUT, RED, ROUT, STATIONARY, YELLOW
from tests.rules.brigades.given import (
    Scene,
    Spec,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    screen,
)

FAR = foot("far", 45, 34, 270, side="red")


def routs(unit: Spec, *others: Spec, **ground: object) -> Scene:
    """A disordered stand of blue, driven by an enemy at 20,4 above it, drops to rout."""
    scene = given(unit, *others, FAR, **ground)  # type: ignore[arg-type]
    return dropped(scene, unit.id, 4000)


def dropped(scene: Scene, name: str, y: int) -> Scene:
    """A stand drops a level because of an enemy at 20 in from the left and so far down, in mils."""
    drop(scene.p, "tested", (scene.u(name), 20000, y))
    return scene.push()


@pytest.mark.rule("brigades.morale.rout.move", "brigades.rulings.rout.direction")
@pytest.mark.parametrize(
    ("unit", "inches"),
    [
        (foot("a", 20, 8, state=YELLOW), 16),
        (foot("a", 20, 8, state=YELLOW, traits=("slow",)), 12),
        (horse("a", 20, 8, state=YELLOW), 24),
        (horse("a", 20, 8, state=YELLOW, traits=("dedicated-gun",)), 24),
    ],
)
def test_a_routing_stand_runs_a_full_move_and_turns_its_back(unit: Spec, inches: int) -> None:
    assert routs(unit).at("a") == (20.0, 8.0 + inches, 180)


@pytest.mark.rule("brigades.morale.rout.move", "brigades.rulings.rout.direction")
def test_it_turns_its_back_behind_a_friend_it_touches_as_well() -> None:
    # 16 in back from 20,10 would end on the friend at 20,26: 3 in further it is behind it.
    scene = routs(foot("a", 20, 10, state=YELLOW), foot("friend", 20, 26))
    assert scene.at("a") == (20.0, 29.0, 180)


@pytest.mark.rule("brigades.morale.rout.move", "brigades.rulings.rout.facing")
@pytest.mark.parametrize(("facing", "then"), [(80, 260), (100, 100)])
def test_without_room_to_turn_its_back_it_turns_about_or_stays(facing: int, then: int) -> None:
    # Turned away from the enemy it would be 3 in wide; between the friends there are 2.2 in.
    pair = [foot("left", 17.4, 24), foot("right", 22.6, 24)]
    scene = routs(line("a", 20, 8, facing, state=YELLOW), *pair)
    assert scene.at("a") == (20.0, 24.0, then)


@pytest.mark.rule("brigades.rulings.rout.direction")
def test_it_runs_straight_from_the_centre_of_who_caused_it() -> None:
    # From 20,4 the stand at 24,8 lies to the lower right: 16 in that way are 11.3 and 11.3.
    scene = routs(foot("a", 24, 8, state=YELLOW))
    assert scene.at("a") == (35.3, 19.3, 135)


@pytest.mark.rule("brigades.rulings.rout.direction", "brigades.rulings.rout.blocked")
def test_a_way_bent_to_the_edge_of_the_table_leads_off_it() -> None:
    # An enemy behind, to the right: an inch clear of him it goes down with its centre 4 in left of
    # his, 2 in left of its own. 12 in from the edge it gets there bent by 35 degrees and then goes
    # straight; 4 in from it, it turns straight 3.5 in on, half an inch before the bend would end
    # at the edge. 3.4 in from it there is no room between him and the edge.
    def ends(x: float) -> tuple[float, float, int] | None:
        behind = foot("behind", x + 2, 19, side="red")
        scene = given(foot("a", x, 12, state=YELLOW), behind, FAR)
        drop(scene.p, "tested", (scene.u("a"), round(x * 1000), 9000))
        return scene.push().at("a")

    end = ends(12)
    assert end is not None and end[0] <= 10.0
    assert ends(4) == (2.0, 27.4, 180)
    assert ends(3.4) is None


BETWEEN = (foot("right", 22, 15, 180, side="red"), foot("left", 12.8, 22, 180, side="red"))


@pytest.mark.rule("brigades.rulings.rout.direction", "brigades.rulings.rout.blocked")
@pytest.mark.parametrize(
    ("friend", "end"),
    [
        (foot("friend", 40, 20), (17.9, 23.1)),
        (foot("friend", 18, 11.6), (17.9, 23.1)),
        (foot("friend", 17.9, 23), (17.9, 26.0)),
    ],
    ids=["far off", "where it turns", "where it would end"],
)
def test_a_bent_way_turns_straight_before_a_second_enemy(
    friend: Spec, end: tuple[float, float]
) -> None:
    # An inch clear of the first enemy its centre goes down at 18 or left of that, clear of the
    # second at 16.8 or right of it. Of the bends to the left 45 degrees lead furthest, and 14.1 in
    # on to an inch before the second. 3 in that way are 2.1 and 2.1; then straight, 13 in, or 2.9
    # more to get clear of a friend.
    scene = routs(foot("a", 20, 8, state=YELLOW), *BETWEEN, friend)
    assert scene.at("a") == (*end, 180)
    # Who is run through, at the turn too, is tested.
    assert bool(scene.p.stack) == (friend.x < 40)


@pytest.mark.rule("brigades.rulings.rout.direction")
def test_places_to_turn_are_half_an_inch_apart() -> None:
    # It is driven to the lower right, past an enemy whose corner at 24,11.5 it is an inch clear of
    # only from 20,11.92 on. Down the table leads furthest, 12.4 in, to the second enemy: 4 in on it
    # turns, and 12 in its own way are 8.5 and, on the lattice, 8.4.
    foes = foot("right", 25.5, 10, 180, side="red"), foot("below", 23.9, 23.8, 180, side="red")
    scene = given(foot("a", 20, 8, state=YELLOW), *foes, FAR)
    drop(scene.p, "tested", (scene.u("a"), 17000, 5000))
    assert scene.push().at("a") == (28.5, 20.4, 135)


@pytest.mark.rule("brigades.rulings.rout.direction")
def test_half_an_inch_aside_clears_an_enemy_at_its_corner() -> None:
    # His corner is 0.3 in to the right of its own and 0.2 in below it: only bent by 30 degrees or
    # more is it no nearer a tenth of an inch on, and so bent it would run off the table. Half an
    # inch on it has passed his corner, and straight down it goes no nearer either.
    corner = foot("corner", 11.3, 15.2, 180, side="red")
    scene = given(foot("a", 8, 12, state=YELLOW), corner, FAR)
    drop(scene.p, "tested", (scene.u("a"), 8000, 9000))
    assert scene.push().at("a") == (7.8, 27.9, 180)


@pytest.mark.rule("brigades.rulings.rout.direction")
@pytest.mark.parametrize(("facing", "end"), [(0, (24.0, 32.0, 180)), (35, (14.9, 29.1, 215))])
def test_it_runs_between_two_enemies_at_its_sides(
    facing: int, end: tuple[float, float, int]
) -> None:
    # Half an inch on either side, at any angle: 16 in away from 215 degrees on are 9.2 to the left
    # and 13.1 down.
    aside = {0: (3.5, 0.0), 35: (2.9, 2.0)}[facing]
    pair = [
        foot(name, 24 + sign * aside[0], 16 + sign * aside[1], facing, side="red")
        for name, sign in (("left", -1), ("right", 1))
    ]
    scene = given(foot("a", 24, 16, facing, state=YELLOW), *pair)
    cause = {0: (24000, 13000), 35: (25721, 13543)}[facing]
    drop(scene.p, "tested", (scene.u("a"), *cause))
    assert scene.push().at("a") == end


@pytest.mark.rule("brigades.rulings.rout.direction", "brigades.rulings.rout.blocked")
def test_nobody_bends_round_the_edge_of_the_table() -> None:
    # 16 in back from 20,18.5 end at 34.5, the hinder edge on that of the table.
    assert routs(foot("a", 20, 18.5, state=YELLOW)).at("a") == (20.0, 34.5, 180)
    # 0.1 in further it would have to bend by 5 degrees, and is lost instead.
    assert routs(foot("a", 20, 18.6, state=YELLOW)).at("a") is None


@pytest.mark.rule("brigades.rulings.rout.direction", "brigades.rulings.rout.blocked")
@pytest.mark.parametrize("y", [33.0, 34.5])
def test_a_friend_at_the_edge_keeps_nobody_on_the_table(y: float) -> None:
    # 16 in from 20,22 lead over the edge at 36, right through a friend who stands before it.
    assert routs(foot("a", 20, 22, state=YELLOW), foot("b", 20, y)).at("a") is None


@pytest.mark.rule("brigades.rulings.rout.direction")
def test_it_bends_up_to_45_degrees_round_closed_ground() -> None:
    # A swamp straight below, clear of which 45 degrees aside lead and nothing less does.
    def swamp(half: int) -> list[tuple[str, str]]:
        left, right = 200 - half, 200 + half
        return [("swamp", f"{left},110 {right},110 {right},125 {left},125")]

    # 3 in ahead 45 degrees lead 3 in aside, 40 degrees 2.5; 16 in that way are 11.3 and 11.3.
    bent = routs(foot("a", 20, 8, state=YELLOW), areas=swamp(28))
    assert bent.at("a") == (31.3, 19.3, 180)


@pytest.mark.rule("brigades.rulings.rout.blocked")
def test_who_cannot_run_or_runs_off_the_table_is_gone() -> None:
    assert routs(foot("a", 20, 30, state=YELLOW)).at("a") is None
    assert routs(foot("a", 20, 30, state=YELLOW)).lost("a") == 5
    # A swamp before its feet, as wide as the table.
    walls = [("swamp", "0,81 480,81 480,125 0,125")]
    assert routs(foot("a", 20, 8, state=YELLOW), areas=walls).at("a") is None


@pytest.mark.rule("brigades.morale.rout.casualty")
def test_a_routing_stand_takes_a_casualty() -> None:
    assert routs(foot("a", 20, 8, state=YELLOW)).lost("a") == 1
    # With one strength point it is its last.
    assert routs(foot("a", 20, 8, state=YELLOW, strength=1)).at("a") is None


@pytest.mark.rule("brigades.misc.army-commander-killed", "brigades.rulings.command.casualties")
def test_the_army_commander_is_in_danger_in_a_rout_too() -> None:
    own = commander("g", 20, 8, "army")
    scene = routs(foot("a", 20, 8, state=YELLOW), own)
    assert scene.p.check().name == "army-commander" and scene.lost("a") == 1
    assert scene.roll(6).at("g") is None
    # So he is where a routed stand breaks for good, or is driven on by a charge.
    gone = routs(foot("a", 20, 8, state=ROUT), own)
    assert gone.p.check().name == "army-commander" and gone.lost("a") == 5
    again = given(foot("a", 20, 8, state=ROUT), own, FAR)
    again.push(Run(unit=again.u("a"), x=20000, y=4000))
    assert again.p.check().name == "army-commander" and again.lost("a") == 1
    # Not with a stand that only loses its order, nor a commander of less rank.
    assert not routs(foot("a", 20, 8), own).p.stack
    assert not routs(foot("a", 20, 8, state=YELLOW), commander("g", 20, 8)).p.stack


@pytest.mark.rule("brigades.morale.rout.markers")
@pytest.mark.parametrize("state", [YELLOW, RED])
def test_a_routing_stand_gets_both_markers_and_is_no_longer_stationary(state: int) -> None:
    scene = routs(foot("a", 20, 8, state=state | STATIONARY))
    assert scene.has("a", ROUT) and not scene.has("a", STATIONARY)


@pytest.mark.rule("brigades.morale.rout.dedicated-gun")
def test_a_routing_stand_loses_its_gun() -> None:
    scene = routs(foot("a", 20, 8, state=YELLOW, traits=("dedicated-gun",)))
    assert not scene.has("a", GUN)


@pytest.mark.rule("brigades.morale.rout.pass-through", "brigades.rulings.rout.pass-through")
def test_close_order_run_through_tests_with_no_modifier_but_disorder() -> None:
    for state, modifiers in ((0, {}), (RED, {"disordered": -1})):
        scene = routs(foot("a", 20, 8, state=YELLOW), line("b", 20, 16, state=state))
        assert scene.p.check().kind.name == "morale"
        assert scene.modifiers() == modifiers
    scene = routs(foot("a", 20, 8, state=YELLOW), line("b", 20, 16))
    assert scene.roll(6).p.state[scene.u("b")] & ROUT == YELLOW
    scene = routs(foot("a", 20, 8, state=YELLOW), line("b", 20, 16))
    assert scene.roll(5).p.state[scene.u("b")] & ROUT == 0


@pytest.mark.rule("brigades.rulings.rout.pass-through")
@pytest.mark.parametrize("friend", [guns("b", 20, 16), screen("b", 20, 16), foot("b", 28, 16)])
def test_guns_skirmishers_and_those_aside_are_not_affected(friend: Spec) -> None:
    scene = routs(foot("a", 20, 8, state=YELLOW), friend)
    assert not scene.p.stack and not scene.has("b", YELLOW)


@pytest.mark.rule("brigades.morale.rout.no-action")
def test_a_routed_stand_neither_moves_nor_fires() -> None:
    scene = given(foot("a", 20, 20, state=ROUT), foot("b", 2, 2), foot("foe", 20, 15.5, 180,
        side="red"))  # fmt: skip
    assert "move a" not in scene.push(Move(side=0)).texts()
    scene.p.stack.clear()
    assert not any("foe" in text for text in scene.combat().texts())
    steady = given(foot("a", 20, 20), foot("foe", 20, 15.5, 180, side="red"))
    assert any("foe" in text for text in steady.combat().texts())


@pytest.mark.rule("brigades.morale.rout.stays")
def test_a_routed_stand_stays_until_it_rallies_or_is_touched() -> None:
    scene = given(foot("a", 20, 20, state=ROUT), foot("b", 2, 2), FAR)
    scene.command().push(Move(side=0)).play("done").still().rally().morale().exhaustion()
    assert scene.at("a") == (20.0, 20.0, 0) and scene.has("a", ROUT)


def broken(*others: Spec, unit: Spec | None = None, **ground: object) -> Scene:
    """The enemy of a blue stand at 20,20 has run; blue's tests were passed."""
    own = unit or foot("a", 20, 20)
    foe = foot("foe", 20, 17, 180, side="red", state=YELLOW, morale=1)
    scene = given(own, foe, *others, **ground).morale()  # type: ignore[arg-type]
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    return scene


@pytest.mark.rule("brigades.morale.level.rout.enemy-advance")
def test_one_enemy_that_touched_it_advances_or_turns() -> None:
    scene = broken(foot("b", 23, 17, 270))
    assert scene.texts() == ["pass", "advance a", "advance b", "turn a", "turn b"]
    scene.play("advance a")
    assert scene.at("a") == (20.0, 17.0, 0)
    # One and no more: b could still turn, but nobody is asked again.
    assert scene.texts() == [] and not scene.p.stack
    assert scene.at("b") == (23.0, 17.0, 270)
    turned = broken(foot("b", 23, 17, 270)).play("turn b", "facing 0")
    assert turned.at("b") == (23.0, 17.0, 0) and turned.at("a") == (20.0, 20.0, 0)
    assert turned.texts() == [] and not turned.p.stack


@pytest.mark.rule("brigades.morale.level.rout.enemy-advance")
def test_nobody_need_follow() -> None:
    scene = broken().play("pass")
    assert scene.at("a") == (20.0, 20.0, 0)


@pytest.mark.rule("brigades.morale.rout.breakthrough", "brigades.rulings.breakthrough.when")
def test_cavalry_whose_every_enemy_broke_rides_on() -> None:
    scene = broken(unit=horse("a", 20, 20)).play("pass")
    assert "breaks through" in scene.p.decision.prompt(scene.p)  # type: ignore[union-attr]
    # Infantry does not, nor cavalry that still touches somebody.
    assert broken().play("pass").texts() == []
    held = broken(line("other", 23, 18.3, 180, side="red"), unit=horse("a", 20, 20))
    assert held.play("pass").texts() == []


@pytest.mark.rule("brigades.rulings.breakthrough.when")
@pytest.mark.parametrize("follows", [("advance foe",), ("turn foe", "facing 90")])
def test_nobody_breaks_through_an_enemy_who_follows_another(follows: tuple[str, ...]) -> None:
    # The foe touches a brigade, which breaks, and cavalry at its side, from which it advances or
    # turns away so that a corner is clear of it. It has neither routed nor been destroyed.
    foe = line("foe", 20, 20, 180, side="red", morale=7)
    weak = foot("weak", 20, 22.3, state=YELLOW, morale=3)
    scene = given(foe, weak, horse("a", 17, 18.5, 90, morale=7)).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "weak" else 1)
    scene.play(*follows)
    assert not foes_touching(scene.p, scene.u("a"))
    assert scene.texts() == []


@pytest.mark.rule("brigades.rulings.rout.follow", "brigades.morale.level.rout.enemy-advance")
@pytest.mark.parametrize("first", [("advance a",), ("turn a", "facing 90")])
def test_one_stand_follows_once_though_two_run_from_it(first: tuple[str, ...]) -> None:
    one = foot("one", 20, 17, 180, side="red", state=YELLOW, morale=1)
    other = foot("other", 23.1, 19.5, 270, side="red", state=YELLOW, morale=1)
    beside = foot("b", 26.2, 19.5, 270, morale=7)
    scene = given(one, other, foot("a", 20, 20, morale=7), beside, FAR).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] in ("one", "other") else 1)
    assert scene.texts() == ["pass", "advance a", "turn a"]
    scene.play(*first)
    # After the other only who has not followed yet.
    assert "turn b" in scene.texts()
    assert not {"advance a", "turn a"} & set(scene.texts())


@pytest.mark.rule("brigades.rulings.breakthrough.when")
def test_nobody_breaks_through_who_left_another_enemy_to_follow() -> None:
    # Beside the one that routs it touches another, out of whose contact it advances.
    held = line("held", 17.7, 21.5, 90, side="red", morale=7)
    scene = broken(held, unit=horse("a", 20, 20, morale=7)).play("advance a")
    assert not foes_touching(scene.p, scene.u("a"))
    assert scene.texts() == []


@pytest.mark.rule("brigades.rulings.breakthrough.move")
def test_a_breakthrough_is_half_a_move_ahead_without_a_turn() -> None:
    scene = broken(unit=horse("a", 20, 20)).play("pass")
    # The routed stand ran 16 in to 20,1 and off; half of 24 in is 12.
    assert scene.left() == 12.0
    assert scene.refusal("to 20.0,8.0") == ""
    assert "further than the 12 in" in scene.refusal("to 20.0,7.9")
    assert scene.refusal("to 25.0,15.0") == ""
    assert "front arc" in scene.refusal("to 25.2,15.0")
    assert "does not turn" in scene.refusal("to 20.0,19.0 facing 5")


@pytest.mark.rule("brigades.rulings.breakthrough.move", "brigades.terrain.key.half-move")
@pytest.mark.parametrize("state", [0, OUT])
def test_a_stream_takes_half_of_a_breakthrough(state: int) -> None:
    # 6 of its 12 in, and 6 in of way: as far in command as out of it.
    brook = [("stream", "0,160 480,160")]
    scene = broken(unit=horse("a", 20, 20, state=state), lines=brook).play("pass")
    assert scene.refusal("to 20.0,14.0") == ""
    assert scene.refusal("to 20.0,13.9") == "it costs 12.1 in and 12 in are left"


@pytest.mark.rule("brigades.rulings.breakthrough.move", "brigades.terrain.marsh.movement.roll")
@pytest.mark.parametrize(
    ("face", "y", "mired"), [(2, 8.0, False), (4, 13.0, False), (5, 15.5, True)]
)
def test_a_marsh_is_sounded_in_a_breakthrough(face: int, y: float, mired: bool) -> None:
    # Of 12 in, 2 lead to the marsh at 18; the other 10 are 10, 5 or 2.5 in of it.
    marsh = [("marsh", "100,0 300,0 300,180 100,180")]
    scene = broken(unit=horse("a", 20, 20), areas=marsh).play("pass")
    assert "sound" in scene.texts() and scene.refusal("to 20.0,17.0") != ""
    scene.play("sound").roll(face)
    assert "halt" not in scene.texts()  # the marsh is entered now
    assert scene.refusal(f"to 20.0,{y}") == "" and scene.refusal(f"to 20.0,{y - 0.1:.1f}") != ""
    scene.play(f"to 20.0,{y}")
    assert scene.has("a", YELLOW) == mired


@pytest.mark.rule("brigades.rulings.breakthrough.test")
def test_a_stand_struck_by_a_breakthrough_tests_at_once_and_the_cavalry_does_not() -> None:
    other = foot("other", 23.5, 10, 180, side="red", morale=5)
    # The first enemy has run through it, and it held.
    scene = broken(other, unit=horse("a", 20, 20)).play("pass", "to 21.0,13.0")
    assert scene.p.check().kind.name == "morale"
    assert scene.modifiers() == {"insecure-infantry": -1}
    scene.roll(5)
    # It fails at 4, is disordered, and that is the end of it: no other test, no other ride.
    assert scene.has("other", YELLOW) and scene.texts() == [] and not scene.p.stack


@pytest.mark.rule("brigades.rulings.breakthrough.move")
def test_who_has_turned_after_the_rout_does_not_break_through() -> None:
    weak = foot("foe", 20, 17, 180, side="red", state=YELLOW, morale=1)
    for order, breaks in ((("pass",), True), (("turn a", "to 20.0,20.0 facing 180"), False)):
        scene = given(horse("a", 20, 20, morale=9), weak, commander("h", 45, 3, "army", "red"))
        scene.p.ear = []
        scene.morale().roll(1).roll(6).play(*order)
        assert bool(scene.texts()) == breaks
    scene = given(horse("a", 20, 20, morale=9), weak).morale().roll(1).roll(6).play("pass")
    scene.p.ear = []
    scene.play("to 20.0,12.0")
    assert scene.p.ear[0].text.startswith("A breaks through from 20.0,20.0")


@pytest.mark.rule("brigades.rulings.breakthrough.move", "brigades.rulings.charge.slant")
def test_a_breakthrough_at_a_slant_is_among_the_named_ways() -> None:
    # The guns stand 6 in aside and 9 ahead: at 35 degrees, a front of 3 in strikes them.
    other = guns("guns", 26, 11, 180, side="red")
    scene = broken(other, unit=horse("a", 20, 20)).play("pass")
    assert any(text.startswith("charge guns to ") for text in scene.texts())
    scene.play("charge guns")
    assert scene.at("a")[2] == 0 and scene.p.check().kind.name == "morale"  # type: ignore[index]


@pytest.mark.rule("brigades.rulings.breakthrough.test")
def test_there_is_one_breakthrough_a_turn() -> None:
    weak = foot("other", 23.5, 10, 180, side="red", morale=1, state=YELLOW)
    scene = broken(weak, unit=horse("a", 20, 20)).play("pass", "to 21.0,13.0")
    scene.roll(6)
    # The second one runs too; the cavalry may take its ground, but rides no further.
    assert scene.texts() == ["pass", "advance a", "turn a"]
    assert scene.play("pass").texts() == [] and not scene.p.stack


@pytest.mark.rule("brigades.charge.fugitives.rout-again", "brigades.combat.winner-advance")
def test_fugitives_whom_an_advance_touches_run_again() -> None:
    # The ground of the broken stand is 3 in ahead; there the front touches who fled before.
    fled = foot("fled", 20, 13.9, side="red", state=ROUT, strength=5)
    scene = broken(fled, unit=horse("a", 20, 20))
    scene.play("advance a")
    # 16 in away from the middle of the cavalry is off the table, and it is gone with all it has.
    assert scene.at("a") == (20.0, 17.0, 0) and scene.at("fled") is None
    # Nobody is left before the cavalry, which breaks through from there.
    assert "breaks through" in scene.p.decision.prompt(scene.p)  # type: ignore[union-attr]
    # 0.1 in further off nobody is touched.
    scene = broken(foot("fled", 20, 13.8, side="red", state=ROUT), unit=horse("a", 20, 20))
    assert scene.play("advance a").at("fled") == (20.0, 13.8, 0)


# -- over ground ---------------------------------------------------------------------------------

T = "brigades.terrain."


@pytest.mark.rule(T + "fort.movement.cavalry-artillery", T + "fortress.movement")
@pytest.mark.parametrize(
    ("unit", "kind", "end"),
    [
        (foot("a", 20, 24, state=YELLOW), "fort", (20.0, 8.0, 0)),
        (guns("a", 20, 24, state=YELLOW), "fort", (20.0, 8.0, 0)),
        (foot("a", 20, 24, state=YELLOW), "fortress", (20.0, 8.0, 0)),
        # 24 in lead out over the works, 45 degrees aside too: 17 in each way.
        (horse("a", 20, 20, state=YELLOW), "fort", None),
    ],
)
def test_within_a_fort_one_runs_and_over_its_works_one_does_not(
    unit: Spec, kind: str, end: tuple[float, float, int] | None
) -> None:
    areas = [(kind, "40,40 440,40 440,280 40,280")]
    scene = given(unit, FAR, areas=areas)
    assert dropped(scene, "a", 33000).at("a") == end


@pytest.mark.rule(T + "fortress.movement")
def test_by_a_breach_one_runs_out_of_a_fortress() -> None:
    def ends(x: float) -> tuple[float, float, int] | None:
        areas = [("fortress", "40,180 440,180 440,280 40,280")]
        unit = foot("a", 20, 24, state=YELLOW)
        scene = given(unit, FAR, areas=areas, breaches=[(x, 18)])
        return dropped(scene, "a", 33000).at("a")

    assert ends(20) == (20.0, 8.0, 0)
    assert ends(40) is None


CROPS = [("crops", "100,160 300,160 300,200 100,200")]


@pytest.mark.rule(T + "crops.trample")
@pytest.mark.parametrize(
    ("unit", "flat"), [(foot("a", 20, 12, state=YELLOW), 1), (screen("a", 20, 12, state=YELLOW), 0)]
)
def test_who_runs_through_crops_flattens_them(unit: Spec, flat: int) -> None:
    scene = routs(unit, areas=CROPS)
    assert scene.at("a") == (20.0, 28.0, 180) and scene.p.flat == [flat]


@pytest.mark.rule(T + "crops.trample")
def test_who_follows_into_crops_flattens_them() -> None:
    # The enemy's centre is ahead of the crops, and he runs away from them.
    scene = broken(areas=[("crops", "180,172 220,172 220,178 180,178")])
    assert scene.p.flat == [0]
    assert scene.play("advance a").p.flat == [1]


@pytest.mark.rule(
    T + "key.dl", T + "town.movement.infantry", T + "fort.movement.crossing",
    T + "field-works.movement.cavalry", T + "field-works.movement.others",
)  # fmt: skip
@pytest.mark.parametrize(
    ("unit", "kind", "outline", "shaken"),
    [
        (foot("a", 20, 20), "town", "180,185 220,185 220,225 180,225", True),
        (foot("a", 20, 20), "fort", "180,185 220,185 220,225 180,225", True),
        (foot("a", 20, 20), "fort", "180,150 220,150 220,225 180,225", False),
        (foot("a", 20, 20), "orchard", "180,185 220,185 220,225 180,225", False),
        (foot("a", 20, 20), "field-works", "180,185 220,185", False),
        (horse("a", 20, 20), "field-works", "180,185 220,185", True),
    ],
)
def test_who_follows_out_of_ground_that_disorders_is_disordered(
    unit: Spec, kind: str, outline: str, shaken: bool
) -> None:
    ground = "lines" if kind == "field-works" else "areas"
    scene = broken(unit=unit, **{ground: [(kind, outline)]})
    scene.play("advance a")
    assert scene.at("a") == (20.0, 17.0, 0) and scene.has("a", YELLOW) == shaken


@pytest.mark.rule(T + "fort.movement.cavalry-artillery")
def test_nobody_follows_over_works_that_are_closed_to_him() -> None:
    scene = broken(unit=horse("a", 20, 20), areas=[("fort", "180,150 220,150 220,184 180,184")])
    assert scene.texts() == ["pass", "turn a"]


@pytest.mark.rule("brigades.rulings.outline", "brigades.rulings.rout.direction")
@pytest.mark.parametrize(("top", "place"), [(261, (20.0, 26.0)), (260, None)])
def test_nobody_runs_onto_the_outline_of_closed_ground(
    top: int, place: tuple[float, float] | None
) -> None:
    # 16 in from y 10 lead to 26: a tenth before the swamp, or onto its very edge.
    swamp = [("swamp", f"150,{top} 250,{top} 250,330 150,330")]
    there = routs(foot("a", 20, 10, state=YELLOW), areas=swamp).at("a")
    assert there is not None
    if place is not None:
        assert there[:2] == place
    else:
        assert there[0] < 15 or there[0] > 25 or there[1] < 26
        assert (there[0] - 20) ** 2 + (there[1] - 10) ** 2 > 15.5**2
