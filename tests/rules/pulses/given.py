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

from grognard.engine.answer import allowed_action
from grognard.engine.order import read_order
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.artillery import ArtilleryPhase
from grognard.systems.pulses.combat import CombatSegment, NextCombat
from grognard.systems.pulses.control import ControlSegment
from grognard.systems.pulses.moving import MovementSegment
from grognard.systems.pulses.position import HOLDER, SIDE, TURN, PulsesPosition
from grognard.systems.pulses.recovery import RecoverySegment
from grognard.systems.pulses.rules import ACTIVE, STATUSES
from grognard.systems.pulses.skirmish import SkirmishPhase

SIDES = ("blue", "red")
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


class Scene:
    """The position, and short ways to ask and answer."""

    def __init__(self, p: PulsesPosition) -> None:
        self.p = p
        self.battle = p.battle

    def u(self, id: str) -> int:
        """The number of a unit or officer."""
        return [unit.id for unit in self.battle.units].index(id)

    def f(self, id: str) -> int:
        """The number of a force."""
        return [each.id for each in self.battle.forces].index(id)

    def at(self, id: str) -> tuple[float, float, int] | None:
        """Where a unit is, in inches, and its facing in degrees; None if it is off the table."""
        u = self.u(id)
        if self.p.x[u] < 0:
            return None
        return self.p.x[u] / 10, self.p.y[u] / 10, self.p.facing[u] * 5

    def has(self, id: str, flag: int) -> bool:
        """Whether a unit is in a state."""
        return bool(self.p.state[self.u(id)] & flag)

    def hits(self, id: str) -> int:
        """A unit's hits."""
        return self.p.hits[self.u(id)]

    def status(self, id: str = "blue") -> str:
        """The status of a force."""
        return STATUSES[self.p.status[self.f(id)]]

    def set(self, status: int, id: str = "blue") -> Scene:
        """Give a force a status."""
        self.p.status[self.f(id)] = status
        return self

    def push(self, *steps: Any) -> Scene:
        """Put steps on the stack (the last runs first) and go on to the next question."""
        self.p.stack.extend(steps)
        self.p.settle()
        return self

    def skirmish(self) -> Scene:
        """The skirmish attacks of a pulse."""
        return self.push(SkirmishPhase())

    def fire(self) -> Scene:
        """The artillery fire of a pulse."""
        return self.push(ArtilleryPhase())

    def control(self, side: str = "blue") -> Scene:
        """A side's control segment."""
        return self.push(ControlSegment(SIDES.index(side)))

    def movement(self, side: str = "blue") -> Scene:
        """A side's movement segment."""
        self.p.clock[SIDE] = SIDES.index(side)
        return self.push(MovementSegment(SIDES.index(side)))

    def moves(self, id: str) -> Scene:
        """Ask a unit's side for its move and choose the unit."""
        return self.movement(SIDES[self.battle.side[self.u(id)]]).play(f"move {id}")

    def recovery(self, side: str = "blue") -> Scene:
        """A side's recovery rolls."""
        return self.push(RecoverySegment(SIDES.index(side)))

    def combat(self, side: str = "blue") -> Scene:
        """A side's combat segment."""
        return self.push(CombatSegment(SIDES.index(side)))

    def fight(self, attacker: str, defender: str) -> Scene:
        """Two units in contact begin their combat."""
        self.p.foe[self.u(attacker)] = self.u(defender)
        self.p.settle()
        side = self.battle.side[self.u(attacker)]
        self.p.stack.append(NextCombat(side))
        self.p.settle()
        return self

    def play(self, *orders: str) -> Scene:
        """Give orders in words; what is not allowed raises."""
        for order in orders:
            for action in read_order(self.p, order):
                self.p.play(allowed_action(self.p, action))
        return self

    def roll(self, *faces: int) -> Scene:
        """Throw the dice that are due."""
        self.p.play(self.p.check().outcome(faces))
        return self

    def texts(self) -> list[str]:
        """The options in words."""
        decision = self.p.decision
        return [] if decision is None else [decision.phrase(self.p, a) for a in self.p.options()]

    def names(self) -> set[str]:
        """The options in words, without places."""
        return {text.partition(" to ")[0] if "facing" in text else text for text in self.texts()}

    def asks(self) -> str:
        """The name of the open step, empty when all is done."""
        return "" if self.p.over else type(self.p.top).__name__

    def refusal(self, order: str) -> str:
        """Why an order to go somewhere is refused; empty if it is allowed."""
        decision = self.p.decision
        assert decision is not None
        action, _ = decision.beyond(self.p, tuple(order.split()))
        assert action >= 0
        return decision.refusal(self.p, action)

    def left(self) -> int:
        """The mils left of the open move."""
        return int(self.p.decision.left)  # type: ignore[union-attr]

    def modifiers(self) -> set[str]:
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
    source = {"battle": battle, "map": _map(areas, lines, hills, crossings)}
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
    text = [
        'name = "given"', 'map = "given"', 'title = "Given"', 'date = "today"',
        'summary = "A test."', 'teaches = "Rules."', "difficulty = 1", f"turns = {turns}",
        f"first_turn = {first_turn}", 'start = "08:00"', "minutes = 30", 'first = "blue"',
    ]  # fmt: skip
    for turn, kind in weather:
        text += ["[[weather]]", f"turn = {turn}", f'kind = "{kind}"']
    for side, least in zip(SIDES, breaks, strict=True):
        text += ["[[side]]", f'name = "{side}"', f'title = "{side.title()}"', f"breaks = {least}"]
    for what in ("force", "commander", "unit"):
        for s in (spec for spec in specs if spec["what"] == what):
            name = s["id"].replace("-", " ").capitalize()
            text += [f"[[{what}]]", f'id = "{s["id"]}"', f'name = "{name}"']
            text += [f"at = [{round(s['x'] * 10)}, {round(s['y'] * 10)}]"]
            if what == "unit":
                text.append(f'force = "{s.get("force", s["side"])}"')
            else:
                text.append(f'side = "{s["side"]}"')
            if s["turn"] and not (what == "unit" and "force" in s):
                text.append(f"turn = {s['turn']}")
            text += [f"{key} = {_value(s[key])}" for key in KEYS[what] if key in s]
    for x, y, side, points in objectives:
        text += ["[[objective]]", 'name = "Place"', f"points = {points}"]
        text += [f"at = [{round(x * 10)}, {round(y * 10)}]"]
        text += [f'side = "{side}"'] if side else []
    return "\n".join(text)


