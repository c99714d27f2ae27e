"""From the lobby to the first shot without a mouse."""

from playwright.sync_api import Page, expect

from tests.page.browser import Server
from tests.page.sitting import SETTLED, SIDES, TABLE, asked, choose, commit, open_game, sit_down

FOCUSED = "(selector) => document.activeElement?.matches(selector) ?? false"
MOST_TABS = 80
MOST_ANSWERS = 30


def tab_to(page: Page, selector: str) -> None:
    """Go from one thing to the next until this one has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED, selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def numbered(page: Page, words: str) -> str:
    """The key of the first answer with these words; empty if there is none."""
    found = page.locator("[data-number]", has_text=words)
    return (found.first.get_attribute("data-number") or "") if found.count() else ""


def act(page: Page) -> None:
    """One key that brings the battle nearer to a shot."""
    if page.locator("[data-roll]").count():
        page.keyboard.press("r")
    else:
        fire = numbered(page, "Fire") or numbered(page, "guns")
        page.keyboard.press(fire or numbered(page, "Done") or numbered(page, ""))


def test_the_first_shot_is_fired_without_a_mouse(page: Page, server: Server) -> None:
    page.goto(server.address)
    expect(page.locator(".welcome")).to_be_visible()
    tab_to(page, ".welcome [data-start]")
    page.keyboard.press("Enter")
    asked(page, "Leader movement: who rides?")
    mine = page.locator("[data-answer], [data-roll]").first
    shot = page.locator("ol.log li.roll", has_text="Fire:")
    for _ in range(MOST_ANSWERS):
        expect(mine.or_(shot.first).first).to_be_attached()
        if shot.count():
            break
        if choose(page, lambda: act(page)):
            tab_to(page, "[data-commit]")
            commit(page, lambda: page.keyboard.press("Enter"))
    expect(shot.first).to_be_attached()
    page.keyboard.press("l")
    expect(shot.first).to_be_visible()
    assert page.evaluate(FOCUSED, "#tab-log")


def test_the_board_keeps_the_focus_from_question_to_question(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.click(".welcome >> text=Begin the tutorial")
    asked(page, "Leader movement: who rides?")
    tab_to(page, ".board .target")
    page.keyboard.press("1")  # done
    asked(page, "commands into the draw. Which?")
    on_board = page.locator(".board .target:focus")
    # On the board one command is picked; where the focus stays it could be put back, so another is
    # picked by its number, and done.
    for key, words in (("Enter", "1 command into"), ("4", "Done?"), ("1", "Initiative")):
        page.locator(SETTLED).first.wait_for()
        expect(on_board).to_have_count(1)
        page.keyboard.press(key)
        asked(page, words)
    expect(page.locator(".board-viewport")).to_be_focused()  # nothing is lit while dice are due
    page.locator(f"{SETTLED} [data-roll]").wait_for()
    before = page.get_attribute(".panel", "data-revision") or ""
    page.keyboard.press("Enter")  # rolls
    expect(page.locator(".panel")).not_to_have_attribute("data-revision", before)
    expect(page.locator(".board :focus")).to_have_count(1)


def test_a_folded_hint_does_not_swallow_the_focus(page: Page, server: Server) -> None:
    """Its buttons cannot take the focus while it is folded; the panel's first answer does."""
    page.goto(server.address)
    page.click(".welcome >> text=Begin the tutorial")
    asked(page, "Leader movement: who rides?")
    page.keyboard.press("h")
    expect(page.locator(".lesson[open]")).to_have_count(0)
    page.locator("[data-answer]").first.focus()
    page.keyboard.press("1")  # done
    asked(page, "commands into the draw. Which?")
    expect(page.locator(".lesson summary")).to_have_text("Hint")
    expect(page.locator("[data-answer]:focus")).to_have_count(1)


def test_the_focus_is_not_on_undo_when_others_are_asked(page: Page, server: Server) -> None:
    """The key that gave the last answer, pressed once too often, would take it back."""
    seats = {side: {"kind": "human"} for side in SIDES[TABLE]}
    sit_down(page, open_game(server, TABLE, seats=seats), "french")
    page.locator("[data-answer]", has_text="Done").focus()
    page.keyboard.press("Enter")
    asked(page, "Waiting for moves.")
    expect(page.locator(".undo button")).to_be_visible()
    expect(page.locator(".question")).to_be_focused()
