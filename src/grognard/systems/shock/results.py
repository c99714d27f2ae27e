"""Combat results in play: steps, disorder, retreat and rout of a unit, by the matrix."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.numbers import Unit
from grognard.engine.step import Then
from grognard.systems.shock.cohesion import (
    BY_CHARGING,
    BY_RECALL,
    BY_ROUT_RESULT,
    BY_SECOND_DISORDER,
    CAUSES,
    PASS,
    CohesionFacts,
)
from grognard.systems.shock.ground import TACTICAL, WET
from grognard.systems.shock.matrix import (
    ALWAYS,
    BECOMES_D1,
    BECOMES_D2,
    CHECKS,
    COL_DISORDER,
    COL_RETREAT,
    COL_ROUT,
    DIES,
    LOSES_STEP,
    NORMAL,
    PART_DISORDER,
    PART_RETREAT,
    PART_ROUT,
    PART_STEPS,
    RETREATS,
    RETREATS_1,
    ROUTS,
    ROW_BLOWN,
    ROW_D1,
    ROW_D2,
    ROW_ROUTED,
)
from grognard.systems.shock.retreat import Retreat, farther
from grognard.systems.shock.stacking import arrive, draw_together, follow_leaders
from grognard.systems.shock.state.asking import UnitDecision, UnitRoll
from grognard.systems.shock.state.kinds import (
    BLOWN,
    CHARGING,
    D1,
    D2,
    ENGAGED,
    GARRISON,
    GAVE_WAY,
    NONE,
    ROUTED,
    SHORT,
    SQUARE,
)
from grognard.systems.shock.state.position import ShockPosition


def row_of(p: ShockPosition, u: int) -> int:
    """The row of the matrix a unit stands in; cavalry blown in its charge still in the old one."""
    order = p.order[u]
    if order == ROUTED:
        return ROW_ROUTED
    if p.flags[u] & (BLOWN | CHARGING) == BLOWN:
        return ROW_BLOWN
    if order == D2:
        return ROW_D2
    return ROW_D1 if order == D1 else NORMAL


def suffer(p: ShockPosition, u: int, code: str, cause: int, by: int, ranged: int) -> None:
    """Let a unit suffer a printed result; `by` is the hex it came from."""
    rules = p.battle.rules
    outcome = rules.results.read(code)
    row = row_of(p, u)
    if row == ROW_BLOWN:
        outcome = rules.endings.harsher(outcome)
    letters = (outcome.disorder, outcome.modifier, int(outcome.retreat), outcome.rout)
    p.stack.append(
        Result(
            unit=u,
            by=by,
            cause=cause,
            hex=p.hex[u],
            letters=letters,
            part=0,
            ranged=ranged,
            row=row,
            steps=outcome.steps,
        )
    )


class Result(Then[ShockPosition]):
    """The parts of a result strike a unit one after another.

    By one result a unit goes back once; when it has routed, the rest of the result is spent.
    """

    unit: Unit
    by: int
    cause: int
    hex: int
    letters: tuple[int, ...]
    part: int
    ranged: int
    row: int
    steps: int

    def run(self, p: ShockPosition) -> None:
        """Strike with the next part; the others follow it."""
        u, by, ranged = self.unit, self.by, self.ranged
        results = p.battle.rules.results
        if p.hex[u] < 0 or self.part == len(results.order):
            return
        if results.once and p.order[u] == ROUTED and self.row != ROW_ROUTED:
            return
        letters, steps = self.letters, self.steps
        done = self.part + 1
        after = Result(
            unit=u,
            by=by,
            cause=self.cause,
            hex=self.hex,
            letters=letters,
            part=done,
            ranged=ranged,
            row=self.row,
            steps=steps,
        )
        p.stack.append(after)
        part = results.order[self.part]
        disorders, modifier, retreats, routs = letters
        if part == PART_STEPS:
            p.lose_steps(u, steps)
        elif part == PART_RETREAT and retreats:
            strike(p, u, COL_RETREAT, by, ranged, results.once and p.hex[u] != self.hex)
        elif part == PART_DISORDER and disorders:
            check = int(disorders != ALWAYS)
            p.stack.append(
                Shaken(
                    unit=u,
                    by=by,
                    cause=self.cause,
                    check=check,
                    column=COL_DISORDER,
                    modifier=modifier,
                    ranged=ranged,
                )
            )
        elif part == PART_ROUT and routs:
            check = int(routs != ALWAYS)
            p.stack.append(
                Shaken(
                    unit=u,
                    by=by,
                    cause=BY_ROUT_RESULT,
                    check=check,
                    column=COL_ROUT,
                    modifier=0,
                    ranged=ranged,
                )
            )


class Shaken(Then[ShockPosition]):
    """A column of the matrix strikes a unit, after a cohesion check or without one."""

    unit: Unit
    by: int
    cause: int
    check: int
    column: int
    modifier: int
    ranged: int

    def run(self, p: ShockPosition) -> None:
        """Check, or read the matrix at once."""
        u = self.unit
        if p.hex[u] < 0:
            return
        if self.check:
            p.stack.append(
                CohesionRoll(
                    unit=u,
                    by=self.by,
                    cause=self.cause,
                    column=self.column,
                    modifier=self.modifier,
                    ranged=self.ranged,
                )
            )
        else:
            strike(p, u, self.column, self.by, self.ranged)


def strike(p: ShockPosition, u: int, column: int, by: int, ranged: int, gone: bool = False) -> None:
    """Do what a cell of the matrix says; a unit that has `gone` back already stays now."""
    battle = p.battle
    results = battle.rules.results
    row = row_of(p, u)
    stays = gone or bool(ranged and results.stands_ranged_fire(row, battle.kind[u]))
    if column == COL_RETREAT:
        blow(p, u, by)
    for word in reversed(results.cell(row, battle.kind[u], column)):
        p.stack.append(Effect(unit=u, by=by, row=row, stays=int(stays), word=word))


def blow(p: ShockPosition, u: int, by: int) -> None:
    """A B result on charging cavalry leaves it blown."""
    rules = p.battle.rules
    if not p.flags[u] & CHARGING or p.flags[u] & BLOWN or not rules.results.blown_on_retreat:
        return
    p.mark(u, BLOWN)
    if p.ear is not None:
        p.tell(f"{p.battle.names[u]} is blown.", p.uid(u))
    if not rules.charge.blown_goes_once:
        p.stack.append(Retreat(unit=u, by=by, hexes=rules.results.blown_retreat))


class Effect(Then[ShockPosition]):
    """One word of a cell of the matrix happens to a unit."""

    unit: Unit
    by: int
    row: int
    stays: int
    word: int

    def run(self, p: ShockPosition) -> None:
        """Carry it out."""
        u, word = self.unit, self.word
        if p.hex[u] < 0:
            return
        results = p.battle.rules.results
        if word in (RETREATS, RETREATS_1):
            hexes = 1 if word == RETREATS_1 else results.retreat_hexes[p.battle.kind[u]]
            if not self.stays:
                p.stack.append(Retreat(unit=u, by=self.by, hexes=hexes))
        elif word == BECOMES_D1:
            disorder(p, u, D1)
        elif word == BECOMES_D2:
            disorder(p, u, D2)
        elif word == ROUTS:
            rout(p, u, self.by)
        elif word == LOSES_STEP:
            p.lose_steps(u, results.routed_steps if self.row == ROW_ROUTED else 1)
        elif word == DIES:
            p.eliminate(u)
        elif word == CHECKS:
            roll = CohesionRoll(
                unit=u,
                by=self.by,
                cause=BY_SECOND_DISORDER,
                column=COL_RETREAT,
                modifier=0,
                ranged=self.stays,
            )
            p.stack.append(roll)


def disorder(p: ShockPosition, u: int, order: int) -> None:
    """Place a disorder marker."""
    p.set_order(u, order)
    if p.ear is not None:
        p.tell(f"{p.battle.names[u]} is now {('', 'D-1', 'D-2')[order]}.", p.uid(u))


class CohesionRoll(UnitRoll):
    """A unit's cohesion check, and what passing or failing it means."""

    by: int
    cause: int
    column: int
    modifier: int
    ranged: int

    def check(self, p: ShockPosition) -> Check:
        """At or below Cohesion passes."""
        facts = CohesionFacts(p.battle.cohesion[self.unit], self.modifier, self.cause)
        return p.battle.rules.cohesion.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Read the matrix, or whatever called for the check."""
        u = self.unit
        if p.ear is not None:
            how = "passes" if outcome == PASS else "fails"
            p.tell(f"{p.battle.names[u]} {how} its check ({CAUSES[self.cause]}).", p.uid(u))
        if self.cause == BY_SECOND_DISORDER:
            # sheet: matrix, "<=Cohesion - B, otherwise Rout"
            if outcome != PASS:
                rout(p, u, self.by)
            else:
                blow(p, u, self.by)
                if not self.ranged:
                    hexes = p.battle.rules.results.retreat_hexes[p.battle.kind[u]]
                    p.stack.append(Retreat(unit=u, by=self.by, hexes=hexes))
        elif self.cause == BY_CHARGING:
            if outcome != PASS:
                become_blown(p, u, self.by)
        elif self.cause == BY_RECALL:
            if outcome == PASS:
                p.target[u] = NONE
                p.unmark(u, CHARGING | SHORT)
        elif outcome != PASS:
            strike(p, u, self.column, self.by, self.ranged)


def become_blown(p: ShockPosition, u: int, by: int) -> None:
    """Mark cavalry Blown; it retreats one hex at once."""
    if p.hex[u] < 0 or p.flags[u] & BLOWN or p.order[u] == ROUTED:
        return
    p.mark(u, BLOWN)
    if p.ear is not None:
        p.tell(f"{p.battle.names[u]} is blown.", p.uid(u))
    hexes = p.battle.rules.results.blown_retreat
    if hexes:
        p.stack.append(Retreat(unit=u, by=by, hexes=hexes))


# -- rout --------------------------------------------------------------------------------------


def rout(p: ShockPosition, u: int, by: int) -> None:
    """Mark a unit routed and let it run; guns that would rout are lost by the matrix instead."""
    if p.second[u] >= 0:
        draw_together(p, u, farther(p, u, by))
    p.unmark(u, SQUARE | BLOWN | ENGAGED | CHARGING)
    p.mark(u, GAVE_WAY)
    p.target[u] = NONE
    p.set_order(u, ROUTED)
    if p.ear is not None:
        p.tell(f"{p.battle.names[u]} routs!", p.uid(u))
    p.stack.append(RoutRetreat(unit=u, by=by))


def rout_distance(p: ShockPosition, u: int) -> int:
    """Half the unit's movement points, rounded up, in hexes."""
    divide = p.battle.rules.results.rout_divide
    return -(-p.battle.mp[u] // divide)


def rout_ways(p: ShockPosition, u: int, by: int) -> dict[int, tuple[int, ...]]:
    """The hexes a routing unit may end on, each with the hexes it runs through.

    It runs its whole distance, never nearer to the enemy, outside his zones, and ends as far
    from him as it can; of several ways to a hex it takes the one through the fewest friends.
    """
    battle = p.battle
    side = battle.side[u]
    grid = battle.grid
    closed = p.occupied(1 - side) | p.zoc(1 - side)
    friends = p.occupied(side) & ~(1 << p.hex[u])
    costs = battle.graph(battle.kind[u], TACTICAL | WET).costs
    row = grid.distance[by]
    ways: dict[int, tuple[int, tuple[int, ...]]] = {p.hex[u]: (0, ())}
    for _ in range(rout_distance(p, u)):
        onward: dict[int, tuple[int, tuple[int, ...]]] = {}
        for here in sorted(ways):
            met, path = ways[here]
            for d, n in enumerate(grid.neighbours[here]):
                if n < 0 or not costs[here][d] or closed >> n & 1 or row[n] < row[here]:
                    continue
                if n in path or n == p.hex[u]:
                    continue
                through = met + (friends >> n & 1)
                if n not in onward or through < onward[n][0]:
                    onward[n] = (through, (*path, n))
        ways = onward
    ends = {h: path for h, (_, path) in ways.items() if not friends >> h & 1}
    if not battle.rules.order.routed_no_stacking:
        ends = {h: path for h, (_, path) in ways.items()}
    far = max((row[h] for h in ends), default=0)
    return {h: path for h, path in ends.items() if row[h] == far}


class RoutRetreat(Then[ShockPosition]):
    """A routed unit runs, or is lost if it cannot run its whole way."""

    unit: Unit
    by: int

    def run(self, p: ShockPosition) -> None:
        """Ask where to, or remove it."""
        u = self.unit
        if p.hex[u] < 0:
            return
        if rout_distance(p, u) > 0 and rout_ways(p, u, self.by):
            p.stack.append(RoutTo(unit=u, by=self.by))
        elif p.battle.rules.results.rout_in_full or p.battle.arm[u] == GARRISON:
            p.eliminate(u)


class RoutTo(UnitDecision):
    """The owner picks where a routed unit comes to a stop."""

    by: int

    def options(self, p: ShockPosition) -> list[int]:
        """The hexes at the end of its run."""
        first = p.battle.hex_at
        return [first + h for h in sorted(rout_ways(p, self.unit, self.by))]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Run there; friends on the way are disordered."""
        u = self.unit
        h = action - p.battle.hex_at
        path = rout_ways(p, u, self.by)[h]
        left = p.hex[u]
        p.place(u, h)
        follow_leaders(p, u, left)
        arrive(p, u)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} runs to {p.battle.grid.name(h)}.", p.uid(u), p.hid(h))
        if not p.battle.rules.results.rout_disorders_friends:
            return
        # A line it runs through twice is struck once.
        met = dict.fromkeys(v for h in path[:-1] for v in p.units_at(h) if v != u)
        for friend in reversed(met):
            p.stack.append(
                Shaken(
                    unit=friend,
                    by=self.by,
                    cause=0,
                    check=0,
                    column=COL_DISORDER,
                    modifier=0,
                    ranged=0,
                )
            )

    def prompt(self, p: ShockPosition) -> str:
        """Where to?"""
        return f"{p.battle.names[self.unit]} routs: where does it run?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to run."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex."""
        return f"> {p.battle.nouns.name(action)}"


def nearest_enemy(p: ShockPosition, u: int) -> int:
    """The hex of the enemy nearest to a unit (its own hex if there is none)."""
    here = p.hex[u]
    row = p.battle.grid.distance[here]
    found, best = here, 999
    for v in p.battle.units_of[1 - p.battle.side[u]]:
        for h in p.hexes_of(v):
            if h >= 0 and row[h] < best:
                found, best = h, row[h]
    return found
