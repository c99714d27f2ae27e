"""Stacking: who may share a hex, what happens when a unit comes to one or leaves it, and
extended lines.

Sheet: Stacking; Extend/Retract Line of the terrain chart.
"""

from __future__ import annotations

from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import (
    ENGAGED,
    FOOT,
    GARRISON,
    GIVEN_UP,
    GUNS,
    HORSE,
    KIND_OF_ARM,
    LINED,
    MOVED,
    NONE,
    ROUTED,
    SQUARE,
    USED,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.state.roster import Piece
from grognard.systems.shock.terrain import PROHIBITED, TACTICAL


class StackingRules:
    """How many of an arm may share a hex, the strength of a line, a chateau's own strength."""

    def __init__(self, book: Rulebook) -> None:
        self.infantry = book.int("shock.stacking.infantry", "infantry")
        self.cavalry = book.int("shock.stacking.cavalry", "cavalry")
        self.guns = book.int("shock.stacking.two-artillery", "artillery")
        self.guns_strength = book.int("shock.stacking.two-artillery", "strength")
        self.line_strength = book.int("shock.rulings.extended-line.form", "strength")
        self.ids_cohesion = book.int("shock.rulings.chateau.ids", "cohesion")
        self.ids_weakest = book.int("shock.rulings.chateau.ids", "weakest")
        self.ids_strongest = book.int("shock.rulings.chateau.ids", "strongest")

    def lists(self, one: Piece, other: Piece) -> bool:
        """Whether the sheet lists these two units as a stack, in good order and not too strong."""
        kinds = [KIND_OF_ARM[one.arm], KIND_OF_ARM[other.arm]]
        foot, horse, guns = kinds.count(FOOT), kinds.count(HORSE), kinds.count(GUNS)
        together = one.command == other.command
        # Any artillery: shock.stacking.silesian-rifle.artillery
        if guns == 1:  # shock.stacking.infantry-artillery, shock.stacking.cavalry-artillery
            return True
        rifles = "silesian-rifle" in (*one.traits, *other.traits)
        if foot == 2 and rifles and together:  # shock.stacking.silesian-rifle.infantry
            return True
        if foot and horse:
            return False
        # Of one command: shock.stacking.two-artillery
        return foot <= self.infantry and horse <= self.cavalry and guns <= self.guns * together


def may_stack(p: ShockPosition, u: int, v: int) -> bool:
    """Whether two fighting units of one side may end in one hex."""
    battle = p.battle
    if ROUTED in (p.order[u], p.order[v]) or v not in battle.mates[u]:
        return False  # shock.routed.no-stacking
    if battle.kind[u] == battle.kind[v] == GUNS:  # shock.stacking.two-artillery
        return p.steps[u] + p.steps[v] <= battle.rules.stacking.guns_strength
    return True


def blocked_by_friends(p: ShockPosition, u: int) -> int:
    """The hexes in which a unit may not end because of friendly units there."""
    found: int | None = p.ranges.get((u,))
    if found is None:
        found = full_hexes(p, u)
        p.ranges[u,] = found
    return found


def full_hexes(p: ShockPosition, u: int) -> int:
    """The hexes whose friendly units a unit may not join, from scratch."""
    battle = p.battle
    mask = p.occupied(battle.side[u])
    # Units only: shock.rulings.stacking-leaders
    for h in battle.garrison_at:
        if p.upper[h] < 0:
            mask &= ~(1 << h)
    for h in p.hexes_of(u):
        if h >= 0 and p.lower[h] < 0:
            mask &= ~(1 << h)
    for v in battle.mates[u]:
        if p.hex[v] >= 0 and may_stack(p, u, v):
            for h in p.hexes_of(v):
                if p.lower[h] < 0:  # two units fill a hex
                    mask &= ~(1 << h)
    return mask


def follow_leaders(p: ShockPosition, u: int, left: int) -> None:
    """Leaders left alone on a hex go with the unit that gave it up."""
    if p.units_at(left):
        return
    for leader in p.leaders_at(left, p.battle.side[u]):
        p.ride(leader, p.hex[u])  # shock.rulings.leader-follows
        p.report(leader, f"goes with {p.battle.names[u]} to {p.battle.grid.name(p.hex[u])}")


def come_to(p: ShockPosition, u: int, h: int, deed: str = "") -> None:
    """Bring a unit to a hex: it takes the place, and leaders it would leave alone come along."""
    left = p.hex[u]
    p.place(u, h)
    p.mark(u, MOVED)
    if deed:
        p.report(u, f"{deed} to {p.battle.grid.name(h)}", p.hid(h))
    follow_leaders(p, u, left)
    arrive(p, u)


def draw_together(p: ShockPosition, u: int, h: int) -> None:
    """A line comes together on one of its hexes; a leader left on the other comes along."""
    other = p.second[u] if h == p.hex[u] else p.hex[u]
    p.shrink(u, h)
    p.report(u, f"retracts its line to {p.battle.grid.name(h)}", p.hid(h))
    follow_leaders(p, u, other)


def arrive(p: ShockPosition, u: int) -> None:
    """A unit has come to its hex: it takes the place, and enemy leaders alone there make off."""
    if p.hex[u] < 0:
        return
    side = p.battle.side[u]
    for h in p.hexes_of(u):
        for leader in p.leaders_at(h, 1 - side):
            displace(p, leader)
    note_reserved(p, u)
    occupy(p, u)


def occupy(p: ShockPosition, u: int) -> None:
    """A unit that is not routed takes the places where it stands; chateaux only infantry does."""
    if p.order[u] == ROUTED:
        return
    side = p.battle.side[u]
    for h in p.hexes_of(u):
        if h not in p.battle.chateaux:
            hold_places(p, h, side)
        elif p.battle.kind[u] == FOOT:
            take_chateau(p, h, side)


def hold_places(p: ShockPosition, h: int, side: int) -> None:
    """A side now holds the places on a hex; whoever held them loses their points."""
    for i, objective in enumerate(p.battle.objectives):
        if objective.kind == "hold" and objective.hex == h and p.held[i] != side:
            p.held[i] = side  # shock.rulings.places
            p.tell(
                f"{p.battle.side_name(side)} now holds {objective.name}:"
                f" {objective.points} points.",
                p.hid(h),
            )


def take_chateau(p: ShockPosition, h: int, side: int) -> None:
    """The last side whose infantry held a chateau alone controls it, and has its points."""
    place = p.battle.chateaux.index(h)
    if p.control[place] != side:
        p.control[place] = side  # shock.rulings.chateau.control
        p.tell(f"{p.battle.side_name(side)} now controls {place_name(p, h)}.", p.hid(h))
    garrison = p.battle.garrison_at.get(h, NONE)
    if garrison >= 0 and p.hex[garrison] >= 0 and p.battle.side[garrison] != side:
        p.eliminate(garrison, "its chateau is taken")
    hold_places(p, h, side)


def place_name(p: ShockPosition, h: int) -> str:
    """A hex by the name of its place, if the map has one."""
    names = [place.name for place in p.battle.ground.places if place.hex == h]
    return names[0] if names else f"the chateau in {p.battle.grid.name(h)}"


def note_reserved(p: ShockPosition, u: int) -> None:
    """The first time a unit held back by order comes near the enemy, its side pays for it."""
    for i, special in enumerate(p.battle.specials):
        if p.in_enemy_zoc(u) and held_back(p, u, i):
            p.clock[GIVEN_UP] |= 1 << i  # shock.rulings.reserved
            foe = p.battle.titles[1 - special.side]
            deed = "is near the enemy though held back"
            p.report(u, f"{deed}: the {foe} side wins {special.points} points")


def held_back(p: ShockPosition, u: int, i: int) -> bool:
    """Whether a unit is held back by a special rule, the price of which is not yet paid."""
    special = p.battle.specials[i]
    reserved = special.kind == "reserved" and u in special.pieces
    return reserved and not p.clock[GIVEN_UP] >> i & 1


def price_of(p: ShockPosition, u: int, h: int) -> str:
    """What it costs a unit held back by order to come to a hex, in words; mostly nothing."""
    if not p.zoc(1 - p.battle.side[u]) >> h & 1:
        return ""
    points = [s.points for i, s in enumerate(p.battle.specials) if held_back(p, u, i)]
    return f" giving {sum(points)} points" if points else ""  # shock.rulings.reserved


def displace(p: ShockPosition, leader: int) -> None:
    """A leader without troops in a hex the enemy enters joins the nearest friendly unit."""
    battle = p.battle
    row = battle.grid.distance[p.hex[leader]]
    units = [v for v in battle.units_of[battle.side[leader]] if p.hex[v] >= 0]
    hexes = [(row[h], v, h) for v in units for h in p.hexes_of(v)]
    if not hexes:  # shock.rulings.leader-ridden-over
        p.eliminate(leader, "the enemy enters his hex and no friendly unit is left to join")
        return
    _, nearest, h = min(hexes)
    p.ride(leader, h)
    p.report(leader, f"flees from the enemy to {battle.names[nearest]}", p.hid(h))


# -- extended line: one unit in two adjacent hexes -------------------------------------------


def extend_hexes(p: ShockPosition, u: int) -> int:
    """The hexes into which a unit may extend its line: those on its flanks."""
    battle = p.battle
    here = p.hex[u]
    side = battle.side[u]
    costs = battle.graph(battle.kind[u], TACTICAL).costs[here]
    mask = 0
    for d, n in enumerate(battle.grid.neighbours[here]):
        if n >= 0 and costs[d]:
            mask |= 1 << n
    mask &= battle.grid.flank_mask[here][p.facing[u]]
    lines = other_lines(p, u)
    if lines >> here & 1:  # shock.rulings.extended-line.form
        return 0
    return mask & ~p.occupied(1 - side) & ~p.zoc(1 - side) & ~blocked_by_friends(p, u) & ~lines


def other_lines(p: ShockPosition, u: int) -> int:
    """The hexes in which another unit of a unit's side stands in line."""
    mates = [v for v in p.battle.mates[u] if p.second[v] >= 0]
    mask = 0
    for h in (h for v in mates for h in p.hexes_of(v)):
        mask |= 1 << h
    return mask


def may_extend(p: ShockPosition, u: int) -> bool:
    """Infantry of the printed strength, whole, in order of march and out of contact."""
    battle = p.battle
    if battle.arm[u] == GARRISON or p.second[u] >= 0:
        return False
    if p.steps[u] < battle.rules.stacking.line_strength or p.order[u] == ROUTED:
        return False
    if p.flags[u] & (SQUARE | ENGAGED | USED | LINED):
        return False
    if battle.rules.terrain.change_line(battle.kind[u]) == PROHIBITED:
        return False
    return not p.in_enemy_zoc(u) and bool(extend_hexes(p, u))


def may_retract(p: ShockPosition, u: int) -> bool:
    """A line comes together by choice only outside enemy zones."""
    if p.second[u] < 0 or p.flags[u] & (USED | LINED):
        return False
    return not p.in_enemy_zoc(u)  # shock.rulings.extended-line.retract


class LineTo(UnitDecision):
    """The owner picks the second hex of a line, or the hex on which it comes together."""

    waits = "change its line"

    def options(self, p: ShockPosition) -> list[int]:
        """Flank hexes to extend into, or the two hexes of the line."""
        u = self.unit
        if p.second[u] >= 0:
            first = p.battle.hex_at
            return sorted((first + p.hex[u], first + p.second[u]))
        return p.battle.hex_actions(extend_hexes(p, u))

    def apply(self, p: ShockPosition, action: int) -> None:
        """Extend or retract, once a turn; it costs movement points."""
        u = self.unit
        p.mark(u, LINED)
        h = action - p.battle.hex_at
        if p.second[u] >= 0:
            draw_together(p, u, h)
        else:
            p.stretch(u, h)
        arrive(p, u)
        if p.ear is not None:
            where = " and ".join(p.battle.grid.name(x) for x in p.hexes_of(u))
            p.report(u, f"stands in {where}", p.hid(h))

    def prompt(self, p: ShockPosition) -> str:
        if p.second[self.unit] >= 0:
            return p.does(self.unit, "retracts its line: to which hex?")
        return p.does(self.unit, "extends its line: into which hex?")
