"""Victory: a broken army, or objectives, morale and the defender at the end of time."""

from __future__ import annotations

from grognard.engine.battle import Result
from grognard.systems.locales.administration import claims
from grognard.systems.locales.position import LocalesPosition


def objectives(p: LocalesPosition, side: int) -> int:
    """How many enemy objectives a side holds: by any unit, whoever could claim them."""
    battle = p.battle
    enemy = [here for here in range(battle.locales) if battle.objective[here] >> (1 - side) & 1]
    if battle.rules.any_unit_holds:
        return sum(p.holds(here, side) for here in enemy)
    return sum(any(claims(p, b) for b in p.blocks_in(here, side)) for here in enemy)


def share(p: LocalesPosition, side: int) -> int:
    """Morale as a share of its start, over the product of both starts: exact."""
    return p.morale[side] * p.battle.morale[1 - side]


def result(p: LocalesPosition) -> Result | None:
    """Who won and why."""
    if not p.over:
        return None
    battle = p.battle
    titles = battle.titles
    points = (p.morale[0], p.morale[1])
    broken = [s for s in (0, 1) if p.morale[s] <= battle.rules.broken_at]
    if len(broken) == 1:
        winner = 1 - broken[0]
        return Result(winner, points, f"{titles[winner]} victory: {titles[broken[0]]} breaks.")
    measures = {"objectives": objectives, "morale": share}
    for word in battle.rules.limit_order:
        a, b = (measures[word](p, s) for s in (0, 1))
        if a != b:
            winner = 0 if a > b else 1
            return Result(winner, points, f"{titles[winner]} victory by {word}.")
    winner = battle.defender if battle.rules.tie_to_defender else 1 - battle.defender
    return Result(winner, points, f"{titles[winner]} victory: the defender held.")
