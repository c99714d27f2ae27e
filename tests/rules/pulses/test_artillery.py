"""Artillery fire: ranges, dice, numbers, dice thrown again, arcs, suppression and destruction."""

import pytest

from grognard.systems.pulses.state.position import FIRED, SQUARED, SUPPRESSED
from tests.rules.pulses.given import Scene, Spec, foot, force, given, guns

MISSES = "pulses.artillery.reroll-misses"
HITS = "pulses.artillery.reroll-hits"


def enemy(gap: float, **more: object) -> Spec:
    """A red unit so many inches in front of a battery at 30,30."""
    return foot("foe", 30, round(30 - 3 - gap, 1), 180, side="red", **more)


def volley(battery: Spec, *others: Spec, **more: object) -> Scene:
    """A blue battery fires at the enemy."""
    return given(battery, *others, **more).fire().play("foe")  # type: ignore[arg-type]


RANGES = [("heavy", 6, 16, 4), ("light", 4, 12, 5)]


@pytest.mark.rule(
    "pulses.artillery.heavy.canister", "pulses.artillery.heavy.round-shot",
    "pulses.artillery.light.canister", "pulses.artillery.light.round-shot",
)  # fmt: skip
@pytest.mark.parametrize(("weight", "canister", "shot", "hit"), RANGES)
def test_canister_is_two_dice_and_round_shot_one(
    weight: str, canister: int, shot: int, hit: int
) -> None:
    battery = guns("a", 30, 30, weight=weight)
    assert len(volley(battery, enemy(canister)).p.check().dice) == 2
    assert len(volley(battery, enemy(canister + 0.1)).p.check().dice) == 1
    assert len(volley(battery, enemy(shot)).p.check().dice) == 1
    assert given(battery, enemy(shot + 0.1)).fire().p.over


@pytest.mark.rule("pulses.artillery.heavy.hit-number", "pulses.artillery.light.hit-number")
@pytest.mark.parametrize(("weight", "canister", "shot", "hit"), RANGES)
def test_each_weight_has_its_hit_number(weight: str, canister: int, shot: int, hit: int) -> None:
    scene = volley(guns("a", 30, 30, weight=weight), enemy(2)).roll(hit, hit - 1)
    assert scene.hits("foe") == 1


@pytest.mark.rule(f"{MISSES}.vulnerable", MISSES)
def test_misses_are_thrown_again_at_a_unit_in_a_stream() -> None:
    scene = volley(guns("a", 30, 30), enemy(2), lines=[("stream", "0,250 600,250")])
    assert scene.modifier_ids() == {f"{MISSES}.vulnerable"}
    scene.roll(5, 1)
    assert scene.asks() == "Again"
    # The battery's own number once more: a 4 is a miss for a light one.
    assert scene.roll(4).hits("foe") == 1


@pytest.mark.rule(MISSES)
def test_a_miss_thrown_again_may_hit() -> None:
    scene = volley(guns("a", 30, 30), enemy(2), lines=[("stream", "0,250 600,250")])
    assert scene.roll(1, 1).roll(5, 1).hits("foe") == 1


@pytest.mark.rule("pulses.beyond-radius.vulnerable", f"{MISSES}.vulnerable")
def test_a_unit_beyond_its_radius_is_vulnerable() -> None:
    for radius, weak in ((20, False), (5, True)):
        sub = force("red", 30, 10, radius=radius, side="red")
        scene = volley(guns("a", 30, 30), enemy(2), sub)
        assert (f"{MISSES}.vulnerable" in scene.modifier_ids()) == weak


@pytest.mark.rule(f"{MISSES}.flank-or-rear")
def test_misses_are_thrown_again_at_a_flank() -> None:
    # Turned by a right angle its front line runs through x 28.5; the battery stands behind it.
    scene = volley(guns("a", 30, 30), foot("foe", 30, 25, 270, side="red"))
    assert scene.modifier_ids() == {f"{MISSES}.flank-or-rear"}
    assert scene.roll(1, 1).asks() == "Again"


@pytest.mark.rule("pulses.rulings.square.artillery")
def test_misses_are_thrown_again_at_a_square() -> None:
    scene = volley(guns("a", 30, 30), enemy(2, state=SQUARED)).roll(1, 1)
    assert scene.asks() == "Again"


@pytest.mark.rule(f"{HITS}.cover", HITS)
def test_hits_are_thrown_again_at_a_unit_in_cover() -> None:
    wood = [("orchard", "280,230 320,230 320,270 280,270")]
    scene = volley(guns("a", 30, 30), enemy(2, sk=1), areas=wood)
    assert scene.modifier_ids() == {f"{HITS}.cover"}
    scene.roll(5, 6)
    assert len(scene.p.check().dice) == 2
    assert scene.roll(5, 4).hits("foe") == 1


