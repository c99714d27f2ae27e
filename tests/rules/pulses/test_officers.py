"""Officers: casualty checks, replacement, the radius, and recovery with their help."""

import pytest

from grognard.systems.pulses.officers import Casualty, in_radius
from grognard.systems.pulses.state.kinds import ACTIVE, HOLD
from grognard.systems.pulses.turn import TurnStart
from grognard.systems.tabletop.position import WAITS
from tests.rules.pulses.given import Scene, Spec, army, foot, force, given, wing


def lost(id: str, *specs: Spec, broke: int = 0, face: int = 1) -> Scene:
    """An officer's casualty check."""
    scene = given(foot("a", 20, 20), *specs)
    return scene.push(Casualty(unit=scene.u(id), broke=broke)).roll(face)


@pytest.mark.rule("pulses.officer.subcommander-replaced")
def test_a_lost_sub_commander_is_replaced_by_one_2_lower_without_dice() -> None:
    scene = lost("blue", force("blue", 10, 10, control=1, dice=2))
    assert scene.p.rating[scene.u("blue")] == -1
    assert scene.p.helpers[scene.u("blue")] == 0
    assert scene.at("blue") is not None


@pytest.mark.rule("pulses.officer.army-commander-replaced")
def test_a_lost_army_commander_is_replaced_by_one_a_level_lower() -> None:
    scene = lost("chief", army("chief", 10, 10, level=3))
    assert scene.p.rating[scene.u("chief")] == 2
    assert scene.at("chief") is not None


@pytest.mark.rule("pulses.officer.wing-not-replaced")
def test_a_lost_wing_commander_is_not_replaced() -> None:
    scene = lost("marshal", force("blue", 5, 5), wing("marshal", 10, 10, ["blue"]))
    assert scene.at("marshal") is None


@pytest.mark.rule("pulses.rulings.casualty-check")
def test_an_officer_is_lost_on_1_or_on_2_if_the_unit_broke() -> None:
    sub = force("blue", 10, 10, dice=2)
    assert lost("blue", sub, face=1).p.helpers[1:].count(2) == 0
    assert lost("blue", sub, face=2).p.helpers[1:].count(2) == 1
    assert lost("blue", sub, face=2, broke=1).p.helpers[1:].count(2) == 0
    assert lost("blue", sub, face=3, broke=1).p.helpers[1:].count(2) == 1


def combat(*specs: Spec, **more: object) -> Scene:
    """A unit in contact with an enemy, about to fight."""
    pair = (foot("a", 30, 23), foot("foe", 30, 20, 180, side="red"))
    return given(*pair, *specs, **more).fight("a", "foe")  # type: ignore[arg-type]


@pytest.mark.rule("pulses.subcommander.casualty-check")
def test_a_sub_commander_who_gave_dice_takes_a_check() -> None:
    scene = combat(force("blue", 30, 26, dice=1)).play("sub-commander")
    scene.roll(5, 1, 1, 1, 1, 1).roll(1, 1, 1, 1, 1).play("stay")
    assert scene.asks() == "Casualty"


@pytest.mark.rule("pulses.rulings.casualty-check")
def test_a_unit_whose_way_back_is_barred_broke_too() -> None:
    scene = given(
        foot("a", 30, 23), foot("foe", 30, 20, 180, side="red", strength=8),
        force("red", 30, 18, side="red", dice=1), lines=[("river", "0,180 600,180")],
    )  # fmt: skip
    scene.fight("a", "foe").play("sub-commander").roll(5, 1, 1, 1, 1)
    scene.roll(1, 1, 1, 1, 1, 1).roll(1, 1, 1)
    assert scene.at("foe") is None
    assert scene.play("stay").p.check().target == "lost on 2 or less"


@pytest.mark.rule("pulses.officer.army-commander-replaced", "pulses.turn.command-dice")
def test_after_the_loss_of_a_level_1_commander_there_are_no_command_dice() -> None:
    scene = lost("chief", army("chief", 10, 10, level=1))
    scene.push(TurnStart())
    scene.roll(1, 1)
    assert scene.p.pool == [0, 2]


