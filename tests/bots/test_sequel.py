"""What follows an order: the next own order, and the enemy's best reply."""

import random

from grognard.bots.orders import OrderSearch
from grognard.bots.sequel import Sequels
from grognard.bots.thought import Thought
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.field import FieldOrder
from grognard.systems.locales.state.position import LocalesPosition


def opened() -> LocalesPosition:
    """The first Confederate field command: Davis holds the open fields against Cutler."""
    p = SYSTEM.start(SYSTEM.battle("mcphersons-ridge"))
    assert isinstance(p, LocalesPosition)
    while not isinstance(p.decision, FieldOrder):
        p.play(p.check().table[0] if p.roll is not None else p.options()[0])
    return p


def sequels(p: LocalesPosition, nodes: int = 400) -> tuple[Sequels, dict[str, int]]:
    """What follows the Confederate orders, and the orders by their words."""
    thought = Thought(SYSTEM, 1, None, nodes)
    gains: dict[int, float] = {}
    OrderSearch(thought, random.Random(1)).rated(p, gains)
    assert p.decision is not None
    words = {p.decision.phrase(p, a): a for a in p.options()}
    return Sequels(thought, gains, 100), words


def test_the_reply_to_leaving_an_approach_costs_more_than_the_reply_to_holding_it() -> None:
    p = opened()
    left = p.copy()
    left.play(sequels(p)[1]["local-march back from forney-fields/railroad-cut"])
    after = []
    for q in (left, p):
        while not isinstance(q.decision, FieldOrder):
            q.play(q.options()[0])
        follow, words = sequels(q)
        after.append(follow.of(q.copy(), [words["done"]], seed=3).value)
    assert after[0] < after[1]


def test_what_follows_is_the_same_for_the_same_dice_and_leaves_the_position_alone() -> None:
    p = opened()
    digest = p.digest()
    found = []
    for _ in range(2):
        follow, words = sequels(p)
        found.append([follow.of(p.copy(), [a], seed=5) for a in sorted(words.values())])
    assert found[0] == found[1]
    assert p.digest() == digest


def test_thought_about_what_follows_is_counted() -> None:
    p = opened()
    follow, words = sequels(p)
    before = follow.thought.nodes
    follow.of(p.copy(), [words["done"]], seed=1)
    assert follow.thought.nodes > before
