"""What an answer would lead to, worked out from the view of the side that chooses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.answer import allowed_action
from grognard.engine.chain import Chain, attack_of, foresee_chain
from grognard.engine.check import Check
from grognard.engine.dist import Dist
from grognard.engine.position import Position
from grognard.engine.step import EVERYBODY, Roll
from grognard.engine.tool import Command
from grognard.engine.view import View

if TYPE_CHECKING:
    from grognard.engine.system import System


MOST_OTHERS: Final = 4  # answers a roll is compared with, to know whether it comes anyhow


def _cost(p: Position, action: int) -> str:
    decision = p.decision
    return "" if decision is None else decision.cost(p, action)


class Prospect:
    """One or several answers in a row, tried on a position the side cannot tell from the true one.

    Nothing here comes from the true position, so no secret can leak.
    """

    def __init__(self, system: System, view: View, guess: Position, actions: Sequence[int]) -> None:
        self._system = system
        self._view = view
        self.last = actions[-1]
        self._several = len(actions) > 1
        self._before = guess
        self._attack: tuple[str, str] | None = None  # of an answer before the last
        self._costs: list[str] = []  # of the answers before the last
        if self._several:
            self._before = guess.copy()
            for action in actions[:-1]:
                self._attack = self._attack or attack_of(self._before, action)
                self._costs.append(_cost(self._before, action))
                self._before.play(allowed_action(self._before, action))
        self._after = self._before.copy()
        self._after.play(allowed_action(self._before, self.last))

    @property
    def text(self) -> str:
        """The last answer in words."""
        decision = self._before.decision
        return "" if decision is None else decision.phrase(self._before, self.last)

    @property
    def trail(self) -> tuple[str, ...]:
        """The ids on the board the last answer leads over, for the picture."""
        decision = self._before.decision
        return () if decision is None else decision.trail(self._before, self.last)

    @property
    def cost(self) -> str:
        """What the answers use up, in words; that of the last comes first."""
        costs = (_cost(self._before, self.last), *self._costs)
        return "; ".join(cost for cost in costs if cost)

    @property
    def price(self) -> str:
        """What the last answer gives up, in words."""
        decision = self._before.decision
        return "" if decision is None else decision.price(self._before, self.last)

    @property
    def next_roll(self) -> Roll[Any] | None:
        """The roll that follows at once, if the side sees it."""
        roll = self._after.roll
        if roll is None or roll.seen_by(self._after) not in (EVERYBODY, self._view.side):
            return None
        return roll

    @cached_property
    def roll(self) -> Roll[Any] | None:
        """The roll that follows at once, if the answer brings it about and somebody weighs it."""
        roll = self.next_roll
        return roll if roll is not None and self._brings_about(roll) else None

    def _brings_about(self, roll: Roll[Any]) -> bool:
        """Whether the roll depends on the answer, which does more than let the game go on."""
        if not roll.check(self._after).kind.weighed:  # a card drawn comes sooner or later
            return False
        if self._only_goes_on and roll.about(self._after):
            return False
        others = [action for action in self._before.options() if action != self.last]
        for action in others[:MOST_OTHERS]:
            after = self._before.copy()
            after.play(action)
            if after.roll != roll:
                return True
        return not others

    @cached_property
    def checks(self) -> list[Check]:
        """The check of the roll that the answer brings about; empty if there is none."""
        roll = self.roll
        return [] if roll is None else [roll.check(self._after)]

    @property
    def later(self) -> list[Check]:
        """The check of a roll that the answer leads to when others have answered too."""
        decision = self._before.decision
        roll = None if decision is None else decision.leads_to(self._before, self.last)
        return [] if roll is None else [roll.check(self._before)]

    @property
    def meanings(self) -> dict[str, str]:
        """What results of that check mean here."""
        roll = self.roll
        return {} if roll is None else roll.meanings(self._after)

    @property
    def next_checks(self) -> list[Check]:
        """The check of the roll that follows at once, whatever brings it about."""
        roll = self.next_roll
        return [] if roll is None else [roll.check(self._after)]

    @property
    def _only_goes_on(self) -> bool:
        """Whether a question about nobody is answered by a verb alone, such as `done`."""
        decision = self._before.decision
        if decision is None or decision.about(self._before):
            return False
        return decision.target(self._before, self.last).startswith("verb:")

    @property
    def about(self) -> tuple[str, ...]:
        """The ids the roll that the answer brings about is about."""
        return () if self.roll is None else self.next_about

    @property
    def next_about(self) -> tuple[str, ...]:
        """The ids the roll that follows at once is about."""
        roll = self.next_roll
        return () if roll is None else roll.about(self._after)

    @cached_property
    def outlook(self) -> list[tuple[str, Dist[str]]]:
        """Titled exact odds, if no roll follows but hidden pieces decide."""
        view = View(self._before, self._view.side) if self._several else self._view
        return self._system.outlook(view, self.last)

    @cached_property
    def command(self) -> Command | None:
        """Whom the piece that moves by the last answer commands from there, if it leads."""
        decision = self._before.decision
        if decision is None:
            return None
        about = decision.about(self._before) or decision.doers(self._before, self.last)
        return self._system.command_of(self._after, about[0]) if about else None

    @cached_property
    def attack(self) -> tuple[str, str] | None:
        """The ids of who attacks whom by the answers; None if nobody does.

        Where hidden pieces decide, `outlook` tells the odds over all they may be.
        """
        if self._after.hides:
            return None
        return attack_of(self._before, self.last) or self._attack

    @cached_property
    def chain(self) -> Chain | None:
        """The whole chain of that attack; None if it never comes to blows."""
        if self.attack is None:
            return None
        return foresee_chain(self._system, self._after, self._view.side, *self.attack)
