"""What bots steer by and what may never be, alike on every tabletop."""

import importlib
from typing import Any

import pytest

from grognard.bots import bot
from grognard.engine.view import View
from grognard.systems.tabletop.position import GONE
from tests.systems.tabletop.kits import ALL, TURNS, Kit, named


def worth(kit: Kit, *specs: Any, lost: int = 0) -> float:
    """What a scene in which blue is asked which unit moves is worth to it."""
    foe = kit.foot("foe", 20, 10, facing=180, side="red")
    scene = kit.given(*specs, foe)
    move = importlib.import_module(f"grognard.systems.{kit.name}.moving.move")
    scene.push(move.Move(side=0))
    scene.p.losses[scene.u("a")] = lost
    return kit.system.judge(scene.p, 0)


@pytest.mark.parametrize("kit", TURNS, ids=named)
def test_losses_and_disorder_count(kit: Kit) -> None:
    leader = kit.leader("g", 22, 22)
    whole = worth(kit, kit.foot("a", 20, 20), leader)
    shaken = worth(kit, kit.foot("a", 20, 20, state=kit.shaken), leader)
    runs = worth(kit, kit.foot("a", 20, 20, state=kit.routed), leader)
    assert whole > shaken > runs
    assert worth(kit, kit.foot("a", 20, 20), leader, lost=1) < whole


@pytest.mark.parametrize("kit", TURNS, ids=named)
def test_a_unit_wants_to_get_at_the_enemy_and_look_at_him(kit: Kit) -> None:
    near = worth(kit, kit.foot("a", 20, 16), kit.leader("g", 20, 18))
    far = worth(kit, kit.foot("a", 20, 32), kit.leader("g", 20, 34))
    away = worth(kit, kit.foot("a", 20, 16, facing=180), kit.leader("g", 20, 18))
    assert near > far and near > away


@pytest.mark.parametrize("kit", ALL, ids=named)
def test_drill_gives_whole_orders(kit: Kit) -> None:
    system = kit.system
    p = system.start(system.battle(system.shipped[0]))
    while p.roll is not None:
        p.play(0)
    player = bot("drill", 3)
    side = p.actor
    for _ in range(3):
        if p.actor != side:
            break
        answer = player.choose(View(p, side), system)
        assert p.decision is not None and p.decision.allows(p, answer)
        p.play(answer)


@pytest.mark.parametrize("kit", ALL, ids=named)
def test_bad_places_are_faults(kit: Kit) -> None:
    foe = kit.foot("foe", 20, 10, facing=180, side="red")
    scene = kit.given(kit.foot("a", 20, 20), kit.foot("b", 30, 20), foe,
                      areas=[("lake", "350,100 420,100 420,170 350,170")])  # fmt: skip
    before = scene.p.copy()
    assert kit.system.faults(before, scene.p) == []
    scene.p.put(scene.u("b"), 210, 200, 0)
    scene.p.put(scene.u("foe"), 380, 130, 0)
    assert kit.system.faults(before, scene.p) == ["A stands on B", "Foe stands where it may not"]
    scene.p.put(scene.u("b"), 5, 5, 0)
    assert "B is off the table" in kit.system.faults(before, scene.p)


@pytest.mark.parametrize("kit", TURNS, ids=named)
def test_losses_and_the_removed_do_not_come_back(kit: Kit) -> None:
    scene = kit.given(kit.foot("a", 20, 20), kit.foot("foe", 20, 10, side="red"))
    before = scene.p.copy()
    before.losses[scene.u("a")] = 2
    before.x[scene.u("foe")] = GONE
    assert kit.system.faults(before, scene.p) == [
        "A has got its losses back", "Foe is back on the table",
    ]  # fmt: skip
