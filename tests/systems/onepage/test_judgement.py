"""What bots steer by, and what may never be."""

import random

import msgspec
import pytest

from grognard.bots import bot
from grognard.engine.view import View
from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.field import foes_touching
from grognard.systems.onepage.moving.move import Move
from grognard.systems.onepage.state.position import ACTED, STATES, OnepagePosition
from grognard.systems.tabletop.turn import OVER, PHASE, TURN
from grognard.systems.tabletop.turn_judge import MOVEMENT_PHASE
from tests.rules.onepage.given import Scene, foot, general, given, guns

FOE = foot("foe", 20, 10, facing=180, side="red")


def worth(scene: Scene, side: int = 0) -> float:
    """The judgement of a scene."""
    return SYSTEM.judge(scene.p, side)


def test_a_battle_that_is_won_is_worth_more_than_anything() -> None:
    scene = given(foot("a", 20, 20), FOE)
    scene.p.losses[scene.u("foe")] = 5
    scene.p.clock[OVER] = 1
    assert (worth(scene, 0), worth(scene, 1)) == (1000.0, -1000.0)


@pytest.mark.parametrize("id", ["a", "battery", "foe", "far"])
def test_a_change_of_any_state_is_judged_as_in_a_position_that_knows_nothing_yet(id: str) -> None:
    """Two in contact, guns before the enemy, and an enemy within range of them."""
    scene = given(
        foot("a", 20, 20), foot("foe", 20, 16.9, facing=180, side="red"),
        guns("battery", 26, 20), foot("far", 26, 14, facing=180, side="red"),
    )  # fmt: skip
    scene.push(Move(side=0))
    p, u = scene.p, scene.u(id)
    p.clock[PHASE] = MOVEMENT_PHASE
    assert foes_touching(p, scene.u("a"))
    for bit in range(STATES.bit_length()):
        for now in (1 << bit, 0):
            p.state[u] = now
            fresh = p.copy()
            fresh.rebuild()
            assert [worth(scene, side) for side in (0, 1)] == [
                SYSTEM.judge(fresh, side) for side in (0, 1)
            ]


def test_a_stand_that_no_general_reaches_costs_all_its_points_their_order() -> None:
    """The base of A ends 1.5 in before its middle: 7.5 in off it is reached, 7.6 in off not."""
    weights = SYSTEM.weights()
    assert weights is not None
    beyond = msgspec.structs.replace(weights.tempered("", "hand"), beyond=-0.3)
    without = msgspec.structs.replace(beyond, beyond=0.0)

    def cost(x: float, *, moving: bool = False, rode: bool = False) -> float:
        scene = given(foot("a", 20, 20), general("g", x, 20), FOE, general("h", 20, 8, "red"))
        scene.push(Move(side=0))
        p = scene.p
        p.clock[PHASE] = MOVEMENT_PHASE if moving else MOVEMENT_PHASE + 1
        p.state[scene.u("g")] |= ACTED if rode else 0
        return SYSTEM.judge(p, 0, beyond) - SYSTEM.judge(p, 0, without)

    points = given(foot("a", 20, 20), FOE).p.battle.strength[0]
    assert cost(27.5) == 0
    assert cost(27.6) == pytest.approx(-0.3 * points)
    # While he may still ride he is counted half his ride nearer.
    assert cost(27.6, moving=True) == 0
    assert cost(27.6, moving=True, rode=True) == pytest.approx(-0.3 * points)


def test_drill_fires_rather_than_wait() -> None:
    scene = given(
        foot("a", 20, 20), foot("foe", 20, 15.1, side="red"), foot("rest", 40, 4, side="red")
    ).combat()
    answer = bot("drill", 1).choose(View(scene.p, 0), SYSTEM)
    decision = scene.p.decision
    assert decision is not None
    assert decision.phrase(scene.p, answer) == "fire a > foe"


def test_a_move_that_is_too_long_is_a_fault() -> None:
    scene = given(foot("a", 20, 30), general("g", 22, 32), FOE).moves("a")
    before = scene.p.copy()
    after = scene.p.copy()
    after.stack.clear()
    after.put(scene.u("a"), 470, 20, 0)
    assert "A went further than its move" in SYSTEM.faults(before, after)


def test_arrivals_forgotten_or_too_early_are_faults() -> None:
    late, later = foot("late", 1.5, 10, 90, turn=2), foot("later", 1.5, 20, 90, turn=3)
    scene = given(foot("a", 20, 30), general("g", 22, 32), late, later, FOE).moves("a")
    before = scene.p.copy()
    scene.p.clock[TURN] = 2
    assert SYSTEM.faults(before, scene.p) == ["Late waits though there is room"]
    scene.p.put(scene.u("late"), 15, 100, 18)
    assert SYSTEM.faults(before, scene.p) == []
    scene.p.put(scene.u("later"), 15, 200, 18)
    assert SYSTEM.faults(before, scene.p) == ["Later is on the table before its turn"]


def test_a_melee_left_unfought_is_a_fault() -> None:
    foes = (foot("b", 20, 16.9, side="red"), foot("c", 30, 16.9, side="red"))
    scene = given(foot("a", 20, 20), foot("d", 30, 20), *foes).combat()
    after = scene.p.copy()
    after.stack.clear()
    left = "has left its melee unfought"
    assert SYSTEM.faults(scene.p, after) == [f"A {left}", f"D {left}"]


def test_an_objective_said_to_be_held_by_the_wrong_side_is_a_fault() -> None:
    hill = [(20.0, 27.0, "", 2)]
    scene = given(foot("a", 20, 30), general("g", 22, 32), FOE, objectives=hill).moves("a")
    before = scene.p.copy()
    scene.p.clock[TURN] = 2
    for told, fine in ((-1, True), (0, True), (1, False)):
        scene.p.held = [told]
        assert (SYSTEM.faults(before, scene.p) == []) == fine


def test_two_random_games_with_one_seed_are_one() -> None:
    ends = []
    for _ in range(2):
        p = SYSTEM.start(SYSTEM.battle("maida"))
        rng = random.Random(9)
        while not p.over:
            p.play(rng.choice(p.options() if p.roll is None else list(p.check().table)))
        assert isinstance(p, OnepagePosition)
        ends.append(p.digest())
    assert ends[0] == ends[1]
