"""Retreats: where a beaten unit goes back to, what it costs one that cannot, and retreats before
fire or shock: light cavalry and horse guns give ground before the blow falls."""

from __future__ import annotations

from typing import Final

from grognard.engine.numbers import Unit
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.shock.disorder import d1_limits
from grognard.systems.shock.stacking import blocked_by_friends, come_to, draw_together
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import (
    ARMS,
    BLOWN,
    COLUMNS,
    D1,
    DRIVEN,
    ENGAGED,
    GARRISON,
    GAVE_WAY,
    GOOD,
    OFFICER,
    ROUTED,
    STAND,
    Distance,
    Hex,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import TACTICAL, WET

WADES: Final = "wades a deep stream, which disorders it"


class RetreatRules:
    """Lengths of retreats, and what it costs a unit that cannot go."""

    def __init__(self, book: Rulebook) -> None:
        self.hexes = [book.int("shock.rulings.retreat-length", kind) for kind in COLUMNS[:OFFICER]]
        self.unable_steps = book.int("shock.retreat.unable", "steps")
        arms = book.words("shock.rulings.retreat-before", "arms")
        self.before_arms = [ARMS.index(arm) for arm in arms]
        self.before_shortest = book.int("shock.rulings.retreat-before", "shortest")
        self.before_longest = book.int("shock.rulings.retreat-before", "longest")


def retreat_length(p: ShockPosition, u: int) -> int:
    """The hexes a unit goes back on a B."""
    return p.battle.rules.retreat.hexes[p.battle.kind[u]]


class Retreat(Then[ShockPosition]):
    """A unit must go back some hexes, away from where the blow came from."""

    unit: Unit
    by: Hex
    hexes: Distance

    def run(self, p: ShockPosition) -> None:
        """Ask where to; a unit that cannot go the whole way takes a step."""
        u = self.unit
        if p.hex[u] < 0 or self.hexes <= 0:
            return
        length = self.hexes
        if p.second[u] >= 0:  # shock.rulings.extended-line.retract
            together = self.into(LineGoesBack)
            if together.options(p):
                p.stack.append(self)
                p.stack.append(together)
                return
            length = 0
        while length and not retreat_ways(p, u, self.by, length):
            length -= 1  # shock.rulings.retreat-in-part
        if length < self.hexes:
            # A chateau's own strength never goes: shock.rulings.chateau.stands
            why = ": it cannot retreat the full distance"
            p.lose_steps(u, p.battle.rules.retreat.unable_steps, why)
        if length and p.hex[u] >= 0:
            p.stack.append(RetreatTo(unit=u, by=self.by, hexes=length))


class LineGoesBack(UnitDecision):
    """The owner picks the hex on which a line comes together to go back; it must have a way."""

    asks = "must retreat and comes together: on which hex?"
    waits = "come together"

    by: Hex
    hexes: Distance

    def options(self, p: ShockPosition) -> list[int]:
        u, by = self.unit, self.by
        return [
            p.battle.hex_at + h
            for h in farther(p, u, blows(p, u, by))
            if retreat_ways(together_on(p, u, h), u, by, self.hexes)
        ]

    def apply(self, p: ShockPosition, action: int) -> None:
        draw_together(p, self.unit, action - p.battle.hex_at)


def farther(p: ShockPosition, u: int, enemies: list[int]) -> list[int]:
    """Of a line's hexes the one farther from the nearest of some enemies; both if equally far."""
    distance = p.battle.grid.distance
    far = {h: min(distance[enemy][h] for enemy in enemies) for h in p.hexes_of(u)}
    return sorted(h for h in far if far[h] == max(far.values()))


def together_on(p: ShockPosition, u: int, h: int) -> ShockPosition:
    """The position as it would be with a line drawn together on one of its hexes."""
    q = p.copy()
    q.shrink(u, h)
    return q


def blows(p: ShockPosition, u: int, by: int) -> list[int]:
    """The hexes a blow comes from: of an enemy line the halves next to the unit it strikes."""
    enemy, near = p.top_unit(by), 0
    for h in p.hexes_of(u):
        near |= p.battle.grid.adjacent_mask[h]
    if enemy < 0 or p.battle.side[enemy] == p.battle.side[u]:
        return [by]
    # shock.rulings.extended-line.gone-back-from
    return [h for h in p.hexes_of(enemy) if near >> h & 1] or [by]


def retreat_ways(p: ShockPosition, u: int, by: int, hexes: int) -> dict[int, tuple[int, ...]]:
    """The hexes on which a retreat may end, each with the way there: always away from the blow,
    past friends but not to end with them, outside enemy zones if there is such a way."""
    battle = p.battle
    if battle.arm[u] == GARRISON:
        return {}
    enemy = 1 - battle.side[u]
    shut = blocked_by_friends(p, u)
    occupied = p.occupied(enemy)
    for closed in (occupied | p.zoc(enemy), occupied):
        ends: dict[int, tuple[int, ...]] = {}
        for blow in blows(p, u, by):
            ways: dict[int, tuple[int, ...]] = {p.hex[u]: ()}
            for _ in range(hexes):
                ways = one_hex_on(p, u, blow, ways, closed)
            for h, way in ways.items():
                if not shut >> h & 1 and (h not in ends or waded(p, u, p.hex[u], ends[h])):
                    ends[h] = way
        if ends:
            return ends
    return {}


def one_hex_on(
    p: ShockPosition, u: int, by: int, ways: dict[int, tuple[int, ...]], closed: int
) -> dict[int, tuple[int, ...]]:
    """Ways one hex longer, farther from the blow, over ground the unit can cross."""
    battle = p.battle
    row = battle.grid.distance[by]
    wades = p.order[u] in (GOOD, ROUTED)  # shock.move.note.d.disordered-barred
    costs = battle.graph(battle.kind[u], TACTICAL | (WET if wades else 0)).costs
    onward: dict[int, tuple[int, ...]] = {}
    for here in sorted(ways):
        for d, n in enumerate(battle.grid.neighbours[here]):
            if n < 0 or not costs[here][d] or closed >> n & 1 or row[n] <= row[here]:
                continue
            # Of two ways to a hex the dry one is taken: shock.rulings.wading
            if n not in onward or waded(p, u, p.hex[u], onward[n]):
                onward[n] = (*ways[here], n)
    return onward


def waded(p: ShockPosition, u: int, start: int, way: tuple[int, ...]) -> bool:
    """Whether a way leads through a deep stream."""
    battle = p.battle
    if not battle.has_deep_streams:
        return False
    dry = battle.graph(battle.kind[u], TACTICAL).costs
    steps = zip((start, *way), way, strict=False)
    return any(not dry[a][battle.grid.direction_of(a, b)] for a, b in steps)


def wade(p: ShockPosition, u: int) -> None:
    """A unit has crossed a deep stream: it is disordered without a check (note D)."""
    why = ", from wading a deep stream"
    if p.order[u] == GOOD:  # shock.move.note.d.disorders
        p.disorder(u, D1, why)
    elif p.order[u] == ROUTED:  # shock.routed.disorder-is-step, shock.rulings.wading
        p.lose_steps(u, p.battle.rules.matrix.routed_steps, why)


class RetreatTo(UnitDecision):
    """The owner picks where a retreat ends."""

    asks = "must retreat: where to?"
    waits = "retreat"

    by: Hex
    hexes: Distance

    def prompt(self, p: ShockPosition) -> str:
        """Who is blown goes back though nobody beat him."""
        blown = p.flags[self.unit] & (BLOWN | DRIVEN) == BLOWN
        return p.does(self.unit, f"is blown and {self.asks}") if blown else super().prompt(p)

    def options(self, p: ShockPosition) -> list[int]:
        return [
            p.battle.hex_at + h for h in sorted(retreat_ways(p, self.unit, self.by, self.hexes))
        ]

    def cost(self, p: ShockPosition, action: int) -> str:
        h = action - p.battle.hex_at
        way = retreat_ways(p, self.unit, self.by, self.hexes)[h]
        return WADES if waded(p, self.unit, p.hex[self.unit], way) else ""

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go there; who goes through a deep stream is disordered."""
        u = self.unit
        h = action - p.battle.hex_at
        left = p.hex[u]
        way = retreat_ways(p, u, self.by, self.hexes)[h]
        p.mark(u, GAVE_WAY)
        p.unmark(u, ENGAGED)
        come_to(p, u, h, "retreats")  # which counts as a move: shock.rulings.fire.driven-back
        if waded(p, u, left, way):
            wade(p, u)


# -- retreat before fire or shock --------------------------------------------------------------


def may_retreat_before(p: ShockPosition, u: int) -> bool:
    """Light cavalry and horse artillery, neither disordered, routed nor engaged."""
    if u < 0 or p.battle.arm[u] not in p.battle.rules.retreat.before_arms:
        return False
    # shock.d1.no-retreat-before, shock.rulings.retreat-before
    return p.order[u] != ROUTED and not d1_limits(p.order[u]) and not p.flags[u] & ENGAGED


class RetreatBefore(UnitDecision):
    """A unit fired at or attacked from the hex `by` goes back, or stands."""

    asks = "may retreat before the attack: stand, or retreat where?"
    waits = "stand or retreat"

    by: Hex

    def ends(self, p: ShockPosition) -> dict[int, int]:
        """The hexes it may go back to, each with the length of the way."""
        rules = p.battle.rules.retreat
        found: dict[int, int] = {}
        for length in range(rules.before_shortest, rules.before_longest + 1):
            found.update(dict.fromkeys(retreat_ways(p, self.unit, self.by, length), length))
        return found

    def options(self, p: ShockPosition) -> list[int]:
        return [STAND, *(p.battle.hex_at + h for h in sorted(self.ends(p)))]

    def cost(self, p: ShockPosition, action: int) -> str:
        if action == STAND:
            return ""
        length = self.ends(p)[action - p.battle.hex_at]
        return RetreatTo(unit=self.unit, by=self.by, hexes=length).cost(p, action)

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go there; a unit it leaves behind on the hex may go too."""
        if action == STAND:
            return
        u = self.unit
        left = p.hex[u]
        length = self.ends(p)[action - p.battle.hex_at]
        RetreatTo(unit=u, by=self.by, hexes=length).apply(p, action)
        behind = p.top_unit(left)
        if may_retreat_before(p, behind):
            p.stack.append(RetreatBefore(unit=behind, by=self.by))

    def phrase(self, p: ShockPosition, action: int) -> str:
        return "stand" if action == STAND else f"retreat {p.battle.nouns.name(action)}"