@pytest.mark.rule(f"{HITS}.counter-battery", "pulses.rulings.counter-battery")
def test_against_a_battery_hits_are_thrown_again() -> None:
    foe = guns("foe", 30, 18, 180, side="red")
    # The enemy battery is asked too, and holds its fire.
    scene = volley(guns("a", 30, 30), foe).play("hold fire")
    assert scene.roll(6).asks() == "Again"
    assert scene.roll(6).has("foe", SUPPRESSED)


@pytest.mark.rule(HITS)
def test_bonus_and_penalty_cancel() -> None:
    wood = [("orchard", "280,230 320,230 320,270 280,270")]
    foe = foot("foe", 30, 25, 270, side="red", sk=1)
    scene = volley(guns("a", 30, 30), foe, areas=wood)
    assert len(scene.modifier_ids()) == 2
    assert scene.roll(5, 1).hits("foe") == 1


@pytest.mark.rule("pulses.rulings.counter-battery")
def test_two_hits_destroy_a_battery() -> None:
    foe = guns("foe", 30, 24, 180, side="red")
    scene = volley(guns("a", 30, 30), foe).play("hold fire").roll(6, 6).roll(6, 6)
    assert scene.at("foe") is None


@pytest.mark.rule("pulses.rulings.counter-battery", "pulses.rulings.artillery-states")
def test_a_hit_on_a_suppressed_battery_destroys_it() -> None:
    foe = guns("foe", 30, 18, 180, side="red", state=SUPPRESSED)
    assert volley(guns("a", 30, 30), foe).roll(6).roll(6).at("foe") is None


@pytest.mark.rule("pulses.rulings.suppressed-no-fire")
def test_a_suppressed_battery_does_not_fire() -> None:
    assert given(guns("a", 30, 30, state=SUPPRESSED), enemy(2)).fire().p.over


@pytest.mark.rule("pulses.rulings.weather-artillery")
def test_ranges_are_halved_in_rain() -> None:
    rain = [(2, "rain")]
    assert len(volley(guns("a", 30, 30), enemy(2), weather=rain).p.check().dice) == 2
    assert len(volley(guns("a", 30, 30), enemy(2.1), weather=rain).p.check().dice) == 1
    assert not given(guns("a", 30, 30), enemy(6), weather=rain).fire().p.over
    assert given(guns("a", 30, 30), enemy(6.1), weather=rain).fire().p.over


@pytest.mark.rule("pulses.rulings.artillery-arc")
def test_the_arc_opens_45_degrees_out_of_the_front_corners() -> None:
    # The right front corner is at 30.75,28.5, so the line of the arc goes through 35.75,23.5: the
    # far left corner of the target lies just within it, or just beyond.
    for x, fires in ((37.2, True), (37.3, False)):
        scene = given(guns("a", 30, 30), foot("foe", x, 25, 180, side="red")).fire()
        assert scene.p.over != fires


@pytest.mark.rule("pulses.rulings.artillery-blocked")
def test_friends_within_2_in_of_the_line_bar_it() -> None:
    # The line of fire runs along x 30; the friend's edge is that far beside it.
    for beside, barred in ((2.0, True), (2.1, False)):
        friend = foot("friend", 30 + beside + 1.5, 25)
        scene = given(guns("a", 30, 30), enemy(8), friend).fire()
        assert scene.p.over == barred


@pytest.mark.rule("pulses.rulings.artillery-blocked")
def test_friends_do_not_bar_it_from_a_height_or_in_line() -> None:
    friend = foot("friend", 33, 25)
    hill = [(1, "280,280 320,280 320,320 280,320")]
    assert not given(guns("a", 30, 30), enemy(8), friend, hills=hill).fire().p.over
    beside = foot("friend", 32.3, 30)
    assert not given(guns("a", 30, 30), enemy(8), beside).fire().p.over


SOUTH, MIDDLE, NORTH = (f"200,{y} 400,{y} 400,{y + 48} 200,{y + 48}" for y in (276, 226, 150))


@pytest.mark.rule("pulses.rulings.artillery-blocked")
@pytest.mark.parametrize(
    ("heights", "barred"),
    [((SOUTH, NORTH), False), ((NORTH,), False), ((SOUTH, MIDDLE), True),
     ((SOUTH, MIDDLE, NORTH), True), ((), True)],
)  # fmt: skip
def test_friends_bar_it_unless_battery_or_target_is_higher_than_they(
    heights: tuple[str, ...], barred: bool
) -> None:
    # The battery at 30,30, a friend beside the line at 33,25, the enemy 8 in off to the north.
    pair = (guns("a", 30, 30), enemy(8))
    hills = [(1, height) for height in heights]
    assert given(*pair, foot("friend", 33, 25), hills=hills).fire().p.over is barred
    assert not given(*pair, foot("friend", 40, 25), hills=hills).fire().p.over


