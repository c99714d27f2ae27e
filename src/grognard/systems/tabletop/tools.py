"""Tools for players of the tabletop: finding the units pointed at, and the words of answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from grognard.boards.table.ground import Ground
from grognard.boards.table.rect import gap
from grognard.boards.table.sight import BLOCKERS, Screen, hidden
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.grammar import clause
from grognard.engine.step import ReachArea
from grognard.engine.tool import Command, Finding, Shape, Tool
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.measure import inches, ring
from grognard.systems.tabletop.position import TablePosition

F = TypeVar("F", bound=Callable[..., Finding])

SIGHT: Final = Tool(
    "sight",
    "Line of sight",
    "Whether one unit sees another, how far it is, and what blocks the line.",
    ("From which unit?", "To which unit?"),
)
REACH: Final = Tool("reach", "Reach", "Where a unit could go now by one leg.", ("Which unit?",))
IN_THE_WAY: Final = {"contour": "higher ground", "area": "cover", "line": "a hedge or trees"}


class Kit(dict[Tool, Callable[..., Finding]]):
    """The tools of a system, each declared beside the function that answers it."""

    def answers(self, tool: Tool) -> Callable[[F], F]:
        def declared(answer: F) -> F:
            self[tool] = answer
            return answer

        return declared


def unit_of(p: TablePosition, id: str) -> int:
    """The unit an id names, which must be on the table."""
    ids = p.battle.ids
    kind, _, name = id.partition(":")
    if kind != "unit" or name not in ids:
        raise UnknownName(f'no unit "{id:.60}": {did_you_mean(name, ids)}')
    u = ids.index(name)
    if not p.on_table(u):
        raise GrognardError(f"{p.name(u)} is not on the table")
    return u


def sight(
    p: TablePosition, u: int, v: int, land: Ground, screen: Screen, stands: Iterable[int] = ()
) -> Finding:
    """How far it is from one unit to another, and what blocks the line: other stands may."""
    a, b = p.rect(u), p.rect(v)
    others = [w for w in stands if w not in (u, v) and p.on_table(w)]
    block = hidden(land, screen, a, b, [p.rect(w) for w in others])
    far = f"{p.name(u)} to {p.name(v)}: {inches(gap(a, b))} in between them."
    way = (p.uid(u), p.uid(v))
    if block is None:
        return Finding((far, "Seen."), (), (way,))
    what = BLOCKERS[block.what]
    if what == "stand":
        who = p.name(others[block.number])
        return Finding((far, f"Not seen: {who} stands between."), (), (way,))
    where = f"{inches(block.x)},{inches(block.y)}"
    said = f"Not seen: {IN_THE_WAY[what]} at {where} is in the way."
    return Finding((far, said), (), (way,))


def reach(p: TablePosition, u: int, left: int, areas: Iterable[ReachArea]) -> Finding:
    """The ground a unit could get to with what is left of its move."""
    shapes = tuple(area.outline for area in areas)
    said = f"{clause(p.name(u), 'has')} {inches(left)} in to move."
    return Finding((said,), (p.uid(u),), (), (), shapes)


def fire(
    p: TablePosition,
    u: int,
    said: str,
    targets: Iterable[tuple[int, int, str]],
    shapes: tuple[Shape, ...],
) -> Finding:
    """At whom a unit could fire, each with its distance and what that means."""
    told, lit = [said], []
    for v, distance, word in targets:
        told.append(f"{p.name(v)} at {inches(distance)} in, {word}.")
        lit.append(p.uid(v))
    return Finding(tuple(told), tuple(lit), tuple((p.uid(u), each) for each in lit), (), shapes)


def in_range(
    p: TablePosition, u: int, close: int, distance: Callable[[int], int]
) -> list[tuple[int, int, str]]:
    """The enemies whom a unit reaches, each with its distance and by which range; -1 is none."""
    ways = [(v, distance(v)) for v in p.stands_on(1 - p.battle.side[u])]
    words = ("long range", "close range")
    return [(v, far, words[far <= close]) for v, far in ways if far >= 0]


def radius(p: TablePosition, u: int, reach: int, said: str) -> Finding:
    """How far the command of one who leads reaches."""
    a = p.rect(u)
    return Finding((said,), (p.uid(u),), (), (), (ring(a.x, a.y, reach),))


def command(
    p: TablePosition, u: int, reach: int, own: Iterable[int], reached: Callable[[int], bool]
) -> Command:
    """Whom of his own one who leads reaches from where he stands, and whom nobody does."""
    there = [v for v in own if p.on_table(v)]
    within = tuple(p.uid(v) for v in there if reached(v))
    beyond = tuple(p.uid(v) for v in there if not reached(v))
    return Command(within, beyond, (p.x[u], p.y[u]), reach)


def lost(p: TablePosition, units: Sequence[int], said: str, nobody: str) -> Finding:
    """The units nobody commands, or that there are none."""
    if not units:
        return Finding((nobody,))
    names = [f"{p.battle.titles[p.battle.side[u]]}: {p.name(u)}" for u in units]
    return Finding((said, *names), tuple(p.uid(u) for u in units))


def victory(
    battle: TableBattle,
    lost: Sequence[str],
    held: Iterable[int],
    rules: Iterable[str],
    owned: bool = True,
) -> Finding:
    """What both sides have lost, every objective, and the rules of holding one and of the end."""
    return Finding((*lost, *objectives(battle, held, owned), *rules))


def objectives(battle: TableBattle, held: Iterable[int], owned: bool = True) -> list[str]:
    """Every objective, to whom it is worth something if not to both, and who holds it."""
    said = []
    for objective, holder in zip(battle.objectives, held, strict=True):
        to = (
            f" to the {battle.titles[objective.side]} side" if owned and objective.side >= 0 else ""
        )
        who = f"the {battle.titles[holder]} side" if holder >= 0 else "nobody"
        points = f"{objective.points} point{'s' if objective.points > 1 else ''}"
        said.append(f"{objective.name}: {points}{to}, held by {who}.")
    return said
