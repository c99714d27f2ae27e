"""After a shock: checks, the advance into a hex that was given up, engaged units."""

from __future__ import annotations

from grognard.engine.numbers import MaybeUnit, Unit
from grognard.engine.step import Decision, Then
from grognard.systems.shock.charge import stand_down
from grognard.systems.shock.clash import attack_hexes, crosses, defenders_of
from grognard.systems.shock.declaring import attackers_of, beside
from grognard.systems.shock.disorder import BY_CHARGING, BY_SLOPE, d1_limits
from grognard.systems.shock.matrix import COL_DISORDER
from grognard.systems.shock.results import CohesionRoll
from grognard.systems.shock.retreat import waded
from grognard.systems.shock.stacking import blocked_by_friends, come_to, price_of
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
from grognard.systems.shock.withdrawal import may_wade, wade


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
    if p.second[u] >= 0 or blocked_by_friends(p, u) >> t & 1:
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

    def goal(self, p: ShockPosition, u: int) -> int:
        """The hex a unit may advance into, NONE if there is none."""
        if self.by >= 0 and p.flags[u] & USED:  # it is the unit's movement
            return NONE  # shock.rulings.fire.advance
        return next((t for t in (self.hex, self.other) if t >= 0 and may_advance(p, u, t)), NONE)

    def options(self, p: ShockPosition) -> list[int]:
        """Nobody, or one of the attackers; after him one that stood with him."""
        if self.left >= 0:
            units = p.units_at(self.left)
        else:
            units = self.attackers(p) if p.top_unit(self.hex) < 0 else []
        first = p.battle.unit_at
        return [NOBODY, *sorted(first + u for u in units if self.goal(p, u) >= 0)]

    def apply(self, p: ShockPosition, action: int) -> None:
        if action == NOBODY:
            return
        u = action - p.battle.unit_at
        left, t = p.hex[u], self.goal(p, u)
        step_in(p, u, t, "advances")
        if self.by >= 0:
            p.mark(u, USED)  # shock.rulings.fire.advance
        p.stack.append(Advance(hex=t, left=left, by=self.by))

    def default(self, p: ShockPosition) -> int:
        return p.options()[-1]

    def prompt(self, p: ShockPosition) -> str:
        if self.left >= 0:
            return f"Who follows to {p.battle.grid.name(self.hex)}?"
        return f"The enemy gave up {p.battle.grid.name(self.hex)}: who advances?"

    def waiting(self, p: ShockPosition) -> str:
        return "Waiting for the attacker to advance."

    def phrase(self, p: ShockPosition, action: int) -> str:
        if action == NOBODY:
            return "nobody advances"
        u = action - p.battle.unit_at
        return f"advance {p.battle.nouns.name(action)}{price_of(p, u, self.goal(p, u))}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (p.hid(self.hex),)


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

    def run(self, p: ShockPosition) -> None:
        """Mark engaged units and clear what belonged to this shock."""
        t = self.hex
        attackers = [u for u in attackers_of(p, t) if attack_hexes(p, u, t)]
        defenders = [v for v in defenders_of(p, attackers, t) if p.order[v] != ROUTED]
        stay = [
            u for u in attackers if p.order[u] != ROUTED and not p.flags[u] & (GAVE_WAY | BLOWN)
        ]
        sides = {p.battle.side[u] for u in attackers} | {p.battle.side[v] for v in defenders}
        if stay and defenders and len(sides) == 2:  # shock.rulings.engaged
            for u in (*stay, *defenders):
                if not p.flags[u] & ENGAGED:
                    p.report(u, "is engaged")
                p.mark(u, ENGAGED)
        for u in attackers_of(p, t):
            stand_down(p, u)
        forget_shock(p)
        refresh_engaged(p)


def forget_shock(p: ShockPosition) -> None:
    """Clear the marks that hold for one shock only."""
    for u in range(p.battle.fighters):
        to_come = CHARGING | SHORT if p.target[u] >= 0 else 0  # of an attack still to be fought
        p.flags[u] &= ~FIGHT_FLAGS | to_come


def refresh_engaged(p: ShockPosition) -> None:
    """Units whose opponents are gone are no longer engaged."""
    battle = p.battle
    engaged = [u for u in range(battle.fighters) if p.flags[u] & ENGAGED and p.hex[u] >= 0]
    for u in engaged:
        foes = [v for v in engaged if battle.side[v] != battle.side[u]]
        near = any(
            battle.grid.distance[a][b] == 1
            for v in foes
            for a in p.hexes_of(u)
            for b in p.hexes_of(v)
        )
        if not near:
            p.unmark(u, ENGAGED)
            p.report(u, "is no longer engaged")
