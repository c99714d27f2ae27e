"""A battle as an environment plays it: dice are thrown by itself, sides answer by numbers."""

from __future__ import annotations

import random
import re
from copy import copy
from typing import Any, Final

import grognard
from grognard.engine.errors import UnknownName
from grognard.engine.position import Position
from grognard.engine.view import View
from grognard.envs.observation import Array, observation
from grognard.envs.vocabulary import NAMED, Mask, Vocabulary
from grognard.systems import system as system_named

# Goes up when actions, observations or rewards change; results are compared only within one.
VERSION: Final = 0


def unversioned(name: str) -> str:
    """A battle's name without its version, which must be the present one.

    >>> unversioned("shock/gemioncourt_v0")
    'shock/gemioncourt'
    """
    found = re.fullmatch(r"(.+)_v(\d+)", name)
    if found is None:
        return name
    if int(found[2]) != VERSION:
        raise UnknownName(f"no {name:.60}: the present version is {found[1]}_v{VERSION}")
    return found[1]


class BattleGame:
    """A battle between two decisions: who is asked, what he observes, what he may answer."""

    def __init__(
        self, name: str, variant: str = "sheet", actions: str = NAMED, observes: str = "flat"
    ) -> None:
        self.battle = grognard.battle(unversioned(name), variant)
        self.system = system_named(self.battle.system)
        self.vocabulary = Vocabulary(self.battle, actions)
        self.observation = observation(observes, self.system, self.battle)
        self.name = f"{self.battle.id}_v{VERSION}"
        self._start = self.system.start(self.battle)
        self.rng = random.Random(0)
        self.position: Position = self._start.copy()

    def reset(self, seed: int | None) -> None:
        """Begin anew; equal seeds throw equal dice."""
        if seed is not None:
            self.rng = random.Random(seed)
        self.position = self._start.copy()
        self._throw()

    def _throw(self) -> None:
        """Throw all dice that are due."""
        p = self.position
        while p.roll is not None:
            table = p.check().table
            p.play(table[self.rng.randrange(len(table))])

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.position.over

    @property
    def side(self) -> int:
        """The side that is asked."""
        return self.position.actor

    def answer(self, number: int) -> None:
        """Answer for the side that is asked, and throw the dice that follow."""
        self.position.play(self.vocabulary.action(self.position, int(number)))
        self._throw()

    def imagined(self, number: int, rng: random.Random) -> BattleGame:
        """The game after an answer, as the side that is asked may imagine it.

        What is hidden from the side is guessed, and the dice are others: nothing is given away.
        """
        twin = copy(self)
        twin.rng = rng
        twin.position = View(self.position, self.side).sample(rng)
        twin.answer(number)
        return twin

    def observe(self, side: int) -> Array:
        """What a side observes."""
        return self.observation.of(self.position, side)

    def mask(self, side: int) -> Mask:
        """What a side may answer; all zero while another is asked."""
        if self.position.actor == side:
            return self.vocabulary.mask(self.position)
        mask: Mask = self.vocabulary.none.copy()
        return mask

    def returns(self) -> tuple[float, ...]:
        """1 for the winner, −1 for the loser, 0 for both in a draw."""
        result = self.system.result(self.position)
        sides = range(len(self.battle.sides))
        if result is None or result.winner is None:
            return tuple(0.0 for _ in sides)
        return tuple(1.0 if side == result.winner else -1.0 for side in sides)

    # -- save and load -----------------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """The position and the dice to come, as JSON."""
        version, numbers, gauss = self.rng.getstate()
        return {"position": self.position.dump(), "dice": [version, list(numbers), gauss]}

    def load(self, saved: dict[str, Any]) -> None:
        """Go on from what was saved."""
        version, numbers, gauss = saved["dice"]
        self.position = self.system.restore(self.battle, saved["position"])
        self.rng = random.Random()
        self.rng.setstate((version, tuple(numbers), gauss))

    # -- pictures ----------------------------------------------------------------------------------

    def text(self, side: int) -> str:
        """What a side sees, in words."""
        view = View(self.position, side)
        question = view.question
        lines = [f"{self.battle.title} · {self.system.clock(view)}"]
        for number, title in enumerate(self.battle.titles):
            lines.append(f"{title}:")
            for piece in self.system.placements(view):
                if piece.side == number:
                    marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
                    lines.append(f"  {piece.label} {piece.strength}{marks}".rstrip())
        lines.append(question.prompt)
        lines += [f"  {option.text}" for option in question.options]
        return "\n".join(lines)

    def picture(self, side: int, width: int = 640) -> Any:
        """What a side sees, as an array of height, width and three colours."""
        from io import BytesIO

        import numpy as np
        from PIL import Image

        from grognard.draw import png, svg

        data = png(svg(View(self.position, side), self.system), width=width)
        return np.asarray(Image.open(BytesIO(data)).convert("RGB"))
