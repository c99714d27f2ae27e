"""A real Chromium and a real server for the tests of the page."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.seeded import HERE as SEEDED

FLAGS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]


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


# Answers come late and in any order, messages of a socket late but in theirs, as GROGNARD_LATE
# (a seed) says: what hangs on an order that is only usual then fails at once.
LATE = """(() => {
  let state = SEED;
  const wait = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return new Promise((go) => setTimeout(go, state % 4 ? state % 97 : state % 1009));
  };
  const fetched = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await fetched(...asked);
    await wait();
    return answer;
  };
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...told) {
      super(...told);
      this.line = Promise.resolve();
    }
    later(hear) {
      return hear && ((event) => { this.line = this.line.then(wait).then(() => hear(event)); });
    }
    set onmessage(hear) { super.onmessage = this.later(hear); }
    set onclose(hear) { super.onclose = this.later(hear); }
  };
})();"""


def _late(browser: Browser, seed: str) -> None:
    plain = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        context = plain(**options)
        context.add_init_script(LATE.replace("SEED", str(int(seed))))
        return context

    browser.new_context = new_context  # type: ignore[method-assign]


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        if seed := os.environ.get("GROGNARD_LATE"):
            _late(browser, seed)
        try:
            yield browser
        finally:
            browser.close()


PATIENCE = 60.0  # seconds until a server must have ended


class Server:
    """A server of its own process, with its own folder, that can be killed and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = 0  # any that is free; started again, the same
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it has told its address; who calls from then on is answered."""
        command = [sys.executable, SEEDED, "serve", "--port", str(self.port)]
        command += ["--data", str(self.folder), *self.options]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert self.process.stdout is not None
        told = self.process.stdout.readline().decode()
        if not told:
            raise RuntimeError(f"the server does not start: {self.said()}")
        self.port = urlsplit(told.split()[-1]).port or 0

    def said(self) -> str:
        """What it printed."""
        return (self.folder / "server.log").read_text(errors="replace")[-4000:]

    def kill(self) -> None:
        """End it without warning, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def stop(self) -> None:
        """End it politely."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self._ended()

    def _ended(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.wait(PATIENCE)
        self.process.stdout.close()


# Salts make dice that no test could know; those that are about salts set this aside.
UNSALTED = """try {
  const kept = JSON.parse(localStorage.getItem("grognard.settings") ?? "{}");
  const plain = { salt: false, glance: false, ...kept };
  localStorage.setItem("grognard.settings", JSON.stringify(plain));
} catch {}"""


class Complaints(list[str]):
    """Everything a page complained of in its console."""

    def listen(self, page: Page) -> None:
        """Note errors and warnings of a page from now on."""
        bad = ("error", "warning")
        page.on(
            "console",
            lambda m: self.append(_whence(m)) if m.type in bad and not _overtaken(m) else None,
        )
        page.on("pageerror", lambda error: self.append(str(error)))


def _overtaken(message: ConsoleMessage) -> bool:
    """Whether a look ahead came after the answer that made it idle: the server says so."""
    asked = message.location["url"].rpartition("/")[2]
    return "409 (Conflict)" in message.text and asked in ("preview", "look")


def _whence(message: ConsoleMessage) -> str:
    """A message of the console and the address it is about."""
    return f"{message.text} {message.location['url']}".strip()
