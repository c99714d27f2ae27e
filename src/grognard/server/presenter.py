"""Builds responses for one viewer of a game, from what his view contains and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from grognard.draw import Scene, SceneMemory, scene
from grognard.draw.posing import posing
from grognard.draw.scene_info import SceneInfo
from grognard.engine.battle import Battle
from grognard.engine.chain import Chain
from grognard.engine.check import Check
from grognard.engine.deeds import (
    Deed,
    able,
    deeds,
    meetings,
    numbered,
    resting,
    standing_for,
    usual_first,
)
from grognard.engine.dicebox import OWN
from grognard.engine.dist import Dist
from grognard.engine.errors import GrognardError, UndoRefused
from grognard.engine.game import CHANCE, Game
from grognard.engine.shares import shares
from grognard.engine.step import EVERYBODY
from grognard.engine.system import System
from grognard.engine.tool import Command, Finding
from grognard.engine.view import Option, View
from grognard.server import game_state, requests, responses
from grognard.server.catalogue import Grounds, battle_info, house_info, unit_names
from grognard.server.log_memory import log_info
from grognard.server.room import Room, judged, refuse_long
from grognard.server.seats import Refusal, Viewer

LONGEST_ID: Final = 80
NO_LOG: Final = game_state.LogPart(0, [])

Present = Callable[[str], bool]


class Board(NamedTuple):
    """What is seen of the board, from one side or by everybody."""

    scene: Scene
    info: SceneInfo
    clock: str
    score: list[float]
    purse: list[str]
    hand: list[list[str]]


class Common(NamedTuple):
    """The parts of a state that are the same for all viewers."""

    battle: game_state.BattleInfo
    units: list[game_state.UnitInfo]
    house: game_state.HouseInfo | None
    seats: list[game_state.SeatInfo]
    result: game_state.ResultInfo | None
    dice: game_state.DiceInfo
    messages: list[game_state.MessageInfo]
    notes: list[str]


class Shared:
    """What the states of one revision share, worked out for the first of them."""

    def __init__(self) -> None:
        self.boards: dict[str | None, Board] = {}
        self.common: Common | None = None


class Presenter:
    """Builds states, moments, previews and cards for viewers."""

    def __init__(self) -> None:
        self.grounds = Grounds()

    # -- the present -----------------------------------------------------------------------------

    def you(self, room: Room, viewer: Viewer) -> str | None:
        """The viewer's side that is to act, or that acted last; None for spectators.

        A roll that everybody sees, or that nobody need look at, does not change who looks.
        """
        if not viewer.sides:
            return None
        due = room.due
        if due in viewer.sides and not (len(viewer.sides) > 1 and _needs_no_eyes(room)):
            return due
        if viewer.view_as in viewer.sides:
            return viewer.view_as
        last = room.game.last_answer(*viewer.sides)
        word = room.game.record.lines[last - 1].word if last else ""
        return word if word in viewer.sides else viewer.sides[0]

    def state(
        self,
        room: Room,
        viewer: Viewer,
        present: Present,
        shared: Shared | None = None,
        since: int | None = 0,
    ) -> game_state.State:
        """The state for a viewer, with the log from an entry on; None: without."""
        game, you = room.game, self.you(room, viewer)
        if you is not None and game.actor == you:
            game.options()  # listed once, on the position itself: views of it know them from there
        view = game.view(you)
        shared = shared or Shared()
        common = shared.common = shared.common or self._common(room, present)
        # Without secrets everybody sees the same board.
        view_as = you if game.secrets else None
        board = shared.boards.get(view_as)
        if board is None:
            board = shared.boards[view_as] = self._board(room, view, view_as)
        return game_state.State(
            game=room.id,
            revision=room.revision,
            line=len(game.record.lines),
            battle=common.battle,
            units=common.units,
            variant=game.battle.variant,
            house=common.house,
            you=you,
            sides=list(viewer.sides),
            curtain=game.secrets and len(viewer.sides) > 1 and not game.over,
            bot_after=room.details.bot_after,
            seats=common.seats,
            clock=board.clock,
            score=board.score,
            purse=board.purse,
            hand=board.hand,
            result=common.result,
            question=self.question(room, view, viewer, board.scene),
            undo=_undo(room, viewer),
            request=_request(room, viewer),
            dice=common.dice,
            lesson=game.system.lesson(view) if room.due in viewer.sides else "",
            scene=board.info,
            log=NO_LOG if since is None else room.log_of(you, since),
            messages=common.messages,
            notes=common.notes,
            rematch=room.details.rematch,
        )

    def _board(self, room: Room, view: View, view_as: str | None) -> Board:
        system = room.game.system
        drawn = scene(view, system, room.scenes.setdefault(view_as, SceneMemory()))
        score = [float(points) for points in system.score(view)]
        purse = list(system.purse(view))
        placed, clock = self.grounds.place(drawn), system.clock(view)
        return Board(drawn, placed, clock, score, purse, _hand(system, view))

    def _common(self, room: Room, present: Present) -> Common:
        game, details = room.game, room.details
        return Common(
            battle_info(game.battle),
            [] if game.secrets else unit_names(game.battle),  # hidden units go by their blocks
            house_info(game.battle),
            self.seats(room, present),
            _result(game),
            room.dice.info(game),
            [game_state.MessageInfo(m.at, m.by, m.text) for m in details.messages],
            list(details.notes),
        )

    def seats(self, room: Room, present: Present) -> list[game_state.SeatInfo]:
        """The seats; the same for all viewers."""
        due = room.due
        left = None if due is None else room.details.time_left(due)
        return [
            game_state.SeatInfo(
                side=side,
                title=room.title(side),
                kind=seat.kind,
                name=seat.name,
                bot=seat.player,
                present=bool(seat.kind == "bot" or present(side)),
                resigned=room.game.resigned == side,
                open=seat.open,
                seconds_left=left if side == due and not seat.player else None,
            )
            for side, seat in room.details.seats.items()
        ]

    def question(
        self, room: Room, view: View, viewer: Viewer, drawn: Scene
    ) -> game_state.QuestionInfo:
        """The open question as a viewer sees it."""
        asked, due = view.question, room.due
        pose = posing(view, drawn, room.game.system) if asked.options else None
        mine = due in viewer.sides and not room.bot_due
        kind: Any = "roll" if room.rolling else "choose"
        met = meetings(view) if pose and mine else {}
        keys = numbered(view) if asked.options else {}
        pieces = standing_for(view, asked.picked) if asked.options else {}

        def info(option: Option) -> game_state.OptionInfo:
            action = option.action
            return game_state.OptionInfo(
                *option,
                met=met.get(action, ""),
                key=keys.get(action, 0),
                pieces=pieces.get(action, ()),
            )

        return game_state.QuestionInfo(
            kind=kind if due is not None else "over",
            sort=type(view.position.decision).__name__ if asked.options else "",
            keys=max(keys.values(), default=0),
            actor=due,
            mine=mine,
            prompt=asked.prompt,
            options=[info(each) for each in usual_first(view)],
            picked=[info(each) for each in asked.picked],
            default=room.game.default if asked.options else None,
            about=list(asked.about),
            able=list(able(view)) if asked.options else [],
            rest=resting(view) if asked.options else None,
            check=None
            if asked.check is None
            else check_info(asked.check, room.game, asked.meanings),
            means=_means(asked.options, room.game.system),
            idle=_throws_itself(room),
            pose=pose,
        )

    # -- the past --------------------------------------------------------------------------------

    def moment(self, room: Room, viewer: Viewer, line: int, side: str | None) -> responses.Moment:
        """A game as it was after a line; another side's view only after the end."""
        game = room.game
        view_as = self.you(room, viewer) if side is None else side
        if side is not None:
            with judged():
                game.battle.side_index(side)
            if side not in viewer.sides and not game.over:
                raise Refusal("not-yours", "the other side's view opens when the battle is over")
        if not 0 <= line <= len(game.record.lines):
            raise Refusal("unknown", f"the record has lines 1 to {len(game.record.lines)}")
        with judged():
            then = game.at(line)
        view = then.view(view_as)
        return responses.Moment(
            game=room.id,
            line=line,
            last=len(game.record.lines),
            you=view_as,
            clock=game.system.clock(view),
            score=[float(points) for points in game.system.score(view)],
            purse=list(game.system.purse(view)),
            hand=_hand(game.system, view),
            actor=then.roller if then.actor == CHANCE else then.actor,
            prompt=view.question.prompt,
            about=list(view.question.about),
            scene=self.grounds.place(scene(view, game.system)),
            log=game_state.LogPart(0, log(then, view_as)),
        )

    def record(self, room: Room, viewer: Viewer) -> str:
        """The record without what the viewer may not see."""
        game = room.game
        if viewer.sides and not game.secrets and not room.others(viewer):
            return game.record.text()
        return game.text_for(self.you(room, viewer))

    def log(self, room: Room, viewer: Viewer, since: int = 0) -> game_state.LogPart:
        """The log from an entry on, as the viewer may read it."""
        return room.log_of(self.you(room, viewer), since)

    def fairness(self, room: Room, viewer: Viewer) -> responses.Fairness:
        """The commitment to the dice, and each side's luck in the rolls the viewer may see."""
        game = room.game
        throws = game.throws(self.you(room, viewer))
        luck = []
        for side in game.battle.sides:
            mine = [throw for throw in throws if throw.side == side]
            dice = [die for throw in mine for die in throw.dice]
            faces = [face for throw in mine for face in throw.faces]
            count = len(dice)
            mean = sum(faces) / count if count else 0.0
            expected = sum(d.first + (d.sides - 1) / 2 for d in dice) / count if count else 0.0
            error = sum((d.sides**2 - 1) / 12 for d in dice) ** 0.5 / count if count else 0.0
            luck.append(responses.Luck(side, len(mine), count, mean, expected, error))
        return responses.Fairness(room.dice.info(game), luck)

    # -- asking without answering ----------------------------------------------------------------

    def preview(
        self, room: Room, viewer: Viewer, answer: requests.Row, chain: bool = False
    ) -> responses.Preview:
        """What an answer would lead to, as far as the viewer can know."""
        due, game = room.due, room.game
        if due not in viewer.sides or room.rolling or room.bot_due:
            raise Refusal("not-yours", "it is not your turn to choose")
        refuse_long(answer)
        last = answer[-1] if isinstance(answer, list) and answer else answer
        try:
            found = game.foresee(answer)
        except GrognardError as error:
            return responses.Preview(False, str(error), str(last), [], [], [], [], "", "", [])
        named = isinstance(last, int)
        return responses.Preview(
            True,
            "",
            found.text if named else str(last),
            [
                *(check_info(check, game, found.meanings) for check in found.checks),
                *(replace(check_info(check, game, {}), verb="") for check in found.later),
            ],
            outlook_info(found.outlook),
            list(found.trail) if named else [],
            list(found.about),
            found.cost,
            found.price.strip(),
            list(found.attack or ()),
            chain_info(found.chain, game.battle) if chain and found.chain else None,
            found.command and self._command(room, found.command),
        )

    def _command(self, room: Room, found: Command) -> responses.CommandInfo:
        """Whom one who leads commands, and the ring about him in the picture of the side due."""
        view = room.game.view(room.due)
        measure = self._drawn(room, view).board.inches()
        within, beyond, places = list(found.within), list(found.beyond), list(found.places)
        if measure is None:
            return responses.CommandInfo(within, beyond, places, 0, 0, 0)
        left, top = measure.origin
        x, y = (tenths * measure.inch / 10 for tenths in found.at)
        radius = found.reach * measure.inch / 1000
        return responses.CommandInfo(within, beyond, places, left + x, top + y, radius)

    def _drawn(self, room: Room, view: View) -> Scene:
        """The picture of the side that must choose."""
        memory = room.scenes.setdefault(room.due if room.game.secrets else None, SceneMemory())
        return scene(view, room.game.system, memory)

    def look(self, room: Room, viewer: Viewer, id: str) -> responses.Look:
        """What a piece, or the orders given at a place, can do now."""
        _refuse_ids([id])
        due, game = room.due, room.game
        if due not in viewer.sides or room.rolling or room.bot_due:
            raise Refusal("not-yours", "it is not your turn to choose")
        view = game.view(due)
        found = deeds(view, id)
        drawn = self._drawn(room, view) if found else None
        return responses.Look(id, [_deed_info(deed, drawn, game.system) for deed in found])

    def tool(self, room: Room, viewer: Viewer, use: requests.ToolUse) -> responses.ToolAnswer:
        """What a tool of the system finds at things on the board."""
        _refuse_ids(use.ids)
        system, view = room.game.system, room.game.view(self.you(room, viewer))
        with judged():
            found = system.use(view, use.tool[:LONGEST_ID], use.ids)
        return responses.ToolAnswer(
            list(found.says),
            list(found.lit),
            [list(way) for way in found.ways],
            [responses.ToolMark(mark.at, mark.text) for mark in found.marks],
            _shapes(view, system, found),
        )

    def card(self, room: Room, viewer: Viewer, id: str) -> responses.CardInfo:
        """What is known of a piece or place."""
        _refuse_ids([id])
        with judged():
            facts = room.game.system.card(room.game.view(self.you(room, viewer)), id)
        return responses.CardInfo(id, [[label, text] for label, text in facts])

    def attack(self, room: Room, viewer: Viewer, id: str) -> responses.AttackInfo:
        """How the attack may end that a piece has been ordered to make, as the viewer knows it."""
        _refuse_ids([id])
        game = room.game
        found = game.declared(self.you(room, viewer), id)
        if found is None:
            raise Refusal("unknown", "this piece has not been ordered to attack")
        chain = found.chain and chain_info(found.chain, game.battle)
        return responses.AttackInfo(id, found.target, chain, outlook_info(found.outlook))


