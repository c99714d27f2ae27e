"""How the tests of the page open games, sit down at them and give answers."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.page.browser import Server

MOST_AIMS = 40
SETTLED = ".panel:not(.busy):not(.asking):not(.glancing)"
PATIENCE = 60_000  # milliseconds: only what hangs takes so long
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
        return json.loads(self._told("", side))

    def record(self, side: str = "") -> str:
        """The battle so far, as far as a viewer may know it."""
        return self._told("/record", side)

    def _told(self, part: str, side: str) -> str:
        request = urllib.request.Request(f"{self.server.address}/api/games/{self.id}{part}")
        if side:
            request.add_header("Authorization", f"Bearer {self.seats[side]}")
        with urllib.request.urlopen(request) as answer:
            found: str = answer.read().decode()
        return found


def open_game(server: Server, battle: str = TUTORIAL, **wanted: Any) -> Opened:
    """Open a game; both sides on a shared screen unless `seats` says otherwise."""
    sides = SIDES.get(battle, ("french", "allied"))
    wanted.setdefault("seats", {side: {"kind": "shared"} for side in sides})
    body = json.dumps({"battle": battle, **wanted}).encode()
    request = urllib.request.Request(
        f"{server.address}/api/games", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        opened = json.load(answer)
    return Opened(server, opened["game"], opened["seats"])


def sit_down(page: Page, game: Opened, side: str = "") -> None:
    """Go to a seat and wait until its question is shown."""
    page.goto(game.link(side))
    here = f'.panel[data-game="{game.id}"]'  # not the panel of a game before it
    expect(page.locator(f"{here} .asked")).to_be_visible(timeout=PATIENCE)


def asked(page: Page, words: str) -> None:
    """Wait until the page asks this."""
    expect(page.locator("#prompt")).to_contain_text(words, timeout=PATIENCE)


def answer(page: Page, words: str) -> None:
    """Press the answer with these words."""
    page.locator("[data-answer]", has_text=words).first.click()


def order(page: Page, words: str) -> None:
    """Type an order."""
    page.fill("[data-order]", words)
    page.keyboard.press("Enter")


def copied(page: Page, button: str) -> str:
    """The link a button copies, whatever was copied before."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.click(button)
    read = "navigator.clipboard.readText()"
    until(page, lambda: page.evaluate(read))
    return str(page.evaluate(read))


def choose(page: Page, press: Callable[[], None] | None = None) -> bool:
    """Choose once, by the first button unless `press` does it, and wait for what comes of it.

    Whether odds are shown, so that the choice is to be made again; else it has been given.
    """
    first = page.locator("[data-roll], [data-answer]").first
    first.wait_for(state="attached", timeout=PATIENCE)
    before = page.get_attribute(".panel", "data-revision")
    (press or first.click)()
    for _ in range(MOST_AIMS):
        _attached(page, f"{_moved_on(before)}, {SETTLED} [data-commit], {SETTLED} .taken")
        here = f'.panel[data-revision="{before}"]'
        if page.locator(f"{here} [data-commit]").count():
            return True
        if not page.locator(f"{here} .taken").count():
            return False
        (press or (lambda: first_goal(page)))()
    raise AssertionError("a piece was taken up again and again")


def choose_until_odds(page: Page) -> None:
    """Choose the first answer on offer again and again, until odds are shown."""
    for _ in range(MOST_AIMS):
        if choose(page):
            return
    raise AssertionError("no answer led to odds")


def first_goal(page: Page) -> None:
    """Choose the first goal of the piece that is taken up, from the list."""
    closed = page.locator(".taken details:not([open]) summary")
    if closed.count():
        closed.click()
    page.locator(".taken [data-answer]").first.click()


def commit(page: Page, press: Callable[[], None] | None = None) -> None:
    """Give the answer whose odds are shown, by its button unless `press` does it."""
    before = page.get_attribute(".panel", "data-revision")
    (press or page.locator("[data-commit]").click)()
    _attached(page, _moved_on(before))


def go_on(page: Page, press: Callable[[], None] | None = None) -> None:
    """Answer once, by the first button unless `press` does it, and wait for what follows."""
    if choose(page, press):
        commit(page)


def _moved_on(revision: str | None) -> str:
    """What is there when the state of another revision is shown, and no command is under way."""
    return f'.panel:not([data-revision="{revision}"]):not(.busy), .curtain'


def _attached(page: Page, selector: str) -> None:
    page.locator(selector).first.wait_for(state="attached", timeout=PATIENCE)


def until(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something holds that the page does not show."""
    for _ in range(PATIENCE // 20):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it never came to hold")
