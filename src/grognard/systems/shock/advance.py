"""After a shock: checks, the advance into a hex that was given up, engaged units."""

from __future__ import annotations

from grognard.engine.numbers import MaybeUnit, Unit
from grognard.engine.step import Decision, Then
from grognard.systems.shock.charge import stand_down
from grognard.systems.shock.clash import crosses
from grognard.systems.shock.declaring import attackers_of, beside
from grognard.systems.shock.disorder import BY_CHARGING, BY_SLOPE, d1_limits
from grognard.systems.shock.matrix import COL_DISORDER
from grognard.systems.shock.results import CohesionRoll
from grognard.systems.shock.retreat import wade, waded
from grognard.systems.shock.stacking import blocked_by_friends, come_to, price_of
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import (
    BLOWN,
    CHARGING,
    ENGAGED,
    FIGHT_FLAGS,
    GAVE_WAY,
    NOBODY,
    NONE,
    ROUTED,
    SCREENS,
    SHORT,
    SQUARE,
    USED,
    Hex,
    MaybeHex,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.withdrawal import may_wade


class SlopeCheck(Then[ShockPosition]):
    """A unit that attacked down a steep slope checks its cohesion."""

    unit: Unit
    hex: Hex

    def run(self, p: ShockPosition) -> None:
        if p.hex[self.unit] >= 0 and p.order[self.unit] != ROUTED:
            check = CohesionRoll(unit=self.unit, by=self.hex, cause=BY_SLOPE, column=COL_DISORDER)
            p.stack.append(check)


class BlownCheck(Then[ShockPosition]):
    """Cavalry whose charge came to shock checks whether it is blown."""

    unit: Unit
    hex: Hex

    def run(self, p: ShockPosition) -> None:
        u = self.unit
        if p.hex[u] >= 0 and p.order[u] != ROUTED and not p.flags[u] & BLOWN:
            p.stack.append(CohesionRoll(unit=u, by=self.hex, cause=BY_CHARGING))


def may_enter(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a unit can step into a hex that was given up."""
    if p.flags[u] & SCREENS:  # shock.rulings.screened
        return False
    held = blocked_by_friends(p, u) | p.occupied(1 - p.battle.side[u])
    if p.second[u] >= 0 or held >> t & 1:
        return False
    if not crosses(p, u, p.hex[u], t):
        return False
    return may_wade(p, u) or not waded(p, u, p.hex[u], (t,))


def step_in(p: ShockPosition, u: int, t: int, deed: str) -> None:
    """A unit takes a hex that was given up; through a deep stream it comes disordered (note D)."""
    wet = waded(p, u, p.hex[u], (t,))
    come_to(p, u, t, deed)
    if wet:
        wade(p, u)


class Advance(Decision[ShockPosition]):
    """One attacking unit may take the hex that was given up, then those stacked with it.

    `left` is the hex from which it advanced, NONE while nobody has. After fire it is the unit `by`
    whose fire emptied the hex; after shock of a line its `other` hex may be taken instead.
    """

    hex: Hex
    left: MaybeHex = NONE
    other: MaybeHex = NONE
    by: MaybeUnit = NONE

    def attackers(self, p: ShockPosition) -> list[int]:
        return attackers_of(p, self.hex) if self.by < 0 else [self.by]

    def actor(self, p: ShockPosition) -> int:
        attackers = self.attackers(p)
        return p.battle.side[attackers[0]] if attackers else p.battle.first

    def goals(self, p: ShockPosition, u: int) -> list[int]:
        """The hexes a unit may advance into."""
        if self.by >= 0 and p.flags[u] & USED:  # it is the unit's movement
            return []  # shock.rulings.fire.advance
        return [t for t in (self.hex, self.other) if t >= 0 and may_advance(p, u, t)]

    def options(self, p: ShockPosition) -> list[int]:
        """Nobody, or one of the attackers; after him one that stood with him."""
        if self.left >= 0:
            units = p.units_at(self.left)
        else:
            units = self.attackers(p)
            mine = p.occupied(self.actor(p))
            if any(t >= 0 and mine >> t & 1 for t in (self.hex, self.other)):
                units = []  # somebody has pursued
        first = p.battle.unit_at
        return [NOBODY, *sorted(first + u for u in units if self.goals(p, u))]

    def apply(self, p: ShockPosition, action: int) -> None:
        if action == NOBODY:
            return
        u = action - p.battle.unit_at
        goals = self.goals(p, u)
        p.stack.append(AdvanceTo(unit=u, hex=goals[0], other=goals[-1], by=self.by))

    def default(self, p: ShockPosition) -> int:
        return p.options()[-1]

    def prompt(self, p: ShockPosition) -> str:
        if self.left >= 0:
            return f"Who follows to {p.battle.grid.name(self.hex)}?"
        empty = [t for t in (self.hex, self.other) if t >= 0 and p.top_unit(t) < 0]
        names = " and ".join(p.battle.grid.name(t) for t in empty)
        return f"The enemy gave up {names}: who advances?"

    def waiting(self, p: ShockPosition) -> str:
        return "Waiting for the attacker to advance."

    def phrase(self, p: ShockPosition, action: int) -> str:
        if action == NOBODY:
            return "nobody advances"
        u = action - p.battle.unit_at
        return f"advance {p.battle.nouns.name(action)}{price_of(p, u, self.goals(p, u)[0])}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (p.hid(self.hex),)


class AdvanceTo(UnitDecision):
    """Which of the two hexes of a line that gave way a unit takes, where it can take either."""

    asks = "advances: into which hex?"
    waits = "advance"

    hex: Hex
    other: Hex  # the same where there is no choice
    by: MaybeUnit

    def options(self, p: ShockPosition) -> list[int]:
        # shock.rulings.extended-line.one-combat
        return [p.battle.hex_at + t for t in sorted({self.hex, self.other})]

    def apply(self, p: ShockPosition, action: int) -> None:
        u = self.unit
        left, t = p.hex[u], action - p.battle.hex_at
        step_in(p, u, t, "advances")
        if self.by >= 0:
            p.mark(u, USED)  # shock.rulings.fire.advance
        p.stack.append(Advance(hex=t, left=left, by=self.by))

    def phrase(self, p: ShockPosition, action: int) -> str:
        return super().phrase(p, action) + price_of(p, self.unit, action - p.battle.hex_at)


def may_advance(p: ShockPosition, u: int, t: int) -> bool:
    """An attacker in good order, not in square, that did not give way."""
    # shock.d1.no-advance, shock.rulings.advance
    if p.order[u] == ROUTED or d1_limits(p.order[u]):
        return False
    if p.flags[u] & (BLOWN | GAVE_WAY | SQUARE) or not beside(p, u, t):
        return False
    return may_enter(p, u, t)


class Settle(Then[ShockPosition]):
    """The shock is over: whoever still stands in contact is engaged."""

    hex: Hex
    other: MaybeHex = NONE  # the second hex of the line that was attacked
    struck: tuple[Unit, ...] = ()  # those who defended

    def run(self, p: ShockPosition) -> None:
        """Mark engaged units and clear what belonged to this shock."""
        attackers = attackers_of(p, self.hex)
        stay = [u for u in attackers if p.order[u] != ROUTED and not p.flags[u] & GAVE_WAY]
        fought = [(u, v) for v in self.defenders(p) for u in stay if touch(p, u, v)]
        for u in dict.fromkeys([*(u for u, _ in fought), *(v for _, v in fought)]):
            if not p.flags[u] & ENGAGED:  # shock.rulings.engaged
                p.report(u, "is engaged")
            p.mark(u, ENGAGED)
        for u in attackers:
            stand_down(p, u)
        forget_shock(p)
        refresh_engaged(p)

    def defenders(self, p: ShockPosition) -> list[int]:
        """Those who were attacked and still stand where they were."""
        stand = [v for v in self.struck if p.order[v] != ROUTED]
        return [v for v in stand if any(h in (self.hex, self.other) for h in p.hexes_of(v))]


def touch(p: ShockPosition, u: int, v: int) -> bool:
    """Whether two units stand next to each other."""
    return any(beside(p, u, h) for h in p.hexes_of(v))


def forget_shock(p: ShockPosition) -> None:
    """Clear the marks that hold for one shock only; in a pursuit it stays known who gave way."""
    goes_on = any(isinstance(step, Settle) for step in p.stack)  # the shock that led to this one
    kept = GAVE_WAY if goes_on else 0  # shock.rulings.pursuit
    for u in range(p.battle.fighters):
        to_come = CHARGING | SHORT if p.target[u] >= 0 else 0  # of an attack still to be fought
        p.flags[u] &= ~FIGHT_FLAGS | to_come | kept


class ContactsLapse(Then[ShockPosition]):
    """An order was carried out: whoever it freed of his last opponent may act at once."""

    def run(self, p: ShockPosition) -> None:
        refresh_engaged(p)  # shock.rulings.engaged


def refresh_engaged(p: ShockPosition) -> None:
    """Units whose opponents are gone are no longer engaged."""
    battle = p.battle
    engaged = [u for u in range(battle.fighters) if p.flags[u] & ENGAGED and p.hex[u] >= 0]
    for u in engaged:
        foes = [v for v in engaged if battle.side[v] != battle.side[u]]
        if not any(touch(p, u, v) for v in foes):
            p.unmark(u, ENGAGED)
            p.report(u, "is no longer engaged")
