"""The numbers of this system by name: arms, states of a block, the clock, verbs and orders."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.engine.numbers import MaybeOf, Of, Within

INFANTRY, CAVALRY, ARTILLERY, DISRUPTED_INFANTRY = range(4)
ARMS: Final = ("infantry", "cavalry", "artillery")
STRONGEST: Final = 3  # strength points a block can have

# Where a block is that stands on no spot of the map.
ON_DISPLAY: Final = -1
GONE: Final = -2

EMPTY: Final = -1  # the unit of a block that is none

# States of a block, known to everybody.
UP: Final = 1  # lies face-up
RANGING: Final = 2
DISRUPTED: Final = 4
MOVED: Final = 8  # had its field command this turn
BOMBARDED: Final = 16
VICTOR: Final = 32  # took part in an assault that won its locale this turn
LEADS: Final = 64  # leads the present fight
SUPPORTS: Final = 128  # supports the present fight
JOINS: Final = 256  # takes part in the present fight
TURN_STATES: Final = MOVED | BOMBARDED | VICTOR
FIGHT_STATES: Final = LEADS | SUPPORTS | JOINS
EVERY_STATE: Final = UP | RANGING | DISRUPTED | TURN_STATES | FIGHT_STATES

# Entries of the clock.
TURN, SIDE, PHASE, FIELD_LEFT, STAFF_LEFT, EXTRA, CARDS_0, CARDS_1 = range(8)
CLOCK: Final = 8

PREPARATION, FIELD, STAFF, ADMINISTRATION = range(4)
PHASES: Final = ("preparation", "field commands", "staff commands", "administration")

VERBS: Final = ("done", "go", "stay", "secure", "withdraw", "retreat", "defend")
DONE, GO, STAY, SECURE, WITHDRAW, RETREAT, DEFEND = range(7)

ORDERS: Final = (
    "advance", "assault", "bombard", "charge", "maneuver",
    "cavalry-march", "field-march", "local-march", "road-march",
)  # fmt: skip
ADVANCE, ASSAULT, BOMBARD, CHARGE, MANEUVER = range(5)
CAVALRY_MARCH, FIELD_MARCH, LOCAL_MARCH, ROAD_MARCH = range(5, 9)
# Orders aimed at an approach, across which the enemy stands.
ATTACKS: Final = (ADVANCE, ASSAULT, BOMBARD, CHARGE, MANEUVER)

STAFF_ORDERS: Final = ("merge", "split-in-two", "split-in-three", "rally", "mobilize")
MERGE, SPLIT_IN_TWO, SPLIT_IN_THREE, RALLY, MOBILIZE = range(5)

# What the fields of steps count.
Block = Annotated[int, Of("block")]
MaybeBlock = Annotated[int, MaybeOf("block")]
Locale = Annotated[int, Of("locale")]
Approach = Annotated[int, Of("approach")]
MaybeApproach = Annotated[int, MaybeOf("approach")]
Spot = Annotated[int, Of("spot")]
MaybeSpot = Annotated[int, MaybeOf("spot")]
Order = Annotated[int, Within(0, len(ORDERS) - 1)]
PhaseNumber = Annotated[int, Within(0, len(PHASES) - 1)]
