"""Morale: who tests, every modifier in a situation of its own, and what failure does."""

from typing import Any

import pytest

from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.position import (
    CHARGED,
    COLUMN,
    LIMBERED,
    RALLIED,
    RED,
    ROUT,
    STATIONARY,
    YELLOW,
)
from tests.rules.brigades.given import (
    Scene,
    Spec,
    battery,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
)

# A battalion of guns whose front is 3.9 in from the front of a stand at 20,20 that faces it.
BATTALION = guns("foe", 20, 13.1, facing=180, side="red")
HILL = (1, "180,180 220,180 220,240 180,240")


def foe(y: float = 16.9, facing: int = 180, **more: Any) -> Spec:
    """An infantry brigade whose front touches that of a stand at 20,20."""
    return foot("foe", 20, y, facing=facing, side="red", **more)


def cavalry(facing: int = 180, **more: Any) -> Spec:
    """A cavalry brigade in contact with the front of a stand at 20,20."""
    return horse("foe", 20, 16.9, facing=facing, side="red", **more)


def modifiers(scene: Scene, id: str = "a") -> dict[str, int]:
    """The modifiers of a stand's test, in blue's morale phase."""
    if not scene.tests():
        scene.morale()
    while scene.tests()[0] != id:
        scene.roll(1)
    return scene.modifiers()


@pytest.mark.rule("brigades.morale.both", "brigades.morale.test.contact")
def test_stands_of_both_sides_in_contact_test() -> None:
    assert given(foot("a", 20, 20), foe()).morale().tests() == ["a", "foe"]
    assert given(foot("a", 20, 20), foe()).morale("red").tests() == ["foe", "a"]
    # 0.2 in apart is no contact.
    assert given(foot("a", 20, 20), foe(16.8)).morale().tests() == []


@pytest.mark.rule("brigades.morale.test.close-range")
def test_stands_in_close_range_and_arc_of_guns_test() -> None:
    assert given(foot("a", 20, 20), BATTALION).morale().tests() == ["a"]
    further = guns("foe", 20, 12.9, facing=180, side="red")
    assert given(foot("a", 20, 20), further).morale().tests() == []
    averted = guns("foe", 20, 13.1, facing=0, side="red")
    assert given(foot("a", 20, 20), averted).morale().tests() == []
    # Musketry has no close range.
    assert given(foot("a", 20, 20), foe(16.0)).morale().tests() == []


@pytest.mark.rule("brigades.morale.modifier.disordered")
@pytest.mark.parametrize("state", [YELLOW, RED])
def test_disorder_of_either_colour_is_worse_by_one(state: int) -> None:
    assert modifiers(given(foot("a", 20, 20, state=state), foe())) == {"disordered": -1}
    assert modifiers(given(foot("a", 20, 20), foe())) == {}


@pytest.mark.rule("brigades.morale.modifier.army-commander", "brigades.rulings.command.attached")
def test_an_attached_army_commander_is_worth_one() -> None:
    for y, expected in ((21.6, {"army-commander": 1}), (21.7, {})):
        leader = commander("king", 20, y, rank="army")
        assert modifiers(given(foot("a", 20, 20), foe(), leader)) == expected
    other = commander("duke", 20, 21.6, rank="corps", corps="one")
    assert modifiers(given(foot("a", 20, 20), foe(), other)) == {}


@pytest.mark.rule(
    "brigades.morale.modifier.higher-ground",
    "brigades.misc.higher-ground.stationary",
    "brigades.misc.higher-ground.enemy-below",
    "brigades.terrain.hill.combat",
)
def test_higher_ground_is_worth_one_to_the_stationary_above_their_enemy() -> None:
    still = foot("a", 20, 20, state=STATIONARY)
    assert modifiers(given(still, foe(), hills=[HILL])) == {"higher-ground": 1}
    assert modifiers(given(foot("a", 20, 20), foe(), hills=[HILL])) == {}
    # Both on the hill.
    wide = (1, "180,140 220,140 220,240 180,240")
    assert modifiers(given(still, foe(), hills=[wide])) == {}


