"""Winners that fall, targets that stay silent, the friend that is nearest."""

import pytest

from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.state.position import (
    DISORDERED,
    LIMBERED,
    ROUTED,
    STATIONARY,
    OnepagePosition,
)
from tests.rules.onepage.given import foot, general, given, guns, heavy, screen, stand
from tests.rules.onepage.test_melee import met


@pytest.mark.rule("onepage.combat.winner", "onepage.combat.loser.disordered")
def test_a_winner_that_falls_takes_no_ground_but_the_loser_still_goes() -> None:
    # Two hits against one: the attacker wins, and its only strength point is gone.
    scene = met(foot("a", 20, 20, strength=1)).roll(6, 6, 1, 1).roll(6, 1, 1, 1)
    assert scene.at("a") is None and scene.lost("foe") == 2
    assert scene.has("foe", DISORDERED) and scene.at("foe") == (20.0, 10.9, 180)
    assert scene.p.over  # nobody is asked


@pytest.mark.rule("onepage.rulings.counter-fire", "onepage.rulings.unlimbered")
def test_limbered_guns_do_not_answer_close_fire() -> None:
    foe = guns("foe", 20, 14, facing=180, side="red", state=LIMBERED)
    scene = given(guns("a", 20, 20), foe).combat().play("fire a > foe").roll(4)
    assert scene.lost("foe") == 1 and scene.p.roll is None


@pytest.mark.rule("onepage.rulings.counter-fire", "onepage.morale.rout.no-action")
def test_a_routed_target_does_not_answer_close_fire() -> None:
    foe = foot("foe", 20, 15, facing=180, side="red", state=ROUTED | DISORDERED)
    scene = given(guns("a", 20, 20), foe).combat().play("fire a > foe").roll(4)
    assert scene.lost("foe") == 1 and scene.p.roll is None


@pytest.mark.rule("onepage.rulings.general-caught")
def test_a_caught_general_rides_to_the_friend_that_is_nearest_in_a_straight_line() -> None:
    scene = given(
        heavy("a", 20, 20), general("g", 20, 22), general("h", 20, 14.0, "red"),
        foot("beside", 10, 14, side="red"),  # 10 in
        foot("behind", 21, 4, side="red"),  # a little over 10 in
        foot("near", 26, 14, side="red"),  # 6 in
    )  # fmt: skip
    scene.moves("a").play("to 20.0,15.4 facing 0")
    assert scene.at("h") == (26.0, 14.0, 0)


@pytest.mark.rule("onepage.combat.winner", "onepage.rulings.winner-one-unit")
def test_ground_at_the_edge_is_taken_only_if_the_whole_base_has_room() -> None:
    # Skirmishers hold 1.5 in of depth at the upper edge, and run off the table; a wants 3.
    foe = screen("foe", 20, 0.8, facing=180, side="red")
    scene = met(foot("a", 20, 3.1), foe).roll(6, 1, 1, 1).roll(1)
    assert scene.at("foe") is None and scene.p.over
    # Foot in the corner leaves room enough.
    foe = foot("foe", 1.5, 1.5, facing=180, side="red")
    scene = met(foot("a", 1.5, 4.6), foe).roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.at("foe") is None
    assert scene.play("take").at("a") == (1.5, 1.5, 0)


@pytest.mark.rule("onepage.combat.winner", "onepage.rulings.winner-one-unit")
def test_ground_is_taken_though_it_overlaps_that_of_the_winner() -> None:
    # The skirmishers' centre is 2.3 in off, and both bases of a are 3 in deep.
    foe = screen("foe", 20, 17.7, facing=180, side="red")
    scene = met(foot("a", 20, 20), foe).roll(6, 1, 1, 1).roll(1)
    assert scene.play("take").at("a") == (20.0, 17.7, 0)


@pytest.mark.rule("onepage.combat.winner", "onepage.rulings.winner-one-unit")
def test_ground_is_not_taken_where_another_stand_leaves_no_room() -> None:
    # A stand behind the skirmishers ends at 16.7; on their ground a would reach up to 16.2.
    foe = screen("foe", 20, 17.7, facing=180, side="red")
    for y, room in ((15.2, False), (14.7, True)):
        mate = foot("mate", 20, y, side="red")
        scene = met(foot("a", 20, 20), foe, mate).roll(6, 1, 1, 1).roll(1)
        assert ("take" in scene.texts()) is room


