"""What was wrong with the first drill, and is mended: each fault of it in a small position."""

import random

import msgspec
import pytest

from grognard.bots import bot
from grognard.bots.drill import EACH, Drill
from grognard.bots.orders import Line, OrderSearch, usual
from grognard.bots.thought import Thought
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.engine.weights import Weights
from grognard.systems import system
from grognard.systems.shock.judging.judgement import eagerness, idle_square
from grognard.systems.shock.state.kinds import SQUARE
from tests.bots.test_levels import opened
from tests.rules.locales import given as locales
from tests.rules.shock.given import foot, given, heavy

SHOCK = system("shock")


def test_equal_orders_are_drawn_and_not_taken_by_number() -> None:
    found, p = opened("shock/gemioncourt")
    firsts = set()
    for seed in range(6):
        thought = Thought(found, p.actor, None, 10_000)
        flat = OrderSearch(thought, random.Random(seed))
        flat.followed = lambda p, action, depth: Line(0.0, [action], p, [])  # type: ignore[method-assign]
        rated = flat.rated(p, {})
        assert len(rated) == len(p.options())
        firsts.add(rated[1].actions[0])
    assert len(firsts) > 1


def test_a_command_near_the_enemy_is_worth_more_in_the_draw() -> None:
    near = given(heavy("horse", "0808", sp=6), foot("foe", "0806", side="red"))
    far = given(heavy("horse", "0808", sp=6), foot("foe", "0801", side="red"))
    assert eagerness(near.p, 0) > eagerness(far.p, 0)


def test_horse_is_drawn_before_foot_in_the_same_place() -> None:
    horse = given(heavy("unit", "0808", sp=6), foot("foe", "0806", side="red"))
    infantry = given(foot("unit", "0808", sp=6), foot("foe", "0806", side="red"))
    assert eagerness(horse.p, 0) == 2 * eagerness(infantry.p, 0)


def test_a_square_without_horse_near_is_idle() -> None:
    scene = given(foot("a", "0808"), foot("foe", "0806", side="red"))
    scene.p.flags[scene.u("a")] |= SQUARE
    assert idle_square(scene.p, scene.u("a"))
    scene = given(foot("a", "0808"), heavy("foe", "0806", side="red"))
    scene.p.flags[scene.u("a")] |= SQUARE
    assert not idle_square(scene.p, scene.u("a"))


def test_a_lead_counts_more_the_nearer_the_end() -> None:
    """The same lead of objectives and strength, on the first and on the last turn."""
    for name in ("onepage/maida", "brigades/casteggio"):
        found, p = opened(name)
        sets = found.weights()
        assert sets is not None
        weights = sets.get("hand")
        plain = sets.read("plain", {**weights.numbers(), "ending": 0.0})
        gains = []
        for turn in (1, p.battle.turns):
            q = p.copy()
            q.clock[0] = turn  # type: ignore[attr-defined]
            for u in q.battle.stands_of[1]:  # type: ignore[attr-defined]
                q.losses[u] = q.battle.strength[u] // 2  # type: ignore[attr-defined]
            gains.append(found.judge(q, 0, weights) - found.judge(q, 0, plain))
        assert 0 < abs(gains[0]) < abs(gains[1])
        assert (gains[0] > 0) == (gains[1] > 0)


def test_orders_that_nothing_touched_are_not_tried_again() -> None:
    found, p = opened("onepage/maida")
    player = Drill(1)
    player.choose(View(p, p.actor), found)
    assert player.thought is not None
    whole = player.thought.nodes
    known = dict(player.ratings.known)
    thought = Thought(found, p.actor, player.weights_of(found), 400)
    OrderSearch(thought, random.Random(1)).rated(p, known)
    assert thought.nodes < whole


def test_an_order_that_still_promises_the_same_is_not_searched_again() -> None:
    """Its answers are followed once more, a node for each, and no others."""
    found, p = opened("onepage/maida")
    player = Drill(1)
    player.choose(View(p, p.actor), found)
    known = player.ratings.known
    best = max(known, key=lambda a: known[a].gain)
    before = known[best]
    assert before.path[0] == best and len(before.path) > 1
    thought = Thought(found, p.actor, player.weights_of(found), 400)
    search = OrderSearch(thought, random.Random(1))
    search.asked = type(p.decision)
    over = search.over(p)
    spent = thought.nodes
    line = search.as_before(p, before, thought.judge(p), over)
    assert line is not None and line.path == before.path
    assert thought.nodes == spent + len(before.path)


def test_an_order_that_promises_something_else_now_is_searched_again() -> None:
    found, p = opened("onepage/maida")
    player = Drill(1)
    player.choose(View(p, p.actor), found)
    known = player.ratings.known
    before = max(known.values())
    thought = Thought(found, p.actor, player.weights_of(found), 400)
    search = OrderSearch(thought, random.Random(1))
    search.asked = type(p.decision)
    now = thought.judge(p)
    assert search.as_before(p, before._replace(gain=before.gain - 0.01), now, None) is None
    # An answer that can no longer be given.
    unknown = before._replace(path=[before.path[0], -1])
    assert search.as_before(p, unknown, now, None) is None


def test_a_question_of_few_answers_takes_little_thought() -> None:
    found, p = opened("onepage/maida")
    player = Drill(1)
    player.choose(View(p, p.actor), found)
    assert player.thought is not None
    assert player.thought.limit == min(400, EACH * len(p.options()))


