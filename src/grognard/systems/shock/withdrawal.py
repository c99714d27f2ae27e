"""Leaving enemy zones: withdrawal of one hex, and the screen behind which guns slip away."""

from __future__ import annotations

from grognard.systems.shock.facing import FaceTo
from grognard.systems.shock.ground import BY_HEX, WET
from grognard.systems.shock.results import disorder, nearest_enemy
from grognard.systems.shock.stacking import arrive, blocked_by_friends, follow_leaders
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import (
    ACTIVE,
    D1,
    ENGAGED,
    GARRISON,
    GOOD,
    GUNS,
    MOVED,
    NONE,
    ROUTED,
    SQUARE,
    USED,
)
from grognard.systems.shock.state.position import ShockPosition

FREE = "free"


def zone_mode(p: ShockPosition, u: int, entering: bool) -> str:
    """The mode the chart asks for to enter or to leave an enemy zone."""
    battle = p.battle
    terrain = battle.rules.terrain
    words = terrain.enter_zoc if entering else terrain.leave_zoc
    return battle.rules.movement.modes.get(words[battle.kind[u]], FREE)


def may_wade(p: ShockPosition, u: int) -> bool:
    """Whether a unit may cross a deep stream (note D)."""
    return p.order[u] == GOOD or not p.battle.rules.movement.deep_bars


def wade(p: ShockPosition, u: int) -> None:
    """A unit has crossed a deep stream: it is disordered without a check (note D)."""
    if p.battle.rules.movement.deep_disorders and p.order[u] == GOOD:
        disorder(p, u, D1)


def square_ground(p: ShockPosition) -> int:
    """The hexes a square may enter."""
    ground = 0
    for kind in p.battle.rules.movement.square_grounds:
        ground |= p.battle.ground.ground_mask[kind]
    return ground


def holders(p: ShockPosition, u: int) -> list[int]:
    """The enemies in whose zones a unit stands."""
    here = 0
    for h in p.hexes_of(u):
        here |= 1 << h
    enemies = p.battle.units_of[1 - p.battle.side[u]]
    return [e for e in enemies if p.hex[e] >= 0 and p.zone_of(e) & here]


# -- screened guns -----------------------------------------------------------------------------


def screen_of(p: ShockPosition, u: int) -> list[int] | None:
    """The units behind which guns slip out of the zones they are in; None if they cannot.

    For every enemy that holds the guns, infantry or cavalry on their hex or next to it must stand
    in his zone; one that cannot move any more in this activation is taken first.
    """
    battle = p.battle
    if not battle.rules.movement.screen_needed:
        return []
    near = battle.grid.adjacent_mask[p.hex[u]] | 1 << p.hex[u]
    friends = [
        v
        for v in battle.units_of[battle.side[u]]
        if p.hex[v] >= 0 and battle.kind[v] != GUNS and p.order[v] != ROUTED
    ]
    screen: list[int] = []
    for enemy in holders(p, u):
        zone = p.zone_of(enemy) & near
        able = [v for v in friends if any(zone >> h & 1 for h in p.hexes_of(v))]
        if not able:
            return None
        screen.append(min(able, key=lambda v: (v not in screen, may_still_move(p, v), v)))
    return screen


def may_still_move(p: ShockPosition, u: int) -> bool:
    """Whether a unit has its movement in this activation before it."""
    return bool(p.flags[u] & ACTIVE) and not p.flags[u] & USED


def hold_screen(p: ShockPosition, screen: list[int]) -> None:
    """Who screens guns stays where he is for the rest of the activation."""
    for v in screen:
        if p.flags[v] & ACTIVE:
            p.mark(v, USED)


# -- withdrawal --------------------------------------------------------------------------------


def withdraw_ways(p: ShockPosition, u: int) -> tuple[int, int]:
    """Where a unit may withdraw to, dry and through a deep stream: one hex, away, into no zone."""
    battle = p.battle
    rules = battle.rules.movement
    if battle.arm[u] == GARRISON or p.second[u] >= 0:
        return 0, 0
    here, side = p.hex[u], battle.side[u]
    enter = battle.grid.mask_all & ~p.occupied(1 - side)
    if rules.withdraw_away:
        enemies = [p.hex[e] for e in holders(p, u)] or [nearest_enemy(p, u)]
        for enemy in enemies:
            enter &= ~battle.grid.disk(enemy, battle.grid.distance[enemy][here])
    if not rules.withdraw_into_zoc:
        enter &= ~p.zoc(1 - side)
    if p.flags[u] & SQUARE:
        enter &= square_ground(p)
    ends = ~blocked_by_friends(p, u) & ~(1 << here)
    hexes = rules.withdrawal_hexes
    dry = ends & union(battle.graph(battle.kind[u], BY_HEX).flood(1 << here, hexes, enter))
    if not battle.has_deep_streams or not may_wade(p, u):
        return dry, 0
    wet = union(battle.graph(battle.kind[u], BY_HEX | WET).flood(1 << here, hexes, enter))
    return dry, wet & ends & ~dry


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
    leaves = zone_mode(p, u, entering=False) == "withdrawal" and p.in_enemy_zoc(u)
    if not leaves and not p.flags[u] & ENGAGED:
        return False
    if p.battle.kind[u] == GUNS and screen_of(p, u) is None:
        return False
    return any(withdraw_ways(p, u))


class WithdrawTo(UnitDecision):
    """The owner picks the hex of a withdrawal."""

    def options(self, p: ShockPosition) -> list[int]:
        """The hexes away from the enemy."""
        dry, wet = withdraw_ways(p, self.unit)
        return p.battle.hex_actions(dry | wet)

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go back, facing the enemy still."""
        u = self.unit
        h = action - p.battle.hex_at
        start = p.hex[u]
        wet = withdraw_ways(p, u)[1] >> h & 1
        if p.battle.kind[u] == GUNS:
            hold_screen(p, screen_of(p, u) or [])
        p.place(u, h)
        p.unmark(u, ENGAGED)
        p.mark(u, USED | MOVED)
        follow_leaders(p, u, start)
        arrive(p, u)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} withdraws to {p.battle.grid.name(h)}.", p.uid(u), p.hid(h))
        if wet:
            wade(p, u)
        if not p.battle.rules.movement.withdraw_facing:
            p.stack.append(FaceTo(unit=u, ahead=NONE, points=0))

    def prompt(self, p: ShockPosition) -> str:
        """Where to?"""
        return f"{p.battle.names[self.unit]} withdraws: where to?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to withdraw."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex; through a deep stream it says so."""
        wet = withdraw_ways(p, self.unit)[1] >> (action - p.battle.hex_at) & 1
        return f"> {p.battle.nouns.name(action)}{' wading' if wet else ''}"
