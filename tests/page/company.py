"""Several people at one game, each in a browser of his own whose console is listened to."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.page.browser import UNSALTED, Complaints
from tests.page.sitting import Opened

HUMANS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}
# What a browser itself writes to the console while a server is gone.
GONE = ("net::ERR_", "WebSocket connection to")


@contextmanager
def company(
    browser: Browser, count: int, excused: tuple[str, ...] = (), **context: Any
) -> Iterator[list[Page]]:
    """Some pages with no common storage; their consoles complain of nothing but what is excused."""
    contexts = [browser.new_context(**context) for _ in range(count)]
    for each in contexts:
        each.add_init_script(UNSALTED)
    pages = [each.new_page() for each in contexts]
    complaints = Complaints()
    for page in pages:
        complaints.listen(page)
    yield pages
    for each in contexts:
        each.close()
    said = [line for line in complaints if not any(word in line for word in excused)]
    assert not said, "\n".join(said)


def record_of(game: Opened, side: str = "") -> list[str]:
    """The lines of a game's record, as a viewer is given it."""
    request = urllib.request.Request(f"{game.server.address}/api/games/{game.id}/record")
    if side:
        request.add_header("Authorization", f"Bearer {game.seats[side]}")
    with urllib.request.urlopen(request) as answer:
        text: str = answer.read().decode()
    return text.splitlines()
