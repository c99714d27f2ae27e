"""What is seen: pieces on the table, marks on the ground, and what is known of each."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import TENTH
from grognard.boards.tablemap import centre
from grognard.engine.view import Marker, Placement, View
from grognard.systems.brigades.battle import BrigadesBattle
from grognard.systems.brigades.kinds import (
    CAVALRY,
    GUNS,
    HEAVY,
    HORSE_GUNS,
    KINDS,
    LEADER,
    RANKS,
    SKIRMISHERS,
    TRAITS,
    WEAPONS,
    WEIGHTS,
)
from grognard.systems.brigades.position import (
    COLUMN,
    GUN,
    LIMBERED,
    OUT,
    RED,
    ROUT,
    STATIONARY,
    WITHIN,
    YELLOW,
)
from grognard.systems.tabletop.pictures import objectives, piece, unit_named, units_seen

MARKS: Final = (
    (STATIONARY, "stationary"),
    (LIMBERED, "limbered"),
    (COLUMN, "column"),
    (OUT, "out of command"),
)


def symbol(battle: BrigadesBattle, u: int) -> str:
    """The block a unit is drawn with."""
    arm = battle.arm[u]
    if battle.kind[u] == LEADER:
        return "general"
    if arm in CAVALRY:
        return "heavy-cavalry" if battle.units[u].weight == HEAVY else "light-cavalry"
    if arm == GUNS:
        return "horse-artillery" if battle.traits[u] & HORSE_GUNS else "artillery"
    return "skirmisher" if arm in SKIRMISHERS else "infantry"


def states(battle: BrigadesBattle, state: int) -> list[str]:
    """The states of a unit in words; disorder by the colours of its markers."""
    found = []
    temporary, permanent, both = battle.rules.marks
    if state & ROUT == ROUT:
        found.append(f"routed ({' and '.join(both)})")
    elif state & RED:
        found.append(f"disordered ({' and '.join(permanent)})")
    elif state & YELLOW:
        found.append(f"disordered ({' and '.join(temporary)})")
    return found + [word for flag, word in MARKS if state & flag]


def marks(battle: BrigadesBattle, state: int) -> tuple[str, ...]:
    """The marks drawn upon a piece."""
    found = []
    if state & ROUT == ROUT:
        found.append("routed")
    elif state & ROUT:
        found.append("disordered")
    return (*found, *(word for flag, word in MARKS if state & flag))


def placements(view: View) -> list[Placement]:
    """Every unit on the table."""
    battle = view.own(BrigadesBattle)
    found = []
    for u in units_seen(view):
        strength, rating = "", ("", "")
        if battle.kind[u] == LEADER:
            drawn = leader_marks(view, u)
        else:
            strength = str(points_left(view, u))
            rating = ("morale", str(battle.morale[u]))
            drawn = marks(battle, view.fields["state"][u])
        block, card = symbol(battle, u), unit_card(view, u)
        behind = (battle.rules.marker // TENTH,) * battle.markers[u]
        found.append(piece(view, battle, u, block, strength, rating, drawn, card, behind))
    return found


def points_left(view: View, u: int) -> int:
    """The strength points of a unit, without what it has lost or detached."""
    battle = view.own(BrigadesBattle)
    away = sum(view.fields["x"][s] != WITHIN for s in battle.screens[u])
    return battle.strength[u] - view.fields["losses"][u] - away * battle.rules.screen_points


def leader_marks(view: View, u: int) -> tuple[str, ...]:
    """Exhaustion and collapse are shown on the commander of the division."""
    battle = view.own(BrigadesBattle)
    d = battle.division[u]
    if d < 0:
        return ()
    if view.fields["collapsed"][d]:
        return (f"collapsed ({battle.rules.collapsed_mark})",)
    return (f"exhausted ({battle.rules.exhausted_mark})",) if view.fields["tired"][d] else ()


def markers(view: View) -> list[Marker]:
    """The objectives, and buildings on fire."""
    battle = view.own(BrigadesBattle)
    found = objectives(battle, [objective.side for objective in battle.objectives])
    for i, smoke in enumerate(view.fields["smoke"]):
        if smoke > 0:
            area = battle.ground.areas[battle.built[i]]
            found.append(Marker(f"fire:{i + 1}", "objective", centre(area.outline), -1, "On fire"))
    return found


def card(view: View, id: str) -> list[tuple[str, str]]:
    """What is known of a unit by its id."""
    u = unit_named(view.own(BrigadesBattle), id)
    return unit_card(view, u) if u >= 0 else []


def unit_card(view: View, u: int) -> list[tuple[str, str]]:
    """A unit: what it is, whose it is, what is left of it, its state."""
    battle = view.own(BrigadesBattle)
    rules = battle.rules
    unit = battle.units[u]
    found = [("Unit", unit.name), ("Side", battle.titles[unit.side])]
    if battle.kind[u] == LEADER:
        found.append(("Kind", f"{RANKS[unit.rank]} commander"))
    else:
        words = [KINDS[unit.kind].replace("-", " ")]
        if battle.arm[u] in CAVALRY:
            words.insert(0, WEIGHTS[unit.weight])
        found.append(("Kind", " ".join(words)))
        if battle.arm[u] == GUNS:
            found.append(("Guns", WEAPONS[unit.weapon].replace("-", " ")))
        left = points_left(view, u)
        guns = battle.arm[u] == GUNS
        real = f"{left * rules.pieces} guns" if guns else f"about {left * rules.men} men"
        found.append(("Strength", f"{left} of {battle.strength[u]} ({real})"))
        screens = battle.screens[u]
        if screens:
            there = sum(view.fields["x"][s] == WITHIN for s in screens)
            found.append(("Skirmishers", f"{there} of {len(screens)} with it"))
        found.append(("Morale", str(unit.morale)))
        traits = [w.replace("-", " ") for i, w in enumerate(TRAITS) if unit.traits >> i & 1]
        if not view.fields["state"][u] & GUN and "dedicated gun" in traits:
            traits.remove("dedicated gun")
        if traits:
            found.append(("Traits", ", ".join(traits)))
    d = battle.division[u]
    if d >= 0:
        lost = sum(view.fields["losses"][v] for v in battle.troops[d])
        tired = f"{lost} lost, exhausted at {battle.level_of[d]}"
        found.append(("Division", f"{battle.divisions[d].name} ({tired})"))
    words = states(battle, view.fields["state"][u])
    if words:
        found.append(("State", ", ".join(words)))
    inches = battle.move[u] // 1000
    found.append(("Move", f"{inches} in ({inches * rules.yards} yards)"))
    return found
