"""Setting up: everybody on his hex, checked against stacking and ground."""

from __future__ import annotations

from grognard.systems.shock.stacking import arrive, blocked_by_friends, take_chateau
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import INITIATIVE, TIE
from grognard.systems.shock.state.position import ShockPosition


def set_up(battle: ShockBattle) -> ShockPosition:
    """The position before the first turn."""
    p = ShockPosition.blank(battle)
    p.clock[INITIATIVE] = TIE
    for u, piece in enumerate(battle.pieces):
        p.facing[u] = piece.facing
    for g in range(battle.units, battle.fighters):
        take_post(p, g)
    for u in range(battle.units):
        if battle.pieces[u].hex >= 0:
            check_place(p, u)
            p.place(u, battle.pieces[u].hex)
    for leader in range(battle.fighters, battle.count):
        if battle.pieces[leader].hex >= 0:
            check_leader(p, leader)
            p.hex[leader] = battle.pieces[leader].hex
    for u in range(battle.units):
        arrive(p, u)
    return p


def take_post(p: ShockPosition, g: int) -> None:
    """A garrison stands in its chateau and holds it."""
    battle = p.battle
    h = battle.pieces[g].hex
    p.hex[g] = h
    p.touch(g)
    take_chateau(p, h, battle.side[g])


def check_place(p: ShockPosition, u: int) -> None:
    """Refuse a unit where the rules would not let it stand."""
    battle = p.battle
    h = battle.pieces[u].hex
    name, where = battle.ids[u], battle.grid.name(h)
    if p.occupied(1 - battle.side[u]) >> h & 1:
        why = f'"{name}" stands on {where} with the enemy'
    elif blocked_by_friends(p, u) >> h & 1:
        why = f'"{name}" may not share {where} with the units there'
    elif not battle.may_stand(u, h):
        why = f'"{name}" cannot stand on {where}: its arm cannot enter it'
    else:
        return
    raise battle.roster.tables[u].error("hex", why)


def check_leader(p: ShockPosition, leader: int) -> None:
    """Refuse a leader on ground he cannot enter, or near the enemy without troops."""
    battle = p.battle
    h = battle.pieces[leader].hex
    name, where = battle.ids[leader], battle.grid.name(h)
    side = battle.side[leader]
    if not battle.may_stand(leader, h):
        why = f'"{name}" cannot stand on {where}: no leader can enter it'
    elif (p.occupied(1 - side) | p.zoc(1 - side) & ~p.occupied(side)) >> h & 1:
        why = f'"{name}" stands on {where} among enemies without troops of his own'
    else:
        return
    raise battle.roster.tables[leader].error("hex", why)
