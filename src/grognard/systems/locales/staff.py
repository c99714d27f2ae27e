"""Staff commands: reorganize, rally, mobilize, in this order."""

from __future__ import annotations

from grognard.engine.step import Decision
from grognard.systems.locales.battle import (
    DONE,
    MERGE,
    MOBILIZE,
    RALLY,
    SPLIT_EVEN,
    SPLIT_LOW,
    STAFF,
)
from grognard.systems.locales.losses import remove
from grognard.systems.locales.morale import change
from grognard.systems.locales.picking import Pick
from grognard.systems.locales.position import (
    DISRUPTED,
    EMPTY,
    MOVED,
    ON_DISPLAY,
    STAFF_LEFT,
    UP,
    LocalesPosition,
)
from grognard.systems.locales.reach import kind_of

REORGANIZE_STEP, RALLY_STEP, MOBILIZE_STEP = range(3)
STEP_NAMES = ("reorganize", "rally", "mobilize")


def spare_slot(p: LocalesPosition, side: int) -> int:
    """An empty block for a unit that comes into being, -1 if there is none."""
    for b in p.battle.blocks_of[side]:
        if p.who[b] == EMPTY:
            return b
    return -1


def may_reorganize(p: LocalesPosition, b: int) -> bool:
    """Infantry and cavalry in a reserve."""
    rules = p.battle.rules
    if p.spot[b] < 0 or not rules.may["reorganize"][kind_of(p, b)]:
        return False
    if p.state[b] & MOVED and not rules.staff_after:
        return False
    return p.spot[b] < p.battle.locales or "approach" in rules.reorganize_from


def mergeable(p: LocalesPosition, side: int) -> list[int]:
    """Blocks of the strength that merges, of which another stands in the same spot."""
    part = p.battle.rules.merge_parts
    able = [
        b for b in p.battle.blocks_of[side] if may_reorganize(p, b) and p.strength[b] == part[0]
    ]
    return [b for b in able if any(partner(p, b, c) for c in able)]


def partner(p: LocalesPosition, b: int, c: int) -> bool:
    """Whether two blocks can merge."""
    return b != c and p.spot[b] == p.spot[c] and p.arm(b) == p.arm(c)


def splittable(p: LocalesPosition, side: int, parts: int) -> list[int]:
    """Blocks that can be split into so many, if there is room for them."""
    found = []
    for b in p.battle.blocks_of[side]:
        if not may_reorganize(p, b) or p.strength[b] not in p.battle.rules.split_strengths:
            continue
        here = p.battle.locale_of(p.spot[b])
        if p.strength[b] >= parts and p.room(here, side) >= parts - 1:
            found.append(b)
    return found


def rallies(p: LocalesPosition, side: int) -> list[int]:
    """The locales where a pair of disrupted units can be rallied."""
    rules = p.battle.rules
    found = []
    for here in range(p.battle.locales):
        blocks = p.blocks_at(here, side)
        disrupted = [b for b in blocks if p.state[b] & DISRUPTED]
        near = p.blocks_in(here, side) if rules.rally_on_approach else blocks
        healthy = [b for b in near if p.healthy(b)]
        if len(disrupted) >= rules.rally_disrupted and len(healthy) >= rules.rally_companions:
            found.append(here)
    return found if rules.may["rally"][3] else []


def next_group(p: LocalesPosition, side: int) -> list[int]:
    """The reinforcement groups that may mobilize now."""
    battle = p.battle
    waiting = sorted({battle.group[b] for b in battle.blocks_of[side] if p.spot[b] == ON_DISPLAY})
    return waiting[:1] if battle.rules.lower_groups_first else waiting


def entries(p: LocalesPosition, side: int) -> list[int]:
    """The entry locales of a side that can take somebody."""
    battle = p.battle
    return [
        here
        for here in range(battle.locales)
        if battle.entry[here] >> side & 1
        and (not p.holds(here, 1 - side) or battle.rules.entry_with_enemy)
        and p.room(here, side) > 0
    ]


