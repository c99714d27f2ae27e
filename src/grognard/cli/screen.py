"""What a player sees at one point of a battle: the clock, the board, the pieces, the options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rich.text import Text

from grognard.cli.board_screens import board_screen
from grognard.cli.board_text import side_style
from grognard.cli.names import Names
from grognard.cli.output import clean, console, hung, say, say_table
from grognard.cli.reference import say_check
from grognard.cli.tags import Tags
from grognard.engine.check import Check
from grognard.engine.log import LogEntry
from grognard.engine.system import System
from grognard.engine.tool import Shape
from grognard.engine.view import Option, Placement, View

WINDS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
OTHERS: Final = ""
MOST_NAMED: Final = 4  # of one side, at a roll
COUNTS: Final = re.compile(r"\b\d+(\.\d+)?\b")


class OptionGroup(NamedTuple):
    """Options that belong together: those of one piece or place, or all that name none."""

    piece: Placement | None
    place: str
    options: list[Option]
    held: str = ""  # who is at the place
    spot: str = ""  # the place, with who is on that very spot


class TerminalScreen:
    """Prints the states of one battle; remembers the tags of the pieces and the last board."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.tags = Tags()
        self.kind = board_screen(system, self.tags)
        self.names = Names()
        self._titles: tuple[str, ...] = ()  # of the sides
        self._explained: set[str] = set()  # words and codes
        self._clock = ""  # the phase the numbers belong to
        # By question: of its options, by their words and by their actions.
        self._numbers: dict[str, dict[str | int, int]] = {}

    # -- what happened ---------------------------------------------------------------------------

    def look(self, view: View) -> None:
        """Remember the names of the pieces, because the log still names those that have left."""
        pieces, kind = self.system.placements(view), self.kind
        self.names.learn(pieces, kind.place_names(view), kind.spots(view))
        self._titles = view.battle.titles

    def told(self, entry: LogEntry) -> str:
        """What happened, in words; of a roll also who threw, and for which pieces."""
        if not entry.roll:
            return self.names.told(entry.text)
        pieces = self.whose(entry.subjects)
        side = self._titles[entry.roller] if entry.roller >= 0 else ""
        who = f"{side} ({pieces})" if side and pieces else side or pieces
        return f"{who}: {entry.text}" if who else entry.text

    def check(self, check: Check, about: Iterable[str]) -> None:
        """Print a roll before it is thrown, and what the codes of its results mean."""
        say_check(check, self.whose(about))
        self._explain(map(str, check.odds().fractions()))

    def whose(self, ids: Iterable[str]) -> str:
        """The pieces among some ids, by name: those of the first one's side against the others."""
        called, sides = self.names.pieces, self.names.sides
        known = [each for each in ids if each in called]
        own = [each for each in known if sides[each] == sides[known[0]]]
        others = [each for each in known if each not in own]
        names = ([called[each] for each in group] for group in (own, others) if group)
        return " against ".join(map(_listed, names))

    # -- the head ------------------------------------------------------------------------------

    def head(self, view: View) -> None:
        """Print the clock and the score."""
        say(f"{self.system.clock(view)}   {self.score_line(view)}", "bold")

    def score_line(self, view: View) -> str:
        """The points of each side, and what it has left to spend."""
        points = self.system.score(view)
        purse = self.system.purse(view) or [""] * len(points)
        sides = zip(view.battle.titles, points, purse, strict=True)
        return "   ".join(
            f"{title} {point:g}{left and f' ({left})'}" for title, point, left in sides
        )

    # -- the board -----------------------------------------------------------------------------

    def board(self, view: View, whole: bool = False) -> None:
        """Print the board round the open question, unless it has not changed."""
        if self.kind.show(view, whole):
            self.pieces(view)

    def shapes(self, view: View, shapes: Sequence[Shape]) -> None:
        """Print the board with the ground inside some shapes marked, where there are any."""
        if shapes:
            self.kind.shapes(view, shapes)

    def legend(self, view: View) -> None:
        """Print what the signs of the board mean."""
        rows = self.kind.legend(view)
        if rows:
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
        looks = any(p.turn is not None for p in shown)
        cards = {p.id: dict(self.system.card(view, p.id)) for p in shown}
        listed = [
            label for label in self.system.list_facts if any(label in c for c in cards.values())
        ]
        rows = [
            (
                *self.kind.names(p),
                p.symbol.replace("-", " "),
                p.strength,
                *([p.rating[1]] if rated else []),
                *(cards[p.id].get(label, "") for label in listed),
                self.place(view, p.at),
                *([_compass(p.turn)] if looks else []),
                *([" ".join(p.marks)] if states else []),
            )
            for p in shown
        ]
        columns = ["", "name", "kind", "sp", *rated[:1], *map(str.lower, listed), "at"]
        columns += ["faces"] * looks + ["state"] * states
        for number in sorted({p.side for p in shown}):
            own = [row for row, p in zip(rows, shown, strict=True) if p.side == number]
            title = view.battle.titles[number] if number >= 0 else ""
            say_table(columns, own, title, whole=("sp", "at", "faces", *rated))
        self._explain(code for p in shown for code in (*p.marks, p.rating[1]))

    def place(self, view: View, at: tuple[int, ...]) -> str:
        """A place in the words of its board."""
        return self.kind.place(view, at)

    def find(self, view: View, text: str) -> str | None:
        """The id a player means by a tag, a name, an id or a place, None if there is none."""
        wanted = text.strip().casefold()
        return self.kind.find(view, wanted) or self.kind.find(view, wanted.removeprefix("the "))

    def ways(self, view: View, id: str) -> list[tuple[str, str]]:
        """The ways out of a place, if the board has them."""
        return self.kind.ways(view, id)

    # -- the options ---------------------------------------------------------------------------

    def groups(self, view: View) -> list[OptionGroup]:
        """The viewer's options by the piece or place they name; those that name none come last."""
        by_id = {p.id: p for p in self.system.placements(view)}
        offered = (*view.question.options, *view.question.picked)
        places = self.kind.places(view, [option.target for option in offered])
        found: dict[str, OptionGroup] = {}
        for option in offered:
            piece = self.kind.piece_of(by_id, option.target)
            place = option.target if option.target in places else ""
            if place:
                group = OptionGroup(None, place, [], *places[place])
            else:
                group = OptionGroup(piece, "", [])
            key = place or (OTHERS if piece is None else piece.id)
            found.setdefault(key, group).options.append(option)
        others = found.pop(OTHERS, None)
        return [*found.values(), *([others] if others else [])]

    def options(self, view: View) -> dict[int, Option]:
        """Print the options with their numbers, grouped by piece, and return them by number."""
        texts = [option.text.partition(" (")[0] for option in view.question.options]
        self._explain(t if self.system.meaning(t) else t.split(" ")[0] for t in texts)
        groups = self.groups(view)
        ordered = [option for group in groups for option in group.options]
        numbers = self._numbered(view, ordered)
        offered = {numbers[option.action]: option for option in ordered}
        single = all(len(group.options) == 1 or not _named(group) for group in groups)
        if single or len(groups) == 1:
            entries = [self._entry(view, numbers, option) for option in ordered]
            if single:
                beside = [
                    self._beside(view, group, option)
                    for group in groups
                    for option in group.options
                ]
                entries = [f"{e}{b and '   ' + b}" for e, b in zip(entries, beside, strict=True)]
            columns(entries, "  ")
            return offered
        for group in groups:
            style = side_style(group.piece.side) if group.piece else ""
            say(f" {self._line(view, group, False) or 'Otherwise'}", style)
            entries = [self._entry(view, numbers, option) for option in group.options]
            columns(entries, "    ")
        return offered

    def _entry(self, view: View, numbers: dict[int, int], option: Option) -> str:
        """An option with its number, its words, and where it leads."""
        words, leads = self.names.option(option), self.kind.leads(view, option)
        return clean(f"{numbers[option.action]:>3} {words}{leads and ': ' + leads}")

    def _beside(self, view: View, group: OptionGroup, option: Option) -> str:
        """The piece or place of an option; a name that its words hold is not told again."""
        line = self._line(view, group, True)
        label = "" if group.piece is None else group.piece.label
        named = label and label in self.names.option(option)
        return line.replace(f" {label}", "", 1) if named else line

    def _explain(self, words: Iterable[str]) -> None:
        """Say what short words and codes mean, where they first appear."""
        for word in dict.fromkeys(words):
            meaning = self.system.meaning(word)
            if meaning and word not in self._explained:
                self._explained.add(word)
                called = word.replace("-", " ") if word.islower() else word  # D-1 is a code
                say(f"  {called}: {meaning}", "dim")

    def _numbered(self, view: View, options: Sequence[Option]) -> dict[int, int]:
        """The number of each action; while a phase lasts, the same answer keeps it.

        What is left to spend does not make it another question, nor what is picked so far, nor
        where a named way ends another option.
        """
        clock = self.system.clock(view)
        if clock != self._clock:
            self._clock, self._numbers = clock, {}
        question = view.question
        head, *_ = re.split("[:,]", question.prompt)  # as in "Kempt has 6 in left: where to?"
        asked = COUNTS.sub("", head if COUNTS.search(head) else question.prompt)
        if question.picked and self._numbers:
            asked = next(reversed(self._numbers))  # the question they were picked at
        known = self._numbers[asked] = self._numbers.pop(asked, {})
        found: dict[int, int] = {}
        for option in options:
            words: str | int = self.names.option(option._replace(says=""))
            if option in question.picked:  # by the answer that picked it
                words = option.action
            number = known.setdefault(words, max(known.values(), default=0) + 1)
            if number in found.values():  # two ways of one name
                number = known.setdefault(option.text, max(known.values()) + 1)
            found[option.action] = known[option.action] = number
        return found

    def _line(self, view: View, group: OptionGroup, beside: bool) -> str:
        """What a group of options is about; beside an option that names a place, who is there."""
        if group.place:
            return group.held if beside else group.spot
        return "" if group.piece is None else self.kind.piece_line(view, group.piece)


