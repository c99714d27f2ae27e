"""Tools of `onepage`, with answers worked out on an empty table."""

from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.state.position import LIMBERED
from tests.rules.onepage.given import Scene, foot, general, given, guns


def use(scene: Scene, tool: str, *ids: str) -> Finding:
    """What blue is told."""
    return SYSTEM.use(View(scene.p, 0), tool, ids)


def test_in_contact_nobody_fires_though_others_are_in_range() -> None:
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


def test_out_of_command_and_victory() -> None:
    scene = given(foot("a", 20, 30), foot("b", 40, 30), general("g", 22, 32),
                  foot("foe", 5, 5, side="red"), general("h", 5, 8, "red"),
                  objectives=[(20, 27, "", 2)])  # fmt: skip
    assert use(scene, "out-of-command").says == ("Out of command:", "Blue: B")
    scene.p.losses[scene.u("foe")] = 1
    assert use(scene, "victory").says == (
        "The Blue side has lost 0 of 10 strength points; at 4 it withdraws.",
        "The Red side has lost 1 of 5 strength points; at 2 it withdraws.",
        "Place: 2 points, held by the Blue side.",
        (
            "An objective is held by the side that alone has an unrouted unit other than a general"
            " within 3 in of it."
        ),
        (
            "When the turns are over, objective points decide, then the smaller share of"
            " casualties; equal is a draw."
        ),
    )
