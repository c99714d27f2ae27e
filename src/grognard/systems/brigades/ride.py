"""Skirmishers before a charge: ridden through by cavalry, giving ground before infantry."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.polygons import OUTSIDE
from grognard.boards.table.chord import chords
from grognard.boards.table.ground import Area, place
from grognard.boards.table.lattice import QUARTER, STEPS, TENTH, bearing, offset, short_of
from grognard.boards.table.rect import Rect, rect
from grognard.boards.table.shape import shape
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Unit
from grognard.engine.step import Decision, Then
from grognard.systems.brigades.battle import PASS, STAY, YIELD
from grognard.systems.brigades.buildings import room_in
from grognard.systems.brigades.ground import ground_disorders, land_of
from grognard.systems.brigades.kinds import BRIGADES, HORSE_SKIRMISHER
from grognard.systems.brigades.leader import lose
from grognard.systems.brigades.position import BrigadesPosition
from grognard.systems.brigades.rates import closed_at
from grognard.systems.brigades.retreat import fall_back, free_place

FURTHER = 30000  # mils beyond the printed distance to get out of a charger's way
INSIDE = 1000  # mils a skirmisher goes into a forest, or half way if it is narrower
APART = 2  # steps of five degrees between the ways on which cover is looked for


def begin_ride(
    p: BrigadesPosition,
    go: Then[BrigadesPosition],
    unit: int,
    end: tuple[int, int, int],
    ridden: list[int],
) -> None:
    """Skirmishers get out of the way of a charging cavalry brigade before it gets there."""
    p.stack.append(go)
    foot = []
    for v in ridden:
        if p.battle.arm[v] == HORSE_SKIRMISHER:
            fall_ahead(p, v, unit, end)
        else:
            foot.append(v)
    for v in reversed(foot):
        p.stack.append(
            Retire(side=p.battle.side[v], unit=unit, facing=end[2], victim=v, x=end[0], y=end[1])
        )


def fall_ahead(p: BrigadesPosition, v: int, unit: int, end: tuple[int, int, int]) -> None:
    """Cavalry skirmishers fall back ahead of the charger, as far as they must."""
    battle = p.battle
    there = rect(end, *battle.base[unit])
    a = p.rect(unit)
    direction = bearing(there.x - a.x, there.y - a.y)
    land = land_of(p)
    start = battle.rules.ride_back
    for mils in range(start, start + FURTHER, TENTH * 2):
        x, y = short_of(p.x[v], p.y[v], direction, mils)
        place = Rect(x * TENTH, y * TENTH, shape(direction % STEPS, *battle.base[v]))
        if closed_at(battle, land, battle.arm[v], place.x, place.y):
            continue
        if free_place(p, v, place, there):
            p.put(v, x, y, direction % STEPS)
            if p.ear is not None:
                p.tell(f"{clause(p.name(v), 'falls')} back before {p.name(unit)}.", p.uid(v))
            if ground_disorders(p, v):
                p.disorder(v)
            return
    lose(p, v, "ridden down")


class Retire(Decision[BrigadesPosition]):
    """Where infantry skirmishers take cover from a charging cavalry brigade."""

    side: Side
    unit: Unit
    facing: int
    victim: int
    x: int
    y: int

    def options(self, p: BrigadesPosition) -> list[int]:
        """Every cover within half a move; none is certain death."""
        battle = p.battle
        charger = rect((self.x, self.y, self.facing), *battle.base[self.unit])
        found = covers(p, self.victim, charger)
        poses = sorted({battle.pose_at + battle.poses.at(*pose) for pose in found})
        return poses or [PASS]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Run for it, or be ridden down."""
        v = self.victim
        if action != PASS:
            p.put(v, *p.battle.poses.pose(action - p.battle.pose_at))
            if p.ear is not None:
                p.tell(f"{clause(p.name(v), 'runs')} for cover.", p.uid(v))
        elif p.battle.rules.ride_destroys:
            lose(p, v, "ridden down")
        else:
            b = p.rect(self.unit)
            fall_back(p, v, p.battle.rules.ride_back, b.x, b.y, turn=False)

    def prompt(self, p: BrigadesPosition) -> str:
        """Where to?"""
        return f"{clause(p.name(self.victim), 'is')} ridden at: where to take cover?"

    def waiting(self, p: BrigadesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.name(self.victim)} to take cover."

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        """Both stands."""
        return (p.uid(self.victim), p.uid(self.unit))


