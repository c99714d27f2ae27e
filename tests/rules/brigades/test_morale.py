"""Morale: who tests, every modifier, the levels, rally and what the markers are."""

import re
from typing import Any

import pytest

from grognard.boards.table.rect import gap
from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.moving.move import Move
from grognard.systems.brigades.state.position import (
    CHARGED,
    COLUMN,
    LIMBERED,
    RALLIED,
    RED,
    ROUT,
    STATIONARY,
    YELLOW,
)
from grognard.systems.brigades.turn import Begin
from grognard.systems.tabletop.position import GONE
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
    thin_horse,
)

# In contact with a stand at 20,20 that faces up: in front of it, and beside it.
FRONT = foot("foe", 20, 17, 180, side="red")


def modifiers_of(unit: Spec, *others: Spec, charged: str = "", **ground: object) -> dict[str, int]:
    """The modifiers of a stand's test in blue's turn; `charged` came from 20,30 or 20,5."""
    scene = given(unit, *others, **ground)  # type: ignore[arg-type]
    if charged:
        u = scene.u(charged)
        scene.p.state[u] |= CHARGED
        scene.p.began_x[u], scene.p.began_y[u] = 200, 50
    scene.morale()
    while scene.tests()[0] != unit.id:
        scene.roll(1)
    return scene.modifiers()


def order(unit: Spec) -> list[str]:
    """Who tests, with a stand of blue at 20,20 and one of red."""
    return given(foot("a", 20, 20), unit).morale().tests()


@pytest.mark.rule("brigades.morale.both")
def test_both_sides_test_the_attacker_first() -> None:
    assert order(FRONT) == ["a", "foe"]
    scene = given(foot("a", 20, 20), FRONT).morale("red")
    assert scene.tests() == ["foe", "a"]


@pytest.mark.rule("brigades.morale.test.contact")
def test_stands_in_contact_test() -> None:
    assert order(foot("foe", 20, 16.9, 180, side="red")) == ["a", "foe"]
    assert order(foot("foe", 20, 16.8, 180, side="red")) == []


@pytest.mark.rule("brigades.morale.test.close-range")
def test_stands_in_the_close_range_of_guns_test() -> None:
    # Field guns: their front edge is 1.5 in before the centre; close range is theirs, see below.
    near = order(guns("foe", 20, 13, 180, side="red", weapon="light"))
    assert near == ["a"]  # 18.5 - 14.5 = 4 in
    assert order(guns("foe", 20, 12.9, 180, side="red", weapon="light")) == []
    # Out of the arc, limbered, or muskets: nobody tests.
    assert order(guns("foe", 20, 13, 0, side="red", weapon="light")) == []
    assert order(guns("foe", 20, 13, 180, side="red", weapon="light", state=LIMBERED)) == []
    assert order(foot("foe", 20, 16.5, 180, side="red")) == []


@pytest.mark.rule("brigades.morale.modifier.disordered")
@pytest.mark.parametrize("state", [YELLOW, RED])
def test_disorder_of_either_sort_costs_one(state: int) -> None:
    assert modifiers_of(foot("a", 20, 20, state=state), FRONT) == {"disordered": -1}
    assert modifiers_of(foot("a", 20, 20), FRONT) == {}


@pytest.mark.rule("brigades.morale.modifier.army-commander")
def test_the_army_commander_adds_one_and_no_other_does() -> None:
    army = commander("g", 20, 20, "army")
    assert modifiers_of(foot("a", 20, 20), FRONT, army) == {"army-commander": 1}
    assert modifiers_of(foot("a", 20, 20), FRONT, commander("g", 20, 20)) == {}


@pytest.mark.rule(
    "brigades.morale.modifier.higher-ground", "brigades.misc.higher-ground.stationary",
    "brigades.misc.higher-ground.enemy-below",
)  # fmt: skip
def test_a_stationary_stand_above_its_enemy_has_one_more() -> None:
    hill = [(1, "100,187 300,187 300,250 100,250")]
    still = foot("a", 20, 20, state=STATIONARY)
    assert modifiers_of(still, FRONT, hills=hill) == {"higher-ground": 1}
    assert modifiers_of(foot("a", 20, 20), FRONT, hills=hill) == {}
    whole = [(1, "100,100 300,100 300,250 100,250")]
    assert modifiers_of(still, FRONT, hills=whole) == {}


