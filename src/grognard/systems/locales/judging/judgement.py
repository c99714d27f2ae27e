"""How good a position is for a side: what bots steer by. It decides no rule."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.systems.locales.administration import RangePick, SpikePick, claims
from grognard.systems.locales.cards import PlayCard
from grognard.systems.locales.deploy import Deploy
from grognard.systems.locales.field import FieldOrder
from grognard.systems.locales.judging.threats import threats
from grognard.systems.locales.judging.weights import LocalesWeights
from grognard.systems.locales.leaders import FightPick
from grognard.systems.locales.losses import LossTo
from grognard.systems.locales.morale import objectives, result, share
from grognard.systems.locales.preparation import LimberPick, ShufflePick
from grognard.systems.locales.staff import StaffOrder, next_group
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.kinds import ADMINISTRATION, FIELD, STAFF, Clock, State, Verb
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import LeaveTo

# Questions that are asked when no order is under way.
BETWEEN_ORDERS: Final = frozenset(
    (ShufflePick, LimberPick, PlayCard, FieldOrder, StaffOrder, SpikePick, RangePick)
)
MOST_COMMANDS: Final = 4  # field commands there is work for
MOST_CLAIMS: Final = 2  # what is held may be lost again
MOST_GARRISON: Final = 2  # blocks of infantry an own objective has use for
LONGEST: Final = 40  # answers of an order that are followed


def judge(p: LocalesPosition, side: int, w: LocalesWeights) -> float:
    """Morale, strength, objectives held and in reach; for one side against the other."""
    p = carried_out(p)
    if p.over:
        ended = result(p)
        assert ended is not None
        return 1000.0 if ended.winner == side else -1000.0
    score = w.morale * (p.morale[side] - p.morale[1 - side])
    if w.share:
        score += w.share * by_share(p, side)
    if w.ending:
        late = (p.clock[Clock.TURN] / p.battle.turns) ** 4
        score += w.ending * late * ahead(p, side)
    if w.breaking:
        score += w.breaking * (shaken(p, 1 - side) - shaken(p, side))
    if w.call or w.command:
        in_hand = w.call * calls(p) + w.command * commands(p)
        score += in_hand if p.clock[Clock.SIDE] == side else -in_hand
    if w.claim:
        score += w.claim * (claimed(p, side) - claimed(p, 1 - side))
    if w.garrison:
        score += w.garrison * (garrison(p, side) - garrison(p, 1 - side))
    if w.danger or w.grip:
        troops, at_stake = threats(p, side)
        score += w.danger * troops + w.grip * at_stake
    return score + army(p, side, w) - army(p, 1 - side, w)


def ahead(p: LocalesPosition, side: int) -> float:
    """Who would win if time ran out now, from -1 to 1: objectives, morale, then the defender."""
    for measure in (objectives, share):
        mine, theirs = measure(p, side), measure(p, 1 - side)
        if mine != theirs:
            return 1.0 if mine > theirs else -1.0
    return 1.0 if p.battle.defender == side else -1.0


def by_share(p: LocalesPosition, side: int) -> float:
    """A side's lead in morale by the shares left of both starts, in points of an average army."""
    own, theirs = p.battle.morale[side], p.battle.morale[1 - side]
    return (own + theirs) / 2 * (p.morale[side] / own - p.morale[1 - side] / theirs)


def shaken(p: LocalesPosition, side: int) -> float:
    """How near an army is to breaking, from 0 to 1: the last points count most."""
    return (1.0 - p.morale[side] / p.battle.morale[side]) ** 2


def calls(p: LocalesPosition) -> int:
    """Whether the side that moves has a staff command left to call a group that waits."""
    left = p.clock[Clock.STAFF_LEFT] if p.clock[Clock.PHASE] <= STAFF else 0
    return int(left > 0 and next_group(p, p.clock[Clock.SIDE]) > 0)


def commands(p: LocalesPosition) -> int:
    """The field commands the side that moves has left, as far as there is work for them."""
    return min(p.clock[Clock.FIELD_LEFT], MOST_COMMANDS) if p.clock[Clock.PHASE] <= FIELD else 0


def claimed(p: LocalesPosition, side: int) -> float:
    """The times a side will still claim the objectives of the enemy it could claim now."""
    battle = p.battle
    mover = p.clock[Clock.SIDE]
    done = battle.first == side if mover != side else p.clock[Clock.PHASE] == ADMINISTRATION
    times = min(MOST_CLAIMS, battle.turns - p.clock[Clock.TURN] + (not done))
    held = sum(
        any(claims(p, b) for b in p.blocks_in(here, side))
        for here in battle.objectives_of[1 - side]
    )
    return float(held * times)


def garrison(p: LocalesPosition, side: int) -> int:
    """The strong infantry in a side's own objectives: it can lead their defence a turn later."""
    return sum(
        min(MOST_GARRISON, sum(claims(p, b) for b in p.blocks_in(here, side)))
        for here in p.battle.objectives_of[side]
        if p.holds(here, side)
    )


def carried_out(p: LocalesPosition) -> LocalesPosition:
    """The position once the order under way is over, if both sides answer as is likely."""
    if p.over or type(p.top) in BETWEEN_ORDERS:
        return p
    p = p.copy()
    for _ in range(LONGEST):
        if p.decision is None or type(p.top) in BETWEEN_ORDERS:
            break
        p.play(likely(p))
    return p


def likely(p: LocalesPosition) -> int:
    """Those who fight name their strongest, others go; an approach is secured, a locale held."""
    battle = p.battle
    options = p.options()
    if isinstance(p.top, (LossTo, LeaveTo, Deploy)):
        return options[0]
    if Verb.GO in options and not isinstance(p.top, FightPick):
        return Verb.GO
    blocks = [a for a in options if battle.block_at <= a < battle.locale_at]
    if blocks:
        return max(blocks, key=lambda a: p.strength[a - battle.block_at])
    for verb in (Verb.SECURE, Verb.DEFEND):
        if verb in options:
            return verb
    return options[0]


def army(p: LocalesPosition, side: int, w: LocalesWeights) -> float:
    """What a side's blocks are worth where they are."""
    battle = p.battle
    worth = worth_of_points(battle, side, w)
    value = 0.0
    for spot, blocks in p.by_spot(side).items():
        here, secured = spot, 0.0
        if spot >= battle.locales:
            here = battle.areas.locale[spot - battle.locales]
            there = battle.areas.towards[spot - battle.locales]
            secured = w.secured if p.holds(there, 1 - side) else -w.secured
        goal = here in battle.objectives_of[1 - side]
        for b in blocks:
            if p.state[b] & State.DISRUPTED:
                value += w.disrupted
                continue
            value += worth[here] * p.strength[b] + secured
            if w.strong and p.strength[b] > 1:
                value += w.strong * (p.strength[b] - 1)
            if goal and claims(p, b):
                value += w.held
            if p.state[b] & State.RANGING:
                value += w.ranging
    return value


@lru_cache(maxsize=64)
def worth_of_points(battle: LocalesBattle, side: int, w: LocalesWeights) -> list[float]:
    """What a strength point of a side is worth in each locale: the more, the nearer to enemy
    objectives and, by half, to those of its own."""
    worth = []
    for far in battle.areas.distance:
        value = w.point
        for owner, pull in ((1 - side, w.near), (side, 0.5 * w.near)):
            value += sum(
                pull * w.fade ** far[goal] for goal in battle.objectives_of[owner] if far[goal] >= 0
            )
        worth.append(value)
    return worth
