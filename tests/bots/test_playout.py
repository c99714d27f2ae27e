"""Playouts: an order or a plan, the rest of the turn, and what comes of it in the next ones."""

import random

import pytest

from grognard.bots.marshal import SURPRISE, Marshal, Plan, settled
from grognard.bots.orders import Order, OrderSearch, Rating
from grognard.bots.playout import Playout, worth
from grognard.bots.thought import Thought
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.field import FieldOrder
from grognard.systems.locales.state.kinds import Clock
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.pulses import SYSTEM as PULSES
from grognard.systems.pulses.combat import Strike
from grognard.systems.pulses.state.position import PulsesPosition
from tests.rules.pulses.duels import FOE, A, pair

PLENTY = 5000
CONFEDERATES = 1


def opened() -> LocalesPosition:
    """The first Confederate field command: Davis holds the open fields against Cutler."""
    p = SYSTEM.start(SYSTEM.battle("mcphersons-ridge"))
    assert isinstance(p, LocalesPosition)
    while not isinstance(p.decision, FieldOrder):
        p.play(p.check().table[0] if p.roll is not None else p.options()[0])
    return p


def played(p: LocalesPosition, *words: str, limit: int = PLENTY) -> tuple[float, int]:
    """The value of Confederate orders played out on a position, and the nodes it took."""
    thought = Thought(SYSTEM, CONFEDERATES, None, PLENTY)
    known: dict[int, Rating] = {}
    OrderSearch(thought, random.Random(1)).rated(p, known)
    assert p.decision is not None
    named = {p.decision.phrase(p, a): a for a in p.options()}
    before = thought.nodes
    playout = Playout(thought, limit, seed=3)
    playout.play(p, [named[each] for each in words], known)
    return playout.value(to_end=False), thought.nodes - before


def test_both_sides_answer_twice_before_a_plan_is_judged_for_the_last_time() -> None:
    """His turn begins with shuffling and a card: what an order lays open shows only later."""
    p = opened()
    turn = p.clock[Clock.TURN]
    union = p.battle.blocks_of[1 - CONFEDERATES]
    stood = [p.spot[b] for b in union]
    played(p, "done")
    assert p.clock[Clock.SIDE] == CONFEDERATES and p.clock[Clock.TURN] == turn + 2
    assert [p.spot[b] for b in union] != stood


def test_to_leave_an_approach_is_worse_than_to_hold_it_once_the_enemy_has_moved() -> None:
    held, left = opened(), opened()
    left_value, _ = played(left, "local-march back from forney-fields/railroad-cut", "done")
    held_value, _ = played(held, "done")
    assert left_value < held_value


def test_a_playout_is_the_same_for_the_same_dice() -> None:
    assert played(opened(), "done") == played(opened(), "done")


def test_without_nodes_both_sides_give_the_usual_answers_to_the_same_moment() -> None:
    p = opened()
    turn = p.clock[Clock.TURN]
    _, nodes = played(p, "done", limit=0)
    assert p.clock[Clock.SIDE] == CONFEDERATES and p.clock[Clock.TURN] == turn + 2
    assert nodes < 120


def thrown(p: PulsesPosition, seed: int | None) -> tuple[int, float]:
    """The hits of a combat's first dice, thrown in a playout, and the luck in them."""
    playout = Playout(Thought(PULSES, 0, None, PLENTY), PLENTY, seed)
    playout.throw(p)
    step = p.stack[-1]
    assert isinstance(step, Strike)
    return step.attacker_hits, playout.luck


def test_what_dice_bring_more_than_their_average_is_luck() -> None:
    """Five dice of an attacker that hit on 5 or 6, each number of hits by its chance."""
    scene = pair(A, FOE).fight("a", "foe")
    values = []
    for hits in range(6):
        q = scene.p.copy()
        q.play(hits)
        values.append(worth(PULSES.judge(q, 0)))
    chances = [32, 80, 80, 40, 10, 1]  # of 243: two thirds miss
    average = sum(n * value for n, value in zip(chances, values, strict=True)) / 243
    lucks = set()
    for seed in range(12):
        hits, luck = thrown(scene.p.copy(), seed)
        assert luck == pytest.approx(values[hits] - average)
        lucks.add(luck > 0)
    assert lucks == {True, False}


def test_without_a_seed_dice_fall_as_they_do_on_average() -> None:
    # Five thirds of a hit on average: two hits are nearest.
    hits, luck = thrown(pair(A, FOE).fight("a", "foe").p, None)
    assert hits == 2 and 0 < luck < 1


