"""One answer drawn without listing all: counted over every way the lots can fall."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.engine.position import Position
from grognard.engine.step import DECISION
from grognard.systems import system
from grognard.systems.tabletop.leg import TableLeg

LEGS_LOOKED_AT = 120
MOST_FALLS = 80  # ways the lots may fall in a question that is counted out


class Lot(float):
    """A random number below 1 that notes among how many it is to choose."""

    falls: Falls

    def __mul__(self, many: object) -> float:
        assert isinstance(many, int)
        return self.falls.choose(many)


class Falls(random.Random):
    """Lots that fall in one way after another until all ways were seen."""

    def __init__(self) -> None:
        super().__init__()
        self.way: list[list[int]] = []  # choice and number of choices of each lot
        self.at = 0

    def random(self) -> float:
        lot = Lot()
        lot.falls = self
        return lot

    def choose(self, many: int) -> float:
        if self.at == len(self.way):
            self.way.append([0, many])
        assert self.way[self.at][1] == many
        self.at += 1
        return float(self.way[self.at - 1][0])

    def chance(self) -> Fraction:
        total = Fraction(1)
        for _, many in self.way:
            total /= many
        return total

    def next(self) -> bool:
        self.at = 0
        while self.way and self.way[-1][0] + 1 == self.way[-1][1]:
            self.way.pop()
        if self.way:
            self.way[-1][0] += 1
        return bool(self.way)


def chances(p: Position) -> dict[int, Fraction] | None:
    """The exact chance of each answer by `draw`; None if the lots can fall in too many ways."""
    falls = Falls()
    found: dict[int, Fraction] = {}
    for _ in range(MOST_FALLS):
        answer = p.copy().draw(falls)
        found[answer] = found.get(answer, Fraction(0)) + falls.chance()
        if not falls.next():
            return found
    return None


def play_on(p: Position, rng: random.Random) -> None:
    if p.stack[-1].what == DECISION:
        p.play(p.draw(rng))
    else:
        table = p.check().table
        p.play(table[int(rng.random() * len(table))])


@pytest.mark.parametrize(
    ("name", "wanted", "seed"),
    [
        ("locales/mcphersons-ridge", 8, 1),
        ("onepage/maida", 5, 2),
        ("brigades/casteggio", 5, 3),
        ("pulses/teugen-hausen", 5, 4),
    ],
)
def test_every_option_is_drawn_equally_often(name: str, wanted: int, seed: int) -> None:
    rules, _, battle = name.partition("/")
    rng = random.Random(seed)
    start = system(rules).start(system(rules).battle(battle))
    p = start.copy()
    counted = asked = 0
    while counted < wanted:
        if not p.stack:
            p = start.copy()
        decision = p.decision
        if decision is not None and decision.asked_anyway:
            asked += 1
            if asked % 7 == 0:
                found = chances(p)
                if found is not None:
                    options = p.copy().options()
                    assert found == dict.fromkeys(options, Fraction(1, len(options)))
                    counted += len(options) > 2
        play_on(p, rng)


class FirstLot(random.Random):
    """Lots of which the first falls in a given way; it counts them."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first
        self.drawn = 0
        self.many = 0

    def random(self) -> float:
        self.drawn += 1
        lot = Lot()
        lot.falls = self  # type: ignore[assignment]
        return lot

    def choose(self, many: int) -> float:
        if self.drawn > 1:
            return 0.0
        self.many = many
        return float(self.first)


def taken_at_once(p: Position) -> list[int]:
    """The answers of all lots that are taken if they are drawn first."""
    found = []
    lot, many = 0, 1
    while lot < many:
        first = FirstLot(lot)
        answer = p.copy().draw(first)
        many = first.many
        if first.drawn == 1:
            found.append(answer)
        lot += 1
    return sorted(found)


@pytest.mark.parametrize(("name", "seed"), [("onepage/maida", 1), ("brigades/casteggio", 1)])
def test_every_answer_of_a_leg_has_one_lot(name: str, seed: int) -> None:
    """Charges, roads and ways that meet among them: a lot that is not taken is no answer."""
    rules, _, battle = name.partition("/")
    rng = random.Random(seed)
    start = system(rules).start(system(rules).battle(battle))
    p = start.copy()
    charges = 0
    for _ in range(LEGS_LOOKED_AT):
        while not isinstance(p.decision, TableLeg) or not p.decision.asked_anyway:
            play_on(p, rng)
            p = p if p.stack else start.copy()
        listed = p.copy()
        options = listed.options()
        words = [p.decision.phrase(listed, action) for action in options]
        if len(options) > 1:
            assert taken_at_once(p) == options, words
        charges += any(word.startswith("charge") for word in words)
        play_on(p, rng)
        p = p if p.stack else start.copy()
    assert charges >= 5


def test_a_draw_without_a_question_is_refused() -> None:
    shock = system("shock")
    p = shock.start(shock.battle("gemioncourt"))
    rng = random.Random(5)
    while p.roll is None:
        play_on(p, rng)
    with pytest.raises(Exception, match="a roll is due"):
        p.draw(rng)


def test_a_listed_question_is_drawn_from_its_list() -> None:
    shock = system("shock")
    p = shock.start(shock.battle("gemioncourt"))
    options = p.options()
    assert chances(p) == dict.fromkeys(options, Fraction(1, len(options)))
