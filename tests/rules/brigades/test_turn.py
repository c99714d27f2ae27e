"""Player turns from end to end: the order of the phases, arrivals, fog, fires, what is reset."""

import pytest

from grognard.systems.brigades.sight import sees
from grognard.systems.brigades.state.position import (
    ACTED,
    CHARGED,
    ENGAGED,
    FAILED,
    MOVED,
    NEW,
    RALLIED,
    ROUT,
    YELLOW,
)
from grognard.systems.brigades.turn import PHASES, Begin, PlayerTurn
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN
from tests.rules.brigades.given import Scene, commander, foot, given, horse, line

FOE = foot("foe", 40, 20, 180, side="red")


def begin(scene: Scene, turn: int, side: int) -> Scene:
    """The player turn of a side, up to its first question."""
    scene.p.clock[TURN], scene.p.clock[SIDE] = turn, side
    return scene.push(PlayerTurn())


@pytest.mark.rule("brigades.misc.sequence.order")
def test_the_phases_come_in_the_order_of_the_sheet() -> None:
    # Blue and red touch, a routed stand is with the army commander, red is exhausted by any loss.
    scene = begin(
        given(
            foot("a", 20, 20), foot("b", 20, 17, 180, side="red"), foot("r", 5, 20, state=ROUT),
            commander("blue-army", 5, 20, "army"), divisions=[("red", "red", "exhaustion = 1")],
        ), 1, 0,
    )  # fmt: skip
    p = scene.p
    seen: list[tuple[str, str]] = []
    while not seen or seen[-1][0] != "Collapse":
        step = p.stack[-1]
        name = type(step).__name__
        seen.append((name, PHASES[p.clock[PHASE]]))
        if p.decision is not None:
            p.play(p.decision.default(p))
        else:
            # All pass, the attacker hits with every die and the defender with none.
            attack = name == "Strike" and scene.battle.side[step.unit] == 0  # type: ignore[attr-defined]
            scene.roll(*([6] if attack else [1]) * len(p.check().dice))
    assert seen == [
        ("Move", "movement"), ("Face", "rally"), ("Test", "morale"), ("Test", "morale"),
        ("Strike", "combat"), ("Strike", "combat"), ("TakeGround", "combat"),
        ("Collapse", "exhaustion"),
    ]  # fmt: skip


@pytest.mark.rule("brigades.rulings.arrival")
def test_units_arrive_as_the_turn_of_their_side_begins() -> None:
    late = foot("late", 20, 30, turn=2)
    assert begin(given(foot("a", 5, 5), late, FOE), 1, 0).at("late") is None
    # Not in the enemy's player turn, which comes first here.
    assert begin(given(foot("a", 5, 5), late, FOE), 2, 1).at("late") is None
    scene = begin(given(foot("a", 5, 5), late, FOE), 2, 0)
    assert "move late" in scene.texts()
    u = scene.u("late")
    # Where it comes on is where its turn begins, and it is in command, far from its leader.
    assert (scene.p.began_x[u], scene.p.began_y[u]) == (200, 300)
    assert scene.play("move late").left() == 16.0
    # Its base begins at 28.5: an enemy whose base ends at 24.5 is far enough.
    for y, own in ((23.0, True), (23.1, False)):
        watched = given(foot("a", 5, 5), late, foot("foe", 20, y, 180, side="red"))
        assert (begin(watched, 2, 0).at("late") == (20.0, 30.0, 0)) == own


@pytest.mark.rule("brigades.rulings.arrival.beside")
def test_a_stand_whose_place_is_taken_comes_on_beside_it() -> None:
    # A friend has the bottom edge from 20.5 to 23.5: the nearest free place ends at 20.5.
    late, friend = foot("late", 20, 34.5, turn=2), foot("friend", 22, 34.5)
    assert begin(given(friend, late, FOE), 2, 0).at("late") == (19.0, 34.5, 0)
    # Nobody has room between 5 and 36.5: the late one waits.
    crowd = [foot(f"f{n}", 6.5 + 4.5 * n, 34.5) for n in range(7)]
    assert begin(given(*crowd, late, FOE), 2, 0).at("late") is None
    # From 9.5 on the edge is taken: it has room 12 in to the left. A tenth further is too far.
    for left, place in ((9.5, (8.0, 34.5, 0)), (9.4, None)):
        crowd = [foot(f"f{n}", left + 1.5 + 4.5 * n, 34.5) for n in range(6)]
        assert begin(given(*crowd, late, FOE), 2, 0).at("late") == place


@pytest.mark.rule("brigades.rulings.arrival", "brigades.rulings.arrival.beside")
@pytest.mark.parametrize("smoke", [0, 1])
@pytest.mark.parametrize("garrison", [0, 1])
def test_nobody_arrives_in_buildings_that_burn_or_are_full(smoke: int, garrison: int) -> None:
    """A block from 18 to 22 at the edge; its centre must be clear of it, or of who is in it."""
    areas = [("town", "180,280 220,280 220,360 180,360", "wood")]
    late, inside = foot("late", 20, 34.5, turn=2), foot("in", 20, 30)
    scene = given(late, *[inside][:garrison], FOE, areas=areas)
    scene.p.smoke[0] = smoke
    shut = smoke or garrison
    assert begin(scene, 2, 0).at("late") == ((22.1 if shut else 20.0), 34.5, 0)


