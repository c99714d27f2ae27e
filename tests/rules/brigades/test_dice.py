"""The dice table: how many dice each kind of stand rolls, and which faces hit."""

import pytest

from grognard.systems.brigades import SYSTEM

FIRE_CELLS = [
    # Row of the table, dice moving and stationary, least face that hits.
    ("linear-infantry", 2, 4, 6),
    ("infantry-brigade", 2, 4, 6),
    ("infantry-skirmisher", 1, 1, 6),
    ("cavalry-brigade", 0, 0, 6),
    ("linear-cavalry", 0, 0, 6),
    ("firearm-cavalry", 1, 1, 6),
    ("cavalry-skirmisher", 0, 0, 6),
    ("artillery-battalion", 1, 2, 6),
    ("artillery-battery", 1, 1, 6),
]
MELEE_CELLS = [
    ("linear-infantry", 3, 5, 6),
    ("infantry-brigade", 4, 6, 6),
    ("infantry-skirmisher", 1, 1, 6),
    ("cavalry-brigade", 2, 2, 6),
    ("linear-cavalry", 2, 2, 6),
    ("firearm-cavalry", 2, 2, 6),
    ("cavalry-skirmisher", 2, 2, 6),
    ("artillery-battalion", 1, 2, 4),
    ("artillery-battery", 1, 1, 6),
]
PLAIN_ROWS = (
    "brigades.dice.linear-infantry", "brigades.dice.infantry-brigade",
    "brigades.dice.infantry-skirmisher", "brigades.dice.cavalry-brigade",
    "brigades.dice.linear-cavalry", "brigades.dice.firearm-cavalry",
    "brigades.dice.cavalry-skirmisher", "brigades.dice.artillery-battery",
    "brigades.rulings.strength.dice-constant",
)  # fmt: skip
TO_HIT = "brigades.dice.artillery-battalion."


def rolled(check: str, row: str, variant: str = "sheet", **facts: object) -> tuple[int, int]:
    """How many dice are rolled, and the least face that hits (7 where there are none)."""
    kind = SYSTEM.checks(variant)[check]
    named = {key.replace("_", "-"): value for key, value in facts.items()}
    found = kind.check(kind.read({"row": row, **named}))
    count = len(found.dice)
    rest = (1,) * (count - 1)
    least = [face for face in range(1, 7) if count and found.outcome((face, *rest))]
    return count, min(least, default=7)


def expected(count: int, least: int) -> tuple[int, int]:
    return count, least if count else 7


@pytest.mark.rule(*PLAIN_ROWS, TO_HIT + "long")
@pytest.mark.parametrize(("row", "moving", "still", "least"), FIRE_CELLS)
def test_fire(row: str, moving: int, still: int, least: int) -> None:
    assert rolled("fire", row) == expected(moving, least)
    assert rolled("fire", row, stationary=True) == expected(still, least)


@pytest.mark.rule(*PLAIN_ROWS, TO_HIT + "melee")
@pytest.mark.parametrize(("row", "moving", "still", "least"), MELEE_CELLS)
def test_melee(row: str, moving: int, still: int, least: int) -> None:
    assert rolled("melee", row) == (moving, least)
    assert rolled("melee", row, stationary=True) == (still, least)


@pytest.mark.rule("brigades.dice.cavalry-brigade", "brigades.dice.cavalry-skirmisher")
def test_restored_cavalry() -> None:
    assert rolled("melee", "cavalry-brigade", "restored") == (4, 6)
    assert rolled("melee", "cavalry-skirmisher", "restored") == (1, 6)
    assert rolled("melee", "linear-cavalry", "restored") == (2, 6)


@pytest.mark.rule(
    "brigades.dice.linear-infantry.poor-musketry", "brigades.dice.infantry-brigade.poor-musketry"
)
@pytest.mark.parametrize("row", ["linear-infantry", "infantry-brigade"])
def test_poor_musketry_costs_a_die_of_stationary_fire_only(row: str) -> None:
    assert rolled("fire", row, poor=True, stationary=True) == (3, 6)
    assert rolled("fire", row, poor=True) == (2, 6)


@pytest.mark.rule("brigades.dice.infantry-skirmisher.sharpshooter")
def test_sharpshooters_hit_on_five() -> None:
    assert rolled("fire", "infantry-skirmisher", sharpshooter=True) == (1, 5)
    assert rolled("melee", "infantry-skirmisher", sharpshooter=True) == (1, 5)
    assert rolled("fire", "infantry-brigade", sharpshooter=True) == (2, 6)


@pytest.mark.rule(TO_HIT + "close")
def test_a_battalion_at_close_range() -> None:
    assert rolled("fire", "artillery-battalion", close=True) == (1, 4)
    assert rolled("fire", "artillery-battalion", close=True, stationary=True) == (2, 4)


@pytest.mark.rule("brigades.dice.artillery-battery")
def test_a_battery_hits_on_six_at_any_range() -> None:
    assert rolled("fire", "artillery-battery", close=True) == (1, 6)


