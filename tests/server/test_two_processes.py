"""Two server processes on one PostgreSQL: whoever is at the one hears of the other."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.seeded import HERE as SEEDED
from tests.server.postgres import PostgresServer

pytestmark = pytest.mark.slow

PATIENCE = 60.0  # seconds until anything must have happened
BATTLE = "shock/gemioncourt"
SIDES = ("french", "allied")
State = dict[str, Any]


class Server:
    """A server process on a shared database."""

    def __init__(self, database: str, folder: Path) -> None:
        self.port = 0  # any that is free; started again, the same
        self.database = database
        self.log = folder / f"{uuid4()}.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; `wait` says when it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, SEEDED, "serve", "--port", str(self.port)],
                env={**os.environ, "GROGNARD_DATABASE": self.database},
                stdout=subprocess.PIPE,
                stderr=log,
            )

    def wait(self) -> None:
        """Wait until it has told its address; who calls from then on is answered."""
        assert self.process is not None and self.process.stdout is not None
        told = self.process.stdout.readline().decode()
        if not told:
            raise RuntimeError(f"the server does not start: {self.log.read_text()[-2000:]}")
        self.port = urlsplit(told.split()[-1]).port or 0

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def open_game(self, **kinds: str) -> tuple[str, dict[str, str]]:
        """A new game: its id, and the secrets of the seats."""
        seats = {
            side: {"kind": kind, "bot": "random" if kind == "bot" else ""}
            for side, kind in kinds.items()
        }
        answer = httpx.post(
            f"{self.address}/api/games",
            json={"battle": BATTLE, "seats": seats},
            timeout=PATIENCE,
        )
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        return opened["game"], opened["seats"]

    def record(self, game: str, secret: str) -> list[str]:
        """The lines of a game's record."""
        answer = httpx.get(
            f"{self.address}/api/games/{game}/record",
            headers={"Authorization": f"Bearer {secret}"},
            timeout=PATIENCE,
        )
        assert answer.status_code == 200, answer.text
        return re.findall(r"^\d+ .*$", answer.text, re.MULTILINE)


class Client:
    """Somebody's socket at a server, and what he was told there."""

    def __init__(self, line: ClientConnection, secret: str) -> None:
        self.line = line
        self.state: State = {}
        self.seats: list[dict[str, Any]] = []
        self.told: dict[str, dict[str, Any]] = {}
        self.say(type="hello", seat=secret)
        self.hear(lambda: bool(self.state))

    def say(self, **word: Any) -> None:
        """Send a word."""
        self.line.send(json.dumps(word))

    def hear(self, enough: Callable[[], bool]) -> None:
        """Take in what is sent until it is enough."""
        while not enough():
            word = json.loads(self.line.recv(timeout=PATIENCE))
            if word["type"] == "state":
                self.state = word["state"]
                self.seats = word["state"]["seats"]
            elif word["type"] == "presence":
                self.seats = word["seats"]
            elif word["type"] in ("done", "refused"):
                self.told[word["key"]] = word

    def hear_until(self, revision: int) -> None:
        """Take in what is sent until a revision is known."""
        self.hear(lambda: bool(self.state["revision"] >= revision))

    @property
    def mine(self) -> bool:
        """Whether this one is to act."""
        return bool(self.state["question"]["mine"])

    def act(self, option: int = 0, key: str = "") -> str:
        """Answer the open question, or throw the dice, without waiting; the key of it."""
        key = key or str(uuid4())
        question, revision = self.state["question"], self.state["revision"]
        if question["kind"] == "roll":
            self.say(type="roll", key=key, revision=revision)
        else:
            options = question["options"]
            action = options[option % len(options)]["action"]
            self.say(type="answer", key=key, revision=revision, answer=action)
        return key

    def reply(self, key: str) -> dict[str, Any]:
        """What was told to a command."""
        self.hear(lambda: key in self.told)
        return self.told[key]


Pair = tuple[Server, Server]
Join = Callable[..., Client]


