"""Resolving combat: every contact of the movement segment is fought out, one after another."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.boards.table.lattice import INCH, TENTH
from grognard.engine.check import Check
from grognard.engine.event import EventKind
from grognard.engine.grammar import clause, how_many
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.pulses.attack import detach, guns_of
from grognard.systems.pulses.escape import StandingGuns
from grognard.systems.pulses.fallback import fall_back, has_room, room_towards
from grognard.systems.pulses.officers import (
    Casualty,
    combat_die_giver,
    endangered,
    help_in_words,
    may_help,
    use_help,
)
from grognard.systems.pulses.state.battle import ALL_HELP, ALONE, COMMAND_DIE, STAY, SUB_HELP, TAKE
from grognard.systems.pulses.state.position import (
    COMBAT,
    FLANKS,
    FOUGHT,
    NOBODY,
    PHASE,
    SQUARED,
    PulsesPosition,
    Stand,
)
from grognard.systems.pulses.striking import (
    ATTACKER,
    BY_COMMANDER,
    BY_SUB,
    DEFENDER,
    MOST_DICE,
    NEITHER,
    SIDES,
    Duel,
    attackers_of,
    duel,
    opponent,
)
from grognard.systems.tabletop.asking import OwnDecision
from grognard.systems.tabletop.dice import thrown
from grognard.systems.tabletop.position import Across, Down

Helpers = Annotated[int, Within(0, BY_SUB | BY_COMMANDER)]
Dice = Annotated[int, Within(0, MOST_DICE)]
UNDECLARED: Final = -1
HELP: Final = {SUB_HELP: BY_SUB, COMMAND_DIE: BY_COMMANDER, ALL_HELP: BY_SUB | BY_COMMANDER}

Spot = tuple[int, int]  # in tenths of an inch


class CombatRules:
    """How strong units are, how far a square drives its attacker back, and how a winner follows."""

    def __init__(self, book: Rulebook) -> None:
        self.strengths = [book.int("pulses.rulings.strength", key) for key in ("least", "most")]
        self.square_repels = book.int("pulses.combat.square.broken-or-held", "inches") * INCH
        self.short_of_ground = book.int("pulses.rulings.winner-follows", "thousandths")


# -- which combat, and who helps -----------------------------------------------------------------


class CombatSegment(Then[PulsesPosition]):
    """The combats of a side, as long as there are contacts; then they are forgotten."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        p.clock[PHASE] = COMBAT
        if any(opponent(p, u) >= 0 for u in p.stands_on(self.side)):
            p.stack += [self, NextCombat(side=self.side)]
            return
        for u in p.stands_on(self.side):
            if p.foe[u] >= 0:
                p.say(u, f"touches {p.name(p.foe[u])} no longer: there is no combat", p.foe[u])
            p.foe[u] = NOBODY