def _hand(system: System, view: View) -> list[list[str]]:
    """The viewer's cards."""
    return [list(card) for card in system.hand(view)]


def _throws_itself(room: Room) -> bool:
    """Whether a roll is due that nobody weighs or that cannot fail; own dice never do."""
    p = room.game.position
    roll = p.roll
    if roll is None or not room.rolling or room.game.box.kind == OWN:
        return False
    check = p.check()
    public = roll.seen_by(p) == EVERYBODY
    return not check.kind.weighed or (public and len(check.odds().fractions()) == 1)


def _needs_no_eyes(room: Room) -> bool:
    """Whether a roll is due for which the screen need not change hands."""
    p = room.game.position
    roll = p.roll
    return roll is not None and (roll.seen_by(p) == EVERYBODY or _throws_itself(room))


def check_info(check: Check, game: Game, meanings: Mapping[str, str]) -> game_state.CheckInfo:
    """A roll as it is explained to a viewer; `meanings` are of this very roll."""
    promise = check.kind.promise(check.situation)
    rules = _rule_texts(game.system)
    found = check.odds()
    odds = found.fractions()
    parts = {who: {part: str(p) for part, p in each.items()} for who, each in shares(found).items()}
    labels = [*odds, *(part for each in parts.values() for part in each)]
    return game_state.CheckInfo(
        check=check.name,
        title=check.title,
        verb=check.kind.verb,
        dice=[[die.sides, die.first] for die in check.dice],
        target=check.target,
        modifiers=[
            game_state.ModifierInfo(m.id, m.reason, m.value, m.of, rules.get(m.id, ""))
            for m in check.modifiers
        ],
        odds=odds,
        shares=parts,
        means={
            label: says
            for label in labels
            if (says := meanings.get(label) or _meaning(label, check, game.system))
        },
        weighed=check.kind.weighed,
        mixes=check.kind.mixes,
        promise="" if promise is None else str(promise),
    )


