"""Command cards: a hand, a deck, and the commands of a turn."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.numbers import Side
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.locales.field import EXTRAS
from grognard.systems.locales.position import (
    CARDS_0,
    EXTRA,
    FIELD_LEFT,
    STAFF_LEFT,
    LocalesPosition,
)


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
        p.stack.append(PlayCard(side=side))


class PlayCard(Decision[LocalesPosition]):
    """A side plays a card of its hand, face-up."""

    side: Side

    asked_anyway = True

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

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """It lies face-up."""
        return True

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Play which command card?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to play a card."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The card."""
        return f"card {p.battle.rules.cards[action - p.battle.card_at]}"


class Draw(Then[LocalesPosition]):
    """A card is drawn; from an empty deck the discards are shuffled back first."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        """Roll for it."""
        size = len(p.battle.rules.cards)
        cards = range(self.side * size, (self.side + 1) * size)
        if not any(p.deck[k] for k in cards):
            for k in cards:
                p.deck[k], p.discard[k] = p.discard[k], 0
        if any(p.deck[k] for k in cards):
            p.stack.append(DrawRoll(side=self.side))


class DrawRoll(Roll[LocalesPosition]):
    """The owner draws a card that nobody else sees."""

    side: Side

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
