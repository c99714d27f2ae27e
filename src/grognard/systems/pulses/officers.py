"""Officers: commanders, sub-commanders and their radius, and what becomes of those who are hit."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.table.rect import Rect, point_within
from grognard.engine.check import FLAG, Check, CheckKind, Fact, Situation
from grognard.engine.dice import D6
from grognard.engine.grammar import clause
from grognard.engine.numbers import Flag
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.state.battle import ALL_HELP, COMMAND_DIE, SUB_HELP
from grognard.systems.pulses.state.kinds import ARMY, SUB, WING
from grognard.systems.pulses.state.position import PulsesPosition
from grognard.systems.tabletop.asking import UnitRoll
from grognard.systems.tabletop.dice import FACES
from grognard.systems.tabletop.position import GONE


class OfficerRules:
    """What officers may do, at which price and distance, and how they are replaced."""

    def __init__(self, book: Rulebook) -> None:
        self.combat_die_reach = book.int("pulses.commander.combat-die", "inches") * INCH
        self.combat_die_price = book.int("pulses.commander.combat-die", "cds")
        self.movement_price = book.int("pulses.commander.reroll-movement", "cds")
        self.recovery_price = book.int("pulses.commander.recovery", "cds")
        self.lapels_per_pulse = book.int("pulses.commander.lapels-once", "most")
        self.wing_move_price = book.int("pulses.commander.move-price", "cds")
        self.army_move_price = book.int("pulses.move.army-commander-price", "cds")
        self.help_reach = book.int("pulses.subcommander.within-3", "inches") * INCH
        self.helps_per_pulse = book.int("pulses.subcommander.once-per-pulse", "most")
        self.subcommander_change = book.int("pulses.officer.subcommander-replaced")
        self.army_commander_change = book.int("pulses.officer.army-commander-replaced")
        self.touch = book.int("pulses.rulings.officer-contact", "inches") * INCH
        self.commander_risk = book.int("pulses.rulings.commander-check", "inches") * INCH
        self.movement_rerolls = book.int("pulses.rulings.one-reroll", "most")
        self.control = book.ints("pulses.rulings.subcommander-profile", "control")
        self.dice = book.ints("pulses.rulings.subcommander-profile", "dice")
        sizes = ("division", "corps")
        self.radius = {size: book.int("pulses.rulings.radius", size) for size in sizes}
        self.casualty = CasualtyKind(book)


class CasualtyKind(CheckKind):
    """Whether an officer who helped in a combat is lost."""

    name = "casualty"
    title = "Officer casualty"
    facts = (Fact("broke", "The unit he helped broke", "Combat", FLAG),)
    outcomes = ("unhurt", "lost")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.lost = book.int("pulses.rulings.casualty-check", "lost")
        self.broke = book.int("pulses.rulings.casualty-check", "broke")

    def build(self, situation: Situation) -> Check:
        (broke,) = situation
        most = self.broke if broke else self.lost
        table = [int(face <= most) for face in range(1, FACES + 1)]
        return Check(self, situation, (D6,), (), f"lost on {most} or less", self.outcomes, table)


# -- commanders ----------------------------------------------------------------------------------


def army_commander(p: PulsesPosition, side: int) -> int:
    """The army commander of a side, -1 if there is none on the table."""
    found = -1
    for u in p.battle.commanders_of[side]:
        if p.battle.rank[u] == ARMY and p.x[u] >= 0:
            found = u
    return found


def commanded(p: PulsesPosition, side: int) -> bool:
    """Whether a side has an army or wing commander on the table."""
    return any(p.x[u] >= 0 for u in p.battle.commanders_of[side])


def commanders(p: PulsesPosition, force: int) -> list[int]:
    """The commanders on the table who have powers over a force."""
    return [u for u in p.battle.givers[force] if p.x[u] >= 0]


def commander_near(p: PulsesPosition, u: int, reach: int) -> int:
    """The first commander of a unit's force within reach of it, -1 if none."""
    known = commanders(p, p.battle.force[u])
    return next((officer for officer in known if near_officer(p, officer, u, reach)), -1)


def combat_die_giver(p: PulsesPosition, u: int) -> int:
    """The commander who may add a die to a unit's combat, out of danger if he can; -1 if none."""
    rules = p.battle.rules.officers
    near = [
        officer
        for officer in commanders(p, p.battle.force[u])
        if near_officer(p, officer, u, rules.combat_die_reach)  # pulses.commander.combat-die
    ]
    return min(near, key=lambda officer: endangered(p, officer, u), default=-1)


def endangered(p: PulsesPosition, officer: int, u: int) -> bool:
    """Whether a commander who adds a die to a unit's combat must take a casualty check."""
    # pulses.rulings.commander-check
    return near_officer(p, officer, u, p.battle.rules.officers.commander_risk)


