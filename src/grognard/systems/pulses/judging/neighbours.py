"""Who has which enemies about it, and who is led. Positions that are judged one after another
differ by a unit or two: what was seen in the last one is kept, only what moved is looked at again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.position import PulsesPosition

ABOUT: Final = 90  # tenths of an inch from centre to centre
NOBODY: Final = -1


class Neighbours:
    """By unit: the enemies about it, the nearest one, the square of the way to him, its radius."""

    __slots__ = ("about", "led", "nearest", "places", "way")

    def __init__(self, battle: PulsesBattle) -> None:
        stands = battle.stands
        self.places = [(NOBODY, 0, 0)] * battle.count
        self.about: list[tuple[int, ...]] = [()] * stands
        self.nearest = [NOBODY] * stands
        self.way = [0] * stands
        self.led = [False] * stands  # within the radius of its sub-commander

    def of(self, p: PulsesPosition) -> Neighbours:
        """The same for a position: itself if nobody has moved."""
        places = list(zip(p.x, p.y, p.facing, strict=True))
        if places == self.places:
            return self
        other = Neighbours.__new__(Neighbours)
        other.places = places
        other.about, other.nearest = self.about.copy(), self.nearest.copy()
        other.way, other.led = self.way.copy(), self.led.copy()
        for u, place in enumerate(places):
            if place == self.places[u]:
                continue
            if u < p.battle.stands:
                other._moved(p, u, self.about[u])
            elif p.battle.force[u] >= 0:
                for v in p.units_in(p.battle.force[u]):
                    other.led[v] = in_radius(p, v)
        return other

    def _look(self, p: PulsesPosition, u: int) -> list[tuple[int, int]]:
        """Look about from a unit: its enemies, each after the square of the way to him."""
        x, y, xs, ys = p.x[u], p.y[u], p.x, p.y
        foes = p.stands_on(1 - p.battle.side[u])
        ways = [((xs[v] - x) * (xs[v] - x) + (ys[v] - y) * (ys[v] - y), v) for v in foes]
        self.about[u] = tuple([v for way, v in ways if way < ABOUT * ABOUT])
        self.way[u], self.nearest[u] = min(ways, default=(0, NOBODY))
        return ways

    def _moved(self, p: PulsesPosition, u: int, before: tuple[int, ...]) -> None:
        """A unit has moved, come or gone, from the enemies who were about it before."""
        for v in before:
            self.about[v] = tuple([w for w in self.about[v] if w != u])
        if p.x[u] < 0:
            self.about[u], self.nearest[u] = (), NOBODY
            for v in p.stands_on(1 - p.battle.side[u]):
                if self.nearest[v] == u:
                    self._look(p, v)
            return
        self.led[u] = in_radius(p, u)
        for way, v in self._look(p, u):
            if self.nearest[v] == u:
                self._look(p, v)
                continue
            if way < ABOUT * ABOUT and u not in self.about[v]:
                self.about[v] = (*self.about[v], u)
            if way < self.way[v] or self.nearest[v] < 0:
                self.way[v], self.nearest[v] = way, u


@lru_cache(maxsize=64)
def last_seen(battle: PulsesBattle) -> list[Neighbours]:
    """What was seen in the position of a battle that was judged last."""
    return [Neighbours(battle)]


def neighbours(p: PulsesPosition) -> Neighbours:
    """What is about every unit of a position."""
    last = last_seen(p.battle)
    last[0] = found = last[0].of(p)
    return found
