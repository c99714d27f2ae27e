"""What the server keeps of a game beside its record: seats, clock, requests, words."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field


class Seat(Struct):
    """A side's seat: who plays it, and the hash of the secret that opens it."""

    kind: str  # human, shared, bot
    name: str = ""
    bot: str = ""
    hash: str = ""
    stand_in: str = ""  # the bot that plays for a person

    @property
    def player(self) -> str:
        """The bot that answers; empty if a person does."""
        return self.bot if self.kind == "bot" else self.stand_in


class Clock(Struct):
    """How long a person may take, and who answers then."""

    seconds: int
    then: str


class Request(Struct):
    """Something asked of other sides: it lapses when the game goes on."""

    id: int
    kind: str  # undo, umpire
    by: str
    text: str
    waiting: list[str]
    to: int = 0
    reason: str = ""
    answer: int | str | None = None
    faces: list[int] | None = None


class Message(Struct):
    """A word between players."""

    at: float
    by: str
    text: str


class About(Struct):
    """All of it; stored as JSON."""

    seats: dict[str, Seat]
    watch: bool = True
    clock: Clock | None = None
    webhook: str = ""
    asked: float = 0.0  # when the open question was put
    request: Request | None = None
    requests: int = 0
    messages: list[Message] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """As the store keeps it."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def copy(self) -> About:
        """An independent copy."""
        return About.read(self.json())

    @staticmethod
    def read(data: Any) -> About:
        """From what the store kept."""
        return msgspec.convert(data, About)

    def hashes(self) -> dict[str, str]:
        """The hashes of the secrets by side."""
        return {side: seat.hash for side, seat in self.seats.items()}
