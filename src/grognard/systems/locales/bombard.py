"""Bombardments: ranging guns against whoever secures the opposite approach, else the reserve."""

from __future__ import annotations

from grognard.boards.areas import opposite
from grognard.engine.event import EventKind
from grognard.engine.rulebook import Rulebook
from grognard.systems.locales.losses import Cause, Losses
from grognard.systems.locales.state.kinds import ARTILLERY, State
from grognard.systems.locales.state.position import LocalesPosition


class BombardRules:
    """By how many guns the enemy must be outnumbered, and what each gun counts."""

    def __init__(self, book: Rulebook) -> None:
        self.more = book.int("locales.bombard.condition.outnumber-enemy-ranging", "more")
        self.gun = book.int("locales.ruling.bombard.losses", "gun")
        self.enemy_gun = book.int("locales.ruling.bombard.losses", "enemy_gun")


def may_bombard(p: LocalesPosition, spot: int, side: int) -> int:
    """The approach of guns that have somebody to bombard across it, as a set."""
    approach = spot - p.battle.locales
    # locales.bombard.condition.enemy-occupied
    return p.holds(p.battle.areas.towards[approach], 1 - side) << approach


def guns_needed(p: LocalesPosition, approach: int, side: int) -> int:
    """How many guns one bombardment must have at least."""
    return enemy_ranging(p, approach, side) + p.battle.rules.bombard.more


def enemy_ranging(p: LocalesPosition, approach: int, side: int) -> int:
    """The enemy's ranging guns on the opposite approach."""
    # locales.ruling.bombard.counting
    blocks = p.blocks_at(p.battle.locales + opposite(approach), 1 - side)
    return sum(bool(p.state[b] & State.RANGING) for b in blocks)


def bombard(p: LocalesPosition, approach: int, side: int, guns: tuple[int, ...]) -> None:
    """The guns fire and stay where they are; the enemy takes the losses."""
    rules = p.battle.rules
    enemy = 1 - side
    points = len(guns) * rules.bombard.gun
    points += enemy_ranging(p, approach, side) * rules.bombard.enemy_gun
    struck = p.blocks_at(p.battle.locales + opposite(approach), enemy)
    if struck:  # only those who secure the approach have its penalty for them
        penalty = p.battle.penalty[opposite(approach)][ARTILLERY]
        points += penalty * rules.assault.penalty_symbol  # locales.ruling.bombard.losses
    else:
        struck = behind(p, p.battle.areas.towards[approach], enemy)
    # Where only disrupted infantry is there is nobody to bear any. locales.disrupted.takes-no-loss
    points = max(points, 0) if struck else 0
    for b in guns:
        # It still secures its approach, and there is nothing to fail.
        # locales.bombard.success.still-securing, locales.bombard.failure.none
        p.state[b] |= State.BOMBARDED
    if p.ear is not None:
        text = f"The bombardment causes {points} {'loss' if points == 1 else 'losses'}."
        p.tell(text, *(p.bid(b) for b in (*guns, *struck)), kind=EventKind.FIRE)
    # The defender divides them and answers by nothing else.
    # locales.ruling.bombard.allocation, locales.bombard.response.apply-losses
    p.stack.append(Losses(side=enemy, blocks=tuple(struck), points=points, cause=Cause.BOMBARDMENT))


def behind(p: LocalesPosition, locale: int, enemy: int) -> list[int]:
    """Who is struck where nobody secures the opposite approach."""
    # The reserve, and without one the other approaches. locales.ruling.bombard.target
    healthy = [b for b in p.blocks_in(locale, enemy) if p.healthy(b)]
    return [b for b in healthy if p.spot[b] == locale] or healthy