@pytest.fixture(scope="module")
def pair(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers on one database."""
    database = postgres.new_database("shared")
    folder = tmp_path_factory.mktemp("servers")
    one, two = Server(database, folder), Server(database, folder)
    try:
        one.start()
        two.start()
        one.wait()
        two.wait()
        yield one, two
    finally:
        for server in (one, two):
            if server.process is not None and server.process.poll() is None:
                server.kill(signal.SIGTERM)


@pytest.fixture
def join() -> Iterator[Join]:
    """Joins a game at a server, with the secret of a seat or as a spectator."""
    with ExitStack() as stack:

        def joined(server: Server, game: str, secret: str = "") -> Client:
            url = f"ws://127.0.0.1:{server.port}/api/games/{game}/socket"
            line = connect(url, max_size=None, open_timeout=PATIENCE, ping_timeout=PATIENCE)
            return Client(stack.enter_context(line), secret)

        yield joined


def test_players_at_two_processes_see_each_others_answers(pair: Pair, join: Join) -> None:
    game, seats = pair[0].open_game(french="human", allied="human")
    players = [join(server, game, seats[side]) for server, side in zip(pair, SIDES, strict=True)]
    watcher = join(pair[1], game)
    acted = [0, 0]
    for n in range(60):
        who = 0 if players[0].mine else 1
        done = players[who].reply(players[who].act(n))
        assert done["type"] == "done"
        acted[who] += 1
        for client in (*players, watcher):
            client.hear_until(done["revision"])
            assert client.state["revision"] == done["revision"]
        assert [player.mine for player in players].count(True) == 1
        if min(acted) >= 10:
            break
    assert min(acted) >= 10
    assert pair[0].record(game, seats["french"]) == pair[1].record(game, seats["french"])


def test_of_two_answers_at_once_one_counts(pair: Pair, join: Join) -> None:
    game, seats = pair[0].open_game(french="shared", allied="shared")
    hands = [join(server, game, seats["french"]) for server in pair]
    kept = 0
    for n in range(25):
        keys = [hand.act(n + at) for at, hand in enumerate(hands)]
        told = [hand.reply(key) for hand, key in zip(hands, keys, strict=True)]
        kinds = sorted(word["type"] for word in told)
        assert kinds == ["done", "refused"], told
        (refused,) = [word for word in told if word["type"] == "refused"]
        assert refused["error"]["kind"] == "stale"
        (done,) = [word for word in told if word["type"] == "done"]
        kept += 1
        for hand in hands:
            hand.hear_until(done["revision"])
    lines = [server.record(game, seats["french"]) for server in pair]
    assert lines[0] == lines[1]
    answers = [line for line in lines[0] if line.split()[1] in (*SIDES, "dice")]
    assert len(answers) == kept == 25


def test_a_deed_sent_to_both_is_done_once(pair: Pair, join: Join) -> None:
    game, seats = pair[0].open_game(french="shared", allied="shared")
    hands = [join(server, game, seats["french"]) for server in pair]
    for n in range(10):
        for hand in hands:
            hand.act(n, key=f"key {n}")
        told = [hand.reply(f"key {n}") for hand in hands]
        assert [word["type"] for word in told] == ["done", "done"]
        assert told[0]["revision"] == told[1]["revision"]
        for hand in hands:
            hand.hear_until(told[0]["revision"])
    answers = [ln for ln in pair[0].record(game, seats["french"]) if ln.split()[1] != "hash"]
    assert len(answers) == 10


def test_a_bot_answers_once_whoever_looks_on(pair: Pair, join: Join) -> None:
    game, seats = pair[1].open_game(french="human", allied="bot")
    hands = [join(server, game, seats["french"]) for server in pair]
    for n in range(12):
        hands[n % 2].hear(lambda hand=hands[n % 2]: hand.mine)  # type: ignore[misc]
        key = hands[n % 2].act(n)
        told = hands[n % 2].reply(key)
        assert told["type"] == "done", told
        hands[1 - n % 2].hear_until(told["revision"])
    for hand in hands:
        hand.hear(lambda hand=hand: hand.mine)  # type: ignore[misc]
    assert pair[0].record(game, seats["french"]) == pair[1].record(game, seats["french"])


def present(client: Client, side: str) -> bool:
    """Whether a client was told that a side's player is there."""
    return any(seat["side"] == side and seat["present"] for seat in client.seats)


def test_presence_is_known_at_the_other_process(pair: Pair, join: Join) -> None:
    one, two = pair
    game, seats = one.open_game(french="human", allied="human")
    join(one, game, seats["french"])
    allied = join(two, game, seats["allied"])
    allied.hear(lambda: present(allied, "french"))
    # One who is present at another process cannot be given away to a bot.
    allied.say(type="hand-over", key="away", side="french", bot="random")
    told = allied.reply("away")
    assert told["type"] == "refused" and told["error"]["kind"] == "not-yours"


def test_several_processes_stand_behind_one_address(pair: Pair) -> None:
    game, seats = pair[0].open_game(french="shared", allied="shared")
    with Balancer([server.port for server in pair]) as port:
        address = f"http://127.0.0.1:{port}/api/games/{game}"
        headers = {"Authorization": f"Bearer {seats['french']}"}
        for n in range(10):  # each request comes by a new connection, to the next process
            state = httpx.get(address, headers=headers, timeout=PATIENCE).json()
            question = state["question"]
            command: dict[str, Any] = {"type": "roll", "key": f"b {n}"}
            if question["kind"] == "choose":
                command |= {"type": "answer", "answer": question["options"][0]["action"]}
            command["revision"] = state["revision"]
            done = httpx.post(
                f"{address}/commands", json=command, headers=headers, timeout=PATIENCE
            )
            assert done.status_code == 200, done.text
            assert done.json()["revision"] == state["revision"] + 1
    assert pair[0].record(game, seats["french"]) == pair[1].record(game, seats["french"])


class Balancer:
    """A proxy that hands connections to several servers in turn, as any would."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.lines: list[Thread] = []
        self.listening = socket.create_server(("127.0.0.1", 0))

    def __enter__(self) -> int:
        self.accepting = Thread(target=self._accept)
        self.accepting.start()
        port: int = self.listening.getsockname()[1]
        return port

    def __exit__(self, *_: object) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        for thread in (self.accepting, *self.lines):
            thread.join(PATIENCE)

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self.listening.accept()
                port = self.ports[len(self.lines) % len(self.ports)]
                line = Thread(target=self._serve, args=(near, port))
                self.lines.append(line)
                line.start()

    def _serve(self, near: socket.socket, port: int) -> None:
        with near, socket.create_connection(("127.0.0.1", port)) as far:
            back = Thread(target=_pass_on, args=(far, near))
            back.start()
            _pass_on(near, far)
            back.join(PATIENCE)


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    """Pass on what comes until one end closes."""
    with suppress(OSError):
        while part := source.recv(65536):
            target.sendall(part)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def test_a_process_killed_costs_nobody_anything(pair: Pair, join: Join) -> None:
    one, two = pair
    game, seats = one.open_game(french="shared", allied="shared")
    hand, other = join(one, game, seats["french"]), join(two, game, seats["french"])
    for n in range(8):
        revision = hand.reply(hand.act(n))["revision"]
        hand.hear_until(revision)
    kept = one.record(game, seats["french"])
    one.kill()
    other.hear_until(revision)
    assert two.record(game, seats["french"]) == kept
    revision = other.reply(other.act())["revision"]
    one.start()
    one.wait()
    again = join(one, game, seats["french"])
    assert again.state["revision"] == revision
    assert one.record(game, seats["french"])[: len(kept)] == kept
    # And the one that came back is heard by the one that stayed.
    revision = again.reply(again.act())["revision"]
    other.hear_until(revision)
    assert other.state["revision"] == revision


def test_a_restart_of_the_database_is_lived_through(
    pair: Pair, join: Join, postgres: PostgresServer
) -> None:
    game, seats = pair[0].open_game(french="shared", allied="shared")
    hands = [join(server, game, seats["french"]) for server in pair]
    for turn in range(2):
        postgres.stop(signal.SIGQUIT)
        key = hands[turn].act()
        postgres.start()
        told = hands[turn].reply(key)
        assert told["type"] == "done", told
        for hand in hands:
            hand.hear_until(told["revision"])
            assert hand.state["revision"] == told["revision"]
