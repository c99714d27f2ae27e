"""The server killed in the middle of a game: all pages go on by themselves, and nothing is lost."""

import json
import signal
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.page.browser import Server
from tests.page.company import GONE, HUMANS, company, record_of
from tests.page.sitting import asked, open_game, order, sit_down


def told(pages: list[Page], words: str) -> None:
    """Wait until all pages are connected, and tell this in their logs."""
    for page in pages:
        expect(page.locator(".banner")).to_be_hidden()
        expect(page.locator("ol.log")).to_contain_text(words)
        assert page.locator(".toast").count() == 0


def test_an_order_nobody_heard_is_given_when_the_server_is_back(
    browser: Browser, own_server: Server
) -> None:
    game = open_game(own_server, seats=HUMANS)
    with company(browser, 3, GONE) as pages:
        french, allied, guest = pages
        sit_down(french, game, "french")
        sit_down(allied, game, "allied")
        sit_down(guest, game)
        order(french, "move ney > 0713")
        told(pages, "Ney rides 1 hex to 0713.")
        order(french, "done")
        asked(allied, "Leader movement: who rides?")
        before = record_of(game)
        assert own_server.process is not None
        own_server.process.send_signal(signal.SIGSTOP)  # what is said now arrives nowhere
        order(allied, "move orange > 0606")
        expect(allied.locator(".panel.busy")).to_be_attached()
        own_server.kill()
        for page in pages:
            expect(page.locator(".banner")).to_have_text("Reconnecting…")
        own_server.start()
        told(pages, "Orange rides 1 hex to 0606.")
        after = record_of(game)
        assert after[: len(before)] == before
        assert [line.partition(" #")[0] for line in after[len(before) :]] == [
            "4 allied order:move orange | move orange",
            "5 allied hex:0606 | > 0606",
        ]
        order(allied, "done")  # and the game goes on for both
        asked(french, "commands into the draw")


def test_an_order_whose_answer_was_lost_counts_once(browser: Browser, own_server: Server) -> None:
    game = open_game(own_server, seats=HUMANS)
    orders: list[dict[str, Any]] = []

    def one_way(line: WebSocketRoute) -> None:
        """A line that falls silent towards the page with the first order it carries."""
        server, first = line.connect_to_server(), not orders

        def up(word: str | bytes) -> None:
            said = json.loads(word)
            if said["type"] == "answer":
                orders.append(said)
            server.send(word)

        def down(word: str | bytes) -> None:
            if not (first and orders):
                line.send(word)

        line.on_message(up)
        server.on_message(down)

    with company(browser, 2, GONE) as pages:
        french, allied = pages
        french.route_web_socket("**/socket", one_way)
        sit_down(french, game, "french")
        sit_down(allied, game, "allied")
        order(french, "move ney > 0713")
        expect(allied.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
        assert "Ney rides" not in french.locator("ol.log").inner_text()
        before = record_of(game)
        own_server.kill()
        own_server.start()
        told(pages, "Ney rides 1 hex to 0713.")
        asked(french, "Leader movement: who rides?")
        expect(french.locator(".panel.busy")).to_have_count(0)
    assert len(orders) == 2 and orders[0] == orders[1]
    assert record_of(game) == before
    assert game.state("french")["revision"] == 1
