"""Flight from contact: a full move away, or to the sub-commander's radius."""

from __future__ import annotations

from grognard.boards.table.lattice import STEPS, TENTH, bearing, length, short_of
from grognard.boards.table.rect import Rect, rect
from grognard.boards.table.retreat import away_from
from grognard.systems.pulses.attack import release
from grognard.systems.pulses.fallback import Back, way_out
from grognard.systems.pulses.moving.distances import touches
from grognard.systems.pulses.officers import in_radius, in_radius_at
from grognard.systems.pulses.state.battle import FULL_MOVE, TO_RADIUS
from grognard.systems.pulses.state.position import NOBODY, PulsesPosition
from grognard.systems.tabletop.asking import OwnDecision
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.position import Across, Down
from grognard.systems.tabletop.retreat import facing_back


def away(p: PulsesPosition, u: int, x: int, y: int) -> int:
    return away_from(p.rect(u), x * TENTH, y * TENTH)


def full_way(p: PulsesPosition, u: int, x: int, y: int) -> tuple[int, int]:
    back = way_out(p, u, away(p, u, x, y), p.battle.rules.movement.move[p.battle.kind[u]])
    return back.x, back.y


def radius_way(p: PulsesPosition, u: int, x: int, y: int) -> tuple[int, int] | None:
    """Where a unit halts at its sub-commander's radius instead of a full move; None if nowhere."""
    battle = p.battle
    sub = battle.sub(battle.force[u])
    if p.x[sub] < 0:
        return None
    back = away(p, u, x, y)
    direction = back if in_radius(p, u) else bearing(p.x[sub] - p.x[u], p.y[sub] - p.y[u])
    return ToRadius(p, u, direction, back % STEPS).halt()


def turned_away(p: PulsesPosition, u: int, x: int, y: int, facing: int) -> Rect:
    """A unit at the end of its flight: facing away, or about where there is no room to turn so."""
    # pulses.rulings.flight
    battle = p.battle
    side, apart = battle.side[u], battle.rules.attack.contact
    friends = [p.rect(v) for v in p.stands_on(side) if v != u]
    facing = facing_back(p, u, x, y, facing, friends, foes_of(p, u), apart)
    return rect((x, y, facing), *battle.base[u])


def foes_of(p: PulsesPosition, u: int) -> list[Rect]:
    return p.rects_of(p.stands_on(1 - p.battle.side[u]))


class ToRadius:
    """A way that meets the limit of a sub-commander's radius, measured in strides.

    From within a unit runs to the limit, from without until it is inside. The way may bend, so the
    stride that crosses the limit is sought, first where a straight way would cross it. Its base
    is measured as it will face: guns are deeper than wide.
    """

    __slots__ = ("direction", "facing", "inside", "most", "p", "stride", "u", "ways")

    def __init__(self, p: PulsesPosition, u: int, direction: int, facing: int) -> None:
        self.p, self.u, self.direction, self.facing = p, u, direction, facing
        self.inside = in_radius(p, u)
        self.stride = p.battle.rules.evasion.stride
        self.most = p.battle.rules.movement.move[p.battle.kind[u]] // self.stride
        self.ways: dict[int, Back] = {}

    def way(self, strides: int) -> Back:
        if strides not in self.ways:
            self.ways[strides] = way_out(self.p, self.u, self.direction, strides * self.stride)
        return self.ways[strides]

    def across(self, x: int, y: int) -> bool:
        """Whether a place lies on the other side of the limit."""
        there = turned_away(self.p, self.u, x, y, self.facing)
        return in_radius_at(self.p, self.u, there) != self.inside

    def clear(self, x: int, y: int) -> bool:
        """Whether the unit touches no enemy at a place."""
        there = turned_away(self.p, self.u, x, y, self.facing)
        return not any(touches(self.p, there, b) for b in foes_of(self.p, self.u))

    def straight(self) -> int:
        """The first stride straight ahead that would cross the limit; one too many if none does."""
        p, u = self.p, self.u
        for strides in range(1, self.most + 1):
            if self.across(*short_of(p.x[u], p.y[u], self.direction, strides * self.stride)):
                return strides
        return self.most + 1

    def halt(self) -> tuple[int, int] | None:
        """The last place within, from within; the first one within, from without."""
        low, high = 0, self.most + 1
        first = self.straight()
        tries = [first, first - 1, self.most]
        while high - low > 1:
            strides = tries.pop(0) if tries else (low + high) // 2
            if low < strides < high:
                way = self.way(strides)
                if self.across(way.x, way.y):
                    high = strides
                else:
                    low = strides
        if high > self.most:
            return None
        for strides in range(low, 0, -1) if self.inside else range(high, self.most + 1):
            way = self.way(strides)
            if not way.short and self.clear(way.x, way.y):
                return way.x, way.y
        return None


def flee(p: PulsesPosition, u: int, attacker: int) -> None:
    """Let a unit run from its attacker, whose attack has come to nothing."""
    p.foe[attacker] = NOBODY
    p.stack.append(Flight(unit=u, from_x=p.x[attacker], from_y=p.y[attacker]))


class Flight(OwnDecision[PulsesPosition]):
    """How far a unit runs that gets away, and from where: guns may have broken their attacker."""

    asks = "{unit:gets} away: how far?"
    waits = "Waiting how far {unit:runs}."

    from_x: Across
    from_y: Down

    def options(self, p: PulsesPosition) -> list[int]:
        """A full move, or to the radius where that is a way."""
        # pulses.evasion.move, pulses.escape.move
        way = radius_way(p, self.unit, self.from_x, self.from_y)
        return [FULL_MOVE] if way is None else [FULL_MOVE, TO_RADIUS]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Run, facing away where there is room to turn."""
        u, x, y = self.unit, self.from_x, self.from_y
        facing = away(p, u, x, y) % STEPS
        to = radius_way(p, u, x, y) if action == TO_RADIUS else None
        x, y = full_way(p, u, x, y) if to is None else to
        way = length((x - p.x[u]) * TENTH, (y - p.y[u]) * TENTH)
        p.put(u, x, y, turned_away(p, u, x, y, facing).shape.facing)
        release(p, u)
        p.say(u, f"gets away, {inches(way)} in")


def gets_clear(p: PulsesPosition, u: int, attacker: int) -> bool:
    """Whether a unit finds a way out of the contact with its attacker."""
    x, y = full_way(p, u, p.x[attacker], p.y[attacker])
    there = Rect(x * TENTH, y * TENTH, p.rect(u).shape)
    return (x, y) != (p.x[u], p.y[u]) and not touches(p, there, p.rect(attacker))
