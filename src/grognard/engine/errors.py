"""The errors of the engine: one small family under ValueError. Messages say what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

MOST_LISTED: Final = 60  # names in one message


class GrognardError(ValueError):
    """Anything the engine refuses; the message is written for people."""


class UnknownName(GrognardError):
    """A system, battle, variant, check, chart or unit that does not exist."""


class NotAllowed(GrognardError):
    """An answer the rules do not allow; nothing was changed."""


class BadOrder(GrognardError):
    """An order in words that cannot be read; nothing was changed.

    `choices` are the orders its message lists, as they stand there; `unread` counts the words that
    were left when it got stuck.
    """

    def __init__(self, message: str, choices: Iterable[str] = (), unread: int = 0) -> None:
        super().__init__(message)
        self.choices = list(choices)
        self.unread = unread


class AmbiguousOrder(BadOrder):
    """An order in words that fits several answers, listed in `choices`."""


class BeyondRoll(BadOrder):
    """An order in words that goes on after a roll, which must fall first."""


class UndoRefused(GrognardError):
    """Going back further needs the other side's consent."""


class BadSituation(GrognardError):
    """A fact of a check that does not exist or has an impossible value."""


class DiceError(GrognardError):
    """Dice that were not thrown, a secret that is missing or does not fit its commitment."""


class FileError(GrognardError):
    """A file that cannot be used, with the place in it."""

    def __init__(self, path: str, line: int | None, message: str) -> None:
        place = path if line is None else f"{path}:{line}"
        super().__init__(f"{place}: {message}")
        self.path = path
        self.line = line


class RecordError(FileError):
    """A record that is damaged or does not replay; the first `saved` lines are good."""

    def __init__(self, path: str, line: int | None, message: str, saved: int = 0) -> None:
        super().__init__(path, line, message)
        self.saved = saved


def nearest(word: str, choices: Iterable[str]) -> str:
    """The valid word a misspelt one probably stands for, or nothing.

    >>> nearest("wods", ["woods", "marsh"])
    'woods'
    """
    return next(iter(get_close_matches(word, sorted(choices), n=1)), "")


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """A hint for a misspelt word, or the list of valid words.

    >>> did_you_mean("wods", ["woods", "marsh"])
    'did you mean "woods"?'
    """
    known = sorted(choices)
    close = nearest(word, known)
    return f'did you mean "{close}"?' if close else f"there is {_listed(known)}"


def which_there_are(word: str, choices: Iterable[str]) -> str:
    """A hint for a misspelt word, followed by the list of valid words.

    >>> which_there_are("wods", ["woods", "marsh"])
    'did you mean "woods"? There is marsh, woods'
    """
    known = sorted(choices)
    hint = did_you_mean(word, known)
    return f"{hint} There is {_listed(known)}" if nearest(word, known) else hint


def _listed(known: list[str]) -> str:
    if not known:
        return "none"
    return ", ".join(known[:MOST_LISTED]) + (" …" if len(known) > MOST_LISTED else "")