@pytest.mark.rule("brigades.misc.higher-ground.enemy-below")
def test_an_enemy_that_came_from_below_counts_as_below() -> None:
    wide = (1, "180,140 220,140 220,240 180,240")
    scene = given(foot("a", 20, 20, state=STATIONARY), foe(state=CHARGED), hills=[wide])
    scene.p.began_y[scene.u("foe")] = 100
    assert modifiers(scene) == {"higher-ground": 1}


@pytest.mark.rule("brigades.misc.higher-ground.cavalry")
def test_cavalry_gets_nothing_for_higher_ground() -> None:
    still = horse("a", 20, 20, state=STATIONARY)
    assert modifiers(given(still, cavalry(), hills=[HILL])) == {}


@pytest.mark.rule("brigades.morale.modifier.building-or-works")
@pytest.mark.parametrize("kind", ["town", "fort", "fortress"])
def test_defending_buildings_and_forts_is_worth_one(kind: str) -> None:
    area = (kind, "185,185 215,185 215,215 185,215")
    assert modifiers(given(foot("a", 20, 20), foe(), areas=[area])) == {"building-or-works": 1}


@pytest.mark.rule("brigades.morale.modifier.building-or-works")
def test_a_village_is_worth_one_to_skirmishers_only() -> None:
    village = ("village", "190,190 210,190 210,210 190,210")
    hidden = given(screen("a", 20, 20), foe(17.7), areas=[village])
    assert modifiers(hidden) == {"building-or-works": 1}
    assert modifiers(given(foot("a", 20, 20), foe(), areas=[village])) == {}


@pytest.mark.rule(
    "brigades.morale.modifier.building-or-works",
    "brigades.terrain.field-works.morale",
    "brigades.terrain.hasty-works.morale",
    "brigades.terrain.key.m",
)
@pytest.mark.parametrize("kind", ["field-works", "hasty-works", "low-wall", "sunken-road"])
def test_works_and_walls_are_worth_one(kind: str) -> None:
    scene = given(foot("a", 20, 20), foe(), lines=[(kind, "170,190 230,190")])
    assert modifiers(scene) == {"building-or-works": 1}
    hedge = given(foot("a", 20, 20), foe(), lines=[("hedge", "170,190 230,190")])
    assert modifiers(hedge) == {}


@pytest.mark.rule("brigades.morale.modifier.artillery-vs-cavalry")
def test_guns_meleed_by_cavalry_are_worse_by_one() -> None:
    assert modifiers(given(guns("a", 20, 20), cavalry())) == {"artillery-vs-cavalry": -1}
    assert modifiers(given(guns("a", 20, 20), foe())) == {}


@pytest.mark.rule("brigades.morale.modifier.artillery-vs-cavalry.waived")
def test_stationary_and_supported_guns_do_not_mind_cavalry() -> None:
    mate = foot("mate", 22.3, 21)
    both = given(guns("a", 20, 20, state=STATIONARY), mate, cavalry())
    assert modifiers(both) == {}
    moved = given(guns("a", 20, 20), mate, cavalry())
    assert modifiers(moved) == {"artillery-vs-cavalry": -1}
    alone = given(guns("a", 20, 20, state=STATIONARY), cavalry())
    assert modifiers(alone) == {"artillery-vs-cavalry": -1}


@pytest.mark.rule("brigades.morale.modifier.insecure-infantry")
def test_insecure_infantry_meleed_by_cavalry_is_worse_by_one() -> None:
    assert modifiers(given(foot("a", 20, 20), cavalry())) == {"insecure-infantry": -1}
    assert modifiers(given(foot("a", 20, 20), foe())) == {}
    assert modifiers(given(horse("a", 20, 20), cavalry())) == {}


