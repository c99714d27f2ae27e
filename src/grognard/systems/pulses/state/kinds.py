"""The kinds of units and officers, and the other closed lists the rules speak of."""

from __future__ import annotations

from typing import Final

INFANTRY, CAVALRY, ARTILLERY, OFFICER = range(4)
KINDS: Final = (
    "fast-infantry", "slow-infantry", "light-cavalry", "heavy-cavalry", "foot-artillery",
    "horse-artillery", "officers",
)  # fmt: skip
FAST, SLOW, LIGHT, HEAVY, FOOT_GUNS, HORSE_GUNS, OFFICERS = range(7)
ARM_OF: Final = (INFANTRY, INFANTRY, CAVALRY, CAVALRY, ARTILLERY, ARTILLERY, OFFICER)
STATUSES: Final = ("withdraw", "hold", "active", "attack")
WITHDRAW, HOLD, ACTIVE, ATTACK = range(4)
WEIGHTS: Final = ("light", "heavy")  # of guns
WEATHERS: Final = ("clear", "rain", "snow")
SUB, ARMY, WING = range(3)
RANKS: Final = ("sub", "army", "wing")
