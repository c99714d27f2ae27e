"""What the player chooses, and in which order: leaders, commands, ways of charges, attacks."""

import pytest

from grognard.systems.shock.command import PoolPick
from grognard.systems.shock.leaders import LeaderMoves
from grognard.systems.shock.state.kinds import DONE_VERB, POOL
from grognard.systems.shock.turn import Phase
from tests.rules.shock.given import Scene, foot, given, guns, heavy, leader, light
from tests.rules.shock.test_pool import LEADERS, THREE, TROOPS, overall, pool

# -- leaders -------------------------------------------------------------------------------------


def riders() -> Scene:
    scene = given(
        leader("ney", "0812"),
        leader("foy", "0612"),
        leader("pire", "1012"),
        foot("unit", "0810"),
        foot("foe", "0802", side="red"),
    )
    return scene.push(LeaderMoves(side=0))


@pytest.mark.rule("shock.rulings.turn.leaders")
def test_the_last_leader_may_ride_first_and_the_others_keep_their_ride() -> None:
    scene = riders().play("move pire > 1013")
    assert {"move ney", "move foy"} <= set(scene.options())
    assert "move pire" not in scene.options()
    scene.play("move ney > 0813")
    assert "move foy" in scene.options() and "move ney" not in scene.options()


@pytest.mark.rule("shock.rulings.turn.leaders")
def test_equal_rides_are_one_position_whoever_rode_first() -> None:
    one = riders().play("move pire > 1013").play("move ney > 0813")
    other = riders().play("move ney > 0813").play("move pire > 1013")
    assert one.p.digest() == other.p.digest()


# -- commands for the draw -----------------------------------------------------------------------


def choosing(cp: int = 2) -> Scene:
    boss = overall("boss", "0801", cp=cp)
    return given(boss, *LEADERS, *TROOPS, specials=THREE).push(Phase(phase=POOL))


@pytest.mark.rule("shock.rulings.turn.pool")
def test_commands_are_picked_in_any_order_and_put_back_until_confirmed() -> None:
    scene = choosing()
    assert scene.options() == ["command ann", "command bob", "command cid"]
    scene.play("command cid")
    assert scene.options() == ["command ann", "command bob"]
    assert pool(scene) == {"cid"}
    scene.play("put back command cid")
    assert pool(scene) == set() and "command cid" in scene.options()
    scene.play("command cid").play("command ann")
    # Both points are spent: what is left is to confirm, or to put one back.
    asked = scene.p.decision
    assert scene.options() == ["done"] and isinstance(asked, PoolPick)
    assert [asked.picks(scene.p, action) for action in (*asked.put_back(scene.p), DONE_VERB)] == [
        "command:ann", "command:cid", "",
    ]  # fmt: skip
    scene.play("put back command cid").play("command bob").play("done")
    assert pool(scene) == {"ann", "bob"}


@pytest.mark.rule("shock.rulings.turn.pool")
def test_equal_picks_are_one_position() -> None:
    one = choosing().play("command cid").play("command ann")
    other = choosing().play("command ann").play("command cid")
    assert one.p.digest() == other.p.digest()


@pytest.mark.rule("shock.rulings.turn.pool")
def test_a_command_served_in_any_case_is_neither_asked_for_nor_put_back() -> None:
    # With a range of 4 the left one reaches Ann only, the right one Bob or Cid.
    left = overall("left", "0301", cp=1, range=4)
    right = overall("right", "1101", cp=1, range=4)
    scene = given(left, right, *LEADERS, *TROOPS, specials=THREE).push(Phase(phase=POOL))
    assert pool(scene) == {"ann"}
    assert scene.options() == ["command bob", "command cid"]
    decision = scene.p.decision
    assert decision is not None and decision.put_back(scene.p) == []


# -- charges keep to their front -----------------------------------------------------------------


@pytest.mark.rule("shock.rulings.charge.front")
@pytest.mark.parametrize(
    ("facing", "charges"),
    # 0807 is the left front hex of a unit on 0808 that faces north, on its flank if it faces
    # north-east or south-west, behind it if it faces south or south-east.
    [("n", True), ("nw", True), ("ne", False), ("s", False), ("se", False), ("sw", False)],
)
def test_a_short_charge_needs_its_target_in_a_front_hex(facing: str, charges: bool) -> None:
    scene = given(
        light("horse", "0808", facing=facing), foot("foe", "0807", "red", facing="n")
    ).activate()
    assert ("charge" in scene.orders_of("horse")) == charges


@pytest.mark.rule("shock.rulings.charge.front")
@pytest.mark.parametrize(("facing", "charges"), [("n", True), ("s", False), ("se", False)])
def test_a_long_charge_needs_its_target_in_the_arc_of_its_front(facing: str, charges: bool) -> None:
    scene = given(
        light("horse", "0808", facing=facing), foot("foe", "0805", "red", facing="n")
    ).activate()
    assert ("charge" in scene.orders_of("horse")) == charges


# -- the way of a charge, and the order of attacks ------------------------------------------------


@pytest.mark.rule("shock.rulings.charge.way")
@pytest.mark.parametrize("way", ["0807", "0907"])
def test_a_charge_between_two_hexes_strikes_from_the_one_the_player_chooses(way: str) -> None:
    # 0806 is two hexes straight up from 0808: the line runs between 0807 and 0907.
    scene = given(light("horse", "0808", cohesion=9), foot("foe", "0806", "red")).activate()
    scene.play("charge horse > foe").roll(0)
    assert set(scene.options()) == {"> 0807", "> 0907"}
    scene.play(f"> {way}")
    assert scene.where("horse") == way


@pytest.mark.rule("shock.rulings.charge.way")
def test_a_charge_with_one_way_left_is_not_asked() -> None:
    # A friend who may not share it stands on the other hex.
    scene = given(
        light("horse", "0808", cohesion=9), foot("friend", "0807"), foot("foe", "0806", "red")
    ).activate()
    scene.play("charge horse > foe").play("done").roll(0)
    assert scene.where("horse") == "0907"


def two_attacks() -> Scene:
    return given(
        foot("left", "0508", commitment=9),
        foot("right", "1008", commitment=9),
        foot("west", "0507", "red"),
        foot("east", "1007", "red"),
    ).activate()


@pytest.mark.rule("shock.rulings.shock.sequence")
@pytest.mark.parametrize(("first", "attacker"), [("0507", "left"), ("1007", "right")])
def test_the_attacker_chooses_which_attack_is_fought_first(first: str, attacker: str) -> None:
    scene = two_attacks().play("shock left > west").play("shock right > east")
    assert scene.options() == ["fight 0507", "fight 1007"]
    scene.play(f"fight {first}")
    assert scene.check().name == "commitment"
    roll = scene.p.roll
    assert roll is not None and roll.about(scene.p) == (f"unit:{attacker}",)


@pytest.mark.rule("shock.rulings.shock.sequence")
def test_charges_are_fought_before_other_attacks() -> None:
    scene = given(
        heavy("horse", "0510", commitment=9),
        foot("right", "1008", commitment=9),
        foot("west", "0507", "red"),
        foot("east", "1007", "red"),
        guns("far", "1402", "red"),
    ).activate()
    scene.play("charge horse > west").play("shock right > east")
    roll = scene.p.roll
    assert roll is not None and roll.about(scene.p) == ("unit:horse",)
