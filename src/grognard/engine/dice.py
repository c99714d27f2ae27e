"""Provable dice: every face follows from a secret fixed by a commitment before the battle.

docs/dice.md describes the algorithm byte by byte, with test vectors, for checking by other tools.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from grognard.engine.errors import DiceError

SECRET_BYTES = 32
LONGEST_TEXT = 64  # characters of a salt, of the name of a seat, of a seed
MOST_SIDES = 1000

_COMMITMENT = b"grognard dice 1 commitment\n"
_OPEN = b"grognard dice 1 open\n"
_FACE = b"grognard dice 1 face\n"
_FILE = "grognard dice 1 secret"
_DRAWS = 1 << 16  # a face is drawn with the first two bytes of a MAC


class Die(NamedTuple):
    """A fair die with the faces first, first + 1, and so on."""

    sides: int
    first: int = 1


D6 = Die(6, 1)
D10 = Die(10, 0)


class Dice:
    """Faces that depend only on the secret, the salts, the record line and the place in that line.

    Asking again for the dice of a line gives the same faces, so no die is thrown twice.
    """

    __slots__ = ("_mac", "_salts", "_secret", "commitment")

    is_open: ClassVar[bool] = False

    def __init__(self, secret: bytes, salts: Mapping[str, str]) -> None:
        if len(secret) != SECRET_BYTES:
            raise DiceError(f"a dice secret has {SECRET_BYTES} bytes, not {len(secret)}")
        for seat, salt in salts.items():
            _check_salt(seat, salt)
        self._secret = secret
        self._salts = dict(sorted(salts.items()))
        self._mac = hmac.new(secret, _FACE + _salt_block(self._salts), "sha256")
        self.commitment = commitment_of(secret)

    @property
    def secret(self) -> bytes:
        """The 32 bytes that decide every die; published when the battle is over."""
        return self._secret

    @property
    def salts(self) -> Mapping[str, str]:
        """The text each seat added after seeing the commitment; read-only, sorted by seat."""
        return MappingProxyType(self._salts)

    def roll(self, line: int, dice: Sequence[Die]) -> list[int]:
        """The faces of the dice thrown at a line of the record."""
        if line < 0:
            raise DiceError(f"no dice for record line {line}: lines count from 0 up")
        return [self._face(line, index, die) for index, die in enumerate(dice)]

    def _face(self, line: int, index: int, die: Die) -> int:
        sides, first = die
        if not 2 <= sides <= MOST_SIDES or not 0 <= first <= 1:
            raise DiceError(
                f"die {index} of record line {line} has {sides} sides from {first}: "
                f"dice have 2 to {MOST_SIDES} sides and begin at 0 or 1"
            )
        # Draws beyond the last whole multiple of the sides would favour the low faces.
        fair = _DRAWS - _DRAWS % sides
        attempt = 0
        while True:
            mac = self._mac.copy()
            mac.update(b"%d %d %d" % (line, index, attempt))
            draw = int.from_bytes(mac.digest()[:2], "big")
            if draw < fair:
                return first + draw % sides
            attempt += 1


class Sealed(Dice):
    """Dice from a secret; only its commitment is known until the battle is over."""

    __slots__ = ()

    def __init__(self, secret: bytes, salts: Mapping[str, str] | None = None) -> None:
        super().__init__(secret, {} if salts is None else salts)

    def salted(self, seat: str, salt: str) -> Sealed:
        """The dice with a seat's salt added; all faces change, so only before the first roll."""
        if seat in self._salts:
            raise DiceError(f"seat {seat!r} has added its salt already; a salt cannot be changed")
        return Sealed(self._secret, {**self._salts, seat: salt})

    def __repr__(self) -> str:
        # The secret stays out: a repr ends up in logs.
        return f"<Sealed commitment={self.commitment} salts={self._salts!r}>"


class Open(Dice):
    """Dice from a public seed: for practice, tests and experiments.

    >>> Open(7).roll(1, [D6, D6, D10]) == Open("7").roll(1, [D6, D6, D10])
    True
    """

    __slots__ = ("seed",)

    is_open: ClassVar[bool] = True

    def __init__(self, seed: int | str) -> None:
        self.seed = _text_of_seed(seed)
        super().__init__(hashlib.sha256(_OPEN + self.seed.encode()).digest(), {})

    def __repr__(self) -> str:
        return f"Open({self.seed!r})"


