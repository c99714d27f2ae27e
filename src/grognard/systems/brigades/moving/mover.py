"""Movement: what a unit may do with what is left of its move, leg by leg, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.boards.table.lattice import TENTH, Pose, length, within_arc
from grognard.boards.table.rect import Rect, gap, nearer, on_table, overlap, surely_apart
from grognard.boards.table.shape import shape
from grognard.boards.table.slide import Swept, leads_away, maybe_nearer, passes_nearer, sweeps
from grognard.engine.grammar import clause
from grognard.systems.brigades.charge import keeps_contact, may_charge, refuse_charge, rideable
from grognard.systems.brigades.flanks import behind_whom, foes_touching, together, touches
from grognard.systems.brigades.marsh import marsh_ahead, marsh_edges, marshes_on
from grognard.systems.brigades.movement import allowance, break_move, follows_road, turn_cost
from grognard.systems.brigades.moving.friends import boxed, crowded, parted, through_friends
from grognard.systems.brigades.sight import sees
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.ground import ON_FIRE, land_of, through_fire
from grognard.systems.brigades.state.kinds import COMMANDER, HORSE
from grognard.systems.brigades.state.position import CHARGED, COLUMN, MOVED, OUT, BrigadesPosition
from grognard.systems.brigades.terrain import (
    CROSSED,
    FORMED,
    GRACE,
    MARCHED,
    ORDERLY,
    OUT_OF_COMMAND,
    TROD,
    TURNED,
    Toll,
    Way,
)
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.mover import TableMover, TableTried

if TYPE_CHECKING:
    from grognard.systems.brigades.moving.leg import Leg


class Tried(TableTried):
    """A leg that was tried."""

    __slots__ = (
        "climbs", "disorders", "flags", "gun_lost", "passed", "ridden", "streams", "turned",
    )  # fmt: skip

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.turned = 0
        self.disorders = ORDERLY
        self.gun_lost = False
        self.streams = 0
        self.climbs = 0
        self.flags = 0
        self.ridden: list[int] = []
        self.passed: list[int] = []


# The one leg that is thought of most often, and never altered.
ASTRAY: Final = Tried("it lies outside the front arc: turn first")
HERE: Final = FORMED | TURNED  # what is over once a stand goes on

# How far a move has gone.
NOT_GONE, STRAIGHT_ON, TURNED_LATE = range(3)


class Mover(TableMover[BrigadesPosition, BrigadesBattle]):
    """A unit in the midst of its move, and the stands about it."""

    __slots__ = (
        "arc", "beside", "breaking", "climbs", "close", "column", "flags", "free", "friends",
        "gaps", "guns", "held", "land", "locked", "marsh", "near", "pace", "rides", "seen",
        "streams", "tries", "turns", "wading", "went",
    )  # fmt: skip

    def __init__(self, p: BrigadesPosition, leg: Leg) -> None:
        u = leg.unit
        super().__init__(p, p.battle, u, leg.left)
        battle = p.battle
        self.turns, self.went = leg.turns, leg.went
        self.streams, self.climbs = leg.streams, leg.climbs
        self.flags, self.marsh = leg.flags, leg.marsh
        self.breaking = leg.breaking
        rules = battle.rules
        self.arc = rules.morale.break_arc if leg.breaking else rules.movement.arc
        self.free = p.moves_freely(u)
        self.guns = p.unlimbered(u)
        self.column = bool(p.state[u] & COLUMN)
        self.pace = 1
        if self.column:
            self.pace = max(rules.march.road_times, rules.march.cross_country_times)
        self.land = land_of(p)
        side = battle.side[u]
        for v in [v for v in self.foes if p.state[v] & COLUMN]:
            tail = p.tail(v)
            if tail is not None:
                self.foes.append(v)
                self.foe_rects.append(tail)
        # No leg of this move meets what is further off.
        far = self.longest_leg() + battle.span[u]
        self.friends: list[tuple[int, Rect]] = []
        if self.arm != COMMANDER:
            about = p.stands_about(u, side, far + battle.longest)
            self.friends = [(v, p.rect(v)) for v in about if v != u]
        # Those in command by its contact who have had their move, and so cannot follow it.
        self.held: list[tuple[int, Rect]] = []
        if u in p.mate:  # brigades.rulings.command.left
            self.held = [
                (v, b)
                for v, b in self.friends
                if p.mate[v] == u and p.state[v] & MOVED and together(p, self.a, b)
            ]
        # The enemies with whom it begins in contact.
        self.locked = foes_touching(p, u) if self.arm != COMMANDER else []
        self.seen: dict[int, bool] = {}
        self.gaps: dict[int, int] = {}  # to each enemy, and a mil less
        # The ways into a marsh that it has sounded and not entered yet; None if not looked for.
        self.wading: list[Pose] | None = None if leg.marsh and leg.flags < TROD else []
        self.tries: dict[Pose, Tried] = {}
        # brigades.charge.ride-through
        self.rides = self.arm == HORSE and not may_charge(self)
        self.shunned = list(range(len(self.foes)))
        clear = rules.charge.clear
        apart = far + max(clear, rules.march.enemy_clear)
        self.close = maybe_nearer(Swept(self.a, 0, 0), self.foe_rects, apart + 1)
        self.near = {i for i in self.close if nearer(self.a, self.foe_rects[i], clear)}
        self.beside = [
            boxed(v, b, p.tail(v))
            for v, b in self.friends
            if not surely_apart(self.a, b, far + p.extent(v))
        ]

    def sees(self, v: int) -> bool:
        """Whether the unit sees an enemy from where it is; asked once for each."""
        known = self.seen.get(v)
        if known is None:
            known = self.seen[v] = sees(self.p, self.u, v)
        return known

    def longest_leg(self) -> int:
        """The longest leg that what is left could pay for."""
        return self.left * self.pace

    def attempt(self, x: int, y: int, facing: int) -> Tried:
        """Turn to a facing and then go straight to a place, by the rules; each is tried once."""
        known = self.tries.get((x, y, facing))
        if known is None:
            known = self.tries[x, y, facing] = self._attempt(x, y, facing)
        return known

    def _attempt(self, x: int, y: int, facing: int) -> Tried:
        p, u = self.p, self.u
        dx, dy = (x - p.x[u]) * TENTH, (y - p.y[u]) * TENTH
        base = self.a.shape
        turned = facing != base.facing
        if not (dx or dy) and (not turned or self.arm == COMMANDER):
            return Tried("it is there already")
        ahead = base.facing if self.arm == COMMANDER else facing
        if (dx or dy) and not self.free and not within_arc(ahead, dx, dy, self.arc):
            return ASTRAY
        tried = Tried("")
        tried.flags = self.flags
        start = self.a
        if turned and self.arm != COMMANDER:  # brigades.rulings.movement.facing-moment
            start = Rect(self.a.x, self.a.y, shape(facing, base.width, base.depth))
            if self.breaking:
                return Tried("a breakthrough does not turn")
            if p.state[u] & CHARGED:  # brigades.charge.reface-first
                return Tried("a charge goes on without turning")
            if self.free:
                if tried.flags & TURNED and not (dx or dy):
                    return Tried("it has just turned: go somewhere, or halt")
                tried.flags |= TURNED
            else:
                tried.turned = 1
                tried.cost = turn_cost(p, u, self.turns)
                if tried.cost and tried.flags & GRACE and not self.guns:
                    tried.cost = 0
                    tried.flags &= ~GRACE
        end = Rect(start.x + dx, start.y + dy, start.shape)
        tried.why = self._refused(tried, start, end, dx, dy)
        if not tried.why:
            tried.why = self._dear(tried.cost)
        return tried

    def _dear(self, cost: int) -> str:
        """That more than is left is asked for."""
        if cost <= self.left:
            return ""
        return f"it costs {inches(cost)} in and {inches(self.left)} in are left"

    def _refused(self, tried: Tried, start: Rect, end: Rect, dx: int, dy: int) -> str:
        """Why a leg may not be; what is quickly seen first."""
        battle = self.battle
        moved = bool(dx or dy)
        if not on_table(end, battle.wide, battle.high):
            return "it would leave the table"
        if tried.cost > self.left:
            return self._dear(tried.cost)
        if moved:
            reach = (self.left - tried.cost) * self.pace
            if dx * dx + dy * dy > reach * reach:
                if tried.cost:
                    return self._dear(tried.cost - -length(dx, dy) // self.pace)
                return f"it is further than the {inches(reach)} in that are left"
        tail = self.p.tail_at(self.u, end) if self.column else None
        why = crowded(self, end, tail)
        if why:
            return why
        if moved and self.arm != COMMANDER and through_fire(self.p, start.x, start.y, end.x, end.y):
            return ON_FIRE  # brigades.rulings.burning
        swept = Swept(start, dx, dy)
        why = through_friends(self, tried, swept) if moved else ""
        why = why or self._enemy(tried, swept, end, moved)
        if tail is not None:
            why = why or self._tail_too_near(tail, tried.ridden)
        if self.locked:
            why = why or keeps_contact(self, end)
        # brigades.rulings.marsh-entered
        if not why and self.ways_in() and not (moved and self._enters_marsh(end)):
            why = "it has sounded the marsh, and goes in"
        if why or not moved:
            return why or parted(self, tried, swept, end)
        out = bool(self.p.state[self.u] & OUT)
        why = self.approaches(swept) if out else ""  # brigades.command.out.no-approach
        if why:
            return why
        found = Toll(battle.rules, self.land, self.arm, swept, self._way(swept, tried.flags))
        if tried.target >= 0:
            found.charge_over(start, end, self._touched(end, tried.ridden))
        if found.closed:
            return found.closed
        tried.cost += found.cost
        # brigades.command.out.half-move
        tried.disorders = found.disorders or (OUT_OF_COMMAND if out else ORDERLY)
        tried.streams, tried.climbs = found.streams, found.climbs
        tried.flags = found.flags & ~HERE | (CROSSED if found.crossed else 0)
        tried.flags |= MARCHED if self.column else 0
        tried.gun_lost = found.gun_lost
        return "" if out else parted(self, tried, swept, end)

    def _touched(self, end: Rect, ridden: list[int]) -> list[Rect]:
        """The enemies, or markers of theirs, whom a charge touches at its end."""
        near = ((self.foes[i], self.foe_rects[i]) for i in self.close)
        return [b for v, b in near if v not in ridden and touches(self.p, end, b)]

    def _enters_marsh(self, end: Rect) -> bool:
        number = marsh_ahead(self.p, self.u, self.longest_leg())
        return number in marshes_on(self.p, self.u, end.x // TENTH, end.y // TENTH)

    def ways_in(self) -> list[Pose]:
        """The least ways into a marsh that was sounded, straight on or turned; empty if none is."""
        if self.wading is None:
            self.wading = []  # while they are looked for
            p, u = self.p, self.u
            found = []
            for at_x, at_y, step in marsh_edges(p, u, self.longest_leg()):
                for facing in dict.fromkeys((p.facing[u], step)):
                    if not self._attempt(at_x, at_y, facing).why:
                        found.append((at_x, at_y, facing))
            # Straight on before turned, the nearest first.
            here = p.facing[u]
            found.sort(
                key=lambda at: (at[2] != here, (at[0] - p.x[u]) ** 2 + (at[1] - p.y[u]) ** 2)
            )
            self.wading = found
        return self.wading

    def may_go(self, swept: Swept) -> bool:
        """Whether what is left pays for streams and heights too, and command lets it go there."""
        toll = Toll(self.battle.rules, self.land, self.arm, swept, self._way(swept, self.flags))
        if toll.closed or toll.cost > self.left:
            return False
        return not (self.p.state[self.u] & OUT and self.approaches(swept))

    def _way(self, swept: Swept, flags: int) -> Way:
        """How it goes along a leg."""
        a = swept.stand
        bx, by = a.x + swept.vx, a.y + swept.vy
        road = follows_road(self.p, self.u, a.x, a.y, bx, by)
        # brigades.terrain.key.half-move brigades.rulings.breakthrough.move
        move = break_move(self.p, self.u) if self.breaking else allowance(self.p, self.u)
        gaps = self.battle.breaches
        return Way(move, self.column, road, self.streams, self.climbs, self.marsh, flags, gaps)

    def _tail_too_near(self, tail: Rect, ridden: list[int]) -> str:
        """The markers of a column strike nobody, and so keep an inch from those not near before.

        Skirmishers who are ridden at make way for them too.
        """
        clear, before = self.battle.rules.charge.clear, self.p.tail(self.u)
        for i in self.close:
            b = self.foe_rects[i]
            if self.foes[i] in ridden:
                continue
            if overlap(tail, b):
                return "its column would stand on an enemy"
            was = i in self.near or (before is not None and nearer(before, b, clear))
            if nearer(tail, b, clear) and not was:
                return self.too_near(self.foes[i])
        return ""

    def _enemy(self, tried: Tried, swept: Swept, end: Rect, moved: bool) -> str:
        """The distance kept from enemies, or those that are charged or ridden down."""
        rules = self.battle.rules
        apart = rules.charge.clear
        clear = rules.march.enemy_clear if self.column and moved else apart
        p = self.p
        struck: list[int] = []
        beside: list[int] = []
        close = ""
        rides = moved and self.rides
        left, right = swept.left - clear, swept.right + clear
        top, bottom = swept.top - clear, swept.bottom + clear
        for i in self.close:
            b = self.foe_rects[i]
            # Most are told apart by their boxes.
            if b.x - b.ex >= right or b.x + b.ex <= left:
                continue
            if b.y - b.ey >= bottom or b.y + b.ey <= top or not passes_nearer(swept, b, clear):
                continue
            v = self.foes[i]
            if rides and rideable(p, v) and (sweeps(swept, b) or touches(p, end, b)):
                if v not in tried.ridden:  # its base and its markers are one stand
                    tried.ridden.append(v)
                continue
            if overlap(end, b) or (moved and sweeps(swept, b)):
                return clause(p.name(v), "stands in the way")
            near = i in self.near
            leaves = near and not nearer(end, b, apart)
            if near and not leaves and not moved:
                if touches(p, end, b) and not touches(p, self.a, b):
                    return f"it may not turn into contact with {p.name(v)}"
                continue
            if not leaves and moved and self.arm != COMMANDER and touches(p, end, b):
                struck.append(behind_whom(p, v))
            elif not leaves and passes_nearer(swept, b, apart):
                beside.append(behind_whom(p, v))
            elif clear > apart and not leads_away(swept, b) and self.sees(v):
                close = f"a column keeps {inches(clear)} in from {p.name(v)}, whom it sees"
        if struck or tried.ridden:
            return refuse_charge(self, tried, swept, end, struck, beside)
        return self.too_near(beside[-1]) if beside else close

    def too_near(self, v: int) -> str:
        """That a leg comes nearer to an enemy than it may."""
        return f"it comes within {inches(self.battle.rules.charge.clear)} in of {self.p.name(v)}"

    def _nears(self, swept: Swept, b: Rect, before: int) -> bool:
        """Whether a leg comes nearer to an enemy than it began; the turn before it is no way."""
        if not passes_nearer(swept, b, before):
            return False
        start = swept.stand  # brigades.command.out.free-facing
        if start.shape.facing == self.a.shape.facing:
            return True
        turned = max(gap(start, b) - 1, 0)
        return turned >= before or passes_nearer(swept, b, turned)

    def approaches(self, swept: Swept) -> str:
        """Out of command nobody goes nearer to an enemy he sees, not even on his way."""
        for i in self.shunned:
            v, b = self.foes[i], self.foe_rects[i]
            if self.seen.get(v) is False or leads_away(swept, b):
                continue
            before = self.gaps.get(i)
            if before is None:
                before = self.gaps[i] = gap(self.a, b) - 1
            if before > 0 and self._nears(swept, b, before) and self.sees(v):
                self.shunned.remove(i)
                self.shunned.insert(0, i)
                return f"out of command it may not go nearer to {self.p.name(v)}, whom it sees"
        return ""
