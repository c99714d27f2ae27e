"""Victory: an army that has lost too much withdraws; at the end objectives, then casualties."""

from __future__ import annotations

from grognard.boards.table.rect import point_within
from grognard.engine.battle import Result
from grognard.systems.onepage.position import OVER, ROUTED, OnepagePosition
from grognard.systems.tabletop.victory import alone, points_held, verdict


def casualties(p: OnepagePosition, side: int) -> int:
    """The strength points a side has lost."""
    return sum(p.losses[u] for u in p.battle.stands_of[side])


def broken(p: OnepagePosition, side: int) -> bool:
    """Whether an army's casualties make it withdraw."""
    battle = p.battle
    return casualties(p, side) * 100 >= battle.start_strength[side] * battle.rules.defeat_percent


def holder(p: OnepagePosition, objective: int) -> int:
    """The side that alone has an unrouted unit at an objective, -1 if none has."""
    place = p.battle.objectives[objective]
    reach = p.battle.rules.objective_reach
    there = [
        any(
            not p.state[u] & ROUTED and point_within(place.x * 100, place.y * 100, p.rect(u), reach)
            for u in p.stands_on(side)
        )
        for side in (0, 1)
    ]
    return alone(there)


def points(p: OnepagePosition, side: int) -> int:
    """The objective points a side holds."""
    objectives = p.battle.objectives
    return points_held(objectives, (holder(p, i) for i in range(len(objectives))), side)


def share(p: OnepagePosition, side: int) -> int:
    """What is left of an army, over the product of both armies at the start: exact."""
    battle = p.battle
    left = battle.start_strength[side] - casualties(p, side)
    return left * battle.start_strength[1 - side]


def result(p: OnepagePosition) -> Result | None:
    """Who won and why."""
    if not p.over:
        return None
    battle = p.battle
    score = (float(points(p, 0)), float(points(p, 1)))
    gone = [side for side in (0, 1) if broken(p, side)] if p.clock[OVER] else []
    measures = {"objectives": points, "casualties": share}
    words = battle.rules.limit_order
    order = ((word, measures[word](p, 0), measures[word](p, 1)) for word in words)
    return verdict(battle.titles, score, gone, "withdraws", order)
