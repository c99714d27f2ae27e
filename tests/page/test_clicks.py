"""Clicks are counted: an order takes two on the board, fire too, an attack at most three."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

import grognard
from tests.page.browser import Server
from tests.page.found import Found, ahead, at_whom, attack, command, fire, found, order
from tests.page.placed import middle
from tests.page.sitting import SETTLED, TABLE, TUTORIAL, Opened, asked, open_game, sit_down

pytestmark = pytest.mark.one_page

HEXES, BRIGADES, PULSES = TUTORIAL, "brigades/casteggio", "pulses/teugen-hausen"
BLOCKS = "locales/mcphersons-ridge"
HANDLES = '.board .target[aria-label*="{}"]'


class Mouse:
    """A mouse that counts its clicks, and looks before each as a person does."""

    def __init__(self, page: Page, game: Opened | None = None, side: str = "") -> None:
        self.page = page
        self.clicks = 0
        self.game, self.side = game, side
        self.known = game.record(side) if game else ""

    def click(self, id: str) -> None:
        """Click a piece or place."""
        self.page.locator(SETTLED).first.wait_for()
        self.press(id)
        self.choose_piece(id)

    def press(self, id: str) -> None:
        """Press the button over it, whatever is still being asked."""
        target = self.page.locator(f'.board .target[data-id="{id}"]')
        at = middle(target)
        self.clicks += 1
        self.page.mouse.click(*at)

    def aim(self, id: str) -> None:
        """Point at a goal, read what would come of it, and click."""
        self.page.locator(SETTLED).first.wait_for()
        self.page.mouse.move(*middle(self.page.locator(f'.board .target[data-id="{id}"]')))
        told = self.page.locator(".board-tip:not([hidden]), [data-commit]")
        expect(told.first).to_be_visible()
        self.click(id)

    def choose_piece(self, id: str) -> None:
        """Where pieces overlap the page asks which is meant: that counts too."""
        which = self.page.locator(".chooser button")
        self.page.locator(f"{SETTLED}, .chooser").first.wait_for()
        if which.count():
            self.clicks += 1
            which.first.click()

    def ordered(self) -> str:
        """What has been ordered since the mouse came to the board, as the record tells it."""
        assert self.game is not None
        return self.game.record(self.side).removeprefix(self.known)

    def confirm(self) -> None:
        """Press what does it, if odds or a price were shown first."""
        self.page.locator(SETTLED).first.wait_for()
        press = self.page.locator(f"{SETTLED} [data-commit]")
        if press.count():
            self.clicks += 1
            press.click()


def sat_down(page: Page, server: Server, situation: Found) -> Mouse:
    """A mouse at a game that goes on from a situation."""
    sides = grognard.battle(situation.battle).sides
    seats = {side: {"kind": "human"} for side in sides}
    game = open_game(server, situation.battle, seats=seats, record=situation.record)
    sit_down(page, game, situation.side)
    return Mouse(page, game, situation.side)


def line_of(page: Page) -> int:
    """The revision that is shown."""
    return int(page.get_attribute(".panel", "data-revision") or 0)


def ordered(page: Page, before: int) -> None:
    """Wait until an order has been carried out."""
    page.wait_for_function(
        "(before) => Number(document.querySelector('.panel').dataset.revision) > before",
        arg=before,
    )


def test_a_move_on_hexes_takes_two_clicks(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    mouse = Mouse(page)
    mouse.click("unit:ney")
    expect(page.locator(".layer-lights .region.near")).to_have_count(1)  # one region
    mouse.click("hex:0713")
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
    assert mouse.clicks == 2


@pytest.mark.own_page
def test_the_piece_clicked_last_is_taken_up_whenever_its_answer_comes(
    page: Page, server: Server
) -> None:
    """Ney is clicked, then Piré; what Ney can do is told after what Piré can."""
    sit_down(page, open_game(server), "french")
    held: list[Route] = []
    page.route("**/look", lambda route: held.append(route), times=1)
    with page.expect_request("**/look"):
        Mouse(page).press("unit:ney")
    Mouse(page).press("unit:pire")
    up = page.locator('.taken[data-aim="unit:pire"]')
    expect(up.first).to_be_attached()
    with page.expect_response("**/look") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("fetch('/api/battles').then(answer => answer.json())")  # by now it was read
    expect(up.first).to_be_attached()


def test_a_move_on_the_table_takes_two_clicks(page: Page, server: Server) -> None:
    sit_down(page, open_game(server, TABLE), "french")
    mouse = Mouse(page)
    mouse.click("unit:forty-second")
    way = page.locator(HANDLES.format("Ahead half"))
    way.wait_for(state="attached")
    mouse.click(way.get_attribute("data-id") or "")
    expect(page.locator("ol.log")).to_contain_text("42nd Line moves 6.0 in.")
    assert mouse.clicks == 2


def test_a_move_of_blocks_takes_two_clicks(page: Page, server: Server) -> None:
    situation = order(BLOCKS)
    mouse = sat_down(page, server, situation)
    before = line_of(page)
    mouse.click(situation.doer)
    mouse.click(situation.goal)
    mouse.confirm()
    ordered(page, before)
    assert mouse.clicks == 2


@pytest.mark.parametrize("battle", [BRIGADES, PULSES])
def test_a_move_of_stands_takes_two_clicks(page: Page, server: Server, battle: str) -> None:
    situation = found(battle, ahead)
    mouse = sat_down(page, server, situation)
    before = line_of(page)
    mouse.click(situation.doer)
    way = page.locator(HANDLES.format("Ahead")).last
    way.wait_for(state="attached")
    mouse.click(way.get_attribute("data-id") or "")
    mouse.confirm()
    ordered(page, before)
    assert mouse.clicks == 2


@pytest.mark.parametrize("battle", [HEXES, TABLE, BRIGADES, PULSES])
def test_fire_takes_two_clicks(page: Page, server: Server, battle: str) -> None:
    situation = found(battle, fire)
    mouse = sat_down(page, server, situation)
    before = line_of(page)
    if situation.doer:
        mouse.click(situation.doer)
    mouse.aim(situation.goal)
    mouse.confirm()
    ordered(page, before)
    assert situation.goal.partition(":")[2] in mouse.ordered()
    assert mouse.clicks <= 2


HOLD_GLANCES = """{
    localStorage.setItem("grognard.settings", '{"salt": false, "glance": true}');
    const real = window.setTimeout;
    window.held = [];
    window.setTimeout = (act, ms, ...more) =>
        ms === 350 ? (window.held.push(act), 0) : real(act, ms, ...more);
}"""


@pytest.mark.own_page
def test_who_clicks_before_the_odds_can_be_read_is_shown_them_and_asked_again(
    page: Page, server: Server
) -> None:
    """The moment in which odds have only just come up under the mouse lasts until it is let go."""
    page.add_init_script(HOLD_GLANCES)
    situation = found(PULSES, at_whom)
    mouse = sat_down(page, server, situation)
    before = line_of(page)
    goal = middle(page.locator(f'.board .target[data-id="{situation.goal}"]'))
    page.mouse.move(*goal)
    page.locator(".panel.glancing").wait_for()
    page.mouse.click(*goal)
    expect(page.locator(f"{SETTLED} [data-commit]")).to_be_visible()
    assert line_of(page) == before
    page.mouse.click(*goal)  # now the odds have been shown
    ordered(page, before)
    assert situation.goal.partition(":")[2] in mouse.ordered()


def test_a_battery_that_is_asked_at_whom_fires_by_one_click(page: Page, server: Server) -> None:
    situation = found(PULSES, at_whom)
    mouse = sat_down(page, server, situation)
    before = line_of(page)
    mouse.aim(situation.goal)
    mouse.confirm()
    ordered(page, before)
    assert situation.goal.partition(":")[2] in mouse.ordered()
    assert mouse.clicks == 1


def test_fire_that_was_confirmed_is_thrown_when_all_have_declared(
    page: Page, server: Server
) -> None:
    """Both sides sit at one screen; the odds of the French battery were seen when it declared."""
    situation = found(PULSES, at_whom)
    seats = {side: {"kind": "shared"} for side in grognard.battle(PULSES).sides}
    game = open_game(server, PULSES, seats=seats, record=situation.record)
    sit_down(page, game, situation.side)
    asked(page, "St-Hilaire's battery: at whom does it fire?")
    mouse = Mouse(page)
    mouse.aim(situation.goal)
    mouse.confirm()
    asked(page, "Lusignan's battery: at whom does it fire?")
    page.locator("[data-answer]", has_text="Hold fire").click()
    expect(page.locator("ol.log")).to_contain_text("Artillery fire")


def test_a_command_is_chosen_by_a_click_on_one_of_its_pieces(page: Page, server: Server) -> None:
    situation = found(HEXES, command)
    mouse = sat_down(page, server, situation)
    before = line_of(page)
    mouse.click(situation.doer)
    ordered(page, before)
    assert f"| command {situation.goal.partition(':')[2]}" in mouse.ordered()
    assert mouse.clicks == 1


@pytest.mark.parametrize(("verb", "most"), [("bombard", 2), ("assault", 3)])
def test_blocks_fire_and_attack_by_clicks(page: Page, server: Server, verb: str, most: int) -> None:
    situation = order(BLOCKS, verb)
    mouse = sat_down(page, server, situation)
    before = line_of(page)
    mouse.click(situation.doer)
    mouse.aim(situation.goal)
    mouse.confirm()
    ordered(page, before)
    assert f"| {verb} " in mouse.ordered()
    assert mouse.clicks <= most


@pytest.mark.parametrize("battle", [HEXES, TABLE, BRIGADES, PULSES])
def test_an_attack_takes_at_most_three_clicks_and_shows_its_whole_chain(
    page: Page, server: Server, battle: str
) -> None:
    situation = found(battle, attack)
    mouse = sat_down(page, server, situation)
    before = line_of(page)
    mouse.click(situation.doer)
    page.locator(f"{SETTLED} .taken").first.wait_for()
    on_piece = page.locator(f'.board .target[data-id="{situation.goal}"]')
    handle = page.locator(f"{HANDLES.format('harge')}, {HANDLES.format('ttack')}")
    on_piece.or_(handle).first.wait_for(state="attached")
    goal = situation.goal if on_piece.count() else handle.first.get_attribute("data-id")
    page.mouse.move(*middle(page.locator(f'.board .target[data-id="{goal}"]')))
    expect(page.locator(".chain .fates")).to_be_visible()
    expect(page.locator(".chain .tree li").first).to_be_attached()
    mouse.click(goal or "")
    mouse.confirm()
    ordered(page, before)
    assert mouse.clicks <= 3
