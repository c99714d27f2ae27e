"""Victory: an army that has lost too much withdraws; at the end objectives, then casualties."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH
from grognard.engine.battle import BattleResult
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.state.position import ROUTED, OnepagePosition
from grognard.systems.tabletop import victory
from grognard.systems.tabletop.turn import OVER


class VictoryRules:
    """When an army withdraws, what decides at the end, and how an objective is held."""

    def __init__(self, book: Rulebook) -> None:
        self.percent = book.int("onepage.rulings.army-defeat", "percent")
        self.order = book.words("onepage.rulings.time-limit", "order")
        self.reach = book.int("onepage.rulings.objective", "inches") * INCH
        self.says = [book.says(f"onepage.rulings.{rule}") for rule in ("objective", "time-limit")]


def broken(p: OnepagePosition, side: int) -> bool:
    """Whether an army's casualties make it withdraw."""
    battle = p.battle
    lost = victory.casualties(battle, p.losses, side)
    return lost * 100 >= battle.start_strength[side] * battle.rules.victory.percent


def holders(p: OnepagePosition) -> list[int]:
    """The side that alone has an unrouted unit at each objective, -1 where none has."""
    units = [[u for u in p.stands_on(side) if not p.state[u] & ROUTED] for side in (0, 1)]
    return victory.holders(p, p.battle.rules.victory.reach, units)


def result(p: OnepagePosition) -> BattleResult | None:
    """Who won and why."""
    if not p.over:
        return None
    gone = [side for side in (0, 1) if broken(p, side)] if p.clock[OVER] else []
    order = p.battle.rules.victory.order
    return victory.verdict(p.battle, holders(p), p.losses, gone, "withdraws", order)
