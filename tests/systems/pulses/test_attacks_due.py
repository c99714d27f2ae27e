"""Attacks that are declared and not yet fought: who attacks whom, and how each may end."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.chain import Chain, foresee_chain
from grognard.engine.view import View
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.combat import CombatSegment
from grognard.systems.pulses.state.position import PulsesPosition
from tests.rules.pulses.given import Scene, foot, given, guns, heavy

FOE = foot("foe", 30, 20, 180, side="red", hits=4)
FIRST = foot("first", 30, 23, hits=4)
SECOND = foot("second", 33, 20, 270, hits=4)


def attacks(scene: Scene) -> list[tuple[str, str]]:
    """Who attacks whom, as red sees it."""
    return SYSTEM.attacks_due(View(scene.p, 1))


def both(variant: str = "sheet") -> Scene:
    """Two units with a point left each have contacted one with a point left."""
    scene = given(FIRST, SECOND, FOE, foot("beside", 40, 23), variant=variant)
    scene.p.foe[scene.u("first")] = scene.p.foe[scene.u("second")] = scene.u("foe")
    return scene.combat()


def chain_of(scene: Scene, attacker: str) -> Chain:
    found = foresee_chain(SYSTEM, scene.p, 0, f"unit:{attacker}", "unit:foe")
    assert found is not None
    return found


def test_who_has_contacted_an_enemy_attacks_him_until_they_have_fought() -> None:
    scene = both()
    assert attacks(scene) == [("unit:first", "unit:foe"), ("unit:second", "unit:foe")]
    # The first misses and is hit: it is broken, and the second has still to fight.
    scene.play("combat first > foe").roll(1).roll(6)
    assert attacks(scene) == [("unit:second", "unit:foe")]


def test_a_battery_that_has_declared_fires_until_it_has_thrown() -> None:
    scene = given(guns("one", 20, 30), guns("two", 24, 30), foot("foe", 22, 20, 180, side="red"))
    scene.fire()
    assert attacks(scene) == []
    scene.play("foe")
    assert attacks(scene) == [("unit:one", "unit:foe")]
    scene.play("foe")
    assert attacks(scene) == [("unit:one", "unit:foe"), ("unit:two", "unit:foe")]
    scene.roll(*[1] * len(scene.p.check().dice))
    assert attacks(scene) == [("unit:two", "unit:foe")]


@pytest.mark.parametrize("attacker", ["first", "second"])
def test_the_attack_of_one_of_two_is_followed_to_its_own_end(attacker: str) -> None:
    # One die each, which hits on 5 and 6. A hit takes the last point of either.
    found = chain_of(both(), attacker)
    assert found.followed == 1
    assert found.fates["destroyed"] == Fraction(1, 3)
    assert found.losses == (Fraction(1, 3), Fraction(1, 3))


def test_who_fights_together_with_another_is_followed_through_that_fight() -> None:
    # One die and two more for the other attacker: the foe is not hit in 8 of 27.
    found = chain_of(both("massed-attack"), "second")
    assert found.followed == 1
    assert found.fates["destroyed"] == Fraction(19, 27)


def test_a_fight_comes_later_in_the_turn_though_nobody_fights_who_evades(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Foot with a point left attacks horse with a point left, which could evade but will not.
    foe = heavy("foe", 30, 20, 180, side="red", hits=3)
    scene = given(foot("first", 30, 32, hits=4), foe, foot("beside", 50, 32))
    scene.p.stack.append(CombatSegment(side=0))
    scene.moves("first").play("to 30.0,23.0")
    assert scene.texts() == ["evade", "stand"]

    def stays(p: PulsesPosition, side: int, weights: object = None) -> float:
        return float((p.x[scene.u("foe")], p.y[scene.u("foe")]) != (300, 200))

    monkeypatch.setattr(SYSTEM, "judge", stays)
    found = chain_of(scene, "first")
    # One die each, which hits on 5 and 6; both throw before hits are felt.
    assert [row.label for row in found.rows()][:1] == ["stand"]
    assert found.fates["destroyed"] == Fraction(1, 3)
    assert found.losses == (Fraction(1, 3), Fraction(1, 3))
