"""What is seen: pieces on the table, marks on the ground, and what is known of each."""

from __future__ import annotations

from typing import Final

from grognard.engine.view import Marker, Placement, View
from grognard.systems.onepage.battle import OnepageBattle
from grognard.systems.onepage.position import DISORDERED, LIMBERED, OUT, ROUTED, STATIONARY
from grognard.systems.onepage.rules import GENERAL, INFANTRY, KINDS, SKIRMISHER, WEAPONS
from grognard.systems.tabletop.pictures import objectives, piece, unit_named, units_seen

MARKS: Final = (
    (STATIONARY, "stationary"),
    (DISORDERED, "disordered"),
    (ROUTED, "routed"),
    (LIMBERED, "limbered"),
    (OUT, "out of command"),
)


def placements(view: View) -> list[Placement]:
    """Every unit on the table."""
    battle = view.own(OnepageBattle)
    found = []
    for u in units_seen(view):
        state = view.fields["state"][u]
        strength, rating = "", ("", "")
        if battle.arm[u] != GENERAL:
            strength = str(battle.strength[u] - view.fields["losses"][u])
            rating = ("morale", str(battle.morale[u]))
        marks = tuple(word for flag, word in MARKS if state & flag)
        symbol, card = KINDS[battle.kind[u]], unit_card(view, u)
        found.append(piece(view, battle, u, symbol, strength, rating, marks, card))
    return found


def markers(view: View) -> list[Marker]:
    """The objectives."""
    battle = view.own(OnepageBattle)
    return objectives(battle, [objective.side for objective in battle.objectives])


def card(view: View, id: str) -> list[tuple[str, str]]:
    """What is known of a unit by its id."""
    u = unit_named(view.own(OnepageBattle), id)
    return unit_card(view, u) if u >= 0 else []


def unit_card(view: View, u: int) -> list[tuple[str, str]]:
    """A unit: what it is, what is left of it, its state."""
    battle = view.own(OnepageBattle)
    unit = battle.units[u]
    found = [("Unit", unit.name), ("Side", battle.titles[unit.side])]
    if battle.arm[u] == GENERAL:
        found.append(("Kind", "army commander" if unit.army else "general"))
    else:
        found.append(("Kind", KINDS[unit.kind].replace("-", " ")))
        left = unit.strength - view.fields["losses"][u]
        found.append(("Strength", f"{left} of {unit.strength}"))
        found.append(("Morale", str(unit.morale)))
        if battle.arm[u] in (INFANTRY, SKIRMISHER):
            found.append(("Weapon", WEAPONS[unit.weapon].replace("-", " ")))
    words = [word for flag, word in MARKS if view.fields["state"][u] & flag]
    if words:
        found.append(("State", ", ".join(words)))
    inches = battle.rules.move[unit.kind] // 1000
    found.append(("Move", f"{inches} in"))
    return found
