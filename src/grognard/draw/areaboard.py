"""Views of battles on areas as scenes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from grognard.boards.areamap import AreaMap
from grognard.boards.areas import RESERVE
from grognard.draw import areaground, areapieces, ink, margin, symbols
from grognard.draw.areasheet import AreaSheet
from grognard.draw.composing import SceneMemory, flag_title, listing, name_all, tell
from grognard.draw.curves import Point, polygon
from grognard.draw.labels import Wish
from grognard.draw.lettering import LEAST, Box
from grognard.draw.pieces import DrawnPiece, told
from grognard.draw.scene import Board, Flag, Scene, Seen
from grognard.engine.battle import Battle
from grognard.engine.system import System
from grognard.engine.view import Marker, View

_PLACE_SIZE = {1: LEAST, 2: 13.0, 3: 16.0}
_LOCALE_SIZE = 14.0


class AreaBoard(Board):
    """A drawn map of areas."""

    __slots__ = ("ground",)

    def __init__(self, areamap: AreaMap) -> None:
        self.ground = areaground.drawn(areamap)
        self.svg = self.ground.svg
        self.width = self.ground.sheet.width
        self.height = self.ground.sheet.height

    def point(self, id: str) -> Point | None:
        """The middle of a locale's reserve, or of the blocks on an approach."""
        found = self.ground.sheet.ground.areas.place_of(id)
        if found is None:
            return None
        sheet = self.ground.sheet
        locale, approach = found
        if approach == RESERVE:
            return sheet.point(sheet.ground.locales[locale].reserve)
        slot = areapieces.slots(sheet, locale, {approach: 1})[approach][0]
        return slot.x, slot.y

    def outline(self, id: str) -> str | None:
        """The outline of a locale, or the strip of ground along an approach."""
        found = self.ground.sheet.ground.areas.place_of(id)
        if found is None:
            return None
        sheet = self.ground.sheet
        locale, approach = found
        if approach == RESERVE:
            return polygon(sheet.outlines[locale])
        return polygon(areaground.strip(sheet, approach))

    def places(self) -> list[str]:
        """Every locale, and every approach."""
        areas = self.ground.sheet.ground.areas
        locales = [f"locale:{areas.ids[n]}" for n in range(areas.size)]
        return locales + [f"approach:{areas.approach_name(n)}" for n in range(len(areas.locale))]


def scene(view: View, system: System, seen: Seen, memory: SceneMemory) -> Scene:
    """The scene of a view on a map of areas."""
    battle, clock = view.battle, seen.clock
    board = AreaBoard(system.ground(battle))
    sheet = board.ground.sheet
    ground = sheet.ground
    flags = _flags(sheet, seen.markers, battle)
    staffs = [Box(flag.x - 2, flag.y - 18, flag.x + 12, flag.y + 1) for flag in flags]
    pieces = areapieces.lay_out(sheet, seen.placements, staffs, memory.pieces)
    said = tell(
        memory.names, staffs, pieces, lambda piece: told(piece, battle.sides, _where(ground, piece))
    )
    locales, places = _ground_names(sheet)
    return Scene(
        board=board,
        symbols=symbols.sheet(battle.sides),
        flags=flags,
        pieces=pieces,
        labels=name_all(memory.names, locales, said, places, sheet.frame.grown(-2)),
        texts=margin.clock(sheet, board.ground.texts, clock),
        title=f"{battle.title}: {clock}" if clock else battle.title,
        listing=listing(
            battle, pieces, said, seen.markers, lambda marker: _whereabouts(ground, marker)
        ),
    )


@lru_cache(maxsize=32)
def _ground_names(sheet: AreaSheet) -> tuple[list[Wish], list[Wish]]:
    """The names of the map: those that come before the names of pieces, and after them."""
    locales = [_locale_name(sheet, n) for n in range(sheet.ground.areas.size)]
    return locales, _place_names(sheet) + _road_names(sheet)


def _locale_name(sheet: AreaSheet, n: int) -> Wish:
    """A locale's name and how many units it holds."""
    locale = sheet.ground.locales[n]
    x, y = sheet.point(locale.reserve)
    room = locale.properties.get("capacity")
    text = locale.name if room is None else f"{locale.name} ({room})"
    return Wish(text, x, y, 0.0, 0.0, _LOCALE_SIZE, False, ink.INK, False)


def _place_names(sheet: AreaSheet) -> list[Wish]:
    """The smaller names of the map, the largest first, so that smaller ones give way."""
    wishes = []
    for spot in sorted(sheet.ground.places, key=lambda p: (-p.size, p.at)):
        x, y = sheet.point(spot.at)
        colour = ink.WATER_NAME if spot.kind == "water" else ink.INK
        near = (16.0, 10.0) if spot.kind in ("farm", "village") else (2.0, 4.0)
        wishes.append(Wish(spot.name, x, y, *near, _PLACE_SIZE[spot.size], True, colour, True))
    return wishes


def _road_names(sheet: AreaSheet) -> list[Wish]:
    """The names of roads beside their longest straight on the map."""
    wishes = []
    frame = sheet.frame.grown(-30)
    for road in sheet.ground.roads:
        line = sheet.points(road.line)
        best: tuple[float, Point] | None = None
        for (ax, ay), (bx, by) in pairwise(line):
            x, y = (ax + bx) / 2, (ay + by) / 2
            if frame.left < x < frame.right and frame.top < y < frame.bottom:
                long = hypot(bx - ax, by - ay)
                if best is None or long > best[0]:
                    best = long, (x, y)
        if best is not None:
            wishes.append(Wish(road.name, *best[1], 8.0, 9.0, LEAST, True, ink.HACHURE, True))
    return wishes


def _flags(sheet: AreaSheet, markers: Sequence[Marker], battle: Battle) -> list[Flag]:
    """A sign for every marker, side by side above the middle of its locale's reserve."""
    shown: dict[int, int] = {}
    flags = []
    for marker in markers:
        if not marker.at or marker.kind == "closed":
            continue  # what changes from turn to turn is told in words
        locale = marker.at[0]
        beside = shown.get(locale, 0)
        shown[locale] = beside + 1
        x, y = sheet.point(sheet.ground.locales[locale].reserve)
        title = flag_title(marker, battle)
        at = x - 5 + 15 * beside, y - 9
        flags.append(Flag(marker.id, marker.kind, marker.side, *at, title))
    return flags


def _where(ground: AreaMap, piece: DrawnPiece) -> str:
    locale, approach = piece.placement.at[0], piece.placement.at[1]
    where = ground.locales[locale].name
    if approach == RESERVE:
        return f"{where} in reserve"
    return f"{where} towards {ground.locales[ground.areas.towards[approach]].name}"


def _whereabouts(ground: AreaMap, marker: Marker) -> str:
    return f" {ground.locales[marker.at[0]].name}" if marker.at else " "
