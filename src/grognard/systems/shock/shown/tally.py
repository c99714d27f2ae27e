"""The tally of this system: steps of the troops and garrisons, and who has each objective."""

from __future__ import annotations

from grognard.engine.tally import CountedPlace, CountedUnit, Roster, Tally
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import NONE, TURN
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.victory import met_objectives


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
    battle = p.battle
    met = met_objectives(p)
    held = [
        p.held[i] if objective.kind == "hold" else objective.side if i in met else NONE
        for i, objective in enumerate(battle.objectives)
    ]
    return Tally(max(1, p.clock[TURN]), p.steps[: battle.fighters], held)


def whereabouts(p: ShockPosition, u: int) -> str:
    """The hex of a unit."""
    return f"hex:{p.battle.grid.name(p.hex[u])}" if p.hex[u] >= 0 else ""
