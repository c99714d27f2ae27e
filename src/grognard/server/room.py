"""The commands of the players of one game: checked, stored, and only then valid."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from grognard.bots import NAMES as BOTS
from grognard.engine.dicebox import OWN
from grognard.engine.errors import GrognardError, UndoRefused, did_you_mean
from grognard.engine.game import Laid
from grognard.engine.record import one_line
from grognard.server import game_state, requests
from grognard.server.game_details import Message, Request
from grognard.server.loaded_game import LoadedGame
from grognard.server.new_game import clean_name
from grognard.server.seats import Refusal, Viewer
from grognard.server.store import StaleRevision, StoreError

LONGEST_ANSWER: Final = 400
LONGEST_KEY: Final = 80
MOST_FACES: Final = 40
MOST_LAID: Final = 200  # pieces put by hand at once

_reply = msgspec.json.Decoder(game_state.Done)


class Room(LoadedGame):
    """A game and its players. Not thread-safe: `Games` uses it from one thread at a time."""

    def do(
        self, viewer: Viewer, command: requests.Command, absent: Callable[[str], bool]
    ) -> game_state.Done:
        """Carry out a command once, however often it is sent; `absent` tells who is away."""
        if not 1 <= len(command.key) <= LONGEST_KEY or not command.key.isprintable():
            raise Refusal("malformed", f"a key has 1 to {LONGEST_KEY} printable characters")
        if not viewer.sides:
            raise Refusal("not-yours", "spectators cannot play: open the link of a seat")
        key = f"{'+'.join(viewer.sides)} {command.key}"
        # Only another process that shares the store may know of one that is not remembered here.
        told = self.replies.get(key)
        if told is None and self.store.shared:
            told = self.store.replied(self.id, key)
        if told is not None:
            return _reply.decode(told)
        before = self.revision
        try:
            with self._change(key, command.key):
                asked = self._carry_out(viewer, command, absent)
                if self.revision == before:
                    self._commit((), asked)
        except Refusal as refusal:
            # Another process may have carried out the same command a moment ago.
            told = self.store.replied(self.id, key) if refusal.kind == "stale" else None
            if told is None:
                raise
            return _reply.decode(told)
        return game_state.Done(command.key, self.revision, asked)

    def refuse_stale(self, revision: int | None) -> None:
        """Refuse what was meant for an earlier battle; None is meant for the present one."""
        if revision is not None and not self.moved <= revision <= self.revision:
            raise Refusal("stale", "the game has moved on")

    def _carry_out(
        self, viewer: Viewer, command: requests.Command, absent: Callable[[str], bool]
    ) -> bool:
        """Carry it out; whether it waits for consent."""
        if isinstance(command, (requests.GiveAnswer, requests.RollDice, requests.Undo)):
            self.refuse_stale(command.revision)
        match command:
            case requests.GiveAnswer():
                self._give(viewer, command)
            case requests.RollDice():
                self._throw(viewer, command)
            case requests.Undo():
                return self._take_back(viewer, command.to)
            case requests.Umpire():
                return self._propose(viewer, command)
            case requests.Consent():
                self._consent(viewer, command)
            case requests.Resign():
                self._own(viewer, command.side)
                self._alive()
                self.game.resign(command.side)
            case requests.HandOver():
                self._hand_over(viewer, command, absent)
            case requests.Say():
                self._say(viewer, command.text)
            case requests.Rename():
                name = clean_name(command.name)
                for side in viewer.sides:
                    self.details.seats[side].name = name
            case requests.LayOut():
                self._lay_out(viewer, command)
            case requests.Salt():
                self._own(viewer, command.side)
                self._alive()
                with judged():
                    self.game.salt(command.side, one_line(command.text.strip()))
        return False

    def plays_people(self, viewer: Viewer) -> bool:
        """Whether another person plays one of the other sides."""
        seats = self.details.seats.items()
        return any(seat.kind != "bot" for side, seat in seats if side not in viewer.sides)

    def _alive(self) -> None:
        if self.game.over:
            raise Refusal("over", "the battle is over")

    def _own(self, viewer: Viewer, side: str) -> None:
        if side not in viewer.sides:
            raise Refusal("not-yours", "this side is not yours")

    def _turn_of(self, viewer: Viewer) -> None:
        """Refuse unless it is the viewer's turn and no bot plays for him."""
        self._alive()
        due = self.due
        assert due is not None  # the battle goes on
        if due not in viewer.sides:
            raise Refusal("not-yours", f"it is the turn of {self.title(due)}")
        if self.details.seats[due].player:
            raise Refusal("not-yours", "a bot plays for you: take your seat back first")

    def _give(self, viewer: Viewer, command: requests.GiveAnswer) -> None:
        self._turn_of(viewer)
        if self.rolling:
            raise Refusal("not-allowed", "a roll is due: roll first")
        refuse_long(command.answer)
        with judged():
            self.game.play(command.answer)

    def _throw(self, viewer: Viewer, command: requests.RollDice) -> None:
        self._turn_of(viewer)
        if not self.rolling:
            raise Refusal("not-allowed", "no roll is due")
        own = self.game.box.kind == OWN
        if own and command.faces is None:
            raise Refusal("not-allowed", "this game uses your own dice: enter the faces")
        if not own and command.faces is not None:
            raise Refusal("not-allowed", "you cannot choose the dice of this game")
        _refuse_faces(command.faces)
        with judged():
            self.game.roll(command.faces)

    def _lay_out(self, viewer: Viewer, command: requests.LayOut) -> None:
        self._alive()
        if self.plays_people(viewer):
            raise Refusal("not-allowed", "pieces are put by hand only against the computer")
        if len(command.pieces) > MOST_LAID:
            raise Refusal("too-much", f"at most {MOST_LAID} pieces are put at once")
        with judged():
            self.game.lay_out([Laid(each.id, each.place, each.lost) for each in command.pieces])

    def _take_back(self, viewer: Viewer, to: int | None) -> bool:
        last = self.game.last_answer(*viewer.sides)
        if last is None:
            raise Refusal("not-allowed", "you have no answer to take back")
        by = self.game.record.lines[last - 1].word
        by = by if by in viewer.sides else viewer.sides[0]
        to = last - 1 if to is None else min(to, last - 1)
        with judged():
            why = self.game.undo_needs(by, to)
        others = self.others(viewer) if why else []
        if others:
            text = "take back the last answer, and all that followed it"
            self._ask(Request(0, "undo", by, text, others, to=to))
            return True
        with judged():
            self.game.undo(bool(why), by, to)
        return False

    def _propose(self, viewer: Viewer, command: requests.Umpire) -> bool:
        self._alive()
        reason = one_line(command.reason.strip())
        if not reason:
            raise Refusal("malformed", "say why the umpire is called")
        if (command.answer is None) == (command.faces is None):
            raise Refusal("malformed", "an umpire gives either an answer or faces")
        if isinstance(command.answer, str) and len(command.answer) > LONGEST_ANSWER:
            raise Refusal("malformed", f"an order has at most {LONGEST_ANSWER} characters")
        _refuse_faces(command.faces)
        request = Request(
            *(0, "umpire", viewer.sides[0], self._ruling(command)),
            waiting=self.others(viewer),
            reason=reason,
            answer=command.answer,
            faces=command.faces,
        )
        if request.waiting:
            self._ask(request)
            return True
        self._rule(request)
        return False

    def _ruling(self, command: requests.Umpire) -> str:
        """What the umpire's answer says, in words."""
        if command.faces is not None:
            what = f"the dice show {' '.join(map(str, command.faces))}"
        elif isinstance(command.answer, int):
            nouns = self.game.battle.nouns
            known = 0 <= command.answer < nouns.size
            named = f"{nouns.kind(command.answer)} {nouns.name(command.answer)}" if known else "?"
            what = f"the answer is {named}"
        else:
            what = f'the answer is "{command.answer}"'
        return one_line(what)

    def _rule(self, request: Request) -> None:
        try:
            self.game.umpire(request.reason, request.answer, request.faces)
        except (StaleRevision, StoreError):
            raise
        except GrognardError:
            # The reason given by the rules might reveal a secret of the other side.
            raise Refusal("not-allowed", "the umpire's answer is not allowed here") from None

    def _ask(self, request: Request) -> None:
        self.details.requests += 1
        request.id = self.details.requests
        self.details.request = request

    def _consent(self, viewer: Viewer, command: requests.Consent) -> None:
        request = self.details.request
        if request is None or request.id != command.id:
            raise Refusal("stale", "this request has lapsed")
        mine = [side for side in request.waiting if side in viewer.sides]
        if not mine:
            raise Refusal("not-yours", "this request is not addressed to you")
        if not command.yes:
            self.details.request = None
            said = f"{self.title(mine[0])} did not agree to this: {request.text}."
            self.details.messages.append(Message(time.time(), "", said))
            del self.details.messages[: -self.messages]
            return
        request.waiting = [side for side in request.waiting if side not in viewer.sides]
        if request.waiting:
            return
        if request.kind == "undo":
            self.details.forget_time()
            with judged():
                self.game.undo(True, request.by, request.to)
        else:
            self._rule(request)

    def _hand_over(
        self, viewer: Viewer, command: requests.HandOver, absent: Callable[[str], bool]
    ) -> None:
        seat = self.details.seats.get(command.side)
        if seat is None:
            raise Refusal("malformed", f'no side "{command.side:.40}"')
        if command.bot and command.bot not in BOTS:
            raise Refusal(
                "malformed", f'no bot "{command.bot:.40}": {did_you_mean(command.bot, BOTS)}'
            )
        if seat.kind == "bot":
            raise Refusal("not-yours", "this side belongs to a bot")
        if command.side not in viewer.sides:
            self._seat_bot(viewer, command, absent)
        elif not command.bot and seat.stand_in and self._time_is_up(command.side):
            raise Refusal("not-yours", "your time is up: the computer answers this question first")
        seat.stand_in = command.bot

    def _time_is_up(self, side: str) -> bool:
        clock = self.details.clock
        return (
            clock is not None
            and self.due == side
            and self.details.used.get(side, 0.0) >= clock.seconds
        )

    def _seat_bot(
        self, viewer: Viewer, command: requests.HandOver, absent: Callable[[str], bool]
    ) -> None:
        """Check whether a bot may take the seat of another person, and notify everybody."""
        if not command.bot:
            raise Refusal("not-yours", "this side is not yours")
        if self.details.bot_after is None:
            raise Refusal("not-yours", "in this game nobody may give another's seat to a bot")
        if self.details.seats[command.side].stand_in or not absent(command.side):
            raise Refusal("not-yours", "this side's player is present, or left not long ago")
        by, side = self.title(viewer.sides[0]), self.title(command.side)
        self.details.notify(
            f"{side}: the player was away, and {by} gave the seat to the computer "
            f"({command.bot}) until the player takes it back."
        )

    def _say(self, viewer: Viewer, text: str) -> None:
        text = one_line(text.strip())
        if not text:
            raise Refusal("malformed", "a message needs text")
        self.details.messages.append(Message(time.time(), viewer.sides[0], text))
        del self.details.messages[: -self.messages]


@contextmanager
def judged() -> Iterator[None]:
    """Turn errors of the engine into refusals."""
    try:
        yield
    except (Refusal, StaleRevision, StoreError):
        raise
    except UndoRefused as error:
        raise Refusal("not-allowed", str(error).partition(": going back needs")[0]) from None
    except GrognardError as error:
        raise Refusal("not-allowed", str(error)) from None


def refuse_long(answer: requests.Row) -> None:
    """Refuse an order with too many characters; a row with too many answers the game refuses."""
    for each in answer if isinstance(answer, list) else [answer]:
        if isinstance(each, str) and len(each) > LONGEST_ANSWER:
            raise Refusal("malformed", f"an order has at most {LONGEST_ANSWER} characters")


def _refuse_faces(faces: list[int] | None) -> None:
    if faces is not None and len(faces) > MOST_FACES:
        raise Refusal("malformed", f"at most {MOST_FACES} dice can be rolled at once")
