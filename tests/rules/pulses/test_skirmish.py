"""Skirmishing: who attacks whom, with how many dice, and who saves."""

import pytest

from grognard.engine.errors import FileError
from grognard.systems.pulses.skirmish import NextSkirmish
from grognard.systems.pulses.state.position import HOLDER, SUPPRESSED
from tests.rules.pulses.given import Scene, Spec, foot, force, given, guns, light


def facing(attacker: Spec, *others: Spec, **more: object) -> Scene:
    """Blue's skirmish attacks."""
    return given(attacker, *others, **more).skirmish()  # type: ignore[arg-type]


def target(gap: float = 5.0, **more: object) -> Spec:
    """A red infantry unit so many inches in front of a unit at 20,20."""
    return foot("foe", 20, round(20 - 3 - gap, 1), 180, side="red", **more)


@pytest.mark.rule("pulses.skirmish.initiative-side")
def test_only_the_side_with_the_initiative_skirmishes() -> None:
    scene = given(foot("a", 20, 20, sk=1), target(sk=1))
    scene.p.clock[HOLDER] = 1
    scene.skirmish()
    assert scene.p.actor == 1
    scene.play("done")
    assert scene.p.over


@pytest.mark.rule("pulses.skirmish.dice")
@pytest.mark.parametrize("sk", [1, 2, 3])
def test_the_rating_is_the_number_of_dice(sk: int) -> None:
    scene = facing(foot("a", 20, 20, sk=sk), target()).play("skirmish a")
    assert len(scene.p.check().dice) == sk


@pytest.mark.rule("pulses.skirmish.dice", "pulses.rulings.sk-rating")
def test_a_unit_without_rating_makes_no_attack() -> None:
    assert facing(foot("a", 20, 20, sk=0), target()).p.over


@pytest.mark.rule("pulses.rulings.sk-rating")
def test_only_infantry_is_rated_from_0_to_3() -> None:
    given(foot("a", 20, 20, sk=0), foot("b", 30, 20, sk=3))
    for unit in (foot("a", 20, 20, sk=-1), foot("a", 20, 20, sk=4), light("a", 20, 20, sk=1),
                 guns("a", 20, 20, sk=1)):  # fmt: skip
        with pytest.raises(FileError, match="sk"):
            given(unit)


@pytest.mark.rule("pulses.skirmish.range")
def test_the_range_is_6_in() -> None:
    assert facing(foot("a", 20, 20, sk=1), target(6.0)).texts() == ["done", "skirmish a"]
    assert facing(foot("a", 20, 20, sk=1), target(6.1)).p.over


@pytest.mark.rule("pulses.skirmish.target-infantry", "pulses.skirmish.hit-number")
def test_every_six_is_a_hit_on_infantry() -> None:
    scene = facing(foot("a", 20, 20, sk=3), target()).play("skirmish a").roll(6, 5, 6)
    assert scene.hits("foe") == 2


@pytest.mark.rule("pulses.skirmish.target-artillery")
def test_a_success_suppresses_artillery() -> None:
    guns_there = guns("foe", 20, 12, 180, side="red")
    scene = facing(foot("a", 20, 20, sk=2), guns_there).play("skirmish a").roll(6, 6)
    assert scene.has("foe", SUPPRESSED)
    assert scene.at("foe") == (20, 12, 180)


@pytest.mark.rule("pulses.rulings.skirmish-not-at-cavalry")
def test_cavalry_is_no_target() -> None:
    assert facing(foot("a", 20, 20, sk=1), light("foe", 20, 12, side="red")).p.over


@pytest.mark.rule("pulses.skirmish.save.mx", "pulses.skirmish.save.number")
def test_mixed_infantry_saves_on_four() -> None:
    scene = facing(foot("a", 20, 20, sk=3), target(mx=True)).play("skirmish a").roll(6, 6, 6)
    assert scene.asks() == "Save"
    scene.roll(4, 3, 6)
    assert scene.hits("foe") == 1


@pytest.mark.rule("pulses.skirmish.save.cavalry-support")
def test_cavalry_within_2_in_lets_the_target_save() -> None:
    for gap, saves in ((2.0, True), (2.1, False)):
        rider = light("rider", 20 + 3 + gap, 12, side="red")
        scene = facing(foot("a", 20, 20, sk=1), target(), rider).play("skirmish a").roll(6)
        assert (scene.asks() == "Save") == saves


