"""Notices to those who are away: a real mail server, and a push service that can read them."""

import asyncio
import base64
import hmac
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from grognard.server import delivery, webhooks
from grognard.server.mail import is_address
from tests.server.running import HUMANS, PATIENCE, Serving, serving

BATTLE = "shock/gemioncourt"
KEY = "n" * 26


class Postman:
    """Takes mail, unless it is told to refuse it."""

    def __init__(self) -> None:
        self.mail: list[tuple[list[str], str, str]] = []  # recipients, subject, text
        self.answer = "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take a message."""
        if self.answer.startswith("250"):
            found = message_from_bytes(envelope.original_content or b"", policy=policy.default)
            text = found.get_content()
            self.mail.append((envelope.rcpt_tos, str(found["Subject"]), text))
        return self.answer


@pytest.fixture
def postman() -> Iterator[tuple[Postman, str]]:
    """A mail server, and its address."""
    postman, loop = Postman(), asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    listening = asyncio.run_coroutine_threadsafe(
        loop.create_server(lambda: SMTP(postman, loop=loop), "127.0.0.1", 0), loop
    ).result(PATIENCE)
    yield postman, f"smtp://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    loop.call_soon_threadsafe(listening.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(PATIENCE)
    loop.close()


def until(what: Any) -> Any:
    """Wait until something is there; the thing."""
    end = monotonic() + PATIENCE
    while not (found := what()):
        assert monotonic() < end, "it did not come"
        sleep(0.02)
    return found


@contextmanager
def told_by_mail(folder: Path, postman: tuple[Postman, str], **more: Any) -> Iterator[Serving]:
    """A server that sends mail, and a player with a confirmed address."""
    post, where = postman
    settings = {"smtp": where, "mail_from": "server@example.org", "notice_delay": 0.0, **more}
    with serving(folder, public_url="https://battles.example.org", **settings) as server:
        asked = server.post("/api/me/email", {"email": "ney@example.org"}, KEY)
        assert asked.status_code == 200, asked.text
        assert asked.json()["email"] == "" and asked.json()["unconfirmed"] == "ney@example.org"
        to, subject, _ = post.mail.pop()
        assert to == ["ney@example.org"]
        code = subject.split()[-1]
        wrong = server.post("/api/me/email/confirm", {"code": "wrong"}, KEY)
        assert wrong.status_code == 422
        right = server.post("/api/me/email/confirm", {"code": code}, KEY)
        assert right.json()["email"] == "ney@example.org"
        yield server


def joined(server: Serving, side: str = "allied", **more: Any) -> tuple[str, dict[str, str]]:
    """A game in which the player with the key has a seat and is away."""
    opened = server.open(BATTLE, HUMANS, **more)
    claim = {"seat": opened["seats"][side]}
    claimed = server.post(f"/api/games/{opened['game']}/claim", claim, KEY)
    assert claimed.status_code == 200, claimed.text
    return opened["game"], opened["seats"]


def pass_turn(server: Serving, game: str, secret: str) -> None:
    """Answer, so that the turn passes."""
    revision = server.state(game)["revision"]
    done = server.do(game, secret, "answer", revision=revision, answer="done")
    assert done.status_code == 200, done.text


def test_who_is_away_gets_mail_when_the_turn_comes(
    tmp_path: Path, postman: tuple[Postman, str]
) -> None:
    post = postman[0]
    with told_by_mail(tmp_path, postman) as server:
        game, secrets = joined(server)
        pass_turn(server, game, secrets["french"])
        to, subject, text = until(lambda: post.mail)[0]
        assert to == ["ney@example.org"]
        assert subject.startswith("Gémioncourt: it is your turn (Allied; ")
        assert f"https://battles.example.org/#/game/{game}" in text.split()
        assert not any(secret in text for secret in (*secrets.values(), KEY))
        # A game of which one wants to hear nothing is left out; the end of the other is told.
        quiet, silent = joined(server)
        server.post(f"/api/games/{quiet}/notices", {"told": False}, KEY)
        pass_turn(server, quiet, silent["french"])
        server.do(game, secrets["french"], "resign", side="french")
        until(lambda: len(post.mail) > 1)
        assert [subject for _, subject, _ in post.mail[1:]] == ["Gémioncourt: the battle is over."]


