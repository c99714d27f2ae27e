"""The kinds of boards in the terminal: how each is printed, and how its places are named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import ClassVar, Final

from rich.text import Text

from grognard.boards import AREAS, HEXES, TABLE
from grognard.boards.tablemap import PLACE, TENTHS
from grognard.cli import area_text, board_text, table_text
from grognard.cli.area_text import AreaText
from grognard.cli.board_text import TextBoard
from grognard.cli.names import BOUNDARY, POSE, plainly, the_one, turn_in_words
from grognard.cli.output import console, plain_characters
from grognard.cli.table_text import TableText
from grognard.cli.tags import Tags
from grognard.engine.system import System
from grognard.engine.tool import Shape
from grognard.engine.view import Option, Placement, View

LEAST_BOARD_LINES: Final = 9
LINES_BESIDE_BOARD: Final = 8
# How to send a unit to a place that is not among the options.
POSES: Final = (
    "A unit may also go to any other place the rules allow: `to 12.3,20.0` is inches from"
    " the left and from the top, `to 12.3,20.0 facing 90` turns it to the right as well (0 is"
    " up). Other places are refused with the reason; `tool reach UNIT` shows where it can go."
)

Rows = list[tuple[str, str]]


class BoardScreen:
    """A board of a kind that has no picture in text: its pieces are listed."""

    help: ClassVar[str] = ""  # how answers are written here, besides the options

    def __init__(self, system: System, tags: Tags) -> None:
        self.system = system
        self.tags = tags
        self.last: list[str] = []  # the board as it was printed last

    def show(self, view: View, whole: bool) -> bool:
        """Print the board, unless it looks as it did; whether the list of pieces shall follow."""
        return True

    def shapes(self, view: View, shapes: Sequence[Shape]) -> None:
        """Print the board with the ground inside some shapes marked."""

    def legend(self, view: View) -> Rows:
        """What the signs of the board mean."""
        return []

    def names(self, piece: Placement) -> tuple[str, str]:
        """What a piece is called for short, and in full."""
        return self.tags.tag(piece), piece.label

    def place(self, view: View, at: tuple[int, ...]) -> str:
        """A place in the words of its board."""
        return "-".join(map(str, at))

    def find(self, view: View, wanted: str) -> str | None:
        """The id a player means by a tag, a name, an id or a place, None if there is none."""
        placements = self.system.placements(view)
        self.tags.give(placements)
        for p in placements:
            if wanted in (p.id.casefold(), p.label.casefold(), p.id.partition(":")[2].casefold()):
                return p.id
        by_tag = self.tags.find(wanted)
        if by_tag is not None:
            return by_tag
        return the_one(wanted, {p.id: p.label for p in placements})

    def piece_of(self, by_id: Mapping[str, Placement], target: str) -> Placement | None:
        """The piece a target (`unit:husson`, `order:move husson`) names, if it names one."""
        if target in by_id:
            return by_id[target]
        by_name = {each.partition(":")[2]: piece for each, piece in by_id.items()}
        name = target.partition(":")[2]
        return by_name.get(name) or by_name.get(name.rpartition(" ")[2])

    def ways(self, view: View, id: str) -> Rows:
        """The ways out of a place, if the board has them."""
        return []

    def places(self, view: View, ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """The places among some ids that options are listed under.

        Of each who is there, and the place with who is on that very spot.
        """
        return {}

    def place_names(self, view: View) -> dict[str, str]:
        """The named places of the map, by the word that orders use."""
        return {}

    def spots(self, view: View) -> dict[str, str]:
        """The word for where each piece is, by its id, where orders name places for pieces."""
        return {}

    def leads(self, view: View, option: Option) -> str:
        """Where an option leads, in words, if it names a place and that says more."""
        return ""

    def piece_line(self, view: View, piece: Placement) -> str:
        """A piece with its strength, place and marks."""
        marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
        strength = f" {piece.strength}" if piece.strength else ""
        where = self.place(view, piece.at)
        return f"{self.tags.tag(piece)} {piece.label}{strength} at {where}{marks}"


class HexScreen(BoardScreen):
    """A map of hexes."""

    def show(self, view: View, whole: bool) -> bool:
        """The part of the map about the open question, or all of it."""
        placements = self.system.placements(view)
        self.tags.give(placements)
        hexmap = self.system.ground(view.battle)
        board = TextBoard(
            hexmap,
            placements,
            self.system.markers(view),
            self.tags,
            choices=[option.target for option in view.question.options],
            ascii_only=plain_characters(),
        )
        out = console()
        lines = None
        if out.is_terminal and not whole:
            lines = max(LEAST_BOARD_LINES, out.height - LINES_BESIDE_BOARD)
        part = board_text.window(hexmap, self._focus(board, view), out.width, lines)
        shown = board.draw(part)
        plain = [line.plain for line in shown]
        if whole or plain != self.last:
            print_lines(shown)
        self.last = plain
        return False

    def _focus(self, board: TextBoard, view: View) -> list[int]:
        """The hexes the question is about; failing those what may be chosen, or all pieces."""
        about = [h for name in view.question.about for h in board.hexes_of(name)]
        return about or sorted(board.choices) or sorted(board.pieces)

    def legend(self, view: View) -> Rows:
        """The signs, and the named places."""
        return board_text.legend(self.system.ground(view.battle), plain_characters())

    def place(self, view: View, at: tuple[int, ...]) -> str:
        """The numbers of the hexes."""
        grid = self.system.ground(view.battle).grid
        return "-".join(grid.name(h) for h in at)

    def find(self, view: View, wanted: str) -> str | None:
        """A piece, or a hex by its number or the name of its place."""
        found = super().find(view, wanted)
        if found is None and wanted.isascii() and wanted.isdigit():
            return f"hex:{wanted}"
        named = {f"hex:{number}": name for number, name in self.place_names(view).items()}
        marked = {f"hex:{self.place(view, m.at)}": m.label for m in self.system.markers(view)}
        return found or the_one(wanted, named) or the_one(wanted, marked)

    def place_names(self, view: View) -> dict[str, str]:
        """The named places by the numbers of their hexes."""
        ground = self.system.ground(view.battle)
        return {ground.grid.name(place.hex): place.name for place in ground.places}

    def leads(self, view: View, option: Option) -> str:
        """The place there, and the enemies next to it."""
        kind, _, name = option.target.partition(":")
        if kind != "hex" or view.side < 0:
            return ""
        grid = self.system.ground(view.battle).grid
        around = set(grid.neighbours[grid.parse(name)])
        near = [
            piece.label
            for piece in self.system.placements(view)
            if piece.strength and piece.side == 1 - view.side and around & set(piece.at)
        ]
        told = [self.place_names(view).get(name, "")]
        told += [f"next to {', '.join(near)}"] if near else []
        return ", ".join(filter(None, told))


class AreaScreen(BoardScreen):
    """A map of areas."""

    def show(self, view: View, whole: bool) -> bool:
        """The list of locales; before it the sketch, the first time or where all is wanted."""
        out = console()
        board = self._text(view)
        listing = board.listing(out.width)
        plain = [line.plain for line in listing]
        if whole or not self.last:
            print_lines([*board.sketch(out.width - 1), Text(), *listing])
        elif plain != self.last:
            room = max(LEAST_BOARD_LINES, out.height - LINES_BESIDE_BOARD)
            near = board.near([*view.question.about, *(o.target for o in view.question.options)])
            if out.is_terminal and len(listing) > room and near:
                listing = board.listing(out.width, near)
                listing.append(Text("(`map` shows the rest)"))
            print_lines(listing)
        self.last = plain
        return False

    def _text(self, view: View) -> AreaText:
        return AreaText(
            self.system.ground(view.battle),
            self.system.placements(view),
            self.system.markers(view),
            view.battle.titles,
        )

    def legend(self, view: View) -> Rows:
        """The signs of list and sketch, and every locale."""
        return area_text.legend(self.system.ground(view.battle))

    def names(self, piece: Placement) -> tuple[str, str]:
        """The number of a block, and its name if it is known."""
        number, _, name = piece.label.partition(" ")
        return number, name

    def place(self, view: View, at: tuple[int, ...]) -> str:
        """A locale, or an approach."""
        return self._text(view).spot_name(*at)

    def find(self, view: View, wanted: str) -> str | None:
        """A locale by its id or name; a piece by its number, even off the board, or its name."""
        ground = self.system.ground(view.battle)
        plain = plainly(wanted)
        for word, locale in zip(ground.areas.ids, ground.locales, strict=True):
            if plain in (plainly(word), plainly(f"locale:{word}"), plainly(locale.name)):
                return f"locale:{word}"
        number = wanted.removeprefix(area_text.UNKNOWN).lstrip(": ")
        if number.isascii() and number.isdigit():
            return f"{area_text.UNKNOWN}:{number}"
        pieces = {p.id: self.names(p)[1] for p in self.system.placements(view)}
        locales = {f"locale:{word}": name for word, name in self.place_names(view).items()}
        return the_one(wanted, pieces) or the_one(wanted, locales)

    def piece_of(self, by_id: Mapping[str, Placement], target: str) -> Placement | None:
        """A block by its whole id: cards and groups have numbers too."""
        return by_id.get(target)

    def ways(self, view: View, id: str) -> Rows:
        """The neighbours of a locale, and what the way into each is like."""
        board = self._text(view)
        spot = board.spot_of(id)
        return [] if spot is None else [(f"> {n}", way) for n, way in board.ways(spot[0])]

    def places(self, view: View, ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Locales and approaches."""
        board = self._text(view)
        return {
            each: (board.held(each), board.at(each))
            for each in dict.fromkeys(ids)
            if board.spot_of(each) is not None
        }

    def place_names(self, view: View) -> dict[str, str]:
        """The locales by their ids."""
        ground = self.system.ground(view.battle)
        names = (locale.name for locale in ground.locales)
        return dict(zip(ground.areas.ids, names, strict=True))

    def spots(self, view: View) -> dict[str, str]:
        """A locale, or an approach: its locale and the one it looks at."""
        areas = self.system.ground(view.battle).areas
        return {
            piece.id: BOUNDARY.join(
                areas.ids[n]
                for n in (piece.at[0], *(areas.towards[spot] for spot in piece.at[1:] if spot >= 0))
            )
            for piece in self.system.placements(view)
        }

    def piece_line(self, view: View, piece: Placement) -> str:
        """A block as the lists call it, and its place."""
        return f"{area_text.told(piece)} at {self.place(view, piece.at)}"


