"""The charge: who may charge whom, the facing change first, then on into contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.table.lattice import Pose, bearing, within_arc
from grognard.boards.table.rect import Rect, within
from grognard.boards.table.slide import Swept
from grognard.systems.brigades.flanks import began_behind, edge_touches
from grognard.systems.brigades.moving.rates import closed_at
from grognard.systems.brigades.sight import sees
from grognard.systems.brigades.state.ground import building_of, in_broken_ground
from grognard.systems.brigades.state.kinds import (
    ASA,
    COMMANDER,
    GUNS,
    HORSE,
    HORSE_SKIRMISHER,
    SKIRMISHERS,
)
from grognard.systems.brigades.state.position import COLUMN, LIMBERED, RALLIED, BrigadesPosition

if TYPE_CHECKING:
    from grognard.systems.brigades.moving.mover import Mover
    from grognard.systems.brigades.moving.tried import Tried


def sheltered(p: BrigadesPosition, v: int) -> bool:
    """Whether cavalry cannot simply ride a skirmisher down: in broken ground or a building."""
    if building_of(p, v) >= 0:
        return True
    if not p.battle.rules.terrain.broken_shelters:
        return False
    return in_broken_ground(p, v)


def rideable(p: BrigadesPosition, v: int) -> bool:
    """Whether a stand is ridden through by a charging cavalry brigade."""
    return p.battle.arm[v] in SKIRMISHERS and not p.routed(v) and not sheltered(p, v)


def may_charge(mover: Mover) -> str:
    """Why a unit may not charge at all now; empty if it may."""
    p, u, rules = mover.p, mover.u, mover.battle.rules
    if mover.arm == COMMANDER:
        return "a commander does not charge"
    if not any(rules.targets[mover.arm]):
        return "it may not charge"
    if p.state[u] & RALLIED and rules.rallied_halts:
        return "it rallied this turn"
    if mover.column and not rules.column_melee:
        return "a march column may not charge"
    if p.tired[mover.battle.division[u]] and rules.exhausted_no_contact:
        return "its division is exhausted and may not move into contact"
    if mover.went == 2 or mover.turns > rules.charge_turns:
        return "a charge has one facing change, before it moves"
    return ""


def may_strike(p: BrigadesPosition, u: int, v: int) -> str:
    """Why a stand may not charge another by the charge table; empty if it may."""
    battle = p.battle
    rules = battle.rules
    arm, foe = battle.arm[u], battle.arm[v]
    if battle.traits[v] & ASA and p.disordered(u) and rules.asa_refuses:
        return f"disordered it may not charge {p.name(v)}"
    if arm < COMMANDER and rules.targets[arm][foe]:
        return ""
    if arm == HORSE_SKIRMISHER and foe == GUNS and rules.screen_hits_gun_flanks:
        flank = began_behind(p, u, v)
        return "" if flank else f"it may charge {p.name(v)} in the flank only"
    if arm == HORSE_SKIRMISHER and foe <= HORSE:
        hits = rules.screen_hits
        state = p.state[v]
        if (
            (hits["routed"] and p.routed(v))
            or (hits["column"] and state & COLUMN)
            or (hits["disordered"] and p.disordered(v))
            or (hits["limbered"] and state & LIMBERED)
        ):
            return ""
    return f"it may not charge {p.name(v)}"


def refuse_charge(
    mover: Mover, tried: Tried, swept: Swept, end: Rect, struck: list[int], beside: list[int]
) -> str:
    """Why a leg into contact is no charge; else the enemy struck is kept in `tried`.

    `struck` are those it would touch, `beside` those to whom it would come too near otherwise.
    """
    rules = mover.battle.rules
    p = mover.p
    why = may_charge(mover)
    if why:
        return why if rules.contact_by_charge else ""
    if tried.turned and (mover.went or mover.turns + tried.turned > rules.charge_turns):
        return "a charge has one facing change, before it moves"
    arc = rules.break_arc if mover.breaking else rules.charge_arc
    if not within_arc(end.shape.facing, swept.vx, swept.vy, arc):
        return "a charge goes ahead or at a slant"
    for v in tried.ridden:
        why = _refuse_target(mover, v)
        if why:
            return why
    if not struck:
        return mover.too_near(beside[-1]) if beside else ""
    why = "a charge strikes with the front"
    for v in struck:
        b = p.rect(v)
        tail = p.tail(v)
        touched = any(
            wanted
            and (
                edge_touches(p, end, edge, b)
                or (tail is not None and edge_touches(p, end, edge, tail))
            )
            for edge, wanted in enumerate(rules.touch_edges)
        )
        if not touched:
            continue
        refused = _refuse_target(mover, v)
        if not refused:
            tried.target = v
            return _refuse_others(mover, v, struck + beside)
        why = refused
    return why


def _refuse_others(mover: Mover, target: int, near: list[int]) -> str:
    """Why a charge at one enemy may not come so near to some others."""
    for v in near:
        if v != target and _refuse_target(mover, v):
            return f"{mover.too_near(v)}, whom it may not charge"
    return ""


def _refuse_target(mover: Mover, v: int) -> str:
    """Why this very enemy may not be charged."""
    p, u, rules = mover.p, mover.u, mover.battle.rules
    why = may_strike(p, u, v)
    if why:
        return why
    if rules.charge_visible and not sees(p, u, v, at_start=not mover.breaking):
        return f"it did not see {p.name(v)} when the turn began"
    if rules.charge_open_ground:
        b = p.rect(v)
        if closed_at(mover.battle, mover.land, mover.arm, b.x, b.y):
            return f"{p.name(v)} stands where it may not go"
    return ""


def charges(mover: Mover) -> list[tuple[Pose, int]]:
    """A pose in contact with each enemy in reach: straight ahead, or turned towards it first."""
    if may_charge(mover):
        return []
    p, u, a = mover.p, mover.u, mover.a
    facing = p.facing[u]
    found: list[tuple[Pose, int]] = []
    reach = mover.reach()
    for v, b in zip(mover.foes, mover.foe_rects, strict=True):
        if not within(a, b, reach) or (may_strike(p, u, v) and not p.routed(v)):
            continue
        turns = [facing]
        towards = bearing(b.x - a.x, b.y - a.y)
        spare = mover.turns < mover.battle.rules.charge_turns and not mover.went
        if towards != facing and spare and not mover.breaking:
            turns.append(towards)
        pose = mover.into_contact(b, turns, reach)
        if pose is not None:
            found.append((pose, v))
    return found