@pytest.mark.rule("onepage.combat.winner", "onepage.rulings.winner-one-unit")
def test_closed_ground_is_not_taken_but_ground_elsewhere_is() -> None:
    def takes(*areas: tuple[str, str]) -> bool:
        foe = screen("foe", 20, 17.5, facing=180, side="red")
        scene = given(foot("a", 20, 19.8), foe, areas=areas).combat().roll(6, 1, 1, 1).roll(1)
        return "take" in scene.texts()

    # Skirmishers stand in a swamp, or with their centre on its edge at 17.5, or before it.
    assert not takes(("swamp", "100,100 300,100 300,176 100,176"))
    assert not takes(("swamp", "100,100 300,100 300,175 100,175"))
    assert takes(("swamp", "100,100 300,100 300,174 100,174"))
    # A lake at 17.5,20, beside the fight, closes nothing.
    assert takes(("lake", "172,198 178,198 178,202 172,202"))


@pytest.mark.rule("onepage.rulings.geometry.retreat")
def test_who_finds_no_way_back_is_told_of_once() -> None:
    # A lake behind it, from edge to edge.
    lake = [("lake", "0,240 480,240 480,260 0,260")]
    scene = given(foot("a", 20, 20), foot("foe", 20, 16.9, 180, side="red"), areas=lake).combat()
    scene.p.ear = []
    scene.roll(1, 1, 1, 1).roll(6, 1, 1, 1)
    told = [event.text for event in scene.p.ear]
    assert told[-1] == "A is removed with 4 strength points: no way back."
    assert not any("falls back" in text for text in told)


@pytest.mark.rule("onepage.morale.test.close-range", "onepage.range.field-horse-artillery",
                  "onepage.range.heavy-artillery")  # fmt: skip
def test_the_last_tenth_of_close_range_counts() -> None:
    # Fronts at 18.5 and at 14.5 or 12.5: exactly 4 in and 6 in.
    for kind, y in (("field-artillery", 13.0), ("heavy-artillery", 11.0)):
        foe = stand("foe", kind, 20, y, facing=180, side="red")
        assert given(foot("a", 20, 20), foe).morale().tests() == ["a"]


@pytest.mark.rule("onepage.morale.modifier.high-ground", "onepage.rulings.high-ground")
def test_high_ground_is_for_infantry_and_artillery() -> None:
    # Even if a house rule lets skirmishers be stationary.
    hill = [(1, "150,175 250,175 250,260 150,260")]
    foe = guns("foe", 20, 13.1, facing=180, side="red")
    scene = given(screen("a", 20, 19.3, state=STATIONARY), foe, hills=hill)
    assert scene.morale().modifiers() == {}


@pytest.mark.rule("onepage.morale.rout.move", "onepage.rulings.geometry.retreat")
def test_who_routs_under_fire_runs_from_the_guns() -> None:
    battery = guns("foe", 13.1, 20, facing=90, side="red")
    scene = given(foot("a", 20, 20, state=DISORDERED), battery).morale().roll(6)
    assert scene.at("a") == (32.0, 20.0, 90)


@pytest.mark.rule("onepage.morale.rout.move", "onepage.terrain.hill")
def test_hills_shorten_no_rout() -> None:
    # 12 in back from 20 to 32, up two contours on the way.
    hills = [(1, "0,250 480,250 480,360 0,360"), (2, "0,280 480,280 480,360 0,360")]
    foe = foot("foe", 20, 16.9, facing=180, side="red")
    scene = given(foot("a", 20, 20, state=DISORDERED), foe, hills=hills).morale().roll(6).roll(1)
    assert scene.at("a") == (20.0, 32.0, 180)


@pytest.mark.rule("onepage.rulings.unlimbered", "onepage.rulings.stationary")
def test_guns_begin_the_battle_as_its_file_says() -> None:
    units = guns("a", 20, 20, state=LIMBERED), guns("b", 25, 20), foot("c", 30, 20)
    scene = given(*units, general("g", 25, 23))
    p = SYSTEM.start(scene.battle)
    assert isinstance(p, OnepagePosition)
    # Who is limbered is not stationary; the others are.
    states = [p.state[scene.u(name)] for name in ("a", "b", "c")]
    assert states == [LIMBERED, STATIONARY, STATIONARY]
