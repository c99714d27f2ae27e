"""Combat results in play: steps, disorder, retreat and rout of a unit, by the matrix."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.shock.battle import FOOT
from grognard.systems.shock.cohesion import (
    BY_CHARGE,
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
    NEVER,
    NORMAL,
    PARTS,
    RETREATS,
    RETREATS_1,
    ROUTS,
    ROW_BLOWN,
    ROW_D1,
    ROW_D2,
    ROW_ROUTED,
    Outcome,
)
from grognard.systems.shock.position import (
    BLOWN,
    CHARGING,
    D1,
    D2,
    ENGAGED,
    GAVE_WAY,
    NONE,
    ROUTED,
    SQUARE,
    ShockPosition,
)
from grognard.systems.shock.roster import GARRISON
from grognard.systems.shock.stacking import arrive, blocked_by_friends, follow_leaders


def row_of(p: ShockPosition, u: int) -> int:
    """The row of the matrix a unit stands in."""
    order = p.order[u]
    if order == ROUTED:
        return ROW_ROUTED
    if p.flags[u] & BLOWN:
        return ROW_BLOWN
    if order == D2:
        return ROW_D2
    return ROW_D1 if order == D1 else NORMAL


def suffer(p: ShockPosition, u: int, code: str, cause: int, by: int, ranged: int) -> None:
    """Let a unit suffer a printed result; `by` is the hex it came from."""
    rules = p.battle.rules
    outcome = rules.results.read(code)
    if p.flags[u] & BLOWN and p.order[u] != ROUTED:
        outcome = rules.endings.harsher(outcome)
    for part in reversed(rules.results.order):
        push_part(p, u, PARTS[part], outcome, cause, by, ranged)


def push_part(
    p: ShockPosition, u: int, part: str, outcome: Outcome, cause: int, by: int, ranged: int
) -> None:
    """Put one part of a result on the stack."""
    if part == "steps" and outcome.steps:
        p.stack.append(Loss(outcome.steps, u))
    elif part == "disorder" and outcome.disorder != NEVER:
        check = int(outcome.disorder != ALWAYS)
        p.stack.append(Shaken(by, cause, check, COL_DISORDER, outcome.modifier, ranged, u))
    elif part == "retreat" and outcome.retreat:
        p.stack.append(Shaken(by, cause, 0, COL_RETREAT, 0, ranged, u))
    elif part == "rout" and outcome.rout != NEVER:
        check = int(outcome.rout != ALWAYS)
        p.stack.append(Shaken(by, BY_ROUT_RESULT, check, COL_ROUT, 0, ranged, u))


class Loss(Then):
    """A unit loses steps."""

    __slots__ = ("steps", "unit")

    def __init__(self, steps: int, unit: int) -> None:
        self.steps = steps
        self.unit = unit

    def run(self, p: ShockPosition) -> None:
        """Take them off."""
        p.lose_steps(self.unit, self.steps)


class Shaken(Then):
    """A column of the matrix strikes a unit, after a cohesion check or without one."""

    __slots__ = ("by", "cause", "check", "column", "modifier", "ranged", "unit")

    def __init__(
        self, by: int, cause: int, check: int, column: int, modifier: int, ranged: int, unit: int
    ) -> None:
        self.by = by
        self.cause = cause
        self.check = check
        self.column = column
        self.modifier = modifier
        self.ranged = ranged
        self.unit = unit

    def run(self, p: ShockPosition) -> None:
        """Check, or read the matrix at once."""
        u = self.unit
        if p.hex[u] < 0:
            return
        if self.check:
            p.stack.append(
                CohesionRoll(self.by, self.cause, self.column, self.modifier, self.ranged, u)
            )
        else:
            strike(p, u, self.column, self.by, self.ranged)


def strike(p: ShockPosition, u: int, column: int, by: int, ranged: int) -> None:
    """Do what a cell of the matrix says."""
    results = p.battle.rules.results
    row = row_of(p, u)
    if column == COL_RETREAT and p.flags[u] & CHARGING and p.battle.rules.charge.blown_on_retreat:
        p.mark(u, BLOWN)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} is blown.", p.uid(u))
    for word in reversed(results.cell(row, p.battle.kind[u], column)):
        p.stack.append(Effect(by, ranged, row, u, word))


class Effect(Then):
    """One word of a cell of the matrix happens to a unit."""

    __slots__ = ("by", "ranged", "row", "unit", "word")

    def __init__(self, by: int, ranged: int, row: int, unit: int, word: int) -> None:
        self.by = by
        self.ranged = ranged
        self.row = row
        self.unit = unit
        self.word = word

    def run(self, p: ShockPosition) -> None:
        """Carry it out."""
        u, word = self.unit, self.word
        if p.hex[u] < 0:
            return
        results = p.battle.rules.results
        kind = p.battle.kind[u]
        if word in (RETREATS, RETREATS_1):
            if self.ranged and results.stands_ranged_fire(self.row, kind):
                return
            hexes = 1 if word == RETREATS_1 else results.retreat_hexes[kind]
            p.stack.append(Retreat(self.by, hexes, u))
        elif word == BECOMES_D1:
            disorder(p, u, D1)
        elif word == BECOMES_D2:
            # Only infantry has a D-2 state.
            disorder(p, u, D2 if kind == FOOT or not results.d2_infantry_only else D1)
        elif word == ROUTS:
            rout(p, u, self.by)
        elif word == LOSES_STEP:
            p.lose_steps(u, results.routed_steps if self.row == ROW_ROUTED else 1)
        elif word == DIES:
            p.eliminate(u)
        elif word == CHECKS:
            roll = CohesionRoll(self.by, BY_SECOND_DISORDER, COL_RETREAT, 0, self.ranged, u)
            p.stack.append(roll)


def disorder(p: ShockPosition, u: int, order: int) -> None:
    """Place a disorder marker."""
    p.set_order(u, order)
    if p.ear is not None:
        p.tell(f"{p.battle.names[u]} is now {('', 'D-1', 'D-2')[order]}.", p.uid(u))


class CohesionRoll(Roll):
    """A unit's cohesion check, and what passing or failing it means."""

    __slots__ = ("by", "cause", "column", "modifier", "ranged", "unit")

    def __init__(
        self, by: int, cause: int, column: int, modifier: int, ranged: int, unit: int
    ) -> None:
        self.by = by
        self.cause = cause
        self.column = column
        self.modifier = modifier
        self.ranged = ranged
        self.unit = unit

    def roller(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)

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
            if outcome == PASS:
                strike_retreat(p, u, self.by, self.ranged)
            else:
                rout(p, u, self.by)
        elif self.cause == BY_CHARGING:
            if outcome != PASS:
                become_blown(p, u, self.by)
        elif self.cause == BY_RECALL:
            if outcome == PASS:
                p.target[u] = NONE
        elif self.cause == BY_CHARGE and outcome == PASS:
            return
        elif outcome != PASS:
            strike(p, u, self.column, self.by, self.ranged)


