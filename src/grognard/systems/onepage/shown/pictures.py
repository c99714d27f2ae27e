"""What is seen: pieces on the table, marks on the ground, and what is known of each."""

from __future__ import annotations

from typing import Final

from grognard.engine.view import Marker, Placement
from grognard.systems.onepage.command import reaches
from grognard.systems.onepage.movement import allowance
from grognard.systems.onepage.state.kinds import GENERAL, INFANTRY, KINDS, SKIRMISHER, WEAPONS
from grognard.systems.onepage.state.position import (
    DISORDERED,
    LIMBERED,
    OUT,
    ROUTED,
    STATIONARY,
    OnepagePosition,
)
from grognard.systems.tabletop.measure import inches, range_in_words
from grognard.systems.tabletop.pictures import in_words, objectives, piece, unit_named, units_seen

MARKS: Final = (
    (STATIONARY, "stationary"),
    (DISORDERED, "disordered"),
    (ROUTED, "routed"),
    (LIMBERED, "limbered"),
    (OUT, "out of command"),
)


def placements(p: OnepagePosition) -> list[Placement]:
    """Every unit on the table."""
    battle = p.battle
    found = []
    for u in units_seen(p):
        state = p.state[u]
        strength, rating = "", ("", "")
        if battle.arm[u] != GENERAL:
            strength = str(battle.strength[u] - p.losses[u])
            rating = ("morale", str(battle.morale[u]))
        marks = tuple(word for flag, word in MARKS if state & flag)
        symbol, note = KINDS[battle.kind[u]], in_words(tuple(unit_card(p, u)))
        found.append(piece(p, u, symbol, strength, rating, marks, note))
    return found


def markers(p: OnepagePosition) -> list[Marker]:
    """The objectives."""
    battle = p.battle
    return objectives(battle, [objective.side for objective in battle.objectives])


def card(p: OnepagePosition, id: str) -> list[tuple[str, str]]:
    """What is known of a unit by its id."""
    u = unit_named(p.battle, id)
    return unit_card(p, u) if u >= 0 else []


def commander(p: OnepagePosition, u: int) -> str:
    """The nearest general who reaches a unit, in words."""
    near = [g for g in p.generals_on(p.battle.side[u]) if reaches(p, g, u)]
    x, y = p.x[u], p.y[u]
    near.sort(key=lambda g: (p.x[g] - x) ** 2 + (p.y[g] - y) ** 2)
    reach = inches(p.battle.rules.command.reach)
    return p.name(near[0]) if near else f"out of command: no general within {reach} in"


def unit_card(p: OnepagePosition, u: int) -> list[tuple[str, str]]:
    """A unit: what it is, what is left of it, its state."""
    battle = p.battle
    unit = battle.units[u]
    found = [("Unit", unit.name), ("Side", battle.titles[unit.side])]
    if battle.arm[u] == GENERAL:
        found.append(("Kind", "army commander" if unit.army else "general"))
    else:
        found.append(("Kind", KINDS[unit.kind].replace("-", " ")))
        left = unit.strength - p.losses[u]
        found.append(("Strength", f"{left} of {unit.strength}"))
        found.append(("Morale", str(unit.morale)))
        if battle.arm[u] in (INFANTRY, SKIRMISHER):
            found.append(("Weapon", WEAPONS[unit.weapon].replace("-", " ")))
        close, long = battle.rules.fire.ranges[battle.weapon[u]]
        if long:
            found.append(("Range", range_in_words(close, long)))
        if p.on_table(u):
            found.append(("Command", commander(p, u)))
    words = [word for flag, word in MARKS if p.state[u] & flag]
    if words:
        found.append(("State", ", ".join(words)))
    most, now = battle.rules.movement.move[unit.kind], allowance(p, u)
    whole = f", in command {inches(most)} in" if now < most else ""
    found.append(("Move", f"{inches(now)} in{whole}"))
    return found
