"""How good a position is for a side: what bots steer by. It decides no rule."""

from __future__ import annotations

from typing import Final

from grognard.systems.locales.administration import RangePick, SpikePick, claims
from grognard.systems.locales.cards import PlayCard
from grognard.systems.locales.deploy import Deploy
from grognard.systems.locales.field import FieldOrder
from grognard.systems.locales.leaders import FightPick
from grognard.systems.locales.losses import LossTo
from grognard.systems.locales.morale import result
from grognard.systems.locales.preparation import LimberPick, ShufflePick
from grognard.systems.locales.staff import StaffOrder
from grognard.systems.locales.state.kinds import State, Verb
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import LeaveTo

MORALE: Final = 3.0
POINT: Final = 1.0
DISRUPTED_WORTH: Final = 0.3
HELD: Final = 4.0
NEAR: Final = 1.2
FADE: Final = 0.6
SECURED: Final = 0.4
RANGING_WORTH: Final = 0.5

# Questions that are asked when no order is under way.
BETWEEN_ORDERS: Final = (
    ShufflePick,
    LimberPick,
    PlayCard,
    FieldOrder,
    StaffOrder,
    SpikePick,
    RangePick,
)
LONGEST: Final = 40  # answers of an order that are followed


def judge(p: LocalesPosition, side: int) -> float:
    """Morale, strength, objectives held and in reach; for one side against the other."""
    p = carried_out(p)
    if p.over:
        ended = result(p)
        assert ended is not None
        return 1000.0 if ended.winner == side else -1000.0
    score = MORALE * (p.morale[side] - p.morale[1 - side])
    return score + army(p, side) - army(p, 1 - side)


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


def army(p: LocalesPosition, side: int) -> float:
    """What a side's blocks are worth where they are."""
    battle = p.battle
    goals = [h for h in range(battle.locales) if battle.objective[h] >> (1 - side) & 1]
    own = [h for h in range(battle.locales) if battle.objective[h] >> side & 1]
    value = 0.0
    for b in battle.blocks_of[side]:
        spot = p.spot[b]
        if spot < 0:
            continue
        here = battle.locale_of(spot)
        if p.state[b] & State.DISRUPTED:
            value += DISRUPTED_WORTH
            continue
        value += POINT * p.strength[b]
        far = battle.areas.distance[here]
        for goal in goals:
            if far[goal] >= 0:
                value += NEAR * p.strength[b] * FADE ** far[goal]
            if goal == here and claims(p, b):
                value += HELD
        for home in own:
            if far[home] >= 0:
                value += 0.5 * NEAR * p.strength[b] * FADE ** far[home]
        if spot >= battle.locales:
            approach = spot - battle.locales
            value += SECURED if p.holds(battle.areas.towards[approach], 1 - side) else -SECURED
        if p.state[b] & State.RANGING:
            value += RANGING_WORTH
    return value
