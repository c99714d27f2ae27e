"""Movement: what each unit can reach in which mode, facing, withdrawal, squares and leaders."""

from __future__ import annotations

from typing import NamedTuple

from grognard.boards.hexes import FACINGS
from grognard.boards.hexmap import WOODS
from grognard.engine.check import Check
from grognard.engine.step import Decision, Roll
from grognard.systems.shock.battle import (
    FOOT,
    GUNS,
    HORSE,
    MARCH,
    MOVE,
    OFFICER,
    RUSH,
    SQUARE_VERB,
    ShockBattle,
)
from grognard.systems.shock.cohesion import BY_RUSH
from grognard.systems.shock.ground import (
    OFFICER_SCALE,
    PROHIBITED,
    RAPID,
    REDUCED,
    TACTICAL,
    WET,
)
from grognard.systems.shock.matrix import COL_DISORDER
from grognard.systems.shock.morale_tables import LeavingFacts
from grognard.systems.shock.position import (
    ACTIVATION,
    BLOWN,
    D1,
    D2,
    ENGAGED,
    GOOD,
    LINED,
    MARCHED,
    MOVED,
    ROUTED,
    SQUARE,
    USED,
    ShockPosition,
)
from grognard.systems.shock.results import CohesionRoll, Shaken, disorder, nearest_enemy
from grognard.systems.shock.roster import GARRISON
from grognard.systems.shock.stacking import arrive, blocked_by_friends

FULL, LIMITED, OUTSIDE = range(3)  # kinds of activation: drawn, by orders, out of command

FREE = "free"


class Reach(NamedTuple):
    """Where a unit can get: hexes by cost for each way of moving, then the hexes it may end on."""

    ways: tuple[tuple[int, list[int]], ...]  # (mode, hexes by cost), the plainest first
    ends: int

    def way_to(self, h: int) -> tuple[int, int]:
        """The mode and the cost of getting to a hex."""
        for mode, layers in self.ways:
            for cost, mask in enumerate(layers):
                if mask >> h & 1:
                    return mode, cost
        return TACTICAL, 0


