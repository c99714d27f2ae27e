"""Victory: an army of exhausted divisions loses; otherwise objectives, then casualties."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import point_within
from grognard.engine.battle import Result
from grognard.systems.brigades.position import OVER, BrigadesPosition
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.victory import alone, points_held, verdict


def casualties(p: BrigadesPosition, side: int) -> int:
    """The strength points a side has lost."""
    return sum(p.losses[u] for u in p.battle.stands_of[side])


def broken(p: BrigadesPosition, side: int) -> bool:
    """Whether too many of an army's divisions are exhausted, or nobody of it is left."""
    battle = p.battle
    own = [d for d, one in enumerate(battle.divisions) if one.side == side and battle.troops[d]]
    tired = sum(p.tired[d] for d in own)
    if tired * 100 >= len(own) * battle.rules.defeat_percent:
        return True
    return not any(p.x[u] >= WAITS for u in battle.stands_of[side])


def holder(p: BrigadesPosition, objective: int) -> int:
    """The side that alone has an unrouted stand at an objective, -1 if none has."""
    place = p.battle.objectives[objective]
    reach = p.battle.rules.objective_reach
    there = [
        any(
            not p.routed(u) and point_within(place.x * TENTH, place.y * TENTH, p.rect(u), reach)
            for u in p.stands_on(side)
        )
        for side in (0, 1)
    ]
    return alone(there)


def points(p: BrigadesPosition, side: int) -> int:
    """The objective points a side holds."""
    objectives = p.battle.objectives
    return points_held(objectives, (holder(p, i) for i in range(len(objectives))), side)


def share(p: BrigadesPosition, side: int) -> int:
    """What is left of an army, over the product of both armies at the start: exact."""
    battle = p.battle
    left = battle.start_strength[side] - casualties(p, side)
    return left * battle.start_strength[1 - side]


def result(p: BrigadesPosition) -> Result | None:
    """Who won and why."""
    if not p.over:
        return None
    battle = p.battle
    score = (float(points(p, 0)), float(points(p, 1)))
    gone = [side for side in (0, 1) if broken(p, side)] if p.clock[OVER] else []
    measures = {"objectives": points, "casualties": share}
    words = battle.rules.limit_order
    order = ((word, measures[word](p, 0), measures[word](p, 1)) for word in words)
    return verdict(battle.titles, score, gone, "is exhausted", order)
