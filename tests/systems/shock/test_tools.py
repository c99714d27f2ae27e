"""Tools and lessons of `shock`, with answers worked out on small maps."""

import tomllib
from importlib.resources import files

import pytest

from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.step import THEN
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.shock.state.kinds import OUT, ROUTED
from grognard.systems.shock.state.position import ShockPosition
from tests.rules.shock.given import SYSTEM, Scene, foot, given, guns, light


def use(scene: Scene, tool: str, *ids: str) -> Finding:
    return SYSTEM.use(View(scene.p, 0), tool, ids)


def test_sight_tells_the_distance_and_what_blocks_it() -> None:
    scene = given(foot("guard", "0808"), foot("foe", "0804", side="red"), ground={"0806": "woods"})
    found = use(scene, "sight", "unit:guard", "unit:foe")
    assert found.says[0] == "0808 to 0804: 4 hexes."
    assert found.says[1] == "Not seen. 0806 blocks the line: woods, level 1."
    assert found.lit == ("hex:0806",)
    assert found.ways == (("hex:0808", "hex:0804"),)


def test_sight_over_open_ground() -> None:
    scene = given(foot("guard", "0808"), foot("foe", "0807", side="red"))
    found = use(scene, "sight", "unit:guard", "hex:0807")
    assert found.says == ("0808 to 0807: 1 hex.", "Seen.")


def test_reach_over_open_ground_is_as_far_as_the_points_go() -> None:
    # 5 points over clear hexes of 1: rings of 6, 12, 18, 24 and 30 hexes.
    scene = given(foot("guard", "0808", mp=5))
    found = use(scene, "reach", "unit:guard")
    assert found.says[0] == "Guard has 5 movement points and could reach 90 hexes."
    assert sorted(mark.text for mark in found.marks).count("5") == 30
    assert ("hex:0807", "1") in found.marks


def test_a_routed_unit_goes_nowhere() -> None:
    scene = given(foot("guard", "0808", order=ROUTED))
    assert "routed" in use(scene, "reach", "unit:guard").says[0]


def test_fire_names_what_a_gun_can_hit() -> None:
    scene = given(guns("battery", "0808", facing="n"), foot("foe", "0805", side="red"))
    found = use(scene, "fire", "unit:battery")
    assert found.says == ("Battery could fire at:", "Foe at 0805, 3 away.")
    assert found.ways == (("unit:battery", "hex:0805"),)
    lonely = given(guns("battery", "0808", facing="s"), foot("foe", "0805", side="red"))
    assert use(lonely, "fire", "unit:battery").says == (
        "Battery has no enemy in range, in front and in sight.",
    )


def test_command_radius_and_who_is_beyond_it() -> None:
    scene = given(foot("guard", "0808"), foot("stray", "0101", flags=OUT))
    chief = use(scene, "command", "unit:blue-chief")
    assert chief.says[0] == "Blue chief commands within 8 hexes."
    found = use(scene, "out-of-command")
    assert found.lit == ("unit:stray",)
    assert use(scene, "command", "unit:stray").says == ("Stray is out of command.",)
    assert use(given(foot("guard", "0808")), "out-of-command").lit == ()


def test_victory_counts_what_a_lost_step_is_worth() -> None:
    scene = given(foot("guard", "0808", sp=4, steps=3))
    # A step destroyed is worth one point to the enemy, of an Elite unit two.
    assert use(scene, "victory").says == (
        "The side with more points after turn 4 wins.",
        "Every enemy strength point destroyed: 1 (Elite 2); every one routed at the end: ½.",
        "So far: Blue 0, Red 1 points.",
        "Red: enemies destroyed 1.",
    )


def test_bad_pointing_is_refused() -> None:
    scene = given(foot("guard", "0808"))
    with pytest.raises(GrognardError, match='"reach" is pointed at 1 things on the board, not 0'):
        use(scene, "reach")
    with pytest.raises(UnknownName, match='no tool "reech": did you mean "reach"'):
        use(scene, "reech", "unit:guard")
    with pytest.raises(UnknownName, match='no unit "unit:gard": did you mean "guard"'):
        use(scene, "reach", "unit:gard")
    with pytest.raises(UnknownName):
        use(scene, "sight", "unit:guard", "hex:9999")


def test_every_question_has_a_lesson() -> None:
    lessons = tomllib.loads((files("grognard.systems.shock") / "lessons.toml").read_text("utf-8"))
    asked = {name for name, step in ShockPosition.STEPS.items() if step.what != THEN}
    assert set(lessons) == asked
    scene = given(foot("guard", "0808"))
    scene.activate("blue")
    assert SYSTEM.lesson(View(scene.p, 0)) == lessons["Orders"]


