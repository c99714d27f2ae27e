"""Retreats: where a beaten unit goes back to, and what it costs one that cannot."""

from __future__ import annotations

from grognard.engine.numbers import Unit
from grognard.engine.step import Then
from grognard.systems.shock.ground import TACTICAL, WET
from grognard.systems.shock.stacking import (
    arrive,
    blocked_by_friends,
    draw_together,
    follow_leaders,
)
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import D1, ENGAGED, GARRISON, GAVE_WAY, GOOD, MOVED, ROUTED
from grognard.systems.shock.state.position import ShockPosition


class Retreat(Then[ShockPosition]):
    """A unit must go back some hexes, away from where the blow came from."""

    unit: Unit
    by: int
    hexes: int

    def run(self, p: ShockPosition) -> None:
        """Ask where to; a unit that cannot go the whole way takes a step."""
        u = self.unit
        rules = p.battle.rules
        if p.hex[u] < 0 or self.hexes <= 0:
            return
        if p.second[u] >= 0 and rules.movement.line_gives_way:
            draw_together(p, u, farther(p, u, self.by))
        length = self.hexes
        while length and not retreat_ways(p, u, self.by, length):
            length = length - 1 if rules.results.retreat_in_part else 0
        if length < self.hexes:
            if p.battle.arm[u] == GARRISON and rules.victory.ids_lost:
                p.eliminate(u)  # the place is taken
            p.lose_steps(u, rules.results.unable_steps)
        if length and p.hex[u] >= 0:
            p.stack.append(RetreatTo(unit=u, by=self.by, hexes=length))


def farther(p: ShockPosition, u: int, by: int) -> int:
    """Of the two hexes of a line, the one farther from the enemy."""
    distance = p.battle.grid.distance
    first, second = p.hex[u], p.second[u]
    return second if distance[by][second] > distance[by][first] else first


def retreat_ways(p: ShockPosition, u: int, by: int, hexes: int) -> dict[int, tuple[int, ...]]:
    """The hexes on which a retreat may end, each with the way there: always away from the blow,
    past friends but not to end with them, outside enemy zones if there is such a way."""
    battle = p.battle
    if battle.arm[u] == GARRISON or p.second[u] >= 0:
        return {}
    enemy = 1 - battle.side[u]
    shut = blocked_by_friends(p, u)
    occupied = p.occupied(enemy)
    for closed in (occupied | p.zoc(enemy), occupied):
        ways: dict[int, tuple[int, ...]] = {p.hex[u]: ()}
        for _ in range(hexes):
            ways = one_hex_on(p, u, by, ways, closed)
        ends = {h: way for h, way in ways.items() if not shut >> h & 1}
        if ends:
            return ends
    return {}


def one_hex_on(
    p: ShockPosition, u: int, by: int, ways: dict[int, tuple[int, ...]], closed: int
) -> dict[int, tuple[int, ...]]:
    """Ways one hex longer, farther from the blow, over ground the unit can cross."""
    battle = p.battle
    row = battle.grid.distance[by]
    # Disordered units may not cross a deep stream (note D).
    wades = p.order[u] in (GOOD, ROUTED) or not battle.rules.movement.deep_bars
    costs = battle.graph(battle.kind[u], TACTICAL | (WET if wades else 0)).costs
    dry = battle.graph(battle.kind[u], TACTICAL).costs
    onward: dict[int, tuple[int, ...]] = {}
    for here in sorted(ways):
        for d, n in enumerate(battle.grid.neighbours[here]):
            if n < 0 or not costs[here][d] or closed >> n & 1 or row[n] <= row[here]:
                continue
            # Of two ways to a hex the dry one is taken.
            if n not in onward or dry[here][d]:
                onward[n] = (*ways[here], n)
    return onward


def waded(p: ShockPosition, u: int, start: int, way: tuple[int, ...]) -> bool:
    """Whether a way leads through a deep stream."""
    battle = p.battle
    dry = battle.graph(battle.kind[u], TACTICAL).costs
    steps = zip((start, *way), way, strict=False)
    return any(not dry[a][battle.grid.direction_of(a, b)] for a, b in steps)


class RetreatTo(UnitDecision):
    """The owner picks where a retreat ends."""

    by: int
    hexes: int

    def options(self, p: ShockPosition) -> list[int]:
        """The hexes away from the enemy."""
        first = p.battle.hex_at
        return [first + h for h in sorted(retreat_ways(p, self.unit, self.by, self.hexes))]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go there; who goes through a deep stream is disordered."""
        u = self.unit
        h = action - p.battle.hex_at
        left = p.hex[u]
        way = retreat_ways(p, u, self.by, self.hexes)[h]
        p.place(u, h)
        p.mark(u, GAVE_WAY)
        if p.battle.rules.fire_play.driven_back_moved:
            p.mark(u, MOVED)
        p.unmark(u, ENGAGED)
        follow_leaders(p, u, left)
        arrive(p, u)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} retreats to {p.battle.grid.name(h)}.", p.uid(u), p.hid(h))
        disorders = p.battle.rules.movement.deep_disorders
        if disorders and p.order[u] == GOOD and waded(p, u, left, way):
            p.set_order(u, D1)

    def prompt(self, p: ShockPosition) -> str:
        """Where to?"""
        return f"{p.battle.names[self.unit]} must retreat: where to?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to retreat."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex."""
        return f"> {p.battle.nouns.name(action)}"
