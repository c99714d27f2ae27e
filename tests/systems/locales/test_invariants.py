"""What the conformance kit looks for in this system: capacities, closed ways, objectives."""

import pytest

from grognard.boards.areas import boundary_of
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import ADMINISTRATION, FIELD, Clock, State
from tests.rules.locales.given import Scene, foot, given


def scene(**how: object) -> Scene:
    """Three blocks in the field phase of blue."""
    found = given(foot("a", "b2"), foot("b", "b2"), foot("foe", "d4", side="red"), **how)  # type: ignore[arg-type]
    found.p.clock[Clock.PHASE] = FIELD
    return found


def faults(before: Scene, after: Scene) -> str:
    """What is found to be wrong between two positions."""
    return "; ".join(SYSTEM.faults(before.p, after.p))


def moved(before: Scene, there: str) -> Scene:
    """The same with `a` somewhere else."""
    after = Scene(before.p.copy())
    after.p.put(after.b("a"), after.locale(there))
    return after


def test_a_march_over_open_boundaries_is_no_fault() -> None:
    before = scene()
    assert faults(before, moved(before, "b3")) == ""
    assert faults(before, moved(before, "e2")) == ""  # three locales on


@pytest.mark.rule("locales.restriction.capacity-at-all-times")
def test_an_overfull_locale_is_found() -> None:
    before = scene(capacity={"b3": 1})
    after = moved(before, "b3")
    assert faults(before, after) == ""
    after.p.put(after.b("b"), after.locale("b3"))
    assert "b3 holds more than 1 units" in faults(before, after)


@pytest.mark.rule("locales.restriction.assault-closes-boundary")
def test_a_unit_behind_closed_boundaries_that_is_elsewhere_is_found() -> None:
    before = scene()
    for there in ("a2", "c2", "b1", "b3"):
        before.p.barred[boundary_of(before.battle.areas.parse_approach(f"b2/{there}"))] = 1
    assert "went from b2 to b3, and every way is closed" in faults(before, moved(before, "b3"))
    one = scene()
    one.p.barred[boundary_of(one.battle.areas.parse_approach("b2/b3"))] = 1
    assert faults(one, moved(one, "b3")) == ""  # by way of a2 and a3, for all it shows
    # The boundary of his own fight is closed before the attacker goes over it.
    before.p.state[before.b("a")] |= State.JOINS
    assert faults(before, moved(before, "b3")) == ""
    before.p.clock[Clock.SIDE] = 1
    assert "every way is closed" in faults(before, moved(before, "b3"))


@pytest.mark.rule("locales.restriction.assault-won-locale-closed")
def test_who_enters_a_closed_locale_without_having_won_it_is_found() -> None:
    before = scene()
    before.p.put(before.b("b"), before.locale("b3"))
    before.p.closed[before.locale("b3")] = 1
    assert "went from b2 to b3, which is closed" in faults(before, moved(before, "b3"))
    before.p.state[before.b("a")] |= State.VICTOR
    assert faults(before, moved(before, "b3")) == ""


@pytest.mark.rule("locales.ruling.assault.nobody-goes-in")
def test_a_closed_locale_without_a_victor_is_found() -> None:
    before = scene()
    after = Scene(before.p.copy())
    after.p.closed[after.locale("b3")] = 1
    assert "b3 is closed, but no victor went in" in faults(before, after)


@pytest.mark.rule("locales.ruling.objective.claim-shown")
def test_a_claim_that_shows_nobody_or_costs_nothing_is_found() -> None:
    before = scene(objectives={"b2": "red"})
    after = Scene(before.p.copy())
    after.p.clock[Clock.PHASE] = ADMINISTRATION
    found = faults(before, after)
    assert "the morale of Red went from 50 to 50, due is 45" in found
    assert "b2 is claimed by nobody who was seen" in found
    after.p.morale[1] -= 5
    after.p.know(after.b("a"))
    assert faults(before, after) == ""
