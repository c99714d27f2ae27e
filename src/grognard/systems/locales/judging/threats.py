"""What the enemy could do to a side next: locales he can walk into, and assaults he would win."""

from __future__ import annotations

from typing import Final

from grognard.boards.areas import boundary_of, opposite
from grognard.systems.locales.restrictions import members
from grognard.systems.locales.state.kinds import ARTILLERY, CAVALRY, FIELD, INFANTRY, Clock, State
from grognard.systems.locales.state.position import LocalesPosition, Standing

OBJECTIVE: Final = 8.0  # morale points an objective costs: the first five, and what comes after
GUN: Final = 2.0  # his point lost, and the enemy's won
COMMANDS: Final = 3.0  # field commands that are a whole turn
LIKELY: Final = 0.6  # he will assault, and no gun or leader was overlooked
ASSAULT_LEAST: Final = 2  # the strength that may lead an assault


def threats(p: LocalesPosition, side: int) -> float:
    """Morale points the enemy stands to lose, less those of the side, by who may act first."""
    mover = p.clock[Clock.SIDE]
    left = 0.0
    if p.clock[Clock.PHASE] <= FIELD:
        left = 1.0
        if p.clock[Clock.PHASE] == FIELD:
            left = min(1.0, p.clock[Clock.FIELD_LEFT] / COMMANDS)
    own = (1.0 - 0.4 * left) * danger(p, mover)
    theirs = (0.3 + 0.4 * left) * danger(p, 1 - mover)
    return theirs - own if mover == side else own - theirs


def danger(p: LocalesPosition, side: int) -> float:
    """The morale points a side stands to lose in the enemy's next turn, about."""
    battle = p.battle
    own, foes = p.by_spot(side), p.by_spot(1 - side)
    held = p.occupied()[side]
    first = battle.locales
    ready = in_reserve(p, foes)
    worst: dict[int, float] = {}
    shut: dict[int, int] = {}  # the neighbours he cannot walk in from
    for spot in own:
        if spot >= first:
            here = battle.areas.locale[spot - first]
            shut[here] = shut.get(here, 0) | 1 << battle.areas.towards[spot - first]
    for spot, facing in foes.items():
        if spot < first:
            continue
        here = battle.areas.towards[spot - first]
        if not held >> here & 1:
            continue
        a = opposite(spot - first)
        if p.secured[a]:
            loss = assault(p, side, here, a)
        elif any(not p.state[b] & State.RANGING for b in facing):
            shut[here] = shut.get(here, 0) | 1 << battle.areas.towards[a]
            loss = driven_out(p, side, here)
        else:
            continue
        if loss > worst.get(here, 0.0):
            worst[here] = loss
    beside = battle.beside
    for here in members(held):
        ways = beside[here] & ready
        if not ways:
            continue
        reserve = sum([not p.state[b] & State.DISRUPTED for b in own.get(here, ())])
        if (ways & ~shut.get(here, 0)).bit_count() > reserve:
            loss = objective(p, side, here) + (0.0 if reserve else 0.5)
            if loss > worst.get(here, 0.0):
                worst[here] = loss
    return sum([worst[here] for here in sorted(worst)], 0.0)


def in_reserve(p: LocalesPosition, standing: Standing) -> int:
    """The locales where somebody is in reserve who is not disrupted, as a set."""
    found = 0
    for spot, blocks in standing.items():
        if spot < p.battle.locales:
            for b in blocks:
                if not p.state[b] & State.DISRUPTED:
                    found |= 1 << spot
                    break
    return found


def objective(p: LocalesPosition, side: int, here: int) -> float:
    """What it costs to lose a locale as an objective."""
    return OBJECTIVE if p.battle.objective[here] >> side & 1 else 0.0


def driven_out(p: LocalesPosition, side: int, here: int, fought: int = -1) -> float:
    """What a retreat from a locale costs, besides what was lost on the approach fought over."""
    arms, who, standing = p.battle.arms, p.who, p.by_spot(side)
    guns = approaches = foot = 0
    for spot in p.battle.spots_of[here]:
        if spot in standing:
            kinds = [arms[who[b]] for b in standing[spot]]
            guns += kinds.count(ARTILLERY)
            if spot == here:
                foot = INFANTRY in kinds
            elif spot != p.battle.locales + fought:
                approaches += 1
    return 1.0 + GUN * guns + approaches + foot + objective(p, side, here)


def assault(p: LocalesPosition, side: int, here: int, a: int) -> float:
    """What an assault over an approach costs, if the enemy is likely to win it."""
    battle = p.battle
    facing = p.blocks_at(battle.locales + opposite(a), 1 - side)
    guard = p.blocks_at(battle.locales + a, side)
    most = battle.rules.leaders.most[battle.width[boundary_of(a)]]
    able = [b for b in facing if p.strength[b] >= ASSAULT_LEAST and p.arm(b) != ARTILLERY]
    if not able:
        return 0.0
    able.sort(key=lambda b: -p.strength[b])
    attack = sum([p.strength[b] for b in able[:most]])
    attack -= battle.penalty[a][p.arm(able[0])]
    attack += guns(p, facing) - guns(p, guard)
    lead = (INFANTRY,) if battle.obstructed[a] else (INFANTRY, CAVALRY)
    points = sorted([p.strength[b] for b in guard if p.arm(b) in lead], reverse=True)
    margin = attack - sum(points[:most])
    return margin + LIKELY * driven_out(p, side, here, a) if margin > 0 else 0.0


def guns(p: LocalesPosition, blocks: list[int]) -> int:
    """How many guns could support."""
    return sum([p.arm(b) == ARTILLERY and not p.state[b] & State.RANGING for b in blocks])
