"""What is seen: pieces with base, strength, morale and marks; objectives; cards."""

import pytest

from grognard.engine.view import View
from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.state.kinds import ARTILLERY, INFANTRY
from grognard.systems.onepage.state.position import (
    DISORDERED,
    LIMBERED,
    OUT,
    ROUTED,
    STATIONARY,
    OnepagePosition,
)
from tests.rules.onepage.given import foot, general, given, guns

EVERY = DISORDERED | ROUTED | LIMBERED | STATIONARY | OUT


def test_a_stand_shows_its_base_strength_morale_and_state() -> None:
    scene = given(guns("a", 20, 30, facing=45, strength=2, morale=6, state=EVERY))
    scene.p.losses[scene.u("a")] = 1
    piece = SYSTEM.placements(View(scene.p, 1))[0]
    assert (piece.id, piece.symbol, piece.side) == ("unit:a", "field-artillery", 0)
    assert piece.at == (200, 300, 15, 30) and piece.turn == 45
    assert (piece.strength, piece.rating) == ("1", ("morale", "6"))
    assert piece.marks == ("stationary", "disordered", "routed", "limbered", "out of command")


def test_a_general_is_a_point() -> None:
    scene = given(foot("a", 20, 30), general("g", 22, 32, rank="army"))
    piece = next(p for p in SYSTEM.placements(View(scene.p, 0)) if p.id == "unit:g")
    assert piece.at == (220, 320) and piece.turn is None and piece.strength == ""
    assert ("Kind", "army commander") in SYSTEM.card(View(scene.p, 0), "unit:g")


def test_who_is_not_on_the_table_is_not_shown() -> None:
    scene = given(foot("a", 20, 30), foot("late", 5, 5, turn=3), foot("gone", 30, 30))
    scene.p.remove(scene.u("gone"), "is taken away")
    ids = {piece.id for piece in SYSTEM.placements(View(scene.p, 0))}
    assert "unit:a" in ids and not ids & {"unit:late", "unit:gone"}


NOBODY = "out of command: no general within 6 in"


def test_a_card_tells_what_is_left() -> None:
    scene = given(foot("a", 20, 30, state=DISORDERED))
    scene.p.losses[scene.u("a")] = 2
    assert SYSTEM.card(View(scene.p, 0), "unit:a") == [
        ("Unit", "A"), ("Side", "Blue"), ("Kind", "infantry"), ("Strength", "3 of 5"),
        ("Morale", "5"), ("Weapon", "musket"), ("Range", "2 in"), ("Command", NOBODY),
        ("State", "disordered"),
        ("Move", "12 in"),
    ]  # fmt: skip
    assert SYSTEM.card(View(scene.p, 0), "unit:nobody") == []


def test_a_card_tells_how_far_a_unit_moves_as_it_is() -> None:
    scene = given(foot("a", 20, 30, state=DISORDERED | OUT), guns("b", 30, 30))
    lost, near = (dict(SYSTEM.card(View(scene.p, 0), f"unit:{each}")) for each in "ab")
    assert lost["Move"] == "6 in, in command 12 in"
    assert near["Range"] == "10 in, close 4 in"


def test_objectives_are_marked() -> None:
    scene = given(foot("a", 20, 30), objectives=[(10, 12, "red", 2)])
    (marker,) = SYSTEM.markers(View(scene.p, 0))
    assert (marker.id, marker.at, marker.side) == ("objective:1", (100, 120), 1)


def test_score_and_clock() -> None:
    scene = given(foot("a", 20, 30), foot("foe", 20, 5, side="red"))
    scene.p.losses[scene.u("foe")] = 2
    view = View(scene.p, 0)
    assert SYSTEM.score(view) == (5, 3)
    assert SYSTEM.clock(view) == "Turn 1 of 6 · 08:00 · Blue · movement"


def test_the_card_of_a_removed_unit_tells_of_no_state() -> None:
    scene = given(foot("a", 20, 20, state=DISORDERED))
    scene.p.remove(scene.u("a"), "a test")
    found = dict(SYSTEM.card(View(scene.p, 0), "unit:a"))
    assert found["Strength"] == "0 of 5" and "State" not in found
    assert not scene.has("a", DISORDERED)


@pytest.mark.rule("onepage.rulings.stationary", "onepage.rulings.never-stationary")
def test_when_a_battle_begins_generals_cavalry_and_skirmishers_are_not_stationary() -> None:
    p = SYSTEM.start(SYSTEM.battle("maida"))
    assert isinstance(p, OnepagePosition)
    still = {p.battle.arm[u] for u in range(p.battle.count) if p.state[u] & STATIONARY}
    assert still == {INFANTRY, ARTILLERY}


def test_a_card_tells_the_nearest_general_who_reaches_the_unit() -> None:
    # Command reaches 6 in; the edge of the stand is 5.5 in from the far general.
    scene = given(foot("a", 20, 30), general("far", 27, 30), general("near", 24, 30))
    rows = dict(SYSTEM.card(View(scene.p, 0), "unit:a"))
    assert rows["Command"] == "Near"
    scene.p.put(scene.u("near"), 470, 10, 0)
    assert dict(SYSTEM.card(View(scene.p, 0), "unit:a"))["Command"] == "Far"
