"""Shares in hundredths, on numbers large enough to tell one hundredth from the next."""

import pytest

from grognard.systems.brigades.victory import broken
from tests.rules.brigades.given import foot, given


@pytest.mark.rule("brigades.rulings.strength.removal")
def test_a_stand_goes_with_its_last_point() -> None:
    scene = given(foot("a", 20, 20))
    u = scene.u("a")
    scene.battle.strength[u] = 100
    scene.p.hurt(u, 99, "test")
    assert scene.at("a") is not None
    scene.p.hurt(u, 1, "test")
    assert scene.at("a") is None


@pytest.mark.rule("brigades.rulings.exhaustion.level")
@pytest.mark.parametrize(("grade", "level"), [("ordinary", 50), ("militia", 40), ("elite", 60)])
def test_levels_of_a_hundred_points(grade: str, level: int) -> None:
    own = [foot(f"a{i}", 4 * i + 2, 20, strength=10) for i in range(10)]
    scene = given(*own, divisions=[("blue", "blue", f'grade = "{grade}"')])
    assert scene.battle.level_of[scene.battle.division[scene.u("a0")]] == level


@pytest.mark.rule("brigades.rulings.victory")
def test_half_of_a_hundred_divisions() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 5, side="red"))
    battle = scene.battle
    battle.divisions = [battle.divisions[battle.division[scene.u("foe")]]] * 100
    battle.troops = [[scene.u("foe")]] * 100
    for tired, lost in ((49, False), (50, True)):
        scene.p.tired = [1] * tired + [0] * (100 - tired)
        assert broken(scene.p, 1) == lost