class TableScreen(BoardScreen):
    """A table measured in inches."""

    help = POSES

    def show(self, view: View, whole: bool) -> bool:
        """The table; the list of its pieces follows the first time or where all is wanted."""
        board = self._text(view)
        out = console()
        rows = None
        if out.is_terminal and not whole:
            lines = max(LEAST_BOARD_LINES, out.height - LINES_BESIDE_BOARD)
            rows = board.rows(out.width, view.question.about, lines)
        shown = board.draw(out.width, rows)
        plain = [line.plain for line in shown]
        first = not self.last
        if whole or plain != self.last:
            print_lines(shown)
        self.last = plain
        return whole or first

    def _text(self, view: View, shapes: Sequence[Shape] = ()) -> TableText:
        placements = self.system.placements(view)
        self.tags.give(placements)
        ground, markers = self.system.ground(view.battle), self.system.markers(view)
        return TableText(ground, placements, markers, self.tags, plain_characters(), shapes)

    def shapes(self, view: View, shapes: Sequence[Shape]) -> None:
        """The table with the ground inside the shapes marked."""
        print_lines(self._text(view, shapes).draw(console().width))

    def legend(self, view: View) -> Rows:
        """The signs of this table."""
        return table_text.legend(self.system.ground(view.battle), plain_characters())

    def place(self, view: View, at: tuple[int, ...]) -> str:
        """Inches from the left and from the top."""
        return table_text.place(at)

    def find(self, view: View, wanted: str) -> str | None:
        """A piece, or what has a name on the map: a ground, a crossing, an objective."""
        named = self.system.ground(view.battle).named()
        places = {f"{PLACE}:{word}": name for word, name in named.items()}
        if wanted in places:
            return wanted
        marked = {marker.id: marker.label for marker in self.system.markers(view)}
        return super().find(view, wanted) or the_one(wanted, places) or the_one(wanted, marked)

    def leads(self, view: View, option: Option) -> str:
        """How far a piece goes to a pose, where that is, how it turns, and what this takes."""
        pose = POSE.search(option.text)
        about = view.question.about[:1]
        mover = next((p for p in self.system.placements(view) if p.id in about), None)
        if pose is None or mover is None:
            return ""
        x, y = (float(pose[group]) for group in (1, 2))
        far = hypot(x - mover.at[0] / TENTHS, y - mover.at[1] / TENTHS)
        told = [f"{far:.1f} in to {pose[1]},{pose[2]}"] if far else []
        if mover.turn is not None and pose[3]:
            told.append(turn_in_words(int(pose[3]) - mover.turn))
        way, cost = ", ".join(filter(None, told)), view.cost(option.action)
        return f"{way} for {cost}" if way and cost else way


SCREENS: Final = {HEXES: HexScreen, AREAS: AreaScreen, TABLE: TableScreen}


def board_screen(system: System, tags: Tags) -> BoardScreen:
    """The screen of a system's kind of board."""
    return SCREENS.get(system.board, BoardScreen)(system, tags)


def print_lines(lines: Sequence[Text]) -> None:
    """Print the lines of a board, plainly where there is no colour."""
    out = console()
    coloured = out.color_system is not None
    plain = "\n".join(line.plain for line in lines)
    out.print(Text("\n").join(lines) if coloured else plain, soft_wrap=True)
