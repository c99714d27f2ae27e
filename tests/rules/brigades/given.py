"""A position in a few lines: an empty table of 48 by 36 inches, and the stands put on it.

    scene = given(
        foot("guard", 20, 20),
        guns("foe", 20, 10, facing=180, side="red"),
        areas=[("forest", "100,100 140,100 140,140 100,140")],
    )
    scene.moves("guard")
    scene.play("to 20.0,14.0")

Places are inches from the upper left corner, facings degrees clockwise from the top. Blue attacks;
every side has an army commander (`blue-army`, `red-army`) and a commander of its one division
(`blue-leader`, `red-leader`), far off unless they are put somewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from grognard.engine.step import Step
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.combat import Combat, CombatPhase
from grognard.systems.brigades.command import Command
from grognard.systems.brigades.exhaustion import ExhaustionPhase
from grognard.systems.brigades.morale import MoralePhase
from grognard.systems.brigades.moving.move import Move
from grognard.systems.brigades.rally import RallyPhase
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.position import COLUMN, GUN, LIMBERED, NOBODY, BrigadesPosition
from grognard.systems.brigades.stationary import StandStill
from tests.rules.tabletop.given import (
    SIDES,
    TurnScene,
    head_text,
    map_text,
    objective_text,
    place_text,
    side_text,
    unit_text,
)


class Spec(NamedTuple):
    """A stand or a commander to be put on the table."""

    id: str
    kind: str
    x: float
    y: float
    facing: int
    side: str
    division: str
    strength: int
    morale: int
    state: int
    turn: int
    traits: tuple[str, ...]
    weight: str
    guns: str
    rank: str
    corps: str
    skirmishers: int = 0


def stand(
    id: str,
    kind: str,
    x: float,
    y: float,
    facing: int = 0,
    side: str = "blue",
    division: str = "",
    strength: int = 5,
    morale: int = 5,
    state: int = 0,
    turn: int = 0,
    traits: tuple[str, ...] = (),
    weight: str = "",
    guns: str = "",
    skirmishers: int = 0,
) -> Spec:
    """Any stand; `state` takes YELLOW, ROUT, LIMBERED, STATIONARY, COLUMN and the like."""
    return Spec(
        id, kind, x, y, facing, side, division or side, strength, morale, state, turn, traits,
        weight, guns, "", "", skirmishers,
    )  # fmt: skip


def foot(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """A massed infantry brigade, 3 in wide and 3 in deep."""
    return stand(id, "infantry", x, y, facing, **more)


def line(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Linear infantry, 3 in wide and 1.5 in deep."""
    return stand(id, "linear-infantry", x, y, facing, **more)


def horse(id: str, x: float, y: float, facing: int = 0, weight: str = "light", **more: Any) -> Spec:
    """A massed cavalry brigade, 3 in wide and 3 in deep."""
    return stand(id, "cavalry", x, y, facing, weight=weight, **more)


def thin_horse(
    id: str, x: float, y: float, facing: int = 0, weight: str = "light", **more: Any
) -> Spec:
    """Linear cavalry, 3 in wide and 1.5 in deep."""
    return stand(id, "linear-cavalry", x, y, facing, weight=weight, **more)


