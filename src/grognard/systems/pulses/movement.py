"""The movement segment: which unit moves, how far, and its movement die with an enemy near."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from grognard.boards.table.lattice import INCH, TENTH
from grognard.engine.check import Check, CheckKind, Situation, facts_of, tick
from grognard.engine.dice import D6
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Then
from grognard.systems.pulses.moving.distances import enemy_within
from grognard.systems.pulses.moving.leg import Leg
from grognard.systems.pulses.officers import (
    commanders,
    help_in_words,
    may_help,
    ride_price,
    use_help,
)
from grognard.systems.pulses.state.battle import COMMAND_DIE, DONE, KEEP, SUB_HELP
from grognard.systems.pulses.state.kinds import ARTILLERY, FOOT_GUNS, KINDS, OFFICER
from grognard.systems.pulses.state.position import FIRED, MOVED, MOVEMENT, PHASE, PulsesPosition
from grognard.systems.pulses.status import (
    ATTACKING,
    AWAY,
    FREELY,
    IF_ABLE,
    NO_NEARER,
    NOT_AT_ALL,
    RELOCATING,
    TURNING,
    bound,
    manner,
)
from grognard.systems.tabletop.asking import OwnDecision, UnitRoll
from grognard.systems.tabletop.dice import FACES
from grognard.systems.tabletop.measure import inches

Again = Annotated[int, Within(0, 9)]  # how often a die was thrown again
MOST_NAMED: Final = 3  # units that must move, told by name


class MovementRules:
    """Bases and movement allowances by kind, and the 6-inch rule."""

    def __init__(self, book: Rulebook) -> None:
        foot, horse, guns = (
            _base(book.ints("pulses.rulings.bases", arm)) for arm in ("foot", "horse", "guns")
        )
        self.bases = [foot, foot, horse, horse, guns, guns, (0, 0)]
        self.move = [book.int(f"pulses.move.{kind}", "inches") * INCH for kind in KINDS]
        # What is added to the movement die; officers throw none.
        self.base_part = [book.int(f"pulses.move.{kind}", "near") * INCH for kind in KINDS[:-1]]
        self.six_inch = book.int("pulses.rulings.six-inch-start", "inches") * INCH
        self.face_back = book.int("pulses.move.six-inch.one", "face")
        self.face_attack = book.int("pulses.move.six-inch.six", "face")
        self.end_of_move = book.int("pulses.rulings.end-of-move", "thousandths")
        self.fired_parts = book.int("pulses.move.foot-artillery-fired", "parts")
        self.die = MoveKind(self.face_back, self.face_attack)


def _base(tenths: list[int]) -> tuple[int, int]:
    width, depth = tenths
    return width * TENTH, depth * TENTH


class MoveFacts(NamedTuple):
    """Who throws a movement die."""

    withdraws: Annotated[int, tick("It withdraws", "Unit")] = 0
    guns: Annotated[int, tick("It is artillery", "Unit")] = 0


class MoveKind(CheckKind):
    """The movement die of a unit with an enemy near: inches besides the base part."""

    name = "movement"
    title = "Movement die"
    counted = ("inch more", "inches more")
    facts = facts_of(MoveFacts)
    weighed = False

    def __init__(self, back: int, attack: int) -> None:
        super().__init__()
        self.back = f"{back}: no nearer to the enemy"
        self.attack = f"{attack}: must attack if it can"

    def build(self, situation: Situation) -> Check:
        facts = MoveFacts(*situation)
        target = self.back if facts.guns else f"{self.back}; {self.attack}"
        if facts.withdraws:  # pulses.rulings.withdrawal-die
            target = "it withdraws, whatever the die shows"
        labels = tuple(str(face) for face in range(1, FACES + 1))
        return Check(self, situation, (D6,), (), target, labels, list(range(FACES)))


def allowance(p: PulsesPosition, u: int, how: int, die: int = 0) -> int:
    """How far a unit may move in all, in mils; `die` is its movement die, 0 without one."""
    rules = p.battle.rules
    kind = p.battle.kind[u]
    if how == RELOCATING:
        return rules.status.relocation
    # A movement point is an inch: pulses.rulings.movement-point
    move = rules.movement.base_part[kind] + die * INCH if die else rules.movement.move[kind]
    if kind == FOOT_GUNS and p.state[u] & FIRED:
        return move // rules.movement.fired_parts
    return move


def rolls(p: PulsesPosition, u: int, how: int) -> bool:
    """Whether a unit throws a movement die: an enemy is near when its move begins."""
    if p.battle.arm[u] == OFFICER or how in (TURNING, RELOCATING):
        return False
    return enemy_within(p, u, p.battle.rules.movement.six_inch)


# -- the movement segment ------------------------------------------------------------------------


class MovementSegment(Then[PulsesPosition]):
    """The movement segment of a side."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        p.clock[PHASE] = MOVEMENT
        p.stack.append(Move(side=self.side))


def may_move(p: PulsesPosition, u: int) -> bool:
    if p.x[u] < 0 or p.state[u] & MOVED or manner(p, u) == NOT_AT_ALL:
        return False
    return ride_price(p, u) <= p.pool[p.battle.side[u]]


