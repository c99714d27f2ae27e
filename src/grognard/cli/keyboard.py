"""Lines typed by a player or read from a pipe; control characters are removed before display."""

from __future__ import annotations

import sys
from typing import Final

from grognard.cli.output import clean, say

LONGEST_LINE: Final = 2000


class Keyboard:
    """Asks for lines; lines read from a pipe are shown as they are read."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            _line_editing()

    def ask(self, prompt: str) -> str | None:
        """One line, or None at the end of the input."""
        if self.interactive:
            try:
                return clean(input(f"{clean(prompt)}> ")[:LONGEST_LINE]).strip()
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
