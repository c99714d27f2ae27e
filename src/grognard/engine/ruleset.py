"""The rules of a system under one variant: numbers from its rule book, and kinds of checks."""

from __future__ import annotations

from grognard.engine.check import CheckKind
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook


class RuleSet:
    """What every system's rules have: the digest of their book, and the kinds of checks."""

    def __init__(self, book: Rulebook) -> None:
        self.digest = book.digest

    def kinds(self) -> dict[str, CheckKind]:
        """Every kind of check by its name."""
        raise GrognardError(f"{type(self).__name__} has no checks")
