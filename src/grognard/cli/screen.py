"""What a player sees of one moment of a battle: the head, the board, the pieces, the options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rich.text import Text

from grognard.cli import area_text, table_text
from grognard.cli.area_text import AreaText
from grognard.cli.board_text import TextBoard, legend, side_style, window
from grognard.cli.output import clean, console, plain_characters, say, say_table
from grognard.cli.table_text import TableText
from grognard.cli.tags import Tags
from grognard.engine.log import LogEntry
from grognard.engine.system import System
from grognard.engine.tool import Shape
from grognard.engine.view import Option, Placement, View

HEXES: Final = "hexes"
AREAS: Final = "areas"
TABLE: Final = "table"
LEAST_BOARD_LINES: Final = 9
LINES_BESIDE_BOARD: Final = 8
OTHERS: Final = ""


class Group(NamedTuple):
    """Options that belong together: those of one piece or place, or all that name none."""

    piece: Placement | None
    place: str
    options: list[Option]


class Screen:
    """Prints moments of one battle; it remembers the tags of the pieces and the last board."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.tags = Tags()
        self._called: dict[str, str] = {}  # of every piece seen so far, by its id
        self._last: list[str] = []

    # -- what happened ---------------------------------------------------------------------------

    def look(self, view: View) -> None:
        """Learn the names of the pieces; those that leave the board are still spoken of."""
        self._called.update((p.id, p.label) for p in self.system.placements(view))

    def told(self, entry: LogEntry) -> str:
        """What happened, in words; of a roll also whose it was."""
        if not entry.roll:
            return entry.text
        whose = self.whose(entry.subjects)
        return f"{whose}: {entry.text}" if whose else entry.text

    def whose(self, ids: Iterable[str]) -> str:
        """The pieces among some ids, by name."""
        return ", ".join(self._called[each] for each in ids if each in self._called)

    # -- the head ------------------------------------------------------------------------------

    def head(self, view: View) -> None:
        """Print the clock and the score."""
        say(f"{self.system.clock(view)}   {self.score_line(view)}", "bold")

    def score_line(self, view: View) -> str:
        """The points of each side."""
        points = self.system.score(view)
        return "   ".join(
            f"{title} {point:g}" for title, point in zip(view.battle.titles, points, strict=True)
        )

    # -- the board -----------------------------------------------------------------------------

    def board(self, view: View, whole: bool = False) -> None:
        """Print the board round the open question, unless it looks as it did the last time."""
        if self.system.board == HEXES:
            self._hexes(view, whole)
        elif self.system.board == AREAS:
            self._areas(view, whole)
        elif self.system.board == TABLE:
            self._table(view, whole)
        else:
            self.pieces(view)

    def _hexes(self, view: View, whole: bool) -> None:
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
        shown = board.draw(window(hexmap, self._focus(board, view), out.width, lines))
        plain = [line.plain for line in shown]
        if whole or plain != self._last:
            _print(shown)
        self._last = plain

    def _areas(self, view: View, whole: bool) -> None:
        """The list of locales; before it the sketch, the first time or where all is wanted."""
        out = console()
        board = self._area_text(view)
        listing = board.listing(out.width)
        plain = [line.plain for line in listing]
        if whole or not self._last:
            _print([*board.sketch(out.width - 1), Text(), *listing])
        elif plain != self._last:
            room = max(LEAST_BOARD_LINES, out.height - LINES_BESIDE_BOARD)
            near = board.near([*view.question.about, *(o.target for o in view.question.options)])
            if out.is_terminal and len(listing) > room and near:
                listing = board.listing(out.width, near)
                listing.append(Text("(`map` shows the rest)"))
            _print(listing)
        self._last = plain

    def _area_text(self, view: View) -> AreaText:
        return AreaText(
            self.system.ground(view.battle),
            self.system.placements(view),
            self.system.markers(view),
            view.battle.titles,
        )

    def shapes(self, view: View, shapes: Sequence[Shape]) -> None:
        """Print the table with the ground inside some shapes marked, where there are any."""
        if shapes and self.system.board == TABLE:
            _print(self._table_text(view, shapes).draw(console().width))

    def _table_text(self, view: View, shapes: Sequence[Shape] = ()) -> TableText:
        placements = self.system.placements(view)
        self.tags.give(placements)
        ground, markers = self.system.ground(view.battle), self.system.markers(view)
        return TableText(ground, placements, markers, self.tags, plain_characters(), shapes)

    def _table(self, view: View, whole: bool) -> None:
        """The table; after it the list of its pieces, the first time or where all is wanted."""
        board = self._table_text(view)
        out = console()
        rows = None
        if out.is_terminal and not whole:
            lines = max(LEAST_BOARD_LINES, out.height - LINES_BESIDE_BOARD)
            rows = board.rows(out.width, view.question.about, lines)
        shown = board.draw(out.width, rows)
        plain = [line.plain for line in shown]
        first = not self._last
        if whole or plain != self._last:
            _print(shown)
        self._last = plain
        if whole or first:
            self.pieces(view)

    def _focus(self, board: TextBoard, view: View) -> list[int]:
        """The hexes the question is about; failing those what may be chosen, or all pieces."""
        about = [h for name in view.question.about for h in board.hexes_of(name)]
        return about or sorted(board.choices) or sorted(board.pieces)

    def legend(self, view: View) -> None:
        """Print what the signs of the board mean."""
        if self.system.board == HEXES:
            rows = legend(self.system.ground(view.battle), plain_characters())
            say_table(("", ""), rows, grid=False)
        elif self.system.board == AREAS:
            rows = area_text.legend(self.system.ground(view.battle))
            say_table(("", ""), rows, grid=False)
        elif self.system.board == TABLE:
            rows = table_text.legend(self.system.ground(view.battle), plain_characters())
            say_table(("", ""), rows, grid=False)
        for marker in self.system.markers(view):
            say(f"* {self.place(view, marker.at)} {marker.label}")

    # -- the pieces ----------------------------------------------------------------------------

    def pieces(self, view: View, side: int | None = None) -> None:
        """Print a list of the pieces on the board, of one side or of all."""
        placements = self.system.placements(view)
        self.tags.give(placements)
        shown = [p for p in placements if side is None or p.side == side]
        states = any(p.marks for p in shown)
        rated = sorted({p.rating[0] for p in shown if p.rating[1]})
        rows = [
            (
                *self._names(p),
                view.battle.titles[p.side] if p.side >= 0 else "",
                p.symbol,
                p.strength,
                *([p.rating[1]] if rated else []),
                self.place(view, p.at),
                *([" ".join(p.marks)] if states else []),
            )
            for p in shown
        ]
        if rows:
            columns = ["", "name", "side", "kind", "sp", *rated[:1], "at"]
            say_table([*columns, "state"] if states else columns, rows)

    def _names(self, piece: Placement) -> tuple[str, str]:
        """What a piece is called for short, and in full."""
        if self.system.board == AREAS:
            number, _, name = piece.label.partition(" ")
            return number, name
        return self.tags.tag(piece), piece.label

    def place(self, view: View, at: tuple[int, ...]) -> str:
        """A place in the words of its board."""
        if self.system.board == HEXES:
            grid = self.system.ground(view.battle).grid
            return "-".join(grid.name(h) for h in at)
        if self.system.board == AREAS:
            areas = self.system.ground(view.battle).areas
            locale, approach = at
            reserve = approach == area_text.RESERVE
            return str(areas.ids[locale] if reserve else areas.approach_name(approach))
        if self.system.board == TABLE:
            return table_text.place(at)
        return "-".join(map(str, at))

    def find(self, view: View, text: str) -> str | None:
        """The id a player means by a tag, a name, an id or a place, None if there is none."""
        wanted = text.strip().casefold()
        placements = self.system.placements(view)
        if self.system.board == AREAS:
            return self._find_area(view, placements, wanted)
        self.tags.give(placements)
        for p in placements:
            if wanted in (p.id.casefold(), p.label.casefold(), p.id.partition(":")[2].casefold()):
                return p.id
        by_tag = self.tags.find(wanted)
        if by_tag is not None:
            return by_tag
        begun = [p.id for p in placements if p.label.casefold().startswith(wanted)]
        if len(begun) == 1:
            return begun[0]
        hexes = self.system.board == HEXES and wanted.isascii() and wanted.isdigit()
        return f"hex:{wanted}" if hexes else None

    def _find_area(self, view: View, placements: list[Placement], wanted: str) -> str | None:
        """A locale by its id or name; a piece by its number, even off the board, or its name."""
        ground = self.system.ground(view.battle)
        for word, locale in zip(ground.areas.ids, ground.locales, strict=True):
            if wanted in (word, f"locale:{word}", locale.name.casefold()):
                return f"locale:{word}"
        number = wanted.removeprefix(area_text.UNKNOWN).lstrip(": ")
        if number.isascii() and number.isdigit():
            return f"{area_text.UNKNOWN}:{number}"
        names = [(self._names(p)[1].casefold(), p) for p in placements]
        begun = [p.id for name, p in names if wanted and name.startswith(wanted)]
        return begun[0] if len(begun) == 1 else None

    def ways(self, view: View, id: str) -> list[tuple[str, str]]:
        """What leads out of a place, where the board has such ways."""
        if self.system.board != AREAS:
            return []
        board = self._area_text(view)
        spot = board.spot_of(id)
        return [] if spot is None else [(f"> {n}", way) for n, way in board.ways(spot[0])]

    # -- the options ---------------------------------------------------------------------------

    def groups(self, view: View) -> list[Group]:
        """The viewer's options by the piece or place they name; those that name none come last."""
        by_id = {p.id: p for p in self.system.placements(view)}
        by_name = {name.partition(":")[2]: p for name, p in by_id.items()}
        board = self._area_text(view) if self.system.board == AREAS else None
        found: dict[str, Group] = {}
        for option in view.question.options:
            piece = by_id.get(option.target)
            place = ""
            if board is None:
                piece = piece or _piece_named(by_name, option.target)
            elif piece is None and board.spot_of(option.target) is not None:
                place = option.target
            key = place or (OTHERS if piece is None else piece.id)
            found.setdefault(key, Group(piece, place, [])).options.append(option)
        others = found.pop(OTHERS, None)
        return [*found.values(), *([others] if others else [])]

    def options(self, view: View) -> list[Option]:
        """Print the options with their numbers, grouped by piece, and return them in that order."""
        groups = self.groups(view)
        ordered = [option for group in groups for option in group.options]
        numbers = {option.action: n for n, option in enumerate(ordered, 1)}
        single = all(len(group.options) == 1 or not _named(group) for group in groups)
        if single or len(groups) == 1:
            entries = [_entry(numbers, option) for option in ordered]
            if single:
                heads = [self._line(view, group, True) for group in groups for _ in group.options]
                entries = [f"{e}{h and '   ' + h}" for e, h in zip(entries, heads, strict=True)]
            _columns(entries, "  ")
            return ordered
        for group in groups:
            style = side_style(group.piece.side) if group.piece else ""
            say(f" {self._line(view, group, False) or 'Otherwise'}", style)
            _columns([_entry(numbers, option) for option in group.options], "    ")
        return ordered

    def _line(self, view: View, group: Group, beside: bool) -> str:
        """What a group of options is about; beside an option that names a place, who is there."""
        if group.place:
            board = self._area_text(view)
            return board.held(group.place) if beside else board.at(group.place)
        return self._piece_line(view, group.piece)

    def _piece_line(self, view: View, piece: Placement | None) -> str:
        if piece is None:
            return ""
        where = self.place(view, piece.at)
        if self.system.board == AREAS:
            return f"{area_text.told(piece)} at {where}"
        marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
        strength = f" {piece.strength}" if piece.strength else ""
        return f"{self.tags.tag(piece)} {piece.label}{strength} at {where}{marks}"


