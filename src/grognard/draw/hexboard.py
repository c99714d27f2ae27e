"""Views of battles on hexes as scenes."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.hexes import FACINGS
from grognard.boards.hexmap import HexMap
from grognard.draw import hexground, hexpieces, ink, margin, symbols
from grognard.draw.curves import Point, polygon
from grognard.draw.labels import PlacedNames, Space, Wish
from grognard.draw.lettering import Box
from grognard.draw.pieces import DrawnPiece, bodies, named
from grognard.draw.scene import Board, Flag, Scene, Seen, describe
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


def scene(view: View, system: System, seen: Seen, names: PlacedNames) -> Scene:
    """The scene of a view on a map of hexes."""
    battle = view.battle
    board = HexBoard(system.ground(battle))
    sheet = board.ground.sheet
    pieces = hexpieces.lay_out(sheet, seen.placements)
    markers = seen.markers
    flags = _flags(board, markers, battle)
    clock = seen.clock
    taken = Space(chip.box for piece in pieces for chip in piece.chips)
    for flag in flags:
        taken.add(Box(flag.x - 1, flag.y - 17, flag.x + 11, flag.y))
    for piece in pieces:
        if piece.symbol.endswith("-leader"):
            taken.add(piece.extent.grown(-1))
    blocks = Space(box for piece in pieces for box in bodies(piece))
    wishes = [named(piece, battle.sides) for piece in pieces if piece.placement.label]
    wishes += _place_names(board, pieces)
    return Scene(
        board=board,
        symbols=symbols.sheet(battle.sides),
        flags=flags,
        pieces=pieces,
        labels=names.place(wishes, sheet.frame.grown(-2), taken, blocks),
        texts=margin.clock(sheet, board.ground.texts, clock),
        title=f"{battle.title}: {clock}" if clock else battle.title,
        listing=_listing(board, battle, pieces, markers),
    )


def _place_names(board: HexBoard, pieces: list[DrawnPiece]) -> list[Wish]:
    """The names of the map, the largest first, so that smaller ones give way."""
    sheet = board.ground.sheet
    said = {piece.placement.label for piece in pieces}  # a garrison is named after its walls
    wishes = []
    for spot in sorted(sheet.ground.places, key=lambda p: (-p.size, p.hex)):
        if spot.name in said:
            continue
        x, y = sheet.centre(spot.hex)
        size = _PLACE_SIZE[spot.size]
        colour = ink.WATER_NAME if spot.kind == "water" else ink.INK
        # Names of woods, heights and waters stand on them, those of houses beside them.
        near = (18.0, 16.0) if spot.kind in ("farm", "village") else (0.0, 0.0)
        wishes.append(Wish(spot.name, x, y, *near, size, True, colour, True))
    return wishes


def _flags(board: HexBoard, markers: Sequence[Marker], battle: Battle) -> list[Flag]:
    """A flag for every marker; one place shows the same side's flag once, and others beside it."""
    shown: set[tuple[int, int]] = set()
    flags = []
    for marker in markers:
        if not marker.at or (marker.at[0], marker.side) in shown:
            continue
        beside = sum(h == marker.at[0] for h, _ in shown)
        shown.add((marker.at[0], marker.side))
        flag = _flag(board, marker, battle)
        flag.x += 14 * beside
        flags.append(flag)
    return flags


def _flag(board: HexBoard, marker: Marker, battle: Battle) -> Flag:
    x, y = board.ground.sheet.centre(marker.at[0])
    held = f", {battle.titles[marker.side]}" if marker.side >= 0 else ""
    title = f"{marker.label} ({marker.kind}{held})"
    return Flag(marker.id, marker.kind, marker.side, x + _FLAG_AT[0], y + _FLAG_AT[1], title)


def _listing(
    board: HexBoard, battle: Battle, pieces: list[DrawnPiece], markers: Sequence[Marker]
) -> str:
    """The whole board in words, sorted by side and piece."""
    grid = board.ground.sheet.ground.grid
    lines = []
    for side, title in enumerate(battle.titles):
        lines.append(f"{title}:")
        for piece in pieces:
            p = piece.placement
            if p.side == side:
                where = " and ".join(grid.name(h) for h in p.at)
                looks = "" if p.turn is None else f" facing {FACINGS[round(p.turn / 60) % 6]}"
                lines.append(f"{describe(piece)}: {where}{looks}")
    for marker in markers:
        where = " and ".join(grid.name(h) for h in marker.at)
        held = f", {battle.titles[marker.side]}" if marker.side >= 0 else ""
        lines.append(f"{marker.kind}: {marker.label} {where}{held}")
    return "\n".join(lines)
