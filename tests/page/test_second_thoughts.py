"""What a click must not do: drop a piece without a word, hold a card for ever, roll unasked."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

import grognard
from tests.page.browser import Server
from tests.page.found import ahead, fire, found
from tests.page.placed import box_of, middle
from tests.page.sitting import (
    BLOCKS,
    SETTLED,
    SIDES,
    TABLE,
    TUTORIAL,
    asked,
    open_game,
    order,
    sit_down,
)
from tests.page.test_clicks import Mouse, sat_down

pytestmark = pytest.mark.one_page

PLAYERS = {side: {"kind": "human"} for side in SIDES[BLOCKS]}


def click_piece(page: Page, id: str) -> None:
    """Click a piece, lit or not."""
    page.locator(SETTLED).first.wait_for()
    page.mouse.click(*middle(page.locator(f'.board [data-piece="{id}"]')))


@pytest.mark.parametrize(
    ("battle", "doer", "foe", "said"),
    [
        (TUTORIAL, "unit:pire", "unit:saxe-weimar", "Saxe-Weimar cannot be attacked by Piré now"),
        (TABLE, "unit:forty-second", "unit:cole", "Cole cannot be attacked by 42nd Line now"),
    ],
)
def test_an_enemy_out_of_reach_is_refused_in_words_and_the_piece_stays_in_hand(
    page: Page, server: Server, battle: str, doer: str, foe: str, said: str
) -> None:
    sit_down(page, open_game(server, battle), "french")
    Mouse(page).click(doer)
    up = page.locator(f'.taken[data-aim="{doer}"]')
    expect(up).to_be_visible()
    click_piece(page, foe)
    expect(page.locator(".board-tip")).to_contain_text(said)
    expect(page.locator(".taken .refused")).to_contain_text(said)
    expect(up).to_be_visible()
    expect(page.locator(".card h3")).to_be_visible()


def test_a_hex_that_cannot_be_gone_to_is_refused_in_words(page: Page, server: Server) -> None:
    """Stevenart's guns command the hex before them: Ney would stand there alone."""
    sit_down(page, open_game(server), "french")
    Mouse(page).click("unit:ney")
    up = page.locator('.taken[data-aim="unit:ney"]')
    expect(up).to_be_visible()
    (x, y), jamin, wathiez = (
        middle(page.locator(f'.board [data-piece="unit:{name}"]'))
        for name in ("stevenart", "jamin", "wathiez")
    )
    # Stevenart stands in 0610; Jamin three rows below him in 0513, Wathiez three hexes beside him.
    page.mouse.click(x - (wathiez[0] - jamin[0]) / 6, y + (jamin[1] - y) / 3)
    said = "Ney cannot go there: 0611 is in an enemy zone of control"
    expect(page.locator(".board-tip")).to_contain_text(said)
    expect(page.locator(".taken .refused")).to_contain_text(said)
    expect(up).to_be_visible()


def test_which_attack_is_fought_next_is_told_by_who_is_attacked(page: Page, server: Server) -> None:
    """Foy's division acts first: Gauthier attacks Stevenart in 0610, Jamin the militia in 0609."""
    game = grognard.new(TUTORIAL, seed=3)
    for answer in ("done", "done", "command foy", "command bachelu", "done", "command bijlandt"):
        game.play(answer)
    while "move jamin" not in game.texts():
        if game.position.roll is None:
            game.play("command foy" if "command foy" in game.texts() else "done")
        else:
            game.roll()
    for answer in ("move jamin > 0510 facing n", "move gauthier > 0611 facing n"):
        game.play(answer)
    for answer in ("shock gauthier > stevenart", "shock jamin > militia-5"):
        game.play(answer)
    seats = {side: {"kind": "human"} for side in game.battle.sides}
    sit_down(page, open_game(server, seats=seats, record=game.record.text()), "french")
    asked(page, "which is fought next?")
    told = page.locator("[data-answer]")
    expect(told.filter(has_text="Fight 0609: 5th Militia")).to_be_visible()
    expect(told.filter(has_text="Fight 0610: Stevenart")).to_be_visible()


