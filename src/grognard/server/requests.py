"""What clients send: new games, queries, commands, messages on a socket."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Answer = int | str
Row = int | str | list[int | str]  # an answer, or several in a row


class NewSeat(Struct, forbid_unknown_fields=True):
    """Who plays a side: a person with a link of his own, people at one screen, or a bot."""

    kind: Literal["human", "shared", "bot", "open"]  # open: for whoever comes first
    name: str = ""
    bot: str = ""


class NewClock(Struct, forbid_unknown_fields=True):
    """How long a person may take for an answer, and who answers when time is up."""

    seconds: int
    then: Literal["default", "bot"] = "default"


class NewGame(Struct, forbid_unknown_fields=True):
    """A game to be opened."""

    battle: str
    seats: dict[str, NewSeat]
    variant: str = "sheet"
    house: str = ""  # the text of a variant file of one's own, laid over the variant
    dice: Literal["sealed", "own"] = "sealed"
    watch: bool = True  # whether spectators are allowed
    clock: NewClock | None = None
    webhook: str = ""
    bot_after: int | None = 300  # seconds of absence until others may seat a bot; null: never
    record: str = ""  # a record to continue, instead of a new battle
    listed: bool = False  # whether the server's list shows it, if the host allows lists


class Join(Struct, forbid_unknown_fields=True):
    """Take an open seat."""

    side: str
    name: str = ""


class Claim(Struct, forbid_unknown_fields=True):
    """Tie the seat of a secret to a player's key."""

    seat: str


class GameNotices(Struct, forbid_unknown_fields=True):
    """Whether a player is told of a game while away."""

    told: bool


class PlayerSettings(Struct, forbid_unknown_fields=True):
    """A player's name, and how to be told of games while away."""

    name: str = ""
    digest: int = 0  # seconds between two notices by one channel; 0: each at once
    remind: bool = True  # whether to be reminded before a clock strikes


class MailAddress(Struct, forbid_unknown_fields=True):
    """An e-mail address for notices; empty: none."""

    email: str


class MailCode(Struct, forbid_unknown_fields=True):
    """The code that was sent to an e-mail address."""

    code: str


class PushKeys(Struct, forbid_unknown_fields=True):
    """The keys of a browser that takes notices."""

    p256dh: str
    auth: str


class PushSubscription(Struct, forbid_unknown_fields=True):
    """Where a browser takes notices, as it says itself."""

    endpoint: str
    keys: PushKeys


class PushEnd(Struct, forbid_unknown_fields=True):
    """A browser that takes notices no longer."""

    endpoint: str


class PreviewRequest(Struct, forbid_unknown_fields=True):
    """An answer to preview; with `chain`, the whole chain of the attack it leads to."""

    answer: Row
    revision: int | None = None
    chain: bool = False


class ToolUse(Struct, forbid_unknown_fields=True):
    """A tool used on things on the board."""

    tool: str
    ids: list[str]


class LookRequest(Struct, forbid_unknown_fields=True):
    """A piece or place the viewer wants to do something with."""

    id: str
    revision: int | None = None


class GiveAnswer(Struct, forbid_unknown_fields=True, tag="answer"):
    """Answer the open question, or several in a row up to the next roll."""

    key: str
    revision: int
    answer: Row


class RollDice(Struct, forbid_unknown_fields=True, tag="roll"):
    """Roll the dice that are due; `faces` are those of the player's own dice."""

    key: str
    revision: int
    faces: list[int] | None = None


class Undo(Struct, forbid_unknown_fields=True, tag="undo"):
    """Take the last answer back, or ask the other side for consent.

    `to` is the line to go back to, if several answers are taken back together.
    """

    key: str
    revision: int
    to: int | None = None


class Consent(Struct, forbid_unknown_fields=True, tag="consent"):
    """Agree to a request of another side, or not."""

    key: str
    id: int
    yes: bool


class Resign(Struct, forbid_unknown_fields=True, tag="resign"):
    """Give up the battle for a side."""

    key: str
    side: str


class HandOver(Struct, forbid_unknown_fields=True, tag="hand-over"):
    """Give a seat to a bot (your own, or that of a player long absent), or take it back."""

    key: str
    side: str
    bot: str  # empty: take it back


class Umpire(Struct, forbid_unknown_fields=True, tag="umpire"):
    """Propose an umpire's answer: for any side, or as faces for the roll that is due."""

    key: str
    reason: str
    answer: Answer | None = None
    faces: list[int] | None = None


class Say(Struct, forbid_unknown_fields=True, tag="say"):
    """Send a chat message."""

    key: str
    text: str


class Rename(Struct, forbid_unknown_fields=True, tag="rename"):
    """Change the player's name."""

    key: str
    name: str


class Salt(Struct, forbid_unknown_fields=True, tag="salt"):
    """Add a salt to the sealed dice, or change it; only before the first roll."""

    key: str
    side: str
    text: str


class LaidPiece(Struct, forbid_unknown_fields=True):
    """A piece put by hand: its place in words (or `off`), and all it has lost, if told."""

    id: str
    place: str
    lost: int | None = None


class LayOut(Struct, forbid_unknown_fields=True, tag="lay-out"):
    """Put pieces where they stand on a real table; only against bots, with one's own dice."""

    key: str
    pieces: list[LaidPiece]


Command = (
    GiveAnswer
    | RollDice
    | Undo
    | Consent
    | Resign
    | HandOver
    | Umpire
    | Say
    | Rename
    | Salt
    | LayOut
)


class Hello(Struct, forbid_unknown_fields=True, tag="hello"):
    """The first message of a client: its seat's secret, empty for a spectator."""

    seat: str = ""
    view_as: str = ""  # on a shared screen: the side whose view is wanted
    changes: bool = False  # after the first state, only what changes is wanted


class Ping(Struct, forbid_unknown_fields=True, tag="ping"):
    """Is the server there?"""


ClientMessage = Hello | Ping | Command
