"""Views of battles on the tabletop as scenes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grognard.boards.polygons import Point as Spot
from grognard.boards.tablemap import TENTHS, TableMap, centre
from grognard.draw import margin, tableground, tablepieces, tablesymbols
from grognard.draw.arrangement import Placed
from grognard.draw.composing import SceneMemory, flag_title, listing, name_all, staff, tell
from grognard.draw.curves import Point, number, polygon
from grognard.draw.pieces import DrawnPiece, ToldPiece, told
from grognard.draw.scene import Board, Flag, Inches, Scene, Seen
from grognard.draw.tablesheet import TableSheet
from grognard.engine.battle import Battle
from grognard.engine.system import System
from grognard.engine.view import Marker, View

# "12.3,20.0 facing 90", and the base that would stand there: "12.3,20.0 facing 90 on 3.0x1.5".
_LENGTH = r"(\d{1,3})\.(\d)"
_POSE = re.compile(f"{_LENGTH},{_LENGTH} facing (\\d{{1,3}})(?: on {_LENGTH}x{_LENGTH})?")


class TableBoard(Board):
    """A drawn tabletop."""

    __slots__ = ("ground",)

    def __init__(self, tablemap: TableMap) -> None:
        self.ground = tableground.drawn(tablemap)
        self.svg = self.ground.svg
        self.width = self.ground.sheet.width
        self.height = self.ground.sheet.height

    def point(self, id: str) -> Point | None:
        """The middle of an area, a crossing, a place, a stretch of the edge, or of a pose."""
        sheet = self.ground.sheet
        kind, _, name = id.partition(":")
        if kind == "pose":
            pose = _POSE.fullmatch(name)
            return None if pose is None else sheet.point((_tenths(pose, 1), _tenths(pose, 3)))
        spot = self._spots().get(id)
        return None if spot is None else sheet.point(spot)

    def outline(self, id: str) -> str | None:
        """The outline of an area or of the base of a pose, a strip of the edge, or a circle."""
        sheet, ground = self.ground.sheet, self.ground.sheet.ground
        kind, _, name = id.partition(":")
        if kind == "pose":
            return self._pose(name)
        if id not in self._spots():
            return None
        if kind == "area":
            return polygon(sheet.points(ground.area(name).outline))
        if kind == "entry":
            return polygon(sheet.points(_strip(ground, ground.entry(name).line)))
        x, y = sheet.point(self._spots()[id])
        return f"M{number(x - 12)} {number(y)}a12 12 0 1 1 24 0a12 12 0 1 1-24 0z"

    def places(self) -> list[str]:
        """Every area, crossing, place and stretch of the edge."""
        return list(self._spots())

    def inches(self) -> Inches:
        """How the table lies in its picture."""
        sheet = self.ground.sheet
        return Inches((sheet.frame.left, sheet.frame.top), float(sheet.ground.inch))

    def _spots(self) -> dict[str, Spot]:
        ground = self.ground.sheet.ground
        found = {f"area:{area.id}": centre(area.outline) for area in ground.areas}
        found.update({f"crossing:{crossing.id}": crossing.at for crossing in ground.crossings})
        found.update({f"entry:{entry.id}": ground.spot(entry.id) for entry in ground.entries})
        found.update({f"place:{spot.id}": spot.at for spot in ground.places})
        return found

    def _pose(self, name: str) -> str | None:
        pose = _POSE.fullmatch(name)
        if pose is None or pose[6] is None:
            return None
        spot, size = (_tenths(pose, 1), _tenths(pose, 3)), (_tenths(pose, 6), _tenths(pose, 8))
        return tablepieces.base(self.ground.sheet, spot, size, int(pose[5]))


def _tenths(pose: re.Match[str], group: int) -> int:
    return TENTHS * int(pose[group]) + int(pose[group + 1])


def _strip(ground: TableMap, line: tuple[Spot, Spot]) -> list[Spot]:
    """The inch of the table along a stretch of its edge."""
    (ax, ay), (bx, by) = line
    wide, high = ground.size
    if ax == bx:
        inner = TENTHS if ax == 0 else wide - TENTHS
        return [(ax, ay), (bx, by), (inner, by), (inner, ay)]
    inner = TENTHS if ay == 0 else high - TENTHS
    return [(ax, ay), (bx, by), (bx, inner), (ax, inner)]


def scene(view: View, system: System, seen: Seen, memory: SceneMemory) -> Scene:
    """The scene of a view on the tabletop."""
    battle, clock = view.battle, seen.clock
    board = TableBoard(system.ground(battle))
    sheet = board.ground.sheet
    flags = _flags(sheet, seen.markers, battle)
    pieces = tablepieces.lay_out(sheet, seen.placements, memory.pieces)
    told = tell(
        memory.names,
        [staff(flag) for flag in flags],
        pieces,
        lambda piece: _told(sheet, piece, battle.sides),
    )
    return Scene(
        board=board,
        symbols=tablesymbols.sheet(battle.sides, tablepieces.stands(sheet, seen.placements)),
        flags=flags,
        pieces=pieces,
        labels=name_all(memory.names, (), told, board.ground.names, sheet.frame.grown(-2)),
        texts=margin.clock(sheet, board.ground.texts, clock),
        title=f"{battle.title}: {clock}" if clock else battle.title,
        listing=listing(battle, pieces, told, seen.markers, _whereabouts),
    )


def _told(sheet: TableSheet, piece: DrawnPiece, sides: tuple[str, ...]) -> Placed[ToldPiece]:
    """A piece in words; names stay off the markers behind it as well."""
    p = piece.placement
    looks = "" if p.turn is None else f" facing {p.turn}"
    found = told(piece, sides, f"{_inches(p.at)}{looks}")
    column = tuple(tablepieces.box_of(marker) for marker in tablepieces.column(sheet, p))
    return found._replace(covers=found.covers + column)


def _whereabouts(marker: Marker) -> str:
    return f" {_inches(marker.at)}" if len(marker.at) > 1 else ""


def _flags(sheet: TableSheet, markers: Sequence[Marker], battle: Battle) -> list[Flag]:
    """A sign for every marker at its point, several at one point side by side."""
    shown: dict[Spot, int] = {}
    flags = []
    for marker in markers:
        if len(marker.at) < 2:
            continue
        spot = marker.at[0], marker.at[1]
        beside = shown.get(spot, 0)
        shown[spot] = beside + 1
        x, y = sheet.point(spot)
        frame = sheet.frame
        x = min(max(x, frame.left + 8), frame.right - 14) + 14 * beside
        y = min(max(y, frame.top + 20), frame.bottom - 2)
        title = flag_title(marker, battle)
        flags.append(Flag(marker.id, marker.kind, marker.side, x, y, title))
    return flags


def _inches(at: tuple[int, ...]) -> str:
    """A point as the terminal writes it: inches from the left and from the top."""
    return ",".join(f"{v // TENTHS}.{v % TENTHS}" for v in at[:2])
