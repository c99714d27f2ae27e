"""Column shifts and die modifiers of fire, read off positions in play."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.shock.state.kinds import D1, ROUTED, SQUARE
from tests.rules.shock.given import Scene, Spec, foot, garrison, given, guns, heavy, horse_guns

SHIFT = "shock.fire.shift."
DRM = "shock.fire.drm."


def shot(
    *pieces: Spec, at: str = "foe", by: str = "guard", side: str = "blue", **more: Any
) -> Scene:
    """The roll of `guard` firing at `foe`."""
    scene = given(*pieces, **more).activate(side)
    return scene.play(f"fire {by} > {at}")


def volley(foe: Spec | None = None, guard: dict[str, Any] | None = None, **more: Any) -> Scene:
    """French infantry of 4 SP fires at red infantry of 4 SP next to it on open ground."""
    target = foe or foot("foe", "0807", side="red")
    return shot(foot("guard", "0808", **(guard or {})), target, **more)


def cannonade(foe: Spec | None = None, guard: dict[str, Any] | None = None, **more: Any) -> Scene:
    """Guns of a side without modifiers (the Anglo-Allied are blue here) fire at red infantry."""
    values = {"nation": "british", **(guard or {})}
    target = foe or foot("foe", "0806", side="red", nation="french")
    return shot(guns("guard", "0808", **values), target, armies=("anglo-allied", "french"), **more)


def shifts(scene: Scene) -> dict[str, int]:
    """The shifts of the open roll by the last word of their ids."""
    check = scene.check()
    return {m.id.removeprefix(SHIFT): m.value for m in check.modifiers if m.of == "column"}


def drms(scene: Scene) -> dict[str, int]:
    """The die modifiers of the open roll by the last word of their ids."""
    return {m.id.removeprefix(DRM): m.value for m in scene.check().modifiers if m.of == "die"}


def test_plain_fire_has_no_modifiers() -> None:
    assert volley().mods() == {}
    assert cannonade().mods() == {}


# -- the target --------------------------------------------------------------------------------


@pytest.mark.rule("shock.fire.shift.massed-target")
@pytest.mark.parametrize(
    ("sp", "found"), [(5, {}), (6, {"massed-target": 1}), (9, {"massed-target": 1})]
)
def test_six_strength_points_are_a_massed_target(sp: int, found: dict[str, int]) -> None:
    assert shifts(volley(foot("foe", "0807", side="red", sp=sp))) == found


@pytest.mark.rule("shock.fire.shift.massed-target")
def test_the_whole_stack_counts_as_massed() -> None:
    scene = shot(
        foot("guard", "0808"),
        foot("foe", "0807", side="red", sp=4),
        guns("battery", "0807", side="red", sp=2),
    )
    assert shifts(scene) == {"massed-target": 1}


@pytest.mark.rule("shock.fire.shift.massed-target")
def test_present_steps_count_not_printed_ones() -> None:
    assert shifts(volley(foot("foe", "0807", side="red", sp=9, steps=5))) == {}


@pytest.mark.rule("shock.fire.shift.massed-target")
@pytest.mark.parametrize("sp", [2, 7])
def test_a_square_is_massed_once(sp: int) -> None:
    foe = foot("foe", "0807", side="red", sp=sp, flags=SQUARE)
    assert shifts(volley(foe)) == {"massed-target": 1}


@pytest.mark.rule("shock.fire.shift.massed-target")
@pytest.mark.parametrize(("at", "found"), [("foe", {"massed-target": 1}), ("0906", {})])
def test_each_half_of_a_line_is_massed_for_itself(at: str, found: dict[str, int]) -> None:
    # 11 SP: 6 in the first hex, 5 in the second.
    foe = foot("foe", "0806", side="red", sp=11, second="0906", nation="french")
    assert shifts(cannonade(foe, at=at)) == found


@pytest.mark.rule("shock.fire.shift.massed-not-in-village")
@pytest.mark.parametrize("ground", ["village", "built-up-village"])
@pytest.mark.parametrize("flags", [0, SQUARE])
def test_nobody_is_massed_in_a_village(ground: str, flags: int) -> None:
    foe = foot("foe", "0807", side="red", sp=8, flags=flags)
    assert shifts(volley(foe, ground={"0807": ground})) == {"village": -1}


@pytest.mark.rule("shock.fire.shift.massed-not-in-village")
def test_a_chateau_and_woods_can_be_crowded() -> None:
    foe = foot("foe", "0807", side="red", sp=8)
    assert shifts(volley(foe, ground={"0807": "chateau"})) == {"massed-target": 1, "chateau": -2}
    assert shifts(volley(foe, ground={"0807": "woods"})) == {"massed-target": 1, "woods": -1}


@pytest.mark.rule("shock.fire.shift.cavalry-target")
def test_cavalry_is_a_better_target() -> None:
    assert shifts(volley(heavy("foe", "0807", side="red"))) == {"cavalry-target": 1}
    scene = shot(
        foot("guard", "0808"),
        heavy("foe", "0807", side="red", sp=2),
        guns("battery", "0807", side="red", sp=2),
    )
    assert shifts(scene) == {"cavalry-target": 1}


@pytest.mark.rule("shock.fire.shift.routed-target")
def test_routed_troops_are_a_better_target() -> None:
    assert shifts(volley(foot("foe", "0807", side="red", order=ROUTED))) == {"routed-target": 1}
    assert shifts(volley(foot("foe", "0807", side="red", order=D1))) == {}


@pytest.mark.rule("shock.fire.shift.artillery-target")
def test_artillery_alone_is_a_worse_target() -> None:
    assert shifts(volley(guns("foe", "0807", side="red"))) == {"artillery-target": -1}
    two = shot(
        foot("guard", "0808"),
        guns("foe", "0807", side="red", sp=2),
        guns("other", "0807", side="red", sp=2),
    )
    assert shifts(two) == {"artillery-target": -1}


@pytest.mark.rule("shock.fire.shift.artillery-target")
def test_artillery_with_another_arm_is_not_alone() -> None:
    scene = shot(
        foot("guard", "0808"),
        foot("foe", "0807", side="red", sp=2),
        guns("battery", "0807", side="red", sp=2),
    )
    assert shifts(scene) == {}
    scene = shot(
        foot("guard", "0808"),
        guns("foe", "0807", side="red", sp=2),
        garrison("walls", "0807", sp=2),
    )
    assert shifts(scene) == {"chateau": -2}


# -- the firer ---------------------------------------------------------------------------------


@pytest.mark.rule("shock.fire.shift.from-built-up-village")
def test_fire_out_of_a_built_up_village() -> None:
    assert shifts(volley(ground={"0808": "built-up-village"})) == {"from-built-up-village": 1}
    assert shifts(volley(ground={"0808": "village"})) == {}


@pytest.mark.rule("shock.fire.shift.from-built-up-village")
def test_the_half_of_a_line_that_fires_counts() -> None:
    # Only the second half, in 0908, stands next to 1007.
    foe = foot("foe", "1007", side="red")
    line = {"sp": 6, "second": "0908"}
    village = {"0908": "built-up-village"}
    assert shifts(volley(foe, line, ground=village)) == {"from-built-up-village": 1}
    assert shifts(volley(foe, line, ground={"0808": "built-up-village"})) == {}
    steep = {"sides": [("steep", "0908 ne")], "levels": {"1007": 2}}
    assert shifts(volley(foe, line, **steep)) == {"up-steep-slope": -1}


@pytest.mark.rule("shock.fire.shift.d1-firer", "shock.d1.fire-shift")
def test_disordered_troops_fire_worse_once() -> None:
    assert shifts(volley(guard={"order": D1})) == {"d1-firer": -1}
    assert shifts(cannonade(guard={"order": D1})) == {"d1-firer": -1}
    # 4 SP in column 3-4, one left: column 2.
    assert volley(guard={"order": D1}).check().target == "column 2 (from 3-4)"


# -- the ground --------------------------------------------------------------------------------


@pytest.mark.rule("shock.fire.shift.chateau", "shock.fire.shift.woods", "shock.fire.shift.village")
@pytest.mark.parametrize(
    ("ground", "found"),
    [
        ("chateau", {"chateau": -2}),
        ("woods", {"woods": -1}),
        ("village", {"village": -1}),
        ("built-up-village", {"village": -1}),
        ("cultivated", {}),
        ("marsh", {}),
    ],
)
def test_the_ground_of_the_target(ground: str, found: dict[str, int]) -> None:
    assert shifts(volley(ground={"0807": ground})) == found
    assert shifts(volley(ground={"0808": "woods", "0807": ground})) == found


@pytest.mark.rule("shock.fire.shift.up-steep-slope")
def test_fire_up_a_steep_slope() -> None:
    assert shifts(volley(sides=[("steep", "0808 nw")], levels={"0807": 2})) == {
        "up-steep-slope": -1
    }


@pytest.mark.rule("shock.fire.shift.down-steep-slope")
def test_fire_down_a_steep_slope() -> None:
    assert shifts(volley(sides=[("steep", "0808 nw")], levels={"0808": 2})) == {
        "down-steep-slope": -1
    }


@pytest.mark.rule("shock.fire.shift.up-steep-slope", "shock.fire.shift.down-steep-slope")
def test_a_gentle_slope_and_one_beside_the_line_do_not_count() -> None:
    assert shifts(volley(levels={"0807": 2})) == {}
    assert shifts(volley(sides=[("steep", "0808 ne")], levels={"0907": 2})) == {}


@pytest.mark.rule("shock.fire.shift.up-steep-slope", "shock.fire.shift.down-steep-slope")
def test_distant_fire_down_one_slope_and_up_another_takes_both() -> None:
    # From 0808 by 0807 and 0706 to 0705: down before 0807, up before 0705.
    foe = foot("foe", "0705", side="red", nation="french")
    valley = [("steep", "0808 nw"), ("steep", "0706 nw")]
    levels = {"0808": 2, "0705": 2}
    found = shifts(cannonade(foe, sides=valley, levels=levels))
    assert found == {"up-steep-slope": -1, "down-steep-slope": -1}
    assert shifts(cannonade(foe, sides=valley[:1], levels=levels)) == {"down-steep-slope": -1}


@pytest.mark.rule("shock.fire.shift.up-steep-slope")
def test_a_line_between_two_hexes_must_meet_the_slope_on_both() -> None:
    # 0808 to 0806 runs between 0807 and 0907.
    levels = {"0806": 2}
    one, both = [("steep", "0807 ne")], [("steep", "0807 ne"), ("steep", "0907 nw")]
    assert shifts(cannonade(sides=one, levels=levels)) == {}
    assert shifts(cannonade(sides=both, levels=levels)) == {"up-steep-slope": -1}


@pytest.mark.rule("shock.fire.shift.crest")
def test_artillery_fire_over_a_crest() -> None:
    foe = foot("foe", "0705", side="red", nation="french")
    for side in ("0808 nw", "0807 nw", "0706 nw"):
        assert shifts(cannonade(foe, sides=[("crest", side)])) == {"crest": -1}
    assert shifts(cannonade(foe, sides=[("crest", "0808 ne")])) == {}
    assert shifts(volley(sides=[("crest", "0808 nw")])) == {}


@pytest.mark.rule("shock.fire.shift.chateau-alone")
def test_a_chateau_takes_no_other_shift_of_the_ground() -> None:
    foe = foot("foe", "0705", side="red", nation="french")
    sides = [("crest", "0807 nw"), ("steep", "0706 nw")]
    scene = cannonade(foe, sides=sides, levels={"0705": 2}, ground={"0705": "chateau"})
    assert shifts(scene) == {"chateau": -2}


# -- the sum -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.fire.shift.cumulative")
def test_shifts_add_up() -> None:
    scene = volley(guard={"order": D1}, ground={"0807": "woods"})
    assert shifts(scene) == {"d1-firer": -1, "woods": -1}
    assert scene.check().total("column") == -2
    # 4 SP in column 4 (3-4), two left: column 2, roll 7 "d-2".
    assert scene.check().outcomes[scene.check().outcome([7])] == "d-2"
    scene = volley(heavy("foe", "0807", side="red", sp=6))
    assert scene.check().target == "column 7-8 (from 3-4)"


@pytest.mark.rule("shock.fire.shift.cumulative", "shock.fire.shift.maximum")
def test_the_sum_is_held_at_two_columns() -> None:
    scene = volley(heavy("foe", "0807", side="red", sp=6, order=ROUTED))
    assert scene.check().target == "column 7-8 (from 3-4)"
    assert shifts(scene) == {
        "massed-target": 1,
        "cavalry-target": 1,
        "routed-target": 1,
        "maximum": -1,
    }
    scene = volley(
        guns("foe", "0807", side="red"),
        {"order": D1},
        ground={"0807": "woods"},
        sides=[("steep", "0808 nw")],
        levels={"0807": 2},
    )
    assert scene.check().target == "column 1 (from 3-4)"


# -- the die -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.fire.drm.anglo-allied-infantry")
@pytest.mark.parametrize(
    ("nation", "found"),
    [
        ("british", {"anglo-allied-infantry": 1}),
        ("hanoverian", {"anglo-allied-infantry": 1}),
        ("brunswick", {"anglo-allied-infantry": 1}),
        ("nassau", {"anglo-allied-infantry": 1}),
        ("dutch-belgian", {}),
    ],
)
def test_anglo_allied_infantry_fires_better(nation: str, found: dict[str, int]) -> None:
    scene = shot(
        foot("guard", "0808", side="red", facing="n", nation=nation),
        foot("foe", "0807", side="blue", facing="s"),
        side="red",
    )
    assert drms(scene) == found


@pytest.mark.rule("shock.fire.drm.anglo-allied-infantry")
@pytest.mark.parametrize("army", ["french", "prussian"])
def test_infantry_of_other_armies_does_not(army: str) -> None:
    assert drms(volley(guard={"nation": army}, armies=(army, "anglo-allied"))) == {}


@pytest.mark.rule("shock.fire.drm.chateau-ids")
def test_the_chateaus_own_strength_fires_better() -> None:
    scene = shot(garrison("walls", "0807"), foot("foe", "0808"), by="walls", side="red")
    assert drms(scene) == {"chateau-ids": 1}


@pytest.mark.rule("shock.fire.drm.chateau-ids")
def test_a_unit_in_the_chateau_does_not() -> None:
    scene = shot(
        foot("guard", "0807", side="red", nation="dutch-belgian"),
        garrison("walls", "0807"),
        foot("foe", "0808"),
        side="red",
    )
    assert drms(scene) == {}


@pytest.mark.rule("shock.fire.drm.french-artillery", "shock.fire.drm.prussian-artillery")
@pytest.mark.parametrize(
    ("army", "nation", "found"),
    [
        ("french", "french", {"french-artillery": 1}),
        ("prussian", "prussian", {"prussian-artillery": -1}),
        ("anglo-allied", "british", {}),
    ],
)
def test_artillery_by_its_army(army: str, nation: str, found: dict[str, int]) -> None:
    for battery in (guns, horse_guns):
        scene = shot(
            battery("guard", "0808", nation=nation),
            foot("foe", "0806", side="red"),
            armies=(army, "anglo-allied" if army != "anglo-allied" else "french"),
        )
        assert drms(scene) == found


@pytest.mark.rule("shock.fire.drm.anglo-allied-infantry", "shock.fire.drm.prussian-artillery")
def test_prussians_in_wellingtons_army_fire_as_prussians() -> None:
    for arm, found in ((foot, {}), (guns, {"prussian-artillery": -1})):
        scene = shot(
            arm("guard", "0808", side="red", facing="n", nation="prussian"),
            foot("foe", "0807", facing="s"),
            side="red",
        )
        assert drms(scene) == found


@pytest.mark.rule("shock.fire.drm.maximum-range")
@pytest.mark.parametrize(
    ("hex", "found"),
    [("0807", {}), ("0706", {}), ("0705", {}), ("0604", {"maximum-range": -1})],
)
def test_artillery_at_exactly_its_maximum_range(hex: str, found: dict[str, int]) -> None:
    # Range 4; the hexes lie 1, 2, 3 and 4 away.
    assert drms(cannonade(foot("foe", hex, side="red", nation="french"))) == found


@pytest.mark.rule("shock.fire.drm.cumulative")
def test_die_modifiers_add_up() -> None:
    far = foot("foe", "0604", side="red")
    scene = shot(guns("guard", "0808", nation="prussian"), far, armies=("prussian", "french"))
    assert drms(scene) == {"prussian-artillery": -1, "maximum-range": -1}
    assert scene.drm() == -2
    scene = shot(guns("guard", "0808"), far)
    assert drms(scene) == {"french-artillery": 1, "maximum-range": -1}
    assert scene.drm() == 0
    # 4 SP, column 5, roll 2 unmodified: d-2.
    assert scene.check().outcomes[scene.check().outcome([2])] == "d-2"


# -- wet fuses ---------------------------------------------------------------------------------

WET = '[[special]]\nkind = "wet-fuses"\nside = "blue"\nfrom = 1\nto = 2\n'


@pytest.mark.rule("shock.rulings.wet-fuses")
def test_wet_fuses_shift_infantry_fire_left() -> None:
    found = {"shock.rulings.wet-fuses": -1}
    assert shifts(volley(specials=WET)) == found
    assert shifts(volley(specials=WET, turn=2)) == found
    assert shifts(volley(specials=WET, turn=3)) == {}
    assert volley(specials=WET).check().target == "column 2 (from 3-4)"


@pytest.mark.rule("shock.rulings.wet-fuses")
def test_wet_fuses_spare_artillery_and_the_other_side() -> None:
    assert shifts(cannonade(specials=WET)) == {}
    scene = shot(foot("foe", "0808"), foot("guard", "0807", side="red"), side="red", specials=WET)
    assert shifts(scene) == {}
