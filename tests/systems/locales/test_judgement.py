"""What bots steer by: it knows who is ahead, and how an order under way is likely to end."""

import random

import pytest

from grognard.bots import bot
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.judging import judgement
from grognard.systems.locales.state.kinds import FIELD, Clock, State
from grognard.systems.locales.state.position import LocalesPosition
from tests.rules.locales.given import Scene, foot, given


def worth(scene: Scene, side: int = 0) -> float:
    """The judgement of a scene at a question between orders."""
    return SYSTEM.judge(scene.p, side)


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    scene = given(foot("a", "b2", 3), foot("foe", "c4", 1, side="red")).field()
    assert worth(scene, 0) > 0 > worth(scene, 1)
    assert worth(scene, 0) == pytest.approx(-worth(scene, 1))


def test_morale_strength_and_objectives_count() -> None:
    base = worth(given(foot("a", "b2", 2)).field())
    assert worth(given(foot("a", "b2", 3)).field()) > base
    lower = given(foot("a", "b2", 2))
    lower.p.morale[0] -= 1
    assert worth(lower.field()) < base
    near = given(foot("a", "b2", 2), objectives={"b2": "red"})
    far = given(foot("a", "b4", 2), objectives={"b2": "red"})
    assert worth(near.field()) > worth(far.field())
    broken = given(foot("a", "b2", 0, state=State.DISRUPTED | State.UP), foot("b", "b3", 2))
    assert worth(broken.field()) < worth(given(foot("a", "b2", 1), foot("b", "b3", 2)).field())


def test_a_battle_that_is_won_is_worth_more_than_anything() -> None:
    scene = given(foot("a", "b2", 2))
    scene.p.morale[1] = 0
    assert SYSTEM.judge(scene.p, 0) == 1000.0 and SYSTEM.judge(scene.p, 1) == -1000.0


@pytest.mark.parametrize(("attack", "defence", "good"), [(3, 1, True), (2, 3, False)])
def test_an_assault_is_judged_by_how_it_will_end(attack: int, defence: int, good: bool) -> None:
    scene = given(foot("a", "b2/b3", attack), foot("foe", "b3/b2", defence, side="red")).field()
    before = worth(scene)
    scene.play("assault b2/b3", scene.name("a"))
    digest = scene.p.digest()
    assert (worth(scene) > before) == good
    assert scene.p.digest() == digest  # looking ahead leaves the position alone


def test_a_strong_block_counts_for_more_than_its_parts() -> None:
    """A block of 1 cannot lead an assault or claim an objective."""
    whole = worth(given(foot("a", "b2", 3)).field())
    parts = worth(given(*(foot(name, "b2", 1) for name in "abc")).field())
    assert whole > parts


@pytest.mark.parametrize(
    ("turn", "side", "times"),
    [
        (1, "blue", 2),  # this turn and the next; what lies further off is not counted
        (4, "blue", 1),  # the last turn: one claim is still to come
        (4, "red", 0),  # blue moved first and has claimed for the last time
    ],
)
def test_an_objective_counts_as_often_as_it_will_be_claimed(
    turn: int, side: str, times: int
) -> None:
    scene = given(foot("a", "b2", 2), foot("foe", "e4", 2, side="red"), objectives={"b2": "red"})
    scene.p.clock[Clock.TURN] = turn
    scene.p.clock[Clock.SIDE] = ("blue", "red").index(side)
    scene.p.clock[Clock.PHASE] = FIELD
    assert judgement.claimed(scene.p, 0) == times
    weak = given(foot("a", "b2", 1), foot("foe", "e4", 2, side="red"), objectives={"b2": "red"})
    assert judgement.claimed(weak.p, 0) == 0


def test_strong_infantry_in_an_own_objective_is_its_garrison() -> None:
    """Two blocks of 2 or 3 at most; a block of 1 cannot throw anybody out."""
    own = {"b2": "blue"}
    assert judgement.garrison(given(foot("a", "b2", 1), objectives=own).p, 0) == 0
    assert judgement.garrison(given(foot("a", "b2/b3", 3), objectives=own).p, 0) == 1
    three = given(foot("a", "b2", 3), foot("b", "b2", 2), foot("c", "b2", 2), objectives=own)
    assert judgement.garrison(three.p, 0) == 2
    assert judgement.garrison(three.p, 1) == 0


def test_the_last_points_of_morale_count_most() -> None:
    scene = given(foot("a", "b2", 2))
    full = scene.p.morale[0]
    found = []
    for left in (full, full - 1, 2, 1):
        scene.p.morale[0] = left
        found.append(judgement.shaken(scene.p, 0))
    assert found[0] == 0
    assert found[1] - found[0] < found[3] - found[2]


def test_a_staff_command_is_wanted_while_a_group_waits() -> None:
    scene = given(foot("a", "b2", 2), foot("b", group=1), entries={"a1": "blue"}).field()
    assert judgement.calls(scene.p) == 0
    scene.p.clock[Clock.STAFF_LEFT] = 1
    assert judgement.calls(scene.p) == 1
    alone = given(foot("a", "b2", 2)).field()
    alone.p.clock[Clock.STAFF_LEFT] = 1
    assert judgement.calls(alone.p) == 0


@pytest.mark.parametrize("side", [0, 1])
def test_drill_beats_random(side: int) -> None:
    won = 0
    for seed in range(4):
        p = SYSTEM.start(SYSTEM.battle("mcphersons-ridge"))
        assert isinstance(p, LocalesPosition)
        players = [bot("drill" if s == side else "random", seed) for s in (0, 1)]
        rng = random.Random(seed)
        while not p.over:
            if p.roll is not None:
                p.play(rng.choice(list(p.check().table)))
            else:
                p.play(players[p.actor].choose(View(p, p.actor), SYSTEM))
        result = SYSTEM.result(p)
        assert result is not None
        won += result.winner == side
    assert won >= 3
