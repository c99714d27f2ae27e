"""Fire: hits are casualties; a defender answers at close range before losses are counted."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.numbers import Unit
from grognard.engine.step import Roll
from grognard.systems.onepage.checks import FireFacts
from grognard.systems.onepage.field import fire_distance, foes_touching
from grognard.systems.onepage.morale import can_fire
from grognard.systems.onepage.position import OnepagePosition
from grognard.systems.tabletop.asking import StrikeRoll


def at_close_range(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether a unit fires at another from close range."""
    close = p.battle.rules.ranges[p.battle.weapon[u]][0]
    return bool(close) and 0 <= fire_distance(p, u, v) <= close


def answers(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether the target of a fire fires back."""
    rules = p.battle.rules
    close = at_close_range(p, u, v)
    if not (rules.counter_close if close else rules.counter_long):
        return False
    if not can_fire(p, v) or foes_touching(p, v):
        return False
    return not rules.counter_needs_reach or fire_distance(p, v, u) >= 0


def fire_check(p: OnepagePosition, u: int, v: int) -> Check:
    """The throw of a unit that fires at another."""
    facts = FireFacts(p.battle.arm[u], int(p.stationary(u)), int(at_close_range(p, u, v)))
    return p.battle.rules.fire_kind.check(facts)


class Fire(StrikeRoll[OnepagePosition]):
    """A unit of the attacker fires."""

    def check(self, p: OnepagePosition) -> Check:
        """Dice by arm and state, hits by range."""
        return fire_check(p, self.unit, self.target)

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        """Casualties, after the answer where there is one."""
        if answers(p, self.unit, self.target):
            p.stack.append(Answer(unit=self.unit, hits=outcome, target=self.target))
        else:
            strike(p, self.unit, self.target, outcome)


class Answer(Roll[OnepagePosition]):
    """The target fires back; `hits` are those it has taken and does not feel yet."""

    unit: Unit
    hits: int
    target: Unit

    def roller(self, p: OnepagePosition) -> int:
        """The side of the one that answers."""
        return p.battle.side[self.target]

    def check(self, p: OnepagePosition) -> Check:
        """As any fire."""
        return fire_check(p, self.target, self.unit)

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        """Both count their casualties."""
        strike(p, self.unit, self.target, self.hits)
        strike(p, self.target, self.unit, outcome)

    def about(self, p: OnepagePosition) -> tuple[str, ...]:
        """Both units."""
        return (p.uid(self.target), p.uid(self.unit))


def strike(p: OnepagePosition, u: int, v: int, hits: int) -> None:
    """The hits of one unit on another become casualties."""
    p.hurt(v, hits * p.battle.rules.casualties_per_hit, f"fire of {p.name(u)}")
