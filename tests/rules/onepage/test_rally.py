"""Rally: a d6 not above the morale, with any general in contact."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, ROUTED
from tests.rules.onepage.given import Scene, foot, general, given

SHAKEN = ROUTED | DISORDERED
FAR = foot("foe", 46, 34, facing=270, side="red")


def routed(x: float = 20, rank: str = "other", morale: int = 4) -> Scene:
    """A routed unit at 20,20 in the rally phase, a general below it."""
    runs = foot("a", 20, 20, state=ROUTED | DISORDERED, morale=morale)
    return given(runs, general("g", x, 21.6, rank=rank), FAR).rally()


@pytest.mark.rule("onepage.rally.roll")
def test_a_unit_rallies_on_its_morale_or_less() -> None:
    assert routed().p.check().first_odds().fractions() == {"rallies": "2/3", "stays routed": "1/3"}
    assert not routed().roll(4).has("a", ROUTED)
    assert routed().roll(5).has("a", ROUTED)


@pytest.mark.rule("onepage.rally.roll")
def test_without_a_general_in_contact_there_is_no_roll() -> None:
    # The base ends at 21.5: the general is 0.1 in below it, or 0.1 in further to the right too.
    assert routed().p.roll is not None
    assert routed(x=21.7).p.roll is None


@pytest.mark.rule("onepage.rally.any-general")
@pytest.mark.parametrize("rank", ["army", "other"])
def test_any_general_rallies(rank: str) -> None:
    assert not routed(rank=rank).roll(1).has("a", ROUTED)


@pytest.mark.rule("onepage.rulings.attached")
def test_a_general_rallies_every_unit_he_touches() -> None:
    one, other = (foot(name, 20, y, state=SHAKEN) for name, y in (("a", 20), ("b", 23)))
    scene = given(one, other, general("g", 20, 21.6), FAR).rally().roll(1).roll(1)
    assert not scene.has("a", ROUTED) and not scene.has("b", ROUTED)


@pytest.mark.rule("onepage.rulings.open.rallied-state")
def test_a_rallied_unit_is_disordered() -> None:
    assert routed().roll(1).has("a", DISORDERED)


@pytest.mark.rule("onepage.rally.roll", "onepage.morale.rout.no-action")
def test_who_has_rallied_fires_in_the_same_turn() -> None:
    # The enemy's front is 2 in from that of the unit, a musket's long range; combat comes after the
    # rally.
    runs = foot("a", 20, 20, state=ROUTED | DISORDERED, morale=4)
    foe = foot("foe", 20, 15, facing=180, side="red")
    scene = given(runs, general("g", 20, 21.5), foe).rally()
    assert scene.roll(4).combat().texts() == ["done", "fire a > foe"]
    scene = given(runs, general("g", 20, 21.5), foe).rally()
    assert scene.roll(5).combat().p.over  # nothing to be asked
