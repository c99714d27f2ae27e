"""Setting the table: a stand tapped into place on the picture, and the bot plays on from there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import Server
from tests.page.company import company
from tests.page.placed import middle
from tests.page.sitting import TABLE, Opened, open_game, sit_down, until

SOLO = {"french": {"kind": "human"}, "british": {"kind": "bot", "bot": "drill"}}
PEOPLE = {"french": {"kind": "human"}, "british": {"kind": "human"}}


def place_of(game: Opened, id: str) -> Any:
    """Where the picture shows a piece."""
    pieces = game.state("french")["scene"]["placements"]
    return next((p["x"], p["y"]) for p in pieces if p["id"] == id)


def middle_of(page: Page, game: Opened, side: str, id: str) -> tuple[float, float]:
    """Where the middle of a place is on the screen."""
    ground = game.state(side)["scene"]["ground"]
    found = page.evaluate(
        """async ([hash, id]) => {
          const place = (await (await fetch(`/api/grounds/${hash}`)).json()).places[id];
          const screen = document.querySelector(".board-top").getScreenCTM();
          const { x, y } = new DOMPoint(place.x, place.y).matrixTransform(screen);
          return [x, y];
        }""",
        [ground, id],
    )
    return found[0], found[1]


def test_a_stand_is_tapped_into_place(browser: Browser, server: Server) -> None:
    game = open_game(server, TABLE, seats=SOLO, dice="own")
    with company(browser, 1, viewport={"width": 1366, "height": 768}) as (page,):
        sit_down(page, game, "french")
        before = place_of(game, "unit:kempt")
        page.click("[role=tab]:has-text('Tools')")
        page.get_by_role("button", name="Set the table").click()
        expect(page.get_by_text("Tap a piece, then the place")).to_be_visible()
        page.mouse.click(*middle(page.locator('.board [data-piece="unit:kempt"]')))
        ghost = page.locator(".board .ghost")
        # Five tenths of an inch to the right, by the keys; the finger does the same.
        for _ in range(5):
            ghost.press("ArrowRight")
        expect(page.locator(".board-pose p")).to_contain_text("0.5 inches")
        page.locator("text=Place here").click()
        until(page, lambda: place_of(game, "unit:kempt") != before)
        x, y = place_of(game, "unit:kempt")
        assert x > before[0] and y == before[1]
        page.click("[role=tab]:has-text('Log')")
        expect(page.locator("ol.log")).to_contain_text("put by hand: kempt")


def test_between_people_nobody_puts_pieces_by_hand(browser: Browser, server: Server) -> None:
    game = open_game(server, TABLE, seats=PEOPLE, dice="own")
    with company(browser, 1, viewport={"width": 1366, "height": 768}) as (page,):
        sit_down(page, game, "french")
        page.click("[role=tab]:has-text('Tools')")
        expect(page.get_by_role("button", name="Set the table")).to_be_hidden()


@pytest.mark.parametrize(
    ("battle", "seats", "piece", "goal"),
    [
        ("shock/gemioncourt", ("french", "allied"), "unit:husson", "hex:0912"),
        ("locales/mcphersons-ridge", ("union", "confederate"), "block:1", "locale:seminary"),
    ],
)
def test_a_piece_is_tapped_onto_a_hex_or_into_an_area(
    browser: Browser, server: Server, battle: str, seats: tuple[str, str], piece: str, goal: str
) -> None:
    mine, bot = seats
    solo = {mine: {"kind": "human"}, bot: {"kind": "bot", "bot": "drill"}}
    game = open_game(server, battle, seats=solo, dice="own")
    with company(browser, 1, viewport={"width": 1366, "height": 768}) as (page,):
        sit_down(page, game, mine)
        page.click("[role=tab]:has-text('Tools')")
        page.get_by_role("button", name="Set the table").click()
        page.locator(f'.board [data-piece="{piece}"]').click(force=True)
        expect(page.get_by_text("where does it stand?")).to_be_visible()
        page.mouse.click(*middle_of(page, game, mine, goal))
        page.click("[role=tab]:has-text('Log')")
        expect(page.locator("ol.log")).to_contain_text("put by hand")