@pytest.mark.rule("brigades.misc.higher-ground.enemy-below")
def test_the_enemy_counts_from_where_he_came() -> None:
    whole = [(1, "100,100 300,100 300,250 100,250")]
    # He charged from 20,5, below the hill, and stands on it now.
    found = modifiers_of(foot("a", 20, 20, state=STATIONARY), FRONT, charged="foe", hills=whole)
    assert found == {"higher-ground": 1}


@pytest.mark.rule("brigades.misc.higher-ground.enemy-below")
def test_a_firer_counts_from_where_he_fires() -> None:
    whole = [(1, "100,100 300,100 300,250 100,250")]
    near = guns("foe", 20, 15, 180, side="red")  # on the hill, where he has come from below
    still = foot("a", 20, 20, state=STATIONARY)
    assert modifiers_of(still, near, charged="foe", hills=whole) == {}
    half = [(1, "100,170 300,170 300,250 100,250")]
    assert modifiers_of(still, near, hills=half) == {"higher-ground": 1}


@pytest.mark.rule("brigades.misc.higher-ground.cavalry")
def test_cavalry_has_nothing_of_the_height() -> None:
    hill = [(1, "100,187 300,187 300,250 100,250")]
    assert modifiers_of(horse("a", 20, 20, state=STATIONARY), FRONT, hills=hill) == {}


@pytest.mark.rule("brigades.morale.modifier.building-or-works")
@pytest.mark.parametrize("kind", ["town", "fort", "fortress"])
def test_buildings_and_forts_give_one(kind: str) -> None:
    block = [(kind, "185,185 215,185 215,215 185,215")]
    assert modifiers_of(foot("a", 20, 20), FRONT, areas=block) == {"building-or-works": 1}


@pytest.mark.rule("brigades.morale.modifier.building-or-works")
def test_a_village_gives_one_to_skirmishers_in_it() -> None:
    block = [("village", "185,185 215,185 215,215 185,215")]
    front = foot("foe", 20, 17.7, 180, side="red")
    assert modifiers_of(screen("a", 20, 20), front, areas=block)["building-or-works"] == 1


@pytest.mark.rule("brigades.morale.modifier.building-or-works")
@pytest.mark.parametrize("kind", ["field-works", "hasty-works", "low-wall"])
def test_works_and_walls_give_one(kind: str) -> None:
    works = [(kind, "180,185 220,185")]
    assert modifiers_of(foot("a", 20, 20), FRONT, lines=works) == {"building-or-works": 1}


WORKS = "brigades.rulings.works"


@pytest.mark.rule("brigades.morale.modifier.building-or-works", WORKS)
def test_works_steady_those_who_defend_them_and_not_who_storms_them() -> None:
    works = [("field-works", "180,180 220,180")]
    # The defender a tenth behind the works, the attacker with his front on them, from 20,5.
    a, foe = foot("a", 20, 19.6), foot("foe", 20, 16.5, 180, side="red")
    held = {"building-or-works": 1}
    assert modifiers_of(a, foe, charged="foe", lines=works) == held
    assert modifiers_of(foe, a, charged="foe", lines=works) == {}
    # Who was at the works when the turn began has not come to them by his charge.
    scene = given(a._replace(state=CHARGED), foe, lines=works)
    scene.p.began_x[0], scene.p.began_y[0] = 200, 196
    assert scene.morale().modifiers() == held
    # Two tenths behind is not at the works.
    far, on = foot("a", 20, 19.7), foot("foe", 20, 16.6, 180, side="red")
    assert modifiers_of(far, on, lines=works) == {}


@pytest.mark.rule("brigades.morale.modifier.artillery-vs-cavalry")
@pytest.mark.parametrize("kind", [horse, thin_horse, rider])
def test_guns_meleed_by_cavalry_have_one_less(kind: object) -> None:
    foe = kind("foe", 20, 17 if kind is horse else 17.7, 180, side="red")  # type: ignore[operator]
    assert modifiers_of(guns("a", 20, 20), foe) == {"artillery-vs-cavalry": -1}
    assert modifiers_of(guns("a", 20, 20), FRONT) == {}


@pytest.mark.rule("brigades.morale.modifier.artillery-vs-cavalry.waived")
def test_stationary_and_supported_guns_do_not_mind_cavalry() -> None:
    foe = horse("foe", 20, 17, 180, side="red")
    still = guns("a", 20, 20, state=STATIONARY)
    friend = foot("b", 20, 23)  # touches their rear, faces the same way
    assert modifiers_of(still, foe, friend) == {}
    assert modifiers_of(guns("a", 20, 20), foe, friend) == {"artillery-vs-cavalry": -1}
    assert modifiers_of(still, foe) == {"artillery-vs-cavalry": -1}


