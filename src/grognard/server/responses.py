"""What the server sends. The OpenAPI description is made from these types and `requests`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_type_hints

from msgspec import UNSET, Struct, UnsetType, defstruct, field

from grognard.draw.scene_info import TWO, FlagInfo, LabelInfo, PieceInfo, PoseInfo, SceneInfo
from grognard.server.seats import Kind


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
    inks: list[str]  # the colour of each side's pieces
    variants: list[str]
    tutorial: bool
    secrets: bool  # whether sides hide things from each other
    picture: str  # the address of its small map


class ToolInfo(Struct):
    """A tool of a system, and what it must be pointed at, in order."""

    name: str
    title: str
    says: str
    picks: list[str]  # a prompt for each thing


class VariantInfo(Struct):
    """A variant of a system's rules."""

    name: str
    title: str
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
    """A bot as the page shows it; the usual one is taken if nobody asks for another."""

    name: str
    title: str
    says: str
    usual: bool = False


class ChartRowInfo(Struct):
    """A row of a chart."""

    label: str
    cells: list[str]


class ChartInfo(Struct):
    """A table of the rules."""

    name: str
    title: str
    columns: list[str]
    rows: list[ChartRowInfo]


class OpenedGame(Struct):
    """A new game: the secrets of its seats by side."""

    game: str
    seats: dict[str, str]


class ListedSeat(Struct):
    """A seat in a list of games."""

    side: str
    title: str
    name: str
    bot: str
    open: bool


class ListedGame(Struct):
    """A game in a list."""

    game: str
    battle: str
    title: str
    system_title: str
    house: list[str]  # its house rules, line by line
    seats: list[ListedSeat]
    mine: list[str]  # the viewer's own sides
    due: str  # the side to act
    turn: str
    over: bool
    told: bool  # whether the viewer is told of it while away
    clock: int  # seconds for an answer; 0: no clock
    watch: bool
    updated: float


class OpenGames(Struct):
    """The server's list of games."""

    allowed: bool  # whether the host allows a list
    join: list[ListedGame]
    watch: list[ListedGame]


class Rematch(Struct):
    """The game in which the sides are swapped; the old secrets open its seats."""

    game: str


class PlayerInfo(Struct):
    """A player's name, and how notices reach him."""

    name: str
    email: str
    unconfirmed: str  # an address to which a code was sent
    browsers: int  # that take notices
    digest: int
    remind: bool
    failures: dict[str, str]  # what went wrong last, by channel
    mail: bool  # whether this server sends e-mail
    push_key: str  # for browsers that want notices; empty: this server sends none
    games: list[ListedGame]


class SeatInfo(Struct):
    """A seat, the same for all viewers."""

    side: str
    title: str
    kind: str  # human, shared, bot
    name: str
    bot: str
    present: bool
    resigned: bool
    open: bool  # whoever comes first may take it
    seconds_left: float | None  # for the answer due from this seat, if there is a clock


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
    """A roll explained: everything a player sees before he rolls."""

    check: str
    title: str
    verb: str  # what the player does, such as "Roll"
    dice: list[Annotated[list[int], TWO]]  # for each: number of faces, lowest face
    target: str
    modifiers: list[ModifierInfo]
    odds: dict[str, str]  # each result with its exact chance as a fraction
    promise: str  # the chance that it does what its thrower hopes for; empty: it does not say


class QuestionInfo(Struct):
    """The open question, as far as the viewer may see it."""

    kind: Literal["choose", "roll", "over"]
    actor: str | None  # the side that answers or rolls
    mine: bool  # whether the viewer answers or rolls
    prompt: str
    options: list[OptionInfo]
    picked: list[OptionInfo]  # what was picked so far and may be put back
    default: int | None
    about: list[str]
    able: list[str]  # what can be given something to do
    rest: int | None  # the answer that leaves things as they stand
    check: CheckInfo | None
    pose: PoseInfo | None = None


class LogInfo(Struct):
    """One entry of the log."""

    line: int
    text: str
    subjects: tuple[str, ...]
    roll: bool
    dice: list[Annotated[list[int], TWO]]  # for each: number of sides, face
    heading: bool  # it begins a turn


class LogPart(Struct):
    """The log from entry `start` on; it replaces what the page has from there."""

    start: int
    entries: list[LogInfo]


class UndoInfo(Struct):
    """Whether the viewer can undo something, and whether the other side must agree."""

    may: bool
    asks: bool
    why: str


