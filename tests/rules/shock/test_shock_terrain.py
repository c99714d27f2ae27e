"""Shock and the ground: defensive terrain, bridges, chateaux, slopes, routed defenders."""

from typing import Any

import pytest

from grognard.systems.shock.state.kinds import D1, D2, GOOD, ROUTED
from tests.rules.shock.assault import clash, ratio
from tests.rules.shock.given import Scene, Spec, foot, garrison, given, guns, heavy, light

FOE = foot("foe", "0807", "red", sp=4)
ONE = (foot("a", "0808"),)
TWO = (foot("a", "0808"), foot("b", "0708"))  # a attacks over 0807's se side, b over its sw
CAVALRY = (heavy("a", "0808"),)
MIXED = (foot("a", "0808"), heavy("b", "0708"))


def assault(units: tuple[Spec, ...], foe: Spec = FOE, **land: Any) -> Scene:
    """Every unit attacks the defender on this land."""
    return clash(given(foe, *units, **land), *(f"shock {u.id} > foe" for u in units))


def terrain(scene: Scene) -> dict[str, int]:
    """The terrain modifiers of the open shock roll."""
    first = "shock.drm.terrain."
    return {k.removeprefix(first): v for k, v in scene.mods().items() if k.startswith(first)}


@pytest.mark.rule(
    "shock.drm.terrain.woods.cavalry",
    "shock.drm.terrain.woods.other",
    "shock.drm.terrain.building",
    "shock.drm.terrain.village",
    "shock.drm.terrain.built-up-village",
    "shock.rulings.shock.other-terrain",
)
@pytest.mark.parametrize(
    ("units", "ground", "mods"),
    [
        (CAVALRY, "woods", {"woods.cavalry": 4}),
        (ONE, "woods", {"woods.other": 2}),
        (MIXED, "woods", {"woods.other": 2}),
        (ONE, "village", {"village": 2}),
        (CAVALRY, "village", {"village": 2}),
        (ONE, "built-up-village", {"built-up-village": 3}),
        (ONE, "cultivated", {}),
        (ONE, "marsh", {}),
    ],
)
def test_the_ground_of_the_defender(
    units: tuple[Spec, ...], ground: str, mods: dict[str, int]
) -> None:
    scene = assault(units, ground={"0807": ground})
    assert terrain(scene) == mods
    assert scene.drm() == sum(mods.values()) - (2 if units is MIXED else 0)


@pytest.mark.rule("shock.drm.terrain.woods.other")
def test_the_ground_of_the_attacker_does_not_count() -> None:
    assert assault(ONE, ground={"0808": "woods"}).mods() == {}


@pytest.mark.rule("shock.drm.terrain.building")
def test_a_building_is_plus_1() -> None:
    assert assault(ONE, buildings=["0807"]).mods() == {"shock.drm.terrain.building": 1}


@pytest.mark.rule("shock.rulings.shock.other-terrain")
def test_a_ravine_is_no_modifier() -> None:
    assert assault(ONE, sides=[("ravine", "0807 se")]).mods() == {}


@pytest.mark.rule(
    "shock.drm.terrain.deep-stream.some",
    "shock.drm.terrain.deep-stream.all",
    "shock.drm.terrain.marshy-stream.some",
    "shock.drm.terrain.marshy-stream.all",
    "shock.drm.terrain.stream",
    "shock.rulings.shock.all-attackers",
)
@pytest.mark.parametrize(
    ("units", "water", "sides", "mods"),
    [
        (ONE, "deep-stream", ["se"], {"deep-stream.all": 4}),
        (TWO, "deep-stream", ["se"], {"deep-stream.some": 2}),
        (TWO, "deep-stream", ["se", "sw"], {"deep-stream.all": 4}),
        (ONE, "marshy-stream", ["se"], {"marshy-stream.all": 2}),
        (TWO, "marshy-stream", ["se"], {"marshy-stream.some": 1}),
        (TWO, "marshy-stream", ["se", "sw"], {"marshy-stream.all": 2}),
        (ONE, "stream", ["se"], {"stream": 1}),
        (TWO, "stream", ["se", "sw"], {"stream": 1}),
        (TWO, "stream", ["se"], {}),
        (ONE, "stream", ["sw"], {}),
    ],
)
def test_attacking_across_water(
    units: tuple[Spec, ...], water: str, sides: list[str], mods: dict[str, int]
) -> None:
    scene = assault(units, sides=[(water, f"0807 {side}") for side in sides])
    assert terrain(scene) == mods


