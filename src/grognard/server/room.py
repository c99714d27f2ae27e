"""A room: the deeds of the players of one game, judged, kept, and only then counted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from grognard.bots import NAMES as BOTS
from grognard.engine.dicebox import OWN
from grognard.engine.errors import GrognardError, UndoRefused, did_you_mean
from grognard.engine.record import one_line
from grognard.server import wire
from grognard.server.about import Message, Request
from grognard.server.opening import clean_name
from grognard.server.seats import Refusal, Viewer
from grognard.server.store import StaleRevision, StoreError
from grognard.server.warm import Warm

LONGEST_ANSWER: Final = 400
LONGEST_KEY: Final = 80
MOST_FACES: Final = 40

_reply = msgspec.json.Decoder(wire.Done)


class Room(Warm):
    """A game and its players. Not for two threads at once: the hub sees to that."""

    def do(self, viewer: Viewer, deed: wire.Deed, absent: Callable[[str], bool]) -> wire.Done:
        """Carry out a deed of a seat, once however often it comes; `absent` knows who is away."""
        if not 1 <= len(deed.key) <= LONGEST_KEY or not deed.key.isprintable():
            raise Refusal("malformed", f"a key has 1 to {LONGEST_KEY} printable characters")
        if not viewer.sides:
            raise Refusal("not-yours", "spectators look on: take a seat by its link to play")
        key = f"{'+'.join(viewer.sides)} {deed.key}"
        told = self.store.replied(self.id, key)
        if told is not None:
            return _reply.decode(told)
        before = self.revision
        try:
            with self._change(key, deed.key):
                asked = self._carry_out(viewer, deed, absent)
                if self.revision == before:
                    self._commit((), asked)
        except Refusal as refusal:
            # Another process may have carried out this very deed a moment ago.
            told = self.store.replied(self.id, key) if refusal.kind == "stale" else None
            if told is None:
                raise
            return _reply.decode(told)
        return wire.Done(deed.key, self.revision, asked)

    def _carry_out(self, viewer: Viewer, deed: wire.Deed, absent: Callable[[str], bool]) -> bool:
        """Do it; whether it waits for consent."""
        if isinstance(deed, (wire.Give, wire.Throw, wire.TakeBack)) and not (
            self.moved <= deed.revision <= self.revision
        ):
            raise Refusal("stale", "the game has gone on meanwhile")
        match deed:
            case wire.Give():
                self._give(viewer, deed)
            case wire.Throw():
                self._throw(viewer, deed)
            case wire.TakeBack():
                return self._take_back(viewer)
            case wire.Umpire():
                return self._propose(viewer, deed)
            case wire.Consent():
                self._consent(viewer, deed)
            case wire.Resign():
                self._own(viewer, deed.side)
                self._alive()
                self.game.resign(deed.side)
            case wire.HandOver():
                self._hand_over(viewer, deed, absent)
            case wire.Say():
                self._say(viewer, deed.text)
            case wire.Rename():
                name = clean_name(deed.name)
                for side in viewer.sides:
                    self.about.seats[side].name = name
        return False

    def plays_people(self, viewer: Viewer) -> bool:
        """Whether a person sits at a seat the viewer does not hold."""
        seats = self.about.seats.items()
        return any(seat.kind != "bot" for side, seat in seats if side not in viewer.sides)

    def _alive(self) -> None:
        if self.game.over:
            raise Refusal("over", "the battle is over")

    def _own(self, viewer: Viewer, side: str) -> None:
        if side not in viewer.sides:
            raise Refusal("not-yours", "this side is not yours")

    def _turn_of(self, viewer: Viewer) -> None:
        """Refuse unless the viewer is to act, and plays himself."""
        self._alive()
        due = self.due
        assert due is not None  # the battle goes on
        if due not in viewer.sides:
            raise Refusal("not-yours", f"it is not your turn: {self.title(due)} is to act")
        if self.about.seats[due].player:
            raise Refusal("not-yours", "a bot plays for you: take your seat back first")

    def _give(self, viewer: Viewer, deed: wire.Give) -> None:
        self._turn_of(viewer)
        if self.rolling:
            raise Refusal("not-allowed", "dice are due: throw them first")
        if isinstance(deed.answer, str) and len(deed.answer) > LONGEST_ANSWER:
            raise Refusal("malformed", f"an order has at most {LONGEST_ANSWER} characters")
        with judged():
            self.game.play(deed.answer)

    def _throw(self, viewer: Viewer, deed: wire.Throw) -> None:
        self._turn_of(viewer)
        if not self.rolling:
            raise Refusal("not-allowed", "no dice are due")
        own = self.game.box.kind == OWN
        if own and deed.faces is None:
            raise Refusal("not-allowed", "this game is played with your own dice: give the faces")
        if not own and deed.faces is not None:
            raise Refusal("not-allowed", "the dice of this game are not yours to choose")
        _refuse_faces(deed.faces)
        with judged():
            self.game.roll(deed.faces)

    def _take_back(self, viewer: Viewer) -> bool:
        last = self.game.last_answer(*viewer.sides)
        if last is None:
            raise Refusal("not-allowed", "you have answered nothing that could be taken back")
        by = self.game.record.lines[last - 1].word
        by = by if by in viewer.sides else viewer.sides[0]
        with judged():
            why = self.game.undo_needs(by, last - 1)
        others = self.others(viewer) if why else []
        if others:
            text = f"take back to before line {last}"
            self._ask(Request(0, "undo", by, text, others, to=last - 1))
            return True
        with judged():
            self.game.undo(bool(why), by, last - 1)
        return False

    def _propose(self, viewer: Viewer, deed: wire.Umpire) -> bool:
        self._alive()
        reason = one_line(deed.reason.strip())
        if not reason:
            raise Refusal("malformed", "say why the umpire is called")
        if (deed.answer is None) == (deed.faces is None):
            raise Refusal("malformed", "an umpire gives an answer or faces: one of the two")
        if isinstance(deed.answer, str) and len(deed.answer) > LONGEST_ANSWER:
            raise Refusal("malformed", f"an order has at most {LONGEST_ANSWER} characters")
        _refuse_faces(deed.faces)
        request = Request(
            *(0, "umpire", viewer.sides[0], self._ruling(deed)),
            waiting=self.others(viewer),
            reason=reason,
            answer=deed.answer,
            faces=deed.faces,
        )
        if request.waiting:
            self._ask(request)
            return True
        self._rule(request)
        return False

    def _ruling(self, deed: wire.Umpire) -> str:
        """What an umpire is to do, in words."""
        if deed.faces is not None:
            what = f"the dice show {' '.join(map(str, deed.faces))}"
        elif isinstance(deed.answer, int):
            nouns = self.game.battle.nouns
            known = 0 <= deed.answer < nouns.size
            named = f"{nouns.kind(deed.answer)} {nouns.name(deed.answer)}" if known else "?"
            what = f"the answer is {named}"
        else:
            what = f'the answer is "{deed.answer}"'
        return one_line(what)

    def _rule(self, request: Request) -> None:
        try:
            self.game.umpire(request.reason, request.answer, request.faces)
        except (StaleRevision, StoreError):
            raise
        except GrognardError:
            # The rules' own words might tell a side what only the other may know.
            raise Refusal("not-allowed", "the umpire's answer is not allowed here") from None

    def _ask(self, request: Request) -> None:
        self.about.requests += 1
        request.id = self.about.requests
        self.about.request = request

    def _consent(self, viewer: Viewer, deed: wire.Consent) -> None:
        request = self.about.request
        if request is None or request.id != deed.id:
            raise Refusal("stale", "this is no longer asked")
        mine = [side for side in request.waiting if side in viewer.sides]
        if not mine:
            raise Refusal("not-yours", "it is not you who is asked")
        if not deed.yes:
            self.about.request = None
            return
        request.waiting = [side for side in request.waiting if side not in viewer.sides]
        if request.waiting:
            return
        if request.kind == "undo":
            with judged():
                self.game.undo(True, request.by, request.to)
        else:
            self._rule(request)

    def _hand_over(
        self, viewer: Viewer, deed: wire.HandOver, absent: Callable[[str], bool]
    ) -> None:
        seat = self.about.seats.get(deed.side)
        if seat is None:
            raise Refusal("malformed", f'no side "{deed.side:.40}"')
        if deed.bot and deed.bot not in BOTS:
            raise Refusal("malformed", f'no bot "{deed.bot:.40}": {did_you_mean(deed.bot, BOTS)}')
        if seat.kind == "bot":
            raise Refusal("not-yours", "a bot plays this side from the beginning")
        if deed.side not in viewer.sides:
            if not deed.bot:
                raise Refusal("not-yours", "this side is not yours")
            if seat.stand_in or not absent(deed.side):
                raise Refusal("not-yours", "this side's player is there, or was not long ago")
        seat.stand_in = deed.bot
        self.about.asked = time.time()  # who comes back has his time again

    def _say(self, viewer: Viewer, text: str) -> None:
        text = one_line(text.strip())
        if not text:
            raise Refusal("malformed", "a message needs words")
        self.about.messages.append(Message(time.time(), viewer.sides[0], text))
        del self.about.messages[: -self.messages]


@contextmanager
def judged() -> Iterator[None]:
    """Whatever the rules refuse is told as a refusal."""
    try:
        yield
    except (Refusal, StaleRevision, StoreError):
        raise
    except UndoRefused as error:
        raise Refusal("not-allowed", str(error).partition(": going back needs")[0]) from None
    except GrognardError as error:
        raise Refusal("not-allowed", str(error)) from None


def _refuse_faces(faces: list[int] | None) -> None:
    if faces is not None and len(faces) > MOST_FACES:
        raise Refusal("malformed", f"at most {MOST_FACES} dice are thrown at once")
