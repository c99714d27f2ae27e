"""How the tests of the page open games, sit down at them and give answers."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.page.browser import Server

TUTORIAL = "shock/gemioncourt"
BLOCKS = "locales/mcphersons-ridge"  # a battle whose sides hide things from each other
TABLE = "onepage/maida"  # a battle of stands on a table
SIDES = {BLOCKS: ("union", "confederate"), TABLE: ("british", "french")}


class Opened(NamedTuple):
    """A game on a server, and the secrets of its seats by side."""

    server: Server
    id: str
    seats: dict[str, str]

    def link(self, side: str = "") -> str:
        """The address of a side's seat, or a spectator's."""
        place = f"game/{self.id}/{self.seats[side]}" if side else f"watch/{self.id}"
        return f"{self.server.address}/#/{place}"

    def state(self, side: str = "") -> Any:
        """What a viewer is told by the server."""
        request = urllib.request.Request(f"{self.server.address}/api/games/{self.id}")
        if side:
            request.add_header("Authorization", f"Bearer {self.seats[side]}")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


def open_game(server: Server, battle: str = TUTORIAL, **wish: Any) -> Opened:
    """Open a game; both sides on a shared screen unless `seats` says otherwise."""
    sides = SIDES.get(battle, ("french", "allied"))
    wish.setdefault("seats", {side: {"kind": "shared"} for side in sides})
    body = json.dumps({"battle": battle, **wish}).encode()
    request = urllib.request.Request(
        f"{server.address}/api/games", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        opened = json.load(answer)
    return Opened(server, opened["game"], opened["seats"])


def sit_down(page: Page, game: Opened, side: str = "") -> None:
    """Go to a seat and wait until its question is shown."""
    page.goto(game.link(side))
    expect(page.locator(".asked")).to_be_visible(timeout=30_000)


def asked(page: Page, words: str) -> None:
    """Wait until the page asks this."""
    expect(page.locator("#prompt")).to_contain_text(words, timeout=20_000)


def answer(page: Page, words: str) -> None:
    """Press the answer with these words."""
    page.locator("[data-answer]", has_text=words).first.click()


def order(page: Page, words: str) -> None:
    """Type an order."""
    page.fill("[data-order]", words)
    page.keyboard.press("Enter")


def go_on(page: Page, press: Callable[[], None] | None = None) -> None:
    """Answer once, by the first button unless `press` does it, and wait for what follows."""
    first = page.locator("[data-roll], [data-answer]").first
    first.wait_for(state="attached", timeout=30_000)
    before = page.get_attribute(".panel", "data-revision")
    moved_on = f'.panel:not([data-revision="{before}"]), .curtain'
    (press or first.click)()
    page.locator(f"{moved_on}, [data-commit]").first.wait_for(state="attached", timeout=30_000)
    if page.locator(f'.panel[data-revision="{before}"] [data-commit]').count():
        page.click("[data-commit]")
        page.locator(moved_on).first.wait_for(state="attached", timeout=30_000)
