"""A position in a few lines: open ground of 15 x 15 hexes, whatever is put on it, and its pieces.

    scene = given(
        foot("guard", "0808", facing="n", sp=6),
        foot("foe", "0807", side="red", facing="s"),
        ground={"0807": "woods"},
    )
    scene.activate("blue")
    scene.play("fire guard > foe")
    assert scene.check().target == "column 5-6"

Blue stands for the French army, red for the Anglo-Allied one, unless `armies` says otherwise.
Every side has one command (ids `blue` and `red`) whose corps leader (`blue-chief`, `red-chief`)
stands out of the way, 3 hexes or more from everybody and in range of his units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from grognard.boards.hexes import HexGrid
from grognard.engine.check import Check
from grognard.engine.order import read_order
from grognard.systems import system
from grognard.systems.shock.activation import Activate
from grognard.systems.shock.charge import ChargeTo
from grognard.systems.shock.movement import MoveTo
from grognard.systems.shock.state.kinds import FULL, ORDERS, TURN
from grognard.systems.shock.state.position import ShockPosition

WIDTH = HEIGHT = 15
GRID = HexGrid(WIDTH, HEIGHT)
SYSTEM = system("shock")


class Spec(NamedTuple):
    """A piece to be put on the map."""

    table: str
    id: str
    hex: str
    side: str
    values: dict[str, Any]
    order: int = 0
    flags: int = 0
    steps: int | None = None
    second: str = ""


def _unit(arm: str, id: str, hex: str, side: str, extra: dict[str, Any]) -> Spec:
    values: dict[str, Any] = {
        "name": id.title(),
        "arm": arm,
        "nation": "french" if side == "blue" else "british",
        "command": side,
        "sp": 4,
        "cohesion": 6,
        "facing": "n" if side == "blue" else "s",
    }
    if arm == "light-cavalry":
        values["pursuit"] = 5
    else:
        values["commitment"] = 6
    if arm.endswith("artillery"):
        values["range"] = 4
    state = {k: extra.pop(k) for k in ("order", "flags", "steps", "second") if k in extra}
    values.update(extra)
    return Spec("unit", id, hex, side, values, **state)


def foot(id: str, hex: str, side: str = "blue", **extra: Any) -> Spec:
    """Infantry: 4 SP, Cohesion 6, Commitment 6, facing the enemy, in good order, by default."""
    return _unit("infantry", id, hex, side, extra)


def heavy(id: str, hex: str, side: str = "blue", **extra: Any) -> Spec:
    """Heavy cavalry."""
    return _unit("heavy-cavalry", id, hex, side, extra)


def light(id: str, hex: str, side: str = "blue", **extra: Any) -> Spec:
    """Light cavalry (its Commitment is its Cohesion)."""
    return _unit("light-cavalry", id, hex, side, extra)


def guns(id: str, hex: str, side: str = "blue", **extra: Any) -> Spec:
    """Foot artillery of range 4."""
    return _unit("foot-artillery", id, hex, side, extra)


def horse_guns(id: str, hex: str, side: str = "blue", **extra: Any) -> Spec:
    """Horse artillery of range 4."""
    return _unit("horse-artillery", id, hex, side, extra)


def garrison(id: str, hex: str, side: str = "red", sp: int = 2, **state: Any) -> Spec:
    """A chateau's own strength; the hex becomes chateau ground."""
    return Spec("garrison", id, hex, side, {"name": id.title(), "command": side, "sp": sp}, **state)


def leader(id: str, hex: str, side: str = "blue", level: str = "division", **extra: Any) -> Spec:
    """A leader; `level="overall"` takes cp= and range=, the others orders=. To lead the side's
    command give him `commands=True`."""
    values: dict[str, Any] = {"name": id.title(), "level": level}
    values.update({"cp": 2, "range": 8} if level == "overall" else {"orders": 5})
    values.update(extra)
    return Spec("leader", id, hex, side, values)


