"""Field commands in the words of a button: where from, and where to."""

from __future__ import annotations

from grognard.systems.locales.state.kinds import ATTACKS, ORDERS, Order
from grognard.systems.locales.state.position import LocalesPosition


def order_at(p: LocalesPosition, order: int, spot: int) -> str:
    """An order for those at a spot, before it is asked where it leads."""
    battle, name = p.battle, ORDERS[order].replace("-", " ")
    if spot < battle.locales:
        return f"{name} from {battle.place(spot)}"
    here, there = battle.across(spot - battle.locales)
    if order in (Order.ASSAULT, Order.BOMBARD):
        return f"{name} {there} from {here}"
    if order == Order.ADVANCE:
        return f"{name} from {here} into {there}"
    back = "back in" if order == Order.LOCAL_MARCH else "from"
    return f"{name} {back} {here}, off the approach to {there}"


def order_to(p: LocalesPosition, order: int, spot: int, aim: int) -> str:
    """An order that is about to be carried out, by where it leads."""
    battle, name = p.battle, ORDERS[order].replace("-", " ")
    if order in ATTACKS:
        _, there = battle.across(aim)
        return f"{name} {'into ' if order == Order.ADVANCE else ''}{there}"
    if order != Order.LOCAL_MARCH:
        return f"{name} to {battle.place(aim)}"
    if spot < battle.locales:
        return f"secure the approach towards {battle.across(aim)[1]}"
    return f"back to the reserve of {battle.place(battle.locale_of(spot))}"
