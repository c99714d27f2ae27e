"""Movement: how far each may move, what turning takes of it, limbering, hurrying, columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.table.lattice import INCH, TENTH, bearing, nearest
from grognard.boards.table.rect import nearer, overlap
from grognard.boards.table.shape import point_segment
from grognard.boards.table.slide import part
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.buildings import street_blocked
from grognard.systems.brigades.command import obeys, ride_off
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.moving.rates import ROAD_KINDS, closed_at, takes_road
from grognard.systems.brigades.state.battle import BRIDGE, UNLIMBER, BrigadesBattle
from grognard.systems.brigades.state.ground import land_of
from grognard.systems.brigades.state.kinds import (
    ARMS,
    CAVALRY,
    DEGREES,
    GUNS,
    MILITIA,
    POORLY_TRAINED,
    PPA,
    SLOW,
    WEIGHTS,
)
from grognard.systems.brigades.state.position import (
    ACTED,
    CHARGED,
    COLUMN,
    LIMBERED,
    OUT,
    BrigadesPosition,
    tail_of,
)
from grognard.systems.brigades.terrain import FORDS_LIKE_STREAMS, FORMED, GRACE, MARCHED

if TYPE_CHECKING:
    from grognard.systems.brigades.moving.mover import Mover

FURTHEST = 2  # places offered on each piece of road: its end or as far as the move goes, and half
FACING_ROWS = ("slow-infantry", "infantry", "cavalry", "unlimbered-artillery")


class MovementRules:
    """Allowances in mils by kind, facing changes by row of the table, and how stands go."""

    def __init__(self, book: Rulebook) -> None:
        self.slow_foot = book.int("brigades.movement.slow-infantry", "inches") * INCH
        self.foot = book.int("brigades.movement.infantry", "inches") * INCH
        self.horse = [book.int(f"brigades.movement.{w}-cavalry", "inches") * INCH for w in WEIGHTS]
        with_gun = "brigades.movement.cavalry-with-dedicated-gun"
        self.horse_with_gun = book.int(with_gun, "inches") * INCH
        self.horse_guns = book.int("brigades.movement.horse-artillery", "inches") * INCH
        self.commander = book.int("brigades.movement.commander", "inches") * INCH
        self.limbered = book.int("brigades.movement.limbered-artillery", "inches") * INCH
        self.manhandled = book.int("brigades.movement.unlimbered-artillery", "inches") * INCH
        self.free_turns = [book.int(f"brigades.movement.facing.{r}", "free") for r in FACING_ROWS]
        self.turn_parts = [book.int(f"brigades.movement.facing.{r}", "parts") for r in FACING_ROWS]
        self.arc = book.int("brigades.rulings.movement.oblique", "degrees") // DEGREES
        self.rest = book.int("brigades.rulings.rest-of-a-move", "thousandths")
        passers = book.words("brigades.rulings.movement.pass-through.free", "arms")
        self.passes_freely = [arm in passers for arm in ARMS]


def allowance(p: BrigadesPosition, u: int) -> int:
    """How far a unit may move in all, in mils."""
    move = p.full_move(u)
    return move // p.battle.rules.command.out_parts if p.state[u] & OUT else move


def break_move(p: BrigadesPosition, u: int) -> int:
    """How far cavalry breaks through, in command or out, in mils."""
    return p.full_move(u) // p.battle.rules.morale.break_parts


def free_turns(p: BrigadesPosition, u: int) -> int:
    """How many facing changes cost a unit nothing; out of command no fewer."""
    # brigades.rulings.attribute.poorly-trained brigades.command.out.free-facing.untrained
    if p.battle.traits[u] & (POORLY_TRAINED | MILITIA):
        return 0
    return p.battle.rules.movement.free_turns[facing_row(p, u)]  # brigades.command.out.free-facing


def facing_row(p: BrigadesPosition, u: int) -> int:
    """The row of the movement table that says what turning costs."""
    arm = p.battle.arm[u]
    if arm == GUNS:
        return 3  # brigades.movement.facing.unlimbered-artillery
    if arm in CAVALRY:
        return 2  # brigades.movement.facing.cavalry
    # brigades.movement.facing.slow-infantry brigades.movement.facing.infantry
    return 0 if p.battle.traits[u] & SLOW else 1


def turn_cost(p: BrigadesPosition, u: int, turns: int) -> int:
    """What the next facing change takes after so many."""
    if turns < free_turns(p, u):
        return 0
    return allowance(p, u) // p.battle.rules.movement.turn_parts[facing_row(p, u)]


def may_limber(p: BrigadesPosition, u: int, begun: bool, flags: int) -> bool:
    """Whether guns may limber or unlimber in a move that has begun or not, and met some things."""
    battle = p.battle
    if battle.arm[u] != GUNS or p.state[u] & COLUMN:
        return False
    if not obeys(p, u):  # brigades.command.out.no-limbering
        return False
    if p.state[u] & LIMBERED:
        # brigades.rulings.movement.column-guns
        return not flags & MARCHED and not no_unlimbering(p, u)
    # brigades.movement.ppa brigades.rulings.attribute.ppa
    return not begun and not battle.traits[u] & PPA


def no_unlimbering(p: BrigadesPosition, u: int) -> bool:
    a = p.rect(u)
    land = land_of(p)
    cells = p.battle.rules.terrain.move
    found = (cells[land.areas[i].kind][GUNS] for i in land.areas_at(a.x, a.y))
    # brigades.rulings.road.closed-ground
    return any(cell.no_unlimber or not cell.times for cell in found)


def limber(p: BrigadesPosition, u: int, verb: int) -> int:
    """Limber or unlimber guns at no cost; the answer is what is left of their move."""
    p.state[u] = p.state[u] ^ LIMBERED | ACTED  # brigades.movement.limbering
    p.stir(u)
    if verb == UNLIMBER:
        return 0  # brigades.rulings.movement.unlimber-ends
    return allowance(p, u)  # brigades.rulings.movement.limber-then-move


def may_hurry(p: BrigadesPosition, u: int, left: int, turns: int, flags: int) -> bool:
    """Whether a stand may take a disorder as the price of its next turn or bridge."""
    # brigades.rulings.hurry. Not if disordered already, as militia always is.
    if flags & GRACE or p.disordered(u):
        return False
    if bridge_near(p, u, left):
        return True
    if p.moves_freely(u) or p.battle.arm[u] == GUNS:
        return False
    # With nothing left too: brigades.rulings.movement.facing-spent.
    return turn_cost(p, u, turns) > 0


def bridge_near(p: BrigadesPosition, u: int, left: int) -> bool:
    """Whether a bridge, or a ford that is crossed as one, lies within what is left."""
    land = p.battle.land
    if not land.spots or p.state[u] & COLUMN:
        return False
    a = p.rect(u)
    return any(
        (s.x - a.x) ** 2 + (s.y - a.y) ** 2 <= left * left
        and (s.kind == BRIDGE or land.line_near(s.x, s.y, TENTH, FORDS_LIKE_STREAMS) < 0)
        for s in land.spots
    )


# -- march columns --------------------------------------------------------------------------------


class MarchRules:
    """Rates in column, and the markers set out behind it: massed, linear, skirmisher stands."""

    def __init__(self, book: Rulebook) -> None:
        self.road_times = book.int("brigades.march.road", "times")
        self.cross_country_times = book.int("brigades.march.cross-country", "times")
        # brigades.march.markers.code; for guns brigades.march.markers.code.artillery
        self.slow_foot_markers = book.ints("brigades.march.markers.slow-infantry", "markers")
        self.foot_markers = book.ints("brigades.march.markers.infantry", "markers")
        self.heavy_markers = book.ints("brigades.march.markers.heavy-cavalry", "markers")
        self.light_markers = book.ints("brigades.march.markers.light-medium-cavalry", "markers")
        self.horse_gun_markers = book.ints("brigades.march.markers.horse-artillery", "markers")
        self.gun_markers = book.ints("brigades.march.markers.artillery", "markers")
        self.marker = book.int("brigades.rulings.base.column-marker", "tenths") * TENTH
        self.road_near = book.int("brigades.rulings.road", "thousandths")
        self.enemy_clear = book.int("brigades.rulings.movement.column-enemy", "inches") * INCH


def may_change_column(p: BrigadesPosition, u: int, left: int, turns: int, flags: int) -> bool:
    battle = p.battle
    if flags & FORMED or p.unlimbered(u):  # brigades.march.unlimbered
        return False
    if p.state[u] & CHARGED:  # a charge has turned before: brigades.charge.reface-first
        return False
    if column_price(p, u, turns) > left or foes_touching(p, u):
        return False
    if p.state[u] & COLUMN and battle.arm[u] != GUNS:
        a = p.rect(u)
        # brigades.rulings.road.closed-ground
        return not closed_at(battle, land_of(p), battle.arm[u], a.x, a.y)
    if p.state[u] & COLUMN or battle.markers[u] == 0:
        return True
    tail = tail_of(battle, u, p.rect(u))
    clear, far = battle.rules.charge.clear, battle.span[u]
    foes = p.stands_about(u, 1 - battle.side[u], far + clear + battle.longest)
    if any(nearer(tail, b, clear) for v in foes for b in p.parts(v)):
        return False
    friends = p.stands_about(u, battle.side[u], far + battle.longest)
    return not any(overlap(tail, b) for v in friends if v != u for b in p.parts(v))


def column_price(p: BrigadesPosition, u: int, turns: int) -> int:
    """What it takes of the move to change into or out of column after so many turns."""
    # As a facing change: brigades.rulings.movement.column-change.
    return 0 if p.moves_freely(u) else turn_cost(p, u, turns)


def change_column(p: BrigadesPosition, u: int) -> None:
    p.mark_column(u, not p.state[u] & COLUMN)
    p.state[u] |= ACTED
    p.stir(u)
    ride_off(p, u)


def follows_road(p: BrigadesPosition, u: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a straight way of a unit, as it is now, leads along a road and ignores the ground."""
    battle = p.battle
    if not takes_road(battle.arm[u], bool(p.state[u] & COLUMN)):
        return False
    near = battle.rules.march.road_near
    if land_of(p).along(ax, ay, bx, by, near, ROAD_KINDS) < 0:
        return False
    return not street_blocked(p, u, ax, ay, bx, by)


