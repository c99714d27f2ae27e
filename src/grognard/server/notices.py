"""What players who are away are told: their turn, the end, requests, and clocks about to strike."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from grognard.server.delivery import Delivery
from grognard.server.live_game import LiveGame
from grognard.server.people import Profile, StoredNotice
from grognard.server.seats import hashed

if TYPE_CHECKING:
    from grognard.server.games import Games

LAST_PART: Final = 4  # a clock's last quarter …
LATEST: Final = 6 * 3600.0  # … or its last six hours, is when its player is reminded


class Notices:
    """Notes what happens in loaded games, and stores notices for those who are away."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.delivery = Delivery(games)

    def after(self, live: LiveGame) -> None:
        """A game has changed: what its absent players should know."""
        room = live.room
        due, over = room.due, room.game.over
        if due != live.turn_of:
            live.turn_of = due
            if over:
                self._tell(live, "over", "", list(room.details.seats), "the battle is over.")
            elif due is not None and not room.bot_due:
                words = f"it is your turn ({room.title(due)}; {room.details.turn})."
                self._tell(live, "turn", str(room.moved), [due], words)
            if over or not room.bot_due:
                self._call_webhook(live, due)
        request = room.details.request
        if request is not None and request.id != live.asked:
            live.asked = request.id
            words = f"{room.title(request.by)} asks for your consent: {request.text}."
            self._tell(live, "request", str(request.id), request.waiting, words)
        self._seats(live)

    def _seats(self, live: LiveGame) -> None:
        """Tell players to whose seat a bot was given."""
        for side, seat in live.room.details.seats.items():
            if seat.stand_in and not live.stand_ins.get(side):
                words = f"the computer ({seat.stand_in}) plays for you until you take the seat back"
                self._tell(live, "seat", str(live.room.revision), [side], f"{words}.")
            live.stand_ins[side] = seat.stand_in

    def remind(self, live: LiveGame, moved: int) -> None:
        """A clock is about to strike."""
        live.reminder = None
        room = live.room
        side = room.timed
        if side is None or room.moved != moved:
            return
        left = duration(room.details.time_left(side) or 0.0)
        self._tell(live, "remind", str(moved), [side], f"your time is up in {left}.")

    def lead(self, seconds: float) -> float:
        """How many seconds before a clock strikes its player is reminded."""
        return min(seconds / LAST_PART, LATEST)

    # -- storing -------------------------------------------------------------------------------

    def _tell(self, live: LiveGame, kind: str, mark: str, sides: Sequence[str], words: str) -> None:
        seats = live.room.details.seats
        away = [side for side in sides if seats[side].kind != "bot" and not live.present(side)]
        if away:
            text = f"{live.room.game.battle.title}: {words}"
            self.games.spawn(self.games.thread(self._store, live.room.id, kind, mark, away, text))

    def _store(self, game: str, kind: str, mark: str, sides: list[str], text: str) -> None:
        people, found = self.games.people, []
        for seating in people.seatings(game=game):
            if seating.side not in sides or not seating.told:
                continue
            profile = people.profile(seating.player)
            if kind == "remind" and not profile.remind:
                continue
            for channel in self.delivery.channels(profile):
                name = hashed(f"{seating.player} {game} {kind} {mark} {seating.side} {channel}")
                due = self._due(profile, channel, kind)
                found.append(
                    StoredNotice(
                        *(name, seating.player, game, seating.side, kind, channel, text, due)
                    )
                )
        if found:
            people.put(found)
            self.delivery.wake_soon()

    def _due(self, profile: Profile, channel: str, kind: str) -> float:
        """When a notice is to be sent; reminders do not wait."""
        now = time.time()
        if kind == "remind":
            return now
        soon = now + self.games.settings.notice_delay
        if not profile.digest:
            return soon
        return max(soon, profile.sent.get(channel, 0.0) + profile.digest)

    def _call_webhook(self, live: LiveGame, due: str | None) -> None:
        room = live.room
        if not room.details.webhook or not self.games.settings.webhooks:
            return
        title = room.game.battle.title
        text = f"{title}: the battle is over."
        if due is not None:
            text = f"{title}: it is {room.title(due)}'s turn."
        kind, mark = ("over", "") if due is None else ("turn", str(room.moved))
        name = hashed(f"{room.id} {kind} {mark} webhook")
        notice = StoredNotice(name, "", room.id, due or "", kind, "webhook", text, time.time())
        self.games.spawn(self.games.thread(self._store_call, notice))

    def _store_call(self, notice: StoredNotice) -> None:
        self.games.people.put([notice])
        self.delivery.wake_soon()


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(90), duration(7200), duration(200_000)
    ('2 minutes', '2 hours', '2 days')
    """
    for size, word in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 1.5 * size:
            return f"{round(seconds / size)} {word}"
    return f"{max(1, round(seconds))} seconds"
