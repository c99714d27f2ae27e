"""Shock modifiers of position, charge, morale and the rest, read off attacks in play.

The defender stands on 0807 and faces south: 0708 and 0808 are its front, 0707 and 0907 its
flanks, 0706 and 0806 its rear.
"""

from collections.abc import Callable

import pytest

from grognard.systems.shock.state.kinds import BLOWN, D1, D2, ROUTED, SQUARE
from tests.rules.shock.assault import clash, ratio
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy, horse_guns, leader, light

FACING = {"0708": "n", "0808": "n", "0707": "ne", "0907": "nw", "0706": "s", "0806": "s"}
FOE = foot("foe", "0807", "red", sp=4)


def assault_from(*hexes: str, foe: Spec = FOE) -> Scene:
    """Infantry attacks the defender from each of these hexes."""
    units = [foot(f"u{h}", h, facing=FACING[h]) for h in hexes]
    return clash(given(foe, *units), *(f"shock u{h} > foe" for h in hexes))


# -- position ----------------------------------------------------------------------------------


@pytest.mark.rule(
    "shock.drm.position.rear",
    "shock.drm.position.flank",
    "shock.drm.position.two-zones",
    "shock.drm.position.surround",
    "shock.rulings.shock.one-position",
)
@pytest.mark.parametrize(
    ("hexes", "row", "drm"),
    [
        (["0808"], "", 0),
        (["0708", "0808"], "", 0),
        (["0806"], "rear", -2),
        (["0706", "0806"], "rear", -2),
        (["0907"], "flank", -3),
        (["0707", "0907"], "flank", -3),
        (["0808", "0907"], "two-zones", -4),
        (["0808", "0706"], "two-zones", -4),
        (["0907", "0806"], "two-zones", -4),
        (["0708", "0808", "0907"], "two-zones", -4),
        (["0808", "0907", "0806"], "surround", -5),
        (["0708", "0808", "0707", "0907"], "surround", -5),
    ],
)
def test_only_the_best_facing_row_counts(hexes: list[str], row: str, drm: int) -> None:
    found = {k: v for k, v in assault_from(*hexes).mods().items() if ".position." in k}
    assert found == ({f"shock.drm.position.{row}": drm} if row else {})


@pytest.mark.rule("shock.rulings.shock.square")
def test_a_square_has_no_facing_modifier_even_on_four_sides() -> None:
    square = foot("foe", "0807", "red", flags=SQUARE)
    assert assault_from("0708", "0808", "0707", "0907", foe=square).mods() == {}


@pytest.mark.rule("shock.drm.position.combined-arms")
@pytest.mark.parametrize(
    ("pieces", "orders", "drm"),
    [
        ((foot("a", "0808"), heavy("b", "0708")), ("a", "b"), -2),
        ((foot("a", "0808"), light("b", "0708")), ("a", "b"), -2),
        ((light("a", "0808"), horse_guns("b", "0708")), ("a",), -2),
        ((light("a", "0808"), horse_guns("b", "0808")), ("a",), -2),
        ((light("a", "0808"), guns("b", "0708")), ("a",), 0),
        ((light("a", "0808"), horse_guns("b", "0709")), ("a",), 0),
        ((foot("a", "0808"), horse_guns("b", "0708")), ("a",), 0),
        ((foot("a", "0808"), light("b", "0708")), ("a",), 0),  # the cavalry does not attack
    ],
)
def test_combined_arms(pieces: tuple[Spec, ...], orders: tuple[str, ...], drm: int) -> None:
    scene = clash(given(FOE, *pieces), *(f"shock {a} > foe" for a in orders))
    assert scene.mods().get("shock.drm.position.combined-arms", 0) == drm


@pytest.mark.rule("shock.drm.position.combined-arms", "shock.rulings.shock.one-position")
def test_combined_arms_adds_to_the_facing_row() -> None:
    scene = given(FOE, foot("a", "0808"), heavy("b", "0907", facing="nw"))
    clash(scene, "shock a > foe", "shock b > foe")
    assert scene.mods() == {
        "shock.drm.position.two-zones": -4,
        "shock.drm.position.combined-arms": -2,
    }


