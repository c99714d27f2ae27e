"""What is shown in the course of a battle can be used by all: odds, replay, curtain, end."""

from playwright.sync_api import Page, expect

from tests.page.browser import Server
from tests.page.sitting import BLOCKS, asked, choose_until_odds, commit, open_game, order, sit_down
from tests.page.test_lobby import faults


def test_odds_dice_replay_and_end_can_be_used_by_all(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    order(page, "done")
    expect(page.locator(".who")).to_have_text("Allied: your turn")
    order(page, "done")
    asked(page, "commands into the draw")
    choose_until_odds(page)  # the first command on offer, then done
    assert faults(page) == [], "odds"
    commit(page)
    expect(page.locator(".throw .die").first).to_be_visible()
    assert faults(page) == [], "dice"
    page.click("text=Replay")
    expect(page.locator(".reel")).to_be_visible()
    assert faults(page) == [], "replay"
    page.click("text=Back to now")
    page.click("[role=tab]:has-text('Players')")
    page.click("text=Resign as French")
    expect(page.locator("dialog")).to_be_visible()
    assert faults(page) == [], "dialog"
    page.click("dialog >> button:has-text('Resign')")
    asked(page, "Victory: Allied")
    assert faults(page) == [], "end"


def test_the_curtain_can_be_lifted_by_all(page: Page, server: Server) -> None:
    page.goto(open_game(server, BLOCKS).link("union"))
    expect(page.locator(".curtain")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Enter")  # the only thing there is has the focus
    expect(page.locator(".curtain")).to_have_count(0)
    assert faults(page) == []