def test_who_is_to_move_goes_to_a_friend_who_is_clicked(page: Page, server: Server) -> None:
    """With the order chosen Gauthier's hex is a goal; without it Gauthier is taken up instead."""
    game = grognard.new(TUTORIAL, seed=3)
    for answer in ("done", "done", "command foy", "command bachelu", "done", "command bijlandt"):
        game.play(answer)
    while "move foy-guns" not in game.texts():
        if game.position.roll is None:
            game.play("command foy" if "command foy" in game.texts() else "done")
        else:
            game.roll()
    seats = {side: {"kind": "human"} for side in game.battle.sides}
    opened = open_game(server, seats=seats, record=game.record.text())
    sit_down(page, opened, "french")
    Mouse(page).click("unit:foy-guns")
    click_piece(page, "unit:gauthier")
    expect(page.locator('.taken[data-aim="unit:gauthier"]')).to_be_visible()
    click_piece(page, "unit:foy-guns")
    expect(page.locator('.taken[data-aim="unit:foy-guns"]')).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator('[data-verb="move"]')).to_have_attribute("aria-pressed", "true")
    click_piece(page, "unit:gauthier")
    expect(page.locator("ol.log")).to_contain_text("Foy's battery moves 1 hex to 0613.")


def test_a_held_card_goes_when_another_piece_is_asked_about(page: Page, server: Server) -> None:
    """The 42nd is asked how it goes on; the card of Cole was held before."""
    sit_down(page, open_game(server, TABLE), "french")
    click_piece(page, "unit:cole")
    card = page.locator(".card")
    expect(card.locator("h3")).to_have_text("Cole")
    page.mouse.move(5, 5)  # off the board: only what is held is shown
    expect(card.locator(".close")).to_be_visible()
    order(page, "move forty-second > ahead half")
    asked(page, "42nd Line")
    expect(card.locator(".close")).to_have_count(0)


@pytest.mark.own_page
def test_a_held_card_goes_with_its_piece(page: Page, server: Server) -> None:
    """The Union spikes its guns while somebody looks on who has their card before him."""
    before, spiking, piece, side = guns_spiked()
    game = open_game(server, BLOCKS, record=before, seats=PLAYERS)
    sit_down(page, game)
    click_piece(page, piece)
    close = page.locator(".card .close")
    expect(close).to_be_visible()
    player = page.context.new_page()
    sit_down(player, game, side)
    order(player, spiking)
    expect(page.locator(f'.board [data-piece="{piece}"]')).to_have_count(0)
    expect(close).to_have_count(0)


def guns_spiked() -> tuple[str, str, str, str]:
    """The record up to where a side spikes its guns, the order, the guns and the side."""
    game, rng = grognard.new(BLOCKS, seed=0), random.Random(0)
    while True:
        if game.position.roll is not None:
            game.roll()
            continue
        decision, action = game.position.decision, rng.choice(game.options())
        assert decision is not None
        words = decision.phrase(game.position, action)
        if words.startswith("spike"):
            piece = words.removeprefix("spike ").replace(" ", ":")
            return game.record.text(), words, piece, str(game.actor)
        game.play(action)


def test_who_ticks_at_once_still_rolls_this_time_himself(page: Page, server: Server) -> None:
    seats = {side: {"kind": "shared"} for side in ("french", "austrian")}
    sit_down(page, open_game(server, "pulses/teugen-hausen", seats=seats), "french")
    asked(page, "Command dice")
    first = page.get_attribute(".panel", "data-revision")
    page.get_by_label("at once from now on").check()
    page.keyboard.press("p")
    page.fill("[aria-label='Message to the others']", "Ready?")
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Ready?")  # a state has come since
    expect(page.locator(f"{SETTLED} [data-roll]")).to_be_visible()
    asked(page, "Command dice")
    page.click("[data-roll]")
    moved_on = f'.panel:not([data-revision="{first}"]):not(.busy) [data-answer]'
    expect(page.locator(moved_on).first).to_be_attached()  # and what followed was rolled at once


