"""Turns played on the page: by the board, the buttons, the keyboard and typed orders."""

import re

from playwright.sync_api import Browser, Page, Route, expect

from tests.page.browser import Server
from tests.page.placed import middle
from tests.page.sitting import (
    BLOCKS,
    MOST_AIMS,
    answer,
    asked,
    choose,
    choose_until_odds,
    go_on,
    open_game,
    order,
    sit_down,
)


def click_on(page: Page, id: str) -> None:
    """Click the middle of something lit on the board."""
    page.mouse.click(*middle(page.locator(f'.board [data-id="{id}"]')))


def test_a_leader_rides_by_two_clicks_on_the_board(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    click_on(page, "unit:ney")
    asked(page, "Ney: where to?")
    click_on(page, "hex:0713")
    asked(page, "Leader movement: who rides?")
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")


def test_an_answer_without_dice_is_given_at_once(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    answer(page, "Move Ney")
    asked(page, "Ney: where to?")
    page.click("text=or choose here")
    page.fill("[aria-label='Search the answers']", "0713")
    answer(page, "0713")
    asked(page, "Leader movement: who rides?")
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
    expect(page.locator(".undo")).to_contain_text("Ney rides 1 hex to 0713.")
    page.keyboard.press("u")
    asked(page, "Leader movement: who rides?")
    expect(page.locator("ol.log")).not_to_contain_text("Ney rides")


def test_a_hasty_second_click_waits_for_the_odds(page: Page, server: Server) -> None:
    asked_for: list[Route] = []
    said: list[str] = []

    def hold(route: Route) -> None:
        asked_for.append(route)

    page.route("**/preview", hold)
    page.on("websocket", lambda line: line.on("framesent", lambda word: said.append(str(word))))
    game = open_game(server)
    sit_down(page, game, "french")
    with page.expect_request("**/preview"):
        answer(page, "Done")
    answer(page, "Done")
    with page.expect_request("**/api/bots"):  # whatever was asked for before has come by now
        page.evaluate("fetch('/api/bots')")
    assert len(asked_for) == 1 and not [word for word in said if '"answer"' in word]
    asked_for[0].continue_()
    expect(page.locator(".who")).to_contain_text("Allied: your turn")
    assert len([word for word in said if '"answer"' in word]) == 1


def test_numbers_answer_and_words_order(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    page.keyboard.press("2")
    asked(page, "Ney: where to?")
    page.keyboard.press("/")
    page.keyboard.type("> 0713")
    page.keyboard.press("Enter")
    asked(page, "Leader movement: who rides?")
    order(page, "move bachalu")
    expect(page.locator(".toast")).to_contain_text("Bachelu")
    expect(page.locator("[data-order]")).to_be_visible()


def test_odds_are_seen_before_the_dice_and_the_dice_after(page: Page, server: Server) -> None:
    game = open_game(server)
    sit_down(page, game, "french")
    for _ in ("french", "allied"):
        go_on(page, lambda: order(page, "done"))
    asked(page, "commands into the draw")
    choose_until_odds(page)  # the first command on offer, then done
    check = page.locator(".check").first
    expect(check).to_contain_text("Initiative")
    expect(check.locator(".modifiers")).to_contain_text("French command points")
    # 2d10 from 0 with +2 against +1: 55 of 100 pairs are higher, 9 are ties.
    expect(check.locator("li", has_text="French initiative").last).to_contain_text("55 % 11/20")
    expect(check.locator("li", has_text="tie").last).to_contain_text("9 % 9/100")
    before = game.state("french")["line"]
    page.click("[data-commit]")
    expect(page.locator(".throw .die")).to_have_count(2)
    assert game.state("french")["line"] > before


def test_the_way_of_an_answer_is_drawn_while_its_odds_are_shown(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    # Ney rides too far from his divisions to choose among them: initiative follows at once.
    rides = ("move ney > 1409", "done", "move orange > 0608", "move bijlandt > 0709")
    for words in (*rides, "move saxe-weimar"):
        go_on(page, lambda words=words: order(page, words))  # type: ignore[misc]
    page.click("text=or choose here")
    page.fill("[aria-label='Search the answers']", "1201")
    assert choose(page, lambda: answer(page, "1201"))
    expect(page.locator(".layer-arrows .way")).to_have_count(1)
    page.click("text=Not yet")
    expect(page.locator(".layer-arrows .way")).to_have_count(0)


def test_a_line_of_the_log_leads_to_its_moment_and_back(page: Page, server: Server) -> None:
    game = open_game(server)
    sit_down(page, game, "french")
    order(page, "move ney > 0713")
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
    order(page, "move bachelu > 0812")
    expect(page.locator("ol.log")).to_contain_text("Bachelu rides 1 hex to 0812.")
    page.click("ol.log a:has-text('2')")
    expect(page.locator(".told")).to_contain_text("Ney rides 1 hex to 0713.")
    assert page.url.endswith(f"{game.seats['french']}/at/2")
    page.click("[aria-label='One line back']")
    expect(page.locator(".reel output")).to_have_text("1 / 4")
    page.reload()
    expect(page.locator(".reel output")).to_have_text("1 / 4")
    page.click("text=Back to now")
    asked(page, "Leader movement: who rides?")
    assert page.url.endswith(game.seats["french"])


def test_secrets_are_covered_when_the_screen_changes_hands(page: Page, server: Server) -> None:
    game = open_game(server, BLOCKS)
    page.goto(game.link("union"))
    curtain = page.locator(".curtain")
    handed = []
    for _ in range(MOST_AIMS):
        # Shuffles and draws need no press: the screen goes on until somebody has a choice.
        asked_or_covered = page.locator(".curtain, .panel:not(.busy) [data-answer]")
        asked_or_covered.first.wait_for(state="attached")
        if not curtain.count():
            break
        expect(curtain).to_contain_text("Nobody else should look")
        assert not page.locator(".panel").is_visible()
        handed.append(curtain.locator("button").inner_text())
        curtain.locator("button").click()
    # Each shuffles and draws, which throws itself; then the Confederates play a card.
    expect(page.locator(".panel")).to_be_visible()
    sides = ["Union", "Confederate"]
    assert handed == [f"I am the {side} player" for side in sides]


def test_words_of_players_stay_words(browser: Browser, page: Page, server: Server) -> None:
    human = {"kind": "human"}
    game = open_game(server, seats={"french": human, "allied": human})
    sit_down(page, game, "french")
    other = browser.new_page()
    sit_down(other, game, "allied")
    attack = "<img src=x onerror=\"document.title='taken'\"> & <b>bold</b>"
    other.click("text=Players")
    other.fill("[aria-label='Message to the others']", attack)
    other.keyboard.press("Enter")
    page.click("text=Players")
    expect(page.locator(".messages")).to_contain_text(attack)
    assert page.locator(".messages img").count() == 0 and page.title() != "taken"
    other.close()


def test_settings_are_kept(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    page.click("[role=tab]:has-text('Settings')")
    page.select_option("label:has-text('Colours') select", "dark")
    page.check("label:has-text('Roll at once')")
    page.reload()
    expect(page.locator(".asked")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.click("[role=tab]:has-text('Settings')")
    expect(page.locator("label:has-text('Roll at once') input")).to_be_checked()


def test_orders_given_at_a_place_are_told_from_there(page: Page, server: Server) -> None:
    seats = {"union": {"kind": "bot", "bot": "drill"}, "confederate": {"kind": "human"}}
    sit_down(page, open_game(server, BLOCKS, seats=seats), "confederate")
    asked(page, "Play which command card?")
    answer(page, "Card")
    asked(page, "Which order?")
    closed = page.locator(".on-board:not([open]) summary")
    if closed.count():
        closed.click()
    listed = page.locator(".targets [data-answer]")
    expect(listed.filter(has_text="Field march from").first).to_be_visible()
    expect(listed.filter(has_text="-march")).to_have_count(0)
    block = page.locator('.board .target[data-id^="block:"]').first
    expect(block).not_to_have_attribute("aria-label", re.compile(r"Where: [a-z]+-[a-z]"))