@pytest.mark.rule("brigades.dice.very-light-guns")
def test_very_light_guns_hit_on_five_when_close() -> None:
    battalion = "artillery-battalion"
    assert rolled("fire", battalion, close=True, very_light=True) == (1, 5)
    assert rolled("fire", battalion, very_light=True) == (1, 6)


@pytest.mark.rule("brigades.dice.dedicated-gun")
@pytest.mark.parametrize(
    ("row", "fire", "melee"),
    [
        ("linear-infantry", 3, 4),
        ("infantry-brigade", 3, 5),
        ("cavalry-brigade", 1, 3),
        ("firearm-cavalry", 2, 3),
    ],
)
def test_a_dedicated_gun_adds_a_die(row: str, fire: int, melee: int) -> None:
    assert rolled("fire", row, gun=True)[0] == fire
    assert rolled("melee", row, gun=True)[0] == melee


@pytest.mark.rule("brigades.rulings.open.dedicated-gun-range")
def test_beyond_musket_range_the_gun_fires_alone() -> None:
    assert rolled("fire", "infantry-brigade", gun=True, gun_alone=True, stationary=True) == (1, 6)


@pytest.mark.rule("brigades.dice.reinforcing-skirmisher")
def test_each_reinforcing_skirmisher_adds_a_die() -> None:
    assert rolled("fire", "infantry-brigade", reinforcing=1) == (3, 6)
    assert rolled("fire", "infantry-brigade", reinforcing=2, stationary=True) == (6, 6)
    assert rolled("melee", "cavalry-brigade", reinforcing=1) == (3, 6)
    # The rows of linear and firearm stands have no star.
    assert rolled("fire", "linear-infantry", reinforcing=1) == (2, 6)
    assert rolled("melee", "linear-cavalry", reinforcing=1) == (2, 6)
    assert rolled("melee", "firearm-cavalry", reinforcing=1) == (2, 6)


@pytest.mark.rule("brigades.rulings.attribute.shock.effect")
def test_shock_hits_on_five() -> None:
    assert rolled("melee", "cavalry-brigade", shock=True) == (2, 5)
    assert rolled("melee", "infantry-brigade", shock=True, stationary=True) == (6, 5)


@pytest.mark.rule("brigades.terrain.town.combat.quarter-dice")
def test_a_quarter_of_the_dice_rounded_up_through_each_side_of_a_block() -> None:
    # 6 dice: 2 through each of three sides, none is left for the fourth; 4 dice: 1 each.
    melee = [rolled("melee", "infantry-brigade", stationary=True, side=n)[0] for n in range(5)]
    assert melee == [6, 2, 2, 2, 0]
    fire = [rolled("fire", "infantry-brigade", stationary=True, side=n)[0] for n in range(5)]
    assert fire == [4, 1, 1, 1, 1]
    assert rolled("fire", "infantry-brigade", side=1)[0] == 1


@pytest.mark.rule("brigades.rulings.saves.number", "brigades.rulings.saves.one-per-hit")
def test_a_save_is_a_four_or_more_for_each_hit() -> None:
    kind = SYSTEM.checks()["save"]
    one = kind.check((1,))
    assert [one.outcome((face,)) for face in range(1, 7)] == [1, 1, 1, 0, 0, 0]
    assert kind.check((3,)).outcome((3, 4, 1)) == 2


@pytest.mark.rule("brigades.misc.army-commander-killed")
def test_an_army_commander_falls_on_a_six() -> None:
    assert list(SYSTEM.checks()["army-commander"].check(()).table) == [0, 0, 0, 0, 0, 1]


@pytest.mark.rule("brigades.terrain.buildings.wood.catch-fire")
def test_wooden_buildings_catch_fire_on_a_six() -> None:
    assert list(SYSTEM.checks()["catch-fire"].check(()).table) == [0, 0, 0, 0, 0, 1]


@pytest.mark.rule(
    "brigades.terrain.buildings.wood.out.village", "brigades.terrain.buildings.wood.out.town"
)
def test_a_village_goes_out_sooner_than_a_town() -> None:
    kind = SYSTEM.checks()["fire-out"]
    assert list(kind.check(kind.read({"town": False})).table) == [0, 0, 0, 0, 1, 1]
    assert list(kind.check(kind.read({"town": True})).table) == [0, 0, 0, 0, 0, 1]


MARSH = "brigades.terrain.marsh.movement.roll"


@pytest.mark.rule(MARSH, MARSH + ".artillery", MARSH + ".same-spot")
def test_the_marsh_roll() -> None:
    kind = SYSTEM.checks()["marsh"]

    def table(**facts: int) -> list[int]:
        return list(kind.check(kind.read(facts)).table)

    assert table() == [0, 0, 1, 1, 2, 2]
    assert table(artillery=True) == [0, 1, 1, 2, 2, 2]
    assert table(before=1) == [0, 1, 1, 2, 2, 2]
    assert table(artillery=True, before=2) == [1, 2, 2, 2, 2, 2]
