"""Clocks: who takes too long is answered for, after a restart too."""

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from grognard.server import requests
from grognard.server.bot_pool import BotPool
from grognard.server.game_details import GameDetails
from grognard.server.games import LOADERS, Games
from grognard.server.live_game import LiveGame
from grognard.server.new_game import open_game
from grognard.server.presenter import Presenter
from grognard.server.room import Room
from grognard.server.seats import Refusal, Viewer
from grognard.server.settings import Limits, Settings
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Change
from tests.server.given import wanted

GEMIONCOURT = "shock/gemioncourt"
SEATS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}


def overdue(store: SqliteStore, then: str, since: float = 1000.0, seconds: int = 60) -> str:
    """A game whose clock has run out long ago, unless it has more seconds."""
    clock = requests.NewClock(seconds, then)  # type: ignore[arg-type]
    game = open_game(store, wanted(SEATS, GEMIONCOURT, clock=clock), Limits()).game
    stored: Any = store.load(game)
    about = GameDetails.read(stored.about)
    about.asked = time.time() - since
    store.commit(game, Change(stored.revision, about=about.json()))
    return game


async def served(store: SqliteStore) -> Games:
    games = Games(store, Settings("", workers=1), BotPool(1, 60.0))
    await games.start()
    return games


async def until(live: LiveGame, revision: int) -> None:
    async with asyncio.timeout(60):
        while live.room.revision < revision:
            await asyncio.sleep(0.02)


def test_the_default_answer_is_given_for_one_who_takes_too_long(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        game = overdue(store, "default")
        began = time.time()
        games = await served(store)
        live = await games.live(game)
        first = live.room.game.copy()
        await until(live, 2)
        assert len(live.room.game.record.lines) == 1
        action = first.default
        assert action is not None
        ((noun, name),) = first.battle.nouns.json(action).items()
        assert live.room.game.record.lines[0].rest.startswith(f"{noun}:{name} |")
        # The next question has its own time.
        assert live.room.details.asked >= began
        async with live.lock:  # whoever answered has also set the clock for the next
            assert live.timer is not None
            assert live.timer.when() > asyncio.get_running_loop().time()
        await games.stop()

    asyncio.run(play())


def test_a_bot_takes_the_seat_until_it_is_taken_back(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        game = overdue(store, "bot")
        games = await served(store)
        live = await games.live(game)
        await until(live, 3)  # the seat, and at least one answer
        assert live.room.details.seats["french"].stand_in == "drill"
        command = requests.HandOver("back", "french", "")
        await games.carry_out(live, Viewer(("french",)), command)
        assert live.room.details.seats["french"].stand_in == ""
        await games.stop()

    asyncio.run(play())


def test_clocks_run_on_after_a_restart_though_nobody_looks(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        game = overdue(store, "default")
        games = await served(store)
        async with asyncio.timeout(60):
            while store.revision(game) == 1:
                await asyncio.sleep(0.05)
        await games.stop()

    asyncio.run(play())


def test_a_clock_that_runs_shows_the_time_left(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    game = overdue(store, "default", since=20.0, seconds=86400)
    room = Room(store, game)
    seats = Presenter().seats(room, lambda side: False)
    left = seats[0].seconds_left
    assert left is not None and 0 < left <= 86400 - 20
    assert seats[1].seconds_left is None
    store.close()


def test_own_dice_and_a_clock_do_not_go_together(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with pytest.raises(Refusal, match="cannot roll your own dice"):
        open_game(
            store,
            wanted(SEATS, GEMIONCOURT, clock=requests.NewClock(60), dice="own"),
            Limits(),
        )
    store.close()


def test_who_takes_his_seat_back_has_his_time_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    room = Room(store, overdue(store, "bot"))
    room.stand_in("french", "random")
    before = time.time()
    room.do(Viewer(("french",)), requests.HandOver("back", "french", ""), lambda side: False)
    assert room.details.asked >= before
    store.close()


def test_a_game_that_cannot_be_loaded_holds_no_other_clock_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path)
    bad = [overdue(store, "default") for _ in range(LOADERS - 1)]
    good = overdue(store, "default")
    hung = threading.Event()

    def load(store: SqliteStore, game: str, messages: int) -> Room:
        if game in bad:
            hung.wait()
        return Room(store, game, messages)

    monkeypatch.setattr("grognard.server.games.Room", load)

    async def play() -> None:
        games = Games(store, Settings("", workers=1))
        await games.start()
        async with asyncio.timeout(60):
            while store.revision(good) == 1:
                await asyncio.sleep(0.02)
        await games.stop()

    try:
        asyncio.run(play())
    finally:
        hung.set()


def test_a_game_that_takes_too_long_to_load_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung = threading.Event()
    monkeypatch.setattr("grognard.server.games.Room", lambda *_: hung.wait())

    async def play() -> None:
        store = SqliteStore(tmp_path)
        games = Games(store, Settings("", workers=1, limits=Limits(load_seconds=0.05)))
        for _ in range(LOADERS + 2):
            with pytest.raises(Refusal, match="takes too long"):
                await games.live("one")
        with pytest.raises(Refusal, match="takes too long"):
            await games.live("another")
        await games.stop()

    try:
        asyncio.run(play())
    finally:
        hung.set()
