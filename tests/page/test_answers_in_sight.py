"""On a laptop an open hint and up to four results leave the first answers and Undo in sight."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

import pytest
from playwright.sync_api import Page, expect

import grognard
from tests.page.browser import Server
from tests.page.placed import box_of
from tests.page.sitting import TABLE, go_on, open_game, sit_down


@lru_cache
def melee() -> str:
    """A game in which a melee is rolled for next; the enemy strikes back, then more is asked."""
    game, rng = grognard.new(TABLE, seed=2), random.Random(2)
    while type(game.position.roll).__name__ != "Melee":
        game.play(rng.choice(game.options())) if game.position.roll is None else game.roll()
    return game.record.text()


@lru_cache
def charge() -> str:
    """A game in which a charge is tested for next: two tests, a melee, and more is asked."""
    for seed in range(11, 60):
        game, rng = grognard.new(TABLE, seed=seed), random.Random(seed)
        rolled: list[str] = []
        begun = ""
        while not game.over:
            if game.position.roll is None:
                if rolled == ["Test", "Test", "Melee", "StrikeBack"] and game.actor == "british":
                    return begun
                rolled = []
                game.play(rng.choice(game.options()))
                continue
            begun = begun if rolled else game.record.text()
            rolled.append(type(game.position.roll).__name__)
            game.roll()
    raise AssertionError("nobody has won a charge")


@pytest.mark.parametrize(("record", "rolls"), [(melee, 2), (charge, 4)])
def test_an_open_hint_and_results_leave_the_answers_in_sight(
    page: Page, server: Server, record: Callable[[], str], rolls: int
) -> None:
    page.set_viewport_size({"width": 1280, "height": 680})
    sit_down(page, open_game(server, TABLE, record=record()), "british")
    results, lesson = page.locator(".throw"), page.locator(".lesson")
    page.locator("[data-roll]").wait_for()
    tabs = box_of(page.locator(".tabs"))
    while page.locator("[data-roll]").count():
        go_on(page)
    expect(results).to_have_count(rolls)
    assert box_of(page.locator(".tabs")) == tabs  # no question moves them
    expect(page.locator(".answers [data-answer]").first).to_be_attached()
    if lesson.get_attribute("open") is None:
        lesson.locator("summary").click()
    expect(lesson).to_have_attribute("open", "")
    panel = box_of(page.locator(".question"))
    answers, undo = page.locator(".answers [data-answer]"), page.locator(".question > .undo")
    bottom = box_of(undo)["y"]
    for thing in (answers.nth(0), answers.nth(1)):
        box = box_of(thing)
        assert box["y"] + box["height"] <= bottom  # Undo stays below, and covers none
    for thing in (answers.first, undo, results.last.locator("b")):
        box = box_of(thing)
        assert panel["y"] <= box["y"] and box["y"] + box["height"] <= panel["y"] + panel["height"]


def test_results_that_are_cut_fade_at_either_end(page: Page, server: Server) -> None:
    """Four results need more room than a low screen has: what lies beyond an edge is hinted at."""
    page.set_viewport_size({"width": 1280, "height": 560})
    sit_down(page, open_game(server, TABLE, record=charge()), "british")
    page.locator("[data-roll]").wait_for()
    while page.locator("[data-roll]").count():
        go_on(page)
    throws = page.locator(".throws")
    expect(page.locator(".throw")).to_have_count(4)
    for top, classes in ((0, "throws more"), (9999, "throws more-above")):
        throws.evaluate("(part, top) => part.scrollTo(0, top)", top)
        expect(throws).to_have_class(classes)
