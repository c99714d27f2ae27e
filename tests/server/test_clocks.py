"""Clocks: who takes too long is answered for, after a restart too."""

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.server import requests
from grognard.server.bot_pool import BotPool
from grognard.server.clock_time import Since
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
from tests.server.given import RED, Doer, toy, wanted

__all__ = ["toy"]

GEMIONCOURT = "shock/gemioncourt"
SEATS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}


def overdue(store: SqliteStore, then: str, since: float = 1000.0, seconds: int = 60) -> str:
    """A game whose clock has run out long ago, unless it has more seconds."""
    clock = requests.NewClock(seconds, then)  # type: ignore[arg-type]
    game = open_game(store, wanted(SEATS, GEMIONCOURT, clock=clock), Limits()).game
    stored: Any = store.load(game)
    about = GameDetails.read(stored.about)
    about.asked = Since(time.time() - since)
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
        games = await served(store)
        live = await games.live(game)
        first = live.room.game.copy()
        await until(live, 2)
        assert len(live.room.game.record.lines) == 1
        action = first.default
        assert action is not None
        ((noun, name),) = first.battle.nouns.json(action).items()
        assert live.room.game.record.lines[0].rest.startswith(f"{noun}:{name} |")
        told = "Time was up: the server gave the default answer for French."
        assert live.room.details.notes[-1] == told
        # The next question has its own time.
        assert live.room.details.used[live.room.due or ""] == 0
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


def clocked(store: SqliteStore, since: float = 0.0, **more: Any) -> Room:
    """A game with an hour for each answer, of whose first some seconds are used."""
    return Room(store, overdue(store, "bot", since, 3600), **more)


def left(room: Room) -> float:
    """The seconds left to the side that must answer."""
    found = room.details.time_left(room.due or "")
    assert found is not None
    return found


def test_handing_over_to_oneself_gives_no_time(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    room = clocked(store, since=3000)
    for number, bot in enumerate(("", "random", "", "drill", "random", "")):
        command = requests.HandOver(f"{number}", "french", bot)
        room.do(Viewer(("french",)), command, lambda side: False)
    assert left(room) <= 600
    store.close()


def test_who_is_struck_takes_his_seat_back_when_the_bot_has_answered(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    room = clocked(store, since=3600)
    room.stand_in("french", "random")
    assert "time was up" in room.details.notes[-1]
    french, back = Viewer(("french",)), requests.HandOver("back", "french", "")
    with pytest.raises(Refusal, match="answers this question first"):
        room.do(french, back, lambda side: False)
    room.act_for("french", None)
    room.do(french, back, lambda side: False)
    assert room.details.seats["french"].stand_in == "" and left(room) > 3500
    store.close()


def test_answering_and_taking_back_gives_no_time(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    room = clocked(store)
    french = Viewer(("french",))

    def do(command: type[Any], number: int, *what: Any) -> None:
        room.do(french, command(f"{command} {number}", room.revision, *what), lambda side: False)

    options = room.game.options()
    do(requests.GiveAnswer, 0, options[0])
    for number in range(1, 6):
        # Time passes; that the machine has been on for so much longer says so.
        about = room.details
        about.asked = msgspec.structs.replace(about.asked, ticks=about.asked.ticks - 500)
        do(requests.Undo, number)
        do(requests.GiveAnswer, number, options[number % 2])
    assert sum(room.details.used.values()) >= 5 * 500  # no time is lost, whoever used it
    store.close()


def test_one_side_cannot_use_up_the_time_of_the_other(tmp_path: Path, toy: None) -> None:
    store = SqliteStore(tmp_path)
    clock = requests.NewClock(3600)
    room = Room(store, open_game(store, wanted(clock=clock), Limits()).game)
    table = Doer(room)
    table.give(RED, "plan left")
    assert room.due == "blue"
    table.undo(RED)
    about = room.details
    about.asked = msgspec.structs.replace(about.asked, ticks=about.asked.ticks - 3000)
    table.give(RED, "plan right")
    assert room.due == "blue" and left(room) > 3500
    store.close()


@pytest.mark.parametrize("jump", [-(10**7), 10**7])
def test_a_jump_of_the_wall_clock_neither_strikes_nor_grants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    store = SqliteStore(tmp_path)
    clock = requests.NewClock(3600)
    game = open_game(store, wanted(SEATS, GEMIONCOURT, clock=clock), Limits()).game
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    for key in ("before", "after a restart"):
        room = Room(store, game)
        assert 3000 < left(room) <= 3600
        room.do(Viewer(("french",)), requests.Say(key, "hello"), lambda side: False)
        assert 3000 < left(room) <= 3600
    store.close()


def test_a_salt_and_a_message_give_no_time(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    room = clocked(store, since=3000)
    french = Viewer(("french",))
    room.do(french, requests.Salt("a", "french", "one"), lambda side: False)
    room.do(french, requests.Say("b", "wait"), lambda side: False)
    assert left(room) <= 600
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
