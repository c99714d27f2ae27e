"""Rally: routed and disordered units, blown cavalry, and who helps them.

Sheet: Rallying Routed Units, Rallying D-1/D-2 Units, Rally Modifiers.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from grognard.engine.check import Check, Situation, facts_of, number, tick
from grognard.engine.errors import GrognardError
from grognard.engine.event import EventKind
from grognard.engine.grammar import plural
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import (
    BY_DIE,
    DieRules,
    OneDie,
    by_hand,
    counted,
    margins,
    modifiers,
)
from grognard.systems.shock.results import RoutRetreat
from grognard.systems.shock.stacking import occupy
from grognard.systems.shock.state.asking import UnitRoll
from grognard.systems.shock.state.kinds import (
    ACTIVATION,
    BLOWN,
    CRACK_ELITE,
    D1,
    DONE,
    ELITE,
    FOOT,
    GOOD,
    HORSE,
    OUTSIDE,
    ROUTED,
    SQUARE,
)
from grognard.systems.shock.state.position import ShockPosition


class RallyFacts(NamedTuple):
    """What a rally depends on; Cohesion counts for disordered units only."""

    cohesion: Annotated[int, number("Cohesion rating", "Unit", 0, 9)] = 6
    enemy_zoc: Annotated[int, tick("In an enemy zone of control", "Modifiers")] = 0
    one_step: Annotated[int, tick("One step remaining", "Modifiers")] = 0
    out_of_command: Annotated[int, tick("Not in command", "Modifiers")] = 0
    cavalry: Annotated[int, tick("Unit is cavalry", "Modifiers", ("square", "near-cavalry"))] = 0
    elite: Annotated[int, tick("Unit is Elite or Crack Elite", "Modifiers")] = 0
    square: Annotated[int, tick("Unit is in square", "Modifiers")] = 0
    near_cavalry: Annotated[
        int, tick("Routed infantry next to undisordered cavalry", "Modifiers")
    ] = 0
    combat_leader: Annotated[int, tick("With or next to its Combat Leader", "Modifiers")] = 0
    overall: Annotated[int, tick("With or next to its Overall Commander", "Modifiers")] = 0
    blucher: Annotated[int, tick("Prussian within 2 of Blücher", "Modifiers")] = 0
    modifier: Annotated[int, number("Further modifier of the die", "By hand", -20, 20)] = 0


RALLY_MODIFIERS: Final = {
    "enemy-zoc": "shock.rally.mod.enemy-zoc",
    "one-step": "shock.rally.mod.one-step",
    "out-of-command": "shock.rally.mod.out-of-command",
    "cavalry": "shock.rally.mod.cavalry",
    "elite": "shock.rally.mod.elite",
    "square": "shock.rally.mod.square",
    "near-cavalry": "shock.rally.mod.near-cavalry",
    "combat-leader": "shock.rally.mod.combat-leader",
    "overall": "shock.rally.mod.overall-commander",
    "blucher": "shock.rally.mod.blucher",
}


def routed_bands(book: Rulebook) -> list[tuple[int, int, str]]:
    """The bands of the rally of routed units: together they hold every face of the die once."""
    faces = DieRules(book).faces()
    bands = []
    due = faces[0]
    for name in ("rallied", "to-d1", "rout-retreat"):
        id_ = f"shock.rally.routed.{name}"
        low, high = book.int(id_, "low"), book.int(id_, "high")
        if low != due or high < low:
            raise GrognardError(f'"{id_}" is {low} to {high}: this band must begin at {due}')
        bands.append((low, high, book.word(id_, "result")))
        due = high + 1
    if due != faces[-1] + 1:
        raise GrognardError(f'"{id_}" ends at {due - 1}, but the die at {faces[-1]}')
    return bands


class RallyRules:
    """The rally tables."""

    def __init__(self, book: Rulebook) -> None:
        self.bands = routed_bands(book)
        rows = ("success", "failure")
        self.disordered = margins(book, [f"shock.rally.disordered.{row}" for row in rows], -1)
        self.modifiers = modifiers(book, RALLY_MODIFIERS)
        self.modifiers["modifier"] = by_hand()
        self.few_steps = book.int("shock.rally.mod.one-step", "steps")
        self.blucher_distance = book.int("shock.rally.mod.blucher", "distance")
        self.blucher_army = book.word("shock.rally.mod.blucher", "army")
        self.blown_distance = book.int("shock.rulings.blown.recovery", "distance")


class RallyRoutedKind(OneDie[RallyRules]):
    """Rallying routed units."""

    name = "rally-routed"
    title = "Rally of a routed unit"
    facts = facts_of(RallyFacts)
    sums = BY_DIE
    outcomes = ("rallied", "D-1", "rout retreat")

    def build(self, situation: Situation) -> Check:
        """The band of the modified die; beyond the ends the nearest band."""
        listed = counted(self.rules.modifiers, self.counts(situation))
        return self.read_off(situation, listed, "by band", self._band)

    def _band(self, roll: int) -> int:
        bands = self.rules.bands
        roll = min(max(roll, bands[0][0]), bands[-1][1])  # shock.rulings.rally-clamp
        result = next(result for low, high, result in bands if low <= roll <= high)
        return self.outcomes.index(result)


class RallyDisorderedKind(OneDie[RallyRules]):
    """Rallying D-1 and D-2 units."""

    name = "rally-disordered"
    title = "Rally of a disordered unit"
    facts = facts_of(RallyFacts)
    sums = BY_DIE
    looked_up = ("cohesion",)
    outcomes = ("recovered", "disordered")

    def build(self, situation: Situation) -> Check:
        listed = counted(self.rules.modifiers, self.counts(situation))
        return self.by_margin(situation, listed, self.rules.disordered, "below ")


# -- in play -----------------------------------------------------------------------------------


def may_rally(p: ShockPosition, u: int) -> bool:
    """Whether a unit has something to rally from: rout, disorder, or being blown far enough off."""
    if p.order[u] != GOOD:
        return True
    return bool(p.flags[u] & BLOWN) and far_from_enemies(p, u)


def far_from_enemies(p: ShockPosition, u: int) -> bool:
    """Whether every enemy is at the distance at which blown cavalry can recover."""
    return not p.enemies_within(u, p.battle.rules.rally.blown_distance - 1)


def rally_situation(p: ShockPosition, u: int) -> RallyFacts:
    """The facts of a rally, read off the position."""
    battle = p.battle
    rules = battle.rules.rally
    side = battle.side[u]
    hexes = p.hexes_of(u)
    near = {n for h in hexes for n in (h, *battle.grid.neighbours[h]) if n >= 0}
    command = battle.command[u]
    leader = battle.commands[command].leader
    overall = [v for v in battle.overall[side] if p.hex[v] in near and battle.same_army(v, command)]
    blucher = [
        v
        for v in battle.leaders_of[side]
        if battle.army[u] == rules.blucher_army
        and "blucher" in battle.pieces[v].traits
        and p.hex[v] >= 0
        and min(battle.grid.distance[h][p.hex[v]] for h in hexes) <= rules.blucher_distance
    ]
    return RallyFacts(
        cohesion=battle.cohesion[u],
        enemy_zoc=int(p.in_enemy_zoc(u)),
        one_step=int(p.steps[u] <= rules.few_steps),
        out_of_command=int(p.clock[ACTIVATION] == OUTSIDE),
        cavalry=int(battle.kind[u] == HORSE),
        elite=int(is_elite(p, u)),
        square=int(bool(p.flags[u] & SQUARE)),
        near_cavalry=int(beside_steady_cavalry(p, u)),
        combat_leader=int(p.hex[leader] in near),
        # Blücher's own bonus stands in for the one he would give as overall commander; that of
        # another overall commander is added.
        overall=int(any(v not in blucher for v in overall)),
        blucher=int(bool(blucher)),
    )


def is_elite(p: ShockPosition, u: int) -> bool:
    """Whether a unit is Elite or Crack Elite."""
    return p.battle.elite[u] in (ELITE, CRACK_ELITE)


def beside_steady_cavalry(p: ShockPosition, u: int) -> bool:
    """Routed infantry next to friendly cavalry in good order."""
    battle = p.battle
    if battle.kind[u] != FOOT or p.order[u] != ROUTED:
        return False
    row = battle.grid.distance[p.hex[u]]
    return any(
        battle.kind[v] == HORSE and p.order[v] == GOOD and p.hex[v] >= 0 and row[p.hex[v]] == 1
        for v in battle.units_of[battle.side[u]]
    )


class RallyRoll(UnitRoll):
    """A unit tries to rally; it does nothing else in the activation."""

    def check(self, p: ShockPosition) -> Check:
        """The table for routed units, or the one for disordered (and blown) ones."""
        rules = p.battle.rules
        facts = rally_situation(p, self.unit)
        if p.order[self.unit] == ROUTED:
            return rules.rally_routed.check(facts)
        return rules.rally_disordered.check(facts)

    def result(self, p: ShockPosition, check: Check, outcome: int) -> str:
        order = p.order[self.unit]
        if order == ROUTED or outcome == 0:
            return super().result(p, check, outcome)
        return "remains blown" if order == GOOD else "remains disordered"

    def apply(self, p: ShockPosition, outcome: int) -> None:
        u = self.unit
        p.mark(u, DONE)
        name = p.battle.names[u]
        if p.order[u] == ROUTED:
            if outcome == 0:
                p.set_order(u, GOOD)
            elif outcome == 1:
                p.disorder(u, D1)
            else:
                p.stack.append(RoutRetreat(unit=u))
            if p.ear is not None:
                on = "run on" if plural(name) else "runs on"
                kind = EventKind.ROUT if outcome > 1 else EventKind.RALLY
                told = ("rallied", "rallied to D-1", on)[outcome]
                p.tell(f"{name}: {told}.", p.uid(u), kind=kind)
            occupy(p, u)  # it counts again where it stands: shock.rulings.places
            return
        if outcome == 0:
            p.set_order(u, GOOD)
            # Blown comes off only by a rally far from the enemy: shock.rulings.blown.recovery
            if far_from_enemies(p, u):
                p.unmark(u, BLOWN)
        p.report(u, "recovers" if outcome == 0 else "stays as it was")
