"""What a new player stumbles over: orders that need no goal, hints in words, things that jump."""

from __future__ import annotations

from functools import lru_cache

import pytest
from playwright.sync_api import Page, Route, expect

from grognard.engine.position import Position
from tests.page.browser import Server
from tests.page.found import Found, found
from tests.page.placed import box_of
from tests.page.sitting import TABLE, TUTORIAL, asked, open_game, order, sit_down

# A hand of one card, with lines, in the bar.
DEAL = """(lines) => {
  document.querySelector(".hand")?.remove();
  const spans = lines.map((line) => `<span>${line}</span>`).join("");
  const hand = `<ul class="hand"><li>${spans}</li></ul>`;
  document.querySelector(".score").insertAdjacentHTML("beforeend", hand);
}"""


def rally(position: Position, action: int) -> tuple[str, str] | None:
    """A rally by a unit that may do something else instead."""
    decision = position.decision
    if decision is None or not decision.phrase(position, action).startswith("rally "):
        return None
    (unit,) = decision.doers(position, action)
    others = [each for each in position.options() if unit in decision.doers(position, each)]
    return (unit, unit) if len(others) > 1 else None


@lru_cache
def rallying() -> Found:
    """A question at which a disordered unit may rally, or move."""
    return found(TUTORIAL, rally)


def test_an_order_of_the_list_that_needs_no_goal_shows_its_odds(page: Page, server: Server) -> None:
    situation = rallying()
    sit_down(page, open_game(server, TUTORIAL, record=situation.record), situation.side)
    page.locator("[data-answer]", has_text="Rally").first.click()
    expect(page.locator("section.chosen")).to_contain_text("Rally")
    expect(page.locator("section.chosen .check")).to_contain_text("recovered")
    page.click("[data-commit]")
    expect(page.locator("ol.log")).to_contain_text("Rally of a disordered unit")
    # Done has not got the focus by it: Enter, meant for the roll, must not end the phase.
    expect(page.locator(".on-board [data-answer]").first).to_be_attached()
    expect(page.locator("section.question:focus")).to_have_count(1)


def test_show_me_speaks_in_words_and_leaves_the_board_where_it_is(
    page: Page, server: Server
) -> None:
    """Ney stands in sight, so nothing moves; `> 0512` is where he goes, `s` is south."""

    def advise(route: Route) -> None:
        ney = next(each for each in options if each["text"] == "move ney")
        plan = "move ney, > 0512, facing s, done"
        route.fulfill(json={"action": ney["action"], "text": "", "plan": plan, "weighed": []})

    page.route("**/hint*", advise)
    game = open_game(server, TUTORIAL)
    options = game.state("french")["question"]["options"]
    sit_down(page, game, "french")
    ground = page.locator(".board-ground")
    before = box_of(ground)
    page.click("[data-suggest]")
    expect(page.locator(".plan")).to_have_text(
        "An old soldier would: move Ney to 0512, facing south, done."
    )
    assert box_of(ground) == pytest.approx(before)


def test_a_hint_is_read_whole_where_there_is_room(page: Page, server: Server) -> None:
    """On a laptop the first hint needs no scrolling, and what it offers stands beside its title."""
    sit_down(page, open_game(server, TUTORIAL), "french")
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text("Leaders ride first")
    assert lesson.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 1
    bottom = box_of(lesson)["y"] + box_of(lesson)["height"]
    assert box_of(page.locator("[data-suggest]"))["y"] < bottom


def test_a_card_with_three_lines_leaves_the_bar_as_high_as_it_was(
    page: Page, server: Server
) -> None:
    sit_down(page, open_game(server, TUTORIAL), "french")
    page.evaluate(DEAL, ["3 field", "0 staff"])
    before = box_of(page.locator(".bar"))["height"]
    page.evaluate(DEAL, ["3 field", "0 staff", "+1 bombard"])
    assert box_of(page.locator(".bar"))["height"] == before


def test_an_empty_board_throws_no_shadow(page: Page, server: Server) -> None:
    held: list[Route] = []
    page.route("**/api/grounds/**", lambda route: held.append(route))
    game = open_game(server, TUTORIAL)
    with page.expect_request("**/api/grounds/**"):
        page.goto(game.link("french"))
    ground = page.locator(".board-ground")
    shadow = "(e) => getComputedStyle(e).boxShadow"
    assert ground.evaluate(shadow) == "none"
    held[0].continue_()
    asked(page, "Leader movement")
    assert ground.evaluate(shadow) != "none"
    order(page, "done")


def test_a_tab_that_is_opened_has_room_until_the_next_question(page: Page, server: Server) -> None:
    """At the start a hint and many answers leave a line for it: half the panel is its own."""
    page.set_viewport_size({"width": 1366, "height": 768})
    sit_down(page, open_game(server, TABLE), "french")
    page.get_by_role("tab", name="Help").click()
    panel, sheet = box_of(page.locator(".panel")), box_of(page.locator(".sheet.help"))
    assert sheet["height"] > panel["height"] * 0.4
    assert sheet["y"] + sheet["height"] <= panel["y"] + panel["height"] + 1
    order(page, "done")
    expect(page.locator(".tabbed.roomy")).to_have_count(0)


def test_what_show_me_shows_is_marked_and_its_plan_stays_while_it_is_followed(
    page: Page, server: Server
) -> None:
    def advise(route: Route) -> None:
        guns = next(each for each in options if each["text"] == "move horse-guns")
        plan = "move horse-guns, limber, halt"
        other = {"text": "move peyri", "value": -3.77, "playouts": 1}
        hint = {"action": guns["action"], "text": "", "plan": plan, "weighed": [other, other]}
        route.fulfill(json=hint)

    page.set_viewport_size({"width": 1366, "height": 768})
    page.route("**/hint*", advise)
    game = open_game(server, TABLE)
    options = game.state("french")["question"]["options"]
    sit_down(page, game, "french")
    page.click("[data-suggest]")
    plan = page.locator(".plan")
    expect(plan).to_have_text(
        "An old soldier would: move Horse guns, limber, halt. Also weighed: move Peyri."
    )
    expect(page.locator(".board .chosen.over")).to_have_count(1)
    page.locator("[data-answer]").first.hover()
    page.mouse.move(1, 1)  # what was pointed at goes, what is advised stays
    expect(page.locator(".board .chosen.over")).to_have_count(1)
    page.click(".suggested")
    expect(page.locator(".taken").first).to_be_visible()
    expect(plan).to_be_in_viewport(ratio=1)
    page.click("[data-down]")
    expect(page.locator(".suggested")).to_have_count(1)
    order(page, "done")
    expect(plan).to_have_count(0)