@pytest.mark.rule("brigades.morale.modifier.insecure-infantry")
def test_insecure_infantry_meleed_by_cavalry_has_one_less() -> None:
    foe = horse("foe", 20, 17, 180, side="red")
    assert modifiers_of(foot("a", 20, 20), foe) == {"insecure-infantry": -1}
    # Back to back with a friend it is secure.
    assert modifiers_of(foot("a", 20, 20), foe, foot("b", 20, 23, 180)) == {}
    assert modifiers_of(screen("a", 20, 19.3), foe)["insecure-infantry"] == -1


def flank(unit: Spec, **more: object) -> dict[str, int]:
    """The modifiers of a stand at 20,20 with an enemy brigade against its rear."""
    y = 23 if unit.kind == "infantry" else 22.3
    return modifiers_of(unit, foot("foe", 20, y, 0, side="red"), **more)  # type: ignore[arg-type]


@pytest.mark.rule(
    "brigades.morale.modifier.flank-attack.melee", "brigades.rulings.flank.definition"
)
def test_a_melee_in_the_flank_or_rear_costs_one() -> None:
    assert flank(foot("a", 20, 20)) == {"melee": -1}
    side = foot("foe", 23, 20, 270, side="red")
    assert modifiers_of(foot("a", 20, 20), side) == {"melee": -1}
    assert modifiers_of(foot("a", 20, 20), FRONT) == {}


@pytest.mark.rule("brigades.morale.modifier.linear-flank")
def test_linear_infantry_in_the_flank_has_two_less() -> None:
    assert flank(line("a", 20, 20)) == {"linear-flank": -2}
    # Linear cavalry as any other stand: the -2 is for linear infantry.
    assert flank(thin_horse("a", 20, 20)) == {"melee": -1}


@pytest.mark.rule("brigades.morale.modifier.column-flank")
def test_a_column_in_the_flank_has_two_less() -> None:
    side = foot("foe", 23, 20, 270, side="red")
    assert modifiers_of(foot("a", 20, 20, state=COLUMN), side) == {"column-flank": -2}
    assert modifiers_of(foot("a", 20, 20, state=COLUMN), FRONT) == {}


@pytest.mark.rule("brigades.rulings.flank.melee")
def test_the_flank_goes_by_where_the_charger_began() -> None:
    side = foot("foe", 23, 20, 270, side="red")
    # It touches a's right side, but began its move at 20,5, ahead of a's front edge.
    assert modifiers_of(foot("a", 20, 20), side, charged="foe") == {}


@pytest.mark.rule("brigades.morale.modifier.flank-attack.fire", "brigades.rulings.flank.fire")
def test_close_fire_from_the_flank_costs_one() -> None:
    # Guns to the right, 2 in off: their front edge's middle at y 20, or 18.4 with a's front 18.5.
    beside = guns("foe", 25, 20, 270, side="red")
    assert modifiers_of(foot("a", 20, 20), beside) == {"fire": -1}
    ahead = guns("foe", 25, 18.4, 270, side="red")
    assert modifiers_of(foot("a", 20, 20), ahead) == {}


@pytest.mark.rule("brigades.morale.modifier.enemy-flank")
def test_who_strikes_a_flank_has_one_more() -> None:
    rear = foot("foe", 20, 17, 0, side="red")  # its back to a
    assert modifiers_of(foot("a", 20, 20), rear) == {"enemy-flank": 1}


@pytest.mark.rule("brigades.morale.modifier.skirmishers-only")
def test_close_order_against_skirmishers_alone_has_one_more() -> None:
    skirmish = screen("foe", 20, 17.7, 180, side="red")
    assert modifiers_of(foot("a", 20, 20), skirmish) == {"skirmishers-only": 1}
    # A brigade beside them, or no close order: nothing.
    both = foot("other", 23, 18, 180, side="red")
    assert "skirmishers-only" not in modifiers_of(foot("a", 20, 20), skirmish, both)
    small = screen("foe", 20, 18.5, 180, side="red")
    assert modifiers_of(screen("a", 20, 20), small) == {}
    assert modifiers_of(foot("a", 20, 20, state=ROUT), skirmish) == {"disordered": -1}


