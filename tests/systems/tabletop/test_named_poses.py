"""Ways with a name: each pose by its first name, and all of them drawn equally often."""

import random
from collections import Counter
from collections.abc import Iterator

from grognard.systems.onepage.moving.leg import Leg
from grognard.systems.onepage.moving.templates import Namer
from grognard.systems.onepage.state.battle import HALT
from grognard.systems.onepage.state.position import OnepagePosition
from tests.rules.onepage.given import foot, general, given, screen


class Picks(random.Random):
    """Picks given beforehand: each the number of one of so many."""

    def __init__(self, picks: list[tuple[int, int]]) -> None:
        super().__init__(0)
        self.left = iter(picks)

    def random(self) -> float:
        number, of = next(self.left)
        return (number + 0.5) / of


def orders(count: int) -> Iterator[list[tuple[int, int]]]:
    """Every row of picks that empties so many lots."""
    if not count:
        yield []
        return
    for number in range(count):
        for rest in orders(count - 1):
            yield [(number, count), *rest]


def ways(p: OnepagePosition) -> Namer:
    """Ways of a unit at 20,20: six inches ahead, half of it on a friend, there again, aside."""
    leg = p.decision
    assert isinstance(leg, Leg)
    namer = Namer(leg.mover(p))
    full = namer.go(0, 6000, 0, "ahead full")
    namer.offer(200, 170, 0, "ahead half", full)
    namer.offer(200, 140, 0, "to cover")
    namer.offer(160, 160, 0, "aside")
    return namer


def begun() -> OnepagePosition:
    """The unit is asked where it goes."""
    return given(foot("a", 20, 20), screen("b", 20, 17)).moves("a").p


def test_a_pose_has_its_first_name_and_what_is_refused_has_none() -> None:
    p = begun()
    namer = ways(p)
    ahead, aside = namer.action(200, 140, 0), namer.action(160, 160, 0)
    assert namer.resolve() == {ahead: "ahead full", aside: "aside"}


def test_every_answer_is_drawn_equally_often() -> None:
    p = begun()
    namer = ways(p)
    drawn = Counter(ways(p).draw([HALT], Picks(picks)) for picks in orders(5))
    # Of 120 orders of five lots, a third each to the halt and the two ways that are open.
    assert drawn == dict.fromkeys((HALT, namer.action(200, 140, 0), namer.action(160, 160, 0)), 40)


def test_what_is_drawn_is_an_option_whether_they_were_listed_or_not() -> None:
    p = begun()
    leg = p.decision
    assert isinstance(leg, Leg) and not leg.listed(p)
    drawn = [leg.draw(p, random.Random(seed)) for seed in range(8)]
    assert not leg.listed(p)
    options = leg.options(p)
    assert leg.listed(p) and set(drawn) <= set(options)
    assert leg.draw(p, random.Random(0)) in options


def test_cover_that_the_whole_move_just_reaches_has_a_name() -> None:
    # The middles of the villages are 12 in and 12.1 in to the right.
    for x, named in ((320, True), (321, False)):
        village = [("village", f"{x - 10},190 {x + 10},190 {x + 10},210 {x - 10},210")]
        scene = given(foot("a", 20, 20), general("g", 21, 22), areas=village).moves("a")
        assert ("to cover to 32.0,20.0 facing 90" in scene.texts()) == named
        assert named or "to cover" not in scene.names()


def test_a_general_is_offered_the_place_from_which_he_commands_most() -> None:
    """He reaches 6 in: of three stands the left one, from between the left two both of these."""
    left, right, far = foot("a", 15, 20), foot("b", 25, 20), foot("c", 40, 6)
    scene = given(left, right, far, general("g", 10, 20)).moves("g")
    assert "command 2 stands to 20.0,20.0 facing 0" in scene.texts()
    # With both in reach there is nothing to gain, and another general leaves him but one of them.
    scene = given(left, right, general("g", 20, 20)).moves("g")
    assert not any("command" in name for name in scene.names())
    scene = given(left, right, general("g", 10, 20), general("h", 25, 22)).moves("g")
    assert not any("command" in name for name in scene.names())


def test_a_general_too_far_off_to_command_most_goes_part_of_the_way() -> None:
    scene = given(foot("a", 32, 20), foot("b", 40, 20), general("g", 4, 20)).moves("g")
    assert any("command 2 stands, as far as possible" in name for name in scene.names())


def test_one_stand_to_command_is_told_as_one() -> None:
    scene = given(foot("a", 20, 20), general("g", 6, 20)).moves("g")
    named = [name for name in scene.names() if name.startswith("command")]
    assert named == ["command 1 stand"]
