"""What the enemy could do to a side next: locales he can walk into, and assaults he would win.

What he could do to troops is told apart from what he could do to objectives: an objective that is
left open is as good as taken, so nobody saves it by marching off.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from grognard.boards.areas import boundary_of, opposite
from grognard.systems.locales.administration import claims
from grognard.systems.locales.restrictions import members
from grognard.systems.locales.state.kinds import ARTILLERY, CAVALRY, FIELD, INFANTRY, Clock, State
from grognard.systems.locales.state.position import LocalesPosition, Standing

GUN: Final = 2.0  # his point lost, and the enemy's won
COMMANDS: Final = 3.0  # field commands that are a whole turn
LIKELY: Final = 0.6  # he will assault, and no gun or leader was overlooked
WALKED_ROUND: Final = 0.9  # he finds the approach that nobody is left to secure
UNCLAIMED: Final = 0.5  # of an objective taken by troops that cannot claim it yet
ASSAULT_LEAST: Final = 2  # the strength that may lead an assault
LASTING: Final = 0.3  # what a threat counts for when its side has just moved


class Threat(NamedTuple):
    """Morale points that troops stand to lose, and objectives that stand to change hands."""

    troops: float = 0.0
    objectives: float = 0.0

    def times(self, factor: float) -> Threat:
        return Threat(factor * self.troops, factor * self.objectives)

    def plus(self, other: Threat) -> Threat:
        return Threat(self.troops + other.troops, self.objectives + other.objectives)

    def less(self, other: Threat) -> Threat:
        return Threat(self.troops - other.troops, self.objectives - other.objectives)


def threats(p: LocalesPosition, side: int) -> Threat:
    """What threatens the enemy, less what threatens the side, by who may act first."""
    mover = p.clock[Clock.SIDE]
    left = 0.0
    if p.clock[Clock.PHASE] <= FIELD:
        left = 1.0
        if p.clock[Clock.PHASE] == FIELD:
            left = min(1.0, p.clock[Clock.FIELD_LEFT] / COMMANDS)
    # A turn that ends counts as much as the enemy's that begins.
    own = theirs = Threat()
    if turns_to_come(p, 1 - mover):
        own = danger(p, mover).times(1.0 - (1.0 - LASTING) * left)
    if turns_to_come(p, mover):
        lasting = danger(p, 1 - mover)
        theirs = lasting.times(LASTING)
        if left:
            stirred = any(p.state[b] & State.MOVED for b in p.battle.blocks_of[mover])
            now = danger(p, 1 - mover, State.MOVED) if stirred else lasting
            theirs = theirs.plus(now.times((1.0 - LASTING) * left))
    return theirs.less(own) if mover == side else own.less(theirs)


def turns_to_come(p: LocalesPosition, side: int) -> int:
    """How many turns a side has left to give field commands in, the present one included."""
    battle = p.battle
    later = battle.turns - p.clock[Clock.TURN]
    if p.clock[Clock.SIDE] == side:
        return later + (p.clock[Clock.PHASE] <= FIELD)
    return later + (battle.first != side)


def danger(p: LocalesPosition, side: int, spent: int = 0) -> Threat:
    """What a side stands to lose in the enemy's next turn, about, or in his present one by all
    but those who have `spent` their turn."""
    foes = p.by_spot(1 - side)
    if spent:
        ready = {spot: [b for b in foes[spot] if not p.state[b] & spent] for spot in foes}
        foes = {spot: blocks for spot, blocks in ready.items() if blocks}
    entries = Entries(members(p.occupied()[side]))
    attacks(p, side, foes, entries)
    maneuvers(p, side, foes, entries)
    worst = entries.worst
    troops = sum([worst[here] for here in sorted(worst)])
    return Threat(troops, at_stake(p, side, foes, entries.chance))


class Entries:
    """How the enemy could enter the locales of a side, each by the worst that is known."""

    __slots__ = ("chance", "shut", "worst")

    def __init__(self, held: Iterable[int]) -> None:
        self.worst: dict[int, float] = {}
        self.chance: dict[int, float] = {}  # that he enters a locale and keeps it
        self.shut = dict.fromkeys(held, 0)  # the neighbours he cannot walk in from

    def add(self, here: int, loss: float, taken: float) -> None:
        """One more way in: what it costs the side, and the chance that the locale is lost."""
        self.worst[here] = max(loss, self.worst.get(here, 0.0))
        self.chance[here] = max(taken, self.chance.get(here, 0.0))


def attacks(p: LocalesPosition, side: int, foes: Standing, entries: Entries) -> None:
    """Enter what the enemies can do who stand on approaches: assault, or advance if it is open."""
    areas, first, shut = p.battle.areas, p.battle.locales, entries.shut
    for spot in p.by_spot(side):
        if spot >= first:
            shut[areas.locale[spot - first]] |= 1 << areas.towards[spot - first]
    for spot, facing in foes.items():
        here = areas.towards[spot - first] if spot >= first else -1
        if here not in shut:
            continue
        a = opposite(spot - first)
        if p.secured[a]:
            loss, taken = assault(p, side, here, a, facing)
        elif any(not p.state[b] & State.RANGING for b in facing):
            shut[here] |= 1 << areas.towards[a]
            loss = driven_out(p, side, here)
            taken = 1.0 if any(claims(p, b) for b in facing) else UNCLAIMED
        else:
            continue
        entries.add(here, loss, taken)


def maneuvers(p: LocalesPosition, side: int, foes: Standing, entries: Entries) -> None:
    """Enter the locales that have fewer in reserve than ways in for the enemy's reserves."""
    ready = in_reserve(p, foes)
    for here, closed in entries.shut.items():
        ways = p.battle.beside[here] & ready & ~closed
        if not ways:
            continue
        reserve = sum([not p.state[b] & State.DISRUPTED for b in p.blocks_at(here, side)])
        if ways.bit_count() > reserve:
            entries.add(here, 0.0 if reserve else 0.5, WALKED_ROUND)


