"""What may never be in this system is found: in arrivals, objectives and what compels."""

from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.combat import Combat
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import PHASE, TURN
from tests.rules.brigades.given import foot, given, horse, screen


def test_who_comes_too_early_or_far_from_its_place_is_a_fault() -> None:
    scene = given(foot("a", 5, 5), foot("late", 20, 34, turn=3))
    before = scene.p.copy()
    u = scene.u("late")
    assert before.x[u] == WAITS
    scene.p.clock[TURN] = 3
    scene.p.put(u, 200, 340, 0)
    scene.p.begin()
    assert SYSTEM.faults(before, scene.p) == []
    scene.p.clock[TURN] = 2
    assert SYSTEM.faults(before, scene.p) == ["Late has come before its turn"]
    scene.p.clock[TURN] = 3
    scene.p.put(u, 200, 200, 0)
    scene.p.begin()
    assert SYSTEM.faults(before, scene.p) == ["Late has come on far from its place"]


def test_an_objective_that_changed_hands_in_silence_is_a_fault() -> None:
    scene = given(foot("a", 20, 20), objectives=[(20.0, 20.0, "", 2)])
    scene.phase("move", 0)
    assert SYSTEM.faults(scene.p, scene.p) == []
    scene.p.held = [-1]
    assert SYSTEM.faults(scene.p, scene.p) == ["who holds the objectives was not told"]


def test_who_stays_in_contact_and_may_not_charge_is_a_fault() -> None:
    for unit, fault in ((foot("a", 20, 20), False), (screen("a", 20, 19.3), True)):
        scene = given(unit, foot("foe", 20, 17, 180, side="red"))
        before = scene.p.copy()
        before.clock[PHASE] = 1
        scene.morale()
        scene.p.clock[PHASE] = 3
        found = SYSTEM.faults(before, scene.p)
        assert found == (["A stays in contact without a charge"] if fault else [])


def test_a_melee_left_unfought_is_a_fault() -> None:
    scene = given(horse("h", 20, 20), foot("foe", 20, 17, 180, side="red"))
    scene.p.fought = [0] * scene.battle.count
    scene.p.stack.append(Combat(side=0))
    after = scene.p.copy()
    after.stack.clear()
    assert SYSTEM.faults(scene.p, after) == ["H has left its melee unfought"]
    after.fought[scene.u("h")] = 1
    assert SYSTEM.faults(scene.p, after) == []


def test_a_crowd_in_a_town_block_is_a_fault() -> None:
    block = [("town", "180,60 260,60 260,120 180,120", "stone")]
    for extra, fault in ((horse("h", 24, 9), False), (foot("b", 24, 9), True)):
        p = given(foot("a", 20, 9), extra, areas=block).p
        assert SYSTEM.faults(p, p) == (["too many are in the town block of A"] if fault else [])


def test_a_river_crossed_beside_its_bridge_is_a_fault() -> None:
    for bridge, fault in (("200,150", False), ("300,150", True)):
        scene = given(
            foot("a", 20, 20), lines=[("river", "0,150 480,150")],
            crossings=[("bridge", "line-0", bridge)],
        ).moves("a")  # fmt: skip
        before = scene.p.copy()
        scene.p.put(scene.u("a"), 200, 100, 0)
        found = SYSTEM.faults(before, scene.p)
        assert found == (["A crossed a river without a bridge"] if fault else [])
