"""What travels between server and page, as types: the description of the API is made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from grognard.draw.scene_info import TWO, PoseInfo, SceneInfo

Answer = int | str


# -- what can be played ------------------------------------------------------------


class BattleInfo(Struct, omit_defaults=False):
    """A battle as the lobby shows it."""

    id: str
    system: str
    system_title: str
    title: str
    date: str
    summary: str
    teaches: str
    difficulty: int
    length: str
    sides: list[str]
    titles: list[str]
    variants: list[str]
    tutorial: bool
    secrets: bool  # whether sides hide things from each other
    picture: str  # where its small map is


class ToolInfo(Struct):
    """A tool of a system: how many things on the board it is pointed at, in order."""

    name: str
    title: str
    says: str
    picks: list[str]  # a prompt for each


class VariantInfo(Struct):
    """A variant of a system's rules."""

    name: str
    says: str


class SystemInfo(Struct):
    """A system as the page shows it."""

    name: str
    title: str
    summary: str
    board: str
    variants: list[VariantInfo]
    tools: list[ToolInfo]


class BotInfo(Struct):
    """A bot as the page shows it."""

    name: str
    title: str
    says: str


class ChartRow(Struct):
    """A row of a chart."""

    label: str
    cells: list[str]


class ChartInfo(Struct):
    """A table of a sheet."""

    name: str
    title: str
    columns: list[str]
    rows: list[ChartRow]


# -- opening a game ------------------------------------------------------------


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who shall play a side: a person (by a link of his own, or on the shared screen), or a bot."""

    kind: Literal["human", "shared", "bot"]
    name: str = ""
    bot: str = ""


class ClockWish(Struct, forbid_unknown_fields=True):
    """How long a person may take for an answer, and who answers then."""

    seconds: int
    then: Literal["default", "bot"] = "default"


class GameWish(Struct, forbid_unknown_fields=True):
    """A game to be opened."""

    battle: str
    seats: dict[str, SeatWish]
    variant: str = "sheet"
    dice: Literal["sealed", "own"] = "sealed"
    watch: bool = True  # whether spectators may come
    clock: ClockWish | None = None
    webhook: str = ""
    record: str = ""  # a record to go on with, instead of a new battle


class Opened(Struct):
    """A game just opened: the secret of every person's seat, by side."""

    game: str
    seats: dict[str, str]


# -- what a viewer sees ------------------------------------------------------------


class SeatInfo(Struct):
    """A seat as everybody sees it."""

    side: str
    title: str
    kind: str  # human, shared, bot
    name: str
    bot: str
    present: bool
    resigned: bool
    seconds_left: float | None  # of the answer due from this seat, where there is a clock


class OptionInfo(Struct):
    """An allowed answer."""

    action: int
    text: str
    target: str


class ModifierInfo(Struct):
    """One thing that changes a roll: its rule's id, the reason, by how much, and of what."""

    id: str
    reason: str
    value: int
    of: str


class CheckInfo(Struct):
    """One explained roll: everything a person is shown before it is thrown."""

    check: str
    title: str
    verb: str  # what the one who throws does
    dice: list[Annotated[list[int], TWO]]  # of each its number of faces, and the lowest
    target: str
    modifiers: list[ModifierInfo]
    odds: dict[str, str]  # how it ends, each with its exact chance as a fraction


class QuestionInfo(Struct):
    """The open question as the viewer sees it."""

    kind: Literal["choose", "roll", "over"]
    actor: str | None  # a side; the roller's where a roll is due
    mine: bool  # the viewer answers, or throws
    prompt: str
    options: list[OptionInfo]
    default: int | None
    about: list[str]
    check: CheckInfo | None
    pose: PoseInfo | None = None


class LogInfo(Struct):
    """What happened, in words."""

    line: int
    text: str
    subjects: list[str]
    roll: bool


class LogPart(Struct):
    """The log from an entry on: what the page had from there is replaced."""

    start: int
    entries: list[LogInfo]


class UndoInfo(Struct):
    """Whether the viewer can take something back, and whether the other side must consent."""

    may: bool
    asks: bool
    why: str


class RequestInfo(Struct):
    """Something asked of the other side: consent to an undo or to an umpire's answer."""

    id: int
    kind: Literal["undo", "umpire"]
    by: str
    text: str
    mine: bool  # the viewer is to consent or refuse


class MessageInfo(Struct):
    """A word between players."""

    at: float
    by: str
    text: str


class ResultInfo(Struct):
    """How it ended."""

    winner: str | None
    why: str
    points: list[float]


class DiceInfo(Struct):
    """What is promised of the dice."""

    kind: str
    commitment: str
    secret: str | None


class State(Struct):
    """All that one viewer may know of a game now."""

    game: str
    revision: int
    line: int
    battle: BattleInfo
    variant: str
    you: str | None
    sides: list[str]  # those this viewer plays: two on a shared screen, none for a spectator
    curtain: bool  # whether the screen must be covered when it changes hands
    seats: list[SeatInfo]
    clock: str
    score: list[float]
    result: ResultInfo | None
    question: QuestionInfo
    undo: UndoInfo
    request: RequestInfo | None
    dice: DiceInfo
    lesson: str
    scene: SceneInfo
    log: LogPart
    messages: list[MessageInfo]
    notes: list[str]  # what a viewer should know: gone on from a snapshot, flagged answers


