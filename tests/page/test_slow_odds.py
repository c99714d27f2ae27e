"""A press is answered at once, however long its odds take, and is not lost meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.browser import Server
from tests.page.company import HUMANS
from tests.page.found import attack, found
from tests.page.placed import middle
from tests.page.sitting import TUTORIAL, Opened, answer, asked, open_game, sit_down, until
from tests.page.test_clicks import Mouse
from tests.page.test_declared import ARROW, charged


class Held:
    """Questions of one kind to the server, which wait until they are let go."""

    def __init__(self, page: Page, what: str) -> None:
        self.waiting: list[Route] | None = []
        page.route(f"**/{what}", self.came)

    def came(self, route: Route) -> None:
        if self.waiting is None:
            route.continue_()
        else:
            self.waiting.append(route)

    def let_go(self) -> None:
        waiting, self.waiting = self.waiting or [], None
        for route in waiting:
            route.continue_()


def test_a_press_whose_odds_are_slow_says_so_and_is_not_lost(page: Page, server: Server) -> None:
    case = found(TUTORIAL, attack)
    sit_down(page, open_game(server, record=case.record, seats=HUMANS), case.side)
    tip = page.locator(".board-tip")
    looks = Held(page, "look")
    page.mouse.click(*middle(page.locator(f'.board [data-piece="{case.doer}"]').first))
    expect(tip).to_have_text("Looking what it can do…")
    expect(page.locator(f'.board [data-id="{case.doer}"]')).to_have_attribute("aria-busy", "true")
    expect(page.locator("#live")).to_have_text("Looking what it can do…")
    looks.let_go()
    expect(page.locator(".taken").first).to_be_visible()
    expect(tip).to_be_hidden()
    revision = page.get_attribute(".panel", "data-revision")
    page.reload()
    odds = Held(page, "preview")
    page.mouse.click(*middle(page.locator(f'.board [data-piece="{case.doer}"]').first))
    expect(page.locator(".taken").first).to_be_visible()
    goal = page.locator(f'.board [data-id="{case.goal}"]')
    page.mouse.click(*middle(goal))
    chosen = page.locator(".panel .chosen")
    expect(chosen).to_contain_text("Working out the odds…")
    expect(chosen).to_have_attribute("aria-busy", "true")
    expect(tip).to_have_text("Working out the odds…")
    page.mouse.click(*middle(goal))  # impatient: nobody commits himself before the odds
    odds.let_go()
    expect(page.locator("[data-commit]")).to_be_visible()
    expect(page.locator(".panel .chosen[aria-busy]")).to_have_count(0)
    assert page.get_attribute(".panel", "data-revision") == revision


class HeldChains(Held):
    """Whole chains of attacks wait; what comes of a choice at once does not."""

    def came(self, route: Route) -> None:
        if (route.request.post_data_json or {}).get("chain"):
            super().came(route)
        else:
            route.continue_()


def said(page: Page, game: Opened, words: str) -> None:
    """The French player says something, and the page shows it: a state that asks nothing new."""
    told = {"type": "say", "text": words, "key": words}
    page.request.post(
        f"{game.server.address}/api/games/{game.id}/commands",
        data=told,
        headers={"Authorization": f"Bearer {game.seats['french']}"},
    )
    expect(page.locator(".messages")).to_contain_text(words)


def pressed(page: Page, server: Server, words: str = "") -> None:
    """The mouse is down on the button of an attack when its whole chain comes, after a message."""
    case = found(TUTORIAL, attack)
    game = open_game(server, record=case.record, seats=HUMANS)
    sit_down(page, game, case.side)
    chains = HeldChains(page, "preview")
    page.mouse.click(*middle(page.locator(f'.board [data-piece="{case.doer}"]').first))
    # By a key: odds that have come while the mouse was over the goal would be taken as read.
    page.locator(f'.board .target[data-id="{case.goal}"]').press("Enter")
    button = page.locator("[data-commit]")
    expect(button).to_be_visible()
    until(page, lambda: chains.waiting)
    page.mouse.move(*middle(button))
    page.mouse.down()
    if words:
        said(page, game, words)
    with page.expect_response("**/preview"):
        chains.let_go()
    page.evaluate("new Promise((done) => setTimeout(done))")  # what is to be drawn is drawn


@pytest.mark.parametrize("words", ["", "Well?"])
def test_what_comes_while_a_button_is_down_does_not_swallow_its_click(
    page: Page, server: Server, words: str
) -> None:
    pressed(page, server, words)
    revision = page.get_attribute(".panel", "data-revision")
    page.mouse.up()
    expect(page.locator(f'.panel:not([data-revision="{revision}"])')).to_be_attached()


def test_what_comes_while_a_button_is_down_is_shown_when_it_is_let_go_elsewhere(
    page: Page, server: Server
) -> None:
    pressed(page, server)
    revision = page.get_attribute(".panel", "data-revision")
    page.mouse.move(*middle(page.locator(".clock-text")))
    expect(page.locator(".panel .chain")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".panel .chain")).to_be_visible()
    assert page.get_attribute(".panel", "data-revision") == revision


def test_a_button_pressed_after_a_piece_is_not_undone_by_what_the_piece_can_do(
    page: Page, server: Server
) -> None:
    """Ney is clicked, then Done is pressed; what Ney can do is told before the odds of Done."""
    sit_down(page, open_game(server), "french")
    looks, odds = Held(page, "look"), Held(page, "preview")
    Mouse(page).press("unit:ney")
    answer(page, "Done")
    until(page, lambda: looks.waiting and odds.waiting)
    with page.expect_response("**/look") as late:
        looks.let_go()
    late.value.finished()
    odds.let_go()
    expect(page.locator(".who")).to_have_text("Allied: your turn")


def test_what_is_typed_stays_when_something_is_drawn_anew(page: Page, server: Server) -> None:
    """Half an order is written when the advice that was asked for comes."""
    hints = Held(page, "hint*")
    sit_down(page, open_game(server), "french")
    page.keyboard.press("d")
    expect(page.locator(".question > .thinking")).to_be_visible()
    until(page, lambda: hints.waiting)
    page.keyboard.press("o")
    page.keyboard.type("move y > 0713")
    for _ in "y > 0713":
        page.keyboard.press("ArrowLeft")
    hints.let_go()
    expect(page.locator(".suggested")).to_have_count(1)
    page.keyboard.type("ne")
    page.keyboard.press("Enter")
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")


def test_a_message_leaves_what_is_worked_out_as_it_is(page: Page, server: Server) -> None:
    """The odds of an arrow that is pointed at, and those that stand at the pieces."""
    game = open_game(server, record=charged(), seats=HUMANS)
    attacks = Held(page, "attack?*")
    sit_down(page, game, "allied")
    asked(page, "5th Militia is charged")
    page.mouse.move(*middle(page.locator(ARROW)))
    tip = page.locator(".board-tip")
    expect(tip).to_contain_text("Following the attack")
    until(page, lambda: attacks.waiting)
    said(page, game, "Well?")
    attacks.let_go()
    expect(tip).to_contain_text("5th Militia: stands")


def test_a_message_leaves_the_odds_at_the_pieces(page: Page, server: Server) -> None:
    case = found(TUTORIAL, attack)
    game = open_game(server, record=case.record, seats=HUMANS)
    sit_down(page, game, case.side)
    odds = Held(page, "preview")
    Mouse(page).click(case.doer)
    until(page, lambda: odds.waiting)
    said(page, game, "Well?")
    odds.let_go()
    expect(page.locator(".layer-badges .badge").first).to_be_visible()


def test_a_tool_tells_of_what_it_was_pointed_at_last(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    page.click("[role=tab]:has-text('Tools')")
    page.click("[data-tool] >> text=Reach")
    uses = Held(page, "tool")
    Mouse(page).press("unit:ney")
    until(page, lambda: uses.waiting)
    (first,) = uses.waiting or []
    uses.waiting = None
    Mouse(page).press("unit:pire")
    told = page.locator(".tool-answer", has_text="Reach")
    expect(told).to_contain_text("Piré has 12 movement")
    with page.expect_response("**/tool") as late:
        first.continue_()
    late.value.finished()
    page.evaluate("fetch('/api/battles').then(answer => answer.json())")  # by now it was read
    expect(told).to_contain_text("Piré has 12 movement")
