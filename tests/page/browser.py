"""A real Chromium and a real server for the tests of the page."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

FLAGS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]
PATIENCE = 60.0  # seconds until a server must answer


def chromium() -> str:
    """Where Chromium is; tools/browser.sh finds or installs it."""
    wishes = [os.environ.get("GROGNARD_BROWSER", ""), "chromium", "chromium-browser"]
    for name in [*wishes, "google-chrome", "google-chrome-stable"]:
        if name and (path := shutil.which(name)):
            return path
    noted = Path(sys.prefix, ".browser")
    if noted.exists() and Path(noted.read_text().strip()).exists():
        return noted.read_text().strip()
    raise RuntimeError("the tests of the page need Chromium: run `make test`, which installs it")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Server:
    """A server of its own process, with its own folder, that can be killed and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "grognard.cli", "serve", "--port", str(self.port)]
        command += ["--data", str(self.folder), *self.options]
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(command, stdout=log, stderr=log)
        log.close()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.address}/api/battles", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError(f"the server does not answer: {self.said()}")

    def said(self) -> str:
        """What it printed."""
        return (self.folder / "server.log").read_text(errors="replace")[-4000:]

    def kill(self) -> None:
        """End it without warning, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it politely."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Complaints(list[str]):
    """Everything a page complained of in its console."""

    def listen(self, page: Page) -> None:
        """Note errors and warnings of a page from now on."""
        bad = ("error", "warning")
        page.on("console", lambda m: self.append(_whence(m)) if m.type in bad else None)
        page.on("pageerror", lambda error: self.append(str(error)))


def _whence(message: ConsoleMessage) -> str:
    """A message of the console and the address it is about."""
    return f"{message.text} {message.location['url']}".strip()
