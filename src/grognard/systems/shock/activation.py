"""One activation: its units get their orders stage by stage, in the order of the rules."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.engine.numbers import Side, Within
from grognard.engine.step import Decision, Then
from grognard.systems.shock.advance import forget_shock, refresh_engaged
from grognard.systems.shock.charge import may_charge
from grognard.systems.shock.combat import NextAttack
from grognard.systems.shock.declaring import AttackAt, CostlyCharge, may_shock
from grognard.systems.shock.fire import battery_targets, may_fire
from grognard.systems.shock.leaders import in_command
from grognard.systems.shock.movement import MoveTo, reach
from grognard.systems.shock.rally import RallyRoll, may_rally
from grognard.systems.shock.results import RoutRetreat
from grognard.systems.shock.shooting import FireAt
from grognard.systems.shock.square import LeaveRoll
from grognard.systems.shock.stacking import LineTo, may_extend, may_retract
from grognard.systems.shock.state.kinds import (
    ACTIVATED,
    ACTIVATION,
    ACTIVE,
    ASSAULTED,
    ATTACKED,
    BATTERY,
    CHARGE,
    CHARGES,
    COMMAND,
    D2,
    DONE,
    DONE_VERB,
    ENGAGED,
    EXTEND,
    FIRE,
    FIRED,
    FIRES,
    FULL,
    GARRISON,
    LEAVE,
    LIMITED,
    LINE,
    MARCH,
    MOVE,
    MOVES,
    NONE,
    OUT,
    OUTSIDE,
    RALLIES,
    RALLY,
    REACTED,
    RETRACT,
    ROUT,
    ROUTED,
    RUSH,
    SHOCK,
    SHOCKS,
    SQUARE,
    STAGE,
    USED,
    WITHDRAW,
    WITHDRAWALS,
    CommandIndex,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.withdrawal import WithdrawTo, may_withdraw

# The stage each order belongs to. A line changes at the beginning: shock.move.note.extended-line
STAGE_OF: Final = {
    EXTEND: LINE,
    RETRACT: LINE,
    RALLY: RALLIES,
    ROUT: RALLIES,
    WITHDRAW: WITHDRAWALS,
    FIRE: FIRES,
    BATTERY: FIRES,
    LEAVE: MOVES,
    MOVE: MOVES,
    MARCH: MOVES,
    RUSH: MOVES,
    CHARGE: CHARGES,
    SHOCK: SHOCKS,
}


class Activate(Then[ShockPosition]):
    """A command is activated: who is in command acts, who is not is marked."""

    command: CommandIndex
    kind: Annotated[int, Within(FULL, OUTSIDE)]

    def run(self, p: ShockPosition) -> None:
        battle = p.battle
        p.clock[COMMAND] = self.command
        p.clock[ACTIVATION] = self.kind
        p.clock[STAGE] = 0
        side = battle.commands[self.command].side
        for u in range(battle.fighters):
            p.flags[u] &= ~(ACTIVE | REACTED | ASSAULTED)
            if battle.command[u] != self.command or p.hex[u] < 0:
                continue
            if in_command(p, u):
                p.flags[u] |= ACTIVE | ACTIVATED
            else:
                p.flags[u] |= OUT
                p.report(u, "is out of command")
        p.stack.append(Finish())
        p.stack.append(NextAttack())
        p.stack.append(Orders(side=side))


class OutOfCommand(Then[ShockPosition]):
    """A side's units out of command may move a little or try to rally."""

    side: Side

    def run(self, p: ShockPosition) -> None:
        battle = p.battle
        p.clock[COMMAND] = NONE
        p.clock[ACTIVATION] = OUTSIDE
        p.clock[STAGE] = 0
        for u in range(battle.fighters):
            p.flags[u] &= ~ACTIVE
            if battle.side[u] != self.side or p.hex[u] < 0 or p.flags[u] & ACTIVATED:
                continue
            if p.flags[u] & OUT or not in_command(p, u):
                p.flags[u] |= ACTIVE | OUT
        p.stack.append(Finish())
        p.stack.append(Orders(side=self.side))


class Finish(Then[ShockPosition]):
    """The activation is over; what happened in its fights is forgotten."""

    def run(self, p: ShockPosition) -> None:
        forget_shock(p)
        for u in range(p.battle.fighters):
            p.flags[u] &= ~(ACTIVE | REACTED | ASSAULTED)
        p.clock[COMMAND] = NONE
        p.clock[ACTIVATION] = FULL
        refresh_engaged(p)


