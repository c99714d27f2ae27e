"""What is seen: pieces on the table, marks on the ground, and what is known of each."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import TENTH
from grognard.engine.action import DEGREES
from grognard.engine.view import Marker, Placement, View
from grognard.systems.onepage.battle import OnepageBattle
from grognard.systems.onepage.position import DISORDERED, LIMBERED, OUT, ROUTED, STATIONARY
from grognard.systems.onepage.rules import GENERAL, INFANTRY, KINDS, SKIRMISHER, WEAPONS

MARKS: Final = (
    (STATIONARY, "stationary"),
    (DISORDERED, "disordered"),
    (ROUTED, "routed"),
    (LIMBERED, "limbered"),
    (OUT, "out of command"),
)


def own(view: View) -> OnepageBattle:
    """The view's battle."""
    assert isinstance(view.battle, OnepageBattle)
    return view.battle


def placements(view: View) -> list[Placement]:
    """Every unit on the table."""
    battle = own(view)
    fields = view.fields
    found = []
    for u, unit in enumerate(battle.units):
        if fields["x"][u] < 0:
            continue
        state = fields["state"][u]
        general = battle.arm[u] == GENERAL
        left = battle.strength[u] - fields["losses"][u]
        size = () if general else tuple(side // TENTH for side in battle.base[u])
        found.append(
            Placement(
                id=f"unit:{unit.id}",
                symbol=KINDS[unit.kind],
                side=unit.side,
                at=(fields["x"][u], fields["y"][u], *size),
                turn=None if general else fields["facing"][u] * DEGREES,
                label=unit.name,
                strength="" if general else str(left),
                marks=tuple(word for flag, word in MARKS if state & flag),
                note="; ".join(f"{k}: {v}" for k, v in unit_card(view, u)),
                morale="" if general else str(unit.morale),
            )
        )
    return found


def markers(view: View) -> list[Marker]:
    """The objectives."""
    battle = own(view)
    return [
        Marker(
            f"objective:{i + 1}",
            "objective",
            (objective.x, objective.y),
            objective.side,
            objective.name,
        )
        for i, objective in enumerate(battle.objectives)
    ]


def card(view: View, id: str) -> list[tuple[str, str]]:
    """What is known of a unit by its id."""
    battle = own(view)
    kind, _, name = id.partition(":")
    ids = [unit.id for unit in battle.units]
    if kind == "unit" and name in ids:
        return unit_card(view, ids.index(name))
    return []


def unit_card(view: View, u: int) -> list[tuple[str, str]]:
    """A unit: what it is, what is left of it, its state."""
    battle = own(view)
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
