"""Melee: both strike, the unit with more hits falls back disordered, the winner may follow."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import on_table, overlap, rect
from grognard.boards.table.slide import Swept
from grognard.engine.check import Check, CheckKind, Situation, choice, facts_of, number, tick
from grognard.engine.dist import Dist
from grognard.engine.event import EventKind
from grognard.engine.grammar import clause, how_many
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.command import ride_off
from grognard.systems.onepage.dice import FIGHTERS, MOST_DICE, DiceRules
from grognard.systems.onepage.field import foes_touching, touches
from grognard.systems.onepage.fire import CounterRoll
from grognard.systems.onepage.rout import fall_back
from grognard.systems.onepage.state.battle import STAY, TAKE
from grognard.systems.onepage.state.kinds import ARTILLERY, CAVALRY
from grognard.systems.onepage.state.position import (
    DISORDERED,
    LIMBERED,
    ROUTED,
    STATIONARY,
    OnepagePosition,
)
from grognard.systems.onepage.terrain import Toll, closed_at, parted, toll, trample
from grognard.systems.tabletop.asking import OwnDecision, StrikeRoll
from grognard.systems.tabletop.dice import HITS, thrown, volley
from grognard.systems.tabletop.dice import winner as who_won
from grognard.systems.tabletop.position import Across, Down
from grognard.systems.tabletop.turn import SIDE

FIRM = 1  # no marsh is sounded for ground that is taken


class MeleeRules:
    """How far the loser goes, and the two throws."""

    def __init__(self, book: Rulebook, dice: DiceRules) -> None:
        self.loser_parts = book.int("onepage.combat.loser.retreat", "parts")
        self.tie_parts = book.int("onepage.rulings.melee-tie", "parts")
        self.counter = CounterKind(dice)
        self.kind = MeleeKind(dice, self.counter)


class CounterFacts(NamedTuple):
    """The second throw of a melee: hits the defender has taken, and who strikes back."""

    hits: Annotated[int, number("Hits of the attacker", "Attacker", 0, MOST_DICE)]
    arm: Annotated[int, choice("Arm of the defender", "Defender", FIGHTERS)]
    stationary: Annotated[int, tick("Stationary", "Defender")] = 0


class CounterKind(CheckKind):
    """The defender strikes back; the odds tell who has won the melee."""

    name = "counter"
    title = "Melee: the defender strikes back"
    counted = HITS
    facts = facts_of(CounterFacts)

    def __init__(self, dice: DiceRules) -> None:
        super().__init__()
        self.dice = dice

    def build(self, situation: Situation) -> Check:
        """So many dice, each hitting on the number of its arm."""
        s = CounterFacts(*situation)
        count = self.dice.melee(s.arm, s.stationary)
        least = self.dice.hit_guns_melee if s.arm == ARTILLERY else self.dice.hit
        target = f"{thrown(count)}, hits on {least} or more, against {how_many(s.hits, 'hit')}"
        return volley(self, situation, count, least, target)

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        return who_won(situation[0], outcome)


class MeleeFacts(NamedTuple):
    attacker: Annotated[int, choice("Arm of the attacker", "Attacker", FIGHTERS)]
    attacker_stationary: Annotated[int, tick("Stationary", "Attacker")] = 0
    attacker_good_order: Annotated[int, tick("In good order", "Attacker")] = 1
    defender: Annotated[int, choice("Arm of the defender", "Defender", FIGHTERS)] = 0
    defender_stationary: Annotated[int, tick("Stationary", "Defender")] = 0
    defender_disordered: Annotated[
        int, tick("Disordered", "Defender", excludes=("defender-stationary",))
    ] = 0


class MeleeKind(CheckKind):
    """The attacker strikes; then the defender strikes back. The odds tell who wins."""

    name = "melee"
    shows = EventKind.MELEE
    title = "Melee: the attacker strikes"
    hoped = ("attacker",)
    counted = HITS
    facts = facts_of(MeleeFacts)

    def __init__(self, dice: DiceRules, counter: CounterKind) -> None:
        super().__init__()
        self.dice = dice
        self.counter = counter

    def build(self, situation: Situation) -> Check:
        """So many dice, each hitting on the number of its arm and of the defender's disorder."""
        s = MeleeFacts(*situation)
        count = self.dice.melee(s.attacker, s.attacker_stationary)
        least = self.dice.hit
        if s.attacker == ARTILLERY:
            least = self.dice.hit_guns_melee
        elif s.attacker == CAVALRY and s.attacker_good_order and s.defender_disordered:
            least = self.dice.hit_cavalry
        target = f"{thrown(count)}, hits on {least} or more"
        return volley(self, situation, count, least, target)

    def follow(self, situation: Situation, outcome: int) -> Check:
        s = MeleeFacts(*situation)
        return self.counter.check(CounterFacts(outcome, s.defender, s.defender_stationary))

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        return then

    def staged(self, situation: Situation) -> Dist[str]:
        """Who wins: the defender's dice are the same whatever the attacker threw."""
        mine, theirs = self.check(situation), self.follow(situation, 0)
        struck, struck_back = (Dist(dict(enumerate(c.weights))) for c in (mine, theirs))
        return struck.combine(struck_back, who_won).reduced()


