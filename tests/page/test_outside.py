"""A system of somebody's own package on the page, which knows nothing of it."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.outside import ROOT, install_duel
from tests.page.browser import Server
from tests.page.sitting import asked, go_on, open_game, order, sit_down
from tests.page.test_play import click_on

BOTH = {"red": {"kind": "shared"}, "blue": {"kind": "shared"}}


@pytest.fixture(scope="module")
def duel_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the package of the guide is installed."""
    site = install_duel(tmp_path_factory.mktemp("site"))
    server = Server(tmp_path_factory.mktemp("games"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(site)]))
        server.start()
    yield server
    server.stop()


def test_it_is_played_by_clicks_and_words(duel_server: Server, page: Page) -> None:
    page.goto(duel_server.address)
    expect(page.get_by_text("Pistols at dawn").first).to_be_visible()
    sit_down(page, open_game(duel_server, "duel/dawn", seats=BOTH, dice="own"), "red")
    asked(page, "The Guards: march, fire or hold?")
    click_on(page, "hex:0203")
    asked(page, "The Rifles: march, fire or hold?")
    expect(page.locator("ol.log")).to_contain_text("The Guards march to 0203")
    go_on(page, lambda: order(page, "hold"))
    go_on(page, lambda: order(page, "fire"))
    check = page.locator(".check").first
    # One more for the next hex, one less for the woods: 5 or more, as printed.
    expect(check.locator(".modifiers")).to_contain_text("next hex")
    expect(check.locator(".modifiers")).to_contain_text("woods")
    expect(check.locator("li", has_text="hit").last).to_contain_text("1/3")
    page.locator(".own-dice input").fill("5")
    page.click("text=Use this roll")
    expect(page.locator("ol.log")).to_contain_text("The Rifles have 2 left")


def test_a_bot_plays_it(duel_server: Server, page: Page) -> None:
    seats = {"red": {"kind": "human"}, "blue": {"kind": "bot", "bot": "drill"}}
    sit_down(page, open_game(duel_server, "duel/dawn", seats=seats), "red")
    go_on(page, lambda: order(page, "hold"))
    expect(page.locator("ol.log")).to_contain_text("Turn 2")
    asked(page, "The Guards: march, fire or hold?")
