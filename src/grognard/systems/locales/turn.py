"""The turn: preparation, field commands, staff commands, administration; sides alternate."""

from __future__ import annotations

from typing import Final

from grognard.engine.check import Check
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.locales.battle import DONE
from grognard.systems.locales.checks import ShuffleFacts
from grognard.systems.locales.field import EXTRAS, FieldOrder
from grognard.systems.locales.losses import gun_was_lost, remove
from grognard.systems.locales.morale import change
from grognard.systems.locales.position import (
    BOMBARDED,
    CARDS_0,
    DISRUPTED,
    EXTRA,
    FIELD_LEFT,
    PHASE,
    RANGING,
    SIDE,
    STAFF_LEFT,
    TURN,
    TURN_STATES,
    UP,
    LocalesPosition,
)
from grognard.systems.locales.reach import kind_of
from grognard.systems.locales.roster import ARTILLERY
from grognard.systems.locales.staff import STEP_NAMES, StaffOrder

PREPARATION, FIELD, STAFF_PHASE, ADMINISTRATION = range(4)
PHASES: Final = ("preparation", "field commands", "staff commands", "administration")


class NextTurn(Then):
    """The next side's turn, or the end of the battle."""

    __slots__ = ()

    def run(self, p: LocalesPosition) -> None:
        """Sides alternate whole turns."""
        battle = p.battle
        first = battle.first
        if p.clock[TURN] == 0:
            p.clock[TURN], p.clock[SIDE] = 1, first
        elif p.clock[SIDE] == first:
            p.clock[SIDE] = 1 - first
        elif p.clock[TURN] < battle.turns:
            p.clock[TURN] += 1
            p.clock[SIDE] = first
        else:
            return
        if p.ear is not None:
            turn = p.clock[TURN]
            title = battle.titles[p.clock[SIDE]]
            p.tell(f"Turn {turn} of {battle.turns}, {battle.hour(turn)}: {title}.")
        p.stack.append(NextTurn())
        for phase in reversed(range(len(PHASES))):
            p.stack.append(Phase(phase))


class Phase(Then):
    """A phase of a turn."""

    __slots__ = ("phase",)

    def __init__(self, phase: int) -> None:
        self.phase = phase

    def run(self, p: LocalesPosition) -> None:
        """Push its steps."""
        rules = p.battle.rules
        side = p.clock[SIDE]
        p.clock[PHASE] = self.phase
        if self.phase == PREPARATION:
            for word in reversed(rules.preparation):
                step = {"shuffle": 0, "limber": 1, "cards": 2}[word]
                p.stack.append(Prepare(side, step))
        elif self.phase == FIELD:
            p.stack.append(FieldOrder(side))
        elif self.phase == STAFF_PHASE:
            for word in reversed(rules.staff_steps):
                p.stack.append(StaffOrder(side, STEP_NAMES.index(word)))
        else:
            steps = {"claim": 0, "stand down": 1, "spike": 2, "range": 3, "draw": 4}
            for word in reversed(rules.administration):
                p.stack.append(Administer(side, steps[word]))


# -- preparation -------------------------------------------------------------------------------


class Prepare(Then):
    """Shuffle, limber, play cards."""

    __slots__ = ("side", "step")

    def __init__(self, side: int, step: int) -> None:
        self.side = side
        self.step = step

    def run(self, p: LocalesPosition) -> None:
        """Ask for it."""
        if self.step == 0:
            p.stack.append(ShufflePick(-1, self.side))
        elif self.step == 1:
            p.stack.append(LimberPick(-1, self.side))
        else:
            deal_commands(p, self.side)


def shufflable(p: LocalesPosition, spot: int, side: int) -> list[int]:
    """The blocks of a spot that can be mixed: face-down, not ranging, not disrupted."""
    rules = p.battle.rules
    found = []
    for b in p.blocks_at(spot, side):
        if p.state[b] & RANGING and not rules.shuffle_ranging:
            continue
        if p.state[b] & DISRUPTED and not rules.may["shuffle"][3]:
            continue
        if not p.state[b] & UP or p.state[b] & RANGING:
            found.append(b)
    return found


