"""The charge: who may charge whom, the facing change first, then on into contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.table.contact import edge_hit
from grognard.boards.table.lattice import INCH, bearing, rounded, within_arc
from grognard.boards.table.rect import FRONT, Rect, dot, nearest_point, within
from grognard.boards.table.slide import Swept
from grognard.engine.grammar import clause
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.flanks import began_behind, behind_whom, bodies, front_meets, touches
from grognard.systems.brigades.movement import follows_road
from grognard.systems.brigades.moving.rates import closed_at
from grognard.systems.brigades.sight import sees
from grognard.systems.brigades.state.ground import building_of, in_broken_ground, land_of
from grognard.systems.brigades.state.kinds import (
    ARMS,
    ASA,
    COMMANDER,
    DEGREES,
    GUNS,
    HORSE,
    HORSE_SKIRMISHER,
    SKIRMISHERS,
)
from grognard.systems.brigades.state.position import COLUMN, RALLIED, BrigadesPosition
from grognard.systems.brigades.terrain import FIRM, Toll, Way

if TYPE_CHECKING:
    from grognard.systems.brigades.moving.mover import Mover, Tried

STARTED_IN_CONTACT = "it begins in contact: it charges to keep it, or steps back"
ROWS = (
    "infantry-brigade", "cavalry-brigade", "artillery", "infantry-skirmisher",
    "cavalry-skirmisher.skirmisher",
)  # fmt: skip


class ChargeRules:
    """The charge table by arm, and the distances of a charge."""

    def __init__(self, book: Rulebook) -> None:
        # brigades.charge.cavalry-skirmisher.skirmisher
        targets = [book.words(f"brigades.charge.{row}", "targets") for row in ROWS]
        self.targets = [[arm in row for arm in ARMS] for row in targets]
        self.most_turns = book.int("brigades.charge.reface-first", "most")
        self.arc = book.int("brigades.rulings.charge.slant", "degrees") // DEGREES
        self.clear = book.int("brigades.charge.approach", "inches") * INCH
        self.repulse = book.int("brigades.charge.asa.repulse", "inches") * INCH
        self.step_back = book.int("brigades.charge.start-in-contact", "inches") * INCH


def sheltered(p: BrigadesPosition, v: int) -> bool:
    """Whether cavalry cannot simply ride a skirmisher down: in broken ground or a building."""
    # brigades.terrain.broken-ground.combat.ridden-at
    return building_of(p, v) >= 0 or in_broken_ground(p, v)


def rideable(p: BrigadesPosition, v: int) -> bool:
    """Whether a stand is ridden through by a charging cavalry brigade."""
    return p.battle.arm[v] in SKIRMISHERS and not p.routed(v) and not sheltered(p, v)


def exhausted(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand may not move into contact, its division being exhausted."""
    return bool(p.tired[p.battle.division[u]])  # brigades.exhaustion.no-contact


def may_charge(mover: Mover) -> str:
    """Why a unit may not charge at all now; empty if it may. In column it may."""
    p, u, rules = mover.p, mover.u, mover.battle.rules.charge
    if mover.arm == COMMANDER:
        return "a commander does not charge"
    if not any(rules.targets[mover.arm]):
        return "it may not charge"
    if p.state[u] & RALLIED:  # brigades.morale.level.permanent.rallied-turn
        return "it rallied this turn"
    if exhausted(p, u):
        return "its division is exhausted and may not move into contact"
    if mover.went == 2 or mover.turns > rules.most_turns:
        return "a charge has one facing change, before it moves"
    return ""


def may_strike(p: BrigadesPosition, u: int, v: int) -> str:
    """Why a stand may not charge another by the charge table; empty if it may."""
    battle = p.battle
    arm, foe = battle.arm[u], battle.arm[v]
    if battle.traits[v] & ASA and p.disordered(u):  # brigades.charge.asa.disordered
        return f"disordered it may not charge {p.name(v)}"
    if battle.rules.charge.targets[arm][foe]:
        return ""
    # brigades.charge.cavalry-skirmisher.artillery-flank
    if arm == HORSE_SKIRMISHER and foe == GUNS:
        flank = began_behind(p, u, v)
        return "" if flank else f"it may charge {p.name(v)} in the flank only"
    # brigades.charge.cavalry-skirmisher.brigade
    helpless = p.routed(v) or p.state[v] & COLUMN
    if arm == HORSE_SKIRMISHER and foe <= HORSE and helpless:
        return ""
    return f"it may not charge {p.name(v)}"


