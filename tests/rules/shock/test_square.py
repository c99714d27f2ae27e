"""Square in reaction and leaving square, by the tables of the sheet."""

from typing import Any

import pytest

from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems import system
from grognard.systems.shock.rules import Rules
from grognard.systems.shock.state.kinds import D1, D2, ENGAGED, GOOD, ROUTED, SQUARE
from tests.rules.shock.given import Scene, foot, given, guns, heavy, leader, light

SHOCK = system("shock")


def odds(check: str, variant: str = "sheet", **facts: Any) -> dict[str, str]:
    """The exact odds of a check by the facts of the sheet."""
    kind = SHOCK.checks(variant)[check]
    named = {name.replace("_", "-"): value for name, value in facts.items()}
    return kind.check(kind.read(named)).odds().fractions()


def charged(*pieces: Any, at: str = "0804", by: Any = None, **given_by: Any) -> Scene:
    """Infantry `foe` in 0804 that faces south, charged over two hexes by `horse`: its reaction."""
    horse = by or heavy("horse", "0806", commitment=9)
    foe = foot("foe", at, side="red", facing="s", cohesion=4)
    everybody = pieces if any(p.id == "foe" for p in pieces) else (foe, *pieces)
    scene = given(horse, *everybody, **given_by).activate("blue")
    return done(scene.play("charge horse")).roll(0).ride()


def done(scene: Scene) -> Scene:
    """End the orders, if anybody could still be given one."""
    return scene.play("done") if scene.p.decision and "done" in scene.options() else scene


# Cohesion 4, by the sheet: 0-4 square, 5 d, 6 D, 7 Dr, 8 and more R.
BANDS = ["square"] * 5 + ["d", "D", "Dr", "R", "R"]


@pytest.mark.rule(
    "shock.square-in-reaction.formed",
    "shock.square-in-reaction.fail-1",
    "shock.square-in-reaction.fail-2",
    "shock.square-in-reaction.fail-3",
    "shock.square-in-reaction.fail-4",
)
@pytest.mark.parametrize(("face", "code"), list(enumerate(BANDS)))
def test_square_in_reaction_reads_its_band(face: int, code: str) -> None:
    kind = SHOCK.checks()["square"]
    check = kind.check(kind.read({"cohesion": 4}))
    assert check.outcomes[check.outcome([face])] == code


@pytest.mark.rule(
    "shock.square-in-reaction.formed",
    "shock.square-in-reaction.fail-1",
    "shock.square-in-reaction.fail-2",
    "shock.square-in-reaction.fail-3",
    "shock.square-in-reaction.fail-4",
)
@pytest.mark.parametrize(
    ("cohesion", "modifier", "expected"),
    [
        # Cohesion 6: 0-6 square, 7 d, 8 D, 9 Dr.
        (6, 0, {"square": "7/10", "d": "1/10", "D": "1/10", "Dr": "1/10"}),
        # At +2 the die must be 4 or less; 5 d, 6 D, 7 Dr, 8 and 9 R.
        (6, 2, {"square": "1/2", "d": "1/10", "D": "1/10", "Dr": "1/10", "R": "1/5"}),
        (9, 0, {"square": "1/1"}),
        (9, 1, {"square": "9/10", "d": "1/10"}),
        (0, 4, {"R": "1/1"}),
        (5, -3, {"square": "9/10", "d": "1/10"}),
    ],
)
def test_short_form_of_square_in_reaction(
    cohesion: int, modifier: int, expected: dict[str, str]
) -> None:
    found = odds("square", cohesion=cohesion, modifier=modifier)
    assert found == expected


@pytest.mark.rule("shock.square-in-reaction.formed")
def test_a_formed_square_stands_and_looks_everywhere() -> None:
    scene = charged().play("form square").roll(4)
    assert scene.has("foe", SQUARE) and scene.order("foe") == GOOD
    around = scene.battle.grid.adjacent_mask[scene.h("0804")]
    assert scene.p.zoc(1) == around


