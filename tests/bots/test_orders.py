"""Orders in `pulses`: where they end, and dice that only say how far a unit may go."""

import random

from grognard.bots.orders import Order, OrderSearch
from grognard.bots.thought import Thought
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.control import Pick
from grognard.systems.pulses.movement import Move, MoveAgain
from grognard.systems.pulses.state.position import PHASE, PulsesPosition

PLENTY = 5000


def asked(p: PulsesPosition) -> dict[str, int]:
    """The answers to the open question by their words."""
    assert p.decision is not None
    return {p.decision.phrase(p, action): action for action in p.options()}


def throw(p: PulsesPosition) -> None:
    """Dice at their highest; those of a control test so that it may end as active or attack."""
    for outcome, weight in enumerate(p.check().weights):
        q = p.copy()
        if weight:
            q.play(outcome)
        if isinstance(q.decision, Pick) and {"active", "attack"} <= set(asked(q)):
            p.play(outcome)
            return
    table = p.check().table
    p.play(table[len(table) - 1])


def picking() -> PulsesPosition:
    """Teugen and Hausen, the first control test: St-Hilaire may be active."""
    p = SYSTEM.start(SYSTEM.battle("teugen-hausen"))
    assert isinstance(p, PulsesPosition)
    while not isinstance(p.decision, Pick):
        if p.decision is None:
            throw(p)
        else:
            p.play(asked(p).get("test with two (2 from the pool)", p.decision.default(p)))
    return p


def moving() -> PulsesPosition:
    """The same, when a force that is active moves."""
    p = picking()
    while not isinstance(p.decision, Move):
        if p.roll is not None:
            throw(p)
        else:
            p.play(asked(p).get("active", p.options()[0]))
    return p


def rated(p: PulsesPosition) -> dict[str, Order]:
    """What the side that is asked thinks of its orders, by their first words."""
    search = OrderSearch(Thought(SYSTEM, p.actor, None, PLENTY), random.Random(1))
    words = {action: text for text, action in asked(p).items()}
    return {words[order.actions[0]]: order for order in search.rated(p, {})}


def test_an_order_ends_with_its_phase() -> None:
    """What a force does once it is active is thought over when it moves, not when it tests."""
    p = picking()
    for order in rated(p).values():
        q = p.copy()
        for answer in order.actions:
            assert q.clock[PHASE] == p.clock[PHASE]
            q.play(answer)


def test_an_order_to_a_unit_ends_where_the_next_is_chosen() -> None:
    """To keep its die and go somewhere is one order; it does not say who moves next, or nobody."""
    p = moving()
    p.play(asked(p)["move line-57"])
    p.play(2)  # a movement die of 3
    assert isinstance(p.decision, MoveAgain)
    for order in rated(p).values():
        q = p.copy()
        for answer in order.actions:
            assert not isinstance(q.decision, Move)
            if q.roll is None:
                q.play(answer)


def test_a_unit_near_the_enemy_is_weighed_by_where_it_may_go() -> None:
    """Its movement die changes nothing in itself; the attack it may make does."""
    p = moving()
    order = rated(p)["move line-57"]
    assert order.gain > 1
    assert len(order.actions) == 1


def test_to_order_nothing_more_is_weighed_even_when_no_nodes_are_left() -> None:
    """It is looked at before all else: what is tried first is not given unweighed."""
    p = moving()
    for seed in range(4):
        search = OrderSearch(Thought(SYSTEM, p.actor, None, 1), random.Random(seed))
        assert asked(p)["done"] in [order.actions[0] for order in search.rated(p, {})]
