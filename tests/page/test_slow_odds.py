"""A press is answered at once, however long its odds take, and is not lost meanwhile."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.page.browser import Server
from tests.page.found import attack, found
from tests.page.placed import middle
from tests.page.sitting import TUTORIAL, open_game, sit_down

HUMANS = {side: {"kind": "human"} for side in ("french", "allied")}


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