@pytest.mark.rule("shock.square-in-reaction.fail-1")
@pytest.mark.parametrize(("face", "order"), [(4, GOOD), (5, D1)])
def test_one_above_cohesion_calls_for_a_disorder_check(face: int, order: int) -> None:
    scene = charged().play("form square").roll(5)
    assert scene.check().target == "Cohesion 4 (square in reaction)"
    scene.roll(face)
    assert not scene.has("foe", SQUARE) and scene.order("foe") == order


@pytest.mark.rule("shock.square-in-reaction.fail-2")
def test_two_above_cohesion_disorders() -> None:
    scene = charged().play("form square").roll(6)
    assert not scene.has("foe", SQUARE) and scene.order("foe") == D1


@pytest.mark.rule("shock.square-in-reaction.fail-3")
@pytest.mark.parametrize(("face", "order"), [(4, D1), (5, ROUTED)])
def test_three_above_cohesion_disorders_and_calls_for_a_rout_check(face: int, order: int) -> None:
    scene = charged().play("form square").roll(7)
    assert scene.order("foe") == D1
    assert scene.check().target == "Cohesion 4 (rout)"
    scene.roll(face)
    assert scene.order("foe") == order


@pytest.mark.rule("shock.square-in-reaction.fail-4")
@pytest.mark.parametrize("face", [8, 9])
def test_four_or_more_above_cohesion_routs(face: int) -> None:
    scene = charged().play("form square").roll(face)
    assert scene.order("foe") == ROUTED


MOD = "shock.square-in-reaction.mod."


@pytest.mark.rule("shock.square-in-reaction.mod.long-charge")
@pytest.mark.parametrize(
    ("start", "drm"),
    [("0806", 0), ("0907", -1), ("0808", -2), ("0909", -3)],  # charges of 2, 3, 4 and 5 hexes
)
def test_each_hex_charged_beyond_two_helps_the_square(start: str, drm: int) -> None:
    scene = charged(by=heavy("horse", start, commitment=9)).play("form square")
    assert scene.mods() == ({MOD + "long-charge": drm} if drm else {})


@pytest.mark.rule("shock.square-in-reaction.mod.began-adjacent")
def test_cavalry_that_began_adjacent_hurts_the_square() -> None:
    scene = charged(by=heavy("horse", "0805", commitment=9)).play("form square")
    assert scene.mods() == {MOD + "began-adjacent": 1}


@pytest.mark.rule("shock.square-in-reaction.mod.flank", "shock.square-in-reaction.mod.rear")
@pytest.mark.parametrize(
    ("facing", "name", "drm"),
    # The cavalry strikes from 0905, south-east of 0804.
    [("s", "", 0), ("ne", "flank", 1), ("n", "rear", 2)],
)
def test_flank_and_rear_hurt_the_square(facing: str, name: str, drm: int) -> None:
    foe = foot("foe", "0804", side="red", facing=facing, cohesion=4)
    scene = charged(foe, by=heavy("horse", "0906", commitment=9)).play("form square")
    assert scene.mods() == ({MOD + name: drm} if name else {})


@pytest.mark.rule("shock.square-in-reaction.mod.flank", "shock.square-in-reaction.mod.rear")
def test_of_two_charges_the_worse_side_and_the_shorter_way_count() -> None:
    scene = given(
        heavy("front", "0808", commitment=9),  # four hexes
        heavy("rear", "0602", commitment=9, facing="se"),  # three, from the north-west
        foot("foe", "0804", side="red", facing="s", cohesion=4),
    ).activate("blue")
    assert scene.battle.grid.distance[scene.h("0602")][scene.h("0804")] == 3
    done(scene.play("charge front").play("charge rear")).roll(0).roll(0).ride()
    scene.play("form square")
    assert scene.mods() == {MOD + "rear": 2, MOD + "long-charge": -1}


@pytest.mark.rule("shock.square-in-reaction.mod.d1", "shock.d1.square-in-reaction")
def test_a_d1_unit_forms_square_at_plus_two_counted_once() -> None:
    foe = foot("foe", "0804", side="red", facing="s", cohesion=4, order=D1)
    scene = charged(foe, by=heavy("horse", "0806", commitment=9)).play("form square")
    assert scene.mods() == {MOD + "d1": 2}