def _meaning(label: str, check: Check, system: System) -> str:
    """What a result means: a number with what it counts, or a short word explained."""
    one, several = check.kind.counted_at_end(check.situation)
    if one and label.isdigit():
        return one if label == "1" else several
    return system.meaning(label)


def _means(options: Sequence[Option], system: System) -> dict[str, str]:
    """What those options mean that name nothing on the board; a price in brackets is left out."""
    verbs = (each.text for each in options if each.target.startswith("verb:"))
    found = {text: system.meaning(text.partition(" (")[0]) for text in verbs}
    return {text: says for text, says in found.items() if says}


@lru_cache(maxsize=32)
def _rule_texts(system: System) -> dict[str, str]:
    """What each rule says under any variant, with the line of the sheet, by id."""
    return {
        id_: f"{rule.says} (sheet, line {rule.line})" if rule.line else rule.says
        for id_, rule in system.rulebook().rules.items()
    }


def outlook_info(outlook: list[tuple[str, Dist[str]]]) -> list[responses.OutlookInfo]:
    """Odds over what is hidden as they are told to a viewer."""
    return [responses.OutlookInfo(title, dist.fractions()) for title, dist in outlook]


def chain_info(chain: Chain, battle: Battle) -> responses.ChainInfo:
    """The chain of an attack as it is told to a viewer."""

    def told(fates: dict[str, Fraction]) -> dict[str, str]:
        return {fate: str(chance) for fate, chance in fates.items()}

    rows = [
        responses.ChainRow(
            depth=row.depth,
            title=row.title,
            side="" if row.side < 0 else battle.sides[row.side],
            about=list(row.about),
            label=row.label,
            chance=str(row.chance),
            total=str(row.total),
            fates=told(row.fates),
        )
        for row in chain.rows()
    ]
    losses = {side: float(lost) for side, lost in zip(battle.sides, chain.losses, strict=True)}
    followed = str(chain.followed)
    return responses.ChainInfo(
        chain.target, told(chain.fates), losses, followed, chain.narrowed, rows
    )


