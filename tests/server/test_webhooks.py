"""Webhooks: sent when a turn comes, to public addresses only, with nothing that is secret."""

import asyncio
import json
from pathlib import Path

import pytest

from grognard.server import requests, webhooks
from grognard.server.bot_pool import BotPool
from grognard.server.games import Games
from grognard.server.new_game import open_game
from grognard.server.seats import Viewer
from grognard.server.settings import Limits, Settings
from grognard.server.sqlite_store import SqliteStore
from grognard.server.webhooks import WebhookRefused, is_public, resolve, send
from tests.server.given import wanted

SEATS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.8.8.8", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
        *("0.0.0.0", "100.64.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "nonsense"),
    ],
)
def test_private_addresses_are_not_public_however_written(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "0x7f000001", "2130706433", "0"])
def test_names_that_lead_home_are_refused(host: str) -> None:
    with pytest.raises(WebhookRefused):
        asyncio.run(resolve(host, 80))


class Listener:
    """A place that answers, and keeps what it was sent."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.heard: list[bytes] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
        self.heard.append(head + await reader.readexactly(length))
        writer.write(self.answer)
        await writer.drain()
        writer.close()


async def here(host: str, port: int) -> str:
    """Wherever the word is sent to, it comes here."""
    return "127.0.0.1"


def test_a_word_is_posted_as_json_and_a_redirect_is_not_followed() -> None:
    async def play() -> tuple[int, list[bytes]]:
        listener = Listener(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n")
        server = await asyncio.start_server(listener, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        status = await send(f"http://example.org:{port}/hook?a=b c", {"text": "é"}, here)
        server.close()
        return status, listener.heard

    status, heard = asyncio.run(play())
    assert status == 302 and len(heard) == 1
    head, _, body = heard[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /hook?a=b%20c HTTP/1.1\r\nHost: example.org:")
    assert json.loads(body) == {"text": "é"}


def test_one_who_does_not_answer_is_waited_for_no_longer_than_allowed() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def play() -> None:
        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(TimeoutError):
            await send(f"http://example.org:{port}/", {}, here, seconds=0.2)
        server.close()

    asyncio.run(play())


def test_word_is_sent_when_the_turn_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, object]] = []

    async def record(address: str, content: object) -> int:
        sent.append((address, content))
        return 200

    monkeypatch.setattr(webhooks, "send", record)

    async def play() -> str:
        store = SqliteStore(tmp_path)
        games = Games(store, Settings("", workers=1), BotPool(1, 5.0))
        await games.start()
        hook = "https://example.org/hook"
        game = open_game(store, wanted(SEATS, "shock/gemioncourt", webhook=hook), Limits()).game
        live = await games.live(game)
        assert sent == []
        await games.carry_out(live, Viewer(("allied",)), requests.Resign("k", "allied"))
        async with asyncio.timeout(60):
            while not sent:
                await asyncio.sleep(0.01)
        await games.stop()
        return game

    game = asyncio.run(play())
    text = "Gémioncourt: the battle is over."
    content = {"game": game, "side": None, "text": text, "content": text}
    assert sent == [("https://example.org/hook", content)]
