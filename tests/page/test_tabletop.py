"""A stand on the tabletop, with the mouse and by touch: dragged, turned, refused, charged home."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.page.browser import Server
from tests.page.company import company
from tests.page.placed import box_of, middle
from tests.page.sitting import SETTLED, TABLE, answer, asked, open_game, order, sit_down


class Hand:
    """A mouse, or a finger, that presses, moves and lifts."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page = page
        self.finger = page.context.new_cdp_session(page) if touch else None
        self.clock = time.time() - 10.0

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        assert self.finger is not None
        found = [{"x": x, "y": y} for x, y in points]
        # A calm hand: events a tenth of a second apart never count as a fling, after which a
        # browser swallows the next tap.
        self.clock += 0.1
        touch = {"type": kind, "touchPoints": found, "timestamp": self.clock}
        self.finger.send("Input.dispatchTouchEvent", touch)

    def press(self, x: float, y: float) -> None:
        """Put it down."""
        if self.finger:
            self._touch("touchStart", (x, y))
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
        self.at = x, y

    def move(self, x: float, y: float) -> None:
        """Move it in four steps."""
        fx, fy = self.at
        for n in range(1, 5):
            to = fx + (x - fx) * n / 4, fy + (y - fy) * n / 4
            if self.finger:
                self._touch("touchMove", to)
            else:
                self.page.mouse.move(*to)
        self.at = x, y

    def lift(self) -> None:
        """Lift it."""
        if self.finger:
            self._touch("touchEnd")
        else:
            self.page.mouse.up()

    def choose(self, button: Locator) -> None:
        """Press a button."""
        if self.finger:
            button.tap()
        else:
            button.click()

    def tap(self, x: float, y: float) -> None:
        """Press and lift."""
        self.press(x, y)
        self.lift()


@pytest.fixture(params=["mouse", "touch"])
def hand(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Hand]:
    """A hand over the table, when the 1st Light is asked where it goes."""
    touch = request.param == "touch"
    size = {"width": 1366, "height": 768}
    with company(browser, 1, viewport=size, has_touch=touch) as (page,):
        sit_down(page, open_game(server, TABLE), "french")
        answer(page, "Move 1st Light")
        asked(page, "1st Light has 12 in left")
        yield Hand(page, touch)


def test_a_stand_is_refused_with_the_reason_and_dragged_to_its_place(hand: Hand) -> None:
    page = hand.page
    x, y = middle(page.locator(".board .ghost .body"))
    hand.press(x, y)
    hand.move(x - 60, y + 200)
    said = page.locator(".board-pose p")
    expect(said).to_contain_text("outside the front arc")
    expect(page.locator("text=Place here")).to_be_disabled()
    hand.move(x - 60, y)
    expect(said).to_contain_text("✓")
    hand.lift()
    hand.choose(page.locator("text=Place here"))
    expect(page.locator("ol.log")).to_contain_text(re.compile(r"1st Light moves \d\.\d in\."))


def test_a_stand_is_turned_by_its_handle(hand: Hand) -> None:
    page = hand.page
    x, y = middle(page.locator(".board .ghost .body"))
    hand.press(*middle(page.locator(".board .ghost .handle")))
    hand.move(x - 60, y - 60)
    # It looked to the left; now to the upper left.
    said = page.locator(".board-pose p")
    expect(said).to_contain_text("0.0 inches, turned 45° right · ✓")
    hand.lift()
    hand.choose(page.locator("text=Place here"))
    expect(page.locator("ol.log")).to_contain_text("1st Light turns 45° right.")


def test_a_stand_is_moved_and_then_turned_in_one_pose(hand: Hand) -> None:
    """Turned to the north first, it might not go west: it goes, and turns where it has come to."""
    page = hand.page
    x, y = middle(page.locator(".board .ghost .body"))
    hand.press(x, y)
    hand.move(x - 60, y)
    hand.lift()
    said = page.locator(".board-pose p")
    expect(said).to_contain_text("✓ allowed")
    hand.press(*middle(page.locator(".board .ghost .handle")))
    hand.move(x - 60, y - 80)
    hand.lift()
    expect(said).to_contain_text("turned 90° right · ✓ it moves, then turns")
    hand.choose(page.locator("text=Place here"))
    log = page.locator("ol.log")
    expect(log).to_contain_text(re.compile(r"1st Light moves \d\.\d in\."))
    expect(log).to_contain_text("1st Light turns 90° right.")


