"""What a player sees of one moment of a battle: the head, the board, the pieces, the options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.text import Text

from grognard.cli.board_text import TextBoard, legend, side_style, window
from grognard.cli.output import clean, console, plain_characters, say, say_table
from grognard.cli.tags import Tags
from grognard.engine.system import System
from grognard.engine.view import Option, Placement, View

HEXES: Final = "hexes"
LEAST_BOARD_LINES: Final = 9
LINES_BESIDE_BOARD: Final = 8
OTHERS: Final = ""


class Group(NamedTuple):
    """Options that belong together: those of one piece, or all that name none."""

    piece: Placement | None
    options: list[Option]


class Screen:
    """Prints moments of one battle; it remembers the tags of the pieces and the last board."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.tags = Tags()
        self._last: list[str] = []

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
        if self.system.board != HEXES:
            self.pieces(view)
            return
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
            coloured = out.color_system is not None
            out.print(Text("\n").join(shown) if coloured else "\n".join(plain), soft_wrap=True)
        self._last = plain

    def _focus(self, board: TextBoard, view: View) -> list[int]:
        """The hexes the question is about; failing those what may be chosen, or all pieces."""
        about = [h for name in view.question.about for h in board.hexes_of(name)]
        return about or sorted(board.choices) or sorted(board.pieces)

    def legend(self, view: View) -> None:
        """Print what the signs of the board mean."""
        if self.system.board == HEXES:
            rows = legend(self.system.ground(view.battle), plain_characters())
            say_table(("", ""), rows, grid=False)
        for marker in self.system.markers(view):
            say(f"* {self.place(view, marker.at)} {marker.label}")

    # -- the pieces ----------------------------------------------------------------------------

    def pieces(self, view: View, side: int | None = None) -> None:
        """Print a list of the pieces on the board, of one side or of all."""
        placements = self.system.placements(view)
        self.tags.give(placements)
        rows = [
            (
                self.tags.tag(p),
                p.label,
                view.battle.titles[p.side] if p.side >= 0 else "",
                p.symbol,
                p.strength,
                self.place(view, p.at),
                " ".join(p.marks),
            )
            for p in placements
            if side is None or p.side == side
        ]
        if rows:
            say_table(("", "name", "side", "kind", "sp", "at", "state"), rows)

    def place(self, view: View, at: tuple[int, ...]) -> str:
        """A place in the words of its board."""
        if self.system.board == HEXES:
            grid = self.system.ground(view.battle).grid
            return "-".join(grid.name(h) for h in at)
        return "-".join(map(str, at))

    def find(self, view: View, text: str) -> str | None:
        """The id a player means by a tag, a name, an id or a hex, None if there is none."""
        wanted = text.strip().casefold()
        placements = self.system.placements(view)
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
        return f"hex:{wanted}" if wanted.isascii() and wanted.isdigit() else None

    # -- the options ---------------------------------------------------------------------------

    def groups(self, view: View) -> list[Group]:
        """The viewer's options by the piece they name; those that name none come last."""
        by_name = {p.id.partition(":")[2]: p for p in self.system.placements(view)}
        found: dict[str, Group] = {}
        for option in view.question.options:
            piece = _piece_named(by_name, option.target)
            key = OTHERS if piece is None else piece.id
            found.setdefault(key, Group(piece, [])).options.append(option)
        others = found.pop(OTHERS, None)
        return [*found.values(), *([others] if others else [])]

    def options(self, view: View) -> list[Option]:
        """Print the options with their numbers, grouped by piece, and return them in that order."""
        groups = self.groups(view)
        ordered = [option for group in groups for option in group.options]
        numbers = {option.action: n for n, option in enumerate(ordered, 1)}
        single = all(len(group.options) == 1 for group in groups)
        if single or len(groups) == 1:
            entries = [_entry(numbers, option) for option in ordered]
            if single:
                heads = [self._piece_line(view, group.piece) for group in groups]
                entries = [f"{e}{h and '   ' + h}" for e, h in zip(entries, heads, strict=True)]
            _columns(entries, "  ")
            return ordered
        for group in groups:
            piece = group.piece
            style = side_style(piece.side) if piece else ""
            say(f" {self._piece_line(view, piece) or 'Otherwise'}", style)
            _columns([_entry(numbers, option) for option in group.options], "    ")
        return ordered

    def _piece_line(self, view: View, piece: Placement | None) -> str:
        if piece is None:
            return ""
        marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
        strength = f" {piece.strength}" if piece.strength else ""
        where = self.place(view, piece.at)
        return f"{self.tags.tag(piece)} {piece.label}{strength} at {where}{marks}"


def _piece_named(by_name: dict[str, Placement], target: str) -> Placement | None:
    """The piece a target (`unit:husson`, `order:move husson`) names, if it names one."""
    name = target.partition(":")[2]
    return by_name.get(name) or by_name.get(name.rpartition(" ")[2])


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
