"""Army morale: an army at its break point checks whether it fights on."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.numbers import Side
from grognard.engine.step import Roll, Then
from grognard.systems.pulses.state.position import FAILED, TURN, PulsesPosition
from grognard.systems.tabletop.position import GONE


def losses(p: PulsesPosition, side: int) -> int:
    """The lost units of a side that count: infantry and cavalry."""
    battle = p.battle
    counted = battle.rules.loss_arms
    return sum(p.x[u] == GONE and counted[battle.arm[u]] for u in battle.stands_of[side])


def beyond(p: PulsesPosition, side: int) -> int:
    """How many units a side has lost beyond its break point; negative before it."""
    return losses(p, side) - p.battle.breaks[side]


def nobody_left(p: PulsesPosition, side: int) -> bool:
    """Whether a side has lost all its infantry and cavalry, those to come included."""
    battle = p.battle
    counted = battle.rules.loss_arms
    return 0 < sum(counted[battle.arm[u]] for u in battle.stands_of[side]) == losses(p, side)


def fail(p: PulsesPosition, side: int) -> None:
    """An army is beaten."""
    p.clock[FAILED] |= 1 << side
    p.tell(f"The {p.battle.titles[side]} army is beaten.")


class MoralePhase(Then[PulsesPosition]):
    """The checks at the end of a turn."""

    def run(self, p: PulsesPosition) -> None:
        """Each army at or over its break point; one that has nobody left does not roll."""
        rules = p.battle.rules
        for side in (1, 0):
            if rules.nobody_left_fails and nobody_left(p, side):
                fail(p, side)
            elif beyond(p, side) >= rules.morale_more:
                p.stack.append(MoraleRoll(side=side))


class MoraleRoll(Roll[PulsesPosition]):
    """The check of an army."""

    side: Side

    def check(self, p: PulsesPosition) -> Check:
        """By turn and losses."""
        situation = (p.clock[TURN], max(0, beyond(p, self.side)))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """A beaten army loses."""
        if outcome and p.battle.rules.failing_loses:
            fail(p, self.side)
        else:
            p.tell(f"The {p.battle.titles[self.side]} army fights on.")