class NextCombat(Decision[PulsesPosition]):
    """Which contact is fought next."""

    side: Side

    def options(self, p: PulsesPosition) -> list[int]:
        units = [u for u in p.stands_on(self.side) if opponent(p, u) >= 0]
        return [p.battle.unit_at + u for u in units]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Attached guns first, then help for both, then the dice."""
        u = action - p.battle.unit_at
        v = p.foe[u]
        if p.battle.rules.striking.together:
            u = max(attackers_of(p, v), key=lambda w: (p.left(w), -w))
        p.stack.append(Help(attacker=u, defender=v))
        # pulses.combat.attached.escape-roll
        p.stack += [StandingGuns(unit=guns, target=u) for guns in reversed(guns_of(p, v))]

    def prompt(self, p: PulsesPosition) -> str:
        return "Which combat is next?"

    def waiting(self, p: PulsesPosition) -> str:
        return "Waiting for the next combat."

    def aims_at(self, p: PulsesPosition, action: int) -> str:
        return p.uid(p.foe[action - p.battle.unit_at])

    def phrase(self, p: PulsesPosition, action: int) -> str:
        u = action - p.battle.unit_at
        return f"combat {p.battle.units[u].id} > {p.battle.units[p.foe[u]].id}"


class Help(Decision[PulsesPosition]):
    """Which officers add dice to a unit's roll; the attacker declares first."""

    keyed = (ALONE,), (SUB_HELP,), (COMMAND_DIE,), (ALL_HELP,)

    attacker: Stand
    defender: Stand
    attacker_help: Annotated[int, Within(UNDECLARED, BY_SUB | BY_COMMANDER)] = UNDECLARED

    @property
    def unit(self) -> int:
        """Whose help is declared now."""
        return self.attacker if self.attacker_help == UNDECLARED else self.defender

    def actor(self, p: PulsesPosition) -> int:
        return p.battle.side[self.unit]

    def options(self, p: PulsesPosition) -> list[int]:
        rules = p.battle.rules.officers
        u = self.unit
        if p.x[self.attacker] < 0:
            return [ALONE]
        able = 0
        if p.helpers[p.battle.sub(p.battle.force[u])] > 0 and may_help(p, u):
            able |= BY_SUB
        paid = p.pool[self.actor(p)] >= rules.combat_die_price
        if paid and combat_die_giver(p, u) >= 0:  # pulses.combat.bonus.army-commander
            able |= BY_COMMANDER
        return [*(verb for verb, helpers in HELP.items() if helpers & able == helpers), ALONE]

    def apply(self, p: PulsesPosition, action: int) -> None:
        helpers = HELP.get(action, 0)
        if helpers & BY_SUB:
            use_help(p, self.unit, "throws his dice besides its own")
        if helpers & BY_COMMANDER:
            why = clause(p.name(self.unit), "throws a die more in combat")
            p.spend(self.actor(p), p.battle.rules.officers.combat_die_price, why)
        if self.attacker_help == UNDECLARED:
            p.stack.append(self.but(attacker_help=helpers))
        else:
            open_combat(p, self.attacker, self.defender, self.attacker_help, helpers)

    def default(self, p: PulsesPosition) -> int:
        return ALONE

    def prompt(self, p: PulsesPosition) -> str:
        foe = self.defender if self.unit == self.attacker else self.attacker
        return f"{clause(p.name(self.unit), 'fights')} {p.name(foe)}: who adds dice?"

    def phrase(self, p: PulsesPosition, action: int) -> str:
        u, helpers = self.unit, HELP.get(action, 0)
        dice = p.helpers[p.battle.sub(p.battle.force[u])] if helpers & BY_SUB else 0
        if helpers & BY_COMMANDER:
            dice += p.battle.rules.striking.commander_dice
        gain = f"+{how_many(dice, 'die', 'dice')}"
        risked = [p.name(officer) for officer, _ in at_risk(p, u, helpers)]
        risk = f"{' and '.join(risked)} at risk" if risked else ""
        price = p.battle.rules.officers.combat_die_price
        return help_in_words(p, u, action, price, gain, risk)

    def waiting(self, p: PulsesPosition) -> str:
        return f"Waiting for officers who help {p.name(self.unit)}."

    def attacks(self, p: PulsesPosition, action: int) -> tuple[str, str] | None:
        """The attacker's fight, which the defender's help comes before."""
        first = self.attacker_help == UNDECLARED
        return (p.uid(self.attacker), p.uid(self.defender)) if first else None

    def goes_to(self, p: PulsesPosition, action: int) -> str:
        return ""  # it is there

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        return (p.uid(self.attacker), p.uid(self.defender))


# -- the roll ------------------------------------------------------------------------------------


def open_combat(p: PulsesPosition, u: int, v: int, attacker_help: int, defender_help: int) -> None:
    """Begin to throw; an attacker broken by guns before has lost already."""
    if p.x[u] < 0:
        return
    facts = duel(p, u, v, attacker_help, defender_help)
    if p.ear is not None:
        mine, theirs = thrown(facts.attacker.dice), thrown(facts.defender.dice)
        verb = clause(p.name(u), "fights").rpartition(" ")[2]
        text = f"{p.name(u)} ({mine}) {verb} {p.name(v)} ({theirs})."
        p.tell(text, p.uid(u), p.uid(v), kind=EventKind.MELEE)
    helpers = {"attacker_help": attacker_help, "defender_help": defender_help}
    p.stack.append(Strike(attacker=u, defender=v, **helpers, **progress(facts)))


def progress(duel: Duel) -> dict[str, int]:
    """How far a combat has come on either side, by the fields of its step."""
    return {
        f"{side}_{part}": getattr(getattr(duel, side), part)
        for side in SIDES
        for part in ("dice", "again", "hits")
    }


class Strike(Roll[PulsesPosition]):
    """The next handful of dice of a combat, and how far it has come on either side."""

    attacker: Stand
    defender: Stand
    attacker_help: Helpers
    defender_help: Helpers
    # Dice not thrown yet, dice to be thrown again, hits that stand.
    attacker_dice: Dice
    attacker_again: Dice = 0
    attacker_hits: Dice = 0
    defender_dice: Dice
    defender_again: Dice = 0
    defender_hits: Dice = 0

    def duel(self, p: PulsesPosition) -> Duel:
        facts = duel(p, self.attacker, self.defender, self.attacker_help, self.defender_help)
        return Duel(
            facts.attacker._replace(
                dice=self.attacker_dice, again=self.attacker_again, hits=self.attacker_hits
            ),
            facts.defender._replace(
                dice=self.defender_dice, again=self.defender_again, hits=self.defender_hits
            ),
            facts.square,
        )

    @property
    def thrower(self) -> int:
        """Whose dice are next."""
        return self.attacker if self.attacker_dice or self.attacker_again else self.defender

    def roller(self, p: PulsesPosition) -> int:
        return p.battle.side[self.thrower]

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.striking.combat.check(self.duel(p).situation)

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        after = p.battle.rules.striking.combat.after(self.duel(p), outcome)
        if after.next == NEITHER:
            settle(p, self, after)
            return
        p.stack.append(self.but(**progress(after)))

    def meanings(self, p: PulsesPosition) -> dict[str, str]:
        return {
            "attacker": clause(p.name(self.attacker), "wins"),
            "defender": clause(p.name(self.defender), "wins"),
        }

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        foe = self.attacker + self.defender - self.thrower
        return (p.uid(self.thrower), p.uid(foe))


