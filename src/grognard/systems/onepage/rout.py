"""Rout and retreat: away from the enemy that caused it, bent where it must be, or removed."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH, STEPS
from grognard.boards.table.reach import EDGE, FREE, Terms
from grognard.boards.table.retreat import away_from
from grognard.engine.action import DEGREES
from grognard.engine.event import EventKind
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.command import ride_off
from grognard.systems.onepage.field import touches
from grognard.systems.onepage.state.position import (
    DISORDERED,
    ROUTED,
    STATIONARY,
    TEST_STATES,
    OnepagePosition,
)
from grognard.systems.onepage.terrain import open_tariff, trample
from grognard.systems.tabletop.measure import how_far
from grognard.systems.tabletop.retreat import turn_back, way_back


class RoutRules:
    """What a rout costs and how far it goes; how any retreat bends and gets clear of friends."""

    def __init__(self, book: Rulebook) -> None:
        self.casualties = book.int("onepage.morale.rout.casualty", "casualties")
        self.again_casualties = book.int("onepage.rulings.rout-again", "casualties")
        self.parts = book.int("onepage.morale.rout.move", "parts")
        self.bend = book.int("onepage.rulings.geometry.retreat", "degrees") // DEGREES
        self.clear = book.int("onepage.rulings.geometry.retreat", "clear") * INCH
        self.stride = book.int("onepage.rulings.geometry.retreat", "thousandths")


def rout(p: OnepagePosition, u: int, casualties: int, x: int, y: int, why: str) -> None:
    """A unit runs from a point."""
    rules = p.battle.rules
    p.state[u] = p.state[u] & ~(STATIONARY | TEST_STATES) | ROUTED | DISORDERED
    p.say(u, f"routs {why}", kind=EventKind.ROUT)
    p.hurt(u, casualties, "rout")
    if p.on_table(u):
        mils = rules.movement.move[p.battle.kind[u]] // rules.rout.parts
        fall_back(p, u, mils, x, y, turn=True)


def fall_back(p: OnepagePosition, u: int, mils: int, x: int, y: int, turn: bool) -> None:
    """Move a unit back from a point, turned away if it runs; removed if it finds no way."""
    battle = p.battle
    rules = battle.rules
    friends = [p.rect(v) for v in p.stands_on(battle.side[u]) if v != u]
    foes = [p.rect(v) for v in p.stands_on(1 - battle.side[u])]
    stands = [*friends, *foes]
    # Friends are run through; nobody ends on one.
    terms = Terms(
        battle.land,
        open_tariff(rules.terrain, battle.arm[u]),
        stands,
        (1 << len(friends)) - 1,
        foes,
        rules.movement.clear,
    )
    direction = away_from(p.rect(u), x, y)
    # Nobody bends round the edge of the table: onepage.rulings.geometry.retreat.
    here = (p.x[u], p.y[u], p.facing[u])
    bend, extra, stride = rules.rout.bend, rules.rout.clear, rules.rout.stride
    way = way_back(here, battle.base[u], direction, mils, terms, bend, extra, stride)
    if way.halt.why == EDGE:
        p.remove(u, "gone off the table")
        return
    trample(p, u, *((x, y) for x, y, _ in way.poses))
    p.put(u, *way.end)
    if turn:  # onepage.rulings.geometry.facing
        turn_back(p, u, direction % STEPS, friends, foes, rules.field.contact)
    a = p.rect(u)
    if way.halt.why != FREE or any(touches(p, a, b) for b in foes):
        p.remove(u, "no way back")
        return
    p.say(u, f"falls back {how_far(here, way.end)}")
    ride_off(p, 1 - battle.side[u])
