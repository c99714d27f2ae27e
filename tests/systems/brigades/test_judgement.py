"""What bots steer by, and what may never be."""

from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.moving.move import Move
from grognard.systems.tabletop.turn import OVER
from tests.rules.brigades.given import Scene, Spec, commander, foot, given

FOE = foot("foe", 20, 10, facing=180, side="red")


def worth(scene: Scene, side: int = 0) -> float:
    """The judgement of a scene."""
    return SYSTEM.judge(scene.p, side)


def asked(*specs: Spec) -> Scene:
    """A scene in which blue is asked which unit moves."""
    return given(*specs).push(Move(side=0))


def test_a_stand_wants_its_own_commander_near() -> None:
    near = worth(asked(foot("a", 20, 20), commander("g", 20, 22), FOE))
    far = worth(asked(foot("a", 20, 20), commander("g", 40, 34), FOE))
    assert near > far


def test_a_battle_that_is_won_is_worth_more_than_anything() -> None:
    scene = given(foot("a", 20, 20), FOE)
    scene.p.tired[scene.battle.division[scene.u("foe")]] = 1
    scene.p.clock[OVER] = 1
    assert (worth(scene, 0), worth(scene, 1)) == (1000.0, -1000.0)
