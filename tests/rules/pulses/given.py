"""A position in a few lines: an empty table of 60 by 48 inches, and the units put on it.

    scene = given(
        foot("guard", 20, 20, sk=1),
        guns("foe", 20, 10, facing=180, side="red"),
        areas=[("forest", "100,100 140,100 140,140 100,140")],
    )
    scene.moves("guard")
    scene.play("to 20.0,14.0")

Places are inches from the upper left corner, facings degrees clockwise from the top. Every side is
one force named as it, with a radius of 40 in, a sub-commander (`blue`, `red`) at 30,47.5 and an
army commander (`blue-army`, `red-army`) in a far corner, unless they are put somewhere. Blue has
the initiative.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.artillery import ArtilleryPhase
from grognard.systems.pulses.combat import CombatSegment, NextCombat
from grognard.systems.pulses.control import ControlSegment
from grognard.systems.pulses.movement import MovementSegment
from grognard.systems.pulses.recovery import RecoverySegment
from grognard.systems.pulses.skirmish import SkirmishPhase
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import ACTIVE, STATUSES
from grognard.systems.pulses.state.position import HOLDER, SIDE, TURN, PulsesPosition
from tests.rules.tabletop.given import (
    SIDES,
    TableScene,
    head_text,
    map_text,
    objective_text,
    side_text,
    unit_text,
)

Spec = dict[str, Any]


def unit(id: str, kind: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Any unit; `hits` and `state` are put on it."""
    return {"what": "unit", "id": id, "kind": kind, "x": x, "y": y, "facing": facing, **more}