class RequestInfo(Struct):
    """A request to the other side: to agree to an undo or an umpire's answer."""

    id: int
    kind: Literal["undo", "umpire"]
    by: str
    text: str
    mine: bool  # whether the viewer must agree or refuse


class MessageInfo(Struct):
    """A chat message."""

    at: float
    by: str
    text: str


class ResultInfo(Struct):
    """How the battle ended."""

    winner: str | None
    why: str
    points: list[float]


class DiceInfo(Struct):
    """The kind of dice, the commitment to sealed ones, and their secret after the end."""

    kind: str
    commitment: str
    secret: str | None
    salts: dict[str, str]  # by side
    salting: bool  # whether a side may still add or change its salt
    warnings: list[str]  # whatever keeps rolls from being proved


class HouseChangeInfo(Struct):
    """A rule as the house plays it."""

    label: str
    says: str
    change: str  # "least 5 (was 6)"


class HouseInfo(Struct):
    """The house rules of a game: what they change."""

    title: str
    says: str
    changes: list[HouseChangeInfo]


class State(Struct):
    """A game as one viewer may see it now."""

    game: str
    revision: int
    line: int
    battle: BattleInfo
    variant: str
    house: HouseInfo | None  # rules of one's own; None if the rules are shipped ones
    you: str | None
    sides: list[str]  # the sides the viewer plays: several on a shared screen, none for spectators
    curtain: bool  # whether a shared screen must be covered between turns
    bot_after: int | None  # seconds of absence until others may seat a bot; None: never
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
    notes: list[str]  # such as: continued from a snapshot
    rematch: str  # the game in which the sides are swapped; empty if there is none


class Moment(Struct):
    """A game as it was after a line of its record, as the viewer may see it."""

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


class OutlookInfo(Struct):
    """Exact odds with a title: each result and its chance as a fraction."""

    title: str
    odds: dict[str, str]


class AimInfo(Struct):
    """A goal of a deed: the row of answers that leads there, and its id on the board."""

    answer: list[int]
    text: str
    target: str


class DeedInfo(Struct):
    """What a piece can do: its verb and its goals; without goals, all there is to it."""

    verb: str
    answer: list[int]
    text: str
    target: str
    prompt: str
    aims: list[AimInfo]
    pose: PoseInfo | None
    plain: bool  # meant where a goal is clicked that several deeds lead to


class Look(Struct):
    """What a piece, or the orders given at a place, can do now."""

    id: str
    deeds: list[DeedInfo]


class ChainRow(Struct):
    """A branch of an attack: how deep in the tree, what is rolled or chosen, and its chances."""

    depth: int
    title: str
    side: str  # who chooses; empty for a roll
    about: list[str]
    label: str  # empty: all that is less likely
    chance: str  # at this point
    total: str  # over all
    fates: dict[str, str]  # what becomes of the target from here on


class ChainInfo(Struct):
    """The whole chain of an attack: how it ends on average, and its branches as a short tree."""

    target: str
    fates: dict[str, str]
    losses: dict[str, float]  # strength lost on average, by side
    followed: str  # the chance of all that was followed to its end
    rows: list[ChainRow]


class Preview(Struct):
    """What an answer would lead to, as far as the viewer can know."""

    allowed: bool
    reason: str
    text: str
    checks: list[CheckInfo]
    outlook: list[OutlookInfo]
    trail: list[str]  # the way on the board, from id to id
    about: list[str]  # the pieces and places the checks are about
    cost: str  # what it uses up
    price: str  # what it gives up for good: said before, and confirmed
    attack: list[str]  # who attacks whom by it; empty if nobody does
    chain: ChainInfo | None = None  # if it was asked for


class Weighed(Struct):
    """An order a bot has weighed: in words, what it promises, and how often it was played out."""

    text: str
    value: float
    playouts: int


class Hint(Struct):
    """The answer a bot would give, None if it has none; its plan in words, and what it weighed."""

    action: int | None
    text: str
    plan: str = ""
    weighed: list[Weighed] = field(default_factory=list)


class ToolMark(Struct):
    """A short text at a place on the board."""

    at: str
    text: str


class ToolAnswer(Struct):
    """What a tool found: in words, and on the board."""

    says: list[str]
    lit: list[str] = field(default_factory=list)
    ways: list[list[str]] = field(default_factory=list)
    marks: list[ToolMark] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)  # path data of the picture


class CardInfo(Struct):
    """What is known of a piece or place."""

    id: str
    facts: list[Annotated[list[str], TWO]]  # label and text


