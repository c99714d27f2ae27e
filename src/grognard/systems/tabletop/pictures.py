"""What is seen of a table: a piece for each unit on it, objectives, and cards by id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from grognard.boards.table.lattice import TENTH
from grognard.engine.action import DEGREES
from grognard.engine.view import Marker, Placement
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.position import TablePosition

P = TypeVar("P", bound=TablePosition)


def units_seen(p: TablePosition) -> list[int]:
    """The units on the table."""
    return [u for u, x in enumerate(p.x) if x >= 0]


def piece(
    p: TablePosition,
    u: int,
    symbol: str,
    strength: str,
    rating: tuple[str, str],
    marks: tuple[str, ...],
    note: str,
    behind: tuple[int, ...] = (),
) -> Placement:
    """A unit where it is; those who lead have neither a base nor a facing."""
    battle = p.battle
    leads = u >= battle.stands
    size = () if leads else tuple(side // TENTH for side in battle.base[u])
    return Placement(
        id=f"unit:{battle.ids[u]}",
        symbol=symbol,
        side=battle.side[u],
        at=(p.x[u], p.y[u], *size),
        turn=None if leads else p.facing[u] * DEGREES,
        label=battle.names[u],
        strength=strength,
        marks=marks,
        note=note,
        rating=rating,
        behind=behind,
    )


@lru_cache(maxsize=4096)  # most units are after an answer as they were before
def in_words(card: tuple[tuple[str, str], ...]) -> str:
    """A card in one line."""
    return "; ".join([f"{label}: {text}" for label, text in card])


def objectives(battle: TableBattle, sides: Sequence[int]) -> list[Marker]:
    """A mark at each objective, of the side that goes with it."""
    return [
        Marker(f"objective:{i + 1}", "objective", (place.x, place.y), side, place.name)
        for i, (place, side) in enumerate(zip(battle.objectives, sides, strict=True))
    ]


def unit_named(battle: TableBattle, id: str) -> int:
    """The unit an id names, -1 if it names none."""
    kind, _, name = id.partition(":")
    return battle.ids.index(name) if kind == "unit" and name in battle.ids else -1


def attacks(
    p: P, side: int, foe_of: Callable[[P, int], int], ordered: Mapping[int, int]
) -> list[tuple[str, str]]:
    """Whom each unit of a side attacks: its foe, -1 if it has none, or who was ordered."""
    foes = {u: v for u in p.stands_on(side) if (v := foe_of(p, u)) >= 0}
    found = {**foes, **ordered}
    return [(p.uid(u), p.uid(v)) for u, v in found.items() if p.on_table(u) and p.on_table(v)]
