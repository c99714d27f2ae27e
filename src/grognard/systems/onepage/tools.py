"""Tools for players: sight and distance, reach, fire, command, victory."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import INCH, STEPS, offset
from grognard.boards.table.rect import corners, front, gap
from grognard.boards.table.sight import BLOCKERS, hidden
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.tool import Finding, Shape, Tool
from grognard.systems.onepage.command import in_command
from grognard.systems.onepage.field import fire_distance, land_of, screen_of
from grognard.systems.onepage.leg import Leg
from grognard.systems.onepage.morale import can_fire
from grognard.systems.onepage.movement import allowance, inches
from grognard.systems.onepage.position import OUT, ROUTED, OnepagePosition
from grognard.systems.onepage.rules import GENERAL, SKIRMISHER
from grognard.systems.onepage.victory import casualties, holder

TOOLS: Final = (
    Tool(
        "sight",
        "Line of sight",
        "Whether one unit sees another, how far it is, and what blocks the line.",
        ("From which unit?", "To which unit?"),
    ),
    Tool("reach", "Reach", "Where a unit could go now by one leg.", ("Which unit?",)),
    Tool("fire", "Fire", "Arc and ranges of a unit, and at whom it could fire.", ("Which unit?",)),
    Tool("command", "Command radius", "How far a general commands.", ("Which unit?",)),
    Tool("out-of-command", "Out of command", "Every unit that no general reaches."),
    Tool("victory", "Victory so far", "Losses, objectives, and when an army withdraws."),
)


def find(p: OnepagePosition, tool: str, ids: tuple[str, ...]) -> Finding:
    """What a tool says."""
    if tool == "sight":
        return sight(p, unit_of(p, ids[0]), unit_of(p, ids[1]))
    if tool == "reach":
        return reaches(p, unit_of(p, ids[0]))
    if tool == "fire":
        return shots(p, unit_of(p, ids[0]))
    if tool == "command":
        return radius(p, unit_of(p, ids[0]))
    return out_of_command(p) if tool == "out-of-command" else victory(p)


def unit_of(p: OnepagePosition, id: str) -> int:
    """The unit an id names, which must be on the table."""
    ids = [unit.id for unit in p.battle.units]
    kind, _, name = id.partition(":")
    if kind != "unit" or name not in ids:
        raise UnknownName(f'no unit "{id:.60}": {did_you_mean(name, ids)}')
    u = ids.index(name)
    if not p.on_table(u):
        raise GrognardError(f"{p.name(u)} is not on the table")
    return u


def sight(p: OnepagePosition, u: int, v: int) -> Finding:
    """Whether one unit sees another."""
    battle = p.battle
    far = f"{p.name(u)} to {p.name(v)}: {inches(gap(p.rect(u), p.rect(v)))} in between them."
    others = [
        w
        for w in range(battle.stands)
        if w not in (u, v) and p.on_table(w) and battle.arm[w] != SKIRMISHER
    ]
    stands = [p.rect(w) for w in others]
    block = hidden(land_of(p), screen_of(battle), p.rect(u), p.rect(v), stands)
    way = (p.uid(u), p.uid(v))
    if block is None:
        return Finding((far, "Seen."), (), (way,))
    what = BLOCKERS[block.what]
    if what == "stand":
        who = p.name(others[block.number])
        return Finding((far, f"Not seen: {who} stands between."), (), (way,))
    where = f"{inches(block.x)},{inches(block.y)}"
    word = {"contour": "higher ground", "area": "cover", "line": "a hedge or trees"}[what]
    return Finding((far, f"Not seen: {word} at {where} is in the way."), (), (way,))


def reaches(p: OnepagePosition, u: int) -> Finding:
    """The ground a unit could get to by one leg from where it is."""
    name = p.name(u)
    if p.state[u] & ROUTED and not p.battle.rules.routed_move:
        return Finding((f"{name} is routed and does not move before it has rallied.",))
    left = allowance(p, u)
    open_leg = p.decision
    if isinstance(open_leg, Leg) and open_leg.unit == u:
        left = open_leg.left
    leg = Leg(0, 0, p.x[u], p.y[u], left, p.battle.side[u], 0, 0, u, 0)
    shapes = tuple(area.outline for area in leg.reach(p))
    if not shapes:
        return Finding((f"{name} is unlimbered: it may turn, and move when it is limbered.",))
    return Finding((f"{name} has {inches(left)} in to move.",), (p.uid(u),), (), (), shapes)


def shots(p: OnepagePosition, u: int) -> Finding:
    """Arc, ranges and targets of a unit."""
    battle = p.battle
    name = p.name(u)
    if not can_fire(p, u):
        return Finding((f"{name} cannot fire as it is.",))
    close, long = battle.rules.ranges[battle.weapon[u]]
    near = f", close {inches(close)} in" if close else ""
    said = [f"{name} reaches {inches(long)} in{near}."]
    targets = []
    for v in p.stands_on(1 - battle.side[u]):
        distance = fire_distance(p, u, v)
        if distance >= 0:
            targets.append(v)
            word = "close" if distance <= close else "long"
            said.append(f"{p.name(v)} at {inches(distance)} in, {word} range.")
    shapes = tuple(_arc(p, u, reach) for reach in (close, long) if reach)
    lit = tuple(p.uid(v) for v in targets)
    return Finding(tuple(said), lit, tuple((p.uid(u), each) for each in lit), (), shapes)


def _arc(p: OnepagePosition, u: int, reach: int) -> Shape:
    """The ground a unit's fire reaches, by the lines from its front corners."""
    a = p.rect(u)
    if p.battle.arm[u] == SKIRMISHER:
        x, y = front(a)
        return tuple(_off(x, y, step, reach) for step in range(0, STEPS, 3))
    half = p.battle.rules.fire_arc
    facing = p.facing[u]
    left, right = corners(a)[:2]
    outline = [left]
    outline += [_off(*left, step, reach) for step in range(facing - half, facing + 1, 3)]
    outline += [_off(*right, step, reach) for step in range(facing, facing + half + 1, 3)]
    return (*outline, right)


