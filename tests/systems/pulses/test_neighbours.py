"""What judgement sees about units is the same whether it is kept up or looked at afresh."""

import random

from grognard.systems.pulses.judging.neighbours import Neighbours, neighbours
from grognard.systems.pulses.state.position import SQUARED, PulsesPosition
from grognard.systems.tabletop.position import GONE
from tests.rules.pulses.given import foot, force, given, guns


def crowd() -> PulsesPosition:
    """Foot against foot and guns, and two places to be taken."""
    mine = [foot(f"a{i}", 6 + 4 * i, 30) for i in range(6)]
    arms = [guns, foot] * 3
    theirs = [arm(f"b{i}", 6 + 4 * i, 20, 180, side="red") for i, arm in enumerate(arms)]
    places = [(20, 25, "", 2), (30, 12, "", 1)]
    return given(*mine, *theirs, force("blue", 20, 40, radius=9), objectives=places).p


def test_what_changed_is_looked_at_again() -> None:
    p, rng = crowd(), random.Random(7)
    for _ in range(300):
        # One to three units or officers move at once; now and then one goes or comes back.
        for u in rng.sample(range(p.battle.count), rng.randrange(1, 4)):
            gone = u < p.battle.stands and rng.random() < 0.1
            p.put(u, GONE if gone else rng.randrange(20, 500), rng.randrange(20, 450), 0)
        # Some are hit or form square where they stand, and some turn about.
        hit, squared, turned = rng.sample(range(p.battle.stands), 3)
        p.hits[hit] = rng.randrange(max(1, p.battle.strength[hit]))
        p.state[squared] ^= SQUARED
        p.put(turned, p.x[turned], p.y[turned], 36)
        seen, fresh = neighbours(p), Neighbours(p.battle).of(p)
        here = [u for u in range(p.battle.stands) if p.x[u] >= 0]
        for u in here:
            assert sorted(seen.about[u]) == sorted(fresh.about[u])
            assert (seen.way[u], seen.led[u]) == (fresh.way[u], fresh.led[u])
            assert (seen.nearest[u] < 0) == (fresh.nearest[u] < 0)
            assert seen.risk_of(p, u) == fresh.risk_of(p, u)
            assert seen.pull_of(p, u) == fresh.pull_of(p, u)
        for side in (0, 1):
            assert ways(seen, p, side) == ways(fresh, p, side)
        for number in range(len(p.battle.forces)):
            assert seen.apart_of(p, number) == fresh.apart_of(p, number)


def ways(seen: Neighbours, p: PulsesPosition, side: int) -> list[list[int]]:
    """The ways of a side's two nearest units to each objective, squared."""
    return [[way for way, _ in pairs] for pairs in seen.nearest_to(p, side)]


def test_nearness_is_9_in_between_centres() -> None:
    p = given(
        foot("a", 20, 30), foot("near", 20, 21.1, side="red"), foot("far", 29, 30, side="red")
    ).p
    seen = neighbours(p)
    assert [p.battle.ids[v] for v in seen.about[0]] == ["near"]
    assert (p.battle.ids[seen.nearest[0]], seen.way[0]) == ("near", 89 * 89)
    # Nobody has moved: what was seen serves again.
    assert neighbours(p.copy()) is seen
