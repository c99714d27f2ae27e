"""The tutorial fought to its end by clicks, against a quick bot."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import Server
from tests.page.sitting import go_on, open_game, sit_down

SWIFT = """localStorage.setItem("grognard.settings",
    JSON.stringify({animation: false, rollAtOnce: true, guide: false, salt: false}))"""
MOST_CLICKS = 900
HURRY = 0.85  # a turn is played with more patience in test_turns.py

# Where a lit thing can be clicked: its middle, unless it is bent or under the furniture there.
WITHIN = """(lit) => {
  const hit = lit.querySelector(".hit") ?? lit; // not the picture beside it
  const { left, top, width, height } = hit.getBoundingClientRect();
  const parts = [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.4, 0.6, 0.8];
  const shape = lit.querySelector("path.hit");
  const inside = (x, y) => !shape || shape.isPointInFill(
    new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()));
  for (const across of parts) {
    for (const along of parts) {
      const [x, y] = [left + width * across, top + height * along];
      const under = document.elementFromPoint(x, y);
      const free = under?.closest(".board-viewport") && !under.closest(".board-furniture");
      if (free && inside(x, y)) return [x, y];
    }
  }
  return null;
}"""


def press(page: Page, rng: random.Random, hurry: float = 0.6) -> None:
    """Give one answer by the mouse: now a lit thing of the board, now a button of the panel.

    Where a button goes on to the next question, it is pressed as often as the player is in a hurry.
    """
    quiet = page.locator(".buttons .usual")
    if quiet.count() and rng.random() < hurry:
        quiet.first.click()
        return
    other = '[aria-label$="take it up instead"]' if page.locator(".taken").count() else ".none"
    lit = page.locator(f".board .target:not({other})")
    at = lit.nth(rng.randrange(lit.count())).evaluate(WITHIN) if lit.count() else None
    if at is not None:
        page.mouse.click(*at)
        several = page.locator(".chooser button:not(.quiet)")
        if several.count():
            several.nth(rng.randrange(several.count())).click()
        return
    buttons = page.locator("[data-answer]:visible")
    buttons.nth(rng.randrange(buttons.count())).click()


@pytest.mark.slow
def test_the_tutorial_is_played_to_its_end_by_clicks(page: Page, server: Server) -> None:
    page.add_init_script(SWIFT)
    human, bot = {"kind": "human"}, {"kind": "bot", "bot": "random"}
    game = open_game(server, seats={"french": human, "allied": bot})
    sit_down(page, game, "french")
    rng = random.Random(1815)
    turn = page.locator("[data-answer], .asked.over").first
    for _ in range(MOST_CLICKS):
        expect(turn).to_be_attached()
        if page.locator(".asked.over").count():
            break
        go_on(page, lambda: press(page, rng, HURRY))
    end = game.state("french")
    assert end["result"] is not None
    # "Allied victory: French 7, Allied 10 points.": the title, and the rest of it below.
    title, _, more = end["result"]["why"].removesuffix(".").partition(": ")
    expect(page.locator("#prompt")).to_have_text(title)
    expect(page.locator(".asked.over")).to_contain_text(more)