@pytest.mark.rule("shock.drm.position.other-enemy-zoc", "shock.rulings.shock.one-position")
def test_each_attacking_hex_in_the_zone_of_another_enemy_is_plus_1() -> None:
    other = foot("other", "0908", "red", facing="sw")
    scene = given(FOE, other, foot("a", "0808"), foot("b", "0907", facing="nw"))
    clash(scene, "shock a > foe", "shock b > foe")
    # 0808 lies west of it (front); 0907 lies north-west of it (flank).
    assert scene.mods() == {
        "shock.drm.position.two-zones": -4,
        "shock.drm.position.other-enemy-zoc": 2,
    }


@pytest.mark.rule("shock.drm.position.other-enemy-zoc")
def test_the_zone_of_the_attacked_unit_and_of_routed_units_does_not_count() -> None:
    routed = foot("other", "0908", "red", facing="sw", order=ROUTED)
    assert clash(given(FOE, routed, foot("a", "0808")), "shock a > foe").mods() == {}


@pytest.mark.rule("shock.rulings.shock.other-enemies", "shock.drm.position.other-enemy-zoc")
def test_an_enemy_attacked_by_others_in_this_activation_does_not_hinder() -> None:
    # The other stands on 0907 and has 0808, where a attacks from, in its front.
    other = foot("other", "0907", "red", facing="sw")
    pieces = (FOE, other, foot("a", "0808"), foot("b", "0908", facing="nw"))
    hindered = "shock.drm.position.other-enemy-zoc"
    assert hindered in clash(given(*pieces), "shock a > foe", "done").mods()
    # Declared against: no hindrance; nor when that attack has been fought already.
    scene = given(*pieces).activate().play("shock a > foe").play("shock b > other")
    scene.play("fight 0807").roll(0).play("hold").play("hold")
    assert hindered not in scene.mods()
    scene = given(*pieces).activate().play("shock a > foe").play("shock b > other")
    scene.play("fight 0907")
    while scene.p.roll is None or "foe" not in str(scene.p.roll.about(scene.p)):
        scene.play(scene.options()[0]) if scene.p.decision else scene.roll(0)
        if scene.p.roll and scene.check().name == "shock" and scene.p.target[scene.u("b")] < 0:
            break
    assert scene.p.target[scene.u("b")] < 0 and hindered not in scene.mods()


# -- charge ------------------------------------------------------------------------------------


@pytest.mark.rule(
    "shock.drm.charge.heavy-vs-light",
    "shock.drm.charge.heavy-frontal",
    "shock.drm.charge.heavy-vs-disordered-infantry",
)
@pytest.mark.parametrize(
    ("cavalry", "foe", "mods"),
    [
        (heavy, light("foe", "0807", "red", facing="ne"), {"heavy-vs-light": -1, "frontal": -2}),
        (heavy, light("foe", "0807", "red", facing="n"), {"heavy-vs-light": -1}),
        (light, light("foe", "0807", "red", facing="ne"), {}),
        (heavy, foot("foe", "0807", "red", facing="ne"), {"frontal": -2}),
        (heavy, foot("foe", "0807", "red", facing="n"), {}),
        (heavy, foot("foe", "0807", "red", facing="ne", flags=SQUARE), {}),
        (heavy, foot("foe", "0807", "red", facing="n", order=D1), {"disordered": -2}),
        (heavy, foot("foe", "0807", "red", facing="n", order=D2), {"disordered": -2}),
        (heavy, foot("foe", "0807", "red", facing="ne", order=D1, flags=SQUARE), {}),
        (light, foot("foe", "0807", "red", facing="ne", order=D1), {}),
        (heavy, light("foe", "0807", "red", facing="n", order=D1), {"heavy-vs-light": -1}),
    ],
)
def test_heavy_cavalry_charging(
    cavalry: Callable[..., Spec], foe: Spec, mods: dict[str, int]
) -> None:
    # From 1107 the charge arrives on 0907, east of the defender.
    scene = clash(given(cavalry("horse", "1107", facing="nw"), foe), "charge horse > foe")
    names = {
        "heavy-vs-light": "shock.drm.charge.heavy-vs-light",
        "frontal": "shock.drm.charge.heavy-frontal",
        "disordered": "shock.drm.charge.heavy-vs-disordered-infantry",
    }
    found = {k: v for k, v in scene.mods().items() if ".charge." in k}
    assert found == {names[k]: v for k, v in mods.items()}


