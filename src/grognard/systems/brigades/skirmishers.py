"""Skirmishers: detached and joined again, ridden through by cavalry, giving ground to infantry."""

from __future__ import annotations

from typing import Final

from grognard.boards import tablemap
from grognard.boards.polygons import OUTSIDE
from grognard.boards.table.chord import chords
from grognard.boards.table.ground import Area, place
from grognard.boards.table.lattice import (
    INCH,
    QUARTER,
    STEPS,
    TENTH,
    bearing,
    length,
    offset,
    rounded,
    short_of,
)
from grognard.boards.table.rect import Rect, rect, within
from grognard.boards.table.shape import shape
from grognard.boards.table.slide import Swept
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Then
from grognard.systems.brigades.command import lose, ride_off
from grognard.systems.brigades.flanks import foes_touching, touches
from grognard.systems.brigades.moving.rates import closed_at, shut_off
from grognard.systems.brigades.moving.retreat import fall_back, free_place
from grognard.systems.brigades.state.battle import PASS, STAY, YIELD
from grognard.systems.brigades.state.ground import ground_disorders, land_of, room_in
from grognard.systems.brigades.state.kinds import BRIGADES, DEGREES, HORSE_SKIRMISHER, Stand
from grognard.systems.brigades.state.position import COLUMN, MOVED, OUT, WITHIN, BrigadesPosition
from grognard.systems.brigades.terrain import Toll, Way
from grognard.systems.tabletop.asking import PoseDecision
from grognard.systems.tabletop.measure import how_far
from grognard.systems.tabletop.position import Across, Down, Facing

# The sides of a brigade in the order in which they are offered, by quarters from its front.
ROUND: Final = ((0, "in front"), (1, "on the right"), (2, "behind"), (3, "on the left"))
LAST: Final = 200  # mils from edge to edge within which a place of the lattice is looked for


class SkirmisherRules:
    """What skirmishers are worth to their brigade, and how they get out of the way."""

    def __init__(self, book: Rulebook) -> None:
        self.points = book.int("brigades.rulings.skirmisher.origin", "points")
        ridden = "brigades.charge.ride-through.cavalry-skirmisher"
        self.fall_ahead = book.int(ridden, "inches") * INCH
        ridden = "brigades.charge.ride-through.infantry-skirmisher"
        self.cover_parts = book.int(ridden, "parts")
        self.yield_parts = book.int("brigades.rulings.skirmisher.vs-infantry", "parts")
        self.further = book.int("brigades.rulings.skirmisher.ahead", "inches") * INCH
        self.inside = book.int("brigades.rulings.skirmisher.cover", "inches") * INCH
        self.apart = book.int("brigades.rulings.skirmisher.cover", "degrees") // DEGREES
        self.yield_beyond = book.int("brigades.rulings.skirmisher.vs-infantry", "inches") * INCH


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
    if p.left(b) <= p.battle.rules.skirmishers.points:
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
    return clause(p.name(u), "touches an enemy") if foes_touching(p, u) else ""


def refused(p: BrigadesPosition, s: int, b: int, x: int, y: int, facing: int) -> str:
    """Why skirmishers cannot be set beside their brigade in a pose; empty if they can."""
    battle = p.battle
    base = p.rect(b)
    there = Rect(x * TENTH, y * TENTH, shape(facing, *battle.base[s]))
    if not touches(p, there, base):
        return f"it must touch {p.name(b)}"
    if not free_place(p, s, there):
        return "there is no room, or an enemy is too near"
    land, arm = land_of(p), battle.arm[s]
    why = room_in(p, s, there.x, there.y)[0]
    if why or closed_at(battle, land, arm, there.x, there.y):
        return why or "it may not be on such ground"
    dx, dy = there.x - base.x, there.y - base.y
    way = Swept(Rect(base.x, base.y, there.shape), dx, dy)
    found = Toll(battle.rules, land, arm, way, Way(battle.move[s]))
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
    b = p.battle.within[s]
    p.tell(f"{p.name(s)} rejoin {p.name(b)}.", p.uid(b))


