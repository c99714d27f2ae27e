"""The position of this system: where everybody stands, faces and how he fares."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from grognard.engine.grammar import clause
from grognard.engine.numbers import LARGEST, MaybeOf, Of, Within
from grognard.engine.position import DERIVED, Field, Position
from grognard.engine.step import StepTypes
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.consistency import misfit
from grognard.systems.shock.state.kinds import (
    ALL_FLAGS,
    BLOWN,
    CLOCK,
    ENGAGED,
    GONE,
    GOOD,
    GUNS,
    IDLE,
    MOST_STEPS,
    NONE,
    OFFICER,
    ROUTED,
    SQUARE,
    TRIED,
    WAITING,
)
from grognard.systems.shock.state.worths import Worths
from grognard.systems.shock.zones import chateau_zones, zone_of

# What others see of a unit: a change of these is a change of the board.
LOOKS: Final = SQUARE | BLOWN | ENGAGED


class ShockPosition(Position):
    """Lists by piece, by chateau, by objective, by command; and the clock."""

    __slots__ = (
        "changed",
        "clock",
        "control",
        "facing",
        "flags",
        "held",
        "hex",
        "lower",
        "masks",
        "order",
        "pool",
        "ranges",
        "rings",
        "second",
        "steps",
        "stirred",
        "target",
        "upper",
        "worths",
    )

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("hex", "piece", counts=Within(GONE, LARGEST)),
        Field("second", "piece", counts=MaybeOf("hex")),  # the other hex of an extended line
        Field("facing", "piece", counts=Of("facing")),
        Field("steps", "piece", counts=Within(0, MOST_STEPS)),
        Field("order", "piece", counts=Within(GOOD, ROUTED)),
        Field("flags", "piece", counts=Within(0, ALL_FLAGS)),
        Field("target", "piece", counts=MaybeOf("hex")),  # the hex of its declared attack
        Field("control", "chateau", counts=MaybeOf("side")),
        Field("held", "objective", counts=MaybeOf("side")),
        Field("pool", "command", counts=Within(IDLE, TRIED)),
        Field("clock", "entry", counts=Within(NONE, LARGEST)),
        Field("upper", "hex", DERIVED),  # infantry or cavalry, or a second battery
        Field("lower", "hex", DERIVED),  # artillery, or a unit that may join infantry
        Field("masks", "side", DERIVED),  # zones of control and occupied hexes, as sets
    )
    STEPS: ClassVar[StepTypes] = {}

    battle: ShockBattle

    def __init__(self, battle: ShockBattle) -> None:
        super().__init__(battle, [])
        n, hexes = battle.count, battle.grid.size
        self.hex = [WAITING] * n
        self.second = [NONE] * n
        self.facing = [0] * n
        self.steps = list(battle.sp)
        self.order = [GOOD] * n
        self.flags = [0] * n
        self.target = [NONE] * n
        self.control = [NONE] * len(battle.chateaux)
        self.held = [NONE] * len(battle.objectives)
        self.pool = [IDLE] * len(battle.commands)
        self.clock = [0] * CLOCK
        self.upper = [NONE] * hexes
        self.lower = [NONE] * hexes
        # Zones of sides 0 and 1, then hexes occupied by sides 0 and 1; NONE while out of date.
        self.masks = [NONE] * 4
        # What was worked out for this board by moves and judging; copies share it until it changes.
        self.ranges: dict[tuple[object, ...], Any] = {}
        # The hexes within 0, 1, 2 … of either side; copies share them until it moves.
        self.rings: list[list[int]] = [[], []]
        # What judging made of the pieces, and which (and round which hexes) changed since.
        self.worths = Worths(n)
        self.changed = self.stirred = 0

    @classmethod
    def blank(cls, battle: ShockBattle) -> Self:
        return cls(battle)

    def copy(self) -> Self:
        p = super().copy()
        if self.changed:
            self.worths = self.worths.fork(self.changed, self.stirred)
            self.changed = self.stirred = 0
        p.worths = self.worths
        p.changed = p.stirred = 0
        p.hex = self.hex.copy()
        p.second = self.second.copy()
        p.facing = self.facing.copy()
        p.steps = self.steps.copy()
        p.order = self.order.copy()
        p.flags = self.flags.copy()
        p.target = self.target.copy()
        p.control = self.control.copy()
        p.held = self.held.copy()
        p.pool = self.pool.copy()
        p.clock = self.clock.copy()
        p.upper = self.upper.copy()
        p.lower = self.lower.copy()
        p.masks = self.masks.copy()
        p.ranges = self.ranges
        p.rings = self.rings.copy()
        return p

    def rebuild(self) -> None:
        """Work out who stands where, and the sets, anew."""
        self.upper = [NONE] * self.battle.grid.size
        self.lower = [NONE] * self.battle.grid.size
        self.masks = [NONE] * 4
        self.ranges = {}
        self.rings = [[], []]
        self.worths = Worths(self.battle.count)
        self.changed = self.stirred = 0
        self._options = None
        for u in range(self.battle.units):
            if self.hex[u] >= 0:
                self._seat(u, self.hex[u])
                if self.second[u] >= 0:
                    self._seat(u, self.second[u])

    def fault(self) -> str:
        """Who cannot stand where or as he does, or what the clock cannot show."""
        return misfit(self)

    def derived(self) -> dict[str, list[int]]:
        for side in (0, 1):
            self.zoc(side)
            self.occupied(side)
        return super().derived()

    # -- who stands where ----------------------------------------------------------------------

    def _seat(self, u: int, h: int) -> None:
        # Foot and horse lie on top of a gun, of two of a kind a line, else the lower number.
        upper = self.upper[h]
        if upper < 0:
            self.upper[h] = u
        elif self._lies_under(u, upper):
            self.lower[h] = u
        else:
            self.lower[h] = upper
            self.upper[h] = u

    def _lies_under(self, u: int, other: int) -> bool:
        kind, second = self.battle.kind, self.second  # shock.rulings.top-unit
        return (kind[u] == GUNS, second[u] < 0, u) > (kind[other] == GUNS, second[other] < 0, other)

    def _unseat(self, u: int, h: int) -> None:
        if self.lower[h] == u:
            self.lower[h] = NONE
        elif self.upper[h] == u:
            self.upper[h] = self.lower[h]
            self.lower[h] = NONE

    def place(self, u: int, h: int) -> None:
        """Put a piece on a hex; a line comes together there."""
        self.lift(u)
        self.hex[u] = h
        if u < self.battle.units:
            self._seat(u, h)
            self.touch(u)

    def stretch(self, u: int, h: int) -> None:
        """Extend a unit's line into a second hex."""
        self._unseat(u, self.hex[u])
        self.second[u] = h
        for x in self.hexes_of(u):
            self._seat(u, x)
        self.touch(u)

    def shrink(self, u: int, h: int) -> None:
        """Draw a line together on one of its two hexes."""
        self.touch(u)
        for x in self.hexes_of(u):
            self._unseat(u, x)
        self.hex[u] = h
        self.second[u] = NONE
        self._seat(u, h)

    def lift(self, u: int) -> None:
        """Take a piece off its hex."""
        if self.hex[u] >= 0:
            self.touch(u)
            if u < self.battle.units:
                for h in self.hexes_of(u):
                    self._unseat(u, h)
                self.second[u] = NONE
        self.hex[u] = WAITING

    def ride(self, leader: int, h: int) -> None:
        """Put a leader on a hex."""
        self.hex[leader] = h
        self.changed |= self.battle.depend[leader]

    def touch(self, u: int) -> None:
        """Something about a unit changes, or has changed, that sets and judgements depend on."""
        battle = self.battle
        side, here = battle.side[u], self.hex[u]
        self.masks[side] = NONE
        self.masks[2 + side] = NONE
        if here in battle.chateaux:  # who comes to an enemy's empty one ends its zone
            self.masks[1 - side] = NONE
        self.ranges = {}
        self.rings[side] = []
        self.changed |= 1 << u
        if here >= 0:
            self.stirred |= battle.round[here]
            if self.second[u] >= 0:
                self.stirred |= battle.round[self.second[u]]

    def units_at(self, h: int) -> list[int]:
        """The fighting pieces on a hex, the top one first; a garrison lies at the bottom."""
        found = []
        if self.upper[h] >= 0:
            found.append(self.upper[h])
            if self.lower[h] >= 0:
                found.append(self.lower[h])
        garrison = self.battle.garrison_at.get(h, NONE)
        if garrison >= 0 and self.hex[garrison] >= 0:
            found.append(garrison)
        return found

    def top_unit(self, h: int) -> int:
        """The top unit of a hex: infantry or cavalry before guns, a garrison last."""
        if self.upper[h] >= 0:
            return self.upper[h]  # shock.rulings.top-unit
        garrison = self.battle.garrison_at.get(h, NONE)
        return garrison if garrison >= 0 and self.hex[garrison] >= 0 else NONE

    def hexes_of(self, u: int) -> list[int]:
        """The one or two hexes a unit stands on."""
        if self.second[u] >= 0:
            return [self.hex[u], self.second[u]]
        return [self.hex[u]]

    def leaders_at(self, h: int, side: int) -> list[int]:
        """The leaders of a side on a hex."""
        return [v for v in self.battle.leaders_of[side] if self.hex[v] == h]

    # -- sets of hexes -------------------------------------------------------------------------

    def zoc(self, side: int) -> int:
        """The hexes in the zones of control of a side."""
        mask = self.masks[side]
        if mask < 0:
            mask = 0
            hexes = self.hex
            for u in self.battle.units_of[side]:
                if hexes[u] >= 0:
                    mask |= zone_of(self, u)
            for _, zone in chateau_zones(self, side):
                mask |= zone
            self.masks[side] = mask
        return mask

    def occupied(self, side: int) -> int:
        """The hexes on which a side has fighting pieces."""
        mask = self.masks[2 + side]
        if mask < 0:
            mask = 0
            for u in self.battle.units_of[side]:
                if self.hex[u] >= 0:
                    mask |= 1 << self.hex[u]
                    if self.second[u] >= 0:
                        mask |= 1 << self.second[u]
            self.masks[2 + side] = mask
        return mask

    def in_enemy_zoc(self, u: int) -> bool:
        """Whether a unit stands in an enemy zone of control."""
        zoc = self.zoc(1 - self.battle.side[u])
        if zoc >> self.hex[u] & 1:
            return True
        return self.second[u] >= 0 and bool(zoc >> self.second[u] & 1)

    def within(self, side: int, hexes: int) -> int:
        """The hexes at most so far from the fighting pieces of a side."""
        rings = self.rings[side]
        if not rings:
            rings.append(self.occupied(side))
        while len(rings) <= hexes:
            rings.append(self.battle.grid.grow(rings[-1]))
        return rings[hexes]

    def enemies_within(self, u: int, hexes: int) -> bool:
        """Whether an enemy is within some hexes of a unit."""
        return bool(self.within(1 - self.battle.side[u], hexes) >> self.hex[u] & 1)

    def nearest_enemy(self, u: int) -> int:
        """The hex of the enemy nearest to a unit (its own hex if there is none)."""
        rows = [self.battle.grid.distance[here] for here in self.hexes_of(u)]
        found, best = self.hex[u], 999
        for v in self.battle.units_of[1 - self.battle.side[u]]:
            for h in self.hexes_of(v):
                if h >= 0 and min(row[h] for row in rows) < best:
                    found, best = h, min(row[h] for row in rows)
        return found

    # -- changes -------------------------------------------------------------------------------

    def turn_to(self, u: int, facing: int) -> None:
        """Let a unit face a corner."""
        self.facing[u] = facing
        self.touch(u)

    def set_order(self, u: int, order: int) -> None:
        """Change a unit's order."""
        self.order[u] = order
        self.touch(u)

    def disorder(self, u: int, order: int, why: str = "") -> None:
        """Place a disorder marker."""
        self.set_order(u, order)
        self.report(u, f"is now {('', 'D-1', 'D-2')[order]}{why}")

    def mark(self, u: int, flag: int) -> None:
        """Set a flag of a piece."""
        self.flags[u] |= flag
        if flag & LOOKS:
            self.touch(u)

    def unmark(self, u: int, flag: int) -> None:
        """Clear a flag of a piece."""
        self.flags[u] &= ~flag
        if flag & LOOKS:
            self.touch(u)

    def eliminate(self, u: int, why: str = "") -> None:
        """Remove a piece for good."""
        self.lift(u)
        self.hex[u] = GONE
        self.steps[u] = 0
        self.touch(u)
        self.changed |= self.battle.depend[u]
        self.flags[u] = 0
        self.target[u] = NONE
        how = "is lost" if self.battle.kind[u] == OFFICER else "is eliminated"
        self.report(u, f"{how}: {why}" if why else how)

    def lose_steps(self, u: int, steps: int, why: str = "") -> None:
        """Take steps off a unit; at none it is removed."""
        steps = min(steps, self.steps[u])
        if self.hex[u] < 0 or steps <= 0:
            return
        self.report(u, f"loses {steps} {'step' if steps == 1 else 'steps'}{why}")
        if self.steps[u] == steps:  # shock.rulings.strength-points
            self.eliminate(u)
        else:
            self.steps[u] -= steps
            self.touch(u)

    # -- words ---------------------------------------------------------------------------------

    def does(self, u: int, deed: str) -> str:
        """A piece and what it does, in words that agree with its name."""
        return clause(self.battle.names[u], deed)

    def report(self, u: int, deed: str, *places: str) -> None:
        """Report what a piece did, if somebody listens."""
        if self.ear is not None:
            self.tell(f"{self.does(u, deed)}.", self.uid(u), *places)

    def uid(self, u: int) -> str:
        """The id of a piece on the board."""
        return f"unit:{self.battle.ids[u]}"

    def hid(self, h: int) -> str:
        """The id of a hex on the board."""
        return f"hex:{self.battle.grid.name(h)}"


def state_words(p: ShockPosition, u: int) -> list[str]:
    """The states of a unit in words, for cards and pictures."""
    words = [("", "D-1", "D-2", "routed")[p.order[u]]] if p.order[u] else []
    flags = p.flags[u]
    for flag, word in ((SQUARE, "square"), (BLOWN, "blown"), (ENGAGED, "engaged")):
        if flags & flag:
            words.append(word)
    if p.second[u] >= 0:
        words.append("extended line")
    return words
