"""Command: by proximity, by contact, and for skirmishers; commanders caught or killed."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.table.rect import dot, point_gap, point_within, within
from grognard.boards.table.slide import Swept
from grognard.engine.check import Check
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.brigades.dice import LeastKind
from grognard.systems.brigades.flanks import army_commander, together
from grognard.systems.brigades.moving.rates import shut_off
from grognard.systems.brigades.state.ground import in_marsh, land_of
from grognard.systems.brigades.state.kinds import ARMY, COMMANDER, DIVISION, SKIRMISHERS
from grognard.systems.brigades.state.position import (
    ARRIVED,
    AWAY,
    MIRED,
    NOBODY,
    OUT,
    BrigadesPosition,
)
from grognard.systems.tabletop.asking import UnitRoll
from grognard.systems.tabletop.position import GONE


class CommandRules:
    """How far commanders reach, and what is left to stands out of command."""

    def __init__(self, book: Rulebook) -> None:
        self.reach = book.int("brigades.command.proximity", "inches") * INCH
        self.skirmisher_reach = book.int("brigades.command.skirmisher", "inches") * INCH
        self.out_parts = book.int("brigades.command.out.half-move", "parts")
        self.superiors = book.switch("brigades.rulings.command.superiors")
        self.caught_ride = book.int("brigades.rulings.command.contacted", "inches") * INCH


class CommanderKind(LeastKind):
    """Whether the army commander falls with the stand he is attached to."""

    name = "army-commander"
    title = "The army commander under fire"
    outcomes = ("unhurt", "killed")
    rules = ("brigades.misc.army-commander-killed",)


def near(p: BrigadesPosition, g: int, u: int, reach: int) -> bool:
    """Whether a commander is within reach of the nearest point of a stand."""
    x, y = p.x[g] * TENTH, p.y[g] * TENTH
    return any(point_within(x, y, a, reach) for a in p.parts(u))


def by_proximity(p: BrigadesPosition, u: int) -> bool:
    reach = p.battle.rules.command.reach
    return any(p.on_table(g) and near(p, g, u, reach) for g in p.battle.obeyed[u])


def in_command(p: BrigadesPosition, side: int) -> dict[int, int]:
    """The stands of a side in command, with the stand by whose contact they are (or -1)."""
    own = p.stands_on(side)
    # Those who arrive are in command: brigades.rulings.arrival.
    found = {u: NOBODY for u in own if p.state[u] & ARRIVED or by_proximity(p, u)}
    grown = True
    while grown:
        grown = False
        for u in own:
            if u in found:
                continue
            # Skirmishers near a stand in command need not stay with it, even if they touch it.
            skirmisher = p.battle.arm[u] in SKIRMISHERS  # brigades.command.skirmisher.only
            if skirmisher and _near_command(p, u, found):
                found[u] = NOBODY
                grown = True
                continue
            mate = _in_touch(p, u, found)
            if mate != NOBODY:
                found[u] = mate
                grown = True
    return found


def _near_command(p: BrigadesPosition, u: int, found: dict[int, int]) -> bool:
    """Whether any commander, or any stand in command, is within reach of a stand."""
    reach = p.battle.rules.command.skirmisher_reach
    if any(near(p, g, u, reach) for g in p.commanders_on(p.battle.side[u])):
        return True
    return any(within(a, b, reach) for a in p.parts(u) for v in found for b in p.parts(v))


def _in_touch(p: BrigadesPosition, u: int, found: dict[int, int]) -> int:
    """The first stand of its division in command that a stand touches, or -1."""
    a = p.rect(u)
    division = p.battle.division
    for v in p.stands_on(p.battle.side[u]):
        # brigades.command.contact
        if v in found and division[v] == division[u] and together(p, a, p.rect(v)):
            return v
    return NOBODY


class Command(Then[BrigadesPosition]):
    """The attacker finds out which of his stands are in command, before anything moves."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        found = in_command(p, self.side)  # brigades.command.check
        for g in p.commanders_on(self.side):
            p.state[g] &= ~ARRIVED
        for u in p.stands_on(self.side):
            was_out = p.state[u] & OUT
            p.state[u] &= ~(OUT | ARRIVED)
            if p.state[u] & MIRED and not in_marsh(p, u):
                p.state[u] &= ~MIRED
            mate = p.mate[u] = found.get(u, NOBODY)
            if u not in found:
                p.state[u] |= OUT
                p.say(u, f"is out of command: {why_lost(p, u)}")
            elif mate != NOBODY:
                p.say(u, f"is in command by its contact with {p.name(mate)}", mate)
            elif was_out:
                p.say(u, "is in command again")


def why_lost(p: BrigadesPosition, u: int) -> str:
    """Why a stand is out of command, in words."""
    rules = p.battle.rules.command
    if p.battle.arm[u] in SKIRMISHERS:
        reach = rules.skirmisher_reach // INCH
        return f"no commander, nor a stand in command, is within {reach} in"
    within = f"no commander of its own is within {rules.reach // INCH} in"
    return f"{within}, and it touches no stand of its division in command"


