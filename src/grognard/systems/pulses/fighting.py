"""Who fights whom, and with which dice."""

from __future__ import annotations

from grognard.engine.check import Situation
from grognard.systems.pulses.attached import guns_of
from grognard.systems.pulses.field import in_cover, in_radius, in_town, in_water, touches
from grognard.systems.pulses.state.kinds import CAVALRY, HEAVY, LIGHT
from grognard.systems.pulses.state.position import FLANKS, FOUGHT, NOBODY, SQUARED, PulsesPosition
from grognard.systems.pulses.striking import NONE, Striker

BY_SUB, BY_COMMANDER = 1, 2


def opponent(p: PulsesPosition, u: int) -> int:
    """The enemy a unit has contacted and still touches, itself or its guns; -1 if none."""
    v = p.foe[u]
    if v < 0 or p.x[u] < 0 or p.x[v] < 0:
        return NOBODY
    a = p.rect(u)
    if touches(p, a, p.rect(v)) or any(touches(p, a, p.rect(guns)) for guns in guns_of(p, v)):
        return v
    return NOBODY


def to_hit(p: PulsesPosition, u: int, v: int, attacks: bool) -> int:
    """The number on which a unit's dice hit another."""
    battle = p.battle
    rules = battle.rules
    cover = in_cover(p, v, walls=attacks)
    if battle.arm[u] == CAVALRY:
        return rules.horse_cover if cover else rules.horse_hit
    if battle.arm[v] == CAVALRY:
        if p.state[u] & SQUARED:
            return rules.square_hit
        if attacks != rules.horse_attacks:
            return rules.foot_horse
    return rules.foot_cover if cover else rules.foot_hit


def flanked(p: PulsesPosition, attacker: int, v: int) -> bool:
    """Whether a defender is flanked by an attacker; a square has no flanks."""
    if p.state[v] & SQUARED:
        return False
    engaged = p.battle.rules.flank_engaged and p.state[v] & FOUGHT
    return bool(p.state[attacker] & FLANKS or engaged)


def striker(p: PulsesPosition, u: int, v: int, attacks: bool, help: int) -> Striker:
    """A unit's dice against another, and what has them thrown again."""
    battle = p.battle
    rules = battle.rules
    dice = max(rules.least_dice, p.left(u))
    if help & BY_SUB:
        dice += p.helpers[battle.sub(battle.force[u])]
    if help & BY_COMMANDER:
        dice += rules.commander_dice
    if battle.units[u].mx and not (in_town(p, u) or in_town(p, v)):
        dice += rules.mx_dice
    if attacks and rules.massed:
        others = [w for w in p.stands_on(battle.side[u]) if w != u and opponent(p, w) == v]
        dice += rules.massed_dice * len(others)
    return Striker(
        dice,
        to_hit(p, u, v, attacks),
        NONE,
        0,
        0,
        int(battle.kind[u] == HEAVY and battle.kind[v] == LIGHT),
        int(attacks and flanked(p, u, v)),
        int(in_water(p, u)),
        int(not in_radius(p, u)),
    )


def combat_situation(
    p: PulsesPosition, u: int, v: int, by_attacker: int = 0, by_defender: int = 0
) -> Situation:
    """A combat before its first dice, with the help declared on both sides."""
    square = 0
    if p.state[v] & SQUARED and p.battle.rules.square_stands:
        square = p.left(v)
    mine = striker(p, u, v, True, by_attacker)
    theirs = striker(p, v, u, False, by_defender)
    return (*mine, *theirs, square)