@pytest.mark.rule("brigades.misc.cavalry-secure.back-to-back")
def test_infantry_back_to_back_is_secure() -> None:
    back = foot("mate", 20, 23.1, facing=180)
    assert modifiers(given(foot("a", 20, 20), back, cavalry())) == {}
    behind = foot("mate", 20, 23.1, facing=0)
    assert modifiers(given(foot("a", 20, 20), behind, cavalry())) == {"insecure-infantry": -1}


@pytest.mark.rule("brigades.misc.cavalry-secure.adjacent")
def test_infantry_with_a_neighbour_that_faces_its_flank_is_secure() -> None:
    for facing, expected in ((90, {}), (0, {"insecure-infantry": -1})):
        beside = foot("mate", 23.1, 20, facing=facing)
        assert modifiers(given(foot("a", 20, 20), beside, cavalry())) == expected


@pytest.mark.rule("brigades.rulings.secure.more-ways")
def test_infantry_with_both_flanks_covered_is_secure() -> None:
    right, left = foot("right", 23.1, 20), foot("left", 16.9, 20)
    assert modifiers(given(foot("a", 20, 20), right, left, cavalry())) == {}
    # Impassable ground covers a flank as well.
    swamp = ("swamp", "215,150 260,150 260,250 215,250")
    assert modifiers(given(foot("a", 20, 20), left, cavalry(), areas=[swamp])) == {}
    one = given(foot("a", 20, 20), left, cavalry())
    assert modifiers(one) == {"insecure-infantry": -1}


@pytest.mark.rule("brigades.rulings.secure.more-ways")
def test_infantry_in_town_works_or_forest_is_secure() -> None:
    outline = "185,185 215,185 215,215 185,215"
    in_town = given(foot("a", 20, 20), cavalry(), areas=[("town", outline)])
    assert "insecure-infantry" not in modifiers(in_town)
    in_wood = given(foot("a", 20, 20), cavalry(), areas=[("forest", outline)])
    assert "insecure-infantry" not in modifiers(in_wood)
    at_works = given(foot("a", 20, 20), cavalry(), lines=[("low-wall", "170,190 230,190")])
    assert "insecure-infantry" not in modifiers(at_works)
    village = given(foot("a", 20, 20), cavalry(), areas=[("village", outline)])
    assert modifiers(village) == {"insecure-infantry": -1}


@pytest.mark.rule("brigades.morale.modifier.flank-attack.melee", "brigades.rulings.flank.melee")
def test_a_stand_meleed_in_flank_is_worse_by_one() -> None:
    # Its charge began behind the line of the front, wherever it touches.
    scene = given(foot("a", 20, 20), foe(23.1, facing=0, state=CHARGED))
    scene.p.began_y[scene.u("foe")] = 300
    assert modifiers(scene) == {"melee": -1}
    scene = given(foot("a", 20, 20), foe(23.1, facing=0, state=CHARGED))
    scene.p.began_y[scene.u("foe")] = 100
    assert modifiers(scene) == {}


@pytest.mark.rule("brigades.rulings.flank.definition")
def test_whatever_is_not_the_front_is_flank() -> None:
    for x, y, facing in ((20, 23.1, 0), (23.1, 20, 270), (16.9, 20, 90)):
        enemy = foot("foe", x, y, facing=facing, side="red")
        assert modifiers(given(foot("a", 20, 20), enemy)) == {"melee": -1}


@pytest.mark.rule("brigades.morale.modifier.flank-attack.fire", "brigades.rulings.flank.fire")
def test_close_fire_from_the_flank_is_worse_by_one() -> None:
    behind = guns("foe", 20, 26.9, facing=0, side="red")
    assert modifiers(given(foot("a", 20, 20), behind)) == {"fire": -1}
    assert modifiers(given(foot("a", 20, 20), BATTALION)) == {}


@pytest.mark.rule("brigades.morale.modifier.linear-flank")
def test_linear_infantry_meleed_in_flank_is_worse_by_two_instead() -> None:
    enemy = foe(22.3, facing=0)
    assert modifiers(given(line("a", 20, 20), enemy)) == {"linear-flank": -2}


