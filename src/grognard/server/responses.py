"""What the server replies besides the state of a game.

The OpenAPI description is made from these types, `game_state` and `requests`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from grognard.draw.scene_info import TWO, PoseInfo, SceneInfo
from grognard.server.game_state import CheckInfo, DiceInfo, LogPart


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


class Moment(Struct):
    """A game as it was after a line of its record, as the viewer may see it."""

    game: str
    line: int
    last: int
    you: str | None
    clock: str
    score: list[float]
    purse: list[str]
    hand: list[list[str]]
    actor: str | None  # the side that answers or rolls
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
    met: str  # the piece it goes to: the enemy it attacks, the friend it joins; else empty


class DeedInfo(Struct):
    """What a piece can do: its verb and its goals; without goals, all there is to it."""

    verb: str
    means: str  # what the verb means, where it needs saying
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
    narrowed: bool  # somebody had more than three answers, of which at most two were followed
    rows: list[ChainRow]


class AttackInfo(Struct):
    """An attack that is declared and not yet fought: who, whom, and how it may end."""

    id: str
    target: str
    chain: ChainInfo | None  # None where hidden pieces decide
    outlook: list[OutlookInfo]  # the odds over what those may be


class CommandInfo(Struct):
    """Whom one who leads would have in command: ids of pieces, and the ground he reaches."""

    within: list[str]
    beyond: list[str]
    places: list[str]
    x: float
    y: float
    radius: float  # in the picture's units; 0: the places tell


class Preview(Struct):
    """What an answer would lead to, as far as the viewer can know."""

    allowed: bool
    reason: str
    text: str
    checks: list[CheckInfo]  # one without a verb is rolled later, after other answers
    outlook: list[OutlookInfo]
    trail: list[str]  # the way on the board, from id to id
    about: list[str]  # the pieces and places the checks are about
    cost: str  # what it uses up
    price: str  # what it gives up for good: said before, and confirmed
    attack: list[str]  # who attacks whom by it; empty if nobody does
    chain: ChainInfo | None = None  # if it was asked for
    command: CommandInfo | None = None  # if one who leads moves


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
    """A unit or officer of an order of battle, and the turn it arrives on: 0 if it is there."""

    name: str
    kind: str
    strength: int
    rating: str
    turn: int


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


class CauseInfo(Struct):
    """What losses come from, and what each side has lost by it."""

    cause: str
    lost: list[int]


class TurningPointInfo(Struct):
    """A roll that changed much: its line, its words, who gained by it, how likely it was."""

    line: int
    text: str
    side: str
    chance: float


class EarnedInfo(Struct):
    """Points by one cause, of each side."""

    cause: str
    points: list[float]


class Review(Struct):
    """A battle looked back on."""

    losses: list[LossInfo]
    causes: list[CauseInfo]
    turns: list[int]
    strengths: list[list[int]]  # for each turn, the strength left to each side
    points: list[TurningPointInfo]
    luck: str
    earned: list[EarnedInfo]  # where the points of the result come from
