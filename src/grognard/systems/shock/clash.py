"""The facts of a shock, read off the position: strengths, positions, morale, ground."""

from __future__ import annotations

from grognard.boards.hexmap import BRIDGE
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.charge import charge_strength
from grognard.systems.shock.fire import target_kind
from grognard.systems.shock.results import row_of
from grognard.systems.shock.shock_modifiers import (
    BUILDING,
    BUILT_UP,
    CHATEAU_COVER,
    FLANKING,
    FRONTAL,
    REARWARD,
    SURROUND,
    TWO_ZONES,
    VILLAGE_COVER,
    ShockFacts,
)
from grognard.systems.shock.state.kinds import (
    ASSAULTED,
    CHARGING,
    COUNTER,
    CRACK_ELITE,
    D1,
    D2,
    ELITE,
    FOOT,
    GARRISON,
    HEAVY_CAVALRY,
    HORSE,
    HORSE_ARTILLERY,
    LIGHT_CAVALRY,
    NONE,
    ROUTED,
    SQUARE,
    TURN,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import (
    BUILT_UP_VILLAGE,
    CHATEAU,
    CLEAR,
    CULTIVATED,
    DEEP_STREAM,
    MARSH,
    MARSHY_STREAM,
    RAVINE,
    RIVER,
    STEEP,
    STREAM,
    TACTICAL,
    VILLAGE,
    WET,
    WOODS,
)
from grognard.systems.shock.zones import zone_of, zone_struck

QUARTERS = 4  # strengths are counted in quarter points: two halvings leave whole numbers


class ClashRules:
    """Strengths before walls and bridges."""

    def __init__(self, book: Rulebook) -> None:
        self.chateau_most = book.int("shock.rulings.shock.chateau", "most_strength")
        self.bridge_times = book.int("shock.drm.terrain.river-bridge", "times")
        self.bridge_divide = book.int("shock.drm.terrain.river-bridge", "divide")


def crosses(p: ShockPosition, u: int, h: int, t: int) -> bool:
    """Whether a unit can attack or step from a hex into the next one."""
    battle = p.battle
    d = battle.grid.direction_of(h, t)
    if d < 0:
        return False
    return battle.graph(battle.kind[u], TACTICAL | WET).costs[h][d] > 0


def fought(p: ShockPosition, t: int) -> list[int]:
    """The hexes of a fight for a hex: both of a line that stands there."""
    top = p.top_unit(t)
    return p.hexes_of(top) if top >= 0 else [t]  # shock.rulings.extended-line.one-combat


def strikes(p: ShockPosition, u: int, h: int, t: int) -> bool:
    """Whether a unit can attack a hex from the next one."""
    if p.battle.kind[u] == HORSE and t in p.battle.chateaux:  # shock.rulings.shock.chateau
        return False
    return crosses(p, u, h, t)


def struck_from(p: ShockPosition, u: int, h: int, t: int) -> int:
    """The hex of a fight a unit strikes from a hex: its target or the other half; or -1."""
    return next((x for x in (t, *fought(p, t)) if strikes(p, u, h, x)), NONE)


def attack_hexes(p: ShockPosition, u: int, t: int) -> list[int]:
    """The hexes from which a unit attacks."""
    return [h for h in p.hexes_of(u) if struck_from(p, u, h, t) >= 0]


def contacts(p: ShockPosition, attackers: list[int], t: int) -> list[tuple[int, int]]:
    """The hexes from which units attack, each with the hex it strikes."""
    pairs = [(h, struck_from(p, u, h, t)) for u in attackers for h in p.hexes_of(u)]
    return [(h, x) for h, x in pairs if x >= 0]


def defenders_of(p: ShockPosition, attackers: list[int], t: int) -> list[int]:
    """The units in the hexes that are struck, those of the main hex first."""
    struck = dict.fromkeys([t, *(x for _, x in contacts(p, attackers, t))])
    return list(dict.fromkeys(v for x in struck for v in p.units_at(x)))


def sides_crossed(p: ShockPosition, u: int, t: int) -> list[int]:
    """The flags of the hexsides over which a unit attacks."""
    grid, side = p.battle.grid, p.battle.ground.side
    return [side[h][grid.direction_of(h, x)] for h, x in contacts(p, [u], t)]


def attacks_down_steep(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a unit attacks down a steep slope."""
    level = p.battle.ground.level
    falls = [level[h] > level[x] for h, x in contacts(p, [u], t)]
    steep = [flags & STEEP for flags in sides_crossed(p, u, t)]
    return any(a and b for a, b in zip(falls, steep, strict=True))


def strength(p: ShockPosition, u: int, t: int, defender: int) -> int:
    """A unit's attacking strength in quarter points, after charge and bridge."""
    battle = p.battle
    points = p.steps[u] * QUARTERS
    if battle.kind[u] == HORSE:
        points = charge_strength(p, u, struck_from(p, u, p.hex[u], t), defender, points)
    if p.order[defender] == ROUTED:  # shock.routed.no-terrain-benefit
        return points
    if all(flags & RIVER and flags & BRIDGE for flags in sides_crossed(p, u, t)):
        points = points * battle.rules.clash.bridge_times // battle.rules.clash.bridge_divide
    return points


def defence_strength(p: ShockPosition, defenders: list[int], walled: bool) -> int:
    """The defenders' strength in quarter points; walls let only so many fight, beside their own."""
    battle = p.battle
    units = own = 0
    for v in defenders:
        if battle.arm[v] == GARRISON:
            own += p.steps[v]
        else:
            units += p.steps[v]
    if walled:
        units = min(units, battle.rules.clash.chateau_most)
    return (units + own) * QUARTERS


def position_of(p: ShockPosition, attackers: list[int], t: int, defender: int) -> int:
    """The row of the position modifiers that is best for the attacker."""
    rules = p.battle.rules.shock_modifiers
    hexes = set(contacts(p, attackers, t))
    zones = {zone_struck(p, defender, x, h) for h, x in hexes}
    if p.flags[defender] & SQUARE:  # shock.rulings.shock.square
        return FRONTAL
    if len(zones) >= rules.surround_zones or len(hexes) >= rules.surround_hexes:
        return SURROUND
    if len(zones) >= rules.two_zones:
        return TWO_ZONES
    if 1 in zones:
        return FLANKING
    return REARWARD if 2 in zones else FRONTAL


def other_zones(p: ShockPosition, attackers: list[int], t: int) -> int:
    """How many attacking hexes lie in the zone of an enemy whom nobody attacks."""
    battle = p.battle
    side = 1 - battle.side[attackers[0]]
    # shock.rulings.shock.other-enemies
    attacked = {t, *p.target}
    zone = 0
    for v in battle.units_of[side]:
        spared = p.hex[v] >= 0 and not p.flags[v] & ASSAULTED
        if spared and attacked.isdisjoint(p.hexes_of(v)):
            zone |= zone_of(p, v)
    hexes = {h for u in attackers for h in attack_hexes(p, u, t)}
    return sum(zone >> h & 1 for h in hexes)


def combined_arms(p: ShockPosition, attackers: list[int], t: int) -> bool:
    """Infantry and cavalry attack together, or cavalry beside its horse artillery."""
    battle = p.battle
    kinds = {battle.kind[u] for u in attackers}
    if FOOT in kinds and HORSE in kinds:
        return True
    if HORSE not in kinds:
        return False
    struck = dict.fromkeys(x for _, x in contacts(p, attackers, t))
    near = {n for x in struck for n in battle.grid.neighbours[x] if n >= 0}
    return any(
        battle.arm[v] == HORSE_ARTILLERY and p.hex[v] in near and p.order[v] != ROUTED
        for v in battle.units_of[battle.side[attackers[0]]]
    )


def share(p: ShockPosition, attackers: list[int], t: int, flag: int) -> int:
    """Whether none, some or all attackers attack across a water, not over a bridge."""
    wet = [
        # shock.rulings.shock.crossings
        all(flags & flag and not flags & BRIDGE for flags in sides_crossed(p, u, t))
        for u in attackers
    ]
    return 2 if all(wet) else 1 if any(wet) else 0


def cover_of(p: ShockPosition, t: int) -> int:
    """The row of buildings that covers a hex."""
    ground = p.battle.ground
    if ground.ground[t] == CHATEAU:
        return CHATEAU_COVER
    if ground.ground[t] == BUILT_UP_VILLAGE:
        return BUILT_UP
    if ground.ground[t] == VILLAGE:
        return VILLAGE_COVER
    return BUILDING if ground.buildings >> t & 1 else 0


def slopes(p: ShockPosition, attackers: list[int], t: int) -> tuple[bool, bool, bool]:
    """Whether the attack (all of it, by ruling) goes downhill, uphill, or up a steep slope."""
    battle = p.battle
    level = battle.ground.level
    down, up, steep = [], [], []
    for h, x in contacts(p, attackers, t):
        d = battle.grid.direction_of(h, x)
        rise = level[x] - level[h]
        down.append(rise < 0)  # shock.rulings.shock.levels
        up.append(rise > 0)
        steep.append(rise > 0 and bool(battle.ground.side[h][d] & STEEP))
    # shock.rulings.shock.all-attackers
    return all(down), all(up) and not all(steep), all(steep)


def main_attacker(p: ShockPosition, attackers: list[int]) -> int:
    """The attacker that bears the losses: the strongest, the first of equals."""
    # shock.rulings.shock.losses
    return max(attackers, key=lambda u: (p.steps[u], -u))


def clash_situation(p: ShockPosition, attackers: list[int], t: int) -> ShockFacts:
    """The facts of a shock."""
    battle = p.battle
    few = battle.rules.shock_modifiers
    defenders = defenders_of(p, attackers, t)
    struck = {x for _, x in contacts(p, attackers, t)} or {t}
    top = p.top_unit(t)
    cavalry_only = all(battle.kind[u] == HORSE for u in attackers)
    by_arm = 1 if cavalry_only else 2
    down, up, steep = slopes(p, attackers, t)
    turn = p.clock[TURN]
    side = battle.side[attackers[0]]
    grounds = {battle.ground.ground[x] for x in struck}
    ground = grounds.pop() if len(grounds) == 1 else CLEAR  # it must cover all that is struck
    main = main_attacker(p, attackers)
    heavy = heavy_modifiers(p, attackers, t, top)
    elites = [battle.elite[u] for u in attackers]
    other = {CULTIVATED: 1, MARSH: 2}.get(ground, 0)
    if not other and any(f & RAVINE for u in attackers for f in sides_crossed(p, u, t)):
        other = 3
    return ShockFacts(
        attack=sum(strength(p, u, t, top) for u in attackers),
        defence=defence_strength(p, defenders, ground == CHATEAU),
        position=position_of(p, attackers, t, top),
        combined_arms=int(combined_arms(p, attackers, t)),
        other_zoc=other_zones(p, attackers, t),
        heavy_vs_light=heavy[0],
        heavy_frontal=heavy[1],
        heavy_vs_disordered=heavy[2],
        line_attacker=int(any(p.second[u] >= 0 for u in attackers)),
        line_defender=int(p.second[top] >= 0),
        ney=int(any(with_ney(p, u) for u in attackers)),
        wet_attacker=int(battle.wet[side][turn]),
        wet_defender=int(battle.wet[1 - side][turn]),
        defender_routed=int(p.order[top] == ROUTED and not cavalry_only),
        defender_d2=int(any(p.order[v] == D2 for v in defenders)),
        defender_d1=int(any(p.order[v] == D1 for v in defenders)),
        attacker_d1=int(any(p.order[u] == D1 for u in attackers)),
        elite=elites.count(ELITE),
        crack=elites.count(CRACK_ELITE),
        one_step_attacker=int(any(p.steps[u] <= few.few_attacking for u in attackers)),
        one_step_defender=int(p.steps[top] <= few.few_defending),
        downhill=by_arm if down else 0,
        woods=by_arm if ground == WOODS else 0,
        cover=min(cover_of(p, x) for x in struck),
        deep_stream=share(p, attackers, t, DEEP_STREAM),
        marshy_stream=share(p, attackers, t, MARSHY_STREAM),
        stream=int(share(p, attackers, t, STREAM) == 2),  # shock.rulings.shock.all-attackers
        uphill=int(up),
        up_steep=int(steep),
        other_ground=other,
        attacker=1 + battle.kind[main],
        attacker_state=row_of(p, main),
        attacker_cohesion=battle.cohesion[main],
        attacker_steps=p.steps[main],
        defender=target_kind(p, top),
        defender_state=row_of(p, top),
        defender_cohesion=battle.cohesion[top],
        defender_steps=p.steps[top],
        charging=int(bool(p.flags[main] & CHARGING)),
    )


def heavy_modifiers(
    p: ShockPosition, attackers: list[int], t: int, top: int
) -> tuple[int, int, int]:
    """The three charge modifiers of heavy cavalry; a countercharge takes them away."""
    battle = p.battle
    if p.flags[top] & (COUNTER | SQUARE):  # shock.rulings.charge.countercharge
        return 0, 0, 0
    heavy = [u for u in attackers if battle.arm[u] == HEAVY_CAVALRY and p.flags[u] & CHARGING]
    if not heavy:
        return 0, 0, 0
    light = battle.arm[top] == LIGHT_CAVALRY
    frontal = any(zone_struck(p, top, x, h) == 0 for h, x in contacts(p, heavy, t))
    shaken = battle.kind[top] == FOOT and p.order[top] in (D1, D2)
    return int(light), int(frontal), int(shaken)


def with_ney(p: ShockPosition, u: int) -> bool:
    """Whether a unit is stacked with Ney."""
    battle = p.battle
    return any(
        "ney" in battle.pieces[v].traits and p.hex[v] in p.hexes_of(u)
        for v in battle.leaders_of[battle.side[u]]
    )
