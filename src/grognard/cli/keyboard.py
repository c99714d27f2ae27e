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

    def confirms(self, question: str) -> bool | None:
        """Whether the answer is yes; None at the end of the input."""
        while True:
            typed = self.ask(f"{question} (y/n)")
            if typed is None:
                return None
            word = typed.casefold()
            if word in ("y", "yes", ""):
                return True
            if word in ("n", "no"):
                return False
            say("Please answer y or n.")


def _line_editing() -> None:
    """Give input() arrow keys and a history where the platform has them."""
    try:
        import readline
    except ImportError:  # no readline on this platform: plain input works
        return
    readline.set_history_length(200)
