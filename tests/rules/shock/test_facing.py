"""Facing after a move, and squares: forming one in movement, moving in one, leaving one."""

import pytest

from grognard.systems.shock.retreat import Retreat
from grognard.systems.shock.state.kinds import D1, D2, ENGAGED, GOOD, SQUARE
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy

LANE = {f"{col:02}{row:02}": "lake" for row in (7, 9) for col in range(1, 16)}
ALL = {"n", "ne", "se", "s", "sw", "nw"}


def facings(scene: Scene) -> set[str]:
    """The facings offered, and "square"."""
    return {phrase.split()[-1] for phrase in scene.options()}


# -- turning -------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.facing-change")
@pytest.mark.parametrize("to", ["0808", "0908", "0811"])
def test_outside_enemy_zones_a_unit_ends_its_move_facing_any_way(to: str) -> None:
    scene = given(heavy("unit", "0808")).activate().play(f"move unit > {to}")
    assert facings(scene) == ALL


@pytest.mark.rule("shock.rulings.facing-change")
@pytest.mark.parametrize(
    # Reduced movement of infantry is 3 points; going east it arrives facing ne or se.
    ("start", "expected"),
    [
        ("0408", {"ne", "se"}),  # 3 hexes: nothing left
        ("0508", {"ne", "se", "n", "s"}),  # 2 hexes: one point left
        ("0608", ALL),  # 1 hex: two points left
    ],
)
def test_who_enters_an_enemy_zone_pays_for_turning_there(start: str, expected: set[str]) -> None:
    scene = given(
        foot("unit", start), foot("foe", "0808", side="red", facing="nw"), ground=LANE
    ).activate()
    scene.play("move unit > 0708")
    assert facings(scene) == expected


@pytest.mark.rule("shock.rulings.facing-change")
def test_who_enters_an_enemy_zone_going_west_arrives_facing_sw_or_nw() -> None:
    scene = given(
        foot("unit", "1008"), foot("foe", "0608", side="red", facing="se"), ground=LANE
    ).activate()
    scene.play("move unit > 0708")  # 3 hexes: no point is left to turn
    assert facings(scene) == {"sw", "nw"}


@pytest.mark.rule("shock.rulings.facing-change")
@pytest.mark.parametrize(
    ("points", "expected"),
    [(1, {"n", "ne", "nw"}), (2, {"n", "ne", "nw", "se", "sw"}), (3, ALL)],
)
def test_who_stays_in_an_enemy_zone_pays_a_point_for_each_sixty_degrees(
    points: int, expected: set[str]
) -> None:
    scene = given(
        foot("unit", "0808", mp=points, facing="n"), foot("foe", "0807", side="red", facing="s")
    ).activate()
    scene.play("move unit")
    assert facings(scene) == expected


@pytest.mark.rule("shock.rulings.facing-change")
def test_the_facing_asked_for_first_is_the_way_it_went() -> None:
    scene = given(heavy("unit", "0808", facing="s")).activate().play("move unit > 1108")
    decision = scene.p.decision
    assert decision is not None
    assert decision.phrase(scene.p, decision.default(scene.p)) == "facing ne"
    kept = given(heavy("unit", "0808", facing="se")).activate().play("move unit > 1108")
    decision = kept.p.decision
    assert decision is not None
    assert decision.phrase(kept.p, decision.default(kept.p)) == "facing se"


# -- forming square ------------------------------------------------------------------------------


@pytest.mark.rule("shock.move.terrain.form-square", "shock.move.note.e")
@pytest.mark.parametrize(("to", "forms"), [("0208", True), ("0508", True), ("0608", False)])
def test_forming_square_costs_two_points_of_the_move(to: str, forms: bool) -> None:
    # Of 5 points a move of 3 hexes leaves two, one of 4 hexes one.
    scene = given(foot("unit", "0208"), ground=LANE).activate().play(f"move unit > {to}")
    assert ("square" in facings(scene)) == forms


@pytest.mark.rule("shock.move.terrain.form-square")
def test_a_formed_square_is_a_square() -> None:
    scene = given(foot("unit", "0208"), foot("other", "0115"), ground=LANE).activate()
    scene.play("move unit > 0308 form square")
    assert scene.has("unit", SQUARE)
    assert scene.where("unit") == "0308"


@pytest.mark.rule("shock.move.terrain.form-square", "shock.move.note.e")
@pytest.mark.parametrize("unit", [heavy("unit", "0808"), guns("unit", "0808")])
def test_cavalry_and_artillery_form_no_square(unit: Spec) -> None:
    scene = given(unit).activate().play("move unit > 0808")
    assert facings(scene) == ALL


