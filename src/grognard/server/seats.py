"""Seats: secrets that nobody can guess, stored as hashes, and who may see what with them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final, Literal

from grognard.engine.errors import GrognardError

SECRET_BYTES: Final = 24
LONGEST_SECRET: Final = 100

Kind = Literal[
    "not-allowed",
    "not-yours",
    "stale",
    "over",
    "unknown",
    "malformed",
    "too-much",
    "failed",
    "full",
]
STATUS: Final[dict[str, int]] = {
    "not-allowed": 422,
    "not-yours": 403,
    "stale": 409,
    "over": 409,
    "unknown": 404,
    "malformed": 400,
    "too-much": 429,
    "failed": 500,
    "full": 507,
}


class Refusal(GrognardError):
    """Something the server refuses: `kind` for programs, the message for people."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind: Kind = kind

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return STATUS[self.kind]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody at a game: the sides he plays, none for a spectator."""

    sides: tuple[str, ...] = ()
    view_as: str = ""  # the side whose view he prefers, if he plays several


SPECTATOR: Final = Viewer()


def new_secret() -> str:
    """A secret nobody can guess."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """The hash that is stored of a secret.

    >>> hashed("abc")[:8]
    'ba7816bf'
    """
    return sha256(secret.encode()).hexdigest()


def seated(hashes: Mapping[str, str], secret: str, watch: bool) -> Viewer:
    """The viewer who holds a secret; without one a spectator, if they are allowed."""
    if not secret:
        if not watch:
            raise Refusal("not-yours", "this game is not open to spectators: use your own link")
        return SPECTATOR
    if len(secret) > LONGEST_SECRET:
        raise Refusal("not-yours", "this link does not fit any seat of this game: is it complete?")
    mine = hashed(secret)
    # Every seat is compared, so that the time it takes reveals nothing.
    fits = [compare_digest(mine, kept) for kept in hashes.values()]
    sides = tuple(side for side, fit in zip(hashes, fits, strict=True) if fit)
    if not sides:
        raise Refusal("not-yours", "this link does not fit any seat of this game: is it complete?")
    return Viewer(sides)
