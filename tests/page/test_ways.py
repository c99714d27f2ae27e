"""Ways to play: keys alone, fingers on a phone, tools in hand, dice of one's own."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.page.browser import Server
from tests.page.company import company
from tests.page.placed import box_of, middle
from tests.page.sitting import BLOCKS, asked, go_on, open_game, order, sit_down


def test_a_turn_by_the_keyboard_alone(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.board .target') !== null"):
            break
    page.keyboard.press("Enter")
    asked(page, "where to?")
    focused = "document.activeElement.closest('.board .target')?.dataset.id ?? ''"
    here = page.evaluate(focused)
    assert here.startswith("hex:")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) not in ("", here)
    page.keyboard.press("Enter")
    asked(page, "Leader movement: who rides?")
    expect(page.locator("ol.log")).to_contain_text("rides")
    page.keyboard.press("u")  # the whole order, not its last answer alone
    expect(page.locator("ol.log")).not_to_contain_text("rides")
    asked(page, "Leader movement: who rides?")
    page.keyboard.press("Shift+?")
    expect(page.locator("#sheet-help")).to_be_visible()


def test_a_phone_folds_the_panel_and_taps_the_board(browser: Browser, server: Server) -> None:
    with company(
        browser, 1, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as (page,):
        sit_down(page, open_game(server), "french")
        target = box_of(page.locator('.board [data-id="unit:ney"]'))
        panel = box_of(page.locator(".panel"))
        assert target["y"] + target["height"] <= panel["y"]  # the sheet covers no lit piece
        page.touchscreen.tap(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
        asked(page, "Ney: where to?")
        page.locator(".panel .handle").tap()
        expect(page.locator(".panel .handle")).to_have_attribute("aria-expanded", "false")
        assert box_of(page.locator(".panel"))["height"] < 100


def test_a_key_lets_the_map_follow_the_battle_or_stay(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    page.click("[role=tab]:has-text('Settings')")
    box = page.get_by_label("Follow the battle")
    expect(box).to_be_checked()
    page.keyboard.press("v")
    expect(page.locator(".toast")).to_have_text("The map stays where you leave it.")
    expect(box).not_to_be_checked()
    page.keyboard.press("v")
    expect(box).to_be_checked()


def test_a_tool_is_pointed_at_the_board_and_put_down(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    page.click("[role=tab]:has-text('Tools')")
    page.click("[data-tool] >> text=Victory so far")
    expect(page.locator(".tool-answer h3")).to_have_text("Victory so far")
    page.click("[data-tool] >> text=Reach")
    page.mouse.click(*middle(page.locator('.board [data-id="unit:ney"]')))
    expect(page.locator(".tool-answer h3")).to_have_text("Reach")
    asked(page, "Leader movement: who rides?")  # the click was the tool's, no answer
    page.keyboard.press("Escape")
    expect(page.locator(".tool-answer h3")).to_have_count(0)


def test_a_piece_pointed_at_shows_its_card(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    page.mouse.move(*middle(page.locator('.board [data-id="unit:ney"]')))
    expect(page.locator(".card h3")).to_have_text("Ney")


def test_odds_are_never_rounded_to_certainty(page: Page, server: Server) -> None:
    page.goto(server.address)
    told = page.evaluate("""async () => {
        const { percent, diceWords, readable } = await import("/static/odds.js");
        const fractions = ["0", "1/1000", "1/3", "999/1000", "1"];
        const exact = ["17/432", "2648536/4782969", "1"].map(readable);
        return [...fractions.map(percent), diceWords([[10, 0], [10, 0], [6, 1]]), ...exact];
    }""")
    assert told == [
        *("0\u00a0%", "under 1\u00a0%", "33\u00a0%", "over 99\u00a0%", "100\u00a0%"),
        "2 dice of 0 to 9, a die of 1 to 6",
        *("17/432", "", "1"),  # of a large whole only the percentage is told
    ]


def test_a_clock_runs_down_beside_the_question(page: Page, server: Server) -> None:
    human = {"kind": "human"}
    game = open_game(
        server,
        seats={"french": human, "allied": human},
        clock={"seconds": 3 * 86400 - 1, "then": "default"},
    )
    sit_down(page, game, "french")
    expect(page.locator(".who .clock")).to_have_text("2 d 23 h left")
    told = page.evaluate("""async () => {
        const { timeLeft } = await import("/static/clock.js");
        return [0, 0.4, 59, 61, 7200, 90000].map(timeLeft);
    }""")
    assert told == [
        *("time is up", "1 s left", "59 s left", "1 min 1 s left", "2 h left", "1 d 1 h left"),
    ]


def test_dice_and_charts_are_told(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    page.click("[role=tab]:has-text('Tools')")
    page.click("text=Dice: are they fair?")
    expect(page.locator(".tools")).to_contain_text("sealed before the first answer")
    page.click("text=Charts of the rules")
    page.locator(".tools details details summary").first.click()
    expect(page.locator(".tools table").first).to_be_visible()


def test_own_dice_are_typed(page: Page, server: Server) -> None:
    sit_down(page, open_game(server, dice="own"), "french")
    for _ in range(12):
        if page.locator(".own-dice").count():
            break
        go_on(page)
    faces = page.locator(".own-dice input")
    assert faces.count() == 2
    faces.nth(0).fill("9")
    faces.nth(1).fill("0")
    page.click("text=Use this roll")
    # 9 and 2 points against 0 and 1: the French have it.
    expect(page.locator(".throw")).to_contain_text("French initiative")


def test_places_have_the_names_of_the_map(page: Page, server: Server) -> None:
    bot = {"kind": "bot", "bot": "random"}
    game = open_game(server, BLOCKS, seats={"union": bot, "confederate": {"kind": "human"}})
    sit_down(page, game, "confederate")
    for _ in range(30):
        expect(page.locator("[data-answer], [data-roll]").first).to_be_attached()
        if page.locator("[data-answer]", has_text="Springs Woods").count():
            break
        go_on(page)
    # The file calls this place herr-woods.
    options = page.locator("[data-answer]", has_text="Springs Woods")
    assert options.count() > 0
    assert page.locator("[data-answer]", has_text="herr-woods").count() == 0


def test_a_resignation_is_asked_about_and_ends_the_battle(page: Page, server: Server) -> None:
    human = {"kind": "human"}
    game = open_game(server, seats={"french": human, "allied": human})
    sit_down(page, game, "french")
    order(page, "move ney > 0713")
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
    page.click("[role=tab]:has-text('Players')")
    page.click("text=Resign as French")
    page.click("text=Fight on")
    assert game.state("french")["result"] is None
    page.click("text=Resign as French")
    page.click("dialog >> button:has-text('Resign')")
    asked(page, "Victory: Allied")
    page.click("text=Watch it again")
    expect(page.locator(".reel output")).to_have_text(re.compile(r"^(\d+) / \1$"))  # by itself
    page.click("[aria-label='To the beginning']")
    expect(page.locator(".reel output")).to_contain_text("0 /")
    page.select_option("[aria-label='Whose view']", "allied")
    page.click("[aria-label='One line on']")
    expect(page.locator(".reel output")).to_contain_text("1 /")
