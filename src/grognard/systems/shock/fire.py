"""Fire combat: who may fire at whom, grand batteries, and the facts of a shot."""

from __future__ import annotations

from grognard.boards.hexes import bits
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import d1_limits
from grognard.systems.shock.fire_table import (
    GARRISON_TARGET,
    IN_BUILT_UP,
    IN_CHATEAU,
    IN_VILLAGE,
    IN_WOODS,
    OPEN,
    FireFacts,
)
from grognard.systems.shock.moving.sight import (
    crosses_crest,
    fire_arc,
    goes_down,
    goes_up,
    seen_from,
)
from grognard.systems.shock.results import row_of
from grognard.systems.shock.state.kinds import (
    ACTIVE,
    D2,
    DONE,
    ENGAGED,
    FIRED,
    GARRISON,
    GUNS,
    HORSE,
    MARCHED,
    MOVED,
    MOVED_LAST,
    NONE,
    OFFICER,
    REACTED,
    ROUTED,
    SQUARE,
    TURN,
    USED,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import BUILT_UP_VILLAGE, CHATEAU, VILLAGE, WOODS

COVER_OF_GROUND = {
    WOODS: IN_WOODS,
    VILLAGE: IN_VILLAGE,
    BUILT_UP_VILLAGE: IN_BUILT_UP,
    CHATEAU: IN_CHATEAU,
}


class FireRules:
    """Ranges of infantry fire, and what a grand battery needs."""

    def __init__(self, book: Rulebook) -> None:
        self.infantry_range = book.int("shock.rulings.fire.who", "infantry_range")
        self.battery_units = book.int("shock.rulings.fire.grand-battery", "units")
        self.battery_strength = book.int("shock.rulings.fire.grand-battery", "strength")
        self.battery_turns = book.int("shock.rulings.fire.grand-battery", "turns")
        self.battery_army = book.word("shock.rulings.fire.grand-battery", "army")


def can_fire(p: ShockPosition, u: int) -> bool:
    """Whether a unit's own state lets it fire."""
    if p.hex[u] < 0 or p.battle.kind[u] in (OFFICER, HORSE):  # shock.rulings.ratings
        return False
    if p.order[u] in (D2, ROUTED):  # shock.d2.no-fire, shock.routed.no-action
        return False
    return not p.flags[u] & MARCHED  # shock.rulings.strategic


def may_fire(p: ShockPosition, u: int) -> bool:
    """Whether a unit may fire in its activation."""
    return has_shot(p, u) and bool(led_targets(p, u))


def led_targets(p: ShockPosition, u: int) -> int:
    """The hexes a unit may be ordered to fire at: a gun that would join another's fire is not."""
    top = top_gun(p, u)
    joint = fire_targets(p, top) if top >= 0 and has_shot(p, top) else 0
    return fire_targets(p, u) & ~joint


def top_gun(p: ShockPosition, u: int) -> int:
    """The gun on top of a gun, with which it fires as one, -1 if there is none."""
    battle = p.battle
    top = p.upper[p.hex[u]]
    both = p.lower[p.hex[u]] == u and battle.kind[top] == GUNS == battle.kind[u]
    return top if both else NONE  # shock.rulings.fire.combining


def has_shot(p: ShockPosition, u: int) -> bool:
    """Whether a unit has its fire of this turn left; engaged units and guns that moved have not."""
    if p.flags[u] & (FIRED | ENGAGED | DONE) or not can_fire(p, u):
        return False
    return p.battle.kind[u] != GUNS or not p.flags[u] & USED  # shock.rulings.fire.when


def may_react(p: ShockPosition, u: int) -> bool:
    """Whether a unit has its reaction fire left."""
    # Engaged units too: shock.rulings.fire.reaction, shock.rulings.fire.engaged
    return not p.flags[u] & REACTED and can_fire(p, u)


def fire_targets(p: ShockPosition, u: int) -> int:
    """The hexes a unit may fire at."""
    battle = p.battle
    enemy = p.occupied(1 - battle.side[u])
    near = front_hexes(p, u) & enemy
    if battle.kind[u] != GUNS:
        reach = battle.rules.fire.infantry_range
        return near if reach == 1 else _within(p, u, enemy, reach)
    if near:  # shock.rulings.fire.nearest-enemy
        return near
    return _within(p, u, enemy, battle.range[u])


def _within(p: ShockPosition, u: int, enemy: int, reach: int) -> int:
    """The enemy hexes in a unit's arc, range and sight."""
    battle = p.battle
    h = p.hex[u]
    there = enemy & battle.grid.disk(h, reach)
    if there:
        there &= fire_arc(battle, h, p.facing[u])
    return there & seen_from(battle, h, there) if there else 0


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


def battery_at(p: ShockPosition, u: int, target: int) -> list[int]:
    """The guns that would fire at a hex in grand battery with a gun; empty if it leads none.

    The lowest number of the active ones leads, so that each battery is offered once.
    """
    able = [v for v in massed_guns(p, p.battle.side[u]) if fire_targets(p, v) >> target & 1]
    group = _side_by_side(p, u, able) if u in able else []
    if not enough(p, group):
        return []
    leader = min(v for v in group if v == u or p.flags[v] & ACTIVE)
    return [u, *sorted(v for v in group if v != u)] if leader == u else []


def _side_by_side(p: ShockPosition, u: int, able: list[int]) -> list[int]:
    """Of some guns those that stand side by side with one, or with others that do."""
    group = [u]
    for v in group:  # grows while it is gone through
        group.extend(w for w in able if w not in group and _touch(p, v, w))
    return group


def enough(p: ShockPosition, guns: list[int]) -> bool:
    """Whether guns are numerous or strong enough for a grand battery."""
    rules = p.battle.rules.fire
    strength = sum(p.steps[v] for v in guns)
    return len(guns) >= rules.battery_units or strength >= rules.battery_strength


def masses(p: ShockPosition, guns: list[int]) -> bool:
    """Whether some guns, the leader first, are a grand battery by themselves."""
    return enough(p, guns) and len(_side_by_side(p, guns[0], guns)) == len(guns)


def massed_guns(p: ShockPosition, side: int) -> list[int]:
    """The guns of a side that stood still long enough to mass; none if they are too few."""
    battle = p.battle
    if not battery_allowed(p, side):
        return []
    moved = MOVED if battle.rules.fire.battery_turns == 1 else MOVED | MOVED_LAST
    still = [
        v
        for v in battle.units_of[side]
        if battle.kind[v] == GUNS and not p.flags[v] & moved and has_shot(p, v)
    ]
    return still if enough(p, still) else []


def battery_allowed(p: ShockPosition, side: int) -> bool:
    """Whether a side may form grand batteries: the French, or whom the battle lets."""
    battle = p.battle
    army = battle.roster.sides[side].army
    if army == battle.rules.fire.battery_army:
        return True
    return battle.special("grand-battery", side, p.clock[TURN])


def _touch(p: ShockPosition, v: int, w: int) -> bool:
    return p.battle.grid.distance[p.hex[v]][p.hex[w]] <= 1


def battery_targets(p: ShockPosition, u: int) -> int:
    """The hexes at which a gun can lead a grand battery."""
    if p.battle.kind[u] != GUNS or not massed_guns(p, p.battle.side[u]):
        return 0
    mask = 0
    for t in bits(fire_targets(p, u)):
        if battery_at(p, u, t):
            mask |= 1 << t
    return mask


def firing_with(p: ShockPosition, u: int, target: int, reaction: int) -> list[int]:
    """The guns that add their strength: two batteries on one hex fire as one."""
    battle = p.battle
    if battle.kind[u] != GUNS:
        return [u]
    # shock.rulings.fire.combining
    h = p.hex[u]
    found = [u]
    for v in (p.upper[h], p.lower[h]):
        if v < 0 or v == u or battle.kind[v] != GUNS or not fire_targets(p, v) >> target & 1:
            continue
        if may_react(p, v) if reaction else has_shot(p, v):
            found.append(v)
    return found


def strength_at(p: ShockPosition, u: int, target: int) -> int:
    """The strength points a unit fires with: of a line only the halves next to the target."""
    steps = p.steps[u]
    second = p.second[u]
    if second < 0:
        return steps
    # shock.rulings.extended-line.fire
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
    rules = battle.rules.fire_table
    u = firers[0]
    guns = battle.kind[u] == GUNS
    top = p.top_unit(target)
    units = p.units_at(target)
    army = battle.army[u]
    # What holds back one of them holds back all: shock.rulings.fire.together
    places = [h for v in firers for h in firing_hexes(p, v, target)]
    row = battle.grid.distance[target]
    garrison = battle.arm[u] == GARRISON
    return FireFacts(
        arm=int(guns),
        sp=sum(strength_at(p, v, target) for v in firers),
        battery=battery,
        massed=int(target_strength(p, target) >= rules.massed_strength),
        square=int(bool(p.flags[top] & SQUARE)),
        cavalry=int(battle.kind[top] == HORSE),
        routed=int(p.order[top] == ROUTED),
        from_built_up=int(all(battle.ground.ground[h] == BUILT_UP_VILLAGE for h in places)),
        artillery_only=int(all(battle.kind[v] == GUNS for v in units)),
        d1_firer=int(any(d1_limits(p.order[v]) for v in firers)),
        cover=COVER_OF_GROUND.get(battle.ground.ground[target], OPEN),
        up_steep=int(any(goes_up(battle, h, target) for h in places)),
        down_steep=int(any(goes_down(battle, h, target) for h in places)),
        crest=int(guns and any(crosses_crest(battle, h, target) for h in places)),
        wet=int(not guns and battle.wet[battle.side[u]][p.clock[TURN]]),
        anglo_allied=int(
            not guns
            and not garrison
            and army == rules.anglo_allied_army
            and battle.pieces[u].nation != rules.excepted
        ),
        ids=int(garrison),
        french_guns=int(guns and army == rules.french_army),
        prussian_guns=int(guns and army == rules.prussian_army),
        maximum_range=int(guns and any(row[p.hex[v]] == battle.range[v] for v in firers)),
        leader=int(bool(p.leaders_at(target, battle.side[top]))),
        ranged=int(guns and all(row[p.hex[v]] > 1 for v in firers)),
        target=target_kind(p, top),
        state=row_of(p, top),
        cohesion=battle.cohesion[top],
        steps=p.steps[top],
    )


def target_kind(p: ShockPosition, u: int) -> int:
    """A unit as one of TARGET_KINDS."""
    return GARRISON_TARGET if p.battle.arm[u] == GARRISON else 1 + p.battle.kind[u]


def firing_hexes(p: ShockPosition, u: int, target: int) -> list[int]:
    """The hexes a unit's fire comes from: of a line the halves next to the target."""
    row = p.battle.grid.distance[target]
    nearest = min(row[h] for h in p.hexes_of(u))
    return [h for h in p.hexes_of(u) if row[h] == nearest]


def fires_from(p: ShockPosition, u: int, target: int) -> int:
    """The hex from which a unit's fire strikes: of a line a half next to the target."""
    return firing_hexes(p, u, target)[0]


def target_strength(p: ShockPosition, target: int) -> int:
    """The strength of a target hex: the whole stack; of a line the half that stands there."""
    total = 0
    for v in p.units_at(target):
        if p.second[v] >= 0:
            total += (p.steps[v] + 1) // 2 if target == p.hex[v] else p.steps[v] // 2
        else:
            total += p.steps[v]
    return total
