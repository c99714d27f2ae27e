"""Line of sight: from centre to centre, and what blocks it."""

from __future__ import annotations

from grognard.boards.hexmap import (
    BUILT_UP_VILLAGE,
    CHATEAU,
    CREST,
    STEEP,
    VILLAGE,
    WOODS,
)
from grognard.systems.shock.battle import ShockBattle


def blocker(battle: ShockBattle, a: int, b: int) -> int:
    """The hex that blocks the sight from one hex to another, -1 if nothing does."""
    key = (a, b)
    found = battle.sights.get(key)
    if found is None:
        found = battle.grid.first_blocker(a, b, _blocks(battle, a, b))
        battle.sights[key] = found
    return found


class _blocks:
    """Whether a hex between two others blocks the sight between them."""

    def __init__(self, battle: ShockBattle, a: int, b: int) -> None:
        self.level = battle.ground.level
        self.ground = battle.ground.ground
        self.rules = battle.rules.fire_play
        self.high = max(self.level[a], self.level[b])
        self.from_a = self.level[a]
        self.from_b = self.level[b]

    def __call__(self, h: int, i: int, n: int) -> bool:
        level = self.level[h]
        if level > self.high:
            return self.rules.los_higher
        kind = self.ground[h]
        woods = kind == WOODS and self.rules.los_woods
        village = kind in (VILLAGE, BUILT_UP_VILLAGE, CHATEAU) and self.rules.los_village
        if not woods and not village:
            return False
        if self.high <= level or self.from_a == self.from_b:
            return True
        # One of the two looks down over it, unless it stands half-way or nearer to the lower.
        from_lower = n - i if self.from_a > self.from_b else i
        return 2 * from_lower <= n


def crosses_crest(battle: ShockBattle, a: int, b: int) -> bool:
    """Whether a line of fire goes over a crest."""
    return _crosses(battle, a, b, CREST)


def slope_between(battle: ShockBattle, a: int, b: int) -> int:
    """+1 if the last side before the target is a steep slope up to it, -1 down, 0 none."""
    grid = battle.grid
    chain = (a, *(place[0] for place in grid.line(a, b)), b)
    d = grid.direction_of(chain[-2], b)
    if d < 0 or not battle.ground.side[chain[-2]][d] & STEEP:
        return 0
    rise = battle.ground.level[b] - battle.ground.level[chain[-2]]
    return 1 if rise > 0 else -1 if rise < 0 else 0


def _crosses(battle: ShockBattle, a: int, b: int, flag: int) -> bool:
    grid = battle.grid
    side = battle.ground.side
    here: tuple[int, ...] = (a,)
    for there in (*grid.line(a, b), (b,)):
        for x in here:
            for y in there:
                d = grid.direction_of(x, y)
                if d >= 0 and side[x][d] & flag:
                    return True
        here = there
    return False


def fire_arc(battle: ShockBattle, h: int, facing: int) -> int:
    """The hexes a gun can fire at through its front hexes, at any distance."""
    key = (h, facing)
    found = battle.arcs.get(key)
    if found is None:
        grid = battle.grid
        left, right = (facing - 1) % 6, facing
        found, edge = 0, 1 << h
        while edge:
            edge = grid.shift(edge, left) | grid.shift(edge, right)
            found |= edge
        battle.arcs[key] = found
    return found