def part_from(p: BrigadesPosition, u: int) -> None:
    """Say who is out of command because the stand that gave it command has left it."""
    for v in p.stands_on(p.battle.side[u]):
        if p.mate[v] == u and left_alone(p, v):
            p.say(v, f"is out of command until it touches {p.name(u)} again", u)


def left_alone(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand in command by contact is apart from the stand that gave it command."""
    mate = p.mate[u]
    if mate < 0 or not p.on_table(mate):
        return False
    return not together(p, p.rect(u), p.rect(mate))  # brigades.rulings.command.left


def obeys(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand is in command at this moment of its turn."""
    return not p.state[u] & OUT and not left_alone(p, u)


def lose_touch(p: BrigadesPosition, side: int) -> None:
    """Who has ended apart from the stand that gave it command was out of command."""
    for u in p.stands_on(side):
        if left_alone(p, u):  # brigades.command.contact.stay
            p.state[u] |= OUT
            if (p.x[u], p.y[u]) != (p.began_x[u], p.began_y[u]):
                p.disorder(u, "it moved out of command")  # brigades.command.out.half-move
            p.say(u, f"has lost {p.name(p.mate[u])} and so all orders")


# -- commanders in danger ------------------------------------------------------------------------


def ride_off(p: BrigadesPosition, v: int) -> None:
    """Commanders whom an enemy that has moved touches ride to a friend, or are set aside."""
    battle = p.battle
    touch, furthest = battle.rules.flanks.contact, battle.rules.command.caught_ride
    side = 1 - battle.side[v]
    for g in p.commanders_on(side):
        x, y = p.x[g] * TENTH, p.y[g] * TENTH
        if not any(point_within(x, y, b, touch) for b in p.parts(v)):
            continue
        foes = [b for foe in p.stands_on(1 - side) for b in p.parts(foe)]
        places = []
        for u in p.stands_on(side):
            a = p.rect(u)
            far = point_gap(x, y, a)
            # He is with it, in its middle, which the enemy is not on.
            if far > furthest or any(point_within(a.x, a.y, foe, touch) for foe in foes):
                continue
            way = Swept(dot(x, y), a.x - x, a.y - y)
            if not shut_off(battle, land_of(p), COMMANDER, way):
                places.append((far, u))
        if places:
            u = min(places)[-1]
            p.put(g, p.x[u], p.y[u], 0)
            p.say(g, f"rides to {p.name(u)}: the enemy is upon him", u)
        else:
            # So he comes back near there.
            p.began_x[g], p.began_y[g] = p.x[g], p.y[g]
            p.put(g, AWAY, 0, 0)
            reach = furthest // INCH
            p.say(g, f"is cut off until the end of the turn: no friend within {reach} in")


def come_back(p: BrigadesPosition) -> None:
    """Commanders who were cut off are beside the nearest stand of their command again."""
    battle = p.battle
    for g in range(battle.stands, battle.count):
        if p.x[g] != AWAY:
            continue
        own = p.stands_on(battle.side[g])
        # brigades.rulings.command.contacted
        if not own:
            p.remove(g, "cut off with no friend left")
            continue
        x, y = p.began_x[g] * TENTH, p.began_y[g] * TENTH
        ways = [(not leads(p, g, u), point_gap(x, y, p.rect(u)), u) for u in own]
        u = min(ways)[-1]
        p.put(g, p.x[u], p.y[u], 0)
        p.say(g, f"is back, beside {p.name(u)}", u)


def leads(p: BrigadesPosition, g: int, u: int) -> bool:
    """Whether a stand belongs to a commander's army, corps or division."""
    battle = p.battle
    if battle.rank[g] == DIVISION:
        return battle.division[g] == battle.division[u]
    return battle.rank[g] == ARMY or battle.corps[g] == battle.corps[u]


def endanger(p: BrigadesPosition, leader: int) -> None:
    """The army commander attached to a stand that has suffered, or -1, may fall.

    He is rolled for once, whatever else befalls the stand in the same combat or rout.
    """
    # No other commander falls: brigades.rulings.command.casualties.
    if leader < 0 or any(isinstance(s, Leader) and s.unit == leader for s in p.stack):
        return
    p.stack.append(Leader(unit=leader))


def lose(p: BrigadesPosition, u: int, why: str) -> None:
    """Remove a stand with all that is left of it; an army commander with it may fall."""
    leader = army_commander(p, u)
    p.remove(u, why)
    endanger(p, leader)


class Leader(UnitRoll[BrigadesPosition]):
    """An army commander whose stand has suffered: a six kills him."""

    def check(self, p: BrigadesPosition) -> Check:
        return p.battle.rules.commander_kind.check(())

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        # Whoever has been cut off since then may fall as well.
        if outcome and p.x[self.unit] != GONE:
            p.remove(self.unit, "killed")
