"""The end of a battle on the table: who holds a place, and who is ahead by what counts first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import point_within
from grognard.engine.battle import BattleResult
from grognard.engine.tally import Earned
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.position import TablePosition
from grognard.systems.tabletop.roster import Objective


def alone(there: Sequence[bool]) -> int:
    """The side that alone is at a place; -1 if both are or none is."""
    return -1 if there[0] == there[1] else there.index(True)


def holders(p: TablePosition, reach: int, units: Sequence[Sequence[int]]) -> list[int]:
    """The side that alone has one of its units at each objective, -1 where none has."""
    return [
        alone([_is_one_at(p, own, place.x, place.y, reach) for own in units])
        for place in p.battle.objectives
    ]


def _is_one_at(p: TablePosition, units: Sequence[int], x: int, y: int, reach: int) -> bool:
    """Whether a stand comes within reach of a place; most are told apart by their centres."""
    xs, ys = p.x, p.y
    far = (reach + p.battle.longest) // TENTH + 1
    near = [u for u in units if -far <= xs[u] - x <= far and -far <= ys[u] - y <= far]
    return any(point_within(x * TENTH, y * TENTH, a, reach) for u in near for a in p.parts(u))


def tell_changes(p: TablePosition, before: Sequence[int], now: Sequence[int]) -> None:
    """Say which objectives have changed hands, and what they are worth."""
    battle = p.battle
    for i, place in enumerate(battle.objectives):
        if before[i] == now[i]:
            continue
        points = f"{place.points} point{'s' if place.points > 1 else ''}"
        if now[i] >= 0:
            said = f"{battle.side_name(now[i])} holds {place.name}"
        else:
            said = f"{battle.side_name(before[i])} no longer holds {place.name}"
        p.tell(f"{said} ({points}).", f"objective:{i + 1}")


def points_held(battle: TableBattle, held: Sequence[int], side: int) -> int:
    """The points of the objectives a side holds and that are worth something to it."""
    return sum(objective.points for objective in _worth(battle, held, side))


def _worth(battle: TableBattle, held: Sequence[int], side: int) -> list[Objective]:
    """The objectives a side holds and that are worth something to it."""
    return [
        objective
        for objective, holder in zip(battle.objectives, held, strict=True)
        if holder == side and objective.side in (side, -1)
    ]


def earned(battle: TableBattle, held: Sequence[int]) -> list[Earned]:
    """What each objective that counts for its holder brings him."""
    found = []
    for objective, holder in zip(battle.objectives, held, strict=True):
        if holder >= 0 and objective.side in (holder, -1):
            points = [0.0, 0.0]
            points[holder] = float(objective.points)
            found.append(Earned(objective.name, (points[0], points[1])))
    return found


def casualties(battle: TableBattle, losses: Sequence[int], side: int) -> int:
    """The strength points a side has lost."""
    return sum(losses[u] for u in battle.stands_of[side])


def points_left(battle: TableBattle, losses: Sequence[int]) -> tuple[int, int]:
    """The strength points each side has left."""
    one, other = (battle.start_strength[s] - casualties(battle, losses, s) for s in (0, 1))
    return one, other


def verdict(
    battle: TableBattle,
    held: Sequence[int],
    losses: Sequence[int],
    broken: Sequence[int],
    fate: str,
    order: Iterable[str],
) -> BattleResult:
    """The one army that is not broken wins; else who is ahead by the first measure that tells."""
    titles, start = battle.titles, battle.start_strength
    points = points_held(battle, held, 0), points_held(battle, held, 1)
    score = float(points[0]), float(points[1])
    if len(broken) == 1:
        winner = 1 - broken[0]
        why = f"{titles[winner]} victory: the {titles[broken[0]]} army {fate}."
        return BattleResult(winner, score, why)
    left = points_left(battle, losses)
    # Shares of what there was at the start, over the product of both: exact.
    measures = {"objectives": points, "casualties": (left[0] * start[1], left[1] * start[0])}
    for word in order:
        a, b = measures[word]
        if a != b:
            winner = 0 if a > b else 1
            reckoned = _reckoned(battle, held, left, word, winner)
            return BattleResult(winner, score, f"{titles[winner]} victory by {word}: {reckoned}.")
    return BattleResult(None, score, "A draw: nobody is ahead.")


def _reckoned(
    battle: TableBattle, held: Sequence[int], left: Sequence[int], word: str, winner: int
) -> str:
    """What tells the sides apart in the end: what each holds, or has lost of what it had."""
    titles, start = battle.titles, battle.start_strength
    if word == "casualties":
        one, other = (
            f"{titles[side]} {start[side] - left[side]} of {start[side]}"
            for side in (winner, 1 - winner)
        )
        return f"strength points lost: {one}, {other}"
    told = []
    for side in (winner, 1 - winner):
        own = _worth(battle, held, side)
        names = ", ".join(f"{each.name} {each.points}" if own[1:] else each.name for each in own)
        points = points_held(battle, held, side)
        told.append(f"{titles[side]} {points}" + (f" ({names})" if own else ""))
    return ", ".join(told)
