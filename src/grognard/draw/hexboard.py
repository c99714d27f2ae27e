"""Views of battles on hexes as scenes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.boards.hexes import FACINGS, HexGrid
from grognard.boards.hexmap import HexMap
from grognard.draw import hexground, hexpieces, ink, margin, symbols
from grognard.draw.arrangement import Placed
from grognard.draw.composing import SceneMemory, flag_title, listing, name_all, staff, tell
from grognard.draw.curves import Point, polygon
from grognard.draw.hexsheet import Sheet
from grognard.draw.labels import Wish
from grognard.draw.pieces import DrawnPiece, ToldPiece, told
from grognard.draw.scene import Board, Flag, Scene, Seen
from grognard.engine.battle import Battle
from grognard.engine.errors import UnknownName
from grognard.engine.system import System
from grognard.engine.view import Marker, View

_PLACE_SIZE = {1: 12.0, 2: 14.0, 3: 17.0}
_FLAG_AT = (-21.0, -10.0)  # from the middle of a hex to the foot of a flag in it


class HexBoard(Board):
    """A drawn map of hexes."""

    __slots__ = ("ground",)

    def __init__(self, hexmap: HexMap) -> None:
        self.ground = hexground.drawn(hexmap)
        self.svg = self.ground.svg
        self.width = self.ground.sheet.width
        self.height = self.ground.sheet.height

    def _hex(self, id: str) -> int:
        kind, _, name = id.partition(":")
        if kind != "hex":
            return -1
        try:
            return self.ground.sheet.ground.grid.parse(name)
        except UnknownName:
            return -1

    def point(self, id: str) -> Point | None:
        """The middle of a hex."""
        h = self._hex(id)
        return None if h < 0 else self.ground.sheet.centre(h)

    def outline(self, id: str) -> str | None:
        """The six sides of a hex."""
        h = self._hex(id)
        if h < 0:
            return None
        sheet = self.ground.sheet
        return polygon([sheet.point(knot) for knot in sheet.corners(sheet.cell(h))])

    def places(self) -> list[str]:
        """Every hex."""
        grid = self.ground.sheet.ground.grid
        return [f"hex:{grid.name(h)}" for h in range(grid.size)]


def scene(view: View, system: System, seen: Seen, memory: SceneMemory) -> Scene:
    """The scene of a view on a map of hexes."""
    battle, clock = view.battle, seen.clock
    board = HexBoard(system.ground(battle))
    sheet = board.ground.sheet
    grid = sheet.ground.grid
    flags = _flags(sheet, seen.markers, battle)
    pieces = hexpieces.lay_out(sheet, seen.placements, memory.pieces)
    told = tell(
        memory.names,
        [staff(flag) for flag in flags],
        pieces,
        lambda piece: _told(grid, piece, battle.sides),
    )
    said = {piece.placement.label for piece in pieces}  # a garrison is named after its walls
    places = [wish for wish in _place_names(sheet) if wish.text not in said]
    return Scene(
        board=board,
        symbols=symbols.sheet(battle.sides),
        flags=flags,
        pieces=pieces,
        labels=name_all(memory.names, (), told, places, sheet.frame.grown(-2)),
        texts=margin.clock(sheet, board.ground.texts, clock),
        title=f"{battle.title}: {clock}" if clock else battle.title,
        listing=listing(
            battle, pieces, told, seen.markers, lambda marker: f" {_hexes(grid, marker.at)}"
        ),
    )


def _told(grid: HexGrid, piece: DrawnPiece, sides: tuple[str, ...]) -> Placed[ToldPiece]:
    turn = piece.placement.turn
    looks = "" if turn is None else f" facing {FACINGS[round(turn / 60) % 6]}"
    return told(piece, sides, f"{_hexes(grid, piece.placement.at)}{looks}")


def _hexes(grid: HexGrid, at: Sequence[int]) -> str:
    return " and ".join(grid.name(h) for h in at)


@lru_cache(maxsize=32)
def _place_names(sheet: Sheet) -> list[Wish]:
    """The names of the map, the largest first, so that smaller ones give way."""
    wishes = []
    for spot in sorted(sheet.ground.places, key=lambda p: (-p.size, p.hex)):
        x, y = sheet.centre(spot.hex)
        size = _PLACE_SIZE[spot.size]
        colour = ink.WATER_NAME if spot.kind == "water" else ink.INK
        # Names of woods, heights and waters stand on them, those of houses beside them.
        near = (18.0, 16.0) if spot.kind in ("farm", "village") else (0.0, 0.0)
        wishes.append(Wish(spot.name, x, y, *near, size, True, colour, True))
    return wishes


def _flags(sheet: Sheet, markers: Sequence[Marker], battle: Battle) -> list[Flag]:
    """A flag for every marker; one place shows the same side's flag once, and others beside it."""
    shown: set[tuple[int, int]] = set()
    flags = []
    for marker in markers:
        if not marker.at or (marker.at[0], marker.side) in shown:
            continue
        beside = sum(h == marker.at[0] for h, _ in shown)
        shown.add((marker.at[0], marker.side))
        x, y = sheet.centre(marker.at[0])
        at = x + _FLAG_AT[0] + 14 * beside, y + _FLAG_AT[1]
        title = flag_title(marker, battle)
        flags.append(Flag(marker.id, marker.kind, marker.side, *at, title))
    return flags
