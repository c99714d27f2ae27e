"""The muster of a battle for people who keep their rosters by hand: stands, and limits to watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

LOSSES: Final = "losses"  # points of strength that are lost
UNITS: Final = "units"  # units that are gone
GROUPS: Final = "groups"  # groups that have reached a limit of their own
MOST: Final = 400  # the largest total a limit is told for


class Stand(NamedTuple):
    """A unit or officer of a roster; width and depth of its base are thousandths of an inch."""

    id: str
    name: str
    side: int
    group: str
    kind: str
    strength: int
    rating: str
    officer: bool
    width: int = 0
    depth: int = 0
    counted: bool = True  # whether its loss counts for the army
    turn: int = 0  # on which it arrives; 0 if it is there from the start


class Limit(NamedTuple):
    """What happens when something has gone so far: exhaustion, a break point, army morale.

    `limits` gives the limit by the total it is measured against: strength, units or groups.
    """

    title: str
    over: str  # "group" or "army"
    counts: str  # LOSSES, UNITS or GROUPS
    limits: tuple[int, ...]
    says: str


class Fixed(NamedTuple):
    """A limit a battle sets itself, for a group (or "" for the army) of a side."""

    title: str
    side: int
    group: str
    limit: int


class Pool(NamedTuple):
    """Something a side rolls for every turn and spends, such as command dice.

    `facts` are those of the check, as far as the army fixes them.
    """

    title: str
    side: int
    check: str
    facts: tuple[tuple[str, int], ...]
    says: str


class Watched(NamedTuple):
    """A limit worked out for a group (or "" for the army) of a side."""

    title: str
    group: str
    counts: str
    limit: int
    says: str


class Muster(NamedTuple):
    """Both armies of a battle, the limits it sets itself, and the pools of its sides."""

    stands: tuple[Stand, ...]
    fixed: tuple[Fixed, ...] = ()
    pools: tuple[Pool, ...] = ()


def watched(
    stands: Sequence[Stand], limits: Sequence[Limit], fixed: Sequence[Fixed], side: int
) -> list[Watched]:
    """The limits of a side's groups and army, for these stands; a battle's own ones go before."""
    own = [stand for stand in stands if stand.side == side and not stand.officer]
    found: list[Watched] = []
    groups = tuple(dict.fromkeys(stand.group for stand in own))
    for limit in limits:
        for group in groups if limit.over == "group" else ("",):
            of = [stand for stand in own if limit.over == "army" or stand.group == group]
            if limit.counts == LOSSES:
                total = sum(stand.strength for stand in of)
            elif limit.counts == UNITS:
                total = len(of)
            else:
                total = sum(bool(each.group) for each in found)
            most = limit.limits[min(total, len(limit.limits) - 1)]
            for each in fixed:
                if (each.title, each.side, each.group) == (limit.title, side, group):
                    most = each.limit
            found.append(Watched(limit.title, group, limit.counts, most, limit.says))
    return found


def share(percent: int, least: int = 1) -> tuple[int, ...]:
    """The limits that are a share of the total, rounded up.

    >>> share(50)[:6]
    (1, 1, 1, 2, 2, 3)
    """
    return tuple(max(least, -(-total * percent // 100)) for total in range(MOST + 1))
