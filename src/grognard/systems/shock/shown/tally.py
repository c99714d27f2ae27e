"""The tally of this system: steps of the troops and garrisons, and who has each objective."""

from __future__ import annotations

from grognard.engine.tally import CountedPlace, CountedUnit, Roster, Tally
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import TURN
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.victory import objective_holders


def roster(battle: ShockBattle) -> Roster:
    """Everybody who has steps, and every objective."""
    fighting = range(battle.fighters)
    return Roster(
        tuple(
            CountedUnit(f"unit:{battle.ids[u]}", battle.names[u], battle.side[u], battle.sp[u])
            for u in fighting
        ),
        tuple(
            CountedPlace(objective.name, f"hex:{battle.grid.name(objective.hex)}")
            for objective in battle.objectives
        ),
    )


def tally(p: ShockPosition) -> Tally:
    """Steps left; a place to be near to is held while its side is."""
    return Tally(max(1, p.clock[TURN]), p.steps[: p.battle.fighters], objective_holders(p))


def whereabouts(p: ShockPosition, u: int) -> str:
    """The hex of a unit."""
    return f"hex:{p.battle.grid.name(p.hex[u])}" if p.hex[u] >= 0 else ""
