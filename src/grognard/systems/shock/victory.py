"""Victory: points, in halves, for losses, routed units, places, and the battle's own terms."""

from __future__ import annotations

from grognard.boards.hexes import bits
from grognard.engine.battle import BattleResult
from grognard.engine.rulebook import Rulebook
from grognard.engine.tally import Earned
from grognard.systems.shock.state.kinds import ELITE, GIVEN_UP, NONE, ROUTED
from grognard.systems.shock.state.position import ShockPosition


class VictoryRules:
    """Victory points, in halves."""

    def __init__(self, book: Rulebook) -> None:
        self.destroyed = book.int("shock.rulings.victory", "destroyed")
        self.elite_times = book.int("shock.rulings.victory", "elite_times")
        self.routed = book.int("shock.rulings.victory", "routed")


def half_points(p: ShockPosition) -> list[int]:
    """The points of either side so far, in half points."""
    points = half_points_of_places(p)
    for u in range(p.battle.fighters):
        points[1 - p.battle.side[u]] += half_points_of(p, u)
    return points


def earned(p: ShockPosition) -> list[Earned]:
    """The points of either side so far, by where they come from."""
    battle = p.battle
    halves = {"to begin with": [2 * battle.handicap[0], 2 * battle.handicap[1]]}
    for objective, holder in zip(battle.objectives, objective_holders(p), strict=True):
        if holder >= 0:
            own = halves.setdefault(objective.name, [0, 0])
            own[holder] += 2 * objective.points
    for i, special in enumerate(battle.specials):
        if special.kind == "reserved" and p.clock[GIVEN_UP] >> i & 1:
            halves.setdefault("reserves given up", [0, 0])[1 - special.side] += 2 * special.points
    lost, routed = halves["enemies destroyed"], halves["enemies routed"] = [0, 0], [0, 0]
    for u in range(battle.fighters):
        by_rout = p.steps[u] * battle.rules.victory.routed if is_on_the_run(p, u) else 0
        routed[1 - battle.side[u]] += by_rout
        lost[1 - battle.side[u]] += half_points_of(p, u) - by_rout
    return [Earned(cause, (a / 2, b / 2)) for cause, (a, b) in halves.items() if a or b]


def half_points_of(p: ShockPosition, u: int) -> int:
    """What a unit's losses, and its rout, are worth to the enemy."""
    battle = p.battle
    rules = battle.rules.victory
    times = rules.elite_times if battle.elite[u] >= ELITE else 1
    points = (battle.sp[u] - p.steps[u]) * rules.destroyed * times
    if is_on_the_run(p, u):
        points += p.steps[u] * rules.routed
    return points


def is_on_the_run(p: ShockPosition, u: int) -> bool:
    """Whether a unit is routed, and still on the map."""
    return p.order[u] == ROUTED and p.hex[u] >= 0


def half_points_of_places(p: ShockPosition) -> list[int]:
    """What either side has by places, by the battle's own terms and to begin with."""
    battle = p.battle
    points = [2 * battle.handicap[0], 2 * battle.handicap[1]]
    for i, objective in enumerate(battle.objectives):
        if objective.kind == "hold" and p.held[i] >= 0:
            points[p.held[i]] += 2 * objective.points
    for i in met_objectives(p):
        points[battle.objectives[i].side] += 2 * battle.objectives[i].points
    for i, special in enumerate(battle.specials):
        if special.kind == "reserved" and p.clock[GIVEN_UP] >> i & 1:
            points[1 - special.side] += 2 * special.points
    return points


def met_objectives(p: ShockPosition) -> list[int]:
    """The objectives near which their side stands now."""
    return [
        i
        for i, o in enumerate(p.battle.objectives)
        if o.kind == "near" and stands_near(p, o.side, o.hex, o.within)
    ]


def objective_holders(p: ShockPosition) -> list[int]:
    """The side that has each objective now, -1 if none has: a place to be near to while it is."""
    met = met_objectives(p)
    return [
        p.held[i] if objective.kind == "hold" else objective.side if i in met else NONE
        for i, objective in enumerate(p.battle.objectives)
    ]


def stands_near(p: ShockPosition, side: int, h: int, within: int) -> bool:
    """Whether a side has an unrouted unit within some hexes of a place."""
    near = p.battle.grid.disk(h, within) & p.occupied(side)
    return bool(near) and any(
        p.order[u] != ROUTED for x in bits(near) for u in p.units_at(x) if u < p.battle.units
    )


def result(p: ShockPosition) -> BattleResult | None:
    """Who won and why, once the battle is over."""
    if not p.over:
        return None
    halves = half_points(p)
    points = tuple(half / 2 for half in halves)
    if halves[0] == halves[1]:
        return BattleResult(None, points, f"A draw: {score_line(p)}.")
    winner = 0 if halves[0] > halves[1] else 1
    return BattleResult(winner, points, f"{p.battle.titles[winner]} victory: {score_line(p)}.")


def score_line(p: ShockPosition) -> str:
    """The points of both sides in words."""
    halves = half_points(p)
    return ", ".join(f"{p.battle.titles[s]} {written(halves[s])}" for s in (0, 1)) + " points"


def written(halves: int) -> str:
    """Half points as people write them.

    >>> written(1), written(7), written(0)
    ('½', '3½', '0')
    """
    whole, half = divmod(halves, 2)
    return f"{whole}½" if whole and half else "½" if half else f"{whole}"
