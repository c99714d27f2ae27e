"""Takes the pictures of the page in docs/pictures.

python tools/page_pictures.py [films]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402

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
    go_on,
    open_game,
    order,
    sit_down,
)

PICTURES = ROOT / "docs" / "pictures"
MOST_ANSWERS = 60  # until the enemy has done something
HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "bot": "drill"}


def take(page: Page, name: str) -> None:
    """One picture, once everything stands still."""
    page.wait_for_timeout(1500)
    page.screenshot(path=PICTURES / f"page-{name}.jpg", type="jpeg", quality=74)


def to_the_first_shot(page: Page) -> None:
    """Play on until guns may choose their target, and choose one."""
    while not page.locator("[data-answer]", has_text="Fire").count():
        page.locator("[data-roll], [data-answer]").first.wait_for()
        go_on(page)
    answer(page, "Fire")
    asked(page, "at which enemy?")
    page.locator(".targets [data-answer]").first.click()
    page.locator("[data-commit]").wait_for()


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
    page.locator(".throw").wait_for()
    page.click("text=Replay")
    page.locator(".reel").wait_for()
    page.locator(".slider").fill("8")
    take(page, "replay")


def areas(browser: Browser, server: Server) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768}, color_scheme="dark")
    game = open_game(server, BLOCKS, seats={"union": BOT, "confederate": HUMAN})
    sit_down(page, game, "confederate")
    while "Which order?" not in page.inner_text("#prompt"):
        page.locator("[data-roll], [data-answer]").first.wait_for()
        go_on(page)
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
    shoot("result")
    deeds = page.locator(".enemy [data-deed]")
    for _ in range(MOST_ANSWERS):
        if deeds.count() or page.locator(".asked.over").count():
            break
        go_on(page)
        page.wait_for_timeout(300)
    if deeds.count():
        deeds.first.click()
    shoot("enemy")
    context.close()


def films(browser: Browser, server: Server) -> None:
    for battle in ("shock/gemioncourt", TABLE, "brigades/casteggio", "pulses/teugen-hausen"):
        film(browser, server, found(battle, attack))
    film(browser, server, found_order(BLOCKS, "assault"))


def main() -> None:
    """Start a server of its own, and take them all, or the films alone."""
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            single = (lobby, hexes, areas, table, phone)
            for picture in (films,) if "films" in sys.argv[1:] else (*single, films):
                picture(browser, server)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
