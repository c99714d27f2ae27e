"""What a move will bring, seen while aiming: whom a commander commands, how long a column is."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.engine.deeds import able, deeds
from grognard.engine.game import Game
from tests.page.browser import Server
from tests.page.found import Found
from tests.page.placed import box_of, middle
from tests.page.sitting import open_game, sit_down

pytestmark = pytest.mark.one_page

LEADERS = ("leader", "commander", "general")


@lru_cache
def moving(battle: str, column: bool = False) -> Found:
    """The first question at which a commander, or a column with markers, can be moved."""
    for seed in range(1, 12):
        game, rng = grognard.new(battle, seed=seed), random.Random(seed)
        for _ in range(400):
            if game.over:
                break
            if game.position.roll is not None:
                game.roll()
                continue
            goal = mover(game, column)
            if goal is not None:
                return Found(battle, game.record.text(), str(game.actor), *goal)
            game.play(rng.choice(game.options()))
    raise AssertionError(f"{battle}: nobody of the kind moves")


def mover(game: Game, column: bool) -> tuple[str, str] | None:
    view = game.view(game.actor)
    wanted = [
        piece.id
        for piece in game.system.placements(view)
        if (piece.behind and "column" in piece.marks if column else piece.symbol in LEADERS)
    ]
    for piece in [piece for piece in wanted if piece in able(view)]:
        for deed in deeds(view, piece):
            if deed.asked is not None and deed.asked.reach():
                return piece, ""
            if deed.aims and deed.aims[0].goal.startswith("hex:"):
                return piece, deed.aims[len(deed.aims) // 2].goal
    return None


def take_up(page: Page, server: Server, found: Found) -> None:
    seats = {side: {"kind": "human"} for side in grognard.battle(found.battle).sides}
    sit_down(page, open_game(server, found.battle, record=found.record, seats=seats), found.side)
    page.mouse.click(*middle(page.locator(f'.board [data-piece="{found.doer}"]').first))
    expect(page.locator(".panel .taken").first).to_be_visible()


@pytest.mark.parametrize("battle", ["onepage/maida", "brigades/casteggio"])
def test_a_commander_who_is_posed_shows_whom_he_would_command(
    page: Page, server: Server, battle: str
) -> None:
    take_up(page, server, moving(battle))
    ghost = page.locator(".ghost")
    ring, radius = ghost.locator(".radius"), page.locator(".layer-radius .radius")
    expect(ring).to_have_count(1)
    before = box_of(ring)
    ghost.focus()
    page.keyboard.press("Shift+ArrowLeft")
    # An inch to the left, and he tells who is in and out of command from there.
    expect(page.locator(".board-pose p")).to_contain_text("in command")
    expect(radius).to_have_count(1)
    after = box_of(ring)
    assert after["x"] < before["x"] and abs(after["width"] - before["width"]) < 1
    drawn = box_of(radius)
    assert abs(drawn["x"] - after["x"]) < 2 and abs(drawn["width"] - after["width"]) < 2
    page.locator(".panel [data-down]").click()
    expect(radius).to_have_count(0)


def test_a_commander_who_is_shown_a_hex_shows_whom_he_would_command(
    page: Page, server: Server
) -> None:
    found = moving("shock/gemioncourt")
    take_up(page, server, found)
    page.mouse.move(*middle(page.locator(f'.board [data-id="{found.goal}"]')))
    expect(page.locator(".board-tip")).to_contain_text("in command")
    expect(page.locator(".layer-radius .radius.edge")).to_have_count(1)
    out = page.locator("[data-out]").count()
    assert out or "all" in page.locator(".board-tip").inner_text()
    page.keyboard.press("Escape")
    expect(page.locator(".layer-radius .radius")).to_have_count(0)
    expect(page.locator("[data-out]")).to_have_count(0)


def test_the_ghost_of_a_column_shows_its_whole_length(page: Page, server: Server) -> None:
    found = moving("brigades/casteggio", column=True)
    game = grognard.new(found.battle, seed=1)
    behind = {piece.id: piece.behind for piece in game.system.placements(game.view(None))}
    take_up(page, server, found)
    tail = page.locator(".ghost .tail")
    expect(tail).to_have_count(len(behind[found.doer]))
    # The same markers are behind the outline of where a click would send it.
    expect(page.locator(".shadow .tail")).to_have_count(len(behind[found.doer]))
    depth = float(page.locator(".ghost .body").get_attribute("height") or 0)
    assert float(tail.first.get_attribute("y") or 0) == pytest.approx(depth / 2)
