"""Kinds of pieces, their orders and marks, the entries of the clock, and what may be answered."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.engine.numbers import MaybeOf, Of, Within

NONE: Final = -1

# What numbers in steps count, beside those of the engine.
Hex = Annotated[int, Of("hex")]
MaybeHex = Annotated[int, MaybeOf("hex")]
CommandIndex = Annotated[int, Of("command")]
Distance = Annotated[int, Within(0, 12)]  # of a retreat, in hexes
MOST_STEPS: Final = 30
Steps = Annotated[int, Within(0, MOST_STEPS)]

# -- pieces ------------------------------------------------------------------------------------

ARMS: Final = (
    "infantry",
    "heavy-cavalry",
    "light-cavalry",
    "foot-artillery",
    "horse-artillery",
    "garrison",
    "leader",
)
INFANTRY, HEAVY_CAVALRY, LIGHT_CAVALRY, FOOT_ARTILLERY, HORSE_ARTILLERY, GARRISON, LEADER = range(7)

# The columns of the terrain chart, and the one each arm moves by.
COLUMNS: Final = ("infantry", "cavalry", "artillery", "leader")
FOOT, HORSE, GUNS, OFFICER = range(4)
KIND_OF_ARM: Final = (FOOT, HORSE, HORSE, GUNS, GUNS, FOOT, OFFICER)

ARMIES: Final = ("french", "anglo-allied", "prussian")
ARMY_TITLES: Final = ("French", "Allied", "Prussian")  # as battles call their sides
NATIONS: Final = (
    "french",
    "british",
    "dutch-belgian",
    "nassau",
    "brunswick",
    "hanoverian",
    "prussian",
)
LEVELS: Final = ("overall", "corps", "division")
OVERALL, CORPS, DIVISION = range(3)

# Stars of a unit: shock.rulings.elite-stars
ELITE, CRACK_ELITE = 1, 2

MOST_COMMANDS: Final = 20

# -- their state -------------------------------------------------------------------------------

# Order of a unit.
GOOD, D1, D2, ROUTED = range(4)

# In place of a hex: not yet arrived, or gone for good.
WAITING: Final = -1
GONE: Final = -2

# Flags of a piece.
SQUARE: Final = 1
BLOWN: Final = 2
ENGAGED: Final = 4
MOVED: Final = 8  # moved this turn
MOVED_LAST: Final = 16  # moved last turn
FIRED: Final = 32  # fired in its own side's activation this turn
DONE: Final = 64  # has done all it may in this activation
ACTIVE: Final = 128  # belongs to the present activation
CHARGING: Final = 256  # its declared attack is a charge
REACTED: Final = 512  # has used its reaction fire in this enemy activation
MARCHED: Final = 1024  # made a strategic move: neither fires nor shocks
ACTIVATED: Final = 2048  # was activated this turn
OUT: Final = 4096  # was found out of command when its command was activated
ATTACKED: Final = 8192  # has attacked by shock in this activation
COUNTER: Final = 16384  # countercharges in the present shock
PURSUED: Final = 32768  # has pursued once after this charge
DOWNHILL: Final = 65536  # attacked down a steep slope: a check follows
SHORT: Final = 131072  # its charge began next to its target
GAVE_WAY: Final = 262144  # retreated in the present shock
USED: Final = 524288  # has used its movement in this activation
LINED: Final = 1048576  # has extended or retracted its line this turn
ASSAULTED: Final = 2097152  # was attacked by shock in this activation
SPENT: Final = 4194304  # has pursued for the last time: it will be blown
SCREENS: Final = 8388608  # stays where it is in this activation, to screen guns
DRIVEN: Final = 16777216  # has gone back by the result it is suffering, or paid for it
ALL_FLAGS: Final = 2 * DRIVEN - 1
TURN_FLAGS: Final = ALL_FLAGS & ~(SQUARE | BLOWN | ENGAGED | MOVED_LAST | DOWNHILL | GAVE_WAY)
FIGHT_FLAGS: Final = COUNTER | DOWNHILL | GAVE_WAY | CHARGING | SHORT | DRIVEN  # of one shock

# Entries of the clock.
TURN, PHASE, COMMAND, ACTIVATION, STAGE, INITIATIVE, GIVEN_UP, CHARGED = range(8)
CLOCK: Final = 8

# Phases of a turn.
PHASES: Final = (
    "leader movement",
    "reinforcements",
    "commands for the draw",
    "operations",
    "orders",
    "out of command",
    "end of turn",
)
LEADERS, ARRIVALS, POOL, OPERATIONS, NO_DRAW, OUT_OF_COMMAND, END = range(7)

# A command during a turn.
IDLE, POOLED, ACTED, TRIED = range(4)

# Who has the initiative: side 0, side 1, or nobody.
TIE: Final = 2

# Kinds of activation: drawn, by orders, out of command; and its stages, in their order.
FULL, LIMITED, OUTSIDE = range(3)
LINE, RALLIES, WITHDRAWALS, FIRES, MOVES, CHARGES, SHOCKS = range(7)

# -- answers -----------------------------------------------------------------------------------

VERBS: Final = (
    "done",
    "stand",
    "hold",
    "nobody",
    "square",
    "check",
    "retreat",
    "press",
    "recall",
)
DONE_VERB, STAND, HOLD, NOBODY, SQUARE_VERB, CHECK_VERB, RETREAT_VERB, PRESS, RECALL = range(9)

ORDERS: Final = (
    "extend",
    "retract",
    "rally",
    "rout",
    "withdraw",
    "fire",
    "battery",
    "leave",
    "move",
    "march",
    "rush",
    "charge",
    "shock",
)
EXTEND, RETRACT, RALLY, ROUT, WITHDRAW, FIRE, BATTERY = range(7)
LEAVE, MOVE, MARCH, RUSH, CHARGE, SHOCK = range(7, 13)
