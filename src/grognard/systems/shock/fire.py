"""Fire combat in play: who may fire at whom, grand batteries, and what a shot does."""

from __future__ import annotations

from grognard.boards.hexes import bits
from grognard.boards.hexmap import BUILT_UP_VILLAGE, CHATEAU, VILLAGE, WOODS
from grognard.engine.check import Check
from grognard.engine.step import Decision, Roll
from grognard.systems.shock.battle import GUNS, HORSE, OFFICER
from grognard.systems.shock.cohesion import BY_FIRE
from grognard.systems.shock.fire_table import (
    IN_BUILT_UP,
    IN_CHATEAU,
    IN_VILLAGE,
    IN_WOODS,
    OPEN,
    CasualtyFacts,
    FireFacts,
)
from grognard.systems.shock.position import (
    D1,
    D2,
    ENGAGED,
    FIRED,
    MARCHED,
    MOVED,
    MOVED_LAST,
    REACTED,
    ROUTED,
    SQUARE,
    TURN,
    ShockPosition,
)
from grognard.systems.shock.results import row_of, suffer
from grognard.systems.shock.roster import GARRISON
from grognard.systems.shock.sight import blocker, crosses_crest, fire_arc, slope_between

COVER_OF_GROUND = {
    WOODS: IN_WOODS,
    VILLAGE: IN_VILLAGE,
    BUILT_UP_VILLAGE: IN_BUILT_UP,
    CHATEAU: IN_CHATEAU,
}


def can_fire(p: ShockPosition, u: int) -> bool:
    """Whether a unit's own state lets it fire."""
    battle = p.battle
    order = battle.rules.order
    if p.hex[u] < 0 or battle.kind[u] == OFFICER:
        return False
    if battle.kind[u] == HORSE and not order.cavalry_fires:
        return False
    if p.order[u] == ROUTED and order.routed_no_action:
        return False
    if p.order[u] == D2 and order.d2_no_fire:
        return False
    marched = p.flags[u] & MARCHED and not battle.rules.movement.strategic_attacks
    return not marched


def may_fire(p: ShockPosition, u: int) -> bool:
    """Whether a unit may fire in its activation; engaged units may not."""
    if p.flags[u] & (FIRED | ENGAGED) or not can_fire(p, u):
        return False
    return bool(fire_targets(p, u))


def fire_targets(p: ShockPosition, u: int) -> int:
    """The hexes a unit may fire at."""
    battle = p.battle
    enemy = p.occupied(1 - battle.side[u])
    near = front_hexes(p, u) & enemy
    if battle.kind[u] != GUNS:
        if battle.rules.fire_play.infantry_range == 1:
            return near
        return _within(p, u, enemy, battle.rules.fire_play.infantry_range)
    if near and battle.rules.fire_play.nearest_enemy:
        return near
    return _within(p, u, enemy, battle.range[u])


def _within(p: ShockPosition, u: int, enemy: int, reach: int) -> int:
    """The enemy hexes in a unit's arc, range and sight."""
    battle = p.battle
    h = p.hex[u]
    seen = 0
    for t in bits(enemy & fire_arc(battle, h, p.facing[u]) & battle.grid.disk(h, reach)):
        if blocker(battle, h, t) < 0:
            seen |= 1 << t
    return seen


def front_hexes(p: ShockPosition, u: int) -> int:
    """The adjacent hexes a unit fires and attacks into: a square and a garrison all round."""
    grid = p.battle.grid
    h = p.hex[u]
    if p.flags[u] & SQUARE or p.battle.arm[u] == GARRISON:
        return grid.adjacent_mask[h]
    mask = grid.front_mask[h][p.facing[u]]
    if p.second[u] >= 0:
        mask |= grid.front_mask[p.second[u]][p.facing[u]]
    return mask


def battery_of(p: ShockPosition, u: int) -> list[int]:
    """The guns that would fire with a gun in grand battery, itself first; empty if none can.

    The lowest number of the group leads it, so that each battery is offered once.
    """
    battle = p.battle
    rules = battle.rules.fire_play
    if battle.kind[u] != GUNS or not battery_allowed(p, battle.side[u]):
        return []
    still = [v for v in battle.units_of[battle.side[u]] if _may_mass(p, v)]
    if u not in still:
        return []
    group = [u]
    grown = True
    while grown:
        grown = False
        for v in still:
            if v not in group and any(_touch(p, v, w) for w in group):
                group.append(v)
                grown = True
    group.sort()
    strength = sum(p.steps[v] for v in group)
    enough = len(group) >= rules.battery_units or strength >= rules.battery_strength
    return group if enough and group[0] == u else []