@pytest.mark.rule("brigades.morale.modifier.column-flank")
def test_a_column_meleed_in_flank_is_worse_by_two_instead() -> None:
    enemy = foot("foe", 23.1, 20, facing=270, side="red")
    assert modifiers(given(foot("a", 20, 20, state=COLUMN), enemy)) == {"column-flank": -2}


@pytest.mark.rule("brigades.morale.modifier.enemy-flank")
def test_who_melees_an_enemy_in_flank_is_better_by_one() -> None:
    assert modifiers(given(foot("a", 20, 20), foe(facing=0))) == {"enemy-flank": 1}


@pytest.mark.rule("brigades.morale.modifier.skirmishers-only", "brigades.rulings.order.states")
def test_close_order_against_skirmishers_only_is_better_by_one() -> None:
    light = screen("foe", 20, 17.7, facing=180, side="red")
    assert modifiers(given(foot("a", 20, 20), light)) == {"skirmishers-only": 1}
    other = foot("other", 23.1, 19.9, facing=270, side="red")
    assert "skirmishers-only" not in modifiers(given(foot("a", 20, 20), light, other))
    # A column is in march order, skirmishers in open order.
    assert modifiers(given(foot("a", 20, 20, state=COLUMN), light)) == {}
    assert modifiers(given(screen("a", 20, 19.3), light)) == {}


@pytest.mark.rule("brigades.morale.modifier.artillery-front")
def test_who_melees_the_front_of_guns_is_worse_by_one() -> None:
    for enemy, expected in (
        (guns("foe", 20, 16.9, facing=180, side="red"), {"artillery-front": -1}),
        (guns("foe", 20, 16.9, facing=0, side="red"), {"enemy-flank": 1}),
        (guns("foe", 20, 16.9, facing=180, side="red", state=LIMBERED), {}),
        (foe(traits=("dedicated-gun",)), {}),
    ):
        assert modifiers(given(foot("a", 20, 20), enemy)) == expected


@pytest.mark.rule(
    "brigades.morale.modifier.heavier-cavalry", "brigades.rulings.attribute.cavalry-weight"
)
@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ("light", "medium", -1), ("medium", "heavy", -1), ("light", "heavy", -1),
        ("medium", "medium", 0), ("heavy", "medium", 0), ("medium", "light", 0),
    ],
)  # fmt: skip
def test_cavalry_meleeing_heavier_cavalry_is_worse_by_one(
    own: str, other: str, expected: int
) -> None:
    scene = given(horse("a", 20, 20, weight=own), cavalry(weight=other))
    assert modifiers(scene).get("heavier-cavalry", 0) == expected


@pytest.mark.rule("brigades.dice.firearm-cavalry.weight")
def test_firearm_cavalry_is_always_the_lighter() -> None:
    shots = horse("a", 20, 20, weight="heavy", traits=("firearm",))
    assert modifiers(given(shots, cavalry(weight="light"))) == {"heavier-cavalry": -1}
    enemy = cavalry(weight="heavy", traits=("firearm",))
    assert modifiers(given(horse("a", 20, 20, weight="light"), enemy)) == {}


@pytest.mark.rule("brigades.morale.roll.separate", "brigades.morale.roll.fail")
def test_a_die_above_the_morale_fails() -> None:
    scene = given(foot("a", 20, 20, morale=4), foe(morale=5)).morale().roll(4).roll(6)
    assert not scene.has("a", YELLOW) and scene.has("foe", YELLOW)
    scene = given(foot("a", 20, 20, morale=4), foe(morale=5)).morale().roll(5).roll(5)
    assert scene.has("a", YELLOW) and not scene.has("foe", YELLOW)


@pytest.mark.rule("brigades.rulings.morale.six")
def test_morale_of_six_does_not_fail() -> None:
    scene = given(foot("a", 20, 20, morale=6), foe()).morale().roll(6).roll(1)
    assert not scene.has("a", YELLOW)