@pytest.mark.rule("brigades.morale.modifier.artillery-front")
def test_the_front_of_unlimbered_guns_costs_one() -> None:
    assert modifiers_of(foot("a", 20, 20), guns("foe", 20, 17, 180, side="red")) == {
        "artillery-front": -1
    }
    limbered = guns("foe", 20, 17, 180, side="red", state=LIMBERED)
    assert "artillery-front" not in modifiers_of(foot("a", 20, 20), limbered)
    back = guns("foe", 20, 17, 0, side="red")
    assert modifiers_of(foot("a", 20, 20), back) == {"enemy-flank": 1}
    gun = foot("foe", 20, 17, 180, side="red", traits=("dedicated-gun",))
    assert modifiers_of(foot("a", 20, 20), gun) == {}


@pytest.mark.rule(
    "brigades.morale.modifier.heavier-cavalry", "brigades.rulings.attribute.cavalry-weight"
)
def test_cavalry_against_heavier_cavalry_has_one_less() -> None:
    def modifiers(own: str, other: str) -> dict[str, int]:
        foe = horse("foe", 20, 17, 180, side="red", weight=other)
        return modifiers_of(horse("a", 20, 20, weight=own), foe)

    weights = ("light", "medium", "heavy")
    for i, own in enumerate(weights):
        for k, other in enumerate(weights):
            assert modifiers(own, other) == ({"heavier-cavalry": -1} if k > i else {})
    # Infantry does not mind the weight.
    heavy = horse("foe", 20, 17, 180, side="red", weight="heavy")
    assert modifiers_of(foot("a", 20, 20), heavy) == {"insecure-infantry": -1}


@pytest.mark.rule("brigades.rulings.close-fire", "brigades.morale.test.close-range")
@pytest.mark.parametrize(
    ("state", "others", "ground", "tests"),
    [
        (0, (), [], True),
        (RALLIED, (), [], False),  # takes no part in the next combat phase
        (0, (foot("b", 22.3, 15, 270, side="red"),), [], False),  # in melee itself
        (0, (), [("town", "170,130 230,130 230,170 170,170", "wood")], False),  # has no dice
    ],
)
def test_guns_that_cannot_fire_make_nobody_test(
    state: int, others: tuple[Spec, ...], ground: list[tuple[str, ...]], tests: bool
) -> None:
    # Field guns 2.5 in before red's infantry have it in their close range of 4 in.
    foe = foot("foe", 20, 9.5, 180, side="red")
    scene = given(guns("g", 20, 15, state=state), *others, foe, areas=ground)
    assert ("foe" in scene.morale().tests()) == tests


@pytest.mark.rule("brigades.morale.roll.fail", "brigades.rulings.morale.six")
@pytest.mark.parametrize(("rating", "die", "fails"), [(5, 5, False), (5, 6, True), (6, 6, False)])
def test_a_die_above_the_number_fails(rating: int, die: int, fails: bool) -> None:
    scene = given(foot("a", 20, 20, morale=rating), FRONT).morale().roll(die).roll(1)
    assert scene.has("a", YELLOW) is fails


@pytest.mark.rule("brigades.morale.roll.fail")
def test_the_number_is_the_modified_one() -> None:
    # 5 - 1 for disorder: 4 passes, 5 fails, and the disordered rout.
    for die, fails in ((4, False), (5, True)):
        a, foe = foot("a", 20, 10, state=YELLOW), FRONT._replace(y=7)
        scene = given(a, foe).morale().roll(die).roll(1)
        assert scene.has("a", ROUT) is fails


@pytest.mark.rule("brigades.morale.roll.separate")
def test_each_stand_rolls_its_own_die() -> None:
    scene = given(foot("a", 18.5, 20), foot("b", 21.5, 20), FRONT).morale()
    assert scene.tests() == ["a", "b", "foe"]
    assert len(scene.p.check().dice) == 1
    scene.roll(6).roll(5).roll(1)
    assert scene.has("a", YELLOW) and not scene.has("b", YELLOW)


@pytest.mark.rule("brigades.morale.roll.drop")
def test_drops_take_effect_together_at_the_end() -> None:
    scene = given(foot("a", 20, 20), FRONT).morale().roll(6)
    assert not scene.has("a", YELLOW)
    scene.roll(6)
    assert scene.has("a", YELLOW) and scene.has("foe", YELLOW)


@pytest.mark.rule("brigades.morale.roll.drop")
def test_who_has_failed_runs_and_does_not_follow() -> None:
    a = foot("a", 25.5, 20, 270, state=YELLOW)
    scene = given(a, foot("foe", 22.5, 20, 90, side="red", state=YELLOW)).morale().roll(6).roll(6)
    # Both run 16 in, each from the other; nobody is asked to advance.
    assert scene.texts() == []
    assert scene.at("a") == (41.5, 20.0, 90) and scene.at("foe") == (6.5, 20.0, 270)
    assert scene.has("a", ROUT) and scene.has("foe", ROUT)
    assert (scene.lost("a"), scene.lost("foe")) == (1, 1)


