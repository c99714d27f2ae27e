"""No two answer sequences mean the same order."""

import pytest

from grognard.systems.shock import SYSTEM
from grognard.systems.shock.command import InitiativeRoll
from grognard.systems.shock.declaring import attackers_of
from grognard.systems.shock.rally import RallyRoll
from grognard.systems.shock.retreat import RetreatTo
from grognard.systems.shock.shooting import ReactionFire
from grognard.systems.shock.state.kinds import BLOWN, D1, GOOD, PHASES, ROUTED
from tests.rules.shock.given import Scene, foot, given, guns, light


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


@pytest.mark.parametrize(("order", "said"), [(D1, "remains disordered"), (GOOD, "remains blown")])
def test_a_rally_that_fails_leaves_the_unit_as_it_was(order: int, said: str) -> None:
    horse = light("horse", "0808", order=order, flags=BLOWN)
    scene = given(horse, foot("foe", "0802", side="red"))
    roll = RallyRoll(unit=scene.u("horse"))
    check = roll.check(scene.p)
    assert [roll.result(scene.p, check, n) for n in (0, 1)] == ["recovered", said]
    scene.p.set_order(scene.u("horse"), ROUTED)
    assert roll.result(scene.p, roll.check(scene.p), 1) == "D-1"


def test_a_battles_words_for_a_side_and_the_draw_are_those_of_its_checks() -> None:
    scene = given(foot("a", "0808"), foot("foe", "0802", side="red"))
    outcomes = InitiativeRoll().check(scene.p).outcomes[:2]
    titles = SYSTEM.battle("gemioncourt").titles
    assert [f"{title} initiative" for title in titles] == list(outcomes)
    assert not any("pool" in phase for phase in PHASES)
    orders = SYSTEM.checks()["orders"]
    assert not orders.check((5,)).target.startswith(f"{orders.title} ")