@pytest.mark.rule("shock.move.note.e", "shock.d2.no-square")
@pytest.mark.parametrize(("order", "forms"), [(GOOD, True), (D1, True), (D2, False)])
def test_a_d2_unit_forms_no_square(order: int, forms: bool) -> None:
    scene = given(foot("unit", "0808", order=order)).activate().play("move unit > 0808")
    assert ("square" in facings(scene)) == forms


@pytest.mark.rule("shock.move.note.e")
def test_nobody_forms_square_in_an_enemy_zone() -> None:
    foe = foot("foe", "0807", side="red", facing="s")
    standing = given(foot("unit", "0808"), foe).activate().play("move unit")
    assert facings(standing) == ALL
    entering = given(foot("unit", "0809", mp=10), foe).activate().play("move unit > 0808")
    assert "square" not in facings(entering)


@pytest.mark.rule("shock.move.note.e")
def test_an_engaged_unit_is_given_no_move_in_which_to_form_square() -> None:
    scene = given(
        foot("unit", "0808", flags=ENGAGED), foot("foe", "0807", side="red", facing="s")
    ).activate()
    assert "move" not in scene.orders_of("unit")


# -- in square -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.move.rate.square")
def test_a_square_moves_one_hex() -> None:
    scene = given(foot("unit", "0808", flags=SQUARE)).activate()
    assert scene.reach("unit") == {"0807", "0907", "0708", "0908", "0809", "0909"}


@pytest.mark.rule("shock.rulings.square-terrain")
def test_a_square_driven_back_goes_where_infantry_can_and_stays_a_square() -> None:
    wood = {f"{col:02}{row:02}": "woods" for row in range(9, 12) for col in range(6, 11)}
    unit, foe = foot("unit", "0808", flags=SQUARE), foot("foe", "0807", side="red")
    scene = given(unit, foe, ground=wood)
    scene.push(Retreat(unit=scene.u("unit"), by=scene.h("0807"), hexes=1)).play("> 0809")
    assert scene.where("unit") == "0809" and scene.has("unit", SQUARE)


@pytest.mark.rule("shock.rulings.square-terrain")
@pytest.mark.parametrize(
    ("ground", "enters"),
    [
        ("clear", True),
        ("cultivated", True),
        ("woods", False),
        ("marsh", False),
        ("village", False),
        ("built-up-village", False),
        ("chateau", False),
        ("lake", False),
    ],
)
def test_a_square_moves_over_clear_and_cultivated_ground_only(ground: str, enters: bool) -> None:
    scene = given(foot("unit", "0808", flags=SQUARE), ground={"0807": ground}).activate()
    assert ("0807" in scene.reach("unit")) == enters


@pytest.mark.rule("shock.move.rate.square", "shock.move.note.a.infantry-cavalry")
def test_a_square_crosses_no_river_by_its_bridge() -> None:
    scene = given(
        foot("unit", "0808", flags=SQUARE),
        sides=[("river", "0808 nw")],
        crossings=[("bridge", "0808 nw")],
    ).activate()
    assert "0807" not in scene.reach("unit")


@pytest.mark.rule("shock.move.rate.square")
def test_a_square_neither_marches_nor_rushes_nor_turns() -> None:
    scene = given(foot("unit", "0808", flags=SQUARE), ground={"0807": "woods"}).activate()
    assert scene.orders_of("unit") == {"leave", "move"}
    assert "0808" not in scene.reach("unit")


@pytest.mark.rule("shock.move.rate.square", "shock.d1.no-enemy-zoc")
@pytest.mark.parametrize(("order", "enters"), [(GOOD, True), (D1, False)])
def test_a_square_in_good_order_may_enter_an_enemy_zone(order: int, enters: bool) -> None:
    scene = given(
        foot("unit", "0809", flags=SQUARE, order=order),
        foot("foe", "0807", side="red", facing="s"),
    ).activate()
    assert ("0808" in scene.reach("unit")) == enters


@pytest.mark.rule("shock.move.rate.square")
def test_a_square_in_an_enemy_zone_only_withdraws() -> None:
    scene = given(
        foot("unit", "0808", flags=SQUARE), foot("foe", "0807", side="red", facing="s")
    ).activate()
    assert scene.reach("unit") == set()
    assert "withdraw" in scene.orders_of("unit")


@pytest.mark.rule("shock.rulings.facing-change")
def test_who_leaves_square_faces_any_way_and_forms_no_other() -> None:
    scene = given(
        foot("unit", "0808", flags=SQUARE, mp=1), foot("foe", "0807", side="red", facing="s")
    ).activate()
    scene.play("leave unit").roll(0)
    assert facings(scene) == ALL
