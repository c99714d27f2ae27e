"""What a comparison with the sheet, line by line, found played otherwise than it is printed."""

import re
import tomllib
from pathlib import Path

import pytest

from grognard.systems import system
from grognard.systems.shock.disorder import BY_SHOCK
from grognard.systems.shock.results import suffer
from grognard.systems.shock.state.kinds import D1, GOOD, ROUTED
from tests.rules.shock.assault import attack, clash
from tests.rules.shock.given import Scene, foot, given, leader, light

# A deep stream between 0805, from where the attack comes, and the defender on 0804. South-east of
# 0804 lies 0905, south-west 0805.
STREAM = [("deep-stream", "0804 sw")]
FOE = foot("foe", "0804", side="red", facing="s", sp=2)


def repulsed(scene: Scene) -> Scene:
    """A shock at 6-1 with a modified 7: nothing for the attacker, 1Bd for the defender."""
    assert scene.check().target == "ratio 6-1"
    scene.roll(7 - scene.drm()).roll(0)
    while scene.p.decision and f"{scene.where('foe')}" == "0804":
        scene.p.play(scene.p.options()[0])
    return scene


# -- note D: whoever crosses a deep stream is disordered, in an advance and a pursuit too ----------


@pytest.mark.rule("shock.move.note.d.disorders")
@pytest.mark.parametrize(("sides", "order"), [(STREAM, D1), ([], GOOD)])
def test_an_advance_through_a_deep_stream_disorders(
    sides: list[tuple[str, str]], order: int
) -> None:
    scene = given(foot("guard", "0805", sp=12), FOE, sides=sides)
    repulsed(clash(scene, "shock guard > foe")).play("advance guard")
    assert scene.where("guard") == "0804" and scene.order("guard") == order


@pytest.mark.rule("shock.move.note.d.disorders")
def test_an_advance_over_a_bridge_does_not() -> None:
    scene = given(
        foot("guard", "0805", sp=12), FOE, sides=STREAM, crossings=[("bridge", "0804 sw")]
    )
    repulsed(clash(scene, "shock guard > foe")).play("advance guard")
    assert scene.where("guard") == "0804" and scene.order("guard") == GOOD


@pytest.mark.rule("shock.move.note.d.disorders")
@pytest.mark.parametrize(("sides", "order"), [(STREAM, D1), ([], GOOD)])
def test_a_pursuit_through_a_deep_stream_disorders(
    sides: list[tuple[str, str]], order: int
) -> None:
    scene = given(light("horse", "0805", sp=12), FOE, sides=sides)
    repulsed(clash(scene, "shock horse > foe"))
    assert scene.check().name == "pursuit"
    scene.roll(9)
    assert scene.where("horse") == "0804" and scene.order("horse") == order


@pytest.mark.rule("shock.move.note.d.disordered-barred")
@pytest.mark.parametrize(("sides", "pursues"), [(STREAM, False), ([], True)])
def test_disordered_cavalry_does_not_pursue_through_a_deep_stream(
    sides: list[tuple[str, str]], pursues: bool
) -> None:
    scene = given(light("horse", "0805", sp=12, order=D1), FOE, sides=sides)
    repulsed(clash(scene, "shock horse > foe"))
    assert (scene.p.roll is not None) == pursues
    assert scene.where("horse") == "0805"


# -- rally: its own overall commander --------------------------------------------------------------


@pytest.mark.rule("shock.rally.mod.overall-commander")
@pytest.mark.parametrize(
    ("nation", "name", "expected"),
    [
        ("british", "wellington", {"shock.rally.mod.overall-commander": -2}),
        ("prussian", "wellington", {}),
        ("british", "blucher", {}),
        ("prussian", "blucher", {"shock.rally.mod.blucher": -2}),
    ],
)
def test_the_overall_commander_of_another_army_rallies_nobody(
    nation: str, name: str, expected: dict[str, int]
) -> None:
    scene = given(
        foot("troops", "0808", "red", nation=nation, order=D1),
        leader("boss", "0809", "red", level="overall", traits=[name]),
        foot("foe", "0814"),
    ).activate("red")
    assert scene.play("rally troops").mods() == expected


# -- routed units and walls ------------------------------------------------------------------------


@pytest.mark.rule("shock.routed.no-terrain-benefit")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (GOOD, {"shock.rulings.shock.chateau": 4}),
        (ROUTED, {"shock.drm.position.flank": -3, "shock.drm.defender-routed": -5}),
    ],
)
def test_walls_do_not_cover_the_flank_of_a_routed_unit(
    order: int, expected: dict[str, int]
) -> None:
    foe = foot("foe", "0807", "red", facing="s", order=order)
    scene = given(foe, foot("guard", "0907", facing="nw"), ground={"0807": "chateau"})
    assert attack(scene, "shock guard > foe").mods() == expected


# -- a line is one unit, whichever of its hexes a leader is on -------------------------------------


@pytest.mark.rule("shock.rulings.shock.commitment", "shock.rulings.extended-line.fire")
@pytest.mark.parametrize("at", ["0808", "0908"])
def test_a_leader_with_either_half_of_a_line_helps_it_to_commit_itself(at: str) -> None:
    line = foot("guard", "0808", sp=8, second="0908")
    scene = given(line, leader("foy", at), foot("foe", "0807", "red")).activate("blue")
    scene.play("shock guard > foe")
    assert scene.check().name == "commitment"
    assert scene.mods() == {"shock.rulings.shock.commitment": -1}


@pytest.mark.rule("shock.rulings.leader-follows")
@pytest.mark.parametrize("at", ["0808", "0908"])
def test_a_leader_goes_with_a_line_that_comes_together(at: str) -> None:
    line = foot("guard", "0808", sp=8, second="0908")
    scene = given(line, leader("foy", at), foot("foe", "0802", "red")).activate("blue")
    scene.play("retract guard > 0808")
    assert scene.where("foy") == "0808"


@pytest.mark.rule("shock.rulings.leader-follows")
@pytest.mark.parametrize("at", ["0808", "0908"])
@pytest.mark.parametrize("code", ["B", "R"])
def test_a_leader_goes_with_a_line_that_gives_way(code: str, at: str) -> None:
    line = foot("guard", "0808", sp=8, second="0908")
    scene = given(line, leader("foy", at), foot("foe", "0807", "red"))
    suffer(scene.p, scene.u("guard"), code, BY_SHOCK, scene.h("0807"), 0)
    scene.p.settle()
    while scene.p.decision is not None:
        scene.p.play(scene.p.options()[0])
    assert scene.where("guard") not in ("0808", "0908")
    assert scene.where("foy") == scene.where("guard")


# -- the table of the comparison -------------------------------------------------------------------

TESTS = Path(__file__).parent
TABLE = TESTS.parents[2] / "docs" / "rules" / "shock-comparison.md"


def test_the_table_has_every_printed_line_and_names_tests_that_exist() -> None:
    rows = [line.split("|") for line in TABLE.read_text("utf-8").splitlines() if "::" in line]
    with (system("shock").folder() / "charts.toml").open("rb") as file:
        rules = {key: rule for key, rule in tomllib.load(file).items() if "." in key}
    lines = {key: row[1].strip() for row in rows for key in re.findall(r"`(.+?)`", row[3])}
    assert lines == {key: rule["line"] for key, rule in rules.items()}
    for row in rows:
        for module, name in re.findall(r"`(\w+)::(\w+)`", row[4]):
            source = (TESTS / f"{module}.py").read_text("utf-8")
            assert f"def {name}(" in source, f"{module}::{name}"
        assert row[5].strip().startswith(("ok", "deviates"))
