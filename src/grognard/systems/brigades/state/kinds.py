"""What stands are: the columns of the sheet's tables, the kinds of a roster, their marks."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.engine.numbers import Of, Within

# What numbers of steps count.
Stand = Annotated[int, Of("stand")]
Division = Annotated[int, Of("division")]
Marsh = Annotated[int, Of("marsh")]
Building = Annotated[int, Of("building")]
Hits = Annotated[int, Within(0, 999)]
Count = Annotated[int, Within(0, 99)]

DEGREES: Final = 5  # of a step of facing

# Arms: the columns of the terrain table.
FOOT, HORSE, GUNS, FOOT_SKIRMISHER, HORSE_SKIRMISHER, COMMANDER = range(6)
ARMS: Final = (
    "infantry-brigade", "cavalry-brigade", "artillery", "infantry-skirmisher",
    "cavalry-skirmisher", "commander",
)  # fmt: skip
SKIRMISHERS: Final = (FOOT_SKIRMISHER, HORSE_SKIRMISHER)
CAVALRY: Final = (HORSE, HORSE_SKIRMISHER)
INFANTRY: Final = (FOOT, FOOT_SKIRMISHER)
BRIGADES: Final = (FOOT, HORSE)

# Kinds of a battle file.
KINDS: Final = (
    "infantry", "linear-infantry", "cavalry", "linear-cavalry", "artillery-battalion",
    "artillery-battery", "infantry-skirmisher", "cavalry-skirmisher", "commander",
)  # fmt: skip
(
    MASSED_FOOT, LINEAR_FOOT, MASSED_HORSE, LINEAR_HORSE, BATTALION, BATTERY, FOOT_SCREEN,
    HORSE_SCREEN, LEADER,
) = range(9)  # fmt: skip
# Linear stands are brigades: brigades.rulings.open.brigade-word.
ARM_OF: Final = (
    FOOT, FOOT, HORSE, HORSE, GUNS, GUNS, FOOT_SKIRMISHER, HORSE_SKIRMISHER, COMMANDER,
)  # fmt: skip

# Weights of cavalry.
WEIGHTS: Final = ("light", "medium", "heavy")
LIGHT, MEDIUM, HEAVY = range(3)

# What stands shoot with: the rows of the range table.
WEAPONS: Final = ("none", "smoothbore", "very-light", "light", "field", "heavy", "siege")
NO_WEAPON, SMOOTHBORE, VERY_LIGHT, LIGHT_GUNS, FIELD_GUNS, HEAVY_GUNS, SIEGE_GUNS = range(7)
CALIBRES: Final = WEAPONS[VERY_LIGHT:]

# Marks a roster may give a stand.
TRAITS: Final = (
    "slow", "poor-musketry", "shock", "no-shock", "lancers", "elite", "sharpshooter",
    "firearm", "dedicated-gun", "asa", "ppa", "poorly-trained", "militia", "horse",
)  # fmt: skip
(
    SLOW, POOR_MUSKETRY, SHOCK, NO_SHOCK, LANCERS, ELITE, SHARPSHOOTER, FIREARM, DEDICATED_GUN,
    ASA, PPA, POORLY_TRAINED, MILITIA, HORSE_GUNS,
) = (1 << i for i in range(14))  # fmt: skip
RANKS: Final = ("army", "corps", "division")
ARMY, CORPS, DIVISION = range(3)

# Rows of the dice table.
ROWS: Final = (
    "linear-infantry", "infantry-brigade", "infantry-skirmisher", "cavalry-brigade",
    "linear-cavalry", "firearm-cavalry", "cavalry-skirmisher", "artillery-battalion",
    "artillery-battery",
)  # fmt: skip
(
    LINEAR_ROW, BRIGADE_ROW, SCREEN_ROW, CAVALRY_ROW, LINEAR_CAVALRY_ROW, FIREARM_ROW,
    HORSE_SCREEN_ROW, BATTALION_ROW, BATTERY_ROW,
) = range(9)  # fmt: skip
ROW_OF: Final = (
    BRIGADE_ROW, LINEAR_ROW, CAVALRY_ROW, LINEAR_CAVALRY_ROW, BATTALION_ROW, BATTERY_ROW,
    SCREEN_ROW, HORSE_SCREEN_ROW,
)  # fmt: skip
