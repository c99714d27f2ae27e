"""Rally of routed, disordered and blown units, by the tables of the sheet."""

from typing import Any

import pytest

from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems import system
from grognard.systems.shock.rules import Rules
from grognard.systems.shock.state.kinds import BLOWN, D1, D2, GOOD, OUT, OUTSIDE, ROUTED, SQUARE
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy, leader, light

SHOCK = system("shock")
FOE = foot("foe", "0801", side="red")


def rallying(unit: Spec, *others: Spec, **given_by: Any) -> Scene:
    """A scene in which a unit of blue has been ordered to rally, the enemy far away."""
    foes = () if any(o.side == "red" for o in others) else (FOE,)
    return given(unit, *others, *foes, **given_by).activate("blue").play(f"rally {unit.id}")


def odds(check: str, **facts: Any) -> dict[str, str]:
    """The exact odds of a rally by the facts of the sheet."""
    kind = SHOCK.checks()[check]
    return kind.check(kind.read(facts)).odds().fractions()


# -- routed units ------------------------------------------------------------------------------

# By the sheet: 0-1 rallied, 2-6 D-1, 7-9 rout retreat.
BANDS = ["rallied"] * 2 + ["D-1"] * 5 + ["rout retreat"] * 3
ROUTED_RULES = (
    "shock.rally.routed.rallied",
    "shock.rally.routed.to-d1",
    "shock.rally.routed.rout-retreat",
)


@pytest.mark.rule(*ROUTED_RULES)
@pytest.mark.parametrize(("face", "band"), list(enumerate(BANDS)))
def test_rally_of_a_routed_unit_reads_its_band(face: int, band: str) -> None:
    scene = rallying(foot("guard", "0808", order=ROUTED))
    check = scene.check()
    assert check.outcomes[check.outcome([face])] == band
    scene.roll(face)
    assert scene.order("guard") == {"rallied": GOOD, "D-1": D1, "rout retreat": ROUTED}[band]


@pytest.mark.rule(*ROUTED_RULES, "shock.rulings.rally-clamp")
@pytest.mark.parametrize(
    ("modifier", "expected"),
    [
        (0, {"rallied": "1/5", "D-1": "1/2", "rout retreat": "3/10"}),
        # 0 reads as -2: clamped to 0. Faces 0-3 rally, 4-8 give D-1, 9 reads as 7.
        (-2, {"rallied": "2/5", "D-1": "1/2", "rout retreat": "1/10"}),
        # Faces 0-4 read as 2-6, the others as 7-11: clamped to 9.
        (2, {"D-1": "1/2", "rout retreat": "1/2"}),
        (-9, {"rallied": "1/1"}),
        (9, {"rout retreat": "1/1"}),
    ],
)
def test_short_form_of_rallying_routed(modifier: int, expected: dict[str, str]) -> None:
    assert odds("rally-routed", modifier=modifier) == expected


@pytest.mark.rule("shock.rally.routed.rout-retreat", "shock.rulings.rout-retreat")
def test_a_routed_unit_that_fails_runs_half_its_movement_from_the_nearest_enemy() -> None:
    scene = rallying(foot("guard", "0808", order=ROUTED), foot("foe", "0804", side="red"))
    scene.roll(7)
    # Infantry has 5 points: three hexes, and 0804 is four hexes off: seven in the end.
    distance = scene.battle.grid.distance[scene.h("0804")]
    ends = [o.removeprefix("> ") for o in scene.options()]
    assert ends and all(distance[scene.h(end)] == 7 for end in ends)
    scene.play(f"> {ends[0]}")
    assert scene.where("guard") == ends[0] and scene.order("guard") == ROUTED


@pytest.mark.rule("shock.routed.rally-or-retreat")
def test_a_routed_unit_must_rally_or_run_before_anybody_does_anything_later() -> None:
    scene = given(foot("guard", "0808", order=ROUTED), foot("other", "1108"), FOE)
    scene.activate("blue")
    assert scene.options() == ["rally guard", "rout guard"]
    scene.play("rally guard").roll(0)
    # It does nothing else, even rallied; the others may now act.
    assert scene.orders_of("guard") == set()
    assert "move" in scene.orders_of("other")


@pytest.mark.rule("shock.routed.rally-or-retreat")
def test_a_routed_unit_may_run_instead_of_rallying() -> None:
    scene = given(foot("guard", "0808", order=ROUTED), FOE).activate("blue").play("rout guard")
    scene.play(scene.options()[0])
    distance = scene.battle.grid.distance[scene.h("0808")]
    assert distance[scene.p.hex[scene.u("guard")]] == 3


