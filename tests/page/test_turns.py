"""A whole turn of every tutorial, the enemy's part too: by mouse, by fingers and by keys alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import grognard
from tests.page.browser import Server
from tests.page.company import company
from tests.page.sitting import SETTLED, choose, commit, open_game, sit_down
from tests.page.test_phone import fits
from tests.page.test_whole_game import WITHIN, press

BATTLES = [battle.id for battle in grognard.battles() if battle.difficulty == 1]
LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
QUICK = """localStorage.setItem("grognard.settings",
    JSON.stringify({animation: false, salt: false}))"""
MOST_ANSWERS = 300
MOST_TABS = 80
TURN = re.compile(r"Turn (\d+)")
ROLL = f"{SETTLED} [data-roll]"
# Where the focus is: on something that is lit, on something else of the page, or nowhere.
FOCUS = """() => document.activeElement?.closest(".board .target") ? "lit"
    : document.activeElement === document.body ? "nowhere" : "elsewhere" """

Luck = random.Random
Hand = Callable[[Page, Luck], None]


def by_mouse(page: Page, luck: Luck) -> None:
    """Roll, or click something lit or a button."""
    if page.locator(ROLL).count():
        page.locator(ROLL).click()
    else:
        press(page, luck)


def by_finger(page: Page, luck: Luck) -> None:
    """Roll, or tap something lit or a button; nothing is off the screen or too small."""
    fits(page, PHONE["width"])
    if page.locator(ROLL).count():
        page.locator(ROLL).tap()
        return
    other = '[aria-label$="take it up instead"]' if page.locator(".taken").count() else ".none"
    lit = page.locator(f".board .target:not({other})")
    quiet = page.locator(".buttons .usual")
    if quiet.count() and luck.random() < 0.3:
        quiet.first.tap()
        return
    at = lit.nth(luck.randrange(lit.count())).evaluate(WITHIN) if lit.count() else None
    buttons = page.locator("[data-answer]:visible")
    if at is None or (buttons.count() and luck.random() < 0.4):
        any_of(buttons, luck).tap()
        return
    page.touchscreen.tap(*at)
    page.locator(f"{SETTLED}, .chooser").first.wait_for()
    if page.locator(".chooser").count():
        any_of(page.locator(".chooser button:not(.quiet)"), luck).tap()


def by_keys(page: Page, luck: Luck) -> None:
    """Roll, or press the number of an answer, or go to something lit and press Enter."""
    assert page.evaluate(FOCUS) != "nowhere"  # it never falls away
    if page.locator(ROLL).count():
        page.keyboard.press("r")
        return
    numbers = page.locator("[data-number]")
    if not page.locator(".board .target").count() or (numbers.count() and luck.random() < 0.75):
        number = any_of(numbers, luck).get_attribute("data-number")
        page.keyboard.press(number or "")
        return
    for _ in range(MOST_TABS):
        if page.evaluate(FOCUS) == "lit":
            break
        page.keyboard.press("Tab")
    assert page.evaluate(FOCUS) == "lit"
    for _ in range(luck.randrange(4)):
        page.keyboard.press(luck.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]))
    page.keyboard.press("Enter")
    page.locator(f"{SETTLED}, .chooser").first.wait_for()
    if page.locator(".chooser").count():
        page.keyboard.press("Enter")  # its first entry has the focus


def any_of(found: Locator, luck: Luck) -> Locator:
    """One of several."""
    return found.nth(luck.randrange(found.count()))


def turn_of(page: Page) -> int:
    """The turn the clock tells."""
    told = TURN.search(page.locator(".clock-text").inner_text())
    assert told is not None
    return int(told[1])


def play_a_turn(page: Page, server: Server, battle: str, hand: Hand, confirm: Hand) -> None:
    """Play until the enemy's part of the first turn is over and it is our turn again."""
    page.add_init_script(QUICK)
    mine, *others = grognard.battle(battle).sides
    bot = {"kind": "bot", "bot": "random"}
    seats = {mine: {"kind": "human"}, **dict.fromkeys(others, bot)}
    sit_down(page, open_game(server, battle, seats=seats), mine)
    page.keyboard.press("Tab")
    luck = Luck(1815)
    ours = page.locator("[data-answer], [data-roll], .asked.over")
    for _ in range(MOST_ANSWERS):
        expect(ours.first).to_be_attached()
        if turn_of(page) > 1:
            break
        if choose(page, lambda: hand(page, luck)):
            commit(page, lambda: confirm(page, luck))
    assert turn_of(page) == 2


@pytest.mark.parametrize("battle", BATTLES)
def test_a_turn_by_mouse(browser: Browser, server: Server, battle: str) -> None:
    with company(browser, 1, viewport=LAPTOP) as (page,):
        play_a_turn(page, server, battle, by_mouse, lambda page, _: page.click("[data-commit]"))


@pytest.mark.parametrize("battle", BATTLES)
def test_a_turn_by_fingers(browser: Browser, server: Server, battle: str) -> None:
    with company(browser, 1, viewport=PHONE, has_touch=True, is_mobile=True) as (page,):
        play_a_turn(page, server, battle, by_finger, lambda page, _: page.tap("[data-commit]"))


@pytest.mark.parametrize("battle", BATTLES)
def test_a_turn_by_keys(browser: Browser, server: Server, battle: str) -> None:
    with company(browser, 1, viewport=LAPTOP) as (page,):
        play_a_turn(page, server, battle, by_keys, lambda page, _: page.keyboard.press("Enter"))
