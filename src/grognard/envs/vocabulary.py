"""The actions of an environment: a fixed vocabulary for each battle, masks that are the options.

Where every noun can be listed, an action is the engine's own int. On a table the poses are past
counting, and there are two vocabularies:

`named`: the listed nouns, then a slot for each of the named poses of a question, in the order in
which the rules name them (ahead, oblique, into contact with the nearest enemy, …).
`full`: every int of the engine, each place and facing of the lattice among them. Its mask holds the
options; `allows` says whether any other pose keeps the rules.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from grognard.engine.battle import Battle
from grognard.engine.errors import GrognardError, NotAllowed
from grognard.engine.position import Position

NAMED: Final = "named"
FULL: Final = "full"
SLOTS: Final = 64  # named poses of one question; four times the most met in play

Mask = NDArray[np.int8]


class Vocabulary:
    """The actions of a battle as numbers from 0 to `size`, the same in every position."""

    def __init__(self, battle: Battle, kind: str = NAMED) -> None:
        if kind not in (NAMED, FULL):
            raise GrognardError(f'no vocabulary "{kind:.40}": there is {NAMED} and {FULL}')
        nouns = battle.nouns
        self.battle = battle
        self.kind = kind if nouns.poses else FULL
        listed = nouns.listed()
        self.listed = len(listed)
        # Nouns too large to list stand behind all others, so that listed ints are numbers already.
        if self.kind == NAMED and listed != list(range(len(listed))):
            raise GrognardError(f"{battle.id}: poses are not the last of its nouns")
        self.size = nouns.size if self.kind == FULL else self.listed + SLOTS
        self.none: Mask = np.zeros(self.size, np.int8)

    def options(self, position: Position) -> dict[int, int]:
        """The engine's answer behind each number that may be chosen now."""
        options = position.options()
        if self.kind == FULL:
            return {action: action for action in options}
        listed = self.listed
        found = {action: action for action in options if action < listed}
        if len(found) < len(options):
            found.update(enumerate(self._poses(position, options), listed))
        return found

    def _poses(self, position: Position, options: list[int]) -> list[int]:
        """The poses among the options, in the order of their names."""
        decision = position.decision
        assert decision is not None
        order = {action: rank for rank, action in enumerate(decision.named(position))}
        poses = [action for action in options if action >= self.listed]
        poses.sort(key=lambda action: (order.get(action, len(order)), action))
        if len(poses) > SLOTS:
            raise GrognardError(f"{self.battle.id}: {len(poses)} poses, but only {SLOTS} slots")
        return poses

    def mask(self, position: Position) -> Mask:
        """One for each number that may be chosen, zero for all others."""
        mask = self.none.copy()
        if self.kind == FULL:
            mask[position.options()] = 1
        else:
            mask[list(self.options(position))] = 1
        return mask

    def action(self, position: Position, number: int) -> int:
        """The engine's answer behind a number; NotAllowed if it is not an option."""
        decision = position.decision
        if decision is None:
            raise NotAllowed("nobody is asked")
        if self.kind == FULL:
            if decision.allows(position, number):
                return number
            raise NotAllowed(f"{number} is not allowed: choose one the mask shows")
        found = self.options(position).get(number)
        if found is None:
            raise NotAllowed(f"{number} is not an option: choose one the mask shows")
        return found

    def number(self, position: Position, action: int) -> int:
        """The number of one of the engine's options."""
        if self.kind == FULL or action < self.listed:
            return action
        return self.listed + self._poses(position, position.options()).index(action)

    def text(self, position: Position, number: int) -> str:
        """A number in words, as the side that is asked reads it."""
        decision = position.decision
        assert decision is not None
        return decision.phrase(position, self.action(position, number))