@pytest.mark.rule(*ROUTED_RULES)
@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("rallied", {"low": 1}),
        ("rallied", {"high": 2}),
        ("to-d1", {"low": 3}),
        ("to-d1", {"high": 5}),
        ("rout-retreat", {"high": 8}),
        ("rout-retreat", {"high": 10}),
    ],
)
def test_bands_that_miss_a_face_are_refused(rule: str, change: dict[str, int]) -> None:
    book = Rulebook.load(SHOCK.folder(), changes={f"shock.rally.routed.{rule}": change})
    with pytest.raises(GrognardError, match="shock.rally.routed"):
        Rules(book)


# -- disordered units --------------------------------------------------------------------------


@pytest.mark.rule("shock.rally.disordered.success", "shock.rally.disordered.failure")
@pytest.mark.parametrize("before", [D1, D2])
@pytest.mark.parametrize(("face", "recovers"), [(0, True), (5, True), (6, False), (9, False)])
def test_a_disordered_unit_recovers_strictly_below_cohesion(
    before: int, face: int, recovers: bool
) -> None:
    scene = rallying(foot("guard", "0808", order=before, cohesion=6)).roll(face)
    assert scene.order("guard") == (GOOD if recovers else before)


@pytest.mark.rule("shock.rally.disordered.success", "shock.rally.disordered.failure")
@pytest.mark.parametrize(
    ("cohesion", "modifier", "recovered"),
    [(6, 0, "3/5"), (6, 2, "2/5"), (7, -1, "4/5"), (4, -3, "7/10"), (9, -1, "1/1")],
)
def test_short_form_of_rallying_disordered(cohesion: int, modifier: int, recovered: str) -> None:
    found = odds("rally-disordered", cohesion=cohesion, modifier=modifier)
    assert found["recovered"] == recovered
    assert set(found) <= {"recovered", "disordered"}


@pytest.mark.rule("shock.rally.disordered.failure")
def test_a_unit_that_tried_to_rally_does_nothing_else() -> None:
    scene = given(foot("guard", "0808", order=D1), foot("other", "1108"), FOE).activate("blue")
    scene.play("rally guard").roll(9)
    assert scene.orders_of("guard") == set()


# -- modifiers ---------------------------------------------------------------------------------

MOD = "shock.rally.mod."


def mods(scene: Scene) -> dict[str, int]:
    """The modifiers of a rally by the last word of their ids."""
    return {rule.removeprefix(MOD): value for rule, value in scene.mods().items()}


@pytest.mark.rule("shock.rally.mod.enemy-zoc")
def test_a_unit_in_an_enemy_zone_rallies_at_plus_one() -> None:
    scene = rallying(foot("guard", "0808", order=D1), foot("foe", "0807", side="red", facing="s"))
    assert mods(scene) == {"enemy-zoc": 1}


@pytest.mark.rule("shock.rally.mod.one-step")
@pytest.mark.parametrize(("steps", "expected"), [(1, {"one-step": 1}), (2, {})])
def test_a_unit_with_one_step_left_rallies_at_plus_one(
    steps: int, expected: dict[str, int]
) -> None:
    assert mods(rallying(foot("guard", "0808", order=D1, steps=steps))) == expected


@pytest.mark.rule("shock.rally.mod.out-of-command")
def test_a_unit_out_of_command_rallies_at_plus_two() -> None:
    scene = given(foot("guard", "0808", order=D1, flags=OUT), FOE)
    scene.activate("blue", OUTSIDE)
    scene.play("rally guard")
    assert mods(scene) == {"out-of-command": 2}


@pytest.mark.rule("shock.rally.mod.cavalry", "shock.rally.mod.elite", "shock.rally.mod.square")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (heavy("guard", "0808", order=D1), {"cavalry": -1}),
        (light("guard", "0808", order=ROUTED), {"cavalry": -1}),
        (guns("guard", "0808", order=D1), {}),
        (foot("guard", "0808", order=D1, elite=1), {"elite": -1}),
        (foot("guard", "0808", order=D2, elite=2), {"elite": -1}),
        (foot("guard", "0808", order=D1, flags=SQUARE), {"square": -1}),
    ],
)
def test_what_a_unit_is_helps_it_to_rally(unit: Spec, expected: dict[str, int]) -> None:
    assert mods(rallying(unit)) == expected


@pytest.mark.rule("shock.rally.mod.near-cavalry")
@pytest.mark.parametrize(
    ("order", "horse", "expected"),
    [
        (ROUTED, heavy("horse", "0908"), {"near-cavalry": -1}),
        (ROUTED, light("horse", "0908"), {"near-cavalry": -1}),
        (ROUTED, heavy("horse", "0908", order=D1), {}),
        (ROUTED, heavy("horse", "1008"), {}),
        (ROUTED, foot("horse", "0908"), {}),
        (D1, heavy("horse", "0908"), {}),
    ],
)
def test_routed_infantry_next_to_steady_friendly_cavalry(
    order: int, horse: Spec, expected: dict[str, int]
) -> None:
    assert mods(rallying(foot("guard", "0808", order=order), horse)) == expected


