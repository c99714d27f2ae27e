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
from typing import Any, NamedTuple

from grognard.engine.answer import allowed_action
from grognard.engine.order import read_order
from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.combat import CombatPhase
from grognard.systems.onepage.command import Command
from grognard.systems.onepage.disorder import StandStill
from grognard.systems.onepage.morale import MoralePhase
from grognard.systems.onepage.moving import Move
from grognard.systems.onepage.position import SIDE, OnepagePosition
from grognard.systems.onepage.rally import RallyPhase

SIDES = ("blue", "red")


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


class Scene:
    """The position, and short ways to ask and answer."""

    def __init__(self, p: OnepagePosition) -> None:
        self.p = p
        self.battle = p.battle

    def u(self, id: str) -> int:
        """The number of a unit."""
        return [unit.id for unit in self.battle.units].index(id)

    def at(self, id: str) -> tuple[float, float, int] | None:
        """Where a unit is, in inches, and its facing in degrees; None if it is off the table."""
        u = self.u(id)
        if self.p.x[u] < 0:
            return None
        return self.p.x[u] / 10, self.p.y[u] / 10, self.p.facing[u] * 5

    def has(self, id: str, flag: int) -> bool:
        """Whether a unit is in a state."""
        return bool(self.p.state[self.u(id)] & flag)

    def lost(self, id: str) -> int:
        """A unit's casualties."""
        return self.p.losses[self.u(id)]

    def push(self, *steps: Any) -> Scene:
        """Put steps on the stack (the last runs first) and go on to the next question."""
        self.p.stack.extend(steps)
        self.p.settle()
        return self

    def moves(self, id: str) -> Scene:
        """Ask a unit's side for its move and choose the unit."""
        side = self.battle.side[self.u(id)]
        self.p.clock[SIDE] = side
        self.push(Move(side))
        return self.play(f"move {id}")

    def command(self, side: str = "blue") -> Scene:
        """Find out who is in command."""
        return self.push(Command(SIDES.index(side)))

    def still(self, side: str = "blue") -> Scene:
        """End a side's movement phase."""
        return self.push(StandStill(SIDES.index(side)))

    def rally(self, side: str = "blue") -> Scene:
        """A side's rally phase."""
        return self.push(RallyPhase(SIDES.index(side)))

    def morale(self, side: str = "blue") -> Scene:
        """The morale phase of a side's turn."""
        return self.push(MoralePhase(SIDES.index(side)))

    def combat(self, side: str = "blue") -> Scene:
        """The combat phase of a side's turn."""
        self.p.clock[SIDE] = SIDES.index(side)
        return self.push(CombatPhase(SIDES.index(side)))

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

    def refusal(self, order: str) -> str:
        """Why an order to go somewhere is refused; empty if it is allowed."""
        decision = self.p.decision
        assert decision is not None
        action, _ = decision.beyond(self.p, tuple(order.split()))
        assert action >= 0
        return decision.refusal(self.p, action)

    def tests(self) -> list[str]:
        """The units whose morale tests are due, in order."""
        ids = [unit.id for unit in self.battle.units]
        return [ids[s.unit] for s in reversed(self.p.stack) if type(s).__name__ == "Test"]

    def modifiers(self) -> dict[str, int]:
        """The modifiers of the roll that is due, by the end of their ids."""
        return {m.id.rpartition(".")[2]: m.value for m in self.p.check().modifiers}


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
        "map": _map(areas, lines, hills, crossings),
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
    text = [
        'name = "given"', 'map = "given"', 'title = "Given"', 'date = "today"',
        'summary = "A test."', 'teaches = "Rules."', "difficulty = 1", f"turns = {turns}",
        'start = "08:00"', "minutes = 30", 'first = "blue"',
    ]  # fmt: skip
    for side in SIDES:
        text += ["[[side]]", f'name = "{side}"', f'title = "{side.title()}"']
    for s in specs:
        at = f"at = [{round(s.x * 10)}, {round(s.y * 10)}]"
        name = s.id.replace("-", " ").capitalize()
        if s.kind == "general":
            text += ["[[general]]", f'id = "{s.id}"', f'name = "{name}"', f'side = "{s.side}"', at]
            text += [f'rank = "{s.rank}"'] + ([f"turn = {s.turn}"] if s.turn else [])
            continue
        text += ["[[unit]]", f'id = "{s.id}"', f'name = "{name}"', f'side = "{s.side}"', at]
        text += [f'kind = "{s.kind}"', f"strength = {s.strength}", f"morale = {s.morale}"]
        text += [f"facing = {s.facing}"] + ([f"turn = {s.turn}"] if s.turn else [])
        text += [f'weapon = "{s.weapon}"'] if s.weapon else []
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
    text = ['board = "table"', 'name = "given"', 'title = "Given"', "width = 48", "height = 36"]
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
