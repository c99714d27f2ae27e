"""Combat, what comes after it: who falls back and how far, and who follows."""

import math

import pytest

from grognard.engine.event import Event, EventKind
from grognard.systems.pulses.fallback import fall_back
from grognard.systems.pulses.state.position import SQUARED
from tests.rules.pulses.duels import FOE, A, pair
from tests.rules.pulses.given import foot, given, light


@pytest.mark.rule("pulses.combat.tie", "pulses.rulings.attacker-falls-back")
def test_the_defender_wins_a_tie_and_the_attacker_falls_back() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert scene.at("a") == (30, 26, 0)
    assert scene.at("foe") == (30, 20, 180)


@pytest.mark.rule("pulses.combat.fallback", "pulses.rulings.fallback-facing")
def test_the_loser_falls_back_3_in_and_1_for_each_hit_more() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 5, 5, 1, 1).roll(5, 1, 1, 1, 1)
    assert scene.at("foe") == (30, 20 - 3 - 2, 180)


@pytest.mark.rule("pulses.combat.fallback")
def test_a_fallback_is_told_as_a_move_and_not_shown_as_a_rout() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 5, 5, 1, 1)
    heard: list[Event] = []
    scene.p.ear = heard
    scene.roll(1, 1, 1, 1, 1)
    told = {event.text: event.kind for event in heard}
    assert told["Foe falls back 6 in."] == EventKind.NONE


@pytest.mark.rule("pulses.rulings.winner-follows")
def test_the_winner_may_follow() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.texts() == ["stay", "take the ground"]
    assert scene.play("take").at("a") == (30, 20, 0)


