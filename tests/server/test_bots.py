"""Bots in processes of their own: they answer, and a dead or slow one blocks nobody."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from grognard.server.bot_pool import BotPool
from grognard.server.games import Games
from grognard.server.new_game import open_game
from grognard.server.seats import Refusal
from grognard.server.settings import Limits, Settings
from grognard.server.sqlite_store import SqliteStore
from grognard.server.worker_process import WorkerProcess
from tests.server.given import wanted

GEMIONCOURT = "shock/gemioncourt"
AGAINST = {"french": {"kind": "bot", "bot": "random"}, "allied": {"kind": "human"}}
DEAD = (sys.executable, "-c", "pass")
SLOW = (sys.executable, "-c", "import time; time.sleep(60)")
SAYS = "import sys\nfor x in sys.stdin: print(sys.argv[1], flush=True)"
LIAR = (sys.executable, "-c", SAYS, '{"action": -5}')
BABBLER = (sys.executable, "-c", SAYS, "what?")
ANSWERS_ONCE = """
import sys
from grognard.server.bot_worker import *
task = msgspec.json.decode(sys.stdin.buffer.readline(), type=BotTask)
sys.stdout.buffer.write(msgspec.json.encode(BotAnswer(Worker().answer(task))) + b"\\n")
"""
PRIORITY = """
import os
from grognard.server.worker_process import answer_lines
answer_lines(lambda line: str(os.getpriority(os.PRIO_PROCESS, 0)).encode())
"""
ONCE = (sys.executable, "-c", ANSWERS_ONCE)


def test_a_process_that_thinks_leaves_the_processor_to_the_server() -> None:
    async def ask() -> bytes:
        worker = WorkerProcess((sys.executable, "-c", PRIORITY))
        try:
            return await worker.ask(b"?", 10.0)
        finally:
            await worker.stop()

    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert int(asyncio.run(ask())) == min(19, own + 10)


async def until_it_has_answered(
    store: SqliteStore, bots: BotPool, monkeypatch: pytest.MonkeyPatch
) -> Games:
    """Open a game whose bot begins, and wait until it has answered."""
    monkeypatch.setattr("grognard.server.worker_process.START", 0.5)
    games = Games(store, Settings("", workers=1), bots)
    await games.start()
    game = open_game(store, wanted(AGAINST, GEMIONCOURT), Limits()).game
    async with asyncio.timeout(60):
        live = await games.live(game)
        while live.room.revision < 1:
            await asyncio.sleep(0.05)
    return games


@pytest.mark.parametrize("command", [(), ONCE, DEAD, LIAR, BABBLER])
def test_a_game_goes_on_whatever_becomes_of_the_bot(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        bots = BotPool(1, 20.0, command)
        games = await until_it_has_answered(SqliteStore(tmp_path), bots, monkeypatch)
        await games.stop()

    asyncio.run(play())


def test_a_slow_bot_is_answered_for_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        games = await until_it_has_answered(store, BotPool(1, 0.1, SLOW), monkeypatch)
        (live,) = games._loaded.values()
        first = live.room.game.at(0)
        assert first.default is not None
        words = live.room.game.record.lines[0].rest.partition(" | ")[0]
        ((noun, name),) = first.battle.nouns.json(first.default).items()
        assert words == f"{noun}:{name}"
        await games.stop()

    asyncio.run(play())


def test_a_process_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.worker_process.START", 0.2)

    async def ask() -> None:
        bots = BotPool(1, 0.1, SLOW)
        (presenter,) = bots._processes
        assert await bots.answer("g", "", 0, "random", {}) is None
        assert presenter.process is None
        assert await bots.answer("g", "", 0, "random", {}) is None
        await bots.close()

    asyncio.run(ask())


def test_a_bot_that_fails_says_why_and_its_process_lives_on() -> None:
    async def ask() -> None:
        bots = BotPool(1, 60.0)
        (presenter,) = bots._processes
        assert await bots.answer("g", "no header", 0, "random", {}) is None
        process = presenter.process
        assert process is not None and process.returncode is None
        assert await bots.answer("g", "no header", 0, "random", {}) is None
        assert presenter.process is process
        await bots.close()
        assert process.returncode is not None

    asyncio.run(ask())


def test_two_processes_do_not_answer_for_the_same_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        game = open_game(store, wanted(AGAINST, GEMIONCOURT), Limits()).game
        assert store.lease(f"bot:{game}", "another process", 600)
        asked = asyncio.Event()
        games = Games(store, Settings("", workers=1), BotPool(1, 5.0, DEAD))
        lease = store.lease

        def counted(job: str, holder: str, seconds: float) -> bool:
            assert games.loop is not None
            games.loop.call_soon_threadsafe(asked.set)
            return lease(job, holder, seconds)

        monkeypatch.setattr(store, "lease", counted)
        await games.start()
        live = await games.live(game)
        async with asyncio.timeout(60):
            await asked.wait()
        assert live.room.revision == 0
        store.release(f"bot:{game}", "another process")
        async with asyncio.timeout(60):
            while live.room.revision == 0:
                await asyncio.sleep(0.05)
        await games.stop()

    asyncio.run(play())


def test_a_hint_is_an_option_and_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        games = Games(store, Settings("", workers=1))
        await games.start()
        seats = {"french": {"kind": "human"}, "allied": {"kind": "bot", "bot": "random"}}
        opened = open_game(store, wanted(seats, GEMIONCOURT), Limits())
        hint = await games.hint(opened.game, opened.seats["french"])
        live = await games.live(opened.game)
        texts = {o.action: o.text for o in live.room.game.view("french").question.options}
        assert hint.action in texts and hint.text == texts[hint.action]
        assert live.room.revision == 0
        with pytest.raises(Refusal) as caught:
            await games.hint(opened.game, "")
        assert caught.value.kind == "not-yours"
        await games.stop()

    asyncio.run(play())


def test_no_hints_against_people(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        games = Games(store, Settings("", workers=1))
        await games.start()
        seats = {"french": {"kind": "human"}, "allied": {"kind": "human"}}
        opened = open_game(store, wanted(seats, GEMIONCOURT), Limits())
        with pytest.raises(Refusal) as caught:
            await games.hint(opened.game, opened.seats["french"])
        assert caught.value.kind == "not-allowed"
        await games.stop()

    asyncio.run(play())
