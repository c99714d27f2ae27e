"""Victory: exhausted armies, objectives, casualties; and the turn with its phases."""

import pytest

from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.state.position import ROUT
from grognard.systems.brigades.turn import PHASES, PlayerTurn, Switch
from grognard.systems.tabletop.position import GONE
from grognard.systems.tabletop.turn import OVER, PHASE, SIDE, TURN
from tests.rules.brigades.given import Scene, Spec, foot, given

TWO = [("one", "red", "exhaustion = 9"), ("two", "red", "exhaustion = 9")]


def ended(scene: Scene, over: int = 0) -> tuple[int | None, str]:
    """Who has won a battle that is over, and why."""
    scene.p.clock[OVER] = over
    result = SYSTEM.result(scene.p)
    assert result is not None
    return result.winner, result.why


def armies(*more: Spec, **places: object) -> Scene:
    """Blue's brigade at 20,20, red's two divisions far from it."""
    return given(
        foot("a", 20, 20),
        foot("b", 40, 20, side="red", division="one"),
        foot("c", 40, 28, side="red", division="two"),
        *more,
        divisions=TWO,
        **places,  # type: ignore[arg-type]
    )


@pytest.mark.rule("brigades.rulings.victory")
def test_an_army_with_half_of_its_divisions_exhausted_loses() -> None:
    scene = armies()
    scene.p.tired[scene.battle.division[scene.u("b")]] = 1
    scene.p.clock[SIDE], scene.p.clock[TURN] = 1, 1
    scene.push(Switch())
    assert scene.p.over
    assert ended(scene, 1) == (0, "Blue victory: the Red army is exhausted.")


@pytest.mark.rule("brigades.rulings.victory")
def test_fewer_exhausted_divisions_do_not_lose() -> None:
    third = foot("d", 40, 12, side="red", division="three")
    scene = given(
        foot("a", 20, 20),
        foot("b", 40, 20, side="red", division="one"),
        foot("c", 40, 28, side="red", division="two"),
        third,
        divisions=[*TWO, ("three", "red", "exhaustion = 9")],
    )
    scene.p.tired[scene.battle.division[scene.u("b")]] = 1
    scene.p.clock[SIDE], scene.p.clock[TURN] = 1, 1
    scene.push(Switch())
    assert not scene.p.clock[OVER]


@pytest.mark.rule("brigades.rulings.victory")
def test_objectives_decide_before_casualties() -> None:
    scene = armies(objectives=[(20, 20, "", 1)])
    scene.p.losses[scene.u("a")] = 4
    assert ended(scene) == (0, "Blue victory by objectives: Blue 1 (Place), Red 0.")


@pytest.mark.rule("brigades.rulings.victory")
def test_casualties_as_a_share_of_strength_decide_last() -> None:
    # 2 of 5 are more than 3 of 10.
    scene = armies()
    scene.p.losses[scene.u("a")], scene.p.losses[scene.u("b")] = 2, 3
    assert ended(scene) == (
        1,
        "Red victory by casualties: strength points lost: Red 3 of 10, Blue 2 of 5.",
    )
    scene.p.losses[scene.u("b")] = 4
    assert ended(scene) == (None, "A draw: nobody is ahead.")


@pytest.mark.rule("brigades.rulings.objective")
def test_an_objective_is_held_within_three_inches_by_unrouted_stands_alone() -> None:
    # The front edge of the brigade is at 18.5.
    for y, expected in ((15.5, 1), (15.4, 0)):
        scene = armies(objectives=[(20, y, "", 1)])
        assert ended(scene)[1].startswith("Blue victory by objectives") == expected
    scene = armies(objectives=[(20, 20, "", 1)])
    scene.p.state[scene.u("a")] = ROUT
    assert not ended(scene)[1].startswith("Blue victory by objectives")
    shared = armies(foot("d", 20, 25, side="red", division="one"), objectives=[(20, 22.5, "", 1)])
    assert ended(shared)[1] == "A draw: nobody is ahead."


@pytest.mark.rule(
    "brigades.misc.sequence.order",
    "brigades.misc.sequence.attacker-only",
    "brigades.exhaustion.turn-end",
    "brigades.rulings.turn.two-halves",
)
def test_a_turn_is_two_player_turns_of_six_phases() -> None:
    scene = given(foot("a", 20, 20), foot("b", 40, 20, side="red"), turns=2)
    p = scene.p
    p.clock[TURN], p.clock[SIDE] = 1, 0
    p.stack.append(PlayerTurn())
    seen = []
    while p.stack:
        before = p.clock[PHASE]
        top = p.stack[-1]
        if type(top).__name__ == "Move":
            seen.append((p.clock[TURN], SIDES[p.clock[SIDE]], PHASES[before]))
            assert p.actor == p.clock[SIDE]
            p.play(p.options()[0])
        elif p.decision is not None:
            p.play(p.options()[0])
        else:
            p.settle()
    assert seen == [
        (1, "blue", "movement"), (1, "red", "movement"),
        (2, "blue", "movement"), (2, "red", "movement"),
    ]  # fmt: skip
    assert PHASES == ("command", "movement", "rally", "morale", "combat", "exhaustion")


SIDES = ("blue", "red")


@pytest.mark.rule("brigades.rulings.turn.count", "brigades.misc.scale.time")
def test_a_turn_is_an_hour() -> None:
    battle = given(foot("a", 20, 20), turns=4).battle
    assert [battle.hour(turn) for turn in (1, 2, 4)] == ["08:00", "09:00", "11:00"]
    assert battle.turns == 4


@pytest.mark.rule("brigades.rulings.victory")
@pytest.mark.parametrize("tired", [False, True])
def test_an_army_without_a_stand_has_lost_and_is_not_called_exhausted(tired: bool) -> None:
    scene = armies()
    for name in ("b", "c"):
        scene.p.put(scene.u(name), GONE, 0, 0)
        scene.p.tired[scene.battle.division[scene.u(name)]] = int(tired)
    assert ended(scene, 1) == (0, "Blue victory: the Red army has no stand left.")


@pytest.mark.rule("brigades.rulings.victory")
def test_an_army_whose_last_stands_are_still_to_come_goes_on() -> None:
    scene = armies(foot("late", 40, 12, side="red", division="two", turn=3))
    for name in ("b", "c"):
        scene.p.put(scene.u(name), GONE, 0, 0)
    scene.p.clock[SIDE], scene.p.clock[TURN] = 1, 1
    scene.push(Switch())
    assert not scene.p.clock[OVER]