@pytest.mark.rule("shock.square-in-reaction.mod.elite")
@pytest.mark.parametrize("stars", [1, 2])
def test_elite_units_of_either_kind_form_square_at_minus_one(stars: int) -> None:
    foe = foot("foe", "0804", side="red", facing="s", cohesion=4, elite=stars)
    scene = charged(foe, by=heavy("horse", "0806", commitment=9)).play("form square")
    assert scene.mods() == {MOD + "elite": -1}


@pytest.mark.rule("shock.square-in-reaction.mod.leader")
def test_a_leader_helps_the_square_by_two() -> None:
    chief = leader("picton", "0804", side="red")
    scene = charged(chief, by=heavy("horse", "0806", commitment=9)).play("form square")
    assert scene.mods() == {MOD + "leader": -2}


@pytest.mark.rule("shock.d2.no-square", "shock.rulings.charge.infantry-choice")
def test_d2_infantry_may_not_form_square_in_reaction() -> None:
    foe = foot("foe", "0804", side="red", facing="s", cohesion=4, order=D2)
    scene = charged(foe)
    assert scene.check().target == "Cohesion 4 (charge reaction)"


@pytest.mark.rule("shock.d2.no-square")
@pytest.mark.parametrize(("order", "forms"), [(GOOD, True), (D1, True), (D2, False)])
def test_d2_infantry_may_not_form_square_in_movement(order: int, forms: bool) -> None:
    scene = given(foot("guard", "0808", order=order), foot("foe", "0802", side="red"))
    scene.activate("blue").play("move guard > 0808")
    assert ("form square" in scene.options()) == forms


@pytest.mark.rule("shock.rulings.charge.infantry-choice")
def test_infantry_engaged_in_front_may_not_form_square() -> None:
    foe = foot("foe", "0804", side="red", facing="s", cohesion=4, flags=ENGAGED)
    # 0805 is one of its two front hexes, 0704 lies on its flank.
    front = charged(
        foe, foot("friend", "0805", flags=ENGAGED), by=heavy("horse", "0402", facing="se")
    )
    assert front.check().target == "Cohesion 4 (charge reaction)"
    flank = charged(foe, foot("friend", "0704", facing="ne", flags=ENGAGED))
    assert flank.options() == ["form square", "stand and check"]


@pytest.mark.rule("shock.rulings.charge.infantry-choice")
def test_infantry_that_tries_square_takes_no_other_check() -> None:
    scene = charged().play("form square").roll(6)
    # The failed square has cost it its order; nothing but reaction fire is left to it.
    assert scene.options() == ["hold", "fire > horse"]


@pytest.mark.rule("shock.square-in-reaction.formed", "shock.rulings.charge.infantry-choice")
def test_guns_stacked_with_infantry_stand_in_its_square() -> None:
    scene = charged(guns("battery", "0804", side="red")).play("form square").roll(0)
    assert scene.has("foe", SQUARE) and not scene.has("battery", SQUARE)
    assert scene.where("battery") == "0804"


# -- leaving square ----------------------------------------------------------------------------


@pytest.mark.rule("shock.leaving-square.pass", "shock.leaving-square.fail")
@pytest.mark.parametrize(
    ("cohesion", "facts", "good"),
    [
        (6, {}, "7/10"),
        (4, {}, "1/2"),
        (9, {}, "1/1"),
        (6, {"enemy_zoc": True}, "1/2"),
        (6, {"leader": True}, "4/5"),
        (6, {"d2": True}, "3/5"),
        (6, {"d1": True}, "1/2"),
    ],
)
def test_leaving_square_passes_at_or_below_cohesion(
    cohesion: int, facts: dict[str, Any], good: str
) -> None:
    assert odds("leaving-square", cohesion=cohesion, **facts)["good order"] == good


