"""One activation: its units get their orders stage by stage, in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Annotated, Final

from grognard.engine.numbers import Side, Within
from grognard.engine.step import Decision, Then
from grognard.systems.shock.advance import ContactsLapse, refresh_engaged
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
    DONE,
    DONE_VERB,
    ENGAGED,
    EXTEND,
    FIGHT_FLAGS,
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
from grognard.systems.shock.withdrawal import WithdrawTo, may_withdraw, must_withdraw

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

# What is told of the orders that lapse when a later one is given; a line is seldom changed.
DEEDS: Final = {
    RALLY: "rallies",
    WITHDRAW: "withdrawals",
    FIRE: "fire",
    MOVE: "moves",
    CHARGE: "charges",
}

# Orders a unit is seldom given, which are listed after the usual ones: those that change how it
# stands or goes, then those that risk its order, then those that give ground.
RARITY: Final = {
    BATTERY: 1,
    MARCH: 1,
    EXTEND: 1,
    RETRACT: 1,
    LEAVE: 1,
    RUSH: 2,
    WITHDRAW: 3,
    ROUT: 3,
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
        for u in range(p.battle.fighters):
            p.flags[u] &= ~(ACTIVE | REACTED | ASSAULTED | FIGHT_FLAGS)
        p.clock[COMMAND] = NONE
        p.clock[ACTIVATION] = FULL
        refresh_engaged(p)


class Orders(Decision[ShockPosition]):
    """The orders of an activation: each answer is an order to a unit, or done.

    An order belongs to a stage of the activation; giving it closes the stages before. Routed
    units must rally or run before anything later is ordered, engaged D-2 units must withdraw.
    """

    keyed = ((DONE_VERB,),)

    side: Side

    def options(self, p: ShockPosition) -> list[int]:
        """Every order somebody may be given now, or done."""
        battle = p.battle
        base, count = battle.order_at, battle.count
        last = SHOCKS + 1
        found: list[int] = []
        for u in self.units(p):
            orders = orders_for(p, u)
            found.extend(base + order * count + u for order in orders)
            last = min(last, must_first(p, u, orders))
        found.sort()
        if last > SHOCKS:
            return [DONE_VERB, *found]
        return [a for a in found if STAGE_OF[(a - base) // count] <= last]

    def units(self, p: ShockPosition) -> list[int]:
        """The units that may still be ordered something."""
        own = p.battle.units_of[self.side]
        return [u for u in own if p.flags[u] & (ACTIVE | DONE) == ACTIVE and p.hex[u] >= 0]

    def surely_asked(self, p: ShockPosition) -> bool:
        """Done, and a unit that may move."""
        units = self.units(p)
        if p.clock[STAGE] > MOVES or some_first(p, units):
            return False
        stays = USED | ENGAGED | ATTACKED | SQUARE
        return any(not p.flags[u] & stays and not is_fixed(p, u) for u in units)

    def draw(self, p: ShockPosition, rng: Random) -> int:
        """Of the possible orders one that proves to be allowed, or done."""
        battle, units = p.battle, self.units(p)
        if some_first(p, units):
            return super().draw(p, rng)
        orders = [(order, u) for u in units for order in possible(p, u)]
        while (i := int(rng.random() * (len(orders) + 1))) < len(orders):
            order, u = orders[i]
            if is_allowed(p, u, order):
                return battle.order_at + order * battle.count + u
            orders[i] = orders[-1]
            orders.pop()
        return DONE_VERB

    def apply(self, p: ShockPosition, action: int) -> None:
        if action == DONE_VERB:
            return
        battle = p.battle
        order, u = divmod(action - battle.order_at, battle.count)
        p.clock[STAGE] = max(p.clock[STAGE], STAGE_OF[order])
        p.stack.append(Orders(side=self.side))
        p.stack.append(ContactsLapse())
        give(p, order, u)

    def prompt(self, p: ShockPosition) -> str:
        c = p.clock[COMMAND]
        if c < 0:
            return "Units out of command: half moves and rallies only. Orders?"
        how = " (no shock, no charge)" if p.clock[ACTIVATION] == LIMITED else ""
        return f"{p.battle.commands[c].name}{how}: orders?"

    def says(self, p: ShockPosition, action: int) -> str:
        return "done: no more orders" if action == DONE_VERB else ""

    def cost(self, p: ShockPosition, action: int) -> str:
        """Who may no longer do what once an order is given: it closes the stages before."""
        battle = p.battle
        if action == DONE_VERB:
            return ""
        given, doer = divmod(action - battle.order_at, battle.count)
        lost: dict[str, list[str]] = {}
        for option in p.options():
            order, u = divmod(option - battle.order_at, battle.count)
            if order not in DEEDS or STAGE_OF[order] >= STAGE_OF[given]:
                continue
            if u != doer or order == FIRE:  # it may fire before it goes; the rest is plain
                lost.setdefault(DEEDS[order], []).append(battle.names[u])
        return "; ".join(f"ends all {deed}: {', '.join(who)}" for deed, who in lost.items())

    def waiting(self, p: ShockPosition) -> str:
        c = p.clock[COMMAND]
        name = p.battle.commands[c].name if c >= 0 else "units out of command"
        return f"Waiting for orders to {name}."

    def plain(self, p: ShockPosition, action: int) -> bool:
        order = (action - p.battle.order_at) // p.battle.count
        return order in (FIRE, MOVE, CHARGE, SHOCK)

    def rarity(self, p: ShockPosition, action: int) -> int:
        return RARITY.get((action - p.battle.order_at) // p.battle.count, 0)

    def target(self, p: ShockPosition, action: int) -> str:
        if action == DONE_VERB:
            return "verb:done"
        return p.uid((action - p.battle.order_at) % p.battle.count)


def must_first(p: ShockPosition, u: int, orders: list[int]) -> int:
    """The stage a unit must be ordered in before anybody goes beyond it, or one past the last."""
    # shock.routed.rally-or-retreat
    if RALLY in orders and p.order[u] == ROUTED and p.clock[ACTIVATION] != OUTSIDE:
        return RALLIES
    return WITHDRAWALS if must_withdraw(p, u) and WITHDRAW in orders else SHOCKS + 1


def some_first(p: ShockPosition, units: list[int]) -> bool:
    """Whether there may be a unit among some that must be ordered before others."""
    return any(p.order[u] == ROUTED or must_withdraw(p, u) for u in units)


def orders_for(p: ShockPosition, u: int) -> list[int]:
    """What a unit may be ordered to do now, in the order of the stages."""
    return [order for order in possible(p, u) if is_allowed(p, u, order)]


def possible(p: ShockPosition, u: int) -> list[int]:
    """The orders that a unit's marks and the stage leave open, before anything is measured."""
    flags = p.flags[u]
    kind = p.clock[ACTIVATION]
    stage = p.clock[STAGE]
    if p.order[u] == ROUTED:  # shock.routed.no-action
        found = [RALLY, ROUT] if kind != OUTSIDE else [RALLY]
        return found if stage <= RALLIES else []
    found = []
    # Engaged units only shock again, stand or withdraw: shock.rulings.engaged
    if stage <= RALLIES and not flags & (USED | FIRED | ATTACKED | ENGAGED):
        if kind != OUTSIDE and stage <= LINE:
            found += [EXTEND, RETRACT]
        found.append(RALLY)
    if stage <= WITHDRAWALS:  # shock.rulings.activation-order
        found.append(WITHDRAW)
    if stage <= FIRES and kind != OUTSIDE:
        found += [FIRE, BATTERY]
    if stage <= MOVES and not flags & (USED | ENGAGED | ATTACKED):
        if flags & SQUARE and kind != OUTSIDE:
            found.append(LEAVE)
        found += [MOVE, MARCH, RUSH] if kind == FULL else [MOVE]  # shock.rulings.turn.no-draw
    # By orders there is no charge and no shock: shock.rulings.turn.no-draw
    if kind == FULL and p.target[u] < 0 and not flags & ATTACKED:
        found += [CHARGE, SHOCK] if stage <= CHARGES else [SHOCK]
    return found


