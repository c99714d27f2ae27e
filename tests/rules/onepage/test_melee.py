"""Melee: dice and hits, the strike back, the loser's retreat, the tie, the ground that is taken."""

import pytest

from grognard.systems.onepage.melee import give_way
from grognard.systems.onepage.state.position import DISORDERED, ROUTED, STATIONARY
from tests.rules.onepage.given import Scene, Spec, foot, given, guns, heavy, light, screen

FOE = foot("foe", 20, 16.9, facing=180, side="red")


def met(unit: Spec, foe: Spec = FOE, *more: Spec) -> Scene:
    """Blue's combat phase with a unit in contact with an enemy: its strike is due at once."""
    return given(unit, foe, *more).combat()


@pytest.mark.rule("onepage.dice.infantry", "onepage.dice.cavalry", "onepage.dice.artillery",
                  "onepage.dice.skirmisher")  # fmt: skip
@pytest.mark.parametrize(
    ("unit", "dice"),
    [
        (foot("a", 20, 20), 4),
        (foot("a", 20, 20, state=STATIONARY), 6),
        (light("a", 20, 20), 4),
        (heavy("a", 20, 20), 4),
        (guns("a", 20, 20), 1),
        (guns("a", 20, 20, state=STATIONARY), 2),
        (screen("a", 20, 19.2), 1),
    ],
)
def test_melee_dice(unit: Spec, dice: int) -> None:
    assert len(met(unit).p.check().dice) == dice


@pytest.mark.rule("onepage.combat.counter.melee")
def test_the_defender_strikes_back_before_losses_are_counted() -> None:
    scene = met(foot("a", 20, 20)).roll(6, 6, 1, 1)
    assert scene.lost("foe") == 0 and len(scene.p.check().dice) == 4
    scene.roll(6, 1, 1, 1)
    assert (scene.lost("foe"), scene.lost("a")) == (2, 1)


@pytest.mark.rule("onepage.dice.infantry", "onepage.combat.counter.melee")
def test_a_stationary_defender_strikes_back_with_six() -> None:
    foe = foot("foe", 20, 16.9, facing=180, side="red", state=STATIONARY)
    assert len(met(foot("a", 20, 20), foe).roll(1, 1, 1, 1).p.check().dice) == 6


@pytest.mark.rule("onepage.combat.hit")
def test_only_sixes_hit_in_melee() -> None:
    assert met(foot("a", 20, 20)).p.check().outcome([6, 5, 4, 6]) == 2


@pytest.mark.rule("onepage.combat.hit.cavalry")
@pytest.mark.parametrize(
    ("unit", "foe", "hits"),
    [
        (light("a", 20, 20), foot("foe", 20, 16.9, side="red", state=DISORDERED), 2),
        (light("a", 20, 20), foot("foe", 20, 16.9, side="red"), 1),
        (light("a", 20, 20, state=DISORDERED),
         foot("foe", 20, 16.9, side="red", state=DISORDERED), 1),
        (foot("a", 20, 20), foot("foe", 20, 16.9, side="red", state=DISORDERED), 1),
    ],
)  # fmt: skip
def test_good_cavalry_hits_the_disordered_on_five(unit: Spec, foe: Spec, hits: int) -> None:
    assert met(unit, foe).p.check().outcome([6, 5, 4, 1]) == hits


@pytest.mark.rule("onepage.combat.hit.cavalry")
def test_defending_cavalry_has_no_such_advantage() -> None:
    foe = light("foe", 20, 16.9, facing=180, side="red")
    scene = met(foot("a", 20, 20, state=DISORDERED), foe).roll(1, 1, 1, 1)
    assert scene.p.check().outcome([5, 5, 5, 6]) == 1


@pytest.mark.rule("onepage.rulings.artillery-melee")
def test_guns_hit_on_four_in_melee() -> None:
    assert met(guns("a", 20, 20)).p.check().outcome([4]) == 1
    assert met(guns("a", 20, 20)).p.check().outcome([3]) == 0
    back = met(foot("a", 20, 20), guns("foe", 20, 16.9, facing=180, side="red"))
    back.roll(1, 1, 1, 1)
    assert back.p.check().outcome([4]) == 1 and back.p.check().outcome([3]) == 0


