"""Movement: how far each may move, what turning takes of it, limbering, and hurrying."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH, TENTH
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.command import obeys
from grognard.systems.brigades.state.battle import BRIDGE, UNLIMBER
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
    COLUMN,
    LIMBERED,
    OUT,
    STATIONARY,
    BrigadesPosition,
)
from grognard.systems.brigades.terrain import FORDS_LIKE_STREAMS, GRACE

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
        passers = book.words("brigades.rulings.movement.pass-through.free", "arms")
        self.passes_freely = [arm in passers for arm in ARMS]


def allowance(p: BrigadesPosition, u: int) -> int:
    """How far a unit may move in all, in mils."""
    move = p.full_move(u)
    return move // p.battle.rules.command.out_parts if p.state[u] & OUT else move


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
        return 3
    if arm in CAVALRY:
        return 2
    return 0 if p.battle.traits[u] & SLOW else 1


def turn_cost(p: BrigadesPosition, u: int, turns: int) -> int:
    """What the next facing change takes after so many."""
    if turns < free_turns(p, u):
        return 0
    return p.full_move(u) // p.battle.rules.movement.turn_parts[facing_row(p, u)]


def may_limber(p: BrigadesPosition, u: int, begun: bool) -> bool:
    """Whether guns may limber or unlimber in a move that has begun or not."""
    battle = p.battle
    if battle.arm[u] != GUNS or p.state[u] & COLUMN:
        return False
    if not obeys(p, u):  # brigades.command.out.no-limbering
        return False
    if p.state[u] & LIMBERED:
        return not no_unlimbering(p, u)
    # brigades.movement.ppa brigades.rulings.attribute.ppa
    return not begun and not battle.traits[u] & PPA


def no_unlimbering(p: BrigadesPosition, u: int) -> bool:
    """Whether guns stand where they cannot unlimber."""
    a = p.rect(u)
    land = land_of(p)
    cells = p.battle.rules.terrain.move
    return any(cells[land.areas[i].kind][GUNS].no_unlimber for i in land.areas_at(a.x, a.y))


def limber(p: BrigadesPosition, u: int, verb: int) -> int:
    """Limber or unlimber guns at no cost; the answer is what is left of their move."""
    p.state[u] = (p.state[u] ^ LIMBERED | ACTED) & ~STATIONARY  # brigades.movement.limbering
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