class ShufflePick(Decision):
    """Which position is shuffled next, in the order of the positions."""

    __slots__ = ("last", "side")

    def __init__(self, last: int, side: int) -> None:
        self.last = last
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Positions with two or more blocks to mix."""
        battle = p.battle
        spots = {p.spot[b] for b in battle.blocks_of[self.side] if p.spot[b] > self.last}
        able = [s for s in sorted(spots) if len(shufflable(p, s, self.side)) > 1]
        return [DONE, *(battle.spot_action(s) for s in able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Mix it: what the enemy knew of these blocks he now knows of them together."""
        battle = p.battle
        if action == DONE:
            return
        if action >= battle.approach_at:
            spot = battle.locales + action - battle.approach_at
        else:
            spot = action - battle.locale_at
        p.stack.append(ShufflePick(spot, self.side))
        blocks = shufflable(p, spot, self.side)
        p.repool(p.pooled_with(blocks))
        p.stack.append(ShuffleRoll(tuple(blocks), self.side))
        if p.ear is not None:
            p.tell(f"{battle.titles[self.side]} shuffles {battle.spot_name(spot)}.")

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Shuffle which position?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to shuffle."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """In words."""
        return "no more shuffle" if action == DONE else f"shuffle {p.battle.nouns.name(action)}"


class ShuffleRoll(Roll):
    """One step of a shuffle: which block's unit lies in the first place."""

    __slots__ = ("blocks", "side")

    def __init__(self, blocks: tuple[int, ...], side: int) -> None:
        self.blocks = blocks
        self.side = side

    def roller(self, p: LocalesPosition) -> int:
        """The owner."""
        return self.side

    def seen_by(self, p: LocalesPosition) -> int:
        """Nobody else sees it."""
        return self.side

    def check(self, p: LocalesPosition) -> Check:
        """One of those left."""
        return p.battle.rules.shuffle_kind.check(ShuffleFacts(len(self.blocks)))

    def apply(self, p: LocalesPosition, outcome: int) -> None:
        """Swap, and go on with the rest."""
        first, other = self.blocks[0], self.blocks[outcome]
        p.who[first], p.who[other] = p.who[other], p.who[first]
        p.strength[first], p.strength[other] = p.strength[other], p.strength[first]
        if len(self.blocks) > 2:
            p.stack.append(ShuffleRoll(self.blocks[1:], self.side))


class LimberPick(Decision):
    """Which ranging gun is limbered next."""

    __slots__ = ("last", "side")

    def __init__(self, last: int, side: int) -> None:
        self.last = last
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Ranging guns not yet passed over."""
        battle = p.battle
        able = [
            b
            for b in battle.blocks_of[self.side]
            if b > self.last and p.spot[b] >= 0 and p.state[b] & RANGING
        ]
        return [DONE, *(battle.block_at + b for b in able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """It ranges no more."""
        if action == DONE:
            return
        b = action - p.battle.block_at
        p.stack.append(LimberPick(b, self.side))
        p.state[b] &= ~RANGING
        p.hide(b)
        if p.ear is not None:
            p.tell(f"Block {b + 1} limbers.", p.bid(b))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Limber which gun?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to limber."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """In words."""
        return "no more limber" if action == DONE else f"limber block {p.battle.nouns.name(action)}"


def deal_commands(p: LocalesPosition, side: int) -> None:
    """The commands of the turn: from a card, or fixed."""
    rules = p.battle.rules
    p.clock[EXTRA] = 0
    if rules.fixed:
        p.clock[FIELD_LEFT] = rules.fixed_field
        p.clock[STAFF_LEFT] = rules.fixed_staff
        return
    p.clock[FIELD_LEFT] = p.clock[STAFF_LEFT] = 0
    for _ in range(rules.cards_played):
        p.stack.append(PlayCard(side))


class PlayCard(Decision):
    """A side plays a card of its hand, face-up."""

    __slots__ = ("side",)
    asked_anyway = True

    def __init__(self, side: int) -> None:
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """The kinds of card it holds."""
        cards = p.battle.rules.cards
        first = self.side * len(cards)
        return [p.battle.card_at + k for k in range(len(cards)) if p.hand[first + k]]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Its commands are those of the turn."""
        cards = p.battle.rules.cards
        kind = action - p.battle.card_at
        k = self.side * len(cards) + kind
        p.hand[k] -= 1
        p.discard[k] += 1
        p.clock[CARDS_0 + self.side] -= 1
        card = cards[kind]
        p.clock[FIELD_LEFT] += card.field
        p.clock[STAFF_LEFT] += card.staff
        if card.extra in EXTRAS:
            p.clock[EXTRA] |= EXTRAS[card.extra][0]
        if p.ear is not None:
            p.tell(f"{p.battle.titles[self.side]} plays a card: {card}.")

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Play which command card?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to play a card."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The card."""
        return f"card {p.battle.rules.cards[action - p.battle.card_at]}"


