"""The tutorial begun on a phone, with fingers: all is in reach and nothing off the screen."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.page.browser import Server
from tests.page.company import company
from tests.page.placed import box_of, middle
from tests.page.sitting import TABLE, asked, choose, open_game, sit_down

WIDTH, HEIGHT = 360, 740
SMALLEST = 24  # pixels: less is hard to hit with a finger

# How wide the page is; what can be pressed, is seen, and sticks out or is too small for a finger.
MISPLACED = """([width, smallest]) => [
  document.documentElement.scrollWidth,
  [...document.querySelectorAll(
    "#page button, #page input, #page select, #page summary, #page .actions a")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.left < -0.5 || box.right > width + 0.5 ||
    (each.matches("button") && (box.height < smallest || box.width < smallest)))
  .map(([each, box]) => `${each.outerHTML.slice(0, 120)} ${box.left}..${box.right} ${box.height}`)]
"""


def fits(page: Page, width: int = WIDTH) -> None:
    """Nothing sticks out sideways, and what is to be pressed is large enough."""
    wide, misplaced = page.evaluate(MISPLACED, [width, SMALLEST])
    assert wide <= width
    assert misplaced == []


def tap_on(page: Page, id: str) -> None:
    """Tap the middle of something on the board, which no panel covers."""
    x, y = middle(page.locator(f'.board [data-id="{id}"]'))
    assert 0 <= x <= WIDTH and 0 <= y <= HEIGHT
    page.touchscreen.tap(x, y)


def test_a_battle_is_begun_with_fingers(browser: Browser, server: Server) -> None:
    size = {"width": WIDTH, "height": HEIGHT}
    with company(browser, 1, viewport=size, has_touch=True, is_mobile=True) as (page,):
        page.goto(server.address)
        page.locator(".welcome >> text=Begin the tutorial").tap()
        asked(page, "Leader movement: who rides?")
        fits(page)
        tap_on(page, "unit:ney")
        asked(page, "Ney: where to?")
        # A hex is smaller here than a finger: the first tap shows the way, the second one goes.
        tap_on(page, "hex:0613")
        expect(page.locator(".board-tip")).to_contain_text("Move to 0613")
        tap_on(page, "hex:0713")
        expect(page.locator(".board-tip")).to_contain_text("Move to 0713")
        expect(page.locator("[data-commit]")).to_be_in_viewport()
        tap_on(page, "hex:0713")
        asked(page, "Leader movement: who rides?")
        expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
        page.locator("[data-undo]").tap()  # the whole order
        expect(page.locator("ol.log")).not_to_contain_text("Ney rides")
        asked(page, "Leader movement: who rides?")

        # Its side's answers until dice hang on one: the odds stand above the button that rolls.
        answers = page.locator("[data-answer]")
        dice = page.locator("[data-commit], [data-roll]")
        for _ in range(8):
            expect(answers.or_(dice).first).to_be_visible()
            if dice.count() or choose(page, answers.first.tap):
                break
        expect(page.locator(".check .bars").first).to_be_visible()
        fits(page)
        expect(dice.first).to_be_in_viewport()
        dice.first.tap()
        expect(page.locator("ol.log")).to_contain_text("dice ")
        for tab, shown in (("Log", "ol.log"), ("Tools", "[data-tool]"), ("Players", ".seats")):
            page.locator(f"[role=tab]:has-text('{tab}')").tap()
            expect(page.locator(shown).first).to_be_visible()
            fits(page)


def test_buttons_of_the_map_leave_its_north_arrow_free(browser: Browser, server: Server) -> None:
    size = {"width": WIDTH, "height": 844}
    with company(browser, 1, viewport=size, has_touch=True, is_mobile=True) as (page,):
        sit_down(page, open_game(server, TABLE), "french")
        north = box_of(page.locator(".board text", has_text=re.compile("^N$")))
        buttons = box_of(page.locator(".board-buttons"))
        assert buttons["y"] + buttons["height"] <= north["y"]


def test_taps_on_the_map_leave_the_question_in_sight(browser: Browser, server: Server) -> None:
    """The card of what was tapped lies at the panel's foot, and scrolls nothing away."""
    size = {"width": 390, "height": 844}
    with company(browser, 1, viewport=size, has_touch=True, is_mobile=True) as (page,):
        sit_down(page, open_game(server), "french")
        asked(page, "Leader movement: who rides?")
        box = box_of(page.locator(".board-ground"))
        # The woods in the west, the fields in the east: nobody stands there, neither is an answer.
        for across, ground in ((0.2, "woods"), (0.85, "clear")):
            page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + 0.3 * box["height"])
            expect(page.locator(".card dd").first).to_have_text(ground)
            expect(page.locator(".card h3")).to_be_in_viewport(ratio=1)
            expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)
        # Further down the list the question stays at the head, and the card at the foot.
        page.locator("[data-order]").scroll_into_view_if_needed()
        expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)
        expect(page.locator(".card h3")).to_be_in_viewport(ratio=1)
        page.locator(".card .close").tap()
        expect(page.locator(".card")).to_be_hidden()
