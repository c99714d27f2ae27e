"""Tools for players: sight and distance, reach, fire, radius, who is beyond it, victory."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import INCH
from grognard.engine.grammar import clause
from grognard.engine.tool import Command, Finding, Tool
from grognard.systems.pulses import artillery, skirmish
from grognard.systems.pulses.morale import losses
from grognard.systems.pulses.movement import allowance, rolls
from grognard.systems.pulses.moving.leg import Leg
from grognard.systems.pulses.moving.templates import Namer
from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.kinds import ARTILLERY, SUB
from grognard.systems.pulses.state.position import MOVED, PulsesPosition
from grognard.systems.pulses.status import AWAY, FREELY, NOT_AT_ALL, RELOCATING, TURNING, manner
from grognard.systems.pulses.terrain import screen_of
from grognard.systems.tabletop import reaching, tools
from grognard.systems.tabletop.dice import FACES
from grognard.systems.tabletop.measure import arc, inches
from grognard.systems.tabletop.pictures import unit_named

TOOLS: Final = tools.Kit()


@TOOLS.answers(tools.SIGHT)
def sight(p: PulsesPosition, u: int, v: int) -> Finding:
    return tools.sight(p, u, v, p.battle.land, screen_of(p.battle.rules.terrain))


@TOOLS.answers(tools.REACH)
def reaches(p: PulsesPosition, u: int) -> Finding:
    """The ground a unit could get to by one leg from where it is."""
    open_leg = p.decision
    notes = []
    if isinstance(open_leg, Leg) and open_leg.unit == u:
        left = open_leg.left
    else:
        left, die = furthest(p, u)
        if die:
            notes.append(f"An enemy is near: that is with a movement die of {FACES}.")
        if manner(p, u) in (TURNING, NOT_AT_ALL):
            notes.append("As things stand it may not leave its place.")
    leg = Leg.first(p, u, FREELY, left)
    found = tools.reach(p, u, left, leg.reach(p))
    return found._replace(says=(*found.says, *notes))


def furthest(p: PulsesPosition, u: int) -> tuple[int, int]:
    """How far a unit may move at most, and the movement die that takes; 0 without one."""
    relocates = manner(p, u) == RELOCATING
    die = FACES if rolls(p, u, FREELY) and not relocates else 0
    return allowance(p, u, RELOCATING if relocates else FREELY, die), die


def goer(p: PulsesPosition, u: int) -> reaching.Goer:
    """A unit as it would begin its move with the best of dice."""
    left, die = furthest(p, u)
    notes = [f"with a movement die of {FACES}"] if die else []
    if manner(p, u) in (TURNING, AWAY, NOT_AT_ALL):
        notes.append("not as its force is ordered now")
    if p.state[u] & MOVED:
        notes.append("already moved")
    namer = Namer(Leg.first(p, u, FREELY, left).mover(p))
    return reaching.Goer(namer, ", ".join(notes), attacks="attack")


def shot(p: PulsesPosition, u: int, v: int) -> list[str]:
    """The fire of a battery or of skirmishers at a unit in words, nothing if there is none."""
    if artillery.may_fire(p, u):
        return reaching.at_range(artillery.fire_distance(p, u, v))
    sends = p.battle.rules.skirmish.dice[p.battle.sk[u]] and v in skirmish.targets(p, u)
    return ["skirmish attack"] if sends else []


reaching.add_tools(TOOLS, goer, shot)


@TOOLS.answers(Tool("fire", "Fire", "Arc, ranges and targets of a battery.", ("Which unit?",)))
def shots(p: PulsesPosition, u: int) -> Finding:
    name = p.name(u)
    if p.battle.arm[u] != ARTILLERY:
        return Finding((f"{name} does not fire: only artillery does.",))
    if not artillery.may_fire(p, u):
        return Finding((f"{name} may not fire now.",))
    canister, shot = artillery.reaches(p, u)
    said = f"{name}: canister to {inches(canister)} in, round shot to {inches(shot)} in."
    targets = []
    for v in artillery.targets(p, u):
        distance = artillery.fire_distance(p, u, v)
        targets.append((v, distance, "canister" if distance <= canister else "round shot"))
    half = p.battle.rules.artillery.arc
    shapes = tuple(arc(p.rect(u), p.facing[u], half, reach) for reach in (canister, shot))
    return tools.fire(p, u, said, targets, shapes)


@TOOLS.answers(
    Tool("command", "Radius", "How far a sub-commander's radius reaches.", ("Which unit?",))
)
def radius(p: PulsesPosition, u: int) -> Finding:
    """How far a sub-commander's radius reaches, or whether a unit is in it."""
    battle = p.battle
    if battle.rank[u] < 0:
        word = "within" if in_radius(p, u) else "beyond"
        return Finding((f"{clause(p.name(u), 'is')} {word} the sub-commander's radius.",))
    if battle.rank[u] != SUB:
        who = clause(p.name(u), "has")
        return Finding((f"{who} no radius: he gives command dice at any distance.",))
    reach = battle.radius[battle.force[u]]
    return tools.radius(p, u, reach, f"The radius of {p.name(u)} is {reach // INCH} in.")


def command_of(p: PulsesPosition, id: str) -> Command | None:
    """Whom of his force a sub-commander has within his radius from where he stands."""
    sub = unit_named(p.battle, id)
    if sub < 0 or p.battle.rank[sub] != SUB or not p.on_table(sub):
        return None
    force = p.battle.force[sub]
    reach = p.battle.radius[force]
    return tools.command(p, sub, reach, p.units_in(force), lambda u: in_radius(p, u))


@TOOLS.answers(
    Tool("out-of-command", "Beyond the radius", "Every unit beyond its sub-commander's radius.")
)
def out_of_command(p: PulsesPosition) -> Finding:
    lost = [u for u in range(p.battle.stands) if p.on_table(u) and not in_radius(p, u)]
    nobody = "Every unit on the table is within its sub-commander's radius."
    return tools.lost(p, lost, "Beyond the radius:", nobody)


@TOOLS.answers(Tool("victory", "Victory so far", "Losses, break points and objectives."))
def victory(p: PulsesPosition) -> Finding:
    battle = p.battle
    said = [
        f"{battle.side_name(side)} has lost {losses(p, side)} units;"
        f" at {battle.breaks[side]} it checks its morale at the end of each turn."
        for side in (0, 1)
    ]
    return tools.victory(battle, said, p.held, battle.rules.morale.says, owned=False)
