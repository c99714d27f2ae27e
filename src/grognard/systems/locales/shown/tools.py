"""Tools for players: distances, marches, approaches, what hidden blocks may be, victory."""

from __future__ import annotations

from typing import Final

from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.position import HIDDEN
from grognard.engine.tool import Finding, Mark, Tool
from grognard.systems.locales.moving.reach import aims
from grognard.systems.locales.restrictions import members
from grognard.systems.locales.shown import comers, pictures
from grognard.systems.locales.state.kinds import Order
from grognard.systems.locales.state.position import LocalesPosition

TOOLS: Final = (
    Tool(
        "distance",
        "Distance",
        "How many boundaries lie between two places, and how far it is by road.",
        ("From which locale or block?", "To which locale or block?"),
    ),
    Tool(
        "marches",
        "Marches",
        "Where a unit of the side that holds a locale could march from its reserve.",
        ("From which locale or block?",),
    ),
    Tool(
        "approaches",
        "Approaches",
        "Every boundary of a locale: how wide, what it costs to come over it, who secures it.",
        ("Of which locale or block?",),
    ),
    Tool(
        "who-reaches",
        "Who can reach it",
        "Which blocks could march or attack into a locale, or secure an approach, by one order.",
        ("Which locale, approach or block?",),
    ),
    Tool(
        "threats",
        "What threatens it",
        "Which enemies could attack a locale, bombard it or march into it by one order.",
        ("Which locale or block?",),
    ),
    Tool("unknown", "What they may be", "What the enemy's hidden blocks may be, as you know it."),
    Tool("victory", "Victory so far", "Morale and objectives of both sides."),
)
MARCHES: Final = (
    (Order.FIELD_MARCH, "field"),
    (Order.ROAD_MARCH, "road"),
    (Order.CAVALRY_MARCH, "horse"),
)


def find(p: LocalesPosition, tool: str, ids: tuple[str, ...]) -> Finding:
    """What a tool says, from the view alone."""
    if tool == "distance":
        return distance(p, locale_of(p, ids[0]), locale_of(p, ids[1]))
    if tool == "marches":
        return marches(p, locale_of(p, ids[0]))
    if tool == "approaches":
        return approaches(p, locale_of(p, ids[0]))
    if tool == "who-reaches":
        return comers.who_reaches(p, spot_of(p, ids[0]))
    if tool == "threats":
        return comers.threats(p, locale_of(p, ids[0]))
    return unknown(p) if tool == "unknown" else victory(p)


def spot_of(p: LocalesPosition, id: str) -> int:
    """The approach an id names; else the locale."""
    kind, _, name = id.partition(":")
    if kind == "approach":
        return p.battle.locales + p.battle.areas.parse_approach(name)
    return locale_of(p, id)


def locale_of(p: LocalesPosition, id: str) -> int:
    """The locale an id names, or the one in which a block or an approach lies."""
    battle = p.battle
    kind, _, name = id.partition(":")
    if kind == "locale":
        return battle.areas.parse(name)
    if kind == "approach":
        return battle.locale_of(spot_of(p, id))
    if kind == "block" and name.isdecimal() and 1 <= int(name) <= battle.count:
        spot = p.spot[int(name) - 1]
        if spot < 0:
            raise GrognardError(f"block {name} is not on the map")
        return battle.locale_of(spot)
    raise UnknownName(f'no place or block "{id:.60}": {did_you_mean(name, battle.areas.ids)}')


def distance(p: LocalesPosition, a: int, b: int) -> Finding:
    """How far it is from one locale to another."""
    battle = p.battle
    names = battle.ground.locales
    far = battle.areas.distance[a][b]
    between = f"{far} boundar{'y' if far == 1 else 'ies'} away"
    said = [f"{names[a].name} to {names[b].name}: {between}."]
    way = battle.areas.road_path(a, b, battle.locales) if a != b else []
    if way:
        by = ", ".join(names[here].name for here in way)
        said.append(f"By road {len(way) - 1}: {by}.")
    elif a != b:
        said.append("No road leads there.")
    path = tuple(battle.spot_id(here) for here in (way or (a, b)))
    return Finding(tuple(said), (), (path,) if a != b else ())


