"""Before the battle and after it: what it is about, and what came of it."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.engine.game import Game
from grognard.engine.review import review
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


def a_roll_that_ends_a_turn() -> tuple[Game, int, int, str]:
    """A battle over, the line of a roll among those that decided it, its turn, and who acts next.

    The enemy opens the next turn in the same line.
    """
    for seed in range(30):
        game = grognard.new(TABLE, seed=seed)
        rng = random.Random(seed)
        while not game.over:
            if game.position.roll is not None:
                game.roll()
            else:
                game.play(rng.choice(game.options()))
        walked = list(game.walked())
        found = review(game.system, iter(walked), game.position, game.log)
        decided = {point.line for point in found.points}
        for each, then in pairwise(walked):
            turn = game.system.tally(each.before).turn
            actor = then.before.actor
            if each.line in decided and game.system.tally(then.before).turn > turn and actor >= 0:
                return game, each.line, turn, game.battle.titles[actor]
    raise AssertionError("no random game has such a roll")


def test_the_end_is_looked_back_on(page: Page, server: Server) -> None:
    game, line, turn, next_side = a_roll_that_ends_a_turn()
    opened = open_game(server, TABLE, record=game.record.text())
    sit_down(page, opened, "french")
    asked(page, "")
    seen = page.locator(".review")
    expect(seen).to_contain_text("The rolls that decided it")
    expect(seen).to_contain_text("Strength by turn")
    # Below the last turn, what each side has left, as the tally counts it.
    units = game.system.roster(game.battle).units
    tally = game.system.tally(game.position)
    left = tally.strength
    sums = [sum(n for u, n in zip(units, left, strict=True) if u.side == side) for side in (0, 1)]
    told_last = [str(tally.turn), *map(str, sums)]
    assert seen.locator(".course text").all_text_contents()[-3:] == told_last
    expect(seen.locator(".losses li").first).to_be_visible()
    army = seen.locator("p", has_text="British: ")
    # All that is lost, and by what: as "British: 4 (melee 3, rout 1)".
    told = re.fullmatch(r"British: (\d+) \((.+)\)", army.inner_text())
    assert told and sum(map(int, re.findall(r"-?\d+", told[2]))) == int(told[1])
    roll = seen.locator(".points li", has=page.locator(f"a[href$='/at/{line}']"))
    expect(roll).to_contain_text(f"Turn {turn}")
    page.keyboard.press("b")
    late = page.locator("#sheet-briefing section", has_text="Who arrives later")
    expect(late.locator("li")).to_have_text(["Turn 3, British: 20th Foot"])
    roll.locator("a").click()
    expect(page.locator(".reel")).to_be_visible()
    expect(page.locator(".bar .side.due")).to_contain_text(next_side)


def test_points_are_told_cause_by_cause_with_their_sum(page: Page, server: Server) -> None:
    page.goto(server.address)
    rows = page.evaluate("""async () => {
        const { ReviewPart } = await import("/static/review.js");
        const part = new ReviewPart({ sideTitle: (side) => side });
        const earned = [{ cause: "the farm", points: [6, 0] },
            { cause: "enemies routed", points: [0.5, 1.5] }];
        const [, table] = part.earned(["French", "Allied"], { earned });
        return [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent));
    }""")
    assert rows == [
        ["", "French", "Allied"],
        ["The farm", "6", "–"],
        ["Enemies routed", "½", "1½"],
        ["In all", "6½", "1½"],
    ]


def test_a_briefing_names_every_unit_of_both_sides() -> None:
    for battle in grognard.battles():
        system = grognard.system(battle.system)
        told = briefing(system, View(system.start(battle), NOBODY))
        names = {unit.name for side in told.sides for group in side.groups for unit in group.units}
        assert {unit.name for unit in system.roster(battle).units} <= names, battle.id
        assert told.victory, battle.id


def test_a_briefing_tells_when_units_arrive() -> None:
    system, battle = grognard.system("onepage"), grognard.battle(TABLE)
    told = briefing(system, View(system.start(battle), NOBODY))
    units = [unit for side in told.sides for group in side.groups for unit in group.units]
    assert [(unit.name, unit.turn) for unit in units if unit.turn] == [("20th Foot", 3)]


@pytest.mark.parametrize("battle", ["onepage/maida", "brigades/casteggio"])
def test_a_briefing_tells_what_the_letters_on_pieces_mean(battle: str) -> None:
    """O is written on who is out of command, though no roster has a box for it."""
    game = grognard.new(battle, seed=1)
    told = dict(briefing(game.system, View(game.position, NOBODY)).marks)
    assert told["O"].startswith("out of command: no ")
    assert told["St"].startswith("stationary: ")


def test_nobody_looks_back_before_the_end() -> None:
    with pytest.raises(Refusal, match="not over"):
        look_back(grognard.new(TABLE, seed=1), None)
