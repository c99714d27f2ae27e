"""Control tests: command dice are given out, and every force learns its status."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Final, NamedTuple

from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import within
from grognard.engine.check import Check, CheckKind, Modifier, Situation, choice, facts_of, number
from grognard.engine.dist import Dist
from grognard.engine.numbers import Of, Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.pulses.initiative import each_throw, throws_of
from grognard.systems.pulses.officers import apart2, commanders, lapel_grabber
from grognard.systems.pulses.state.battle import CHOOSE_HOLD, LAPELS, PICK, RELEASE, RESERVE, TEST
from grognard.systems.pulses.state.kinds import HOLD, STATUSES
from grognard.systems.pulses.state.position import (
    CONTROL,
    PHASE,
    SEGMENT_STATES,
    PulsesPosition,
    command_dice,
)
from grognard.systems.tabletop.dice import FACES, thrown

Force = Annotated[int, Of("force")]
Extra = Annotated[int, Within(0, 2)]  # command dice given for a test
NEAR, FAR = range(2)
# The rows of the table: with an enemy near, and without.
ROWS: Final = (
    ("pulses.control.near.withdraw", "pulses.control.far.hold-low"),
    ("pulses.control.near.hold", "pulses.control.far.hold"),
    ("pulses.control.near.active", "pulses.control.far.active"),
    ("pulses.control.near.attack", "pulses.control.far.active-high"),
)


class ControlRules:
    """Command dice by distance, and how near an enemy matters."""

    def __init__(self, book: Rulebook) -> None:
        within = "pulses.control.cd.within-20", "pulses.control.cd.within-40"
        self.gift_reaches = [book.int(id_, "inches") * INCH for id_ in within]
        # How many dice a commander gives and what each costs, by these distances and beyond.
        ids = (*within, "pulses.control.cd.beyond-40")
        self.gifts = [(book.int(id_, "cds"), book.int(id_, "price")) for id_ in ids]
        self.hold_clear = book.int("pulses.control.choose-hold", "inches") * INCH
        self.near_enemy = book.int("pulses.control.column", "inches") * INCH
        self.reserve_price = book.int("pulses.rulings.reserve", "cds")
        self.test = ControlKind(book)


class ControlFacts(NamedTuple):
    """What a control test depends on; `enemy` is NEAR or FAR."""

    modifier: Annotated[int, number("Control modifier of the sub-commander", "Officer", -9, 4)] = 0
    extra_dice: Annotated[int, number("Command dice he was given", "Officer", 0, 2)] = 0
    enemy: Annotated[int, choice("The nearest enemy", "Force", ("near", "far"))] = NEAR


class ControlKind(CheckKind):
    """A control test: dice are thrown, two are picked; the odds keep the best two."""

    name = "control"
    title = "Control test"
    facts = facts_of(ControlFacts)

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.dice = book.int("pulses.control.dice", "dice")
        self.most = [book.int(near, "most") for near, _ in ROWS[:-1]]
        self.columns = [
            [STATUSES.index(book.word(id_, "status")) for id_ in column]
            for column in zip(*ROWS, strict=True)
        ]

    def throw(self, extra: int, outcome: int) -> tuple[int, ...]:
        return throws_of(self.dice + extra).faces[outcome]

    def status(self, facts: ControlFacts, kept: int) -> int:
        """The status with two dice kept that show so much."""
        total = kept + facts.modifier  # pulses.control.modifier
        row = sum(total > most for most in self.most)
        return self.columns[facts.enemy][row]

    def statuses(self, facts: ControlFacts, outcome: int) -> list[int]:
        """Every status the player may pick from a throw."""
        # pulses.control.pick-two
        pairs = combinations(self.throw(facts.extra_dice, outcome), 2)
        return sorted({self.status(facts, sum(pair)) for pair in pairs})

    def build(self, situation: Situation) -> Check:
        facts = ControlFacts(*situation)
        line = Modifier("pulses.control.modifier", "Control modifier", facts.modifier)
        modifiers = (line,) if facts.modifier else ()
        dice = self.dice + facts.extra_dice
        return each_throw(self, situation, dice, modifiers, f"{dice} dice, two are kept")

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        facts = ControlFacts(*situation)
        return STATUSES[self.status(facts, sum(self.throw(facts.extra_dice, outcome)[-2:]))]

    def staged(self, situation: Situation) -> Dist[str]:
        facts = ControlFacts(*situation)
        kept = Dist(best_two(self.dice + facts.extra_dice))
        return kept.map(lambda total: STATUSES[self.status(facts, total)]).reduced()


def best_two(dice: int) -> dict[int, int]:
    """How many throws of some dice show so much on the two highest together.

    >>> best_two(2)[7], best_two(3)[12], sum(best_two(4).values())
    (6, 16, 1296)
    """
    found: dict[int, int] = {}
    for low in range(1, FACES + 1):
        for high in range(low, FACES + 1):
            if high == low:
                others = dice * (low - 1) ** (dice - 1)  # only one die shows the highest
                ways = low**dice - (low - 1) ** dice - others
            else:
                ways = dice * (low ** (dice - 1) - (low - 1) ** (dice - 1))
            found[low + high] = found.get(low + high, 0) + ways
    return found


# -- what a test depends on ----------------------------------------------------------------------


def enemy_near(p: PulsesPosition, force: int, mils: int) -> bool:
    """Whether an enemy unit is no further than a distance from any unit of a force."""
    foes = [p.rect(v) for v in p.stands_on(1 - p.battle.forces[force].side)]
    return any(within(p.rect(u), b, mils) for u in p.units_in(force) for b in foes)


def control_facts(p: PulsesPosition, force: int, extra: int) -> ControlFacts:
    near = enemy_near(p, force, p.battle.rules.control.near_enemy)
    return ControlFacts(p.rating[p.battle.sub(force)], extra, NEAR if near else FAR)


def gifts(p: PulsesPosition, force: int) -> list[int]:
    """What 0, 1, … command dice for a test cost, as far as the nearest commander can pay."""
    rules = p.battle.rules.control
    sub = p.battle.sub(force)
    here = commanders(p, force)  # pulses.commander.issue-cds
    if not here or p.x[sub] < 0:
        return [0]
    way = min(apart2(p, u, sub) for u in here)
    most, price = rules.gifts[sum(way > reach * reach for reach in rules.gift_reaches)]
    pool = p.pool[p.battle.forces[force].side]
    return [n * price for n in range(most + 1) if n * price <= pool]


# -- the control segment -------------------------------------------------------------------------


class ControlSegment(Then[PulsesPosition]):
    """The control segment of a side: each of its forces on the table, in any order."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        p.clock[PHASE] = CONTROL
        p.state = [state & ~SEGMENT_STATES for state in p.state]
        forces = [f for f in p.battle.forces_of[self.side] if p.units_in(f)]
        p.stack += [NextForce(side=self.side, forces=tuple(forces))] if forces else []


