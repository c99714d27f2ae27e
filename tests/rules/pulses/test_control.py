"""Control tests: command dice by distance, picking two, the two columns, lapels, reserves."""

import pytest

from grognard.engine.deeds import numbered
from grognard.engine.view import View
from grognard.systems.pulses.state.kinds import HOLD
from grognard.systems.tabletop.position import GONE
from tests.rules.pulses.given import Scene, Spec, army, foot, force, given, guns, wing


def commanded(way: float, *more: Spec, **facts: object) -> Scene:
    """Blue's control segment, its army commander so far from its sub-commander, no enemy near."""
    return given(
        foot("a", 20, 10), force("blue", 10, 10, radius=20), army("chief", 10 + way, 10), *more,
        **facts,  # type: ignore[arg-type]
    ).control()  # fmt: skip


@pytest.mark.rule("pulses.control.cd.within-20", "pulses.commander.issue-cds")
def test_within_20_in_two_command_dice_may_be_given() -> None:
    scene = commanded(20, pool=(2, 0))
    assert scene.texts()[:3] == [
        "test", "test with one (1 from the pool)", "test with two (2 from the pool)",
    ]  # fmt: skip
    scene.play("test with two (2 from the pool)")
    assert (scene.p.pool[0], len(scene.p.check().dice)) == (0, 4)


@pytest.mark.rule("pulses.control.cd.within-20", "pulses.control.cd.within-40")
def test_within_40_in_one_may_be_given() -> None:
    for way in (20.1, 40.0):
        scene = commanded(way, pool=(2, 0))
        assert scene.texts()[:-1] == ["test", "test with one (1 from the pool)"]
    scene.play("test with one (1 from the pool)")
    assert scene.p.pool[0] == 1


@pytest.mark.rule("pulses.control.cd.within-40", "pulses.control.cd.beyond-40")
def test_beyond_40_in_one_costs_two() -> None:
    scene = commanded(40.1, pool=(2, 0))
    assert scene.texts()[:-1] == ["test", "test with one (2 from the pool)"]
    scene.play("test with one (2 from the pool)")
    assert (scene.p.pool[0], len(scene.p.check().dice)) == (0, 3)
    rich = commanded(40.1, pool=(9, 0))
    assert rich.texts()[:-1] == ["test", "test with one (2 from the pool)"]
    assert commanded(40.1, pool=(1, 0)).texts() == ["test", "choose hold"]


@pytest.mark.rule("pulses.control.dice")
def test_a_test_is_rolled_with_two_dice() -> None:
    assert len(commanded(30).play("test").p.check().dice) == 2


@pytest.mark.rule("pulses.control.pick-two")
def test_the_player_keeps_any_two_dice() -> None:
    scene = commanded(30, foot("foe", 20, 20, side="red"), pool=(1, 0))
    scene.play("test with one (1 from the pool)").roll(1, 2, 6)
    # 1+2 withdraws, 1+6 and 2+6 are active.
    assert scene.texts() == ["withdraw", "active"]
    scene.play("withdraw")
    assert scene.status() == "withdraw"


@pytest.mark.rule("pulses.control.modifier")
def test_the_modifier_is_added() -> None:
    unit = (foot("a", 20, 10), foot("foe", 20, 20, side="red"))
    assert given(*unit, force("blue", 10, 10, control=2)).control().roll(4, 4).status() == "attack"
    assert given(*unit, force("blue", 10, 10)).control().roll(4, 4).status() == "active"


@pytest.mark.rule("pulses.control.choose-hold")
def test_without_an_enemy_within_20_in_a_force_may_choose_to_hold() -> None:
    for side in ("red", "blue"):
        for gap, choice in ((20.0, False), (20.1, True)):
            scene = given(foot("a", 20, 10), foot("foe", 20, 13 + gap, side="red")).control(side)
            assert (scene.asks() == "Control") == choice
    assert scene.texts() == ["test", "choose hold"]
    assert scene.play("choose hold").status() == "hold"


@pytest.mark.rule("pulses.control.lapels", "pulses.rulings.officer-contact")
def test_a_commander_in_base_contact_gives_any_status() -> None:
    scene = commanded(1.0, foot("foe", 20, 20, side="red"))
    assert scene.texts() == [
        "test", "lapels withdraw (Chief orders it)", "lapels hold (Chief orders it)",
        "lapels active (Chief orders it)", "lapels attack (Chief orders it)",
    ]  # fmt: skip
    assert scene.play("lapels attack").status() == "attack"
    assert commanded(1.1, foot("foe", 20, 20, side="red")).asks() == "ControlRoll"


@pytest.mark.rule("pulses.commander.lapels-once")
def test_a_commander_sets_one_status_a_pulse() -> None:
    other = (foot("b", 15, 5, force="second"), force("second", 10, 10.5))
    scene = commanded(0.5, *other).play("control blue")
    assert "lapels hold (Chief orders it)" in scene.texts()
    scene.play("lapels hold")
    assert scene.texts() == ["test", "choose hold"]