@pytest.mark.rule("pulses.skirmish.save.total-cover")
def test_a_target_wholly_in_cover_saves() -> None:
    for edge, saves in (("180,100 220,100 220,140 180,140", True),
                        ("180,100 210,100 210,140 180,140", False)):  # fmt: skip
        scene = facing(foot("a", 20, 20, sk=1), target(sk=1), areas=[("orchard", edge)])
        scene.play("skirmish a").roll(6)
        assert (scene.asks() == "Save") == saves


@pytest.mark.rule("pulses.skirmish.one-per-target")
def test_a_target_is_attacked_once_a_pulse() -> None:
    pair = (foot("a", 20, 20, sk=1), foot("b", 23.5, 20, sk=1))
    scene = facing(pair[0], pair[1], target()).play("skirmish a").roll(1)
    assert scene.p.over


@pytest.mark.rule("pulses.pulse.1-skirmish", "pulses.skirmish.one-per-target")
def test_units_skirmish_in_any_order_and_see_what_the_last_has_done() -> None:
    # The foe is within 6 in of both, the other, to the right, of b only.
    other = foot("other", 27, 12, 180, side="red")
    scene = facing(foot("a", 20, 20, sk=1), foot("b", 23.5, 20, sk=1), target(), other)
    assert scene.texts() == ["done", "skirmish a", "skirmish b"]
    scene.play("skirmish b")
    assert scene.texts() == ["foe", "other"]
    scene.play("other").roll(6)
    assert scene.hits("other") == 1
    assert scene.texts() == ["done", "skirmish a"]
    scene.play("done")
    assert scene.p.over


@pytest.mark.rule("pulses.skirmish.not-across-impassable")
def test_not_across_a_river() -> None:
    assert facing(foot("a", 20, 20, sk=1), target(), lines=[("river", "0,160 600,160")]).p.over


@pytest.mark.rule("pulses.skirmish.not-out-of-town")
def test_not_out_of_a_town() -> None:
    town = [("town", "190,190 210,190 210,210 190,210")]
    assert facing(foot("a", 20, 20, sk=1), target(), areas=town).p.over


@pytest.mark.rule("pulses.skirmish.not-in-snow-or-rain")
@pytest.mark.parametrize("kind", ["rain", "snow"])
def test_not_in_snow_or_rain(kind: str) -> None:
    pair = (foot("a", 20, 20, sk=1), target())
    assert facing(*pair, weather=[(2, kind)]).p.over
    assert not facing(*pair, weather=[(3, kind)]).p.over
    assert not facing(*pair, weather=[(1, kind), (2, "clear")]).p.over


@pytest.mark.rule("pulses.beyond-radius.no-skirmish")
def test_not_beyond_the_radius() -> None:
    for x, asked in ((33.4, True), (33.6, False)):
        pair = (foot("a", 20, 20, sk=1), target())
        scene = facing(pair[0], pair[1], force("blue", x, 20, radius=12))
        assert (scene.asks() == "NextSkirmish") == asked


@pytest.mark.rule("pulses.rulings.skirmish-not-in-contact")
def test_neither_by_nor_at_units_in_contact() -> None:
    foe = foot("foe", 20, 17, 180, side="red")
    assert facing(foot("a", 20, 20, sk=1), foe).p.over
    # The third unit has the second as its target, but that one is in contact.
    assert facing(foot("a", 20, 20), foe, foot("b", 25, 20, sk=1)).p.over


@pytest.mark.rule("pulses.skirmish.range")
def test_a_unit_that_is_gone_sends_no_skirmishers_from_the_corner_of_the_table() -> None:
    units = (foot("a", 2, 2, sk=1), foot("foe", 2, 6, side="red"), force("blue", 2, 1, radius=9))
    assert given(*units).skirmish().texts() == ["done", "skirmish a"]
    gone = given(*units)
    gone.p.remove(gone.u("a"), "is broken")
    assert gone.push(NextSkirmish(side=0, units=(gone.u("a"),))).p.over
