"""Hostile clients at a real server: whatever they send is refused, and the game is unharmed."""

import asyncio
import hashlib
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from grognard.server.settings import Limits
from tests.server.running import PATIENCE, Player, Serving, serving

HIDDEN = "locales/mcphersons-ridge"
SIDES = {"union": {"kind": "human"}, "confederate": {"kind": "human"}}
LONG_AGO = 10_000_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    limits = Limits(requests=1000.0, request_burst=100_000)
    with serving(tmp_path_factory.mktemp("games"), limits) as running:
        yield running


class Siege:
    """A game in its course that others try to harm."""

    def __init__(self, server: Serving, answers: int = 11) -> None:
        self.server = server
        opened = server.open(HIDDEN, SIDES)
        self.game: str = opened["game"]
        self.seats: dict[str, str] = opened["seats"]
        for _ in range(answers):
            self.go_on()
        # After the deal, the six cards drawn and one played, Confederate gives field commands.
        self.due, self.other = "confederate", "union"

    def go_on(self) -> None:
        """Whoever is to act does the first thing he may."""
        for secret in self.seats.values():
            state = self.server.state(self.game, secret)
            question = state["question"]
            if question["mine"]:
                command: dict[str, Any] = {"type": "roll", "revision": state["revision"]}
                if question["kind"] == "choose":
                    command |= {"type": "answer", "answer": question["options"][0]["action"]}
                assert self.server.do(self.game, secret, **command).status_code == 200
                return

    def secret(self, who: str) -> str:
        """The secret of one who sends something."""
        named = {"due": self.due, "other": self.other}
        return self.seats.get(named.get(who, ""), "" if who == "spectator" else who)

    def state(self, who: str = "due") -> dict[str, Any]:
        return self.server.state(self.game, self.secret(who))

    def digest(self) -> str:
        """The revision, and the record as everybody may read it, as one number."""
        texts = [str(self.state()["revision"])]
        for who in ("due", "other", "spectator"):
            texts.append(self.server.get(f"/api/games/{self.game}/record", self.secret(who)).text)
        return hashlib.sha256("\n".join(texts).encode()).hexdigest()

    @contextmanager
    def unharmed(self) -> Iterator[None]:
        """Whatever is done inside changes nothing, and the game can still be played."""
        before = self.digest()
        yield
        assert self.digest() == before
        assert self.state()["question"]["mine"]


@pytest.fixture(scope="module")
def siege(server: Serving) -> Siege:
    return Siege(server)


# -- commands that are refused ------------------------------------------------------------------

ANSWER = {"type": "answer", "key": "k", "answer": 0}


