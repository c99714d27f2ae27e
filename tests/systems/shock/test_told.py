"""What a player is told: results, facings and what an order takes away, in words."""

from grognard.engine.prospect import Prospect
from grognard.engine.view import View
from grognard.systems.shock.advance import Advance
from grognard.systems.shock.command import OrdersRoll
from grognard.systems.shock.square import SquareRoll
from tests.rules.shock.given import SYSTEM, Scene, foot, given, guns, leader

FOE = foot("foe", "0807", side="red", facing="s")


def told(scene: Scene, order: str) -> Prospect:
    """What the blue side is told of the answers an order makes."""
    actions: list[int] = []
    p = scene.p.copy()
    for word in order.split(", "):
        decision = p.decision
        assert decision is not None
        action = next(a for a in p.options() if decision.phrase(p, a) == word)
        actions.append(action)
        p.play(action)
    return Prospect(SYSTEM, View(scene.p, 0), scene.p, actions)


def last_result(scene: Scene, face: int) -> str:
    """What the log says of the open roll."""
    roll, check = scene.p.roll, scene.check()
    assert roll is not None
    return roll.result(scene.p, check, check.outcome([face]))


def test_a_shot_is_told_in_words_with_its_code() -> None:
    scene = given(guns("battery", "0810", sp=1), FOE).activate()
    scene.play("fire battery")
    said = {last_result(scene, face) for face in range(10)}
    assert said == {
        "no effect",
        "a check against disorder at -2 (d-2)",
        "a check against disorder (d)",
    }


def test_a_shock_is_told_for_both() -> None:
    scene = given(foot("guard", "0808", facing="n", sp=24), FOE).activate()
    scene.play("shock guard").roll(0)
    while scene.p.decision is not None:
        scene.p.play(scene.p.options()[0])
    # 24 against 4 on die 1: - / 3BR
    assert last_result(scene, 1) == (
        "attacker no effect / defender 3 steps, retreat, rout (- / 3BR)"
    )


def test_a_square_that_fails_is_told_in_words() -> None:
    scene = given(FOE, foot("guard", "0808", cohesion=0))
    scene.push(SquareRoll(unit=scene.u("guard"), by=scene.h("0807")))
    assert last_result(scene, 0) == "square"
    assert last_result(scene, 1) == "no square: a check against disorder (d)"


def test_an_attack_says_whose_moves_it_ends() -> None:
    scene = given(
        foot("guard", "0808", facing="n"), foot("mate", "0312"), guns("battery", "0912"), FOE
    ).activate()
    assert told(scene, "shock guard").cost == (
        "ends all fire: Guard; ends all moves: Mate, Battery"
    )


def test_a_move_says_whose_fire_it_ends_after_what_it_takes() -> None:
    scene = given(foot("mate", "0312"), guns("battery", "0810"), FOE).activate()
    assert told(scene, "move mate, > 0311").cost == (
        "1 of 5 movement points; ends all fire: Battery"
    )


def test_a_move_into_a_zone_says_why_it_is_short() -> None:
    scene = given(foot("guard", "0810", facing="n"), foot("mate", "0312"), FOE).activate()
    assert told(scene, "move guard, > 0808").cost == (
        "2 of 3 movement points: reduced in an enemy zone of control"
    )
    assert told(scene, "move guard, > 0809").cost == "1 of 5 movement points"


def test_a_roll_that_comes_anyhow_hangs_on_no_answer() -> None:
    pieces = (
        foot("guard", "0808", facing="n"),
        foot("foe", "0804", side="red"),
        leader("duke", "0803", side="red", commands=True),
    )
    scene = given(*pieces)
    enemy = OrdersRoll(command=[c.id for c in scene.battle.commands].index("red"))
    scene.push(enemy, Advance(hex=scene.h("0807"), by=scene.u("guard")))
    assert scene.options() == ["nobody advances", "advance guard"]
    for answer in scene.options():
        assert told(scene, answer).checks == []
    # To be done with one's orders is no order either.
    scene = given(*pieces).push(enemy).activate()
    assert told(scene, "done").checks == []


def test_a_shot_hangs_on_the_order_to_fire() -> None:
    scene = given(guns("battery", "0810"), FOE).activate()
    assert [check.title for check in told(scene, "fire battery").checks] == ["Fire"]
