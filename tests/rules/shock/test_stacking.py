"""Stacking: who may end a move in one hex, who may not, and who does not count."""

from itertools import combinations_with_replacement

import pytest

from grognard.engine.event import Event
from grognard.systems.shock.state.kinds import DONE, ROUTED
from tests.rules.shock.given import Spec, foot, garrison, given, guns, heavy, leader, light

BUILDERS = {"infantry": foot, "cavalry": heavy, "artillery": guns}

# The pairs the sheet lists; any other is illegal.
LISTED = {
    ("infantry", "artillery"): "infantry-artillery",
    ("cavalry", "artillery"): "cavalry-artillery",
    ("artillery", "artillery"): "two-artillery",
}
ROWS = {
    ("infantry", "infantry"): "infantry",
    ("cavalry", "cavalry"): "cavalry",
    ("infantry", "cavalry"): "infantry",
    **LISTED,
}


def joins(unit: Spec, *friends: Spec, **where: object) -> bool:
    """Whether a unit next to 0808 may move onto it, where its friends are."""
    scene = given(unit, *friends, **where).activate()  # type: ignore[arg-type]
    return "0808" in scene.reach(unit.id)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(*pair, marks=pytest.mark.rule(f"shock.stacking.{ROWS[pair]}"))
        for pair in combinations_with_replacement(BUILDERS, 2)
    ],
)
def test_two_units_share_a_hex_only_as_the_sheet_lists(first: str, second: str) -> None:
    expected = (first, second) in LISTED
    assert joins(BUILDERS[first]("a", "0809"), BUILDERS[second]("b", "0808")) == expected
    assert joins(BUILDERS[second]("b", "0809"), BUILDERS[first]("a", "0808")) == expected


@pytest.mark.rule("shock.stacking.cavalry")
def test_heavy_and_light_cavalry_do_not_share_a_hex() -> None:
    assert not joins(heavy("a", "0809"), light("b", "0808"))


@pytest.mark.rule("shock.stacking.infantry", "shock.stacking.cavalry")
def test_a_unit_has_a_free_hex_to_itself() -> None:
    assert joins(foot("a", "0809"))
    assert joins(heavy("a", "0809"))


@pytest.mark.rule("shock.stacking.two-artillery")
@pytest.mark.parametrize(("first", "second", "expected"), [(4, 4, True), (4, 5, False)])
def test_two_batteries_have_eight_strength_points_at_most(
    first: int, second: int, expected: bool
) -> None:
    assert joins(guns("a", "0809", sp=first), guns("b", "0808", sp=second)) == expected


@pytest.mark.rule("shock.stacking.two-artillery")
def test_strength_lost_makes_room_for_a_second_battery() -> None:
    assert joins(guns("a", "0809", sp=6, steps=4), guns("b", "0808", sp=4))


OTHER_COMMAND = """
[[command]]
id = "second"
name = "Second command"
side = "blue"
leader = "blue-second"
"""


def second_command() -> Spec:
    """The corps leader of a second blue command."""
    return leader("blue-second", "0814", level="corps")


@pytest.mark.rule("shock.stacking.two-artillery")
@pytest.mark.parametrize(("command", "expected"), [("blue", True), ("second", False)])
def test_two_batteries_belong_to_one_command(command: str, expected: bool) -> None:
    friend = guns("b", "0808", command=command)
    assert joins(guns("a", "0809"), friend, second_command(), specials=OTHER_COMMAND) == expected


@pytest.mark.rule("shock.stacking.infantry-artillery", "shock.stacking.two-artillery")
def test_a_third_unit_finds_no_room() -> None:
    pair = (foot("b", "0808"), guns("c", "0808"))
    assert not joins(guns("a", "0809"), *pair)
    assert not joins(heavy("a", "0809"), *pair)
    assert not joins(foot("a", "0809"), guns("b", "0808"), guns("c", "0808"))


@pytest.mark.rule("shock.stacking.infantry")
def test_a_garrison_leaves_room_for_a_unit() -> None:
    assert joins(foot("a", "0809"), garrison("farm", "0808", side="blue"))


@pytest.mark.rule("shock.routed.no-stacking")
def test_nobody_joins_a_routed_unit() -> None:
    # It has tried to rally, so that the others get their orders.
    done = foot("b", "0808", flags=DONE)
    assert joins(guns("a", "0809"), done)
    assert not joins(guns("a", "0809"), done._replace(order=ROUTED))


@pytest.mark.rule("shock.routed.no-stacking")
def test_a_routed_unit_ends_its_flight_alone() -> None:
    # Infantry runs 3 hexes away from the foe; where guns stand it may not end.
    foe = foot("foe", "0805", side="red", facing="s")
    free, taken = ["0711", "0811", "0911", "1011"], ["0711", "0911", "1011"]
    for more, ends in (((), free), ((guns("b", "0811"),), taken)):
        scene = given(foot("unit", "0808", order=ROUTED), foe, *more).activate().play("rout unit")
        assert scene.options() == [f"> {end}" for end in ends]
    heard: list[Event] = []
    scene.p.ear = heard
    scene.play("> 0711")
    assert scene.where("unit") == "0711"
    assert heard[0].text == "Unit runs 3 hexes to 0711."


# -- the Silesian rifles -------------------------------------------------------------------------

PRUSSIANS = ("prussian", "anglo-allied")


def rifle(hex: str) -> Spec:
    return foot("rifle", hex, nation="prussian", traits=["silesian-rifle"])


@pytest.mark.rule("shock.stacking.silesian-rifle.infantry")
@pytest.mark.parametrize(("command", "expected"), [("blue", True), ("second", False)])
def test_the_rifles_join_infantry_of_their_command(command: str, expected: bool) -> None:
    brigade = foot("brigade", "0808", nation="prussian", command=command)
    others = (brigade, second_command())
    assert joins(rifle("0809"), *others, specials=OTHER_COMMAND, armies=PRUSSIANS) == expected


@pytest.mark.rule("shock.stacking.silesian-rifle.infantry")
def test_infantry_joins_the_rifles() -> None:
    brigade = foot("brigade", "0809", nation="prussian")
    assert joins(brigade, rifle("0808"), armies=PRUSSIANS)


@pytest.mark.rule("shock.stacking.silesian-rifle.artillery")
@pytest.mark.parametrize("command", ["blue", "second"])
def test_the_rifles_join_any_artillery_as_all_infantry_does(command: str) -> None:
    battery = guns("battery", "0808", nation="prussian", command=command)
    others = (battery, second_command())
    assert joins(rifle("0809"), *others, specials=OTHER_COMMAND, armies=PRUSSIANS)


@pytest.mark.rule("shock.stacking.silesian-rifle.infantry")
def test_the_rifles_do_not_join_cavalry() -> None:
    assert not joins(rifle("0809"), heavy("horse", "0808", nation="prussian"), armies=PRUSSIANS)


# -- leaders -------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.stacking-leaders")
def test_leaders_do_not_count() -> None:
    chiefs = (leader("a-chief", "0808"), leader("b-chief", "0808"))
    assert joins(foot("a", "0809"), *chiefs)
    assert joins(guns("a", "0809"), foot("b", "0808"), *chiefs)