@pytest.mark.rule("pulses.rulings.commander-check")
def test_a_commander_who_gave_a_die_within_3_in_takes_one_too() -> None:
    for way, checks in ((3.0, True), (3.1, False)):
        scene = combat(army("chief", 30, 24.5 + way), pool=(1, 0)).play("command die")
        scene.roll(5, 1, 1, 1, 1, 1).roll(1, 1, 1, 1, 1).play("stay")
        assert (scene.asks() == "Casualty") == checks


@pytest.mark.rule("pulses.rulings.radius")
def test_the_radius_is_9_in_for_a_division_and_12_for_a_corps() -> None:
    for size, inches in (("division", 9), ("corps", 12)):
        for way, inside in ((inches, True), (inches + 0.1, False)):
            scene = given(foot("a", 20, 20), force("blue", 20, 21.5 + way, size=size))
            assert in_radius(scene.p, scene.u("a")) == inside


# -- recovery --------------------------------------------------------------------------------------


def tired(hits: int = 2, *specs: Spec, gap: float = 20.0, **more: object) -> Scene:
    """Blue's recovery rolls for a unit with hits."""
    foe = foot("foe", 20, 10, side="red")
    mine = foot("a", 20, 13 + gap, hits=hits)
    facts = {"status": HOLD, **more}
    return given(mine, foe, *specs, **facts).recovery()  # type: ignore[arg-type]


@pytest.mark.rule("pulses.recovery.distance")
def test_a_unit_recovers_at_least_20_in_from_the_enemy() -> None:
    assert tired(gap=20.0).asks() == "Recover"
    assert tired(gap=19.9).p.over


@pytest.mark.rule("pulses.recovery.force")
def test_only_in_a_force_on_hold() -> None:
    for status in (0, 2, 3):
        assert tired(status=status).p.over
    assert ACTIVE == 2


@pytest.mark.rule("pulses.recovery.roll", "pulses.recovery.effect")
def test_a_die_below_the_hits_removes_one() -> None:
    assert tired(3).roll(2).hits("a") == 2
    assert tired(3).roll(3).hits("a") == 3
    assert tired(1).p.over


@pytest.mark.rule("pulses.recovery.roll")
def test_restored_it_is_at_or_below() -> None:
    assert tired(1, variant="restored").roll(1).hits("a") == 0
    assert tired(3, variant="restored").roll(3).hits("a") == 2


@pytest.mark.rule("pulses.beyond-radius.no-recovery")
def test_not_beyond_the_radius() -> None:
    assert tired(2, force("blue", 50, 40, radius=9)).p.over


@pytest.mark.rule("pulses.recovery.reroll", "pulses.commander.recovery")
def test_an_army_commander_within_20_in_has_it_thrown_again_once() -> None:
    # The unit's nearest edge is 1.5 in right of 20.
    for way, again in ((20.0, True), (20.1, False)):
        scene = tired(2, army("chief", 21.5 + way, 33), pool=(2, 0)).roll(6)
        assert (scene.asks() == "RecoverAgain") == again
    scene = tired(2, army("chief", 41, 33), pool=(2, 0)).roll(6)
    assert scene.texts() == ["keep", "command die (thrown again, 1 of 2)"]
    scene.play("command die")
    assert scene.p.pool[0] == 1
    assert scene.roll(6).p.over


@pytest.mark.rule("pulses.commander.recovery", "pulses.rulings.wing-commander")
def test_a_wing_commander_has_it_thrown_again_for_his_forces() -> None:
    for named, again in ((["blue"], True), (["other"], False)):
        scene = tired(
            2, force("blue", 40, 36, radius=30), force("other", 50, 45),
            wing("marshal", 25, 33, named), pool=(1, 0),
        ).roll(6)  # fmt: skip
        assert (scene.asks() == "RecoverAgain") == again


@pytest.mark.rule("pulses.subcommander.reroll-recovery")
def test_a_sub_commander_within_3_in_has_it_thrown_again_free() -> None:
    scene = tired(2, force("blue", 20, 37)).roll(6)
    assert scene.texts() == ["keep", "sub-commander (Blue, thrown again)"]
    assert scene.play("sub-commander").roll(1).hits("a") == 1


