"""Judging from what is kept of other positions, and orders drawn without listing them."""

import random
from collections import Counter

import pytest

from grognard.engine.step import DECISION
from grognard.systems import system
from grognard.systems.shock.activation import Orders
from grognard.systems.shock.state.kinds import D2, ENGAGED, ROUTED
from grognard.systems.shock.state.position import ShockPosition
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy, leader, light

SHOCK = system("shock")


def answered(p: ShockPosition, rng: random.Random) -> None:
    """Answer the open question at random."""
    table = p.check().table if p.stack[-1].what != DECISION else p.options()
    p.play(rng.choice(table))


def afresh(p: ShockPosition) -> ShockPosition:
    """The same position with everything worked out anew."""
    q = p.copy()
    q.rebuild()
    return q


@pytest.mark.parametrize("name", ["gemioncourt", "hougoumont"])
def test_a_copy_is_judged_as_if_nothing_had_been_kept(name: str) -> None:
    rng = random.Random(4)
    p = SHOCK.start(SHOCK.battle(name))
    assert isinstance(p, ShockPosition)
    for _ in range(250):
        if p.over:
            break
        after = p.copy()
        answered(after, rng)
        further = after.copy()
        if further.stack:
            answered(further, rng)
        for q in (after, further, p):
            assert SHOCK.judge(q, 0) == pytest.approx(SHOCK.judge(afresh(q), 0), abs=1e-9)
        answered(p, rng)


def scene_of(*more: Spec) -> Scene:
    pieces = (guns("gun", "0808"), light("horse", "0608"), foot("foe", "0805", "red"), *more)
    return given(foot("guard", "0806"), *pieces).activate()


def test_a_leader_who_rides_changes_what_his_units_are_worth() -> None:
    boss = leader("boss", "0812", level="corps", commands=True)
    scene = scene_of(boss)
    near = SHOCK.judge(scene.p, 0)
    scene.p.ride(scene.u("boss"), scene.h("0101"))
    assert SHOCK.judge(scene.p, 0) < near
    assert SHOCK.judge(scene.p, 0) == pytest.approx(SHOCK.judge(afresh(scene.p), 0))


@pytest.mark.parametrize(
    "more",
    [
        (),
        (heavy("rider", "1010"),),
        (foot("broken", "1012", order=ROUTED),),  # must be ordered first
        (foot("held", "0807", order=D2, flags=ENGAGED), foot("near", "0706", "red", flags=ENGAGED)),
    ],
)
def test_orders_are_drawn_fairly_from_those_that_are_listed(more: tuple[Spec, ...]) -> None:
    scene, rng = scene_of(*more), random.Random(1)
    step = scene.p.stack[-1]
    assert isinstance(step, Orders)
    options = step.options(scene.p)
    drawn = Counter(step.draw(scene.p, rng) for _ in range(200 * len(options)))
    # 200 of each are expected, with a deviation of 14 or less.
    assert sorted(drawn) == options and all(140 < n < 260 for n in drawn.values())