@pytest.mark.rule("shock.drm.terrain.stream")
def test_a_bridge_over_a_stream_spares_its_modifier() -> None:
    land: dict[str, Any] = {"sides": [("stream", "0807 se")], "crossings": [("bridge", "0807 se")]}
    scene = assault(ONE, **land)
    assert (ratio(scene), scene.mods()) == ("1-1", {})


@pytest.mark.rule("shock.drm.terrain.river-bridge")
@pytest.mark.parametrize(
    ("units", "column"),
    [
        ((foot("a", "0808", sp=8),), "1-1"),  # 8 halved against 4
        ((foot("a", "0808", sp=8), foot("b", "0708", sp=4)), "2-1"),  # 4 + 4 against 4
        ((foot("a", "0808", sp=7),), "1-1.5"),  # 3 1/2 against 4
    ],
)
def test_a_unit_attacking_over_a_river_bridge_counts_half(
    units: tuple[Spec, ...], column: str
) -> None:
    land: dict[str, Any] = {"sides": [("river", "0807 se")], "crossings": [("bridge", "0807 se")]}
    scene = assault(units, **land)
    assert (ratio(scene), scene.mods()) == (column, {})


@pytest.mark.rule("shock.drm.terrain.river-bridge", "shock.charge-strength.vs-square")
def test_two_halvings_leave_a_quarter() -> None:
    # 6 cavalry over a bridge against a square of 6: 1 1/2 to 6 is 1-4.
    land: dict[str, Any] = {"sides": [("river", "0807 se")], "crossings": [("bridge", "0807 se")]}
    square = foot("foe", "0807", "red", sp=6, flags=1)
    scene = assault((light("a", "0808", sp=6),), square, **land)
    assert (ratio(scene), scene.mods()) == ("1-4", {})


# -- slopes ------------------------------------------------------------------------------------


@pytest.mark.rule(
    "shock.drm.terrain.down-level.cavalry",
    "shock.drm.terrain.down-level.other",
    "shock.drm.terrain.up-level",
    "shock.drm.terrain.up-steep-slope",
    "shock.rulings.shock.all-attackers",
)
@pytest.mark.parametrize(
    ("units", "levels", "steep", "mods"),
    [
        (ONE, {"0807": 0}, [], {"down-level.other": -1}),
        (CAVALRY, {"0807": 0}, [], {"down-level.cavalry": -2}),
        (MIXED, {"0807": 0}, [], {"down-level.other": -1}),
        (TWO, {"0808": 2}, [], {}),  # only one of the two attacks downhill
        (ONE, {"0807": 2}, [], {"up-level": 1}),
        (CAVALRY, {"0807": 2}, [], {"up-level": 1}),
        (TWO, {"0807": 2}, [], {"up-level": 1}),
        (TWO, {"0808": 0}, [], {}),  # only one uphill
        (ONE, {"0807": 2}, ["se"], {"up-steep-slope": 2}),
        (TWO, {"0807": 2}, ["se", "sw"], {"up-steep-slope": 2}),
        (TWO, {"0807": 2}, ["se"], {"up-level": 1}),  # only one up the steep side
        (ONE, {"0807": 0}, ["se"], {"down-level.other": -1}),
    ],
)
def test_attacking_up_and_down(
    units: tuple[Spec, ...], levels: dict[str, int], steep: list[str], mods: dict[str, int]
) -> None:
    scene = assault(units, levels=levels, sides=[("steep", f"0807 {side}") for side in steep])
    assert terrain(scene) == mods


