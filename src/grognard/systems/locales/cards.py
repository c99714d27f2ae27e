"""Command cards: a hand, a deck, and the commands of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from grognard.engine.check import NUMBER, Check, CheckKind, Fact, Situation
from grognard.engine.dice import Die
from grognard.engine.errors import BadSituation
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import NOBODY, Roll, Then
from grognard.systems.locales.state.asking import Ask
from grognard.systems.locales.state.kinds import Clock, Order
from grognard.systems.locales.state.position import LocalesPosition

MOST_CARDS: Final = 40  # of one kind in a deck

# The extras of cards, as bits of the clock, with the order each is good for.
EXTRAS: Final = {
    "road march": (1, Order.ROAD_MARCH),
    "bombard": (2, Order.BOMBARD),
    "assault": (4, Order.ASSAULT),
}


class Card(NamedTuple):
    """A command card: how many copies a deck has, its commands, and its extra."""

    copies: int
    field: int
    staff: int
    extra: str

    def __str__(self) -> str:
        # locales.ruling.command-cards.content
        extra = f", +1 {self.extra}" if self.extra else ""
        return f"{self.field} field, {self.staff} staff{extra}"


class CardRules:
    """The deck, the hand, what commands cost, and the option without cards."""

    def __init__(self, book: Rulebook) -> None:
        deck, hand = "locales.ruling.command-cards.deck", "locales.ruling.command-cards.hand"
        columns = [book.ints(deck, key) for key in ("count", "field", "staff")]
        self.kinds = tuple(
            Card(copies, field, staff, extra.replace("none", ""))
            for copies, field, staff, extra in zip(*columns, book.words(deck, "extra"), strict=True)
        )
        self.hand = tuple(book.int(hand, staff) for staff in ("poor", "fair", "good"))
        self.played = book.int(hand, "played")
        self.drawn = book.int(hand, "drawn")
        self.field_price = book.int("locales.ruling.command-cards.cost", "field")
        self.staff_price = book.int("locales.ruling.command-cards.cost", "staff")
        self.fixed = book.switch("locales.ruling.fixed-commands-option")
        self.fixed_field = book.int("locales.ruling.fixed-commands-option", "field")
        self.fixed_staff = book.int("locales.ruling.fixed-commands-option", "staff")


# -- playing a card ----------------------------------------------------------------------------


class TakeCommands(Then[LocalesPosition]):
    """The commands of the turn: from a card, or fixed."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        rules = p.battle.rules.cards
        if rules.fixed:
            p.clock[Clock.FIELD_LEFT] = rules.fixed_field
            p.clock[Clock.STAFF_LEFT] = rules.fixed_staff
            if p.ear is not None:
                given = Card(0, rules.fixed_field, rules.fixed_staff, "")
                p.tell(f"{p.battle.side_name(self.side)} has commands: {given}.")
            return
        for _ in range(rules.played):
            p.stack.append(PlayCard(side=self.side))


class PlayCard(Ask):
    """A side plays a card of its hand, face-up."""

    asks = "Play which command card?"
    waits = "Waiting for {side} to play a card."

    side: Side

    asked_anyway = True

    def options(self, p: LocalesPosition) -> list[int]:
        size = len(p.battle.rules.cards.kinds)
        return [p.battle.card_at + k for k in range(size) if p.hand[self.side * size + k]]

    def apply(self, p: LocalesPosition, action: int) -> None:
        cards = p.battle.rules.cards.kinds
        kind = action - p.battle.card_at
        k = self.side * len(cards) + kind
        p.hand[k] -= 1
        p.discard[k] += 1
        p.clock[Clock.CARDS + self.side] -= 1
        card = cards[kind]
        p.clock[Clock.FIELD_LEFT] += card.field
        p.clock[Clock.STAFF_LEFT] += card.staff
        if card.extra:
            p.clock[Clock.EXTRA] |= EXTRAS[card.extra][0]
        if p.ear is not None:
            p.tell(f"{p.battle.side_name(self.side)} plays a card: {card}.")

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        return True

    def phrase(self, p: LocalesPosition, action: int) -> str:
        return f"card {p.battle.rules.cards.kinds[action - p.battle.card_at]}"


def left(p: LocalesPosition) -> Card:
    """What is left of a turn's commands."""
    clock = p.clock
    extra = ", +1 ".join(name for name, (bit, _) in EXTRAS.items() if clock[Clock.EXTRA] & bit)
    return Card(0, clock[Clock.FIELD_LEFT], clock[Clock.STAFF_LEFT], extra)


def in_words(card: Card) -> str:
    """Commands in words, without those there are none of.

    >>> in_words(Card(0, 1, 2, "")), in_words(Card(0, 0, 0, "bombard"))
    ('1 field command and 2 staff commands', 'one bombard')
    """
    counts = [(card.field, "field command"), (card.staff, "staff command")]
    found = [f"{n} {what}{'s' if n > 1 else ''}" for n, what in counts if n]
    if card.extra:
        found.append(f"one {card.extra}")
    return " and ".join(found)


