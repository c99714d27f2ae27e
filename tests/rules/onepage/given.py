"""A position in a few lines: an empty table of 48 by 36 inches, and the stands put on it.

    scene = given(
        foot("guard", 20, 20),
        guns("foe", 20, 10, facing=180, side="red"),
        areas=[("forest", "100,100 140,100 140,140 100,140")],
    )
    scene.moves("guard")
    scene.play("to 20.0,14.0")

Places are inches from the upper left corner, facings degrees clockwise from the top. Blue attacks;
every side has a general (`blue-general`, `red-general`) far off unless it is put somewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from grognard.engine.step import Step
from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.combat import CombatPhase
from grognard.systems.onepage.command import Command
from grognard.systems.onepage.disorder import StandStill
from grognard.systems.onepage.morale import MoralePhase
from grognard.systems.onepage.moving.move import Move
from grognard.systems.onepage.rally import RallyPhase
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.position import LIMBERED, OnepagePosition
from tests.rules.tabletop.given import (
    SIDES,
    TurnScene,
    head_text,
    map_text,
    objective_text,
    side_text,
    unit_text,
)


class Spec(NamedTuple):
    """A stand or a general to be put on the table."""

    id: str
    kind: str
    x: float
    y: float
    facing: int
    side: str
    strength: int
    morale: int
    state: int
    turn: int
    rank: str
    weapon: str


def stand(
    id: str,
    kind: str,
    x: float,
    y: float,
    facing: int = 0,
    side: str = "blue",
    strength: int = 5,
    morale: int = 5,
    state: int = 0,
    turn: int = 0,
    weapon: str = "",
) -> Spec:
    """Any stand; `state` takes DISORDERED, ROUTED, LIMBERED, STATIONARY and the like."""
    return Spec(id, kind, x, y, facing, side, strength, morale, state, turn, "", weapon)


def foot(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Infantry."""
    return stand(id, "infantry", x, y, facing, **more)


def screen(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Skirmishers."""
    return stand(id, "skirmisher", x, y, facing, **more)


def heavy(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Heavy cavalry."""
    return stand(id, "heavy-cavalry", x, y, facing, **more)


def light(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Light cavalry."""
    return stand(id, "light-cavalry", x, y, facing, **more)


def guns(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Field artillery."""
    return stand(id, "field-artillery", x, y, facing, **more)


def general(
    id: str, x: float, y: float, side: str = "blue", rank: str = "other", turn: int = 0
) -> Spec:
    """A general."""
    return Spec(id, "general", x, y, 0, side, 0, 0, 0, turn, rank, "")


class Scene(TurnScene):
    """The position, and short ways to ask and answer."""

    p: OnepagePosition
    battle: OnepageBattle
    phases: ClassVar[dict[str, type[Step[Any]]]] = {
        "move": Move, "command": Command, "still": StandStill, "rally": RallyPhase,
        "morale": MoralePhase, "combat": CombatPhase,
    }  # fmt: skip


def given(
    *specs: Spec,
    areas: Sequence[tuple[str, str]] = (),
    lines: Sequence[tuple[str, str]] = (),
    hills: Sequence[tuple[int, str]] = (),
    crossings: Sequence[tuple[str, str, str]] = (),
    objectives: Sequence[tuple[float, float, str, int]] = (),
    variant: str = "sheet",
    turns: int = 6,
) -> Scene:
    """A scene with these stands on a table of 48 by 36 inches."""
    everybody = list(specs)
    for side, x in (("blue", 1.0), ("red", 47.0)):
        if not any(s.side == side and s.kind == "general" for s in specs):
            everybody.append(general(f"{side}-general", x, 35.5, side))
        if not any(s.side == side and s.kind != "general" and not s.turn for s in specs):
            place = 2.0 if side == "blue" else 46.0
            everybody.append(foot(f"{side}-reserve", place, 33.0, side=side))
    source = {
        "battle": _battle(everybody, objectives, turns),
        "map": map_text(areas, lines, hills, crossings),
    }
    battle = SYSTEM.battle_from(source, variant)
    p = SYSTEM.start(battle)
    assert isinstance(p, OnepagePosition)
    p.stack.clear()
    for u, unit in enumerate(p.battle.units):
        spec = next(s for s in everybody if s.id == unit.id)
        p.state[u] = spec.state
        if not spec.turn:
            p.put(u, round(spec.x * 10), round(spec.y * 10), spec.facing // 5)
    return Scene(p)


def _battle(
    specs: Sequence[Spec], objectives: Sequence[tuple[float, float, str, int]], turns: int
) -> str:
    text = head_text(turns, "minutes = 30")
    for side in SIDES:
        text += side_text(side)
    for s in specs:
        if s.kind == "general":
            text += unit_text("general", s.id, s.x, s.y, f'side = "{s.side}"')
            text += [f'rank = "{s.rank}"'] + ([f"turn = {s.turn}"] if s.turn else [])
            continue
        text += unit_text("unit", s.id, s.x, s.y, f'side = "{s.side}"')
        text += [f'kind = "{s.kind}"', f"strength = {s.strength}", f"morale = {s.morale}"]
        text += [f"facing = {s.facing}"] + ([f"turn = {s.turn}"] if s.turn else [])
        text += [f'weapon = "{s.weapon}"'] if s.weapon else []
        text += ["limbered = true"] if s.state & LIMBERED else []
    text += objective_text(objectives)
    return "\n".join(text)
