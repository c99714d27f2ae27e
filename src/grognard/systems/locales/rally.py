"""Rally: two disrupted infantry units become one of strength 1 again."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.step import Decision
from grognard.systems.locales.groups import kind_of
from grognard.systems.locales.morale import change
from grognard.systems.locales.position import DISRUPTED, LocalesPosition
from grognard.systems.locales.reorganize import vacate


def rallies(p: LocalesPosition, side: int) -> list[int]:
    """The locales where a pair of disrupted units can be rallied."""
    rules = p.battle.rules
    found = []
    for here in range(p.battle.locales):
        broken = to_rally(p, here, side)
        near = p.blocks_in(here, side) if rules.rally_on_approach else p.blocks_at(here, side)
        healthy = [b for b in near if p.healthy(b)]
        if len(broken) >= rules.rally_disrupted and len(healthy) >= rules.rally_companions:
            found.append(here)
    return found


def to_rally(p: LocalesPosition, here: int, side: int) -> list[int]:
    """The blocks of a reserve that may be rallied."""
    may = p.battle.rules.may["rally"]
    return [b for b in p.blocks_at(here, side) if may[kind_of(p, b)]]


class RallyAt(Decision[LocalesPosition]):
    """Where a pair of disrupted units is rallied."""

    side: Side

    def options(self, p: LocalesPosition) -> list[int]:
        """The locales with a pair and a companion."""
        return [p.battle.locale_at + here for here in rallies(p, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Two disrupted units become one of strength 1."""
        rules = p.battle.rules
        here = action - p.battle.locale_at
        for _ in range(rules.rally_pairs):
            blocks = to_rally(p, here, self.side)[: rules.rally_disrupted]
            if len(blocks) < rules.rally_disrupted:
                break
            first, *others = blocks
            if p.ear is not None:
                names = " and ".join(str(b + 1) for b in blocks)
                place = p.battle.areas.ids[here]
                p.tell(f"Blocks {names} rally in {place}.", *(p.bid(b) for b in blocks))
            p.state[first] &= ~DISRUPTED
            p.strength[first] = rules.rally_strength
            p.repool([first])
            p.hide(first)
            for b in others:
                vacate(p, b)
            if rules.rally_raises:
                change(p, self.side, rules.rally_gain, "rally")

    def prompt(self, p: LocalesPosition) -> str:
        """Where?"""
        return "Rally where?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for a rally."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The locale."""
        return f"at {p.battle.nouns.name(action)}"
