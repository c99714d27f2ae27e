"""The numbers of this system by name: arms, states of a block, the clock, verbs and orders."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.engine.numbers import Of, Within

INFANTRY, CAVALRY, ARTILLERY, DISRUPTED_INFANTRY = range(4)
ARMS: Final = ("infantry", "cavalry", "artillery")
STRONGEST: Final = 3  # strength points a block can have

# Where a block is that stands on no spot of the map.
ON_DISPLAY: Final = -1
GONE: Final = -2

EMPTY: Final = -1  # the unit of a block that is none


class State:
    """States of a block, as bits, known to everybody."""

    UP: Final = 1  # lies face-up
    RANGING: Final = 2
    DISRUPTED: Final = 4
    MOVED: Final = 8  # had its field command this turn
    BOMBARDED: Final = 16
    VICTOR: Final = 32  # took part in an assault that won its locale this turn
    LEADS: Final = 64  # leads the present fight
    SUPPORTS: Final = 128  # supports the present fight
    JOINS: Final = 256  # takes part in the present fight
    OF_THE_TURN: Final = MOVED | BOMBARDED | VICTOR
    OF_A_FIGHT: Final = LEADS | SUPPORTS | JOINS
    EVERY: Final = UP | RANGING | DISRUPTED | OF_THE_TURN | OF_A_FIGHT


class Clock:
    """Entries of the clock; CARDS is that of side 0, the next that of side 1."""

    TURN, SIDE, PHASE, FIELD_LEFT, STAFF_LEFT, EXTRA, CARDS = range(7)
    SIZE: Final = 8


PREPARATION, FIELD, STAFF, ADMINISTRATION = range(4)
PHASES: Final = ("preparation", "field commands", "staff commands", "administration")

VERBS: Final = ("done", "go", "stay", "secure", "withdraw", "retreat", "defend")


class Verb:
    """Answers that name nothing, in the order of their words."""

    DONE, GO, STAY, SECURE, WITHDRAW, RETREAT, DEFEND = range(7)


ORDERS: Final = (
    "advance", "assault", "bombard", "charge", "maneuver",
    "cavalry-march", "field-march", "local-march", "road-march",
)  # fmt: skip


class Order:
    """Field commands, in the order of their words."""

    ADVANCE, ASSAULT, BOMBARD, CHARGE, MANEUVER = range(5)
    CAVALRY_MARCH, FIELD_MARCH, LOCAL_MARCH, ROAD_MARCH = range(5, 9)


# Orders aimed at an approach, across which the enemy stands.
ATTACKS: Final = range(5)

STAFF_ORDERS: Final = ("merge", "split-in-two", "split-in-three", "rally", "mobilize")


class StaffCommand:
    """Staff commands, in the order of their words."""

    MERGE, SPLIT_IN_TWO, SPLIT_IN_THREE, RALLY, MOBILIZE = range(5)


# What the fields of steps count.
Block = Annotated[int, Of("block")]
Locale = Annotated[int, Of("locale")]
Approach = Annotated[int, Of("approach")]
Spot = Annotated[int, Of("spot")]
OrderNumber = Annotated[int, Within(0, len(ORDERS) - 1)]
PhaseNumber = Annotated[int, Within(0, len(PHASES) - 1)]
