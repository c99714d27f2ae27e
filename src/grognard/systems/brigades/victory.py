"""Victory: an army of exhausted divisions loses; otherwise objectives, then casualties."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH
from grognard.engine.battle import BattleResult
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.state.position import ROUT, BrigadesPosition
from grognard.systems.tabletop import victory
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import OVER


class VictoryRules:
    """How much of an army is exhausted when it is beaten, and who holds an objective."""

    def __init__(self, book: Rulebook) -> None:
        self.defeat_percent = book.int("brigades.rulings.victory", "percent")
        self.objective_reach = book.int("brigades.rulings.objective", "inches") * INCH
        self.says = [book.says(f"brigades.rulings.{rule}") for rule in ("objective", "victory")]


def broken(p: BrigadesPosition, side: int) -> bool:
    """Whether too many of an army's divisions are exhausted, or nobody of it is left."""
    battle = p.battle
    own = [d for d, one in enumerate(battle.divisions) if one.side == side and battle.troops[d]]
    tired = sum(p.tired[d] for d in own)
    if tired * 100 >= len(own) * battle.rules.victory.defeat_percent:
        return True
    return wiped_out(p, side)


def wiped_out(p: BrigadesPosition, side: int) -> bool:
    """Whether no stand of an army is left, on the table or still to come."""
    return not any(p.x[u] >= WAITS for u in p.battle.stands_of[side])


def holders(p: BrigadesPosition) -> list[int]:
    """The side that alone has an unrouted stand at each objective, -1 where none has."""
    state = p.state
    units = [[u for u in p.stands_on(side) if state[u] & ROUT != ROUT] for side in (0, 1)]
    return victory.holders(p, p.battle.rules.victory.objective_reach, units)


def tell_objectives(p: BrigadesPosition) -> None:
    """Say which objectives have changed hands since it was said last."""
    now = holders(p)
    victory.tell_changes(p, p.held, now)
    p.held = now


def result(p: BrigadesPosition) -> BattleResult | None:
    if not p.over:
        return None
    gone = [side for side in (0, 1) if broken(p, side)] if p.clock[OVER] else []
    order = ("objectives", "casualties")  # brigades.rulings.victory
    fate = "has no stand left" if any(wiped_out(p, side) for side in gone) else "is exhausted"
    return victory.verdict(p.battle, holders(p), p.losses, gone, fate, order)
