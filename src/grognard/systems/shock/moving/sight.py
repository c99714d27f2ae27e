"""Line of sight: from centre to centre, and what blocks it."""

from __future__ import annotations

from grognard.boards.hexes import bits
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.terrain import BUILT_UP_VILLAGE, CHATEAU, CREST, STEEP, VILLAGE, WOODS


def blocker(battle: ShockBattle, a: int, b: int) -> int:
    """The hex that blocks the sight from one hex to another, -1 if nothing does."""
    key = (a, b)
    found = battle.sights.get(key)
    if found is None:
        found = battle.grid.first_blocker(a, b, _blocks(battle, a, b))
        battle.sights[key] = found
    return found


def seen_from(battle: ShockBattle, h: int, hexes: int) -> int:
    """The hexes known to be seen from another, some given ones looked at among them."""
    looked, seen = battle.lookouts.get(h, (0, 0))
    new = hexes & ~looked
    if new:
        for t in bits(new):
            if blocker(battle, h, t) < 0:
                seen |= 1 << t
        battle.lookouts[h] = looked | new, seen
    return seen


class _blocks:
    """Whether a hex between two others blocks the sight between them."""

    def __init__(self, battle: ShockBattle, a: int, b: int) -> None:
        self.level = battle.ground.level
        self.ground = battle.ground.ground
        self.from_a = self.level[a]
        self.from_b = self.level[b]

    def __call__(self, h: int, i: int, n: int) -> bool:
        """Hex `h` stands `i` steps of `n` along the line."""  # shock.rulings.fire.los
        level = self.level[h]
        highest = max(self.from_a, self.from_b)
        if level > highest:
            return True
        if self.ground[h] not in (WOODS, VILLAGE, BUILT_UP_VILLAGE, CHATEAU):
            return False
        if highest <= level:
            return True
        if self.from_a > level and self.from_b > level:
            return False
        # One of the two looks down over it, unless it stands half-way or nearer to the other.
        from_lower = n - i if self.from_a > level else i
        return 2 * from_lower <= n


def crosses_crest(battle: ShockBattle, a: int, b: int) -> bool:
    """Whether a line of fire goes over a crest."""
    return _crosses(battle, a, b, CREST, 0)


def goes_up(battle: ShockBattle, a: int, b: int) -> bool:
    """Whether a line of fire goes up a steep slope."""
    return _crosses(battle, a, b, STEEP, 1)


def goes_down(battle: ShockBattle, a: int, b: int) -> bool:
    """Whether a line of fire goes down a steep slope."""
    return _crosses(battle, a, b, STEEP, -1)


def _crosses(battle: ShockBattle, a: int, b: int, flag: int, rise: int) -> bool:
    """Whether a line crosses a kind of hexside (rising, falling); where it runs between two
    hexes it must do so on both."""
    grid = battle.grid
    side, level = battle.ground.side, battle.ground.level
    clear = [a]
    for place in (*grid.line(a, b), (b,)):
        onward = []
        for y in place:
            for x in clear:
                d = grid.direction_of(x, y)
                if d < 0 or (side[x][d] & flag and (level[y] - level[x]) * rise >= abs(rise)):
                    continue
                onward.append(y)
                break
        if not onward:
            return True
        clear = onward
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
