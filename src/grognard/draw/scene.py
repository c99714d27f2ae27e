"""A scene: ground, symbols and placements of one view; composed here to SVG, or sent as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple
from xml.sax.saxutils import escape

from grognard.draw import ink
from grognard.draw.curves import Point, number, polygon, smooth_line
from grognard.draw.grounds import DrawnGround, kept
from grognard.draw.labels import Label
from grognard.draw.lettering import STACK, Text, attribute
from grognard.draw.pieces import Chip, DrawnPiece
from grognard.draw.scene_info import FlagInfo, SceneInfo, TextInfo
from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.view import Marker, Placement

# The figures over the ground are told apart by their lines.
_DASHES = {"ring": "9 4", "arc": "2 3", "zone": "5 3"}


class Inches(NamedTuple):
    """How a tabletop lies in its picture: where its corner is, and the pixels of an inch."""

    origin: Point
    inch: float

    def point(self, spot: tuple[int, int]) -> Point:
        """A point of the table, in thousandths of an inch, in the picture."""
        mil = self.inch / 1000
        return self.origin[0] + spot[0] * mil, self.origin[1] + spot[1] * mil

    def path(self, outline: Sequence[tuple[int, int]]) -> str:
        """A polygon of the table, in thousandths of an inch, as path data."""
        return polygon([self.point(spot) for spot in outline])


class Board:
    """What a drawn board tells of itself: its picture, its size, and where things lie on it."""

    __slots__ = ("height", "svg", "width")

    svg: str
    width: float
    height: float

    def point(self, id: str) -> Point | None:
        """The middle of a place on the board, None if it has no such place."""
        raise GrognardError(f"{type(self).__name__} does not tell where places are")

    def outline(self, id: str) -> str | None:
        """The outline of a place as path data, None if the board has no such place."""
        raise GrognardError(f"{type(self).__name__} does not outline its places")

    def places(self) -> Sequence[str]:
        """The ids of all places that can be pointed at; a board may have none."""
        return ()

    def inches(self) -> Inches | None:
        """How inches lie in the picture, None if the board is not measured in them."""
        return None


class Flag(NamedTuple):
    """A mark on the ground: an objective, a place held, an entry."""

    id: str
    kind: str
    side: int
    x: float
    y: float
    title: str


class Shape(NamedTuple):
    """A figure over the ground: a reach, an arc, an area; filled faintly unless it is a line."""

    kind: str
    data: str
    title: str
    chip: Chip | None


class Seen(NamedTuple):
    """All that a scene shows of a view; equal ones look alike."""

    placements: tuple[Placement, ...]
    markers: tuple[Marker, ...]
    clock: str
    attacks: tuple[tuple[str, str], ...] = ()


class Scene:
    """Everything a picture of one view is made of."""

    __slots__ = (
        "_placing",
        "attacks",
        "board",
        "flags",
        "labels",
        "listing",
        "pieces",
        "shapes",
        "symbols",
        "texts",
        "title",
    )

    def __init__(
        self,
        board: Board,
        symbols: str,
        flags: list[Flag],
        pieces: list[DrawnPiece],
        labels: list[Label],
        texts: list[Text],
        title: str,
        listing: str,
    ) -> None:
        self.board = board
        self.symbols = symbols
        self.flags = flags
        self.pieces = pieces
        self.labels = labels
        self.texts = texts
        self.title = title
        self.listing = listing
        self.attacks: tuple[tuple[str, str], ...] = ()  # who is ordered to attack whom
        self.shapes: list[Shape] = []  # drawn over the ground on request
        self._placing: SceneInfo | None = None

    def lettering(self) -> list[Text]:
        """Every text that changes with the view; those of the ground belong to the board."""
        on_blocks = [chip.text for piece in self.pieces for chip in piece.chips]
        on_shapes = [shape.chip.text for shape in self.shapes if shape.chip is not None]
        named = [label.text for label in self.labels]
        return [*on_blocks, *on_shapes, *named, *self.texts]

    def point(self, id: str) -> Point:
        """Where a piece or place lies."""
        for piece in self.pieces:
            if piece.id == id:
                return piece.x, piece.y
        point = self.board.point(id)
        if point is None:
            raise UnknownName(f'nothing named "{id[:60]}" on the board')
        return point

    def svg(
        self,
        highlight: Sequence[str] = (),
        arrows: Sequence[Sequence[str]] = (),
        scale: float = 1.0,
    ) -> str:
        """The whole picture; `highlight` names ids, each of `arrows` is a way from id to id."""
        wide, high = self.board.width, self.board.height
        # Over all blocks, so that none hides the strength or state of another.
        chips = [chip for piece in self.pieces for chip in piece.chips]
        chips += [shape.chip for shape in self.shapes if shape.chip is not None]
        plates = "".join(chip_svg(chip) for chip in chips)
        return "".join(
            (
                '<svg xmlns="http://www.w3.org/2000/svg"',
                f' viewBox="0 0 {number(wide)} {number(high)}"',
                f' width="{number(wide * scale)}" height="{number(high * scale)}"',
                f' font-family={attribute(STACK)} text-anchor="middle" role="img">',
                f"<title>{escape(self.title)}</title><desc>{escape(self.listing)}</desc>",
                f"<defs>{self.symbols}</defs>",
                f'<g id="ground">{self.board.svg}</g>',
                f'<g id="shapes" fill="none">{"".join(_shape(s) for s in self.shapes)}</g>',
                f'<g id="lights">{"".join(self._light(lit) for lit in highlight)}</g>',
                f'<g id="arrows">{"".join(self._arrow(way) for way in arrows)}</g>',
                f'<g id="lines">{_lines(self.labels)}</g>',
                f'<g id="pieces">{"".join(_piece(piece) for piece in self.pieces)}</g>',
                f'<g id="flags">{"".join(_flag(flag) for flag in self.flags)}</g>',
                f'<g id="plates" pointer-events="none">{plates}</g>',
                '<g id="labels">',
                "".join(label.text.svg() for label in self.labels),
                "".join(text.svg() for text in self.texts),
                "</g></svg>\n",
            )
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def _light(self, id: str) -> str:
        outline = next((p.outline for p in self.pieces if p.id == id), "")
        outline = outline or self.board.outline(id) or ""
        if not outline:
            x, y = self.point(id)
            outline = f"M{number(x - 23)} {number(y)}a23 23 0 1 1 46 0a23 23 0 1 1-46 0z"
        return (
            f'<path d="{outline}" fill="{ink.GOLD}" fill-opacity=".22" stroke="{ink.PLATE}"'
            f' stroke-width="5"/><path d="{outline}" fill="none" stroke="{ink.GOLD}"'
            ' stroke-width="3"/>'
        )

    def _arrow(self, way: Sequence[str]) -> str:
        points = [self.point(stop) for stop in way]
        if len(points) < 2:
            return ""
        (ax, ay), (bx, by) = points[-2:]
        long = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        if any(piece.id == way[-1] for piece in self.pieces):
            bx, by = bx - 20 * ux, by - 20 * uy  # blocks lie over arrows: it ends before this one
        neck = bx - 11 * ux, by - 11 * uy
        head = polygon(
            [
                (bx, by),
                (neck[0] - 6.5 * uy, neck[1] + 6.5 * ux),
                (neck[0] + 6.5 * uy, neck[1] - 6.5 * ux),
            ]
        )
        shaft = smooth_line([*points[:-1], neck])
        return "".join(
            f'<path d="{shaft}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
            f'<path d="{head}" fill="{colour}" stroke="{colour}" stroke-width="{width - 4}"/>'
            for colour, width in ((ink.PLATE, 7), (ink.INK, 4))
        )

    def ground(self) -> DrawnGround:
        """What does not change while the battle is fought, for a page that composes the picture."""
        return kept(self.board, self.symbols)

    def placing(self) -> SceneInfo:
        """What changes with an answer, for a page; it has the ground by its hash."""
        if self._placing is None:
            self._placing = self._placed()
        return self._placing

    def _placed(self) -> SceneInfo:
        return SceneInfo(
            ground=self.ground().hash,
            title=self.title,
            listing=self.listing,
            flags=[FlagInfo(f.id, _flag_symbol(f), f.x, f.y, f.title) for f in self.flags],
            placements=[piece.info for piece in self.pieces],
            labels=[label.info for label in self.labels],
            texts=[TextInfo(**text.fields()) for text in self.texts],
            attacks=[list(pair) for pair in self.attacks],
        )


def _piece(piece: DrawnPiece) -> str:
    turn = f" rotate({number(piece.turn)})" if piece.turn else ""
    move = f"translate({number(piece.x)} {number(piece.y)}){turn}"
    return (
        f"<g id={attribute(piece.id)}><title>{escape(piece.title)}</title>"
        f'<use href="#{piece.symbol}" transform="{move}"/></g>'
    )


def chip_svg(chip: Chip) -> str:
    """A plate and what is written on it."""
    box = chip.box
    return (
        f'<rect x="{number(box.left)}" y="{number(box.top)}" width="{number(box.right - box.left)}"'
        f' height="{number(box.bottom - box.top)}" rx="2.5" fill="{chip.fill}" stroke="{ink.INK}"'
        f' stroke-width=".8"/>{chip.text.svg()}'
    )


def _shape(shape: Shape) -> str:
    dash = f' stroke-dasharray="{_DASHES[shape.kind]}"' if shape.kind in _DASHES else ""
    fill = "" if shape.kind == "ruler" else f' fill="{ink.GOLD}" fill-opacity=".13"'
    return (
        f"<g><title>{escape(shape.title)}</title>"
        f'<path d="{shape.data}"{fill} stroke="{ink.PLATE}" stroke-width="4"/>'
        f'<path d="{shape.data}" stroke="{ink.INK}" stroke-width="1.6"{dash}/></g>'
    )


def _flag(flag: Flag) -> str:
    at = f"translate({number(flag.x)} {number(flag.y)})"
    return (
        f'<g id={attribute(flag.id)} transform="{at}"><title>{escape(flag.title)}</title>'
        f'<use href="#{_flag_symbol(flag)}"/></g>'
    )


def _flag_symbol(flag: Flag) -> str:
    side = f"s{flag.side}" if flag.side >= 0 else "s"
    return f"{side}-{'entry' if flag.kind == 'entry' else 'flag'}"


def _lines(labels: list[Label]) -> str:
    """The lines from names to their blocks; under the blocks, so that they cross no strength."""
    data = "".join(
        f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
        for label in labels
        if label.line is not None
        for a, b in [label.line]
    )
    if not data:
        return ""
    return (
        f'<path d="{data}" stroke="{ink.PAPER}" stroke-width="3"/>'
        f'<path d="{data}" stroke="{ink.INK}" stroke-width="1"/>'
    )