def lapel_grabber(p: PulsesPosition, force: int) -> int:
    """A commander in base contact with a sub-commander who has not set a status yet, -1 if none.

    A wing commander goes before the army commander, who has other forces to see to.
    """
    rules = p.battle.rules.officers
    sub = p.battle.sub(force)
    if p.x[sub] < 0:
        return -1
    # pulses.commander.lapels-once
    free = [u for u in commanders(p, force) if p.used[u] < rules.lapels_per_pulse]
    # pulses.rulings.officer-contact
    touching = [u for u in free if apart2(p, u, sub) <= rules.touch * rules.touch]
    return max(touching, key=lambda u: p.battle.rank[u] == WING, default=-1)


def ride_price(p: PulsesPosition, u: int) -> int:
    """The command dice a move of a commander costs; sub-commanders and units move free."""
    rules, rank = p.battle.rules.officers, p.battle.rank[u]
    if rank == ARMY:
        return rules.army_move_price  # pulses.move.army-commander-price
    return rules.wing_move_price if rank == WING else 0  # pulses.commander.move-price


def apart2(p: PulsesPosition, u: int, v: int) -> int:
    return ((p.x[u] - p.x[v]) ** 2 + (p.y[u] - p.y[v]) ** 2) * TENTH * TENTH


# -- sub-commanders ------------------------------------------------------------------------------


def may_help(p: PulsesPosition, u: int) -> bool:
    """Whether a unit's own sub-commander is by and has a help left in this pulse."""
    rules = p.battle.rules.officers
    sub = p.battle.sub(p.battle.force[u])
    if p.used[sub] >= rules.helps_per_pulse:  # pulses.subcommander.once-per-pulse
        return False
    return near_officer(p, sub, u, rules.help_reach)  # pulses.subcommander.within-3


def use_help(p: PulsesPosition, u: int, why: str) -> None:
    """A unit's sub-commander has helped in this pulse."""
    sub = p.battle.sub(p.battle.force[u])
    p.used[sub] += 1
    p.say(sub, f"helps: {clause(p.name(u), why)}", u)


def help_in_words(
    p: PulsesPosition, u: int, action: int, price: int, gain: str = "thrown again", risk: str = ""
) -> str:
    """An answer to who helps a unit: who it is or is at risk by it, what it brings, its price.

    A sub-commander has a name, and a command die comes out of the pool.
    """
    text: str = p.battle.nouns.name(action)
    if action not in (SUB_HELP, COMMAND_DIE, ALL_HELP):
        return text
    who = "" if action == COMMAND_DIE else p.name(p.battle.sub(p.battle.force[u]))
    cost = "" if action == SUB_HELP else f"{price} of {p.pool[p.battle.side[u]]}"
    return f"{text} ({', '.join(part for part in (risk or who, gain, cost) if part)})"


def near_officer(p: PulsesPosition, officer: int, u: int, reach: int) -> bool:
    if p.x[officer] < 0:
        return False
    return point_within(p.x[officer] * TENTH, p.y[officer] * TENTH, p.rect(u), reach)


def in_radius(p: PulsesPosition, u: int) -> bool:
    """Whether a unit's nearest point lies in the radius of its own sub-commander."""
    return in_radius_at(p, u, p.rect(u))


def in_radius_at(p: PulsesPosition, u: int, a: Rect) -> bool:
    battle = p.battle
    force = battle.force[u]
    sub = battle.sub(force)
    if p.x[sub] < 0:
        return False
    # pulses.rulings.radius
    return point_within(p.x[sub] * TENTH, p.y[sub] * TENTH, a, battle.radius[force])


# -- casualties and replacement ------------------------------------------------------------------


class Casualty(UnitRoll[PulsesPosition]):
    """Whether an officer who helped in a combat is lost."""

    broke: Flag = 0  # the unit he helped

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.officers.casualty.check((self.broke,))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        if outcome:
            replace(p, self.unit)


def replace(p: PulsesPosition, officer: int) -> None:
    """An officer is lost: a lesser one takes his place, but for wing commanders."""
    rules, rank = p.battle.rules.officers, p.battle.rank[officer]
    successor = "another takes his place"
    if rank == SUB:  # pulses.officer.subcommander-replaced
        p.rating[officer] += rules.subcommander_change
        p.helpers[officer] = 0
        successor += f" (control {p.rating[officer]:+d}, no combat dice)"
    elif rank == ARMY:  # pulses.officer.army-commander-replaced
        p.rating[officer] = max(0, p.rating[officer] + rules.army_commander_change)
        successor += f" (level {p.rating[officer]})"
    else:
        p.put(officer, GONE, 0, 0)  # pulses.officer.wing-not-replaced
        successor = "nobody takes his place"
    p.say(officer, f"is lost; {successor}")
