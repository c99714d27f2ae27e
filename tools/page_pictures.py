"""Takes the pictures of the page in docs/pictures.

python tools/page_pictures.py [lobby hexes areas table phone films]
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Locator, Page  # noqa: E402

import grognard  # noqa: E402
from tests.page.browser import UNSALTED, Server, open_browser  # noqa: E402
from tests.page.found import Found, attack, found  # noqa: E402
from tests.page.found import order as found_order  # noqa: E402
from tests.page.sitting import (  # noqa: E402
    BLOCKS,
    SETTLED,
    TABLE,
    answer,
    asked,
    choose,
    first_goal,
    go_on,
    open_game,
    order,
    sit_down,
)

PICTURES = ROOT / "docs" / "pictures"
MOST_ANSWERS = 60  # until what is to be seen has come
DEEDS_OF_A_TURN = 3  # at least; fewer are reactions
HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "bot": "drill"}


def take(page: Page, name: str) -> None:
    """One picture, once everything stands still."""
    page.wait_for_timeout(1500)
    page.screenshot(path=PICTURES / f"page-{name}.jpg", type="jpeg", quality=74)


def play_until(page: Page, there: Callable[[], object]) -> None:
    """Give the first answer on offer again and again, until something is there."""
    for _ in range(MOST_ANSWERS):
        page.locator(f"{SETTLED} [data-roll], {SETTLED} [data-answer]").first.wait_for()
        if there():
            return
        go_on(page)
    raise AssertionError(f"not there after {MOST_ANSWERS} answers: {page.inner_text('#prompt')}")


def to_the_first_shot(page: Page) -> None:
    """Play on until somebody may fire, and aim: at the first enemy, where there are several."""
    fires = page.locator("[data-answer]", has_text="Fire")

    def aim() -> None:
        if page.locator(".taken").count():
            first_goal(page)
        else:
            fires.first.click()

    play_until(page, lambda: fires.count() and choose(page, aim))


def lobby(browser: Browser, server: Server) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.goto(server.address)
    page.wait_for_load_state("networkidle")
    take(page, "lobby")


def hexes(browser: Browser, server: Server) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    sit_down(page, open_game(server, seats={"french": HUMAN, "allied": BOT}), "french")
    to_the_first_shot(page)
    take(page, "odds")
    page.click("[data-commit]")
    page.locator(".throw").last.wait_for()
    page.click("text=Replay")
    page.locator(".reel").wait_for()
    page.locator(".slider").fill("8")
    take(page, "replay")


def areas(browser: Browser, server: Server) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768}, color_scheme="dark")
    game = open_game(server, BLOCKS, seats={"union": BOT, "confederate": HUMAN})
    sit_down(page, game, "confederate")
    play_until(page, lambda: "Which order?" in page.inner_text("#prompt"))
    take(page, "areas")


def table(browser: Browser, server: Server) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    sit_down(page, open_game(server, TABLE), "french")
    answer(page, "Move 1st Light")
    asked(page, "where to?")
    box = page.locator(".board .ghost .body").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 110, y, steps=5)
    page.mouse.up()
    take(page, "table")


def phone(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, device_scale_factor=2, is_mobile=True
    )
    page = context.new_page()
    sit_down(page, open_game(server), "french")
    order(page, "move ney > 0713")
    take(page, "phone")


def film(browser: Browser, server: Server, situation: Found) -> None:
    """An attack in five pictures: before, aiming, odds, result, and what the enemy did then."""
    battle, side = situation.battle, situation.side
    seats = {each: HUMAN if each == side else BOT for each in grognard.battle(battle).sides}
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(UNSALTED)
    page = context.new_page()
    sit_down(page, open_game(server, battle, seats=seats, record=situation.record), side)

    def shoot(stage: str) -> None:
        page.wait_for_timeout(1500)
        name = f"play-{battle.partition('/')[0]}-{stage}.jpg"
        page.screenshot(path=PICTURES / name, type="jpeg", quality=60)

    def point(id: str, click: bool) -> None:
        page.locator(f"{SETTLED}").first.wait_for()
        box = page.locator(f'.board .target[data-id="{id}"]').bounding_box()
        assert box is not None, f"{battle}: {id} is not lit"
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(*at)
        if click:
            page.mouse.click(*at)
            several = page.locator(".chooser button")
            page.locator(f"{SETTLED}, .chooser").first.wait_for()
            if several.count():
                several.first.click()

    shoot("before")
    point(situation.doer, click=True)
    page.locator(f"{SETTLED} .taken, {SETTLED} [data-commit]").first.wait_for()
    shoot("aiming")
    point(situation.goal, click=False)
    page.locator(".board-tip:not([hidden]), [data-commit]").first.wait_for()
    shoot("odds")
    point(situation.goal, click=True)
    page.wait_for_timeout(500)
    if page.locator(f"{SETTLED} [data-commit]").count():
        page.locator("[data-commit]").click()
    page.wait_for_timeout(500)
    ordered = page.locator(f'[data-attack="{situation.doer}"]')
    play_until(page, lambda: not ordered.count())
    shoot("result")
    page.keyboard.press("Shift+N")  # what he did in this fight is seen
    deeds = page.locator(".enemy summary")
    play_until(page, lambda: many_deeds(deeds))
    page.locator(".enemy [data-deed]").first.click()
    shoot("enemy")
    context.close()


def many_deeds(strip: Locator) -> bool:
    """Whether the enemy has had a turn, and not only reacted."""
    told = re.search(r"(\d+) events", strip.first.inner_text()) if strip.count() else None
    return told is not None and int(told[1]) >= DEEDS_OF_A_TURN


def films(browser: Browser, server: Server) -> None:
    for battle in ("shock/gemioncourt", TABLE, "brigades/casteggio", "pulses/teugen-hausen"):
        film(browser, server, found(battle, attack))
    film(browser, server, found_order(BLOCKS, "assault"))


def main() -> None:
    """Start a server of its own, and take them all, or those that are named."""
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            for picture in (lobby, hexes, areas, table, phone, films):
                if not sys.argv[1:] or picture.__name__ in sys.argv[1:]:
                    picture(browser, server)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
