"""The guard at the limiter: names, origins, headers, sizes, rates and counts."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.server.middleware import HEADERS, address_of
from grognard.server.rate_limits import TokenBucket, TokenBuckets
from grognard.server.settings import Limits, Settings
from tests.server.running import HUMANS, Serving, serving

GEMIONCOURT = "shock/gemioncourt"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("games"), allow_hosts=("battles.example",)) as running:
        yield running


def asked(server: Serving, **headers: str) -> httpx.Response:
    """The list of battles, asked for with some headers."""
    with server.client(**headers) as client:
        return client.get("/api/bots")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("battles.example", 200),
        ("battles.example:8080", 200),
        ("[::1]:1815", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example:1815", 421),
        ("", 421),
    ],
)
def test_only_requests_to_its_own_names_are_answered(
    server: Serving, host: str, status: int
) -> None:
    answer = asked(server, host=host)
    assert answer.status_code == status
    if status == 421:
        assert answer.json()["kind"] == "malformed"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
def test_other_sites_are_refused(server: Serving, origin: str) -> None:
    assert asked(server, origin=origin).status_code == 403


def test_its_own_page_is_let_in(server: Serving) -> None:
    assert asked(server, origin=server.url).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/battles", "/nothing", "/static/nothing", "/api/x"])
def test_every_answer_carries_the_headers(server: Serving, path: str) -> None:
    answer = server.get(path)
    for name, value in HEADERS:
        assert answer.headers[name.decode()] == value.decode()
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy
    assert answer.headers["cache-control"] in ("no-store", "no-cache")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/games", b"x" * 2_100_000, 413),
        ("/api/games/g/commands", b'{"type":"say","key":"k","text":"' + b"x" * 20_000 + b'"}', 413),
        ("/api/games/g/commands", b"{", 400),
        ("/api/games/g/commands", b"[" * 10_000, 400),
        ("/api/games/g/commands", b'{"type":"say","key":"\xff","text":"x"}', 400),
        ("/api/games/g/commands", b'{"type":"kill","key":"k"}', 400),
        ("/api/games/g/commands", b'{"type":"say","key":"k","text":"x"}', 404),
        ("/api/games", b"[" * 100_000, 400),
        ("/api/games", b"", 400),
    ],
)
def test_bodies_too_large_or_malformed_are_refused(
    server: Serving, path: str, body: bytes, status: int
) -> None:
    with server.client() as client:
        answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert set(answer.json()) == {"kind", "message"}


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ({"battle": 3, "seats": {}}, "battle: Expected `str`, got `int`"),
        ({"seats": {"french": {"kind": "robot"}}}, ".kind: Invalid enum value 'robot'"),
        ({"seats": {}, "battel": "x"}, "unknown field `battel`"),
    ],
)
def test_what_of_a_body_is_malformed_is_told(
    server: Serving, body: dict[str, Any], what: str
) -> None:
    with server.client() as client:
        answer = client.post("/api/games", json=body)
        assert answer.status_code == 400
        told = answer.json()["message"]
        assert what in told
        described = client.get(re.search(r"/\S+\.json", told)[0])  # type: ignore[index]
    assert "NewGame" in described.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PUT", "/api/games", 405),
        ("DELETE", "/api/games/x", 405),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/games/x/at/-1", 400),
        ("GET", "/api/games/x/at/99999999999999999999", 400),
        ("GET", "/api/games/x/at/one", 404),
        ("GET", "/api/games/" + "x" * 500, 400),
        ("GET", "/api/games/%00", 404),
    ],
)
def test_what_is_not_there_is_refused_in_words(
    server: Serving, method: str, path: str, status: int
) -> None:
    with server.client() as client:
        answer = client.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()) == {"kind", "message"}


def test_a_wrong_or_odd_secret_is_refused_and_not_repeated(server: Serving) -> None:
    game = server.open(GEMIONCOURT, HUMANS)["game"]
    for authorization in ("Bearer wrong-secret", "Basic wrong-secret", "wrong-secret"):
        with server.client(authorization=authorization) as client:
            answer = client.get(f"/api/games/{game}")
        assert answer.status_code in (400, 403) and "wrong-secret" not in answer.text


def test_no_secret_is_ever_logged(
    server: Serving, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    opened = server.open(GEMIONCOURT, HUMANS)
    for side, secret in opened["seats"].items():
        server.state(opened["game"], secret)
        server.do(opened["game"], secret, "say", text=f"hello from {side}")
    out, err = capfd.readouterr()
    for secret in opened["seats"].values():
        assert secret not in caplog.text and secret not in out and secret not in err


def test_too_many_requests_of_one_address_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(requests=0.001, request_burst=3)) as server:
        codes = [server.get("/api/bots").status_code for _ in range(5)]
        assert codes == [200, 200, 200, 429, 429]


def test_too_many_games_of_one_address_are_refused(tmp_path: Path) -> None:
    wanted = {"battle": GEMIONCOURT, "seats": HUMANS}
    with serving(tmp_path, Limits(games_an_hour=2)) as server:
        codes = [server.post("/api/games", wanted).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
    with serving(tmp_path, Limits(games=2)) as server:
        answer = server.post("/api/games", wanted)
        assert answer.status_code == 429 and "this server is full" in answer.json()["message"]


def test_games_that_nobody_looks_at_are_let_go_of_and_come_back(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(loaded=2)) as server:
        games = [server.open(GEMIONCOURT, HUMANS)["game"] for _ in range(4)]
        for game in (*games, *games):
            assert server.state(game)["revision"] == 0


def test_an_allowance_fills_up_with_time() -> None:
    bucket = TokenBucket(10.0, 2)
    assert [bucket.take(), bucket.take(), bucket.take()] == [True, True, False]
    bucket.at -= 0.11  # as if so many seconds had gone by
    assert [bucket.take(), bucket.take()] == [True, False]


def test_each_address_has_its_own_allowance() -> None:
    buckets = TokenBuckets(0.0, 1)
    assert [buckets.take("a"), buckets.take("b"), buckets.take("a")] == [True, True, False]


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_of_an_address_of_the_new_kind_the_net_counts(client: str, address: str) -> None:
    assert address_of({"client": (client, 1)}) == address  # type: ignore[arg-type]


def test_it_listens_on_this_machine_alone_unless_told_otherwise() -> None:
    settings = Settings("games")
    assert settings.host == "127.0.0.1"
    assert settings.hosts == {"127.0.0.1", "localhost", "[::1]"}
    assert "0.0.0.0" not in Settings("games", host="0.0.0.0").hosts
    assert "[fe80::1]" in Settings("games", host="fe80::1").hosts
