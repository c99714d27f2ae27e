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
from grognard.systems.locales.staff import StaffOrder
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.kinds import Clock, State, Verb
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import LeaveTo

# Questions that are asked when no order is under way.
BETWEEN_ORDERS: Final = frozenset(
    (ShufflePick, LimberPick, PlayCard, FieldOrder, StaffOrder, SpikePick, RangePick)
)
LONGEST: Final = 40  # answers of an order that are followed


def judge(p: LocalesPosition, side: int, w: LocalesWeights) -> float:
    """Morale, strength, objectives held and in reach; for one side against the other."""
    p = carried_out(p)
    if p.over:
        ended = result(p)
        assert ended is not None
        return 1000.0 if ended.winner == side else -1000.0
    score = w.morale * (p.morale[side] - p.morale[1 - side])
    if w.ending:
        late = (p.clock[Clock.TURN] / p.battle.turns) ** 4
        score += w.ending * late * ahead(p, side)
    if w.danger:
        score += w.danger * threats(p, side)
    return score + army(p, side, w) - army(p, 1 - side, w)


def ahead(p: LocalesPosition, side: int) -> float:
    """Who would win if time ran out now, from -1 to 1: objectives, morale, then the defender."""
    for measure in (objectives, share):
        mine, theirs = measure(p, side), measure(p, 1 - side)
        if mine != theirs:
            return 1.0 if mine > theirs else -1.0
    return 1.0 if p.battle.defender == side else -1.0


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