def test_a_plan_steers_the_turn_under_way_and_no_other() -> None:
    """Who stakes everything and who keeps out of danger go on differently, until the turn ends."""
    p = opened()
    sets = SYSTEM.weights()
    assert sets is not None
    found = []
    for plan in ("assault", "spare"):
        thought = Thought(SYSTEM, CONFEDERATES, sets.get(), PLENTY)
        playout = Playout(thought, PLENTY, own=sets.planned(plan, sets.get()))
        playout.play(p.copy(), [], {})
        given = [action for _, action in playout.answers]
        assert given[: len(playout.order)] == playout.order != []
        assert playout.own == sets.get()
        found.append(given)
    assert found[0] != found[1]


def test_marshal_weighs_every_plan_the_system_names_before_its_turn() -> None:
    player = Marshal(1, nodes=4000)
    player.choose(View(opened(), CONFEDERATES), SYSTEM)
    sets = SYSTEM.weights()
    assert sets is not None
    assert {plan.says for plan in player.plans} == {"", *sets.plans.values()}
    assert all(plan.playouts for plan in player.plans)
    reasons = player.why()
    assert reasons is not None
    texts = [each.text for each in reasons.candidates]
    assert len(set(texts)) == len(texts) > 1
    named = {"what looks best", *sets.plans.values()}
    assert {text.partition(" – ")[0] for text in texts} <= named  # the same order under each name
    assert reasons.plan.startswith(player.plans[0].says)


def test_marshal_gives_the_orders_of_its_plan_without_further_thought() -> None:
    p, player = opened(), Marshal(1, nodes=1000)
    player.choose(View(p, CONFEDERATES), SYSTEM)
    thought, plan = player.thought, player.plans[0]
    assert len(plan.answers) > 2
    for digest, action in plan.answers:
        if p.roll is not None or p.digest() != digest:
            break
        assert player.choose(View(p, CONFEDERATES), SYSTEM) == action
        reasons = player.why()
        assert reasons is not None and p.decision is not None
        assert p.decision.phrase(p, action) in reasons.plan
        p.play(action)
    assert player.thought is thought and player.plans[0] is plan


def fallen_otherwise(surprise: float) -> Marshal:
    """A Confederate marshal who has planned, and must give up the orders that he meant to give."""
    p, player = opened(), Marshal(1, nodes=1000)
    player.choose(View(p, CONFEDERATES), SYSTEM)
    player._plan.clear()
    player.foreseen = worth(SYSTEM.judge(p, CONFEDERATES)) + surprise
    return player


def test_marshal_keeps_its_plan_when_things_come_nearly_as_foreseen() -> None:
    player = fallen_otherwise(0.0)
    plan = player.plans[0]
    player.choose(View(opened(), CONFEDERATES), SYSTEM)
    assert player.plans[0] is plan
    assert player.thought is not None and player.thought.nodes < 400


def test_marshal_weighs_its_best_plans_again_when_things_come_otherwise() -> None:
    player = fallen_otherwise(2 * SURPRISE)
    plans = player.plans
    player.choose(View(opened(), CONFEDERATES), SYSTEM)
    assert player.plans is not plans
    assert 1 < len(player.plans) <= 3  # as many as there was thought for
    assert {plan.says for plan in player.plans} <= {plan.says for plan in plans[:3]}


def test_two_playouts_do_not_outvote_what_exact_odds_promise() -> None:
    """A shot that promises 0.86, and to do nothing, which did better by 1 in two playouts."""
    shot, nothing = Plan(Order(0.86, [1])), Plan(Order(0.0, [2]))
    shot.gains += [0.0, 0.0]
    nothing.gains += [1.0, 1.0]
    assert shot.score > nothing.score
    nothing.gains += [1.0] * 10
    shot.gains += [0.0] * 10
    assert shot.score < nothing.score


def test_a_score_weighs_promise_and_playouts_by_how_far_they_err() -> None:
    # Parts of 1 / 1.6 / 1.6 = 0.391, 1 / 1.5 / 1.5 = 0.444 and twice 1 / 3 / 3 = 0.222 together.
    found = Plan(Order(1.0, [1]))
    found.average = 3.0
    found.gains += [2.0, 4.0]
    assert found.score == pytest.approx((0.391 + 3 * 0.444 + 3 * 0.222) / 1.057, abs=0.01)


def plan(*gains: float) -> Plan:
    """A plan that was played out some times."""
    found = Plan(Order(0.0, [1]))
    found.gains += gains
    return found


def test_a_lead_is_settled_when_it_is_greater_than_chance() -> None:
    # Leads of 1, 2, 3: mean 2, standard error 1 / sqrt(3) = 0.58, and 2 > 2.5 * 0.58 = 1.44.
    assert settled([plan(3.0, 4.0, 5.0), plan(2.0, 2.0, 2.0)])
    # Leads of -1, 2, 5: mean 2, standard error 3 / sqrt(3) = 1.73, and 2 < 4.33.
    assert not settled([plan(1.0, 4.0, 7.0), plan(2.0, 2.0, 2.0)])
    assert settled([plan(2.0, 2.0, 2.0), plan(2.0, 2.0, 2.0)])
