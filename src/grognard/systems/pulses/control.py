"""Control tests: command dice are given out, and every force learns its status."""

from __future__ import annotations

from grognard.boards.table.rect import within
from grognard.engine.check import Check
from grognard.engine.numbers import Side
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.pulses.checks import ControlFacts
from grognard.systems.pulses.officers import gifts, lapel_grabber
from grognard.systems.pulses.state.battle import (
    CHOOSE_HOLD,
    LAPELS,
    LAPELS_ATTACK,
    PICK,
    RELEASE,
    RESERVE,
    TEST,
    TEST_ONE,
    TEST_TWO,
)
from grognard.systems.pulses.state.kinds import HOLD, STATUSES
from grognard.systems.pulses.state.position import (
    CONTROL,
    PHASE,
    SEGMENT_STATES,
    PulsesPosition,
)


def enemy_near(p: PulsesPosition, force: int, mils: int) -> bool:
    """Whether an enemy unit is no further than a distance from any unit of a force."""
    foes = [p.rect(v) for v in p.stands_on(1 - p.battle.forces[force].side)]
    return any(within(p.rect(u), b, mils) for u in p.units_in(force) for b in foes)


def control_facts(p: PulsesPosition, force: int, extra: int) -> ControlFacts:
    """What a force's test depends on."""
    near = enemy_near(p, force, p.battle.rules.near_enemy)
    return ControlFacts(p.rating[p.battle.sub(force)], extra, int(not near))


class ControlSegment(Then[PulsesPosition]):
    """The control segment of a side: each of its forces in order."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        """Ask for every force on the table."""
        p.clock[PHASE] = CONTROL
        p.state = [state & ~SEGMENT_STATES for state in p.state]
        forces = [f for f in p.battle.forces_of[self.side] if p.units_in(f)]
        p.stack += [Control(side=self.side, force=f) for f in reversed(forces)]


class Control(Decision[PulsesPosition]):
    """How a force gets its status: by a test, by choice, or from a commander."""

    side: Side
    force: int

    def options(self, p: PulsesPosition) -> list[int]:
        """The test with as many dice as can be given, hold, lapels; a reserve may be released."""
        rules = p.battle.rules
        if p.reserve[self.force]:
            return [RESERVE, RELEASE] if p.pool[self.side] >= rules.reserve_price else [RESERVE]
        found = [TEST, TEST_ONE, TEST_TWO][: len(gifts(p, self.force))]
        if not enemy_near(p, self.force, rules.hold_clear):
            found.append(CHOOSE_HOLD)
        if lapel_grabber(p, self.force) >= 0:
            found += [LAPELS + status for status in sorted(rules.lapels)]
        return found

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Pay, and test or set the status."""
        force = self.force
        if action == RESERVE:
            p.status[force] = HOLD
        elif action == RELEASE:
            p.spend(self.side, p.battle.rules.reserve_price)
            p.reserve[force] = 0
            p.stack.append(self)
        elif action == CHOOSE_HOLD:
            set_status(p, force, HOLD, "by choice")
        elif LAPELS <= action <= LAPELS_ATTACK:
            grabber = lapel_grabber(p, force)
            p.used[grabber] += 1
            set_status(p, force, action - LAPELS, f"by order of {p.name(grabber)}")
        else:
            extra = action - TEST
            p.spend(self.side, gifts(p, force)[extra])
            p.stack.append(ControlRoll(extra=extra, force=force))

    def default(self, p: PulsesPosition) -> int:
        """The plain test."""
        return p.options()[0]

    def prompt(self, p: PulsesPosition) -> str:
        """How?"""
        name = p.battle.forces[self.force].name
        if p.reserve[self.force]:
            return f"{name} is in reserve: release it for a command die ({p.pool[self.side]} left)?"
        return f"Control of {name}: how many command dice ({p.pool[self.side]} left)?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting for the control test of {p.battle.forces[self.force].name}."

    def phrase(self, p: PulsesPosition, action: int) -> str:
        """With the price of command dice."""
        text: str = p.battle.nouns.name(action)
        if action in (TEST_ONE, TEST_TWO):
            price = gifts(p, self.force)[action - TEST]
            return f"{text} ({price} from the pool)"
        return text

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """The force."""
        return about_force(p, self.force)


def about_force(p: PulsesPosition, force: int) -> tuple[str, ...]:
    """A force's sub-commander and units."""
    return tuple(p.uid(u) for u in [p.battle.sub(force), *p.units_in(force)])


def set_status(p: PulsesPosition, force: int, status: int, how: str) -> None:
    """Give a force its status for the coming segments."""
    p.status[force] = status
    if p.ear is not None:
        name = p.battle.forces[force].name
        p.tell(f"{name}: {STATUSES[status]}, {how}.", *about_force(p, force))


class ControlRoll(Roll[PulsesPosition]):
    """The dice of a control test."""

    extra: int
    force: int

    def roller(self, p: PulsesPosition) -> int:
        """The force's side."""
        return p.battle.forces[self.force].side

    def check(self, p: PulsesPosition) -> Check:
        """Two dice and those that were given."""
        return p.battle.rules.control_kind.check(control_facts(p, self.force, self.extra))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Pick two."""
        p.stack.append(Pick(side=self.roller(p), extra=self.extra, force=self.force, throw=outcome))

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """The force."""
        return about_force(p, self.force)


class Pick(Decision[PulsesPosition]):
    """Which two dice a player keeps: told by the status they give."""

    side: Side
    extra: int
    force: int
    throw: int

    def options(self, p: PulsesPosition) -> list[int]:
        """Every status that two of the dice give."""
        kind = p.battle.rules.control_kind
        facts = control_facts(p, self.force, self.extra)
        return [PICK + status for status in kind.statuses(facts, self.throw)]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """The force has its status."""
        faces = p.battle.rules.control_kind.throws((0, self.extra, 0))[self.throw]
        set_status(p, self.force, action - PICK, f"dice {'-'.join(map(str, faces))}")

    def default(self, p: PulsesPosition) -> int:
        """The best two."""
        return p.options()[-1]

    def prompt(self, p: PulsesPosition) -> str:
        """Which?"""
        faces = p.battle.rules.control_kind.throws((0, self.extra, 0))[self.throw]
        shown = ", ".join(map(str, faces))
        return f"{p.battle.forces[self.force].name} threw {shown}: keep two dice for which status?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting for the dice picked for {p.battle.forces[self.force].name}."

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """The force."""
        return about_force(p, self.force)