@pytest.mark.rule("shock.drm.charge.heavy-frontal")
def test_heavy_cavalry_that_does_not_charge_has_no_charge_modifier() -> None:
    assert clash(given(FOE, heavy("horse", "0808")), "shock horse > foe").mods() == {}


@pytest.mark.rule("shock.charge-strength.heavy-flank")
@pytest.mark.rule("shock.charge-strength.heavy-rear")
@pytest.mark.rule("shock.charge-strength.light-flank")
@pytest.mark.parametrize(
    ("cavalry", "facing", "column"),
    [
        (heavy, "n", "3-1"),  # flank: 3 x 4 against 4
        (heavy, "s", "3-1"),
        (heavy, "nw", "2-1"),  # rear: 2 x 4
        (heavy, "ne", "1-1"),  # front
        (light, "n", "2-1"),  # flank
        (light, "nw", "1-1"),  # rear: the sheet has no row
        (light, "ne", "1-1"),
    ],
)
def test_a_charge_through_flank_or_rear_multiplies_strength(
    cavalry: Callable[..., Spec], facing: str, column: str
) -> None:
    scene = given(cavalry("horse", "1107", facing="nw"), foot("foe", "0807", "red", facing=facing))
    assert ratio(clash(scene, "charge horse > foe")) == column


@pytest.mark.rule("shock.charge-strength.heavy-flank", "shock.charge-strength.light-flank")
def test_cavalry_that_began_adjacent_or_does_not_charge_has_no_multiplier() -> None:
    foe = foot("foe", "0807", "red", facing="n")
    near = heavy("horse", "0907", facing="nw")
    assert ratio(clash(given(near, foe), "charge horse > foe")) == "1-1"
    assert ratio(clash(given(near, foe), "shock horse > foe")) == "1-1"


@pytest.mark.rule("shock.charge-strength.heavy-flank")
def test_a_countercharge_takes_multiplier_and_charge_modifiers_away() -> None:
    foe = heavy("foe", "0807", "red", facing="n", sp=4)
    passed = clash(
        given(heavy("horse", "1107", facing="nw"), foe), "charge horse > foe", reaction=6
    )
    assert (ratio(passed), passed.mods()) == ("1-1", {"shock.drm.position.flank": -3})
    failed = clash(
        given(heavy("horse", "1107", facing="nw"), foe), "charge horse > foe", reaction=7
    )
    assert (ratio(failed), failed.mods()) == ("3-1", {"shock.drm.position.flank": -3})


@pytest.mark.rule("shock.charge-strength.vs-square")
@pytest.mark.parametrize(
    ("unit", "order", "column"),
    [
        (heavy("a", "1107", sp=4, facing="nw"), "charge", "1-2"),
        (light("a", "1107", sp=4, facing="nw"), "charge", "1-2"),
        (heavy("a", "0808", sp=4), "shock", "1-2"),
        (light("a", "0808", sp=3), "shock", "1-3"),  # 1 1/2 against 4
        (foot("a", "0808", sp=4), "shock", "1-1"),
    ],
)
def test_cavalry_counts_half_against_a_square(unit: Spec, order: str, column: str) -> None:
    scene = given(unit, foot("foe", "0807", "red", facing="ne", flags=SQUARE))
    assert ratio(clash(scene, f"{order} a > foe")) == column


# -- other -------------------------------------------------------------------------------------


@pytest.mark.rule("shock.drm.extended-line.attacker")
def test_an_attacker_in_extended_line_is_plus_2_with_its_whole_strength() -> None:
    scene = clash(given(FOE, foot("a", "0808", sp=8, second="0908")), "shock a > foe")
    assert (ratio(scene), scene.mods()) == ("2-1", {"shock.drm.extended-line.attacker": 2})


