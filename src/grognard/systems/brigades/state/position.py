"""The position of this system: poses, order and losses of all stands, divisions, the ground."""

from __future__ import annotations

from typing import ClassVar, Final, Self

from grognard.boards.table.ground import Ground
from grognard.boards.table.lattice import offset
from grognard.boards.table.rect import Rect, rect
from grognard.boards.table.retreat import RetreatPath
from grognard.boards.table.shape import shape
from grognard.engine.numbers import MaybeOf, Of, UpTo, Within
from grognard.engine.position import Field
from grognard.engine.step import StepTypes
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.kinds import COMMANDER, DEDICATED_GUN, GUNS, HORSE, MILITIA
from grognard.systems.brigades.state.roster import MOST_POINTS
from grognard.systems.tabletop.leg import TableLeg
from grognard.systems.tabletop.position import CLOCK, GONE, POSES
from grognard.systems.tabletop.turn_position import TurnPosition

# The entry of x for skirmishers that are part of their brigade.
WITHIN: Final = -3
# That of commanders who were caught, and come back at the end of the turn.
AWAY: Final = -4

# States of a unit. Yellow is temporary disorder, red permanent disorder, both together a rout.
YELLOW: Final = 1
RED: Final = 2
ROUT: Final = YELLOW | RED
LIMBERED: Final = 4
STATIONARY: Final = 8
OUT: Final = 16  # out of command since its own last command phase
MOVED: Final = 32  # had its move in this movement phase
ACTED: Final = 64  # moved or turned in it
COLUMN: Final = 128
GUN: Final = 256  # holds its dedicated gun
RALLIED: Final = 512  # in this player turn
FAILED: Final = 1024  # failed the test of this morale phase
ENGAGED: Final = 2048  # was in contact when this morale phase began
ARRIVED: Final = 4096  # came onto the table in this turn: in command
CHARGED: Final = 8192  # in this player turn
NEW: Final = 16384  # disordered by a test of this morale phase
MIRED: Final = 1 << 20  # disordered by a marsh; it cannot recover before it is out of it
STATES: Final = 1 << 21  # more than all of them together
PHASES: Final = 6  # of a player turn
MOVE_STATES: Final = MOVED | ACTED

# What a stand does in the combat that is being settled.
NO_PART, FIRES, FIGHTS, LENDS = range(4)
NOBODY: Final = -1
BURNT: Final = -2  # the entry of buildings that have burnt down
MOST_TURNS: Final = 99
HITS: Final = Within(0, 999)  # casualties and saves of one combat
LONG_FLAT: Final = 2  # the entry of crops that were flat before this player turn; others have 1