class Orders(Decision[ShockPosition]):
    """The orders of an activation: each answer is an order to a unit, or done.

    An order belongs to a stage of the activation; giving it closes the stages before. Routed
    units must rally or run before anything later is ordered, engaged D-2 units must withdraw.
    """

    side: Side

    def options(self, p: ShockPosition) -> list[int]:
        """Every order somebody may be given now, or done."""
        battle = p.battle
        base, count = battle.order_at, battle.count
        stage = p.clock[STAGE]
        last = SHOCKS + 1
        found: list[int] = []
        for u in battle.units_of[self.side]:
            flags = p.flags[u]
            if not flags & ACTIVE or flags & DONE or p.hex[u] < 0:
                continue
            orders = orders_for(p, u)
            for order in orders:
                if STAGE_OF[order] >= stage:  # shock.rulings.activation-order
                    found.append(base + order * count + u)
            must = must_first(p, u, orders)
            if must >= stage:
                last = min(last, must)
        found.sort()
        if last > SHOCKS:
            return [DONE_VERB, *found]
        return [a for a in found if STAGE_OF[(a - base) // count] <= last]

    def apply(self, p: ShockPosition, action: int) -> None:
        if action == DONE_VERB:
            return
        battle = p.battle
        order, u = divmod(action - battle.order_at, battle.count)
        p.clock[STAGE] = max(p.clock[STAGE], STAGE_OF[order])
        p.stack.append(Orders(side=self.side))
        give(p, order, u)

    def prompt(self, p: ShockPosition) -> str:
        c = p.clock[COMMAND]
        if c < 0:
            return "Units out of command: half moves and rallies only. Orders?"
        how = " (no shock, no charge)" if p.clock[ACTIVATION] == LIMITED else ""
        return f"{p.battle.commands[c].name}{how}: orders?"

    def waiting(self, p: ShockPosition) -> str:
        c = p.clock[COMMAND]
        name = p.battle.commands[c].name if c >= 0 else "units out of command"
        return f"Waiting for orders to {name}."

    def plain(self, p: ShockPosition, action: int) -> bool:
        order = (action - p.battle.order_at) // p.battle.count
        return order in (FIRE, MOVE, CHARGE, SHOCK)

    def target(self, p: ShockPosition, action: int) -> str:
        if action == DONE_VERB:
            return "verb:done"
        return p.uid((action - p.battle.order_at) % p.battle.count)


def must_first(p: ShockPosition, u: int, orders: list[int]) -> int:
    """The stage a unit must be ordered in before anybody goes beyond it, -1 if none."""
    if RALLY in orders and p.order[u] == ROUTED:  # shock.routed.rally-or-retreat
        return RALLIES if p.clock[ACTIVATION] != OUTSIDE else NONE
    must = p.order[u] == D2 and p.flags[u] & ENGAGED  # shock.d2.must-withdraw
    return WITHDRAWALS if must and WITHDRAW in orders else NONE


def orders_for(p: ShockPosition, u: int) -> list[int]:
    """What a unit may be ordered to do, in the order of the stages."""
    flags = p.flags[u]
    kind = p.clock[ACTIVATION]
    if p.order[u] == ROUTED:  # shock.routed.no-action
        return [RALLY, ROUT] if kind != OUTSIDE else [RALLY]
    # Engaged units only shock again, stand or withdraw: shock.rulings.engaged
    fresh = not flags & (USED | FIRED | ATTACKED | ENGAGED)
    found = []
    if kind == OUTSIDE:
        if fresh and may_rally(p, u):
            found.append(RALLY)
        if may_withdraw(p, u):
            found.append(WITHDRAW)
        if not flags & (USED | ENGAGED) and may_move(p, u):
            found.append(MOVE)
        return found
    if fresh and may_extend(p, u):
        found.append(EXTEND)
    if fresh and may_retract(p, u):
        found.append(RETRACT)
    if fresh and may_rally(p, u):
        found.append(RALLY)
    if may_withdraw(p, u):
        found.append(WITHDRAW)
    if may_fire(p, u):
        found.append(FIRE)
        if battery_targets(p, u):
            found.append(BATTERY)
    found.extend(moves_for(p, u, kind))
    # By orders there is no charge and no shock: shock.rulings.turn.no-draw
    if kind == FULL and p.target[u] < 0 and not flags & ATTACKED:
        if may_charge(p, u):
            found.append(CHARGE)
        if may_shock(p, u):
            found.append(SHOCK)
    return found


def may_move(p: ShockPosition, u: int) -> bool:
    """Whether a unit can be ordered to move at all (turning on the spot is a move too)."""
    if p.battle.arm[u] == GARRISON:
        return False
    if p.second[u] >= 0:  # shock.rulings.extended-line.stands
        return False
    if p.flags[u] & SQUARE:
        return bool(reach(p, u, MOVE).ends)
    return True


def moves_for(p: ShockPosition, u: int, kind: int) -> list[int]:
    """The kinds of movement a unit may be ordered."""
    flags = p.flags[u]
    if flags & (USED | ENGAGED | ATTACKED):
        return []
    found = [LEAVE] if flags & SQUARE else []
    if not may_move(p, u):
        return found
    found.append(MOVE)
    if kind == FULL:  # shock.rulings.turn.no-draw
        near = p.enemies_within(u, p.battle.rules.movement.strategic_distance - 1)
        # shock.rulings.strategic
        if not flags & FIRED and not near and reach(p, u, MARCH).ends:
            found.append(MARCH)
        if may_rush(p, u):
            found.append(RUSH)
    return found


def may_rush(p: ShockPosition, u: int) -> bool:
    """Whether rapid advance would bring a unit where normal movement does not."""
    battle = p.battle
    if p.flags[u] & SQUARE or p.in_enemy_zoc(u):
        return False
    if not battle.grid.disk(p.hex[u], battle.mp[u]) & battle.rough[battle.kind[u]]:
        return False
    return bool(reach(p, u, RUSH).ends)


def give(p: ShockPosition, order: int, u: int) -> None:
    """Put what an order needs on the stack."""
    if order in (EXTEND, RETRACT):
        p.stack.append(LineTo(unit=u))
    elif order == RALLY:
        p.stack.append(RallyRoll(unit=u))
    elif order == ROUT:
        p.mark(u, DONE)
        p.stack.append(RoutRetreat(unit=u, by=p.nearest_enemy(u)))
    elif order == WITHDRAW:
        p.stack.append(WithdrawTo(unit=u))
    elif order in (FIRE, BATTERY):
        p.stack.append(FireAt(unit=u, battery=int(order == BATTERY)))
    elif order == LEAVE:
        p.stack.append(LeaveRoll(unit=u))
    elif order in (MOVE, MARCH, RUSH):
        p.stack.append(MoveTo(unit=u, order=order))
    else:
        attack = AttackAt(unit=u, charge=int(order == CHARGE))
        costly = any(attack.price(p, action) for action in attack.options(p))
        p.stack.append(CostlyCharge(unit=u, charge=1) if costly else attack)