class Detach(PoseDecision[BrigadesPosition]):
    """Where the skirmishers of a brigade are set: in contact with it."""

    asked_anyway = True

    def options(self, p: BrigadesPosition) -> list[int]:
        """One place on each side where there is room."""
        return sorted(places(p, next_screen(p, self.unit), self.unit))

    def why_not(self, p: BrigadesPosition, x: int, y: int, facing: int) -> str:
        return refused(p, next_screen(p, self.unit), self.unit, x, y, facing)

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """They stand apart, in command if their brigade is, and may move."""
        s = next_screen(p, self.unit)
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        p.put(s, x, y, facing)
        p.state[s] = p.state[self.unit] & OUT
        p.began_x[s], p.began_y[s], p.began_facing[s] = x, y, facing
        p.tell(f"{clause(p.name(self.unit), 'detaches its skirmishers')}.", p.uid(s))
        ride_off(p, s)

    def prompt(self, p: BrigadesPosition) -> str:
        return f"Where do the skirmishers of {p.name(self.unit)} stand?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting for the skirmishers of {p.name(self.unit)}."

    def phrase(self, p: BrigadesPosition, action: int) -> str:
        name = places(p, next_screen(p, self.unit), self.unit).get(action, "")
        return f"{name} {super().phrase(p, action)}".lstrip()


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
    p.break_column(v)  # brigades.rulings.movement.column-driven
    there = rect(end, *battle.base[unit])
    a = p.rect(unit)
    direction = bearing(there.x - a.x, there.y - a.y)
    land = land_of(p)
    rules = battle.rules.skirmishers
    for mils in range(rules.fall_ahead, rules.fall_ahead + rules.further, TENTH * 2):
        x, y = short_of(p.x[v], p.y[v], direction, mils)
        place = Rect(x * TENTH, y * TENTH, shape(direction % STEPS, *battle.base[v]))
        way = Swept(p.rect(v), place.x - p.x[v] * TENTH, place.y - p.y[v] * TENTH)
        if shut_off(battle, land, battle.arm[v], way):
            continue
        if free_place(p, v, place, p.parts_at(unit, there)):
            pose = (x, y, direction % STEPS)
            far = how_far(p.pose(v), pose)
            p.put(v, *pose)
            p.say(v, f"falls back {far} before {p.name(unit)}")
            why = ground_disorders(p, v)
            if why:
                p.disorder(v, why)
            ride_off(p, v)
            return
    lose(p, v, f"ridden down by {p.name(unit)}")


class Charged(Decision[BrigadesPosition]):
    """What skirmishers do before a charge reaches them."""

    abstract = True

    side: Side
    unit: Stand  # who charges
    victim: Stand

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        return (p.uid(self.victim), p.uid(self.unit))


class Retire(Charged):
    """Where infantry skirmishers take cover from a charging cavalry brigade."""

    x: Across  # where it is about to be
    y: Down
    facing: Facing

    def options(self, p: BrigadesPosition) -> list[int]:
        """Every cover within half a move; none is certain death."""
        battle = p.battle
        charger = rect((self.x, self.y, self.facing), *battle.base[self.unit])
        found = covers(p, self.victim, p.parts_at(self.unit, charger))
        poses = sorted({battle.pose_at + battle.poses.at(*pose) for pose in found})
        return poses or [PASS]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        v = self.victim
        if action != PASS:
            pose = p.battle.poses.pose(action - p.battle.pose_at)
            way = how_far(p.pose(v), pose)
            p.break_column(v)  # brigades.rulings.movement.column-driven
            p.put(v, *pose)
            p.say(v, f"runs {way} for cover before {p.name(self.unit)}")
            ride_off(p, v)
        else:
            # brigades.charge.ride-through.destroyed
            lose(p, v, f"ridden down by {p.name(self.unit)}")

    def prompt(self, p: BrigadesPosition) -> str:
        return f"{clause(p.name(self.victim), 'is')} ridden at: where to take cover?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting for {p.name(self.victim)} to take cover."


def covers(p: BrigadesPosition, v: int, charger: tuple[Rect, ...]) -> list[tuple[int, int, int]]:
    """Poses in a town, a forest or behind a friendly brigade within half a move."""
    battle = p.battle
    rules = battle.rules.skirmishers
    reach = battle.move[v] // rules.cover_parts
    a, x, y = p.rect(v), p.x[v], p.y[v]
    found: list[tuple[int, int, int]] = []
    for area in land_of(p).areas:
        if area.kind not in (tablemap.TOWN, tablemap.FOREST):
            continue
        for way in ways_into(area, a, reach, rules):
            poses = ((*at, p.facing[v]) for at in way if _within(at, x, y, reach))
            # On each way the first place with room.
            free = next((pose for pose in poses if _has_room(p, v, pose, charger)), None)
            found += [free] if free is not None else []
    for u in p.stands_on(battle.side[v]):
        if u == v or battle.arm[u] not in BRIGADES or p.routed(u):
            continue
        # What is within reach is no further off than both bases together.
        far = (reach + sum(battle.base[u]) + sum(battle.base[v])) // TENTH
        if (p.x[u] - x) ** 2 + (p.y[u] - y) ** 2 > far * far:
            continue
        # It lies within half a move, or the place at it: brigades.rulings.skirmisher.cover
        near = within(a, p.rect(u), reach)
        for sides in beside(p, u, v):
            places = [at for at in sides if near or _within(at[:2], x, y, reach)]
            # On each side the nearest.
            places.sort(key=lambda to: ((to[0] - x) ** 2 + (to[1] - y) ** 2, to))
            free = next((pose for pose in places if _has_room(p, v, pose, charger)), None)
            found += [free] if free is not None else []
    return found