# -- the result ----------------------------------------------------------------------------------


def settle(p: PulsesPosition, strike: Strike, end: Duel) -> None:
    """Hits are felt, the loser falls back, the winner may follow, officers are checked."""
    rules = p.battle.rules
    u, v = strike.attacker, strike.defender
    hits = {u: end.attacker.hits, v: end.defender.hits}
    won = rules.striking.combat.winner(end, hits[u], hits[v])
    places = {w: (p.x[w], p.y[w]) for w in (u, v)}
    guns = guns_of(p, v)
    attackers = [u]
    if rules.striking.together:
        attackers += [w for w in attackers_of(p, v) if w != u]
    risks = [*at_risk(p, u, strike.attacker_help), *at_risk(p, v, strike.defender_help)]
    if not p.state[u] & FLANKS:
        p.state[v] |= FOUGHT  # pulses.rulings.flanked
    for w in attackers:
        p.foe[w] = NOBODY
    p.hurt(v, hits[u], f"combat with {p.name(u)}")
    p.hurt(u, hits[v], f"combat with {p.name(v)}")
    winner, loser = (u, v) if won == ATTACKER else (v, u)
    way = rules.fallback.way(abs(hits[u] - hits[v]))
    if won == NEITHER:
        p.tell(f"{p.name(u)} and {p.name(v)} have broken each other: nobody wins.")
    else:
        stood = bool(end.square) and won == DEFENDER
        broken = not p.on_table(loser)
        p.say(winner, score_text(hits[winner], hits[loser], stood, broken), loser)
    if won == ATTACKER:
        beaten(p, v, way, places[u])
    elif won == DEFENDER:
        # pulses.rulings.attacker-falls-back
        for w in attackers:
            beaten(p, w, rules.combat.square_repels if end.square else way, places[v])
    if p.x[v] < 0:  # pulses.combat.attached.destroyed
        for each in (g for g in guns if p.x[g] >= 0):
            p.remove(each, "is destroyed with the infantry")
    for officer, helped in reversed(risks):
        p.stack.append(Casualty(unit=officer, broke=int(p.x[helped] < 0)))
    offer_ground(p, winner, places[loser])


def score_text(most: int, least: int, square: bool, broken: bool) -> str:
    """What a winner does, his hits first; a square wins by standing, who is left by that."""
    hits = f"{most} hit{'s' * (most != 1)}"
    if square:
        return f"stands in square, {hits} to {least}"
    if broken and most <= least:  # pulses.rulings.broken-wins-nothing
        return f"wins, {hits} to {least}, for its enemy is broken"
    return f"wins, {hits} to {least}" if most != least else f"wins the tie, {hits} each"


def at_risk(p: PulsesPosition, u: int, help: int) -> list[tuple[int, int]]:
    """The officers who must take a casualty check for having helped a unit, each with the unit."""
    found = []
    if help & BY_SUB:  # pulses.subcommander.casualty-check
        found.append((p.battle.sub(p.battle.force[u]), u))
    if help & BY_COMMANDER:
        officer = combat_die_giver(p, u)
        if endangered(p, officer, u):
            found.append((officer, u))
    return found


def beaten(p: PulsesPosition, u: int, way: int, by: Spot) -> None:
    """A unit that lost falls back from its enemy's place, unless it stands in square."""
    if p.x[u] < 0 or p.state[u] & SQUARED:  # pulses.combat.square.no-fallback
        return
    fall_back(p, u, way, by[0] * TENTH, by[1] * TENTH)


def offer_ground(p: PulsesPosition, u: int, place: Spot) -> None:
    """The winner may move into the place the loser left."""
    # pulses.rulings.winner-follows
    if p.x[u] < 0 or p.state[u] & SQUARED:
        return
    there = room_towards(p, u, *place, p.battle.rules.combat.short_of_ground)
    # Whoever has touched it is fought first: nobody follows out of a combat.
    if there is not None and not attackers_of(p, u):
        p.stack.append(TakeGround(unit=u, x=there[0], y=there[1]))


class TakeGround(OwnDecision[PulsesPosition]):
    """Whether the winner of a combat moves into the loser's place, facing kept."""

    asks = "{unit:has} won: follow into the place?"
    waits = "Waiting to see whether {unit:follows}."

    x: Across
    y: Down

    def options(self, p: PulsesPosition) -> list[int]:
        room = has_room(p, self.unit, self.x, self.y, p.facing[self.unit])
        return [STAY, TAKE] if room else [STAY]

    def phrase(self, p: PulsesPosition, action: int) -> str:
        return "take the ground" if action == TAKE else super().phrase(p, action)

    def apply(self, p: PulsesPosition, action: int) -> None:
        u = self.unit
        if action == TAKE:
            p.put(u, self.x, self.y, p.facing[u])
            detach(p, u)
            p.say(u, "takes the ground")
