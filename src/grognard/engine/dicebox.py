"""The dice of one game: sealed, open, or the players' own; and how the record names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.engine.dice import (
    Dice,
    Die,
    Open,
    Sealed,
    commitment_of,
    new_secret,
    verify,
)
from grognard.engine.errors import DiceError

SEALED: Final = "sealed"
OPEN: Final = "open"
OWN: Final = "own"


class DiceBox:
    """Where the faces of a game come from; a sealed box is locked until it has its secret."""

    __slots__ = ("_dice", "kind", "lost", "salts", "secret", "thrown", "value")

    def __init__(self, kind: str, value: str, secret: bytes | None = None) -> None:
        self.kind = kind
        self.value = value  # the commitment, the seed, or nothing
        self.secret = secret
        self.salts: dict[str, str] = {}
        self.thrown = False
        self.lost = ""  # why the secret is missing
        self._dice: Dice | None = None  # created at the first throw

    @staticmethod
    def sealed() -> DiceBox:
        """A box with a fresh secret."""
        secret = new_secret()
        return DiceBox(SEALED, commitment_of(secret), secret)

    @staticmethod
    def open(seed: int | str) -> DiceBox:
        """A box whose dice anyone can predict."""
        return DiceBox(OPEN, Open(seed).seed)

    @staticmethod
    def own() -> DiceBox:
        """An empty box: the players throw their own dice."""
        return DiceBox(OWN, "")

    @staticmethod
    def read(words: str) -> DiceBox:
        """A box from its words in a record; a sealed one is locked.

        >>> DiceBox.read("open 7").faces(1, []), DiceBox.read("own").words
        ([], 'own')
        """
        kind, _, value = words.partition(" ")
        if kind == SEALED and len(value) == 64 and not value.strip("0123456789abcdef"):
            return DiceBox(kind, value)
        if kind == OPEN and value:
            return DiceBox(kind, Open(value).seed)
        if words == OWN:
            return DiceBox(kind, "")
        raise DiceError(f"unknown dice {words[:40]!r}: there is sealed HASH, open SEED, own")

    @property
    def words(self) -> str:
        """The box as a record names it."""
        return f"{self.kind} {self.value}".rstrip()

    @property
    def locked(self) -> bool:
        """Whether the dice are sealed and the secret is missing."""
        return self.kind == SEALED and self.secret is None

    def unlock(self, secret: bytes) -> None:
        """Give a sealed box its secret."""
        if not verify(secret, self.value):
            raise DiceError(f"this secret is not the one committed to as {self.value[:12]}…")
        self.secret = secret
        self.lost = ""

    def lock(self) -> None:
        """Forget the secret, so that nobody can predict the dice from this copy."""
        if self.kind == SEALED:
            self.secret, self.lost, self._dice = None, "", None

    def salt(self, seat: str, salt: str) -> None:
        """Add or change a seat's salt: the commitment is known, and no die thrown yet."""
        if self.kind != SEALED:
            raise DiceError(f"only sealed dice take a salt: these are {self.kind}")
        if self.thrown:
            raise DiceError("dice have been thrown already: a salt comes before the first roll")
        Sealed(bytes(32), {seat: salt})  # refuses bad salts, with any secret
        self.salts[seat] = salt
        self._dice = None

    def faces(self, line: int, dice: Sequence[Die]) -> list[int]:
        """The faces of the dice thrown at a line of the record."""
        if self.kind == OWN:
            raise DiceError("this battle is fought with the players' own dice: give the faces")
        if self._dice is None:
            self._dice = self._make()
        return self._dice.roll(line, dice)

    def _make(self) -> Dice:
        if self.kind == OPEN:
            return Open(self.value)
        if self.secret is None:
            raise DiceError(self.lost or "the secret of the dice has not been revealed")
        return Sealed(self.secret, self.salts)

    def copy(self) -> DiceBox:
        """An independent box with the same dice."""
        box = DiceBox(self.kind, self.value, self.secret)
        box.salts = dict(self.salts)
        box.thrown = self.thrown
        box.lost = self.lost
        box._dice = self._dice
        return box

    def __repr__(self) -> str:
        return f"<DiceBox {self.words}>"
