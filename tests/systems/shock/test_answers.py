"""No two answer sequences mean the same order."""

import pytest

from grognard.systems.shock.declaring import attackers_of
from grognard.systems.shock.rally import RallyRoll
from grognard.systems.shock.retreat import RetreatTo
from grognard.systems.shock.shooting import ReactionFire
from grognard.systems.shock.state.kinds import D1
from tests.rules.shock.given import Scene, foot, given, guns


def batteries(**second: object) -> Scene:
    """Two guns on one hex before an enemy."""
    return given(
        guns("first", "0810", sp=3),
        guns("second", "0810", sp=2, **second),  # type: ignore[arg-type]
        foot("foe", "0807", side="red"),
        foot("far", "0805", side="red"),
    )


def test_two_guns_that_fire_as_one_are_ordered_by_the_top_one() -> None:
    scene = batteries(range=4).activate()
    assert "fire" in scene.orders_of("first") and "fire" not in scene.orders_of("second")
    scene.play("fire first > foe")
    assert scene.check().target.startswith("column 4-6")  # 3 + 2 strength points


def test_a_gun_that_reaches_farther_may_be_ordered_alone() -> None:
    scene = batteries(range=5).activate()
    scene.play("fire second")
    # "far" is 5 hexes off: only the second battery reaches it.
    assert scene.check().kind.name == "fire" and "column 2" in scene.check().target


def test_two_guns_that_react_as_one_are_asked_once() -> None:
    scene = given(
        guns("first", "0808", facing="n"),
        guns("second", "0808", facing="n"),
        foot("foe", "0807", side="red", facing="s"),
    )
    scene.p.target[scene.u("foe")] = scene.h("0808")
    assert attackers_of(scene.p, scene.h("0808")) == [scene.u("foe")]
    scene.push(ReactionFire(hex=scene.h("0808")))
    assert scene.options() == ["hold", "fire > foe"]
    held = scene.p.copy()
    scene.play("fire > foe")
    assert scene.check().target.startswith("column 7-10")  # 4 + 4 strength points
    held.play(held.options()[0])
    assert held.over  # the other gun is not asked again


@pytest.mark.parametrize("order", ["extend", "retract"])
def test_a_line_is_drawn_out_or_in_once_a_turn(order: str) -> None:
    line = {"second": "0908"} if order == "retract" else {}
    scene = given(
        foot("guard", "0808", sp=6, **line),
        foot("other", "0312"),
        foot("foe", "0801", side="red"),
    ).activate()
    scene.play(f"{order} guard")
    scene.p.play(scene.p.options()[0])
    assert not {"extend", "retract"} & scene.orders_of("guard")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("27th Jägers", ["27th Jägers are now D-1.", "27th Jägers stay as they were."]),
        ("Kempt", ["Kempt is now D-1.", "Kempt stays as it was."]),
    ],
)
def test_the_log_agrees_with_the_name_of_a_unit(name: str, said: list[str]) -> None:
    scene = given(foot("unit", "0808", name=name, order=D1), foot("foe", "0802", side="red"))
    p, u = scene.p, scene.u("unit")
    p.ear = []
    p.disorder(u, D1)
    scene.push(RallyRoll(unit=u)).roll(9)
    assert [event.text for event in p.ear] == said
    asked = RetreatTo(unit=u, by=scene.h("0807"), hexes=1).prompt(p)
    assert asked == f"{name} must retreat: where to?"
