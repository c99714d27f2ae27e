"""Cavalry charges: who may charge whom, over which ground; and the charge reaction.

Sheet: Charge Reaction, Cavalry Charge Strength Modifiers.
"""

from __future__ import annotations

from grognard.boards.hexes import COMPASS, ZONE, bits
from grognard.engine.check import Check
from grognard.engine.numbers import Flag, MaybeUnit, Unit
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.shock.disorder import BY_CHARGE, BY_RECALL, PASS, CohesionFacts
from grognard.systems.shock.moving.sight import blocker, fire_arc
from grognard.systems.shock.results import CohesionRoll, suffer
from grognard.systems.shock.retreat import Retreat, may_retreat_before, retreat_ways
from grognard.systems.shock.square import SIDES_OF_UNIT, SquareRoll, may_square_in_reaction
from grognard.systems.shock.stacking import blocked_by_friends, come_to
from grognard.systems.shock.state.asking import UnitDecision, UnitRoll
from grognard.systems.shock.state.kinds import (
    ARMS,
    ATTACKED,
    BLOWN,
    CHARGED,
    CHARGING,
    CHECK_VERB,
    COUNTER,
    ENGAGED,
    GOOD,
    HEAVY_CAVALRY,
    HORSE,
    LIGHT_CAVALRY,
    NONE,
    PRESS,
    RECALL,
    RETREAT_VERB,
    ROUTED,
    SHORT,
    SQUARE,
    SQUARE_VERB,
    STAND,
    USED,
    Hex,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import CLEAR, GROUNDS, TACTICAL
from grognard.systems.shock.zones import chateau_zones, zone_of, zone_struck


class ChargeRules:
    """Lengths, strengths and the reaction table of charges."""

    def __init__(self, book: Rulebook) -> None:
        self.shortest = book.int("shock.rulings.charge.eligible", "shortest")
        self.longest = book.int("shock.rulings.charge.eligible", "longest")
        self.dearest_hex = book.int("shock.rulings.charge.eligible", "dearest_hex")
        self.clear_hexes = book.int("shock.rulings.charge.eligible", "clear_hexes")
        barred = book.words("shock.rulings.charge.eligible", "barred")
        self.barred = [GROUNDS.index(word) for word in barred]
        self.heavy_flank = book.int("shock.charge-strength.heavy-flank", "times")
        self.heavy_rear = book.int("shock.charge-strength.heavy-rear", "times")
        self.light_flank = book.int("shock.charge-strength.light-flank", "times")
        self.square_times = book.int("shock.charge-strength.vs-square", "times")
        self.square_divide = book.int("shock.charge-strength.vs-square", "divide")
        self.light_retreat = book.int("shock.charge-reaction.light-cavalry.pass", "hexes")
        self.reactions = {
            (row, how): book.words(f"shock.charge-reaction.{row}.{how}", "may")
            for row in ("infantry-artillery", "light-cavalry", "heavy-cavalry")
            for how in ("pass", "fail")
        }

    def reaction(self, arm: int, passed: bool) -> list[str]:
        """What the charge reaction table lets a charged unit do."""
        cavalry = arm in (LIGHT_CAVALRY, HEAVY_CAVALRY)
        row = ARMS[arm] if cavalry else "infantry-artillery"
        return self.reactions[row, "pass" if passed else "fail"]


def may_charge(p: ShockPosition, u: int) -> bool:
    """Cavalry in good order, not blown or engaged, with somebody to charge."""
    if p.battle.kind[u] != HORSE or p.order[u] != GOOD or p.flags[u] & ENGAGED:
        return False  # shock.rulings.charge.eligible
    # shock.rulings.charge.after-moving, shock.rulings.blown.limits
    if p.flags[u] & (USED | BLOWN):
        return False
    return bool(charge_targets(p, u))


def charge_targets(p: ShockPosition, u: int) -> int:
    """The enemy hexes a unit may charge."""
    battle = p.battle
    near = battle.grid.disk(p.hex[u], battle.rules.charge.longest)
    found = 0
    for t in bits(p.occupied(1 - battle.side[u]) & near):
        if may_charge_at(p, u, t) and leaves_room(p, u, t):
            found |= 1 << t
    return found


def leaves_room(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a charge finds a hex to strike from beside those already declared at an enemy."""
    enemy = p.hexes_of(p.top_unit(t))
    riders = [v for v in range(p.battle.units) if p.target[v] in enemy and p.flags[v] & CHARGING]
    if not riders:
        return True
    ways = [charge_ways(p, v, p.target[v]) for v in riders] + [charge_ways(p, u, t)]
    # Who begins next to the enemy needs no way: shock.rulings.charge.way
    return a_hex_each([set(each) for each in ways if each])


def a_hex_each(ways: list[set[int]]) -> bool:
    """Whether every charge can strike from a hex of its own.

    >>> a_hex_each([{1}, {1, 2}]), a_hex_each([{1}, {1}])
    (True, False)
    """
    if not ways:
        return True
    first, *others = ways
    return any(a_hex_each([each - {h} for each in others]) for h in sorted(first))


def may_charge_at(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a charge at a hex is lawful: distance, ground, sight, and where it starts."""
    battle = p.battle
    rules = battle.rules.charge
    here = p.hex[u]
    if battle.ground.ground[t] in rules.barred:
        return False
    length = battle.grid.distance[here][t]
    if length > 1 and not rules.shortest <= length <= rules.longest:
        return False
    # In a front hex, or in the arc that opens from them: shock.rulings.charge.front
    if not fire_arc(battle, here, p.facing[u]) >> t & 1 or not starts_free(p, u, t, length):
        return False
    if length == 1:
        return crossable(p, u, here, t)
    return blocker(battle, here, t) < 0 and bool(charge_ways(p, u, t))


def starts_free(p: ShockPosition, u: int, t: int, length: int) -> bool:
    """A charge may not start in an enemy zone, save that of its own adjacent target."""
    if not p.in_enemy_zoc(u):
        return True
    if length != 1:  # shock.rulings.charge.eligible
        return False
    # shock.rulings.charge.adjacent
    here, enemy = p.hex[u], 1 - p.battle.side[u]
    if any(zone >> here & 1 for _, zone in chateau_zones(p, enemy)):
        return False
    for v in p.battle.units_of[enemy]:
        if p.hex[v] >= 0 and t not in p.hexes_of(v) and zone_of(p, v) >> here & 1:
            return False
    return True


def crossable(p: ShockPosition, u: int, a: int, b: int) -> bool:
    """Whether a unit could step from a hex to the next at all."""
    battle = p.battle
    d = battle.grid.direction_of(a, b)
    cost = battle.graph(battle.kind[u], TACTICAL).costs[a][d]
    return 0 < cost <= battle.rules.charge.dearest_hex


def charge_path(p: ShockPosition, u: int, t: int) -> list[int]:
    """The way a charge is likely to ride, to those who weigh it: where it strikes harder."""
    ways = charge_ways(p, u, t)
    if len(ways) < 2:
        return next(iter(ways.values()), [])
    top = p.top_unit(t)
    harder = (1, 2, 0)
    return ways[min(ways, key=lambda h: (harder.index(zone_struck(p, top, t, h)), h))]


def charge_ways(p: ShockPosition, u: int, t: int) -> dict[int, list[int]]:
    """The hexes from which a charge in a straight line can strike, each with the way there."""
    battle = p.battle
    rules = battle.rules.charge
    grid = battle.grid
    here = p.hex[u]
    length = grid.distance[here][t]
    lane = 0
    for place in grid.line(here, t):
        for h in place:
            lane |= 1 << h
    # Through zones of others too: shock.rulings.charge.zones-passed
    lane &= ~p.occupied(1 - battle.side[u])
    ends = ~blocked_by_friends(p, u)
    costs = battle.graph(battle.kind[u], TACTICAL).costs
    ways: dict[int, list[int]] = {}
    open_ways = [[here]]
    while open_ways:
        path = open_ways.pop()
        last = path[-1]
        if len(path) == length:
            clear = sum(battle.ground.ground[h] == CLEAR for h in path[1:])
            if ends >> last & 1 and clear >= rules.clear_hexes and crossable(p, u, last, t):
                ways[last] = path[1:]
            continue
        for d, n in enumerate(grid.neighbours[last]):
            onward = n >= 0 and lane >> n & 1 and grid.distance[n][t] == length - len(path)
            if onward and 0 < costs[last][d] <= rules.dearest_hex:
                open_ways.append([*path, n])
    return ways


def charge_strength(p: ShockPosition, u: int, t: int, defender: int, points: int) -> int:
    """Cavalry's strength at the hex it strikes: halved against a square, multiplied through flank
    and rear."""
    battle = p.battle
    rules = battle.rules.charge
    if p.flags[defender] & SQUARE:
        return points * rules.square_times // rules.square_divide
    # shock.rulings.charge.adjacent, shock.rulings.charge.countercharge
    if not p.flags[u] & CHARGING or p.flags[u] & SHORT or p.flags[defender] & COUNTER:
        return points
    if battle.ground.ground[t] in rules.barred:
        return points
    zone = zone_struck(p, defender, t, p.hex[u])
    heavy = battle.arm[u] == HEAVY_CAVALRY
    if zone == 1:
        return points * (rules.heavy_flank if heavy else rules.light_flank)
    return points * rules.heavy_rear if zone == 2 and heavy else points


def stand_down(p: ShockPosition, u: int, why: str = "") -> None:
    """A unit's declared attack is over, or comes to nothing."""
    p.target[u] = NONE
    p.unmark(u, CHARGING | SHORT)
    p.mark(u, ATTACKED)
    if why:
        p.report(u, why)


def face_target(p: ShockPosition, u: int, t: int) -> None:
    """Turn a unit so that a neighbouring hex is in its front."""
    d = p.battle.grid.direction_of(p.hex[u], t)
    if d >= 0 and ZONE[p.facing[u]][d] != 0:
        p.turn_to(u, d)
        p.report(u, f"faces {COMPASS[d]}")


class RideUp(Then[ShockPosition]):
    """A charging unit rides up to its target, if it still can."""

    unit: Unit
    hex: Hex

    def run(self, p: ShockPosition) -> None:
        u, t = self.unit, self.hex
        if not may_charge_at(p, u, t):
            stand_down(p, u, "can no longer charge")
            return
        length = p.battle.grid.distance[p.hex[u]][t]
        p.clock[CHARGED] = min(length, p.clock[CHARGED] or length)
        if length > 1:
            p.stack.append(ChargeTo(unit=u, hex=t))
        else:
            p.report(u, f"charges from {p.battle.grid.name(p.hex[u])}")


class ChargeTo(UnitDecision):
    """Where the line of a charge runs between two hexes: from which of them it strikes."""

    asks = "charges: from which hex does it strike?"
    waits = "charge"

    hex: Hex

    def options(self, p: ShockPosition) -> list[int]:  # shock.rulings.charge.way
        return [p.battle.hex_at + h for h in sorted(charge_ways(p, self.unit, self.hex))]

    def apply(self, p: ShockPosition, action: int) -> None:
        u, h = self.unit, action - p.battle.hex_at
        length = p.battle.grid.distance[p.hex[u]][self.hex]
        ridden = f"{length - 1} {'hex' if length == 2 else 'hexes'}"
        come_to(p, u, h, f"makes a charge of {length} hexes, riding {ridden}")
        face_target(p, u, self.hex)

    def attacks(self, p: ShockPosition, action: int) -> tuple[str, str] | None:
        return p.uid(self.unit), p.uid(p.top_unit(self.hex))

    def cost(self, p: ShockPosition, action: int) -> str:
        """Which side of the charged unit it strikes."""
        top = p.top_unit(self.hex)
        zone = zone_struck(p, top, self.hex, action - p.battle.hex_at)
        return f"strikes the {SIDES_OF_UNIT[zone]} of {p.battle.names[top]}"


# -- charge reaction ---------------------------------------------------------------------------


class ChargeReaction(Then[ShockPosition]):
    """The charged unit reacts: infantry by square or check, the others by check.

    It is the top one of its hex; if it leaves, the next one reacts `after` it.
    """

    by: Hex
    hex: Hex
    after: MaybeUnit = NONE

    def run(self, p: ShockPosition) -> None:
        top = p.top_unit(self.hex)
        if top in (NONE, self.after) or p.order[top] == ROUTED or p.flags[top] & SQUARE:
            return
        if may_square_in_reaction(p, top):
            p.stack.append(InfantryReaction(unit=top, by=self.by))
        else:
            p.stack.append(ReactionRoll(unit=top, by=self.by))


class InfantryReaction(UnitDecision):
    """Charged infantry: square in reaction, or the charge reaction check."""

    asks = "is charged: form square, or stand and check?"
    waits = "meet the charge"

    by: Hex

    def options(self, p: ShockPosition) -> list[int]:
        return [SQUARE_VERB, CHECK_VERB]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Roll for it: one of the two, not both."""
        if action == SQUARE_VERB:  # shock.rulings.charge.infantry-choice
            p.stack.append(SquareRoll(unit=self.unit, by=self.by))
        else:
            p.stack.append(ReactionRoll(unit=self.unit, by=self.by))

    def phrase(self, p: ShockPosition, action: int) -> str:
        return "form square" if action == SQUARE_VERB else "stand and check"


class ReactionRoll(UnitRoll):
    """The charge reaction check of a charged unit."""

    by: Hex

    def check(self, p: ShockPosition) -> Check:
        facts = CohesionFacts(p.battle.cohesion[self.unit], 0, BY_CHARGE)
        return p.battle.rules.cohesion.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        u = self.unit
        may = p.battle.rules.charge.reaction(p.battle.arm[u], outcome == PASS)
        # shock.rulings.retreat-before; nor who has no hex to go back to
        if not may_retreat_before(p, u) or not self.ways_back(p):
            may = [how for how in may if how != "retreat"]
        how = "passes" if outcome == PASS else "fails"
        p.report(u, f"{how} its charge reaction")
        if len(may) > 1:
            p.stack.append(CavalryReaction(unit=u, by=self.by, passed=int(outcome == PASS)))
        else:
            react(p, u, may[0], self.by)

    def ways_back(self, p: ShockPosition) -> bool:
        """Whether the unit could go back at all."""
        longest = p.battle.rules.charge.light_retreat
        return any(retreat_ways(p, self.unit, self.by, n + 1) for n in range(longest))


def react(p: ShockPosition, u: int, how: str, by: int) -> None:
    """Carry out one reaction of the chart."""
    if how == "countercharge":
        if p.flags[u] & BLOWN:  # shock.rulings.blown.limits
            return
        p.mark(u, COUNTER)
        p.report(u, "countercharges")
    elif how == "retreat":
        p.stack.append(Retreat(unit=u, by=by, hexes=p.battle.rules.charge.light_retreat))
    elif how != "defend":
        suffer(p, u, how, BY_CHARGE, by, 0)


class CavalryReaction(UnitDecision):
    """Charged light cavalry stands, or goes back."""

    asks = "is charged: stand or retreat?"
    waits = "meet the charge"

    by: Hex
    passed: Flag

    def options(self, p: ShockPosition) -> list[int]:
        return [STAND, RETREAT_VERB]

    def apply(self, p: ShockPosition, action: int) -> None:
        may = p.battle.rules.charge.reaction(LIGHT_CAVALRY, bool(self.passed))
        react(p, self.unit, may[0] if action == STAND else may[-1], self.by)

    def phrase(self, p: ShockPosition, action: int) -> str:
        if action == STAND:
            return "stand"
        return "retreat" if self.passed else "retreat and check"


class Recall(UnitDecision):
    """Cavalry that meets a formed square may try to stop short of it."""

    asks = "meets a square: press the charge, or try to stop?"

    hex: Hex

    def options(self, p: ShockPosition) -> list[int]:
        """Press on, or try to stop; nothing to choose if there is no square."""
        top = p.top_unit(self.hex)
        if top < 0 or not p.flags[top] & SQUARE or p.target[self.unit] == NONE:
            return [PRESS]
        return [PRESS, RECALL]

    def apply(self, p: ShockPosition, action: int) -> None:
        if action == RECALL:  # shock.rulings.charge.recall
            p.stack.append(CohesionRoll(unit=self.unit, by=self.hex, cause=BY_RECALL))

    def waiting(self, p: ShockPosition) -> str:
        return f"Waiting for {p.battle.names[self.unit]} to press on or stop before the square."

    def phrase(self, p: ShockPosition, action: int) -> str:
        return "press on" if action == PRESS else "recall"