def test_with_little_thought_the_orders_that_look_best_are_followed() -> None:
    """Whatever the draw, the best order at first sight is among those that are tried."""
    found, p = opened("locales/mcphersons-ridge")
    while len(p.options()) < 5:
        p.play(p.check().table[0] if p.roll is not None else p.options()[0])
    sight = {a: found.judge(first_sight(p, a), p.actor) for a in p.options()}
    best = max(sight, key=lambda a: sight[a])
    assert sum(value == sight[best] for value in sight.values()) == 1
    for seed in range(6):
        thought = Thought(found, p.actor, None, 4 * len(sight))
        rated = OrderSearch(thought, random.Random(seed)).rated(p, {})
        assert len(rated) < len(sight)
        assert best in [order.actions[0] for order in rated]


def first_sight(p: Position, action: int) -> Position:
    """The position after an answer, and the usual answer to the question that follows it."""
    after = p.copy()
    after.play(action)
    if after.decision is not None and type(after.decision) is not type(p.decision):
        after.play(after.decision.default(after))
    return after


def test_first_sight_is_left_out_where_it_would_take_most_of_the_thought() -> None:
    found, p = opened("shock/gemioncourt")
    while len(p.options()) < 12:
        p.play(p.check().table[0] if p.roll is not None else p.options()[-1])
    search = OrderSearch(Thought(found, p.actor, None, 12), random.Random(1))
    search.by_first_sight = lambda p, options: pytest.fail("too dear")  # type: ignore[method-assign]
    search.followed = lambda p, action, depth: Line(0.0, [action], p, [])  # type: ignore[method-assign]
    assert len(search.rated(p, {})) == len(p.options())


@pytest.mark.parametrize("side", [0, 1])
def test_drill_beats_random_answers_as_either_side(side: int) -> None:
    """One game of the smallest tutorial; how strong the bots are is shown by the ladder."""
    found = system("locales")
    p = found.start(found.battle("mcphersons-ridge"))
    rng = random.Random(4)
    seated = [bot("drill", 4), bot("random", 5)]
    if side:
        seated.reverse()
    while not p.over:
        if p.roll is not None:
            table = p.check().table
            p.play(table[rng.randrange(len(table))])
        else:
            p.play(seated[p.actor].choose(View(p, p.actor), found))
    result = found.result(p)
    assert result is not None and result.winner == side


def test_shots_that_cost_nothing_are_fired_before_the_phase_is_over() -> None:
    """Two lines at two inches, the guns in range: every stand that can fire does so.

    The judgement of the enemy's coming turn is higher by more than any shot is worth, fired or not.
    """
    found, p = opened("onepage/maida")
    for name, place in {
        "kempt": "14.0,23.7 facing 90", "first-light": "17.8,23.7 facing 270",
        "acland": "14.0,18.8 facing 90", "forty-second": "17.8,18.8 facing 270",
    }.items():  # fmt: skip
        found.put(p, name, place)
    while type(p.decision).__name__ != "Combat" or p.actor != 0:
        p.play(usual(p))
    weights = player_weights(found)
    assert weights is not None
    # What stands out of command cost the enemy falls when his generals may ride: not counted here.
    weights = msgspec.structs.replace(weights, beyond=0.0)
    thought = Thought(found, 0, weights, 400)
    rated = OrderSearch(thought, random.Random(1)).rated(p, {})
    texts = {option.action: option.text for option in View(p, 0).question.options}
    assert [texts[order.actions[0]] for order in rated][-1] == "done"
    assert len(rated) == 4 and rated[-2].gain > 0.5
    done = next(action for action, text in texts.items() if text == "done")
    after = p.copy()
    after.play(done)
    assert thought.outlook(after) - thought.judge(p) > rated[0].gain


def player_weights(found: System) -> Weights | None:
    """What `drill` judges by, as it was set by hand."""
    sets = found.weights()
    return None if sets is None else sets.get("hand")


def test_ending_a_phase_is_compared_with_ordering_nothing_more() -> None:
    """One shot is left: to fire it ends the phase as to be done does, so both are judged there."""
    found, p = opened("onepage/maida")
    found.put(p, "guns", "off")
    found.put(p, "kempt", "14.0,23.7 facing 90")
    found.put(p, "first-light", "17.8,23.7 facing 270")
    while type(p.decision).__name__ != "Combat" or p.actor != 0:
        p.play(usual(p))
    texts = {option.action: option.text for option in View(p, 0).question.options}
    assert sorted(texts.values()) == ["done", "fire kempt > first-light"]
    thought = Thought(found, 0, player_weights(found), 400)
    shot, done = OrderSearch(thought, random.Random(1)).rated(p, {})
    assert texts[shot.actions[0]].startswith("fire") and shot.gain > 0.5 and done.gain == 0.0


def test_leaders_of_a_defence_are_named_one_after_another() -> None:
    """Four in two blocks guard a wide approach against 4: named, both hold it for a point each.

    With one of them it is 2 against 4, with nobody 0: the approach and the locale are lost.
    """
    scene = locales.given(
        locales.foot("left", "b2/b3", 2, side="red"),
        locales.foot("right", "b2/b3", 2, side="red"),
        locales.foot("far", "d1", 3, side="red"),
        locales.foot("first", "b3/b2", 2),
        locales.foot("second", "b3/b2", 2),
    )
    scene.field("blue")
    scene.play("assault b3/b2")
    p, found = scene.p, system("locales")
    while p.actor == 0:
        p.play(max(p.options()))
    assert "Who leads the defense?" in View(p, 1).question.prompt
    for name in ("drill", "marshal:100"):
        q, texts = p.copy(), []
        player = bot(name, 1)
        while "Who leads the defense?" in View(q, 1).question.prompt:
            action = player.choose(View(q, 1), found)
            texts.append(View(q, 1).option(action).text)
            q.play(action)
        assert sorted(texts) == ["block 5", "block 6", "go"]
