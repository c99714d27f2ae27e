"""Squares and facing: forming a square in movement or in reaction, leaving it, turning.

Sheet: Square in Reaction, Leaving Square, note E of the movement charts.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from grognard.boards.hexes import COMPASS, FACINGS, bits
from grognard.engine.check import (
    Check,
    Situation,
    choice,
    facts_of,
    number,
    tick,
)
from grognard.engine.numbers import MaybeOf, Within
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import (
    BY_DIE,
    BY_SQUARE,
    OneDie,
    by_hand,
    counted,
    margins,
    modifiers,
)
from grognard.systems.shock.matrix import COL_DISORDER, read_result
from grognard.systems.shock.rally import is_elite
from grognard.systems.shock.results import Shaken, suffer
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


SQUARE_MODIFIERS: Final = {
    "began-adjacent": "shock.square-in-reaction.mod.began-adjacent",
    "attacked-from=flank": "shock.square-in-reaction.mod.flank",
    "attacked-from=rear": "shock.square-in-reaction.mod.rear",
    "d1": "shock.square-in-reaction.mod.d1",
    "elite": "shock.square-in-reaction.mod.elite",
    "leader": "shock.square-in-reaction.mod.leader",
    "charged": "shock.square-in-reaction.mod.long-charge",  # each hex beyond two
}
LEAVING_MODIFIERS: Final = {
    "enemy-zoc": "shock.leaving-square.mod.enemy-zoc",
    "d2": "shock.leaving-square.mod.d2",
    "d1": "shock.leaving-square.mod.d1",
    "leader": "shock.leaving-square.mod.leader",
}


class SquareRules:
    """The two tables of squares, and where a square may go."""

    def __init__(self, book: Rulebook) -> None:
        tried = ("formed", "fail-1", "fail-2", "fail-3", "fail-4")
        self.bands = margins(book, [f"shock.square-in-reaction.{row}" for row in tried], 0)
        self.modifiers = modifiers(book, SQUARE_MODIFIERS)
        self.modifiers["modifier"] = by_hand()
        self.short = book.int("shock.square-in-reaction.mod.long-charge", "beyond")
        left = ("pass", "fail")
        self.leaving_bands = margins(book, [f"shock.leaving-square.{row}" for row in left], 0)
        self.leaving = modifiers(book, LEAVING_MODIFIERS)
        self.leaving["modifier"] = by_hand()
        self.hexes = book.int("shock.move.rate.square", "hexes")
        self.grounds = book.words("shock.rulings.square-terrain", "grounds")
        self.turning = book.int("shock.rulings.facing-change", "points")


# -- square in reaction -----------------------------------------------------------------------


class SquareFacts(NamedTuple):
    """What square in reaction depends on."""

    cohesion: Annotated[int, number("Cohesion rating", "Unit", 0, 9)] = 6
    began_adjacent: Annotated[int, tick("Cavalry began adjacent", "Modifiers")] = 0
    attacked_from: Annotated[int, choice("Attacked from", "Modifiers", SIDES_OF_UNIT)] = 0
    d1: Annotated[int, tick("Unit is D-1", "Modifiers")] = 0
    elite: Annotated[int, tick("Unit is Elite or Crack Elite", "Modifiers")] = 0
    leader: Annotated[int, tick("Unit is stacked with a leader", "Modifiers")] = 0
    charged: Annotated[int, number("Hexes the cavalry charged", "Modifiers", 0, 12)] = 0
    modifier: Annotated[int, number("Further modifier of the die", "By hand", -20, 20)] = 0


class SquareKind(OneDie[SquareRules]):
    """Square in reaction to a charge."""

    name = "square"
    title = "Square in reaction"
    facts = facts_of(SquareFacts)
    sums = BY_DIE
    looked_up = ("cohesion",)
    outcomes = ("square", "d", "D", "Dr", "R")

    def build(self, situation: Situation) -> Check:
        counts = self.counts(situation)
        counts["charged"] = max(0, counts["charged"] - self.rules.short)
        listed = counted(self.rules.modifiers, counts)  # shock.d1.square-in-reaction
        return self.by_margin(situation, listed, self.rules.bands)


def may_square_in_reaction(p: ShockPosition, u: int) -> bool:
    """Infantry that is not D-2, routed, extended or engaged in front may try."""
    battle = p.battle
    if battle.kind[u] != FOOT or battle.arm[u] == GARRISON or p.second[u] >= 0:
        return False
    # shock.d2.no-square, shock.rulings.charge.infantry-choice
    if p.order[u] in (D2, ROUTED):
        return False
    if p.flags[u] & ENGAGED:
        front = battle.grid.front_mask[p.hex[u]][p.facing[u]]
        foes = [v for h in bits(front) for v in p.units_at(h) if p.flags[v] & ENGAGED]
        return all(battle.side[v] == battle.side[u] for v in foes)
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

    def result(self, p: ShockPosition, check: Check, outcome: int) -> str:
        code = check.outcomes[outcome]
        return code if outcome == 0 else f"no square: {read_result(code).words()} ({code})"

    def apply(self, p: ShockPosition, outcome: int) -> None:
        u = self.unit
        kind = p.battle.rules.square_in_reaction
        code = kind.outcomes[outcome]
        if outcome == 0:
            p.mark(u, SQUARE)
        if p.ear is not None:
            failed = "" if outcome == 0 else read_result(code).words()
            p.report(u, f"fails to form square: {failed}" if failed else "forms square")
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

    cohesion: Annotated[int, number("Cohesion rating", "Unit", 0, 9)] = 6
    enemy_zoc: Annotated[int, tick("In an enemy zone of control", "Modifiers")] = 0
    d2: Annotated[int, tick("Unit is D-2", "Modifiers", ("d1",))] = 0
    d1: Annotated[int, tick("Unit is D-1", "Modifiers")] = 0
    leader: Annotated[int, tick("Unit is stacked with a leader", "Modifiers")] = 0
    modifier: Annotated[int, number("Further modifier of the die", "By hand", -20, 20)] = 0


class LeavingKind(OneDie[SquareRules]):
    """Leaving square."""

    name = "leaving-square"
    title = "Leaving square"
    facts = facts_of(LeavingFacts)
    sums = BY_DIE
    looked_up = ("cohesion",)
    outcomes = ("good order", "disordered")

    def build(self, situation: Situation) -> Check:
        listed = counted(self.rules.leaving, self.counts(situation))
        return self.by_margin(situation, listed, self.rules.leaving_bands)


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
        p.report(u, "leaves square")
        p.stack.append(FaceTo(unit=u, points=FREELY))
        if outcome and p.order[u] == GOOD:
            p.disorder(u, D1)
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

    def keys(self, p: ShockPosition) -> tuple[tuple[int, ...], ...]:
        first = p.battle.facing_at
        return (*((first + f,) for f in range(6)), (SQUARE_VERB,))

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
            p.report(u, "forms square")
        elif p.hex[u] >= 0 and p.facing[u] != action - p.battle.facing_at:
            p.turn_to(u, action - p.battle.facing_at)
            p.report(u, f"faces {COMPASS[p.facing[u]]}")

    def default(self, p: ShockPosition) -> int:
        wanted = p.battle.facing_at + self.came(p)[0]
        return wanted if wanted in p.options() else p.options()[0]

    def rest(self, p: ShockPosition) -> int:
        return self.default(p)

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
