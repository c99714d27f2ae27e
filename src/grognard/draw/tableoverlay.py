"""Figures laid over a tabletop on request: command radius, arc of fire, reachable ground, ruler."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin
from typing import NamedTuple

from grognard.boards.polygons import Point as Spot
from grognard.boards.tablemap import TENTHS
from grognard.draw import ink
from grognard.draw.curves import Point, number, pair, polyline
from grognard.draw.lettering import Box
from grognard.draw.pieces import MARK, Chip, DrawnPiece, plate
from grognard.draw.scene import Inches, Scene, Shape
from grognard.draw.space import Space
from grognard.draw.tableboard import TableBoard
from grognard.draw.tablepieces import corners, is_leader
from grognard.draw.tablesheet import TableSheet
from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.view import View

_TICK = 4.0  # pixels to either hand of a ruler at every inch
_AROUND = ((0, 0), (0, -16), (0, 16), (40, 0), (-40, 0), (40, -16), (-40, -16), (40, 16), (-40, 16))


class ReachRing(NamedTuple):
    """All within a reach of a piece's middle, in tenths of an inch."""

    about: str
    reach: int
    label: str = ""


class Arc(NamedTuple):
    """All within a reach of a stand's front, no more than `half` degrees off straight ahead."""

    about: str
    half: int
    reach: int
    label: str = ""


class Zone(NamedTuple):
    """Areas of the table, as polygons in thousandths of an inch."""

    outlines: tuple[tuple[Spot, ...], ...]
    label: str = ""


class Ruler(NamedTuple):
    """A measure from one id to another."""

    start: str
    end: str
    label: str = ""


Overlay = ReachRing | Arc | Zone | Ruler


def overlaid(scene: Scene, wanted: Sequence[Overlay]) -> Scene:
    """The scene with some figures added; their words keep off all other lettering."""
    if not isinstance(scene.board, TableBoard):
        raise GrognardError("measures in inches need a tabletop to lie on")
    sheet = scene.board.ground.sheet
    taken = Space(text.box.grown(1) for text in scene.lettering())
    for piece in scene.pieces:
        for chip in piece.chips:
            taken.add(chip.box)
    for overlay in wanted:
        if isinstance(overlay, ReachRing):
            shape = _ring(sheet, _piece(scene, overlay.about), overlay, taken)
        elif isinstance(overlay, Arc):
            shape = _arc(sheet, _piece(scene, overlay.about), overlay, taken)
        elif isinstance(overlay, Zone):
            shape = _zone(sheet, scene.board.inches(), overlay, taken)
        else:
            shape = _ruler(sheet, scene, overlay, taken)
        scene.shapes.append(shape)
    return scene


def _piece(scene: Scene, id: str) -> DrawnPiece:
    for piece in scene.pieces:
        if piece.id == id:
            return piece
    raise UnknownName(f'no piece "{id[:60]}" on the board')


def reach(scene: Scene, view: View) -> Scene:
    """The scene with the ground an answer may reach beyond the options, each part with its cost."""
    return overlaid(scene, [Zone((area.outline,), area.text) for area in view.reach()])


def inches(tenths: int) -> str:
    """A length in words.

    >>> inches(60), inches(75)
    ('6 in', '7.5 in')
    """
    whole, rest = divmod(tenths, TENTHS)
    return f"{whole}.{rest} in" if rest else f"{whole} in"


def _ring(sheet: TableSheet, piece: DrawnPiece, ring: ReachRing, taken: Space) -> Shape:
    # A leader may be drawn to the side: the ring is centred on the true point.
    x, y = sheet.point((piece.placement.at[0], piece.placement.at[1]))
    r = number(ring.reach * sheet.tenth)
    wide = number(2 * ring.reach * sheet.tenth)
    back = number(-2 * ring.reach * sheet.tenth)
    start = pair((x - ring.reach * sheet.tenth, y))
    data = f"M{start}a{r} {r} 0 1 1 {wide} 0a{r} {r} 0 1 1 {back} 0z"
    label = ring.label or inches(ring.reach)
    chip = _chip(sheet, label, (x, y - ring.reach * sheet.tenth), taken)
    return Shape("ring", data, f"{piece.placement.label}: {label}", chip)