def melee_facts(p: OnepagePosition, u: int, v: int) -> MeleeFacts:
    """The situation of a melee, read off the position."""
    arm = p.battle.arm
    return MeleeFacts(
        arm[u],
        int(p.stationary(u)),
        int(not p.state[u] & (DISORDERED | ROUTED)),
        arm[v],
        int(p.stationary(v)),
        int(bool(p.state[v] & (DISORDERED | ROUTED))),
    )


class Melee(StrikeRoll[OnepagePosition]):
    """The attacking unit strikes."""

    def check(self, p: OnepagePosition) -> Check:
        return p.battle.rules.melee.kind.check(melee_facts(p, self.unit, self.target))

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        # onepage.combat.counter.melee: he strikes back before anybody counts his losses.
        p.stack.append(StrikeBack(unit=self.unit, target=self.target, hits=outcome))

    def meanings(self, p: OnepagePosition) -> dict[str, str]:
        return winners(p, self.unit, self.target)


class StrikeBack(CounterRoll):
    """The defending unit strikes back."""

    def check(self, p: OnepagePosition) -> Check:
        v = self.target
        facts = CounterFacts(self.hits, p.battle.arm[v], int(p.stationary(v)))
        return p.battle.rules.melee.counter.check(facts)

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        settle(p, self.unit, self.target, self.hits, outcome)

    def meanings(self, p: OnepagePosition) -> dict[str, str]:
        return winners(p, self.unit, self.target)


def winners(p: OnepagePosition, attacker: int, defender: int) -> dict[str, str]:
    """Who wins by each result."""
    sides = {"attacker": attacker, "defender": defender}
    return {label: clause(p.name(u), "wins") for label, u in sides.items()}


def may_attack(p: OnepagePosition, u: int) -> bool:
    """Whether a unit has an attack left in this phase."""
    if p.fought[u] >= p.battle.rules.combat.attacks:
        return False
    # onepage.rulings.town: in a town as anywhere.
    return not p.state[u] & ROUTED  # onepage.morale.rout.no-action


def waiting_for(p: OnepagePosition, v: int) -> list[int]:
    """The attacker's units that touch one of the defender's and have still to fight."""
    if not p.on_table(v) or p.battle.side[v] == p.clock[SIDE]:
        return []
    return [u for u in foes_touching(p, v) if may_attack(p, u)]