@pytest.mark.rule("shock.rally.mod.near-cavalry")
def test_enemy_cavalry_does_not_help_routed_infantry() -> None:
    # It faces away: no zone of control there either.
    foe = heavy("foe", "0908", side="red", facing="ne")
    assert mods(rallying(foot("guard", "0808", order=ROUTED), foe)) == {}


@pytest.mark.rule("shock.rally.mod.combat-leader")
@pytest.mark.parametrize(
    ("at", "own", "expected"),
    [
        ("0808", True, {"combat-leader": -1}),
        ("0908", True, {"combat-leader": -1}),
        ("1008", True, {}),
        ("0808", False, {}),
    ],
)
def test_its_own_combat_leader_helps(at: str, own: bool, expected: dict[str, int]) -> None:
    chief = leader("foy", at, level="corps", commands=own)
    assert mods(rallying(foot("guard", "0808", order=D1), chief)) == expected


@pytest.mark.rule("shock.rally.mod.overall-commander")
@pytest.mark.parametrize(
    ("at", "expected"),
    [("0808", {"overall-commander": -2}), ("0807", {"overall-commander": -2}), ("0806", {})],
)
def test_its_overall_commander_helps(at: str, expected: dict[str, int]) -> None:
    marshal = leader("ney", at, level="overall")
    assert mods(rallying(foot("guard", "0808", order=D1), marshal)) == expected


@pytest.mark.rule("shock.rally.mod.blucher")
@pytest.mark.parametrize(
    ("at", "nation", "expected"),
    [
        # He is the overall commander as well: his own bonus takes the place of that one.
        ("0808", "prussian", {"blucher": -2}),
        ("1008", "prussian", {"blucher": -2}),
        ("1108", "prussian", {}),
    ],
)
def test_prussians_within_two_hexes_of_blucher(
    at: str, nation: str, expected: dict[str, int]
) -> None:
    scene = rallying(
        foot("guard", "0808", order=D1, nation=nation),
        leader("blucher", at, level="overall", traits=["blucher"]),
        armies=("prussian", "french"),
    )
    assert mods(scene) == expected


@pytest.mark.rule("shock.rally.mod.blucher", "shock.rally.mod.overall-commander")
def test_blucher_helps_only_prussians() -> None:
    scene = rallying(
        foot("guard", "0808", order=D1),
        leader("blucher", "1008", level="overall", traits=["blucher"]),
    )
    assert mods(scene) == {}


@pytest.mark.rule("shock.rally.mod.blucher", "shock.rally.mod.overall-commander")
def test_another_overall_commander_helps_besides_blucher() -> None:
    """Two printed lines hold: -2 for Blücher two hexes off, -2 for the other one beside it."""
    scene = rallying(
        foot("guard", "0808", order=D1, nation="prussian"),
        leader("blucher", "1008", level="overall", traits=["blucher"]),
        leader("gneisenau", "0807", level="overall"),
        armies=("prussian", "french"),
    )
    assert mods(scene) == {"blucher": -2, "overall-commander": -2}


@pytest.mark.rule("shock.rally.mod.combat-leader")
def test_a_line_is_helped_by_a_leader_next_to_either_half() -> None:
    chief = leader("foy", "1008", level="corps", commands=True)
    scene = rallying(foot("guard", "0808", sp=6, order=D1, second="0908"), chief)
    assert mods(scene) == {"combat-leader": -1}


# -- blown cavalry -----------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.blown.recovery")
@pytest.mark.parametrize(("distance", "rallies"), [(3, False), (4, True)])
def test_blown_cavalry_recovers_four_hexes_from_every_enemy(distance: int, rallies: bool) -> None:
    foe = foot("foe", {3: "0705", 4: "0804"}[distance], side="red", facing="n")
    scene = given(heavy("horse", "0808", flags=BLOWN), foe).activate("blue")
    assert scene.battle.grid.distance[scene.h("0808")][scene.p.hex[scene.u("foe")]] == distance
    assert ("rally" in scene.orders_of("horse")) == rallies


@pytest.mark.rule("shock.rulings.blown.recovery")
@pytest.mark.parametrize(("face", "blown"), [(6, False), (7, True)])
def test_blown_comes_off_by_a_rally_roll(face: int, blown: bool) -> None:
    scene = rallying(heavy("horse", "0808", flags=BLOWN))
    # Cohesion 6 and -1 for cavalry: below 6 with faces up to 6.
    assert mods(scene) == {"cavalry": -1}
    scene.roll(face)
    assert scene.has("horse", BLOWN) == blown


@pytest.mark.rule("shock.rulings.blown.recovery")
def test_disordered_blown_cavalry_near_the_enemy_recovers_its_order_only() -> None:
    scene = rallying(
        heavy("horse", "0808", flags=BLOWN, order=D1), foot("foe", "0705", side="red", facing="n")
    )
    scene.roll(0)
    assert scene.order("horse") == GOOD and scene.has("horse", BLOWN)
