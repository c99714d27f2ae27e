"""Clicks are counted: an ordinary move takes two on the board."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page.browser import Server
from tests.page.sitting import SETTLED, TABLE, open_game, sit_down


class Mouse:
    """A mouse that counts its clicks, and looks before each as a person does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def click(self, id: str) -> None:
        """Click a piece or place."""
        self.page.locator(SETTLED).first.wait_for()
        box = self.page.locator(f'.board .target[data-id="{id}"]').bounding_box()
        assert box is not None
        self.clicks += 1
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_move_on_hexes_takes_two_clicks(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    mouse = Mouse(page)
    mouse.click("unit:ney")
    expect(page.locator(".layer-lights .region.near")).to_have_count(1)  # one region
    mouse.click("hex:0713")
    expect(page.locator("ol.log")).to_contain_text("Ney rides to 0713.")
    assert mouse.clicks == 2


def test_a_move_on_the_table_takes_two_clicks(page: Page, server: Server) -> None:
    sit_down(page, open_game(server, TABLE), "french")
    mouse = Mouse(page)
    mouse.click("unit:forty-second")
    way = page.locator('.board .target[aria-label*="Ahead half"]')
    way.wait_for(state="attached")
    mouse.click(way.get_attribute("data-id") or "")
    expect(page.locator("ol.log")).to_contain_text("42nd Line moves from 28.8,20.1 facing 270")
    assert mouse.clicks == 2