def settle(p: OnepagePosition, u: int, v: int, by_attacker: int, by_defender: int) -> None:
    """Casualties first; then the loser goes, and the winner may take his ground."""
    rules = p.battle.rules
    ground = {w: (p.x[w], p.y[w]) for w in (u, v)}
    centre = {w: (p.rect(w).x, p.rect(w).y) for w in (u, v)}
    waiting = waiting_for(p, v)
    p.hurt(v, by_attacker * rules.combat.casualties_per_hit, f"melee with {p.name(u)}")
    p.hurt(u, by_defender * rules.combat.casualties_per_hit, f"melee with {p.name(v)}")
    tie = by_attacker == by_defender
    # onepage.rulings.melee-tie: on equal hits the defender holds.
    loser, winner = (v, u) if by_attacker > by_defender else (u, v)
    parts = rules.melee.tie_parts if tie else rules.melee.loser_parts
    held = not tie or p.on_table(winner)  # onepage.rulings.melee-tie.removed
    if held and p.on_table(loser):
        p.say(loser, "is held off" if tie else "loses the melee", winner)
        give_way(p, loser, parts, *centre[winner])
    for w in waiting:
        if not foes_touching(p, w):
            p.say(w, f"touches {p.name(v)} no longer: there is no melee", v)
    # onepage.combat.winner onepage.rulings.winner-one-unit
    if not tie and not waiting_for(p, winner) and can_take(p, winner, *ground[loser]):
        x, y = ground[loser]
        p.stack.append(TakeGround(unit=winner, x=x, y=y))


def give_way(p: OnepagePosition, u: int, parts: int, x: int, y: int) -> None:
    """A loser is disordered and falls back part of a move."""
    # onepage.combat.loser.disordered onepage.rulings.loser-already-disordered
    p.disorder(u, "the melee")
    fall_back(p, u, p.battle.rules.movement.move[p.battle.kind[u]] // parts, x, y, turn=False)


def can_take(p: OnepagePosition, u: int, x: int, y: int) -> bool:
    """Whether a unit has room on the loser's ground, and a way there."""
    battle = p.battle
    if not p.on_table(u) or closed_at(battle, battle.kind[u], x * TENTH, y * TENTH):
        return False
    if battle.arm[u] == ARTILLERY and not p.state[u] & LIMBERED:
        return False  # onepage.rulings.unlimbered
    if way_onto(p, u, x, y).closed:
        return False
    there = rect((x, y, p.facing[u]), *battle.base[u])
    if not on_table(there, battle.wide, battle.high):
        return False
    foes = p.rects_of(p.stands_on(1 - battle.side[u]))
    if any(touches(p, there, b) and parted(battle, battle.arm[u], there, b) for b in foes):
        return False  # onepage.rulings.charge-between
    return not any(
        w != u and p.on_table(w) and overlap(there, p.rect(w)) for w in range(battle.stands)
    )


def way_onto(p: OnepagePosition, u: int, x: int, y: int) -> Toll:
    """What the way onto a loser's ground does to a unit; it costs nothing."""
    a = p.rect(u)
    swept = Swept(a, x * TENTH - a.x, y * TENTH - a.y)
    return toll(p.battle, p.battle.arm[u], 0, swept, deep=FIRM)


class TakeGround(OwnDecision[OnepagePosition]):
    """Whether the winner of a melee moves onto the loser's ground."""

    asks = "{unit:has} won: take the ground?"
    waits = "Waiting to see whether {unit:takes} the ground."

    x: Across
    y: Down

    def options(self, p: OnepagePosition) -> list[int]:
        return [STAY, TAKE]  # onepage.rulings.winner-one-unit

    def apply(self, p: OnepagePosition, action: int) -> None:
        """Move there, facing kept; the ground works as in any move, and nobody stays stationary."""
        u = self.unit
        if action == STAY:
            return
        disorders = way_onto(p, u, self.x, self.y).disorders
        trample(p, u, (self.x, self.y))
        p.put(u, self.x, self.y, p.facing[u])
        p.state[u] &= ~STATIONARY
        p.say(u, "takes the ground")
        if disorders:
            p.disorder(u, disorders)
        ride_off(p, 1 - self.actor(p))
