"""Endings: a signal ends a server whatever hangs in it; bots end with a server that is killed."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from grognard.server.fair_shares import EACH
from grognard.server.run import take_port

PATIENCE = 60.0  # seconds: only a process that hangs takes so long
SEATS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}
BOTS = {"french": {"kind": "bot", "bot": "random"}, "allied": {"kind": "human"}}

HANGING_STATES = """
import os, sys, threading
from grognard.cli import main
from grognard.server.presenter import Presenter
def hang(*_, **__):
    os.write(1, b"hangs\\n")  # in one piece, whichever threads write at the same time
    threading.Event().wait()
Presenter.state = hang
main(["serve", *sys.argv[1:]])
"""
THINKING = """
import os, sys
from grognard.cli import main
from grognard.server import bot_pool
bot_pool.WORKER = ("-c", '''
import os, sys
from grognard.server import bot_worker
def think(*_):
    print("worker", os.getpid(), file=sys.stderr, flush=True)
    while True: pass
bot_worker.Worker.answer = think
bot_worker.main()
''')
main(["serve", *sys.argv[1:]])
"""


@contextmanager
def served(program: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A program that serves, and its address."""
    command = [sys.executable, "-c", program, "--port", "0", "--data", str(folder)]
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1
    )
    too_long = threading.Timer(3 * PATIENCE, started.kill)  # whoever waits for its words fails
    too_long.start()
    try:
        yield started, said(started, "Grognard serves at").rstrip("/")
    finally:
        too_long.cancel()
        started.kill()
        started.wait()
        assert started.stdout is not None
        started.stdout.close()


def said(started: subprocess.Popen[str], words: str) -> str:
    """The last word of the first line that begins with some words."""
    assert started.stdout is not None
    for line in started.stdout:
        if line.startswith(words):
            return line.split()[-1]
    raise AssertionError(f"it ended without saying {words!r}")


def test_a_signal_ends_a_server_all_of_whose_threads_hang(tmp_path: Path) -> None:
    with served(HANGING_STATES, tmp_path) as (running, url), ThreadPoolExecutor(8) as threads:
        wanted = {"battle": "shock/gemioncourt", "seats": SEATS}
        games = [
            httpx.post(f"{url}/api/games", json=wanted, timeout=PATIENCE).json()["game"]
            for _ in range(8)
        ]

        def look(game: str) -> None:
            with suppress(httpx.HTTPError):
                httpx.get(f"{url}/api/games/{game}", timeout=PATIENCE)

        for game in games:
            threads.submit(look, game)
        for _ in range(EACH):  # as many as are worked on for one address; the others wait
            said(running, "hangs")
        running.send_signal(signal.SIGTERM)
        running.wait(PATIENCE)


def test_bots_end_with_a_killed_server_and_do_not_hold_its_port(tmp_path: Path) -> None:
    with served(THINKING, tmp_path) as (running, url):
        wanted = {"battle": "shock/gemioncourt", "seats": BOTS}
        game = httpx.post(f"{url}/api/games", json=wanted, timeout=PATIENCE).json()["game"]
        httpx.get(f"{url}/api/games/{game}", timeout=PATIENCE)
        worker = int(said(running, "worker"))
        os.kill(worker, 0)  # it thinks
        running.kill()
        running.wait()
        take_port("127.0.0.1", int(url.rpartition(":")[2]), False).close()
        until = time.monotonic() + PATIENCE
        while alive(worker):
            assert time.monotonic() < until, "the bot's process lives on"
            time.sleep(0.02)


def alive(process: int) -> bool:
    """Whether a process runs; one that nobody has waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