@pytest.mark.own_page
def test_show_me_by_its_key_is_seen_with_the_hint_folded_and_a_piece_in_hand(
    page: Page, server: Server
) -> None:
    held: list[Route] = []
    page.route("**/hint*", lambda route: held.append(route))
    sit_down(page, open_game(server, TABLE), "french")
    page.click(".lesson summary")
    Mouse(page).click("unit:forty-second")
    expect(page.locator(".taken").first).to_be_visible()
    with page.expect_request("**/hint*"):
        page.keyboard.press("d")
    expect(page.locator(".question > .thinking")).to_be_visible()
    held[0].fulfill(json={"action": None, "plan": "", "weighed": []})
    expect(page.locator(".suggested")).to_have_count(1)
    expect(page.locator(".taken, .thinking")).to_have_count(0)


def test_the_battle_tab_follows_the_battle(page: Page, server: Server) -> None:
    """Spiked guns cost the side a point of morale, at once; nothing else did before."""
    before, spiking, _, side = guns_spiked()
    sit_down(page, open_game(server, BLOCKS, record=before, seats=PLAYERS), side)
    page.keyboard.press("b")
    sheet = page.locator("#sheet-briefing")
    expect(sheet).to_contain_text("Union: morale 26 of 26")
    sheet.locator("summary", has_text="Union").click()
    order(page, spiking)
    expect(sheet).to_contain_text("Union: morale 25 of 26")
    expect(page.locator(".score")).to_contain_text("25 morale")
    expect(sheet.locator(".army[open]")).to_have_count(1)  # what was open stays so


def test_undo_says_first_that_dice_go_with_it(page: Page, server: Server) -> None:
    """At one screen nobody else need agree; the initiative and a draw were thrown since."""
    game = open_game(server, record=found(TUTORIAL, fire).record)
    sit_down(page, game, "french")
    expect(page.locator(".undo small")).to_have_text(re.compile(r"dice have been thrown since\W*$"))
    before = game.record("french")
    page.click("[data-undo]")
    box = page.locator("dialog")
    expect(box).to_contain_text("Your last answer is taken back with all that followed it.")
    page.keyboard.press("Enter")  # leaves it
    expect(box).to_have_count(0)
    assert game.record("french") == before
    page.keyboard.press("u")
    box.get_by_role("button", name="Take it back").click()
    expect(page.locator("ol.log")).to_contain_text("taken back.")


@pytest.mark.parametrize("battle", [TABLE, "brigades/casteggio"])
def test_handles_of_ways_are_read_out_in_words(page: Page, server: Server, battle: str) -> None:
    situation = found(battle, ahead)
    sat_down(page, server, situation).click(situation.doer)
    handles = page.locator('.board .target[data-id^="pose:"]')
    handles.first.wait_for(state="attached")
    for label in [each.get_attribute("aria-label") or "" for each in handles.all()]:
        assert label and not re.search(r"\d\.\d|facing", label), label


@pytest.mark.own_page
def test_on_a_low_screen_answers_and_undo_stay_in_sight(page: Page, server: Server) -> None:
    """1366 by 768 and larger letters: hint, orders, card and undo share the panel."""
    large = {"size": "115", "salt": False}
    page.add_init_script(f"localStorage.setItem('grognard.settings', '{json.dumps(large)}')")
    sit_down(page, open_game(server, TABLE), "french")
    order(page, "move forty-second > ahead half halt")
    asked(page, "Which unit moves?")
    click_piece(page, "unit:cole")
    expect(page.locator(".card h3")).to_have_text("Cole")
    room = box_of(page.locator(".question"))
    for seen in ("[data-answer]", "[data-undo]"):
        box = box_of(page.locator(f".question {seen}").first)
        assert box["y"] >= room["y"]
        assert box["y"] + box["height"] <= room["y"] + room["height"], seen
    cut = "card => card.scrollHeight - card.clientHeight"
    assert page.locator(".card").evaluate(cut) <= 1  # its last row too