class Move(Decision[PulsesPosition]):
    """Which unit of the phasing side moves next."""

    keyed = ((DONE,),)

    side: Side

    def options(self, p: PulsesPosition) -> list[int]:
        """Any unit that may move, or done if nobody must."""
        battle = p.battle
        units = [u for u in range(battle.count) if battle.side[u] == self.side and may_move(p, u)]
        must = any(u < battle.stands and bound(p, u) for u in units)
        found = [battle.unit_at + u for u in units]
        return found if must else [DONE, *found]

    def apply(self, p: PulsesPosition, action: int) -> None:
        if action == DONE:
            return
        u = action - p.battle.unit_at
        p.state[u] |= MOVED
        p.stack.append(self)
        how = manner(p, u)
        if rolls(p, u, how):
            p.stack.append(MoveRoll(unit=u))
        else:
            start(p, u, how)

    def prompt(self, p: PulsesPosition) -> str:
        options = p.options()
        if DONE in options:
            return "Which unit moves?"
        units = (action - p.battle.unit_at for action in options)
        names = [p.name(u) for u in units if u < p.battle.stands and bound(p, u)]
        return f"Which unit moves? {obliged(names)}, before you are done."

    def waiting(self, p: PulsesPosition) -> str:
        return "Waiting for moves."

    def says(self, p: PulsesPosition, action: int) -> str:
        return "done: no more moves" if action == DONE else ""

    def phrase(self, p: PulsesPosition, action: int) -> str:
        return "done" if action == DONE else f"move {p.battle.nouns.name(action)}"


def obliged(names: list[str]) -> str:
    """Whose status makes them move; of more than three the first two by name.

    >>> obliged(["10th Light"]), obliged(["10th Light", "3rd Line"])
    ('By its status 10th Light has to', 'By their status 10th Light and 3rd Line have to')
    >>> obliged(["10th Light", "3rd Line", "57th Line", "72nd Line"])
    'By their status 10th Light, 3rd Line and 2 more have to'
    """
    if len(names) == 1:
        return f"By its status {clause(names[0], 'has')} to"
    *told, last = names if len(names) <= MOST_NAMED else [*names[:2], f"{len(names) - 2} more"]
    return f"By their status {', '.join(told)} and {last} have to"


BIDDEN: Final = {NO_NEARER: "may not go nearer to the enemy", IF_ABLE: "must attack if it can"}


def bidden_by(p: PulsesPosition, u: int, how: int, die: int) -> int:
    """How a unit moves that would move so, by its movement die."""
    rules = p.battle.rules.movement
    # Who withdraws does so whatever the die shows: pulses.rulings.withdrawal-die
    if how in (FREELY, ATTACKING) and die == rules.face_back:
        return NO_NEARER
    if how == FREELY and die == rules.face_attack and p.battle.arm[u] != ARTILLERY:
        return IF_ABLE
    return how


def start(p: PulsesPosition, u: int, how: int, die: int = 0) -> None:
    """Begin a unit's move; `die` is its movement die, 0 without one."""
    bidden = bidden_by(p, u, how, die)
    if bidden != how:
        p.say(u, BIDDEN[bidden])
    p.stack.append(Leg.first(p, u, bidden, allowance(p, u, how, die)))


class MoveRoll(UnitRoll[PulsesPosition]):
    """The movement die of a unit with an enemy near."""

    again: Again = 0

    def check(self, p: PulsesPosition) -> Check:
        guns = p.battle.arm[self.unit] == ARTILLERY
        withdraws = manner(p, self.unit) == AWAY
        return p.battle.rules.movement.die.check(MoveFacts(int(withdraws), int(guns)))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        p.stack.append(MoveAgain(unit=self.unit, again=self.again, die=outcome + 1))


class MoveAgain(OwnDecision[PulsesPosition]):
    """Whether a movement die is thrown again."""

    asks = "{unit} threw a {die} for a move of {far}: keep the die, or throw again?"
    waits = "Waiting for the movement die of {unit}."
    keyed = (KEEP,), (SUB_HELP,), (COMMAND_DIE,)

    again: Again
    die: Annotated[int, Within(1, FACES)]

    def options(self, p: PulsesPosition) -> list[int]:
        rules = p.battle.rules.officers
        u = self.unit
        found = [KEEP]
        if self.again >= rules.movement_rerolls:  # pulses.rulings.one-reroll
            return found
        if may_help(p, u):  # pulses.subcommander.reroll-movement
            found.append(SUB_HELP)
        paid = p.pool[self.actor(p)] >= rules.movement_price
        if paid and commanders(p, p.battle.force[u]):  # pulses.commander.reroll-movement
            found.append(COMMAND_DIE)
        return found

    def apply(self, p: PulsesPosition, action: int) -> None:
        u = self.unit
        if action == KEEP:
            start(p, u, manner(p, u), self.die)
            return
        if action == SUB_HELP:
            use_help(p, u, "throws its movement die again")
        else:
            why = clause(p.name(u), "throws its movement die again")
            p.spend(self.actor(p), p.battle.rules.officers.movement_price, why)
        p.stack.append(MoveRoll(unit=u, again=self.again + 1))

    def phrase(self, p: PulsesPosition, action: int) -> str:
        return help_in_words(p, self.unit, action, p.battle.rules.officers.movement_price)

    def words(self, p: PulsesPosition) -> dict[str, str]:
        how = manner(p, self.unit)
        far = f"{inches(allowance(p, self.unit, how, self.die))} in"
        if (bidden := bidden_by(p, self.unit, how, self.die)) != how:
            far += f", and {BIDDEN[bidden]}"
        return {**super().words(p), "die": str(self.die), "far": far}
