"""Output to the terminal: texts are cleaned here, tables and odds are laid out here."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import IO, Any, Final

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

# Controls, formats (directions of writing, zero widths), surrogates, private and unassigned
# characters, line and paragraph separators: none of them may reach a terminal.
UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
BAR_WIDTH: Final = 30
HARD: Final = "\N{NO-BREAK SPACE}"  # where a line is not to be folded
# What stands before the words of a line: blanks, the bars of a tree, a number of a list.
LEAD: Final = re.compile(r"[ |]*([+-]?\d+ {2,})?")
LEAST_WIDTH: Final = 20
HANGING: Final = "  "  # how much further the rest of a folded line is indented


def clean(text: object, lines: bool = False) -> str:
    """A text without control and escape characters; line breaks stay only with `lines`.

    >>> clean("Ney\\x1b[2J\\nBachelu")
    'Ney[2J Bachelu'
    """
    kept = []
    for character in str(text):
        if character in "\n\t":
            kept.append(character if lines and character == "\n" else " ")
        elif unicodedata.category(character) not in UNPRINTABLE:
            kept.append(character)
    return "".join(kept)


def tolerant(*streams: IO[str]) -> None:
    """Let streams with a limited encoding print `?` instead of failing."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def console(stderr: bool = False) -> Console:
    """A console on the current standard output that does not interpret markup in texts."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def plain_characters() -> bool:
    """Whether the output can only show ASCII."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return not encoding.startswith("utf")


def say(text: object = "", style: str = "") -> None:
    """Print a text, cleaned; without colour support the style is ignored."""
    _print(console(), clean(text, lines=True), style)


def complain(text: object) -> None:
    """Print a text on standard error, cleaned."""
    _print(console(stderr=True), clean(text, lines=True))


def _print(out: Console, text: str, style: str = "") -> None:
    """Print a text, folded at words in the window of a terminal; elsewhere its lines stay whole."""
    if out.is_terminal:
        text = "\n".join(part for line in text.split("\n") for part in hung(line, out.width))
    out.print(Text(text.replace(HARD, " "), style=style), soft_wrap=True)


def hung(line: str, width: int) -> list[str]:
    """A line folded at words, its further lines a little to the right of its first word.

    >>> hung("   7  Ney rides to Lairalle", 20)
    ['   7  Ney rides to', '        Lairalle']
    """
    lead = LEAD.match(line)
    before = "" if lead is None else lead[0]
    tree = re.sub(r"[^|]", " ", before)
    return folded(line[len(before) :], width, before, tree + HANGING) or [""]


def folded(text: str, width: int, first: str, other: str) -> list[str]:
    """A text in lines of a width, broken at blanks only; a longer word has a line of its own."""
    lines = wrap(
        text,
        max(width, LEAST_WIDTH),
        initial_indent=first,
        subsequent_indent=other,
        break_long_words=False,
        break_on_hyphens=False,  # ids have hyphens
    )
    return [line.replace(HARD, " ") for line in lines]


def whole(text: str) -> str:
    """A text that is not folded, such as a command to be copied."""
    return text.replace(" ", HARD)


def say_json(data: object) -> None:
    """Print data as JSON in ASCII, so that no text in it can control the terminal."""
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def say_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    title: str = "",
    grid: bool = True,
    whole: Sequence[str] = (),
) -> None:
    """Print a table, folded to the width of the terminal; some columns and the first stay whole.

    Where its words do not fit side by side, each row is a line of its own, with the head of each
    column before what it holds.
    """
    if title:
        say(title, "bold")
    table = Table(
        box=box.SIMPLE_HEAD if grid else None,
        show_edge=False,
        show_header=any(columns),
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    cells = [[clean(cell) for cell in row] for row in rows]
    out = console()
    heads = [clean(column) for column in columns]
    kept = [not number or column in whole for number, column in enumerate(columns)]
    widths = _widths(heads, cells, kept, out.width - (len(heads) - 1) * (2 if grid else 1))
    if widths is None:
        for row in cells:
            pairs = zip(heads, row, strict=True)
            told = HANGING.join(
                f"{head}{HARD}{cell}" if head else cell for head, cell in pairs if cell
            )
            out.print(Text("\n".join(hung(told, out.width))), soft_wrap=True)
        return
    for head, width in zip(heads[:-1], widths, strict=False):
        table.add_column(Text(head), overflow="fold", width=width)
    table.add_column(Text(heads[-1]), overflow="fold")  # it gets what is left
    for row in cells:
        table.add_row(*map(Text, row))
    out.print(table)


def _widths(
    heads: Sequence[str], rows: Sequence[Sequence[str]], kept: Sequence[bool], room: int
) -> list[int] | None:
    """The width of each column, so that no word is broken; None where there is no room for it."""
    columns = list(zip(heads, *rows, strict=True))
    most = [max(map(cell_len, column)) for column in columns]
    widths = [
        widest if whole else max(cell_len(word) for cell in column for word in cell.split() or [""])
        for column, widest, whole in zip(columns, most, kept, strict=True)
    ]
    if sum(widths) > room:
        return None
    for _ in range(min(room, sum(most)) - sum(widths)):
        growing = [number for number, width in enumerate(widths) if width < most[number]]
        widths[min(growing, key=lambda number: widths[number])] += 1
    return widths


def say_paragraph(text: object, indent: str = "") -> None:
    """Print prose, wrapped at words to the width of the terminal."""
    say("\n".join(folded(clean(text), console().width, indent, indent)))


def percent(chance: Fraction) -> str:
    """A chance for people: one decimal, and never a false 0 % or 100 %.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 5000)), percent(Fraction(4999, 5000))
    ('33.3%', '<0.1%', '>99.9%')
    """
    if 0 < chance < Fraction(1, 2000):
        return "<0.1%"
    if Fraction(1999, 2000) < chance < 1:
        return ">99.9%"
    return f"{float(chance):.1%}"


def odds_rows(outcomes: Mapping[str, str]) -> list[tuple[str, str, str, str]]:
    """Label, exact chance, percent and bar of each outcome."""
    mark = "#" if plain_characters() else "█"
    longest = min(BAR_WIDTH, console().width * 3 // 8)
    rows = []
    for label, text in outcomes.items():
        chance = Fraction(text)
        rows.append((label, text, percent(chance), mark * max(1, round(longest * chance))))
    return rows


def say_odds(outcomes: Mapping[str, str], counted: str = "") -> None:
    """Print exact odds as a table with bars; mere numbers are headed by what they count."""
    numbers = all(label.isdigit() for label in outcomes)
    head = counted if counted and numbers else "outcome"
    say_table((head, "odds", "", ""), odds_rows(outcomes))


def modifier_lines(modifiers: Iterable[Any]) -> list[str]:
    """Each modifier of a check on a line of its own: by how much, of what, why, by which rule."""
    return [
        f"  {m.value:+d}{'' if m.of == 'die' else ' ' + m.of}  {m.reason}  [{m.id}]"
        for m in modifiers
    ]
