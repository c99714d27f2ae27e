"""Who could get to a unit or a place by one leg of a move, and which enemies could strike it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple, TypeVar

from grognard.boards.table.contact import CONTACT
from grognard.boards.table.lattice import INCH, short_of
from grognard.boards.table.rect import Rect, gap, rect, surely_apart
from grognard.engine.grammar import agreed
from grognard.engine.tool import Finding, Tool
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.places import Goal
from grognard.systems.tabletop.position import TablePosition
from grognard.systems.tabletop.templates import LEAST, NOWHERE, TableNamer
from grognard.systems.tabletop.tools import Kit

NEAR: Final = 6 * INCH  # who comes no nearer is not told
STRIDE: Final = INCH // 2  # between the places that are tried on the way

WHO_REACHES: Final = Tool(
    "who-reaches",
    "Who can reach it",
    f"Which units could charge a unit, or come within {NEAR // INCH} in of it or of a place, by"
    " one leg.",
    ("Which unit?",),
)
THREATS: Final = Tool(
    "threats",
    "What threatens it",
    "Which enemies could charge a unit, or fire at it from where they stand; of a place, those"
    " who are in it.",
    ("Which unit?",),
)
OF_PLACES: Final = (WHO_REACHES.name, THREATS.name)


class Goer(NamedTuple):
    """A unit that could move, what is to be said of it besides, and what its attack is called."""

    namer: TableNamer[Any, Any, Any]
    note: str = ""
    attacks: str = "charge"


Goers = Callable[[int], Goer | None]  # None of a unit that cannot move at all
P = TypeVar("P", bound=TablePosition)


def add_tools(
    kit: Kit, goer: Callable[[P, int], Goer | None], shot: Callable[[P, int, int], list[str]]
) -> None:
    """Both tools for a system that says how its units begin a move, and their fire in words."""
    kit[WHO_REACHES] = lambda p, goal: who_reaches(p, goal, partial(goer, p))
    kit[THREATS] = lambda p, goal: threats(p, goal, partial(goer, p), partial(shot, p))


def who_reaches(p: TablePosition, goal: Goal, goers: Goers) -> Finding:
    """Who could charge a unit or come near to it or to a place, those of its own side too."""
    battle = p.battle
    said, lit = [], []
    for u in (*p.stands_on(0), *p.stands_on(1)):
        if u == goal.unit:
            continue
        how = _how_near(p, u, goal, goers(u))
        if how:
            said.append(f"{battle.titles[battle.side[u]]}: {p.name(u)}, {how}.")
            lit.append(p.uid(u))
    name = goal.name
    nobody = f"Nobody could come within {NEAR // INCH} in of {name} by one leg."
    return Finding((f"To {name} could come:", *said) if said else (nobody,), tuple(lit))


def threats(
    p: TablePosition, goal: Goal, goers: Goers, shots: Callable[[int, int], list[str]]
) -> Finding:
    """Which enemies could strike a unit, or those in a place, and how, as all stand now."""
    if goal.unit >= 0:
        return _threats(p, goal.unit, goers, shots)
    there = [v for v in (*p.stands_on(0), *p.stands_on(1)) if goal.gap(p.rect(v)) <= CONTACT]
    if not there:
        found = who_reaches(p, goal, goers)
        return found._replace(says=(f"Nobody is at {goal.name}.", *found.says))
    each = [_threats(p, v, goers, shots) for v in there]
    said, lit, ways = zip(*((one.says, one.lit, one.ways) for one in each), strict=True)
    flat = chain.from_iterable
    return Finding(tuple(flat(said)), tuple(dict.fromkeys(flat(lit))), tuple(flat(ways)))


def _threats(
    p: TablePosition, v: int, goers: Goers, shots: Callable[[int, int], list[str]]
) -> Finding:
    said, ways = [], []
    for u in p.stands_on(1 - p.battle.side[v]):
        if _touching(p, u, v):
            how = ["it is in contact"]
        else:
            how, goer = shots(u, v), goers(u)
            if goer is not None and strikes(goer.namer, v, p.rect(v)):
                how.append(f"{goer.attacks}{_noted(goer)}")
        if how:
            said.append(f"{p.name(u)}: {agreed(p.name(u), ', '.join(how))}.")
            ways.append((p.uid(u), p.uid(v)))
    name = p.name(v)
    head = f"{name} could meet:" if said else f"Nothing threatens {name} now."
    return Finding((head, *said), tuple(way[0] for way in ways), tuple(ways))


def at_range(distance: int) -> list[str]:
    """Fire at a unit in words, nothing where it does not reach (-1)."""
    return [] if distance < 0 else [f"fire at {inches(distance)} in"]


def _touching(p: TablePosition, u: int, v: int) -> bool:
    return gap(p.rect(u), p.rect(v)) <= CONTACT


def _noted(goer: Goer) -> str:
    return f" ({goer.note})" if goer.note else ""


def _how_near(p: TablePosition, u: int, goal: Goal, goer: Goer | None) -> str:
    """How near a unit could come to another or to a place, in words; empty if not near."""
    v, here = goal.unit, goal.gap(p.rect(u))
    it = agreed(goal.name, "it") if v >= 0 else "it"
    if here <= CONTACT:
        return f"in contact with {it}" if v >= 0 else "there already"
    already = f"{inches(here)} in from {it} already" if here <= NEAR else ""
    if goer is None:
        return already
    if v >= 0 and p.battle.side[u] != p.battle.side[v] and strikes(goer.namer, v, goal.at):
        return f"to {goer.attacks} {it}{_noted(goer)}"
    near = nearest(goer.namer, goal)
    if not 0 <= near <= NEAR:
        return already
    up = f"right up to {it}" if v >= 0 else "to the place itself"
    where = up if near <= CONTACT else f"to within {inches(near)} in of {it}"
    return f"{where}{_noted(goer)}"


def strikes(namer: TableNamer[Any, Any, Any], v: int, b: Rect) -> bool:
    """Whether one of a unit's named ways leads into contact with an enemy."""
    mover = namer.mover
    if surely_apart(namer.a, b, mover.longest_leg() + INCH):
        return False
    poses, first = namer.battle.poses, namer.battle.pose_at
    return any(mover.attempt(*poses.pose(way - first)).target == v for way in namer.named())


def nearest(namer: TableNamer[Any, Any, Any], goal: Goal) -> int:
    """How near a unit could come by going straight for a stand or a place; -1 if not nearer."""
    mover, here = namer.mover, goal.gap(namer.a)
    reach = mover.longest_leg()
    if here > reach + NEAR:
        return -1
    towards = namer.facing_to(goal.at.x, goal.at.y)
    far = gap(namer.a, goal.at)  # no more than here, but for a place with ground
    best = here
    for x, y, facing in namer.starts(towards):
        for mils in range(min(reach, far), LEAST - 1, -STRIDE):
            pose = (*short_of(x, y, towards, mils), facing)
            if namer.action(*pose) == NOWHERE:
                continue
            tried = mover.attempt(*pose)
            if not tried.why and tried.target < 0:
                best = min(best, goal.gap(rect(pose, *namer.battle.base[namer.u])))
                break
    return best if best < here else -1