def half(points: int, divide: int) -> int:
    """A part of the movement points, rounded up."""
    return -(-points // divide)


def enters_zoc(p: ShockPosition, u: int) -> bool:
    """Whether a unit may choose to enter an enemy zone of control."""
    rules = p.battle.rules.order
    if rules.d1_limits(p.order[u]) and rules.d1_no_zoc:
        return False
    return not p.flags[u] & BLOWN or rules.blown_enters_zoc


def zone_mode(p: ShockPosition, u: int, entering: bool) -> str:
    """The mode the chart asks for to enter or to leave an enemy zone."""
    battle = p.battle
    terrain = battle.rules.terrain
    words = terrain.enter_zoc if entering else terrain.leave_zoc
    return battle.rules.movement.modes.get(words[battle.kind[u]], FREE)


def screened(p: ShockPosition, u: int) -> bool:
    """Whether guns may slip out of an enemy zone behind a friendly unit that stays in it."""
    battle = p.battle
    if not battle.rules.movement.screen_needed:
        return True
    side = battle.side[u]
    zoc = p.zoc(1 - side)
    near = battle.grid.adjacent_mask[p.hex[u]] | 1 << p.hex[u]
    for v in battle.units_of[side]:
        if v == u or p.hex[v] < 0 or battle.kind[v] == GUNS or p.order[v] == ROUTED:
            continue
        if any(zoc >> h & 1 and near >> h & 1 for h in p.hexes_of(v)):
            return True
    return False


def reach(p: ShockPosition, u: int, order: int) -> Reach:
    """What a unit can reach by an order: move, march (strategic) or rush (rapid advance)."""
    # Everything else it depends on is a change of the board.
    key = (u, order, p.hex[u], p.clock[ACTIVATION], p.flags[u] & (BLOWN | LINED))
    found: Reach | None = p.ranges.get(key)
    if found is None:
        found = work_out(p, u, order)
        p.ranges[key] = found
    return found


def work_out(p: ShockPosition, u: int, order: int) -> Reach:
    """What a unit can reach, from scratch."""
    if p.battle.kind[u] == OFFICER:
        return leader_reach(p, u)
    if order == MARCH:
        return march_reach(p, u)
    if order == RUSH:
        plain = reach(p, u, MOVE)
        rapid = tactical_reach(p, u, RAPID)
        fresh = rapid.ends & ~plain.ends
        return Reach(rapid.ways, fresh)
    if p.flags[u] & SQUARE:
        return square_reach(p, u)
    if p.in_enemy_zoc(u):
        return leaving_reach(p, u)
    return tactical_reach(p, u, TACTICAL)


def points_of(p: ShockPosition, u: int) -> int:
    """The movement points a unit has in the present activation."""
    battle = p.battle
    points = battle.mp[u] * battle.rules.movement.tactical_times
    if p.flags[u] & LINED:
        points = max(0, points - battle.rules.terrain.change_line(battle.kind[u]))
    if p.clock[ACTIVATION] == OUTSIDE:
        return half(points, battle.rules.command.out_divide)
    return points


def not_nearer(p: ShockPosition, u: int) -> int:
    """The hexes no nearer to the enemy than a unit out of command stands, its own among them."""
    battle = p.battle
    if p.clock[ACTIVATION] != OUTSIDE or battle.rules.command.out_nearer:
        return battle.grid.mask_all
    enemy = p.occupied(1 - battle.side[u])
    grown, steps = enemy, 0
    while not grown >> p.hex[u] & 1 and steps < battle.grid.size:
        wider = battle.grid.grow(grown)
        if wider == grown:
            return battle.grid.mask_all
        if wider >> p.hex[u] & 1:
            break
        grown, steps = wider, steps + 1
    return battle.grid.mask_all & ~grown


def tactical_reach(p: ShockPosition, u: int, mode: int) -> Reach:
    """Normal movement short of enemy zones, reduced movement into them, fords of deep streams."""
    battle = p.battle
    rules = battle.rules.movement
    kind = battle.kind[u]
    side = battle.side[u]
    here = 1 << p.hex[u]
    zoc = p.zoc(1 - side)
    free = battle.grid.mask_all & ~p.occupied(1 - side)
    ends = ~blocked_by_friends(p, u) & not_nearer(p, u)
    through = -1 if rules.passing_through else ~p.occupied(side)
    points = points_of(p, u)
    quiet = free & ~zoc if rules.tactical_stops else free
    layers = battle.graph(kind, mode).flood(here, points, quiet, through)
    reached = union(layers)
    ways = [(mode, layers)]
    found = reached & ends
    touched = battle.grid.grow(reached) & zoc & free
    if mode == TACTICAL and touched and enters_zoc(p, u):
        entry = zone_mode(p, u, entering=True)
        budget = half(points, rules.reduced_divide) if entry == "reduced" else points
        if entry in ("reduced", FREE):
            close = battle.graph(kind, REDUCED).flood(here, budget, free, through & ~zoc)
            close = [mask & zoc for mask in close]
            ways.append((REDUCED, close))
            found |= union(close) & ends
    if battle.has_deep_streams and kind in (FOOT, HORSE) and may_wade(p, u):
        wet = battle.graph(kind, mode | WET).flood(here, points, quiet, through)
        ways.append((mode | WET, wet))
        found |= union(wet) & ends
    return Reach(tuple(ways), found & ~here)


def union(layers: list[int]) -> int:
    """All hexes of a flood."""
    mask = 0
    for layer in layers:
        mask |= layer
    return mask


def may_wade(p: ShockPosition, u: int) -> bool:
    """Whether a unit may cross a deep stream (note D)."""
    return p.order[u] == GOOD or not p.battle.rules.movement.deep_bars


def leaving_reach(p: ShockPosition, u: int) -> Reach:
    """From an enemy zone: cavalry by reduced movement, guns behind a screen, infantry not at all
    (it withdraws)."""
    battle = p.battle
    rules = battle.rules.movement
    mode = zone_mode(p, u, entering=False)
    nothing = Reach((), 0)
    if mode in ("withdrawal", "prohibited"):
        return nothing
    if mode == "screened" and not screened(p, u):
        return nothing
    points = points_of(p, u)
    if mode == "reduced":
        points = half(points, rules.reduced_divide)
    elif mode == "screened":
        points = half(points, rules.screen_divide)
    side = battle.side[u]
    zoc = p.zoc(1 - side)
    free = battle.grid.mask_all & ~p.occupied(1 - side)
    if not enters_zoc(p, u):
        free &= ~zoc
    through = ~zoc if rules.passing_through else ~zoc & ~p.occupied(side)
    layers = battle.graph(battle.kind[u], REDUCED).flood(1 << p.hex[u], points, free, through)
    ends = union(layers) & ~blocked_by_friends(p, u) & not_nearer(p, u) & ~(1 << p.hex[u])
    return Reach(((REDUCED, layers),), ends)


def square_reach(p: ShockPosition, u: int) -> Reach:
    """A square moves one hex over open ground, and leaves a zone only by withdrawing."""
    battle = p.battle
    rules = battle.rules.movement
    if p.in_enemy_zoc(u) or not rules.square_hexes:
        return Reach((), 0)
    side = battle.side[u]
    ground = 0
    for kind in rules.square_grounds:
        ground |= battle.ground.ground_mask[kind]
    free = ground & ~p.occupied(1 - side)
    if not enters_zoc(p, u):
        free &= ~p.zoc(1 - side)
    costs = battle.graph(FOOT, TACTICAL).costs[p.hex[u]]
    near = 0
    for d, n in enumerate(battle.grid.neighbours[p.hex[u]]):
        if n >= 0 and costs[d]:
            near |= 1 << n
    ends = near & free & ~blocked_by_friends(p, u) & not_nearer(p, u)
    return Reach(((TACTICAL, [1 << p.hex[u], ends]),), ends)


def march_reach(p: ShockPosition, u: int) -> Reach:
    """Strategic movement: twice the points, never near an enemy."""
    battle = p.battle
    rules = battle.rules.movement
    side = battle.side[u]
    near = p.occupied(1 - side)
    for _ in range(rules.strategic_distance - 1):
        near = battle.grid.grow(near)
    here = 1 << p.hex[u]
    if near & here or p.flags[u] & SQUARE:
        return Reach((), 0)
    points = battle.mp[u] * rules.strategic_times
    free = battle.grid.mask_all & ~near & ~p.zoc(1 - side)
    through = -1 if rules.passing_through else ~p.occupied(side)
    layers = battle.graph(battle.kind[u], TACTICAL).flood(here, points, free, through)
    ends = union(layers) & ~blocked_by_friends(p, u) & ~here
    return Reach(((TACTICAL, layers),), ends & ~reach(p, u, MOVE).ends)


def leader_reach(p: ShockPosition, u: int) -> Reach:
    """A leader goes anywhere but into enemy zones, save to join a friendly unit there."""
    battle = p.battle
    rules = battle.rules.movement
    side = battle.side[u]
    zoc = p.zoc(1 - side)
    here = 1 << p.hex[u]
    free = battle.grid.mask_all & ~p.occupied(1 - side)
    budget = rules.leader_points * OFFICER_SCALE
    graph = battle.graph(OFFICER, TACTICAL)
    layers = graph.flood(here, budget, free & ~zoc)
    ends = union(layers)
    ways = [(TACTICAL, layers)]
    friends = p.occupied(side) if rules.leader_needs_unit else -1
    if zoc & free & friends:
        entry = zone_mode(p, u, entering=True)
        reduced = entry == "reduced" and rules.leader_joins
        points = half(budget, rules.reduced_divide) if reduced else budget
        close = [mask & zoc & friends for mask in graph.flood(here, points, free, ~zoc)]
        ways.append((REDUCED, close))
        ends |= union(close)
    return Reach(tuple(ways), ends & ~here)


class MoveTo(Decision):
    """The owner picks where a unit or leader goes; staying (its own hex) lets a unit turn."""

    __slots__ = ("order", "unit")

    def __init__(self, order: int, unit: int) -> None:
        self.order = order
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The piece's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """Every hex in reach."""
        u = self.unit
        ends = reach(p, u, self.order).ends
        if self.order == MOVE and p.battle.kind[u] != OFFICER and not p.flags[u] & SQUARE:
            ends |= 1 << p.hex[u]
        return p.battle.hex_actions(ends)

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go there."""
        u = self.unit
        battle = p.battle
        h = action - battle.hex_at
        start = p.hex[u]
        if battle.kind[u] == OFFICER:
            p.hex[u] = h
            if p.ear is not None:
                p.tell(f"{battle.names[u]} rides to {battle.grid.name(h)}.", p.uid(u), p.hid(h))
            return
        facing = p.facing[u]
        mode, cost = reach(p, u, self.order).way_to(h)
        p.mark(u, USED)
        if h != start:
            p.mark(u, MOVED)
            p.place(u, h)
            if p.ear is not None:
                verb = ("moves", "marches", "rushes")[(MOVE, MARCH, RUSH).index(self.order)]
                p.tell(f"{battle.names[u]} {verb} to {battle.grid.name(h)}.", p.uid(u), p.hid(h))
            facing = travel_facing(battle, start, h, facing)
            arrive(p, u)
        if self.order == MARCH:
            p.mark(u, MARCHED)
        left = max(0, points_left(p, u, mode, self.order) - cost)
        if not p.flags[u] & SQUARE:
            p.stack.append(FaceTo(facing, left, u))
        if self.order == RUSH and battle.rules.movement.rush_check:
            p.stack.append(CohesionRoll(start, BY_RUSH, COL_DISORDER, rush_modifier(p, u), 0, u))
        if mode & WET and battle.rules.movement.deep_disorders and crossed(p, u, start, h, mode):
            p.stack.append(Shaken(start, 0, 0, COL_DISORDER, 0, 0, u))

    def prompt(self, p: ShockPosition) -> str:
        """Where to?"""
        how = {MARCH: " by strategic movement", RUSH: " in rapid advance"}.get(self.order, "")
        return f"{p.battle.names[self.unit]}{how}: where to?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to move."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex."""
        return f"> {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The piece that moves."""
        return (p.uid(self.unit),)


def points_left(p: ShockPosition, u: int, mode: int, order: int) -> int:
    """The points a unit had for the way it went."""
    rules = p.battle.rules.movement
    points = points_of(p, u)
    if order == MARCH:
        return p.battle.mp[u] * rules.strategic_times
    return half(points, rules.reduced_divide) if mode == REDUCED else points


def crossed(p: ShockPosition, u: int, start: int, h: int, mode: int) -> bool:
    """Whether the way to a hex leads through a deep stream: there is no dry one."""
    battle = p.battle
    graph = battle.graph(battle.kind[u], mode & ~WET)
    dry = union(graph.flood(1 << start, points_of(p, u), ~p.occupied(1 - battle.side[u])))
    return not dry >> h & 1


def rush_modifier(p: ShockPosition, u: int) -> int:
    """Cavalry in rapid advance in woods checks at a penalty."""
    in_woods = p.battle.ground.ground[p.hex[u]] == WOODS
    return p.battle.rules.movement.rush_woods if in_woods and p.battle.kind[u] == HORSE else 0


def travel_facing(battle: ShockBattle, start: int, h: int, facing: int) -> int:
    """The facing a unit arrives with: its own if that looks the way it went, else the nearest."""
    row = battle.grid.distance[start]
    for d, n in enumerate(battle.grid.neighbours[h]):
        # The hex it came from lies behind; it looks the opposite way.
        if n >= 0 and row[n] == row[h] - 1:
            ahead = (d + 3) % 6
            if facing in (ahead, (ahead + 1) % 6):
                return facing
            return ahead
    return facing


class FaceTo(Decision):
    """After a move: which way the unit faces, or whether it forms square."""

    __slots__ = ("facing", "points", "unit")

    def __init__(self, facing: int, points: int, unit: int) -> None:
        self.facing = facing
        self.points = points
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """Every facing; in an enemy zone those it can pay for. Square, if it may form one."""
        u = self.unit
        first = p.battle.facing_at
        if p.hex[u] < 0 or p.order[u] == ROUTED:
            return [first + p.facing[u]]
        found = []
        if may_form_square(p, u, self.points):
            found.append(SQUARE_VERB)
        if p.in_enemy_zoc(u):
            price = p.battle.rules.movement.turning
            for f in range(6):
                turns = min((f - self.facing) % 6, (self.facing - f) % 6)
                if turns * price <= self.points:
                    found.append(first + f)
        else:
            found.extend(range(first, first + 6))
        return found

    def apply(self, p: ShockPosition, action: int) -> None:
        """Turn, or form square."""
        u = self.unit
        if action == SQUARE_VERB:
            p.mark(u, SQUARE)
            if p.ear is not None:
                p.tell(f"{p.battle.names[u]} forms square.", p.uid(u))
        elif p.hex[u] >= 0:
            p.turn_to(u, action - p.battle.facing_at)

    def default(self, p: ShockPosition) -> int:
        """As it came."""
        wanted = p.battle.facing_at + self.facing
        return wanted if wanted in p.options() else p.options()[0]

    def prompt(self, p: ShockPosition) -> str:
        """Which way?"""
        return f"{p.battle.names[self.unit]}: facing?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to face."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The facing."""
        if action == SQUARE_VERB:
            return "form square"
        return f"facing {FACINGS[action - p.battle.facing_at]}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)


# -- squares -----------------------------------------------------------------------------------


def may_form_square(p: ShockPosition, u: int, points: int) -> bool:
    """Note E: infantry, not D-2, routed or engaged, nor in an enemy zone."""
    battle = p.battle
    price = battle.rules.terrain.form_square(battle.kind[u])
    if price == PROHIBITED or price > points or battle.arm[u] == GARRISON:
        return False
    if p.flags[u] & SQUARE or p.second[u] >= 0:
        return False
    if not battle.rules.squares.note_e:
        return True
    if p.order[u] in (D2, ROUTED) or p.flags[u] & ENGAGED:
        return False
    return not p.in_enemy_zoc(u)


class LeaveRoll(Roll):
    """A unit leaves square, in good order or not."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def roller(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)

    def check(self, p: ShockPosition) -> Check:
        """The leaving-square check."""
        u = self.unit
        facts = LeavingFacts(
            cohesion=p.battle.cohesion[u],
            enemy_zoc=int(p.in_enemy_zoc(u)),
            d2=int(p.order[u] == D2),
            d1=int(p.order[u] == D1),
            leader=int(bool(p.leaders_at(p.hex[u], p.battle.side[u]))),
        )
        return p.battle.rules.leaving.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """It is a line again; disordered if it failed."""
        u = self.unit
        p.unmark(u, SQUARE)
        p.mark(u, USED)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} leaves square.", p.uid(u))
        p.stack.append(FaceTo(p.facing[u], p.battle.mp[u], u))
        if outcome and p.order[u] == GOOD:
            disorder(p, u, D1)
        elif outcome:
            p.stack.append(Shaken(nearest_enemy(p, u), 0, 0, COL_DISORDER, 0, 0, u))


