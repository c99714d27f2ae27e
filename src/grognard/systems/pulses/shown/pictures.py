"""What is seen: pieces on the table, marks on the ground, and what is known of each."""

from __future__ import annotations

from typing import Final

from grognard.engine.view import Marker, Placement
from grognard.systems.pulses.state.kinds import (
    ARMY,
    ARTILLERY,
    INFANTRY,
    KINDS,
    LIGHT,
    OFFICERS,
    STATUSES,
    SUB,
)
from grognard.systems.pulses.state.position import SQUARED, SUPPRESSED, PulsesPosition
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.pictures import objectives, piece, unit_named, units_seen

MARKS: Final = ((SUPPRESSED, "suppressed"), (SQUARED, "square"))
SYMBOLS: Final = ("infantry", "infantry", *KINDS[LIGHT:OFFICERS], "general")
RANK_WORDS: Final = {SUB: "sub-commander", ARMY: "army commander"}


def placements(p: PulsesPosition) -> list[Placement]:
    battle = p.battle
    found = []
    for u in units_seen(p):
        unit, state = battle.units[u], p.state[u]
        heavy = battle.arm[u] == ARTILLERY and battle.heavy[u]
        symbol = "heavy-artillery" if heavy else SYMBOLS[unit.kind]
        strength = str(p.left(u)) if unit.strength else ""
        marks = tuple(word for flag, word in MARKS if state & flag)
        rating = ("skirmishers", f"SK{unit.sk}" if unit.sk else "")
        card = unit_card(p, u)
        found.append(piece(p, u, symbol, strength, rating, marks, card))
    return found


def markers(p: PulsesPosition) -> list[Marker]:
    return objectives(p.battle, p.held)


def card(p: PulsesPosition, id: str) -> list[tuple[str, str]]:
    u = unit_named(p.battle, id)
    return unit_card(p, u) if u >= 0 else []


def unit_card(p: PulsesPosition, u: int) -> list[tuple[str, str]]:
    """A unit: what it is, what is left of it, its state."""
    battle = p.battle
    unit, rules = battle.units[u], battle.rules
    found = [("Unit", unit.name), ("Side", battle.titles[unit.side])]
    if unit.rank >= 0:
        found += officer_card(p, u)
    else:
        found.append(("Kind", KINDS[unit.kind].replace("-", " ")))
        found.append(("Force", battle.forces[unit.force].name))
        if unit.strength:
            found.append(("Strength", f"{p.left(u)} of {unit.strength}"))
        else:
            found.append(("Guns", "heavy" if unit.heavy else "light"))
        if battle.arm[u] == INFANTRY:
            found.append(("Skirmishers", f"SK{unit.sk}"))
        if unit.mx:
            found.append(("Mixed", "with cavalry of its own"))
        if unit.cossacks:
            found.append(("Cossacks", f"+{rules.evasion.cossack_bonus} on evasion dice"))
        host = p.attached[u]
        if host >= 0:
            found.append(("Attached to", battle.units[host].name))
        found.append(("Status of its force", STATUSES[p.status[unit.force]]))
    words = [word for flag, word in MARKS if p.state[u] & flag]
    if words:
        found.append(("State", ", ".join(words)))
    found.append(("Move", f"{inches(rules.movement.move[unit.kind])} in"))
    return found


def officer_card(p: PulsesPosition, u: int) -> list[tuple[str, str]]:
    battle = p.battle
    unit = battle.units[u]
    rating = p.rating[u]
    found = [("Rank", RANK_WORDS.get(unit.rank, "wing commander"))]
    if unit.rank == SUB:
        found.append(("Control", f"{rating:+d}"))
        found.append(("Combat dice", f"+{p.helpers[u]}"))
        found.append(("Radius", f"{inches(battle.radius[unit.force])} in"))
        found.append(("Status", STATUSES[p.status[unit.force]]))
    elif unit.rank == ARMY:
        found.append(("Level", str(rating)))
        found.append(("Command dice", str(p.pool[unit.side])))
    else:
        forces = battle.roster.wings[unit.id]
        found.append(("Forces", ", ".join(battle.forces[f].name for f in forces)))
    return found
