"""Setting up: everybody on his hex, checked against stacking and ground."""

from __future__ import annotations

from grognard.engine.errors import FileError
from grognard.systems.shock.battle import ShockBattle
from grognard.systems.shock.position import CLOCK, INITIATIVE, NONE, WAITING, ShockPosition
from grognard.systems.shock.stacking import arrive, blocked_by_friends


def set_up(battle: ShockBattle) -> ShockPosition:
    """The position before the first turn."""
    p = ShockPosition.blank(battle)
    p.clock = [0] * CLOCK
    p.clock[INITIATIVE] = 2
    for u, piece in enumerate(battle.pieces):
        p.facing[u] = piece.facing
        if piece.hex < 0:
            p.hex[u] = WAITING
            continue
        if u < battle.units:
            check_place(p, u, piece.hex)
            p.place(u, piece.hex)
        else:
            p.hex[u] = piece.hex
    p.masks = [NONE] * 4
    for g in range(battle.units, battle.fighters):
        p.control[battle.chateaux.index(p.hex[g])] = battle.side[g]
        for i, objective in enumerate(battle.objectives):
            if objective.kind == "hold" and objective.hex == p.hex[g]:
                p.held[i] = battle.side[g]
    for u in range(battle.units):
        arrive(p, u)
    return p


def check_place(p: ShockPosition, u: int, h: int) -> None:
    """Refuse a set-up that the rules would not allow."""
    battle = p.battle
    name = battle.pieces[u].id
    where = battle.grid.name(h)
    file = f"battles/{battle.name}.toml"
    if p.occupied(1 - battle.side[u]) >> h & 1:
        raise FileError(file, None, f'"{name}" stands on {where} with the enemy')
    if blocked_by_friends(p, u) >> h & 1:
        raise FileError(file, None, f'"{name}" may not share {where} with who stands there')
    graph = battle.graph(battle.kind[u], 0)
    entered = any(
        graph.costs[n][(d + 3) % 6] for d, n in enumerate(battle.grid.neighbours[h]) if n >= 0
    )
    if not entered:
        raise FileError(file, None, f'"{name}" cannot stand on {where}: its arm cannot enter it')
