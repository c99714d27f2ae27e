"""Combat: every contact of the movement segment is fought out, one after another."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Unit
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.pulses.attached import detach, guns_of
from grognard.systems.pulses.escape import StandingGuns
from grognard.systems.pulses.fallback import fall_back, has_room
from grognard.systems.pulses.fighting import BY_COMMANDER, BY_SUB, combat_situation, opponent
from grognard.systems.pulses.officers import Casualty, commander_near, may_help
from grognard.systems.pulses.state.battle import ALL_HELP, ALONE, COMMAND_DIE, STAY, SUB_HELP, TAKE
from grognard.systems.pulses.state.position import (
    COMBAT,
    FLANKS,
    FOUGHT,
    NOBODY,
    PHASE,
    SQUARED,
    PulsesPosition,
)
from grognard.systems.tabletop.asking import UnitDecision


class CombatSegment(Then[PulsesPosition]):
    """The combats of a side."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        """As long as there are contacts; those that came to nothing are forgotten after it."""
        p.clock[PHASE] = COMBAT
        if any(opponent(p, u) >= 0 for u in p.stands_on(self.side)):
            p.stack += [self, NextCombat(side=self.side)]
            return
        for u in p.stands_on(self.side):
            p.foe[u] = NOBODY


class NextCombat(Decision[PulsesPosition]):
    """Which contact is fought next."""

    side: Side

    def options(self, p: PulsesPosition) -> list[int]:
        """Each attacker."""
        units = [u for u in p.stands_on(self.side) if opponent(p, u) >= 0]
        return [p.battle.unit_at + u for u in units]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Attached guns first, then help for both, then the dice."""
        battle = p.battle
        u = action - battle.unit_at
        v = p.foe[u]
        if battle.rules.massed:
            others = [w for w in p.stands_on(self.side) if opponent(p, w) == v]
            u = max(others, key=lambda w: (p.left(w), -w))
        p.stack.append(Help(side=self.side, unit=u, attacker=u, defender=v, given=-1))
        if battle.rules.attached_rolls:
            p.stack += [StandingGuns(unit=u, guns=guns) for guns in reversed(guns_of(p, v))]

    def prompt(self, p: PulsesPosition) -> str:
        """Which?"""
        return "Which combat is next?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return "Waiting for the next combat."

    def phrase(self, p: PulsesPosition, action: int) -> str:
        """Who against whom."""
        u = action - p.battle.unit_at
        return f"combat {p.battle.units[u].id} > {p.battle.units[p.foe[u]].id}"


class Help(Decision[PulsesPosition]):
    """Which officers add dice to a unit's roll; `given` is the attacker's help, -1 before it."""

    side: Side
    unit: Unit
    attacker: Unit
    defender: Unit
    given: int

    def options(self, p: PulsesPosition) -> list[int]:
        """Alone, the sub-commander, a command die, or both."""
        rules = p.battle.rules
        u = self.unit
        if p.x[self.attacker] < 0:
            return [ALONE]
        sub = p.battle.sub(p.battle.force[u])
        by_sub = rules.sub_fights and rules.sub_dice and p.helpers[sub] > 0 and may_help(p, u)
        paid = p.pool[self.side] >= rules.die_price
        by_commander = paid and commander_near(p, u, rules.die_reach) >= 0
        found = [ALONE]
        if by_sub:
            found.append(SUB_HELP)
        if by_commander:
            found.append(COMMAND_DIE)
        if by_sub and by_commander:
            found.append(ALL_HELP)
        return sorted(found)

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Pay; the attacker declares first."""
        u = self.unit
        helped = {SUB_HELP: BY_SUB, COMMAND_DIE: BY_COMMANDER, ALL_HELP: BY_SUB | BY_COMMANDER}
        aid = helped.get(action, 0)
        if aid & BY_SUB:
            p.used[p.battle.sub(p.battle.force[u])] += 1
        if aid & BY_COMMANDER:
            p.spend(self.side, p.battle.rules.die_price)
        if self.given < 0:
            p.stack.append(
                Help(
                    side=1 - self.side,
                    unit=self.defender,
                    attacker=self.attacker,
                    defender=self.defender,
                    given=aid,
                )
            )
        else:
            open_combat(p, self.attacker, self.defender, self.given, aid)

    def default(self, p: PulsesPosition) -> int:
        """Alone."""
        return ALONE

    def prompt(self, p: PulsesPosition) -> str:
        """Who helps?"""
        foe = self.defender if self.unit == self.attacker else self.attacker
        return f"{p.name(self.unit)} fights {p.name(foe)}: who adds dice?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting for officers who help {p.name(self.unit)}."

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """Both units."""
        return (p.uid(self.attacker), p.uid(self.defender))


# -- the roll ------------------------------------------------------------------------------------


def open_combat(p: PulsesPosition, u: int, v: int, given: int, help: int) -> None:
    """Begin to throw; an attacker broken by guns before has lost already."""
    if p.x[u] < 0:
        return
    situation = combat_situation(p, u, v, given, help)
    if p.ear is not None:
        mine, theirs = (f"{n} di{'e' if n == 1 else 'ce'}" for n in (situation[0], situation[9]))
        p.tell(f"{p.name(u)} ({mine}) fights {p.name(v)} ({theirs}).", p.uid(u), p.uid(v))
    p.stack.append(Strike(attacker=u, defender=v, given=given, help=help, situation=situation))


class Strike(Roll[PulsesPosition]):
    """The next handful of dice of a combat."""

    attacker: Unit
    defender: Unit
    given: int
    help: int
    situation: tuple[int, ...]

    def roller(self, p: PulsesPosition) -> int:
        """The side whose dice are next."""
        side = p.battle.rules.combat_kind.thrower(self.situation)
        return p.battle.side[self.defender if side else self.attacker]

    def check(self, p: PulsesPosition) -> Check:
        """By the situation."""
        return p.battle.rules.combat_kind.check(self.situation)

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Go on throwing, or settle it."""
        kind = p.battle.rules.combat_kind
        after = kind.after(self.situation, outcome)
        if kind.thrower(after) < 2:
            p.stack.append(
                Strike(
                    attacker=self.attacker,
                    defender=self.defender,
                    given=self.given,
                    help=self.help,
                    situation=after,
                )
            )
            return
        by_attacker, by_defender = (kind.striker(after, side).hits for side in (0, 1))
        settle(p, self, by_attacker, by_defender)

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """Both units."""
        return (p.uid(self.attacker), p.uid(self.defender))