@pytest.mark.rule("brigades.morale.roll.drop", "brigades.morale.level.rout.enemy-advance")
def test_all_have_run_before_anybody_follows() -> None:
    places = (("l", 18.4), ("r", 21.6))
    weak = [foot(name, x, 17, side="red", state=YELLOW) for name, x in places]
    scene = given(foot("a", 20, 14, 180), *weak).morale().roll(1).roll(6).roll(6)
    # The question is that of the first, but the second is gone as well.
    assert scene.texts() == ["pass", "advance a", "turn a"]
    assert scene.has("l", ROUT) and scene.has("r", ROUT)
    assert scene.at("l") != (18.4, 17.0, 0) and scene.at("r") != (21.6, 17.0, 0)
    assert scene.play("pass").texts() == ["pass", "advance a", "turn a"]


def failed(state: int, **more: Any) -> Scene:
    """A stand of a level that failed its test."""
    unit = foot("a", 20, 10, state=state, morale=1, **more)
    return given(unit, FRONT._replace(y=7)).morale().roll(6).roll(1)


@pytest.mark.rule("brigades.morale.level.good", "brigades.morale.level.temporary.marker")
def test_good_order_falls_to_temporary_disorder() -> None:
    scene = failed(0)
    assert scene.p.state[0] & ROUT == YELLOW


@pytest.mark.rule("brigades.morale.level.temporary.fail", "brigades.morale.level.rout.marker")
def test_temporary_disorder_falls_to_rout() -> None:
    assert failed(YELLOW).p.state[0] & ROUT == ROUT


@pytest.mark.rule("brigades.morale.level.permanent.fail", "brigades.morale.level.permanent.marker")
def test_permanent_disorder_falls_to_rout() -> None:
    assert failed(RED).p.state[0] & ROUT == ROUT


@pytest.mark.rule("brigades.rulings.attribute.militia", "brigades.morale.level.permanent.fail")
def test_militia_which_always_counts_as_disordered_falls_to_rout() -> None:
    scene = given(foot("a", 20, 15, traits=("militia",)), foot("foe", 20, 12, 180, side="red"))
    scene.push(Begin()).morale()
    assert scene.modifiers() == {"disordered": -1}
    scene.roll(6).roll(1)
    assert scene.has("a", ROUT) and scene.at("a") == (20.0, 31.0, 180)


@pytest.mark.rule("brigades.morale.level.rout.fail", "brigades.morale.level.eliminated")
def test_a_routed_stand_that_fails_is_gone_for_good() -> None:
    scene = failed(ROUT)
    assert scene.p.x[0] == GONE and scene.lost("a") == 5
    scene.p.put(scene.u("blue-army"), 200, 200, 0)
    assert scene.rally().p.x[0] == GONE


@pytest.mark.rule("brigades.morale.level.temporary.contact")
def test_the_disordered_stay_in_contact() -> None:
    scene = given(foot("a", 20, 20, morale=1, state=CHARGED), FRONT).morale().roll(6).roll(1)
    assert scene.has("a", YELLOW) and scene.at("a") == (20.0, 20.0, 0)


@pytest.mark.rule("brigades.morale.level.temporary.asa")
@pytest.mark.parametrize(("state", "back"), [(CHARGED, True), (0, False)])
def test_a_charger_newly_disordered_is_put_back_from_cartridge_weapons(
    state: int, back: bool
) -> None:
    armed = foot("foe", 20, 17, 180, side="red", traits=("asa",))
    scene = given(foot("a", 20, 20, morale=1, state=state), armed).morale().roll(6).roll(1)
    assert scene.has("a", YELLOW)
    between = gap(scene.p.rect(0), scene.p.rect(scene.u("foe")))
    assert 1000 <= between <= 1250 if back else between == 0


@pytest.mark.rule(
    "brigades.morale.level.temporary.marker", "brigades.morale.level.permanent.marker",
    "brigades.morale.level.rout.marker", "brigades.morale.level.good",
)  # fmt: skip
def test_the_markers_on_the_table() -> None:
    def marks(state: int) -> list[str]:
        scene = given(foot("a", 20, 20, state=state), FRONT)
        [own] = [one for one in SYSTEM.placements(View(scene.p, 0)) if one.id == "unit:a"]
        return re.findall(r"\(((?:yellow|red).*?)\)", own.note)

    assert [marks(state) for state in (0, YELLOW, RED, ROUT)] == [
        [], ["yellow"], ["red"], ["yellow and red"],
    ]  # fmt: skip


