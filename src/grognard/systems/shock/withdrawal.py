"""Leaving enemy zones: withdrawal of one hex, and the screen behind which guns slip away."""

from __future__ import annotations

from typing import Final

from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.retreat import farther, together_on, wade
from grognard.systems.shock.square import square_ground
from grognard.systems.shock.stacking import blocked_by_friends, come_to, draw_together
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import (
    ACTIVE,
    D2,
    ENGAGED,
    GARRISON,
    GOOD,
    GUNS,
    ROUTED,
    SCREENS,
    SQUARE,
    USED,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import BY_HEX, WET
from grognard.systems.shock.zones import chateau_zones, zone_of


class WithdrawalRules:
    """How far a unit withdraws, and how much movement screened guns have."""

    def __init__(self, book: Rulebook) -> None:
        self.hexes = book.int("shock.move.rate.withdrawal", "hexes")
        self.screen_divide = book.int("shock.rulings.screened", "divide")


# Words of the terrain chart for entering and leaving an enemy zone; any other word is free.
REDUCED_WORD: Final = "RM"  # shock.move.abbr.rm
WITHDRAWAL_WORD: Final = "WD"  # shock.move.abbr.wd
SCREENED_WORD: Final = "Screen"  # shock.move.abbr.screen
PROHIBITED_WORD: Final = "P"  # shock.move.abbr.p
NO_ENTRY: Final = (WITHDRAWAL_WORD, SCREENED_WORD, PROHIBITED_WORD)


def entry_word(p: ShockPosition, u: int) -> str:
    """What the chart asks of a piece to enter an enemy zone."""
    return p.battle.rules.terrain.enter_zoc[p.battle.kind[u]]


def leaving_word(p: ShockPosition, u: int) -> str:
    """What the chart asks of a piece to leave an enemy zone."""
    return p.battle.rules.terrain.leave_zoc[p.battle.kind[u]]


def may_wade(p: ShockPosition, u: int) -> bool:
    """Whether a unit may cross a deep stream (note D)."""
    return p.order[u] == GOOD  # shock.move.note.d.disordered-barred


def holders(p: ShockPosition, u: int) -> list[tuple[int, int]]:
    """The enemies, and their chateaux, in whose zones a unit stands: hex and zone of each.

    Of a line each half that is next to the unit.
    """
    here = near = 0
    for h in p.hexes_of(u):
        here |= 1 << h
        near |= p.battle.grid.adjacent_mask[h]
    side = 1 - p.battle.side[u]
    foes = [e for e in p.battle.units_of[side] if p.hex[e] >= 0]
    zones = [(h, zone_of(p, e)) for e in foes for h in p.hexes_of(e) if near >> h & 1]
    return [(h, zone) for h, zone in (*zones, *chateau_zones(p, side)) if zone & here]


# -- screened guns -----------------------------------------------------------------------------


def screen_of(p: ShockPosition, u: int) -> list[int] | None:
    """The units behind which guns slip out of the zones they are in; None if they cannot.

    For every enemy that holds the guns, infantry or cavalry on their hex or next to it must stand
    in his zone; one that cannot move any more in this activation is taken first.
    """
    battle = p.battle
    near = battle.grid.adjacent_mask[p.hex[u]] | 1 << p.hex[u]
    friends = [
        v
        for v in battle.units_of[battle.side[u]]
        if p.hex[v] >= 0 and battle.kind[v] != GUNS and p.order[v] != ROUTED and not leaves(p, v)
    ]
    screen: list[int] = []
    for _, zone in holders(p, u):
        zone &= near
        able = [v for v in friends if any(zone >> h & 1 for h in p.hexes_of(v))]
        if not able:
            return None  # shock.rulings.screened
        screen.append(min(able, key=lambda v: (v not in screen, may_still_move(p, v), v)))
    return screen


def leaves(p: ShockPosition, u: int) -> bool:
    """Whether a unit has to leave a fight in this activation, and can: it screens nobody."""
    return bool(p.flags[u] & ACTIVE) and must_withdraw(p, u) and may_withdraw(p, u)


def may_still_move(p: ShockPosition, u: int) -> bool:
    """Whether a unit has its movement in this activation before it."""
    return bool(p.flags[u] & ACTIVE) and not p.flags[u] & USED


def hold_screen(p: ShockPosition, screen: list[int]) -> None:
    """Who screens guns stays where he is for the rest of the activation."""
    for v in dict.fromkeys(screen):
        if p.flags[v] & ACTIVE:
            p.mark(v, USED | SCREENS)
            p.report(v, "stays where it is to screen the guns")


# -- withdrawal --------------------------------------------------------------------------------


def withdraw_ways(p: ShockPosition, u: int) -> tuple[int, int]:
    """Where a unit may withdraw to, dry and through a deep stream: one hex, away, into no zone."""
    if p.battle.arm[u] == GARRISON:
        return 0, 0
    if p.second[u] < 0:
        return ways_of_one(p, u, holders(p, u))
    dry = wet = 0
    for q in together(p, u).values():
        more = ways_of_one(q, u, holders(p, u))
        dry, wet = dry | more[0], wet | more[1]
    return dry, wet & ~dry


def ways_of_one(p: ShockPosition, u: int, held_by: list[tuple[int, int]]) -> tuple[int, int]:
    """The same for a unit in one hex, and those who hold it in their zones."""
    battle = p.battle
    here, side = p.hex[u], battle.side[u]
    # shock.rulings.withdrawal
    enter = battle.grid.mask_all & ~p.occupied(1 - side) & ~p.zoc(1 - side)
    for enemy in [h for h, _ in held_by] or [p.nearest_enemy(u)]:
        enter &= ~battle.grid.disk(enemy, battle.grid.distance[enemy][here])
    if p.flags[u] & SQUARE:
        enter &= square_ground(p)
    ends = ~blocked_by_friends(p, u) & ~(1 << here)
    hexes = battle.rules.withdrawal.hexes
    dry = ends & union(battle.graph(battle.kind[u], BY_HEX).flood(1 << here, hexes, enter))
    if not battle.has_deep_streams or not may_wade(p, u):
        return dry, 0
    wet = union(battle.graph(battle.kind[u], BY_HEX | WET).flood(1 << here, hexes, enter))
    return dry, wet & ends & ~dry


def together(p: ShockPosition, u: int) -> dict[int, ShockPosition]:
    """The hexes on which a line comes together to withdraw, each with the position then.

    It does so only when it must.
    """
    if not must_withdraw(p, u):
        return {}
    foes = p.battle.units_of[1 - p.battle.side[u]]
    enemies = [h for v in foes if p.hex[v] >= 0 for h in p.hexes_of(v)]
    # shock.rulings.extended-line.retract
    return {h: together_on(p, u, h) for h in farther(p, u, enemies)}


def must_withdraw(p: ShockPosition, u: int) -> bool:
    """Whether a unit has to leave a fight."""
    return p.order[u] == D2 and bool(p.flags[u] & ENGAGED)  # shock.d2.must-withdraw


def union(layers: list[int]) -> int:
    """All hexes of a flood."""
    mask = 0
    for layer in layers:
        mask |= layer
    return mask


def may_withdraw(p: ShockPosition, u: int) -> bool:
    """Infantry in an enemy zone, and whoever is engaged, may withdraw."""
    if p.order[u] == ROUTED or p.flags[u] & USED:
        return False
    leaves = leaving_word(p, u) == WITHDRAWAL_WORD and p.in_enemy_zoc(u)
    if not leaves and not p.flags[u] & ENGAGED:
        return False
    if p.battle.kind[u] == GUNS and screen_of(p, u) is None:
        return False
    return any(withdraw_ways(p, u))


class WithdrawTo(UnitDecision):
    """The owner picks the hex of a withdrawal."""

    asks = "withdraws: where to?"
    waits = "withdraw"

    def options(self, p: ShockPosition) -> list[int]:
        dry, wet = withdraw_ways(p, self.unit)
        return p.battle.hex_actions(dry | wet)

    def apply(self, p: ShockPosition, action: int) -> None:
        u = self.unit
        h = action - p.battle.hex_at
        wet = withdraw_ways(p, u)[1] >> h & 1
        if p.battle.kind[u] == GUNS:
            hold_screen(p, screen_of(p, u) or [])
        if p.second[u] >= 0:
            held_by, halves = holders(p, u), together(p, u)
            ways = {x: ways_of_one(q, u, held_by)[wet] for x, q in halves.items()}
            draw_together(p, u, next(x for x in ways if ways[x] >> h & 1))
        p.unmark(u, ENGAGED)
        p.mark(u, USED)
        come_to(p, u, h, "withdraws")
        if wet:
            wade(p, u)

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex; through a deep stream it says so."""
        wet = withdraw_ways(p, self.unit)[1] >> (action - p.battle.hex_at) & 1
        return f"> {p.battle.nouns.name(action)}{' wading' if wet else ''}"