def test_a_stand_turns_to_an_enemy_by_what_is_lit_before_it(hand: Hand) -> None:
    page = hand.page
    way = page.locator('.board .target[aria-label*="Turn to Corsican Rangers"] .hit')
    body = box_of(page.locator(".board .ghost .body"))
    x, y = middle(way)
    assert x < body["x"]  # it looks to the left: nothing lies on the stand itself
    hand.tap(x, y)
    # From 27.0,23.6 to 13.3,26.8: 77 degrees west of south.
    expect(page.locator("ol.log")).to_contain_text("1st Light turns 15° left.")


def test_an_enemy_is_charged_by_a_click_on_him_in_the_midst_of_a_move(
    page: Page, server: Server
) -> None:
    sit_down(page, open_game(server, TABLE), "french")
    order(page, "move first-light")
    asked(page, "1st Light has 12 in left")
    rangers = page.locator('.board .target[data-id="unit:corsicans"]')
    expect(rangers).to_have_attribute("aria-label", re.compile("Charge Corsican Rangers"))
    expect(page.locator(".badge")).to_have_count(1)  # the odds, before anybody points at him
    page.mouse.click(*middle(rangers))
    press = page.locator(f"{SETTLED} [data-commit]")
    told = page.locator("ol.log li", has_text="1st Light charges Corsican Rangers over")
    press.or_(told).first.wait_for(state="attached")
    if press.count():
        press.click()
    expect(told).to_have_count(1)


def test_a_stand_may_be_placed_after_a_charge_was_thought_better_of(
    page: Page, server: Server
) -> None:
    sit_down(page, open_game(server, TABLE), "french")
    page.mouse.click(*middle(page.locator('.board .target[data-id="unit:first-light"]')))
    ghost = page.locator(".board .ghost .body")
    expect(ghost).to_have_count(1)
    press = page.locator(".goals [data-answer]", has_text="Charge Corsican Rangers")
    press.click()
    not_yet = page.locator("text=Not yet")
    expect(not_yet).to_have_count(1)
    expect(page.locator(f"{SETTLED} [data-commit]")).to_have_count(1)
    not_yet.click()
    expect(ghost).to_have_count(1)
    expect(page.locator("text=Place here")).to_have_count(1)


def test_one_who_leads_rides_to_any_place_and_joins_who_is_clicked(
    page: Page, server: Server
) -> None:
    sit_down(page, open_game(server, TABLE), "french")
    page.mouse.click(*middle(page.locator('.board .target[data-id="unit:general-reynier"]')))
    asked(page, "Reynier has 24 in left")
    expect(page.locator(".board .ghost .handle")).to_have_count(0)  # he has no facing
    x, y = middle(page.locator(".board .ghost .body"))
    page.mouse.click(x - 100, y - 60)
    log = page.locator("ol.log")
    expect(log).to_contain_text(re.compile(r"Reynier moves 6\.[34] in\."))  # 18.4 pixels an inch
    page.mouse.click(*middle(page.locator('.board .target[data-id="unit:general-compere"]')))
    asked(page, "Compère has 24 in left")
    page.mouse.click(*middle(page.locator('.board .target[data-id="unit:forty-second"]')))
    expect(log).to_contain_text("Compère moves")
    asked(page, "to any place within reach, or halt?")


def test_odds_before_a_roll_name_whose_it_is(page: Page, server: Server) -> None:
    sit_down(page, open_game(server, TABLE), "french")
    order(page, "move first-light charge corsicans")
    expect(page.locator("ol.log")).to_contain_text("1st Light charges")
    page.locator(SETTLED).wait_for()
    answer(page, "Done")
    asked(page, "Morale test · 1st Light")


def test_stands_of_one_regiment_are_told_apart(page: Page, server: Server) -> None:
    seats = {side: {"kind": "shared"} for side in ("french", "austrian")}
    sit_down(page, open_game(server, "brigades/casteggio", seats=seats), "french")
    answer(page, "Done")
    asked(page, "Which unit moves?")
    for half in ("first half", "second half"):
        expect(page.locator("[data-answer]", has_text=f"Move Reisky, {half}")).to_have_count(1)


def test_a_charge_goes_home_on_what_is_lit_before_the_enemy(hand: Hand) -> None:
    page = hand.page
    rangers = page.locator('.board .target[data-id="unit:corsicans"]')
    expect(rangers).to_have_attribute("aria-label", re.compile("Charge Corsican Rangers"))
    hand.tap(*middle(rangers))
    # The whole attack is shown first, unless it was while the mouse came over it.
    told = page.locator("ol.log li", has_text="1st Light charges Corsican Rangers over")
    press = page.locator(f"{SETTLED} [data-commit]")
    press.or_(told).first.wait_for(state="attached")
    if not told.count():  # the button may be away for a moment while odds come in
        press.click()
    expect(told).to_have_count(1)
    asked(page, "Which unit moves?")  # a charge ends the move
