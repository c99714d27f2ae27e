"""Bots in processes of their own: they answer, and a dead or slow one blocks nobody."""

import asyncio
import sys
from pathlib import Path

import pytest

from grognard.server.bot_jobs import Bots
from grognard.server.hub import Hub
from grognard.server.opening import open_game
from grognard.server.seats import Refusal
from grognard.server.settings import Limits, Settings
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import wish

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
task = msgspec.json.decode(sys.stdin.buffer.readline(), type=Task)
sys.stdout.buffer.write(msgspec.json.encode(Outcome(Worker().answer(task))) + b"\\n")
"""
ONCE = (sys.executable, "-c", ANSWERS_ONCE)


async def until_it_has_answered(
    store: SqliteStore, bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> Hub:
    """Open a game whose bot begins, and wait until it has answered."""
    monkeypatch.setattr("grognard.server.bot_jobs.START", 0.5)
    hub = Hub(store, Settings("", workers=1), bots)
    await hub.start()
    game = open_game(store, wish(AGAINST, GEMIONCOURT), Limits()).game
    async with asyncio.timeout(60):
        live = await hub.live(game)
        while live.room.revision < 1:
            await asyncio.sleep(0.05)
    return hub


@pytest.mark.parametrize("command", [(), ONCE, DEAD, LIAR, BABBLER])
def test_a_game_goes_on_whatever_becomes_of_the_bot(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        bots = Bots(1, 20.0, command)
        hub = await until_it_has_answered(SqliteStore(tmp_path), bots, monkeypatch)
        await hub.stop()

    asyncio.run(play())


def test_a_slow_bot_is_answered_for_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        hub = await until_it_has_answered(store, Bots(1, 0.1, SLOW), monkeypatch)
        (live,) = hub._lives.values()
        first = live.room.game.at(0)
        assert first.default is not None
        words = live.room.game.record.lines[0].rest.partition(" | ")[0]
        ((noun, name),) = first.battle.nouns.json(first.default).items()
        assert words == f"{noun}:{name}"
        await hub.stop()

    asyncio.run(play())


def test_a_process_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.bot_jobs.START", 0.2)

    async def ask() -> None:
        bots = Bots(1, 0.1, SLOW)
        (desk,) = bots._desks
        assert await bots.answer("g", "", 0, "random", {}) is None
        assert desk.process is None
        assert await bots.answer("g", "", 0, "random", {}) is None
        await bots.close()

    asyncio.run(ask())


def test_a_bot_that_fails_says_why_and_its_process_lives_on() -> None:
    async def ask() -> None:
        bots = Bots(1, 60.0)
        (desk,) = bots._desks
        assert await bots.answer("g", "no header", 0, "random", {}) is None
        process = desk.process
        assert process is not None and process.returncode is None
        assert await bots.answer("g", "no header", 0, "random", {}) is None
        assert desk.process is process
        await bots.close()
        assert process.returncode is not None

    asyncio.run(ask())


def test_two_processes_do_not_answer_for_the_same_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        game = open_game(store, wish(AGAINST, GEMIONCOURT), Limits()).game
        assert store.lease(f"bot:{game}", "another process", 600)
        asked = asyncio.Event()
        hub = Hub(store, Settings("", workers=1), Bots(1, 5.0, DEAD))
        lease = store.lease

        def counted(job: str, holder: str, seconds: float) -> bool:
            assert hub.loop is not None
            hub.loop.call_soon_threadsafe(asked.set)
            return lease(job, holder, seconds)

        monkeypatch.setattr(store, "lease", counted)
        await hub.start()
        live = await hub.live(game)
        async with asyncio.timeout(60):
            await asked.wait()
        assert live.room.revision == 0
        store.release(f"bot:{game}", "another process")
        async with asyncio.timeout(60):
            while live.room.revision == 0:
                await asyncio.sleep(0.05)
        await hub.stop()

    asyncio.run(play())


def test_a_hint_is_an_option_and_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        hub = Hub(store, Settings("", workers=1))
        await hub.start()
        seats = {"french": {"kind": "human"}, "allied": {"kind": "bot", "bot": "random"}}
        opened = open_game(store, wish(seats, GEMIONCOURT), Limits())
        hint = await hub.hint(opened.game, opened.seats["french"])
        live = await hub.live(opened.game)
        texts = {o.action: o.text for o in live.room.game.view("french").question.options}
        assert hint.action in texts and hint.text == texts[hint.action]
        assert live.room.revision == 0
        with pytest.raises(Refusal) as caught:
            await hub.hint(opened.game, "")
        assert caught.value.kind == "not-yours"
        await hub.stop()

    asyncio.run(play())


def test_no_hints_against_people(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path)
        hub = Hub(store, Settings("", workers=1))
        await hub.start()
        seats = {"french": {"kind": "human"}, "allied": {"kind": "human"}}
        opened = open_game(store, wish(seats, GEMIONCOURT), Limits())
        with pytest.raises(Refusal) as caught:
            await hub.hint(opened.game, opened.seats["french"])
        assert caught.value.kind == "not-allowed"
        await hub.stop()

    asyncio.run(play())
