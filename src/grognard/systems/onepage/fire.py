"""Fire: hits are casualties; a defender answers at close range before losses are counted."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.boards.table.lattice import INCH
from grognard.engine.check import Check, CheckKind, Situation, choice, facts_of, tick
from grognard.engine.event import EventKind
from grognard.engine.numbers import Within
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.dice import FIGHTERS, MOST_DICE, DiceRules
from grognard.systems.onepage.field import fire_distance, foes_touching
from grognard.systems.onepage.morale import can_fire
from grognard.systems.onepage.state.kinds import ARTILLERY, WEAPONS
from grognard.systems.onepage.state.position import OnepagePosition
from grognard.systems.tabletop.asking import StrikeRoll
from grognard.systems.tabletop.dice import HITS, thrown, volley


class FireRules:
    """Ranges, and the roll."""

    def __init__(self, book: Rulebook, dice: DiceRules) -> None:
        self.ranges = [(0, 0)]  # close and long, by weapon
        for weapon in WEAPONS[1:]:
            id_ = f"onepage.range.{weapon}"
            self.ranges.append((book.int(id_, "close") * INCH, book.int(id_, "long") * INCH))
        self.close = max(close for close, _ in self.ranges)
        self.kind = FireKind(dice)


class FireFacts(NamedTuple):
    arm: Annotated[int, choice("Arm of the firer", "Firer", FIGHTERS)]
    stationary: Annotated[int, tick("Stationary", "Firer")] = 0
    close: Annotated[int, tick("At close range", "Range")] = 0


class FireKind(CheckKind):
    """Fire of one unit at another: its outcome is the number of hits."""

    name = "fire"
    shows = EventKind.FIRE
    title = "Fire"
    counted = HITS
    facts = facts_of(FireFacts)

    def __init__(self, dice: DiceRules) -> None:
        super().__init__()
        self.dice = dice

    def build(self, situation: Situation) -> Check:
        """So many dice, each hitting on the number of its range."""
        s = FireFacts(*situation)
        count = self.dice.fire(s.arm, s.stationary)
        guns = s.arm == ARTILLERY and s.close
        # onepage.rulings.open.terrain: cover counts in morale tests only.
        least = self.dice.hit_guns_close if guns else self.dice.hit
        target = f"{thrown(count)}, hits on {least} or more"
        return volley(self, situation, count, least, target)


def at_close_range(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether a unit fires at another from close range."""
    close = p.battle.rules.fire.ranges[p.battle.weapon[u]][0]
    return bool(close) and 0 <= fire_distance(p, u, v) <= close


def answers(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether the target of a fire fires back."""
    # onepage.combat.counter.close onepage.combat.counter.not-long
    if not at_close_range(p, u, v):
        return False
    # onepage.rulings.counter-fire
    return can_fire(p, v) and not foes_touching(p, v) and fire_distance(p, v, u) >= 0


def fire_check(p: OnepagePosition, u: int, v: int) -> Check:
    """The throw of a unit that fires at another."""
    facts = FireFacts(p.battle.arm[u], int(p.stationary(u)), int(at_close_range(p, u, v)))
    return p.battle.rules.fire.kind.check(facts)


class Fire(StrikeRoll[OnepagePosition]):
    """A unit of the attacker fires."""

    def check(self, p: OnepagePosition) -> Check:
        return fire_check(p, self.unit, self.target)

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        if answers(p, self.unit, self.target):
            p.stack.append(Answer(unit=self.unit, target=self.target, hits=outcome))
        else:
            strike(p, self.unit, self.target, outcome)


class CounterRoll(StrikeRoll[OnepagePosition]):
    """The target strikes or fires back; `hits` are those it has taken and does not feel yet."""

    abstract = True

    hits: Annotated[int, Within(0, MOST_DICE)]

    def roller(self, p: OnepagePosition) -> int:
        return p.battle.side[self.target]

    def about(self, p: OnepagePosition) -> tuple[str, ...]:
        return (p.uid(self.target), p.uid(self.unit))


class Answer(CounterRoll):
    """The target fires back."""

    def check(self, p: OnepagePosition) -> Check:
        return fire_check(p, self.target, self.unit)

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        strike(p, self.unit, self.target, self.hits)
        strike(p, self.target, self.unit, outcome)


def strike(p: OnepagePosition, u: int, v: int, hits: int) -> None:
    """The hits of one unit on another become casualties."""
    # onepage.rulings.absent: nobody saves.
    p.hurt(v, hits * p.battle.rules.combat.casualties_per_hit, f"fire of {p.name(u)}")
