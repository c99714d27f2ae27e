"""Odds stand where one aims: at targets, at places to strike from, for each of several verbs."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

import grognard
from tests.page.browser import Server
from tests.page.found import at_whom, found
from tests.page.placed import middle
from tests.page.sitting import open_game, sit_down
from tests.page.test_clicks import sat_down

pytestmark = pytest.mark.one_page

PLANCENOIT = "shock/plancenoit"
BADGE = ".layer-badges .badge"


def test_a_battery_has_the_odds_of_each_target(page: Page, server: Server) -> None:
    situation = found("pulses/teugen-hausen", at_whom)
    sat_down(page, server, situation)
    expect(page.locator(BADGE).first).to_contain_text("%")
    target = page.locator(f'.board .target[data-id="{situation.goal}"]')
    page.mouse.move(*middle(target))
    expect(page.locator(".board-tip")).to_contain_text("hit")
    # A button here would be gone before the mouse came to it.
    expect(page.locator(".chosen .to-do")).to_have_text("Click it to do it.")
    expect(page.locator("[data-commit]")).to_have_count(0)
    expect(page.locator(".chosen .check")).to_contain_text("hit")
    whose = re.compile(r"Artillery fire · .+ against .+")
    expect(page.locator(".chosen .check h3").first).to_have_text(whose)


def test_each_hex_to_strike_from_has_its_odds(page: Page, server: Server) -> None:
    """Schwerin may strike the batteries from two hexes, both before their front."""
    game, rng = grognard.new(PLANCENOIT, seed=13), random.Random(13)
    while not any(text == "> 1407" for text in game.texts()) or len(game.options()) != 2:
        if game.position.roll is None:
            game.play(rng.choice(game.options()))
        else:
            game.roll()
    seats = {side: {"kind": "human"} for side in game.battle.sides}
    sit_down(
        page, open_game(server, PLANCENOIT, seats=seats, record=game.record.text()), "prussian"
    )
    expect(page.locator(BADGE)).to_have_count(2)
    for badge in page.locator(BADGE).all():
        expect(badge).to_contain_text("%")
    page.locator('.board .target[data-id="hex:1306"]').hover()
    tip = page.locator(".board-tip")
    expect(tip).to_contain_text("strikes the front of Cavalry batteries")
    expect(tip).to_contain_text("Cavalry batteries: stands")


def test_two_verbs_with_one_goal_have_their_odds_each(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Aiming } = await import("/static/aiming.js");
        let drawn = [];
        const pieces = new Map([["unit:foe", {}]]);
        const finder = { pieces, places: new Map() };
        const board = { badges: (marks) => { drawn = marks; }, finder };
        const aiming = new Aiming({ state: { revision: 1 }, board, answering: { busy: false },
            onBoard: () => true });
        const deed = (verb, answer) => ({ verb, answer: [answer], target: "unit:me", plain: true,
            aims: [{ answer: [answer, 9], text: "> foe", target: "unit:foe", met: "" }] });
        const promise = { 1: "3/10", 2: "1/2" };
        aiming.preview = async ([first]) => ({ attack: [], checks: [{ promise: promise[first] }] });
        aiming.look = { id: "unit:me", deeds: [deed("fire", 1), deed("shock", 2)] };
        await aiming.rate(aiming.look);
        return drawn;
    }""")
    assert told == [{"at": "unit:foe", "text": "Fire 30\u00a0% · Shock 50\u00a0%"}]


def test_an_attack_that_moves_nobody_promises_nothing(page: Page, server: Server) -> None:
    """Courage (9 in 10) is no promise that the foe gives way; that fire hurts him is one."""
    page.goto(server.address)
    told = page.evaluate("""async () => {
        const { Aiming } = await import("/static/aiming.js");
        const aiming = new Aiming({});
        const odds = (about, fates, followed) => {
            const chain = { target: "unit:foe", fates, followed, rows: [{ about }] };
            const checks = [{ promise: "9/10" }];
            aiming.preview = async () => ({ attack: ["unit:me", "unit:foe"], checks, chain });
            return aiming.oddsOf([1], 1, () => false);
        };
        const [courage, fire] = [["unit:me"], ["unit:me", "unit:foe"]];
        return [await odds(courage, { stands: "1" }, "1"),
            await odds(fire, { stands: "1" }, "1"),
            await odds(courage, { stands: "7/10", "gives way": "1/400" }, "281/400"),
            await odds(courage, { stands: "3/5", destroyed: "2/5" }, "1")];
    }""")
    # The third: a quarter of a percent, and 119 of 400 that were not followed: at most 30 %.
    assert told == ["0\u00a0%", "90\u00a0%", "0 to 30\u00a0%", "40\u00a0%"]
