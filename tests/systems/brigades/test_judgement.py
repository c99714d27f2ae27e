"""What bots steer by, and what may never be."""

import random

import pytest

from grognard.systems import system
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


@pytest.mark.parametrize("name", ["brigades/casteggio", "onepage/maida"])
def test_what_is_kept_of_judgements_changes_none(name: str) -> None:
    """Answers tried one after another are judged as if each were the first position seen."""
    chosen, _, battle = name.partition("/")
    rules = system(chosen)
    p, rng = rules.start(rules.battle(battle)), random.Random(5)
    for _ in range(60):
        if p.decision is None:
            table = p.check().table
            p.play(table[rng.randrange(len(table))])
            continue
        options = p.options()
        for action in rng.sample(options, min(3, len(options))):
            after = p.copy()
            after.play(action)
            alone = after.copy()
            alone.rebuild()
            assert rules.judge(after, 0) == rules.judge(alone, 0)
            assert rules.judge(after, 1) == rules.judge(alone, 1)
        p.play(rng.choice(options))