def is_fixed(p: ShockPosition, u: int) -> bool:
    """A chateau's own strength and a unit in extended line do not move."""
    return p.battle.arm[u] == GARRISON or p.second[u] >= 0  # shock.rulings.extended-line.stands


def may_mass(p: ShockPosition, u: int) -> bool:
    """Whether a gun can lead a grand battery."""
    return may_fire(p, u) and bool(battery_targets(p, u))


def may_move(p: ShockPosition, u: int) -> bool:
    """Whether a unit can be ordered to move at all (turning on the spot is a move too)."""
    if is_fixed(p, u):
        return False
    return not p.flags[u] & SQUARE or bool(reach(p, u, MOVE).ends)


def may_march(p: ShockPosition, u: int) -> bool:
    """Whether strategic movement would bring a unit where tactical movement does not."""
    if is_fixed(p, u) or p.flags[u] & FIRED:  # shock.rulings.strategic
        return False
    near = p.enemies_within(u, p.battle.rules.movement.strategic_distance - 1)
    return not near and bool(reach(p, u, MARCH).ends)


def may_rush(p: ShockPosition, u: int) -> bool:
    """Whether rapid advance would bring a unit where normal movement does not."""
    battle = p.battle
    if is_fixed(p, u) or p.flags[u] & SQUARE or p.in_enemy_zoc(u):
        return False
    if not battle.grid.disk(p.hex[u], battle.mp[u]) & battle.rough[battle.kind[u]]:
        return False
    return bool(reach(p, u, RUSH).ends)


# What an order asks of the board; a rout, and leaving square, ask nothing.
ALLOWED: Final[dict[int, Callable[[ShockPosition, int], bool]]] = {
    EXTEND: may_extend,
    RETRACT: may_retract,
    RALLY: may_rally,
    WITHDRAW: may_withdraw,
    FIRE: may_fire,
    BATTERY: may_mass,
    MOVE: may_move,
    MARCH: may_march,
    RUSH: may_rush,
    CHARGE: may_charge,
    SHOCK: may_shock,
}


def is_allowed(p: ShockPosition, u: int, order: int) -> bool:
    """Whether the board lets a unit carry out a possible order."""
    asks = ALLOWED.get(order)
    return asks is None or asks(p, u)


def give(p: ShockPosition, order: int, u: int) -> None:
    """Put what an order needs on the stack."""
    if order in (EXTEND, RETRACT):
        p.stack.append(LineTo(unit=u))
    elif order == RALLY:
        p.stack.append(RallyRoll(unit=u))
    elif order == ROUT:
        p.mark(u, DONE)
        p.stack.append(RoutRetreat(unit=u))
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