def on_causeway(p: BrigadesPosition, u: int) -> bool:
    """Whether a road carries a column or limbered guns through the ground where they are."""
    a = p.rect(u)
    # brigades.rulings.road.closed-ground
    return bool(p.state[u] & (COLUMN | LIMBERED)) and causeway_at(p.battle, a.x, a.y)


def causeway_at(battle: BrigadesBattle, x: int, y: int) -> bool:
    """Whether a point is on a road, as a march goes along it."""
    return battle.land.line_near(x, y, battle.rules.march.road_near, ROAD_KINDS) >= 0


def road_places(mover: Mover) -> list[tuple[int, int, int]]:
    """Places on the straight pieces of road at which a unit stands, as far as it can march."""
    rules = mover.battle.rules.march
    if not takes_road(mover.arm, mover.column):
        return []
    a, land = mover.a, mover.land
    reach = rules.road_near
    most = mover.left * (rules.road_times if mover.column else 1)
    found: list[tuple[int, int, int]] = []
    for piece, line in enumerate(land.piece_line):
        if land.lines[line].kind not in ROAD_KINDS:
            continue
        ax, ay, bx, by = land.piece_at[piece]
        n, d = point_segment(a.x, a.y, ax, ay, bx, by)
        if n > reach * reach * d:
            continue
        for ex, ey in ((ax, ay), (bx, by)):
            dx, dy = ex - a.x, ey - a.y
            if dx * dx + dy * dy > most * most:
                dx, dy = part(dx, dy, most - TENTH)
            for share in range(FURTHEST, 0, -1):
                x, y = nearest(a.x + dx * share // FURTHEST, a.y + dy * share // FURTHEST)
                if (x, y) != (mover.p.x[mover.u], mover.p.y[mover.u]):
                    found.append((x, y, bearing(x * TENTH - a.x, y * TENTH - a.y)))
    return found