def refuse_charge(
    mover: Mover, tried: Tried, swept: Swept, end: Rect, struck: list[int], beside: list[int]
) -> str:
    """Why a leg into contact is no charge; else the enemy struck is kept in `tried`.

    `struck` are those it would touch, `beside` those to whom it would come too near otherwise.
    """
    rules = mover.battle.rules
    why = may_charge(mover)
    if why:  # brigades.charge.contact
        return why
    if tried.turned and (mover.went or mover.turns + tried.turned > rules.charge.most_turns):
        return "a charge has one facing change, before it moves"
    if not within_arc(end.shape.facing, swept.vx, swept.vy, slant(mover)):
        return "a charge goes ahead or at a slant"
    for v in tried.ridden:
        why = _refuse_target(mover, v) or _kept_from(mover, swept, v)
        if why:
            return why
    if not struck:
        return mover.too_near(beside[-1]) if beside else ""
    for v in struck:
        why = cut_off(mover.p, mover.u, end, v)
        if why:
            return why
    why = "a charge strikes with the front"
    for v in struck:
        if not front_meets(mover.p, end, v):
            continue
        refused = _refuse_target(mover, v)
        if not refused:
            tried.target = v
            return _refuse_others(mover, v, struck + beside)
        why = refused
    return why


def cut_off(p: BrigadesPosition, u: int, a: Rect, v: int) -> str:
    """What keeps a stand from an enemy whom it would touch: closed ground between; or empty."""
    touched = [b for w in bodies(p, v) for b in p.parts(w) if touches(p, a, b)]
    found = [_between(p, u, a.x, a.y, b) for b in touched]
    return found[0] if found and all(found) else ""


def _kept_from(mover: Mover, swept: Swept, v: int) -> str:
    """What keeps a stand on its way from skirmishers whom it would ride down; or empty."""
    a, b = swept.stand, mover.p.rect(v)
    whole = swept.vx * swept.vx + swept.vy * swept.vy
    # From where its centre is nearest to them.
    along = (b.x - a.x) * swept.vx + (b.y - a.y) * swept.vy
    along = max(0, min(whole, along))
    x, y = (at + rounded(way * along, whole) for at, way in ((a.x, swept.vx), (a.y, swept.vy)))
    return _between(mover.p, mover.u, x, y, b)


def _between(p: BrigadesPosition, u: int, x: int, y: int, b: Rect) -> str:
    """What closed ground lies between a place of a stand's centre and an enemy."""
    battle = p.battle
    to_x, to_y = nearest_point(b, x, y)
    if (to_x, to_y) == (x, y):
        return ""
    road = follows_road(p, u, x, y, to_x, to_y)
    column = bool(p.state[u] & COLUMN)
    way = Way(p.full_move(u), column, road, marsh=FIRM, breaches=battle.breaches)
    swept = Swept(dot(x, y), to_x - x, to_y - y)
    # brigades.rulings.charge.between
    return Toll(battle.rules, land_of(p), battle.arm[u], swept, way).closed


def slant(mover: Mover) -> int:
    """How far to either side of its facing a charger goes, in steps."""
    rules = mover.battle.rules  # brigades.rulings.charge.slant
    return rules.morale.break_arc if mover.breaking else rules.charge.arc


def keeps_contact(mover: Mover, end: Rect) -> str:
    """Why a stand that begins in contact does not keep it by a leg; empty if it does."""
    p, u = mover.p, mover.u
    # brigades.charge.start-in-contact
    return "" if may_hold(p, u, end, mover.locked) else STARTED_IN_CONTACT


def may_hold(p: BrigadesPosition, u: int, a: Rect, foes: list[int]) -> bool:
    """Whether a stand may charge one of those it touches and has before its front."""
    if exhausted(p, u):
        return False
    return any(
        any(edge_hit(a, b) == FRONT for b in front_meets(p, a, v))
        and not may_strike(p, u, v)
        and not cut_off(p, u, a, v)
        for v in foes
    )


def _refuse_others(mover: Mover, target: int, near: list[int]) -> str:
    """Why a charge at one enemy may not come so near to some others."""
    for v in near:
        if v != target and _refuse_target(mover, v):
            return f"{mover.too_near(v)}, whom it may not charge"
    return ""


def _refuse_target(mover: Mover, v: int) -> str:
    """Why this very enemy may not be charged."""
    p, u = mover.p, mover.u
    why = may_strike(p, u, v)
    if why:
        return why
    if not sees(p, u, v, at_start=not mover.breaking):  # brigades.charge.visible
        return f"it did not see {p.name(v)} when the turn began"
    b = p.rect(v)
    # brigades.charge.prohibited-terrain
    if closed_at(mover.battle, mover.land, mover.arm, b.x, b.y):
        return f"{clause(p.name(v), 'stands')} where it may not go"
    return ""


def charges(mover: Mover) -> list[tuple[int, Rect, tuple[int, ...], int]]:
    """Each enemy in reach, the facings to try (straight ahead, turned to it) and where it lies."""
    if may_charge(mover):
        return []
    p, u, a = mover.p, mover.u, mover.a
    facing = p.facing[u]
    most_turns = mover.battle.rules.charge.most_turns
    spare = mover.turns < most_turns and not mover.went and not mover.breaking
    reach = mover.longest_leg()
    found: list[tuple[int, Rect, tuple[int, ...], int]] = []
    for i in mover.close:
        v, b = behind_whom(p, mover.foes[i]), mover.foe_rects[i]
        if within(a, b, reach) and (p.routed(v) or not may_strike(p, u, v)):
            towards = bearing(b.x - a.x, b.y - a.y)
            facings = (facing, towards) if spare and towards != facing else (facing,)
            found.append((v, b, facings, towards))
    return found
