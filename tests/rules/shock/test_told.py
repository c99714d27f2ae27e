"""Nothing changes in silence: what happened, to whom and why stands in the log."""

import pytest

import grognard
from grognard.engine.event import Event
from grognard.engine.log import roll_text
from grognard.systems.shock.advance import Settle, refresh_engaged
from grognard.systems.shock.combat import push_attack
from grognard.systems.shock.command import DrawNext, DrawRoll, FirstCommand, pooled
from grognard.systems.shock.movement import MoveTo
from grognard.systems.shock.results import RoutRetreat
from grognard.systems.shock.retreat import Retreat
from grognard.systems.shock.stacking import arrive
from grognard.systems.shock.state.kinds import (
    ARRIVALS,
    CHARGING,
    D1,
    ENGAGED,
    GIVEN_UP,
    MOVE,
    OPERATIONS,
    POOL,
    POOLED,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.turn import Clean, Phase
from tests.rules.shock.given import Scene, Spec, foot, garrison, given, guns, heavy, leader, light
from tests.rules.shock.test_pool import LEADERS, THREE, TROOPS, overall

FARM = '[[objective]]\nkind = "hold"\nhex = "0808"\npoints = 6\nname = "the farm"\n'
ROAD = '[[objective]]\nkind = "hold"\nhex = "0809"\npoints = 3\nname = "the road"\n'


def listening(scene: Scene) -> list[Event]:
    """From now on what happens is heard here."""
    scene.p.ear = []
    return scene.p.ear


def texts(heard: list[Event]) -> list[str]:
    return [event.text for event in heard]


def ridden(scene: Scene, id: str, to: str) -> list[str]:
    """What is heard when a piece goes to a hex."""
    heard = listening(scene)
    scene.push(MoveTo(unit=scene.u(id), order=MOVE)).play(f"> {to}")
    return texts(heard)


# -- places and points ---------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.places")
def test_a_place_that_changes_hands_is_told_once_with_its_points() -> None:
    scene = given(foot("guard", "0810"), foot("foe", "0803", side="red"), objectives=ROAD)
    said = ridden(scene, "guard", "0809")
    assert said.count("The Blue side now holds the road: 3 points.") == 1
    scene.play("facing n")
    assert not any("holds" in text for text in ridden(scene, "guard", "0810"))


@pytest.mark.rule("shock.rulings.chateau.control", "shock.rulings.places")
def test_a_chateau_taken_tells_control_points_and_the_garrison_lost() -> None:
    scene = given(
        foot("guard", "0809"), garrison("post", "0808"), foot("far", "0202", "red"), objectives=FARM
    )
    scene.p.lift(scene.u("guard"))
    heard = listening(scene)
    scene.p.place(scene.u("guard"), scene.h("0808"))
    arrive(scene.p, scene.u("guard"))
    assert texts(heard) == [
        "The Blue side now controls the chateau in 0808.",
        "Post is eliminated: its chateau is taken.",
        "The Blue side now holds the farm: 6 points.",
    ]


@pytest.mark.rule("shock.rulings.places")
def test_points_for_standing_near_a_place_are_told_at_the_end_of_the_turn() -> None:
    near = '[[objective]]\nkind = "near"\nside = "blue"\nhex = "0806"\nwithin = 2\npoints = 4\n'
    scene = given(
        foot("guard", "0808"), foot("foe", "0103", "red"), objectives=near + 'name = "the inn"\n'
    )
    heard = listening(scene)
    scene.push(Clean())
    assert texts(heard)[0] == "The Blue side is near the inn: 4 points."


RESERVED = '[[special]]\nkind = "reserved"\nunits = ["guard"]\npoints = 10\n'


@pytest.mark.rule("shock.rulings.reserved")
def test_a_unit_held_back_is_warned_before_it_costs_points_and_they_are_told() -> None:
    scene = given(foot("guard", "0809"), foot("foe", "0806", side="red"), specials=RESERVED)
    # 0807 and 0907 are the front of the foe on 0806 ... its zone; 0808 is not.
    scene.activate().play("move guard")
    offered = scene.options()
    assert "> 0807 giving 10 points" in offered and "> 0808" in offered
    heard = listening(scene)
    scene.play("> 0807")
    assert "Guard is near the enemy though held back: the Red side wins 10 points." in texts(heard)
    assert scene.p.clock[GIVEN_UP] == 1


@pytest.mark.rule("shock.rulings.reserved")
def test_the_price_is_paid_once() -> None:
    scene = given(foot("guard", "0809"), foot("foe", "0806", side="red"), specials=RESERVED)
    scene.p.clock[GIVEN_UP] = 1
    scene.activate().play("move guard")
    assert "> 0807" in scene.options()


@pytest.mark.rule("shock.rulings.reserved")
def test_a_charge_of_cavalry_held_back_says_what_it_costs() -> None:
    scene = given(heavy("guard", "0810"), foot("foe", "0807", side="red"), specials=RESERVED)
    # Though there is one target only, it is asked for.
    assert scene.activate().play("charge guard").options() == ["> foe giving 10 points"]
    scene = given(heavy("guard", "0810"), foot("foe", "0807", side="red"), specials=RESERVED)
    assert scene.activate().play("charge guard > foe").check().name == "commitment"


# -- leaders -------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.leader-follows")
def test_a_leader_carried_along_is_told() -> None:
    scene = given(foot("unit", "0808"), leader("boss", "0808"), foot("foe", "0802", "red"))
    assert "Boss goes with Unit to 0807." in ridden(scene, "unit", "0807")


@pytest.mark.rule("shock.rulings.leader-ridden-over")
def test_a_leader_ridden_over_flees_to_the_nearest_troops() -> None:
    scene = given(
        light("horse", "0810"),
        leader("boss", "0808", "red"),
        foot("near", "0804", "red"),
        foot("far", "0202", "red"),
    )
    said = ridden(scene, "horse", "0808")
    assert scene.where("boss") == "0804"
    assert "Boss flees from the enemy to Near." in said


@pytest.mark.rule("shock.rulings.leader-ridden-over")
def test_a_leader_ridden_over_without_troops_is_lost() -> None:
    scene = given(
        light("horse", "0810"), leader("boss", "0808", "red"), foot("last", "0202", "red")
    )
    scene.p.eliminate(scene.u("last"))
    said = ridden(scene, "horse", "0808")
    assert scene.where("boss") is None
    assert any(text.startswith("Boss is lost: the enemy enters his hex") for text in said)


# -- command -------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.turn.pool")
def test_every_command_point_spent_is_told() -> None:
    boss = overall("boss", "0801", cp=3)
    scene = given(boss, *LEADERS, *TROOPS, specials=THREE)
    heard = listening(scene)
    scene.push(Phase(phase=POOL))  # three points for three commands: nothing to choose
    assert texts(heard) == [
        f"{who} goes into the draw for a command point." for who in ("ann", "bob", "cid")
    ]


@pytest.mark.rule("shock.rulings.turn.operations")
def test_a_command_that_starts_by_the_initiative_or_as_the_last_is_told() -> None:
    boss = overall("boss", "0801", cp=2)
    scene = given(boss, *LEADERS, *TROOPS, foot("foe", "0815", "red"), specials=THREE)
    ann, bob = ([c.id for c in scene.battle.commands].index(who) for who in ("ann", "bob"))
    scene.p.pool[ann] = scene.p.pool[bob] = POOLED
    heard = listening(scene)
    scene.push(DrawNext(), FirstCommand(side=0)).play("command bob")
    assert texts(heard) == ["bob acts first, by the initiative."]
    scene.play("done")
    assert texts(heard)[1:] == ["ann acts as the last in the draw."]
    assert all(event.heading for event in heard), "each begins a part of the turn in the log"


@pytest.mark.rule("shock.rulings.in-command")
def test_a_unit_found_out_of_command_is_told() -> None:
    scene = given(leader("boss", "0801", commands=True), foot("near", "0803"), foot("lost", "0815"))
    heard = listening(scene)
    scene.activate()
    assert texts(heard) == ["Lost is out of command."]


@pytest.mark.rule("shock.rulings.turn.operations")
def test_the_initiative_names_the_armies_and_their_points() -> None:
    scene = given(
        leader("boss", "0813", level="overall", cp=2),
        foot("guard", "0812"),
        foot("foe", "0803", side="red"),
    ).push(Phase(phase=OPERATIONS), Phase(phase=POOL))
    check = scene.check()
    assert [str(m) for m in check.modifiers] == ["+2 French command points"]
    assert check.outcomes[check.outcome([0, 9])] == "Allied initiative"
    # 5 + 2 against 0; 0 + 2 against 9; 4 + 2 against 6: nobody has it.
    told = [roll_text(check, faces, "") for faces in ([5, 0], [0, 9], [4, 6])]
    assert [text.split(": ")[-1] for text in told] == ["7 to 0", "9 to 2", "6 to 6"]


# -- arrivals ------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.turn.reinforcements", "shock.rulings.entry-blocked")
def test_arrivals_and_waits_are_told() -> None:
    def due(entry: str) -> Spec:
        return foot("late", entry, turn=1, entry=entry)

    scene = given(due("0101"), foot("unit", "0808"), foot("foe", "0815", "red"))
    heard = listening(scene)
    scene.push(Phase(phase=ARRIVALS))
    assert texts(heard) == ["Late arrives at 0101."]
    taken = given(due("0101"), foot("friend", "0101"), foot("foe", "0815", "red"))
    heard = listening(taken)
    taken.push(Phase(phase=ARRIVALS))
    assert texts(heard)[0].endswith(": 0101 is full of friends.")
    # The zones and hexes of squares close every hex of the edge within 3 of the corner.
    wall = [foot(f"w{i}", at, "red", flags=1) for i, at in enumerate(("0102", "0301", "0104"))]
    shut = given(due("0101"), *wall, foot("unit", "0810"))
    heard = listening(shut)
    shut.push(Phase(phase=ARRIVALS))
    told = "Late waits: 0101 is in an enemy ZOC, and no hex of the map edge nearby is free."
    assert texts(heard) == [told]
    assert shut.where("late") is None
    held = given(due("0101"), foot("foe", "0101", "red"), foot("unit", "0810"))
    heard = listening(held)
    held.push(Phase(phase=ARRIVALS))
    assert texts(heard)[0].endswith(": 0101 is held by the enemy.")


# -- combat --------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rout.full-distance")
def test_a_unit_lost_for_want_of_room_says_why() -> None:
    scene = given(foot("unit", "0101", order=3), foot("foe", "0202", "red"))
    heard = listening(scene)
    scene.push(RoutRetreat(unit=scene.u("unit"), by=scene.h("0202")))
    assert texts(heard) == ["Unit is eliminated: it cannot rout the full distance."]


@pytest.mark.rule("shock.retreat.unable")
def test_a_step_lost_for_want_of_room_says_why() -> None:
    scene = given(foot("unit", "0101"), foot("foe", "0202", "red"))
    heard = listening(scene)
    scene.push(Retreat(unit=scene.u("unit"), by=scene.h("0202"), hexes=1))
    assert texts(heard) == ["Unit loses 1 step: it cannot retreat the full distance."]


@pytest.mark.rule("shock.rulings.strength-points")
def test_a_unit_loses_no_more_steps_than_it_has() -> None:
    scene = given(foot("unit", "0808", steps=1), foot("foe", "0802", "red"))
    heard = listening(scene)
    scene.p.lose_steps(scene.u("unit"), 4)
    assert texts(heard) == ["Unit loses 1 step.", "Unit is eliminated."]


@pytest.mark.rule("shock.move.note.d.disorders")
def test_disorder_of_a_retreat_through_a_deep_stream_is_told() -> None:
    scene = given(
        foot("unit", "0808"),
        foot("foe", "0807", "red"),
        sides=[("deep-stream", "0808 se"), ("deep-stream", "0808 sw"), ("deep-stream", "0808 w")],
    )
    heard = listening(scene)
    scene.push(Retreat(unit=scene.u("unit"), by=scene.h("0807"), hexes=1))
    scene.play("> 0909")
    assert scene.order("unit") == D1
    assert texts(heard)[-1] == "Unit is now D-1, from wading a deep stream."


@pytest.mark.rule("shock.rulings.charge.way")
@pytest.mark.parametrize(
    ("from_", "said"),
    [
        ("0809", "Horse makes a charge of 2 hexes, riding 1 hex to "),
        ("0810", "a charge of 3 hexes, riding 2 hexes to"),
    ],
)
def test_the_distance_ridden_is_told(from_: str, said: str) -> None:
    scene = given(light("horse", from_, cohesion=9), foot("foe", "0807", "red")).activate()
    heard = listening(scene)
    scene.play("charge horse > foe").roll(0).ride()
    assert any(said in text for text in texts(heard))


@pytest.mark.rule("shock.rulings.engaged")
def test_engagements_are_told_when_they_begin_and_end() -> None:
    scene = given(foot("unit", "0808"), foot("foe", "0807", "red"))
    scene.p.target[scene.u("unit")] = scene.h("0807")
    heard = listening(scene)
    scene.push(Settle(hex=scene.h("0807"), struck=(scene.u("foe"),)))
    assert texts(heard) == ["Unit is engaged.", "Foe is engaged."]
    scene.p.lift(scene.u("foe"))
    refresh_engaged(scene.p)
    assert texts(heard)[2:] == ["Unit is no longer engaged."]
    assert not scene.has("unit", ENGAGED)


@pytest.mark.rule("shock.rulings.shock.declare")
def test_an_attack_that_comes_to_nothing_is_told() -> None:
    scene = given(heavy("horse", "0810"), foot("foe", "0807", "red"))
    scene.p.target[scene.u("horse")] = scene.h("0806")  # nobody stands there any more
    scene.p.mark(scene.u("horse"), CHARGING)
    heard = listening(scene)
    push_attack(scene.p, scene.h("0806"), -1)
    assert texts(heard) == ["Horse can no longer attack."]


@pytest.mark.rule("shock.fire.shift.woods")
def test_column_shifts_are_told_apart_from_die_modifiers() -> None:
    scene = given(
        guns("battery", "0810", sp=3), foot("foe", "0807", "red"), ground={"0807": "woods"}
    ).activate()
    scene.play("fire battery > foe")
    lines = roll_text(scene.check(), [5], "").splitlines()
    assert "  -1 column Target in woods" in lines
    assert any(line.startswith("  +1 French") for line in lines)


@pytest.mark.rule("shock.rulings.turn.operations")
def test_a_draw_is_told_by_the_name_of_the_command() -> None:
    game = grognard.new("shock/gemioncourt", seed=7)
    while not isinstance(roll := game.position.roll, DrawRoll):
        game.roll() if roll is not None else game.play(game.texts()[0])
    position = game.position
    assert isinstance(position, ShockPosition)
    names = [position.battle.commands[c].name for c in pooled(position)]
    (entry, *_) = game.roll()
    drawn = entry.dice[0][1]
    assert entry.text.splitlines()[-1] == f"  die {drawn}: {names[drawn - 1]}"


@pytest.mark.rule("shock.rulings.advance", "shock.rulings.places")
def test_an_advance_is_told_before_what_it_leads_to() -> None:
    scene = given(
        foot("guard", "0809", sp=9),
        foot("foe", "0808", side="red", sp=1),
        leader("boss", "0808", "red"),
        foot("far", "0202", "red"),
        objectives=FARM,
    ).activate()
    scene.play("fire guard > foe")
    heard = listening(scene)
    scene.roll(8)
    scene.play("advance guard")
    said = texts(heard)
    first = said.index("Guard advances to 0808.")
    assert said[first + 1 : first + 3] == [
        "Boss flees from the enemy to Far.",
        "The Blue side now holds the farm: 6 points.",
    ]


def test_what_is_told_of_troops_in_the_plural_agrees_with_them() -> None:
    # Guns at the edge of the map, shut in: B costs them the step of a unit unable to retreat.
    wall = [foot(f"foe-{h}", h, side="red") for h in ("0201", "0102", "0202")]
    scene = given(guns("battery", "0101", name="Horse guns", order=D1), *wall)
    heard = listening(scene)
    scene.push(Retreat(unit=scene.u("battery"), by=scene.h("0201"), hexes=1))
    assert texts(heard) == ["Horse guns lose 1 step: they cannot retreat the full distance."]
    horse = light("horse", "0811", name="Hussars", facing="n")
    scene = given(horse, foot("foe", "0808", side="red", facing="s"))
    heard = listening(scene.activate())
    scene.play("charge horse").roll(0).ride()
    assert "Hussars make a charge of 3 hexes, riding 2 hexes to 0809." in texts(heard)
