"""Sockets: commands in, states out, presence, reconnecting, and clients that misbehave."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from grognard.server.settings import Limits
from tests.server.running import HUMANS, Player, Serving, serving

GEMIONCOURT = "shock/gemioncourt"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


def test_two_players_and_a_spectator_see_every_answer(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, seats = opened["game"], opened["seats"]

    async def play() -> None:
        async with (
            Player(server.url, game, seats["french"]) as french,
            Player(server.url, game, seats["allied"]) as allied,
            Player(server.url, game) as watcher,
        ):
            for each in (french, allied, watcher):
                await each.until("state")
            for turn in range(1, 31):
                mover = french if french.state["question"]["mine"] else allied
                done = await mover.answer(turn)
                assert (done["type"], done["revision"]) == ("done", turn)
                for each in (french, allied, watcher):
                    state = await each.reach(turn)
                    assert state["revision"] == turn
            assert french.state["scene"] == watcher.state["scene"]
            assert watcher.state["question"]["options"] == []

    asyncio.run(play())
    assert server.state(game)["revision"] == 30


def test_only_the_news_of_the_log_is_sent(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, seats = opened["game"], opened["seats"]

    async def play() -> list[str]:
        log: list[str] = []

        def take(player: Player) -> None:
            part = player.state["log"]
            assert part["start"] <= len(log)
            log[part["start"] :] = [entry["text"] for entry in part["entries"]]

        async with (
            Player(server.url, game, seats["french"]) as french,
            Player(server.url, game, seats["allied"]) as allied,
        ):
            await allied.until("state")
            await french.until("state")
            take(french)
            for turn in range(1, 25):
                mover = french if french.state["question"]["mine"] else allied
                await mover.answer(turn)
                for each in (french, allied):
                    await each.reach(turn)
                take(french)
            assert french.state["log"]["start"] > 0
        return log

    log = asyncio.run(play())
    entries = server.state(game, seats["french"])["log"]["entries"]
    assert log == [entry["text"] for entry in entries]


def test_presence_is_told(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, seats = opened["game"], opened["seats"]

    def there(word: dict) -> list[bool]:  # type: ignore[type-arg]
        return [seat["present"] for seat in word["seats"]]

    async def meet() -> None:
        async with Player(server.url, game, seats["french"]) as french:
            while there(await french.until("presence")) != [True, False]:
                pass
            async with Player(server.url, game, seats["allied"]):
                while there(await french.until("presence")) != [True, True]:
                    pass
            while there(await french.until("presence")) != [True, False]:
                pass

    asyncio.run(meet())


def test_a_deed_sent_again_after_a_broken_line_is_done_once(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, french = opened["game"], opened["seats"]["french"]

    async def play() -> None:
        async with Player(server.url, game, french) as one:
            await one.until("state")
            action = one.state["question"]["options"][0]["action"]
            command = {"type": "answer", "key": "same", "revision": 0, "answer": action}
            await one.say(**command)
            first = await one.until("done")
        async with Player(server.url, game, french) as again:
            await again.until("state")
            await again.say(**command)
            assert await again.until("done") == first

    asyncio.run(play())
    assert server.state(game)["revision"] == 1


def test_a_stale_deed_gets_the_present_state(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, french = opened["game"], opened["seats"]["french"]

    async def play() -> None:
        async with Player(server.url, game, french) as player:
            await player.until("state")
            await player.say(type="answer", key="k", revision=7, answer=0)
            refused = await player.until("refused")
            assert (refused["key"], refused["error"]["kind"]) == ("k", "stale")
            assert (await player.until("state"))["state"]["revision"] == 0
            await player.say(type="ping")
            assert await player.until("pong") == {"type": "pong"}

    asyncio.run(play())


@pytest.mark.parametrize(
    ("game", "word", "kind"),
    [
        ("missing", {"type": "hello"}, "unknown"),
        ("here", {"type": "hello", "seat": "wrong"}, "not-yours"),
        ("here", {"type": "hello", "seat": "x" * 5000}, "not-yours"),
        ("here", {"type": "ping"}, "malformed"),
        ("here", {"type": "hello", "more": 1}, "malformed"),
        ("here", ["hello"], "malformed"),
    ],
)
def test_who_does_not_introduce_himself_is_told_why_and_shut_out(
    server: Serving, game: str, word: object, kind: str
) -> None:
    name = server.open(GEMIONCOURT, HUMANS)["game"] if game == "here" else game

    async def call() -> None:
        address = f"{server.url.replace('http', 'ws', 1)}/api/games/{name}/socket"
        async with connect(address) as ws:
            await ws.send(json.dumps(word))
            refused = json.loads(await ws.recv())
            assert refused["type"] == "refused" and refused["error"]["kind"] == kind
            with pytest.raises(ConnectionClosed):
                await ws.recv()

    asyncio.run(call())


def test_nonsense_is_refused_and_in_the_end_shut_out(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, french = opened["game"], opened["seats"]["french"]
    nonsense = ["{", "[" * 9000, "null", '{"type":"say","key":3}', "x" * 20_000, '{"type":1}']

    async def play() -> None:
        async with Player(server.url, game, french) as player:
            await player.until("state")
            for text in nonsense:
                await player.ws.send(text)
                assert (await player.until("refused"))["error"]["kind"] == "malformed"
            await player.answer()
            for _ in range(20):
                await player.ws.send("{")
            while (await player.until("refused"))["error"]["kind"] != "too-much":
                pass
            with pytest.raises(ConnectionClosed):
                await player.hear()

    asyncio.run(play())
    assert server.state(game)["revision"] == 1


def test_a_flood_of_words_is_slowed_down_and_hurts_nobody_else(tmp_path: Path) -> None:
    limits = Limits(message_rate=50.0, message_burst=5)
    with serving(tmp_path, limits) as server:
        opened = server.open(GEMIONCOURT, HUMANS)
        game, seats = opened["game"], opened["seats"]

        async def play() -> int:
            async with (
                Player(server.url, game, seats["allied"]) as flooder,
                Player(server.url, game, seats["french"]) as french,
            ):
                await flooder.until("state")
                await french.until("state")
                command = {"type": "answer", "key": "k", "revision": 0, "answer": 0}
                for _ in range(200):
                    await flooder.say(**command)
                done = await french.answer()
                assert done["type"] == "done"
                heard = [word["type"] for word in flooder.heard]
                return heard.count("refused")

        assert asyncio.run(play()) < 200
        assert server.state(game)["revision"] == 1


def test_too_many_sockets_of_one_address_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(sockets=2)) as server:
        game = server.open(GEMIONCOURT, HUMANS)["game"]

        async def crowd() -> None:
            async with Player(server.url, game) as one, Player(server.url, game) as two:
                await one.until("state")
                await two.until("state")
                async with connect(one.address) as three:
                    refused = json.loads(await three.recv())
                    assert refused["error"]["kind"] == "too-much"
            async with Player(server.url, game) as later:
                await later.until("state")

        asyncio.run(crowd())


def test_another_sites_page_cannot_open_a_socket(server: Serving) -> None:
    game = server.open(GEMIONCOURT, HUMANS)["game"]

    async def call() -> None:
        address = f"{server.url.replace('http', 'ws', 1)}/api/games/{game}/socket"
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, origin="https://evil.example")  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403

    asyncio.run(call())


def test_a_server_that_stops_tells_its_clients_to_come_again(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.open(GEMIONCOURT, HUMANS)

        async def stay() -> int:
            async with Player(server.url, opened["game"], opened["seats"]["french"]) as player:
                await player.until("state")
                await player.answer()
                server.server.should_exit = True
                try:
                    while True:
                        await player.hear()
                except ConnectionClosed as closed:
                    return closed.rcvd.code if closed.rcvd else 0

        assert asyncio.run(stay()) == 1012
    with serving(tmp_path) as server:  # nothing acknowledged is lost
        assert server.state(opened["game"], opened["seats"]["french"])["revision"] == 1
