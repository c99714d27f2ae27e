"""Two turns of the tutorial of every system, by clicks against a quick bot."""

import json
import random
import re
import urllib.request
from typing import Any

from playwright.sync_api import Browser, expect

from tests.page.browser import Server
from tests.page.company import company
from tests.page.sitting import TUTORIAL, go_on, open_game, sit_down
from tests.page.test_whole_game import SWIFT, press

TURN = re.compile(r"Turn (\d+)")
MOST_CLICKS = 400


def tutorials(server: Server) -> list[dict[str, Any]]:
    """The tutorials, but for the one that is played to its end elsewhere."""
    with urllib.request.urlopen(f"{server.address}/api/battles") as answer:
        battles = json.load(answer)
    return [battle for battle in battles if battle["tutorial"] and battle["id"] != TUTORIAL]


def test_two_turns_of_every_tutorial_are_played_by_clicks(browser: Browser, server: Server) -> None:
    found = tutorials(server)
    assert found
    for battle in found:
        with company(browser, 1, viewport={"width": 1366, "height": 768}) as (page,):
            page.add_init_script(SWIFT)
            mine, *others = battle["sides"]
            bot = {"kind": "bot", "bot": "random"}
            seats = {mine: {"kind": "human"}, **dict.fromkeys(others, bot)}
            game = open_game(server, battle["id"], seats=seats)
            sit_down(page, game, mine)
            rng = random.Random(1815)
            clock = page.locator(".clock-text")
            mine_now = page.locator("[data-answer], .asked.over")
            turn = 1
            for _ in range(MOST_CLICKS):
                expect(mine_now.first).to_be_attached()
                told = TURN.search(clock.inner_text())
                assert told is not None, clock.inner_text()
                turn = int(told[1])
                if turn > 2 or page.locator(".asked.over").count():
                    break
                go_on(page, lambda page=page, rng=rng: press(page, rng))  # type: ignore[misc]
            assert turn == 3, f"{battle['id']}: {clock.inner_text()}"
