"""What is kept while a battle is fought is what would be found anew."""

import random

from grognard.engine.step import DECISION
from grognard.systems import system
from grognard.systems.pulses.fallback import _way_out, way_out
from grognard.systems.pulses.moving.leg import Leg
from grognard.systems.pulses.state.position import PulsesPosition


def played(seed: int, answers: int) -> list[PulsesPosition]:
    """The positions of a random game, one and the same object at every moment."""
    pulses = system("pulses")
    p = pulses.start(pulses.battle("teugen-hausen"))
    assert isinstance(p, PulsesPosition)
    rng = random.Random(seed)
    found = []
    for _ in range(answers):
        found.append(p.copy())
        if p.stack[-1].what == DECISION:
            p.play(p.draw(rng))
        else:
            table = p.check().table
            p.play(table[int(rng.random() * len(table))])
    return found


def test_legs_that_were_tried_are_what_the_rules_say_of_them() -> None:
    known = 0
    for p in played(3, 500)[200:]:
        leg = p.top
        if isinstance(leg, Leg):
            actions = [action for action in p.options() if action >= p.battle.pose_at]
            for action in actions:
                pose = p.battle.poses.pose(action - p.battle.pose_at)
                kept, anew = leg.tried(p, *pose), leg.mover(p).attempt(*pose)
                assert (kept.cost, kept.target) == (anew.cost, anew.target)
                assert (kept.faced, kept.moved) == (anew.faced, anew.moved)
                known += kept is leg.tried(p, *pose)
    assert known > 200, known


def test_ways_of_flight_are_found_anew_when_somebody_has_moved() -> None:
    rng = random.Random(4)
    ways = set()
    p = played(5, 400)[-1]
    stands = [u for u in range(p.battle.stands) if p.on_table(u)]
    u, other = stands[0], stands[1]
    for _ in range(40):
        direction = rng.randrange(72)
        for _ in range(2):
            assert way_out(p, u, direction, 6000) == _way_out(p, u, direction, 6000)
        # Another stands in the way now, wherever he came from.
        x, y = p.x[u] + rng.randint(-60, 60), p.y[u] + rng.randint(-60, 60)
        p.put(other, max(20, x), max(20, y), 0)
        ways.add(way_out(p, u, direction, 6000))
        assert way_out(p, u, direction, 6000) == _way_out(p, u, direction, 6000)
        copy = p.copy()
        copy.put(u, p.x[u] - 1, p.y[u], p.facing[u])
        assert way_out(copy, u, direction, 6000) == _way_out(copy, u, direction, 6000)
        assert way_out(p, u, direction, 6000) == _way_out(p, u, direction, 6000)
    assert len(ways) > 10
