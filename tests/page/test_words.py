"""Words on the page: explained to who stays at them, and said once."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

import grognard
from grognard.engine.log import LogEntry
from tests.page.browser import Server
from tests.page.company import company
from tests.page.placed import middle
from tests.page.sitting import TUTORIAL, open_game, sit_down
from tests.page.test_clicks import Mouse

pytestmark = pytest.mark.one_page

CASTEGGIO = "brigades/casteggio"
HURRY = "it becomes disordered, and its next facing change or bridge is free"
WORD = ".panel [data-answer]:has-text('Hurry')"
SEATS = {side: {"kind": "shared"} for side in ("french", "austrian")}


def moving(page: Page, server: Server) -> None:
    """The 40th at Casteggio is asked how it moves: it may hurry."""
    game = grognard.new(CASTEGGIO, seed=1)
    side = str(game.actor)
    game.play("move fortieth")
    sit_down(page, open_game(server, CASTEGGIO, seats=SEATS, record=game.record.text()), side)
    expect(page.locator(WORD)).to_have_attribute("data-means", HURRY)


def test_a_word_is_explained_to_mouse_and_keyboard(page: Page, server: Server) -> None:
    moving(page, server)
    word = page.locator(WORD)
    told = page.locator(".explained")
    page.mouse.move(*middle(word))
    expect(told).to_have_text(HURRY)
    page.mouse.move(5, 5)
    expect(told).to_be_hidden()
    page.keyboard.press("Tab")
    word.focus()
    expect(told).to_have_text(HURRY)
    expect(word).to_have_attribute("aria-describedby", "explained")


def test_a_finger_that_stays_down_asks_and_presses_nothing(
    browser: Browser, server: Server
) -> None:
    with company(browser, 1, viewport={"width": 1100, "height": 800}, has_touch=True) as (page,):
        moving(page, server)
        word = page.locator(WORD)
        before = page.get_attribute(".panel", "data-revision")
        word.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
        expect(page.locator(".explained")).to_have_text(HURRY)
        word.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
        word.dispatch_event("click")
        expect(page.locator(".explained")).to_have_text(HURRY)
        assert page.get_attribute(".panel", "data-revision") == before
        assert not page.locator(".panel.busy").count()


def test_victory_is_told_once(page: Page, server: Server) -> None:
    page.goto(server.address)
    told = page.evaluate("""async () => {
        const { inShort } = await import("/static/question.js");
        return [["Allied victory: French 7, Allied 10 points.", "Allied"],
            ["Union victory by morale.", "Union"], ["A draw: nobody is ahead.", ""],
            ["The French side resigned", "Allied"]].map(([why, winner]) => inShort(why, winner));
    }""")
    assert told == [
        {"title": "Allied victory", "more": "French 7, Allied 10 points."},
        {"title": "Union victory by morale", "more": ""},
        {"title": "A draw", "more": "Nobody is ahead."},
        {"title": "Victory: Allied", "more": "The French side resigned"},
    ]


def test_to_go_where_one_stands_is_to_turn(page: Page, server: Server) -> None:
    """Gauthier stands in 0613, which is among the hexes he may go to."""
    game, rng = grognard.new(TUTORIAL, seed=1), random.Random(1)
    while not any(text == "move gauthier" for text in game.texts()):
        if game.position.roll is None:
            game.play(rng.choice(game.options()))
        else:
            game.roll()
    sit_down(page, open_game(server, record=game.record.text()), "french")
    Mouse(page).click("unit:gauthier")
    own = page.locator('.board .target[data-id="hex:0613"]')
    expect(own).to_have_attribute("aria-label", re.compile("Turn in 0613"))


@pytest.mark.own_page
def test_the_log_names_those_who_have_fallen_after_a_reload(page: Page, server: Server) -> None:
    game = grognard.new("onepage/maida", seed=3)
    units = game.system.roster(game.battle).units
    rng = random.Random(3)
    fallen = units[0]
    rolls: list[LogEntry] = []
    while not rolls:
        if game.position.roll is not None:
            game.roll()
        else:
            game.play(rng.choice(game.options()))
        for unit, left in zip(units, game.system.tally(game.position).strength, strict=True):
            if not left:
                fallen = unit
                rolls = [e for e in game.log if e.roll and unit.id in e.subjects[:1]]
    opened = open_game(server, "onepage/maida", record=game.record.text())
    sit_down(page, opened, "french")
    row = page.locator(".log li", has=page.locator(f"a[href$='/at/{rolls[-1].line}']")).last
    expect(row).to_contain_text(fallen.name)
    expect(row).to_have_class(re.compile(rf"\bside-{fallen.side}\b"))