def battery_allowed(p: ShockPosition, side: int) -> bool:
    """Whether a side may form grand batteries: the French, or whom the battle lets."""
    battle = p.battle
    army = battle.roster.sides[side].army
    if army == battle.rules.fire_play.battery_army:
        return True
    return battle.special("grand-battery", side, p.clock[TURN])


def _may_mass(p: ShockPosition, v: int) -> bool:
    if p.battle.kind[v] != GUNS or p.flags[v] & (FIRED | ENGAGED) or not can_fire(p, v):
        return False
    moved = MOVED if p.battle.rules.fire_play.battery_turns == 1 else MOVED | MOVED_LAST
    return not p.flags[v] & moved


def _touch(p: ShockPosition, v: int, w: int) -> bool:
    return p.battle.grid.distance[p.hex[v]][p.hex[w]] <= 1


def battery_targets(p: ShockPosition, group: list[int]) -> int:
    """The hexes every gun of a grand battery may fire at."""
    mask = -1
    for v in group:
        mask &= fire_targets(p, v)
    return mask


def firing_with(p: ShockPosition, u: int, target: int) -> list[int]:
    """The guns that add their strength: two batteries on one hex fire as one."""
    battle = p.battle
    if battle.kind[u] != GUNS or not battle.rules.fire_play.combining:
        return [u]
    h = p.hex[u]
    pair = [v for v in (p.upper[h], p.lower[h]) if v >= 0 and v != u and battle.kind[v] == GUNS]
    return [u] + [
        v
        for v in pair
        if not p.flags[v] & (FIRED | ENGAGED)
        and can_fire(p, v)
        and fire_targets(p, v) >> target & 1
    ]


def strength_at(p: ShockPosition, u: int, target: int) -> int:
    """The strength points a unit fires with: of a line only the halves next to the target."""
    steps = p.steps[u]
    second = p.second[u]
    if second < 0 or not p.battle.rules.movement.line_fire_split:
        return steps
    row = p.battle.grid.distance[target]
    total = 0
    if row[p.hex[u]] == 1:
        total += (steps + 1) // 2
    if row[second] == 1:
        total += steps // 2
    return total


def fire_situation(p: ShockPosition, firers: list[int], target: int, battery: int) -> FireFacts:
    """The facts of a shot, read off the position."""
    battle = p.battle
    rules = battle.rules.fire
    u = firers[0]
    h = p.hex[u]
    guns = battle.kind[u] == GUNS
    top = p.top_unit(target)
    units = p.units_at(target)
    army = battle.army[u]
    distance = battle.grid.distance[h][target]
    if p.second[u] >= 0:
        distance = min(distance, battle.grid.distance[p.second[u]][target])
    strength = target_strength(p, target)
    slope = slope_between(battle, h, target)
    garrison = battle.arm[u] == GARRISON
    return FireFacts(
        arm=int(guns),
        sp=sum(strength_at(p, v, target) for v in firers),
        battery=battery,
        massed=int(strength >= rules.massed_strength),
        square=int(bool(p.flags[top] & SQUARE)),
        cavalry=int(battle.kind[top] == HORSE),
        routed=int(p.order[top] == ROUTED),
        from_built_up=int(battle.ground.ground[h] == BUILT_UP_VILLAGE),
        artillery_only=int(all(battle.kind[v] == GUNS for v in units)),
        d1_firer=int(p.order[u] == D1),
        cover=COVER_OF_GROUND.get(battle.ground.ground[target], OPEN),
        up_steep=int(slope > 0),
        down_steep=int(slope < 0),
        crest=int(guns and crosses_crest(battle, h, target)),
        wet=int(not guns and battle.wet[battle.side[u]][p.clock[TURN]]),
        anglo_allied=int(
            not guns
            and not garrison
            and army == rules.armies["anglo-allied"]
            and battle.pieces[u].nation != rules.excepted
        ),
        ids=int(garrison),
        french_guns=int(guns and army == rules.armies["french"]),
        prussian_guns=int(guns and army == rules.armies["prussian"]),
        maximum_range=int(guns and distance == battle.range[u]),
        leader=int(bool(p.leaders_at(target, battle.side[top]))),
        ranged=int(guns and distance > 1),
        target=1 + battle.kind[top],
        state=row_of(p, top),
        cohesion=battle.cohesion[top],
        steps=p.steps[top],
    )


