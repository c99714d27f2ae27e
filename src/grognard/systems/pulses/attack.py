"""Attacks: whom a unit may attack, whom it strikes; and batteries attached to infantry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.table.rect import Rect, front
from grognard.boards.table.slide import Swept, maybe_nearer
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.moving.distances import front_touches, touches
from grognard.systems.pulses.state.battle import ALONE
from grognard.systems.pulses.state.kinds import ARTILLERY, CAVALRY, HEAVY, INFANTRY
from grognard.systems.pulses.state.position import NOBODY, PulsesPosition
from grognard.systems.pulses.status import AWAY, TURNING
from grognard.systems.pulses.terrain import crosses_impassable, in_rough, in_town
from grognard.systems.tabletop.asking import OwnDecision
from grognard.systems.tabletop.mover import TableTried

if TYPE_CHECKING:
    from grognard.systems.pulses.manoeuvres import Mover


class AttackRules:
    """How close contact is."""

    def __init__(self, book: Rulebook) -> None:
        self.contact = book.int("pulses.rulings.contact", "thousandths")


class Tried(TableTried):
    """A leg that was tried, with whether it changed face and whether it left its place."""

    __slots__ = ("faced", "moved")

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.faced = 0
        self.moved = 0


def may_attack(p: PulsesPosition, u: int, v: int) -> str:
    """Why a unit may not attack another at all; empty if it may."""
    arm = p.battle.arm[u]
    if arm not in (INFANTRY, CAVALRY):
        return "only infantry and cavalry attack"
    # Guns on open ground are no way to their infantry in a town or wood.
    for each in (v, fought(p, v)):
        # pulses.combat.cavalry-not-into-town
        if arm == CAVALRY and in_town(p, each):
            return f"cavalry may not attack {p.name(each)} in the town"
        # pulses.combat.heavy-cavalry-not-into-rough
        if p.battle.kind[u] == HEAVY and in_rough(p, each):
            return f"heavy cavalry may not attack {p.name(each)} in rough ground"
    return ""


def within_attack(p: PulsesPosition, u: int, v: int) -> bool:
    """Whether a unit may go for an enemy: it may attack him, and no barred ground lies between."""
    a, b = p.rect(u), p.rect(v)
    return not (may_attack(p, u, v) or crosses_impassable(p.battle, a.x, a.y, b.x, b.y))


def attack_on_the_spot(mover: Mover) -> Tried:
    """An attack on the spot: the front touches an enemy as the move begins."""
    # pulses.rulings.locked
    fresh = not (mover.went or mover.faced) and mover.how not in (TURNING, AWAY)
    if not fresh or mover.arm == ARTILLERY:
        return Tried("it is there already")
    p = mover.p
    struck = [i for i, b in enumerate(mover.close_rects) if touches(p, mover.a, b)]
    tried = Tried("")
    tried.why = _strike(mover, tried, struck, mover.a) if struck else "it is there already"
    return tried


def refuse_contact(mover: Mover, tried: Tried, end: Rect, ahead: bool) -> str:
    """The enemy that is attacked by a leg, or why none may be."""
    # An oblique move may touch, and so may one through friends:
    # pulses.oblique.contact, pulses.interpenetration.contact
    near = maybe_nearer(Swept(end, 0, 0), mover.close_rects, mover.battle.rules.attack.contact + 1)
    struck = [i for i in near if _newly(mover, end, mover.close_rects[i])]
    if not struck:
        return ""
    if mover.arm == ARTILLERY:
        return "artillery keeps clear of the enemy"
    if not ahead:  # pulses.flank-move.no-contact
        return "by a backward or sideways move it may not touch an enemy"
    return _strike(mover, tried, struck, end)


def _newly(mover: Mover, end: Rect, b: Rect) -> bool:
    """Whether a leg brings the unit into contact, or turns its front upon one it touches."""
    p = mover.p
    if not touches(p, end, b):
        return False
    if not touches(p, mover.a, b):
        return True
    if mover.how in (TURNING, AWAY):
        return False
    # pulses.rulings.locked
    return end.shape.facing != mover.a.shape.facing and front_touches(p, end, b)


def _strike(mover: Mover, tried: Tried, struck: list[int], end: Rect) -> str:
    """Attack the enemy before the middle of the front of those it touches, or say why not."""
    p = mover.p
    ahead = [i for i in struck if front_touches(p, end, mover.close_rects[i])]
    x, y = front(end)
    ahead.sort(key=lambda i: (mover.close_rects[i].x - x) ** 2 + (mover.close_rects[i].y - y) ** 2)
    reasons = [
        may_attack(p, mover.u, mover.close[i]) or _parted(mover, end, mover.close_rects[i])
        for i in ahead
    ]
    for i, why in zip(ahead, reasons, strict=True):
        if not why:
            tried.target = mover.close[i]
            return ""
    return reasons[0] if reasons else "contact is made with the front"


def _parted(mover: Mover, end: Rect, b: Rect) -> str:
    """Whether ground that nobody passes lies between a unit and the enemy it touches."""
    between = crosses_impassable(mover.battle, end.x, end.y, b.x, b.y)
    return "impassable ground lies between" if between else ""


# -- attached artillery --------------------------------------------------------------------------


def may_attach(p: PulsesPosition, u: int) -> list[int]:
    """The infantry units a battery could be attached to where it stands."""
    battle = p.battle
    a = p.rect(u)
    return [
        v
        for v in p.units_in(battle.force[u])
        if battle.arm[v] == INFANTRY and touches(p, a, p.rect(v))
    ]


def guns_of(p: PulsesPosition, v: int) -> list[int]:
    return [u for u in p.units_in(p.battle.force[v]) if p.attached[u] == v]


def fought(p: PulsesPosition, v: int) -> int:
    """Whom an attack on a unit is fought with: attached guns share the fate of their infantry."""
    host = p.attached[v]
    return host if host >= 0 else v  # pulses.escape.attached


def detach(p: PulsesPosition, u: int) -> None:
    """Whoever moved out of base contact is attached no longer."""
    if p.battle.arm[u] == ARTILLERY:
        release(p, u)
        return
    for guns in guns_of(p, u) if u < p.battle.stands else []:
        if not touches(p, p.rect(guns), p.rect(u)):
            release(p, guns)


def release(p: PulsesPosition, guns: int) -> None:
    """Guns are attached to nobody any longer."""
    host, p.attached[guns] = p.attached[guns], NOBODY
    if host >= 0:
        p.say(guns, f"is attached to {p.name(host)} no longer", host)


class Attach(OwnDecision[PulsesPosition]):
    """Whether a battery beside infantry is attached to it."""

    asks = "{unit:stands} beside infantry: is it attached?"
    waits = "Waiting to see whether {unit:is} attached."

    def options(self, p: PulsesPosition) -> list[int]:
        return [ALONE, *(p.battle.unit_at + v for v in may_attach(p, self.unit))]

    def apply(self, p: PulsesPosition, action: int) -> None:
        if action == ALONE:
            release(p, self.unit)
        else:
            p.attached[self.unit] = action - p.battle.unit_at
            p.say(self.unit, f"is attached to {p.name(p.attached[self.unit])}")
