"""Tools for players: sight and distance, reach, fire, command, victory."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import INCH
from grognard.engine.grammar import clause
from grognard.engine.tool import Command, Finding, Shape, Tool
from grognard.systems.onepage.command import in_command
from grognard.systems.onepage.field import fire_distance, foes_touching, land_of, screen_of
from grognard.systems.onepage.morale import can_fire
from grognard.systems.onepage.moving.leg import Leg
from grognard.systems.onepage.moving.templates import Namer
from grognard.systems.onepage.state.kinds import GENERAL, SKIRMISHER
from grognard.systems.onepage.state.position import MOVED, OUT, ROUTED, OnepagePosition
from grognard.systems.onepage.victory import holders
from grognard.systems.tabletop import reaching, tools
from grognard.systems.tabletop.measure import arc, around, range_in_words
from grognard.systems.tabletop.pictures import unit_named
from grognard.systems.tabletop.victory import casualties

TOOLS: Final = tools.Kit()


@TOOLS.answers(tools.SIGHT)
def sight(p: OnepagePosition, u: int, v: int) -> Finding:
    return tools.sight(p, u, v, land_of(p), screen_of(p.battle), p.battle.screens)


@TOOLS.answers(tools.REACH)
def reaches(p: OnepagePosition, u: int) -> Finding:
    name = p.name(u)
    if p.state[u] & ROUTED:
        return Finding((f"{clause(name, 'is')} routed: no move before a rally.",))
    leg = p.decision
    if not isinstance(leg, Leg) or leg.unit != u:
        leg = Leg.first(p, u)
    areas = leg.reach(p)
    if not areas:
        guns = f"{clause(name, 'is')} unlimbered"
        return Finding((f"{guns}: free to turn, and to move when limbered.",))
    found = tools.reach(p, u, leg.left, areas)
    if p.state[u] & OUT:
        bound = "Out of command: no nearer to any enemy it sees."
        return found._replace(says=(*found.says, bound))
    return found


@TOOLS.answers(
    Tool("fire", "Fire", "Arc and ranges of a unit, and at whom it could fire.", ("Which unit?",))
)
def shots(p: OnepagePosition, u: int) -> Finding:
    battle = p.battle
    name = p.name(u)
    if not can_fire(p, u):
        return Finding((f"{name} cannot fire now.",))
    foes = foes_touching(p, u)
    if foes:
        met = f"{clause(name, 'is')} in contact with {p.name(foes[0])}"
        return Finding((f"{met}: no fire.",))
    close, long = battle.rules.fire.ranges[battle.weapon[u]]
    targets = tools.in_range(p, u, close, lambda v: fire_distance(p, u, v))
    shapes = tuple(_arc(p, u, reach) for reach in (close, long) if reach)
    return tools.fire(
        p, u, f"{clause(name, 'reaches')} {range_in_words(close, long)}.", targets, shapes
    )


def _arc(p: OnepagePosition, u: int, reach: int) -> Shape:
    """The ground a unit's fire reaches, by the lines from its front corners."""
    a = p.rect(u)
    if p.battle.arm[u] == SKIRMISHER:
        return around(a, p.facing[u], reach)
    return arc(a, p.facing[u], p.battle.rules.field.arc, reach)


def goer(p: OnepagePosition, u: int) -> reaching.Goer | None:
    """A unit as it would begin its move; none if it may not."""
    if p.state[u] & ROUTED:
        return None
    note = "already moved" if p.state[u] & MOVED else ""
    return reaching.Goer(Namer(Leg.first(p, u).mover(p)), note)


def shot(p: OnepagePosition, u: int, v: int) -> list[str]:
    """The fire of a unit at another in words, nothing if it has none."""
    fires = can_fire(p, u) and not foes_touching(p, u)
    return reaching.at_range(fire_distance(p, u, v) if fires else -1)


reaching.add_tools(TOOLS, goer, shot)


@TOOLS.answers(Tool("command", "Command radius", "How far a general commands.", ("Which unit?",)))
def radius(p: OnepagePosition, u: int) -> Finding:
    """How far a general commands, or whether a unit is in command."""
    battle = p.battle
    if battle.arm[u] != GENERAL:
        lost = p.state[u] & OUT or not in_command(p, u)
        return Finding((f"{clause(p.name(u), 'is')} {'out of' if lost else 'in'} command.",))
    reach = battle.rules.command.reach
    said = f"{p.name(u)} commands every unit within {reach // INCH} in of him."
    return tools.radius(p, u, reach, said)


def command_of(p: OnepagePosition, id: str) -> Command | None:
    """Who is in command while a general is where he stands."""
    g = unit_named(p.battle, id)
    if g < 0 or p.battle.arm[g] != GENERAL or not p.on_table(g):
        return None
    own = p.stands_on(p.battle.side[g])
    return tools.command(p, g, p.battle.rules.command.reach, own, lambda u: in_command(p, u))


@TOOLS.answers(Tool("out-of-command", "Out of command", "Every unit that no general reaches."))
def out_of_command(p: OnepagePosition) -> Finding:
    lost = [u for u in range(p.battle.stands) if p.on_table(u) and not in_command(p, u)]
    nobody = "Every unit on the table is within reach of a general."
    return tools.lost(p, lost, "Out of command:", nobody)


@TOOLS.answers(Tool("victory", "Victory so far", "Losses, objectives, and when an army withdraws."))
def victory(p: OnepagePosition) -> Finding:
    battle = p.battle
    said = []
    for side in (0, 1):
        start = battle.start_strength[side]
        limit = -(-start * battle.rules.victory.percent // 100)
        lost = casualties(battle, p.losses, side)
        said.append(
            f"{battle.side_name(side)} has lost {lost} of {start} strength points;"
            f" at {limit} it withdraws."
        )
    return tools.victory(battle, said, holders(p), battle.rules.victory.says)
