"""Manoeuvres: wheels, changes of face, sideways and oblique moves, and passing through friends.

What a unit may do with what is left of its move, leg by leg, and why not.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.boards.table.course import FORBIDDEN
from grognard.boards.table.lattice import (
    HALF,
    INCH,
    QUARTER,
    STEPS,
    TENTH,
    Pose,
    bearing,
    length,
    turned,
    within_arc,
)
from grognard.boards.table.rect import (
    LEFT,
    RIGHT,
    Rect,
    gap,
    nearer,
    on_table,
    within,
)
from grognard.boards.table.shape import shape
from grognard.boards.table.slide import Swept, first_passed, overlapped, passes_nearer, sweeps
from grognard.boards.table.turns import Wheel, wheel_length
from grognard.engine.action import DEGREES
from grognard.engine.grammar import clause
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.attack import (
    Tried,
    attack_on_the_spot,
    refuse_contact,
    within_attack,
)
from grognard.systems.pulses.moving.distances import nearest_gap2
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import INFANTRY, OFFICER
from grognard.systems.pulses.state.position import PulsesPosition
from grognard.systems.pulses.status import (
    ATTACKING,
    AWAY,
    FREELY,
    IF_ABLE,
    NO_NEARER,
    RELOCATING,
    TURNING,
    refuse_relocation,
    too_near,
)
from grognard.systems.pulses.terrain import closed_at, rough_at, toll, town_at
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.mover import TableMover

BIND_CONTACT: Final = (ATTACKING, IF_ABLE)


class ManoeuvreRules:
    """What turning, going sideways and passing through friends cost."""

    def __init__(self, book: Rulebook) -> None:
        self.most_wheel = book.int("pulses.rulings.wheel", "degrees") // DEGREES
        self.face_cost = [  # by arm
            book.int("pulses.face.infantry", "inches") * INCH,
            book.int("pulses.face.cavalry", "inches") * INCH,
            book.int("pulses.rulings.artillery-face", "inches") * INCH,
        ]
        self.flank_clear = book.int("pulses.flank-move.not-near-enemy", "inches") * INCH
        troops = book.int("pulses.flank-move.infantry-cavalry", "times")
        self.flank_times = [troops, troops, book.int("pulses.flank-move.artillery", "times")]
        self.oblique = book.int("pulses.oblique.angle", "degrees") // DEGREES
        self.pass_price = book.int("pulses.interpenetration.infantry-price", "inches") * INCH
        self.climb = book.int("pulses.elevation", "inches") * INCH


class Turn(NamedTuple):
    """A change of face or a wheel: the stand after it, what it takes, or why it may not be."""

    there: Rect
    cost: int
    faced: int
    why: str = ""


class Mover(TableMover[PulsesPosition, PulsesBattle]):
    """A unit in the midst of its move, and the stands about it."""

    __slots__ = (
        "apart", "close", "close_rects", "compelled", "faced", "friends", "goals", "how", "near",
        "passed", "striking", "tries", "turns", "went", "wheels",
    )  # fmt: skip

    def __init__(
        self, p: PulsesPosition, u: int, how: int, left: int, faced: int = 0, went: int = 0
    ) -> None:
        super().__init__(p, p.battle, u, left)
        self.how = how
        self.faced = faced
        self.went = went
        self.near = False
        self.friends: list[Rect] = []
        self.passed: list[Rect] = []  # of them, those it pays for passing
        self.close: list[int] = []
        self.close_rects: list[Rect] = []
        if self.arm != OFFICER:
            self._look_about()
        self.turns: dict[int, Turn] = {}
        self.wheels: dict[int, Wheel] = {}  # by their corner
        self.tries: dict[Pose, Tried] = {}  # the legs found to be allowed
        # The enemies it goes for or away from: pulses.rulings.attack-whom
        self.goals = self.foe_rects
        if how == ATTACKING:
            self.goals = [p.rect(v) for v in self.foes if within_attack(p, u, v)]
            if not self.goals:
                self.how = FREELY
        # Whether a leg leads into contact that it must make, or on the way its status drives it.
        self.striking = self.compelled = False
        self.apart = -1  # from the nearest of them, once somebody asks

    def _look_about(self) -> None:
        """Find the stands its next leg may have to do with: those it may get near to."""
        p, u, battle = self.p, self.u, self.battle
        side, arms, base = battle.side[u], battle.arm, self.a.shape
        clear = battle.rules.manoeuvres.flank_clear
        # A wheel takes its centre no further than its diagonal.
        far = self.reach + base.width + base.depth
        friends = p.stands_about(u, side, far)
        friends.remove(u)
        self.friends = [p.rect(v) for v in friends]
        if self.arm == INFANTRY:
            # Other arms pass and are passed free: pulses.interpenetration.allowed
            self.passed = [p.rect(v) for v in friends if arms[v] == INFANTRY]
        self.close = p.stands_about(u, 1 - side, far + clear + 1)
        self.close_rects = [p.rect(v) for v in self.close]
        self.near = any(within(self.a, b, clear) for b in self.close_rects)

    @property
    def driven(self) -> bool:
        """Whether its status drives it on: towards an enemy, or away from all."""
        if self.how == AWAY:
            return too_near(self.p, self.u)
        return self.how == ATTACKING

    def attempt(self, x: int, y: int, facing: int) -> Tried:
        """Turn or wheel to a facing and then go straight to a place, by the rules."""
        p, u = self.p, self.u
        if self.arm == OFFICER:
            return self._ride(x, y, facing)
        base = self.a.shape
        pose = (p.x[u], p.y[u], base.facing)
        if (x, y, facing) == pose:
            return attack_on_the_spot(self)
        known = self.tries.get((x, y, facing))
        if known is not None and known.target >= 0:
            return known  # contact is allowed, whatever drives it on
        tried = Tried("")
        start = self.a
        if facing != base.facing:
            turn = self.turn(facing)
            start = turn.there
            tried.cost, tried.faced, tried.why = turn.cost, turn.faced, turn.why
            if tried.why:
                return tried
        dx, dy = x * TENTH - start.x, y * TENTH - start.y
        end = Rect(x * TENTH, y * TENTH, shape(facing, base.width, base.depth))
        tried.moved = int((x, y) != pose[:2])
        tried.why = self._refused(tried, start, end, dx, dy)
        if not tried.why and tried.cost > self.left:
            tried.why = self._dear(tried)
        if not tried.why:
            self.tries[x, y, facing] = tried
        return tried

    def _dear(self, tried: Tried) -> str:
        return f"it costs {inches(tried.cost)} in and {inches(self.left)} in are left"

    def _no_flank(self) -> str:
        clear = inches(self.battle.rules.manoeuvres.flank_clear)
        return f"with an enemy within {clear} in it moves forward only: turn or wheel first"

    def _ride(self, x: int, y: int, facing: int) -> Tried:
        """Officers ride straight, over any ground and past anybody."""
        tried = Tried("")
        dx, dy = (x - self.p.x[self.u]) * TENTH, (y - self.p.y[self.u]) * TENTH
        if facing or not (dx or dy):
            return Tried("an officer rides to another place, and has no facing")
        if dx * dx + dy * dy > self.left * self.left:
            tried.why = f"it is further than {inches(self.left)} in"
        tried.cost = self.left
        tried.moved = 1
        return tried

    def turn(self, facing: int) -> Turn:
        """Change face before a move, or wheel on a front corner; each is worked out once."""
        known = self.turns.get(facing)
        if known is None:
            known = self.turns[facing] = self._turn_to(facing)
        return known

    def _turn_to(self, facing: int) -> Turn:
        rules = self.battle.rules.manoeuvres
        steps = turned(self.a.shape.facing, facing)
        quarter = abs(steps) in (QUARTER, HALF)
        if self.how == TURNING:
            allowed = quarter and not self.faced
            why = "" if allowed else "a holding unit changes face by 90 or 180 degrees, once"
            return Turn(self._faced(steps), 0, 1, why)  # pulses.status.hold.infantry-cavalry
        if quarter and self.may_face:
            if rough_at(self.battle, self.a.x, self.a.y):
                return Turn(self._faced(steps), self.left, 1)  # pulses.face.rough
            return Turn(self._faced(steps), rules.face_cost[self.arm], 1)
        if abs(steps) > rules.most_wheel:
            why = "it may turn about only once, before it moves"
            return Turn(self._faced(steps), 0, 0, why)
        return self._wheel(steps)

    @property
    def may_face(self) -> bool:
        """Whether it may still change its face: once, before it moves."""
        return not self.faced and not self.went

    def there(self, steps: int) -> Rect:
        """Where a change of face or a wheel by some steps leads, if nothing is in the way."""
        if steps == 0 or (self.may_face and abs(steps) in (QUARTER, HALF)):
            return self._faced(steps)
        return self._wheel_of(steps).at(abs(steps))

    def _faced(self, steps: int) -> Rect:
        base = self.a.shape
        facing = (base.facing + steps) % STEPS
        return Rect(self.a.x, self.a.y, shape(facing, base.width, base.depth))

    def _wheel_of(self, steps: int) -> Wheel:
        """The wheel on the corner that some steps ask for."""
        corner = LEFT if steps < 0 else RIGHT
        wheel = self.wheels.get(corner)
        if wheel is None:
            wheel = self.wheels[corner] = Wheel(self.a, corner, self.close_rects)
        return wheel

    def _wheel(self, steps: int) -> Turn:
        end, hit = self._wheel_of(steps).to(abs(steps))
        why = clause(self.p.name(self.close[hit]), "stands in the way") if hit >= 0 else ""
        dx, dy = end.x - self.a.x, end.y - self.a.y
        ground = toll(self.battle, self.u, Swept(self.a, dx, dy))
        if ground == FORBIDDEN or closed_at(self.battle, self.u, end.x, end.y):
            why = "the ground is closed to it"
        # The outer corner pays for its arc: pulses.wheel. What the ground takes is paid besides.
        extra = max(0, ground - length(dx, dy))
        return Turn(end, wheel_length(self.a.shape.width, abs(steps)) + extra, 0, why)

    def _refused(self, tried: Tried, start: Rect, end: Rect, dx: int, dy: int) -> str:
        """Why a leg may not be; what is quickly seen first."""
        battle, rules = self.battle, self.battle.rules.manoeuvres
        if not on_table(end, battle.wide, battle.high):
            return "it would leave the table"
        if self.how == TURNING and tried.moved:
            return "a holding force changes face only"  # pulses.status.hold.infantry-cavalry
        ahead = True
        if dx or dy:
            ahead = within_arc(start.shape.facing, dx, dy, rules.oblique)
            if not ahead and self.near:
                return self._no_flank()
            times = 1 if ahead else rules.flank_times[self.arm]
            road = battle.rules.terrain.road_times[battle.kind[self.u]]
            left = max(0, self.left - tried.cost) * road
            if (dx * dx + dy * dy) * times * times > left * left:
                return f"it is further than the {inches(self.left)} in that are left"
        if overlapped(end, self.friends) >= 0:
            return "another unit is there"
        if tried.moved and self._town_full(end):
            return "the town is held already"
        swept = Swept(start, dx, dy)
        foes = self.close_rects
        # Who ends on an enemy has come over him, unless it only changed face.
        hit = first_passed(swept, foes) if dx or dy else overlapped(end, foes)
        if hit >= 0:
            return clause(self.p.name(self.close[hit]), "stands in the way")
        if dx or dy:
            why = self._pay(tried, swept, end, ahead)
            if why:
                return why
        return refuse_contact(self, tried, end, ahead) or self._bound(tried, end)

    def _town_full(self, end: Rect) -> bool:
        town = town_at(self.battle, end.x, end.y)
        if town < 0:
            return False
        p, battle = self.p, self.battle
        stands = (p.rect(v) for v in range(battle.stands) if v != self.u and p.x[v] >= 0)
        inside = sum(town_at(battle, b.x, b.y) == town for b in stands)
        return inside >= battle.rules.terrain.town_holds

    def _pay(self, tried: Tried, swept: Swept, end: Rect, ahead: bool) -> str:
        """The way over the ground and through friends."""
        battle = self.battle
        rules = battle.rules.manoeuvres
        if not ahead:
            # Up to a mil more than 6 in counts as 6 in.
            clear = rules.flank_clear + 1
            if any(passes_nearer(swept, b, clear) for b in self.close_rects):
                return self._no_flank()
        # A look at its end tells sooner than the whole way.
        shut = closed_at(battle, self.u, end.x, end.y)
        cost = FORBIDDEN if shut else toll(battle, self.u, swept)
        if cost == FORBIDDEN:
            return "the ground is closed to it"
        if self.how == RELOCATING:
            # 6 in are 6 in, by road too.
            cost = max(cost, length(swept.vx, swept.vy))
        tried.cost += cost if ahead else cost * rules.flank_times[self.arm]
        if tried.cost > self.left:
            return self._dear(tried)
        for b in self.passed:
            if sweeps(swept, b):
                tried.cost += rules.pass_price
        return ""

    def _bound(self, tried: Tried, end: Rect) -> str:
        """What the manner of its move forbids."""
        how = self.how
        if how == RELOCATING:
            return refuse_relocation(self.p, self.u, end)
        if how in BIND_CONTACT and self.striking:
            # pulses.status.attack, pulses.move.six-inch.six
            return "" if tried.target >= 0 else "it must attack an enemy it can reach"
        if how in (ATTACKING, AWAY, NO_NEARER):
            return self._distance(tried, end)
        return ""

    def _distance(self, tried: Tried, end: Rect) -> str:
        if tried.target >= 0 and self.how == ATTACKING:
            return ""
        if self.compelled and self.how != NO_NEARER:
            goes_on = tried.cost + self.battle.rules.status.least_gain <= self.left
            if tried.faced and not tried.moved and goes_on and not self._turned_wrong(end):
                return ""
            return self.too_little(end)
        if end.shape.facing != self.a.shape.facing and self._turned_wrong(end):
            towards = "towards" if self.how == ATTACKING else "away from"
            return f"by its status it turns {towards} the enemy"
        if not tried.moved:
            return ""
        n, d = nearest_gap2(end, self.goals)
        before, unit = nearest_gap2(self.a, self.goals)
        nearer = n * unit < before * d
        further = n * unit > before * d
        if self.how == ATTACKING:
            # pulses.status.attack
            return "" if nearer else "an attacking force goes towards the enemy"
        if self.how == AWAY:
            # pulses.status.withdraw
            return "" if further else "a withdrawing force goes away from the enemy"
        # pulses.move.six-inch.one
        return "it may not go nearer to the enemy" if nearer else ""

    @property
    def asked(self) -> int:
        """How near to an enemy a compelled unit must get by its next leg, or how far from all."""
        if self.apart < 0:
            self.apart = min(gap(self.a, b) for b in self.goals)
            # Those too far off to matter need not be looked at again.
            reach = self.asked + self.reach
            close = [b for b in self.goals if within(self.a, b, reach)]
            self.goals = sorted(close, key=lambda b: gap(self.a, b))
        rules = self.battle.rules.status  # pulses.rulings.compelled
        if self.how == ATTACKING:
            return self.apart - rules.least_gain
        return min(self.apart + rules.least_gain, rules.withdraw_to)

    @property
    def reach(self) -> int:
        """How far it gets at the very most, along a road too."""
        return self.left * self.battle.rules.terrain.road_times[self.battle.kind[self.u]]

    def too_little(self, end: Rect) -> str:
        """Whether a place falls short of what the unit's status asks of a leg."""
        asked = self.asked
        if self.how == ATTACKING:
            if asked >= 0 and any(within(end, b, asked) for b in self.goals):
                return ""
            least = inches(self.battle.rules.status.least_gain)
            return f"it must get {least} in nearer to whom it may attack"
        if any(nearer(end, b, asked) for b in self.goals):
            least = inches(self.battle.rules.status.least_gain)
            return f"it must get {least} in further from the enemy"
        return ""

    def _turned_wrong(self, end: Rect) -> bool:
        """Whether an attacker turns off the enemy, or a unit that withdraws turns upon him."""
        if self.how == NO_NEARER or not self.goals:
            return False
        oblique = self.battle.rules.manoeuvres.oblique
        before, after = self._off(self.a), self._off(end)
        if self.how == ATTACKING:
            return after > oblique and after >= before
        return after < HALF - oblique and after <= before

    def _off(self, a: Rect) -> int:
        """By how many steps a front looks past the nearest enemy."""
        b = min(self.goals, key=lambda b: gap(a, b))
        return abs(turned(a.shape.facing, bearing(b.x - a.x, b.y - a.y)))
