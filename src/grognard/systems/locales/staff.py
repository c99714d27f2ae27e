"""Staff commands: reorganize, rally, mobilize, in this order."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.engine.event import EventKind
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.locales.hidden import blocks_in_words
from grognard.systems.locales.morale import change
from grognard.systems.locales.reorganize import (
    Merge,
    Split,
    mergeable,
    perhaps_reorganizes,
    seen_to_merge,
    seen_to_split,
    splittable,
    vacate,
)
from grognard.systems.locales.restrictions import kind_of, row
from grognard.systems.locales.state.asking import Ask
from grognard.systems.locales.state.kinds import (
    ON_DISPLAY,
    STAFF_ORDERS,
    Clock,
    StaffCommand,
    State,
    Verb,
)
from grognard.systems.locales.state.position import LocalesPosition

# Each task is finished before the next begins.
TASKS: Final = ("reorganize", "rally", "mobilize")
TO_REORGANIZE, TO_RALLY, TO_MOBILIZE = range(3)

# What is ordered, on a button.
SAID: Final = {
    StaffCommand.MERGE: "merge two blocks",
    StaffCommand.SPLIT_IN_TWO: "split a block in two",
    StaffCommand.SPLIT_IN_THREE: "split a block in three",
    StaffCommand.RALLY: "rally disrupted infantry",
    StaffCommand.MOBILIZE: "mobilize reinforcements",
}
SPLITS: Final = {StaffCommand.SPLIT_IN_TWO: 2, StaffCommand.SPLIT_IN_THREE: 3}  # into how many

Task = Annotated[int, Within(0, len(TASKS) - 1)]


class StaffRules:
    """Who rallies and who mobilizes; what a rally takes and gives."""

    def __init__(self, book: Rulebook) -> None:
        self.may_rally = row(book, "locales.eligibility.rally.may")
        self.may_mobilize = row(book, "locales.eligibility.mobilize.may")
        self.companions = book.int(
            "locales.rally.condition.non-disrupted-in-same-position", "companions"
        )
        self.rallied = book.int("locales.rally.effect.two-become-one", "disrupted")
        self.rallied_strength = book.int("locales.rally.effect.two-become-one", "strength")
        self.pairs = book.int("locales.ruling.rally.one-pair", "pairs")


class StaffTask(Then[LocalesPosition]):
    """A task of the phase, passed over if everybody can see that nothing can be ordered."""

    side: Side
    task: Task

    def run(self, p: LocalesPosition) -> None:
        """Ask for it; who can reorganize is a secret, the rest is not."""
        if p.clock[Clock.STAFF_LEFT] < p.battle.rules.cards.staff_price:
            return
        asked = self.into(StaffOrder)
        if self.task == TO_REORGANIZE:  # locales.ruling.no-idle-question
            some = perhaps_reorganizes(p, self.side)
        else:
            some = len(asked.options(p)) > 1
        if some:
            p.stack.append(asked)
        elif self.task == TO_MOBILIZE and p.ear is not None:
            tell_who_waits(p, self.side)


class StaffOrder(Ask):
    """A side gives a staff command of the present task, or goes on."""

    waits = "Waiting for {side} to give staff commands."

    side: Side
    task: Task

    asked_anyway = True

    def keys(self, p: LocalesPosition) -> tuple[tuple[int, ...], ...]:
        first, of = p.battle.staff_at, StaffCommand
        alone = first + of.MERGE, first + of.RALLY, first + of.MOBILIZE  # the first of each task
        return (Verb.DONE,), alone, (first + of.SPLIT_IN_TWO,), (first + of.SPLIT_IN_THREE,)

    def options(self, p: LocalesPosition) -> list[int]:
        first = p.battle.staff_at
        found = [Verb.DONE]
        if p.clock[Clock.STAFF_LEFT] < p.battle.rules.cards.staff_price:
            return found
        if self.task == TO_REORGANIZE:  # locales.staff.gate
            if mergeable(p, self.side):
                found.append(first + StaffCommand.MERGE)
            if splittable(p, self.side, 2):
                found.append(first + StaffCommand.SPLIT_IN_TWO)
            if splittable(p, self.side, 3):
                found.append(first + StaffCommand.SPLIT_IN_THREE)
        elif self.task == TO_RALLY:
            if rallies(p, self.side):
                found.append(first + StaffCommand.RALLY)
        elif next_group(p, self.side):
            found.append(first + StaffCommand.MOBILIZE)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action == Verb.DONE:
            return
        p.clock[Clock.STAFF_LEFT] -= p.battle.rules.cards.staff_price
        p.stack.append(StaffTask(side=self.side, task=self.task))
        pick = self.pick(p, action)
        if pick is not None:
            p.stack.append(pick)
        elif self.task == TO_RALLY:
            p.stack.append(RallyAt(side=self.side))
        else:
            p.stack.append(MobilizeAt(side=self.side))

    def pick(self, p: LocalesPosition, action: int) -> Merge | Split | None:
        """The question who reorganizes; None for other commands."""
        command = action - p.battle.staff_at
        if command == StaffCommand.MERGE:
            merge = Merge(side=self.side)
            return merge.settled(seen_to_merge(p, self.side), merge.fewest)
        if command in SPLITS:
            split = Split(side=self.side, pieces=SPLITS[command])
            return split.settled(seen_to_split(p, self.side, split.pieces), split.fewest)
        return None

    def prompt(self, p: LocalesPosition) -> str:
        left = p.clock[Clock.STAFF_LEFT]
        return f"Staff commands left: {left}. {TASKS[self.task].capitalize()}?"

    def phrase(self, p: LocalesPosition, action: int) -> str:
        if action == Verb.DONE:
            return f"do not {TASKS[self.task]}"
        return STAFF_ORDERS[action - p.battle.staff_at].replace("-", " ")

    def price(self, p: LocalesPosition, action: int) -> str:
        if action != p.battle.staff_at + StaffCommand.MOBILIZE:
            return ""
        parts = (p.said(b).split(", ") for b in next_in_line(p, self.side))
        *most, last = (f"{name} ({kind})" for name, kind in parts)
        names = f"{', '.join(most)} and {last}" if most else last
        # locales.mobilize.effect.morale-minus-2
        return f"brings on {names}, and costs {-p.battle.rules.morale.mobilize} morale"

    def says(self, p: LocalesPosition, action: int) -> str:
        command = action - p.battle.staff_at
        if action == Verb.DONE or command not in SAID:
            return ""
        return SAID[command]


# -- rally -------------------------------------------------------------------------------------


def rallies(p: LocalesPosition, side: int) -> list[int]:
    """The locales where a pair of disrupted units can be rallied."""
    rules = p.battle.rules.staff
    found = []
    for here, blocks in p.by_spot(side).items():
        # Not on an approach, neither they nor a companion. locales.rally.initial.reserve
        # locales.rally.non-disrupted-in-reserve, locales.disrupted.companion-same-position.rally
        if here >= p.battle.locales or len(blocks) < rules.rallied + rules.companions:
            continue
        healthy = [b for b in blocks if p.healthy(b)]
        if len(to_rally(p, here, side)) >= rules.rallied and len(healthy) >= rules.companions:
            found.append(here)
    return sorted(found)


def to_rally(p: LocalesPosition, here: int, side: int) -> list[int]:
    """The blocks of a reserve that may be rallied."""
    may = p.battle.rules.staff.may_rally
    # locales.rally.eligible.disrupted-infantry, locales.eligibility.rally.may-not
    return [b for b in p.blocks_at(here, side) if may[kind_of(p, b)]]


class RallyAt(Ask):
    """Where a pair of disrupted units is rallied."""

    asks = "Rally where?"
    waits = "Waiting for a rally."
    answers = "at {}"

    side: Side

    def options(self, p: LocalesPosition) -> list[int]:
        return [p.battle.locale_at + here for here in rallies(p, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        rules = p.battle.rules
        here = action - p.battle.locale_at
        for _ in range(rules.staff.pairs):
            blocks = to_rally(p, here, self.side)[: rules.staff.rallied]
            if len(blocks) < rules.staff.rallied:
                break
            first, *others = blocks
            if p.ear is not None:
                names, place = blocks_in_words(blocks), p.battle.place(here)
                text = f"{names} rally in {place} as block {first + 1}, turned face-down"
                p.tell(f"{text}.", *(p.bid(b) for b in blocks), kind=EventKind.RALLY)
            p.state[first] &= ~State.DISRUPTED
            p.strength[first] = rules.staff.rallied_strength
            p.repool([first])
            p.hide(first)
            for b in others:
                vacate(p, b)
            change(p, self.side, rules.morale.rally, "rally")  # locales.rally.effect.morale-plus-1


# -- mobilize ----------------------------------------------------------------------------------


def next_group(p: LocalesPosition, side: int) -> int:
    """The reinforcement group that may mobilize now, 0 if there is none or it finds no entry."""
    # locales.mobilize.eligible.reinforcement-group
    waiting = {p.battle.group[b] for b in on_display(p, side)}
    if not waiting or not entries(p, side):
        return 0
    return min(waiting)  # locales.mobilize.condition.lower-groups-first


def on_display(p: LocalesPosition, side: int, group: int = 0) -> list[int]:
    """The blocks of a side, or of one of its groups, that still wait on the display."""
    battle = p.battle
    return [
        b
        for b in battle.blocks_of[side]
        # locales.mobilize.initial.unit-display, locales.mobilize.from-reinforcement-display
        if p.spot[b] == ON_DISPLAY and group in (0, battle.group[b])
    ]


def entries(p: LocalesPosition, side: int) -> list[int]:
    """The entry locales of a side that can take somebody."""
    battle = p.battle
    return [
        here
        for here in battle.entries_of[side]
        if not p.holds(here, 1 - side)  # locales.ruling.mobilize.entry-free-of-enemy
        and not p.closed[here]
        and p.room(here, side) > 0
    ]


def next_in_line(p: LocalesPosition, side: int) -> list[int]:
    """The blocks that come on by the next mobilization, if they find room."""
    return on_display(p, side, next_group(p, side))


def tell_who_waits(p: LocalesPosition, side: int) -> None:
    """A group that finds no entry free waits, and the log says why."""
    battle = p.battle
    waiting = on_display(p, side)
    if not waiting:
        return
    shut = []
    for here in battle.entries_of[side]:
        if p.holds(here, 1 - side):
            why = "held by the enemy"
        else:
            why = "closed for the turn" if p.closed[here] else "full"
        shut.append(f"{battle.place(here)} is {why}")
    group = min(battle.group[b] for b in waiting)
    p.tell(f"{battle.titles[side]} group {group} must wait: {', '.join(shut)}.")


class MobilizeAt(Ask):
    """Where a reinforcement group comes on: in one entry, all that find room."""

    waits = "Waiting for reinforcements to come on."
    answers = "at {}"

    side: Side

    def options(self, p: LocalesPosition) -> list[int]:
        # locales.mobilize.effect.reserve-of-one-entry-locale
        return [p.battle.locale_at + here for here in entries(p, self.side)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        battle = p.battle
        here = action - battle.locale_at
        group = next_group(p, self.side)
        waiting = on_display(p, self.side, group)
        # The rest waits for a further command. locales.ruling.mobilize.remainder
        # locales.ruling.mobilize.block-order
        coming = waiting[: p.room(here, self.side)]
        for b in coming:
            p.put(b, here)
        if p.ear is not None:
            names = ", ".join(f"block {b + 1}" for b in coming)
            text = f"{battle.titles[self.side]} group {group} comes on"
            p.tell(f"{text} at {battle.place(here)}: {names}.", *(p.bid(b) for b in coming))
            rest = ", ".join(f"block {b + 1}" for b in waiting[len(coming) :])
            if rest:
                p.tell(f"There is no room there for {rest}, which must wait.")
        # locales.mobilize.effect.morale-minus-2
        change(p, self.side, battle.rules.morale.mobilize, "mobilization")

    def prompt(self, p: LocalesPosition) -> str:
        names = [p.battle.units[p.who[b]].name for b in next_in_line(p, self.side)]
        return f"Reinforcements, {', '.join(names)}: where do they come on?"

    def doers(self, p: LocalesPosition, action: int) -> tuple[str, ...]:
        return ()  # who comes on is not on the map yet
