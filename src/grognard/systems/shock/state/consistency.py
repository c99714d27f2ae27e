"""What cannot stand together in a position read from outside, though every number is in range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.systems.shock.state.kinds import (
    ACTIVATION,
    BLOWN,
    CHARGED,
    CHARGING,
    COMMAND,
    D2,
    END,
    FOOT,
    FULL,
    GARRISON,
    GIVEN_UP,
    GONE,
    HORSE,
    INITIATIVE,
    LINE,
    NONE,
    OUTSIDE,
    PHASE,
    SHOCKS,
    STAGE,
    TIE,
    TURN,
)

if TYPE_CHECKING:
    from grognard.systems.shock.state.position import ShockPosition


def misfit(p: ShockPosition) -> str:
    """Why the numbers of a position cannot stand together; empty if they can."""
    for u in range(p.battle.count):
        why = misfit_of_piece(p, u)
        if why:
            return f"{p.battle.ids[u]} {why}"
    return misfit_of_stacks(p) or misfit_of_clock(p)


def misfit_of_piece(p: ShockPosition, u: int) -> str:
    """Why one piece cannot be where or as it is."""
    battle = p.battle
    h, second = p.hex[u], p.second[u]
    if h >= battle.grid.size:
        return "stands outside the map"
    if p.steps[u] > battle.sp[u]:
        return f"has {p.steps[u]} of {battle.sp[u]} steps"
    if h >= 0 and p.steps[u] == 0:
        return "stands on the map without a step left"
    if battle.arm[u] == GARRISON and h not in (battle.pieces[u].hex, GONE):
        return "is not in its chateau"
    if second >= 0 and (h < 0 or u >= battle.units or battle.grid.distance[h][second] != 1):
        return "has a line that is not in two adjacent hexes"
    if p.order[u] == D2 and battle.kind[u] != FOOT:
        return "is D-2, which only infantry can be"
    if p.flags[u] & (BLOWN | CHARGING) and battle.kind[u] != HORSE:
        return "is blown or charges, which only cavalry can"
    if p.target[u] >= 0 and u >= battle.units:
        return "attacks, which only units can"
    return ""


def misfit_of_stacks(p: ShockPosition) -> str:
    """At most two units stand on a hex, of one side."""
    battle = p.battle
    there: dict[int, list[int]] = {}
    for u in range(battle.fighters):
        if p.hex[u] >= 0:
            for h in p.hexes_of(u):
                there.setdefault(h, []).append(u)
    for h, units in there.items():
        if len({battle.side[u] for u in units}) == 2:
            return f"units of both sides stand on {battle.grid.name(h)}"
        if sum(u < battle.units for u in units) > 2:
            return f"more than two units stand on {battle.grid.name(h)}"
    return ""


def misfit_of_clock(p: ShockPosition) -> str:
    """Turn, phase, command and stage are those of the battle."""
    battle = p.battle
    for name, entry, low, high in (
        ("turn", TURN, 0, battle.turns),
        ("phase", PHASE, 0, END),
        ("command", COMMAND, NONE, len(battle.commands) - 1),
        ("activation", ACTIVATION, FULL, OUTSIDE),
        ("stage", STAGE, LINE, SHOCKS),
        ("initiative", INITIATIVE, 0, TIE),
        ("units given up", GIVEN_UP, 0, (1 << len(battle.specials)) - 1),
        ("length of a charge", CHARGED, 0, battle.rules.charge.longest),
    ):
        if not low <= p.clock[entry] <= high:
            return f"the {name} is {p.clock[entry]}: it must be between {low} and {high}"
    return ""