@pytest.mark.rule("shock.leaving-square.pass", "shock.leaving-square.fail")
@pytest.mark.parametrize(("face", "order"), [(6, GOOD), (7, D1)])
def test_a_unit_leaves_square_and_is_disordered_if_it_fails(face: int, order: int) -> None:
    scene = given(foot("guard", "0808", flags=SQUARE), foot("foe", "0802", side="red"))
    scene.activate("blue").play("leave guard").roll(face)
    assert not scene.has("guard", SQUARE) and scene.order("guard") == order


@pytest.mark.rule("shock.leaving-square.fail")
@pytest.mark.parametrize(("before", "after"), [(D1, D2), (D2, ROUTED)])
def test_a_disordered_unit_that_fails_goes_down_the_matrix(before: int, after: int) -> None:
    scene = given(
        foot("guard", "0808", flags=SQUARE, order=before), foot("foe", "0802", side="red")
    )
    scene.activate("blue").play("leave guard").roll(9)
    assert scene.order("guard") == after


@pytest.mark.rule(
    "shock.leaving-square.mod.enemy-zoc",
    "shock.leaving-square.mod.d2",
    "shock.leaving-square.mod.d1",
    "shock.leaving-square.mod.leader",
)
@pytest.mark.parametrize(
    ("variant", "order", "near", "led", "expected"),
    [
        ("sheet", GOOD, False, False, {}),
        ("sheet", GOOD, True, False, {"enemy-zoc": 2}),
        ("sheet", D1, False, False, {"d1": 2}),
        ("sheet", D2, False, False, {"d2": 1}),
        ("restored", D1, False, False, {"d1": 1}),
        ("restored", D2, False, False, {"d2": 2}),
        ("sheet", GOOD, False, True, {"leader": -1}),
        ("sheet", D1, True, True, {"enemy-zoc": 2, "d1": 2, "leader": -1}),
    ],
)
def test_modifiers_of_leaving_square(
    variant: str, order: int, near: bool, led: bool, expected: dict[str, int]
) -> None:
    pieces = [foot("guard", "0808", flags=SQUARE, order=order)]
    pieces.append(foot("foe", "0807" if near else "0802", side="red", facing="s"))
    if led:
        pieces.append(leader("ney", "0808"))
    scene = given(*pieces, variant=variant).activate("blue").play("leave guard")
    assert scene.mods() == {f"shock.leaving-square.mod.{k}": v for k, v in expected.items()}


# -- the bands -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.square-in-reaction.fail-2", "shock.leaving-square.fail")
@pytest.mark.parametrize(
    ("rule", "above"),
    [
        ("shock.square-in-reaction.formed", 1),
        ("shock.square-in-reaction.fail-2", 3),
        ("shock.square-in-reaction.fail-4", 5),
        ("shock.leaving-square.fail", 2),
        ("shock.rally.disordered.success", 0),
    ],
)
def test_bands_with_gaps_or_overlaps_are_refused(rule: str, above: int) -> None:
    book = Rulebook.load(SHOCK.folder(), changes={rule: {"above": above}})
    with pytest.raises(GrognardError, match=f'"above" of "{rule}" is {above}'):
        Rules(book)


def test_light_cavalry_makes_infantry_choose_too() -> None:
    scene = charged(by=light("horse", "0808", cohesion=9))
    assert scene.options() == ["form square", "stand and check"]


@pytest.mark.rule("shock.rulings.charge.infantry-choice")
@pytest.mark.parametrize(("first", "second"), [("0705", "0805"), ("0805", "0705")])
def test_either_half_of_a_line_engages_infantry_in_front(first: str, second: str) -> None:
    # Foe in 0804 faces south: 0805 is in front of it, 0705 is not.
    line = foot("line", first, sp=6, second=second, flags=ENGAGED)
    foe = foot("foe", "0804", side="red", facing="s", cohesion=4, flags=ENGAGED)
    scene = charged(line, foe, by=heavy("horse", "1004", facing="nw", commitment=9))
    assert scene.check().name == "cohesion"  # no square is offered