@pytest.mark.rule("pulses.rulings.winner-follows", "pulses.combat.tie", "pulses.combat.fallback")
@pytest.mark.parametrize("facing", [0, 25, 50, 130, 270, 340])
def test_the_winner_of_a_tie_may_follow_whatever_way_they_look(facing: int) -> None:
    # Face to face; bases are 3 in deep, and the attacker goes back 3 in.
    way = math.radians(facing)
    x, y = round(30 - 3.05 * math.sin(way), 1), round(24 + 3.05 * math.cos(way), 1)
    foe = foot("foe", 30, 24, (facing + 180) % 360, side="red")
    scene = given(foot("a", x, y, facing), foe).fight("a", "foe")
    scene.roll(5, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert scene.texts() == ["stay", "take the ground"]
    at = scene.play("take").at("foe")
    assert at is not None and math.dist(at[:2], (x, y)) <= 0.3
    assert scene.p.fault() == ""  # nobody stands on the other


@pytest.mark.rule("pulses.rulings.winner-follows")
@pytest.mark.parametrize(
    ("x", "ground"), [(33.6, (29.9, 20.0)), (33.5, (29.8, 20.2)), (33.4, None)]
)
def test_the_winner_halts_up_to_three_tenths_short_of_the_place(
    x: float, ground: tuple[float, float] | None
) -> None:
    # It struck at 45 degrees, and so its corner reaches 2.12 in to the right of its centre. The
    # loser's neighbour begins 1.5 in before its own: at 32.0 there is room from 29.88 on, which on
    # the lattice is 0.3 in back and not 0.2; at 31.9 there would be from 29.78 on.
    beside = foot("beside", x, 20, 180, side="red")
    scene = given(foot("a", 27.4, 22.6, 45), foot("foe", 30, 20, 180, side="red"), beside)
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") != (30, 20, 180)
    assert ("take the ground" in scene.texts()) == (ground is not None)
    if ground is not None:
        assert scene.play("take").at("a") == (*ground, 45)


@pytest.mark.rule("pulses.rulings.winner-follows", "pulses.pulse.3c-combat")
def test_a_winner_does_not_follow_out_of_a_combat_that_is_still_to_come() -> None:
    scene = pair(A, FOE, foot("b", 30, 17, 180))
    scene.p.foe[scene.u("a")] = scene.p.foe[scene.u("b")] = scene.u("foe")
    scene.combat().play("combat a > foe").roll(1, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    # Nobody is asked about ground: the other attacker is next, and flanks it.
    assert scene.asks() == "Strike"
    scene.roll(1, 1, 1, 1, 1).roll(1, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert scene.texts() == ["stay", "take the ground"]


@pytest.mark.rule("pulses.rulings.fallback-blocked")
def test_every_inch_that_cannot_be_gone_is_a_hit() -> None:
    # Rough ground without skirmishers 1.5 in behind the defender's centre: 2 of 4 in are missing.
    rough = [("broken", "0,100 600,100 600,180 0,180")]
    scene = pair(A, {**FOE, "strength": 8}, areas=rough)
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    assert scene.at("foe") is not None
    assert scene.hits("foe") == 1 + 2
    # Two ranks of friends from 17 to 11: to get clear of them takes more than 6 in beyond the 4 in.
    # It halts before them at 18.5, 1.4 in aside by 45 degrees: 2.05 in, and again 2 are missing.
    # Friends are no enemies: it is not broken.
    places = [(i, rank) for i in range(6) for rank in range(2)]
    ranks = [foot(f"f{i}-{n}", 22.5 + 3 * i, 15.5 - 3 * n, side="red") for i, n in places]
    scene = pair(A, {**FOE, "strength": 8}, *ranks).fight("a", "foe")
    scene.roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    assert (scene.at("foe"), scene.hits("foe")) == ((28.6, 18.5, 180), 1 + 2)


@pytest.mark.rule("pulses.rulings.fallback-blocked")
def test_a_unit_whose_way_is_barred_by_a_river_breaks() -> None:
    river = [("river", "0,180 600,180")]
    scene = pair(A, {**FOE, "strength": 8}, lines=river)
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    assert scene.at("foe") is None
    # Enemies stand at both its sides, who leave a lane of 3.03 in for its 3 in. Back through the
    # lane lead no places a tenth of an inch apart but the first: they bar nearly all of 5 in.
    left = [foot("b", 27.7, 22, 230, side="red"), foot("c", 25.3, 24, 230, side="red")]
    right = [foot("d", 31.6, 26.6, 50, side="red"), foot("e", 29.2, 28.6, 50, side="red")]
    scene = given(foot("a", 30, 24, 50, strength=8), *left, *right)
    fall_back(scene.p, scene.u("a"), 5000, 32300, 22070)
    assert scene.at("a") is None


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_a_way_back_bends_up_to_45_degrees() -> None:
    # A lake straight behind, open to the right of it for one who bends by 45 degrees.
    open_ = [("lake", "100,100 302,100 302,185 100,185")]
    scene = pair(A, FOE, areas=open_).fight("a", "foe")
    scene.roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") is not None
    shut = [("lake", "100,100 500,100 500,185 100,185")]
    scene = pair(A, FOE, areas=shut).fight("a", "foe")
    scene.roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") is None


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_it_goes_up_to_6_in_further_to_get_clear_of_friends() -> None:
    wall = [foot(f"f{i}", 22.5 + 3 * i, 15.5, side="red") for i in range(6)]
    scene = pair(A, FOE, *wall).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    # 4 in back is 16, on its friends; clear of them is 12.5.
    assert scene.at("foe") == (30, 12.5, 180)
    assert scene.hits("foe") == 1


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_it_goes_no_less_than_6_in_further() -> None:
    # Two ranks of friends from 17.7 to 11.7: clear of them is 10.2, 5.8 in beyond the 4 in.
    places = [(i, y) for i in range(6) for y in (3, 6)]
    ranks = [foot(f"f{i}-{y}", 22.5 + 3 * i, 10.2 + y, side="red") for i, y in places]
    scene = pair(A, FOE, *ranks).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") == (30, 10.2, 180)


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_a_bend_of_45_degrees_is_still_a_way() -> None:
    # 7 in back at 45 degrees end 4.95 in up the table, short of the lake; at 40 degrees in it.
    lake = [("lake", "0,100 600,100 600,150 0,150")]
    scene = pair(A, {**FOE, "strength": 8}, areas=lake).fight("a", "foe")
    scene.roll(5, 5, 5, 5, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    place = scene.at("foe")
    assert place is not None and abs(place[1] - 15.05) < 0.06


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_a_bent_way_turns_straight_between_two_lakes() -> None:
    # 7 in back, up the table between lakes from 28.6 to 29.1. Of the bends 45 degrees to the left
    # lead furthest, 6.4 in, to the second lake. 1.5 in that way are 1 and 1.1 on the lattice, past
    # the first lake; then straight, 5.5 in.
    lakes = [
        ("lake", "291,140 400,140 400,175 291,175"),
        ("lake", "200,100 286,100 286,155 200,155"),
    ]
    scene = pair(A, {**FOE, "strength": 8}, areas=lakes).fight("a", "foe")
    scene.roll(5, 5, 5, 5, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    assert (scene.at("foe"), scene.hits("foe")) == ((29, 13.4, 180), 4)
    # With broken ground, closed to it without skirmishers, down to 13.8 it goes to the second lake,
    # 6.36 in on the lattice: what is left of 7 in is a hit. It is not broken: nothing bars the way
    # for all, as others would turn between the lakes.
    broken = ("broken", "200,50 400,50 400,138 200,138")
    scene = pair(A, {**FOE, "strength": 8}, areas=[*lakes, broken])
    fall_back(scene.p, scene.u("foe"), 7000, 30000, 23000)
    assert (scene.at("foe"), scene.hits("foe")) == ((25.5, 15.5, 180), 1)


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_places_to_turn_are_half_an_inch_apart() -> None:
    # Driven to the upper right, into a lake; straight up leads furthest, 5 in, to another. Above
    # 18.7 its own way passes the corner of the first at 31,17.7: it turns at 18.5 and goes 5.5 in.
    lakes = [
        ("lake", "310,177 380,177 380,205 310,205"),
        ("lake", "280,100 322,100 322,161 280,140"),
    ]
    scene = pair(A, FOE, areas=lakes)
    fall_back(scene.p, scene.u("foe"), 7000, 28000, 22000)
    assert (scene.at("foe"), scene.hits("foe")) == ((33.8, 14.6, 180), 0)


@pytest.mark.rule("pulses.combat.square.no-fallback", "pulses.combat.square.broken-or-held")
def test_a_square_never_falls_back_and_the_attacker_does_by_3_in() -> None:
    scene = pair(light("a", 0, 0), {**FOE, "state": SQUARED}).fight("a", "foe")
    scene.roll(5, 5, 5, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") == (30, 20, 180)
    assert scene.at("a") == (30, 26, 0)


@pytest.mark.rule("pulses.rulings.several-attackers", "pulses.rulings.attacker-falls-back")
def test_who_fought_together_falls_back_together() -> None:
    second = foot("b", 33.0, 20, 270, strength=4)
    scene = pair(A, {**FOE, "strength": 8}, second, variant="massed-attack")
    scene.p.foe[scene.u("b")] = scene.p.foe[scene.u("a")] = scene.u("foe")
    # Seven dice miss, then eight of the defender's hit once: 3 in and 1 for the difference.
    scene.combat().play("combat b > foe").roll(1, 1, 1, 1, 1, 1).roll(1)
    scene.roll(5, 1, 1, 1, 1, 1).roll(1, 1)
    assert (scene.at("a"), scene.at("b")) == ((30, 27, 0), (37, 20, 270))
    assert (scene.hits("a"), scene.hits("b")) == (1, 0)


@pytest.mark.rule("pulses.rulings.winner-follows", "pulses.combat.square.broken-or-held")
def test_a_square_that_holds_does_not_follow() -> None:
    scene = pair(light("a", 0, 0), {**FOE, "state": SQUARED}).fight("a", "foe")
    assert scene.roll(1, 1, 1, 1).roll(6, 1, 1, 1, 1).p.over
    assert scene.at("foe") == (30, 20, 180)


@pytest.mark.rule("pulses.combat.fallback")
def test_the_log_tells_the_whole_way_back_on_a_slant() -> None:
    # 3 in and 2 for the difference; on the lattice it ends up to a tenth short of that.
    scene = given(foot("a", 31.7, 22.5, 325), foot("foe", 30, 20, 145, side="red"))
    told: list[Event] = []
    scene.p.ear = told
    scene.fight("a", "foe").roll(5, 5, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert "Foe falls back 5 in." in [event.text for event in told]


@pytest.mark.rule("pulses.rulings.winner-follows", "pulses.terrain.infantry")
def test_nobody_follows_into_a_wood_that_is_closed_to_him() -> None:
    wood = [("forest", "250,150 350,150 350,214 250,214")]
    for sk, asked in ((0, ""), (1, "TakeGround")):
        scene = pair({**A, "sk": sk}, {**FOE, "sk": 1}, areas=wood).fight("a", "foe")
        scene.roll(6, 6, 1, 1, 1).roll(1, 1, 1, 1, 1)
        # 3 in and 2 for the hits.
        assert (scene.at("foe"), scene.asks()) == ((30, 15, 180), asked)


@pytest.mark.rule("pulses.rulings.fallback-way", "pulses.rulings.fallback-blocked")
def test_a_way_back_that_ends_three_tenths_short_before_a_friend_counts_as_gone() -> None:
    # Beaten by a tie it goes back 3 in at 210 degrees. The friend behind it leaves room for 2.8
    # in, which end on the lattice 1.4 in aside and 2.4 back: 2.78 in, and no hit for the rest.
    scene = given(
        foot("a", 28.5, 22.6, 30), foot("foe", 30, 20, 210, side="red"), foot("b", 25.6, 27.6, 30)
    )
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert (scene.at("a"), scene.hits("a")) == ((27.1, 25.0, 30), 1)


@pytest.mark.rule("pulses.rulings.fallback-way", "pulses.rulings.fallback-blocked")
@pytest.mark.parametrize(("y", "stands"), [(30.1, True), (29.9, True), (29.8, False)])
def test_up_to_three_tenths_of_an_inch_short_of_an_enemy_count_as_gone(
    y: float, stands: bool
) -> None:
    # Bases are 3 in deep and 0.1 in is contact: 3.1 in behind it leave 2.9 in to go, 2.9 leave 2.7.
    # Enemies 0.2 in to its left and right bar every bend.
    walls = [
        foot(f"{side}-{i}", x, 24.3 + 3.1 * i, side="red")
        for i in range(3)
        for side, x in (("left", 26.8), ("right", 33.2))
    ]
    foe, behind = foot("foe", 30, 20.9, 180, side="red"), foot("behind", 30, y, side="red")
    scene = given(foot("a", 30, 24), foe, behind, *walls)
    # As many hits: the attacker goes 3 in back.
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert (scene.at("a") is not None) == stands
    if stands:
        assert scene.hits("a") == 1