class Luck(Struct):
    """A side's rolls so far, compared with the average to expect."""

    side: str
    rolls: int
    dice: int
    mean: float
    expected: float
    error: float  # standard error of the mean


class Fairness(Struct):
    """The dice and each side's luck."""

    dice: DiceInfo
    luck: list[Luck]


class BriefUnit(Struct):
    """A unit or officer of an order of battle."""

    name: str
    kind: str
    strength: int
    rating: str


class BriefGroup(Struct):
    """The units of a command."""

    name: str
    units: list[BriefUnit]


class BriefSide(Struct):
    """The order of battle of a side."""

    side: str
    title: str
    groups: list[BriefGroup]


class Briefing(Struct):
    """What is read before a battle: both armies, how victory is reckoned, what marks mean."""

    sides: list[BriefSide]
    victory: list[str]
    marks: list[Annotated[list[str], TWO]]  # what is written on a piece, and its meaning


class LossInfo(Struct):
    """What a unit had, and what it has left."""

    id: str
    name: str
    side: str
    was: int
    left: int


class TurningPointInfo(Struct):
    """A roll that changed much: its line, its words, who gained by it, how likely it was."""

    line: int
    text: str
    side: str
    chance: float


class Review(Struct):
    """A battle looked back on."""

    losses: list[LossInfo]
    turns: list[int]
    strengths: list[list[int]]  # for each turn, the strength left to each side
    points: list[TurningPointInfo]
    luck: str


class ErrorInfo(Struct):
    """Why something was refused; `kind` is for programs, `message` for people."""

    kind: Kind
    message: str


class Done(Struct, tag="done"):
    """A command was carried out, now or when it was first sent."""

    key: str
    revision: int
    asked: bool = False  # whether it waits for the other side to agree


class Refused(Struct, tag="refused"):
    """A command was refused. If it was stale, the current state follows."""

    key: str
    error: ErrorInfo


class StateMessage(Struct, tag="state"):
    """The current state, sent first and after every change."""

    state: State


class LineEdit(Struct):
    """Lines of the listing from `start` on: so many are gone, others are put in their place."""

    start: int
    gone: int
    put: list[str]


class PieceEdit(Struct):
    """The same of pieces."""

    start: int
    gone: int
    put: list[PieceInfo]


class LabelEdit(Struct):
    """The same of labels."""

    start: int
    gone: int
    put: list[LabelInfo]


class FlagEdit(Struct):
    """The same of flags."""

    start: int
    gone: int
    put: list[FlagInfo]


class OptionEdit(Struct):
    """The same of options."""

    start: int
    gone: int
    put: list[OptionInfo]


class MessageEdit(Struct):
    """The same of chat messages."""

    start: int
    gone: int
    put: list[MessageInfo]


class Edits(Struct):
    """Edits of lists of a state, each to be carried out from the first to the last."""

    listing: list[LineEdit] | UnsetType = UNSET
    placements: list[PieceEdit] | UnsetType = UNSET
    labels: list[LabelEdit] | UnsetType = UNSET
    flags: list[FlagEdit] | UnsetType = UNSET
    options: list[OptionEdit] | UnsetType = UNSET
    messages: list[MessageEdit] | UnsetType = UNSET


def _parts(whole: type[Struct], name: str, says: str, **other: Any) -> type[Struct]:
    """A class with the fields of another, of which only some are given."""
    types = {**get_type_hints(whole, include_extras=True), **other}
    fields = [(field, types[field] | UnsetType, UNSET) for field in whole.__struct_fields__]
    return defstruct(name, fields, module=__name__, namespace={"__doc__": says})


SceneParts = _parts(SceneInfo, "SceneParts", "The fields of a scene that have changed.")
QuestionParts = _parts(QuestionInfo, "QuestionParts", "The fields of a question that have changed.")
StateParts = _parts(
    State,
    "StateParts",
    "The fields of a state that have changed.",
    scene=SceneParts,
    question=QuestionParts,
)


class ChangeMessage(Struct, tag="change"):
    """What has changed since a revision the client has, if it asked for changes."""

    since: int
    revision: int
    put: StateParts  # type: ignore[valid-type]
    edit: Edits


class Presence(Struct, tag="presence"):
    """Who is connected."""

    seats: list[SeatInfo]


class Pong(Struct, tag="pong"):
    """The answer to a ping."""


ServerMessage = Done | Refused | StateMessage | ChangeMessage | Presence | Pong