class Moment(Struct):
    """A game as it was after a line of its record, as the viewer may know it."""

    game: str
    line: int
    last: int
    you: str | None
    clock: str
    score: list[float]
    prompt: str
    about: list[str]
    scene: SceneInfo
    log: LogPart


# -- asking without answering ------------------------------------------------------------


class Try(Struct, forbid_unknown_fields=True):
    """An answer tried out, not given."""

    answer: Answer
    revision: int | None = None


class OutlookInfo(Struct):
    """Exact odds under a title: label to fraction."""

    title: str
    odds: dict[str, str]


class Preview(Struct):
    """What an answer would lead to, as the viewer knows it."""

    allowed: bool
    reason: str
    text: str
    checks: list[CheckInfo]
    outlook: list[OutlookInfo]
    trail: list[str]  # what it leads over on the board, from where to where
    about: list[str]  # the pieces and places the checks are about


class Hint(Struct):
    """The answer a bot would give in the viewer's place; None if it has none."""

    action: int | None
    text: str


class ToolUse(Struct, forbid_unknown_fields=True):
    """A tool pointed at things on the board."""

    tool: str
    ids: list[str]


class ToolMark(Struct):
    """A short text at a place."""

    at: str
    text: str


class ToolAnswer(Struct):
    """What a tool says: in words, and on the board."""

    says: list[str]
    lit: list[str] = field(default_factory=list)
    ways: list[list[str]] = field(default_factory=list)
    marks: list[ToolMark] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)  # path data in the picture's measures


class Card(Struct):
    """What is known of a piece or place."""

    id: str
    facts: list[Annotated[list[str], TWO]]  # label and text


class Luck(Struct):
    """A side's dice so far against what was to be expected."""

    side: str
    rolls: int
    dice: int
    mean: float
    expected: float
    error: float  # standard error of the mean


class Fairness(Struct):
    """What can be said of the dice."""

    dice: DiceInfo
    luck: list[Luck]


# -- changing a game ------------------------------------------------------------


class Give(Struct, forbid_unknown_fields=True, tag="answer"):
    """An answer to the open question."""

    key: str
    revision: int
    answer: Answer


class Throw(Struct, forbid_unknown_fields=True, tag="roll"):
    """The dice due are thrown; with faces, those of the player's own dice."""

    key: str
    revision: int
    faces: list[int] | None = None


class TakeBack(Struct, forbid_unknown_fields=True, tag="undo"):
    """The last answer taken back, or the other side asked for its consent."""

    key: str
    revision: int


class Consent(Struct, forbid_unknown_fields=True, tag="consent"):
    """A yes or no to what was asked."""

    key: str
    id: int
    yes: bool


class Resign(Struct, forbid_unknown_fields=True, tag="resign"):
    """A side gives up."""

    key: str
    side: str


class HandOver(Struct, forbid_unknown_fields=True, tag="hand-over"):
    """A seat is given to a bot (one's own, or one long absent), or taken back from it."""

    key: str
    side: str
    bot: str  # empty: the person takes it back


class Umpire(Struct, forbid_unknown_fields=True, tag="umpire"):
    """An umpire's answer proposed: an answer in anybody's name, or faces for the roll due."""

    key: str
    reason: str
    answer: Answer | None = None
    faces: list[int] | None = None


class Say(Struct, forbid_unknown_fields=True, tag="say"):
    """A word to the others."""

    key: str
    text: str


class Rename(Struct, forbid_unknown_fields=True, tag="rename"):
    """A player's name."""

    key: str
    name: str


Deed = Give | Throw | TakeBack | Consent | Resign | HandOver | Umpire | Say | Rename


# -- the socket ------------------------------------------------------------


class Hello(Struct, forbid_unknown_fields=True, tag="hello"):
    """The first word of a client: its seat's secret (empty for a spectator)."""

    seat: str = ""
    eyes: str = ""  # on a shared screen: the side to look with, while it is its turn


class Ping(Struct, forbid_unknown_fields=True, tag="ping"):
    """Is the server there?"""


Word = Hello | Ping | Give | Throw | TakeBack | Consent | Resign | HandOver | Umpire | Say | Rename


class Fault(Struct):
    """Why something was refused; `kind` is for programs, `message` for people."""

    kind: Literal[
        "not-allowed", "not-yours", "stale", "over", "unknown", "malformed", "too-much", "failed"
    ]
    message: str


class Done(Struct, tag="done"):
    """A deed was carried out (or had been, if repeated)."""

    key: str
    revision: int
    asked: bool = False  # it waits for the other side's consent


class Refused(Struct, tag="refused"):
    """A deed was refused; a stale one comes with the present state."""

    key: str
    fault: Fault


class Now(Struct, tag="state"):
    """The state after a change."""

    state: State


class Presence(Struct, tag="presence"):
    """Who is there."""

    seats: list[SeatInfo]


class Pong(Struct, tag="pong"):
    """The server is there."""


Told = Done | Refused | Now | Presence | Pong
