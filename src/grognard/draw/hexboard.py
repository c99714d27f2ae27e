"""Views of battles on hexes as scenes."""

from __future__ import annotations

from grognard.boards.hexes import FACINGS
from grognard.boards.hexmap import HexMap
from grognard.draw import hexground, hexpieces, ink, symbols
from grognard.draw.curves import Point, polygon
from grognard.draw.labels import Space, Wish, place
from grognard.draw.lettering import LEAST, Box, Text, lettered
from grognard.draw.pieces import Piece
from grognard.draw.scene import Board, Flag, Scene, describe
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


def scene(view: View, system: System) -> Scene:
    """The scene of a view on a map of hexes."""
    battle = view.battle
    board = HexBoard(system.ground(battle))
    sheet = board.ground.sheet
    pieces = hexpieces.lay_out(sheet, system.placements(view))
    markers = system.markers(view)
    flags = _flags(board, markers, battle)
    clock = system.clock(view)
    taken = Space(chip.box for piece in pieces for chip in piece.chips)
    for flag in flags:
        taken.add(Box(flag.x - 1, flag.y - 17, flag.x + 11, flag.y))
    for piece in pieces:
        if piece.symbol.endswith("-leader"):
            taken.add(piece.extent.grown(-1))
    blocks = Space(box for piece in pieces for box in hexpieces.bodies(piece))
    wishes = [_name(piece, battle) for piece in pieces if piece.placement.label]
    wishes += _place_names(board, pieces)
    return Scene(
        board=board,
        symbols=symbols.sheet(battle.sides),
        flags=flags,
        pieces=pieces,
        labels=place(wishes, sheet.frame.grown(-2), taken, blocks),
        texts=_clock(board, clock),
        title=f"{battle.title}: {clock}" if clock else battle.title,
        listing=_listing(board, battle, pieces, markers),
    )


def _name(piece: Piece, battle: Battle) -> Wish:
    letters = ink.livery(battle.sides[piece.side], piece.side).letters
    box = hexpieces.bodies(piece)[0]
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    half_x, half_y = (box.right - box.left) / 2, (box.bottom - box.top) / 2
    italic = piece.symbol.endswith("-leader")
    return Wish(piece.placement.label, x, y, half_x, half_y, LEAST, italic, letters, False)


def _place_names(board: HexBoard, pieces: list[Piece]) -> list[Wish]:
    """The names of the map, the greatest first, so that lesser ones give way."""
    sheet = board.ground.sheet
    said = {piece.placement.label for piece in pieces}  # a garrison is named after its walls
    wishes = []
    for named in sorted(sheet.ground.places, key=lambda p: (-p.size, p.hex)):
        if named.name in said:
            continue
        x, y = sheet.centre(named.hex)
        size = _PLACE_SIZE[named.size]
        colour = "#274f63" if named.kind == "water" else ink.INK
        # Names of woods, heights and waters stand on them, those of houses beside them.
        near = (18.0, 16.0) if named.kind in ("farm", "village") else (0.0, 0.0)
        wishes.append(Wish(named.name, x, y, *near, size, True, colour, True))
    return wishes


def _flags(board: HexBoard, markers: list[Marker], battle: Battle) -> list[Flag]:
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


def _clock(board: HexBoard, clock: str) -> list[Text]:
    """The hour at the right of the lower margin, if there is room for it beside the rest."""
    if not clock:
        return []
    text = lettered(clock, 0, board.height - 9, 13, plate=ink.PAPER)
    text = text._replace(x=board.ground.sheet.frame.right - 42 - text.width / 2)
    if any(text.box.grown(3).meets(other.box) for other in board.ground.texts):
        return []
    return [text]


def _listing(board: HexBoard, battle: Battle, pieces: list[Piece], markers: list[Marker]) -> str:
    """The whole board in words, side by side and piece by piece."""
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
