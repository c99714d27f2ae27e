"""What bots steer by, and what may never be."""

from grognard.bots import bot
from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.moving import Move
from grognard.systems.brigades.position import ROUT, YELLOW
from grognard.systems.tabletop.turn import OVER
from tests.rules.brigades.given import Scene, Spec, commander, foot, given

FOE = foot("foe", 20, 10, facing=180, side="red")


def worth(scene: Scene, side: int = 0) -> float:
    """The judgement of a scene."""
    return SYSTEM.judge(scene.p, side)


def asked(*specs: Spec) -> Scene:
    """A scene in which blue is asked which unit moves."""
    return given(*specs).push(Move(0))


def test_losses_and_disorder_count() -> None:
    whole = worth(asked(foot("a", 20, 20), commander("g", 22, 22), FOE))
    shaken = worth(asked(foot("a", 20, 20, state=YELLOW), commander("g", 22, 22), FOE))
    runs = worth(asked(foot("a", 20, 20, state=ROUT), commander("g", 22, 22), FOE))
    assert whole > shaken > runs
    scene = asked(foot("a", 20, 20), commander("g", 22, 22), FOE)
    scene.p.losses[scene.u("a")] = 1
    assert worth(scene) < whole


def test_a_stand_wants_to_get_at_the_enemy_and_look_at_him() -> None:
    near = worth(asked(foot("a", 20, 16), commander("g", 20, 18), FOE))
    far = worth(asked(foot("a", 20, 32), commander("g", 20, 34), FOE))
    away = worth(asked(foot("a", 20, 16, facing=180), commander("g", 20, 18), FOE))
    assert near > far and near > away


def test_a_stand_wants_its_own_commander_near() -> None:
    near = worth(asked(foot("a", 20, 20), commander("g", 20, 22), FOE))
    far = worth(asked(foot("a", 20, 20), commander("g", 40, 34), FOE))
    assert near > far


def test_a_battle_that_is_won_is_worth_more_than_anything() -> None:
    scene = given(foot("a", 20, 20), FOE)
    scene.p.tired[scene.battle.division[scene.u("foe")]] = 1
    scene.p.clock[OVER] = 1
    assert (worth(scene, 0), worth(scene, 1)) == (1000.0, -1000.0)


def test_drill_gives_whole_orders() -> None:
    p = SYSTEM.start(SYSTEM.battle("casteggio"))
    player = bot("drill", 3)
    side = p.actor
    for _ in range(3):
        if p.actor != side:
            break
        answer = player.choose(View(p, side), SYSTEM)
        assert p.decision is not None and p.decision.allows(p, answer)
        p.play(answer)


def test_stands_upon_each_other_are_a_fault() -> None:
    scene = given(foot("a", 20, 20), foot("b", 30, 20), FOE)
    before = scene.p.copy()
    scene.p.put(scene.u("b"), 210, 200, 0)
    assert SYSTEM.faults(before, scene.p) == ["A stands on B"]


def test_losses_undone_are_a_fault() -> None:
    scene = given(foot("a", 20, 20), FOE)
    scene.p.losses[scene.u("a")] = 2
    before = scene.p.copy()
    scene.p.losses[scene.u("a")] = 1
    assert SYSTEM.faults(before, scene.p) == ["A has got its losses back"]
