"""Staff commands: reorganize, rally, mobilize, in this order."""

from __future__ import annotations

from grognard.engine.step import Decision, Then
from grognard.systems.locales.battle import (
    DONE,
    MERGE,
    MOBILIZE,
    RALLY,
    SPLIT_IN_THREE,
    SPLIT_IN_TWO,
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
    LocalesPosition,
)
from grognard.systems.locales.reach import kind_of

REORGANIZE_STEP, RALLY_STEP, MOBILIZE_STEP = range(3)
STEP_NAMES = ("reorganize", "rally", "mobilize")
PHRASES = {
    MERGE: "merge",
    SPLIT_IN_TWO: "split in two",
    SPLIT_IN_THREE: "split in three",
    RALLY: "rally",
    MOBILIZE: "mobilize",
}


def spare_slot(p: LocalesPosition, side: int) -> int:
    """An empty block for a unit that comes into being.

    There always is one: a side has as many blocks as it had strength points, and every unit,
    broken or gone, has used up one of them or more.
    """
    return next(b for b in p.battle.blocks_of[side] if p.who[b] == EMPTY)


def may_reorganize(p: LocalesPosition, b: int) -> bool:
    """Infantry and cavalry in a reserve."""
    rules = p.battle.rules
    if p.spot[b] < 0 or not rules.may["reorganize"][kind_of(p, b)]:
        return False
    if p.state[b] & MOVED and not rules.staff_after:
        return False
    return p.spot[b] < p.battle.locales or "approach" in rules.reorganize_from


def mergeable(p: LocalesPosition, side: int) -> list[int]:
    """Blocks that can merge with another in the same spot."""
    able = [b for b in p.battle.blocks_of[side] if may_reorganize(p, b)]
    return [b for b in able if any(partners(p, b, c) for c in able)]


def partners(p: LocalesPosition, b: int, c: int) -> bool:
    """Whether two blocks can merge: one arm, one spot, and the strengths that do."""
    if b == c or p.spot[b] != p.spot[c] or p.arm(b) != p.arm(c):
        return False
    return sorted((p.strength[b], p.strength[c])) == sorted(p.battle.rules.merge_parts)


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


class StaffStep(Then):
    """One step of the phase, passed over if everybody can see that nothing can be ordered."""

    __slots__ = ("side", "step")

    def __init__(self, side: int, step: int) -> None:
        self.side = side
        self.step = step

    def run(self, p: LocalesPosition) -> None:
        """Ask for it; who could reorganize is a secret, the rest is not."""
        if p.clock[STAFF_LEFT] < p.battle.rules.staff_price:
            return
        if (
            self.step == REORGANIZE_STEP
            or (self.step == RALLY_STEP and rallies(p, self.side))
            or (self.step == MOBILIZE_STEP and next_groups(p, self.side))
        ):
            p.stack.append(StaffOrder(self.side, self.step))


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
            if splittable(p, self.side, 2):
                found.append(first + SPLIT_IN_TWO)
            if splittable(p, self.side, 3):
                found.append(first + SPLIT_IN_THREE)
        elif self.step == RALLY_STEP:
            if rallies(p, self.side):
                found.append(first + RALLY)
        elif next_groups(p, self.side):
            found.append(first + MOBILIZE)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask for the rest."""
        if action == DONE:
            return
        p.clock[STAFF_LEFT] -= p.battle.rules.staff_price
        p.stack.append(StaffStep(self.side, self.step))
        order = action - p.battle.staff_at
        if order == MERGE:
            p.stack.append(Merge((), self.side))
        elif order in (SPLIT_IN_TWO, SPLIT_IN_THREE):
            p.stack.append(Split((), 2 if order == SPLIT_IN_TWO else 3, self.side))
        elif order == RALLY:
            p.stack.append(RallyAt(self.side))
        else:
            p.stack.append(Mobilize(self.side))

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
        return PHRASES[action - p.battle.staff_at]


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
            return [b for b in able if partners(p, b, self.chosen[0])]
        return [b for b in able if any(c > b and partners(p, b, c) for c in able)]

    def least(self, p: LocalesPosition) -> int:
        """Two."""
        return 2

    def most(self, p: LocalesPosition) -> int:
        """Two."""
        return 2

    def finish(self, p: LocalesPosition) -> None:
        """The first takes the strength of both; the other is an empty block again."""
        first, other = self.chosen
        if "reorganize" in p.battle.rules.reveals:
            p.reveal(first)
            p.reveal(other)
        if p.ear is not None:
            text = f"{p.called(first)} takes in block {other + 1}"
            p.tell(f"{text}.", p.bid(first), p.bid(other))
        p.strength[first] += p.strength[other]
        vacate(p, other)
        p.repool(p.pooled_with([first]))
        p.hide(first)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A block that is named shows that it can."""
        return True

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
        if seen:
            p.reveal(b)
        if p.ear is not None:
            p.tell(f"{p.called(b)} is split in {self.pieces}.", p.bid(b))
        made = [b]
        for _ in range(self.pieces - 1):
            slot = spare_slot(p, self.side)
            p.who[slot] = p.who[b]
            p.strength[slot] = 1
            p.strength[b] -= 1
            p.state[slot] = p.state[b]
            p.put(slot, p.spot[b])
            made.append(slot)
        for blocks in [[c] for c in made] if seen else [p.pooled_with(made)]:
            p.repool(blocks)
        for c in made:
            p.hide(c)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A block that is named shows that it can."""
        return True

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Split which block?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for units to reorganize."


def vacate(p: LocalesPosition, b: int) -> None:
    """A block that has become part of another is an empty one again."""
    p.strength[b] = 0
    remove(p, b)
    p.who[b] = EMPTY
    p.repool([b])


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


class Mobilize(Decision):
    """Which reinforcement group comes on."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """The lowest group on the display."""
        return [p.battle.group_at + group for group in next_groups(p, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask where."""
        p.stack.append(MobilizeAt(action - p.battle.group_at, self.side))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Which group comes on?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for reinforcements to come on."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The group."""
        return f"group {p.battle.nouns.name(action)}"


class MobilizeAt(Decision):
    """Where a reinforcement group comes on."""

    __slots__ = ("group", "side")

    def __init__(self, group: int, side: int) -> None:
        self.group = group
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

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