@pytest.mark.rule("brigades.morale.roll.drop")
def test_failures_take_effect_together() -> None:
    scene = given(foot("a", 20, 20), foe()).morale().roll(6)
    assert not scene.has("a", YELLOW)
    scene.roll(6)
    assert scene.has("a", YELLOW) and scene.has("foe", YELLOW)


@pytest.mark.rule("brigades.morale.level.good", "brigades.morale.level.temporary.contact")
def test_good_order_drops_to_temporary_disorder_and_stays_in_contact() -> None:
    scene = given(foot("a", 20, 20), foe()).morale().roll(6).roll(1)
    assert scene.p.state[scene.u("a")] & ROUT == YELLOW
    assert scene.at("a") == (20, 20, 0)


@pytest.mark.rule("brigades.morale.level.temporary.asa")
def test_a_charger_newly_disordered_goes_back_from_cartridge_weapons() -> None:
    for state, place in ((CHARGED, (20, 21, 0)), (0, (20, 20, 0))):
        scene = given(foot("a", 20, 20, state=state), foe(traits=("asa",)))
        assert scene.morale().roll(6).roll(1).at("a") == place


@pytest.mark.rule("brigades.morale.level.temporary.fail", "brigades.morale.level.permanent.fail")
@pytest.mark.parametrize("state", [YELLOW, RED])
def test_disorder_of_either_colour_drops_to_rout(state: int) -> None:
    scene = given(foot("a", 20, 20, state=state), foe()).morale().roll(5).roll(1)
    assert scene.has("a", ROUT)


@pytest.mark.rule("brigades.morale.level.rout.fail", "brigades.morale.level.eliminated")
def test_a_routed_stand_that_fails_is_eliminated() -> None:
    scene = given(foot("a", 20, 20, state=ROUT), BATTALION).morale().roll(5)
    assert scene.at("a") is None and scene.lost("a") == 5
    scene = given(foot("a", 20, 20, state=ROUT), BATTALION).morale().roll(4)
    assert scene.at("a") == (20, 20, 0)


@pytest.mark.rule("brigades.morale.level.rout.enemy-advance")
def test_one_enemy_that_touched_a_routed_stand_may_advance_or_turn() -> None:
    scene = given(foot("a", 20, 20, state=YELLOW), foe()).morale().roll(6).roll(1)
    assert scene.texts() == ["pass", "advance foe", "turn foe"]
    assert scene.play("advance foe").at("foe") == (20, 20, 180)
    scene = given(foot("a", 20, 20, state=YELLOW), foe()).morale().roll(6).roll(1)
    assert scene.play("turn foe", "facing 90").at("foe") == (20, 16.9, 90)


@pytest.mark.rule(
    "brigades.morale.level.temporary.marker",
    "brigades.morale.level.permanent.marker",
    "brigades.morale.level.rout.marker",
)
@pytest.mark.parametrize(
    ("state", "told"),
    [
        (YELLOW, "disordered (yellow)"),
        (RED, "disordered (red)"),
        (ROUT, "routed (yellow and red)"),
    ],
)
def test_markers_tell_the_level(state: int, told: str) -> None:
    scene = given(foot("a", 20, 20, state=state))
    assert dict(SYSTEM.card(View(scene.p, 0), "unit:a"))["State"] == told


@pytest.mark.rule("brigades.morale.level.permanent.rallied-turn")
def test_a_stand_does_not_move_in_the_turn_it_rallied() -> None:
    scene = given(foot("a", 20, 20, state=RED | RALLIED), foot("b", 30, 20))
    with pytest.raises(ValueError, match="move a"):
        scene.moves("a")


def test_batteries_and_riders_test_as_others_do() -> None:
    scene = given(rider("a", 20, 20), battery("foe", 20, 18.5, facing=180, side="red"))
    assert modifiers(scene) == {"artillery-front": -1}