class Scene:
    """The position, and short ways to ask and answer."""

    def __init__(self, p: ShockPosition) -> None:
        self.p = p
        self.battle = p.battle

    def u(self, id: str) -> int:
        """The number of a piece."""
        return self.battle.ids.index(id)

    def h(self, name: str) -> int:
        """The number of a hex."""
        return self.battle.grid.parse(name)

    def hexes(self, mask: int) -> set[str]:
        """The names of the hexes of a set."""
        return {self.battle.grid.name(h) for h in range(self.battle.grid.size) if mask >> h & 1}

    def where(self, id: str) -> str | None:
        """The hex of a piece by name, None if it is off the map."""
        h = self.p.hex[self.u(id)]
        return self.battle.grid.name(h) if h >= 0 else None

    def order(self, id: str) -> int:
        """The order of a unit: GOOD, D1, D2, ROUTED."""
        return self.p.order[self.u(id)]

    def steps(self, id: str) -> int:
        """The steps a unit has left."""
        return self.p.steps[self.u(id)]

    def has(self, id: str, flag: int) -> bool:
        """Whether a flag (SQUARE, BLOWN, ENGAGED, …) of a unit is set."""
        return bool(self.p.flags[self.u(id)] & flag)

    def activate(self, side: str = "blue", kind: int = FULL) -> Scene:
        """Begin an activation of a side's command; then its orders are asked for."""
        index = [c.id for c in self.battle.commands].index(side)
        self.p.stack.append(Activate(command=index, kind=kind))
        self.p.settle()
        return self

    def push(self, *steps: Any) -> Scene:
        """Put steps on the stack (the last runs first) and go on to the next question."""
        self.p.stack.extend(steps)
        self.p.settle()
        return self

    def options(self) -> list[str]:
        """The open decision's answers in words."""
        decision = self.p.decision
        assert decision is not None, f"no decision is open but {self.p.stack[-1:]}"
        return [decision.phrase(self.p, a) for a in self.p.options()]

    def orders_of(self, id: str) -> set[str]:
        """The verbs a unit may be ordered now ("move", "fire", …)."""
        return {o.split()[0] for o in self.options() if o.split()[-1] == id}

    def reach(self, id: str, verb: str = "move") -> set[str]:
        """The hexes to which a unit may be ordered now ("0807", or "0807 wading"), its own too
        where it may stay and turn; nothing if the order is not offered."""
        if verb not in self.orders_of(id):
            return set()
        step = MoveTo(unit=self.u(id), order=ORDERS.index(verb))
        return {step.phrase(self.p, a).removeprefix("> ") for a in step.options(self.p)}

    def play(self, text: str) -> Scene:
        """Answer by words; several decisions at once if they follow each other."""
        for action in read_order(self.p, text):
            self.p.play(action)
        return self

    def ride(self) -> Scene:
        """Where a charge may strike from several hexes, let it strike from the first."""
        while isinstance(self.p.decision, ChargeTo):
            self.p.play(self.p.options()[0])
        return self

    def check(self) -> Check:
        """The check of the open roll."""
        return self.p.check()

    def drm(self) -> int:
        """The sum of the die modifiers of the open roll."""
        return self.check().total()

    def mods(self) -> dict[str, int]:
        """The modifiers of the open roll by rule id."""
        return {m.id: m.value for m in self.check().modifiers}

    def roll(self, *faces: int) -> Scene:
        """Answer the open roll with these faces."""
        self.p.play(self.check().outcome(list(faces)))
        return self


def given(
    *pieces: Spec,
    ground: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    sides: Sequence[tuple[str, str]] = (),
    crossings: Sequence[tuple[str, str]] = (),
    roads: Sequence[tuple[str, Sequence[str]]] = (),
    buildings: Sequence[str] = (),
    armies: tuple[str, str] = ("french", "anglo-allied"),
    objectives: str = "",
    specials: str = "",
    turns: int = 4,
    turn: int = 1,
    variant: str = "sheet",
    hour: str = "14:00",
) -> Scene:
    """A scene. `sides` are (kind, "0508 ne"), `crossings` ("bridge", "0508 ne"), `roads`
    ("road", [hexes]); `objectives` and `specials` are TOML as in a battle file."""
    ground = dict(ground or {})
    for piece in pieces:
        if piece.table == "garrison":
            ground.setdefault(piece.hex, "chateau")
    source = {
        "map": _map(ground, dict(levels or {}), sides, crossings, roads, buildings),
        "battle": _battle(pieces, ground, armies, objectives, specials, turns, hour),
    }
    battle = SYSTEM.battle_from(source, variant)
    p = SYSTEM.start(battle)
    assert isinstance(p, ShockPosition)
    p.stack.clear()
    p.clock[TURN] = turn
    scene = Scene(p)
    for piece in pieces:
        u = scene.u(piece.id)
        p.set_order(u, piece.order)
        p.flags[u] = piece.flags
        if piece.steps is not None:
            p.steps[u] = piece.steps
        if piece.second:
            p.stretch(u, scene.h(piece.second))
        p.touch(u)
    p.rebuild()
    return scene