def _listed(names: list[str]) -> str:
    """Names in a row; of a whole force only the first."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    return f"{names[0]} and {len(names) - 1} more"


def _named(group: OptionGroup) -> bool:
    """Whether a group is of a piece or place."""
    return group.piece is not None or bool(group.place)


def columns(entries: Sequence[str], indent: str) -> None:
    """Print entries in as many columns as fit, reading downwards.

    Where many are short, as bare hexes are, the others come first: they would take their columns.
    """
    usual = 2 * sorted(map(len, entries))[len(entries) // 2]
    long = [entry for entry in entries if len(entry) > usual]
    for part in (long, [entry for entry in entries if len(entry) <= usual]):
        _columns(part, indent)


def _columns(entries: Sequence[str], indent: str) -> None:
    out = console()
    wide = max(map(len, entries), default=0) + 2
    across = max(1, (out.width - len(indent)) // wide)
    down = -(-len(entries) // across)
    for row in _rows(entries, down):
        line = clean(indent + "".join(entry.ljust(wide) for entry in row)).rstrip()
        out.print(Text("\n".join(hung(line, out.width))), soft_wrap=True)


def _rows(entries: Sequence[str], down: int) -> Iterator[Sequence[str]]:
    for row in range(down):
        yield entries[row::down]


def _compass(turn: int | None) -> str:
    """Where a piece looks, to the nearest of eight winds."""
    return "" if turn is None else WINDS[round(turn / 45) % len(WINDS)]