DEEDS: list[tuple[str, dict[str, Any], str]] = [
    ("other", ANSWER, "not-yours"),
    ("other", ANSWER | {"answer": "done"}, "not-yours"),
    ("other", ANSWER | {"answer": "no such words"}, "not-yours"),
    ("spectator", ANSWER, "not-yours"),
    ("due", ANSWER | {"answer": -1}, "not-allowed"),
    ("due", ANSWER | {"answer": 1}, "not-allowed"),
    ("due", ANSWER | {"answer": 2**62}, "not-allowed"),
    ("due", ANSWER | {"answer": "charge the moon"}, "not-allowed"),
    ("due", ANSWER | {"answer": ""}, "not-allowed"),
    ("due", ANSWER | {"answer": "\x00\x1b[31m\u202e"}, "not-allowed"),
    ("due", ANSWER | {"answer": "x" * 401}, "malformed"),
    ("due", ANSWER | {"answer": 2**200}, "not-allowed"),
    ("due", ANSWER | {"answer": 1.5}, "malformed"),
    ("due", ANSWER | {"answer": None}, "malformed"),
    ("due", ANSWER | {"answer": True}, "malformed"),
    ("due", ANSWER | {"answer": [["done"]]}, "malformed"),
    ("due", ANSWER | {"side": "union"}, "malformed"),
    ("due", ANSWER | {"key": ""}, "malformed"),
    ("due", ANSWER | {"key": "k" * 81}, "malformed"),
    ("due", ANSWER | {"key": "a\nb"}, "malformed"),
    ("due", ANSWER | {"revision": 0}, "stale"),
    ("due", ANSWER | {"revision": -1}, "stale"),
    ("due", ANSWER | {"revision": LONG_AGO}, "stale"),
    ("due", {"type": "roll", "key": "k"}, "not-allowed"),
    ("due", {"type": "roll", "key": "k", "faces": [6, 6]}, "not-allowed"),
    ("other", {"type": "roll", "key": "k"}, "not-yours"),
    ("spectator", {"type": "undo", "key": "k"}, "not-yours"),
    ("other", {"type": "consent", "key": "k", "id": 1, "yes": True}, "stale"),
    ("other", {"type": "resign", "key": "k", "side": "confederate"}, "not-yours"),
    ("other", {"type": "resign", "key": "k", "side": "prussian"}, "not-yours"),
    ("spectator", {"type": "resign", "key": "k", "side": "union"}, "not-yours"),
    (
        "other",
        {"type": "hand-over", "key": "k", "side": "confederate", "bot": "random"},
        "not-yours",
    ),
    ("due", {"type": "hand-over", "key": "k", "side": "confederate", "bot": "no"}, "malformed"),
    ("due", {"type": "umpire", "key": "k", "reason": " ", "answer": 0}, "malformed"),
    ("due", {"type": "umpire", "key": "k", "reason": "why"}, "malformed"),
    ("due", {"type": "say", "key": "k", "text": " \n "}, "malformed"),
    ("spectator", {"type": "say", "key": "k", "text": "hear me"}, "not-yours"),
    ("spectator", {"type": "rename", "key": "k", "name": "me"}, "not-yours"),
    ("due", {"type": "delete", "key": "k"}, "malformed"),
    ("due", {"key": "k"}, "malformed"),
]


def due_now(command: dict[str, Any], revision: int) -> dict[str, Any]:
    """A command with the present revision, where it needs one and has none of its own."""
    needs = command.get("type") in ("answer", "roll", "undo")
    return {"revision": revision, **command} if needs else command


def test_what_is_not_ones_to_do_is_refused_by_request(siege: Siege) -> None:
    path, revision = f"/api/games/{siege.game}/commands", siege.state()["revision"]
    with siege.unharmed():
        for who, command, kind in DEEDS:
            answer = siege.server.post(path, due_now(command, revision), siege.secret(who))
            assert 400 <= answer.status_code < 500, (who, command)
            assert answer.json()["kind"] == kind, (who, command, answer.text)
            assert not any(secret in answer.text for secret in siege.seats.values())


def test_what_is_not_ones_to_do_is_refused_by_socket(siege: Siege) -> None:
    async def send(who: str) -> None:
        for at in range(0, len(DEEDS), 12):  # after many offences a socket is closed
            async with Player(siege.server.url, siege.game, siege.secret(who)) as player:
                await player.until("state")
                for _, command, kind in [each for each in DEEDS[at : at + 12] if each[0] == who]:
                    await player.say(**due_now(command, player.state["revision"]))
                    fault = (await player.until("refused"))["error"]
                    assert fault["kind"] == kind, (who, command, fault)

    with siege.unharmed():
        for who in ("due", "other", "spectator"):
            asyncio.run(send(who))


def test_a_secret_fits_its_own_seat_of_its_own_game_alone(server: Serving, siege: Siege) -> None:
    elsewhere = server.open(HIDDEN, SIDES)["seats"]
    wrong = [
        *elsewhere.values(),
        siege.seats["union"][:-1],
        siege.seats["union"] + "A",
        siege.seats["union"].swapcase(),
        siege.seats["union"] + "\t" + siege.seats["confederate"],
        siege.game,
        "union",
        "' or '1'='1",
    ]
    with siege.unharmed():
        for secret in wrong:
            assert server.get(f"/api/games/{siege.game}", secret).status_code == 403
            answer = server.do(siege.game, secret, "resign", side="union")
            assert answer.status_code == 403 and answer.json()["kind"] == "not-yours"


# -- commands that come more than once ----------------------------------------------------------


