"""Advances: over an approach nobody secures, at an enemy who can only retreat."""

from __future__ import annotations

from grognard.boards.areas import opposite
from grognard.systems.locales.deploy import Arrive
from grognard.systems.locales.restrictions import onward
from grognard.systems.locales.state.kinds import Order
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import LeaveLocale


def may_advance(p: LocalesPosition, spot: int, side: int) -> int:
    """The approach of units that may advance over it, as a set."""
    areas = p.battle.areas
    approach = spot - p.battle.locales
    here, there = areas.locale[approach], areas.towards[approach]
    if not p.holds(there, 1 - side):  # locales.advance.condition.enemy-occupied
        return 0
    if p.secured[opposite(approach)]:  # locales.advance.condition.defense-approach-unsecured
        return 0
    may = not p.holds(there, side) and onward(p, here, Order.ADVANCE) >> there & 1
    return may << approach


def advance(p: LocalesPosition, approach: int, side: int, blocks: tuple[int, ...]) -> None:
    """The enemy leaves, and the units come in."""
    there = p.battle.areas.towards[approach]
    # It always succeeds. locales.advance.failure.none
    # locales.advance.success.reserve-of-defense-locale
    # locales.advance.success.cavalry-may-deploy
    p.stack.append(Arrive(side=side, blocks=blocks, locale=there))
    # locales.advance.response.retreat, locales.ruling.retreat.causes
    p.stack.append(LeaveLocale(side=1 - side, approach=approach, retreat=1))
