"""The charge: one facing change at its start, then straight ahead into contact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.boards.table.lattice import STEPS, TENTH, bearing, stray, turned, within_arc
from grognard.boards.table.rect import Rect, corners, within
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.field import front_touches, sees
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.kinds import arms
from grognard.systems.onepage.state.position import ASTRAY, JUST_TURNED, RECOVERED, WENT
from grognard.systems.onepage.terrain import parted

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
    if mover.leg.went & ASTRAY:
        return "a charge has one facing change at its start, and then goes straight"
    return ""


def straight_ahead(battle: OnepageBattle, facing: int, dx: int, dy: int) -> bool:
    """Whether a way leads straight ahead, as a charge does from where the move began."""
    rules = battle.rules.movement
    return stray(facing, dx, dy) <= rules.straight and within_arc(facing, dx, dy, rules.arc)


def refuse_charge(mover: Mover, tried: Tried, end: Rect, struck: list[int]) -> str:
    """Why a leg into contact is no charge; else the enemy struck is kept in `tried`."""
    rules = mover.battle.rules
    p = mover.p
    why = may_charge(mover)
    if why:
        return why
    leg = mover.leg
    facing = end.shape.facing
    turned = int(facing != mover.a.shape.facing) + int(leg.went & JUST_TURNED > 0)
    if leg.turns + turned > rules.charge.turns or (turned and leg.went & WENT):
        return "a charge has one facing change at its start, and then goes straight"
    # onepage.move.charge.straight onepage.rulings.charge-in-legs
    x, y = leg.from_x * TENTH, leg.from_y * TENTH
    if not straight_ahead(mover.battle, facing, end.x - x, end.y - y):
        return "a charge goes straight ahead"
    over = [i for i in struck if parted(mover.battle, mover.arm, end, mover.foe_rects[i])]
    if over:  # onepage.rulings.charge-between
        return f"ground closed to it lies before {p.name(mover.foes[over[0]])}"
    # onepage.rulings.charge-seen
    hit = [i for i in struck if front_touches(p, end, mover.foe_rects[i])]
    if not hit:
        return "a charge strikes with the front"
    start = Rect(x, y, end.shape) if leg.went & WENT else mover.a
    seen = [i for i in hit if sees(p, mover.u, mover.foes[i], start)]
    if not seen:
        return f"it does not see {p.name(mover.foes[hit[0]])}"
    tried.target = mover.foes[seen[0]]
    tried.struck = [mover.foes[i] for i in struck]
    return ""


def charges(mover: Mover) -> Iterator[tuple[int, Rect, list[int]]]:
    """Each enemy in reach, with the facings to try: straight ahead, or turned towards it first."""
    if may_charge(mover):
        return
    a = mover.a
    facing = mover.p.facing[mover.u]
    for i in mover.close:
        b = mover.foe_rects[i]
        if within(a, b, mover.left):
            middle = bearing(b.x - a.x, b.y - a.y)
            asides = _asides(a, b, middle) if _beset(mover, b) else ()
            yield mover.foes[i], b, list(dict.fromkeys((facing, middle, *asides)))


def _beset(mover: Mover, b: Rect) -> bool:
    """Whether a friend may stand in the way to an enemy."""
    a = mover.a
    left, right = min(a.x - a.ex, b.x - b.ex), max(a.x + a.ex, b.x + b.ex)
    top, bottom = min(a.y - a.ey, b.y - b.ey), max(a.y + a.ey, b.y + b.ey)
    return any(
        left < f.x + f.ex and f.x - f.ex < right and top < f.y + f.ey and f.y - f.ey < bottom
        for f in mover.friends
    )


def _asides(a: Rect, b: Rect, middle: int) -> tuple[int, int]:
    """The facings to the outermost corners of a stand: on these one may pass a friend before it."""
    ways = [turned(middle, bearing(x - a.x, y - a.y)) for x, y in corners(b)]
    return (middle + min(ways)) % STEPS, (middle + max(ways)) % STEPS
