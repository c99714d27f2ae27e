"""The same rules at the edges: the first locale and approach of a map, the second side, undo."""

import pytest

from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import Clock, State
from grognard.systems.locales.turn import Phase
from tests.rules.locales.given import Scene, foot, given, gun, horse

# -- the first locale (a1) and the first approach (from a1 to b1) --------------------------------


@pytest.mark.rule("locales.eligibility.spike.may")
def test_a_gun_in_the_first_locale_is_spiked() -> None:
    scene = given(gun("g", "a1")).administer("spike")
    assert f"spike {scene.name('g')}" in scene.options()


@pytest.mark.rule("locales.range.artillery-securing")
def test_a_gun_on_the_first_approach_is_set_ranging() -> None:
    scene = given(gun("g", "a1/b1"), foot("foe", "b1", side="red")).administer("range")
    assert scene.p.spot[scene.b("g")] == scene.battle.locales
    assert f"range {scene.name('g')}" in scene.options()


# -- the second side ----------------------------------------------------------------------------


@pytest.mark.rule("locales.charge.response.defend-or-retreat")
def test_blue_answers_a_charge_of_red() -> None:
    scene = given(horse("r", "d2", side="red"), foot("foe", "b2"), foot("by", "b2"))
    scene.field("red").order("charge d2 > c2/b2", "r").named("ChargeLeaders", "r")
    assert scene.actor() == "blue" and scene.options() == ["retreat", "defend"]


@pytest.mark.rule("locales.ruling.charge.fallback-capacity")
def test_red_charges_through_a_locale_of_its_own_that_has_room() -> None:
    scene = given(horse("r", "d2", side="red"), foot("own", "c2", side="red"), foot("foe", "b2"))
    assert scene.field("red").reach("charge d2") == {"c2/b2"}


@pytest.mark.rule("locales.maneuver.response.secure")
def test_blue_says_who_secures_against_a_maneuver_of_red() -> None:
    scene = given(foot("r", "b3", side="red"), foot("one", "b2"), foot("two", "b2"))
    scene.field("red").order("maneuver b3 > b3/b2", "r").play("secure")
    assert scene.actor() == "blue"
    assert [text for text in scene.options() if scene.name("one") in text]


# -- who wins -----------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.demoralized")
@pytest.mark.parametrize(("morale", "winner"), [((0, 9), 1), ((9, 0), 0)])
def test_an_army_that_breaks_loses_whatever_it_holds(morale: tuple[int, int], winner: int) -> None:
    scene = given(
        foot("a", "b2"), foot("foe", "d4", side="red"), objectives={"b2": "red", "d4": "blue"}
    )
    held = "d4" if winner == 0 else "b2"  # only the broken side holds an objective of the enemy
    scene.p.put(scene.b("foe" if held == "b2" else "a"), -1)
    scene.p.morale[:] = list(morale)
    scene.p.stack.clear()
    result = SYSTEM.result(scene.p)
    assert result is not None and result.winner == winner and "breaks" in result.why


@pytest.mark.rule("locales.ruling.time-limit")
def test_red_wins_by_the_objectives_of_blue_it_holds() -> None:
    scene = given(foot("a", "b2"), foot("foe", "d4", side="red"), objectives={"d4": "blue"})
    scene.p.morale[:] = [50, 1]
    scene.p.stack.clear()
    result = SYSTEM.result(scene.p)
    assert result is not None and result.winner == 1 and "objectives" in result.why


# -- fights -------------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.assault.allocation")
def test_an_assault_whose_only_leader_the_guns_destroy_is_lost() -> None:
    scene = given(
        horse("r", "b2/b3", 2), foot("foe", "b3/b2", 2, side="red"),
        gun("g1", "b3/b2", side="red"), gun("g2", "b3/b2", side="red"),
    )  # fmt: skip
    scene.field().order("assault b2/b3", "r")
    scene.fight(lead=["r"], guns=["g1", "g2"], defend=["foe"])
    assert scene.where("r") is None  # a point to each gun
    assert scene.where("foe") == "b3/b2" and scene.strength("foe") == 2


# -- nobody is asked for nothing ----------------------------------------------------------------


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_disrupted_infantry_whose_companion_has_moved_is_not_asked_for() -> None:
    hurt = foot("hurt", "b2", 0, state=State.DISRUPTED | State.UP)
    scene = given(hurt, foot("by", "b2", state=State.MOVED))
    scene.p.clock[Clock.FIELD_LEFT] = 3
    scene.p.clock[Clock.SIDE] = 0
    scene.push(Phase(phase=1))
    assert "FieldOrder" not in {type(step).__name__ for step in scene.p.stack}


@pytest.mark.rule("locales.ruling.roads")
def test_no_road_march_over_the_only_road_when_its_boundary_is_closed() -> None:
    scene = given(foot("a", "b2"), foot("b", "b2"), roads=[("main", ("b2", "c2"))])
    assert scene.field().reach("road-march b2") == {"c2"}
    boundary = next(
        n
        for n, ends in enumerate(scene.battle.areas.boundaries)
        if set(ends) == {scene.locale("b2"), scene.locale("c2")}
    )
    scene.p.barred[boundary] = 1
    assert "road-march b2" not in scene.field().options()


# -- what shows something hidden cannot be taken back alone --------------------------------------


def reveals(scene: Scene, text: str) -> bool:
    """Whether an answer of the open question shows something."""
    decision = scene.p.decision
    assert decision is not None
    (action,) = [a for a in scene.p.options() if decision.phrase(scene.p, a) == text]
    return decision.reveals(scene.p, action)


@pytest.mark.rule("locales.ruling.reveal")
def test_a_gun_set_ranging_is_shown() -> None:
    scene = given(gun("g", "b2/b3"), foot("foe", "b3", side="red")).administer("range")
    assert reveals(scene, f"range {scene.name('g')}")
    assert not reveals(scene, "no range")


@pytest.mark.rule("locales.ruling.reveal")
def test_an_attack_shows_who_attacks_only_when_it_goes() -> None:
    scene = given(foot("a", "b2/b3", 3), foot("b", "b2/b3", 3), foot("foe", "b3/b2", side="red"))
    scene.field()
    assert not reveals(scene, "assault b2/b3")  # which of the two goes is open
    scene.play("assault b2/b3")
    assert not reveals(scene, scene.name("a"))
    scene.play(scene.name("a"))
    assert reveals(scene, "go")


@pytest.mark.rule("locales.ruling.reveal")
def test_a_march_of_infantry_shows_nothing() -> None:
    scene = given(foot("a", "b2"), foot("b", "b2")).field()
    scene.play("field-march b2 > b3")
    scene.play(scene.name("a"))
    assert not reveals(scene, "go")


@pytest.mark.rule("locales.ruling.reveal")
def test_who_leads_an_assault_is_shown_when_it_is_settled() -> None:
    scene = given(foot("a", "b2/b3", 3), foot("b", "b2/b3", 3), foot("foe", "b3/b2", side="red"))
    scene.field().order("assault b2/b3", "a", "b")
    assert not reveals(scene, scene.options()[0])
    scene.play(scene.options()[0])
    assert reveals(scene, "go")