def new_secret() -> bytes:
    """A fresh secret of 256 bits from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_of(secret: bytes) -> str:
    """What is published before the battle: it fixes the secret without giving it away."""
    return hashlib.sha256(_COMMITMENT + secret).hexdigest()


def verify(secret: bytes, commitment: str) -> bool:
    """Whether a revealed secret is the one committed to."""
    return len(secret) == SECRET_BYTES and commitment_of(secret) == commitment


def secret_from_hex(text: str) -> bytes:
    """Read a secret written as 64 hexadecimal digits."""
    digits = "0123456789abcdef"
    if len(text) != 2 * SECRET_BYTES or not all(digit in digits for digit in text):
        raise DiceError(f"a dice secret is {2 * SECRET_BYTES} digits 0-9a-f")
    return bytes.fromhex(text)


def _text_of_seed(seed: int | str) -> str:
    # Python refuses to print numbers of thousands of digits, so the size is checked first.
    text = "" if isinstance(seed, int) and seed.bit_length() > 256 else str(seed)
    if not 1 <= len(text) <= LONGEST_TEXT or not text.isprintable():
        raise DiceError(f"a seed is a number or a text of 1 to {LONGEST_TEXT} printable characters")
    return text


def _check_salt(seat: str, salt: str) -> None:
    for what, text in (("name", seat), ("salt", salt)):
        if not 1 <= len(text) <= LONGEST_TEXT or not text.isprintable():
            raise DiceError(
                f"the {what} of seat {seat!r} must be 1 to {LONGEST_TEXT} printable characters"
                + ("" if what == "name" else f", not {text[: LONGEST_TEXT + 1]!r}")
            )


def _salt_block(salts: Mapping[str, str]) -> bytes:
    """Each seat and its salt as "length:text,", then the end of the line."""
    block = b""
    for pair in salts.items():
        for text in pair:
            raw = text.encode()
            block += b"%d:%s," % (len(raw), raw)
    return block + b"\n"


def secret_path(record: str | Path) -> Path:
    """The file of the secret while a battle is being fought: beside its record, never in it."""
    path = Path(record)
    return path.with_name(path.name + ".secret")


def save_secret(record: str | Path, secret: bytes) -> None:
    """Write the secret beside the record, readable only by its owner; never half written."""
    if len(secret) != SECRET_BYTES:
        raise DiceError(f"a dice secret has {SECRET_BYTES} bytes, not {len(secret)}")
    path = secret_path(record)
    if path.exists():
        if load_secret(record, None) == secret:
            return
        raise DiceError(
            f"{path}: holds the dice secret of another battle; "
            "move it away or give the new record another name"
        )
    text = f"{_FILE}\n{secret.hex()}\n{commitment_of(secret)}\n"
    try:
        _write_private(path, text.encode("ascii"))
    except OSError as error:
        raise DiceError(f"{path}: cannot write the dice secret: {error.strerror}") from error


def _write_private(path: Path, content: bytes) -> None:
    passing = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        passing.replace(path)
    except BaseException:
        passing.unlink(missing_ok=True)
        raise
    if os.name == "posix":  # on other platforms a folder cannot be opened and flushed
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def load_secret(record: str | Path, commitment: str | None) -> bytes:
    """Read the secret beside the record, and check it against the record's commitment if given."""
    path = secret_path(record)
    try:
        with path.open("rb") as file:
            content = file.read(1000)
    except FileNotFoundError:
        raise DiceError(
            f"{path}: the dice secret is missing; put it back beside the record, "
            "or continue with your own dice"
        ) from None
    except OSError as error:
        raise DiceError(f"{path}: cannot read the dice secret: {error.strerror}") from error
    lines = content.decode("ascii", "replace").split("\n")
    try:
        if len(lines) != 4 or lines[0] != _FILE or lines[3]:
            raise DiceError("not three lines as written")
        secret = secret_from_hex(lines[1])
        if not verify(secret, lines[2]):
            raise DiceError("its secret and commitment do not match")
    except DiceError as error:
        raise DiceError(
            f"{path}: the dice secret is damaged ({error}); restore it from a copy, "
            "or continue with your own dice"
        ) from None
    if commitment is not None and lines[2] != commitment:
        raise DiceError(
            f"{path}: this dice secret belongs to another battle: the record commits to "
            f"{commitment[:12]}…, the secret to {lines[2][:12]}…"
        )
    return secret