def downhill(*units: Spec, foe: Spec = FOE) -> Scene:
    """An attack down a steep slope over the se side of the defender's hex."""
    return assault(units, foe, levels={"0807": 0}, sides=[("steep", "0807 se")])


@pytest.mark.rule("shock.attack.down-steep-slope")
@pytest.mark.parametrize(("die", "order"), [(6, GOOD), (7, D1)])
def test_after_shock_down_a_steep_slope_the_attacker_checks_cohesion(die: int, order: int) -> None:
    scene = downhill(foot("a", "0808", sp=16))
    # 16 against 4 is 4-1; a die of 3 less 1 for the slope is row 2: "-" for the attacker.
    scene.roll(3)
    while scene.p.decision is not None:
        scene.play(scene.options()[0])  # where the defender goes
    assert scene.check().target == "Cohesion 6 (down a steep slope)"
    scene.roll(die)
    assert scene.order("a") == order


@pytest.mark.rule("shock.attack.down-steep-slope")
def test_only_the_units_that_came_down_the_steep_slope_check() -> None:
    scene = downhill(foot("a", "0808", sp=4), foot("b", "0708", sp=12))
    scene.roll(3)
    while scene.p.decision is not None:
        scene.play(scene.options()[0])
    assert scene.check().target == "Cohesion 6 (down a steep slope)"
    scene.roll(9)
    assert (scene.order("a"), scene.order("b")) == (D1, GOOD)
    assert not scene.p.stack or scene.p.decision is not None  # no second check


@pytest.mark.rule("shock.attack.down-steep-slope")
def test_a_disordered_unit_that_fails_after_a_steep_slope_is_disordered_further() -> None:
    scene = downhill(foot("a", "0808", sp=16, order=D1))
    # 4-1; a die of 1 less 1 for the slope, 2 more for the D-1 attacker: row 2, "-" for him.
    scene.roll(1)
    while scene.p.decision is not None:
        scene.play(scene.options()[0])
    assert scene.check().target == "Cohesion 6 (down a steep slope)"
    assert scene.roll(7).order("a") == D2


@pytest.mark.rule("shock.attack.down-steep-slope", "shock.routed.ridden-down")
def test_cavalry_that_rode_down_a_slope_over_routed_infantry_checks_too() -> None:
    foe = foot("foe", "0807", "red", order=ROUTED)
    scene = given(
        heavy("a", "0808"), foe, levels={"0807": 0}, sides=[("steep", "0807 se")]
    ).activate("blue")
    scene.play("shock a > foe")
    assert scene.where("foe") is None
    assert scene.check().target == "Cohesion 6 (down a steep slope)"


# -- routed defenders --------------------------------------------------------------------------


@pytest.mark.rule("shock.routed.no-terrain-benefit", "shock.routed.defends-at-minus-5")
@pytest.mark.parametrize(
    "land",
    [
        {"ground": {"0807": "woods"}},
        {"ground": {"0807": "built-up-village"}},
        {"levels": {"0807": 2}},
        {"sides": [("deep-stream", "0807 se")]},
    ],
)
def test_a_routed_defender_gets_no_help_of_the_ground(land: dict[str, Any]) -> None:
    scene = assault(ONE, foot("foe", "0807", "red", order=ROUTED), **land)
    assert scene.mods() == {"shock.drm.defender-routed": -5}


@pytest.mark.rule("shock.routed.no-terrain-benefit")
def test_ground_that_harms_a_routed_defender_counts() -> None:
    scene = assault(ONE, foot("foe", "0807", "red", order=ROUTED), levels={"0807": 0})
    assert scene.mods() == {
        "shock.drm.defender-routed": -5,
        "shock.drm.terrain.down-level.other": -1,
    }