def screen(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Infantry skirmishers, 3 in wide and 1.5 in deep."""
    return stand(id, "infantry-skirmisher", x, y, facing, **more)


def rider(id: str, x: float, y: float, facing: int = 0, weight: str = "light", **more: Any) -> Spec:
    """Cavalry skirmishers, 3 in wide and 1.5 in deep."""
    return stand(id, "cavalry-skirmisher", x, y, facing, weight=weight, **more)


def guns(id: str, x: float, y: float, facing: int = 0, weapon: str = "field", **more: Any) -> Spec:
    """An artillery battalion, 1.5 in wide and 3 in deep."""
    return stand(id, "artillery-battalion", x, y, facing, guns=weapon, **more)


def battery(
    id: str, x: float, y: float, facing: int = 0, weapon: str = "field", **more: Any
) -> Spec:
    """An artillery battery, 1.5 in square."""
    return stand(id, "artillery-battery", x, y, facing, guns=weapon, **more)


def commander(
    id: str, x: float, y: float, rank: str = "division", side: str = "blue", division: str = "",
    corps: str = "", turn: int = 0,
) -> Spec:  # fmt: skip
    """A commander; one of a division commands that of his side unless it is named."""
    return Spec(
        id, "commander", x, y, 0, side, division or side, 0, 0, 0, turn, (), "", "", rank, corps
    )


class Scene(TurnScene):
    """The position, and short ways to ask and answer."""

    p: BrigadesPosition
    battle: BrigadesBattle
    phases: ClassVar[dict[str, type[Step[Any]]]] = {
        "move": Move, "command": Command, "still": StandStill, "rally": RallyPhase,
        "morale": MoralePhase, "combat": CombatPhase, "exhaustion": ExhaustionPhase,
    }  # fmt: skip

    def play(self, *orders: str) -> Scene:
        """Give orders in words; a melee that is the only answer was begun without being asked."""
        for order in orders:
            begun = order.startswith("attack ") and not isinstance(self.p.decision, Combat)
            if not begun:
                super().play(order)
        return self

    def left(self) -> float:
        """The inches left to the unit that is moving."""
        step = self.p.stack[-1]
        return float(step.left / 1000)  # type: ignore[attr-defined]

    def exhaustion(self, side: str = "blue") -> Scene:
        """The exhaustion phase of a side's turn."""
        return self.phase("exhaustion", SIDES.index(side))


def given(
    *specs: Spec,
    areas: Sequence[tuple[str, ...]] = (),
    lines: Sequence[tuple[str, str]] = (),
    hills: Sequence[tuple[int, str]] = (),
    crossings: Sequence[tuple[str, str, str]] = (),
    objectives: Sequence[tuple[float, float, str, int]] = (),
    breaches: Sequence[tuple[float, float]] = (),
    divisions: Sequence[tuple[str, str, str]] = (),
    more: str = "",
    variant: str = "sheet",
    turns: int = 6,
) -> Scene:
    """A scene with these stands on a table of 48 by 36 inches.

    An area is its kind, its outline and, for buildings, the material; a division its id, its side
    and any further lines of its table; `more` are further lines of the battle file.
    """
    everybody = list(specs)
    for side, x in (("blue", 1.0), ("red", 47.0)):
        own = [s for s in specs if s.side == side and s.kind == "commander"]
        if not any(s.rank == "army" for s in own):
            everybody.append(commander(f"{side}-army", x, 35.5, "army", side))
        if not any(s.rank == "division" and s.division == side for s in own):
            everybody.append(commander(f"{side}-leader", x, 34.5, "division", side))
        if not any(s.side == side and s.kind != "commander" and not s.turn for s in specs):
            place = 2.0 if side == "blue" else 46.0
            everybody.append(foot(f"{side}-reserve", place, 33.0, side=side))
    source = {
        "battle": _battle(everybody, objectives, breaches, divisions, more, turns),
        "map": map_text(areas, lines, hills, crossings),
    }
    battle = SYSTEM.battle_from(source, variant)
    p = SYSTEM.start(battle)
    assert isinstance(p, BrigadesPosition)
    p.stack.clear()
    p.mate = [NOBODY] * p.battle.count
    for u, unit in enumerate(p.battle.units):
        if unit.within >= 0:
            continue
        spec = next(s for s in everybody if s.id == unit.id)
        p.state[u] = spec.state | (GUN if "dedicated-gun" in spec.traits else 0)
        if not spec.turn:
            p.put(u, round(spec.x * 10), round(spec.y * 10), spec.facing // 5)
    return Scene(p)


def _battle(
    specs: Sequence[Spec],
    objectives: Sequence[tuple[float, float, str, int]],
    breaches: Sequence[tuple[float, float]],
    divisions: Sequence[tuple[str, str, str]],
    more: str,
    turns: int,
) -> str:
    text = head_text(turns, more)
    for side in SIDES:
        text += side_text(side)
    listed = {name for name, _, _ in divisions}
    own = [(side, side, "exhaustion = 99") for side in SIDES if side not in listed]
    for name, side, lines in (*own, *divisions):
        text += ["[[division]]", f'id = "{name}"', f'name = "{name.title()}"', f'side = "{side}"']
        text += [lines]
    for s in sorted(specs, key=lambda s: s.kind == "commander"):
        text += _unit(s)
    text += objective_text(objectives)
    for x, y in breaches:
        text += ["[[breach]]", place_text(x, y)]
    return "\n".join(text)


def _unit(s: Spec) -> list[str]:
    turn = [f"turn = {s.turn}"] if s.turn else []
    if s.kind == "commander":
        text = unit_text("commander", s.id, s.x, s.y, f'side = "{s.side}"')
        text += [f'rank = "{s.rank}"']
        text += [f'division = "{s.division}"'] if s.rank == "division" else []
        text += [f'corps = "{s.corps}"'] if s.rank == "corps" else []
        return text + turn
    text = unit_text("unit", s.id, s.x, s.y, f'division = "{s.division}"')
    text += [f'kind = "{s.kind}"', f"strength = {s.strength}", f"morale = {s.morale}"]
    text += [f"facing = {s.facing}"]
    text += [f'weight = "{s.weight}"'] if s.weight else []
    text += [f'guns = "{s.guns}"'] if s.guns else []
    text += [f"skirmishers = {s.skirmishers}"] if s.skirmishers else []
    text += ["column = true"] if s.state & COLUMN else []
    text += ["limbered = true"] if s.guns and s.state & LIMBERED else []
    if s.traits:
        text += ["traits = [" + ", ".join(f'"{trait}"' for trait in s.traits) + "]"]
    return text + turn
