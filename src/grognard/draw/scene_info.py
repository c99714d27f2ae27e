"""What a page is sent of a picture, as types: the ground once, the rest with every answer."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

TWO = Meta(min_length=2, max_length=2)
FOUR = Meta(min_length=4, max_length=4)

Spot = Annotated[list[float], TWO]  # x and y
Pair = Annotated[list[str], TWO]  # of ids


class TextInfo(Struct):
    """A line of lettering, centred on x with its baseline on y, `width` long."""

    text: str
    x: float
    y: float
    size: float
    width: float
    italic: bool
    bold: bool
    ink: str
    plate: str  # the colour of what lies under it
    halo: bool


class PlateInfo(TextInfo):
    """Lettering on a plate of its own."""

    box: Annotated[list[float], FOUR]  # left, top, right, bottom


class LabelInfo(TextInfo):
    """A name, with the line to its piece if it stands far off."""

    line: Annotated[list[Spot], TWO] | None


class PieceInfo(Struct):
    """A piece: which symbol stands where, turned by how many degrees, with which plates."""

    id: str
    symbol: str
    side: int
    x: float
    y: float
    turn: float
    name: str
    title: str
    texts: list[PlateInfo]


class FlagInfo(Struct):
    """A mark on the ground: an objective, a place held, an entry."""

    id: str
    symbol: str
    x: float
    y: float
    title: str


class SceneInfo(Struct):
    """What changes with an answer; `ground` names the rest by the hash of its content."""

    ground: str
    title: str
    listing: str  # the whole board in words
    flags: list[FlagInfo]
    placements: list[PieceInfo]
    labels: list[LabelInfo]
    texts: list[TextInfo]
    attacks: list[Pair]  # who is ordered to attack whom, until he does


class PlaceInfo(Struct):
    """A place that can be pointed at: its middle, and its outline as path data."""

    x: float
    y: float
    path: str


class LatticeInfo(Struct):
    """How a table lies in its picture: the picture's units for an inch, and where 0, 0 is."""

    scale: float
    origin: Spot


class GroundInfo(Struct):
    """What never changes while a battle is fought: map, symbols and places."""

    width: float
    height: float
    svg: str
    symbols: str
    places: dict[str, PlaceInfo]
    lattice: LatticeInfo | None


class PoseInfo(Struct):
    """A question that takes a pose: the piece, and where it can go, in the picture's units."""

    piece: str
    width: float
    depth: float
    round: bool  # it has no facing, and is not turned
    behind: list[float]  # the lengths of the markers that follow it in column
    radius: float  # how far one who leads commands; 0: nobody
    reach: str  # path data
    scale: float  # units for an inch
    origin: Spot  # where the table's 0, 0 lies
    says: list[str]