def _off(x: int, y: int, step: int, reach: int) -> tuple[int, int]:
    dx, dy = offset(step, reach)
    return x + dx, y + dy


def radius(p: OnepagePosition, u: int) -> Finding:
    """How far a general commands, or whether a unit is in command."""
    battle = p.battle
    if battle.arm[u] != GENERAL:
        lost = p.state[u] & OUT or not in_command(p, u)
        return Finding((f"{p.name(u)} is {'out of' if lost else 'in'} command.",))
    reach = battle.rules.command_reach
    a = p.rect(u)
    ring = tuple(_off(a.x, a.y, step, reach) for step in range(0, STEPS, 2))
    said = f"{p.name(u)} commands every unit within {reach // INCH} in of him."
    return Finding((said,), (p.uid(u),), (), (), (ring,))


def out_of_command(p: OnepagePosition) -> Finding:
    """The units out of the reach of all generals."""
    lost = [u for u in range(p.battle.stands) if p.on_table(u) and not in_command(p, u)]
    if not lost:
        return Finding(("Every unit on the table is within reach of a general.",))
    said = [f"{p.battle.titles[p.battle.side[u]]}: {p.name(u)}" for u in lost]
    return Finding(("Out of command:", *said), tuple(p.uid(u) for u in lost))


def victory(p: OnepagePosition) -> Finding:
    """Losses and objectives so far."""
    battle = p.battle
    said = []
    for side in (0, 1):
        start = battle.start_strength[side]
        limit = -(-start * battle.rules.defeat_percent // 100)
        lost = casualties(p, side)
        said.append(
            f"{battle.titles[side]} has lost {lost} of {start} strength points;"
            f" at {limit} it withdraws."
        )
    for i, objective in enumerate(battle.objectives):
        held = holder(p, i)
        whose = "" if objective.side < 0 else f" to {battle.titles[objective.side]}"
        who = battle.titles[held] if held >= 0 else "nobody"
        said.append(f"{objective.name}: {objective.points}{whose}, held by {who}.")
    return Finding(tuple(said))
