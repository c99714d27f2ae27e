"""Clocks: who takes too long is answered for, after a restart too."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from grognard.server import wire
from grognard.server.about import About
from grognard.server.bot_jobs import Bots
from grognard.server.desk import Desk
from grognard.server.hub import Hub
from grognard.server.live import Live
from grognard.server.opening import open_game
from grognard.server.room import Room
from grognard.server.seats import Refusal, Viewer
from grognard.server.settings import Limits, Settings
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Change
from tests.server.given import wish

GEMIONCOURT = "shock/gemioncourt"
SEATS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}


def overdue(store: SqliteStore, then: str, since: float = 1000.0, seconds: int = 60) -> str:
    """A game whose clock has run out long ago, unless it has more seconds."""
    clock = wire.ClockWish(seconds, then)  # type: ignore[arg-type]
    game = open_game(store, wish(SEATS, GEMIONCOURT, clock=clock), Limits()).game
    stored: Any = store.load(game)
    about = About.read(stored.about)
    about.asked = time.time() - since
    store.commit(game, Change(stored.revision, about=about.json()))
    return game


async def served(store: SqliteStore) -> Hub:
    hub = Hub(store, Settings("", workers=1), Bots(1, 60.0))
    await hub.start()
    return hub


async def until(live: Live, revision: int) -> None:
    async with asyncio.timeout(60):
        while live.room.revision < revision:
            await asyncio.sleep(0.02)


def test_the_default_answer_is_given_for_one_who_takes_too_long(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        game = overdue(store, "default")
        began = time.time()
        hub = await served(store)
        live = await hub.live(game)
        first = live.room.game.copy()
        await until(live, 2)
        assert len(live.room.game.record.lines) == 1
        action = first.default
        assert action is not None
        ((noun, name),) = first.battle.nouns.json(action).items()
        assert live.room.game.record.lines[0].rest.startswith(f"{noun}:{name} |")
        # The next question has its own time.
        assert live.room.about.asked >= began
        async with live.lock:  # whoever answered has also set the clock for the next
            assert live.timer is not None
            assert live.timer.when() > asyncio.get_running_loop().time()
        await hub.stop()

    asyncio.run(play())


def test_a_bot_takes_the_seat_until_it_is_taken_back(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        game = overdue(store, "bot")
        hub = await served(store)
        live = await hub.live(game)
        await until(live, 3)  # the seat, and at least one answer
        assert live.room.about.seats["french"].stand_in == "drill"
        deed = wire.HandOver("back", "french", "")
        await hub.carry_out(live, Viewer(("french",)), deed)
        assert live.room.about.seats["french"].stand_in == ""
        await hub.stop()

    asyncio.run(play())


def test_clocks_run_on_after_a_restart_though_nobody_looks(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        game = overdue(store, "default")
        hub = await served(store)
        async with asyncio.timeout(60):
            while store.revision(game) == 1:
                await asyncio.sleep(0.05)
        await hub.stop()

    asyncio.run(play())


def test_a_clock_that_runs_shows_the_time_left(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    game = overdue(store, "default", since=20.0, seconds=86400)
    room = Room(store, game)
    seats = Desk().seats(room, lambda side: False)
    left = seats[0].seconds_left
    assert left is not None and 0 < left <= 86400 - 20
    assert seats[1].seconds_left is None
    store.close()


def test_own_dice_and_a_clock_do_not_go_together(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with pytest.raises(Refusal, match="cannot throw your own dice"):
        open_game(
            store,
            wish(SEATS, GEMIONCOURT, clock=wire.ClockWish(60), dice="own"),
            Limits(),
        )
    store.close()


def test_who_takes_his_seat_back_has_his_time_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    room = Room(store, overdue(store, "bot"))
    room.stand_in("french", "random")
    before = time.time()
    room.do(Viewer(("french",)), wire.HandOver("back", "french", ""), lambda side: False)
    assert room.about.asked >= before
    store.close()
