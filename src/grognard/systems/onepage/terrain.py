"""Terrain: what the ground of a leg costs a unit, what closes it, and what disorders it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.boards import tablemap
from grognard.boards.table.chord import chords
from grognard.boards.table.course import (
    FORBIDDEN,
    PLAIN,
    Course,
    Tariff,
    course,
    on_outlines,
    price,
)
from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.table.rect import Rect, dot
from grognard.boards.table.slide import Swept
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.kinds import ARM_OF, ARMS, GENERAL, SKIRMISHER, arms
from grognard.systems.onepage.state.position import OnepagePosition

if TYPE_CHECKING:
    from grognard.systems.onepage.rules import Rules


DOWN: Final = 10  # a contour gone down, in the count of those gone up


class TerrainRules:
    """What every kind of ground costs each arm, closes to it, and does to its order and sight."""

    def __init__(self, book: Rulebook) -> None:
        # An inch of each kind of area counts so many times, by arm; 0 is closed.
        self.times: list[list[int]] = []
        self.disorders: list[list[bool]] = []
        self.no_recovery: list[list[bool]] = []  # for whom, while its centre lies in it
        for kind in tablemap.AREAS:
            id_ = "onepage.terrain.fort" if kind == "fortress" else f"onepage.terrain.{kind}"
            self.times.append(book.ints(id_, "times"))
            listed = book.rule(id_).values
            for key, found in (("disorders", self.disorders), ("no_recovery", self.no_recovery)):
                found.append(arms(book, id_, key) if key in listed else [False] * len(ARMS))
        self.sight_within = {
            tablemap.FOREST: book.int("onepage.terrain.forest.sight", "inches") * INCH,
            tablemap.ORCHARD: book.int("onepage.terrain.orchard.sight", "inches") * INCH,
        }
        screens = book.words("onepage.terrain.tree-line", "lines")
        self.screens = [tablemap.LINES.index(word) for word in screens]
        self.stream_parts = book.int("onepage.terrain.stream", "parts")
        self.stream_disorders = arms(book, "onepage.terrain.stream", "disorders")
        self.marshy_parts = book.int("onepage.terrain.marshy-stream", "parts")
        self.marshy_closed = arms(book, "onepage.terrain.marshy-stream", "closed")
        self.marshy_disorders = arms(book, "onepage.terrain.marshy-stream", "disorders")
        self.crossing_parts = book.int("onepage.terrain.crossing", "parts")
        self.crossing_wide = book.int("onepage.terrain.crossing", "thousandths")
        self.works_disorder = arms(book, "onepage.terrain.field-works", "disorders")
        self.hill_up = arms(book, "onepage.terrain.hill", "up")
        self.hill_second = arms(book, "onepage.terrain.hill", "second")
        self.hill_closed = arms(book, "onepage.terrain.hill", "closed")
        self.hill_parts = book.int("onepage.terrain.hill", "parts")


class Toll(NamedTuple):
    """What a leg takes: mils of the allowance, disorder, streams and contours met so far."""

    cost: int
    disorders: str  # what on the way disorders the unit, empty if nothing
    streams: int
    climbs: int
    marsh: int  # the marsh it leads through that is still to be rolled for, -1 for none
    closed: str


@lru_cache(maxsize=128)
def area_tariff(rules: Rules, arm: int, marsh: int = 0) -> Tariff:
    """The rates of all areas for an arm; crossings and climbs are counted apart.

    `marsh` is what a roll has made of marshes, 0 before it.
    """
    rates = [times[arm] * PLAIN or FORBIDDEN for times in rules.terrain.times]
    if marsh:
        rates[tablemap.MARSH] = marsh * PLAIN
    return Tariff(rates)


@lru_cache(maxsize=64)
def open_tariff(rules: TerrainRules, arm: int) -> Tariff:
    """No rates, only what is closed: for those who run."""
    areas = [PLAIN if times[arm] else FORBIDDEN for times in rules.times]
    lines = [0] * len(tablemap.LINES)
    lines[tablemap.RIVER] = FORBIDDEN  # onepage.terrain.river
    if rules.marshy_closed[arm]:
        lines[tablemap.MARSHY_STREAM] = FORBIDDEN
    return Tariff(areas, lines, [0])


def toll(
    battle: OnepageBattle,
    arm: int,
    move: int,
    swept: Swept,
    streams: int = 0,
    climbs: int = 0,
    deep: int = 0,
) -> Toll:
    """What a straight leg takes from an arm that met some streams and contours before.

    `move` is the whole allowance, of which waters and contours take a part; `deep` is what marshes
    cost after a roll, 0 before it.
    """
    a = swept.stand
    return _toll(battle, arm, move, a.x, a.y, swept.vx, swept.vy, streams, climbs, deep)


@lru_cache(maxsize=1 << 14)
def _toll(
    battle: OnepageBattle,
    arm: int,
    move: int,
    x: int,
    y: int,
    vx: int,
    vy: int,
    streams: int,
    climbs: int,
    deep: int,
) -> Toll:
    """The toll of a centre's way; the same legs are thought of again and again."""
    rules = battle.rules
    terrain = rules.terrain
    land = battle.land
    swept = Swept(dot(x, y), vx, vy)
    on = course(land, swept)
    cost = on.whole
    disorders = ""
    marsh = -1
    if on.stretches:
        cost = price(land, on, area_tariff(rules, arm, deep))
        if cost == FORBIDDEN:
            return _shut(_closed_area(battle, arm, on))
        for start, end, area in on.stretches:
            kind_of = land.areas[area].kind
            # Who shifts its place inside is disordered by ground that keeps it so alone.
            # onepage.terrain.town onepage.terrain.fort
            shifts = end - start == on.whole and not terrain.no_recovery[kind_of][arm]
            if terrain.disorders[kind_of][arm] and not shifts:
                disorders = _named(tablemap.AREAS[kind_of])
            if kind_of == tablemap.MARSH and not deep and rules.marsh.rolls[arm] and marsh < 0:
                marsh = area
    for start, _, area in on_outlines(land, on, swept):  # onepage.rulings.outline
        kind_of = land.areas[area].kind
        if start and not terrain.times[kind_of][arm]:
            return _shut(f"{_named(tablemap.AREAS[kind_of])} is closed to it")
        if terrain.disorders[kind_of][arm] and kind_of != tablemap.MARSH:
            disorders = _named(tablemap.AREAS[kind_of])
    for _, line, spot in on.crossed:
        fee, shaken, closed = _crossing(terrain, arm, land.lines[line].kind, spot, streams)
        if closed:
            return _shut(closed)
        if fee:
            cost += 0 if streams else move // fee  # onepage.rulings.second-stream
            streams += 1
        disorders = disorders or shaken
    for _, rise in on.climbs:
        # onepage.rulings.two-contours
        second = climbs >= DOWN if rise < 0 else climbs % DOWN > 0
        climbs += DOWN if rise < 0 else 1
        if not second:
            cost += move // terrain.hill_parts if terrain.hill_up[arm] and rise > 0 else 0
        elif terrain.hill_closed[arm]:
            return _shut("a second contour is too steep in one move")
        elif terrain.hill_second[arm]:
            cost += move // terrain.hill_parts
            disorders = "a second contour"
    return Toll(cost, disorders, streams, climbs, marsh, "")


