"""Marshes: the roll that tells how deep one is, and where a stand gets into it."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, NamedTuple

from grognard.boards import tablemap
from grognard.boards.polygons import OUTSIDE
from grognard.boards.table.chord import chords
from grognard.boards.table.ground import Area, place
from grognard.boards.table.lattice import STEPS, TENTH, offset, short_of
from grognard.boards.table.shape import point_segment
from grognard.engine.check import Check, CheckKind, Modifier, Situation, facts_of, number, tick
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.state.kinds import COMMANDER, GUNS, Marsh
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.tabletop.asking import UnitRoll
from grognard.systems.tabletop.dice import FACES


class MarshFacts(NamedTuple):
    """Whether guns go in, and how many stands did before."""

    artillery: Annotated[int, tick("Artillery", "Stand")] = 0
    before: Annotated[int, number("Stands that went through the same spot", "Place", 0, 40)] = 0


class MarshKind(CheckKind):
    """How bad a marsh is for a stand."""

    name = "marsh"
    title = "Through the marsh"
    outcomes = ("firm", "double", "quadruple")
    facts = facts_of(MarshFacts)

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.double = book.int("brigades.terrain.marsh.movement.roll", "double")
        self.quadruple = book.int("brigades.terrain.marsh.movement.roll", "quadruple")
        guns = "brigades.terrain.marsh.movement.roll.artillery"
        self.guns = Modifier(guns, book.label(guns), book.int(guns))
        spot = "brigades.terrain.marsh.movement.roll.same-spot"
        self.spot = Modifier(spot, book.label(spot), book.int(spot))

    def build(self, situation: Situation) -> Check:
        s = MarshFacts(*situation)
        modifiers = [self.guns] if s.artillery else []
        if s.before:
            modifiers.append(self.spot._replace(value=self.spot.value * s.before))
        plus = sum(m.value for m in modifiers)
        table = [
            int(face + plus >= self.double) + int(face + plus >= self.quadruple)
            for face in range(1, FACES + 1)
        ]
        target = f"{self.double} or more double, {self.quadruple} or more quadruple"
        return Check(self, situation, (D6,), tuple(modifiers), target, self.outcomes, table)


def marsh_ahead(p: BrigadesPosition, u: int, reach: int) -> int:
    """The nearest marsh, by its number, in reach of a stand that must roll for it, or -1."""
    battle = p.battle
    if not battle.rules.terrain.move[tablemap.MARSH][battle.arm[u]].roll:
        return -1
    a, areas = p.rect(u), battle.land.areas
    # brigades.rulings.marsh-spot
    ways = [(_way_to(areas[i], a.x, a.y), number) for number, i in enumerate(battle.marshes)]
    far, nearest = min(ways, default=(Fraction(0), -1))
    return nearest if far <= reach * reach else -1


def _way_to(area: Area, x: int, y: int) -> Fraction:
    """The squared distance of a point from an area; 0 in it."""
    if place(area, x, y) != OUTSIDE:
        return Fraction(0)
    corners = area.corners
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    return min(Fraction(*point_segment(x, y, *one, *other)) for one, other in sides)


class Sounding(UnitRoll[BrigadesPosition]):
    """How bad the marsh before a stand is; the leg that follows waits below it on the stack."""

    leads_on: ClassVar[bool] = True

    number: Marsh

    def check(self, p: BrigadesPosition) -> Check:
        """Worse for guns and for those who come later."""
        before = p.trodden[self.number]  # brigades.rulings.marsh-spot
        guns = int(p.battle.arm[self.unit] == GUNS)
        return p.battle.rules.marsh_kind.check(MarshFacts(guns, before))

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """What the distance in marsh counts in this move."""
        key = p.battle.rules.terrain.key
        leg = p.stack.pop()
        p.stack.append(leg.but(marsh=(1, key.double, key.quadruple)[outcome]))


def marsh_edges(p: BrigadesPosition, u: int, reach: int) -> list[tuple[int, int, int]]:
    """The first places inside the marsh it sounds in each direction from a stand, and that."""
    battle = p.battle
    a = p.rect(u)
    number = marsh_ahead(p, u, reach)
    if number < 0:
        return []
    area = battle.land.areas[battle.marshes[number]]
    found = []
    for step in range(STEPS):
        dx, dy = offset(step, reach)
        for start, end in chords(area, a.x, a.y, a.x + dx, a.y + dy)[:1]:
            inside = min(start + 2 * TENTH, (start + end) // 2) if start else 5 * TENTH
            x, y = short_of(p.x[u], p.y[u], step, inside)
            if number in marshes_on(p, u, x, y):
                found.append((x, y, step))
    return found


def marshes_on(p: BrigadesPosition, u: int, x: int, y: int) -> list[int]:
    """The marshes, by number, between a stand's place and another."""
    battle = p.battle
    if not battle.marshes or battle.arm[u] == COMMANDER:
        return []
    a = p.rect(u)
    areas = battle.land.areas
    return [
        number
        for number, area in enumerate(battle.marshes)
        if chords(areas[area], a.x, a.y, x * TENTH, y * TENTH)
    ]
