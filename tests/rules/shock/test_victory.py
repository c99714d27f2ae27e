"""Victory points: losses, elite and routed troops, places, handicaps and troops held back."""

import pytest

from grognard.engine.view import View
from grognard.systems.shock.movement import MoveTo
from grognard.systems.shock.state.kinds import ARRIVALS, D2, GIVEN_UP, MOVE, ROUTED
from grognard.systems.shock.system import ShockSystem
from grognard.systems.shock.turn import Phase
from tests.rules.shock.given import Scene, foot, garrison, given, guns, heavy, leader

SYSTEM = ShockSystem()


def halves(scene: Scene) -> tuple[int, ...]:
    """The points of blue and red in half points."""
    return tuple(int(2 * points) for points in SYSTEM.score(View(scene.p, 0)))


def hold(hex: str, points: int) -> str:
    return f'[[objective]]\nkind = "hold"\nhex = "{hex}"\npoints = {points}\nname = "it"\n'


def near(side: str, hex: str, within: int, points: int) -> str:
    place = f'hex = "{hex}"\nwithin = {within}\npoints = {points}\nname = "it"\n'
    return f'[[objective]]\nkind = "near"\nside = "{side}"\n{place}'


@pytest.mark.rule("shock.rulings.victory")
def test_a_strength_point_destroyed_is_a_point() -> None:
    # Red has lost 3 of 4 and all of 2 steps: 5 points, 10 halves.
    scene = given(
        foot("guard", "0808"),
        foot("foe", "0803", side="red", sp=4, steps=1),
        guns("battery", "1003", side="red", sp=2),
    )
    scene.p.eliminate(scene.u("battery"))
    assert halves(scene) == (10, 0)


@pytest.mark.rule("shock.rulings.victory")
@pytest.mark.parametrize("stars", [1, 2])
def test_elite_troops_count_double(stars: int) -> None:
    scene = given(
        foot("guard", "0808", elite=stars, sp=5, steps=2), foot("foe", "0803", side="red")
    )
    assert halves(scene) == (0, 12)


@pytest.mark.rule("shock.rulings.victory")
def test_a_routed_strength_point_is_half_a_point() -> None:
    # Two steps lost: 2 points; three steps left and routed: a point and a half.
    scene = given(
        foot("guard", "0808", sp=5, steps=3, order=ROUTED),
        foot("shaken", "1008", order=D2),
        foot("foe", "0803", side="red"),
    )
    assert halves(scene) == (0, 4 + 3)


def test_points_are_told_by_what_they_were_got_for() -> None:
    # Blue holds it (3) and destroyed two of four (2); the two left run (half a point each). Red
    # destroyed one of five.
    scene = given(
        foot("guard", "0808", sp=5, steps=4),
        foot("foe", "0803", side="red", steps=2, order=ROUTED),
        objectives=hold("0808", 3),
    )
    scene.p.held[0] = 0
    assert [(each.cause, each.points) for each in SYSTEM.earned(scene.p)] == [
        ("it", (3.0, 0.0)),
        ("enemies destroyed", (2.0, 1.0)),
        ("enemies routed", (1.0, 0.0)),
    ]
    assert halves(scene) == (2 * 6, 2 * 1)


@pytest.mark.rule("shock.rulings.victory")
def test_routed_elite_troops_count_half_points_like_others() -> None:
    scene = given(foot("guard", "0808", elite=1, order=ROUTED), foot("foe", "0803", side="red"))
    assert halves(scene) == (0, 4)


@pytest.mark.rule("shock.rulings.victory")
def test_troops_that_have_not_arrived_and_leaders_cost_nothing() -> None:
    scene = given(
        foot("guard", "0808"),
        foot("late", "0810", turn=4, entry="0815"),
        leader("chief", "0812", commands=True),
        foot("foe", "0803", side="red"),
    )
    scene.p.eliminate(scene.u("chief"))
    assert halves(scene) == (0, 0)


@pytest.mark.rule("shock.rulings.victory")
def test_a_chateaus_own_strength_counts_when_it_is_destroyed() -> None:
    scene = given(foot("guard", "0808"), garrison("post", "0803", sp=3))
    scene.p.lose_steps(scene.u("post"), 1)
    assert halves(scene) == (2, 0)


@pytest.mark.rule("shock.rulings.victory")
def test_a_place_counts_for_who_held_it_last() -> None:
    scene = given(
        foot("guard", "0808"), foot("foe", "0803", side="red"), objectives=hold("0809", 3)
    )
    assert halves(scene) == (0, 0)
    scene.push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0809")
    assert halves(scene) == (6, 0)
    scene.play("facing n").push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0811")
    assert halves(scene) == (6, 0)
    # Routed troops do not take a place.
    scene.p.stack.clear()
    scene.p.set_order(scene.u("foe"), ROUTED)
    scene.p.place(scene.u("foe"), scene.h("0809"))
    assert halves(scene) == (6 + 4, 0)


@pytest.mark.rule("shock.rulings.victory")
def test_who_is_set_up_on_a_place_holds_it() -> None:
    scene = given(
        foot("guard", "0808"), foot("foe", "0803", side="red"), objectives=hold("0803", 2)
    )
    assert halves(scene) == (0, 4)


@pytest.mark.rule("shock.rulings.victory")
@pytest.mark.parametrize(("hex", "points"), [("0805", 12), ("0806", 0)])
def test_a_side_near_a_place_has_its_points(hex: str, points: int) -> None:
    scene = given(
        foot("guard", hex),
        foot("foe", "0203", side="red"),
        objectives=near("blue", "0802", 3, 6),
    )
    assert halves(scene) == (points, 0)
    scene.p.set_order(scene.u("guard"), ROUTED)
    assert halves(scene) == (0, 4)