class NextForce(Decision[PulsesPosition]):
    """Which force learns its status next: the player sees one test before the dice of another."""

    side: Side
    forces: tuple[Force, ...]  # still to come, in their order

    def options(self, p: PulsesPosition) -> list[int]:
        return [p.battle.unit_at + p.battle.sub(force) for force in self.forces]

    def apply(self, p: PulsesPosition, action: int) -> None:
        chosen = p.battle.force[action - p.battle.unit_at]
        left = tuple(force for force in self.forces if force != chosen)
        if left:
            p.stack.append(self.but(forces=left))
        p.stack.append(Control(side=self.side, force=chosen))

    def prompt(self, p: PulsesPosition) -> str:
        return f"Control of which force next ({command_dice(p.pool[self.side])} left)?"

    def waiting(self, p: PulsesPosition) -> str:
        return "Waiting for the next control test."

    def phrase(self, p: PulsesPosition, action: int) -> str:
        return f"control {p.battle.nouns.name(action)}"

    def doers(self, p: PulsesPosition, action: int) -> tuple[str, ...]:
        """The commander and each unit: a force is chosen by any of its pieces."""
        force = p.battle.force[action - p.battle.unit_at]
        pieces = dict.fromkeys((self.target(p, action), *map(p.uid, p.units_in(force))))
        return tuple(pieces)


