"""Artillery escape: guns in contact run, or are destroyed."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.numbers import Unit
from grognard.engine.step import Roll
from grognard.systems.pulses.moving.flight import flee, gets_clear
from grognard.systems.pulses.state.kinds import CAVALRY, HORSE_GUNS
from grognard.systems.pulses.state.position import NOBODY, PulsesPosition


def escape_need(p: PulsesPosition, guns: int, attacker: int) -> int:
    """The number at or below which guns escape."""
    row = p.battle.rules.escape_need[int(p.battle.kind[guns] == HORSE_GUNS)]
    return row[int(p.battle.arm[attacker] == CAVALRY)]


class Escape(Roll[PulsesPosition]):
    """Guns that are not attached try to get away from contact."""

    unit: Unit
    guns: int

    def roller(self, p: PulsesPosition) -> int:
        """The guns' side."""
        return p.battle.side[self.guns]

    def check(self, p: PulsesPosition) -> Check:
        """2d6 at or below the number."""
        need = escape_need(p, self.guns, self.unit)
        return p.battle.rules.escape_kind.check((need, 0))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Away or destroyed; an odd die hurts the attacker either way."""
        destroyed, odd = divmod(outcome, 2)
        guns, u = self.guns, self.unit
        p.foe[u] = NOBODY
        lost = destroyed and p.battle.rules.failed_lost
        if lost or not gets_clear(p, guns, u):
            p.remove(guns, "is destroyed")
        else:
            flee(p, guns, u)
        if odd:
            p.hurt(u, p.battle.rules.odd_hits, f"guns of {p.name(guns)}")

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """Both."""
        return (p.uid(self.guns), p.uid(self.unit))


class StandingGuns(Roll[PulsesPosition]):
    """Guns attached to infantry that is attacked: only whether they cost the attacker a hit."""

    unit: Unit
    guns: int

    def roller(self, p: PulsesPosition) -> int:
        """The guns' side."""
        return p.battle.side[self.guns]

    def check(self, p: PulsesPosition) -> Check:
        """An odd die is a hit."""
        return p.battle.rules.escape_kind.check((0, 1))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """One hit in all."""
        if outcome:
            p.hurt(self.unit, p.battle.rules.odd_hits, f"guns of {p.name(self.guns)}")

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """Both."""
        return (p.uid(self.guns), p.uid(self.unit))