@pytest.mark.rule("brigades.rulings.fog", "brigades.charge.visible")
def test_in_fog_nobody_sees_further_than_it_lets_him() -> None:
    # From front to front 4 in, and 4.1 in.
    for y, far in ((13.0, False), (12.9, True)):
        scene = given(
            foot("a", 20, 20), foot("b", 20, y, 180, side="red"), commander("blue-leader", 20, 24),
            more="fog_turns = 2\nfog_inches = 4",
        )  # fmt: skip
        for turn, hidden in ((2, far), (3, False)):
            scene.p.clock[TURN] = turn
            assert sees(scene.p, scene.u("a"), scene.u("b")) != hidden
        begin(scene, 2, 0).play("move a")
        assert ("charge b" in scene.names()) != far


@pytest.mark.rule("brigades.terrain.buildings.wood.burning")
def test_fires_are_rolled_for_once_as_a_turn_begins() -> None:
    block = [("village", "180,130 220,130 220,170 180,170", "wood")]
    for turn, side, asked in ((3, 0, True), (3, 1, False), (2, 0, False)):
        scene = given(foot("a", 5, 5), FOE, areas=block)
        scene.p.smoke[0] = 1
        begin(scene, turn, side)
        assert (scene.p.roll is not None) == asked
    assert begin(scene, 3, 0).p.check().kind.name == "fire-out"


@pytest.mark.rule("brigades.rulings.exhaustion.this-turn", "brigades.exhaustion.collapse.who")
def test_casualties_of_an_earlier_player_turn_do_not_count() -> None:
    scene = given(foot("a", 5, 5), FOE)
    d = scene.battle.division[scene.u("a")]
    scene.p.tired[d], scene.p.today[d] = 1, 3
    begin(scene, 2, 1)
    assert scene.p.today == [0, 0]
    # Nobody collapses: the turn goes on to blue's without a roll.
    while scene.p.clock[SIDE] == 1:
        assert scene.p.roll is None
        scene.play("done")


@pytest.mark.rule("brigades.rulings.breakthrough.when", "brigades.morale.rout.breakthrough")
def test_the_defenders_cavalry_breaks_through_too() -> None:
    shaken = foot("a", 20, 20, state=YELLOW, morale=1)
    scene = given(shaken, horse("h", 20, 17, 180, side="red", morale=9)).morale("blue")
    assert scene.tests() == ["a", "h"]
    scene.roll(6).roll(1).play("pass")
    decision = scene.p.decision
    assert decision is not None and "breaks through" in decision.prompt(scene.p)
    assert decision.actor(scene.p) == 1 and scene.left() == 12.0


@pytest.mark.rule("brigades.rulings.breakthrough.when")
def test_the_attackers_cavalry_breaks_through_before_the_defenders() -> None:
    weak = foot("a", 10, 17, state=YELLOW, morale=1)
    scene = given(
        weak, horse("h", 10, 14, 180, side="red", morale=9), horse("c", 30, 26, morale=9),
        weak._replace(id="y", x=30, y=23, facing=180, side="red", division="red"),
    ).push(Begin()).morale()  # fmt: skip
    for name in scene.tests():
        scene.roll(6 if name in ("a", "y") else 1)
    while scene.texts() and scene.texts()[0] == "pass":
        scene.play("pass")
    asked = []
    while scene.p.decision is not None:
        asked.append(scene.p.actor)
        scene.play("halt")
    assert asked == [0, 1]


@pytest.mark.rule("brigades.morale.level.temporary.asa", "brigades.morale.level.temporary.contact")
def test_only_a_test_of_this_phase_puts_a_charger_back_from_cartridges() -> None:
    # It was disordered by a breakthrough in the enemy's turn, and has recovered since.
    armed = foot("y", 20, 17, 180, side="red", traits=("asa",))
    scene = given(foot("a", 20, 20, state=CHARGED | NEW), armed)
    scene.push(Begin()).morale().roll(1).roll(1)
    assert scene.at("a") == (20.0, 20.0, 0)


@pytest.mark.rule("brigades.rulings.fog", "brigades.charge.visible")
def test_in_fog_nobody_charges_whom_he_sees_only_after_his_first_leg() -> None:
    # 5 in from front to front when the turn began, 3 in after a leg of 2 in.
    fog = "fog_turns = 1\nfog_inches = 4"
    for weather, why in ((fog, "it did not see B when the turn began"), ("", "")):
        scene = given(foot("a", 20, 20), foot("b", 20, 12, 180, side="red"), more=weather)
        scene.p.clock[TURN] = 1
        scene.push(Begin()).moves("a").play("to 20.0,18.0")
        assert sees(scene.p, scene.u("a"), scene.u("b"))
        assert scene.refusal("to 20.0,15.1") == why


def test_marks_of_a_player_turn_are_cleared_when_the_next_begins() -> None:
    scene = given(foot("a", 5, 5, state=CHARGED | RALLIED), FOE)
    begin(scene, 1, 1)
    assert not scene.has("a", CHARGED) and not scene.has("a", RALLIED)


def test_marks_of_a_movement_phase_are_cleared_at_its_end() -> None:
    scene = given(foot("a", 5, 5, state=MOVED | ACTED), FOE).still()
    assert not scene.has("a", MOVED) and not scene.has("a", ACTED)


def test_marks_of_a_morale_phase_are_cleared_at_its_end() -> None:
    scene = given(line("a", 20, 20), line("b", 20, 18.5, 180, side="red")).morale()
    scene.roll(6).roll(6)
    assert scene.has("a", YELLOW) and scene.has("b", YELLOW)
    for name in ("a", "b"):
        assert not any(scene.has(name, mark) for mark in (FAILED, NEW, ENGAGED))
