"""Terrain: what the ground of a leg costs a unit, what closes it, and what disorders it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.boards import tablemap
from grognard.boards.table.course import FORBIDDEN, PLAIN, Course, Tariff, course, price
from grognard.boards.table.slide import Swept
from grognard.systems.onepage.battle import OnepageBattle
from grognard.systems.onepage.rules import ARM_OF, Rules


class Toll(NamedTuple):
    """What a leg takes: mils of the allowance, disorder, streams and contours met so far."""

    cost: int
    disorders: bool
    streams: int
    climbs: int
    marsh: int  # the marsh it leads through that is still to be rolled for, -1 for none
    closed: str


@lru_cache(maxsize=128)
def area_tariff(rules: Rules, arm: int, marsh: int = 0) -> Tariff:
    """The rates of all areas for an arm; crossings and climbs are counted apart.

    `marsh` is what a roll has made of marshes, 0 before it.
    """
    rates = [_rate(times[arm]) for times in rules.times]
    if marsh and rules.marsh_rolls[arm]:
        rates[tablemap.MARSH] = marsh * PLAIN
    return Tariff(rates)


@lru_cache(maxsize=64)
def open_tariff(rules: Rules, arm: int) -> Tariff:
    """No rates, only what is closed: for those who run."""
    areas = [PLAIN if times[arm] else FORBIDDEN for times in rules.times]
    lines = [0] * len(tablemap.LINES)
    if rules.river_closed:
        lines[tablemap.RIVER] = FORBIDDEN
    if rules.marshy_closed[arm]:
        lines[tablemap.MARSHY_STREAM] = FORBIDDEN
    return Tariff(areas, lines, [0])


def _rate(times: int) -> int:
    return times * PLAIN if times else FORBIDDEN


def toll(
    battle: OnepageBattle, kind: int, swept: Swept, streams: int = 0, climbs: int = 0, deep: int = 0
) -> Toll:
    """What a straight leg takes from a kind of unit that met some streams and contours before.

    `deep` is what marshes cost after a roll, 0 before it.
    """
    rules = battle.rules
    land = battle.land
    arm = ARM_OF[kind]
    on = course(land, swept)
    cost = on.whole
    disorders = False
    marsh = -1
    if on.stretches:
        cost = price(land, on, area_tariff(rules, arm, deep))
        if cost == FORBIDDEN:
            return _shut(_closed_area(battle, arm, on))
        for _, _, area in on.stretches:
            kind_of = land.areas[area].kind
            if rules.disorders[kind_of][arm]:
                disorders = True
            if kind_of == tablemap.MARSH and not deep and rules.marsh_rolls[arm] and marsh < 0:
                marsh = area
    move = rules.move[kind]
    for _, line, spot in on.crossed:
        fee, shaken, closed = _crossing(rules, arm, land.lines[line].kind, spot, streams)
        if closed:
            return _shut(closed)
        if fee:
            streams += 1
            cost += move // fee
        disorders = disorders or shaken
    for _, rise in on.climbs:
        if rise < 0:
            continue
        climbs += 1
        if climbs == 1:
            cost += move // rules.hill_parts if rules.hill_up[arm] else 0
        elif rules.hill_closed[arm]:
            return _shut("a second contour is too steep in one move")
        elif rules.hill_second[arm]:
            cost += move // rules.hill_parts
            disorders = True
    return Toll(cost, disorders, streams, climbs, marsh, "")


def _shut(why: str) -> Toll:
    return Toll(0, False, 0, 0, -1, why)


def _crossing(rules: Rules, arm: int, kind: int, spot: int, streams: int) -> tuple[int, bool, str]:
    """What crossing a line does: a part of the move as fee, disorder, or the reason why not."""
    if kind in (tablemap.FIELD_WORKS, tablemap.SUNKEN_ROAD):
        return 0, rules.works_disorder[arm], ""
    if kind not in (tablemap.STREAM, tablemap.MARSHY_STREAM, tablemap.RIVER):
        return 0, False, ""
    again = streams > 0 and rules.second_stream_disorders
    if spot >= 0:
        return rules.crossing_parts, again, ""
    if kind == tablemap.RIVER and rules.river_closed:
        return 0, False, "a river is crossed at a bridge or ford only"
    if kind == tablemap.MARSHY_STREAM:
        if rules.marshy_closed[arm]:
            return 0, False, "a marshy stream is closed to artillery"
        return rules.marshy_parts, rules.marshy_disorders[arm] or again, ""
    return rules.stream_parts, again, ""


def _closed_area(battle: OnepageBattle, arm: int, on: Course) -> str:
    for _, _, area in on.stretches:
        kind = battle.land.areas[area].kind
        if not battle.rules.times[kind][arm]:
            return f"the {tablemap.AREAS[kind]} is closed to it"
    return "the ground is closed to it"


def closed_at(battle: OnepageBattle, kind: int, x: int, y: int) -> bool:
    """Whether a unit of a kind may not stand with its centre at a point."""
    times = battle.rules.times
    land = battle.land
    return any(not times[land.areas[i].kind][ARM_OF[kind]] for i in land.areas_at(x, y))
