"""What the drawing and the cards need to know of a view: pieces, markers, facts of a unit."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.boards.hexes import SIDEWARDS, opposite
from grognard.engine.view import Marker, Placement
from grognard.systems.shock.leaders import command_range, commanded, commander, in_command
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import (
    ARMS,
    GARRISON,
    GUNS,
    LEADER,
    LEVELS,
    LIGHT_CAVALRY,
    OFFICER,
    OVERALL,
    POOLED,
    TURN,
    WAITING,
)
from grognard.systems.shock.state.position import ShockPosition, state_words
from grognard.systems.shock.terrain import GROUNDS
from grognard.systems.shock.victory import objective_holders

IN_THE_DRAW: Final = "in the draw"
MOST_NAMES: Final = 3  # beside the score

Card = tuple[tuple[str, str], ...]


def placements(p: ShockPosition) -> list[Placement]:
    """Every piece on the map, leaders first, then the troops of each stack from below."""
    battle = p.battle
    found = []
    on_map = [u for u in range(battle.count) if p.hex[u] >= 0]
    for u in sorted(on_map, key=lambda u: height(p, u)):
        officer = battle.kind[u] == OFFICER
        marks = leader_marks(p, u) if officer else state_words(p, u)
        if not officer and battle.wet[battle.side[u]][p.clock[TURN]]:
            marks.append("wet")
        upright = officer or battle.arm[u] == GARRISON
        found.append(
            Placement(
                id=p.uid(u),
                symbol=ARMS[battle.arm[u]],
                side=battle.side[u],
                at=tuple(p.hexes_of(u)),
                turn=None if upright else 60 * p.facing[u],
                label=battle.names[u],
                strength="" if officer else str(p.steps[u]),
                marks=tuple(marks),
                note=in_words(unit_card(p, u)),
            )
        )
    return found


def leader_marks(p: ShockPosition, u: int) -> list[str]:
    """Whether the command a leader commands is in the draw."""
    return [IN_THE_DRAW] if u in drawn_leaders(p) else []


def drawn_leaders(p: ShockPosition) -> list[int]:
    """The leaders whose commands are in the draw, in the order of the commands."""
    commands = enumerate(p.battle.commands)
    return [command.leader for c, command in commands if p.pool[c] == POOLED]


def purse(p: ShockPosition) -> tuple[str, ...]:
    """The commands of each side that are in the draw."""
    battle, leaders = p.battle, drawn_leaders(p)
    own = [[battle.names[v] for v in leaders if battle.side[v] == side] for side in (0, 1)]
    return tuple(_in_short(names) for names in own)


def _in_short(names: list[str]) -> str:
    """Who is in the draw; many are counted."""
    if len(names) > MOST_NAMES:
        return f"{len(names)} {IN_THE_DRAW}"
    return f"{IN_THE_DRAW}: {', '.join(names)}" if names else ""


def attacks_due(p: ShockPosition) -> list[tuple[str, str]]:
    """Whom each unit is declared to charge or attack."""
    tops = {
        u: p.top_unit(p.target[u])
        for u in range(p.battle.fighters)
        if p.hex[u] >= 0 and p.target[u] >= 0
    }
    return [(p.uid(u), p.uid(top)) for u, top in tops.items() if top >= 0]


def height(p: ShockPosition, u: int) -> tuple[int, int, int]:
    """How high a piece lies: leaders lowest, in a stack the top unit highest."""
    if p.battle.kind[u] == OFFICER:
        return 0, p.hex[u], u
    return 1, p.hex[u], -p.units_at(p.hex[u]).index(u)


def markers(p: ShockPosition) -> list[Marker]:
    """Objectives, each of the side that has its points now, and who controls each chateau."""
    battle = p.battle
    found = []
    holders = objective_holders(p)
    for i, objective in enumerate(battle.objectives):
        label = f"{objective.name}: {objective.points}"
        if objective.kind == "near":
            label += f" if {battle.titles[objective.side]} within {objective.within}"
        found.append(Marker(f"objective:{i}", "objective", (objective.hex,), holders[i], label))
    for i, h in enumerate(battle.chateaux):
        if p.control[i] >= 0:
            label = f"held by {battle.titles[p.control[i]]}"
            found.append(Marker(f"control:{i}", "control", (h,), p.control[i], label))
    return found


def card(p: ShockPosition, id: str) -> list[tuple[str, str]]:
    """What is known of a unit or hex by its id."""
    battle = p.battle
    kind, _, name = id.partition(":")
    if kind == "unit" and name in battle.ids:
        u = battle.ids.index(name)
        return [*unit_card(p, u), *out_of_command(p, u)]
    if kind == "hex":
        return hex_card(p, battle.grid.parse(name))
    return []


def unit_card(p: ShockPosition, u: int) -> Card:
    """A unit or leader."""
    if p.battle.pieces[u].arm == LEADER:
        return tuple(leader_card(p, u))
    state = ""
    if p.hex[u] >= 0:
        state = ", ".join(state_words(p, u)) or "good order"
    return troops_card(p.battle, u, p.steps[u], whereabouts(p, u), state)


def out_of_command(p: ShockPosition, u: int) -> list[tuple[str, str]]:
    """That a unit on the map is out of command, and why; nothing if it is not."""
    battle = p.battle
    if battle.kind[u] == OFFICER or p.hex[u] < 0 or commanded(p, u):
        return []
    leader = commander(p, battle.command[u])
    why = "nobody commands it now"
    if leader >= 0:
        why = f"{battle.names[leader]} commands within {command_range(p, leader)} hexes"
        if in_command(p, u):
            why = f"{battle.names[leader]} was too far off when its command was activated"
    return [("Out of command", why)]


@lru_cache(maxsize=4096)  # most cards are after an answer as they were before
def in_words(card: Card) -> str:
    """A card in one line."""
    return "; ".join([f"{label}: {text}" for label, text in card])


@lru_cache(maxsize=4096)
def troops_card(battle: ShockBattle, u: int, steps: int, where: str, state: str) -> Card:
    """A unit of so many steps."""
    piece = battle.pieces[u]
    guns = battle.kind[u] == GUNS
    found = [
        ("Unit", piece.name),
        ("Arm", ARMS[piece.arm].replace("-", " ")),
        ("Strength", f"{steps} of {piece.sp}"),
        ("Cohesion", str(piece.cohesion)),
    ]
    if not guns and piece.arm not in (GARRISON, LIGHT_CAVALRY):
        found.append(("Commitment", str(piece.commitment)))
    if piece.arm == LIGHT_CAVALRY:
        found.append(("Pursuit", str(piece.pursuit)))
    if guns:
        found.append(("Range", str(piece.range)))
    if piece.mp:
        found.append(("Movement", str(piece.mp)))
    found.append(("Command", battle.commands[piece.command].name))
    if piece.elite:
        found.append(("Quality", ("", "Elite", "Crack Elite")[piece.elite]))
    found.append(("Hex", where))
    if state:
        found.append(("State", state))
    return tuple(found)


def leader_card(p: ShockPosition, u: int) -> list[tuple[str, str]]:
    """A leader: whom he commands, and how well."""
    battle = p.battle
    piece = battle.pieces[u]
    found = [("Leader", piece.name), ("Level", LEVELS[piece.level]), ("Hex", whereabouts(p, u))]
    if piece.level == OVERALL:
        points = battle.command_points(u, p.clock[TURN] or 1)
        return [*found, ("Command points", f"{points}, within {piece.reach} hexes")]
    led = [command.name for command in battle.commands if command.leader == u]
    if led:
        reach = command_range(p, u)
        found.append(("Commands", f"{', '.join(led)}, within {reach} hexes"))
    found.append(("Orders", str(piece.orders)))
    return [*found, *(("State", mark) for mark in leader_marks(p, u))]


def whereabouts(p: ShockPosition, u: int) -> str:
    """The hex of a piece, or why it has none."""
    grid = p.battle.grid
    piece = p.battle.pieces[u]
    if p.hex[u] >= 0:
        return " and ".join(grid.name(h) for h in p.hexes_of(u))
    if p.hex[u] == WAITING and piece.turn:
        return f"comes on turn {piece.turn} at {grid.name(piece.entry)}"
    return "lost"


def hex_card(p: ShockPosition, h: int) -> list[tuple[str, str]]:
    """A hex: its ground, level and roads, who stands there, whose zones and goals it is."""
    battle = p.battle
    ground = battle.ground
    found = [
        ("Hex", battle.grid.name(h)),
        ("Ground", GROUNDS[ground.ground[h]].replace("-village", " village")),
        ("Level", str(ground.level[h])),
    ]
    found += [("Place", place.name) for place in ground.places if place.hex == h]
    leaders = [v for side in (0, 1) for v in p.leaders_at(h, side)]
    found += [("Here", battle.names[v]) for v in [*p.units_at(h), *leaders]]
    found += [(_title(kind), text) for kind, text in [*roads_at(battle, h), *sides_of(battle, h)]]
    zones = [title for side, title in enumerate(battle.titles) if p.zoc(side) >> h & 1]
    if zones:
        found.append(("Zone of control", " and ".join(zones)))
    for mark in markers(p):
        if h in mark.at:
            found.append((mark.kind.capitalize(), mark.label))
    return found


def roads_at(battle: ShockBattle, h: int) -> list[tuple[str, str]]:
    """The roads through a hex: by which sides each leaves it, and where it leads there."""
    grid, places = battle.grid, {place.hex: place.name for place in battle.ground.places}
    found = []
    for road in battle.ground.roads:
        ways = []
        for i in [i for i, here in enumerate(road.hexes) if here == h]:
            for onward in (road.hexes[:i][::-1], road.hexes[i + 1 :]):
                if onward:
                    goal = next((places[there] for there in onward if there in places), "")
                    side = SIDEWARDS[grid.neighbours[h].index(onward[0])]
                    ways.append(f"{side} to {goal or grid.name(onward[-1])}")
        if ways:
            found.append((road.kind, _named(road.name, ways)))
    return found


def sides_of(battle: ShockBattle, h: int) -> list[tuple[str, str]]:
    """What runs along the sides of a hex, and the crossings there, by their directions."""
    neighbours, ground = battle.grid.neighbours, battle.ground
    lines = [(line.kind, line.name, line.sides) for line in ground.sides]
    lines += [(crossing.kind, "", (crossing.side,)) for crossing in ground.crossings]
    found = []
    for kind, name, sides in lines:
        here = [d for start, d in sides if start == h]
        here += [opposite(d) for start, d in sides if neighbours[start][d] == h]
        if here:
            found.append((kind, _named(name, [SIDEWARDS[d] for d in sorted(here)])))
    return found


def _title(kind: str) -> str:
    return kind.replace("-", " ").capitalize()


def _named(name: str, ways: list[str]) -> str:
    return f"{name}: {', '.join(ways)}" if name else ", ".join(ways)