# -- withdrawal --------------------------------------------------------------------------------


def withdraw_hexes(p: ShockPosition, u: int) -> int:
    """Where a unit in an enemy zone may withdraw to: one hex, away, into no enemy zone."""
    battle = p.battle
    rules = battle.rules.movement
    if battle.arm[u] == GARRISON or p.second[u] >= 0 or not rules.withdrawal_hexes:
        return 0
    here = p.hex[u]
    enemy = nearest_enemy(p, u)
    row = battle.grid.distance[enemy]
    costs = battle.graph(battle.kind[u], REDUCED).costs[here]
    side = battle.side[u]
    mask = 0
    for d, n in enumerate(battle.grid.neighbours[here]):
        if n >= 0 and costs[d] and (row[n] > row[here] or not rules.withdraw_away):
            mask |= 1 << n
    mask &= ~p.occupied(1 - side) & ~blocked_by_friends(p, u)
    if not rules.withdraw_into_zoc:
        mask &= ~p.zoc(1 - side)
    if p.flags[u] & SQUARE:
        ground = 0
        for kind in rules.square_grounds:
            ground |= battle.ground.ground_mask[kind]
        mask &= ground
    return mask


def may_withdraw(p: ShockPosition, u: int) -> bool:
    """Infantry in an enemy zone, and whoever is engaged, may withdraw."""
    if p.battle.kind[u] == GUNS and not screened(p, u):
        return False
    if p.order[u] == ROUTED or p.flags[u] & USED:
        return False
    wants = zone_mode(p, u, entering=False) == "withdrawal" and p.in_enemy_zoc(u)
    return (wants or bool(p.flags[u] & ENGAGED)) and bool(withdraw_hexes(p, u))


class WithdrawTo(Decision):
    """The owner picks the hex of a withdrawal."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """The hexes away from the enemy."""
        return p.battle.hex_actions(withdraw_hexes(p, self.unit))

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go back, facing the enemy still."""
        u = self.unit
        h = action - p.battle.hex_at
        p.place(u, h)
        p.unmark(u, ENGAGED)
        p.mark(u, USED | MOVED)
        arrive(p, u)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} withdraws to {p.battle.grid.name(h)}.", p.uid(u), p.hid(h))
        if not p.battle.rules.movement.withdraw_facing:
            p.stack.append(FaceTo(p.facing[u], 0, u))

    def prompt(self, p: ShockPosition) -> str:
        """Where to?"""
        return f"{p.battle.names[self.unit]} withdraws: where to?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to withdraw."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex."""
        return f"> {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)
