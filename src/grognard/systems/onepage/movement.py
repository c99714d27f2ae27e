"""Movement: what a unit may do with what is left of its move, leg by leg, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.boards.table.lattice import INCH, TENTH, Pose, within_arc
from grognard.boards.table.rect import Rect, gap, nearer, on_table
from grognard.boards.table.shape import shape
from grognard.boards.table.slide import Swept, leads_away, overlapped, passes_nearer, sweeps
from grognard.engine.action import DEGREES
from grognard.engine.grammar import clause
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.charge import refuse_charge
from grognard.systems.onepage.field import sees, touches
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.kinds import ARTILLERY, GENERAL, KINDS, arms
from grognard.systems.onepage.state.position import JUST_TURNED, LIMBERED, OUT, OnepagePosition
from grognard.systems.onepage.terrain import Toll, toll
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.mover import TableMover, TableTried

if TYPE_CHECKING:
    from grognard.systems.onepage.moving.leg import Leg

NOBODY: Final = -1


class MovementRules:
    """Moves, facing changes, arcs and distances."""

    def __init__(self, book: Rulebook) -> None:
        self.move = [book.int(f"onepage.move.{kind}", "inches") * INCH for kind in KINDS]
        self.free_turns = book.int("onepage.move.facing.first", "free")
        self.turn_parts = book.int("onepage.move.facing.second", "parts")
        self.most_turns = book.int("onepage.rulings.open.third-facing", "most")
        self.arc = book.int("onepage.move.arc", "degrees") // DEGREES
        self.limber_turns = book.int("onepage.move.limbering", "limber")
        self.unlimber_turns = book.int("onepage.move.limbering", "unlimber")
        self.clear = book.int("onepage.move.distance", "inches") * INCH
        self.straight = book.int("onepage.rulings.beyond", "thousandths")
        self.rest = book.int("onepage.rulings.rest-of-a-move", "thousandths")
        self.passers = arms(book, "onepage.rulings.passing")


def allowance(p: OnepagePosition, u: int) -> int:
    """How far a unit may move in all, in mils."""
    rules = p.battle.rules
    move = rules.movement.move[p.battle.kind[u]]
    # onepage.command.in.move
    return move // rules.command.out_parts if p.state[u] & OUT else move


def turn_cost(p: OnepagePosition, u: int, turns: int) -> int:
    """What the next facing change takes after so many; -1 if no more are possible."""
    rules = p.battle.rules.movement
    if turns < rules.free_turns:
        return 0
    if turns >= rules.most_turns:
        return -1
    return allowance(p, u) // rules.turn_parts  # onepage.rulings.part-of-its-move


def passes(p: OnepagePosition, u: int) -> bool:
    """Whether a unit passes friends and is passed by them."""
    if p.state[u] & LIMBERED:
        return True
    return p.battle.rules.movement.passers[p.battle.arm[u]]


class Tried(TableTried):
    """A leg as the rules see it: what it takes, whom it strikes, or why it may not be."""

    __slots__ = ("climbs", "disorders", "marsh", "streams", "struck", "turned")

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.turned = 0
        self.disorders = ""
        self.streams = 0
        self.climbs = 0
        self.marsh = NOBODY
        self.struck: list[int] = []  # whom a charge touches


class Mover(TableMover[OnepagePosition, OnepageBattle]):
    """A unit in the midst of its move, and the stands about it."""

    __slots__ = (
        "blocking", "close", "free", "friends", "guns", "leg", "near", "passable", "passing",
        "seen", "tries",
    )  # fmt: skip

    def __init__(self, p: OnepagePosition, leg: Leg) -> None:
        u = leg.unit
        super().__init__(p, p.battle, u, leg.left)
        self.leg = leg
        battle = p.battle
        self.free = p.moves_freely(u)
        self.guns = self.arm == ARTILLERY and not p.state[u] & LIMBERED
        side = battle.side[u]
        clear = battle.rules.movement.clear
        # Enemies to whom the rest of the move may bring it, by their numbers among all; and of
        # these the ones it is too near to from the start.
        about = p.stands_about(u, 1 - side, leg.left + clear)
        self.close = [i for i, v in enumerate(self.foes) if v in about]
        self.near = [i for i in self.close if nearer(self.a, self.foe_rects[i], clear)]
        self.friends: list[Rect] = []
        self.blocking: list[int] = []  # who they are
        self.passable: list[Rect] = []
        self.passing: list[int] = []
        if self.arm != GENERAL:
            through = passes(p, u)
            for v in p.stands_about(u, side, leg.left):
                if v != u:
                    free = through or passes(p, v)
                    (self.passable if free else self.friends).append(p.rect(v))
                    (self.passing if free else self.blocking).append(v)
        self.seen: dict[int, bool] = {}
        self.tries: dict[Pose, Tried] = {}

    def sees(self, v: int) -> bool:
        """Whether the unit sees an enemy from where it is; asked once for each."""
        known = self.seen.get(v)
        if known is None:
            known = self.seen[v] = sees(self.p, self.u, v)
        return known

    def attempt(self, x: int, y: int, facing: int) -> Tried:
        """Turn to a facing and then go straight to a place, by the rules; each is tried once."""
        known = self.tries.get((x, y, facing))
        if known is None:
            known = self.tries[x, y, facing] = self._attempt(x, y, facing)
        return known

    def _attempt(self, x: int, y: int, facing: int) -> Tried:
        p, u = self.p, self.u
        tried = Tried("")
        dx, dy = (x - p.x[u]) * TENTH, (y - p.y[u]) * TENTH
        moved = bool(dx or dy)
        base = self.a.shape
        turned = facing != base.facing
        if not moved and (not turned or self.arm == GENERAL):
            return Tried("it is there already")
        if self.free and not moved and self.leg.went & JUST_TURNED:
            return Tried("it has just turned: go somewhere, or halt")
        start = self.a
        if turned and self.arm != GENERAL:
            start = Rect(self.a.x, self.a.y, shape(facing, base.width, base.depth))
            if not self.free:
                cost = turn_cost(p, u, self.leg.turns)
                if cost < 0:
                    return Tried("it may not turn again in this move")
                tried.cost = cost
                tried.turned = 1
        end = Rect(start.x + dx, start.y + dy, start.shape)
        tried.why = self._refused(tried, start, end, dx, dy)
        if not tried.why and tried.cost > self.left:
            price = inches(tried.cost + TENTH - 1)  # rounded up
            tried.why = f"it costs {price} in and {inches(self.left)} in are left"
        return tried

    def _refused(self, tried: Tried, start: Rect, end: Rect, dx: int, dy: int) -> str:
        battle = self.battle
        moved = bool(dx or dy)
        if not on_table(end, battle.wide, battle.high):
            return "it would leave the table"
        if moved:
            if self.guns:  # onepage.rulings.unlimbered
                return "unlimbered guns do not move: limber first"
            if not self.free and not within_arc(
                start.shape.facing, dx, dy, battle.rules.movement.arc
            ):
                return "it lies outside the front arc: turn first"
            if dx * dx + dy * dy > self.left * self.left:
                return f"it is further than the {inches(self.left)} in that are left"
        met = overlapped(end, self.friends)
        if met >= 0:
            return f"it would stand on {self.p.name(self.blocking[met])}"
        met = overlapped(end, self.passable)
        if met >= 0:
            return f"it would stand on {self.p.name(self.passing[met])}"
        swept = Swept(start, dx, dy)
        why = self._enemy(tried, swept, end, moved)
        if why or not moved:
            return why
        for v, b in zip(self.blocking, self.friends, strict=True):
            if sweeps(swept, b):
                return f"{clause(self.p.name(v), 'stands')} in the way"
        ground = self._toll(swept)
        if ground.closed:
            return ground.closed
        tried.cost += ground.cost
        tried.disorders = ground.disorders
        tried.streams, tried.climbs, tried.marsh = ground.streams, ground.climbs, ground.marsh
        if self.p.state[self.u] & OUT:  # onepage.command.out.no-approach
            return self._approaches(swept)
        return ""

    def _toll(self, swept: Swept) -> Toll:
        """What the ground takes along a leg."""
        leg = self.leg
        # onepage.rulings.part-of-its-move
        move = allowance(self.p, self.u)
        return toll(self.battle, self.arm, move, swept, leg.streams, leg.climbs, leg.deep)

    def may_go(self, swept: Swept) -> bool:
        """Whether what is left pays for streams and heights too, and command lets it go there."""
        ground = self._toll(swept)
        if ground.closed or ground.cost > self.left:
            return False
        return not (self.p.state[self.u] & OUT and self._approaches(swept))

    def _enemy(self, tried: Tried, swept: Swept, end: Rect, moved: bool) -> str:
        """The distance kept from enemies, or the one that is charged."""
        clear = self.battle.rules.movement.clear  # onepage.move.distance
        p = self.p
        struck: list[int] = []
        close = ""
        for i in self.close:
            b = self.foe_rects[i]
            if not passes_nearer(swept, b, clear):
                continue
            if passes_nearer(swept, b, 0):
                return f"{clause(p.name(self.foes[i]), 'stands')} in the way"
            if i in self.near and not moved:
                if touches(p, end, b) and not touches(p, self.a, b):
                    return f"a turn may not bring it into contact with {p.name(self.foes[i])}"
                continue
            if i in self.near and not nearer(end, b, clear):
                continue  # onepage.rulings.start-near
            if moved and self.arm != GENERAL and touches(p, end, b):
                struck.append(i)
            else:
                close = f"it comes within {inches(clear)} in of {p.name(self.foes[i])}"
        if struck:
            return refuse_charge(self, tried, end, struck)
        return close

    def _approaches(self, swept: Swept) -> str:
        """Out of command nobody goes nearer to an enemy he sees, nor does he in passing."""
        start = swept.stand
        for i in self.shunned:
            v, b = self.foes[i], self.foe_rects[i]
            if self.seen.get(v) is False or leads_away(swept, b):
                continue
            # A turn is no approach, though it may bring a corner nearer: only the way after it
            # counts. (The gaps are rounded up.)
            least = min(gap(self.a, b), gap(start, b)) - 1
            if passes_nearer(swept, b, least) and self.sees(v):
                self.shunned.remove(i)
                self.shunned.insert(0, i)
                return f"out of command it may not go nearer to {self.p.name(v)}, whom it sees"
        return ""
