"""Output to the terminal: texts are cleaned here, tables and odds are laid out here."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import IO, Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

# Controls, formats (directions of writing, zero widths), surrogates, private and unassigned
# characters, line and paragraph separators: none of them may reach a terminal.
UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
BAR_WIDTH: Final = 30


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
    console().print(Text(clean(text, lines=True), style=style), soft_wrap=True)


def complain(text: object) -> None:
    """Print a text on standard error, cleaned."""
    console(stderr=True).print(Text(clean(text, lines=True)), soft_wrap=True)


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
    """Print a table, folded to the width of the terminal; some columns and the first stay whole."""
    if title:
        say(title, "bold")
    table = Table(
        box=box.SIMPLE_HEAD if grid else None,
        show_edge=False,
        show_header=any(columns),
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for number, column in enumerate(columns):
        table.add_column(
            Text(clean(column)), overflow="fold", no_wrap=not number or column in whole
        )
    for row in rows:
        table.add_row(*(Text(clean(cell)) for cell in row))
    console().print(table)


def say_paragraph(text: object, indent: str = "") -> None:
    """Print prose, wrapped at words to the width of the terminal."""
    width = max(20, console().width)
    lines = wrap(
        clean(text),
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,  # ids have hyphens
    )
    say("\n".join(lines))


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
    rows = []
    for label, text in outcomes.items():
        chance = Fraction(text)
        rows.append((label, text, percent(chance), mark * max(1, round(BAR_WIDTH * chance))))
    return rows


def say_odds(outcomes: Mapping[str, str]) -> None:
    """Print exact odds as a table with bars."""
    say_table(("outcome", "odds", "", ""), odds_rows(outcomes))


def modifier_lines(modifiers: Iterable[Any]) -> list[str]:
    """Each modifier of a check on a line of its own: by how much, of what, why, by which rule."""
    return [
        f"  {m.value:+d}{'' if m.of == 'die' else ' ' + m.of}  {m.reason}  [{m.id}]"
        for m in modifiers
    ]
