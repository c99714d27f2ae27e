"""Skirmishers a brigade lists: they are detached beside it, and join it again on contact."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import QUARTER, STEPS, TENTH, length, offset, rounded
from grognard.boards.table.rect import Rect, overlap
from grognard.boards.table.shape import shape
from grognard.boards.table.slide import Swept
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.systems.brigades.battle import BrigadesBattle
from grognard.systems.brigades.buildings import room_in
from grognard.systems.brigades.field import foes_touching, touches
from grognard.systems.brigades.ground import land_of
from grognard.systems.brigades.kinds import DEGREES
from grognard.systems.brigades.position import COLUMN, MOVED, OUT, WITHIN, BrigadesPosition
from grognard.systems.brigades.rates import closed_at
from grognard.systems.brigades.retreat import free_place
from grognard.systems.brigades.terrain import Way, toll
from grognard.systems.tabletop.asking import UnitDecision

# The sides of a brigade in the order in which they are offered, by quarters from its front.
ROUND: Final = ((0, "in front"), (1, "on the right"), (2, "behind"), (3, "on the left"))
LAST: Final = 200  # mils from edge to edge within which a place of the lattice is looked for


def answers(p: BrigadesPosition, side: int) -> list[int]:
    """What a side may do with the skirmishers of its brigades in its movement phase."""
    battle = p.battle
    own = [b for b in battle.listing if battle.side[b] == side]
    found = [battle.detach_at + b for b in own if not why_not_detached(p, b)]
    for b in own:
        for s in battle.screens[b]:
            if not why_not_joined(p, s):
                found.append(battle.rejoin_at + s)
    return sorted(found)


def next_screen(p: BrigadesPosition, b: int) -> int:
    """The first of a brigade's skirmishers that is with it and did not move yet, or -1."""
    for s in p.battle.screens[b]:
        if p.x[s] == WITHIN and not p.state[s] & MOVED:
            return s
    return -1


def why_not_detached(p: BrigadesPosition, b: int) -> str:
    """Why a brigade cannot detach skirmishers now; empty if it can."""
    if not p.on_table(b):
        return "it is not on the table"
    if next_screen(p, b) < 0:
        return "it has no skirmishers to detach"
    if p.left(b) <= p.battle.rules.screen_points:
        return "it has no strength point to spare"
    if p.state[b] & MOVED:
        return "it has moved: skirmishers are detached before"
    why = _unfit(p, b)
    if why or places(p, next_screen(p, b), b):
        return why
    return "there is no room beside it"


def why_not_joined(p: BrigadesPosition, s: int) -> str:
    """Why detached skirmishers cannot join their brigade again now; empty if they can."""
    b = p.battle.within[s]
    if not p.on_table(s):
        return "they are not on the table"
    if not p.on_table(b) or not touches(p, p.rect(s), p.rect(b)):
        return f"they do not touch {p.name(b)}"
    return _unfit(p, s) or _unfit(p, b)


def _unfit(p: BrigadesPosition, u: int) -> str:
    """What keeps a stand from detaching, or from joining."""
    if p.disordered(u):
        return f"{clause(p.name(u), 'is')} disordered"
    if p.state[u] & COLUMN:
        return f"{clause(p.name(u), 'is')} in march column"
    return f"{p.name(u)} touches an enemy" if foes_touching(p, u) else ""


def refused(p: BrigadesPosition, s: int, b: int, x: int, y: int, facing: int) -> str:
    """Why skirmishers cannot be set beside their brigade in a pose; empty if they can."""
    battle = p.battle
    base = p.rect(b)
    there = Rect(x * TENTH, y * TENTH, shape(facing, *battle.base[s]))
    if not touches(p, there, base):
        return f"it must touch {p.name(b)}"
    if not free_place(p, s, there):
        return "there is no room, or an enemy is too near"
    for v in p.stands_on(battle.side[s]):
        tail = p.tail(v)
        if tail is not None and overlap(there, tail):
            return f"the column of {p.name(v)} is there"
    land, arm = land_of(p), battle.arm[s]
    why = room_in(p, s, there.x, there.y)[0]
    if why or closed_at(battle, land, arm, there.x, there.y):
        return why or "it may not be on such ground"
    dx, dy = there.x - base.x, there.y - base.y
    way = Swept(Rect(base.x, base.y, there.shape), dx, dy)
    found = toll(battle, land, arm, way, Way(battle.move[s]))
    if found.closed or found.disorders or found.cost > length(dx, dy):
        return found.closed or "the ground between them is not open"
    return ""


