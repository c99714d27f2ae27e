"""What scenes of all tabletop systems share: ways to ask and answer, and the texts of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from grognard.engine.answer import allowed_action
from grognard.engine.order import read_order
from grognard.engine.step import Step
from grognard.systems.tabletop.position import TablePosition
from grognard.systems.tabletop.turn import SIDE

SIDES = ("blue", "red")
BUILT = ("town", "village", "fort", "fortress")
WET = ("stream", "marshy-stream", "river")


class TableScene:
    """The position, and short ways to ask and answer."""

    def __init__(self, p: TablePosition) -> None:
        self.p = p
        self.battle = p.battle

    def u(self, id: str) -> int:
        """The number of a unit or of one who leads."""
        return self.battle.ids.index(id)

    def at(self, id: str) -> tuple[float, float, int] | None:
        """Where a unit is, in inches, and its facing in degrees; None if it is off the table."""
        u = self.u(id)
        if self.p.x[u] < 0:
            return None
        return self.p.x[u] / 10, self.p.y[u] / 10, self.p.facing[u] * 5

    def has(self, id: str, flag: int) -> bool:
        """Whether a unit is in a state, all of it where it is put together from several."""
        return self.p.state[self.u(id)] & flag == flag

    def push(self, *steps: Any) -> Self:
        """Put steps on the stack (the last runs first) and go on to the next question."""
        self.p.stack.extend(steps)
        self.p.settle()
        return self

    def play(self, *orders: str) -> Self:
        """Give orders in words; what is not allowed raises."""
        for order in orders:
            for action in read_order(self.p, order):
                self.p.play(allowed_action(self.p, action))
        return self

    def roll(self, *faces: int) -> Self:
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
        due: list[Any] = [s for s in reversed(self.p.stack) if type(s).__name__ == "Test"]
        return [self.battle.ids[step.unit] for step in due]

    def modifiers(self) -> dict[str, int]:
        """The modifiers of the roll that is due, by the end of their ids."""
        return {m.id.rpartition(".")[2]: m.value for m in self.p.check().modifiers}


class TurnScene(TableScene):
    """A scene of a system of player turns; `phases` are its steps by the names of the methods."""

    phases: ClassVar[dict[str, type[Step[Any]]]] = {}

    def lost(self, id: str) -> int:
        """A unit's casualties."""
        losses: list[int] = self.p.losses  # type: ignore[attr-defined]
        return losses[self.u(id)]

    def phase(self, name: str, side: int) -> Self:
        """Go on with a phase of a side's turn."""
        self.p.clock[SIDE] = side
        return self.push(self.phases[name](side=side))

    def moves(self, id: str) -> Self:
        """Ask a unit's side for its move and choose the unit."""
        return self.phase("move", self.battle.side[self.u(id)]).play(f"move {id}")

    def command(self, side: str = "blue") -> Self:
        """Find out who is in command."""
        return self.phase("command", SIDES.index(side))

    def still(self, side: str = "blue") -> Self:
        """End a side's movement phase."""
        return self.phase("still", SIDES.index(side))

    def rally(self, side: str = "blue") -> Self:
        """A side's rally phase."""
        return self.phase("rally", SIDES.index(side))

    def morale(self, side: str = "blue") -> Self:
        """The morale phase of a side's turn."""
        return self.phase("morale", SIDES.index(side))

    def combat(self, side: str = "blue") -> Self:
        """The combat phase of a side's turn."""
        return self.phase("combat", SIDES.index(side))


def head_text(turns: int, *more: str) -> list[str]:
    """The head of a battle file, with further lines of the system's own."""
    return [
        'name = "given"', 'map = "given"', 'title = "Given"', 'date = "today"',
        'summary = "A test."', 'teaches = "Rules."', "difficulty = 1", f"turns = {turns}",
        'start = "08:00"', 'first = "blue"', *more,
    ]  # fmt: skip


def side_text(side: str, *more: str) -> list[str]:
    """A side of a battle file."""
    return ["[[side]]", f'name = "{side}"', f'title = "{side.title()}"', *more]


def unit_text(what: str, id: str, x: float, y: float, *more: str) -> list[str]:
    """A unit of a battle file: `what` is the name of its table."""
    name = id.replace("-", " ").capitalize()
    return [f"[[{what}]]", f'id = "{id}"', f'name = "{name}"', place_text(x, y), *more]


def place_text(x: float, y: float) -> str:
    """A place given in inches."""
    return f"at = [{round(x * 10)}, {round(y * 10)}]"


def objective_text(objectives: Sequence[tuple[float, float, str, int]]) -> list[str]:
    """Objectives: place, side (or none) and points."""
    text = []
    for x, y, side, points in objectives:
        text += ["[[objective]]", 'name = "Place"', f"points = {points}", place_text(x, y)]
        text += [f'side = "{side}"'] if side else []
    return text


def map_text(
    areas: Sequence[tuple[str, ...]],
    lines: Sequence[tuple[str, str]],
    hills: Sequence[tuple[int, str]],
    crossings: Sequence[tuple[str, str, str]],
    size: tuple[int, int] = (48, 36),
) -> str:
    """The map; an area is its kind, its outline and, for buildings, the material and the name."""
    text = ['board = "table"', 'name = "given"', 'title = "Given"']
    text += [f"width = {size[0]}", f"height = {size[1]}", "inch = 20", "paces = 120"]
    for i, (level, outline) in enumerate(hills):
        text += ["[[hill]]", f'id = "hill-{i}"', f"level = {level}", f'outline = "{outline}"']
    for i, (kind, outline, *built) in enumerate(areas):
        text += ["[[area]]", f'id = "area-{i}"', f'kind = "{kind}"', f'outline = "{outline}"']
        if kind in BUILT:
            material = built[0] if built else "stone"
            name = built[1] if len(built) > 1 else f"Area {i}"
            text += [f'material = "{material}"', *([f'name = "{name}"'] if name else [])]
    for i, (kind, points) in enumerate(lines):
        text += ["[[line]]", f'id = "line-{i}"', f'kind = "{kind}"', f'line = "{points}"']
        text += ["width = 4"] if kind in WET else []
    for i, (kind, over, at) in enumerate(crossings):
        text += ["[[crossing]]", f'id = "crossing-{i}"', f'kind = "{kind}"', f'over = "{over}"']
        text += [f'at = "{at}"']
    return "\n".join(text)