@pytest.mark.rule("pulses.recovery.reroll", "pulses.subcommander.once-per-pulse")
def test_each_officer_has_a_recovery_thrown_again_once() -> None:
    officers = (force("blue", 20, 37), army("chief", 30, 33))
    scene = tired(2, *officers, pool=(5, 0)).roll(6)
    again = "command die (thrown again, 1 of 5)"
    assert scene.texts() == ["keep", "sub-commander (Blue, thrown again)", again]
    scene.play("sub-commander").roll(6)
    assert scene.texts() == ["keep", again]
    assert scene.play("command die").roll(6).p.over
    assert (scene.hits("a"), scene.p.pool[0]) == (2, 4)


@pytest.mark.rule("pulses.officer.army-commander-replaced")
def test_an_army_commander_does_not_fall_below_level_0() -> None:
    scene = lost("chief", army("chief", 10, 10, level=1))
    scene.push(Casualty(unit=scene.u("chief"))).roll(1)
    assert scene.p.rating[scene.u("chief")] == 0


@pytest.mark.rule("pulses.rulings.commander-check", "pulses.rulings.wing-commander")
def test_of_two_commanders_the_one_out_of_danger_adds_the_die() -> None:
    marshal = wing("marshal", 30, 25, ["blue"])  # half an inch behind the unit
    for place, checks in ((40, False), (25.5, True)):
        officers = (marshal, army("chief", 30, place), force("blue", 30, 44, radius=40))
        scene = combat(*officers, pool=(1, 0))
        assert any("at risk" in text for text in scene.texts()) == checks
        scene.play("command die")
        scene.roll(1, 1, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
        assert any(type(step).__name__ == "Casualty" for step in scene.p.stack) == checks


@pytest.mark.rule("pulses.commander.lapels-once", "pulses.rulings.wing-commander")
def test_a_wing_commander_grabs_lapels_before_the_army_commander() -> None:
    # All stand together: the marshal orders his force, and the chief is free for the other.
    forces = (force("mine", 30, 40), force("other", 30.5, 40))
    units = (foot("a", 30, 30, force="mine"), foot("b", 20, 30, force="other"))
    chiefs = (army("chief", 30, 40.5), wing("marshal", 30, 40.2, ["mine"]))
    scene = given(*units, *forces, *chiefs).control().play("control mine", "lapels active")
    assert "lapels attack (Chief orders it)" in scene.texts()
    scene.play("lapels hold")
    assert (scene.status("mine"), scene.status("other")) == ("active", "hold")


@pytest.mark.rule("pulses.control.lapels", "pulses.control.cd.within-20")
def test_a_sub_commander_who_has_not_arrived_is_given_nothing() -> None:
    scene = given(foot("a", 20, 20), army("chief", 0, 0), force("blue", 5, 5), pool=(4, 0))
    scene.p.put(scene.u("blue"), WAITS, 0, 0)
    assert not any(text.startswith("lapels") for text in scene.control().texts())
    assert not any(text.startswith("test with") for text in scene.texts())


@pytest.mark.rule("pulses.rulings.radius", "pulses.control.cd.within-20")
def test_a_sub_commander_on_the_edge_of_the_table_leads_as_elsewhere() -> None:
    edge = force("blue", 0, 20, radius=9)
    scene = given(foot("a", 8, 20), edge, army("chief", 0, 30), pool=(4, 0))
    assert in_radius(scene.p, scene.u("a"))
    assert "test with two (2 from the pool)" in scene.control().texts()


@pytest.mark.rule("pulses.control.lapels", "pulses.rulings.officer-contact")
def test_lapels_are_grabbed_on_the_edge_of_the_table_too() -> None:
    scene = given(foot("a", 8, 20), force("blue", 0, 20), army("chief", 0.5, 20))
    assert "lapels attack (Chief orders it)" in scene.control().texts()


@pytest.mark.rule("pulses.rulings.radius", "pulses.beyond-radius.no-skirmish")
def test_a_sub_commander_who_has_not_arrived_has_no_radius_in_any_corner() -> None:
    pair = (foot("a", 2, 2, sk=1), foot("foe", 2, 8, side="red"), force("blue", 2, 1, radius=9))
    assert given(*pair).skirmish().asks() == "NextSkirmish"
    scene = given(*pair)
    scene.p.put(scene.u("blue"), WAITS, 0, 0)
    assert scene.skirmish().p.over
