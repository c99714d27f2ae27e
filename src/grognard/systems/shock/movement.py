"""Movement: what each unit and leader can reach in which mode, by which path, and going there.

The path to a hex is always the cheapest. It has one consequence only, wading a deep stream: a
unit wades where no dry way leads to the hex, and that answer says so. Way-points would therefore
be second names for the same order, and none are asked for.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from grognard.boards.hexes import opposite
from grognard.engine.grammar import how_many
from grognard.engine.numbers import Within
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import BY_RUSH, d1_limits
from grognard.systems.shock.results import CohesionRoll
from grognard.systems.shock.retreat import wade
from grognard.systems.shock.square import FaceTo, square_ground
from grognard.systems.shock.stacking import blocked_by_friends, come_to, price_of
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import (
    ACTIVATION,
    ARMS,
    BLOWN,
    FOOT,
    GARRISON,
    GUNS,
    HORSE,
    LINED,
    MARCH,
    MARCHED,
    MOVE,
    NONE,
    OFFICER,
    OUTSIDE,
    RUSH,
    SQUARE,
    USED,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import (
    BY_HEX,
    OFFICER_SCALE,
    RAPID,
    REDUCED,
    TACTICAL,
    WET,
    WOODS,
)
from grognard.systems.shock.withdrawal import (
    NO_ENTRY,
    PROHIBITED_WORD,
    REDUCED_WORD,
    SCREENED_WORD,
    WITHDRAWAL_WORD,
    entry_word,
    hold_screen,
    holders,
    leaving_word,
    may_wade,
    screen_of,
    union,
)
from grognard.systems.shock.zones import chateau_zones


class MovementRules:
    """Movement points and rates."""

    def __init__(self, book: Rulebook) -> None:
        self.strategic_times = book.int("shock.move.rate.strategic", "times")
        self.tactical_times = book.int("shock.move.rate.tactical", "times")
        self.reduced_divide = book.int("shock.move.rate.reduced", "divide")
        self.strategic_distance = book.int("shock.rulings.strategic", "distance")
        self.rush_woods = book.int("shock.rulings.rapid-advance", "woods_cavalry")
        self.out_of_command_divide = book.int("shock.rulings.turn.out-of-command", "divide")
        self.points = {
            arm: book.int("shock.rulings.movement-points", ARMS[arm].replace("-", "_"))
            for arm in range(GARRISON)
        }


class Way(NamedTuple):
    """One manner of moving: where it leads at which cost, and the limits it keeps to."""

    mode: int
    points: int
    enter: int
    through: int
    layers: list[int]  # hexes by cost


class Reach(NamedTuple):
    """The ways a piece may go, the plainest first, and the hexes it may end on."""

    ways: tuple[Way, ...]
    ends: int


NOWHERE = Reach((), 0)


def go(p: ShockPosition, u: int, mode: int, points: int, enter: int, through: int = -1) -> Way:
    """The way a piece can go in a mode, entering and going through these hexes only."""
    # Friends are no hindrance: shock.rulings.passing-through
    graph = p.battle.graph(p.battle.kind[u], mode)
    return Way(mode, points, enter, through, graph.flood(1 << p.hex[u], points, enter, through))


def half(points: int, divide: int) -> int:
    """A part of the movement points, rounded up."""
    return -(-points // divide)


def enters_zoc(p: ShockPosition, u: int) -> bool:
    """Whether a unit may choose to enter an enemy zone of control."""
    if d1_limits(p.order[u]):  # shock.d1.no-enemy-zoc
        return False
    return not p.flags[u] & BLOWN  # shock.rulings.blown.limits


def points_of(p: ShockPosition, u: int, times: int) -> int:
    """The movement points a unit has in the present activation, times the rate of its mode."""
    battle = p.battle
    points = battle.mp[u] * times
    if p.flags[u] & LINED:
        points = max(0, points - battle.rules.terrain.change_line(battle.kind[u]))
    if p.clock[ACTIVATION] == OUTSIDE:
        return half(points, battle.rules.movement.out_of_command_divide)
    return points


def not_nearer(p: ShockPosition, u: int) -> int:
    """The hexes no nearer to the enemy than a unit out of command stands, its own among them."""
    battle = p.battle
    if p.clock[ACTIVATION] != OUTSIDE:
        return battle.grid.mask_all
    enemy = 1 - battle.side[u]
    if not p.occupied(enemy):
        return battle.grid.mask_all
    # shock.rulings.turn.out-of-command
    away = 1
    while not p.within(enemy, away) >> p.hex[u] & 1:
        away += 1
    return battle.grid.mask_all & ~p.within(enemy, away - 1)


def open_hexes(p: ShockPosition, u: int) -> int:
    """The hexes without enemies."""
    return p.battle.grid.mask_all & ~p.occupied(1 - p.battle.side[u])


def may_end(p: ShockPosition, u: int) -> int:
    """The hexes a unit may end on, for all its friends and its command care; not its own."""
    return ~blocked_by_friends(p, u) & not_nearer(p, u) & ~(1 << p.hex[u])


# -- how far each kind of move leads -----------------------------------------------------------


DRY: Final = NONE  # in place of an order: movement without wading


def reach(p: ShockPosition, u: int, order: int) -> Reach:
    """What a piece can reach by an order: move, march (strategic) or rush (rapid advance)."""
    # Everything else it depends on is a change of the board.
    key = (u, order, p.hex[u], p.clock[ACTIVATION], p.flags[u] & (BLOWN | LINED))
    found: Reach | None = p.ranges.get(key)
    if found is None:
        found = work_out(p, u, order)
        p.ranges[key] = found
    return found


def work_out(p: ShockPosition, u: int, order: int) -> Reach:
    """What a piece can reach, from scratch."""
    if p.battle.kind[u] == OFFICER:
        return leader_reach(p, u)
    if order == DRY:
        return tactical_reach(p, u)
    if order == MARCH:
        return march_reach(p, u)
    if order == RUSH:
        return rush_reach(p, u)
    if p.flags[u] & SQUARE:
        return square_reach(p, u)
    if p.in_enemy_zoc(u):
        return leaving_reach(p, u)
    dry = reach(p, u, DRY)
    if not p.battle.has_deep_streams or not may_wade(p, u):
        return dry
    enter = dry.ways[0].enter
    wet = go(p, u, TACTICAL | WET, dry.ways[0].points, enter)
    return Reach((*dry.ways, wet), dry.ends | union(wet.layers) & may_end(p, u))


def tactical_reach(p: ShockPosition, u: int) -> Reach:
    """Tactical movement short of enemy zones, reduced movement into them."""
    battle = p.battle
    rules = battle.rules.movement
    zoc = p.zoc(1 - battle.side[u])
    enter = open_hexes(p, u)
    points = points_of(p, u, rules.tactical_times)
    plain = go(p, u, TACTICAL, points, enter & ~zoc)  # shock.rulings.tactical
    found = union(plain.layers)
    entry = entry_word(p, u)
    barred = entry in NO_ENTRY or not enters_zoc(p, u)
    budget = half(points, rules.reduced_divide) if entry == REDUCED_WORD else points
    if barred or not battle.grid.disk(p.hex[u], budget) & zoc & enter:
        return Reach((plain,), found & may_end(p, u))
    close = go(p, u, REDUCED, budget, enter, ~zoc)
    return Reach((plain, close), (found | union(close.layers)) & may_end(p, u))


def rush_reach(p: ShockPosition, u: int) -> Reach:
    """Rapid advance: only where tactical movement does not lead dry; into no enemy zone."""
    plain = reach(p, u, DRY)
    way = plain.ways[0]
    rapid = go(p, u, RAPID, way.points, way.enter, way.through)
    return Reach((rapid,), union(rapid.layers) & may_end(p, u) & ~plain.ends)


def leaving_reach(p: ShockPosition, u: int) -> Reach:
    """From an enemy zone: cavalry by reduced movement, guns behind a screen, infantry not at all
    (it withdraws)."""
    battle = p.battle
    rules = battle.rules.movement
    word = leaving_word(p, u)
    points = points_of(p, u, rules.tactical_times)
    if word == REDUCED_WORD:
        points = half(points, rules.reduced_divide)
    elif word == SCREENED_WORD:
        if screen_of(p, u) is None:
            return NOWHERE
        points = half(points, battle.rules.withdrawal.screen_divide)
    elif word == WITHDRAWAL_WORD:
        return chateau_reach(p, u, half(points, rules.reduced_divide))
    elif word == PROHIBITED_WORD:
        return NOWHERE
    zoc = p.zoc(1 - battle.side[u])
    enter = open_hexes(p, u)
    ways = [go(p, u, REDUCED, points, enter if enters_zoc(p, u) else enter & ~zoc, ~zoc)]
    if battle.has_deep_streams and battle.kind[u] in (FOOT, HORSE) and may_wade(p, u):
        ways.append(go(p, u, REDUCED | WET, points, enter & ~zoc, ~zoc))
    found = 0
    for way in ways:
        found |= union(way.layers)
    return Reach(tuple(ways), found & may_end(p, u))


def chateau_reach(p: ShockPosition, u: int, points: int) -> Reach:
    """Infantry held by the zones of empty chateaux alone may go into one of them."""
    # shock.rulings.chateau.control
    side = 1 - p.battle.side[u]
    empty = {h for h, _ in chateau_zones(p, side) if not p.occupied(side) >> h & 1}
    if not all(h in empty for h, _ in holders(p, u)):
        return NOWHERE
    way = go(p, u, REDUCED, points, sum(1 << h for h in empty))
    return Reach((way,), union(way.layers) & may_end(p, u))


def square_reach(p: ShockPosition, u: int) -> Reach:
    """A square moves one hex over open ground, and leaves a zone only by withdrawing."""
    if p.in_enemy_zoc(u):
        return NOWHERE
    zoc = p.zoc(1 - p.battle.side[u])
    enter = open_hexes(p, u) & square_ground(p)
    if not enters_zoc(p, u):
        enter &= ~zoc
    way = go(p, u, BY_HEX, p.battle.rules.square.hexes, enter, ~zoc)
    return Reach((way,), union(way.layers) & may_end(p, u))


def march_reach(p: ShockPosition, u: int) -> Reach:
    """Strategic movement: twice the points, never near an enemy; only where tactical movement
    does not lead dry."""
    battle = p.battle
    rules = battle.rules.movement
    enemy = 1 - battle.side[u]
    # shock.rulings.strategic; an empty chateau has a zone without an enemy near it
    near = p.within(enemy, rules.strategic_distance - 1) | p.zoc(enemy)
    if near >> p.hex[u] & 1 or p.flags[u] & SQUARE:
        return NOWHERE
    points = points_of(p, u, rules.strategic_times)
    way = go(p, u, TACTICAL, points, battle.grid.mask_all & ~near)
    found = union(way.layers) & may_end(p, u)
    return Reach((way,), found & ~reach(p, u, DRY).ends)


def leader_reach(p: ShockPosition, u: int) -> Reach:
    """A leader goes anywhere but into enemy zones, save to join a friendly unit there (note C)."""
    battle = p.battle
    side = battle.side[u]
    zoc = p.zoc(1 - side)
    here = 1 << p.hex[u]
    enter = open_hexes(p, u)
    points = battle.mp[u] * OFFICER_SCALE
    if zoc & here:
        points = max(0, points - battle.rules.terrain.leader_leaves)
    plain = go(p, u, TACTICAL, points, enter & ~zoc)
    found = union(plain.layers) & ~here
    friends = p.occupied(side)  # shock.move.note.c
    entry = entry_word(p, u)
    if not zoc & enter & friends or entry in NO_ENTRY:
        return Reach((plain,), found)
    if entry == REDUCED_WORD:  # shock.rulings.leader-joins
        points = half(points, battle.rules.movement.reduced_divide)
    close = go(p, u, TACTICAL, points, enter, ~zoc)
    return Reach((plain, close), found | union(close.layers) & zoc & friends & ~here)


def shut(p: ShockPosition, u: int, order: int, h: int) -> str:
    """Why a move, march, rush or ride of a piece does not lead to a hex."""
    battle = p.battle
    side, here, place = battle.side[u], 1 << h, battle.grid.name(h)
    if p.occupied(1 - side) & here:
        return f"an enemy stands in {place}"
    zoned = bool(p.zoc(1 - side) & here)
    if battle.kind[u] == OFFICER:
        if zoned and not p.occupied(side) & here:
            return f"{place} is in an enemy zone of control, where a leader only joins friends"
        return f"{place} is farther than a leader rides"
    least = battle.rules.movement.strategic_distance
    if order == MARCH and (zoned or p.within(1 - side, least - 1) & here):
        return f"{place} is too near to the enemy for a march"
    if blocked_by_friends(p, u) & here:
        return f"{place} has no room for it beside its friends"
    if not not_nearer(p, u) & here:
        return f"it is out of command, and {place} is nearer to the enemy"
    if zoned and (entry_word(p, u) in NO_ENTRY or not enters_zoc(p, u)):
        return f"{place} is in an enemy zone of control, which it may not enter now"
    if zoned:
        return f"{place} is in an enemy zone of control, too far for reduced movement"
    if p.in_enemy_zoc(u):
        return f"{place} is too far for one that leaves an enemy zone of control"
    return f"{place} is out of reach"


# -- going there -------------------------------------------------------------------------------


def way_to(p: ShockPosition, u: int, order: int, h: int) -> tuple[Way, int]:
    """The way a piece takes to a hex in its reach, and the cost: dry if it can, then cheapest."""
    found = []
    for way in reach(p, u, order).ways:
        cost = next((c for c, mask in enumerate(way.layers) if mask >> h & 1), NONE)
        if cost != NONE:
            found.append((bool(way.mode & WET), cost, way))  # shock.rulings.wading
    if not found:
        raise ValueError(f"{p.battle.names[u]} cannot reach {p.battle.grid.name(h)}")
    _, cost, way = min(found, key=lambda entry: entry[:2])
    return way, cost


def path_to(p: ShockPosition, u: int, order: int, h: int) -> list[int]:
    """The hexes of the path by which an order brings a piece to a hex, both ends included."""
    if h == p.hex[u]:
        return [h]
    way, cost = way_to(p, u, order, h)
    path = [h]
    while path[-1] != p.hex[u]:
        before, cost = step_before(p, u, way, path[-1], cost)
        path.append(before)
    return path[::-1]


def step_before(p: ShockPosition, u: int, way: Way, h: int, cost: int) -> tuple[int, int]:
    """The hex from which a cheapest way comes to a hex, the first of several, and its cost."""
    costs = p.battle.graph(p.battle.kind[u], way.mode).costs
    start = p.hex[u]
    found = []
    for d, n in enumerate(p.battle.grid.neighbours[h]):
        step = costs[n][opposite(d)] if n >= 0 else 0
        if not step or step > cost or not way.layers[cost - step] >> n & 1:
            continue
        if n == start or way.through >> n & 1:
            found.append((n, cost - step))
    return min(found)


class MoveTo(UnitDecision):
    """The owner picks where a unit or leader goes; staying (its own hex) lets a unit turn."""

    waits = "move"

    order: Annotated[int, Within(MOVE, RUSH)]

    def options(self, p: ShockPosition) -> list[int]:
        u = self.unit
        ends = reach(p, u, self.order).ends
        if self.order == MOVE and p.battle.kind[u] != OFFICER and not p.flags[u] & SQUARE:
            ends |= 1 << p.hex[u]
        return p.battle.hex_actions(ends)

    def misread(self, p: ShockPosition, words: tuple[str, ...]) -> str:
        """Why a hex that is named is none of those it can go to."""
        grid, u = p.battle.grid, self.unit
        named = [h for h in range(grid.size) if (grid.name(h),) == words]
        if not named or p.battle.hex_at + named[0] in self.options(p):
            return ""
        return f"{p.battle.names[u]} cannot go there: {shut(p, u, self.order, named[0])}"

    def surely_asked(self, p: ShockPosition) -> bool:
        """Outside enemy zones a free hex next to a unit is enough, for a leader two are."""
        u, battle = self.unit, p.battle
        enemy = 1 - battle.side[u]
        leads = battle.kind[u] == OFFICER
        if not leads and (self.order != MOVE or p.clock[ACTIVATION] == OUTSIDE):
            return False
        if p.flags[u] & (SQUARE | LINED) or p.in_enemy_zoc(u):
            return False
        shut = p.occupied(0) | p.occupied(1) | p.zoc(enemy)
        costs = battle.graph(battle.kind[u], TACTICAL).costs[p.hex[u]]
        free = [
            n
            for n, cost in zip(battle.grid.neighbours[p.hex[u]], costs, strict=True)
            if 0 < cost <= battle.mp[u] and not shut >> n & 1
        ]
        return len(free) > leads

    def apply(self, p: ShockPosition, action: int) -> None:
        u = self.unit
        battle = p.battle
        h = action - battle.hex_at
        if p.ear is not None and h != p.hex[u]:
            verb = {MARCH: "marches", RUSH: "rushes"}.get(self.order, "moves")
            if battle.kind[u] == OFFICER:
                verb = "rides"
            trail = self.trail(p, action)
            far = how_many(len(trail) - 1, "hex", "hexes")
            p.report(u, f"{verb} {far} to {battle.grid.name(h)}", *trail)
        if battle.kind[u] == OFFICER:
            p.ride(u, h)
            return
        p.mark(u, USED)
        if self.order == MARCH:
            p.mark(u, MARCHED)
        if h == p.hex[u]:
            points = points_of(p, u, battle.rules.movement.tactical_times)
            p.stack.append(FaceTo(unit=u, points=points))
        else:
            self.move(p, h)

    def move(self, p: ShockPosition, h: int) -> None:
        """Move a unit to a hex; then it faces, after any check it has to pass."""
        u = self.unit
        battle = p.battle
        way, cost = way_to(p, u, self.order, h)
        before, _ = step_before(p, u, way, h, cost)
        if battle.kind[u] == GUNS and p.in_enemy_zoc(u):
            hold_screen(p, screen_of(p, u) or [])
        come_to(p, u, h)
        if not p.flags[u] & SQUARE:
            ahead = battle.grid.direction_of(before, h)
            p.stack.append(FaceTo(unit=u, ahead=ahead, points=way.points - cost))
        if self.order == RUSH:  # shock.rulings.rapid-advance
            check = CohesionRoll(unit=u, by=p.nearest_enemy(u), cause=BY_RUSH)
            p.stack.append(check.but(modifier=rush_modifier(p, u)))
        if way.mode & WET:
            wade(p, u)

    def prompt(self, p: ShockPosition) -> str:
        how = {MARCH: " by strategic movement", RUSH: " in rapid advance"}.get(self.order, "")
        return f"{p.battle.names[self.unit]}{how}: where to?"

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex; where the way leads through a deep stream it says so."""
        wading = ""
        h = action - p.battle.hex_at
        if p.battle.has_deep_streams and h != p.hex[self.unit]:
            way, _ = way_to(p, self.unit, self.order, h)
            wading = " wading" if way.mode & WET else ""
        return f"> {p.battle.nouns.name(action)}{wading}{price_of(p, self.unit, h)}"

    def cost(self, p: ShockPosition, action: int) -> str:
        h = action - p.battle.hex_at
        if h == p.hex[self.unit]:
            return "turns on the spot"
        way, cost = way_to(p, self.unit, self.order, h)
        how = ": reduced in an enemy zone of control" if way.mode & ~WET == REDUCED else ""
        return f"{cost} of {way.points} movement points{how}"

    def price(self, p: ShockPosition, action: int) -> str:
        return price_of(p, self.unit, action - p.battle.hex_at)

    def trail(self, p: ShockPosition, action: int) -> tuple[str, ...]:
        path = path_to(p, self.unit, self.order, action - p.battle.hex_at)
        return tuple(p.hid(h) for h in path)


def rush_modifier(p: ShockPosition, u: int) -> int:
    """Cavalry in rapid advance in woods checks at a penalty."""
    in_woods = p.battle.ground.ground[p.hex[u]] == WOODS
    return p.battle.rules.movement.rush_woods if in_woods and p.battle.kind[u] == HORSE else 0