@pytest.mark.rule("brigades.morale.level.temporary.recover")
def test_temporary_disorder_is_shaken_off() -> None:
    far = foot("foe", 45, 34, 270, side="red")
    scene = given(foot("a", 20, 20, state=YELLOW), far).moves("a").play("recover")
    assert scene.p.state[0] & ROUT == 0


@pytest.mark.rule("brigades.rally.contact")
@pytest.mark.parametrize(("rank", "rallies"), [("army", 1), ("corps", 1), ("division", 0)])
def test_corps_and_army_commanders_rally_those_they_touch(rank: str, rallies: int) -> None:
    scene = given(
        foot("a", 20, 20, state=ROUT), commander("g", 20, 20, rank, corps="first"),
        foot("foe", 45, 34, 270, side="red"),
    )  # fmt: skip
    scene.rally()
    assert scene.has("a", RALLIED) is bool(rallies)


@pytest.mark.rule("brigades.rally.contact")
def test_not_from_afar_and_not_in_the_enemys_turn() -> None:
    def rallied(x: float, side: str) -> bool:
        scene = given(
            foot("a", 20, 20, state=ROUT), commander("g", x, 20, "army"),
            foot("foe", 45, 34, 270, side="red"),
        )  # fmt: skip
        return scene.rally(side).has("a", RALLIED)

    assert rallied(21.6, "blue")
    assert not rallied(21.7, "blue") and not rallied(20, "red")


def rallied() -> Scene:
    """A routed stand that its army commander has rallied."""
    scene = given(
        foot("a", 20, 20, state=ROUT), commander("g", 20, 20, "army"),
        foot("foe", 20, 15.5, 180, side="red"),
    )  # fmt: skip
    return scene.rally()


@pytest.mark.rule(
    "brigades.rally.temporary-removed", "brigades.rally.permanent-kept",
    "brigades.morale.level.rout.rally",
)  # fmt: skip
def test_a_rallied_stand_is_permanently_disordered() -> None:
    assert rallied().p.state[0] & ROUT == RED


@pytest.mark.rule("brigades.rally.facing")
def test_a_rallied_stand_is_turned_at_once() -> None:
    assert rallied().play("facing 225").at("a") == (20.0, 20.0, 225)


@pytest.mark.rule("brigades.rally.no-combat")
def test_a_rallied_stand_rolls_no_dice_in_the_next_combat() -> None:
    scene = rallied()
    scene.play("facing 0").combat()
    # A musket shot from the enemy, it could fire if it had not rallied.
    assert not any("foe" in text for text in scene.texts())
    scene.p.state[0] &= ~RALLIED
    scene.p.stack.clear()
    assert any("foe" in text for text in scene.combat().texts())


@pytest.mark.rule("brigades.morale.level.permanent.rallied-turn")
def test_a_rallied_stand_does_not_move_that_turn() -> None:
    scene = given(
        foot("a", 20, 20, state=RED | RALLIED), foot("b", 23.1, 20, state=0),
        foot("foe", 21.4, 17, 180, side="red", state=YELLOW, morale=1),
    )  # fmt: skip
    # The enemy runs: the one that rallied in this turn neither follows nor turns.
    scene.morale().roll(1).roll(1).roll(6)
    assert scene.texts() == ["pass", "advance b", "turn b"]
    assert "move a" not in scene.play("pass").push(Move(side=0)).texts()
    assert "move b" in scene.texts()


@pytest.mark.rule("brigades.rulings.morale.scale")
def test_ratings_run_from_militia_to_the_old_guard() -> None:
    # 3 fails on 4, 5 and 6; 7 takes a penalty and still cannot fail.
    militia = given(foot("a", 20, 20, morale=3), FRONT).morale().p.check()
    assert militia.odds().fractions() == {"pass": "1/2", "fail": "1/2"}
    guard = given(foot("a", 20, 20, morale=7, state=YELLOW), FRONT).morale().p.check()
    assert guard.odds().fractions() == {"pass": "1/1"}


def test_a_battery_tests_like_any_stand() -> None:
    scene = given(battery("a", 20, 20), foot("foe", 20, 17.7, 180, side="red")).morale()
    assert scene.tests() == ["a", "foe"]
