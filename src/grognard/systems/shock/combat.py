"""Shock combat in play: the attackers close, the defenders react, the shock is rolled."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.boards.hexes import bits
from grognard.engine.check import Check, Situation, facts_of, number
from grognard.engine.event import EventKind
from grognard.engine.numbers import Flag, MaybeUnit, Side, Unit
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.shock.advance import (
    Advance,
    BlownCheck,
    Settle,
    SlopeCheck,
    forget_shock,
    may_enter,
    step_in,
)
from grognard.systems.shock.charge import (
    ChargeReaction,
    Recall,
    RideUp,
    charge_ways,
    face_target,
    stand_down,
)
from grognard.systems.shock.clash import (
    attack_hexes,
    attacks_down_steep,
    clash_situation,
    contacts,
    defenders_of,
    fought,
    main_attacker,
)
from grognard.systems.shock.declaring import (
    CommitmentRoll,
    attackers_of,
    beside,
    can_go_in,
    fit_to_shock,
    may_strike,
    must_commit,
    rides_down,
)
from grognard.systems.shock.disorder import BY_SHOCK, OneDie
from grognard.systems.shock.matrix import read_result, without_steps
from grognard.systems.shock.results import become_blown, suffer
from grognard.systems.shock.retreat import RetreatBefore, may_retreat_before
from grognard.systems.shock.shock_table import loses_guns
from grognard.systems.shock.shooting import ReactionFire
from grognard.systems.shock.state.asking import TargetDecision, UnitDecision, UnitRoll
from grognard.systems.shock.state.kinds import (
    ASSAULTED,
    ATTACKED,
    BLOWN,
    CHARGED,
    CHARGING,
    DOWNHILL,
    GAVE_WAY,
    GUNS,
    HORSE,
    LIGHT_CAVALRY,
    NONE,
    PURSUED,
    SHORT,
    SPENT,
    Hex,
    MaybeHex,
)
from grognard.systems.shock.state.position import ShockPosition


class CombatRules:
    """How many pursuits leave cavalry blown."""

    def __init__(self, book: Rulebook) -> None:
        self.blown_pursuits = book.int("shock.rulings.blown.trigger", "pursuits")


class NextAttack(Then[ShockPosition]):
    """Fight the declared attacks one after another, charges first."""

    def run(self, p: ShockPosition) -> None:
        for u in declared(p):
            if not can_go_in(p, u, p.target[u]):
                stand_down(p, u, "can no longer attack")
        if declared(p):
            p.stack.append(NextAttack())
            p.stack.append(FightNext(side=p.battle.side[declared(p)[0]]))


def declared(p: ShockPosition) -> list[int]:
    """The units with an attack still to fight."""
    return [u for u in range(p.battle.units) if p.target[u] >= 0 and p.hex[u] >= 0]


class FightNext(Decision[ShockPosition]):
    """The attacker picks which of his declared attacks is fought next."""

    side: Side

    def options(self, p: ShockPosition) -> list[int]:
        """The hexes attacked, charges before other attacks; of a line one hex."""
        charges = [u for u in declared(p) if p.flags[u] & CHARGING]
        hexes = {min(targets_of(p, p.target[u])) for u in charges or declared(p)}
        return [p.battle.hex_at + t for t in sorted(hexes)]  # shock.rulings.shock.sequence

    def apply(self, p: ShockPosition, action: int) -> None:
        push_attack(p, action - p.battle.hex_at, NONE)

    def prompt(self, p: ShockPosition) -> str:
        return "Several attacks are declared: which is fought next?"

    def waiting(self, p: ShockPosition) -> str:
        return f"Waiting for the {p.battle.titles[self.side]} side to choose its next attack."

    def phrase(self, p: ShockPosition, action: int) -> str:
        return f"fight {p.battle.nouns.name(action)}"


def joining(p: ShockPosition, t: int) -> list[int]:
    """The units with an attack to fight on a hex, or on the other half of the line there."""
    # A line in two hexes is one unit: shock.rulings.extended-line.one-combat
    return [u for u in declared(p) if p.target[u] in fought(p, t)]


def targets_of(p: ShockPosition, t: int) -> list[int]:
    """The hexes at which the attacks of one fight are aimed: one, or both of a line."""
    return [p.target[u] for u in joining(p, t)]


def main_hex(p: ShockPosition, attackers: list[int]) -> int:
    """The hex of a fight: where they could strike either half of a line, the one they chose."""
    hexes = fought(p, p.target[attackers[0]])
    free = [u for u in attackers if all(may_strike(p, u, x) for x in hexes)]
    # shock.rulings.extended-line.one-combat
    return min(p.target[u] for u in free or attackers)


def push_attack(p: ShockPosition, t: int, committed: int) -> None:
    """Let all who attack a hex commit themselves (one is committed already), then close."""
    p.stack.append(Close(hex=t))
    for u in reversed(joining(p, t)):
        if u == committed:
            continue
        if not can_go_in(p, u, p.target[u]):
            stand_down(p, u, "can no longer attack")
        elif must_commit(p, u, t):
            p.stack.append(CommitmentRoll(unit=u))


class Close(Then[ShockPosition]):
    """The attackers close: charges ride up, whoever has the least choice of a hex first."""

    hex: Hex

    def run(self, p: ShockPosition) -> None:
        t = self.hex
        forget_shock(p)
        p.clock[CHARGED] = 0
        p.stack.append(Contact(hex=t))
        charging = [u for u in joining(p, t) if p.flags[u] & CHARGING]
        for u in sorted(charging, key=lambda u: (-len(charge_ways(p, u, p.target[u])), -u)):
            p.stack.append(RideUp(unit=u, hex=p.target[u]))


class Contact(Then[ShockPosition]):
    """The defenders react to those who closed, then it comes to blows."""

    hex: Hex

    def run(self, p: ShockPosition) -> None:
        attackers = joining(p, self.hex)
        if not attackers:
            return
        t = main_hex(p, attackers)  # from here on all of them attack one hex
        other = next((x for x in fought(p, t) if x != t), NONE)
        top = p.top_unit(t)
        for u in attackers:
            p.target[u] = t
            p.mark(u, ATTACKED)
        for v in defenders_of(p, attackers, t):
            p.mark(v, ASSAULTED)
        cavalry = [u for u in attackers if p.battle.kind[u] == HORSE]
        if cavalry and rides_down(p, top):  # shock.routed.ridden-down
            mark_downhill(p, attackers, t)
            p.eliminate(top, "it is ridden down")
            p.stack.append(Aftermath(fought=0, hex=t))
            return
        p.stack.append(Clash(hex=t, other=other))
        charging = [u for u in cavalry if p.flags[u] & CHARGING]
        by = attack_hexes(p, main_attacker(p, charging or attackers), t)[0]
        if charging and p.battle.kind[top] == GUNS:  # fires first: shock.rulings.charge.artillery
            p.stack.append(ChargeReaction(by=by, hex=t))
            p.stack.append(ReactionFire(hex=t))
        elif charging:
            # Guns that the top unit leaves behind: shock.rulings.charge.artillery
            p.stack.append(ChargeReaction(by=by, hex=t, after=top))
            p.stack.append(ReactionFire(hex=t))
            for u in reversed(charging):
                p.stack.append(Recall(unit=u, hex=t))
            p.stack.append(ChargeReaction(by=by, hex=t))
        else:
            p.stack.append(ReactionFire(hex=t))
            if may_retreat_before(p, top):
                p.stack.append(RetreatBefore(unit=top, by=by))


class Clash(Then[ShockPosition]):
    """The attackers that are left meet the defenders that are left."""

    hex: Hex
    other: MaybeHex = NONE  # the second hex of the line that was attacked

    def run(self, p: ShockPosition) -> None:
        """Roll, or go on if one side has left."""
        t, other = self.main(p)
        # A line that ran before the blow gives up both: shock.rulings.extended-line.one-combat
        struck = [t] if p.top_unit(t) >= 0 else [x for x in (t, other) if x >= 0]
        for u in attackers_of(p, t):
            near = any(attack_hexes(p, u, x) for x in struck)
            if not fit_to_shock(p, u) or p.flags[u] & GAVE_WAY or not near:
                stand_down(p, u, "breaks off its attack")
        if not attackers_of(p, t):
            p.stack.append(Settle(hex=t))
        elif p.top_unit(t) < 0:
            p.stack.append(Aftermath(fought=0, hex=t, other=other))
        else:
            p.stack.append(ShockRoll(hex=t, other=other))

    def main(self, p: ShockPosition) -> tuple[int, int]:
        """The hex that is fought for and the other of a line; guns that it left behind decide."""
        t, other = self.hex, self.other
        attackers = attackers_of(p, t)
        left = other >= 0 and p.top_unit(t) < 0 <= p.top_unit(other)
        if not left or not any(may_strike(p, u, other) for u in attackers):
            return t, other
        for u in attackers:
            p.target[u] = other
        return other, t


class ShockRoll(Roll[ShockPosition]):
    """The shock of all attackers on one hex."""

    hex: Hex
    other: MaybeHex = NONE  # the second hex of the line that was attacked

    def roller(self, p: ShockPosition) -> int:
        return p.battle.side[attackers_of(p, self.hex)[0]]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (*(p.uid(u) for u in attackers_of(p, self.hex)), p.hid(self.hex))

    def check(self, p: ShockPosition) -> Check:
        facts = clash_situation(p, attackers_of(p, self.hex), self.hex)
        return p.battle.rules.shock_kind.check(facts)

    def result(self, p: ShockPosition, check: Check, outcome: int) -> str:
        pair = p.battle.rules.shock_kind.pairs[outcome]
        return f"{in_words(*pair)} ({check.outcomes[outcome]})"

    def apply(self, p: ShockPosition, outcome: int) -> None:
        t = self.hex
        attack, defence = p.battle.rules.shock_kind.pairs[outcome]
        attackers = attackers_of(p, t)
        defenders = defenders_of(p, attackers, t)
        if p.ear is not None:
            who = " and ".join(p.battle.names[u] for u in attackers)
            deed = p.does(attackers[0], "attacks") if len(attackers) == 1 else f"{who} attack"
            whom = p.battle.names[defenders[0]]
            fighters = [p.uid(u) for u in (*attackers, defenders[0])]
            p.tell(f"{deed} {whom}: {in_words(attack, defence)}.", *fighters, kind=EventKind.MELEE)
        mark_downhill(p, attackers, t)
        lone_guns = all(p.battle.kind[v] == GUNS for v in defenders)
        ridden = lone_guns and any(p.battle.kind[u] == HORSE for u in attackers)
        p.stack.append(Aftermath(fought=1, hex=t, other=self.other, struck=tuple(defenders)))
        strongest = main_attacker(p, attackers)
        # The defender is struck first: shock.rulings.shock.result-order
        for u in reversed(attackers):  # each is struck from the hex it attacks
            push_results(p, [u], attack, strongest, contacts(p, [u], t)[0][1])
        push_results(p, defenders, defence, defenders[0], attack_hexes(p, strongest, t)[0])
        if ridden and loses_guns(defence):
            for v in defenders:
                p.eliminate(v, "cavalry rides over the guns")


def in_words(attack: str, defence: str) -> str:
    """The results of a shock for either side, in words."""
    return f"attacker {read_result(attack).words()} / defender {read_result(defence).words()}"


def push_results(p: ShockPosition, units: list[int], code: str, bearer: int, by: int) -> None:
    """Steps fall on one unit, everything else on every unit of the side."""
    for u in reversed(units):  # shock.rulings.shock.losses
        suffer(p, u, code if u == bearer else without_steps(code), BY_SHOCK, by)


def mark_downhill(p: ShockPosition, attackers: list[int], t: int) -> None:
    """Note who attacks down a steep slope: a check follows."""
    for u in attackers:
        if attacks_down_steep(p, u, t):
            p.mark(u, DOWNHILL)


# -- after the shock, and pursuit --------------------------------------------------------------


class Aftermath(Then[ShockPosition]):
    """After a shock: blown cavalry, slopes, pursuit, advance, engagement."""

    fought: Flag
    hex: Hex
    other: MaybeHex = NONE  # the second hex of the line that was attacked
    struck: tuple[Unit, ...] = ()  # those who defended

    def run(self, p: ShockPosition) -> None:
        t = self.hex
        attackers = attackers_of(p, t)
        p.stack.append(Settle(hex=t, other=self.other, struck=self.struck))
        p.stack.append(Vacated(hex=t, other=self.other))
        for u in reversed(attackers):
            by = self.other if self.other >= 0 and not beside(p, u, t) else t
            if p.flags[u] & DOWNHILL:  # shock.attack.down-steep-slope
                p.stack.append(SlopeCheck(unit=u, hex=by))
            if self.fought and p.flags[u] & CHARGING:  # shock.rulings.blown.trigger
                p.stack.append(BlownCheck(unit=u, hex=by))
            elif p.flags[u] & SPENT:
                p.stack.append(Spent(unit=u))


class Vacated(Then[ShockPosition]):
    """If a hex was given up, light cavalry may be carried away and somebody may advance."""

    hex: Hex
    other: MaybeHex

    def run(self, p: ShockPosition) -> None:
        if all(t < 0 or p.top_unit(t) >= 0 for t in (self.hex, self.other)):
            return
        p.stack.append(Advance(hex=self.hex, other=self.other))
        p.stack.append(NextPursuit(hex=self.hex, other=self.other))


class PursuitFacts(NamedTuple):
    """The pursuit rating of light cavalry."""

    pursuit: Annotated[int, number("Pursuit rating", "Unit", 0, 9)] = 5


class PursuitKind(OneDie[None]):
    """Light cavalry whose target left stops only if it rolls at or below its pursuit rating."""

    name = "pursuit"
    title = "Pursuit"
    facts = facts_of(PursuitFacts)
    outcomes = ("stops", "pursues")

    def build(self, situation: Situation) -> Check:
        return self.at_most(situation, "Pursuit")


class NextPursuit(Then[ShockPosition]):
    """The next light cavalry rolls whether it is carried into a hex that was given up."""

    hex: Hex
    other: MaybeHex
    after: MaybeUnit = NONE

    def run(self, p: ShockPosition) -> None:
        t, other = self.hex, self.other
        for u in attackers_of(p, t):
            if u > self.after and p.battle.arm[u] == LIGHT_CAVALRY:
                roll = PursuitRoll(unit=u, hex=t, other=other)
                if roll.goals(p):
                    p.stack.append(roll)
                    return


def may_pursue(p: ShockPosition, u: int, t: int) -> bool:
    """Light cavalry (D-1 too) that stands next to the hex that was given up."""
    if p.flags[u] & (BLOWN | GAVE_WAY | SPENT) or not beside(p, u, t):
        return False
    return may_enter(p, u, t)  # into enemy zones too: shock.d1.pursuit-exception


class PursuitRoll(UnitRoll):
    """Light cavalry stops, or follows the enemy and shocks again.

    It follows into the hex of the fight or the `other` of a line.
    """

    hex: Hex
    other: MaybeHex = NONE

    def goals(self, p: ShockPosition) -> list[int]:
        """The hexes that were given up and into which it would follow."""
        return [x for x in (self.hex, self.other) if x >= 0 and may_pursue(p, self.unit, x)]

    def check(self, p: ShockPosition) -> Check:
        return p.battle.rules.pursuit.check(PursuitFacts(p.battle.pursuit[self.unit]))

    def apply(self, p: ShockPosition, outcome: int) -> None:
        u = self.unit
        # Each of them must roll: shock.rulings.pursuit
        p.stack.append(NextPursuit(hex=self.hex, other=self.other, after=u))
        if outcome:
            goals = self.goals(p)
            p.stack.append(PursueTo(unit=u, hex=goals[0], other=goals[-1]))


class PursueTo(UnitDecision):
    """Which of the two hexes of a line that gave way it follows into, where it can into either."""

    asks = "pursues: into which hex?"
    waits = "pursue"

    hex: Hex
    other: Hex  # the same where there is no choice

    def options(self, p: ShockPosition) -> list[int]:  # shock.rulings.pursuit
        return [p.battle.hex_at + x for x in sorted({self.hex, self.other})]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Follow into the hex; attack whoever gave way and is next to it now."""
        u, battle = self.unit, p.battle
        before = bool(p.flags[u] & PURSUED)
        p.mark(u, PURSUED)
        step_in(p, u, action - battle.hex_at, "pursues")
        p.target[u] = NONE
        # A second pursuit leaves it blown, whether or not it comes to blows again.
        if (2 if before else 1) >= battle.rules.combat.blown_pursuits:
            p.mark(u, SPENT)
            p.stack.append(Spent(unit=u))
        if fugitives(p, u):
            p.stack.append(Pursue(unit=u))