def beside(p: BrigadesPosition, u: int, v: int) -> list[list[tuple[int, int, int]]]:
    """The poses at a brigade's rear, right and left in which skirmishers touch it."""
    facing = p.facing[u]
    wide, deep = ((p.battle.base[u][k] + p.battle.base[v][k]) // 2 for k in (0, 1))
    found = []
    for quarter, far, along, least, most in (
        (2, deep, 1, -wide, wide), (1, wide, 2, 0, deep), (3, wide, 2, 0, deep),
    ):  # fmt: skip
        out = (facing + quarter * QUARTER) % STEPS
        way = (facing + along * QUARTER) % STEPS
        x, y = short_of(p.x[u], p.y[u], out, far + TENTH)
        places = []
        for mils in range(least, most + 1, TENTH):
            dx, dy = offset(way, mils) if mils >= 0 else offset((way + STEPS // 2) % STEPS, -mils)
            places.append((x + rounded(dx, TENTH), y + rounded(dy, TENTH), facing))
        found.append(places)
    return found


def ways_into(
    area: Area, a: Rect, reach: int, rules: SkirmisherRules
) -> list[list[tuple[int, int]]]:
    """Straight ways from a stand into an area: on each the lattice points inside, inch by inch."""
    left, top, right, bottom = area.box
    if max(left - a.x, a.x - right, top - a.y, a.y - bottom) > reach:
        return []
    # Towards the nearest point of its box too, which may lie between two of the ways.
    nearer = (min(max(a.x, left), right) - a.x, min(max(a.y, top), bottom) - a.y)
    steps = {*range(0, STEPS, rules.apart)} | ({bearing(*nearer)} if any(nearer) else set())
    found = []
    inside = rules.inside
    for step in sorted(steps):
        points = []
        dx, dy = offset(step, reach + 2 * inside)
        for start, end in chords(area, a.x, a.y, a.x + dx, a.y + dy):
            first = min(start + min(inside, (end - start) // 2), reach)
            for mils in range(first, min(end, reach) + 1, inside):
                x, y = short_of(a.x // TENTH, a.y // TENTH, step, mils)
                if place(area, x * TENTH, y * TENTH) != OUTSIDE:
                    points.append((x, y))
        found.append(points)
    return found


def _within(at: tuple[int, int], x: int, y: int, reach: int) -> bool:
    """Whether a place is so near to another."""
    return (at[0] - x) ** 2 + (at[1] - y) ** 2 <= (reach // TENTH) ** 2


def _has_room(
    p: BrigadesPosition, v: int, pose: tuple[int, int, int], charger: tuple[Rect, ...]
) -> bool:
    """Whether a way to a cover is open to skirmishers, and they have room there."""
    battle = p.battle
    x, y, _ = pose
    if not (0 <= x <= battle.poses.wide and 0 <= y <= battle.poses.high):
        return False
    if room_in(p, v, x * TENTH, y * TENTH)[0]:
        return False
    way = Swept(p.rect(v), (x - p.x[v]) * TENTH, (y - p.y[v]) * TENTH)
    if shut_off(battle, land_of(p), battle.arm[v], way):
        return False
    return free_place(p, v, rect(pose, *battle.base[v]), charger)


class Yield(Charged):
    """Whether skirmishers give ground before infantry reaches them."""

    def options(self, p: BrigadesPosition) -> list[int]:
        return [STAY, YIELD] if self.gives_ground(p.copy()) else [STAY]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        if action == YIELD:
            self.gives_ground(p)
        elif not self.gives_ground(p.copy()):
            p.say(self.victim, f"has no room to give ground to {p.name(self.unit)}", self.unit)

    def gives_ground(self, p: BrigadesPosition) -> bool:
        """Go back all of half a move; whether there was room for it."""
        v = self.victim
        here = (p.x[v], p.y[v])
        b = p.rect(self.unit)
        mils = p.full_move(v) // p.battle.rules.skirmishers.yield_parts
        why = f"it gives ground to {p.name(self.unit)}"
        p.break_column(v)  # brigades.rulings.movement.column-driven
        fall_back(p, v, mils, b.x, b.y, why, runs=False, whole=True)
        return (p.x[v], p.y[v]) != here

    def prompt(self, p: BrigadesPosition) -> str:
        return f"{clause(p.name(self.victim), 'is')} charged by {p.name(self.unit)}: give ground?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting to see whether {clause(p.name(self.victim), 'gives')} ground."
