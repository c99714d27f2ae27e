"""Dice: how many each arm throws, moved or stationary, and the numbers that hit."""

from __future__ import annotations

from typing import Final

from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.state.kinds import ARMS, GENERAL

MOST_DICE: Final = 6
FIGHTERS: Final = ARMS[:GENERAL]


class DiceRules:
    """The table of dice and the numbers that hit."""

    def __init__(self, book: Rulebook) -> None:
        self.moved: list[tuple[int, int]] = []  # fire and melee of each arm
        self.stationary: list[tuple[int, int]] = []
        for arm in FIGHTERS:  # onepage.dice.columns
            id_ = f"onepage.dice.{arm}"
            self.moved.append((book.int(id_, "fire"), book.int(id_, "melee")))
            still = (book.int(id_, "stationary_fire"), book.int(id_, "stationary_melee"))
            self.stationary.append(still)
        self.hit = book.int("onepage.combat.hit", "least")
        self.hit_guns_close = book.int("onepage.combat.hit.artillery", "least")
        self.hit_guns_melee = book.int("onepage.rulings.artillery-melee", "least")
        self.hit_cavalry = book.int("onepage.combat.hit.cavalry", "least")
        never = book.words("onepage.rulings.never-stationary", "kinds")
        self.may_be_stationary = [arm not in never and arm != ARMS[GENERAL] for arm in ARMS]

    def fire(self, arm: int, stationary: int) -> int:
        """How many dice an arm fires with."""
        return self._row(arm, stationary)[0]

    def melee(self, arm: int, stationary: int) -> int:
        """How many dice an arm has in melee."""
        return self._row(arm, stationary)[1]

    def _row(self, arm: int, stationary: int) -> tuple[int, int]:
        # onepage.rulings.strength: losses take no dice away.
        still = stationary and self.may_be_stationary[arm]
        return self.stationary[arm] if still else self.moved[arm]