class Spent(Then[ShockPosition]):
    """Cavalry that pursued twice is blown."""

    unit: Unit

    def run(self, p: ShockPosition) -> None:
        """Mark it; it goes back from the nearest enemy."""
        p.unmark(self.unit, SPENT)
        if p.hex[self.unit] >= 0:
            become_blown(p, self.unit, p.nearest_enemy(self.unit))


def fugitives(p: ShockPosition, u: int) -> int:
    """The hexes next to a pursuer with an enemy who gave way and whom it can attack there."""
    battle = p.battle
    near = battle.grid.adjacent_mask[p.hex[u]] & p.occupied(1 - battle.side[u])
    found = 0
    for n in bits(near):
        if may_strike(p, u, n) and any(p.flags[v] & GAVE_WAY for v in p.units_at(n)):
            found |= 1 << n
    return found


class Pursue(TargetDecision):
    """The owner picks which enemy who gave way a pursuer strikes, where there are several."""

    asks = "pursues: which enemy does it strike?"
    waits = "pursue"

    def targets(self, p: ShockPosition) -> int:
        return fugitives(p, self.unit)

    def apply(self, p: ShockPosition, action: int) -> None:
        u, t = self.unit, self.hex_of(p, action)
        p.target[u] = t
        face_target(p, u, t)
        p.unmark(u, CHARGING | SHORT)
        push_attack(p, t, u)  # shock.rulings.pursuit
