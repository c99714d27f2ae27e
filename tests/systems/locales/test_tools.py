"""Tools and lessons of `locales`, with answers worked out on a map of squares."""

import tomllib
from importlib.resources import files

import pytest

from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.step import THEN
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import State
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


def test_victory_tells_what_decides_after_the_last_turn() -> None:
    scene = given(foot("a", "b2"), foot("x", "b3", side="red"))
    *_, last = use(scene, "victory").says
    assert last == (
        "An army without morale breaks, and has lost. After the last turn the side that stands on "
        "more enemy objectives wins, with any unit; of equals, the one that has kept the greater "
        "share of its morale, and else Red, who defends."
    )


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


def test_who_can_come_into_a_locale_by_which_order() -> None:
    # Iron stands next door to b2, the lancers two boundaries off: on foot one boundary, riders two.
    scene = given(foot("iron", "a2"), horse("lancers", "b4"), foot("slow", "e4"))
    found = use(scene, "who-reaches", "locale:b2")
    assert found.says == (
        "Into B2 could come:",
        "Blue: 1 Iron, from A2: field march.",
        "Blue: 2 Lancers, from B4: cavalry march.",
    )
    assert found.lit == ("block:1", "block:2")
    # Who has had his order this turn cannot come.
    done = given(foot("iron", "a2", state=State.MOVED), foot("foe", "e4", side="red"))
    assert use(done, "who-reaches", "locale:b2").says == ("Nobody could come into B2 now.",)


def test_an_approach_is_reached_by_who_stands_in_reserve_behind_it() -> None:
    scene = given(foot("iron", "b2"), foot("foe", "b3", side="red"))
    said = use(scene, "who-reaches", "approach:b2/b3").says
    assert said == ("Into B2 towards B3 could come:", "Blue: 1 Iron, from B2: local march.")


def test_what_threatens_a_locale_is_told_as_far_as_blue_may_know() -> None:
    # Red secures b3 towards b2, blue secures the other side: it can be assaulted, by infantry of 2
    # or more. Blue does not know which of the two red blocks is the strong one.
    scene = given(
        foot("iron", "b2/b3"),
        foot("strong", "b3/b2", 3, side="red"),
        foot("weak", "c2/b2", 1, side="red"),
    )
    found = use(scene, "threats", "locale:b2")
    numbers = [scene.b("strong") + 1, scene.b("weak") + 1]
    assert found.says[0] == "B2 could meet:"
    assert f"Red: block {numbers[0]}, from B3 towards B2: assault." in found.says
    assert f"Red: block {numbers[1]}, from C2 towards B2: advance." in found.says
    # Red knows his own, and nothing threatens a place nobody is near.
    own = use(scene, "threats", "locale:b2", side=1).says
    assert f"Red: {numbers[0]} Strong, from B3 towards B2: assault." in own
    assert use(scene, "threats", "locale:e4").says == ("Nothing threatens E4 now.",)


def test_a_weak_block_does_not_lead_an_assault_where_it_is_known() -> None:
    scene = given(foot("iron", "b2/b3"), foot("weak", "b3/b2", 1, side="red"))
    assert use(scene, "threats", "block:1", side=1).says == ("Nothing threatens B2 now.",)