@pytest.mark.rule("shock.routed.no-terrain-benefit")
def test_a_bridge_does_not_help_a_routed_defender() -> None:
    land: dict[str, Any] = {"sides": [("river", "0807 se")], "crossings": [("bridge", "0807 se")]}
    scene = assault(ONE, foot("foe", "0807", "red", order=ROUTED, sp=4), **land)
    assert ratio(scene) == "1-1"


# -- chateaux ----------------------------------------------------------------------------------


WALLS = "shock.rulings.shock.chateau"


@pytest.mark.rule(WALLS)
@pytest.mark.parametrize(
    ("pieces", "attackers", "column"),
    [
        ((garrison("foe", "0807", sp=2),), (foot("a", "0808", sp=4),), "2-1"),
        # 6 strong, but walls hold 4 of them, and the garrison's 2: 6
        (
            (foot("foe", "0807", "red", sp=6), garrison("walls", "0807", sp=2)),
            (foot("a", "0808", sp=8),),
            "1-1",
        ),
        ((foot("foe", "0807", "red", sp=9),), (foot("a", "0808", sp=12),), "3-1"),
        ((foot("foe", "0807", "red", sp=3),), (foot("a", "0808", sp=6),), "2-1"),
    ],
)
def test_a_chateau_is_plus_4_and_holds_4_points_beside_its_own(
    pieces: tuple[Spec, ...], attackers: tuple[Spec, ...], column: str
) -> None:
    scene = given(*pieces, *attackers, ground={"0807": "chateau"})
    clash(scene, "shock a > foe")
    assert (ratio(scene), scene.mods()) == (column, {WALLS: 4})


@pytest.mark.rule(WALLS, "shock.drm.one-step.attacker", "shock.drm.one-step.defender")
def test_no_position_and_no_single_step_counts_at_a_chateau() -> None:
    # Front, flank and rear, in the zone of another enemy, one step on either side.
    scene = given(
        foot("foe", "0807", "red", steps=1),
        foot("other", "0908", "red", facing="sw"),
        foot("a", "0808", steps=1),
        foot("b", "0907", facing="nw", steps=1),
        foot("c", "0806", facing="s", steps=1),
        ground={"0807": "chateau"},
    )
    clash(scene, "shock a > foe", "shock b > foe", "shock c > foe")
    assert scene.mods() == {WALLS: 4}


@pytest.mark.rule(WALLS)
def test_cavalry_may_not_attack_a_chateau() -> None:
    scene = given(garrison("foe", "0807"), heavy("a", "0808"), foot("b", "0708")).activate("blue")
    assert "shock" not in scene.orders_of("a") and "charge" not in scene.orders_of("a")
    assert "shock" in scene.orders_of("b")


def test_guns_defend_with_the_unit_they_are_stacked_with() -> None:
    scene = given(FOE, guns("battery", "0807", "red", sp=4), foot("a", "0808", sp=8))
    assert ratio(clash(scene, "shock a > foe")) == "1-1"


@pytest.mark.rule("shock.rulings.extended-line.one-combat")
def test_who_stands_next_to_both_halves_of_a_line_chooses_which_to_attack() -> None:
    # 0909 is next to both. Woods cover the half that is attacked in them; on even ground it is
    # all one, and nobody is asked.
    def attacking(ground: dict[str, str]) -> Scene:
        line = foot("foe", "0808", "red", sp=6, second="0908")
        return given(foot("a", "0909", sp=9, commitment=9), line, ground=ground).activate()

    assert attacking({}).play("shock a").check().name == "commitment"
    assert attacking({"0808": "woods"}).play("shock a").options() == ["> foe", "> 0908"]
    for target, covered in (("foe", True), ("0908", False)):
        scene = attacking({"0808": "woods"}).play(f"shock a > {target}").roll(0).play("hold")
        assert ("shock.drm.terrain.woods.other" in scene.mods()) == covered
