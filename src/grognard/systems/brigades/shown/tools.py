"""Tools for players: sight and distance, reach, fire, command, exhaustion and victory."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import HALF, INCH
from grognard.engine.grammar import clause
from grognard.engine.tool import Command, Finding, Shape, Tool
from grognard.systems.brigades.command import in_command, leads
from grognard.systems.brigades.exhaustion import casualties as lost_by
from grognard.systems.brigades.moving.leg import Leg
from grognard.systems.brigades.moving.templates import Namer
from grognard.systems.brigades.sight import (
    arc_of,
    can_fire,
    fire_distance,
    foggy,
    in_fog,
    reach_of,
    screen_of,
    sees,
)
from grognard.systems.brigades.state.ground import fort_of, land_of
from grognard.systems.brigades.state.kinds import BRIGADES, COMMANDER
from grognard.systems.brigades.state.position import MOVED, OUT, BrigadesPosition
from grognard.systems.brigades.victory import holders
from grognard.systems.tabletop import reaching, tools
from grognard.systems.tabletop.measure import arc, around, range_in_words
from grognard.systems.tabletop.pictures import unit_named
from grognard.systems.tabletop.victory import casualties

TOOLS: Final = tools.Kit()


@TOOLS.answers(tools.SIGHT)
def sight(p: BrigadesPosition, u: int, v: int) -> Finding:
    battle = p.battle
    stands = [w for w in range(battle.stands) if battle.arm[w] in BRIGADES]
    same = fort_of(p, u) >= 0 and fort_of(p, u) == fort_of(p, v)
    found = tools.sight(p, u, v, land_of(p), screen_of(battle, same), stands)
    far, *rest = found.says
    if foggy(p) and not in_fog(p, p.rect(u), p.rect(v)):
        rest = [f"Not seen: in the fog nobody sees further than {battle.fog_inches} in."]
    if sees(p, u, v):  # the markers of a column may show where its base does not
        rest = ["Seen."]
    return found._replace(says=(far, *rest))


@TOOLS.answers(tools.REACH)
def reaches(p: BrigadesPosition, u: int) -> Finding:
    """The ground a unit could get to by one leg from where it is."""
    name = p.name(u)
    if p.routed(u):
        return Finding((f"{name} is routed and does not move before it has rallied.",))
    leg = Leg.first(p, u)
    open_leg = p.decision
    if isinstance(open_leg, Leg) and open_leg.unit == u:
        leg = open_leg
    return tools.reach(p, u, leg.left, leg.reach(p))


@TOOLS.answers(
    Tool("fire", "Fire", "Arc and ranges of a stand, and at whom it fires.", ("Which stand?",))
)
def shots(p: BrigadesPosition, u: int) -> Finding:
    """Arc, ranges and targets of a stand."""
    battle = p.battle
    name = p.name(u)
    if battle.arm[u] == COMMANDER or not can_fire(p, u):
        return Finding((f"{name} cannot fire as it is.",))
    close, long = battle.rules.sight.ranges[battle.weapon[u]][0], reach_of(p, u)
    targets = tools.in_range(p, u, close, lambda v: fire_distance(p, u, v))
    shapes = tuple(_arc(p, u, reach) for reach in (close, long) if reach)
    return tools.fire(p, u, f"{name} reaches {range_in_words(close, long)}.", targets, shapes)


def _arc(p: BrigadesPosition, u: int, reach: int) -> Shape:
    """The ground a stand's fire reaches, by the lines from its front corners."""
    a = p.rect(u)
    half = arc_of(p, u)
    if half == HALF:
        return around(a, p.facing[u], reach)
    return arc(a, p.facing[u], half, reach)


def goer(p: BrigadesPosition, u: int) -> reaching.Goer | None:
    """A stand as it would begin its move; none if it may not."""
    if p.routed(u):
        return None
    note = "already moved" if p.state[u] & MOVED else ""
    return reaching.Goer(Namer(Leg.first(p, u).mover(p)), note)


def shot(p: BrigadesPosition, u: int, v: int) -> list[str]:
    """The fire of a stand at another in words, nothing if it has none."""
    return reaching.at_range(fire_distance(p, u, v) if can_fire(p, u) else -1)


reaching.add_tools(TOOLS, goer, shot)


@TOOLS.answers(Tool("command", "Command radius", "How far a commander commands.", ("Which unit?",)))
def radius(p: BrigadesPosition, u: int) -> Finding:
    """How far a commander commands, or whether a stand is in command."""
    battle = p.battle
    if battle.arm[u] != COMMANDER:
        lost = p.state[u] & OUT or u not in in_command(p, battle.side[u])
        return Finding((f"{clause(p.name(u), 'is')} {'out of' if lost else 'in'} command.",))
    reach = battle.rules.command.reach
    said = f"{p.name(u)} commands his own stands within {reach // INCH} in of him."
    return tools.radius(p, u, reach, said)


def command_of(p: BrigadesPosition, id: str) -> Command | None:
    """Whom a commander has in command from where he stands."""
    g = unit_named(p.battle, id)
    if g < 0 or p.battle.arm[g] != COMMANDER or not p.on_table(g):
        return None
    commanded = in_command(p, p.battle.side[g])
    own = [u for u in p.stands_on(p.battle.side[g]) if leads(p, g, u)]
    return tools.command(p, g, p.battle.rules.command.reach, own, lambda u: u in commanded)


@TOOLS.answers(
    Tool("out-of-command", "Out of command", "Every stand that its commander does not reach.")
)
def out_of_command(p: BrigadesPosition) -> Finding:
    """The stands no way of command reaches."""
    commanded = {**in_command(p, 0), **in_command(p, 1)}
    lost = [u for u in range(p.battle.stands) if p.on_table(u) and u not in commanded]
    return tools.lost(p, lost, "Out of command:", "Every stand on the table is in command.")


@TOOLS.answers(
    Tool("exhaustion", "Exhaustion", "The losses of every division and what exhausts it.")
)
def exhaustion(p: BrigadesPosition) -> Finding:
    """Every division: what it has lost and what exhausts it."""
    battle = p.battle
    said = []
    for d, division in enumerate(battle.divisions):
        if not battle.troops[d]:
            continue
        state = ", collapsed" if p.collapsed[d] else ", exhausted" if p.tired[d] else ""
        said.append(
            f"{battle.titles[division.side]}, {division.name}: {lost_by(p, d)} lost,"
            f" exhausted at {battle.level_of[d]}{state}."
        )
    return Finding(tuple(said))


@TOOLS.answers(
    Tool("victory", "Victory so far", "Losses and objectives, and when an army is done for.")
)
def victory(p: BrigadesPosition) -> Finding:
    battle = p.battle
    limit = battle.rules.victory.defeat_percent
    said = []
    for side in (0, 1):
        own = [d for d, one in enumerate(battle.divisions) if one.side == side]
        tired = sum(p.tired[d] for d in own)
        said.append(
            f"{battle.side_name(side)} has lost {casualties(battle, p.losses, side)} of"
            f" {battle.start_strength[side]} strength points; {tired} of {len(own)}"
            f" divisions are exhausted, and at {limit} % it is beaten."
        )
    return tools.victory(battle, said, holders(p), battle.rules.victory.says)