def _named(kind: str) -> str:
    return "the broken ground" if kind == "broken" else f"the {kind.replace('-', ' ')}"


def _shut(why: str) -> Toll:
    return Toll(0, "", 0, 0, -1, why)


def _crossing(
    rules: TerrainRules, arm: int, kind: int, spot: int, streams: int
) -> tuple[int, str, str]:
    """What crossing a line does: a part of the move as fee, what disorders, or why not."""
    if kind in (tablemap.FIELD_WORKS, tablemap.SUNKEN_ROAD):
        return 0, _named(tablemap.LINES[kind]) * rules.works_disorder[arm], ""
    if kind not in (tablemap.STREAM, tablemap.MARSHY_STREAM, tablemap.RIVER):
        return 0, "", ""
    # onepage.terrain.stream
    again = "a second stream" * (streams > 0 and rules.stream_disorders[arm])
    if spot >= 0:
        return rules.crossing_parts, again, ""
    if kind == tablemap.RIVER:  # onepage.terrain.river
        return 0, "", "a river is crossed at a bridge or ford only"
    if kind == tablemap.MARSHY_STREAM:
        if rules.marshy_closed[arm]:
            return 0, "", "a marshy stream is closed to artillery"
        return rules.marshy_parts, "the marshy stream" * rules.marshy_disorders[arm] or again, ""
    return rules.stream_parts, again, ""


def _closed_area(battle: OnepageBattle, arm: int, on: Course) -> str:
    for _, _, area in on.stretches:
        kind = battle.land.areas[area].kind
        if not battle.rules.terrain.times[kind][arm]:
            return f"{_named(tablemap.AREAS[kind])} is closed to it"
    return "the ground is closed to it"


def closed_at(battle: OnepageBattle, kind: int, x: int, y: int) -> bool:
    """Whether a unit of a kind may not stand with its centre at a point."""
    times = battle.rules.terrain.times
    land = battle.land
    return any(not times[land.areas[i].kind][ARM_OF[kind]] for i in land.areas_at(x, y))


def parted(battle: OnepageBattle, arm: int, a: Rect, b: Rect) -> bool:
    """Whether ground that is closed to an arm lies between its stand and another."""
    on = course(battle.land, Swept(a, b.x - a.x, b.y - a.y))
    return price(battle.land, on, open_tariff(battle.rules.terrain, arm)) == FORBIDDEN


def shut_to(battle: OnepageBattle) -> Callable[[int, Rect], bool]:
    """A question: whether the ground where a stand would be is closed to its unit."""
    return lambda u, a: closed_at(battle, battle.kind[u], a.x, a.y)


def trample(p: OnepagePosition, u: int, *places: tuple[int, int]) -> None:
    """Crops on the way from here by some places are flattened by all but skirmishers, generals."""
    battle = p.battle
    # onepage.terrain.crops.sight
    if not battle.crops or battle.arm[u] in (SKIRMISHER, GENERAL):
        return
    a = p.rect(u)
    ax, ay = a.x, a.y
    for x, y in places:
        bx, by = x * TENTH, y * TENTH
        for i, area in enumerate(battle.crops):
            if not p.flat[i] and chords(battle.land.areas[area], ax, ay, bx, by):
                p.flat[i] = 1
                p.say(u, "flattens standing crops")
        ax, ay = bx, by