def test_a_deed_sent_many_times_at_once_is_done_once(server: Serving) -> None:
    siege = Siege(server)
    state = siege.state()
    command = {"type": "answer", "key": "again", "revision": state["revision"], "answer": "done"}
    with ThreadPoolExecutor(8) as threads:
        path = f"/api/games/{siege.game}/commands"
        sent = [threads.submit(server.post, path, command, siege.secret("due")) for _ in range(24)]
        answers = [each.result() for each in sent]
    done = {"type": "done", "key": "again", "revision": state["revision"] + 1, "asked": False}
    assert [answer.json() for answer in answers] == [done] * 24
    assert siege.state()["line"] == state["line"] + 1
    # The key is used up: nothing else is done in its name.
    other = server.do(siege.game, siege.secret("due"), "resign", key="again", side="confederate")
    assert other.json() == done
    assert siege.state()["result"] is None
    # And it is a key of this seat alone.
    theirs = server.do(siege.game, siege.secret("other"), "say", key="again", text="mine")
    assert theirs.json()["revision"] == state["revision"] + 2


def test_of_many_answers_to_one_question_one_counts(server: Serving) -> None:
    siege = Siege(server)
    state = siege.state()
    actions = [option["action"] for option in state["question"]["options"]]
    with ThreadPoolExecutor(8) as threads:
        sent = [
            threads.submit(
                lambda action: server.do(
                    *(siege.game, siege.secret("due"), "answer"),
                    revision=state["revision"],
                    answer=action,
                ),
                action,
            )
            for action in actions
        ]
        codes = sorted(each.result().status_code for each in sent)
    assert codes == [200] + [409] * (len(actions) - 1)
    assert siege.state()["line"] == state["line"] + 1


# -- bytes that are no commands -----------------------------------------------------------------


def _raw(server: Serving, content: bytes) -> bytes:
    """What the server says to bytes on a bare connection, until it closes it."""
    host, port = server.url.removeprefix("http://").split(":")
    heard = b""
    with (
        socket.create_connection((host, int(port)), timeout=PATIENCE) as line,
        suppress(ConnectionError),
    ):
        line.sendall(content)
        while part := line.recv(65536):
            heard += part
    return heard


HEAD = b"Host: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"


CRAFTED: list[tuple[bytes, set[int]]] = [
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)), {400}),
    (b"GET / HTTP/9.9\r\n\r\n", {400, 421, 505}),
    (b"\x00" * 5000 + b"\r\n\r\n", {400}),
    (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", {400, 421}),
    (b"GET /api/bots HTTP/1.1\r\nHost: evil.example\r\n" + HEAD + b"\r\n", {400, 421}),
    (b"GET / HTTP/1.1\r\n" + HEAD + b"X: " + b"x" * 300_000 + b"\r\n\r\n", {400, 431}),
    (b"GET /static/../../../etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n", {404}),
    (b"GET /static/%2e%2e/%2e%2e/app.py HTTP/1.1\r\n" + HEAD + b"\r\n", {404}),
    (b"GET /static/..%5c..%5capp.py HTTP/1.1\r\n" + HEAD + b"\r\n", {404}),
    (b"GET /static//etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n", {404}),
    (
        b"POST /api/games HTTP/1.1\r\n" + HEAD + b"Content-Length: 99999999999\r\n\r\n{}",
        {413},
    ),
    (b"POST /api/games HTTP/1.1\r\n" + HEAD + b"Content-Length: -5\r\n\r\n{}", {400}),
]


def test_broken_and_crafted_requests_get_nothing(server: Serving, siege: Siege) -> None:
    with siege.unharmed():
        for content, codes in CRAFTED:
            heard = _raw(server, content)
            if heard:  # or the line was cut without a word
                assert int(heard.split()[1]) in codes, content[:80]
            assert b"Traceback" not in heard and b"root:" not in heard and b"import " not in heard


def test_a_body_that_never_says_how_long_it_is_is_cut_off(server: Serving, siege: Siege) -> None:
    def endless() -> Iterator[bytes]:
        yield b'{"type":"say","key":"k","text":"'
        for _ in range(64):
            yield b"x" * 1024
        yield b'"}'

    with siege.unharmed(), server.client(siege.secret("due")) as client:
        path = f"/api/games/{siege.game}/commands"
        answer = client.post(path, content=endless(), headers={"content-type": "application/json"})
        assert answer.status_code == 413 and answer.json()["kind"] == "too-much"


