"""The charge: one facing change at its start, then straight ahead into contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.table.lattice import Pose, bearing, stray, within_arc
from grognard.boards.table.rect import Rect, gap
from grognard.boards.table.slide import Swept
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.field import front_touches
from grognard.systems.onepage.state.kinds import arms
from grognard.systems.onepage.state.position import JUST_TURNED, RECOVERED, WENT

if TYPE_CHECKING:
    from grognard.systems.onepage.movement import Mover, Tried


class ChargeRules:
    """Who charges, and how often he turns for it."""

    def __init__(self, book: Rulebook) -> None:
        self.turns = book.int("onepage.move.charge.facing", "most")
        self.arms = arms(book, "onepage.rulings.chargers")


def may_charge(mover: Mover) -> str:
    """Why a unit may not charge at all now; empty if it may."""
    rules = mover.battle.rules.charge
    if not rules.arms[mover.arm]:
        return "it may not charge"
    if mover.p.state[mover.u] & RECOVERED:  # onepage.disorder.no-charge
        return "it recovered this turn and may not charge"
    if mover.leg.went & WENT or mover.leg.turns > rules.turns:
        return "a charge has one facing change at its start, and then goes straight"
    return ""


def refuse_charge(mover: Mover, tried: Tried, swept: Swept, end: Rect, struck: list[int]) -> str:
    """Why a leg into contact is no charge; else the enemy struck is kept in `tried`."""
    rules = mover.battle.rules
    p = mover.p
    why = may_charge(mover)
    if why:
        return why
    facing = end.shape.facing
    turned = int(facing != mover.a.shape.facing) + int(mover.leg.went & JUST_TURNED > 0)
    if mover.leg.turns + turned > rules.charge.turns:
        return "a charge has one facing change at its start, and then goes straight"
    strays = stray(facing, swept.vx, swept.vy) > rules.movement.straight
    ahead = within_arc(facing, swept.vx, swept.vy, rules.movement.arc)
    if strays or not ahead:  # onepage.move.charge.straight
        return "a charge goes straight ahead"
    # onepage.rulings.charge-seen
    hit = [i for i in struck if front_touches(p, end, mover.foe_rects[i])]
    if not hit:
        return "a charge strikes with the front"
    seen = [i for i in hit if mover.sees(mover.foes[i])]
    if not seen:
        return f"it does not see {p.name(mover.foes[hit[0]])}"
    tried.target = mover.foes[seen[0]]
    return ""


def charges(mover: Mover) -> list[tuple[Pose, int]]:
    """A pose in contact with each enemy in reach: straight ahead, or turned towards it first."""
    if may_charge(mover):
        return []
    a = mover.a
    facing = mover.p.facing[mover.u]
    found: list[tuple[Pose, int]] = []
    for v, b in zip(mover.foes, mover.foe_rects, strict=True):
        if gap(a, b) > mover.left:
            continue
        turns = [facing]
        towards = bearing(b.x - a.x, b.y - a.y)
        if towards != facing and mover.leg.turns < mover.battle.rules.charge.turns:
            turns.append(towards)
        pose = mover.into_contact(b, turns, mover.left)
        if pose is not None:
            found.append((pose, v))
    return found
