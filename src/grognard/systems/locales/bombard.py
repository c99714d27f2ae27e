"""Bombardments: ranging guns against whoever secures the opposite approach, else the reserve."""

from __future__ import annotations

from grognard.boards.areas import opposite
from grognard.systems.locales.losses import ANY_ARM, BY_GUNS, Losses
from grognard.systems.locales.position import BOMBARDED, LocalesPosition
from grognard.systems.locales.reach import enemy_ranging
from grognard.systems.locales.roster import ARTILLERY


def bombard(p: LocalesPosition, approach: int, side: int, guns: tuple[int, ...]) -> None:
    """The guns fire and stay where they are; the enemy takes the losses."""
    battle = p.battle
    rules = battle.rules
    enemy = 1 - side
    struck, secures = target(p, approach, enemy)
    points = len(guns) * rules.bombard_gun + enemy_ranging(p, approach, side) * rules.bombard_enemy
    if rules.bombard_penalty and (secures or rules.bombard_penalty_elsewhere):
        points += battle.penalty[opposite(approach)][ARTILLERY] * rules.penalty_symbol
    points = max(points, rules.bombard_least)
    for b in guns:
        p.state[b] |= BOMBARDED
        if rules.ends["bombard.success.still-securing"] != "attack approach":
            p.put(b, battle.areas.locale[approach])
    if p.ear is not None:
        p.tell(f"The bombardment causes {points} {'loss' if points == 1 else 'losses'}.")
    divider = enemy if rules.bombard_by_defender else side
    p.stack.append(
        Losses(blocks=tuple(struck), divider=divider, points=points, which=ANY_ARM | BY_GUNS)
    )


def target(p: LocalesPosition, approach: int, enemy: int) -> tuple[list[int], bool]:
    """The blocks a bombardment strikes, and whether they secure the opposite approach."""
    battle = p.battle
    there = battle.areas.towards[approach]
    opposed = p.blocks_at(battle.locales + opposite(approach), enemy)
    healthy = [b for b in p.blocks_in(there, enemy) if p.healthy(b)]
    by_word = {
        "opposite approach": opposed,
        "reserve": [b for b in healthy if p.spot[b] == there],
        "other approaches": [b for b in healthy if p.spot[b] != there and b not in opposed],
    }
    for word in battle.rules.bombard_targets:
        if by_word[word]:
            return by_word[word], word == "opposite approach"
    return [], False