def _deed_info(deed: Deed, drawn: Scene | None, system: System) -> responses.DeedInfo:
    asked = deed.asked
    return responses.DeedInfo(
        verb=deed.verb,
        means=system.meaning(deed.verb),
        answer=list(deed.answers),
        text=deed.text,
        target=deed.goal,
        prompt="" if asked is None else asked.question.prompt,
        aims=[
            responses.AimInfo(list(aim.answers), aim.text, aim.goal, aim.met) for aim in deed.aims
        ],
        pose=None if asked is None or drawn is None else posing(asked, drawn, system),
        plain=deed.plain,
    )


def log(game: Game, side: str | None) -> list[game_state.LogInfo]:
    """The log as a side may read it."""
    return [log_info(entry) for entry in game.log_for(side)]


def _shapes(view: View, system: System, found: Finding) -> list[str]:
    """The shapes a tool shows, as path data of the picture."""
    if not found.shapes:
        return []
    measure = scene(view, system).board.inches()
    return [] if measure is None else [measure.path(shape) for shape in found.shapes]


def _result(game: Game) -> game_state.ResultInfo | None:
    result = game.result
    if result is None:
        return None
    winner = None if result.winner is None else game.battle.sides[result.winner]
    return game_state.ResultInfo(winner, result.why, [float(points) for points in result.points])


def _undo(room: Room, viewer: Viewer) -> game_state.UndoInfo:
    last = room.game.last_answer(*viewer.sides) if viewer.sides else None
    if last is None:
        return game_state.UndoInfo(False, False, "You have answered nothing yet.")
    answer = room.game.record.lines[last - 1]
    by = answer.word if answer.word in viewer.sides else viewer.sides[0]
    try:
        why = room.game.undo_needs(by, last - 1)
    except UndoRefused as error:
        return game_state.UndoInfo(False, False, str(error))
    words = answer.rest.partition(" | ")[2]
    return game_state.UndoInfo(True, bool(why and room.others(viewer)), why, words)


def _request(room: Room, viewer: Viewer) -> game_state.RequestInfo | None:
    request = room.details.request
    if request is None:
        return None
    mine = any(side in viewer.sides for side in request.waiting)
    text = request.text if not request.reason else f"{request.text}, because: {request.reason}"
    kind: Any = request.kind
    return game_state.RequestInfo(request.id, kind, request.by, text, mine)


def _refuse_ids(ids: list[str]) -> None:
    if len(ids) > 8 or any(len(i) > LONGEST_ID or not i.isprintable() for i in ids):
        raise Refusal("malformed", "these ids are not on the board")