def strike_retreat(p: ShockPosition, u: int, by: int, ranged: int) -> None:
    """The B result that D-1 or Blown cavalry suffers instead of a disorder."""
    results = p.battle.rules.results
    row = row_of(p, u)
    if ranged and results.stands_ranged_fire(row, p.battle.kind[u]):
        return
    if p.flags[u] & CHARGING and p.battle.rules.charge.blown_on_retreat:
        p.mark(u, BLOWN)
    p.stack.append(Retreat(by, results.retreat_hexes[p.battle.kind[u]], u))


def become_blown(p: ShockPosition, u: int, by: int) -> None:
    """Mark cavalry Blown; it retreats one hex at once."""
    if p.hex[u] < 0 or p.flags[u] & BLOWN or p.order[u] == ROUTED:
        return
    p.mark(u, BLOWN)
    if p.ear is not None:
        p.tell(f"{p.battle.names[u]} is blown.", p.uid(u))
    hexes = p.battle.rules.results.blown_retreat
    if hexes:
        p.stack.append(Retreat(by, hexes, u))


# -- retreat -----------------------------------------------------------------------------------


class Retreat(Then):
    """A unit must go back some hexes, away from where the blow came from."""

    __slots__ = ("by", "hexes", "unit")

    def __init__(self, by: int, hexes: int, unit: int) -> None:
        self.by = by
        self.hexes = hexes
        self.unit = unit

    def run(self, p: ShockPosition) -> None:
        """Ask where to, or take a step if it cannot go."""
        u = self.unit
        if p.hex[u] < 0 or self.hexes <= 0:
            return
        if p.second[u] >= 0 and p.battle.rules.movement.line_gives_way:
            p.shrink(u, farther(p, u, self.by))
        if not retreat_hexes(p, u, self.by, self.hexes == 1):
            if p.battle.arm[u] == GARRISON and p.battle.rules.victory.ids_lost:
                p.eliminate(u)  # the place is taken
            else:
                p.lose_steps(u, p.battle.rules.results.unable_steps)
            return
        p.stack.append(RetreatTo(self.by, self.hexes, u))


