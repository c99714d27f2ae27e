"""Tools and lessons of `onepage`, with answers worked out on an empty table."""

import tomllib
from importlib.resources import files

import pytest

from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.step import THEN
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.position import LIMBERED, ROUTED
from grognard.systems.onepage.steps import STEPS
from tests.rules.onepage.given import Scene, foot, general, given, guns


def use(scene: Scene, tool: str, *ids: str) -> Finding:
    """What blue is told."""
    return SYSTEM.use(View(scene.p, 0), tool, ids)


def test_sight_tells_distance_and_what_blocks_it() -> None:
    a, foe = foot("a", 20, 30), foot("foe", 20, 20, side="red")
    clear = use(given(a, foe), "sight", "unit:a", "unit:foe")
    assert clear.says == ("A to Foe: 7 in between them.", "Seen.")
    assert clear.ways == (("unit:a", "unit:foe"),)
    wood = given(a, foe, areas=[("forest", "0,240 480,240 480,250 0,250")])
    assert use(wood, "sight", "unit:a", "unit:foe").says[1].startswith("Not seen: cover at ")
    wall = [foot(f"w{i}", 17 + 3 * i, 25, side="red") for i in range(3)]
    assert use(given(a, foe, *wall), "sight", "unit:a", "unit:foe").says[1] == (
        "Not seen: W1 stands between."
    )


def test_reach_shows_where_a_unit_can_go() -> None:
    scene = given(foot("a", 20, 30), general("g", 22, 32), foot("foe", 40, 5, side="red"))
    found = use(scene, "reach", "unit:a")
    assert found.says == ("A has 12 in to move.",)
    (shape,) = found.shapes
    # A fan of 45 degrees to either side: straight ahead it ends 12 in up the table.
    assert (20000, 18000) in shape and (20000, 30000) in shape
    assert all(y <= 30000 for _, y in shape)
    routed = given(foot("a", 20, 30, state=ROUTED), general("g", 22, 32))
    assert use(routed, "reach", "unit:a").says == ("A is routed: no move before a rally.",)


def test_fire_shows_arc_ranges_and_targets() -> None:
    scene = given(guns("a", 20, 30), foot("foe", 20, 22, side="red"))
    found = use(scene, "fire", "unit:a")
    # From the front at 28.5 to the enemy's base at 23.5.
    assert found.says == ("A reaches 10 in, close 4 in.", "Foe at 5 in, long range.")
    assert found.lit == ("unit:foe",) and len(found.shapes) == 2
    limbered = given(guns("a", 20, 30, state=LIMBERED), foot("foe", 20, 22, side="red"))
    assert use(limbered, "fire", "unit:a").says == ("A cannot fire now.",)
    # In contact it may not fire, though others are in range.
    met = given(foot("a", 20, 30), foot("foe", 20, 26.9, side="red"),
                foot("next", 23.5, 26.9, side="red"))  # fmt: skip
    assert use(met, "fire", "unit:a").says == ("A is in contact with Foe: no fire.",)


def test_tools_speak_of_many_as_of_many_and_of_the_bounds_of_command() -> None:
    scene = given(guns("guns", 20, 30), foot("foe", 40, 5, side="red"), general("g", 45, 33))
    assert use(scene, "fire", "unit:guns").says[0] == "Guns reach 10 in, close 4 in."
    assert use(scene, "command", "unit:guns").says == ("Guns are out of command.",)
    said = "Guns are unlimbered: free to turn, and to move when limbered."
    assert use(scene, "reach", "unit:guns").says == (said,)
    lost = given(guns("guns", 20, 30, state=LIMBERED), general("g", 45, 33)).command()
    assert use(lost, "reach", "unit:guns").says == (
        "Guns have 9 in to move.", "Out of command: no nearer to any enemy it sees.",
    )  # fmt: skip


def test_command_draws_the_circle_of_a_general() -> None:
    scene = given(foot("a", 20, 30), foot("b", 40, 30), general("g", 22, 32))
    found = use(scene, "command", "unit:g")
    assert found.says == ("G commands every unit within 6 in of him.",)
    assert (22000, 26000) in found.shapes[0]
    assert use(scene, "command", "unit:a").says == ("A is in command.",)
    assert use(scene, "command", "unit:b").says == ("B is out of command.",)


def test_out_of_command_and_victory() -> None:
    scene = given(foot("a", 20, 30), foot("b", 40, 30), general("g", 22, 32),
                  foot("foe", 5, 5, side="red"), general("h", 5, 8, "red"),
                  objectives=[(20, 27, "", 2)])  # fmt: skip
    assert use(scene, "out-of-command").says == ("Out of command:", "Blue: B")
    scene.p.losses[scene.u("foe")] = 1
    assert use(scene, "victory").says == (
        "Blue has lost 0 of 10 strength points; at 4 it withdraws.",
        "Red has lost 1 of 5 strength points; at 2 it withdraws.",
        "Place: 2, held by Blue.",
    )


def test_what_is_not_there_is_refused() -> None:
    scene = given(foot("a", 20, 30), foot("late", 5, 5, turn=3))
    with pytest.raises(UnknownName, match='no unit "unit:aa": did you mean'):
        use(scene, "reach", "unit:aa")
    with pytest.raises(GrognardError, match="Late is not on the table"):
        use(scene, "reach", "unit:late")


def test_every_question_has_a_lesson() -> None:
    text = (files("grognard.systems.onepage") / "lessons.toml").read_text("utf-8")
    lessons = tomllib.loads(text)
    assert set(lessons) == {name for name, step in STEPS.items() if step.what != THEN}
    scene = given(foot("a", 20, 30), general("g", 22, 32)).moves("a")
    assert SYSTEM.lesson(View(scene.p, 0)) == lessons["Leg"]
