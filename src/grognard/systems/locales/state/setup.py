"""Setting up: every unit a block on its spot, numbers and hands dealt."""

from __future__ import annotations

from grognard.systems.locales.cards import DrawCard
from grognard.systems.locales.preparation import ShuffleRoll
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.kinds import ON_DISPLAY
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.turn import NextTurn


def set_up(battle: LocalesBattle) -> LocalesPosition:
    """The position before the first turn: the enemy knows who begins where, not as which block."""
    p = LocalesPosition.blank(battle)
    # By side, starting position and group. locales.ruling.deal
    starts: dict[tuple[int, int, int], list[int]] = {}
    for b in range(battle.count):
        unit = battle.slots[b]
        if unit < 0:  # kept for units that split
            continue
        p.who[b] = unit
        p.strength[b] = battle.units[unit].strength
        p.put(b, battle.units[unit].spot if not battle.group[b] else ON_DISPLAY)
        starts.setdefault((battle.block_side[b], p.spot[b], battle.group[b]), []).append(b)
    for blocks in starts.values():
        p.repool(blocks)
    p.morale = list(battle.morale)
    rules = battle.rules.cards
    p.deck = [card.copies for card in rules.kinds] * 2
    p.stack.append(NextTurn())
    if not rules.fixed:
        for side in (1 - battle.first, battle.first):
            for _ in range(rules.hand[battle.roster.sides[side].staff]):
                p.stack.append(DrawCard(side=side))
    for (side, _, _), blocks in reversed(starts.items()):
        if len(blocks) > 1:
            p.stack.append(ShuffleRoll(side=side, blocks=tuple(blocks)))  # locales.ruling.deal
    return p