def test_the_handicap_is_added_whatever_happens() -> None:
    handicap = '[victory]\nhandicap = { side = "red", points = 4 }\n'
    scene = given(foot("guard", "0808"), foot("foe", "0803", side="red"), specials=handicap)
    assert halves(scene) == (0, 8)


RESERVED = '[[special]]\nkind = "reserved"\nunits = ["guard", "lancers"]\npoints = 8\n'


@pytest.mark.rule("shock.rulings.reserved")
def test_troops_held_back_cost_points_once_when_they_come_near_the_enemy() -> None:
    scene = given(
        foot("guard", "0808"),
        heavy("lancers", "1008"),
        foot("line", "0608"),
        foot("foe", "0804", side="red", facing="s"),
        specials=RESERVED,
    )
    scene.push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0807 facing n")
    assert halves(scene) == (0, 0)
    # The line may go where it likes; 0805 is in the foe's front.
    scene.push(MoveTo(unit=scene.u("line"), order=8)).play("> 0705 facing n")
    assert halves(scene) == (0, 0)
    scene.push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0805 giving 8 points facing n")
    assert halves(scene) == (0, 16)
    scene.push(MoveTo(unit=scene.u("lancers"), order=8)).play("> 0905 facing n")
    assert halves(scene) == (0, 16)
    # Going back does not undo it.
    scene.p.place(scene.u("guard"), scene.h("0812"))
    assert halves(scene) == (0, 16) and scene.p.clock[GIVEN_UP] == 1


@pytest.mark.rule("shock.rulings.reserved")
def test_an_enemy_who_comes_up_to_troops_held_back_wins_nothing_by_it() -> None:
    guard, lancers = foot("guard", "0808"), heavy("lancers", "1212")
    scene = given(guard, lancers, foot("foe", "0804", side="red"), specials=RESERVED)
    scene.activate("red").play("move foe > 0807 facing s")
    assert scene.p.in_enemy_zoc(scene.u("guard")) and halves(scene) == (0, 0)


def test_an_arrival_takes_the_place_it_comes_to() -> None:
    scene = given(
        foot("late", "0810", turn=1, entry="0815"),
        foot("foe", "0803", side="red"),
        objectives=hold("0815", 2),
    ).push(Phase(phase=ARRIVALS))
    assert halves(scene) == (4, 0)


@pytest.mark.rule("shock.rulings.victory")
@pytest.mark.parametrize(
    ("blue", "red", "winner", "why"),
    [
        (4, 3, 0, "Blue victory: Blue 1, Red 0 points."),
        (4, 4, None, "A draw: Blue 0, Red 0 points."),
        (2, 1, 0, "Blue victory: Blue 3, Red 2 points."),
        (1, 3, 1, "Red victory: Blue 1, Red 3 points."),
    ],
)
def test_more_points_win(blue: int, red: int, winner: int | None, why: str) -> None:
    # Both had 4 steps.
    scene = given(foot("guard", "0808", steps=blue), foot("foe", "0803", side="red", steps=red))
    result = SYSTEM.result(scene.p)
    assert result is not None and (result.winner, result.why) == (winner, why)


def test_half_points_are_written_as_such() -> None:
    scene = given(foot("guard", "0808", sp=1, order=ROUTED), foot("foe", "0803", side="red"))
    result = SYSTEM.result(scene.p)
    assert result is not None and result.why == "Red victory: Blue 0, Red ½ points."
    assert result.points == (0, 0.5)


def test_there_is_no_result_before_the_end() -> None:
    scene = given(foot("guard", "0808"), foot("foe", "0803", side="red")).activate()
    assert SYSTEM.result(scene.p) is None


@pytest.mark.rule("shock.rulings.places")
@pytest.mark.parametrize(
    ("face", "ground", "points"), [(1, "clear", 8), (6, "chateau", 8), (7, "clear", 0)]
)
def test_who_rallies_on_a_place_takes_it(face: int, ground: str, points: int) -> None:
    # 0 and 1 rally it, 2 to 6 make it D-1; a 7 sends it running, and routed it holds nothing.
    scene = given(
        foot("guard", "0812", order=ROUTED),
        foot("foe", "0803", side="red"),
        objectives=hold("0812", 4),
        ground={"0812": ground},
    )
    p = scene.p
    p.held[0] = 1
    p.control[:] = [1] * len(p.control)
    scene.activate().play("rally guard").roll(face)
    routed = int(scene.order("guard") == ROUTED) * 4  # half a point for each strength point
    assert halves(scene) == (points, 8 - points + routed)


@pytest.mark.rule("shock.rulings.reserved", "shock.rulings.places")
def test_a_reserved_unit_that_rallies_where_the_enemy_came_up_costs_nothing() -> None:
    reserve = '[[special]]\nkind = "reserved"\nunits = ["guard"]\npoints = 5\n'
    scene = given(
        foot("guard", "0808", order=ROUTED),
        foot("foe", "0804", side="red"),
        specials=reserve,
    )
    scene.push(MoveTo(unit=scene.u("foe"), order=MOVE)).play("> 0807 facing s")
    scene.activate().play("rally guard").roll(0)
    assert scene.p.in_enemy_zoc(scene.u("guard")) and halves(scene) == (0, 0)


@pytest.mark.rule("shock.rulings.places")
def test_a_line_is_near_a_place_with_either_half() -> None:
    # 0703 is two hexes from 0801, 0603 three.
    for first, second in (("0603", "0703"), ("0703", "0603")):
        line = foot("a", first, sp=8, second=second)
        scene = given(line, foot("foe", "1414", "red"), objectives=near("blue", "0801", 2, 5))
        assert halves(scene) == (10, 0)
