"""Exhaustion and collapse: levels, what tired divisions may not, and the roll."""

import pytest

from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.state.position import RED, ROUT, STATIONARY, YELLOW
from tests.rules.brigades.given import Scene, Spec, commander, foot, given


def worn(
    lost: int, *more: Spec, today: int = 0, side: str = "blue", state: int = 0, **division: str
) -> Scene:
    """A division of level 4 with a brigade that has lost so much, now or before."""
    table = division.get("table", "exhaustion = 4")
    scene = given(
        foot("a", 20, 20, side=side, strength=9, state=state),
        *more,
        divisions=[(side, side, table)],
    )
    scene.p.losses[scene.u("a")] = lost
    scene.p.today[scene.battle.division[scene.u("a")]] = today
    return scene


def tired(scene: Scene, id: str = "a") -> bool:
    return bool(scene.p.tired[scene.battle.division[scene.u(id)]])


@pytest.mark.rule("brigades.exhaustion.level", "brigades.rulings.exhaustion.counts")
def test_a_division_is_exhausted_when_its_casualties_reach_its_level() -> None:
    assert not tired(worn(3).exhaustion())
    assert tired(worn(4).exhaustion())
    # The losses of all its stands count together.
    scene = worn(2, foot("b", 30, 20))
    scene.p.losses[scene.u("b")] = 2
    assert tired(scene.exhaustion())


@pytest.mark.rule("brigades.exhaustion.both")
def test_divisions_of_both_sides_are_checked_in_every_player_turn() -> None:
    assert tired(worn(4).exhaustion("red"))
    assert tired(worn(4, side="red").exhaustion("blue"))


@pytest.mark.rule("brigades.rulings.exhaustion.level")
@pytest.mark.parametrize(("grade", "level"), [("ordinary", 5), ("militia", 4), ("elite", 6)])
def test_levels_are_a_share_of_the_strength_rounded_up(grade: str, level: int) -> None:
    # 50, 40 and 60 % of 9 are 4.5, 3.6 and 5.4.
    scene = worn(0, table=f'grade = "{grade}"')
    assert scene.battle.level_of[scene.battle.division[scene.u("a")]] == level


@pytest.mark.rule("brigades.rulings.exhaustion.other-troops")
def test_troops_of_the_army_are_a_division_of_their_own() -> None:
    own = foot("a", 20, 20, strength=8, division="reserve")
    scene = given(own, foot("b", 30, 20), divisions=[("reserve", "blue", 'under = "army"')])
    division = scene.battle.division
    assert division[scene.u("a")] != division[scene.u("b")]
    assert scene.battle.level_of[division[scene.u("a")]] == 4


@pytest.mark.rule("brigades.exhaustion.marker", "brigades.exhaustion.collapse.marker")
def test_the_commander_shows_exhaustion_and_collapse() -> None:
    scene = worn(4).exhaustion()
    leader = scene.u("blue-leader")

    def marks() -> tuple[str, ...]:
        found = SYSTEM.placements(View(scene.p, 0))
        return next(p.marks for p in found if p.id == f"unit:{scene.battle.units[leader].id}")

    assert marks() == ("exhausted (yellow)",)
    scene.p.collapsed[scene.battle.division[leader]] = 1
    assert marks() == ("collapsed (red)",)


@pytest.mark.rule("brigades.exhaustion.stationary-removed")
def test_an_exhausted_division_is_unsettled() -> None:
    assert not worn(4, state=STATIONARY).exhaustion().has("a", STATIONARY)
    assert worn(3, state=STATIONARY).exhaustion().has("a", STATIONARY)


@pytest.mark.rule("brigades.exhaustion.no-stationary")
def test_no_stand_of_an_exhausted_division_becomes_stationary() -> None:
    assert not worn(4).exhaustion().still().has("a", STATIONARY)
    assert worn(3).exhaustion().still().has("a", STATIONARY)


@pytest.mark.rule("brigades.exhaustion.no-contact")
def test_no_stand_of_an_exhausted_division_moves_into_contact() -> None:
    foe = foot("foe", 20, 10, facing=180, side="red")
    assert "charge foe" in worn(3, foe).exhaustion().moves("a").names()
    scene = worn(4, foe).exhaustion().moves("a")
    assert "charge foe" not in scene.names()
    assert "exhausted" in scene.refusal("to 20.0,13.1")


@pytest.mark.rule("brigades.exhaustion.collapse.who", "brigades.rulings.exhaustion.this-turn")
def test_only_exhausted_divisions_with_losses_of_this_player_turn_roll() -> None:
    assert worn(4, today=1).exhaustion().p.check().name == "collapse"
    assert worn(4).exhaustion().p.stack == []
    assert worn(3, today=3).exhaustion().p.stack == []


@pytest.mark.rule("brigades.exhaustion.collapse.roll")
def test_a_die_of_at_most_the_losses_collapses_the_division() -> None:
    for face, collapsed in ((2, 1), (3, 0)):
        scene = worn(4, today=2).exhaustion().roll(face)
        assert scene.p.collapsed[scene.battle.division[scene.u("a")]] == collapsed


@pytest.mark.rule("brigades.exhaustion.collapse.drop")
def test_all_stands_of_a_collapsing_division_drop_a_level() -> None:
    scene = worn(4, foot("b", 30, 20), foot("foe", 20, 5, side="red"), today=1)
    scene.exhaustion().roll(1)
    for name in ("a", "b"):
        assert scene.p.state[scene.u(name)] & ROUT == YELLOW
    assert scene.p.state[scene.u("foe")] & ROUT == 0


@pytest.mark.rule("brigades.rulings.open.collapse-rout")
@pytest.mark.parametrize("state", [YELLOW, RED])
def test_a_disordered_stand_routs_by_collapse_with_every_effect(state: int) -> None:
    foe = foot("foe", 20, 33, side="red")
    scene = worn(4, foe, today=1, state=state).exhaustion().roll(1)
    assert scene.has("a", ROUT)
    # A casualty, and a full move of 16 in away from the nearest enemy.
    assert scene.lost("a") == 5
    assert scene.at("a") == (20, 4, 0)


@pytest.mark.rule("brigades.rulings.exhaustion.once")
def test_a_division_collapses_once() -> None:
    scene = worn(4, today=1).exhaustion().roll(1)
    assert scene.exhaustion().p.stack == []


def test_commanders_of_corps_have_no_marks() -> None:
    scene = worn(4, commander("duke", 10, 10, "corps", corps="one")).exhaustion()
    found = SYSTEM.placements(View(scene.p, 0))
    assert next(p.marks for p in found if p.id == "unit:duke") == ()
