"""What the server stores of a game besides its record: seats, clock, requests, messages."""

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
    """How long a person may take, and who answers when time is up."""

    seconds: int
    then: str


class Request(Struct):
    """Something that needs the consent of other sides; it lapses when the game moves on."""

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
    """A chat message."""

    at: float
    by: str
    text: str


class GameDetails(Struct):
    """All of them; stored as JSON."""

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
        """As plain data for the store."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def copy(self) -> GameDetails:
        """An independent copy."""
        return GameDetails.read(self.json())

    @staticmethod
    def read(data: Any) -> GameDetails:
        """From the store's data."""
        return msgspec.convert(data, GameDetails)

    def hashes(self) -> dict[str, str]:
        """The hashes of the secrets by side."""
        return {side: seat.hash for side, seat in self.seats.items()}