@pytest.mark.rule("onepage.combat.loser.disordered", "onepage.combat.loser.retreat")
def test_the_loser_is_disordered_and_falls_back_half_a_move() -> None:
    scene = met(foot("a", 20, 20)).roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.has("foe", DISORDERED)
    assert scene.at("foe") == (20.0, 10.9, 180)  # 6 in away, facing kept
    scene = met(foot("a", 20, 20)).roll(1, 1, 1, 1).roll(6, 1, 1, 1)
    assert scene.has("a", DISORDERED) and scene.at("a") == (20.0, 26.0, 0)


@pytest.mark.rule("onepage.combat.loser.retreat", "onepage.rulings.geometry.retreat")
@pytest.mark.parametrize(("x", "place"), [(23.1, None), (23.2, (20.0, 14.0, 0))])
def test_a_loser_still_in_contact_with_an_enemy_after_its_way_back_is_removed(
    x: float, place: tuple[float, float, int] | None
) -> None:
    # Six inches back from the enemy behind it lead by another, from his rear corner to his front
    # corner. A tenth of an inch is contact, two tenths are none.
    behind, aside = foot("foe", 20, 23.6, side="red"), foot("other", x, 17, 90, side="red")
    scene = given(foot("a", 20, 20), behind, aside)
    give_way(scene.p, scene.u("a"), 2, 20_000, 23_600)
    assert (scene.at("a") if scene.p.on_table(scene.u("a")) else None) == place


@pytest.mark.rule("onepage.rulings.melee-tie")
def test_on_a_tie_the_attacker_falls_back_disordered() -> None:
    scene = met(foot("a", 20, 20)).roll(6, 1, 1, 1).roll(6, 1, 1, 1)
    assert scene.has("a", DISORDERED) and not scene.has("foe", DISORDERED)
    assert scene.at("a") == (20.0, 26.0, 0) and scene.at("foe") == (20.0, 16.9, 180)
    assert scene.p.over  # nobody takes any ground


@pytest.mark.rule("onepage.rulings.loser-already-disordered")
def test_a_loser_disordered_before_stays_so_and_does_not_rout() -> None:
    foe = foot("foe", 20, 16.9, facing=180, side="red", state=DISORDERED)
    scene = met(foot("a", 20, 20), foe).roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.has("foe", DISORDERED) and not scene.has("foe", ROUTED)
    assert scene.at("foe") == (20.0, 10.9, 180) and scene.lost("foe") == 1


@pytest.mark.rule("onepage.combat.winner", "onepage.rulings.winner-one-unit")
def test_the_winner_may_take_the_ground() -> None:
    scene = met(foot("a", 20, 20, state=STATIONARY)).roll(6, 1, 1, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.texts() == ["stay", "take"]
    scene.play("take")
    assert scene.at("a") == (20.0, 16.9, 0) and not scene.has("a", STATIONARY)
    scene = met(foot("a", 20, 20)).roll(6, 1, 1, 1).roll(1, 1, 1, 1).play("stay")
    assert scene.at("a") == (20.0, 20.0, 0)


@pytest.mark.rule("onepage.combat.winner")
def test_a_defender_that_wins_may_follow_too() -> None:
    scene = met(foot("a", 20, 20)).roll(1, 1, 1, 1).roll(6, 1, 1, 1)
    assert scene.p.actor == 1
    assert scene.play("take").at("foe") == (20.0, 20.0, 180)


@pytest.mark.rule("onepage.rulings.melee-first-duty")
def test_units_in_contact_fight_before_the_phase_ends_and_do_not_fire() -> None:
    scene = given(
        foot("a", 20, 20), FOE, foot("b", 30, 20), foot("other", 30, 15.1, facing=180, side="red")
    ).combat()
    assert scene.texts() == ["fire b > other", "melee a > foe"]


@pytest.mark.rule("onepage.rulings.absent")
def test_no_throw_saves_anybody() -> None:
    scene = met(foot("a", 20, 20)).roll(6, 6, 6, 6).roll(1, 1, 1, 1)
    assert scene.lost("foe") == 4