def test_mail_that_is_refused_is_tried_again_and_the_failure_shown(
    tmp_path: Path, postman: tuple[Postman, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    post = postman[0]
    monkeypatch.setattr(delivery, "PAUSES", (0.05,) * 100)
    with told_by_mail(tmp_path, postman) as server:
        post.answer = "451 try again later"
        game, secrets = joined(server)
        pass_turn(server, game, secrets["french"])
        failures = until(lambda: server.get("/api/me", KEY).json()["failures"])
        assert "status 451" in failures["email"]
        post.answer = "250 OK"
        assert len(until(lambda: post.mail)) == 1
        until(lambda: not server.get("/api/me", KEY).json()["failures"])


def test_mail_that_is_refused_for_ever_is_given_up(
    tmp_path: Path, postman: tuple[Postman, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    post = postman[0]
    monkeypatch.setattr(delivery, "PAUSES", (0.01, 0.01))
    with told_by_mail(tmp_path, postman) as server:
        post.answer = "550 no such user"
        game, secrets = joined(server)
        pass_turn(server, game, secrets["french"])
        until(lambda: "given up" in server.get("/api/me", KEY).json()["failures"].get("email", ""))
        post.answer = "250 OK"
        shown = server.post("/api/me/test", None, KEY).json()
        assert shown["failures"] == {} and len(post.mail) == 1


def test_a_digest_collects_what_comes_in_the_meantime(
    tmp_path: Path, postman: tuple[Postman, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    post = postman[0]
    monkeypatch.setattr(delivery, "POLL", 0.2)
    with told_by_mail(tmp_path, postman) as server:
        server.post("/api/me", {"digest": 3600}, KEY)
        games = [joined(server) for _ in range(3)]
        pass_turn(server, games[0][0], games[0][1]["french"])
        until(lambda: post.mail)  # nothing was sent for an hour: the first comes at once
        until(lambda: not server.store.read(waiting))
        for game, secrets in games[1:]:
            pass_turn(server, game, secrets["french"])
        until(lambda: len(server.store.read(waiting)) == 2)
        assert len(post.mail) == 1
        # An hour later.
        server.store.write(lambda tx: tx.change("UPDATE notices SET due = due - 3600"))
        _, subject, text = until(lambda: post.mail[1:])[0]
        assert subject == "2 notices of your games"
        assert all(game in text for game, _ in games[1:])
        assert len(post.mail) == 2


def waiting(tx: Any) -> Any:
    """The notices that wait."""
    return tx.rows("SELECT id FROM notices WHERE kind <> 'done'")


def test_a_reminder_comes_before_a_clock_strikes(
    tmp_path: Path, postman: tuple[Postman, str]
) -> None:
    post = postman[0]
    # What waits an hour for its player to come is no reminder.
    with told_by_mail(tmp_path, postman, notice_delay=3600.0) as server:
        server.post("/api/me", {"digest": 86400}, KEY)
        # The last quarter of ten seconds begins when 7.5 have passed; the game stays open.
        joined(server, "french", clock={"seconds": 10})
        subjects = until(lambda: [s for _, s, _ in post.mail if "your time is up in" in s])
        assert subjects[0].startswith("Gémioncourt: your time is up in ")


def test_what_the_player_has_answered_meanwhile_is_not_told(
    tmp_path: Path, postman: tuple[Postman, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    post = postman[0]
    monkeypatch.setattr(delivery, "POLL", 0.2)
    with told_by_mail(tmp_path, postman, notice_delay=3600.0) as server:
        game, secrets = joined(server)
        pass_turn(server, game, secrets["french"])
        until(lambda: server.store.read(waiting))
        pass_turn(server, game, secrets["allied"])
        server.store.write(lambda tx: tx.change("UPDATE notices SET due = 1"))
        until(lambda: not server.store.read(old))
        assert post.mail == []


def old(tx: Any) -> Any:
    """Notices that wait and were due long ago."""
    return tx.rows("SELECT id FROM notices WHERE kind <> 'done' AND due < 2")


class Browser:
    """A browser and its push service: reads what is sent to it, as a browser would."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.status = 201
        self.heard: list[tuple[dict[str, str], dict[str, Any]]] = []

    def subscription(self, port: int) -> dict[str, Any]:
        """What the page tells the server."""
        keys = {"p256dh": text(self.point), "auth": text(self.auth)}
        return {"endpoint": f"http://push.example.org:{port}/send/1", "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message by RFC 8291."""
        salt, theirs, content = body[:16], body[21:86], body[86:]
        assert body[16:21] == (4096).to_bytes(4, "big") + b"\x41"
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), other)
        mixed = step(step(self.auth, shared), b"WebPush: info\0" + self.point + theirs + b"\1")
        again = step(salt, mixed)
        key = step(again, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = step(again, b"Content-Encoding: nonce\0\1")[:12]
        plain = AESGCM(key).decrypt(nonce, content, None)
        assert plain.endswith(b"\2")
        found: dict[str, Any] = json.loads(plain[:-1])
        return found

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        body = await reader.readexactly(int(fields["Content-Length"]))
        if self.status == 201:
            self.heard.append((fields, self.read(body)))
        writer.write(f"HTTP/1.1 {self.status} x\r\n\r\n".encode())
        await writer.drain()
        writer.close()


def step(key: bytes, content: bytes) -> bytes:
    """A step of the derivation of keys."""
    return hmac.digest(key, content, "sha256")


def text(content: bytes) -> str:
    """Bytes as a browser writes them."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def raw(content: str) -> bytes:
    """And back."""
    return base64.urlsafe_b64decode(content + "=" * (-len(content) % 4))


@contextmanager
def pushed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Serving, Browser, dict[str, Any]]]:
    """A server, a browser that takes notices, and its subscription."""

    async def here(host: str, port: int) -> str:
        assert host == "push.example.org"
        return "127.0.0.1"

    monkeypatch.setattr(webhooks, "resolve", here)
    browser = Browser()
    with serving(folder, notice_delay=0.0, mail_from="host@example.org") as server:
        loop = server.server.servers[0].get_loop()
        started = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(browser, "127.0.0.1", 0), loop
        ).result(PATIENCE)
        subscription = browser.subscription(started.sockets[0].getsockname()[1])
        told = server.post("/api/me/push", subscription, KEY)
        assert told.status_code == 200 and told.json()["browsers"] == 1, told.text
        yield server, browser, subscription
        loop.call_soon_threadsafe(started.close)


def test_a_closed_browser_is_told_in_a_way_only_it_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pushed(tmp_path, monkeypatch) as (server, browser, subscription):
        game, secrets = joined(server)
        pass_turn(server, game, secrets["french"])
        fields, notice = until(lambda: browser.heard)[0]
        assert notice["title"] == "Gémioncourt" and notice["url"] == f"/#/game/{game}"
        assert notice["body"].startswith("it is your turn (Allied; ")
        assert fields["Content-Encoding"] == "aes128gcm" and int(fields["TTL"]) > 0
        # The signature is the server's, for this push service.
        token, _, key = fields["Authorization"].removeprefix("vapid t=").partition(", k=")
        assert key == server.get("/api/me", KEY).json()["push_key"]
        head, claims, signature = token.split(".")
        pair = raw(signature)
        signed = encode_dss_signature(
            int.from_bytes(pair[:32], "big"), int.from_bytes(pair[32:], "big")
        )
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(key))
        public.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        told = json.loads(raw(claims))
        assert told["aud"] == subscription["endpoint"].removesuffix("/send/1")
        assert told["sub"] == "mailto:host@example.org"


def test_a_browser_that_is_gone_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pushed(tmp_path, monkeypatch) as (server, browser, subscription):
        browser.status = 500
        shown = server.post("/api/me/test", None, KEY).json()
        assert "answered 500" in shown["failures"]["push"] and shown["browsers"] == 1
        browser.status = 410
        assert server.post("/api/me/test", None, KEY).json()["browsers"] == 0
        again = server.post("/api/me/push", subscription, KEY).json()
        assert again["browsers"] == 1 and again["failures"] == {}
        ended = server.post("/api/me/push/end", {"endpoint": subscription["endpoint"]}, KEY)
        assert ended.json()["browsers"] == 0


def test_what_is_no_browser_is_refused(tmp_path: Path) -> None:
    good = Browser().subscription(443)
    bad = [
        {**good, "endpoint": "file:///etc/passwd"},
        {**good, "endpoint": "javascript:alert(1)"},
        {**good, "keys": {"p256dh": text(b"x" * 65), "auth": text(b"x" * 16)}},
        {**good, "keys": {**good["keys"], "auth": "short"}},
        {**good, "keys": {**good["keys"], "p256dh": "é"}},
    ]
    with serving(tmp_path) as server:
        for each in bad:
            assert server.post("/api/me/push", each, KEY).status_code == 400
        # One at a private address is kept, never called, and the failure shown.
        private = {**good, "endpoint": "http://127.0.0.1:9/"}
        assert server.post("/api/me/push", private, KEY).status_code == 200
        shown = server.post("/api/me/test", None, KEY).json()
        assert "private address" in shown["failures"]["push"]


def test_without_a_mail_server_no_address_is_taken(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.get("/api/me", KEY).json()["mail"] is False
        refused = server.post("/api/me/email", {"email": "ney@example.org"}, KEY)
        assert refused.status_code == 422 and "no e-mail" in refused.json()["message"]


@pytest.mark.parametrize(
    "wrong", ["ney", "@example.org", "a@b", "a b@example.org", "a@b.c\r\nBcc: x@y.z", "é@b.c"]
)
def test_what_is_no_address_is_no_address(wrong: str) -> None:
    assert not is_address(wrong)
