"""What cannot stand together in a position read from outside, though every number is in range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from grognard.systems.locales.state.kinds import (
    ARTILLERY,
    ATTACKS,
    EMPTY,
    FIELD,
    GONE,
    INFANTRY,
    ON_DISPLAY,
    PHASES,
    STAFF,
    Clock,
    Order,
    State,
)

if TYPE_CHECKING:
    from grognard.systems.locales.state.position import LocalesPosition

EVERY_EXTRA = 7


def fault_of(p: LocalesPosition) -> str:
    """The first thing that is wrong, in words; empty if nothing is."""
    for look in (blocks, locales, armies, knowledge, cards, clock, steps):
        for fault in look(p):
            return fault
    return ""


def blocks(p: LocalesPosition) -> Iterator[str]:
    """Every block is what it can be where it is."""
    battle = p.battle
    strongest = battle.rules.losses.strongest
    for b in range(battle.count):
        name, spot, state, strength = f"block {b + 1}", p.spot[b], p.state[b], p.strength[b]
        if spot >= battle.spots:
            yield f"{name} stands outside the map"
            continue
        if p.who[b] == EMPTY:
            if spot != GONE or strength or state:
                yield f"{name} is no unit, but stands somewhere"
            continue
        unit = battle.units[p.who[b]]
        if unit.side != battle.block_side[b]:
            yield f"{name} is a unit of the other side"
        if strength > strongest[unit.arm]:
            yield f"{name} is too strong for its arm"
        if spot < 0:
            if state & ~State.OF_A_FIGHT:
                yield f"{name} is off the map, but in some state"
            if (strength > 0) != (spot == ON_DISPLAY):
                yield f"{name} is off the map with {strength} strength points"
            if spot == ON_DISPLAY and not battle.group[b]:
                yield f"{name} waits on the display without a group"
        elif state & State.DISRUPTED:
            if strength or unit.arm != INFANTRY or not state & State.UP or spot >= battle.locales:
                yield f"{name} cannot be disrupted"
        elif not strength:
            yield f"{name} stands on the map without strength"
        if state & State.RANGING and not (
            unit.arm == ARTILLERY and state & State.UP and spot >= battle.locales
        ):
            yield f"{name} cannot be ranging"


def locales(p: LocalesPosition) -> Iterator[str]:
    """No locale is shared, overfull or closed by nobody; none secures an impassable boundary."""
    battle = p.battle
    held: Counter[tuple[int, int]] = Counter()
    for b, spot in enumerate(p.spot):
        if spot >= 0:
            held[battle.locale_of(spot), battle.block_side[b]] += 1
        if spot >= battle.locales and battle.walls >> (spot - battle.locales) & 1:
            yield f"block {b + 1} secures an impassable boundary"
    for (here, side), count in held.items():
        name = battle.areas.ids[here]
        if side == 0 and held[here, 1]:
            yield f"{name} holds units of both sides"
        if count > battle.capacity[here]:
            yield f"{name} holds more than {battle.capacity[here]} units"
    if p.clock[Clock.PHASE] in (FIELD, STAFF):
        for here, closed in enumerate(p.closed):
            if closed and not held[here, p.clock[Clock.SIDE]]:
                yield f"{battle.areas.ids[here]} is closed, but no victor went in"


def armies(p: LocalesPosition) -> Iterator[str]:
    """No army is stronger than it was, or has more morale; a broken one fights no more."""
    battle = p.battle
    for side, own in enumerate(battle.blocks_of):
        # A unit that was lost or disrupted has used up a point or more.
        spent = sum(p.who[b] != EMPTY and not p.strength[b] for b in own)
        if sum(p.strength[b] for b in own) + spent > len(own):
            yield f"{battle.titles[side]} has more strength points than it began with"
        if p.morale[side] > battle.morale[side]:
            yield f"{battle.titles[side]} has more morale than it began with"
        if p.stack and p.morale[side] <= battle.rules.morale.broken_at:
            yield f"{battle.titles[side]} is broken, but the battle goes on"


def knowledge(p: LocalesPosition) -> Iterator[str]:
    """What is known of blocks fits to what they are."""
    battle = p.battle
    for b in range(battle.count):
        side = battle.block_side[b]
        if battle.block_side[p.pool[b]] != side or battle.block_side[p.mix[b]] != side:
            yield f"block {b + 1} is taken for one of the other side"
    if sorted(p.value(b) for b in range(battle.count)) != sorted(p.guess):
        yield "the units known to be there are not those that are there"
        return
    for b in range(battle.count):
        value = p.value(b)
        may_be = p.may_be(b)
        if value not in may_be:
            yield f"block {b + 1} is not one of the units it may be"
        if (p.state[b] & State.UP or p.spot[b] == GONE) and may_be != [value]:
            yield f"block {b + 1} lies face-up, but is not known"


def cards(p: LocalesPosition) -> Iterator[str]:
    """Every card is in one place, and everybody knows how many a side holds."""
    rules = p.battle.rules.cards
    size = len(rules.kinds)
    for side, title in enumerate(p.battle.titles):
        own = slice(side * size, (side + 1) * size)
        if rules.fixed and (any(p.hand[own]) or any(p.discard[own])):
            yield f"{title} holds cards in a battle without cards"
        for card, *copies in zip(
            rules.kinds, p.hand[own], p.deck[own], p.discard[own], strict=True
        ):
            if sum(copies) != card.copies:
                yield f"{title} has {sum(copies)} cards of {card}: there are {card.copies}"
        if sum(p.hand[own]) != p.clock[Clock.CARDS + side]:
            yield f"{title} holds another number of cards than is known"


def clock(p: LocalesPosition) -> Iterator[str]:
    """Turn, side and phase are there, and no more commands than a turn can have."""
    now, rules = p.clock, p.battle.rules.cards
    if now[Clock.TURN] > p.battle.turns or now[Clock.SIDE] > 1 or now[Clock.PHASE] >= len(PHASES):
        yield "the clock is beyond the battle"
    field = max(rules.fixed_field, *(card.field * rules.played for card in rules.kinds))
    staff = max(rules.fixed_staff, *(card.staff * rules.played for card in rules.kinds))
    if (
        now[Clock.FIELD_LEFT] > field
        or now[Clock.STAFF_LEFT] > staff
        or now[Clock.EXTRA] > EVERY_EXTRA
    ):
        yield "more commands are left than a turn can have"


def steps(p: LocalesPosition) -> Iterator[str]:
    """The blocks of a step are named once and belong together; an order leads somewhere."""
    battle = p.battle
    for step in p.stack:
        for name in ("blocks", "chosen"):
            named: tuple[int, ...] = getattr(step, name, ())
            if any(a >= b for a, b in pairwise(named)):
                yield f"{type(step).__name__}.{name} does not name blocks in their order"
            if len({battle.block_side[b] for b in named}) > 1:
                yield f"{type(step).__name__}.{name} names blocks of both sides"
        aim = getattr(step, "aim", -1)
        if aim >= 0 and aim >= how_many_aims(p, step):
            yield f"{type(step).__name__}.aim is outside the map"


def how_many_aims(p: LocalesPosition, ordered: Any) -> int:
    """How many targets the order of a step can have: approaches or locales."""
    secures = ordered.order == Order.LOCAL_MARCH and ordered.spot < p.battle.locales
    if secures or ordered.order in ATTACKS:
        return p.battle.spots - p.battle.locales
    return p.battle.locales