def test_lessons_say_what_the_sheet_says() -> None:
    scene = given(foot("guard", "0808", sp=8), foot("foe", "0807", side="red", facing="s"))
    scene.activate("blue").play("fire guard > foe")
    lesson = SYSTEM.lesson(View(scene.p, 0))
    for word in ("d is a cohesion check", "B is a retreat", "R a rout"):
        assert word in lesson
    scene = given(foot("guard", "0808", sp=8), foot("foe", "0801", side="red"))
    scene.activate("blue").play("extend guard")
    assert "(+2 attacking, -2 defending)" in SYSTEM.lesson(View(scene.p, 0))


def test_zones_are_marked_with_the_letter_of_their_side() -> None:
    # 0808 facing north controls 0807 and 0907 in front, 0708 and 0908 on its flanks; so does the
    # foe two hexes up, facing south, with 0807 and 0907 between them.
    scene = given(foot("guard", "0808", facing="n"), foot("foe", "0806", side="red", facing="s"))
    found = use(scene, "zones")
    assert found.says == ("Blue: 4 hexes.", "Red: 4 hexes.")
    marks = {mark.at: mark.text for mark in found.marks}
    assert marks["hex:0908"] == "B" and marks["hex:0906"] == "R" and marks["hex:0807"] == "BR"


def test_who_can_reach_a_hex_is_told_with_the_cost() -> None:
    scene = given(
        foot("guard", "0808", mp=3),
        foot("slow", "0308", mp=1),
        foot("foe", "1210", side="red", mp=3),
    )
    found = use(scene, "who-reaches", "hex:0810")
    assert found.says == (
        "To 0810 could move:",
        "Blue: Guard, for 2.",
        "Red: Foe, next to it for 3.",
    )
    assert found.lit == ("unit:guard", "unit:foe")
    assert use(scene, "who-reaches", "hex:1501").says[0].startswith("Nobody could move to 1501")


def test_what_threatens_a_unit_is_told_with_how() -> None:
    scene = given(
        foot("guard", "0808"),
        guns("battery", "0804", side="red", facing="s"),
        foot("near", "0806", side="red", facing="s"),
        light("horse", "0905", side="red", facing="s"),
        foot("far", "0801", side="red"),
    )
    says = use(scene, "threats", "unit:guard").says
    assert says[0] == "Guard could meet:"
    told = dict(line.rstrip(".").split(": ") for line in says[1:])
    assert told["Near"] == "move next to it and attack"
    assert told["Horse"].startswith("charge")
    assert "Far" not in told
    alone = given(foot("guard", "0808"))
    assert use(alone, "threats", "unit:guard").says == ("Nothing threatens Guard now.",)


def test_either_half_of_a_line_threatens_and_is_threatened() -> None:
    # Of the line in 0607 and 0707 the second half is next to the guard; another is far, and stays.
    for first, second in (("0607", "0707"), ("0707", "0607")):
        line = foot("line", first, side="red", sp=6, second=second)
        far = foot("far", "0804", side="red", sp=6, second="0904")
        scene = given(foot("guard", "0807", facing="nw"), line, far)
        assert use(scene, "threats", "unit:guard").says == ("Guard could meet:", "Line: attack.")
        assert "Guard: fire, attack." in use(scene, "threats", "unit:line").says


def test_the_card_of_a_hex_tells_roads_zones_and_goals() -> None:
    scene = given(
        foot("guard", "0808", facing="n"),
        foot("foe", "0803", side="red"),
        roads=[("road", ["0806", "0807", "0808"])],
    )
    card = dict(SYSTEM.card(View(scene.p, 0), "hex:0807"))
    # Even rows lie half a hex to the right of odd ones.
    assert card["Road"] == "road: north-east to 0806, south-east to 0808"
    assert card["Zone of control"] == "Blue"
    assert "Zone of control" not in dict(SYSTEM.card(View(scene.p, 0), "hex:0812"))


def test_what_threatens_a_hex_is_what_threatens_who_is_in_it() -> None:
    scene = given(foot("guard", "0808", mp=3), foot("foe", "0806", side="red", facing="s", mp=3))
    assert use(scene, "threats", "hex:0808") == use(scene, "threats", "unit:guard")
    # Empty ground, two hexes from the guard: nobody is threatened there, but some could come.
    empty = use(scene, "threats", "hex:0810").says
    assert empty[:3] == ("Nobody is in 0810.", "To 0810 could move:", "Blue: Guard, for 2.")
