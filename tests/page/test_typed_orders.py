"""Orders are typed in the words of the buttons, and one that is refused can be put right."""

from playwright.sync_api import Page, expect

from tests.page.browser import Server
from tests.page.sitting import asked, open_game, order, sit_down

BATTLE = "brigades/casteggio"  # its orders know the 22nd Line as twenty-second
SHARED = {side: {"kind": "shared"} for side in ("french", "austrian")}


def begin(page: Page, server: Server) -> None:
    """Sit down to move the French."""
    sit_down(page, open_game(server, BATTLE, seats=SHARED), "french")
    asked(page, "Which unit moves?")


def test_orders_are_read_in_the_words_of_buttons_and_with_the_names_of_the_map(
    page: Page, server: Server
) -> None:
    begin(page, server)
    order(page, "move 22nd line")
    asked(page, "22nd Line has 16 in left")
    order(page, "Ahead full, as far as possible")
    asked(page, "22nd Line has 4 in left")
    order(page, "halt; move 40th Line; turn to Grenzer, left wing; halt; move 6th light")
    asked(page, "6th Light has 16 in left")
    expect(page.locator("ol.log")).to_contain_text("40th Line turns")


def test_a_refused_order_stays_to_be_put_right_and_is_told_what_could_be_answered(
    page: Page, server: Server
) -> None:
    begin(page, server)
    order(page, "move 23rd line")
    expect(page.locator(".toast")).to_contain_text("you can answer: move 6th Light; move 22nd Line")
    field = page.locator("[data-order]")
    expect(field).to_be_focused()
    expect(field).to_have_value("move 23rd line")
    page.keyboard.press("Enter")  # nothing else has the focus, such as Done
    expect(page.locator(".toast")).to_have_count(2)
    asked(page, "Which unit moves?")
    proposed = page.locator("#orders option")
    told = proposed.evaluate_all("(options) => options.map(({ value }) => value)")
    assert told[:3] == ["Done: no more moves", "Move 6th Light", "Move 22nd Line"]
