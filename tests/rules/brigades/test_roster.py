"""What the sheet and the rulings say of stands as such: order, strength, scale, weapons."""

import pytest

from grognard.engine.errors import FileError
from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.state.kinds import (
    BATTALION,
    BATTERY,
    FOOT_SCREEN,
    HORSE_SCREEN,
    LINEAR_FOOT,
    MASSED_FOOT,
    MASSED_HORSE,
)
from grognard.systems.brigades.state.position import COLUMN, LIMBERED, ROUT
from tests.rules.brigades.given import Spec, foot, given, guns, horse, line, rider, screen


def card(unit: Spec) -> dict[str, str]:
    """What is known of a stand."""
    scene = given(unit)
    return dict(SYSTEM.card(View(scene.p, 0), f"unit:{unit.id}"))


@pytest.mark.rule("brigades.misc.scale.strength")
def test_a_strength_point_is_500_men_or_6_guns() -> None:
    assert card(foot("a", 20, 20, strength=4))["Strength"] == "4 of 4 (about 2000 men)"
    assert card(guns("a", 20, 20, strength=2))["Strength"] == "2 of 2 (12 guns)"


@pytest.mark.rule("brigades.misc.scale.ground")
def test_an_inch_is_100_yards() -> None:
    assert card(foot("a", 20, 20))["Move"] == "16 in (1600 yards)"


@pytest.mark.rule("brigades.misc.references")
def test_circled_numbers_carry_no_rule() -> None:
    circled = {chr(code) for code in (*range(0x2460, 0x2474), *range(0x3251, 0x3260))}
    for rule in SYSTEM.rulebook().rules.values():
        assert not circled & set(rule.says + rule.label + rule.note), rule.id


@pytest.mark.rule("brigades.range.asa", "brigades.rulings.attribute.asa")
def test_only_a_roster_grants_cartridge_weapons() -> None:
    for name in SYSTEM.battles():
        battle = SYSTEM.battle(name)
        assert not any("asa" in unit for unit in battle.source["battle"].split("traits"))
    # A disordered stand may not charge one that has them.
    foe = foot("foe", 20, 12, facing=180, side="red", traits=("asa",))
    assert "charge foe" not in given(foot("a", 20, 20, state=1), foe).moves("a").names()
    plain = foot("foe", 20, 12, facing=180, side="red")
    assert "charge foe" in given(foot("a", 20, 20, state=1), plain).moves("a").names()


@pytest.mark.rule("brigades.rulings.order.states")
@pytest.mark.parametrize(
    ("unit", "close"),
    [
        (foot("a", 20, 20), True),
        (line("a", 20, 20), True),
        (horse("a", 20, 20), True),
        (foot("a", 20, 20, state=COLUMN), False),
        (foot("a", 20, 20, state=ROUT), False),
        (screen("a", 20, 20), False),
        (rider("a", 20, 20), False),
        (guns("a", 20, 20), False),
    ],
)
def test_close_order_is_brigades_not_routed_nor_in_column(unit: Spec, close: bool) -> None:
    scene = given(unit)
    assert scene.p.close_order(scene.u("a")) == close


@pytest.mark.rule("brigades.rulings.strength.usual", "brigades.rulings.skirmisher.origin")
@pytest.mark.parametrize("name", ["casteggio", "quatre-bras", "auerstedt", "leuthen"])
def test_the_battles_keep_to_the_usual_strengths(name: str) -> None:
    usual = {
        LINEAR_FOOT: (1, 3), BATTALION: (2, 2), BATTERY: (1, 1), FOOT_SCREEN: (1, 1),
        HORSE_SCREEN: (1, 1), MASSED_HORSE: (1, 3), MASSED_FOOT: (3, 6),
    }  # fmt: skip
    for unit in SYSTEM.own(SYSTEM.battle(name)).units:
        if unit.kind in usual:
            low, high = usual[unit.kind]
            assert low <= unit.strength <= high, unit.id


@pytest.mark.rule("brigades.rulings.road.closed-ground", "brigades.terrain.swamp.movement.brigades")
def test_a_battle_begins_in_a_swamp_only_on_its_road_in_column_or_limbered() -> None:
    swamp = [("swamp", "100,100 300,100 300,300 100,300")]
    road = [("road", "200,50 200,350")]
    for unit in (foot("a", 20, 20), horse("a", 20, 20), guns("a", 20, 20)):
        with pytest.raises(
            FileError, match=r"A stands at 20\.0,20\.0 in the swamp, which is closed"
        ):
            given(unit, areas=swamp, lines=road)
    for unit in (foot("a", 20, 20, state=COLUMN), guns("a", 20, 20, state=LIMBERED)):
        given(unit, areas=swamp, lines=road)
        with pytest.raises(FileError, match="in the swamp"):
            given(unit._replace(x=25.0), areas=swamp, lines=road)
    given(screen("a", 25, 20), areas=swamp)
