"""What bots steer by, and what may never be."""

import random

from grognard.bots import bot
from grognard.engine.view import View
from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.position import DISORDERED, ROUTED, OnepagePosition
from grognard.systems.tabletop.position import GONE
from grognard.systems.tabletop.turn import OVER
from tests.rules.onepage.given import Scene, foot, general, given

FOE = foot("foe", 20, 10, facing=180, side="red")


def worth(scene: Scene, side: int = 0) -> float:
    """The judgement of a scene."""
    return SYSTEM.judge(scene.p, side)


def asked(*specs: object) -> Scene:
    """A scene in which blue is asked which unit moves."""
    scene = given(*specs)  # type: ignore[arg-type]
    from grognard.systems.onepage.moving import Move

    return scene.push(Move(0))


def test_losses_and_disorder_count() -> None:
    whole = worth(asked(foot("a", 20, 20), general("g", 22, 22), FOE))
    shaken = worth(asked(foot("a", 20, 20, state=DISORDERED), general("g", 22, 22), FOE))
    runs = worth(asked(foot("a", 20, 20, state=ROUTED), general("g", 22, 22), FOE))
    assert whole > shaken > runs
    scene = asked(foot("a", 20, 20), general("g", 22, 22), FOE)
    scene.p.losses[scene.u("a")] = 1
    assert worth(scene) < whole


def test_a_unit_wants_to_get_at_the_enemy_and_look_at_him() -> None:
    near = worth(asked(foot("a", 20, 16), general("g", 20, 18), FOE))
    far = worth(asked(foot("a", 20, 32), general("g", 20, 34), FOE))
    away = worth(asked(foot("a", 20, 16, facing=180), general("g", 20, 18), FOE))
    assert near > far and near > away


def test_a_battle_that_is_won_is_worth_more_than_anything() -> None:
    scene = given(foot("a", 20, 20), FOE)
    scene.p.losses[scene.u("foe")] = 5
    scene.p.clock[OVER] = 1
    assert (worth(scene, 0), worth(scene, 1)) == (1000.0, -1000.0)


def test_drill_gives_whole_orders() -> None:
    p = SYSTEM.start(SYSTEM.battle("maida"))
    player = bot("drill", 3)
    side = p.actor
    for _ in range(4):
        if p.actor != side:
            break
        answer = player.choose(View(p, side), SYSTEM)
        assert p.decision is not None and p.decision.allows(p, answer)
        p.play(answer)


def test_drill_takes_the_better_combat() -> None:
    # Against a gun at close range and against infantry behind a wall of its own dice.
    scene = given(
        foot("a", 20, 20), foot("weak", 18.4, 15.1, side="red", strength=1),
        foot("strong", 21.6, 15.1, side="red", strength=9),
    ).combat()  # fmt: skip
    answer = bot("drill", 1).choose(View(scene.p, 0), SYSTEM)
    decision = scene.p.decision
    assert decision is not None
    assert decision.phrase(scene.p, answer) == "fire a > weak"


def test_faults_are_found() -> None:
    scene = given(foot("a", 20, 20), foot("b", 30, 20), FOE,
                  areas=[("lake", "350,100 420,100 420,170 350,170")])  # fmt: skip
    before = scene.p.copy()
    assert SYSTEM.faults(before, scene.p) == []
    scene.p.put(scene.u("b"), 210, 200, 0)
    scene.p.put(scene.u("foe"), 380, 130, 0)
    assert SYSTEM.faults(before, scene.p) == ["A stands on B", "Foe stands where it may not"]
    scene.p.put(scene.u("b"), 5, 5, 0)
    assert "B is off the table" in SYSTEM.faults(before, scene.p)


def test_losses_and_the_removed_do_not_come_back() -> None:
    scene = given(foot("a", 20, 20), FOE)
    before = scene.p.copy()
    before.losses[scene.u("a")] = 2
    before.x[scene.u("foe")] = GONE
    assert SYSTEM.faults(before, scene.p) == [
        "A has got its losses back", "Foe is back on the table",
    ]  # fmt: skip


def test_a_move_that_is_too_long_is_a_fault() -> None:
    scene = given(foot("a", 20, 30), general("g", 22, 32), FOE).moves("a")
    before = scene.p.copy()
    after = scene.p.copy()
    after.stack.clear()
    after.put(scene.u("a"), 470, 20, 0)
    assert "A went further than its move" in SYSTEM.faults(before, after)


def test_two_random_games_with_one_seed_are_one() -> None:
    ends = []
    for _ in range(2):
        p = SYSTEM.start(SYSTEM.battle("maida"))
        rng = random.Random(9)
        while not p.over:
            p.play(rng.choice(p.options() if p.roll is None else list(p.check().table)))
        assert isinstance(p, OnepagePosition)
        ends.append(p.digest())
    assert ends[0] == ends[1]
