"""What may never be in a system is found, should it ever be."""

from types import ModuleType

import pytest

from grognard.systems import system
from grognard.systems.locales.state.kinds import State
from grognard.systems.shock.state.kinds import ROUTED
from grognard.systems.tabletop.position import GONE
from tests.rules.brigades import given as brigades
from tests.rules.locales import given as areas
from tests.rules.onepage import given as onepage
from tests.rules.pulses import given as pulses
from tests.rules.shock import given as hexes


@pytest.mark.parametrize("rules", [onepage, brigades, pulses], ids=lambda m: m.SYSTEM.name)
def test_stands_off_the_table_on_each_other_and_back_again_are_faults(rules: ModuleType) -> None:
    scene = rules.given(rules.foot("a", 20, 20), rules.foot("b", 30, 20), rules.foot("c", 40, 20))
    before = scene.p.copy()
    before.put(scene.u("c"), GONE, 0, 0)
    assert rules.SYSTEM.faults(scene.p, scene.p) == []
    scene.p.put(scene.u("b"), 205, 200, 0)
    assert rules.SYSTEM.faults(before, scene.p) == ["A stands on B", "C is back on the table"]
    scene.p.put(scene.u("b"), 0, 200, 0)
    assert rules.SYSTEM.faults(scene.p, scene.p) == ["B is off the table"]


def test_enemies_in_one_hex_and_steps_out_of_nowhere_are_faults() -> None:
    scene = hexes.given(hexes.foot("guard", "0808"), hexes.foot("foe", "0803", side="red"))
    before = scene.p.copy()
    assert system("shock").faults(before, scene.p) == []
    scene.p.hex[scene.u("foe")] = scene.h("0808")
    scene.p.steps[scene.u("guard")] += 1
    scene.p.rebuild()
    found = system("shock").faults(before, scene.p)
    assert found == ["guard gained steps", "units of both sides stand on 0808"]


def test_closed_ground_crowds_and_duties_left_undone_are_faults() -> None:
    routed = hexes.foot("weak", "0806", order=ROUTED)
    scene = hexes.given(
        hexes.foot("guard", "0808"), routed, hexes.guns("guns", "0810"),
        hexes.foot("foe", "0803", side="red"), ground={"0912": "lake"},
    ).activate()  # fmt: skip
    shock = system("shock")
    assert shock.faults(scene.p, scene.p) == []
    ended = scene.p.copy()
    ended.stack.clear()
    assert shock.faults(scene.p, ended) == ["weak is routed, and neither rallied nor ran"]
    after = scene.p.copy()
    after.place(scene.u("weak"), scene.h("0808"))
    after.place(scene.u("guns"), scene.h("0912"))
    found = shock.faults(scene.p, after)
    assert "guns stands on ground closed to it" in found
    assert any("may not share 0808" in fault for fault in found)


def test_a_block_that_comes_on_elsewhere_or_too_early_is_a_fault() -> None:
    scene = areas.given(
        areas.foot("one", "b2"), areas.foot("first", group=1),
        areas.foot("second", group=2), areas.foot("foe", "d4", side="red"),
        entries={"a1": "blue"},
    )  # fmt: skip
    before = scene.p.copy()
    locales = system("locales")
    for who, where, fault in (
        ("first", "a1", ""), ("first", "c3", "came on at no entry"),
        ("second", "a1", "came on before an earlier group"),
    ):  # fmt: skip
        after = before.copy()
        after.put(scene.b(who), scene.locale(where))
        found = "; ".join(locales.faults(before, after))
        assert fault in found if fault else "came on" not in found


def test_a_shared_or_overfull_locale_is_a_fault() -> None:
    scene = areas.given(
        areas.foot("one", "b2"), areas.foot("two", "b3"), areas.foot("foe", "b1", side="red"),
        capacity={"b2": 1},
    )  # fmt: skip
    before = scene.p.copy()
    assert system("locales").faults(before, scene.p) == []
    scene.p.put(scene.b("two"), scene.locale("b2"))
    scene.p.put(scene.b("foe"), scene.locale("b2"))
    found = system("locales").faults(before, scene.p)
    assert found[:2] == ["b2 holds units of both sides", "b2 holds more than 1 units"]


def test_strength_rises_by_rally_only() -> None:
    down = State.DISRUPTED | State.UP
    scene = areas.given(
        areas.foot("first", "b2", 0, state=down),
        areas.foot("second", "b2", 0, state=down),
        areas.foot("friend", "b2", 2),
    )
    before = scene.staff("rally").p.copy()
    scene.play("rally")
    assert system("locales").faults(before, scene.p) == []
    scene.p.strength[scene.b("friend")] += 1
    found = system("locales").faults(before, scene.p)
    assert found[-1] == "Blue gained 2 strength points, 1 pairs rallied"