@pytest.mark.rule("pulses.pulse.3a-control")
def test_forces_are_tested_in_any_order() -> None:
    others = [
        spec
        for name, x in (("second", 30), ("third", 45))
        for spec in (foot(f"u-{name}", x, 5, force=name), force(name, x, 10.5))
    ]
    scene = commanded(30, *others)
    assert scene.texts() == ["control blue", "control second", "control third"]
    # The last may be first, and those before it are still asked for.
    scene.play("control third", "choose hold")
    assert scene.texts() == ["control blue", "control second"]
    scene.play("control second", "choose hold", "choose hold")
    assert scene.p.status == [HOLD, HOLD, HOLD, scene.p.status[3]]


NEAR = [(3, "withdraw"), (4, "hold"), (6, "hold"), (7, "active"), (9, "active"), (10, "attack")]


@pytest.mark.rule(
    "pulses.control.near.withdraw", "pulses.control.near.hold", "pulses.control.near.active",
    "pulses.control.near.attack",
)  # fmt: skip
@pytest.mark.parametrize(("total", "status"), NEAR)
def test_with_an_enemy_near(total: int, status: str) -> None:
    scene = given(foot("a", 20, 10), foot("foe", 20, 20, side="red")).control()
    assert scene.roll(total // 2, total - total // 2).status() == status


FAR = [(3, "hold"), (5, "hold"), (8, "active"), (11, "active")]


@pytest.mark.rule(
    "pulses.control.far.hold-low", "pulses.control.far.hold", "pulses.control.far.active",
    "pulses.control.far.active-high",
)  # fmt: skip
@pytest.mark.parametrize(("total", "status"), FAR)
def test_with_the_enemy_far(total: int, status: str) -> None:
    scene = given(foot("a", 20, 10)).control().play("test")
    assert scene.roll(total // 2, total - total // 2).status() == status


@pytest.mark.rule("pulses.control.column")
def test_the_near_column_is_for_20_in_from_any_unit() -> None:
    for gap, status in ((20.0, "attack"), (20.1, "active")):
        two = (foot("a", 20, 10), guns("b", 50, 5), foot("foe", 20, 13 + gap, side="red"))
        scene = given(*two).control()
        if scene.asks() == "Control":
            scene.play("test")
        assert scene.roll(5, 5).status() == status


@pytest.mark.rule("pulses.rulings.reserve")
def test_a_reserve_holds_until_it_is_released_for_a_command_die() -> None:
    reserve = force("blue", 10, 10, reserve=True)
    scene = given(foot("a", 20, 10), reserve, pool=(2, 0)).control()
    assert scene.texts() == ["stay in reserve", "release"]
    assert list(numbered(View(scene.p, 0)).values()) == [1, 2]  # as its number keys
    assert scene.p.decision is not None
    assert "release it for a command die (2 left)" in scene.p.decision.prompt(scene.p)
    scene.play("release")
    assert scene.p.pool[0] == 1
    assert "test" in scene.texts()
    poor = given(foot("a", 20, 10), reserve)
    assert poor.control().p.over
    assert poor.p.status[0] == HOLD


@pytest.mark.rule("pulses.rulings.wing-commander")
def test_a_wing_commander_serves_the_forces_named_as_his() -> None:
    far = army("chief", 59, 47)
    mine = wing("marshal", 12, 10, ["blue"])
    scene = commanded(49, pool=(4, 0))
    assert "test with two (2 from the pool)" not in scene.texts()
    units = (foot("a", 20, 10), force("blue", 10, 10), far, mine)
    assert "test with two (2 from the pool)" in given(*units, pool=(4, 0)).control().texts()
    other = (foot("b", 15, 5, force="second"), force("second", 12, 11))
    scene = given(*units, *other, pool=(4, 0)).control()
    scene.play("control blue", "choose hold")
    assert "test with two (2 from the pool)" not in scene.texts()


@pytest.mark.rule("pulses.commander.issue-cds")
def test_without_a_commander_on_the_table_a_force_tests_with_two_dice() -> None:
    # Command dice are there, but nobody who gives them.
    scene = given(foot("a", 20, 10), force("blue", 10, 10, radius=20), pool=(4, 0))
    scene.p.put(scene.u("blue-army"), GONE, 0, 0)
    assert scene.control().texts() == ["test", "choose hold"]
    scene.play("test")
    assert scene.p.pool == [4, 0]  # the test itself costs nothing


@pytest.mark.rule("pulses.commander.issue-cds")
def test_a_commander_at_the_very_edge_of_the_table_gives_dice() -> None:
    scene = given(
        foot("a", 20, 10), force("blue", 10, 10, radius=20), army("chief", 0, 10), pool=(1, 0)
    ).control()
    assert "test with one (1 from the pool)" in scene.texts()
