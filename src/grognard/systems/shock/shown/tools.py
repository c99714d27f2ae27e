"""Tools for players: sight and range between two places, reach, fire, command, victory."""

from __future__ import annotations

from typing import Final

from grognard.boards.hexes import bits
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.tool import Command, Finding, Mark, Tool
from grognard.systems.shock.charge import charge_targets
from grognard.systems.shock.command import Staff
from grognard.systems.shock.fire import can_fire, fire_targets
from grognard.systems.shock.leaders import command_range, commanded, commander, in_command
from grognard.systems.shock.movement import Reach, reach
from grognard.systems.shock.moving.sight import blocker, crosses_crest
from grognard.systems.shock.state.kinds import (
    GUNS,
    HORSE,
    MARCH,
    MOVE,
    OFFICER,
    OVERALL,
    ROUTED,
    RUSH,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import GROUNDS, OFFICER_SCALE
from grognard.systems.shock.victory import earned, score_line, stands_near, written

TOOLS: Final = (
    Tool(
        "sight",
        "Line of sight",
        "Whether one place sees another, how far it is, and what blocks the line.",
        ("From which unit or hex?", "To which unit or hex?"),
    ),
    Tool("reach", "Reach", "Where a unit could go now, and what it costs.", ("Which unit?",)),
    Tool(
        "fire", "Fire", "Which enemies a unit could fire at from where it stands.", ("Which unit?",)
    ),
    Tool(
        "zones",
        "Zones of control",
        "Every hex in a zone of control, with the first letter of whose it is.",
    ),
    Tool(
        "who-reaches",
        "Who can reach it",
        "Which units could move to a hex or next to it, and for how many points.",
        ("Which hex or unit?",),
    ),
    Tool(
        "threats",
        "What threatens it",
        "Which enemies could fire at a unit, charge it or come next to it.",
        ("Which hex or unit?",),
    ),
    Tool("command", "Command radius", "How far a leader commands.", ("Which leader?",)),
    Tool("out-of-command", "Out of command", "Every unit outside the range of its leader."),
    Tool("victory", "Victory so far", "What the points of both sides come from."),
)


def find(p: ShockPosition, tool: str, ids: tuple[str, ...]) -> Finding:
    """What a tool says."""
    if tool == "sight":
        return sight(p, hex_of(p, ids[0]), hex_of(p, ids[1]))
    if tool == "reach":
        return reach_of(p, unit_of(p, ids[0]))
    if tool == "fire":
        return shots(p, unit_of(p, ids[0]))
    if tool == "zones":
        return zones(p)
    if tool == "who-reaches":
        return who_reaches(p, hex_of(p, ids[0]))
    if tool == "threats":
        return threats_at(p, ids[0])
    if tool == "command":
        return radius(p, unit_of(p, ids[0]))
    return out_of_command(p) if tool == "out-of-command" else victory(p)


def unit_of(p: ShockPosition, id: str) -> int:
    """The piece an id names, which must be on the map."""
    battle = p.battle
    kind, _, name = id.partition(":")
    if kind != "unit" or name not in battle.ids:
        raise UnknownName(f'no unit "{id:.60}": {did_you_mean(name, battle.ids)}')
    u: int = battle.ids.index(name)
    if p.hex[u] < 0:
        raise GrognardError(f"{battle.names[u]} is not on the map")
    return u


def hex_of(p: ShockPosition, id: str) -> int:
    """The hex an id names, or the one in which a piece stands."""
    kind, _, name = id.partition(":")
    return p.battle.grid.parse(name) if kind == "hex" else p.hex[unit_of(p, id)]


def sight(p: ShockPosition, a: int, b: int) -> Finding:
    """Whether one hex sees another."""
    battle = p.battle
    grid = battle.grid
    far = grid.distance[a][b]
    at = f"{grid.name(a)} to {grid.name(b)}: {far} hex{'' if far == 1 else 'es'}."
    way = (p.hid(a), p.hid(b))
    stop = blocker(battle, a, b)
    if stop >= 0:
        ground = battle.ground
        what = GROUNDS[ground.ground[stop]].replace("-", " ")
        why = f"{grid.name(stop)} blocks the line: {what}, level {ground.level[stop]}."
        return Finding((at, f"Not seen. {why}"), (p.hid(stop),), (way,))
    said = [at, "Seen."]
    if crosses_crest(battle, a, b):
        said.append("The line goes over a crest.")
    return Finding(tuple(said), (), (way,))


def reach_of(p: ShockPosition, u: int) -> Finding:
    """Where a piece could go, each hex marked with its cost."""
    battle = p.battle
    name = battle.names[u]
    if battle.kind[u] != OFFICER and p.order[u] == ROUTED:
        return Finding((p.does(u, "is routed and cannot move before a rally") + ".",))
    plain = reach(p, u, MOVE)
    scale = OFFICER_SCALE if battle.kind[u] == OFFICER else 1
    marks = [Mark(p.hid(h), points(c, scale)) for h, c in costs(plain)]
    said = [f"{name} has {battle.mp[u]} movement points and could reach {len(marks)} hexes."]
    if battle.kind[u] != OFFICER and p.in_enemy_zoc(u):
        said.append("It stands in an enemy zone of control.")
    if battle.kind[u] != OFFICER:
        for order, words in ((MARCH, "strategic movement"), (RUSH, "rapid advance")):
            further = reach(p, u, order).ends.bit_count()
            if further:
                said.append(f"{words.capitalize()} reaches {further} more hexes.")
    return Finding(tuple(said), tuple(m.at for m in marks), (), tuple(marks))


def costs(found: Reach) -> list[tuple[int, int]]:
    """The hexes of a reach with the least cost of each."""
    least: dict[int, int] = {}
    for way in found.ways:
        for cost, mask in enumerate(way.layers):
            for h in bits(mask & found.ends):
                least[h] = min(cost, least.get(h, cost))
    return sorted(least.items())


def points(cost: int, scale: int) -> str:
    """Movement points as people write them."""
    return written(cost) if scale == OFFICER_SCALE else str(cost)


def shots(p: ShockPosition, u: int) -> Finding:
    """Which enemies a unit could fire at."""
    battle = p.battle
    name = battle.names[u]
    if not can_fire(p, u):
        return Finding((f"{name} cannot fire in its present state.",))
    targets = bits(fire_targets(p, u))
    if not targets:
        return Finding((p.does(u, "has no enemy in range, in front and in sight") + ".",))
    said = [
        f"{battle.names[p.top_unit(h)]} at {battle.grid.name(h)},"
        f" {battle.grid.distance[p.hex[u]][h]} away."
        for h in targets
    ]
    ways = tuple((p.uid(u), p.hid(h)) for h in targets)
    return Finding((f"{name} could fire at:", *said), tuple(p.hid(h) for h in targets), ways)


def zones(p: ShockPosition) -> Finding:
    """The zones of control of both sides."""
    titles = p.battle.titles
    marks: dict[int, str] = {}
    for side in (0, 1):
        for h in bits(p.zoc(side)):
            marks[h] = marks.get(h, "") + titles[side][0]
    said = [f"{titles[side]}: {p.zoc(side).bit_count()} hexes." for side in (0, 1)]
    found = tuple(Mark(p.hid(h), text) for h, text in sorted(marks.items()))
    return Finding(tuple(said), tuple(mark.at for mark in found), (), found)


def who_reaches(p: ShockPosition, goal: int) -> Finding:
    """Who could move to a hex, or next to it where it is not open to him."""
    battle = p.battle
    beside = battle.grid.disk(goal, 1)
    said, lit = [], []
    for u in movers(p):
        found = dict(costs(reach(p, u, MOVE)))
        here = found.get(goal)
        near = min((cost for h, cost in found.items() if beside >> h & 1), default=None)
        if here is None and near is None:
            continue
        where = f"for {here}" if here is not None else f"next to it for {near}"
        said.append(f"{battle.titles[battle.side[u]]}: {battle.names[u]}, {where}.")
        lit.append(p.uid(u))
    name = battle.grid.name(goal)
    head = f"To {name} could move:" if said else f"Nobody could move to {name} or next to it."
    return Finding((head, *said), tuple(lit))


def threats_at(p: ShockPosition, id: str) -> Finding:
    """What threatens a unit, or the one in a hex; of an empty hex, who could move there."""
    here = hex_of(p, id)
    u = unit_of(p, id) if id.startswith("unit:") else p.top_unit(here)
    if u >= 0:
        return threats(p, u)
    found = who_reaches(p, here)
    return found._replace(says=(f"Nobody is in {p.battle.grid.name(here)}.", *found.says))


def threats(p: ShockPosition, u: int) -> Finding:
    """Which enemies could strike a unit, and how, from where all stand now."""
    battle = p.battle
    here = sum(1 << h for h in p.hexes_of(u))
    beside = battle.grid.grow(here)
    said, ways = [], []
    for v in movers(p):
        if battle.side[v] == battle.side[u]:
            continue
        how = []
        if can_fire(p, v) and fire_targets(p, v) & here:
            how.append("fire")
        if battle.kind[v] == HORSE and charge_targets(p, v) & here:
            how.append("charge")
        if battle.kind[v] != GUNS and any(beside >> h & 1 for h in p.hexes_of(v)):
            how.append("attack")
        elif battle.kind[v] != GUNS and p.second[v] < 0 and reach(p, v, MOVE).ends & beside:
            how.append("move next to it and attack")
        if how:
            said.append(f"{battle.names[v]}: {', '.join(how)}.")
            ways.append((p.uid(v), p.uid(u)))
    name = battle.names[u]
    head = f"{name} could meet:" if said else f"Nothing threatens {name} now."
    return Finding((head, *said), tuple(way[0] for way in ways), tuple(ways))


def movers(p: ShockPosition) -> list[int]:
    """The troops on the map in an order to move."""
    troops = range(p.battle.fighters)
    return [u for u in troops if p.hex[u] >= 0 and p.order[u] != ROUTED]


def radius(p: ShockPosition, u: int) -> Finding:
    """How far a leader commands, and which of his units he reaches."""
    battle = p.battle
    if battle.kind[u] != OFFICER:
        state = "in command" if commanded(p, u) else "out of command"
        return Finding((f"{battle.names[u]} is {state}.",))
    far = command_range(p, u)
    lit = tuple(p.hid(h) for h in bits(battle.grid.disk(p.hex[u], far)))
    said = [f"{battle.names[u]} commands within {far} hexes."]
    if battle.pieces[u].level == OVERALL:
        staff = Staff(p, battle.side[u])
        served = [battle.commands[c].name for c in sorted(staff.reach.get(u, ()))]
        said.append(f"He can put these into the draw: {', '.join(served) or 'none'}.")
    return Finding(tuple(said), lit)


def command_of(p: ShockPosition, id: str) -> Command | None:
    """Whom of his command a leader reaches from where he stands."""
    battle = p.battle
    kind, _, name = id.partition(":")
    leader = battle.ids.index(name) if kind == "unit" and name in battle.ids else -1
    if leader < 0 or battle.kind[leader] != OFFICER or p.hex[leader] < 0:
        return None
    own = [
        u
        for u in range(battle.units)
        if p.hex[u] >= 0 and commander(p, battle.command[u]) == leader
    ]
    places = battle.grid.disk(p.hex[leader], command_range(p, leader))
    return Command(
        tuple(p.uid(u) for u in own if in_command(p, u)),
        tuple(p.uid(u) for u in own if not in_command(p, u)),
        places=tuple(p.hid(h) for h in bits(places)),
    )


def out_of_command(p: ShockPosition) -> Finding:
    """The units out of command."""
    battle = p.battle
    lost = [u for u in range(battle.units) if p.hex[u] >= 0 and not commanded(p, u)]
    if not lost:
        return Finding(("Every unit on the map is in command.",))
    said = [f"{battle.titles[battle.side[u]]}: {battle.names[u]}" for u in lost]
    return Finding(("Out of command:", *said), tuple(p.uid(u) for u in lost))


def victory(p: ShockPosition) -> Finding:
    """What points are given for, who holds the places that count, and the points so far."""
    battle = p.battle
    rules = battle.rules.victory
    said = [f"The side with more points after turn {battle.turns} wins."]
    for i, objective in enumerate(battle.objectives):
        name = objective.name[:1].upper() + objective.name[1:]
        if objective.kind == "hold":
            holder = battle.titles[p.held[i]] if p.held[i] >= 0 else "nobody"
            said.append(
                f"{name}: {objective.points} points to the side that holds it; now {holder}."
            )
        else:
            near = stands_near(p, objective.side, objective.hex, objective.within)
            who = battle.titles[objective.side]
            said.append(
                f"{name}: {objective.points} points if the {who} side is within"
                f" {objective.within} hexes; {'it is' if near else 'it is not'}."
            )
    for side in (0, 1):
        if battle.handicap[side]:
            said.append(f"{battle.side_name(side)} begins with {battle.handicap[side]} points.")
    elite = rules.destroyed * rules.elite_times
    said.append(
        f"Every enemy strength point destroyed: {written(rules.destroyed)} (Elite"
        f" {written(elite)}); every one routed at the end: {written(rules.routed)}."
    )
    said.append(f"So far: {score_line(p)}.")
    for side in (0, 1):
        own = [(each.cause, each.points[side]) for each in earned(p) if each.points[side]]
        if own:
            causes = "; ".join(f"{cause} {written(int(2 * points))}" for cause, points in own)
            said.append(f"{battle.titles[side]}: {causes}.")
    return Finding(tuple(said), tuple(p.hid(o.hex) for o in battle.objectives))