def target_strength(p: ShockPosition, target: int) -> int:
    """The strength of a target hex: the whole stack; of a line the half that stands there."""
    total = 0
    for v in p.units_at(target):
        if p.second[v] >= 0:
            total += (p.steps[v] + 1) // 2 if target == p.hex[v] else p.steps[v] // 2
        else:
            total += p.steps[v]
    return total


class FireAt(Decision):
    """The owner picks the target of a unit's fire."""

    __slots__ = ("battery", "unit")

    def __init__(self, battery: int, unit: int) -> None:
        self.battery = battery
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """The top units of the hexes in reach."""
        if self.battery:
            mask = battery_targets(p, battery_of(p, self.unit))
        else:
            mask = fire_targets(p, self.unit)
        first = p.battle.unit_at
        return sorted({first + p.top_unit(h) for h in bits(mask)})

    def apply(self, p: ShockPosition, action: int) -> None:
        """Fire."""
        target = action - p.battle.unit_at
        hexes = p.hexes_of(target)
        in_reach = fire_targets(p, self.unit)
        h = next((x for x in hexes if in_reach >> x & 1), hexes[0])
        p.stack.append(FireRoll(self.battery, h, 0, self.unit))

    def prompt(self, p: ShockPosition) -> str:
        """At whom?"""
        how = " in grand battery" if self.battery else ""
        return f"{p.battle.names[self.unit]} fires{how}: at whom?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to fire."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The target."""
        return f"> {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit that fires."""
        return (p.uid(self.unit),)


class FireRoll(Roll):
    """A shot at a hex; `reaction` marks fire at an attacker in the enemy's activation."""

    __slots__ = ("battery", "hex", "reaction", "unit")

    def __init__(self, battery: int, hex: int, reaction: int, unit: int) -> None:
        self.battery = battery
        self.hex = hex
        self.reaction = reaction
        self.unit = unit

    def roller(self, p: ShockPosition) -> int:
        """The firer's owner."""
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The firer and the target hex."""
        return (p.uid(self.unit), p.hid(self.hex))

    def firers(self, p: ShockPosition) -> list[int]:
        """The units that fire together."""
        if self.battery:
            return battery_of(p, self.unit)
        if self.reaction:
            return [self.unit]
        return firing_with(p, self.unit, self.hex)

    def check(self, p: ShockPosition) -> Check:
        """The fire check."""
        facts = fire_situation(p, self.firers(p), self.hex, self.battery)
        return p.battle.rules.fire_kind.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """The top unit of the hex suffers the result; a leader may fall."""
        battle = p.battle
        kind = battle.rules.fire_kind
        firers = self.firers(p)
        ranged = int(battle.kind[self.unit] == GUNS and self._distance(p) > 1)
        for v in firers:
            p.mark(v, REACTED if self.reaction else FIRED)
        top = p.top_unit(self.hex)
        code = kind.codes[outcome % len(kind.codes)]
        if p.ear is not None:
            who = " and ".join(battle.names[v] for v in firers)
            text = f"{who}: fire at {battle.names[top]}: {code}."
            p.tell(text, *(p.uid(v) for v in firers), p.uid(top))
        if outcome >= len(kind.codes):
            for leader in p.leaders_at(self.hex, battle.side[top]):
                p.stack.append(CasualtyRoll(leader))
        suffer(p, top, code, BY_FIRE, p.hex[self.unit], ranged)

    def _distance(self, p: ShockPosition) -> int:
        row = p.battle.grid.distance[self.hex]
        return min(row[h] for h in p.hexes_of(self.unit))


class CasualtyRoll(Roll):
    """A leader in a hex struck with an L."""

    __slots__ = ("leader",)

    def __init__(self, leader: int) -> None:
        self.leader = leader

    def roller(self, p: ShockPosition) -> int:
        """The enemy of the leader."""
        return 1 - p.battle.side[self.leader]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The leader."""
        return (p.uid(self.leader),)

    def check(self, p: ShockPosition) -> Check:
        """Killed on the printed face."""
        return p.battle.rules.casualty.check(CasualtyFacts())

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Remove him if he is killed."""
        if outcome and p.hex[self.leader] >= 0:
            p.eliminate(self.leader)
        elif p.ear is not None:
            p.tell(f"{p.battle.names[self.leader]} is unhurt.", p.uid(self.leader))