class StaffOrder(Decision):
    """A side gives a staff command of the present step, or goes on."""

    __slots__ = ("side", "step")
    asked_anyway = True

    def __init__(self, side: int, step: int) -> None:
        self.side = side
        self.step = step

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """What can be ordered in this step."""
        first = p.battle.staff_at
        found = [DONE]
        if p.clock[STAFF_LEFT] < p.battle.rules.staff_price:
            return found
        if self.step == REORGANIZE_STEP:
            if mergeable(p, self.side):
                found.append(first + MERGE)
            if spare_slot(p, self.side) >= 0:
                if splittable(p, self.side, 2):
                    found.append(first + SPLIT_EVEN)
                if splittable(p, self.side, 3):
                    found.append(first + SPLIT_LOW)
        elif self.step == RALLY_STEP:
            if rallies(p, self.side):
                found.append(first + RALLY)
        elif next_group(p, self.side) and entries(p, self.side):
            found.append(first + MOBILIZE)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask for the rest."""
        if action == DONE:
            return
        p.clock[STAFF_LEFT] -= p.battle.rules.staff_price
        p.stack.append(StaffOrder(self.side, self.step))
        order = action - p.battle.staff_at
        if order == MERGE:
            p.stack.append(Merge((), self.side))
        elif order in (SPLIT_EVEN, SPLIT_LOW):
            p.stack.append(Split((), 2 if order == SPLIT_EVEN else 3, self.side))
        elif order == RALLY:
            p.stack.append(RallyAt(self.side))
        else:
            p.stack.append(MobilizeAt(self.side))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        left = p.clock[STAFF_LEFT]
        return f"Staff commands left: {left}. {STEP_NAMES[self.step].capitalize()}?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to give staff commands."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """In words."""
        if action == DONE:
            return f"no {STEP_NAMES[self.step]}"
        words = {MERGE: "merge", SPLIT_EVEN: "split in two", SPLIT_LOW: "split in three"}
        order = action - p.battle.staff_at
        return words.get(order, STAFF[order])


class Merge(Pick):
    """Two blocks become one."""

    __slots__ = ("chosen", "side")

    def __init__(self, chosen: tuple[int, ...], side: int) -> None:
        self.chosen = chosen
        self.side = side

    def onward(self, b: int) -> Merge:
        """One block more."""
        return Merge((*self.chosen, b), self.side)

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Those with a partner that can still be picked."""
        able = mergeable(p, self.side)
        if self.chosen:
            return [b for b in able if partner(p, b, self.chosen[0])]
        return [b for b in able if any(c > b and partner(p, b, c) for c in able)]

    def least(self, p: LocalesPosition) -> int:
        """Two."""
        return len(p.battle.rules.merge_parts)

    def most(self, p: LocalesPosition) -> int:
        """Two."""
        return len(p.battle.rules.merge_parts)

    def finish(self, p: LocalesPosition) -> None:
        """The first takes the strength of both; the others are empty blocks again."""
        seen = "reorganize" in p.battle.rules.reveals
        first, *others = self.chosen
        total = sum(p.strength[b] for b in self.chosen)
        for b in self.chosen:
            if seen:
                p.reveal(b)
        for b in others:
            p.strength[b] = 0
            remove(p, b)
            p.who[b] = EMPTY
            p.repool([b])
        p.strength[first] = total
        if seen:
            p.repool([first])
            p.hide(first)
        else:
            p.repool(p.pooled_with([first]))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Merge which two blocks?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for units to reorganize."


class Split(Pick):
    """One block becomes two or three."""

    __slots__ = ("chosen", "pieces", "side")

    def __init__(self, chosen: tuple[int, ...], pieces: int, side: int) -> None:
        self.chosen = chosen
        self.pieces = pieces
        self.side = side

    def onward(self, b: int) -> Split:
        """The block."""
        return Split((*self.chosen, b), self.pieces, self.side)

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Those strong enough."""
        return splittable(p, self.side, self.pieces)

    def least(self, p: LocalesPosition) -> int:
        """One."""
        return 1

    def most(self, p: LocalesPosition) -> int:
        """One."""
        return 1

    def finish(self, p: LocalesPosition) -> None:
        """The block keeps the larger part; the others are 1 each."""
        (b,) = self.chosen
        seen = "reorganize" in p.battle.rules.reveals
        made = [b]
        if seen:
            p.reveal(b)
        for _ in range(self.pieces - 1):
            slot = spare_slot(p, self.side)
            if slot < 0:
                break
            p.who[slot] = p.who[b]
            p.strength[slot] = 1
            p.strength[b] -= 1
            p.state[slot] = p.state[b]
            p.put(slot, p.spot[b])
            made.append(slot)
        for c in made:
            p.repool([c])
            p.hide(c)

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Split which block?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for units to reorganize."


class RallyAt(Decision):
    """Where a pair of disrupted units is rallied."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """The locales with a pair and a companion."""
        return [p.battle.locale_at + here for here in rallies(p, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Two disrupted units become one of strength 1."""
        rules = p.battle.rules
        here = action - p.battle.locale_at
        for _ in range(rules.rally_pairs):
            blocks = [b for b in p.blocks_at(here, self.side) if p.state[b] & DISRUPTED]
            if len(blocks) < rules.rally_disrupted:
                break
            first, *others = blocks[: rules.rally_disrupted]
            p.state[first] &= ~DISRUPTED
            p.strength[first] = rules.rally_strength
            p.repool([first])
            p.hide(first)
            for b in others:
                remove(p, b)
                p.who[b] = EMPTY
                p.repool([b])
            if p.ear is not None:
                p.tell(f"Block {first + 1} is rallied.", p.bid(first))
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


class MobilizeAt(Decision):
    """Where the next reinforcement group comes on."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """The entry locales with room."""
        return [p.battle.locale_at + here for here in entries(p, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """As many of the group as there is room for come on; the rest waits."""
        battle = p.battle
        rules = battle.rules
        here = action - battle.locale_at
        group = next_group(p, self.side)[0]
        waiting = [
            b
            for b in battle.blocks_of[self.side]
            if p.spot[b] == ON_DISPLAY and battle.group[b] == group
        ]
        for b in waiting[: p.room(here, self.side)]:
            p.put(b, here)
        if p.ear is not None:
            p.tell(f"Group {group} of {battle.titles[self.side]} comes on.")
        started = len(waiting) < sum(
            1 for b in battle.blocks_of[self.side] if battle.group[b] == group
        )
        if rules.mobilize_lowers and (not started or rules.remainder_pays):
            change(p, self.side, rules.mobilize_cost, "mobilization")

    def prompt(self, p: LocalesPosition) -> str:
        """Where?"""
        return f"Group {next_group(p, self.side)[0]} comes on: where?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for reinforcements to come on."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The locale."""
        return f"at {p.battle.nouns.name(action)}"


__all__ = ["MOBILIZE_STEP", "RALLY_STEP", "REORGANIZE_STEP", "UP", "StaffOrder"]