@pytest.mark.rule("shock.drm.extended-line.defender")
def test_a_defender_in_extended_line_is_minus_2_with_its_whole_strength() -> None:
    line = foot("foe", "0807", "red", sp=8, second="0907")
    scene = clash(given(line, foot("a", "0808", sp=8)), "shock a > foe")
    assert (ratio(scene), scene.mods()) == ("1-1", {"shock.drm.extended-line.defender": -2})


@pytest.mark.rule("shock.drm.ney")
@pytest.mark.parametrize(("hex", "traits", "drm"), [
    ("0808", ["ney"], -2), ("0809", ["ney"], 0), ("0808", [], 0),
])  # fmt: skip
def test_ney_with_an_attacker_is_minus_2(hex: str, traits: list[str], drm: int) -> None:
    marshal = leader("marshal", hex, level="overall", traits=traits)
    scene = clash(given(FOE, foot("a", "0808"), marshal), "shock a > foe")
    assert scene.mods() == ({"shock.drm.ney": drm} if drm else {})


@pytest.mark.rule("shock.drm.ney")
def test_ney_rides_with_the_cavalry_he_is_stacked_with() -> None:
    scene = given(
        FOE,
        light("a", "1107", facing="nw"),
        leader("marshal", "1107", level="overall", traits=["ney"]),
    )
    clash(scene, "charge a > foe")
    assert scene.where("marshal") == "0907" and scene.mods()["shock.drm.ney"] == -2


@pytest.mark.rule("shock.drm.wet-fuses.attacker", "shock.drm.wet-fuses.defender")
@pytest.mark.parametrize(
    ("side", "turn", "mods"),
    [
        ("blue", 2, {"shock.drm.wet-fuses.attacker": 2}),
        ("red", 2, {"shock.drm.wet-fuses.defender": -2}),
        ("blue", 3, {}),
    ],
)
def test_wet_fuses(side: str, turn: int, mods: dict[str, int]) -> None:
    rain = f'[[special]]\nkind = "wet-fuses"\nside = "{side}"\nfrom = 1\nto = 2\n'
    scene = given(FOE, foot("a", "0808"), specials=rain, turn=turn)
    assert clash(scene, "shock a > foe").mods() == mods


# -- morale ------------------------------------------------------------------------------------


@pytest.mark.rule(
    "shock.drm.defender-routed",
    "shock.drm.defender-d2",
    "shock.drm.defender-d1",
    "shock.drm.attacker-d1",
    "shock.d1.shock-drm",
    "shock.routed.defends-at-minus-5",
)
@pytest.mark.parametrize(
    ("unit", "foe", "mods"),
    [
        (foot("a", "0808"), foot("foe", "0807", "red", order=ROUTED), {"defender-routed": -5}),
        (foot("a", "0808"), light("foe", "0807", "red", order=ROUTED), {"defender-routed": -5}),
        (heavy("a", "0808"), light("foe", "0807", "red", order=ROUTED), {}),
        (foot("a", "0808"), foot("foe", "0807", "red", order=D2), {"defender-d2": -3}),
        (foot("a", "0808"), foot("foe", "0807", "red", order=D1), {"defender-d1": -1}),
        (foot("a", "0808", order=D1), foot("foe", "0807", "red"), {"attacker-d1": 2}),
        (
            foot("a", "0808", order=D1),
            foot("foe", "0807", "red", order=D1),
            {"defender-d1": -1, "attacker-d1": 2},
        ),
    ],
)
def test_disorder_and_rout(unit: Spec, foe: Spec, mods: dict[str, int]) -> None:
    scene = clash(given(unit, foe), "shock a > foe")
    assert scene.mods() == {f"shock.drm.{name}": value for name, value in mods.items()}


@pytest.mark.rule("shock.drm.defender-d1", "shock.drm.defender-d2", "shock.drm.attacker-d1")
def test_any_disordered_unit_counts_and_counts_once() -> None:
    stack = (foot("foe", "0807", "red", order=D2), guns("battery", "0807", "red", order=D1))
    scene = given(*stack, foot("a", "0808", order=D1), foot("b", "0708", order=D1))
    clash(scene, "shock a > foe", "shock b > foe")
    assert scene.mods() == {
        "shock.drm.defender-d2": -3,
        "shock.drm.defender-d1": -1,
        "shock.drm.attacker-d1": 2,
    }


