"""The rolls and reckonings of this system: shuffles, draws, and the outcome of an assault."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.engine.check import NUMBER, Check, CheckKind, Fact, Situation
from grognard.engine.dice import Die
from grognard.engine.errors import BadSituation

MOST_BLOCKS = 40
MOST_CARDS = 40


class ShuffleFacts(NamedTuple):
    """How many blocks are still to be dealt."""

    blocks: int


class ShuffleKind(CheckKind):
    """One step of a shuffle: which of the blocks left takes the next place."""

    name = "shuffle"
    title = "Shuffle"
    verb = "Shuffle"
    weighed = False
    facts = (
        Fact("blocks", "Blocks still to be dealt", "Shuffle", NUMBER, 2, MOST_BLOCKS, default=2),
    )
    outcomes = tuple(str(n + 1) for n in range(MOST_BLOCKS))

    def build(self, situation: Situation) -> Check:
        """Each is equally likely."""
        n = ShuffleFacts(*situation).blocks
        return Check(self, situation, (Die(n, 1),), (), f"one of {n}", self.outcomes, range(n))


class Card(NamedTuple):
    """A command card: how many copies a deck has, its commands, and its extra."""

    copies: int
    field: int
    staff: int
    extra: str

    def __str__(self) -> str:
        extra = f", +1 {self.extra}" if self.extra else ""
        return f"{self.field} field, {self.staff} staff{extra}"


# The short form of the draw asks for one fact only.
MANY_FIELD = Fact("field", "Field commands wanted of a fresh deck", "Short form", NUMBER, 0, 9)


class DrawKind(CheckKind):
    """A card is drawn from what the deck still holds."""

    name = "draw"
    title = "Draw of a command card"
    verb = "Draw"
    weighed = False

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
        """Every card left is equally likely."""
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


class AssaultFacts(NamedTuple):
    """The strengths that meet in an assault; `attack` before the defending guns fire."""

    attack: int
    support: int = 0
    penalty: int = 0
    defence: int = 0
    guns: int = 0


class AssaultOutcome(NamedTuple):
    """Who wins an assault, and the points either side loses in it, to guns and all."""

    attacker_wins: bool
    attacker_losses: int
    defender_losses: int
    result: int


class AssaultRules(NamedTuple):
    """What the reckoning of an assault needs to know."""

    support_losses: int
    support_value: int
    penalty_symbol: int
    result_above: int
    winner_loses: int
    loser_loses: int
    margin_counts: bool


class AssaultKind(CheckKind):
    """An assault is reckoned, not rolled: one outcome for sure, once the strengths are known."""

    name = "assault"
    title = "Assault"
    facts = (
        Fact("attack", "Strength of the attack leaders", "Attacker", NUMBER, 0, 12, default=2),
        Fact("support", "Supporting guns", "Attacker", NUMBER, 0, 4),
        Fact("penalty", "Penalty symbols of the approach", "Ground", NUMBER, 0, 4),
        Fact("defence", "Strength of the defense leaders", "Defender", NUMBER, 0, 12),
        Fact("guns", "Supporting guns of the defender", "Defender", NUMBER, 0, 4),
    )
    outcomes = ("attacker", "defender")

    def __init__(self, rules: AssaultRules) -> None:
        super().__init__()
        self.rules = rules

    def reckon(self, situation: Situation) -> AssaultOutcome:
        """Guns first, then the leaders, support and penalty against the defending leaders."""
        s = AssaultFacts(*situation)
        rules = self.rules
        shot = min(s.attack, s.guns * rules.support_losses)
        result = s.attack - shot + s.support * rules.support_value
        result += s.penalty * rules.penalty_symbol - s.defence
        wins = result > rules.result_above
        loser = rules.loser_loses + (abs(result) if rules.margin_counts else 0)
        attacker, defender = (rules.winner_loses, loser) if wins else (loser, rules.winner_loses)
        return AssaultOutcome(wins, attacker + shot, defender, result)

    def answer(self, values: Mapping[str, str]) -> dict[str, Any]:
        """The outcome of an assault as JSON; losses in all, those to the guns included."""
        outcome = self.reckon(self.read(values))
        return {
            "winner": self.outcomes[0 if outcome.attacker_wins else 1],
            "attacker-losses": outcome.attacker_losses,
            "defender-losses": outcome.defender_losses,
        }

    def build(self, situation: Situation) -> Check:
        """The winner, for certain."""
        outcome = self.reckon(situation)
        winner = 0 if outcome.attacker_wins else 1
        return Check(
            self, situation, (), (), f"result {outcome.result:+d}", self.outcomes, [winner]
        )
