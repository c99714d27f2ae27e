"""A system and a view with nothing in them but what a picture needs."""

import tomllib
from pathlib import Path
from typing import Any

from grognard.boards.hexes import FACINGS
from grognard.boards.hexmap import HexMap
from grognard.engine import toml
from grognard.engine.battle import Battle
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.engine.view import Marker, Placement, Question, View
from grognard.systems.shock.terrain import read_map

PACKAGE = Path(__file__).parents[2] / "src" / "grognard"
MAPS = sorted(  # those of hexes
    path.stem for path in PACKAGE.glob("maps/*.toml") if "[legend]" in path.read_text("utf-8")
)
BATTLES = sorted(  # those fought on hexes
    path
    for path in PACKAGE.glob("systems/*/battles/*.toml")
    if tomllib.loads(path.read_text("utf-8"))["map"] in MAPS
)

TINY = """
name = "tiny"
title = "Tiny"
width = 6
height = 5
hex_metres = 200
buildings = ["0105"]
ground = '''
ccwwcc
cfwwcc
cfCccv
ccmlcv
cccccc
'''
levels = '''
000111
001221
001111
000011
000000
'''
[legend]
c = "clear"
f = "cultivated"
w = "woods"
C = "chateau"
m = "marsh"
l = "lake"
v = "village"
[[road]]
kind = "road"
hexes = ["0602", "0603", "0604", "0605"]
[[road]]
kind = "path"
hexes = ["0101", "0102", "0103", "0203"]
[[side]]
kind = "deep-stream"
sides = ["0103 e", "0103 se"]
[[side]]
kind = "marshy-stream"
sides = ["0304 w"]
[[side]]
kind = "river"
sides = ["0505 w"]
[[side]]
kind = "stream"
sides = ["0605 w"]
[[side]]
kind = "ravine"
sides = ["0504 w"]
[[side]]
kind = "crest"
sides = ["0302 se"]
[[side]]
kind = "steep"
sides = ["0302 w"]
[[crossing]]
kind = "bridge"
side = "0103 e"
[[crossing]]
kind = "ford"
side = "0505 w"
[[place]]
name = "The Farm"
hex = "0303"
kind = "farm"
"""


class GivenView(View):
    """A view that holds a battle and the question it is given, and no more."""

    def __init__(self, battle: Battle, question: Question | None = None) -> None:
        self.battle = battle
        self.side = -1
        self._question = question

    def guess(self) -> Position:
        """There is no position behind it."""
        return Position.__new__(Position)


class GivenBattle(Battle):
    """A battle of which only the sides and the title are known."""

    __slots__ = ()

    def __init__(self, sides: tuple[str, ...], title: str) -> None:
        self.title = title
        self.sides = sides
        self.titles = tuple(side.capitalize() for side in sides)


class GivenSystem(System):
    """A system on a map, with the pieces and markers it is given."""

    name = "given"
    board = "hexes"

    def __init__(
        self,
        hexmap: HexMap,
        placements: list[Placement],
        markers: list[Marker] | None = None,
        clock: str = "Turn 1, 14:00",
        attacks: list[tuple[str, str]] | None = None,
    ) -> None:
        self._map = hexmap
        self._placements = placements
        self._markers = markers or []
        self._clock = clock
        self._attacks = attacks or []

    def ground(self, battle: Battle) -> HexMap:
        return self._map

    def placements(self, view: View) -> list[Placement]:
        return self._placements

    def attacks_due(self, view: View) -> list[tuple[str, str]]:
        return self._attacks

    def markers(self, view: View) -> list[Marker]:
        return self._markers

    def clock(self, view: View) -> str:
        return self._clock


def view(sides: tuple[str, ...] = ("french", "allied"), title: str = "A battle") -> GivenView:
    """A view of a battle between these sides."""
    return GivenView(GivenBattle(sides, title))


def tiny_map() -> HexMap:
    """A small map with one of everything."""
    return read_map(toml.loads(TINY, "tiny.toml"))


def shipped_map(name: str) -> HexMap:
    """A map as it is shipped."""
    return read_map(toml.load(PACKAGE / "maps" / f"{name}.toml"))


def piece(
    id: str,
    at: int | tuple[int, ...],
    symbol: str = "infantry",
    side: int = 0,
    turn: int | None = 0,
    strength: str = "7",
    marks: tuple[str, ...] = (),
    label: str | None = None,
) -> Placement:
    """A placement with everything filled in."""
    where = at if isinstance(at, tuple) else (at,)
    name = id.partition(":")[2].capitalize() if label is None else label
    return Placement(id, symbol, side, where, turn, name, strength, marks, "")


def deployed(path: Path, marks: tuple[str, ...] = ()) -> tuple[GivenView, GivenSystem]:
    """The pieces a battle file puts on its map at the start, the troops with these marks."""
    data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    hexmap = shipped_map(data["map"])
    sides = tuple(side["name"] for side in data["side"])
    pieces = []
    for kind, entries in (("unit", "unit"), ("garrison", "garrison"), ("leader", "leader")):
        for entry in data.get(entries, []):
            if "hex" not in entry:
                continue
            turn = 60 * FACINGS.index(entry["facing"]) if "facing" in entry else None
            strength = str(entry["sp"]) if "sp" in entry else ""
            symbol = entry.get("arm", kind)
            where = (hexmap.grid.parse(entry["hex"]),)
            side = sides.index(entry["side"])
            pieces.append(
                Placement(
                    f"{kind}:{entry['id']}",
                    symbol,
                    side,
                    where,
                    turn,
                    entry["name"],
                    strength,
                    marks if strength else (),
                    "",
                )
            )
    markers = [
        Marker(
            f"objective:{number}",
            "objective",
            (hexmap.grid.parse(entry["hex"]),),
            -1,
            entry["name"],
        )
        for number, entry in enumerate(data.get("objective", []))
    ]
    return view(sides, data["title"]), GivenSystem(hexmap, pieces, markers)