def farther(p: ShockPosition, u: int, by: int) -> int:
    """Of the two hexes of a line, the one farther from the enemy."""
    distance = p.battle.grid.distance
    first, second = p.hex[u], p.second[u]
    return second if distance[by][second] > distance[by][first] else first


def retreat_hexes(p: ShockPosition, u: int, by: int, last: bool) -> int:
    """The hexes a retreating unit may go to next: away, outside enemy zones where possible."""
    battle = p.battle
    if battle.arm[u] == GARRISON or p.second[u] >= 0:
        return 0
    here = p.hex[u]
    side = battle.side[u]
    mode = TACTICAL | (WET if p.order[u] not in (D1, D2) else 0)
    costs = battle.graph(battle.kind[u], mode).costs[here]
    row = battle.grid.distance[by]
    away = 0
    for d, n in enumerate(battle.grid.neighbours[here]):
        if n >= 0 and costs[d] and row[n] > row[here]:
            away |= 1 << n
    away &= ~p.occupied(1 - side)
    if last:
        away &= ~blocked_by_friends(p, u)
    free = away & ~p.zoc(1 - side)
    return free or away


class RetreatTo(Decision):
    """The owner picks the next hex of a retreat."""

    __slots__ = ("by", "hexes", "unit")

    def __init__(self, by: int, hexes: int, unit: int) -> None:
        self.by = by
        self.hexes = hexes
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """The hexes away from the enemy."""
        mask = retreat_hexes(p, self.unit, self.by, self.hexes == 1)
        return p.battle.hex_actions(mask)

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go there, and further if more is due."""
        u = self.unit
        h = action - p.battle.hex_at
        left = p.hex[u]
        p.place(u, h)
        p.mark(u, GAVE_WAY)
        p.unmark(u, ENGAGED)
        follow_leaders(p, u, left)
        if self.hexes > 1:
            p.stack.append(Retreat(self.by, self.hexes - 1, u))
        else:
            arrive(p, u)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} retreats to {p.battle.grid.name(h)}.", p.uid(u), p.hid(h))

    def prompt(self, p: ShockPosition) -> str:
        """Where to?"""
        return f"{p.battle.names[self.unit]} must retreat: where to?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to retreat."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex."""
        return f"> {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)


# -- rout --------------------------------------------------------------------------------------


def rout(p: ShockPosition, u: int, by: int) -> None:
    """Mark a unit routed and let it run; guns that would rout are lost by the matrix instead."""
    if p.second[u] >= 0:
        p.shrink(u, farther(p, u, by))
    p.unmark(u, SQUARE | BLOWN | ENGAGED | CHARGING)
    p.mark(u, GAVE_WAY)
    p.target[u] = NONE
    p.set_order(u, ROUTED)
    if p.ear is not None:
        p.tell(f"{p.battle.names[u]} routs!", p.uid(u))
    p.stack.append(RoutRetreat(by, u))


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


class RoutRetreat(Then):
    """A routed unit runs, or is lost if it cannot run its whole way."""

    __slots__ = ("by", "unit")

    def __init__(self, by: int, unit: int) -> None:
        self.by = by
        self.unit = unit

    def run(self, p: ShockPosition) -> None:
        """Ask where to, or remove it."""
        u = self.unit
        if p.hex[u] < 0:
            return
        if rout_distance(p, u) > 0 and rout_ways(p, u, self.by):
            p.stack.append(RoutTo(self.by, u))
        elif p.battle.rules.results.rout_in_full or p.battle.arm[u] == GARRISON:
            p.eliminate(u)


class RoutTo(Decision):
    """The owner picks where a routed unit comes to a stop."""

    __slots__ = ("by", "unit")

    def __init__(self, by: int, unit: int) -> None:
        self.by = by
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

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
        for through in reversed(path[:-1]):
            for friend in reversed(p.units_at(through)):
                if friend != u:
                    p.stack.append(Shaken(self.by, 0, 0, COL_DISORDER, 0, 0, friend))

    def prompt(self, p: ShockPosition) -> str:
        """Where to?"""
        return f"{p.battle.names[self.unit]} routs: where does it run?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to run."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The hex."""
        return f"> {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)


def nearest_enemy(p: ShockPosition, u: int) -> int:
    """The hex of the enemy nearest to a unit (its own hex if there is none)."""
    here = p.hex[u]
    row = p.battle.grid.distance[here]
    found, best = here, 999
    for v in p.battle.units_of[1 - p.battle.side[u]]:
        if p.hex[v] >= 0 and row[p.hex[v]] < best:
            found, best = p.hex[v], row[p.hex[v]]
    return found
