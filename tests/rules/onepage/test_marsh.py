"""Marshes: part of a way aslant, no room on the way, and which of two marshes is rolled for."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, STATIONARY
from tests.rules.onepage.given import foot, general, given, screen
from tests.rules.onepage.test_terrain import FAR, INFANTRY, upon

MARSH = "onepage.terrain.marsh"


@pytest.mark.rule("onepage.rulings.marsh-way")
def test_part_of_a_way_aslant_lies_on_it() -> None:
    # 6 in aside and 10 ahead are 11.66 in. At four times the cost 12 in pay for 3: five
    # twentieths are 2.92 in, 1.5 aside and 2.5 ahead.
    scene = upon("marsh", INFANTRY).play("to 26.0,14.0").roll(5)
    assert scene.at("a") == (21.5, 21.5, 0)


@pytest.mark.rule("onepage.rulings.marsh-way", "onepage.rulings.stationary")
def test_who_finds_no_room_on_the_way_it_can_pay_for_stays_and_may_halt() -> None:
    # Skirmishers stand before it, one behind the other, from 22.25 to 19.25. The way leads past
    # them; at double the cost 12 in pay for 6, and there it would stand on them.
    scene = given(
        INFANTRY, screen("b", 20, 21.5), screen("c", 20, 20), general("g", 23, 26), FAR,
        areas=[("marsh", "0,0 400,0 400,290 0,290")],
    ).moves("a")  # fmt: skip
    scene.p.ear = []
    scene.play("to 20.0,12.0").roll(3)
    assert [event.text for event in scene.p.ear] == ["A finds no way into the marsh."]
    assert scene.at("a") == (20.0, 24.0, 0) and not scene.has("a", DISORDERED)
    assert scene.texts()[0] == "halt" and scene.refusal("to 16.0,20.0") == ""
    # It has tried to move: it is not stationary.
    scene.play("halt", "done").still()
    assert not scene.has("a", STATIONARY) and scene.has("b", STATIONARY) is False


@pytest.mark.rule(MARSH)
def test_the_first_marsh_on_the_way_is_rolled_for() -> None:
    # Two marshes one behind the other. b has gone through the first, and makes it worse.
    near, far = "0,200 400,200 400,230 0,230", "0,160 400,160 400,190 0,190"
    for areas, worse in (((near, far), True), ((far, near), True)):
        marshes = [("marsh", outline) for outline in areas]
        scene = given(INFANTRY, foot("b", 26, 24), general("g", 23, 26), FAR, areas=marshes)
        scene.moves("b").play("to 26.0,21.5").roll(1).play("halt", "move a", "to 20.0,15.0")
        found = [(m.reason, m.value) for m in scene.p.check().modifiers]
        assert (found == [("Trodden before", 1)]) is worse
