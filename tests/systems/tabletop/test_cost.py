"""What a way on the table takes of the move, told before it is gone."""

from typing import Any

from tests.rules.brigades import given as brigades
from tests.rules.onepage import given as onepage
from tests.rules.pulses import given as pulses

WOODS = "100,0 300,0 300,180 100,180"  # from the upper edge down to 18 in


def told(scene: Any, x: float, y: float, facing: int = 0) -> tuple[str, str]:
    """The cost and the price of going to a place, in words."""
    p = scene.p
    action = p.battle.pose_at + p.battle.poses.at(round(x * 10), round(y * 10), facing // 5)
    return p.decision.cost(p, action), p.decision.price(p, action)


def test_an_inch_of_woods_takes_two_of_the_move() -> None:
    # Ground counts where its middle is: two inches in the open and one in the woods.
    scene = pulses.given(pulses.foot("a", 20, 20, sk=1), areas=[("forest", WOODS)]).moves("a")
    assert told(scene, 20, 20, 180) == ("3 of 12 in", "")  # infantry faces about for three inches
    assert told(scene, 20, 19) == ("1 of 12 in", "")
    assert told(scene, 20, 17) == ("4 of 12 in", "")


def test_ground_that_disorders_is_named_with_the_way() -> None:
    unit = onepage.foot("a", 20, 20)
    scene = onepage.given(unit, onepage.general("g", 20, 22), areas=[("town", WOODS)]).moves("a")
    assert told(scene, 20, 18.5)[0] == "1.5 of 12 in"
    assert told(scene, 20, 17)[0] == "3 of 12 in; disordered: the town"
    scene.play("to 20.0,17.0")
    assert told(scene, 20, 16)[0] == "1 of 9 in"


def test_a_marshy_stream_names_the_gun_it_takes() -> None:
    gunner = brigades.foot("a", 20, 30, traits=("dedicated-gun",))
    for kind, price in (("marshy-stream", "it loses its dedicated gun"), ("stream", "")):
        scene = brigades.given(gunner, lines=[(kind, "0,280 480,280")]).moves("a")
        assert told(scene, 20, 27)[1] == price
    bare = brigades.given(brigades.foot("a", 20, 30), lines=[("marshy-stream", "0,280 480,280")])
    assert told(bare.moves("a"), 20, 27) == ("11 of 16 in; disordered: a marshy stream", "")
