"""Setting up: every unit a block on its spot, hands dealt."""

from __future__ import annotations

from grognard.systems.locales.cards import DrawCard
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.kinds import ON_DISPLAY
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.turn import NextTurn


def set_up(battle: LocalesBattle) -> LocalesPosition:
    """The position before the first turn; the enemy knows each army, not who is where."""
    p = LocalesPosition.blank(battle)
    groups: dict[tuple[int, int], list[int]] = {}
    for b in range(battle.count):
        unit = battle.slots[b]
        if unit < 0:
            p.repool([b])
            continue
        p.who[b] = unit
        p.strength[b] = battle.units[unit].strength
        p.put(b, battle.units[unit].spot if not battle.group[b] else ON_DISPLAY)
        groups.setdefault((battle.block_side[b], battle.group[b]), []).append(b)
    for blocks in groups.values():
        p.repool(blocks)
    p.morale = list(battle.morale)
    rules = battle.rules.cards
    p.deck = [card.copies for card in rules.kinds] * 2
    p.stack.append(NextTurn())
    if not rules.fixed:
        for side in (1 - battle.first, battle.first):
            for _ in range(rules.hand[battle.roster.sides[side].staff]):
                p.stack.append(DrawCard(side=side))
    return p
