"""What is seen: pieces on the table, marks on the ground, and what is known of each."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from grognard.engine.view import Marker, Placement
from grognard.systems.pulses.artillery import Again, Volley, Volleys
from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.battle import PulsesBattle
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
from grognard.systems.pulses.state.position import NOBODY, SQUARED, SUPPRESSED, PulsesPosition
from grognard.systems.pulses.striking import opponent
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.pictures import in_words, objectives, piece, unit_named, units_seen

MARKS: Final = ((SUPPRESSED, "suppressed"), (SQUARED, "square"))
SYMBOLS: Final = ("infantry", "infantry", *KINDS[LIGHT:OFFICERS], "general")
RANK_WORDS: Final = {SUB: "sub-commander", ARMY: "army commander"}


class Condition(NamedTuple):
    """What of a unit's card changes in a battle."""

    state: int
    left: int  # strength
    host: int  # the infantry a battery is attached to
    status: int  # of its force
    rating: int  # of an officer
    helpers: int
    pool: int  # command dice of its side


def condition(p: PulsesPosition, u: int) -> Condition:
    unit = p.battle.units[u]
    return Condition(
        state=p.state[u],
        left=p.left(u) if unit.strength else 0,
        host=p.attached[u],
        status=p.status[unit.force],
        rating=p.rating[u],
        helpers=p.helpers[u],
        pool=p.pool[unit.side] if unit.rank == ARMY else 0,
    )


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
        note = in_words(unit_card(battle, u, condition(p, u)))
        found.append(piece(p, u, symbol, strength, rating, marks, note))
    return found


def attacks_due(p: PulsesPosition) -> list[tuple[str, str]]:
    """Whom each unit has contacted, and at whom each battery fires that has not thrown yet."""
    arm, steps = p.battle.arm, p.stack
    waits = any(isinstance(step, Volleys) for step in steps)
    throws = {step.unit for step in steps if isinstance(step, (Volley, Again))}
    found = []
    for u in units_seen(p):
        if p.foe[u] < 0:
            continue
        fires = arm[u] == ARTILLERY and (waits or u in throws)
        v = p.foe[u] if fires else opponent(p, u) if arm[u] != ARTILLERY else NOBODY
        if v >= 0 and p.on_table(v):
            found.append((p.uid(u), p.uid(v)))
    return found


def markers(p: PulsesPosition) -> list[Marker]:
    return objectives(p.battle, p.held)


def card(p: PulsesPosition, id: str) -> list[tuple[str, str]]:
    u = unit_named(p.battle, id)
    return [*unit_card(p.battle, u, condition(p, u)), *beyond_radius(p, u)] if u >= 0 else []


def beyond_radius(p: PulsesPosition, u: int) -> list[tuple[str, str]]:
    """That a unit is beyond its sub-commander's radius; nothing if it is not."""
    battle = p.battle
    if battle.rank[u] >= 0 or not p.on_table(u) or in_radius(p, u):
        return []
    force = battle.force[u]
    sub = battle.sub(force)
    if not p.on_table(sub):
        return [("Out of command", "its sub-commander is not on the table")]
    reach = inches(battle.radius[force])
    return [("Out of command", f"beyond the {reach} in of {p.name(sub)}")]


@lru_cache(maxsize=4096)  # most units are after an answer as they were before
def unit_card(battle: PulsesBattle, u: int, now: Condition) -> tuple[tuple[str, str], ...]:
    """A unit: what it is, what is left of it, its state."""
    unit, rules = battle.units[u], battle.rules
    found = [("Unit", unit.name), ("Side", battle.titles[unit.side])]
    if unit.rank >= 0:
        found += officer_card(battle, u, now)
    else:
        found.append(("Kind", KINDS[unit.kind].replace("-", " ")))
        found.append(("Force", battle.forces[unit.force].name))
        if unit.strength:
            found.append(("Strength", f"{now.left} of {unit.strength}"))
        else:
            found.append(("Guns", "heavy" if unit.heavy else "light"))
        if battle.arm[u] == INFANTRY:
            found.append(("Skirmishers", f"SK{unit.sk}"))
        if unit.mx:
            found.append(("Mixed", "with cavalry of its own"))
        if unit.cossacks:
            found.append(("Cossacks", f"+{rules.evasion.cossack_bonus} on evasion dice"))
        if now.host >= 0:
            found.append(("Attached to", battle.units[now.host].name))
        found.append(("Status of its force", STATUSES[now.status]))
    words = [word for flag, word in MARKS if now.state & flag]
    if words:
        found.append(("State", ", ".join(words)))
    found.append(("Move", f"{inches(rules.movement.move[unit.kind])} in"))
    return tuple(found)


def officer_card(battle: PulsesBattle, u: int, now: Condition) -> list[tuple[str, str]]:
    unit = battle.units[u]
    found = [("Rank", RANK_WORDS.get(unit.rank, "wing commander"))]
    if unit.rank == SUB:
        found.append(("Control", f"{now.rating:+d}"))
        found.append(("Combat dice", f"+{now.helpers}"))
        found.append(("Radius", f"{inches(battle.radius[unit.force])} in"))
        found.append(("Status", STATUSES[now.status]))
    elif unit.rank == ARMY:
        found.append(("Level", str(now.rating)))
        found.append(("Command dice", str(now.pool)))
    else:
        forces = battle.roster.wings[unit.id]
        found.append(("Forces", ", ".join(battle.forces[f].name for f in forces)))
    return found
