"""Attacks: whom a unit may attack, and whom it strikes at the end of a leg."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.boards.table.lattice import within_arc
from grognard.boards.table.rect import Rect, front
from grognard.boards.table.slide import Swept, sweeps
from grognard.systems.pulses.attached import fought
from grognard.systems.pulses.field import front_touches, in_rough, in_town, touches
from grognard.systems.pulses.moving.tried import Tried
from grognard.systems.pulses.state.kinds import ARTILLERY, CAVALRY, HEAVY, INFANTRY
from grognard.systems.pulses.state.position import PulsesPosition
from grognard.systems.pulses.status import AWAY, TURNING
from grognard.systems.pulses.terrain import crosses_impassable

if TYPE_CHECKING:
    from grognard.systems.pulses.manoeuvres import Mover

STRAIGHT: Final = 1  # steps off the front that still are straight ahead


def may_attack(p: PulsesPosition, u: int, v: int) -> str:
    """Why a unit may not attack another at all; empty if it may."""
    rules = p.battle.rules
    arm = p.battle.arm[u]
    if arm not in (INFANTRY, CAVALRY):
        return "only infantry and cavalry attack"
    # Guns on open ground are no way to their infantry in a town or wood.
    for each in (v, fought(p, v)):
        if arm == CAVALRY and rules.no_horse_in_town and in_town(p, each):
            return f"cavalry may not attack {p.name(each)} in the town"
        if p.battle.kind[u] == HEAVY and rules.no_heavy_in_rough and in_rough(p, each):
            return f"heavy cavalry may not attack {p.name(each)} in rough ground"
    return ""


def attack_on_the_spot(mover: Mover) -> Tried:
    """An attack on the spot: the front touches an enemy as the move begins."""
    fresh = not (mover.went or mover.faced) and mover.how not in (TURNING, AWAY)
    if not (fresh and mover.battle.rules.locked_fight and mover.arm != ARTILLERY):
        return Tried("it is there already")
    p = mover.p
    struck = [i for i, b in enumerate(mover.foe_rects) if touches(p, mover.a, b)]
    tried = Tried("")
    tried.why = _strike(mover, tried, struck, mover.a) if struck else "it is there already"
    return tried


def refuse_contact(mover: Mover, tried: Tried, swept: Swept, end: Rect, ahead: bool) -> str:
    """The enemy that is attacked by a leg, or why none may be."""
    rules = mover.battle.rules
    struck = [i for i, b in enumerate(mover.foe_rects) if _newly(mover, end, b)]
    if not struck:
        return ""
    if mover.arm == ARTILLERY:
        return "artillery keeps clear of the enemy"
    if not ahead and not rules.flank_contact:
        return "by a backward or sideways move it may not touch an enemy"
    aside = not within_arc(swept.stand.shape.facing, swept.vx, swept.vy, STRAIGHT)
    if ahead and aside and not rules.oblique_contact:
        return "by an oblique move it may not touch an enemy"
    passed = any(sweeps(swept, b) for _, b in mover.friends)
    if passed and not rules.pass_contact:
        return "it may not pass through friends into contact"
    return _strike(mover, tried, struck, end)


def _newly(mover: Mover, end: Rect, b: Rect) -> bool:
    """Whether a leg brings the unit into contact, or turns its front upon one it touches."""
    p = mover.p
    if not touches(p, end, b):
        return False
    if not touches(p, mover.a, b):
        return True
    if mover.how in (TURNING, AWAY) or not mover.battle.rules.locked_fight:
        return False
    return end.shape.facing != mover.a.shape.facing and front_touches(p, end, b)


def _strike(mover: Mover, tried: Tried, struck: list[int], end: Rect) -> str:
    """Attack the enemy before the middle of the front of those it touches, or say why not."""
    p = mover.p
    ahead = [i for i in struck if front_touches(p, end, mover.foe_rects[i])]
    x, y = front(end)
    ahead.sort(key=lambda i: (mover.foe_rects[i].x - x) ** 2 + (mover.foe_rects[i].y - y) ** 2)
    reasons = [
        may_attack(p, mover.u, mover.foes[i]) or _parted(mover, end, mover.foe_rects[i])
        for i in ahead
    ]
    for i, why in zip(ahead, reasons, strict=True):
        if not why:
            tried.target = mover.foes[i]
            return ""
    return reasons[0] if reasons else "contact is made with the front"


def _parted(mover: Mover, end: Rect, b: Rect) -> str:
    """Whether ground that nobody passes lies between a unit and the enemy it touches."""
    between = crosses_impassable(mover.battle, end.x, end.y, b.x, b.y)
    return "impassable ground lies between" if between else ""
