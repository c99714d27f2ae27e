"""On a laptop an open hint and two results leave the first answers and Undo in sight."""

from __future__ import annotations

import random
from functools import lru_cache

from playwright.sync_api import Page, expect

import grognard
from tests.page.browser import Server
from tests.page.placed import box_of
from tests.page.sitting import TABLE, open_game, sit_down


@lru_cache
def melee() -> str:
    """A game in which a melee is rolled for next; the enemy strikes back, then more is asked."""
    game, rng = grognard.new(TABLE, seed=2), random.Random(2)
    while type(game.position.roll).__name__ != "Melee":
        game.play(rng.choice(game.options())) if game.position.roll is None else game.roll()
    return game.record.text()


def test_an_open_hint_and_two_results_leave_the_answers_in_sight(
    page: Page, server: Server
) -> None:
    sit_down(page, open_game(server, TABLE, record=melee()), "british")
    results, lesson = page.locator(".throw"), page.locator(".lesson")
    for rolled in (1, 2):
        page.locator("[data-roll]").click()
        expect(results).to_have_count(rolled)
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
    for thing in (answers.first, undo):
        box = box_of(thing)
        assert panel["y"] <= box["y"] and box["y"] + box["height"] <= panel["y"] + panel["height"]
