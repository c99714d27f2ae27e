"""What a battle file may say of units and officers."""

import pytest

from grognard.engine.errors import FileError
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.state.battle import PulsesBattle
from tests.rules.pulses.given import army, foot, force, given, guns, heavy, light


@pytest.mark.rule("pulses.rulings.bases")
def test_bases_of_troops_are_3_in_square_and_of_guns_half_as_wide() -> None:
    scene = given(foot("a", 10, 10), light("b", 20, 10), heavy("c", 30, 10), guns("d", 40, 10))
    bases = [scene.battle.base[scene.u(unit)] for unit in "abcd"]
    assert bases == [(3000, 3000), (3000, 3000), (3000, 3000), (1500, 3000)]


@pytest.mark.rule("pulses.rulings.strength")
def test_strengths_are_3_to_8() -> None:
    for strength in (3, 8):
        assert given(foot("a", 10, 10, strength=strength)).battle.strength[0] == strength
    for strength in (2, 9):
        with pytest.raises(FileError, match="strength"):
            given(foot("a", 10, 10, strength=strength))


@pytest.mark.rule("pulses.rulings.sk-rating")
def test_only_infantry_has_a_skirmish_rating_of_0_to_3() -> None:
    for sk in (0, 3):
        assert given(foot("a", 10, 10, sk=sk)).battle.sk[0] == sk
    with pytest.raises(FileError, match="sk"):
        given(foot("a", 10, 10, sk=4))
    for unit in (light("a", 10, 10, sk=1), guns("a", 10, 10, sk=1)):
        with pytest.raises(FileError, match="only infantry"):
            given(unit)


@pytest.mark.rule("pulses.rulings.subcommander-profile", "pulses.rulings.force")
def test_a_sub_commander_has_a_modifier_and_dice() -> None:
    for control, dice in ((-2, 0), (2, 3)):
        scene = given(foot("a", 10, 10), force("blue", 10, 20, control=control, dice=dice))
        sub = scene.u("blue")
        assert (scene.p.rating[sub], scene.p.helpers[sub]) == (control, dice)
        assert scene.battle.units_of[scene.f("blue")] == [scene.u("a")]
    for facts in ({"control": -3}, {"control": 3}, {"dice": 4}, {"dice": -1}):
        with pytest.raises(FileError):
            given(foot("a", 10, 10), force("blue", 10, 20, **facts))


@pytest.mark.rule("pulses.skirmish.save.mx", "pulses.combat.bonus.mx")
def test_the_austrian_advance_guards_at_aspern_are_mixed_infantry() -> None:
    battle = SYSTEM.battle("aspern-essling")
    assert isinstance(battle, PulsesBattle)
    assert {unit.id for unit in battle.units if unit.mx} == {
        "nordmann", "bellegarde-advance-guard", "hohenzollern-advance-guard",
        "rosenberg-advance-guard",
    }  # fmt: skip


@pytest.mark.rule("pulses.rulings.artillery-states")
def test_artillery_has_no_strength_points() -> None:
    scene = given(foot("a", 10, 10), guns("b", 20, 10))
    assert [scene.battle.strength[scene.u(unit)] for unit in "ab"] == [5, 0]


@pytest.mark.rule("pulses.rulings.bases", "pulses.rulings.officer-contact")
def test_units_have_a_place_of_their_own_and_officers_need_none() -> None:
    with pytest.raises(FileError, match="stands on A"):
        given(foot("a", 10, 10), foot("b", 12, 10))
    with pytest.raises(FileError, match="over the edge"):
        given(foot("a", 1.4, 10))
    given(foot("a", 10, 10), force("blue", 10, 10), army("chief", 0, 10))