ELITE, CRACK = "shock.drm.elite-attacker", "shock.drm.crack-elite-attacker"


@pytest.mark.rule(ELITE, CRACK, "shock.rulings.elite-stars")
@pytest.mark.parametrize(
    ("stars", "variant", "mods"),
    [
        ((0, 0), "sheet", {}),
        ((1, 0), "sheet", {ELITE: -2}),
        ((2, 0), "sheet", {CRACK: -1}),
        ((1, 1), "sheet", {ELITE: -4}),
        ((2, 2), "sheet", {CRACK: -2}),
        ((1, 2), "sheet", {ELITE: -2, CRACK: -1}),
        ((1, 2), "restored", {ELITE: -1, CRACK: -2}),
    ],
)
def test_each_elite_attacker(stars: tuple[int, int], variant: str, mods: dict[str, int]) -> None:
    foe = foot("foe", "0807", "red", elite=2)  # a defender's stars do not count
    units = (foot("a", "0808", elite=stars[0]), foot("b", "0708", elite=stars[1]))
    scene = given(foe, *units, variant=variant)
    assert clash(scene, "shock a > foe", "shock b > foe").mods() == mods


@pytest.mark.rule("shock.drm.one-step.attacker", "shock.drm.one-step.defender")
@pytest.mark.parametrize(
    ("attacker", "defender", "mods"),
    [
        (1, 4, {"attacker": 1}),
        (4, 1, {"defender": -1}),
        (1, 1, {"attacker": 1, "defender": -1}),
        (2, 2, {}),
    ],
)
def test_a_single_step_left(attacker: int, defender: int, mods: dict[str, int]) -> None:
    scene = given(foot("a", "0808", steps=attacker), foot("foe", "0807", "red", steps=defender))
    clash(scene, "shock a > foe")
    assert scene.mods() == {f"shock.drm.one-step.{k}": v for k, v in mods.items()}


@pytest.mark.rule("shock.d2.no-shock", "shock.rulings.d2-includes-d1", "shock.rulings.shock.square")
def test_who_may_not_attack_by_shock() -> None:
    for unit, may in (
        (foot("a", "0808"), True),
        (foot("a", "0808", order=D1), True),
        (foot("a", "0808", order=D2), False),
        (foot("a", "0808", flags=SQUARE), False),
        (heavy("a", "0808", flags=BLOWN), False),
        (guns("a", "0808"), False),
    ):
        scene = given(FOE, unit).activate("blue")
        assert ("shock" in scene.orders_of("a")) is may


@pytest.mark.rule("shock.drm.extended-line.attacker")
def test_one_attacker_in_extended_line_is_enough() -> None:
    line = foot("a", "0808", sp=6, second="0908", commitment=9)
    scene = given(line, foot("b", "0708", commitment=9), foot("foe", "0807", "red"))
    clash(scene, "shock a > foe", "shock b > foe")
    assert scene.mods() == {"shock.drm.extended-line.attacker": 2}


@pytest.mark.rule("shock.drm.position.other-enemy-zoc", "shock.rulings.shock.other-enemies")
@pytest.mark.parametrize(("first", "second"), [("0807", "0907"), ("0907", "0807")])
def test_an_enemy_attacked_before_does_not_hinder_the_next_attack(first: str, second: str) -> None:
    # Each attacker stands in the zones of both foes. 4 to 4, a die of 3: a step each, all engaged.
    pair = foot("a", "0808"), foot("b", "0908")
    foes = foot("foe", "0807", "red"), foot("other", "0907", "red")
    scene = given(*pair, *foes).activate().play("shock a > foe").play("shock b > other")
    scene.play(f"fight {first}")
    for at in (first, second):
        scene.roll(0)
        while scene.p.decision:
            scene.play("hold")
        assert scene.check().name == "shock" and scene.mods() == {}
        assert scene.p.roll is not None and f"hex:{at}" in scene.p.roll.about(scene.p)
        scene.roll(3)