def test_a_socket_takes_no_bytes_and_nothing_huge(server: Serving, siege: Siege) -> None:
    command = {"type": "resign", "key": "k", "side": siege.due}

    async def call() -> None:
        async with Player(server.url, siege.game, siege.secret("due")) as player:
            await player.until("state")
            await player.ws.send(json.dumps(command).encode())  # as bytes, not as text
            assert (await player.until("refused"))["error"]["kind"] == "malformed"
            await player.ws.send(b"\xff\xfe\x00" * 100)
            assert (await player.until("refused"))["error"]["kind"] == "malformed"
            await player.ws.send(json.dumps(command) + " " * 200_000)
            with pytest.raises(ConnectionClosed) as closed:
                await player.until("done")
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
        async with connect(player.address) as ws:
            await ws.send(json.dumps({"type": "hello", "seat": siege.secret("due")}).encode())
            assert json.loads(await ws.recv())["error"]["kind"] == "malformed"

    with siege.unharmed():
        asyncio.run(call())


# -- floods --------------------------------------------------------------------------------------


def test_a_flood_of_requests_is_turned_away_and_the_players_play_on(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(requests=0.1, request_burst=80)) as server:
        siege = Siege(server)
        state = siege.state()

        def flood() -> list[int]:
            with server.client() as client:
                return [client.get(f"/api/games/{siege.game}").status_code for _ in range(100)]

        async def play() -> dict[str, Any]:
            async with Player(server.url, siege.game, siege.secret("due")) as player:
                await player.until("state")
                flooding = asyncio.gather(*(asyncio.to_thread(flood) for _ in range(3)))
                done = await player.answer()
                codes = [code for part in await flooding for code in part]
                assert set(codes) == {200, 429} and codes.count(429) > 100
                return done

        assert asyncio.run(play())["revision"] == state["revision"] + 1


def test_lines_held_open_in_silence_stop_nobody(server: Serving, siege: Siege) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    lines = [socket.create_connection((host, int(port)), timeout=PATIENCE) for _ in range(60)]
    try:
        for line in lines:
            line.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Le")
        with siege.unharmed():
            assert server.get("/api/bots").status_code == 200
    finally:
        for line in lines:
            line.close()


# -- the names of the server ---------------------------------------------------------------------


def test_no_other_site_can_play_even_with_the_secret(server: Serving, siege: Siege) -> None:
    tries: list[tuple[dict[str, str], int]] = [
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example", "origin": "http://evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost.evil.example"}, 403),
    ]
    command = {"type": "resign", "key": "k", "side": siege.due}
    with siege.unharmed():
        for headers, status in tries:
            with server.client(siege.secret("due"), **headers) as client:
                answer = client.post(f"/api/games/{siege.game}/commands", json=command)
            assert answer.status_code == status, headers
            assert "access-control-allow-origin" not in answer.headers


def test_words_of_players_come_back_as_words(server: Serving) -> None:
    attack = '<script>alert(1)</script>\r\n9 confederate verb:done #00000000\x1b[2J\u202e&"'
    named = {side: {"kind": "human", "name": attack} for side in SIDES}
    opened = server.open(HIDDEN, named)
    game, union = opened["game"], opened["seats"]["union"]
    assert server.do(game, union, "say", text=attack).status_code == 200
    assert server.do(game, union, "rename", name=attack).status_code == 200
    answer = server.get(f"/api/games/{game}/record", union)
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["x-content-type-options"] == "nosniff"
    lines = answer.text.splitlines()
    assert not any(line.startswith("9 ") for line in lines)
    assert all(line.isprintable() for line in lines)
    state = server.get(f"/api/games/{game}", union)
    assert state.headers["content-type"].startswith("application/json")
    said = state.json()["messages"][-1]["text"]
    assert said.startswith("<script>alert(1)</script>") and said.isprintable()
    assert all(seat["name"].isprintable() for seat in state.json()["seats"])
