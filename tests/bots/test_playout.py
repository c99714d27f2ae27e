"""Playouts: an order, the rest of the turn, and all of the enemy's next one."""

import random

from grognard.bots.marshal import Plan, settled
from grognard.bots.orders import Order, OrderSearch, Rating
from grognard.bots.playout import Playout
from grognard.bots.thought import Thought
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.field import FieldOrder
from grognard.systems.locales.state.kinds import Clock
from grognard.systems.locales.state.position import LocalesPosition

PLENTY = 5000
CONFEDERATES = 1


def opened() -> LocalesPosition:
    """The first Confederate field command: Davis holds the open fields against Cutler."""
    p = SYSTEM.start(SYSTEM.battle("mcphersons-ridge"))
    assert isinstance(p, LocalesPosition)
    while not isinstance(p.decision, FieldOrder):
        p.play(p.check().table[0] if p.roll is not None else p.options()[0])
    return p


def played(p: LocalesPosition, words: str, limit: int = PLENTY) -> tuple[float, int]:
    """The value of a Confederate order played out on a position, and the nodes it took."""
    thought = Thought(SYSTEM, CONFEDERATES, None, PLENTY)
    known: dict[int, Rating] = {}
    OrderSearch(thought, random.Random(1)).rated(p, known)
    assert p.decision is not None
    named = {p.decision.phrase(p, a): a for a in p.options()}
    before = thought.nodes
    value = Playout(thought, limit, seed=3).value(p, [named[words]], known)
    return value, thought.nodes - before


def test_the_enemy_gives_his_field_commands_before_an_order_is_judged() -> None:
    """His turn begins with shuffling and a card: what an order lays open shows only later."""
    p = opened()
    turn = p.clock[Clock.TURN]
    union = p.battle.blocks_of[1 - CONFEDERATES]
    stood = [p.spot[b] for b in union]
    played(p, "done")
    assert p.clock[Clock.SIDE] == CONFEDERATES and p.clock[Clock.TURN] == turn + 1
    assert [p.spot[b] for b in union] != stood


def test_to_leave_an_approach_is_worse_than_to_hold_it_once_the_enemy_has_moved() -> None:
    held, left = opened(), opened()
    left_value, _ = played(left, "local-march back from forney-fields/railroad-cut")
    held_value, _ = played(held, "done")
    assert left_value < held_value


def test_a_playout_is_the_same_for_the_same_dice() -> None:
    assert played(opened(), "done") == played(opened(), "done")


def test_without_nodes_both_sides_give_the_usual_answers_to_the_same_moment() -> None:
    p = opened()
    turn = p.clock[Clock.TURN]
    _, nodes = played(p, "done", limit=0)
    assert p.clock[Clock.SIDE] == CONFEDERATES and p.clock[Clock.TURN] == turn + 1
    assert nodes < 60


def plan(*gains: float) -> Plan:
    """A plan that was played out some times."""
    found = Plan(Order(0.0, [1]))
    for gain in gains:
        found.add(gain, [1])
    return found


def test_a_lead_is_settled_when_it_is_greater_than_chance() -> None:
    # Leads of 1, 2, 3: mean 2, standard error 1 / sqrt(3) = 0.58, and 2 > 2.5 * 0.58 = 1.44.
    assert settled([plan(3.0, 4.0, 5.0), plan(2.0, 2.0, 2.0)])
    # Leads of -1, 2, 5: mean 2, standard error 3 / sqrt(3) = 1.73, and 2 < 4.33.
    assert not settled([plan(1.0, 4.0, 7.0), plan(2.0, 2.0, 2.0)])
    assert settled([plan(2.0, 2.0, 2.0), plan(2.0, 2.0, 2.0)])
