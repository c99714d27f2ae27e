"""Morale modifiers: why a stand tests, and every modifier that holds for it."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.boards.table.lattice import TENTH
from grognard.engine.check import FLAG, Fact, Modifier
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.buildings import counts_as_long, fire_is_vain
from grognard.systems.brigades.flanks import (
    answer_allowed,
    army_commander,
    as_against_foot,
    fires_at_flank,
    foes_touching,
    heavier,
    may_roll,
    secure,
    strikes_flank,
    supported,
)
from grognard.systems.brigades.sight import close_fire
from grognard.systems.brigades.state.ground import building_of, fort_of, level, stormed, works_of
from grognard.systems.brigades.state.kinds import CAVALRY, GUNS, INFANTRY, LINEAR_FOOT, SKIRMISHERS
from grognard.systems.brigades.state.position import COLUMN, BrigadesPosition
from grognard.systems.tabletop.dice import RatedKind

FLANKS: Final = ("flank-attack-melee", "flank-attack-fire", "linear-flank", "column-flank")


class MoraleFacts(NamedTuple):
    """What a morale test depends on: the rating, the printed modifiers, and any others by hand."""

    rating: int
    disordered: int = 0
    army_commander: int = 0
    higher_ground: int = 0
    building_or_works: int = 0
    artillery_vs_cavalry: int = 0
    insecure_infantry: int = 0
    flank_attack_melee: int = 0
    flank_attack_fire: int = 0
    linear_flank: int = 0
    column_flank: int = 0
    enemy_flank: int = 0
    skirmishers_only: int = 0
    artillery_front: int = 0
    heavier_cavalry: int = 0
    modifier: int = 0


class MoraleKind(RatedKind):
    """A stand in contact or under close fire: d6 not above its morale."""

    name = "morale"
    title = "Morale test"

    def __init__(self, book: Rulebook) -> None:
        lines, facts = [], []
        for field in MoraleFacts._fields[1:-1]:
            word = field.replace("_", "-")
            # brigades.morale.modifier.flank-attack.melee brigades.morale.modifier.flank-attack.fire
            id_ = f"brigades.morale.modifier.{word.replace('flank-attack-', 'flank-attack.')}"
            lines.append(Modifier(id_, book.label(id_), book.int(id_)))
            excludes = tuple(n for n in FLANKS if n != word) if word in FLANKS else ()
            facts.append(Fact(word, book.label(id_), "State and place", FLAG, excludes=excludes))
        # A die not above the number passes, so six is never too high: brigades.rulings.morale.six.
        # What is usual: brigades.rulings.morale.scale.
        super().__init__("stand", lines, facts, "brigades.morale.roll.fail")


class Threat(NamedTuple):
    """Why a stand tests: the enemies it touches, and the guns that have it in close range."""

    touching: list[int]
    firing: list[int]


def threat_to(p: BrigadesPosition, u: int) -> Threat:
    """Everything that makes a stand test morale now."""
    touching = foes_touching(p, u)  # brigades.morale.test.contact
    firing = []
    if not counts_as_long(p, u):  # brigades.morale.test.close-range
        guns = p.battle.gunners_of[1 - p.battle.side[u]]
        firing = [v for v in guns if p.x[v] >= 0 and threatens(p, v, u)]
    return Threat(touching, firing)


def threatens(p: BrigadesPosition, v: int, u: int) -> bool:
    """Whether a stand has another in close range, and could fire at it in this combat phase."""
    if not close_fire(p, v, u) or fire_is_vain(p, v, u, close=True):
        return False
    # brigades.rulings.close-fire
    return may_roll(p, v) and answer_allowed(p, v) and not foes_touching(p, v)


def facts(p: BrigadesPosition, u: int, threat: Threat) -> MoraleFacts:
    """The situation of a test, read off the state and place of the stand that tests."""
    battle = p.battle
    arm = battle.arm[u]
    melee = threat.touching
    arms = [battle.arm[v] for v in melee]
    horse = [v for v in melee if battle.arm[v] in CAVALRY and not as_against_foot(p, u)]
    flanked = any(strikes_flank(p, v, u) for v in melee)
    fired = any(fires_at_flank(p, v, u) for v in threat.firing)
    linear = flanked and battle.kind[u] == LINEAR_FOOT
    column = flanked and not linear and bool(p.state[u] & COLUMN)
    # brigades.morale.modifier.artillery-vs-cavalry.waived
    steady_guns = p.stationary(u) and supported(p, u)
    return MoraleFacts(
        rating=battle.morale[u],
        disordered=int(p.disordered(u)),
        army_commander=int(army_commander(p, u) >= 0),
        higher_ground=int(_defends_height(p, u, threat)),
        building_or_works=int(defends_works(p, u, threat)),
        artillery_vs_cavalry=int(arm == GUNS and bool(horse) and not steady_guns),
        insecure_infantry=int(arm in INFANTRY and bool(horse) and not secure(p, u, horse)),
        flank_attack_melee=int(flanked and not linear and not column),
        flank_attack_fire=int(fired and not flanked),
        linear_flank=int(linear),
        column_flank=int(column),
        enemy_flank=int(any(strikes_flank(p, u, v) for v in melee)),
        skirmishers_only=int(
            bool(melee) and p.close_order(u) and all(a in SKIRMISHERS for a in arms)
        ),
        artillery_front=int(any(p.unlimbered(v) and not strikes_flank(p, u, v) for v in melee)),
        heavier_cavalry=int(arm in CAVALRY and any(heavier(p, v, u) for v in horse)),
    )


def defends_works(p: BrigadesPosition, u: int, threat: Threat) -> bool:
    """Whether a stand defends a building or fort, or works against all who make it test."""
    if any(i >= 0 and not stormed(p, u, i) for i in (building_of(p, u), fort_of(p, u))):
        return True
    # brigades.terrain.key.m brigades.terrain.field-works.morale brigades.terrain.hasty-works.morale
    foes = (*threat.touching, *threat.firing)
    return bool(foes) and all(works_of(p, u, v) for v in foes)


def _defends_height(p: BrigadesPosition, u: int, threat: Threat) -> bool:
    """A stationary stand above every enemy that makes it test."""
    if p.battle.arm[u] in CAVALRY:  # brigades.misc.higher-ground.cavalry
        return False
    if not p.stationary(u):  # brigades.misc.higher-ground.stationary
        return False
    own = level(p, u)
    if not own:  # brigades.terrain.hill.combat
        return False
    # brigades.misc.higher-ground.enemy-below
    firing = [v for v in threat.firing if v not in threat.touching]
    came = [_came_from(p, v) for v in threat.touching]
    return all(other < own for other in (*came, *(level(p, v) for v in firing)))


def _came_from(p: BrigadesPosition, v: int) -> int:
    """The contour on which an enemy was when the turn began."""
    return p.battle.land.level_at(p.began_x[v] * TENTH, p.began_y[v] * TENTH)