def at_stake(p: LocalesPosition, side: int, foes: Standing, chance: dict[int, float]) -> float:
    """The objectives a side stands to lose: its own ones, held or open, and those it claims."""
    battle = p.battle
    own, theirs = p.occupied()[side], p.occupied()[1 - side]
    found = 0.0
    for here in battle.objectives_of[side]:
        if own >> here & 1:
            found += chance.get(here, 0.0)
        elif not theirs >> here & 1:
            near = [
                spot for there in members(battle.beside[here]) for spot in battle.spots_of[there]
            ]
            found += any(claims(p, b) for spot in near for b in foes.get(spot, ()))
    for here in battle.objectives_of[1 - side]:
        if chance.get(here) and any(claims(p, b) for b in p.blocks_in(here, side)):
            found += chance[here]
    return found


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
    return 1.0 + GUN * guns + approaches + foot


def assault(
    p: LocalesPosition, side: int, here: int, a: int, facing: list[int]
) -> tuple[float, float]:
    """What an assault over an approach costs if the enemy wins it, and his chance to stay there."""
    battle = p.battle
    guard = p.blocks_at(battle.locales + a, side)
    most = battle.rules.leaders.most[battle.width[boundary_of(a)]]
    able = [b for b in facing if p.strength[b] >= ASSAULT_LEAST and p.arm(b) != ARTILLERY]
    if not able:
        return 0.0, 0.0
    able.sort(key=lambda b: -p.strength[b])
    attack = sum([p.strength[b] for b in able[:most]])
    attack -= battle.penalty[a][p.arm(able[0])]
    attack += guns(p, facing) - guns(p, guard)
    lead = (INFANTRY,) if battle.obstructed[a] else (INFANTRY, CAVALRY)
    points = sorted([p.strength[b] for b in guard if p.arm(b) in lead], reverse=True)
    margin = attack - sum(points[:most])
    if margin <= 0:
        return 0.0, 0.0
    foot = [p.strength[b] for b in facing if claims(p, b)]
    # The victor loses a point, and one to each gun; with a friend there is still one to claim.
    least = battle.rules.administration.claim_least
    stays = len(foot) > 1 or sum(foot) - 1 - guns(p, guard) >= least
    taken = LIKELY if stays else UNCLAIMED * LIKELY
    return margin + LIKELY * driven_out(p, side, here, a), taken


def guns(p: LocalesPosition, blocks: list[int]) -> int:
    """How many guns could support."""
    return sum([p.arm(b) == ARTILLERY and not p.state[b] & State.RANGING for b in blocks])