def marches(p: LocalesPosition, here: int) -> Finding:
    """Where the side that holds a locale could march from it."""
    battle = p.battle
    name = battle.ground.locales[here].name
    sides = [side for side in (0, 1) if p.blocks_in(here, side)]
    if not sides:
        return Finding((f"Nobody is in {name}.",))
    words: dict[int, list[str]] = {}
    for order, word in MARCHES:
        for there in members(aims(p, order, here, sides[0])):
            words.setdefault(there, []).append(word)
    if not words:
        return Finding((f"No march leads out of {name} now.",))
    said = [f"From the reserve of {name}, for one unit of {battle.titles[sides[0]]}:"]
    for there, ways in sorted(words.items()):
        said.append(f"{battle.ground.locales[there].name}: {' or '.join(ways)} march.")
    marks = tuple(Mark(battle.spot_id(there), " ".join(ways)) for there, ways in words.items())
    return Finding(tuple(said), tuple(mark.at for mark in marks), (), marks)


def approaches(p: LocalesPosition, here: int) -> Finding:
    """The boundaries of a locale, for those who come over them."""
    battle = p.battle
    said = []
    for approach in battle.areas.approaches[here]:
        facts = pictures.approach_card(p, approach)
        between = facts[0][1]
        more = "; ".join(f"{label.lower()} {text}" for label, text in facts[1:])
        said.append(f"{between[0].upper()}{between[1:]}: {more}.")
    return Finding(tuple(said), (battle.spot_id(here),))


def unknown(p: LocalesPosition) -> Finding:
    """The enemy's hidden blocks, by what they may be."""
    battle = p.battle
    hidden = [b for b in range(battle.count) if p.spot[b] >= 0 and p.who[b] == HIDDEN]
    if not hidden:
        return Finding(("Nothing on the map is hidden from you.",))
    groups: dict[str, list[int]] = {}
    for b in hidden:
        may = dict(pictures.block_card(p, b))["May be"]
        groups.setdefault(may, []).append(b)
    said = [
        f"Block{'s' if len(blocks) > 1 else ''} {', '.join(str(b + 1) for b in blocks)}: {may}."
        for may, blocks in groups.items()
    ]
    return Finding(tuple(said), tuple(f"block:{b + 1}" for b in hidden))


def victory(p: LocalesPosition) -> Finding:
    """Morale, and who stands on whose objectives."""
    battle = p.battle
    held = {
        (battle.locale_of(spot), battle.block_side[b]) for b, spot in enumerate(p.spot) if spot >= 0
    }
    said = []
    for side in (0, 1):
        morale = f"morale {p.morale[side]} of {battle.morale[side]}"
        count = sum(battle.objective[here] >> 1 - side & 1 for here, by in held if by == side)
        word = "objective" if count == 1 else "objectives"
        said.append(f"{battle.titles[side]}: {morale}, stands on {count} enemy {word}.")
    said += objectives(p)
    said.append(
        "An army without morale breaks, and has lost. After the last turn the side that stands on "
        "more enemy objectives wins, with any unit; of equals, the one that has kept the greater "
        f"share of its morale, and else {battle.titles[battle.defender]}, who defends."
    )
    lit = [battle.spot_id(here) for here in range(battle.locales) if battle.objective[here]]
    return Finding(tuple(said), tuple(lit))


def objectives(p: LocalesPosition) -> list[str]:
    """Every objective: whose it is, who is in it, and what its loss costs."""
    battle = p.battle
    least, cost = battle.rules.administration.claim_least, -battle.rules.morale.capture_objective
    found = []
    for here in range(battle.locales):
        inside = [battle.titles[side] for side in (0, 1) if p.holds(here, side)]
        for side in (0, 1):
            if battle.objective[here] >> side & 1:
                held = f"held by {inside[0]}" if inside else "empty"
                whose = f"{battle.place(here)}: objective of {battle.titles[side]}, {held}"
                price = f"enemy infantry of {least} or more there costs it {cost} morale a turn"
                found.append(f"{whose}; {price}.")
    return found
