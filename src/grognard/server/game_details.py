"""What the server stores of a game besides its record: seats, clock, requests, messages."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct, field

from grognard.server.clock_time import Since

LONGEST_NOTE: Final = 300
MOST_NOTES: Final = 30


class Seat(Struct):
    """A side's seat: who plays it, and the hash of the secret that opens it."""

    kind: str  # human, shared, bot
    name: str = ""
    bot: str = ""
    hash: str = ""
    stand_in: str = ""  # the bot that plays for a person
    open: bool = False  # whoever comes first may take it

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
    bot_after: int | None = 300  # seconds of absence until others may seat a bot
    asked: Since = Since()  # when time was last counted
    used: dict[str, float] = field(default_factory=dict)  # seconds of each side's question
    reached: dict[str, int] = field(default_factory=dict)  # answers before each side's question
    mark: str = ""  # of the last stored line, to find damage
    request: Request | None = None
    requests: int = 0
    messages: list[Message] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    listed: bool = False  # whether the server's list shows it
    rematch: str = ""  # the game in which the sides are swapped
    due: str = ""  # the side to act, for lists of games
    turn: str = ""  # turn and phase in words, for lists of games

    def count_time(self, side: str | None) -> None:
        """Add the time since the last count to what a side has used; with None, to nobody's."""
        if side is not None:
            self.used[side] = self.used.get(side, 0.0) + self.asked.seconds()
        self.asked = Since.now()

    def put_question(self, side: str, standing: int) -> None:
        """Give a side its time for a question; one that was taken back gets no new time."""
        if standing > self.reached.get(side, -1):
            self.used[side], self.reached[side] = 0.0, standing

    def forget_time(self) -> None:
        """Every side has its full time again."""
        self.used, self.reached = {}, {}

    def time_left(self, side: str) -> float | None:
        """Seconds a side to act has left; None without a clock."""
        if self.clock is None:
            return None
        return max(0.0, self.clock.seconds - self.used.get(side, 0.0) - self.asked.seconds())

    def notify(self, text: str) -> None:
        """Add a notice that all players see; the oldest are dropped."""
        self.notes.append(text[:LONGEST_NOTE])
        del self.notes[:-MOST_NOTES]

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
        if not isinstance(data.get("asked"), dict):  # stored by an older version: the wall clock
            data = {**data, "asked": {"wall": data.get("asked", 0.0)}}
        return msgspec.convert(data, GameDetails)

    def hashes(self) -> dict[str, str]:
        """The hashes of the secrets by side."""
        return {side: seat.hash for side, seat in self.seats.items()}