def lapse(p: LocalesPosition) -> None:
    """What is left of a turn's commands is gone."""
    clock = p.clock
    unused = left(p)
    if any(unused) and p.ear is not None:
        p.tell(f"{p.battle.side_name(clock[Clock.SIDE])} leaves {in_words(unused)} unused.")
    clock[Clock.FIELD_LEFT] = clock[Clock.STAFF_LEFT] = clock[Clock.EXTRA] = 0


def purse(p: LocalesPosition) -> tuple[str, ...]:
    """The commands each side has left this turn."""
    mover = p.clock[Clock.SIDE] if any(left(p)) else NOBODY
    return tuple(str(left(p)) if side == mover else "" for side in range(len(p.battle.sides)))


def hand(p: LocalesPosition, side: int) -> tuple[tuple[str, ...], ...]:
    """The cards a side holds, as far as it is the side that looks."""
    kinds = p.battle.rules.cards.kinds
    held = p.hand[side * len(kinds) : (side + 1) * len(kinds)] if side >= 0 else []
    return tuple(
        tuple(str(card).split(", "))
        for card, copies in zip(kinds, held, strict=False)
        for _ in range(copies)
    )


# -- drawing a card ----------------------------------------------------------------------------


class DrawCard(Then[LocalesPosition]):
    """A card is drawn; from an empty deck the discards are shuffled back first."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        size = len(p.battle.rules.cards.kinds)
        cards = range(self.side * size, (self.side + 1) * size)
        if not any(p.deck[k] for k in cards):
            for k in cards:
                p.deck[k], p.discard[k] = p.discard[k], 0
            whose = p.battle.titles[self.side]
            p.tell(f"The {whose} side shuffles the cards played into the deck again.")
        if any(p.deck[k] for k in cards):
            p.stack.append(DrawRoll(side=self.side))  # locales.ruling.only-chance-is-the-deck


class DrawRoll(Roll[LocalesPosition]):
    """The owner draws a card that nobody else sees."""

    side: Side

    def seen_by(self, p: LocalesPosition) -> int:
        return self.side

    def check(self, p: LocalesPosition) -> Check:
        size = len(p.battle.rules.cards.kinds)
        left = tuple(p.deck[self.side * size : (self.side + 1) * size])
        return p.battle.rules.draw_kind.check(left)

    def apply(self, p: LocalesPosition, outcome: int) -> None:
        k = self.side * len(p.battle.rules.cards.kinds) + outcome
        p.deck[k] -= 1
        p.hand[k] += 1
        p.clock[Clock.CARDS + self.side] += 1
        if p.ear is not None:
            # Which, the roll tells its owner.
            p.tell(f"{p.battle.side_name(self.side)} draws a card.")


# The short form of the draw asks for one fact only.
MANY_FIELD: Final = Fact(
    "field", "Field commands wanted of a fresh deck", "Short form", NUMBER, 0, 9
)


class DrawKind(CheckKind):
    """A card is drawn from what the deck still holds."""

    name = "draw"
    title = "Draw of a command card"
    verb = "Draw"
    weighed = False
    pile = True

    def __init__(self, cards: tuple[Card, ...]) -> None:
        super().__init__()
        self.cards = cards
        self.outcomes = tuple(str(card) for card in cards)
        self.facts = tuple(  # type: ignore[misc]
            Fact(
                f"card-{k + 1}",
                f"Copies left of: {card}",
                "Deck",
                NUMBER,
                0,
                MOST_CARDS,
                default=card.copies,
            )
            for k, card in enumerate(cards)
        )

    def build(self, situation: Situation) -> Check:
        table = [k for k, copies in enumerate(situation) for _ in range(copies)]
        if not table:
            raise BadSituation("draw: the deck holds no card")
        die = Die(max(2, len(table)), 1)
        if len(table) == 1:
            table = table * 2
        return Check(self, situation, (die,), (), f"{len(table)} cards", self.outcomes, table)

    def at_least(self, values: Mapping[str, str]) -> dict[str, Any]:
        """`field=N`: the chance that the next card of a fresh deck gives so many field commands."""
        unknown = [key for key in values if key != MANY_FIELD.name]
        if unknown:
            name = f'"{unknown[0]:.40}"'
            raise BadSituation(f"draw: with field= there is no fact {name}: it is asked alone")
        wanted = MANY_FIELD.read(self.name, values[MANY_FIELD.name])
        every = sum(card.copies for card in self.cards)
        good = sum(card.copies for card in self.cards if card.field >= wanted)
        odds = {"yes": Fraction(good, every), "no": Fraction(every - good, every)}
        return {"outcomes": {k: f"{x.numerator}/{x.denominator}" for k, x in odds.items()}}
