"""Morale is its start and the listed effects: anything else is found at the answer that did it."""

from collections.abc import Callable

import pytest

from grognard.engine.order import read_order
from grognard.systems import system
from grognard.systems.locales.state.kinds import ADMINISTRATION, STAFF, Clock, State
from grognard.systems.locales.turn import Phase
from tests.rules.locales.given import Scene, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP
FAR = foot("far", "e1", 1, "red")


def retreat() -> Scene:
    """Blue is about to advance; red's only unit there will retreat (red 40 to 39)."""
    scene = given(foot("a", "b2/b3"), horse("foe", "b3", 1, "red"), FAR, morale=(40, 40))
    return scene.field().play("advance b2/b3", scene.name("a"))


def withdrawal() -> Scene:
    """Red is asked to answer a maneuver, which costs nothing."""
    scene = given(foot("a", "b2"), foot("foe", "b3", 1, "red"), FAR, morale=(40, 40))
    return scene.field().order("maneuver b2 > b2/b3", "a")


def lost_gun() -> Scene:
    """Red's gun will be lost in a retreat: blue gains 1 of the 2 it lacks, red pays 2."""
    scene = given(
        foot("a", "b2/b3"), gun("g", "b3", "red"), horse("r", "b3", 1, "red"), FAR,
        morale=(40, 40),
    )  # fmt: skip
    scene.p.morale[0] = 38
    return scene.field().play("advance b2/b3", scene.name("a"))


def spike() -> Scene:
    """Blue is about to spike a gun, for 1."""
    scene = given(gun("g", "b2"), foot("a", "a1"), FAR, morale=(40, 40))
    return scene.administer("spike")


def mobilization() -> Scene:
    """A group is about to come on, for 2."""
    entries = {"a1": "blue"}
    scene = given(foot("a", "b2"), foot("late", group=1), FAR, entries=entries, morale=(40, 40))
    return scene.staff("mobilize")


def rally() -> Scene:
    """Two disrupted units are about to rally, for 1 of the 2 that are lacking."""
    scene = given(
        foot("x", "b2", 0, state=BROKEN), foot("y", "b2", 0, state=BROKEN), foot("a", "b2"),
        FAR, morale=(40, 40),
    )  # fmt: skip
    scene.p.morale[0] = 38
    return scene.staff("rally")


def capped_rally() -> Scene:
    """The same at the start of the scale: nothing is gained."""
    scene = rally()
    scene.p.morale[0] = 40
    return scene


def bombardment() -> Scene:
    """A gun is about to fire; red bears one point."""
    scene = given(
        gun("g", "b2/b3", state=State.RANGING | State.UP), foot("foe", "b3/b2", 2, "red"), FAR,
        morale=(40, 40),
    )  # fmt: skip
    return scene.field().play("bombard b2/b3", scene.name("g"))


def claim() -> Scene:
    """Blue ends its staff phase on an objective of red, which costs him 5."""
    scene = given(
        foot("a", "b2", 2), FAR, gun("g", "a1"), objectives={"b2": "red"}, morale=(40, 40)
    )
    scene.p.clock[Clock.STAFF_LEFT] = 1
    return scene.push(Phase(phase=ADMINISTRATION), Phase(phase=STAFF))


def wiped_out() -> Scene:
    """Red's only gun in b3 will be lost: nobody is left to tell that there was a retreat."""
    scene = given(foot("a", "b2/b3"), gun("g", "b3", "red"), FAR, morale=(40, 40))
    return scene.field().play("advance b2/b3", scene.name("a"))


CASES: list[tuple[Callable[[], Scene], str, tuple[int, int]]] = [
    (retreat, "go", (40, 39)),
    (withdrawal, "withdraw", (40, 40)),
    (lost_gun, "go", (39, 38)),
    (spike, "spike block 1", (39, 40)),
    (mobilization, "mobilize", (38, 40)),
    (rally, "rally", (39, 40)),
    (capped_rally, "rally", (40, 40)),
    (bombardment, "go", (40, 39)),
    (claim, "do not reorganize", (40, 35)),
]


@pytest.mark.parametrize(("begin", "answer", "morale"), CASES)
def test_only_the_listed_effects_move_morale(
    begin: Callable[[], Scene], answer: str, morale: tuple[int, int]
) -> None:
    scene = begin()
    before = scene.p.copy()
    scene.play(answer)
    assert tuple(scene.p.morale) == morale
    assert system("locales").faults(before, scene.p) == []
    for side, title in enumerate(("Blue", "Red")):
        for by in (-1, 1):
            wrong = scene.p.copy()
            wrong.morale[side] += by
            was, now, due = before.morale[side], morale[side] + by, morale[side]
            text = f"the morale of {title} went from {was} to {now}, due is {due}"
            assert system("locales").faults(before, wrong) == [text]


def test_a_withdrawal_that_nobody_is_asked_for_costs_nothing() -> None:
    # One target, one block, nobody to secure the approach, one way out: all in one answer.
    scene = given(
        foot("a", "b2"), foot("own", "c3"), foot("foe", "b3/c3", 1, "red"), FAR,
        boundaries={("a3", "b3"): {"passage": "impassable"}}, morale=(40, 40),
    ).field()  # fmt: skip
    before = scene.p.copy()
    scene.p.play(read_order(scene.p, "maneuver b2")[0])
    assert scene.where("foe") == "b4" and tuple(scene.p.morale) == (40, 40)
    assert system("locales").faults(before, scene.p) == []


def test_where_nobody_is_left_a_retreat_may_have_cost_its_point_or_not() -> None:
    scene = wiped_out()
    before = scene.p.copy()
    scene.play("go")
    assert scene.morale("red") == 40 - 1 - 1  # the gun, and the retreat
    assert system("locales").faults(before, scene.p) == []
    scene.p.morale[1] = 37
    found = system("locales").faults(before, scene.p)
    assert found == ["the morale of Red went from 40 to 37, due is 38 to 39"]


def test_an_army_that_breaks_in_a_retreat_is_no_fault() -> None:
    scene = retreat()
    scene.p.morale[1] = 1
    before = scene.p.copy()
    scene.play("go")
    assert scene.p.over and scene.morale("red") == 0
    assert system("locales").faults(before, scene.p) == []
