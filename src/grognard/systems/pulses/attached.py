"""Attached artillery: a battery in declared base contact with infantry of its own force."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.systems.pulses.moving.distances import touches
from grognard.systems.pulses.state.battle import ALONE
from grognard.systems.pulses.state.kinds import ARTILLERY, INFANTRY
from grognard.systems.pulses.state.position import NOBODY, PulsesPosition
from grognard.systems.tabletop.asking import OwnDecision


def may_attach(p: PulsesPosition, u: int) -> list[int]:
    """The infantry units a battery could be attached to where it stands."""
    battle = p.battle
    a = p.rect(u)
    return [
        v
        for v in p.units_in(battle.force[u])
        if battle.arm[v] == INFANTRY and touches(p, a, p.rect(v))
    ]


def guns_of(p: PulsesPosition, v: int) -> list[int]:
    return [u for u in p.units_in(p.battle.force[v]) if p.attached[u] == v]


def fought(p: PulsesPosition, v: int) -> int:
    """Whom an attack on a unit is fought with: attached guns share the fate of their infantry."""
    host = p.attached[v]
    return host if host >= 0 else v  # pulses.escape.attached


def detach(p: PulsesPosition, u: int) -> None:
    """Whoever moved out of base contact is attached no longer."""
    if p.battle.arm[u] == ARTILLERY:
        p.attached[u] = NOBODY
        return
    for guns in guns_of(p, u) if u < p.battle.stands else []:
        if not touches(p, p.rect(guns), p.rect(u)):
            p.attached[guns] = NOBODY


class Attach(OwnDecision[PulsesPosition]):
    """Whether a battery beside infantry is attached to it."""

    asks = "{unit:stands} beside infantry: is it attached?"
    waits = "Waiting whether {unit:is} attached."

    def options(self, p: PulsesPosition) -> list[int]:
        return [ALONE, *(p.battle.unit_at + v for v in may_attach(p, self.unit))]

    def apply(self, p: PulsesPosition, action: int) -> None:
        p.attached[self.unit] = NOBODY
        if action != ALONE:
            p.attached[self.unit] = action - p.battle.unit_at
            host = p.name(p.attached[self.unit])
            p.tell(f"{clause(p.name(self.unit), 'is')} attached to {host}.", p.uid(self.unit))