class Control(Decision[PulsesPosition]):
    """How a force gets its status: by a test, by choice, or from a commander."""

    side: Side
    force: Force

    def keys(self, p: PulsesPosition) -> tuple[tuple[int, ...], ...]:
        if p.reserve[self.force]:
            return (RESERVE,), (RELEASE,)
        return tuple((verb,) for verb in range(TEST, LAPELS + len(STATUSES)))

    def options(self, p: PulsesPosition) -> list[int]:
        """The test with as many dice as can be given, hold, lapels; a reserve may be released."""
        rules = p.battle.rules.control
        if p.reserve[self.force]:
            return [RESERVE, RELEASE] if p.pool[self.side] >= rules.reserve_price else [RESERVE]
        found = [TEST + extra for extra in range(len(gifts(p, self.force)))]
        if not enemy_near(p, self.force, rules.hold_clear):
            found.append(CHOOSE_HOLD)
        if lapel_grabber(p, self.force) >= 0:  # pulses.control.lapels
            found += range(LAPELS, LAPELS + len(STATUSES))
        return found

    def apply(self, p: PulsesPosition, action: int) -> None:
        force = self.force
        if action == RESERVE:
            set_status(p, force, HOLD, "in reserve")
        elif action == RELEASE:
            why = f"{p.battle.forces[force].name} is released from reserve"
            p.spend(self.side, p.battle.rules.control.reserve_price, why)
            p.reserve[force] = 0
            p.stack.append(self)
        elif action == CHOOSE_HOLD:
            set_status(p, force, HOLD, "by choice")
        elif LAPELS <= action < LAPELS + len(STATUSES):
            grabber = lapel_grabber(p, force)
            p.used[grabber] += 1
            set_status(p, force, action - LAPELS, f"by order of {p.name(grabber)}")
        else:
            extra = action - TEST
            price, name = gifts(p, force)[extra], p.battle.forces[force].name
            p.spend(self.side, price, f"{name} tests with {thrown(extra)} more")
            p.stack.append(ControlRoll(force=force, extra=extra))

    def prompt(self, p: PulsesPosition) -> str:
        name = p.battle.forces[self.force].name
        if p.reserve[self.force]:
            return f"{name} is in reserve: release it for a command die ({p.pool[self.side]} left)?"
        return f"Control of {name}: how many command dice ({p.pool[self.side]} left)?"

    def waiting(self, p: PulsesPosition) -> str:
        return f"Waiting for the control test of {p.battle.forces[self.force].name}."

    def phrase(self, p: PulsesPosition, action: int) -> str:
        text: str = p.battle.nouns.name(action)
        if TEST < action < CHOOSE_HOLD:
            price = gifts(p, self.force)[action - TEST]
            return f"{text} ({price} from the pool)"
        if LAPELS <= action < LAPELS + len(STATUSES):
            return f"{text} ({p.name(lapel_grabber(p, self.force))} orders it)"
        return text

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        return about_force(p, self.force)


class ControlRoll(Roll[PulsesPosition]):
    """The dice of a control test."""

    force: Force
    extra: Extra

    def roller(self, p: PulsesPosition) -> int:
        return p.battle.forces[self.force].side

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.control.test.check(control_facts(p, self.force, self.extra))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        p.stack.append(Pick(side=self.roller(p), force=self.force, extra=self.extra, throw=outcome))

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        return about_force(p, self.force)


class Pick(Decision[PulsesPosition]):
    """Which two dice of a throw a player keeps: told by the status they give."""

    keyed = tuple((PICK + status,) for status in range(len(STATUSES)))

    side: Side
    force: Force
    extra: Extra
    throw: Annotated[int, Within(0, 125)]

    def options(self, p: PulsesPosition) -> list[int]:
        kind = p.battle.rules.control.test
        facts = control_facts(p, self.force, self.extra)
        return [PICK + status for status in kind.statuses(facts, self.throw)]

    def apply(self, p: PulsesPosition, action: int) -> None:
        set_status(p, self.force, action - PICK, "by a control test")

    def default(self, p: PulsesPosition) -> int:
        return p.options()[-1]

    def prompt(self, p: PulsesPosition) -> str:
        faces = p.battle.rules.control.test.throw(self.extra, self.throw)
        name, shown = p.battle.forces[self.force].name, ", ".join(map(str, faces))
        return f"{name} threw {shown}: keep two dice for which status?"

    def waiting(self, p: PulsesPosition) -> str:
        return f"Waiting for the dice picked for {p.battle.forces[self.force].name}."

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        return about_force(p, self.force)


def about_force(p: PulsesPosition, force: int) -> tuple[str, ...]:
    return tuple(p.uid(u) for u in [p.battle.sub(force), *p.units_in(force)])


def set_status(p: PulsesPosition, force: int, status: int, how: str) -> None:
    """Give a force its status for the coming segments."""
    p.status[force] = status
    if p.ear is not None:
        name = p.battle.forces[force].name
        p.tell(f"{name}: {STATUSES[status]}, {how}.", *about_force(p, force))
