"""Lines typed by a player or read from a pipe; control characters are removed before display."""

from __future__ import annotations

import sys
from typing import Final

from grognard.cli.output import clean, console, hung, say

LONGEST_LINE: Final = 2000
ANSWER: Final = 10  # columns for what is typed behind a long question


class Keyboard:
    """Asks for lines; lines read from a pipe are shown as they are read."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            _line_editing()

    def ask(self, prompt: str) -> str | None:
        """One line, or None at the end of the input."""
        if self.interactive:
            # A long question is folded at its words, with room for the answer behind it.
            *above, last = hung(clean(prompt), console().width - ANSWER)
            for line in above:
                say(line)
            try:
                return clean(input(f"{last}> ")[:LONGEST_LINE]).strip()
            except EOFError:
                say()
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        typed = clean(line[:LONGEST_LINE]).strip()
        say(f"{prompt}> {typed}")
        return typed


def _line_editing() -> None:
    """Give input() arrow keys and a history where the platform has them."""
    try:
        import readline
    except ImportError:  # no readline on this platform: plain input works
        return
    readline.set_history_length(200)