class BrigadesPosition(TurnPosition):
    """Where everybody is and was at the turn's start, his order and losses, and the ground."""

    __slots__ = (
        "backs", "began_facing", "began_x", "began_y", "collapsed", "contacts", "drives",
        "fire_hits", "flat", "mate", "melee_hits", "part", "ranges", "retreats", "saw", "sights",
        "smoke", "tails", "tired", "today", "trodden",
    )  # fmt: skip

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("x", "unit", counts=MaybeOf("across", AWAY)),
        *POSES[1:],
        Field("losses", "unit", counts=Within(0, MOST_POINTS)),
        # Attacks made in this combat phase; in a town a bit for each side.
        Field("fought", "unit", counts=Within(0, 15)),
        Field("part", "unit", counts=Within(NO_PART, LENDS)),  # in the combat being settled
        Field("fire_hits", "unit", counts=HITS),  # casualties of that combat, not felt yet
        Field("melee_hits", "unit", counts=HITS),
        Field("retreats", "unit", counts=HITS),  # saves for which cavalry has to fall back
        Field("drives", "unit", counts=MaybeOf("stand")),  # the cavalry that saves from its fire
        Field("mate", "unit", counts=MaybeOf("stand")),  # by whose contact it is in command
        Field("began_x", "unit", counts=MaybeOf("across", AWAY)),  # when this turn began
        Field("began_y", "unit", counts=Of("down")),
        Field("began_facing", "unit", counts=Of("facing")),
        Field("tired", "division", counts=Within(0, 1)),  # exhausted
        Field("collapsed", "division", counts=Within(0, 1)),
        Field("today", "division", counts=Within(0, 9999)),  # casualties of this player turn
        # 0 standing, 1 flattened in this player turn, 2 before it.
        Field("flat", "crops", counts=Within(0, LONG_FLAT)),
        Field("trodden", "marsh", counts=UpTo("unit")),  # gone through in this player turn
        # 0, -1 attacked, -2 burnt down, or the turn it caught fire.
        Field("smoke", "building", counts=Within(BURNT, MOST_TURNS)),
        Field("held", "objective", counts=Within(-1, 1)),  # by whom, as it was told last
        CLOCK,
    )
    STEPS: ClassVar[StepTypes] = {}
    MOST_STATES: ClassVar[int] = STATES
    TURN_PHASES: ClassVar[int] = PHASES

    battle: BrigadesBattle

    def __init__(self, battle: BrigadesBattle) -> None:
        super().__init__(battle)
        n, d = battle.count, len(battle.divisions)
        self.part = [0] * n
        self.fire_hits = [0] * n
        self.melee_hits = [0] * n
        self.retreats = [0] * n
        self.drives = [NOBODY] * n
        self.mate = [NOBODY] * n
        self.began_x = [GONE] * n
        self.began_y = [0] * n
        self.began_facing = [0] * n
        self.tired = [0] * d
        self.collapsed = [0] * d
        self.today = [0] * d
        self.flat = [0] * len(battle.crops)
        self.trodden = [0] * len(battle.marshes)
        self.smoke = [0] * len(battle.built)
        # The markers of each column where they are now; None where not worked out yet.
        self.tails: list[Rect | None] = [None] * n
        # Whom each stand touches, whom it has in range, and ways back; and who sees whom on which
        # ground, in fog or not, now and when this player turn began. They are never emptied but
        # begun anew, so copies share them.
        self.contacts: dict[int, list[int]] = {}
        self.ranges: dict[tuple[int, int], list[int]] = {}
        self.backs: dict[tuple[Ground, int, int, int, bool, bool], RetreatPath] = {}
        self.sights: dict[tuple[Ground, int, int, bool], bool] = {}
        self.saw: dict[tuple[Ground, int, int, bool], bool] = {}

    def copy(self) -> Self:
        p = super().copy()
        p.part = self.part.copy()
        p.fire_hits = self.fire_hits.copy()
        p.melee_hits = self.melee_hits.copy()
        p.retreats = self.retreats.copy()
        p.drives = self.drives.copy()
        p.mate = self.mate.copy()
        p.began_x = self.began_x.copy()
        p.began_y = self.began_y.copy()
        p.began_facing = self.began_facing.copy()
        p.tired = self.tired.copy()
        p.collapsed = self.collapsed.copy()
        p.today = self.today.copy()
        p.flat = self.flat.copy()
        p.trodden = self.trodden.copy()
        p.smoke = self.smoke.copy()
        p.tails = self.tails.copy()
        p.contacts = self.contacts
        p.ranges = self.ranges
        p.backs = self.backs
        p.sights = self.sights
        p.saw = self.saw
        return p

    def sizes(self) -> dict[str, int]:
        return {**super().sizes(), "stand": self.battle.stands}

    def fault(self) -> str:
        """Besides what every position checks: skirmishers within nobody, steps without a leg."""
        battle = self.battle
        for u in range(battle.count):
            if self.x[u] == WITHIN and battle.within[u] < 0:
                return f"{self.name(u)} cannot be within a brigade"
            if self.x[u] == AWAY and battle.arm[u] != COMMANDER:
                return f"{self.name(u)} is no commander who was caught"
            if u < battle.stands and self.on_table(u) and self.left(u) < 1:
                return f"{self.name(u)} is on the table without a strength point"
        for below, step in zip([None, *self.stack], self.stack, strict=False):
            if getattr(step, "leads_on", False) and not isinstance(below, TableLeg):
                return f"{type(step).__name__} leads on to no leg"
        return super().fault()

    def rebuild(self) -> None:
        super().rebuild()
        self.tails = [None] * self.battle.count
        self.look_again()
        self.saw = {}

    # -- where units are -------------------------------------------------------------------------

    def tail(self, u: int) -> Rect | None:
        """The markers behind a stand in march column."""
        if not self.state[u] & COLUMN or not self.battle.markers[u]:
            return None
        known = self.tails[u]
        if known is None:
            known = self.tails[u] = tail_of(self.battle, u, self.rect(u))
        return known

    def parts(self, u: int) -> tuple[Rect, ...]:
        """The base of a stand and its markers: they lengthen it."""
        tail = self.tail(u)  # brigades.rulings.base.column-marker
        return (self.rect(u),) if tail is None else (self.rect(u), tail)

    def tail_at(self, u: int, there: Rect) -> Rect | None:
        """The markers behind a stand somewhere, if it is in column."""
        if not self.state[u] & COLUMN or not self.battle.markers[u]:
            return None
        return tail_of(self.battle, u, there)

    def parts_at(self, u: int, there: Rect) -> tuple[Rect, ...]:
        """The base of a stand somewhere, and its markers behind it if it is in column."""
        tail = self.tail_at(u, there)
        return (there,) if tail is None else (there, tail)

    def extent(self, u: int) -> int:
        """No point of a stand, or of its markers if it is in column, is further from its centre."""
        return (self.battle.span if self.state[u] & COLUMN else self.battle.girth)[u]

    def began(self, u: int) -> Rect:
        """The stand of a unit where it was when this player turn began."""
        pose = (self.began_x[u], self.began_y[u], self.began_facing[u])
        if pose == (self.x[u], self.y[u], self.facing[u]):
            return self.rect(u)
        return rect(pose, *self.battle.base[u])

    def put(self, u: int, x: int, y: int, facing: int) -> None:
        """Put a unit somewhere, its markers with it."""
        self.x[u], self.y[u], self.facing[u] = x, y, facing
        self.rects[u] = self.tails[u] = None
        self.tries = None
        self.look_again()

    def look_again(self) -> None:
        """Forget who touches, reaches and sees whom, and ways: somebody moved, or holds a town."""
        self.contacts = {}
        self.ranges = {}
        self.backs = {}
        self.sights = {}

    def mark_charged(self, u: int) -> None:
        """A stand has charged in this player turn: it storms the town in which it ends."""
        self.state[u] |= CHARGED
        self.look_again()

    def begin(self) -> None:
        """Remember where everybody is as a player turn begins."""
        self.began_x, self.began_y = self.x.copy(), self.y.copy()
        self.began_facing = self.facing.copy()
        self.flat = [LONG_FLAT if flat else 0 for flat in self.flat]
        self.saw = {}

    def begin_again(self, u: int) -> None:
        """A stand begins another move where it is."""
        self.began_x[u], self.began_y[u] = self.x[u], self.y[u]
        self.began_facing[u] = self.facing[u]
        self.saw = {}

    def break_column(self, u: int) -> None:
        """A column that is driven back is one no longer."""
        if self.state[u] & COLUMN:
            self.mark_column(u, False)
            self.say(u, "is no longer in march column")

    def mark_column(self, u: int, column: bool) -> None:
        self.state[u] = self.state[u] & ~COLUMN | (COLUMN if column else 0)
        self.tails[u] = None
        self.saw = {}
        self.look_again()

    def commanders_on(self, side: int) -> list[int]:
        xs = self.x
        return [u for u in self.battle.commanders_of[side] if xs[u] >= 0]

    # -- what units are --------------------------------------------------------------------------

    def routed(self, u: int) -> bool:
        return self.state[u] & ROUT == ROUT

    def disordered(self, u: int) -> bool:
        """Whether a stand is disordered in any degree; militia always is."""
        # brigades.rulings.attribute.militia
        return bool(self.state[u] & ROUT or self.battle.traits[u] & MILITIA)

    def stationary(self, u: int) -> bool:
        return bool(self.state[u] & STATIONARY)

    def unlimbered(self, u: int) -> bool:
        """Whether a stand is artillery ready to fire."""
        return self.battle.arm[u] == GUNS and not self.state[u] & LIMBERED

    def close_order(self, u: int) -> bool:
        """Whether a stand is in close order: a brigade, neither routed nor in column."""
        # brigades.rulings.order.states
        arm = self.battle.arm[u]
        return arm <= HORSE and not self.routed(u) and not self.state[u] & COLUMN

    def moves_freely(self, u: int) -> bool:
        """Whether a unit turns at no cost at all, and so goes in any direction."""
        arm = self.battle.arm[u]
        # brigades.movement.facing.free-turners brigades.movement.facing.limbered-artillery
        # But not skirmishers: brigades.rulings.movement.skirmisher-facing.
        return arm == COMMANDER or (arm == GUNS and bool(self.state[u] & LIMBERED))

    def full_move(self, u: int) -> int:
        """The allowance of a unit in its present form, in command."""
        battle = self.battle
        if self.unlimbered(u):
            return battle.rules.movement.manhandled
        # brigades.movement.cavalry-with-dedicated-gun
        if self.state[u] & GUN and battle.arm[u] == HORSE:
            return min(battle.move[u], battle.rules.movement.horse_with_gun)
        return battle.move[u]

    def left(self, u: int) -> int:
        """The strength points of a stand: not those it has lost, nor those it has detached."""
        battle = self.battle
        left = battle.strength[u] - self.losses[u]
        if battle.screens[u]:
            away = sum(self.x[s] != WITHIN for s in battle.screens[u])
            left -= away * battle.rules.skirmishers.points
        return left

    def disorder(self, u: int, why: str) -> None:
        """Mark a stand temporarily disordered; it is stationary no longer."""
        if self.battle.arm[u] == COMMANDER:
            return
        if not self.state[u] & ROUT:
            self.state[u] |= YELLOW
            self.say(u, f"is disordered: {why}")
        self.stir(u)

    def stir(self, u: int) -> None:
        """A stand is stationary no longer."""
        if self.state[u] & STATIONARY:
            self.state[u] &= ~STATIONARY
            self.say(u, "is no longer stationary")

    def hurt(self, u: int, casualties: int, why: str) -> None:
        """Give a stand casualties; it is removed when they equal its strength points."""
        battle = self.battle
        if not casualties or self.x[u] < 0:
            return
        left = self.left(u)
        lost = min(left, casualties)
        self.losses[u] += lost
        self.today[battle.division[u]] += lost
        self.say(u, f"loses {lost} strength point{'s' * (lost > 1)}: {why}")
        if lost == left:  # brigades.rulings.strength.removal
            self.remove(u, "all strength lost")

    def remove(self, u: int, why: str) -> None:
        """Take a unit off the table for good; what was left of its strength is lost."""
        if u < self.battle.stands:
            left = self.left(u)
            self.today[self.battle.division[u]] += left
            self.losses[u] += left
        self.state[u] = 0
        self.mate[u] = NOBODY
        self.put(u, GONE, 0, 0)
        self.say(u, f"is removed: {why}")

    def lose_gun(self, u: int) -> None:
        if self.state[u] & GUN:
            self.state[u] &= ~GUN
            self.say(u, "loses the dedicated gun")


def tail_of(battle: BrigadesBattle, u: int, a: Rect) -> Rect:
    """The column markers directly behind a stand."""
    width, depth = battle.base[u]
    long = battle.markers[u] * battle.rules.march.marker
    facing = a.shape.facing
    dx, dy = offset(facing, (depth + long) // 2)  # brigades.march.markers.behind
    return Rect(a.x - dx, a.y - dy, shape(facing, width, long))


def starting_state(battle: BrigadesBattle, u: int) -> int:
    """The state in which a unit comes onto the table."""
    unit = battle.units[u]
    state = LIMBERED if unit.limbered else 0
    if unit.column:
        state |= COLUMN
    return state | (GUN if unit.traits & DEDICATED_GUN else 0)
