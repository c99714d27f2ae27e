"""Tools for players: sight and distance, reach, fire, radius, who is beyond it, victory."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import INCH, STEPS, TENTH, offset
from grognard.boards.table.rect import corners, gap
from grognard.boards.table.sight import BLOCKERS, hidden
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.tool import Finding, Shape, Tool
from grognard.systems.pulses import artillery
from grognard.systems.pulses.field import in_radius, screen_of
from grognard.systems.pulses.morale import losses
from grognard.systems.pulses.movement import allowance, inches
from grognard.systems.pulses.moving import Leg
from grognard.systems.pulses.position import PulsesPosition
from grognard.systems.pulses.roster import SUB
from grognard.systems.pulses.rules import ARTILLERY
from grognard.systems.pulses.states import FREELY

TOOLS: Final = (
    Tool(
        "sight",
        "Line of sight",
        "Whether one unit sees another, how far it is, and what blocks the line.",
        ("From which unit?", "To which unit?"),
    ),
    Tool("reach", "Reach", "Where a unit could go now by one leg.", ("Which unit?",)),
    Tool("fire", "Fire", "Arc, ranges and targets of a battery.", ("Which unit?",)),
    Tool("command", "Radius", "How far a sub-commander's radius reaches.", ("Which unit?",)),
    Tool("out-of-command", "Beyond the radius", "Every unit beyond its sub-commander's radius."),
    Tool("victory", "Victory so far", "Losses, break points and objectives."),
)


def find(p: PulsesPosition, tool: str, ids: tuple[str, ...]) -> Finding:
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


def unit_of(p: PulsesPosition, id: str) -> int:
    """The unit an id names, which must be on the table."""
    ids = [unit.id for unit in p.battle.units]
    kind, _, name = id.partition(":")
    if kind != "unit" or name not in ids:
        raise UnknownName(f'no unit "{id:.60}": {did_you_mean(name, ids)}')
    u = ids.index(name)
    if not p.on_table(u):
        raise GrognardError(f"{p.name(u)} is not on the table")
    return u


def sight(p: PulsesPosition, u: int, v: int) -> Finding:
    """Whether one unit sees another."""
    far = f"{p.name(u)} to {p.name(v)}: {inches(gap(p.rect(u), p.rect(v)))} in between them."
    block = hidden(p.battle.land, screen_of(p.battle), p.rect(u), p.rect(v), [])
    way = (p.uid(u), p.uid(v))
    if block is None:
        return Finding((far, "Seen."), (), (way,))
    where = f"{inches(block.x)},{inches(block.y)}"
    word = "higher ground" if BLOCKERS[block.what] == "contour" else "cover"
    return Finding((far, f"Not seen: {word} at {where} is in the way."), (), (way,))


def reaches(p: PulsesPosition, u: int) -> Finding:
    """The ground a unit could get to by one leg from where it is."""
    left = allowance(p, u, FREELY, 0)
    open_leg = p.decision
    if isinstance(open_leg, Leg) and open_leg.unit == u:
        left = open_leg.left
    leg = Leg(0, p.facing[u], p.x[u], p.y[u], FREELY, left, p.battle.side[u], u, 0)
    shapes = tuple(_tenths(area.outline) for area in leg.reach(p))
    said = f"{p.name(u)} has {inches(left)} in to move."
    return Finding((said,), (p.uid(u),), (), (), shapes)


def _tenths(outline: tuple[tuple[int, int], ...]) -> Shape:
    return tuple((x // TENTH, y // TENTH) for x, y in outline)


def shots(p: PulsesPosition, u: int) -> Finding:
    """Arc, ranges and targets of a battery."""
    name = p.name(u)
    if p.battle.arm[u] != ARTILLERY:
        return Finding((f"{name} does not fire: only artillery does.",))
    if not artillery.may_fire(p, u):
        return Finding((f"{name} may not fire now.",))
    canister, shot = artillery.reaches(p, u)
    said = [f"{name}: canister to {inches(canister)} in, round shot to {inches(shot)} in."]
    targets = artillery.targets(p, u)
    for v in targets:
        distance = artillery.fire_distance(p, u, v)
        word = "canister" if distance <= canister else "round shot"
        said.append(f"{p.name(v)} at {inches(distance)} in, {word}.")
    shapes = (_arc(p, u, canister), _arc(p, u, shot))
    lit = tuple(p.uid(v) for v in targets)
    return Finding(tuple(said), lit, tuple((p.uid(u), each) for each in lit), (), shapes)


def _arc(p: PulsesPosition, u: int, reach: int) -> Shape:
    """The ground a battery's fire reaches, by the lines from its front corners."""
    half = p.battle.rules.gun_arc
    facing = p.facing[u]
    left, right = corners(p.rect(u))[:2]
    outline = [left]
    outline += [_off(*left, step, reach) for step in range(facing - half, facing + 1, 3)]
    outline += [_off(*right, step, reach) for step in range(facing, facing + half + 1, 3)]
    return _tenths((*outline, right))


def _off(x: int, y: int, step: int, reach: int) -> tuple[int, int]:
    dx, dy = offset(step, reach)
    return x + dx, y + dy


def radius(p: PulsesPosition, u: int) -> Finding:
    """How far a sub-commander's radius reaches, or whether a unit is in it."""
    battle = p.battle
    if battle.rank[u] < 0:
        word = "within" if in_radius(p, u) else "beyond"
        return Finding((f"{p.name(u)} is {word} the radius of its sub-commander.",))
    if battle.rank[u] != SUB:
        return Finding((f"{p.name(u)} has no radius: he gives command dice at any distance.",))
    reach = battle.radius[battle.force[u]]
    a = p.rect(u)
    ring = _tenths(tuple(_off(a.x, a.y, step, reach) for step in range(0, STEPS, 2)))
    said = f"The radius of {p.name(u)} is {reach // INCH} in."
    return Finding((said,), (p.uid(u),), (), (), (ring,))


def out_of_command(p: PulsesPosition) -> Finding:
    """The units beyond the radius of their sub-commanders."""
    lost = [u for u in range(p.battle.stands) if p.on_table(u) and not in_radius(p, u)]
    if not lost:
        return Finding(("Every unit on the table is within its sub-commander's radius.",))
    said = [f"{p.battle.titles[p.battle.side[u]]}: {p.name(u)}" for u in lost]
    return Finding(("Beyond the radius:", *said), tuple(p.uid(u) for u in lost))


def victory(p: PulsesPosition) -> Finding:
    """Losses, break points and objectives so far."""
    battle = p.battle
    said = [
        f"{battle.titles[side]} has lost {losses(p, side)} units; at {battle.breaks[side]} it"
        " checks its morale at the end of each turn."
        for side in (0, 1)
    ]
    for objective, held in zip(battle.objectives, p.held, strict=True):
        who = battle.titles[held] if held >= 0 else "nobody"
        said.append(f"{objective.name}: {objective.points}, held by {who}.")
    return Finding(tuple(said))
