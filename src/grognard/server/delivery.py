"""Sends stored notices by e-mail, to browsers and to webhooks; what fails is tried again."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Final

import msgspec

from grognard.engine.errors import GrognardError
from grognard.server import webhooks
from grognard.server.mail import Mailer
from grognard.server.people import Profile, StoredNotice
from grognard.server.requests import PushSubscription

if TYPE_CHECKING:
    from grognard.server.games import Games
    from grognard.server.web_push import Pusher

PAUSES: Final = (60.0, 300.0, 1800.0, 7200.0, 21600.0)  # seconds before each further try
POLL: Final = 15.0  # seconds between two looks for notices of other processes
AT_ONCE: Final = 8
JOB: Final = "notices"
GONE: Final = (404, 410)  # what a push service says of a browser that takes no more
STOP: Final = "To stop these messages, open the page and go to “You and your notices”."

_log = logging.getLogger("grognard.server")


class DeliveryFailed(GrognardError):
    """A notice that did not arrive; it is tried again."""


class Delivery:
    """The channels, and a loop that sends what is due."""

    def __init__(self, games: Games) -> None:
        settings = games.settings
        self.games = games
        self.mailer = Mailer(settings.smtp, settings.mail_from) if settings.smtp else None
        self._pusher: Pusher | None = None
        self._woken = asyncio.Event()
        self._places = asyncio.Semaphore(AT_ONCE)

    def pusher(self) -> Pusher | None:
        """What encrypts notices for browsers; None where its package is not installed."""
        if self._pusher is None:
            try:
                from grognard.server.web_push import Pusher, new_key
            except GrognardError:
                return None
            settings = self.games.settings
            sender = f"mailto:{settings.mail_from}" if settings.mail_from else ""
            contact = sender or settings.public_url or "mailto:grognard@localhost"
            self._pusher = Pusher(self.games.people.key("push", new_key), contact)
        return self._pusher

    def channels(self, profile: Profile) -> list[str]:
        """The channels by which a player is told."""
        found = ["email"] if profile.email and self.mailer is not None else []
        return [*found, "push"] if profile.browsers else found

    def wake_soon(self) -> None:
        """Look for notices that are due, from any thread."""
        if self.games.loop is not None:
            with suppress(RuntimeError):  # the server has stopped
                self.games.loop.call_soon_threadsafe(self._woken.set)

    async def run(self) -> None:
        """Send what is due, for ever."""
        while True:
            self._woken.clear()
            wait = POLL
            try:
                if await self._leading():
                    await self.send_due()
                    due = await self.games.thread(self.games.people.next_due)
                    wait = POLL if due is None else min(POLL, max(0.05, due - time.time()))
            except GrognardError as error:
                _log.error("notices could not be sent: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._woken.wait()

    async def _leading(self) -> bool:
        """Whether this process sends the notices of all that share the store."""
        store, holder = self.games.store, self.games.holder
        return not store.shared or await self.games.thread(store.lease, JOB, holder, 4 * POLL)

    async def send_due(self) -> None:
        """Send the notices that are due, those for one player and channel together."""
        due = await self.games.thread(self.games.people.due)

        def to(notice: StoredNotice) -> tuple[str, str, str]:
            return notice.player, notice.channel, "" if notice.player else notice.game

        groups = [list(group) for _, group in groupby(sorted(due, key=to), to)]
        await asyncio.gather(*(self._send(group) for group in groups))

    async def _send(self, group: list[StoredNotice]) -> None:
        thread, people = self.games.thread, self.games.people
        fresh = [each for each in group if await thread(self._current, each)]
        await thread(people.done, [each for each in group if each not in fresh])
        if not fresh:
            return
        try:
            async with self._places:
                await self._send_by(fresh)
        except (GrognardError, OSError, TimeoutError, ValueError) as error:
            await self._failed(fresh, str(error) or type(error).__name__)
            return
        await thread(people.done, fresh)
        await thread(self._note, fresh[0], "")

    async def try_now(self, notice: StoredNotice) -> None:
        """Send one notice at once; only note whether it arrived."""
        why = ""
        try:
            await self._send_by([notice])
        except (GrognardError, OSError, TimeoutError, ValueError) as error:
            when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
            why = f"{when}: {str(error) or type(error).__name__}"
        await self.games.thread(self._note, notice, why)

    async def _failed(self, group: list[StoredNotice], why: str) -> None:
        """Try again later; at last give up. The player is shown what went wrong."""
        _log.info("a notice by %s did not arrive: %s", group[0].channel, why)
        thread, people = self.games.thread, self.games.people
        tries = max(each.tries for each in group)
        last = tries >= len(PAUSES)
        if last:
            await thread(people.done, group)
        else:
            await thread(people.put_off, group, time.time() + PAUSES[tries])
        when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
        await thread(self._note, group[0], f"{when}: {why}{'; given up' if last else ''}")
        if last and not group[0].player:
            await self._tell_game(group[0].game, why)

    def _note(self, notice: StoredNotice, failure: str) -> None:
        """Note in the player's profile how a channel does."""
        if not notice.player:
            return

        def work(profile: Profile) -> None:
            profile.failures.pop(notice.channel, None)
            if failure:
                profile.failures[notice.channel] = failure[:200]
            else:
                profile.sent[notice.channel] = time.time()

        self.games.people.change(notice.player, work)

    async def _tell_game(self, game: str, why: str) -> None:
        """Tell the players of a game that its webhook does not work."""
        with suppress(GrognardError):
            live = await self.games.live(game)
            text = f"The webhook of this game could not be called: {why[:100]}"
            await self.games.change(live, lambda: live.room.note(text))

    def _current(self, notice: StoredNotice) -> bool:
        """Whether a notice still tells something its player does not know."""
        row = self.games.people.game(notice.game)
        if row is None:
            return False
        details = row.details
        if notice.kind in ("turn", "remind") and (row.over or details.due != notice.side):
            return False
        if notice.kind == "request" and (
            details.request is None or notice.side not in details.request.waiting
        ):
            return False
        return not notice.player or not self.games.is_present(notice.game, notice.side)

    # -- channels ------------------------------------------------------------------------------

    async def _send_by(self, group: list[StoredNotice]) -> None:
        first = group[0]
        if first.channel == "webhook":
            await self._call(group[-1])
            return
        profile = await self.games.thread(self.games.people.profile, first.player)
        if first.channel == "email":
            await self.games.thread(self._mail, profile, group)
        else:
            await self._push(first.player, profile, group)

    async def _call(self, notice: StoredNotice) -> None:
        row = await self.games.thread(self.games.people.game, notice.game)
        if row is None or not row.details.webhook:
            return
        # Chat services read "content" or "text".
        content = {
            "game": notice.game,
            "side": notice.side or None,
            "text": notice.text,
            "content": notice.text,
        }
        status = await webhooks.send(row.details.webhook, content)
        if not 200 <= status < 300:
            raise DeliveryFailed(f"the webhook answered {status}")

    def _mail(self, profile: Profile, group: list[StoredNotice]) -> None:
        if self.mailer is None or not profile.email:
            return
        subject = group[0].text if len(group) == 1 else f"{len(group)} notices of your games"
        lines = [f"{each.text}\n{self.link(each.game)}".strip() for each in group]
        self.mailer.send(profile.email, subject, "\n\n".join([*lines, STOP]) + "\n")

    def link(self, game: str) -> str:
        """Where a player finds a game; it holds no secret."""
        address = self.games.settings.public_url
        return f"{address.rstrip('/')}/#/game/{game}" if address else ""

    async def _push(self, player: str, profile: Profile, group: list[StoredNotice]) -> None:
        pusher = await self.games.thread(self.pusher)
        if pusher is None or not profile.browsers:
            return
        title, _, words = group[0].text.partition(": ")
        if len(group) > 1:
            title, words = f"{len(group)} notices", "\n".join(each.text for each in group)
        url = f"/#/game/{group[0].game}" if len(group) == 1 else "/#/"
        content = msgspec.json.encode(
            {"title": title, "body": words, "url": url, "tag": group[0].game}
        )
        results = [await self._push_to(pusher, each, content) for each in profile.browsers]
        gone = {
            browser.endpoint
            for browser, status in zip(profile.browsers, results, strict=True)
            if status in GONE
        }
        if gone:
            await self.games.thread(self.games.people.change, player, lambda p: _forget(p, gone))
        if not any(200 <= status < 300 for status in results):
            raise DeliveryFailed(f"the browser's push service answered {results[0]}")

    async def _push_to(self, pusher: Pusher, browser: PushSubscription, content: bytes) -> int:
        from grognard.server.web_push import encrypted

        body = encrypted(browser, content)
        return await webhooks.post(browser.endpoint, body, pusher.headers(browser.endpoint))


def _forget(profile: Profile, endpoints: set[str]) -> None:
    profile.browsers = [each for each in profile.browsers if each.endpoint not in endpoints]
