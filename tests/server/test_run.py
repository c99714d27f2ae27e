"""The server as a process: ports, signals, and nothing acknowledged lost when it is killed."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from grognard.server.run import PortTaken, address, take_port
from tests.seeded import HERE as SEEDED

GEMIONCOURT = "shock/gemioncourt"
SEATS = {"french": {"kind": "human"}, "allied": {"kind": "bot", "bot": "random"}}


@contextmanager
def process(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`grognard serve` as a process, with the same dice in every run, and the address it tells."""
    command = [sys.executable, SEEDED, "serve", "--data", str(folder), *arguments]
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1
    )
    assert started.stdout is not None
    try:
        first = started.stdout.readline()
        assert first.startswith("Grognard serves at http://127.0.0.1:"), first
        url = first.split()[-1].rstrip("/")
        httpx.get(f"{url}/api/bots", timeout=60).raise_for_status()
        yield started, url
    finally:
        started.kill()
        started.wait()
        started.stdout.close()


def answered(url: str, game: str, secret: str) -> int:
    """Answer or throw once; the revision acknowledged."""
    headers = {"authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=url, headers=headers, timeout=60) as client:
        while True:
            state = client.get(f"/api/games/{game}").json()
            if state["question"]["mine"]:
                break
            time.sleep(0.05)
        command = {"type": "roll", "key": os.urandom(8).hex(), "revision": state["revision"]}
        if state["question"]["kind"] == "choose":
            command |= {"type": "answer", "answer": state["question"]["options"][-1]["action"]}
        done = client.post(f"/api/games/{game}/commands", json=command)
        assert done.status_code == 200, done.text
        revision: int = done.json()["revision"]
        return revision


def test_killed_in_the_middle_it_has_lost_nothing_and_the_bot_goes_on(tmp_path: Path) -> None:
    with process(tmp_path, "--port", "0") as (running, url):
        wanted = {"battle": GEMIONCOURT, "seats": SEATS}
        opened = httpx.post(f"{url}/api/games", json=wanted, timeout=60).json()
        game, secret = opened["game"], opened["seats"]["french"]
        for _ in range(6):
            revision = answered(url, game, secret)
        running.send_signal(signal.SIGKILL)
        running.wait()
    with process(tmp_path, "--port", "0") as (_, url):
        state = httpx.get(f"{url}/api/games/{game}", timeout=60).json()
        assert state["revision"] >= revision
        assert answered(url, game, secret) > revision


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_leaves_in_order(tmp_path: Path, stop: signal.Signals) -> None:
    with process(tmp_path, "--port", "0") as (running, url):
        wanted = {"battle": GEMIONCOURT, "seats": {**SEATS, "french": SEATS["allied"]}}
        httpx.post(f"{url}/api/games", json=wanted, timeout=60)
        running.send_signal(stop)
        rest, _ = running.communicate(timeout=30)
        assert "Traceback" not in rest
        # Ctrl-C is told on, as of any program; a plain end is a plain end.
        assert running.returncode in (0, -stop, 128 + stop, 1)
    assert not list(tmp_path.glob("*-journal"))


def test_a_port_that_is_taken_is_told_or_the_next_one_used() -> None:
    with take_port("127.0.0.1", 0, False) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortTaken, match=f"port {port}"):
            take_port("127.0.0.1", port, False)
        with take_port("127.0.0.1", port, True) as second:
            assert second.getsockname()[1] > port


def test_the_address_of_the_page_is_one_a_browser_here_can_open() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert address(taken, "0.0.0.0") == f"http://127.0.0.1:{port}/"
        assert address(taken, "::") == f"http://[::1]:{port}/"
        assert address(taken, "fe80::1") == f"http://[fe80::1]:{port}/"