def _map(
    areas: Sequence[tuple[str, str]],
    lines: Sequence[tuple[str, str]],
    hills: Sequence[tuple[int, str]],
    crossings: Sequence[tuple[str, str, str]],
) -> str:
    text = ['board = "table"', 'name = "given"', 'title = "Given"', "width = 60", "height = 48"]
    text += ["inch = 20", "paces = 120"]
    for i, (level, outline) in enumerate(hills):
        text += ["[[hill]]", f'id = "hill-{i}"', f"level = {level}", f'outline = "{outline}"']
    for i, (kind, outline) in enumerate(areas):
        text += ["[[area]]", f'id = "area-{i}"', f'kind = "{kind}"', f'outline = "{outline}"']
        if kind in ("town", "village", "fort", "fortress"):
            text += [f'name = "Area {i}"', 'material = "stone"']
    for i, (kind, points) in enumerate(lines):
        text += ["[[line]]", f'id = "line-{i}"', f'kind = "{kind}"', f'line = "{points}"']
        text += ["width = 4"] if kind in ("stream", "marshy-stream", "river") else []
    for i, (kind, over, at) in enumerate(crossings):
        text += ["[[crossing]]", f'id = "crossing-{i}"', f'kind = "{kind}"', f'over = "{over}"']
        text += [f'at = "{at}"']
    return "\n".join(text)
