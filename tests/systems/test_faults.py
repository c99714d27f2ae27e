"""What may never be in a system is found, should it ever be."""

from grognard.systems import system
from grognard.systems.locales.position import DISRUPTED, UP
from tests.rules.locales import given as areas
from tests.rules.shock import given as hexes


def test_enemies_in_one_hex_and_steps_out_of_nowhere_are_faults() -> None:
    scene = hexes.given(hexes.foot("guard", "0808"), hexes.foot("foe", "0803", side="red"))
    before = scene.p.copy()
    assert system("shock").faults(before, scene.p) == []
    scene.p.hex[scene.u("foe")] = scene.h("0808")
    scene.p.steps[scene.u("guard")] += 1
    scene.p.rebuild()
    found = system("shock").faults(before, scene.p)
    assert found == ["both sides stand in 0808", "guard gained steps"]


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
    down = DISRUPTED | UP
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