def covers(p: BrigadesPosition, v: int, charger: Rect) -> list[tuple[int, int, int]]:
    """Poses in a town, a forest or behind a friendly brigade within half a move."""
    battle = p.battle
    rules = battle.rules
    reach = battle.move[v] // rules.ride_parts
    a = p.rect(v)
    found: list[tuple[int, int, int]] = []
    kinds = {
        tablemap.TOWN: "town",
        tablemap.VILLAGE: "village",
        tablemap.FOREST: "forest",
        tablemap.ORCHARD: "orchard",
        tablemap.BROKEN: "broken",
    }
    for area in land_of(p).areas:
        if kinds.get(area.kind, "") not in rules.ride_covers:
            continue
        for way in ways_into(area, a, reach):
            poses = ((x, y, p.facing[v]) for x, y in way)
            # On each way the first place with room.
            free = next((pose for pose in poses if _reaches(p, v, pose, reach, charger)), None)
            found += [free] if free is not None else []
    if "brigade" in rules.ride_covers:
        for u in p.stands_on(battle.side[v]):
            if u == v or battle.arm[u] not in BRIGADES or p.routed(u):
                continue
            depth = (battle.base[u][1] + battle.base[v][1]) // 2 + TENTH
            wide = (battle.base[u][0] + battle.base[v][0]) // 2 + TENTH
            for quarter, far in ((2 * QUARTER, depth), (QUARTER, wide), (-QUARTER, wide)):
                step = (p.facing[u] + quarter) % STEPS
                x, y = short_of(p.x[u], p.y[u], step, far)
                if _reaches(p, v, (x, y, p.facing[u]), reach, charger):
                    found.append((x, y, p.facing[u]))
    return found


def ways_into(area: Area, a: Rect, reach: int) -> list[list[tuple[int, int]]]:
    """Straight ways from a stand into an area: on each the lattice points inside, inch by inch."""
    left, top, right, bottom = area.box
    if max(left - a.x, a.x - right, top - a.y, a.y - bottom) > reach:
        return []
    # Towards the nearest point of its box too, which may lie between two of the ways.
    nearer = (min(max(a.x, left), right) - a.x, min(max(a.y, top), bottom) - a.y)
    steps = {*range(0, STEPS, APART)} | ({bearing(*nearer)} if any(nearer) else set())
    found = []
    for step in sorted(steps):
        points = []
        dx, dy = offset(step, reach + 2 * INSIDE)
        for start, end in chords(area, a.x, a.y, a.x + dx, a.y + dy):
            first = min(start + min(INSIDE, (end - start) // 2), reach)
            for mils in range(first, min(end, reach) + 1, INSIDE):
                x, y = short_of(a.x // TENTH, a.y // TENTH, step, mils)
                if place(area, x * TENTH, y * TENTH) != OUTSIDE:
                    points.append((x, y))
        found.append(points)
    return found


def _reaches(
    p: BrigadesPosition, v: int, pose: tuple[int, int, int], reach: int, charger: Rect
) -> bool:
    """Whether skirmishers get to a cover and have room there."""
    battle = p.battle
    x, y, _ = pose
    if not (0 <= x <= battle.poses.wide and 0 <= y <= battle.poses.high):
        return False
    if (x - p.x[v]) ** 2 + (y - p.y[v]) ** 2 > (reach // TENTH) ** 2:
        return False
    if room_in(p, v, x * TENTH, y * TENTH)[0]:
        return False
    if closed_at(battle, land_of(p), battle.arm[v], x * TENTH, y * TENTH):
        return False
    return free_place(p, v, rect(pose, *battle.base[v]), charger)


class Yield(Decision[BrigadesPosition]):
    """Whether skirmishers give ground before infantry reaches them."""

    side: Side
    unit: Unit
    victim: int

    def options(self, p: BrigadesPosition) -> list[int]:
        """Stay or give ground."""
        return [STAY, YIELD]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Half a move back, if there is a way."""
        if action == YIELD:
            b = p.rect(self.unit)
            mils = p.full_move(self.victim) // p.battle.rules.yield_parts
            fall_back(p, self.victim, mils, b.x, b.y, turn=False, runs=False)

    def prompt(self, p: BrigadesPosition) -> str:
        """Well?"""
        return f"{clause(p.name(self.victim), 'is')} charged by {p.name(self.unit)}: give ground?"

    def waiting(self, p: BrigadesPosition) -> str:
        """For the other side."""
        return f"Waiting whether {p.name(self.victim)} gives ground."

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        """Both stands."""
        return (p.uid(self.victim), p.uid(self.unit))
