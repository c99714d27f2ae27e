"""Before the battle and after it: what it is about, and what came of it."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.engine.step import NOBODY
from grognard.engine.view import View
from grognard.server.looking_back import briefing, look_back
from grognard.server.seats import Refusal
from tests.page.browser import Server
from tests.page.sitting import BLOCKS, TABLE, answer, asked, open_game, order, sit_down


def test_a_new_battle_is_read_about_first_and_then_the_log(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    sheet = page.locator("#sheet-briefing")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Charleroi road")  # the summary of the battle
    expect(sheet.locator(".marks")).to_contain_text("routed")
    sheet.locator("summary", has_text="French").click()
    expect(sheet.locator(".army").first).to_contain_text("Jamin")
    order(page, "move ney > 0713")
    expect(page.locator("ol.log")).to_be_visible()
    expect(sheet).to_be_hidden()
    page.keyboard.press("b")
    expect(sheet).to_be_visible()


def test_the_briefing_stays_and_the_hand_is_in_sight_when_cards_are_dealt(
    page: Page, server: Server
) -> None:
    """Blocks are shuffled and cards drawn before anybody answers; a fair staff holds three."""
    seats = {"union": {"kind": "bot", "bot": "random"}, "confederate": {"kind": "human"}}
    game = open_game(server, BLOCKS, seats=seats)
    sit_down(page, game, "confederate")
    asked(page, "Play which command card?")
    expect(page.locator("#sheet-briefing")).to_be_visible()
    hand = page.locator(".bar .hand li")
    expect(hand).to_have_count(3)
    held = [card.replace("\n", ", ") for card in hand.all_inner_texts()]
    offered = page.locator("[data-answer]").all_inner_texts()
    assert {f"Card {card}" for card in held} == {re.sub(r"^\d", "", each) for each in offered}
    answer(page, f"Card {held[-1]}")
    expect(hand).to_have_count(2)
    expect(page.locator(".bar .side", has_text="Confederate (you)").locator(".purse")).to_have_text(
        f" · {held[-1]}"
    )


def test_the_end_is_looked_back_on(page: Page, server: Server) -> None:
    game = grognard.new(TABLE, seed=3)
    rng = random.Random(3)
    while not game.over:
        if game.position.roll is not None:
            game.roll()
        else:
            game.play(rng.choice(game.options()))
    opened = open_game(server, TABLE, record=game.record.text())
    sit_down(page, opened, "french")
    asked(page, "")
    review = page.locator(".review")
    expect(review).to_contain_text("The rolls that decided it")
    expect(review).to_contain_text("Strength by turn")
    expect(review.locator(".losses li").first).to_be_visible()
    army = review.locator("p", has_text="British: ")
    # All that is lost, and by what: as "British: 4 (melee 3, rout 1)".
    told = re.fullmatch(r"British: (\d+) \((.+)\)", army.inner_text())
    assert told and sum(map(int, re.findall(r"-?\d+", told[2]))) == int(told[1])
    review.locator(".points a").first.click()
    expect(page.locator(".reel")).to_be_visible()


def test_a_briefing_names_every_unit_of_both_sides() -> None:
    for battle in grognard.battles():
        system = grognard.system(battle.system)
        told = briefing(system, View(system.start(battle), NOBODY))
        names = {unit.name for side in told.sides for group in side.groups for unit in group.units}
        assert {unit.name for unit in system.roster(battle).units} <= names, battle.id
        assert told.victory, battle.id


def test_nobody_looks_back_before_the_end() -> None:
    with pytest.raises(Refusal, match="not over"):
        look_back(grognard.new(TABLE, seed=1), None)
