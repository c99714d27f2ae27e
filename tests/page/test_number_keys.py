"""Number keys mean the same answer, picked things stay marked, and a bare hex is told in words."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.engine.deeds import able, deeds
from grognard.engine.game import Game
from grognard.engine.step import ROLL
from tests.page.browser import Server
from tests.page.sitting import TUTORIAL, asked, open_game, order, sit_down

pytestmark = pytest.mark.one_page

MOST_ANSWERS = 4000
LABELS = """(words) => [...document.querySelectorAll(".panel [data-number]")]
    .map((each) => `${each.dataset.number} ${each.lastChild.textContent}`)"""


def numbers(page: Page) -> list[str]:
    """The numbered answers, as they are read."""
    found: list[str] = page.evaluate(LABELS)
    return found


def others(game: Game) -> list[str]:
    """Pieces that can do several things, but for the one that is asked about."""
    view, decision = game.view(game.actor), game.position.decision
    assert decision is not None
    about = decision.about(game.position)
    return [each for each in able(view) if each not in about and len(deeds(view, each)) > 1]


def until(
    sort: str, answers: int = 0, wanted: Callable[[Game], object] = lambda game: True
) -> Game:
    """A game up to its first wanted question of a sort, with so many answers if it says."""
    for seed in range(20):
        game, luck = grognard.new(TUTORIAL, seed=seed), random.Random(seed)
        for _ in range(MOST_ANSWERS):
            step = None if game.over else game.position.stack[-1]
            if step is None:
                break
            if step.what == ROLL:
                game.roll()
                continue
            fits = type(step).__name__ == sort and (not answers or len(game.texts()) == answers)
            if fits and wanted(game):
                return game
            game.play(luck.choice(game.texts()))
    raise AssertionError(f"{sort} is never asked")


def test_a_facing_has_its_key_whether_a_square_may_be_formed_or_not(
    page: Page, server: Server
) -> None:
    ways = ["north", "north-east", "south-east", "south", "south-west", "north-west"]
    facings = [f"{number} Facing {way}" for number, way in enumerate(ways, 1)]
    for answers, more in ((7, ["7 Form square"]), (6, [])):
        game = until("FaceTo", answers)
        sit_down(page, open_game(server, record=game.record.text()), str(game.actor))
        asked(page, "facing?")
        assert numbers(page) == facings + more


def test_the_headline_is_about_the_piece_in_hand_and_says_that_the_other_keeps_its_facing(
    page: Page, server: Server
) -> None:
    game = until("FaceTo", wanted=others)
    decision = game.position.decision
    assert decision is not None
    sit_down(page, open_game(server, record=game.record.text()), str(game.actor))
    asked(page, "facing?")
    before = page.inner_text("#prompt").partition(":")[0]
    page.locator(f'.board .target[data-id="{others(game)[0]}"]').press("Enter")
    name = page.locator(".taken h3").inner_text()
    ways = {"n": "north", "ne": "north-east", "se": "south-east"}
    ways |= {"s": "south", "sw": "south-west", "nw": "north-west"}
    way = ways[decision.phrase(game.position, decision.rest(game.position)).split()[1]]
    expect(page.locator("#prompt")).to_have_text(
        f"{name}: what does it do? ({before}: facing {way})"
    )


def test_a_command_put_into_the_draw_stays_marked_until_it_is_confirmed(
    page: Page, server: Server
) -> None:
    game = grognard.new(TUTORIAL, seed=1)
    game.play("done")  # nobody rides
    game.play("done")
    sit_down(page, open_game(server, record=game.record.text()), "french")
    asked(page, "2 commands into the draw")
    assert numbers(page) == ["2 Command Bachelu", "3 Command Foy", "4 Command Piré"]
    picked = page.locator(".board .ring.picked.over")
    expect(picked).to_have_count(0)
    # Bachelu himself, Husson, Campi and the battery.
    page.locator('.board .target[data-id="unit:husson"]').press("Enter")
    asked(page, "1 command into the draw")
    expect(picked).to_have_count(4)
    assert numbers(page) == ["3 Command Foy", "4 Command Piré", "2 Put back command Bachelu"]
    page.keyboard.press("4")
    asked(page, "Bachelu's division and Piré's cavalry into the draw. Done?")
    expect(picked).to_have_count(8)  # and Piré, Huber, Wathiez and their battery
    page.locator('.board .target[data-id="unit:campi"]').press("Enter")  # put back
    expect(picked).to_have_count(4)
    page.keyboard.press("3")
    asked(page, "Done?")
    assert numbers(page) == ["1 Done", "3 Put back command Foy", "4 Put back command Piré"]
    page.keyboard.press("1")
    expect(page.locator(".score")).to_contain_text("in the draw: Foy, Piré")


def test_an_answer_keeps_its_number_while_others_are_done(page: Page, server: Server) -> None:
    sit_down(page, open_game(server), "french")
    every = [
        "1 Done: nobody else rides",
        "2 Move Ney",
        "3 Move Bachelu",
        "4 Move Foy",
        "5 Move Piré",
    ]
    assert numbers(page) == every
    order(page, "move bachelu > 0812")
    expect(page.locator(".panel [data-answer]", has_text="Bachelu")).to_have_count(0)
    assert numbers(page) == [each for each in every if "Bachelu" not in each]


def test_numbers_begin_anew_where_others_are_asked_about(page: Page, server: Server) -> None:
    page.goto(server.address)
    told = page.evaluate("""async () => {
        const { Numbers } = await import("/static/numbers.js");
        const numbers = new Numbers((option) => option.text);
        const asked = (...actions) => {
            const options = actions.map((action) => ({ action, key: action === 0 ? 1 : 0,
                target: `unit:${action}`, text: "" }));
            numbers.ask({ sort: "Orders", keys: 1, about: [], options, picked: [] }, "turn 1");
            return options.map((option) => numbers.of(option));
        };
        return [asked(0, 10, 11, 12), asked(0, 11, 12), asked(0, 12, 13), asked(0, 20, 21),
            asked(30, 31)];
    }""")
    # Done is 1, on offer or not; 11 and 12 keep theirs, 13 takes the next; 20 and 21 are others.
    assert told == [[1, 2, 3, 4], [1, 3, 4], [1, 4, 5], [1, 2, 3], [2, 3]]


def test_a_retreat_is_told_by_its_way_and_ground(page: Page, server: Server) -> None:
    game = until("RetreatTo")  # Huber on 0911; even rows lie half a hex to the right
    sit_down(page, open_game(server, record=game.record.text()), str(game.actor))
    asked(page, "Huber is blown and must retreat: where to?")
    goals = ["East: 1011, clear", "South-west: 0812, clear", "South-east: 0912, clear"]
    assert numbers(page) == [f"{number} {goal}" for number, goal in enumerate(goals, 1)]
