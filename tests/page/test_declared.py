"""Attacks that are declared and not yet fought: each arrow tells how its attack may end."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest
from playwright.sync_api import Browser, Page, expect

import grognard
from grognard.draw import scene
from tests.draw.given import GivenSystem, piece, tiny_map, view
from tests.page.board_page import BoardPage
from tests.page.browser import Server
from tests.page.company import HUMANS, company
from tests.page.placed import middle
from tests.page.sitting import TUTORIAL, asked, open_game, sit_down

CHARGED = "Wathiez attacks 5th Militia"
ARROW = '.board [data-attack="unit:wathiez"]'


@lru_cache
def charged() -> str:
    """The record of a game in which Wathiez rides at the 5th Militia, which must answer."""
    game, rng = grognard.new(TUTORIAL, seed=8), random.Random(8)
    while (
        game.position.roll is not None or "is charged" not in game.view(game.actor).question.prompt
    ):
        game.roll() if game.position.roll is not None else game.play(rng.choice(game.options()))
    return game.record.text()


def test_the_arrow_of_a_charge_tells_the_charged_how_it_may_end(page: Page, server: Server) -> None:
    sit_down(page, open_game(server, record=charged(), seats=HUMANS), "allied")
    asked(page, "5th Militia is charged")
    page.mouse.move(*middle(page.locator(ARROW)))
    tip, chain = page.locator(".board-tip"), page.locator(".panel .chain")
    expect(tip).to_contain_text(CHARGED)
    expect(tip).to_contain_text("5th Militia: stands")
    expect(tip).to_contain_text("These two lose on average: French")
    expect(chain).to_contain_text("Square in reaction")
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    expect(chain).to_have_count(0)
    page.locator(ARROW).focus()
    expect(tip).to_contain_text("5th Militia: stands")
    expect(chain).to_be_visible()
    page.keyboard.press("1")  # it is answered meanwhile: what was told is of the past
    expect(chain).to_have_count(0)
    expect(tip).to_be_hidden()


def test_a_finger_on_the_arrow_shows_the_chain_in_the_panel(
    browser: Browser, server: Server
) -> None:
    with company(browser, 1, viewport={"width": 1100, "height": 800}, has_touch=True) as (page,):
        sit_down(page, open_game(server, record=charged(), seats=HUMANS), "allied")
        page.touchscreen.tap(*middle(page.locator(ARROW)))
        expect(page.locator(".panel .chain")).to_contain_text("5th Militia: stands")


@lru_cache
def declared(battle: str, most: int = 1500) -> tuple[str, str, str]:
    """A game in which an attack is declared: its record, who waits, and who attacks."""
    for seed in range(1, 40):
        game, rng = grognard.new(battle, seed=seed), random.Random(seed)
        for _ in range(most):
            if game.over:
                break
            if game.position.roll is not None:
                game.roll()
                continue
            waits = game.battle.sides[1 - game.position.actor]
            attacks = game.system.attacks_due(game.view(waits))
            if attacks:
                return game.record.text(), waits, attacks[0][0]
            game.play(rng.choice(game.options()))
    raise AssertionError(f"{battle}: nobody declares an attack")


@pytest.mark.parametrize(
    "battle",
    ["brigades/casteggio", "onepage/maida", "pulses/teugen-hausen", "locales/first-bull-run"],
)
def test_wherever_an_attack_is_declared_its_arrow_tells_the_odds(
    page: Page, server: Server, battle: str
) -> None:
    record, side, attacker = declared(battle)
    seats = {each: {"kind": "human"} for each in grognard.battle(battle).sides}
    sit_down(page, open_game(server, battle, record=record, seats=seats), side)
    arrow = page.locator(f'.board [data-attack="{attacker}"]')
    tip, told = page.locator(".board-tip"), page.locator(".panel .declared")
    page.mouse.move(*middle(arrow))
    for key in (False, True):
        if key:
            arrow.focus()
        expect(tip).to_contain_text(" attacks ")
        expect(tip).to_contain_text("%")
        expect(told).to_contain_text("%")
        if key:
            arrow.blur()
        else:
            page.mouse.move(5, 5)
        expect(told).to_have_count(0)


def kempt_attacks(board: BoardPage) -> None:
    """Put Kempt at (214, 89) and Husson, whom he attacks, at (190, 214)."""
    ground = tiny_map()
    pieces = [
        piece("unit:kempt", ground.grid.parse("0402"), side=1, turn=180),
        piece("unit:husson", ground.grid.parse("0405")),
    ]
    attacks = [("unit:kempt", "unit:husson")]
    board.set_up(scene(view(), GivenSystem(ground, pieces, attacks=attacks)))


def test_an_arrow_is_reached_where_it_lies_on_what_is_lit(board: BoardPage) -> None:
    """The middle of the arrow is at (202, 152)."""
    kempt_attacks(board)
    assert not any(board.heard("attack"))
    board.page.mouse.move(*board.screen(202, 152))
    board.until("window.heard.some(([ear, id]) => ear === 'attack' && id === 'unit:kempt')")
    board.page.mouse.move(*board.screen(300, 152))
    board.until("window.heard.findLast(([ear]) => ear === 'attack')[1] === null")
    board.light("hex:0403", "hex:0404")
    # The middles of the two lie at (190, 131) and (214, 172): the arrow is nearer.
    board.page.mouse.move(*board.screen(202, 150))
    board.until("window.heard.findLast(([ear]) => ear === 'attack')[1] === 'unit:kempt'")
    assert board.heard("point")[-1] is None
    board.page.mouse.click(*board.screen(202, 150))
    choices = board.page.locator(".chooser button")
    expect(choices.nth(1)).to_have_text("Kempt attacks Husson: the odds")
    choices.first.click()
    assert board.heard("pick")[-1].startswith("hex:")
    # At the middle of a hex a click goes there, and nothing is asked.
    board.page.mouse.move(*board.screen(214, 172))
    board.until("window.heard.findLast(([ear]) => ear === 'attack')[1] === null")
    board.page.mouse.click(*board.screen(214, 172))
    assert choices.count() == 0
    assert len(board.heard("pick")) == 2


def test_a_lit_piece_is_picked_though_an_arrow_ends_on_it(board: BoardPage) -> None:
    """Husson is attacked already, and by another too: the arrow ends near (193, 199)."""
    kempt_attacks(board)
    board.light("unit:husson")
    board.page.mouse.move(*board.screen(193, 206))
    board.until("window.heard.findLast(([ear]) => ear === 'point')?.[1] === 'unit:husson'")
    assert not any(board.heard("attack"))
    board.page.mouse.click(*board.screen(193, 206))
    assert board.page.locator(".chooser").count() == 0
    assert board.heard("pick") == ["unit:husson"]


def test_a_finger_chooses_between_an_arrow_and_what_is_lit(board: BoardPage) -> None:
    """Both hexes between the two are lit."""
    kempt_attacks(board)
    board.light("hex:0403", "hex:0404")
    x, y = board.screen(202, 150)
    finger = {"pointerType": "touch", "pointerId": 5, "clientX": x, "clientY": y, "bubbles": True}
    for name in ("pointerdown", "pointerup"):
        board.page.locator(".board-viewport").dispatch_event(name, finger)
    board.page.locator(".chooser button", has_text="Kempt attacks Husson").click()
    assert board.heard("attack")[-1] == "unit:kempt"
    assert board.heard("pick") == []