def _named(group: Group) -> bool:
    """Whether a group is of a piece or place."""
    return group.piece is not None or bool(group.place)


def _piece_named(by_name: dict[str, Placement], target: str) -> Placement | None:
    """The piece a target (`unit:husson`, `order:move husson`) names, if it names one."""
    name = target.partition(":")[2]
    return by_name.get(name) or by_name.get(name.rpartition(" ")[2])


def _print(lines: Sequence[Text]) -> None:
    """Print the lines of a board, plainly where there is no colour."""
    out = console()
    coloured = out.color_system is not None
    plain = "\n".join(line.plain for line in lines)
    out.print(Text("\n").join(lines) if coloured else plain, soft_wrap=True)


def _entry(numbers: dict[int, int], option: Option) -> str:
    return f"{numbers[option.action]:>3} {clean(option.text)}"


def _columns(entries: Sequence[str], indent: str) -> None:
    """Print entries in as many columns as fit, reading downwards."""
    out = console()
    wide = max(len(entry) for entry in entries) + 2
    across = max(1, (out.width - len(indent)) // wide)
    down = -(-len(entries) // across)
    for row in _rows(entries, down):
        line = "".join(entry.ljust(wide) for entry in row)
        out.print(Text(clean(indent + line).rstrip()), soft_wrap=True)


def _rows(entries: Sequence[str], down: int) -> Iterator[Sequence[str]]:
    for row in range(down):
        yield entries[row::down]
