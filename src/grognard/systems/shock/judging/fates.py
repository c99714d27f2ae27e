"""What a printed result costs a unit: exact odds of its fates, in half points."""

from __future__ import annotations

from functools import lru_cache

from grognard.engine.dist import Dist
from grognard.systems.shock.disorder import BY_SHOCK
from grognard.systems.shock.judging.endings import Endings, Fate, Struck
from grognard.systems.shock.judging.weights import ShockWeights
from grognard.systems.shock.state.kinds import BLOWN, GARRISON, ROUTED
from grognard.systems.shock.state.position import ShockPosition


def leaves(p: ShockPosition, u: int, code: str) -> float:
    """How likely a printed result makes a unit give up its hex."""
    fates = fates_of(p, u, code)
    gone = sum(n for f, n in fates.weights.items() if f.left <= 0 or f.retreats or f.row == 3)
    return gone / fates.total


def fates_of(p: ShockPosition, u: int, code: str) -> Dist[Fate]:
    """How a unit fares under a printed result, exactly."""
    return p.battle.rules.endings.of(code, state_row(p, u), p.steps[u], struck_unit(p, u))


def struck_unit(p: ShockPosition, u: int) -> Struck:
    """A unit as a shock strikes it."""
    battle = p.battle
    return Struck(battle.kind[u], battle.cohesion[u], BY_SHOCK, walled=battle.arm[u] == GARRISON)


def state_row(p: ShockPosition, u: int) -> int:
    """The row of the matrix a unit stands in now."""
    return 3 if p.order[u] == ROUTED else 4 if p.flags[u] & BLOWN else p.order[u]


def harm(p: ShockPosition, u: int, code: str, w: ShockWeights) -> float:
    """What a printed result is expected to cost a unit, in half points."""
    battle = p.battle
    steps, unit = p.steps[u], struck_unit(p, u)
    return expected_cost(
        battle.rules.endings, code, state_row(p, u), steps, unit, battle.elite[u], w
    )


@lru_cache(maxsize=4096)
def expected_cost(
    endings: Endings, code: str, row: int, steps: int, unit: Struck, elite: int, w: ShockWeights
) -> float:
    """What a printed result is expected to cost a unit in a state, worked out once."""
    fates = endings.of(code, row, steps, unit)
    total = sum(share * cost(fate, steps, row, elite, w) for fate, share in fates.weights.items())
    return total / fates.total


def cost(fate: Fate, steps: int, row: int, elite: int, w: ShockWeights) -> float:
    """What an ending costs: steps for good, order for a while, ground."""
    lost = min(fate.lost, steps)
    each = 5.0 if elite else 3.0
    value = each * lost
    if fate.left > 0:
        worths = (w.good, w.shaken, w.disordered, w.routed)
        before = worths[min(row, 3)] if row != 4 else w.blown
        after = worths[min(fate.row, 3)] if fate.row != 4 else w.blown
        value += max(0.0, before - after) * fate.left + (1.0 if fate.row == 3 else 0.0) * fate.left
        value += 2.0 if fate.retreats else 0.0
    return value