# -- administration ----------------------------------------------------------------------------


class Administer(Then):
    """Claim, stand down, spike, range, draw and clean up."""

    __slots__ = ("side", "step")

    def __init__(self, side: int, step: int) -> None:
        self.side = side
        self.step = step

    def run(self, p: LocalesPosition) -> None:
        """Do it, or ask for it."""
        if self.step == 0:
            claim(p, self.side)
        elif self.step == 1:
            stand_down(p, self.side)
        elif self.step == 2 and guns_left(p, self.side):
            p.stack.append(SpikePick(-1, self.side))
        elif self.step == 3 and guns_left(p, self.side):
            p.stack.append(RangePick(-1, self.side))
        elif self.step == 4:
            p.stack.append(CleanUp(self.side))
            if not p.battle.rules.fixed:
                for _ in range(p.battle.rules.cards_drawn):
                    p.stack.append(Draw(self.side))


def guns_left(p: LocalesPosition, side: int) -> bool:
    """Whether a side has guns on the map, as everybody can count."""
    battle = p.battle
    return any(p.spot[b] >= 0 and p.arm(b) == ARTILLERY for b in battle.blocks_of[side])


def claim(p: LocalesPosition, side: int) -> None:
    """Each enemy objective held by strong infantry costs the enemy morale."""
    battle = p.battle
    rules = battle.rules
    for here in range(battle.locales):
        if not battle.objective[here] >> (1 - side) & 1:
            continue
        if any(claims(p, b) for b in p.blocks_in(here, side)):
            loser = 1 - side if rules.objective_hits_enemy else side
            change(p, loser, rules.objective_loss, f"{battle.areas.ids[here]} lost")


def claims(p: LocalesPosition, b: int) -> bool:
    """Infantry of 2 or 3."""
    rules = p.battle.rules
    may = rules.may["claim-objectives"][kind_of(p, b)]
    return may and p.strength[b] >= rules.claim_least


def stand_down(p: LocalesPosition, side: int) -> None:
    """Units whose approach faces no enemy any more go back to the reserve."""
    battle = p.battle
    rules = battle.rules
    if not rules.stands_down:
        return
    for b in battle.blocks_of[side]:
        if p.spot[b] < battle.locales:
            continue
        approach = p.spot[b] - battle.locales
        if p.holds(battle.areas.towards[approach], 1 - side):
            continue
        if not rules.may["stand-down"][kind_of(p, b)]:
            continue
        p.put(b, battle.areas.locale[approach])
        if p.state[b] & RANGING and rules.stand_down_limbers:
            p.state[b] &= ~RANGING
            p.hide(b)