def foot(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Fast infantry of strength 5."""
    return unit(id, "fast-infantry", x, y, facing, **{"strength": 5, **more})


def slow(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Slow infantry of strength 5."""
    return unit(id, "slow-infantry", x, y, facing, **{"strength": 5, **more})


def light(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Light cavalry of strength 4."""
    return unit(id, "light-cavalry", x, y, facing, **{"strength": 4, **more})


def heavy(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """Heavy cavalry of strength 4."""
    return unit(id, "heavy-cavalry", x, y, facing, **{"strength": 4, **more})


def guns(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """A light foot battery."""
    return unit(id, "foot-artillery", x, y, facing, **more)


def horse_guns(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Spec:
    """A light horse battery."""
    return unit(id, "horse-artillery", x, y, facing, **more)


def force(id: str, x: float, y: float, **more: Any) -> Spec:
    """A force and its sub-commander."""
    return {"what": "force", "id": id, "x": x, "y": y, **more}


def army(id: str, x: float, y: float, **more: Any) -> Spec:
    """An army commander of level 2."""
    return {"what": "commander", "id": id, "rank": "army", "level": 2, "x": x, "y": y, **more}


def wing(id: str, x: float, y: float, forces: Sequence[str], **more: Any) -> Spec:
    """A wing commander."""
    return {
        "what": "commander", "id": id, "rank": "wing", "x": x, "y": y, "forces": forces, **more,
    }  # fmt: skip


class Scene(TableScene):
    """The position, and short ways to ask and answer."""

    p: PulsesPosition
    battle: PulsesBattle

    def f(self, id: str) -> int:
        """The number of a force."""
        return [each.id for each in self.battle.forces].index(id)

    def hits(self, id: str) -> int:
        """A unit's hits."""
        return self.p.hits[self.u(id)]

    def status(self, id: str = "blue") -> str:
        """The status of a force."""
        return STATUSES[self.p.status[self.f(id)]]

    def skirmish(self) -> Scene:
        """The skirmish attacks of a pulse."""
        return self.push(SkirmishPhase())

    def fire(self) -> Scene:
        """The artillery fire of a pulse."""
        return self.push(ArtilleryPhase())

    def control(self, side: str = "blue") -> Scene:
        """A side's control segment."""
        return self.push(ControlSegment(side=SIDES.index(side)))

    def movement(self, side: str = "blue") -> Scene:
        """A side's movement segment."""
        self.p.clock[SIDE] = SIDES.index(side)
        return self.push(MovementSegment(side=SIDES.index(side)))

    def moves(self, id: str) -> Scene:
        """Ask a unit's side for its move and choose the unit."""
        return self.movement(SIDES[self.battle.side[self.u(id)]]).play(f"move {id}")

    def recovery(self, side: str = "blue") -> Scene:
        """A side's recovery rolls."""
        return self.push(RecoverySegment(side=SIDES.index(side)))

    def combat(self, side: str = "blue") -> Scene:
        """A side's combat segment."""
        return self.push(CombatSegment(side=SIDES.index(side)))

    def fight(self, attacker: str, defender: str) -> Scene:
        """Two units in contact begin their combat."""
        self.p.foe[self.u(attacker)] = self.u(defender)
        self.p.settle()
        side = self.battle.side[self.u(attacker)]
        self.p.stack.append(NextCombat(side=side))
        self.p.settle()
        return self

    def asks(self) -> str:
        """The name of the open step, empty when all is done."""
        return "" if self.p.over else type(self.p.top).__name__

    def left(self) -> int:
        """The mils left of the open move."""
        return int(self.p.decision.left)  # type: ignore[union-attr]

    def modifier_ids(self) -> set[str]:
        """The ids of the modifiers of the roll that is due."""
        return {m.id for m in self.p.check().modifiers}


def given(
    *specs: Spec,
    areas: Sequence[tuple[str, str]] = (),
    lines: Sequence[tuple[str, str]] = (),
    hills: Sequence[tuple[int, str]] = (),
    crossings: Sequence[tuple[str, str, str]] = (),
    objectives: Sequence[tuple[float, float, str, int]] = (),
    weather: Sequence[tuple[int, str]] = (),
    breaks: Sequence[int] = (0, 0),
    variant: str = "sheet",
    turns: int = 6,
    first_turn: int = 2,
    pool: tuple[int, int] = (0, 0),
    status: int = ACTIVE,
) -> Scene:
    """A scene with these units on a table of 60 by 48 inches."""
    everybody = [{"side": "blue", "turn": 0, **spec} for spec in specs]
    for side, x in (("blue", 0.5), ("red", 59.5)):
        mine = [s for s in everybody if s["side"] == side]
        if not any(s["what"] == "force" for s in mine):
            everybody.append({**force(side, 30, 47.5, radius=40), "side": side, "turn": 0})
        if not any(s.get("rank") == "army" for s in mine):
            everybody.append({**army(f"{side}-army", x, 47.0), "side": side, "turn": 0})
        if not any(s["what"] == "unit" and not s["turn"] for s in mine):
            far = 1.6 if side == "blue" else 58.4
            everybody.append({**foot(f"{side}-reserve", far, 45.0), "side": side, "turn": 0})
    battle = _battle(everybody, objectives, weather, breaks, turns, first_turn)
    source = {"battle": battle, "map": map_text(areas, lines, hills, crossings, (60, 48))}
    p = SYSTEM.start(SYSTEM.battle_from(source, variant))
    assert isinstance(p, PulsesPosition)
    p.stack.clear()
    p._options = None
    p.pool = list(pool)
    p.status = [status] * len(p.battle.forces)
    p.clock[HOLDER], p.clock[SIDE], p.clock[TURN] = 0, 0, first_turn
    for u, each in enumerate(p.battle.units):
        spec = next(s for s in everybody if s["id"] == each.id)
        p.state[u], p.hits[u] = spec.get("state", 0), spec.get("hits", 0)
    return Scene(p)


KEYS = {
    "unit": ("kind", "strength", "sk", "mx", "cossacks", "weight", "facing"),
    "force": ("control", "dice", "radius", "size", "reserve"),
    "commander": ("rank", "level", "forces"),
}


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, int):
        return str(value)
    return "[" + ", ".join(map(_value, value)) + "]"


def _battle(
    specs: Sequence[Spec],
    objectives: Sequence[tuple[float, float, str, int]],
    weather: Sequence[tuple[int, str]],
    breaks: Sequence[int],
    turns: int,
    first_turn: int,
) -> str:
    text = head_text(turns, f"first_turn = {first_turn}", "minutes = 30")
    for turn, kind in weather:
        text += ["[[weather]]", f"turn = {turn}", f'kind = "{kind}"']
    for side, least in zip(SIDES, breaks, strict=True):
        text += side_text(side, f"breaks = {least}")
    for what in ("force", "commander", "unit"):
        for s in (spec for spec in specs if spec["what"] == what):
            text += unit_text(what, s["id"], s["x"], s["y"])
            if what == "unit":
                text.append(f'force = "{s.get("force", s["side"])}"')
            else:
                text.append(f'side = "{s["side"]}"')
            if s["turn"] and not (what == "unit" and "force" in s):
                text.append(f"turn = {s['turn']}")
            text += [f"{key} = {_value(s[key])}" for key in KEYS[what] if key in s]
    text += objective_text(objectives)
    return "\n".join(text)
