"""The state of a game as the server sends it, what changes in it, and all messages of a socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_type_hints

from msgspec import UNSET, Struct, UnsetType, defstruct

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
    scored: str  # what a side's score counts
    variants: list[str]
    tutorial: bool
    secrets: bool  # whether sides hide things from each other
    picture: str  # the address of its small map


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
    says: str = ""  # in the words of a button, with the names of the map; empty: in its own words
    met: str = ""  # the piece its doer goes to: the enemy he attacks, the friend he joins
    key: int = 0  # the number it always has at this kind of question; 0: the next that is free
    pieces: tuple[str, ...] = ()  # that stand for it on the board beside its target


class ModifierInfo(Struct):
    """One thing that changes a roll: its rule, the reason, by how much, and of what."""

    id: str
    reason: str
    value: int
    of: str
    says: str  # the rule, and where the sheet says so


class CheckInfo(Struct):
    """A roll explained: everything a player sees before he rolls."""

    check: str
    title: str
    verb: str  # what the player does, such as "Roll"
    dice: list[Annotated[list[int], TWO]]  # for each: number of faces, lowest face
    target: str
    modifiers: list[ModifierInfo]
    odds: dict[str, str]  # each result with its exact chance as a fraction
    shares: dict[str, dict[str, str]]  # of results of two, the chance of each part by whose it is
    means: dict[str, str]  # what results in short words mean
    weighed: bool  # whether anybody wants its odds before it is thrown
    mixes: bool  # whether its dice by themselves say nothing
    promise: str  # the chance that it does what its thrower hopes for; empty: it does not say


class QuestionInfo(Struct):
    """The open question, as far as the viewer may see it."""

    kind: Literal["choose", "roll", "over"]
    sort: str  # which question of the rules it is; empty if the viewer is not asked
    keys: int  # how many numbers belong to answers of this sort, on offer or not
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
    means: dict[str, str]  # what words of options mean, where they need saying
    idle: bool  # a roll that nobody need press a button for
    pose: PoseInfo | None = None


class LogInfo(Struct):
    """One entry of the log."""

    line: int
    text: str
    subjects: tuple[str, ...]
    roll: bool
    dice: list[Annotated[list[int], TWO]]  # for each: number of sides, face
    heading: bool  # it begins a turn
    kind: str  # how it is shown on the map: fire, melee, rout, rally; empty: not at all


class LogPart(Struct):
    """The log from entry `start` on; it replaces what the page has from there."""

    start: int
    entries: list[LogInfo]


class UndoInfo(Struct):
    """Whether the viewer can undo something, and whether the other side must agree."""

    may: bool
    asks: bool
    why: str
    what: str = ""  # the answer that is taken back, as it was given


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


class UnitInfo(Struct):
    """What a unit of the battle is called, and whose it is; it may have left the board."""

    id: str
    name: str
    side: int


class State(Struct):
    """A game as one viewer may see it now."""

    game: str
    revision: int
    line: int
    battle: BattleInfo
    units: list[UnitInfo]  # none where the rules hide which unit is which
    variant: str
    house: HouseInfo | None  # rules of one's own; None if the rules are shipped ones
    you: str | None
    sides: list[str]  # the sides the viewer plays: several on a shared screen, none for spectators
    curtain: bool  # whether a shared screen must be covered between turns
    bot_after: int | None  # seconds of absence until others may seat a bot; None: never
    seats: list[SeatInfo]
    clock: str
    score: list[float]
    purse: list[str]  # what each side has left to spend; empty: nothing is counted
    hand: list[list[str]]  # the viewer's cards, each in short lines
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
