"""Tools of `pulses`, with answers worked out on an empty table."""

from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.state.kinds import HOLD
from tests.rules.pulses.given import Scene, foot, force, given, guns


def use(scene: Scene, tool: str, *ids: str) -> Finding:
    """What blue is told."""
    return SYSTEM.use(View(scene.p, 0), tool, ids)


def test_shapes_are_in_thousandths_of_an_inch() -> None:
    scene = given(force("blue", 20, 30, radius=6), foot("a", 20, 32), guns("g", 30, 30))
    # The radius of 6 in, straight up the table; full move ahead of the middle of the stand.
    assert (20000, 24000) in use(scene, "command", "unit:blue").shapes[0]
    (reach,) = use(scene, "reach", "unit:a").shapes
    assert (20000, 32000) in reach and min(y for _, y in reach) < 30000


def test_reach_tells_of_the_movement_die_and_of_the_status() -> None:
    foe = foot("foe", 20, 24, 180, side="red")
    near = use(given(foot("a", 20, 32), foe), "reach", "unit:a").says
    # 6 in and a die of 6.
    assert near[0] == "A has 12 in to move." and "movement die of 6" in near[1]
    hold = use(given(foot("a", 20, 32), status=HOLD), "reach", "unit:a").says
    assert hold[1:] == ("As things stand it may not leave its place.",)
    assert len(use(given(foot("a", 20, 32)), "reach", "unit:a").says) == 1


def test_the_card_of_a_unit_beyond_the_radius_says_so() -> None:
    scene = given(force("blue", 20, 30, radius=6), foot("a", 20, 32), foot("b", 40, 30))
    near, far = (dict(SYSTEM.card(View(scene.p, 0), f"unit:{each}")) for each in "ab")
    assert "Out of command" not in near
    assert far["Out of command"] == f"beyond the 6 in of {scene.p.name(scene.u('blue'))}"
