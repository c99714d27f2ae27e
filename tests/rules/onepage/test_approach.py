"""Out of command no nearer to an enemy in sight: in a leg, after a turn, and by road."""

import pytest

from grognard.systems.onepage.state.position import OUT
from tests.rules.onepage.given import Scene, foot, general, given

pytestmark = pytest.mark.rule("onepage.command.out.no-approach")

NEARER = "out of command it may not go nearer to Foe, whom it sees"


def lost(x: float, y: float, facing: int, foe: tuple[float, float], **ground: object) -> Scene:
    """A unit out of command that begins its move, 6 in of it."""
    red = foot("foe", *foe, side="red")
    scene = given(foot("a", x, y, facing), general("g", 3, 3), red, **ground)  # type: ignore[arg-type]
    scene.command().moves("a")
    assert scene.has("a", OUT)
    return scene


def test_a_way_past_an_enemy_that_keeps_its_distance_is_allowed() -> None:
    # 7 in lie between the two sides, which pass along each other.
    scene = lost(20, 20, 0, (30, 19))
    assert scene.refusal("to 20.0,17.0") == ""
    assert scene.refusal("to 20.1,17.0") == NEARER
    # From below it comes nearer by going up, until they are side by side.
    assert lost(20, 26, 0, (30, 19)).refusal("to 20.0,25.0") == NEARER


def test_nobody_goes_nearer_in_passing() -> None:
    # It begins and ends 4 in and more from the enemy, and passes 3.5 in beside him.
    assert lost(20, 20, 0, (26.5, 17)).refusal("to 20.0,14.0") == ""
    assert lost(20, 22, 0, (26.5, 17)).refusal("to 20.0,16.0") == NEARER


def test_only_the_way_after_a_turn_counts() -> None:
    # Turned by 45 degrees a corner is 0.6 in nearer to the enemy above; then it goes away from
    # him, in one leg or in two.
    turn, go = "to 20.0,20.0 facing 135", "to 20.3,20.3 facing 135"
    scene = lost(20, 20, 0, (20, 10))
    assert scene.refusal(turn) == scene.refusal(go) == ""
    assert scene.play(turn).refusal(go) == ""
    # Turned square its edge is 0.6 in further off, which it may use up, but no more.
    scene = lost(20, 20, 45, (20, 10))
    assert scene.refusal("to 20.0,20.0 facing 0") == ""
    assert scene.refusal("to 20.0,19.4 facing 0") == ""
    assert scene.refusal("to 20.0,19.3 facing 0") == NEARER


@pytest.mark.rule("onepage.move.road")
def test_by_road_it_goes_away_from_the_enemy_only() -> None:
    # Half its move at three times the rate: 18 in.
    scene = lost(30, 20, 90, (45, 20), lines=[("road", "0,200 480,200")]).play("by road")
    assert scene.refusal("to 12.0,20.0 facing 270") == ""
    assert scene.refusal("to 11.5,20.0 facing 270") != ""
    assert scene.refusal("to 32.0,20.0 facing 90") != ""


@pytest.mark.rule("onepage.move.road")
def test_by_road_it_does_not_pass_nearer_either() -> None:
    # The enemy stands 4 in beside the road, 10 in on: the way back is open, that past him is not.
    road = [("road", "0,200 480,200")]
    scene = lost(16, 20, 90, (26, 27), lines=road).play("by road")
    assert scene.refusal("to 10.0,20.0 facing 270") == ""
    assert scene.refusal("to 34.0,20.0 facing 90") != ""