# -- the result ----------------------------------------------------------------------------------


def settle(p: PulsesPosition, strike: Strike, by_attacker: int, by_defender: int) -> None:
    """Hits are felt, the loser falls back, the winner may follow, officers are checked."""
    battle = p.battle
    rules = battle.rules
    u, v = strike.attacker, strike.defender
    square = strike.situation[-1]
    won = rules.combat_kind.wins(by_attacker, by_defender, square)
    places = {w: (p.rect(w).x, p.rect(w).y, p.x[w], p.y[w]) for w in (u, v)}
    guns = guns_of(p, v)
    pack = [u]
    if rules.massed:
        pack += [w for w in p.stands_on(battle.side[u]) if w != u and opponent(p, w) == v]
    risks = [*at_risk(p, u, strike.given), *at_risk(p, v, strike.help)]
    if not p.state[u] & FLANKS:
        p.state[v] |= FOUGHT
    p.hurt(v, by_attacker, f"combat with {p.name(u)}")
    p.hurt(u, by_defender, f"combat with {p.name(v)}")
    for w in pack:
        p.foe[w] = NOBODY
    winner, loser = (u, v) if won else (v, u)
    if p.ear is not None:
        hits = {u: by_attacker, v: by_defender}
        score = score_text(hits[winner], hits[loser], bool(square) and not won)
        p.tell(f"{clause(p.name(winner), score)}.", p.uid(u), p.uid(v))
    difference = abs(by_attacker - by_defender)
    if won:
        beaten(p, v, difference, places[u])
    elif rules.attacker_falls:
        for w in pack:
            repelled(p, w, difference, places[v], bool(square))
    if p.x[v] < 0 and rules.attached_lost:
        for each in (g for g in guns if p.x[g] >= 0):
            p.remove(each, "is destroyed with the infantry")
    for officer, helped in reversed(risks):
        p.stack.append(Casualty(broke=int(p.x[helped] < 0), officer=officer))
    offer_ground(p, winner, places[loser])


def score_text(most: int, least: int, square: bool) -> str:
    """What a winner does, his hits first; a square wins by standing."""
    hits = f"{most} hit{'s' * (most != 1)}"
    if square:
        return f"stands in square, {hits} to {least}"
    return f"wins, {hits} to {least}" if most != least else f"wins the tie, {hits} each"


def at_risk(p: PulsesPosition, u: int, help: int) -> list[tuple[int, int]]:
    """The officers who must take a casualty check for having helped a unit."""
    rules = p.battle.rules
    found = []
    if help & BY_SUB and rules.sub_checks:
        found.append((p.battle.sub(p.battle.force[u]), u))
    if help & BY_COMMANDER:
        officer = commander_near(p, u, rules.commander_risk)
        if officer >= 0:
            found.append((officer, u))
    return found


def beaten(p: PulsesPosition, v: int, difference: int, by: tuple[int, int, int, int]) -> None:
    """A defender that lost falls back, unless it stands in square."""
    rules = p.battle.rules
    if p.x[v] < 0 or (p.state[v] & SQUARED and rules.square_stands):
        return
    fall_back(p, v, rules.fallback + difference * rules.fallback_more, by[0], by[1])


def repelled(
    p: PulsesPosition, u: int, difference: int, by: tuple[int, int, int, int], square: bool
) -> None:
    """An attacker that lost falls back; from a square by its own measure."""
    rules = p.battle.rules
    if p.x[u] < 0:
        return
    way = rules.fallback + difference * rules.fallback_more
    fall_back(p, u, rules.square_repels if square else way, by[0], by[1])


def offer_ground(p: PulsesPosition, u: int, place: tuple[int, int, int, int]) -> None:
    """The winner may move into the place the loser left."""
    x, y = place[2:]
    if not p.battle.rules.follows or p.x[u] < 0:
        return
    if p.state[u] & SQUARED or not has_room(p, u, x, y, p.facing[u]):
        return
    if any(opponent(p, w) == u for w in p.stands_on(1 - p.battle.side[u])):
        # Whoever has touched it is fought first: nobody follows out of a combat.
        return
    p.stack.append(TakeGround(unit=u, side=p.battle.side[u], x=x, y=y))


class TakeGround(UnitDecision[PulsesPosition]):
    """Whether the winner of a combat moves into the loser's place."""

    side: Side
    x: int
    y: int

    def options(self, p: PulsesPosition) -> list[int]:
        """Stay or take it."""
        room = has_room(p, self.unit, self.x, self.y, p.facing[self.unit])
        return [STAY, TAKE] if room else [STAY]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Move there, facing kept."""
        u = self.unit
        if action == TAKE:
            p.put(u, self.x, self.y, p.facing[u])
            detach(p, u)
            p.tell(f"{clause(p.name(u), 'takes')} the ground.", p.uid(u))

    def prompt(self, p: PulsesPosition) -> str:
        """Take it?"""
        return f"{clause(p.name(self.unit), 'has')} won: follow into the place?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting whether {p.name(self.unit)} follows."