def _map(
    ground: dict[str, str],
    levels: dict[str, int],
    sides: Sequence[tuple[str, str]],
    crossings: Sequence[tuple[str, str]],
    roads: Sequence[tuple[str, Sequence[str]]],
    buildings: Sequence[str],
) -> str:
    letters = {
        "clear": "c",
        "cultivated": "f",
        "woods": "w",
        "marsh": "m",
        "village": "v",
        "built-up-village": "b",
        "chateau": "x",
        "lake": "l",
    }
    rows, heights = [], []
    for row in range(1, HEIGHT + 1):
        names = [f"{col:02}{row:02}" for col in range(1, WIDTH + 1)]
        rows.append("".join(letters[ground.get(n, "clear")] for n in names))
        heights.append("".join(str(levels.get(n, 1)) for n in names))
    text = f'name = "test"\nwidth = {WIDTH}\nheight = {HEIGHT}\nhex_metres = 190\n'
    text += f"buildings = {list(buildings)!r}\n".replace("'", '"')
    text += 'ground = """\n' + "\n".join(rows) + '\n"""\n'
    text += 'levels = """\n' + "\n".join(heights) + '\n"""\n'
    text += "[legend]\n" + "".join(f'{v} = "{k}"\n' for k, v in letters.items())
    for kind, side in sides:
        text += f'[[side]]\nkind = "{kind}"\nname = "{kind}"\nsides = ["{side}"]\n'
    for kind, side in crossings:
        text += f'[[crossing]]\nkind = "{kind}"\nside = "{side}"\n'
    for kind, hexes in roads:
        joined = ", ".join(f'"{h}"' for h in hexes)
        text += f'[[road]]\nkind = "{kind}"\nname = "{kind}"\nhexes = [{joined}]\n'
    return text


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _out_of_the_way(pieces: Sequence[Spec], ground: Mapping[str, str], side: str) -> str:
    """A hex for a corps leader: in range (8) of his units where possible, 3 or more off all."""
    everybody = [GRID.parse(piece.hex) for piece in pieces]
    own = [GRID.parse(piece.hex) for piece in pieces if piece.side == side]
    dry = [h for h in range(GRID.size) if ground.get(GRID.name(h)) != "lake"]
    free = [h for h in dry if all(GRID.distance[h][x] >= 3 for x in everybody)]
    return GRID.name(min(free, key=lambda h: max((GRID.distance[h][x] for x in own), default=0)))


def _battle(
    pieces: Sequence[Spec],
    ground: Mapping[str, str],
    armies: tuple[str, str],
    objectives: str,
    specials: str,
    turns: int,
    hour: str,
) -> str:
    text = 'name = "test"\ntitle = "Test"\ndate = "1815"\nmap = "test"\nsummary = "Test."\n'
    text += f'teaches = "Test."\ndifficulty = 1\nturns = {turns}\nstart = "{hour}"\nminutes = 30\n'
    text += 'first = "blue"\n'
    for name, army in zip(("blue", "red"), armies, strict=True):
        text += f'[[side]]\nname = "{name}"\ntitle = "{name.title()}"\narmy = "{army}"\n'
    chosen = {}
    for piece in pieces:
        if piece.table == "leader" and piece.values.pop("commands", False):
            chosen[piece.side] = piece.id
    for name in ("blue", "red"):
        if name not in chosen:
            chosen[name] = f"{name}-chief"
            text += f'[[leader]]\nid = "{name}-chief"\nname = "{name.title()} chief"\n'
            text += f'side = "{name}"\nlevel = "corps"\norders = 5\n'
            text += f'hex = "{_out_of_the_way(pieces, ground, name)}"\n'
    for name in ("blue", "red"):
        text += f'[[command]]\nid = "{name}"\nname = "{name.title()} command"\n'
        text += f'side = "{name}"\nleader = "{chosen[name]}"\n'
    for piece in pieces:
        text += f'[[{piece.table}]]\nid = "{piece.id}"\nside = "{piece.side}"\n'
        if "entry" not in piece.values:
            text += f'hex = "{piece.hex}"\n'
        for key, value in piece.values.items():
            text += f"{key} = {_value(value)}\n"
    return text + objectives + specials
