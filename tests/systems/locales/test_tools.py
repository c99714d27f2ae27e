"""Tools and lessons of `locales`, with answers worked out on a map of squares."""

import tomllib
from importlib.resources import files

import pytest

from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.step import THEN
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.position import LocalesPosition
from tests.rules.locales.given import Scene, foot, given, horse


def use(scene: Scene, tool: str, *ids: str, side: int = 0) -> Finding:
    return SYSTEM.use(View(scene.p, side), tool, ids)


def test_distance_counts_boundaries_and_roads() -> None:
    scene = given(foot("iron", "a1"), roads=[("main", ["a1", "b1", "b2"])])
    found = use(scene, "distance", "locale:a1", "locale:b2")
    assert found.says == ("A1 to B2: 2 boundaries away.", "By road 2: A1, B1, B2.")
    assert found.ways == (("locale:a1", "locale:b1", "locale:b2"),)
    assert use(scene, "distance", "locale:a1", "locale:a2").says == (
        "A1 to A2: 1 boundary away.",
        "No road leads there.",
    )


def test_marches_from_a_corner() -> None:
    # From a1 on foot to a2 and b1; two boundaries away lie a3, b2 and c1, which riders reach.
    scene = given(horse("lancers", "a1"))
    found = use(scene, "marches", "block:1")
    assert dict(found.marks) == {
        "locale:a2": "field",
        "locale:b1": "field",
        "locale:a3": "horse",
        "locale:b2": "horse",
        "locale:c1": "horse",
    }
    assert use(scene, "marches", "locale:e4").says == ("Nobody is in E4.",)


def test_no_march_into_an_enemy() -> None:
    scene = given(foot("iron", "a1"), foot("foe", "a2", side="red"))
    assert "locale:a2" not in use(scene, "marches", "locale:a1").lit


def test_approaches_tell_width_and_penalty() -> None:
    scene = given(
        foot("iron", "b2/b3"),
        boundaries={("b2", "b3"): {"width": "narrow", "into": {"b2": {"infantry": 1}}}},
    )
    said = use(scene, "approaches", "locale:b2").says
    assert "From B3 into B2: width narrow; penalty infantry -1; blocks 1." in said
    assert len(said) == 4


def test_hidden_blocks_are_told_as_pools() -> None:
    scene = given(foot("iron", "a1", 3), foot("oak", "a1", 1), foot("foe", "e4", side="red"))
    said = use(scene, "unknown", side=1).says
    assert said == ("Blocks 1, 2: Iron, infantry 3; Oak, infantry 1.",)
    assert use(scene, "unknown", side=1).lit == ("block:1", "block:2")
    assert use(scene, "unknown", side=0).says == (f"Block {scene.b('foe') + 1}: Foe, infantry 2.",)


def test_victory_tells_morale() -> None:
    scene = given(foot("iron", "a1"), foot("foe", "e4", side="red"), morale=(12, 9))
    assert use(scene, "victory").says[:2] == (
        "Blue: morale 12 of 12, stands on 0 enemy objectives.",
        "Red: morale 9 of 9, stands on 0 enemy objectives.",
    )


def test_bad_pointing_is_refused() -> None:
    scene = given(foot("iron", "a1"))
    with pytest.raises(UnknownName, match='no place or block "unit:iron"'):
        use(scene, "marches", "unit:iron")
    with pytest.raises(UnknownName):
        use(scene, "marches", "locale:z9")
    with pytest.raises(GrognardError, match="pointed at nothing, not 1"):
        use(scene, "victory", "locale:a1")


def test_every_question_has_a_lesson() -> None:
    lessons = tomllib.loads((files("grognard.systems.locales") / "lessons.toml").read_text("utf-8"))
    asked = {name for name, step in LocalesPosition.STEPS.items() if step.what != THEN}
    assert set(lessons) == asked
