"""Squares and facing: forming a square in movement or in reaction, leaving it, turning.

Sheet: Square in Reaction, Leaving Square, note E of the movement charts.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from grognard.boards.hexes import FACINGS
from grognard.engine.check import CHOICE, FLAG, NUMBER, Check, Fact, Modifier, Situation
from grognard.engine.numbers import MaybeOf, Within
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import (
    BY_SQUARE,
    OneDie,
    applying,
    banded,
    drm,
    margins,
)
from grognard.systems.shock.matrix import COL_DISORDER
from grognard.systems.shock.rally import is_elite
from grognard.systems.shock.results import Shaken, disorder, suffer
from grognard.systems.shock.state.asking import UnitDecision, UnitRoll
from grognard.systems.shock.state.kinds import (
    CHARGED,
    CHARGING,
    D1,
    D2,
    ENGAGED,
    FOOT,
    GARRISON,
    GOOD,
    NONE,
    ROUTED,
    SQUARE,
    SQUARE_VERB,
    USED,
    Hex,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import GROUNDS, PROHIBITED
from grognard.systems.shock.zones import zone_struck

SIDES_OF_UNIT: Final = ("front", "flank", "rear")


class SquareRules:
    """The two tables of squares, and where a square may go."""

    def __init__(self, book: Rulebook) -> None:
        tried = ("formed", "fail-1", "fail-2", "fail-3", "fail-4")
        self.bands = margins(book, [f"shock.square-in-reaction.{row}" for row in tried], 0)
        self.began_adjacent = drm(book, "shock.square-in-reaction.mod.began-adjacent")
        self.flank = drm(book, "shock.square-in-reaction.mod.flank")
        self.rear = drm(book, "shock.square-in-reaction.mod.rear")
        self.d1 = drm(book, "shock.square-in-reaction.mod.d1")
        self.elite = drm(book, "shock.square-in-reaction.mod.elite")
        self.leader = drm(book, "shock.square-in-reaction.mod.leader")
        self.long_charge = drm(book, "shock.square-in-reaction.mod.long-charge")
        self.short = book.int("shock.square-in-reaction.mod.long-charge", "beyond")
        left = ("pass", "fail")
        self.leaving = margins(book, [f"shock.leaving-square.{row}" for row in left], 0)
        self.leave_zoc = drm(book, "shock.leaving-square.mod.enemy-zoc")
        self.leave_d2 = drm(book, "shock.leaving-square.mod.d2")
        self.leave_d1 = drm(book, "shock.leaving-square.mod.d1")
        self.leave_leader = drm(book, "shock.leaving-square.mod.leader")
        self.hexes = book.int("shock.move.rate.square", "hexes")
        self.grounds = book.words("shock.rulings.square-terrain", "grounds")
        self.turning = book.int("shock.rulings.facing-change", "points")


# -- square in reaction -----------------------------------------------------------------------


class SquareFacts(NamedTuple):
    """What square in reaction depends on."""

    cohesion: int
    began_adjacent: int = 0
    attacked_from: int = 0
    d1: int = 0
    elite: int = 0
    leader: int = 0
    charged: int = 0
    modifier: int = 0


class SquareKind(OneDie[SquareRules]):
    """Square in reaction to a charge."""

    name = "square"
    title = "Square in reaction"
    facts = (
        Fact("cohesion", "Cohesion rating", "Unit", NUMBER, 0, 9, default=6),
        Fact("began-adjacent", "Cavalry began adjacent", "Modifiers", FLAG),
        Fact("attacked-from", "Attacked from", "Modifiers", CHOICE, choices=SIDES_OF_UNIT),
        Fact("d1", "Unit is D-1", "Modifiers", FLAG),
        Fact("elite", "Unit is Elite or Crack Elite", "Modifiers", FLAG),
        Fact("leader", "Unit is stacked with a leader", "Modifiers", FLAG),
        Fact("charged", "Hexes the cavalry charged", "Modifiers", NUMBER, 0, 12),
        Fact("modifier", "Further modifier of the die", "By hand", NUMBER, -20, 20),
    )
    outcomes = ("square", "d", "D", "Dr", "R")

    def build(self, situation: Situation) -> Check:
        """The band by how far the die is above Cohesion."""
        s = SquareFacts(*situation)
        rules = self.rules
        extra = max(0, s.charged - rules.short)
        modifiers = applying(
            (s.began_adjacent, rules.began_adjacent),
            (s.attacked_from == 1, rules.flank),
            (s.attacked_from == 2, rules.rear),
            (s.d1, rules.d1),  # shock.d1.square-in-reaction
            (s.elite, rules.elite),
            (s.leader, rules.leader),
            (extra, rules.long_charge._replace(value=rules.long_charge.value * extra)),
            (s.modifier, Modifier("shock.square-in-reaction.formed", "By hand", s.modifier)),
        )

        def band(roll: int) -> int:
            return banded(rules.bands, self.outcomes, roll - s.cohesion)

        return self.read_off(situation, modifiers, f"Cohesion {s.cohesion}", band)


def may_square_in_reaction(p: ShockPosition, u: int, by: int) -> bool:
    """Infantry that is not D-2, routed, extended or engaged in front may try."""
    battle = p.battle
    if battle.kind[u] != FOOT or battle.arm[u] == GARRISON or p.second[u] >= 0:
        return False
    # shock.d2.no-square, shock.rulings.charge.infantry-choice
    if p.order[u] in (D2, ROUTED):
        return False
    if p.flags[u] & ENGAGED:
        front = battle.grid.front_mask[p.hex[u]][p.facing[u]]
        for v in battle.units_of[1 - battle.side[u]]:
            if p.hex[v] >= 0 and p.flags[v] & ENGAGED and front >> p.hex[v] & 1:
                return False
    return True


class SquareRoll(UnitRoll):
    """Square in reaction."""

    by: Hex

    def check(self, p: ShockPosition) -> Check:
        """The square-in-reaction check; of two charges the shorter counts."""
        u = self.unit
        charged = p.clock[CHARGED]
        facts = SquareFacts(
            cohesion=p.battle.cohesion[u],
            began_adjacent=int(charged == 1),
            attacked_from=worst_zone(p, u),
            d1=int(p.order[u] == D1),
            elite=int(is_elite(p, u)),
            leader=int(bool(p.leaders_at(p.hex[u], p.battle.side[u]))),
            charged=charged,
        )
        return p.battle.rules.square_in_reaction.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        u = self.unit
        kind = p.battle.rules.square_in_reaction
        code = kind.outcomes[outcome]
        if outcome == 0:
            p.mark(u, SQUARE)
        if p.ear is not None:
            p.report(u, "forms square" if outcome == 0 else f"fails to form square: {code}")
        if outcome:
            suffer(p, u, code, BY_SQUARE, self.by, 0)


def worst_zone(p: ShockPosition, u: int) -> int:
    """Through which zone a unit is charged; of several charges the one it can meet worst."""
    here = p.hex[u]
    chargers = [v for v in range(p.battle.units) if p.target[v] == here and p.flags[v] & CHARGING]
    return max((zone_struck(p, u, here, p.hex[v]) for v in chargers), default=0)


# -- leaving square ---------------------------------------------------------------------------


class LeavingFacts(NamedTuple):
    """What leaving square depends on."""

    cohesion: int
    enemy_zoc: int = 0
    d2: int = 0
    d1: int = 0
    leader: int = 0
    modifier: int = 0


class LeavingKind(OneDie[SquareRules]):
    """Leaving square."""

    name = "leaving-square"
    title = "Leaving square"
    facts = (
        Fact("cohesion", "Cohesion rating", "Unit", NUMBER, 0, 9, default=6),
        Fact("enemy-zoc", "In an enemy zone of control", "Modifiers", FLAG),
        Fact("d2", "Unit is D-2", "Modifiers", FLAG, excludes=("d1",)),
        Fact("d1", "Unit is D-1", "Modifiers", FLAG),
        Fact("leader", "Unit is stacked with a leader", "Modifiers", FLAG),
        Fact("modifier", "Further modifier of the die", "By hand", NUMBER, -20, 20),
    )
    outcomes = ("good order", "disordered")

    def build(self, situation: Situation) -> Check:
        s = LeavingFacts(*situation)
        rules = self.rules
        modifiers = applying(
            (s.enemy_zoc, rules.leave_zoc),
            (s.d2, rules.leave_d2),
            (s.d1, rules.leave_d1),
            (s.leader, rules.leave_leader),
            (s.modifier, Modifier("shock.leaving-square.pass", "By hand", s.modifier)),
        )

        def band(roll: int) -> int:
            return banded(rules.leaving, self.outcomes, roll - s.cohesion)

        return self.read_off(situation, modifiers, f"Cohesion {s.cohesion}", band)


class LeaveRoll(UnitRoll):
    """A unit leaves square, in good order or not."""

    def check(self, p: ShockPosition) -> Check:
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
        """It is a line again; disordered, or disordered further, if it failed."""
        u = self.unit
        p.unmark(u, SQUARE)
        p.mark(u, USED)  # shock.rulings.leaving-square
        if p.ear is not None:
            p.report(u, "leaves square")
        p.stack.append(FaceTo(unit=u, points=FREELY))
        if outcome and p.order[u] == GOOD:
            disorder(p, u, D1)
        elif outcome:  # shock.rulings.leaving-square
            p.stack.append(Shaken(unit=u, by=p.nearest_enemy(u), column=COL_DISORDER))


# -- facing, and squares formed in movement ---------------------------------------------------

FREELY: Final = -1  # points of a unit that leaves square: it may face any way, not form another


def turns_between(a: int, b: int) -> int:
    """The turns of 60 degrees from one facing to another."""
    return min((a - b) % 6, (b - a) % 6)


class FaceTo(UnitDecision):
    """After a move: which way the unit faces, or whether it forms square.

    `ahead` is the direction of its last step: it arrives looking that way, to either corner. A
    unit that stayed (NONE) starts from the facing it has.
    """

    waits = "face"

    ahead: Annotated[int, MaybeOf("facing")] = NONE
    points: Annotated[int, Within(FREELY, 99)]

    def came(self, p: ShockPosition) -> list[int]:
        """The facings it may have without turning where it is, the likeliest first."""
        own = p.facing[self.unit]
        if self.ahead == NONE:
            return [own]
        both = [self.ahead, (self.ahead + 1) % 6]
        return both[::-1] if own == both[1] else both

    def options(self, p: ShockPosition) -> list[int]:
        """Every facing; in an enemy zone those it can pay for. Square, if it may form one."""
        u = self.unit
        first = p.battle.facing_at
        if p.hex[u] < 0 or p.order[u] == ROUTED:
            return [first + p.facing[u]]
        found = []
        if may_form_square(p, u, self.points):
            found.append(SQUARE_VERB)
        if self.points == FREELY or not p.in_enemy_zoc(u):
            found.extend(range(first, first + 6))
            return found
        came = self.came(p)
        price = p.battle.rules.square.turning
        for f in range(6):
            if min(turns_between(f, old) for old in came) * price <= self.points:
                found.append(first + f)
        return found

    def apply(self, p: ShockPosition, action: int) -> None:
        u = self.unit
        if action == SQUARE_VERB:
            p.mark(u, SQUARE)
            if p.ear is not None:
                p.report(u, "forms square")
        elif p.hex[u] >= 0:
            p.turn_to(u, action - p.battle.facing_at)

    def default(self, p: ShockPosition) -> int:
        wanted = p.battle.facing_at + self.came(p)[0]
        return wanted if wanted in p.options() else p.options()[0]

    def prompt(self, p: ShockPosition) -> str:
        return f"{p.battle.names[self.unit]}: facing?"

    def phrase(self, p: ShockPosition, action: int) -> str:
        if action == SQUARE_VERB:
            return "form square"
        return f"facing {FACINGS[action - p.battle.facing_at]}"


def may_form_square(p: ShockPosition, u: int, points: int) -> bool:
    """Note E: infantry, not D-2, routed or engaged, nor in an enemy zone."""
    battle = p.battle
    price = battle.rules.terrain.form_square(battle.kind[u])
    if price == PROHIBITED or price > points or battle.arm[u] == GARRISON:
        return False
    if p.flags[u] & SQUARE or p.second[u] >= 0:
        return False
    # shock.move.note.e, shock.d2.no-square
    if p.order[u] in (D2, ROUTED) or p.flags[u] & ENGAGED:
        return False
    return not p.in_enemy_zoc(u)


def square_ground(p: ShockPosition) -> int:
    """The hexes a square may enter."""
    ground = 0
    for kind in p.battle.rules.square.grounds:
        ground |= p.battle.ground.ground_mask[GROUNDS.index(kind)]
    return ground