def _arc(sheet: TableSheet, piece: DrawnPiece, arc: Arc, taken: Space) -> Shape:
    if is_leader(piece.placement):
        raise GrognardError(f'"{piece.id}" has no front: an arc is that of a stand')
    wide, deep = piece.placement.at[2], piece.placement.at[3]
    at = piece.x, piece.y
    left, right, _, _ = corners(at, wide * sheet.tenth / 2, deep * sheet.tenth / 2, piece.turn)
    reach = arc.reach * sheet.tenth
    r = number(reach)
    ends = [
        _off(corner, piece.turn + turn, reach)
        for corner, turn in ((left, -arc.half), (left, 0), (right, 0), (right, arc.half))
    ]
    data = (
        f"M{pair(left)}L{pair(ends[0])}A{r} {r} 0 0 1 {pair(ends[1])}L{pair(ends[2])}"
        f"A{r} {r} 0 0 1 {pair(ends[3])}L{pair(right)}z"
    )
    label = arc.label or inches(arc.reach)
    far = (ends[1][0] + ends[2][0]) / 2, (ends[1][1] + ends[2][1]) / 2
    chip = _chip(sheet, label, far, taken)
    return Shape("arc", data, f"{piece.placement.label}: {label}", chip)


def _off(point: Point, turn: float, reach: float) -> Point:
    return point[0] + reach * sin(radians(turn)), point[1] - reach * cos(radians(turn))


def _zone(sheet: TableSheet, measure: Inches, zone: Zone, taken: Space) -> Shape:
    data = "".join(measure.path(outline) for outline in zone.outlines)
    chip = None
    if zone.label and zone.outlines:
        top = min(zone.outlines[0], key=lambda spot: spot[1])
        chip = _chip(sheet, zone.label, measure.point(top), taken)
    return Shape("zone", data, zone.label or "within reach", chip)


def _ruler(sheet: TableSheet, scene: Scene, ruler: Ruler, taken: Space) -> Shape:
    (ax, ay), (bx, by) = scene.point(ruler.start), scene.point(ruler.end)
    long = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / long, (by - ay) / long
    data = polyline([(ax, ay), (bx, by)])
    inch = sheet.ground.inch
    for n in range(int(long / inch) + 1):
        x, y = ax + ux * n * inch, ay + uy * n * inch
        data += polyline([(x - uy * _TICK, y + ux * _TICK), (x + uy * _TICK, y - ux * _TICK)])
    label = ruler.label or inches(round(long / sheet.tenth))
    chip = _chip(sheet, label, ((ax + bx) / 2, (ay + by) / 2), taken)
    return Shape("ruler", data, label, chip)


def _chip(sheet: TableSheet, text: str, at: Point, taken: Space) -> Chip:
    """Some words at a point, or as near to it as there is room on the map."""
    frame = sheet.frame.grown(-2)
    chips = []
    for reach in (1, 2, 3, 5):
        for dx, dy in _AROUND:
            spot = _kept(frame, text, (at[0] + reach * dx, at[1] + reach * dy))
            chip = plate(text, spot, MARK, ink.INK, ink.PLATE)
            chips.append(chip)
            if not taken.meets(chip.box):
                taken.add(chip.box)
                return chip
    return chips[0]


def _kept(frame: Box, text: str, at: Point) -> Point:
    """The point nearest to one at which a plate lies within the frame."""
    box = plate(text, (0.0, 0.0), MARK, ink.INK, ink.PLATE).box
    x = min(max(at[0], frame.left - box.left), frame.right - box.right)
    return x, min(max(at[1], frame.top - box.top), frame.bottom - box.bottom)
