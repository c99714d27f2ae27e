"""Playouts: an order, the rest of the turn, and all of the enemy's next one."""

import random

import pytest

from grognard.bots.marshal import TURNS, WIDEST, Marshal, Plan, settled
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
    value = Playout(thought, limit, seed=3).value(p, [named[each] for each in words], known)
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
    left_value, _ = played(left, "local-march back from forney-fields/railroad-cut", "done")
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


def test_a_turn_may_be_played_out_in_another_temper() -> None:
    """The scripts that rush and that run away go on differently; both are judged as ever."""
    p = opened()
    sets = SYSTEM.weights()
    assert sets is not None
    found = []
    for temper in ("rush", "refuse-and-run"):
        thought = Thought(SYSTEM, CONFEDERATES, sets.get(), PLENTY)
        playout = Playout(thought, PLENTY, own=sets.tempered(temper))
        playout.value(p.copy(), [], {})
        assert playout.answers[: len(playout.order)] == playout.order != []
        found.append(playout.answers)
    assert found[0] != found[1]


def test_marshal_weighs_turns_in_other_tempers_too() -> None:
    player = Marshal(1, nodes=4000)
    player.choose(View(opened(), CONFEDERATES), SYSTEM)
    assert player.weighed is not None
    _, _, weighed, _ = player.weighed
    assert WIDEST < len(weighed) <= WIDEST + len(TURNS)
    assert all(playouts for _, _, playouts in weighed)


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
