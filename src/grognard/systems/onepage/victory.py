"""Victory: an army that has lost too much withdraws; at the end objectives, then casualties."""

from __future__ import annotations

from grognard.engine.battle import Result
from grognard.systems.onepage.position import ROUTED, OnepagePosition
from grognard.systems.tabletop import victory
from grognard.systems.tabletop.turn import OVER


def broken(p: OnepagePosition, side: int) -> bool:
    """Whether an army's casualties make it withdraw."""
    battle = p.battle
    lost = victory.casualties(battle, p.losses, side)
    return lost * 100 >= battle.start_strength[side] * battle.rules.defeat_percent


def holders(p: OnepagePosition) -> list[int]:
    """The side that alone has an unrouted unit at each objective, -1 where none has."""
    units = [[u for u in p.stands_on(side) if not p.state[u] & ROUTED] for side in (0, 1)]
    return victory.holders(p, p.battle.rules.objective_reach, units)


def result(p: OnepagePosition) -> Result | None:
    """Who won and why."""
    if not p.over:
        return None
    gone = [side for side in (0, 1) if broken(p, side)] if p.clock[OVER] else []
    order = p.battle.rules.limit_order
    return victory.verdict(p.battle, holders(p), p.losses, gone, "withdraws", order)