def places(p: BrigadesPosition, s: int, b: int) -> dict[int, str]:
    """The chief poses in which skirmishers may be set beside their brigade: one on each side."""
    battle = p.battle
    width, depth = battle.base[b]
    own = battle.base[s][1]
    found: dict[int, str] = {}
    for quarter, name in ROUND:
        facing = (p.facing[b] + quarter * QUARTER) % STEPS
        reach = ((width if quarter % 2 else depth) + own) // 2
        for gap in range(0, LAST, TENTH // 2):
            dx, dy = offset(facing, reach + gap)
            x, y = p.x[b] + rounded(dx, TENTH), p.y[b] + rounded(dy, TENTH)
            inside = 0 <= x <= battle.poses.wide and 0 <= y <= battle.poses.high
            if inside and not refused(p, s, b, x, y, facing):
                found[battle.pose_at + battle.poses.at(x, y, facing)] = name
                break
    return found


def rejoin(p: BrigadesPosition, s: int) -> None:
    """Skirmishers are part of their brigade again."""
    p.put(s, WITHIN, 0, 0)
    p.state[s] = MOVED
    if p.ear is not None:
        p.tell(f"{p.name(s)} rejoin {p.name(p.battle.within[s])}.", p.uid(p.battle.within[s]))


class Detach(UnitDecision[BrigadesPosition]):
    """Where the skirmishers of a brigade are set: in contact with it."""

    side: Side

    wide = True
    asked_anyway = True

    def options(self, p: BrigadesPosition) -> list[int]:
        """One place on each side where there is room."""
        return sorted(places(p, next_screen(p, self.unit), self.unit))

    def allows(self, p: BrigadesPosition, action: int) -> bool:
        """Any pose in contact."""
        battle: BrigadesBattle = p.battle
        return battle.pose_at <= action < battle.nouns.size and not self.refusal(p, action)

    def refusal(self, p: BrigadesPosition, action: int) -> str:
        """Why not there."""
        if action < p.battle.pose_at:
            return ""
        pose = p.battle.poses.pose(action - p.battle.pose_at)
        return refused(p, next_screen(p, self.unit), self.unit, *pose)

    def beyond(self, p: BrigadesPosition, words: tuple[str, ...]) -> tuple[int, int]:
        """`to 12.3,20.0 facing 90`; without a facing that of the brigade."""
        skip = 1 if words[:1] == ("to",) else 0
        for count in (3, 1):
            text = " ".join(words[skip : skip + count])
            if count == 1:
                text += f" facing {p.facing[self.unit] * DEGREES}"
            index = p.battle.poses.find(text)
            if index is not None:
                return p.battle.pose_at + index, skip + count
        return -1, 0

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """They stand apart, in command if their brigade is, and may move."""
        s = next_screen(p, self.unit)
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        p.put(s, x, y, facing)
        p.state[s] = p.state[self.unit] & OUT
        p.began_x[s], p.began_y[s], p.began_facing[s] = x, y, facing
        p.saw = {}
        if p.ear is not None:
            p.tell(f"{clause(p.name(self.unit), 'detaches')} its skirmishers.", p.uid(s))

    def prompt(self, p: BrigadesPosition) -> str:
        """Where?"""
        return f"Where do the skirmishers of {p.name(self.unit)} stand?"

    def waiting(self, p: BrigadesPosition) -> str:
        """For the other side."""
        return f"Waiting for the skirmishers of {p.name(self.unit)}."

    def phrase(self, p: BrigadesPosition, action: int) -> str:
        """A chief place by its side, any other by its pose."""
        name = places(p, next_screen(p, self.unit), self.unit).get(action, "")
        text = f"to {p.battle.nouns.name(action)}"
        return f"{name} {text}" if name else text
