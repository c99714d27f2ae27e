"""Mobilize: reinforcement groups come on from the display, in the order of their numbers."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.step import Decision
from grognard.systems.locales.groups import kind_of
from grognard.systems.locales.morale import change
from grognard.systems.locales.position import LocalesPosition
from grognard.systems.locales.roster import ON_DISPLAY


def next_groups(p: LocalesPosition, side: int) -> list[int]:
    """The reinforcement groups that may mobilize now and find an entry."""
    lowest = p.battle.rules.lower_groups_first
    waiting = sorted({p.battle.group[b] for b in on_display(p, side)})
    return [g for g in (waiting[:1] if lowest else waiting) if entries(p, g, side)]


def on_display(p: LocalesPosition, side: int, group: int = 0) -> list[int]:
    """The blocks of a side, or of one of its groups, that still wait on the display."""
    battle = p.battle
    may = battle.rules.may["mobilize"]
    return [
        b
        for b in battle.blocks_of[side]
        if p.spot[b] == ON_DISPLAY and group in (0, battle.group[b]) and may[kind_of(p, b)]
    ]


def entries(p: LocalesPosition, group: int, side: int) -> list[int]:
    """The entry locales of a side that can take somebody of a group."""
    battle = p.battle
    rules = battle.rules
    least = 1 if rules.remainder_waits else len(on_display(p, side, group))
    return [
        here
        for here in range(battle.locales)
        if battle.entry[here] >> side & 1
        and (not p.holds(here, 1 - side) or rules.entry_with_enemy)
        and not p.closed[here]
        and p.room(here, side) >= least
    ]


class Mobilize(Decision[LocalesPosition]):
    """Which reinforcement group comes on."""

    side: Side

    def options(self, p: LocalesPosition) -> list[int]:
        """The lowest group on the display."""
        return [p.battle.group_at + group for group in next_groups(p, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask where."""
        p.stack.append(MobilizeAt(side=self.side, group=action - p.battle.group_at))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Which group comes on?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for reinforcements to come on."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The group."""
        return f"group {p.battle.nouns.name(action)}"


class MobilizeAt(Decision[LocalesPosition]):
    """Where a reinforcement group comes on."""

    side: Side
    group: int

    def options(self, p: LocalesPosition) -> list[int]:
        """The entry locales with room."""
        return [p.battle.locale_at + here for here in entries(p, self.group, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """As many of the group as there is room for come on; the rest waits."""
        battle = p.battle
        rules = battle.rules
        here = action - battle.locale_at
        waiting = on_display(p, self.side, self.group)
        every = [b for b in battle.blocks_of[self.side] if battle.group[b] == self.group]
        if not rules.lowest_blocks_first:
            waiting.reverse()
        coming = waiting[: p.room(here, self.side)]
        for b in coming:
            p.put(b, here)
        if p.ear is not None:
            names = ", ".join(str(b + 1) for b in coming)
            text = f"{battle.titles[self.side]} group {self.group} comes on"
            p.tell(f"{text} at {battle.areas.ids[here]}: {names}.", *(p.bid(b) for b in coming))
        first = len(waiting) == len(every)
        if rules.mobilize_lowers and (first or rules.remainder_pays):
            change(p, self.side, rules.mobilize_cost, "mobilization")

    def prompt(self, p: LocalesPosition) -> str:
        """Where?"""
        return f"Group {self.group} comes on: where?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for reinforcements to come on."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The locale."""
        return f"at {p.battle.nouns.name(action)}"
