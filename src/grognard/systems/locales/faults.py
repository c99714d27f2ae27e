"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.systems.locales.position import DISRUPTED, GONE, LocalesPosition


def faults(before: LocalesPosition, after: LocalesPosition) -> list[str]:
    """Shared or overfull locales, morale beyond its bounds, strength out of nowhere."""
    battle = after.battle
    found = []
    for here in range(battle.locales):
        name = battle.areas.ids[here]
        if after.load[here] and after.load[battle.locales + here]:
            found.append(f"{name} holds units of both sides")
        for side in (0, 1):
            if after.load[side * battle.locales + here] > battle.capacity[here]:
                found.append(f"{name} holds more than {battle.capacity[here]} units")
    for side in (0, 1):
        title = battle.titles[side]
        if not 0 <= after.morale[side] <= battle.morale[side]:
            found.append(f"the morale of {title} is {after.morale[side]}")
        gained = points(after, side) - points(before, side)
        rallied = disrupted(before, side) - disrupted(after, side)
        pairs = rallied // battle.rules.rally_disrupted
        if gained > max(0, pairs) * battle.rules.rally_strength:
            found.append(f"{title} gained {gained} strength points, {pairs} pairs rallied")
    return found


def points(p: LocalesPosition, side: int) -> int:
    """The strength points of a side, on the map and on the display."""
    return sum(p.strength[b] for b in p.battle.blocks_of[side] if p.spot[b] != GONE)


def disrupted(p: LocalesPosition, side: int) -> int:
    """How many disrupted units a side has."""
    return sum(bool(p.state[b] & DISRUPTED) for b in p.battle.blocks_of[side] if p.spot[b] >= 0)