@pytest.mark.rule("pulses.beyond-radius.no-artillery-fire")
def test_a_battery_beyond_the_radius_does_not_fire() -> None:
    pair = (guns("a", 30, 30), enemy(2))
    assert given(*pair, force("blue", 45, 30, radius=9)).fire().p.over
    assert not given(*pair, force("blue", 39, 30, radius=9)).fire().p.over


@pytest.mark.rule("pulses.rulings.sight")
@pytest.mark.parametrize("kind", ["forest", "orchard", "town", "village"])
def test_woods_and_towns_between_hide_a_target(kind: str) -> None:
    between = [(kind, "200,235 400,235 400,245 200,245")]
    assert given(guns("a", 30, 30), enemy(10), areas=between).fire().p.over
    assert not given(guns("a", 30, 30), enemy(10)).fire().p.over


@pytest.mark.rule("pulses.rulings.sight")
def test_one_sees_2_in_into_a_wood() -> None:
    # The target's front is 7 in away; the edge of the wood lies 2 in before it, or a tenth more.
    for edge, hidden in ((235, False), (236, True)):
        wood = [("forest", f"200,100 400,100 400,{edge} 200,{edge}")]
        scene = given(guns("a", 30, 30), foot("foe", 30, 20, 180, side="red", sk=1), areas=wood)
        assert scene.fire().p.over == hidden


@pytest.mark.rule("pulses.rulings.sight")
@pytest.mark.parametrize(
    ("hill", "hidden"),
    [
        ("200,270 400,270 400,400 200,400", False),  # under the guns
        ("200,100 400,100 400,210 200,210", False),  # under the target
        ("200,225 400,225 400,400 200,400", True),  # under the guns and the wood
        ("200,100 400,100 400,400 200,400", True),  # under all
    ],
)
def test_from_a_height_one_sees_over_a_wood_that_lies_lower(hill: str, hidden: bool) -> None:
    wood = [("forest", "200,235 400,235 400,245 200,245")]
    scene = given(guns("a", 30, 30), enemy(10), areas=wood, hills=[(1, hill)])
    assert scene.fire().p.over == hidden


@pytest.mark.rule("pulses.rulings.sight")
def test_a_higher_ridge_hides_a_target() -> None:
    ridge = [(1, "200,235 400,235 400,245 200,245")]
    assert given(guns("a", 30, 30), enemy(10), hills=ridge).fire().p.over


@pytest.mark.rule("pulses.rulings.formations")
def test_only_artillery_fires_and_may_hold_its_fire() -> None:
    assert given(foot("a", 30, 30), enemy(2)).fire().p.over
    scene = given(guns("a", 30, 30), enemy(2)).fire()
    assert scene.texts() == ["hold fire", "foe"]
    scene.play("hold fire")
    assert not scene.has("a", FIRED)


@pytest.mark.rule("pulses.pulse.2-artillery")
def test_hits_of_several_batteries_are_felt_together() -> None:
    # Two heavy batteries at 8 in, one die each, against a unit with one strength point left.
    pair = (guns("a", 28, 30, weight="heavy"), guns("b", 32, 30, weight="heavy"))
    foe = foot("foe", 30, 19, 180, side="red", hits=3)
    scene = given(*pair, foe).fire().play("foe", "foe").roll(4)
    assert scene.hits("foe") == 3
    assert scene.roll(4).at("foe") is None
    # Nothing is left of it for the next pulse.
    assert set(scene.p.shot) == {0} and set(scene.p.foe) == {-1}


@pytest.mark.rule("pulses.artillery.reroll-misses.flank-or-rear")
def test_a_battery_in_line_with_the_front_of_its_target_has_no_flank() -> None:
    # The front of the target lies at y 18.5; the battery looks along it, or a tenth from behind it.
    target = foot("foe", 30, 20, side="red")
    for y, flank in ((18.5, False), (18.6, True)):
        scene = given(guns("a", 20, y, 90), target).fire().play("foe")
        ids = scene.modifier_ids()
        assert ("pulses.artillery.reroll-misses.flank-or-rear" in ids) == flank


@pytest.mark.rule("pulses.rulings.artillery-blocked")
def test_a_friend_half_before_the_front_of_the_battery_bars_it() -> None:
    # The battery's front is at 28.5; the friend beside it reaches from 30 to 27.
    friend = foot("friend", 32.3, 28.5)
    assert given(guns("a", 30, 30), enemy(8), friend).fire().p.over
