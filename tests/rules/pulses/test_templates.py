"""Named poses: what is offered to a unit in its move besides any place the rules allow."""

import math

import pytest

from grognard.systems.pulses.state.kinds import WITHDRAW
from tests.rules.pulses.given import foot, given, guns, light


def test_full_and_half_moves_ahead_and_oblique() -> None:
    texts = given(foot("a", 20, 30)).moves("a").texts()
    assert "ahead full to 20.0,18.0 facing 0" in texts
    assert "ahead half to 20.0,24.0 facing 0" in texts
    for way in ("oblique left", "oblique right"):
        assert [t.split()[2] for t in texts if t.startswith(way)] == ["full", "half"]


@pytest.mark.parametrize("degrees", range(0, 360, 5))
def test_on_open_ground_an_oblique_is_the_whole_move(degrees: int) -> None:
    texts = given(foot("a", 20, 20, degrees)).moves("a").texts()
    for way in ("oblique left", "oblique right"):
        for part, inches in (("full", 12), ("half", 6)):
            place = next(t for t in texts if t.startswith(f"{way} {part} to ")).split()[4]
            x, y = map(float, place.split(","))
            assert inches - 0.15 <= math.dist((x, y), (20, 20)) <= inches


def test_to_the_edge_of_each_range_of_guns() -> None:
    # 22 in between the centres are 19 in between the stands: 7.1 in to be within 12.
    scene = given(guns("a", 20, 30), foot("foe", 20, 8, 180, side="red")).moves("a")
    assert "within 12 in of foe to 20.0,22.9 facing 0" in scene.texts()
    # From 13 in it is 9.1 in to within 4, and less than 12 already.
    near = given(guns("a", 20, 30), foot("foe", 20, 14, 180, side="red")).moves("a").texts()
    assert "within 4 in of foe to 20.0,20.9 facing 0" in near


def test_skirmishers_to_their_range() -> None:
    for sk, offered in ((1, True), (0, False)):
        foe = foot("foe", 20, 17, 180, side="red")
        texts = given(foot("a", 20, 30, sk=sk), foe).moves("a").texts()
        assert ("within 6 in of foe to 20.0,25.9 facing 0" in texts) == offered


def test_infantry_to_cover() -> None:
    village = [("village", "185,200 215,200 215,230 185,230")]
    texts = given(foot("a", 20, 30), areas=village).moves("a").texts()
    assert "to cover to 20.0,21.5 facing 0" in texts
    horse = given(light("a", 20, 30), areas=village).moves("a").texts()
    assert not any(text.startswith("to cover") for text in horse)


def test_a_wheel_to_each_of_two_threats() -> None:
    foes = (foot("foe", 26, 14, 180, side="red"), foot("other", 13, 14, 180, side="red"))
    texts = given(foot("a", 20, 30), *foes).moves("a").texts()
    for each in ("foe", "other"):
        assert any(text.startswith(f"wheel to {each} ") for text in texts)


def test_no_way_to_the_hollow_of_a_bent_wood() -> None:
    # An angle of walls: the middle of its outline's box, at 21.5,21.7, is open ground.
    bent = "185,200 195,200 195,225 245,225 245,235 185,235"
    texts = given(foot("a", 21.5, 30), areas=[("village", bent)]).moves("a").texts()
    assert not any(text.startswith("to cover") for text in texts)


def test_infantry_to_cover_at_the_very_end_of_its_move() -> None:
    # 7.2 in aside and 9.6 ahead are 12 in, by a bearing of 35 degrees.
    village = [("village", "257,189 287,189 287,219 257,219")]
    texts = given(foot("a", 20, 30), areas=village).moves("a").texts()
    assert "to cover to 26.9,20.2 facing 0" in texts


@pytest.mark.rule("pulses.status.withdraw")
def test_a_withdrawing_unit_with_its_back_to_the_enemy_goes_ahead() -> None:
    foe = foot("foe", 20, 32, side="red")
    texts = given(foot("a", 20, 20), foe, status=WITHDRAW).moves("a").texts()
    assert [text.partition(" to ")[0] for text in texts] == [
        "ahead",
        "oblique left",
        "oblique right",
    ]
    assert texts[0] == "ahead to 20.0,8.0 facing 0"


@pytest.mark.rule("pulses.rulings.contact")
def test_an_attack_is_named_after_the_enemy_it_strikes() -> None:
    # Straight ahead both are touched, the first before the middle of the front.
    foes = [foot(name, x, 20, 180, side="red") for name, x in (("first", 20), ("second", 23.2))]
    for name in ("first", "second"):
        scene = given(foot("a", 20.5, 30), *foes).moves("a")
        order = next(text for text in scene.texts() if text.startswith(f"attack {name} to "))
        scene.play(order)
        assert scene.p.foe[scene.u("a")] == scene.u(name)
