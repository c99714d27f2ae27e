"""Who could come into a locale by a field command, and who could strike whoever is in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.engine.position import HIDDEN
from grognard.engine.tool import Finding
from grognard.systems.locales.bombard import guns_needed
from grognard.systems.locales.field import eligible, seen_able
from grognard.systems.locales.leaders import perhaps_leads
from grognard.systems.locales.moving.reach import FROM_APPROACH, FROM_RESERVE, goal, needed
from grognard.systems.locales.restrictions import members, open_to
from grognard.systems.locales.state.kinds import ORDERS, Order, State
from grognard.systems.locales.state.position import LocalesPosition


class Comers(NamedTuple):
    """Blocks on one spot, the order that could be given to them, and where it leads."""

    spot: int
    order: int
    aim: int
    blocks: list[int]


def comers(p: LocalesPosition, side: int) -> Iterator[Comers]:
    """Every order that blocks of a side could be given as they stand, as far as the view knows."""
    for spot, blocks in p.by_spot(side).items():
        orders = FROM_RESERVE if spot < p.battle.locales else FROM_APPROACH
        for order, leads_to in orders.items():
            for aim in members(leads_to(p, spot, side)):
                found = _group(p, order, aim, side, blocks)
                if found:
                    yield Comers(spot, order, aim, found)


def _group(p: LocalesPosition, order: int, aim: int, side: int, blocks: list[int]) -> list[int]:
    """Those of some blocks who may take part in an order; none if it could not be given to them."""
    there = goal(p, order, aim)
    able = [b for b in blocks if _able(p, b, order) and (there < 0 or open_to(p, there, b))]
    if order == Order.BOMBARD:
        return able if len(able) >= guns_needed(p, aim, side) else []
    return able if any(_leads(p, b, order, aim) for b in able) else []


def _able(p: LocalesPosition, b: int, order: int) -> bool:
    return seen_able(p, b, order) if p.who[b] == HIDDEN else eligible(p, b, order)


def _leads(p: LocalesPosition, b: int, order: int, aim: int) -> bool:
    """Whether an order may be given because of a block; of a hidden one, for all that is known."""
    if p.who[b] != HIDDEN:
        return needed(p, b, order, aim)
    if order == Order.ASSAULT:
        return perhaps_leads(p, b, aim)
    return not p.state[b] & State.DISRUPTED


def who_reaches(p: LocalesPosition, spot: int) -> Finding:
    """Who could march or attack into a locale; or secure an approach, if one is pointed at."""
    ways: dict[int, list[int]] = {}
    for side in (0, 1):
        for each in comers(p, side):
            if _leads_to(p, each) == spot:
                _note(ways, each)
    name = p.battle.spot(spot)
    return _told(p, ways, f"Into {name} could come:", f"Nobody could come into {name} now.")


def _leads_to(p: LocalesPosition, each: Comers) -> int:
    """The locale an order leads into, or the approach that is secured by it; -1 if none."""
    if each.order == Order.LOCAL_MARCH and each.spot < p.battle.locales:
        return p.battle.locales + each.aim
    return goal(p, each.order, each.aim)


def threats(p: LocalesPosition, here: int) -> Finding:
    """Which enemies could attack a locale or march into it; of an empty one, of both sides."""
    battle = p.battle
    name = battle.place(here)
    holders = [side for side in (0, 1) if p.holds(here, side)]
    ways: dict[int, list[int]] = {}
    for side in (0, 1):
        if side in holders:
            continue
        for each in comers(p, side):
            bombards = each.order == Order.BOMBARD and battle.areas.towards[each.aim] == here
            if bombards or goal(p, each.order, each.aim) == here:
                _note(ways, each)
    return _told(p, ways, f"{name} could meet:", f"Nothing threatens {name} now.")


def _note(ways: dict[int, list[int]], found: Comers) -> None:
    for b in found.blocks:
        orders = ways.setdefault(b, [])
        if found.order not in orders:
            orders.append(found.order)


def _told(p: LocalesPosition, ways: dict[int, list[int]], some: str, nobody: str) -> Finding:
    """A line for each block: whose it is, where it stands, and by which orders."""
    battle = p.battle
    said = []
    for b, orders in sorted(ways.items()):
        who = p.who[b]
        name = f"block {b + 1}" if who == HIDDEN else f"{b + 1} {battle.units[who].name}"
        words = ", ".join(ORDERS[order].replace("-", " ") for order in sorted(orders))
        side = battle.titles[battle.block_side[b]]
        said.append(f"{side}: {name}, from {battle.spot(p.spot[b])}: {words}.")
    return Finding((some, *said) if said else (nobody,), tuple(f"block:{b + 1}" for b in ways))
