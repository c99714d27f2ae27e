"""A turn of the tutorial in Firefox and in WebKit, by a real mouse: `make test-browsers`."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.browsers.driver import Driver, Firefox, WebKit
from tests.page.browser import UNSALTED, Server
from tests.page.sitting import TUTORIAL, open_game
from tests.page.test_whole_game import WITHIN

BROWSERS: dict[str, Callable[[Path], Driver]] = {"firefox": Firefox, "webkit": WebKit}
MOST_CLICKS = 400
QUICK = """localStorage.setItem("grognard.settings",
    JSON.stringify({animation: false, rollAtOnce: true, salt: false}))"""
# The page has come to rest, and it is our turn or the battle is over.
READY = """return Boolean(document.querySelector(".panel:not(.busy):not(.asking)")
  && document.querySelector("[data-answer], [data-commit], .taken, .asked.over"))"""
# The middle of a thing on the board, by its id.
PLACE = f"""const found = document.querySelector(`.board .target[data-id="${{arguments[0]}}"]`);
return found && ({WITHIN})(found)"""
# What can be clicked next: what confirms, else a lit thing, else a button.
NEXT = f"""const middle = (at) => {{
  at.scrollIntoView({{ block: "nearest" }});
  const box = at.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}};
const luck = arguments[0];
const commit = document.querySelector("[data-commit], .chooser button");
if (commit) return middle(commit);
const taken = document.querySelector(".taken");
const lit = [...document.querySelectorAll(".board .target")]
  .filter((each) => !taken || !each.getAttribute("aria-label").endsWith("take it up instead"));
const quiet = document.querySelector(".buttons .usual");
if (quiet && !taken && luck < 0.6) return middle(quiet);
const at = lit.length ? ({WITHIN})(lit[Math.floor(luck * lit.length)]) : null;
if (at) return at;
const buttons = [...document.querySelectorAll("[data-answer], [data-down]")]
  .filter((each) => each.getBoundingClientRect().width);
return middle(buttons[Math.floor(luck * buttons.length)])"""
LISTEN = """window.complaints = [];
addEventListener("error", (event) => window.complaints.push(event.message));
addEventListener("unhandledrejection", (event) => window.complaints.push(String(event.reason)))"""


def play(driver: Driver, server: Server) -> int:
    """Order a move by two clicks, then click on to the second turn; how many clicks it took."""
    driver.goto(server.address)
    driver.run(QUICK)
    driver.run(UNSALTED)
    seats = {"french": {"kind": "human"}, "allied": {"kind": "bot", "bot": "random"}}
    game = open_game(server, TUTORIAL, seats=seats)
    driver.goto("about:blank")
    driver.goto(game.link("french"))
    driver.run(LISTEN)
    driver.until(READY)
    driver.click(*driver.still(PLACE, "unit:ney"))
    driver.click(*driver.still(PLACE, "hex:0713"))
    driver.until(
        "return document.querySelector('ol.log').textContent.includes(arguments[0])",
        "Ney rides 1 hex to 0713.",
    )
    luck = random.Random(1815)
    for clicks in range(MOST_CLICKS):
        driver.until(READY)
        clock = driver.run("return document.querySelector('.clock-text').textContent")
        if not clock.startswith("Turn 1 "):
            assert driver.run("return window.complaints") == []
            return clicks
        driver.click(*driver.run(NEXT, luck.random()))
    raise AssertionError(f"{driver.name}: still {clock} after {MOST_CLICKS} clicks")


def main(names: list[str]) -> None:
    """Play in the browsers that are named, or in all."""
    for name in names or list(BROWSERS):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder))
            server.start()
            driver = BROWSERS[name](Path(folder))
            try:
                print(f"{name}: a turn in {play(driver, server)} clicks", flush=True)
            finally:
                driver.close()
                server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
