"""Combat results in play: steps, disorder, retreat and rout of a unit, by the matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from grognard.engine.check import Check
from grognard.engine.event import EventKind
from grognard.engine.grammar import how_many
from grognard.engine.numbers import Flag, Unit, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.shock import matrix
from grognard.systems.shock.disorder import (
    BY_CHARGING,
    BY_RECALL,
    BY_ROUT_RESULT,
    BY_RUSH,
    BY_SECOND_DISORDER,
    CAUSES,
    PASS,
    CohesionFacts,
)
from grognard.systems.shock.retreat import (
    Retreat,
    blows,
    farther,
    retreat_length,
    together_on,
    wade,
    waded,
)
from grognard.systems.shock.stacking import arrive, draw_together, follow_leaders
from grognard.systems.shock.state.asking import UnitDecision, UnitRoll
from grognard.systems.shock.state.kinds import (
    BLOWN,
    CHARGING,
    D1,
    D2,
    DRIVEN,
    ENGAGED,
    GAVE_WAY,
    GOOD,
    NONE,
    ROUTED,
    SHORT,
    SQUARE,
    Hex,
    MaybeHex,
    Steps,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import TACTICAL, WET


class ResultRules:
    """Numbers of the lines below the matrix."""

    def __init__(self, book: Rulebook) -> None:
        self.blown_retreat = book.int("shock.blown.retreat", "hexes")
        self.rout_divide = book.int("shock.rulings.rout-retreat", "divide")


Cause = Annotated[int, Within(0, len(CAUSES) - 1)]
Row = Annotated[int, Within(0, len(matrix.ROWS) - 1)]
MaybeRow = Annotated[int, Within(NONE, len(matrix.ROWS) - 1)]
Column = Annotated[int, Within(0, len(matrix.MATRIX_COLUMNS) - 1)]
When = Annotated[int, Within(matrix.NEVER, matrix.ALWAYS)]
DieModifier = Annotated[int, Within(-9, 9)]


def row_of(p: ShockPosition, u: int) -> int:
    """The row of the matrix a unit stands in; cavalry blown in its charge still in the old one."""
    order = p.order[u]
    if order == ROUTED:
        return matrix.ROW_ROUTED
    if p.flags[u] & (BLOWN | CHARGING) == BLOWN:
        return matrix.ROW_BLOWN
    if order == D2:
        return matrix.ROW_D2
    return matrix.ROW_D1 if order == D1 else matrix.NORMAL


def suffer(p: ShockPosition, u: int, code: str, cause: int, by: int, ranged: int = 0) -> None:
    """Let a unit suffer a printed result; `by` is the hex it came from."""
    outcome = matrix.read_result(code)
    p.stack.append(
        UnitResult(
            unit=u,
            by=by,
            cause=cause,
            steps=outcome.steps,
            disorder=outcome.disorder,
            modifier=outcome.modifier,
            retreat=int(outcome.retreat),
            rout=outcome.rout,
            ranged=ranged,
        )
    )


class UnitResult(Then[ShockPosition]):
    """The parts of a result strike a unit one after another.

    By one result a unit goes back once; when it has routed, the rest of the result is spent. Its
    row is that of its state when its turn comes: the rout of a friend may have shaken it before.
    """

    unit: Unit
    by: Hex
    cause: Cause
    row: MaybeRow = NONE
    steps: Steps
    disorder: When
    modifier: DieModifier
    retreat: Flag
    rout: When
    ranged: Flag
    part: Annotated[int, Within(0, len(matrix.PARTS))] = 0

    def run(self, p: ShockPosition) -> None:
        """Strike with the next part; the others follow it."""
        u, by, ranged = self.unit, self.by, self.ranged
        if self.row == NONE and p.hex[u] >= 0:
            p.stack.append(self.in_state(p))
            return
        # shock.rulings.result-once
        spent = p.order[u] == ROUTED and self.row != matrix.ROW_ROUTED
        if p.hex[u] < 0 or spent or self.part == len(matrix.PARTS):
            p.unmark(u, DRIVEN)
            return
        p.stack.append(self.but(part=self.part + 1))
        part = matrix.PARTS[self.part]
        if part == matrix.PART_STEPS:
            p.lose_steps(u, self.steps)
        elif part == matrix.PART_RETREAT and self.retreat:
            strike(p, u, matrix.COL_RETREAT, by, ranged)
        elif part == matrix.PART_DISORDER and self.disorder:
            shaken = Shaken(
                unit=u, by=by, cause=self.cause, column=matrix.COL_DISORDER, ranged=ranged
            )
            p.stack.append(
                shaken.but(check=int(self.disorder != matrix.ALWAYS), modifier=self.modifier)
            )
        elif part == matrix.PART_ROUT and self.rout:
            shaken = Shaken(
                unit=u, by=by, cause=BY_ROUT_RESULT, column=matrix.COL_ROUT, ranged=ranged
            )
            p.stack.append(shaken.but(check=int(self.rout != matrix.ALWAYS)))

    def in_state(self, p: ShockPosition) -> UnitResult:
        """The result as it strikes the unit in the state it is in."""
        row = row_of(p, self.unit)
        read = matrix.Outcome(
            self.steps, self.disorder, self.modifier, bool(self.retreat), self.rout
        )
        if row == matrix.ROW_BLOWN:
            read = p.battle.rules.matrix.harsher(read)
        return self.but(row=row, steps=read.steps, disorder=read.disorder, rout=read.rout)


class Shaken(Then[ShockPosition]):
    """A column of the matrix strikes a unit, after a cohesion check or without one."""

    unit: Unit
    by: Hex
    column: Column
    cause: Cause = 0
    check: Flag = 0
    modifier: DieModifier = 0
    ranged: Flag = 0

    def run(self, p: ShockPosition) -> None:
        u = self.unit
        if p.hex[u] < 0:
            return
        if not self.check:
            strike(p, u, self.column, self.by, self.ranged)
            return
        roll = CohesionRoll(unit=u, by=self.by, cause=self.cause, column=self.column)
        p.stack.append(roll.but(modifier=self.modifier, ranged=self.ranged))


def strike(p: ShockPosition, u: int, column: int, by: int, ranged: int) -> None:
    """Do what a cell of the matrix says."""
    kind = p.battle.kind[u]
    row = row_of(p, u)
    stays = bool(ranged and matrix.stands_ranged_fire(row, kind))
    if column == matrix.COL_RETREAT:
        blow(p, u, by)
    for word in reversed(p.battle.rules.matrix.cell(row, kind, column)):
        p.stack.append(Effect(unit=u, by=by, row=row, stays=int(stays), word=word))


def blow(p: ShockPosition, u: int, by: int) -> None:
    """A B result on charging cavalry leaves it blown."""
    if not p.flags[u] & CHARGING or p.flags[u] & BLOWN:
        return
    p.mark(u, BLOWN)  # shock.rulings.blown.trigger
    p.report(u, "is blown")
    # The result's own retreat is all it goes back: shock.rulings.blown.one-retreat


class Effect(Then[ShockPosition]):
    """One word of a cell of the matrix happens to a unit."""

    unit: Unit
    by: Hex
    row: Row
    word: Annotated[int, Within(0, len(matrix.WORDS) - 1)]
    stays: Flag

    def run(self, p: ShockPosition) -> None:
        u, word = self.unit, self.word
        if p.hex[u] < 0:
            return
        if word in GOES_BACK:
            hexes = 1 if word == matrix.RETREATS_1 else retreat_length(p, u)
            if not self.stays:
                drive_back(p, u, self.by, hexes)
        elif word == matrix.BECOMES_D1:
            p.disorder(u, D1)
        elif word == matrix.BECOMES_D2:
            p.disorder(u, D2)
        elif word == matrix.ROUTS:
            rout(p, u, self.by)
        elif word == matrix.LOSES_STEP:
            p.lose_steps(u, p.battle.rules.matrix.step_loss(self.row))
        elif word == matrix.DIES:
            p.eliminate(u)
        elif word == matrix.CHECKS:
            roll = CohesionRoll(
                unit=u, by=self.by, cause=BY_SECOND_DISORDER, column=matrix.COL_RETREAT
            )
            p.stack.append(roll.but(ranged=self.stays))


def drive_back(p: ShockPosition, u: int, by: int, hexes: int) -> None:
    """A result sends a unit back, or costs it the step of one unable to go: either happens once."""
    if not p.flags[u] & DRIVEN:  # shock.rulings.result-once
        p.mark(u, DRIVEN)
        p.stack.append(Retreat(unit=u, by=by, hexes=hexes))


GOES_BACK: Final = (matrix.RETREATS, matrix.RETREATS_1)
# What a failed check means that does not read the matrix.
CHECK_FAILED: Final = {BY_CHARGING: "blown", BY_RUSH: "D-1"}


class CohesionRoll(UnitRoll):
    """A unit's cohesion check, and what passing or failing it means."""

    by: Hex
    cause: Cause
    column: Column = 0
    modifier: DieModifier = 0
    ranged: Flag = 0

    def check(self, p: ShockPosition) -> Check:
        facts = CohesionFacts(p.battle.cohesion[self.unit], self.modifier, self.cause)
        return p.battle.rules.cohesion.check(facts)

    def meanings(self, p: ShockPosition) -> dict[str, str]:
        if self.cause == BY_SECOND_DISORDER:
            return {"fail": "rout"} if self.ranged else {"pass": "retreat", "fail": "rout"}
        if self.cause == BY_RECALL:
            return {"pass": "stops before the square", "fail": "charges on"}
        if self.cause in CHECK_FAILED:
            return {"fail": CHECK_FAILED[self.cause]}
        row, kind = row_of(p, self.unit), p.battle.kind[self.unit]
        stays = self.ranged and matrix.stands_ranged_fire(row, kind)
        cell = p.battle.rules.matrix.cell(row, kind, self.column)
        words = [matrix.WORDS[w] for w in cell if not (stays and w in GOES_BACK)]
        return {"fail": ", ".join(words)} if words else {}

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Read the matrix, or whatever called for the check."""
        u = self.unit
        how = "passes" if outcome == PASS else "fails"
        p.report(u, f"{how} its check ({CAUSES[self.cause]})")
        if self.cause == BY_SECOND_DISORDER:
            # "<=Cohesion - B, otherwise Rout": shock.matrix.d1.cavalry.disorder
            if outcome != PASS:
                rout(p, u, self.by)
            else:
                blow(p, u, self.by)
                if not self.ranged:
                    drive_back(p, u, self.by, retreat_length(p, u))
        elif self.cause == BY_CHARGING:
            if outcome != PASS:
                become_blown(p, u, self.by)
        elif self.cause == BY_RECALL:
            if outcome == PASS:
                p.target[u] = NONE
                p.unmark(u, CHARGING | SHORT)
                p.report(u, "stops before the square")
        elif self.cause == BY_RUSH:  # shock.rulings.rapid-advance
            if outcome != PASS and p.order[u] == GOOD:
                p.disorder(u, D1)
        elif outcome != PASS:
            strike(p, u, self.column, self.by, self.ranged)


def become_blown(p: ShockPosition, u: int, by: int) -> None:
    """Mark cavalry Blown; it retreats one hex at once."""
    if p.hex[u] < 0 or p.flags[u] & BLOWN or p.order[u] == ROUTED:
        return
    p.mark(u, BLOWN)
    p.report(u, "is blown")
    p.stack.append(Retreat(unit=u, by=by, hexes=p.battle.rules.results.blown_retreat))


# -- rout --------------------------------------------------------------------------------------


def rout(p: ShockPosition, u: int, by: int) -> None:
    """Mark a unit routed and let it run; guns that would rout are lost by the matrix instead."""
    if p.second[u] >= 0:  # shock.rulings.extended-line.retract
        p.stack.append(LineRuns(unit=u, by=by))
        return
    p.unmark(u, SQUARE | BLOWN | ENGAGED | CHARGING)  # shock.rulings.blown.recovery
    p.mark(u, GAVE_WAY)
    p.target[u] = NONE
    p.set_order(u, ROUTED)
    if p.ear is not None:
        p.tell(f"{p.does(u, 'routs')}!", p.uid(u), kind=EventKind.ROUT)
    p.stack.append(RoutRetreat(unit=u, by=by))


class LineRuns(UnitDecision):
    """The owner picks the hex on which a line comes together to run; it should have a way."""

    asks = "routs and comes together: on which hex?"
    waits = "come together"

    by: Hex

    def options(self, p: ShockPosition) -> list[int]:
        u, by = self.unit, self.by
        halves = farther(p, u, blows(p, u, by))
        able = [h for h in halves if rout_ways(together_on(p, u, h), u, by)]
        return [p.battle.hex_at + h for h in able or halves[:1]]

    def apply(self, p: ShockPosition, action: int) -> None:
        draw_together(p, self.unit, action - p.battle.hex_at)
        rout(p, self.unit, self.by)


def rout_distance(p: ShockPosition, u: int) -> int:
    """Half the unit's movement points, rounded up, in hexes."""
    divide = p.battle.rules.results.rout_divide
    return -(-p.battle.mp[u] // divide)


def rout_ways(p: ShockPosition, u: int, by: int) -> dict[int, tuple[int, ...]]:
    """The hexes a routing unit may end on, each with the hexes it runs through.

    It runs its whole distance over no hex twice, never nearer to the enemy, outside his zones, and
    ends as far from him as it can; to each hex through the fewest friends, and dry if it can.
    """
    friends = p.occupied(p.battle.side[u]) & ~(1 << p.hex[u])
    found: dict[int, tuple[tuple[int, bool], tuple[int, ...]]] = {}
    for row in (p.battle.grid.distance[blow] for blow in blows(p, u, by)):
        # shock.routed.no-stacking
        paths = [path for path in rout_paths(p, u, row) if not friends >> path[-1] & 1]
        far = max((row[path[-1]] for path in paths), default=0)
        for path in (path for path in paths if row[path[-1]] == far):
            met = sum(friends >> n & 1 for n in path), waded(p, u, p.hex[u], path)
            if path[-1] not in found or met < found[path[-1]][0]:
                found[path[-1]] = met, path
    return {h: path for h, (_, path) in found.items()}


def rout_paths(p: ShockPosition, u: int, row: Sequence[int]) -> list[tuple[int, ...]]:
    """The full ways of a rout: no step leads to a hex with a lower number in the row."""
    battle = p.battle
    start, enemy = p.hex[u], 1 - battle.side[u]
    closed = p.occupied(enemy) | p.zoc(enemy) | 1 << start
    costs = battle.graph(battle.kind[u], TACTICAL | WET).costs
    neighbours = battle.grid.neighbours
    paths: list[tuple[int, ...]] = [()]
    for _ in range(rout_distance(p, u)):
        longer = []
        for path in paths:
            here = path[-1] if path else start
            for cost, n in zip(costs[here], neighbours[here], strict=True):
                if (
                    n >= 0
                    and cost
                    and not closed >> n & 1
                    and row[n] >= row[here]
                    and n not in path
                ):
                    longer.append((*path, n))
        paths = longer
    return paths


class RoutRetreat(Then[ShockPosition]):
    """A routed unit runs, or is lost if it cannot run its whole way; by itself it runs from the
    enemy who is nearest by then."""

    unit: Unit
    by: MaybeHex = NONE

    def run(self, p: ShockPosition) -> None:
        u = self.unit
        if p.hex[u] < 0:
            return
        by = self.by if self.by >= 0 else p.nearest_enemy(u)  # shock.rulings.rout-retreat
        if rout_distance(p, u) > 0 and rout_ways(p, u, by):
            p.stack.append(RoutTo(unit=u, by=by))
        else:
            p.eliminate(u, "it cannot rout the full distance")  # shock.rout.full-distance


class RoutTo(UnitDecision):
    """The owner picks where a routed unit comes to a stop."""

    asks = "routs: where does it run?"
    waits = "run"

    by: Hex

    def options(self, p: ShockPosition) -> list[int]:
        return [p.battle.hex_at + h for h in sorted(rout_ways(p, self.unit, self.by))]

    def apply(self, p: ShockPosition, action: int) -> None:
        u = self.unit
        h = action - p.battle.hex_at
        path = rout_ways(p, u, self.by)[h]
        left = p.hex[u]
        p.place(u, h)
        far = how_many(len(path), "hex", "hexes")
        p.report(u, f"runs {far} to {p.battle.grid.name(h)}", p.hid(h))
        follow_leaders(p, u, left)
        arrive(p, u)
        if waded(p, u, left, path):
            wade(p, u)
        # A line it runs through twice is struck once.
        met = dict.fromkeys(v for h in path[:-1] for v in p.units_at(h) if v != u)
        for friend in reversed(met):
            p.report(friend, f"is caught in the rout of {p.battle.names[u]}")
            suffer(p, friend, "D", BY_ROUT_RESULT, self.by)  # shock.rout.through-friends
