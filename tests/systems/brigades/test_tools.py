"""Tools, lessons and pictures of `brigades`, with answers worked out on an empty table."""

import tomllib
from importlib.resources import files

import pytest

from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.step import THEN
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.position import COLUMN, LIMBERED, ROUT, STATIONARY
from grognard.systems.brigades.steps import STEPS
from tests.rules.brigades.given import Scene, commander, foot, given, guns, horse, screen


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


def test_reach_shows_where_a_stand_can_go() -> None:
    scene = given(foot("a", 20, 30), foot("foe", 40, 5, side="red"))
    found = use(scene, "reach", "unit:a")
    assert found.says == ("A has 16 in to move.",)
    (shape,) = found.shapes
    # A fan of 45 degrees to either side: straight ahead it ends 16 in up the table.
    assert (20000, 14000) in shape and (20000, 30000) in shape
    assert all(y <= 30000 for _, y in shape)
    routed = given(foot("a", 20, 30, state=ROUT))
    assert "does not move" in use(routed, "reach", "unit:a").says[0]


def test_fire_shows_arc_ranges_and_targets() -> None:
    scene = given(guns("a", 20, 30), foot("foe", 20, 22, side="red"))
    found = use(scene, "fire", "unit:a")
    # From the front at 28.5 to the enemy's base at 23.5.
    assert found.says == ("A reaches 10 in, close 4 in.", "Foe at 5 in, long range.")
    assert found.lit == ("unit:foe",) and len(found.shapes) == 2
    limbered = given(guns("a", 20, 30, state=LIMBERED), foot("foe", 20, 22, side="red"))
    assert use(limbered, "fire", "unit:a").says == ("A cannot fire as it is.",)


def test_skirmishers_fire_all_round() -> None:
    (shape,) = use(given(screen("a", 20, 30)), "fire", "unit:a").shapes
    # Their front is at 29.25: two inches before it and behind it.
    assert (20000, 27250) in shape and (20000, 31250) in shape


def test_command_draws_the_circle_of_a_commander() -> None:
    scene = given(foot("a", 20, 30), foot("b", 40, 30), commander("g", 22, 32))
    found = use(scene, "command", "unit:g")
    assert found.says == ("G commands his own stands within 6 in of him.",)
    assert (22000, 26000) in found.shapes[0]
    assert use(scene, "command", "unit:a").says == ("A is in command.",)
    assert use(scene, "command", "unit:b").says == ("B is out of command.",)


def test_out_of_command_exhaustion_and_victory() -> None:
    scene = given(foot("a", 20, 30), foot("b", 40, 30), commander("g", 22, 32),
                  foot("foe", 5, 5, side="red"), commander("h", 5, 8, side="red"),
                  objectives=[(20, 27, "", 2)],
                  divisions=[("red", "red", "exhaustion = 3")])  # fmt: skip
    assert use(scene, "out-of-command").says == ("Out of command:", "Blue: B")
    scene.p.losses[scene.u("foe")] = 3
    scene.exhaustion()
    assert use(scene, "exhaustion").says == (
        "Blue, Blue: 0 lost, exhausted at 99.",
        "Red, Red: 3 lost, exhausted at 3, exhausted.",
    )
    beaten = "divisions are exhausted, and at 50 % it is beaten."
    assert use(scene, "victory").says == (
        f"Blue has lost 0 of 10 strength points; 0 of 1 {beaten}",
        f"Red has lost 3 of 5 strength points; 1 of 1 {beaten}",
        "Place: 2, held by Blue.",
    )


def test_what_is_not_there_is_refused() -> None:
    scene = given(foot("a", 20, 30), foot("late", 5, 5, turn=3))
    with pytest.raises(UnknownName, match='did you mean "late"'):
        use(scene, "reach", "unit:lade")
    with pytest.raises(GrognardError, match="Late is not on the table"):
        use(scene, "reach", "unit:late")


def test_every_question_has_a_lesson() -> None:
    text = (files("grognard.systems.brigades") / "lessons.toml").read_text("utf-8")
    asked = {name for name, step in STEPS.items() if step.what != THEN}
    assert set(tomllib.loads(text)) == asked


def test_cards_tell_kind_strength_state_and_division() -> None:
    scene = given(horse("a", 20, 30, weight="heavy", traits=("lancers",), strength=3),
                  divisions=[("blue", "blue", "exhaustion = 2")])  # fmt: skip
    scene.p.losses[scene.u("a")] = 1
    assert SYSTEM.card(View(scene.p, 0), "unit:a") == [
        ("Unit", "A"), ("Side", "Blue"), ("Kind", "heavy cavalry"),
        ("Strength", "2 of 3 (about 1000 men)"), ("Morale", "5"), ("Traits", "lancers"),
        ("Division", "Blue (1 lost, exhausted at 2)"), ("Move", "20 in (2000 yards)"),
    ]  # fmt: skip
    assert SYSTEM.card(View(scene.p, 0), "unit:nobody") == []


def test_guns_are_counted_in_pieces() -> None:
    scene = given(guns("a", 20, 30, strength=2))
    assert ("Strength", "2 of 2 (12 guns)") in SYSTEM.card(View(scene.p, 0), "unit:a")


def test_placements_have_base_facing_and_marks() -> None:
    scene = given(foot("a", 20, 30, facing=90, state=STATIONARY), foot("b", 30, 30, state=COLUMN))
    found = {p.id: p for p in SYSTEM.placements(View(scene.p, 0))}
    assert found["unit:a"].at == (200, 300, 30, 30) and found["unit:a"].turn == 90
    assert found["unit:a"].marks == ("stationary",) and found["unit:b"].marks == ("column",)
    assert found["unit:blue-army"].turn is None


def test_fires_are_marked_on_the_map() -> None:
    scene = given(foot("a", 5, 30), areas=[("town", "185,185 215,185 215,215 185,215", "wood")])
    scene.p.smoke = [2]
    (fire,) = SYSTEM.markers(View(scene.p, 0))
    assert (fire.label, fire.at) == ("On fire", (200, 200))
