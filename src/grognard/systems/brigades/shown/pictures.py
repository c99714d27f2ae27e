"""What is seen: pieces on the table, marks on the ground, and what is known of each."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.tablemap import centre
from grognard.engine.view import Marker, Placement
from grognard.systems.brigades.command import in_command, left_alone, obeys, why_lost
from grognard.systems.brigades.movement import allowance
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.kinds import (
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
from grognard.systems.brigades.state.position import (
    COLUMN,
    GUN,
    LIMBERED,
    OUT,
    RED,
    ROUT,
    STATIONARY,
    WITHIN,
    YELLOW,
    BrigadesPosition,
)
from grognard.systems.brigades.turn import PHASES
from grognard.systems.tabletop.measure import inches, range_in_words
from grognard.systems.tabletop.pictures import in_words, objectives, piece, unit_named, units_seen
from grognard.systems.tabletop.turn import PHASE, SIDE

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


def states(state: int) -> list[str]:
    """The states of a unit in words, as they are drawn upon its piece."""
    disorder = ("routed",) if state & ROUT == ROUT else ("disordered",) if state & ROUT else ()
    return [*disorder, *(word for flag, word in MARKS if state & flag)]


class Condition(NamedTuple):
    """What of a unit's card changes in a battle."""

    state: int
    left: int  # strength
    screens: int  # skirmishers that are with it
    lost: int  # by its division
    move: int  # in mils, as it is
    most: int  # in command


def condition(p: BrigadesPosition, u: int) -> Condition:
    battle = p.battle
    d = battle.division[u]
    lost = 0 if d < 0 else sum([p.losses[v] for v in battle.troops[d]])
    screens = battle.screens[u]
    there = sum([p.x[s] == WITHIN for s in screens]) if screens else 0
    left = 0 if battle.kind[u] == LEADER else p.left(u)
    state = p.state[u] | (OUT if is_left_behind(p, u) else 0)
    return Condition(state, left, there, lost, allowance(p, u), p.full_move(u))


def is_left_behind(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand has lost, in its own moves, the one whose contact gave it command."""
    moving = p.clock[PHASE] == PHASES.index("movement") and p.clock[SIDE] == p.battle.side[u]
    return moving and p.on_table(u) and left_alone(p, u)


def placements(p: BrigadesPosition) -> list[Placement]:
    battle = p.battle
    found = []
    for u in units_seen(p):
        now, strength, rating = condition(p, u), "", ("", "")
        if battle.kind[u] == LEADER:
            drawn = leader_marks(p, u)
        else:
            strength = str(now.left)
            rating = ("morale", str(battle.morale[u]))
            drawn = tuple(states(now.state))
        block, note = symbol(battle, u), in_words(unit_card(battle, u, now))
        behind = (battle.rules.march.marker // TENTH,) * battle.markers[u]
        found.append(piece(p, u, block, strength, rating, drawn, note, behind))
    return found


def leader_marks(p: BrigadesPosition, u: int) -> tuple[str, ...]:
    """Exhaustion and collapse are shown on the commander of the division."""
    battle = p.battle
    d = battle.division[u]
    if d < 0:
        return ()
    if p.collapsed[d]:
        return ("collapsed (red)",)  # brigades.exhaustion.collapse.marker
    return ("exhausted (yellow)",) if p.tired[d] else ()  # brigades.exhaustion.marker


def markers(p: BrigadesPosition) -> list[Marker]:
    """The objectives, and buildings on fire."""
    battle = p.battle
    found = objectives(battle, [objective.side for objective in battle.objectives])
    for i, smoke in enumerate(p.smoke):
        if smoke > 0:
            area = battle.ground.areas[battle.built[i]]
            found.append(Marker(f"fire:{i + 1}", "objective", centre(area.outline), -1, "On fire"))
    return found


def card(p: BrigadesPosition, id: str) -> list[tuple[str, str]]:
    u = unit_named(p.battle, id)
    return [*unit_card(p.battle, u, condition(p, u)), *out_of_command(p, u)] if u >= 0 else []


def out_of_command(p: BrigadesPosition, u: int) -> list[tuple[str, str]]:
    """That a stand is out of command, and why; nothing if it is not."""
    battle = p.battle
    if battle.kind[u] == LEADER or not p.on_table(u):
        return []
    if is_left_behind(p, u):
        return [("Out of command", f"until it touches {p.name(p.mate[u])} again")]
    if u not in in_command(p, battle.side[u]):
        return [("Out of command", why_lost(p, u))]
    return [] if obeys(p, u) else [("Out of command", "as its turn found it")]


@lru_cache(maxsize=4096)  # most units are after an answer as they were before
def unit_card(battle: BrigadesBattle, u: int, now: Condition) -> tuple[tuple[str, str], ...]:
    """A unit: what it is, whose it is, what is left of it, its state."""
    scale = battle.rules.turn
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
        real = f"about {now.left * scale.men_per_point} men"
        if battle.arm[u] == GUNS:
            real = f"{now.left * scale.guns_per_point} guns"
        found.append(("Strength", f"{now.left} of {battle.strength[u]} ({real})"))
        close, long = battle.rules.sight.ranges[battle.weapon[u]]
        if long:
            found.append(("Range", range_in_words(close, long)))
        screens = battle.screens[u]
        if screens:
            found.append(("Skirmishers", f"{now.screens} of {len(screens)} with it"))
        found.append(("Morale", str(unit.morale)))
        traits = [w.replace("-", " ") for i, w in enumerate(TRAITS) if unit.traits >> i & 1]
        if not now.state & GUN and "dedicated gun" in traits:
            traits.remove("dedicated gun")
        if traits:
            found.append(("Traits", ", ".join(traits)))
    d = battle.division[u]
    if d >= 0:
        found.append(("Division", battle.divisions[d].name))
        found.append(("Its losses", f"{now.lost}, exhausted at {battle.level_of[d]}"))
    # brigades.morale.level.temporary.marker brigades.morale.level.permanent.marker
    # brigades.morale.level.rout.marker
    colours = (("yellow", YELLOW), ("red", RED))
    markers = " and ".join(colour for colour, flag in colours if now.state & flag)
    words = states(now.state)
    if markers:
        words[0] += f" ({markers})"
    if words:
        found.append(("State", ", ".join(words)))
    whole = f", in command {inches(now.most)} in" if now.move < now.most else ""
    yards = now.move * scale.yards_per_inch // INCH
    found.append(("Move", f"{inches(now.move)} in ({yards} yards){whole}"))
    return tuple(found)
