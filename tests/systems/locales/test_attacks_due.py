"""A fight that is ordered and not yet fought: who attacks whom, and the odds either side knows."""

from __future__ import annotations

from fractions import Fraction

from grognard.systems.locales import SYSTEM
from tests.rules.locales.given import Scene, foot, given, gun, horse


def ids(scene: Scene, *names: str) -> tuple[str, ...]:
    return tuple(f"block:{scene.b(name) + 1}" for name in names)


def odds(scene: Scene, side: str) -> dict[str, Fraction]:
    """How the fight ends, as a side knows it."""
    ((_, dist),) = SYSTEM.outlook_of_attack(scene.view(side))
    return {end: dist.probability(end) for end in dist.weights}


def ordered() -> Scene:
    """Three points assault two and a gun; another block of either side looks on."""
    scene = given(
        foot("a", "b2/b3", 3), foot("idle", "b2/b3", 2), foot("r", "b3/b2", 2, "red"),
        gun("rg", "b3/b2", "red"), foot("far", "e1", 3, "red"),
    )  # fmt: skip
    assert SYSTEM.attacks_due(scene.view("red")) == []
    return scene.field().order("assault b2/b3", "a")


def test_who_takes_part_in_an_assault_attacks_those_on_the_approach() -> None:
    scene = ordered()
    for side in ("blue", "red", None):
        assert SYSTEM.attacks_due(scene.view(side)) == [ids(scene, "a", "r")]


def test_the_attacked_knows_his_own_blocks_and_the_leaders_he_has_seen() -> None:
    scene = ordered().named("AttackLeaders", "a")
    # The gun takes one of three: 2 - 2 = 0, so the defense wins; each loses 1 in the fight.
    assert odds(scene, "red") == {"defender wins: attacker loses 2, defender 1": 1}
    # Without it: 3 - 2 = 1, the winner loses 1, the loser 2.
    scene.named("DefenseSupport")
    assert odds(scene, "red") == {"attacker wins: attacker loses 1, defender 2": 1}


def test_a_point_lost_to_the_guns_is_counted_once() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("b", "b2/b3", 3), foot("r", "b3/b2", 3, "red"),
        gun("rg", "b3/b2", "red"),
    )  # fmt: skip
    scene.field().order("assault b2/b3", "a", "b").named("AttackLeaders", "a", "b")
    # 6 - 1 - 3 = 2: the winner loses 1 besides the one to the gun, the loser 3.
    assert odds(scene, "red") == {"attacker wins: attacker loses 2, defender 3": 1}
    scene.named("DefenseSupport", "rg")
    assert type(scene.p.top).__name__ == "LossTo"  # the point is not taken off yet
    assert odds(scene, "red") == {"attacker wins: attacker loses 1, defender 3": 1}


def test_a_charge_aims_at_the_reserve_until_it_is_answered() -> None:
    scene = given(
        horse("h", "b1", 2), foot("r", "b3", 1, "red"), foot("far", "e1", 3, "red")
    ).field()
    scene.play("charge b1", "> b2/b3", scene.name("h"), "go")
    assert SYSTEM.attacks_due(scene.view("red")) == [ids(scene, "h", "r")]
    # 2 - 1 = 1: the winner loses 1, the loser the one point he has.
    assert odds(scene, "red") == {"attacker wins: attacker loses 1, defender 1": 1}
    scene.play("retreat")
    assert SYSTEM.attacks_due(scene.view("red")) == []
