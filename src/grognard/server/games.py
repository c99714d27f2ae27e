"""The games this process serves: commands one at a time, updates to sockets, bots, clocks."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from typing import Any, Final, ParamSpec, TypeVar

from grognard.engine.errors import GrognardError
from grognard.server import game_state, requests, responses
from grognard.server.bot_pool import BotPool
from grognard.server.clocks import Clocks
from grognard.server.daemon_thread import in_daemon
from grognard.server.fair_shares import FairShares
from grognard.server.importer import Importer
from grognard.server.live_game import PRESENCE, LiveGame, Socket
from grognard.server.notices import Notices
from grognard.server.people import People
from grognard.server.presenter import Presenter
from grognard.server.room import Room
from grognard.server.seats import Refusal, Viewer
from grognard.server.settings import Settings
from grognard.server.sql_store import SqlStore

THREADS: Final = 8
LOADERS: Final = 4  # games that are loaded at the same time
STOPPING: Final = 3.0  # seconds for threads to finish when the server stops
SWEEP: Final = 30.0  # seconds between two searches for idle games
LEASE: Final = 60.0  # seconds for which one process answers for a game's bots

ADVISER: Final = "marshal"  # the bot that gives hints

P = ParamSpec("P")
T = TypeVar("T")
_log = logging.getLogger("grognard.server")


class Games:
    """All games that are loaded in this process, and what runs beside them."""

    def __init__(self, store: SqlStore, settings: Settings, bots: BotPool | None = None) -> None:
        self.store = store
        self.settings = settings
        self.limits = settings.limits
        self.presenter = Presenter()
        self.bots = bots or BotPool(settings.workers, settings.bot_seconds)
        self.importer = Importer(self.limits)
        self.clocks = Clocks(self)
        self.holder = secrets.token_hex(8)
        self._loaded: OrderedDict[str, LiveGame] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._loaders = asyncio.Semaphore(LOADERS)
        self._endless: set[str] = set()  # games that could not be loaded in time
        self._threads = ThreadPoolExecutor(THREADS, "grognard")
        self._tasks: set[asyncio.Task[Any]] = set()
        self.shares = FairShares()
        self.people = People(store)
        self.notices = Notices(self)
        self.loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Start listening to other processes, and load the games whose clocks run."""
        self.loop = asyncio.get_running_loop()
        await self.thread(self.store.listen, self._heard)
        self.spawn(self._sweep())
        self.spawn(self.clocks.wake())
        self.spawn(self.notices.delivery.run())

    async def stop(self) -> None:
        """Close every socket with "come again", and stop everything that runs."""
        for live in list(self._loaded.values()):
            self._let_go(live)
            for socket in list(live.sockets):
                socket.put(None)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.importer.close()
        try:
            async with asyncio.timeout(STOPPING):
                await in_daemon(self._threads.shutdown)
        except TimeoutError:
            _log.error("a thread does not finish: it is left behind")
            return  # it may still use the store, in which everything acknowledged is safe
        self.store.close()

    async def thread(self, work: Callable[P, T], *args: P.args, **_: P.kwargs) -> T:
        """Run something slow (the database, the rules) in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Run a task in the background; its errors are logged."""
        # In a context of its own: it is not the work of whoever happens to ask.
        loop = asyncio.get_running_loop()
        task: asyncio.Task[Any] = loop.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("a task failed", exc_info=task.exception())

    # -- games -----------------------------------------------------------------------------------

    async def live(self, id: str) -> LiveGame:
        """A loaded game; it is loaded if necessary."""
        found = self._loaded.get(id)
        if found is None:
            lock = self._opening.setdefault(id, asyncio.Lock())
            try:
                async with lock:
                    found = self._loaded.get(id)
                    if found is None:
                        found = await self._load(id)
            finally:
                self._opening.pop(id, None)
        self._loaded.move_to_end(id)
        found.touched = time.monotonic()
        self._drive_bots(found)  # once more, in case they stopped after an error
        return found

    async def _load(self, id: str) -> LiveGame:
        if len(id) > 60 or not id.isascii():
            raise Refusal("unknown", "unknown game: is the link complete?")
        if id in self._endless:
            raise Refusal("failed", "this game cannot be loaded: its record takes too long")
        try:
            async with self._loaders, asyncio.timeout(self.limits.load_seconds):
                room = await in_daemon(lambda: Room(self.store, id, self.limits.messages))
        except TimeoutError:
            self._endless.add(id)
            raise Refusal(
                "failed", "this game cannot be loaded: its record takes too long"
            ) from None
        except Refusal:
            raise
        except GrognardError as error:
            raise Refusal("failed", f"this game cannot be loaded: {error}") from error
        live = self._loaded[id] = LiveGame(room, self.presenter)
        self._after(live)
        while len(self._loaded) > self.limits.loaded and self._drop_one():
            pass
        return live

    async def ask(self, id: str, secret: str, work: Callable[[Room, Viewer], T]) -> T:
        """Read something of a game for the holder of a secret."""
        live = await self.live(id)
        room = live.room
        async with self.shares.turn(), live.lock:
            await self._refresh(live)
            viewer = await self.viewer(live, secret)
            self._called(live, viewer)
            return await self.thread(work, room, viewer)

    async def viewer(self, live: LiveGame, secret: str) -> Viewer:
        """The viewer who holds a secret; a player's key is looked up in the store."""
        return await self.thread(live.room.viewer, secret)

    async def _refresh(self, live: LiveGame) -> None:
        """Load what another process has changed, and update the sockets."""
        if await self.thread(live.room.refresh):
            live.deliver(await self.thread(live.states))
            self._after(live)

    async def command(self, id: str, secret: str, command: requests.Command) -> game_state.Done:
        """Carry out a command for the holder of a secret."""
        live = await self.live(id)
        viewer = await self.viewer(live, secret)
        self._called(live, viewer)
        return await self.carry_out(live, viewer, command)

    def _called(self, live: LiveGame, viewer: Viewer) -> None:
        """Somebody asks over HTTP: he counts as present for a while, in other processes too."""
        now = time.monotonic()
        for side in viewer.sides:
            before = live.called.get(side, -PRESENCE)
            live.called[side] = now
            if self.store.shared and now - before > SWEEP:
                self.spawn(self.thread(self.store.lease, _seat(live, side), self.holder, PRESENCE))

    async def carry_out(
        self,
        live: LiveGame,
        viewer: Viewer,
        command: requests.Command,
        kept: Callable[[game_state.Done], None] | None = None,
    ) -> game_state.Done:
        """Carry out a command: store it, then reply to its sender, then update everybody."""
        room = live.room

        def absent(side: str) -> bool:
            after = room.details.bot_after
            return after is not None and live.absent(side, after)

        def work() -> game_state.Done:
            if isinstance(command, requests.HandOver):
                self.look_elsewhere(live)
            return room.do(viewer, command, absent)

        return await self.change(live, work, kept, viewer)

    async def change(
        self,
        live: LiveGame,
        work: Callable[[], T],
        kept: Callable[[T], None] | None = None,
        first: Viewer | None = None,
    ) -> T:
        """Change a game and update everybody, `first` before the others.

        `kept` is called as soon as the change is stored; each state is sent as soon as it is made.
        """
        loop = asyncio.get_running_loop()

        def both() -> T:
            before = live.room.revision
            try:
                done = work()
                if kept is not None:
                    loop.call_soon_threadsafe(kept, done)
                return done
            finally:
                if live.room.revision != before:  # changed here, or by another process
                    for news in live.news_by_turn(first):
                        loop.call_soon_threadsafe(live.deliver, [news])

        async with self.shares.turn(), live.lock:
            before = live.room.revision
            try:
                return await self.thread(both)
            finally:
                if live.room.revision != before:
                    self._after(live)

    def _after(self, live: LiveGame) -> None:
        """What follows a change: clocks, bots, notices."""
        live.touched = time.monotonic()
        self.clocks.set(live)
        self._drive_bots(live)
        self.notices.after(live)

    # -- bots ------------------------------------------------------------------------------------

    def _drive_bots(self, live: LiveGame) -> None:
        if live.room.bot_due and live.driver is None:
            live.driver = self.spawn(self._drive(live))

    async def _drive(self, live: LiveGame) -> None:
        """Answer for bots until a person must act."""
        job, until = f"bot:{live.room.id}", 0.0
        try:
            while live.room.bot_due:
                if time.monotonic() > until:
                    if not await self.thread(self.store.lease, job, self.holder, LEASE):
                        await asyncio.sleep(1.0)  # another process answers for this bot
                        await self.catch_up(live)
                        continue
                    until = time.monotonic() + LEASE / 3
                await self._answer_for_bot(live)
        finally:
            live.driver = None
            if until:
                await self.thread(self.store.release, job, self.holder)

    async def _answer_for_bot(self, live: LiveGame) -> None:
        room, action = live.room, None
        async with live.lock:
            side, bot, moved = room.due, room.bot_due, room.moved
            if side is None or not bot:
                return
            dump = None if room.rolling else room.game.dump()
        if dump is not None:
            index = room.game.battle.side_index(side)
            action = await self.bots.answer(room.id, room.header, index, bot, dump)

        def work() -> None:
            if room.moved == moved and room.bot_due:
                room.act_for(side, action)

        with suppress(Refusal):  # the game has moved on
            await self.change(live, work)

    async def hint(self, id: str, secret: str) -> responses.Hint:
        """What a bot would answer; only for those who play against bots alone."""
        live = await self.live(id)
        room = live.room
        async with self.shares.turn(), live.lock:
            await self._refresh(live)
            viewer = await self.viewer(live, secret)
            side = room.due
            if side is None or side not in viewer.sides or room.rolling:
                raise Refusal("not-yours", "you have nothing to choose now")
            if room.plays_people(viewer):
                raise Refusal("not-allowed", "there are no hints in games between people")
            dump, index = room.game.dump(), room.game.battle.side_index(side)
        # A separate bot, so that the advice does not depend on earlier questions.
        advice = await self.bots.advise(id, room.header, index, ADVISER, dump)
        view = room.game.view(side)
        text = next((o.text for o in view.question.options if o.action == advice.action), "")
        weighed = [responses.Weighed(*each) for each in advice.weighed]
        return responses.Hint(advice.action, text, advice.plan, weighed)

    # -- sockets ---------------------------------------------------------------------------------

    async def attach(self, live: LiveGame, socket: Socket) -> None:
        """Add a socket to a game: it gets the state, then every change."""
        if len(live.sockets) >= self.limits.watchers:
            raise Refusal("too-much", "too many spectators")
        async with self.shares.turn(), live.lock:
            await self._refresh(live)
            live.sockets.add(socket)
            await self.thread(self.look_elsewhere, live)
            live.deliver(await self.thread(live.states_for, socket))
        live.tell_presence()

    def detach(self, live: LiveGame, socket: Socket) -> None:
        """A socket was closed."""
        live.sockets.discard(socket)
        if not live.sockets:
            live.room.scenes.clear()  # nobody waits for the next one
        live.touched = time.monotonic()
        for side in socket.viewer.sides:
            live.seen[side] = time.monotonic()
            live.called.pop(side, None)
            if self.store.shared and not live.here(side):
                self.spawn(self.thread(self.store.release, _seat(live, side), self.holder))
        live.tell_presence()

    def is_present(self, game: str, side: str) -> bool:
        """Whether a side's player is connected to any process."""
        live = self._loaded.get(game)
        here = live is not None and live.present(side)
        return here or (self.store.shared and self.store.held(f"seat:{game}:{side}"))

    def look_elsewhere(self, live: LiveGame) -> None:
        """Exchange presence with the other processes that share the store."""
        if not self.store.shared:
            return
        found = set()
        for side in live.room.details.seats:
            if live.here(side):
                self.store.lease(_seat(live, side), self.holder, PRESENCE)
            elif self.store.held(_seat(live, side)):
                found.add(side)
        live.elsewhere = frozenset(found)

    async def send_again(self, live: LiveGame, socket: Socket) -> None:
        """Send the current state again, to a client that asks for it or was too slow."""
        async with self.shares.turn(), live.lock:
            socket.state = None
            live.deliver(await self.thread(live.states_for, socket))

    async def catch_up(self, live: LiveGame) -> None:
        """Load what another process has changed, if anything."""
        async with live.lock:
            await self._refresh(live)

    def _heard(self, id: str, revision: int) -> None:
        """Another process has changed a game (called from another thread)."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._heard_here, id, revision)

    def _heard_here(self, id: str, revision: int) -> None:
        live = self._loaded.get(id)
        if live is not None and revision > live.room.revision:
            self.spawn(self.catch_up(live))

    # -- housekeeping ----------------------------------------------------------------------------

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            now = time.monotonic()
            for live in list(self._loaded.values()):
                if self._idle(live) and now - live.touched > self.limits.idle:
                    self._let_go(live)
                elif live.sockets and self.store.shared:
                    await self.thread(self.look_elsewhere, live)
                    live.tell_presence()

    def _idle(self, live: LiveGame) -> bool:
        busy = live.sockets or live.driver is not None or live.timer is not None
        return not busy and not live.lock.locked()

    def _drop_one(self) -> bool:
        """Unload the first idle game; whether there was one."""
        for live in self._loaded.values():
            if self._idle(live):
                self._let_go(live)
                return True
        return False

    def _let_go(self, live: LiveGame) -> None:
        for timer in (live.timer, live.reminder):
            if timer is not None:
                timer.cancel()
        if live.driver is not None:
            live.driver.cancel()
        self._loaded.pop(live.room.id, None)


def _seat(live: LiveGame, side: str) -> str:
    return f"seat:{live.room.id}:{side}"
