"""Victory: an army of exhausted divisions loses; otherwise objectives, then casualties."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.engine.battle import Result
from grognard.systems.brigades.field import point_within
from grognard.systems.brigades.position import OVER, BrigadesPosition
from grognard.systems.tabletop.position import WAITS


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
    return -1 if there[0] == there[1] else there.index(True)


def points(p: BrigadesPosition, side: int) -> int:
    """The objective points a side holds."""
    return sum(
        objective.points
        for i, objective in enumerate(p.battle.objectives)
        if objective.side in (side, -1) and holder(p, i) == side
    )


def share(p: BrigadesPosition, side: int) -> int:
    """What is left of an army, over the product of both armies at the start: exact."""
    battle = p.battle
    left = battle.start_strength[side] - casualties(p, side)
    return left * battle.start_strength[1 - side]


def result(p: BrigadesPosition) -> Result | None:
    """Who won and why."""
    if not p.over:
        return None
    titles = p.battle.titles
    score = (float(points(p, 0)), float(points(p, 1)))
    if p.clock[OVER]:
        gone = [s for s in (0, 1) if broken(p, s)]
        if len(gone) == 1:
            winner = 1 - gone[0]
            why = f"{titles[winner]} victory: the {titles[gone[0]]} army is exhausted."
            return Result(winner, score, why)
    measures = {"objectives": points, "casualties": share}
    for word in p.battle.rules.limit_order:
        a, b = (measures[word](p, s) for s in (0, 1))
        if a != b:
            winner = 0 if a > b else 1
            return Result(winner, score, f"{titles[winner]} victory by {word}.")
    return Result(None, score, "A draw: nobody is ahead.")