class SpikePick(Decision):
    """Which gun is spiked next."""

    __slots__ = ("last", "side")
    asked_anyway = True

    def __init__(self, last: int, side: int) -> None:
        self.last = last
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Its guns."""
        battle = p.battle
        may = battle.rules.may["spike"]
        able = [
            b
            for b in battle.blocks_of[self.side]
            if b > self.last and p.spot[b] >= 0 and may[kind_of(p, b)]
        ]
        return [DONE, *(battle.block_at + b for b in able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """It is gone, for its owner's morale alone."""
        if action == DONE:
            return
        rules = p.battle.rules
        b = action - p.battle.block_at
        p.stack.append(SpikePick(b, self.side))
        p.strength[b] = 0
        remove(p, b)
        if p.ear is not None:
            p.tell(f"Block {b + 1} is spiked.", p.bid(b))
        change(p, self.side, rules.spike_cost, "spiked artillery")
        if rules.spike_enemy_gains:
            gun_was_lost(p, b)

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Spike which gun?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to spike."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """In words."""
        return "no spike" if action == DONE else f"spike block {p.battle.nouns.name(action)}"


class RangePick(Decision):
    """Which gun is set ranging next."""

    __slots__ = ("last", "side")
    asked_anyway = True

    def __init__(self, last: int, side: int) -> None:
        self.last = last
        self.side = side

    def actor(self, p: LocalesPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Guns that secure an approach and did not bombard."""
        battle = p.battle
        able = [b for b in battle.blocks_of[self.side] if b > self.last and may_range(p, b)]
        return [DONE, *(battle.block_at + b for b in able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """It lies face-up, ranging."""
        if action == DONE:
            return
        b = action - p.battle.block_at
        p.stack.append(RangePick(b, self.side))
        if "range" in p.battle.rules.reveals:
            p.reveal(b)
        p.state[b] |= RANGING
        if p.ear is not None:
            p.tell(f"Block {b + 1} is ranging.", p.bid(b))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Set which gun ranging?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to range."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """In words."""
        return "no range" if action == DONE else f"range block {p.battle.nouns.name(action)}"


def may_range(p: LocalesPosition, b: int) -> bool:
    """Note i: securing an approach, and not after bombarding."""
    rules = p.battle.rules
    if p.spot[b] < 0 or not rules.may["range"][kind_of(p, b)] or p.state[b] & RANGING:
        return False
    if p.spot[b] < p.battle.locales and rules.range_securing:
        return False
    return not p.state[b] & BOMBARDED or rules.range_after


class Draw(Then):
    """A card is drawn; from an empty deck the discards are shuffled back first."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def run(self, p: LocalesPosition) -> None:
        """Roll for it."""
        size = len(p.battle.rules.cards)
        cards = range(self.side * size, (self.side + 1) * size)
        if not any(p.deck[k] for k in cards):
            for k in cards:
                p.deck[k], p.discard[k] = p.discard[k], 0
        if any(p.deck[k] for k in cards):
            p.stack.append(DrawRoll(self.side))


class DrawRoll(Roll):
    """The owner draws a card that nobody else sees."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def roller(self, p: LocalesPosition) -> int:
        """The owner."""
        return self.side

    def seen_by(self, p: LocalesPosition) -> int:
        """Only he."""
        return self.side

    def check(self, p: LocalesPosition) -> Check:
        """From what the deck holds."""
        size = len(p.battle.rules.cards)
        left = tuple(p.deck[self.side * size : (self.side + 1) * size])
        return p.battle.rules.draw_kind.check(left)

    def apply(self, p: LocalesPosition, outcome: int) -> None:
        """Into the hand."""
        k = self.side * len(p.battle.rules.cards) + outcome
        p.deck[k] -= 1
        p.hand[k] += 1
        p.clock[CARDS_0 + self.side] += 1


class CleanUp(Then):
    """The marks of the turn come off."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def run(self, p: LocalesPosition) -> None:
        """Guns that bombarded range no more; boundaries and locales open again."""
        rules = p.battle.rules
        for b in range(p.battle.count):
            if p.state[b] & BOMBARDED and rules.bombard_ends:
                p.state[b] &= ~RANGING
            p.state[b] &= ~TURN_STATES
            if p.state[b] & UP:
                p.hide(b)
        p.barred = [0] * len(p.barred)
        p.closed = [0] * len(p.closed)
