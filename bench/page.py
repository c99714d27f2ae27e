"""Frames a second while big boards are dragged, zoomed and animated, the processor at a quarter.

python bench/page.py [BATTLE ...]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402

import grognard  # noqa: E402
from tests.page.browser import UNSALTED, Server, open_browser  # noqa: E402
from tests.page.sitting import open_game, sit_down  # noqa: E402

BATTLES: Final = ("brigades/leuthen", "pulses/aspern-essling")
THROTTLED: Final = 4  # times as slow
LEAST: Final = 30  # frames a second
SECONDS: Final = 2.0
REST: Final = 2.0  # seconds until all is drawn sharp after the act before

# Frames are counted from one end of the page to the other; the longest one is told too.
COUNT: Final = """() => {
  const times = [];
  const tick = (now) => { times.push(now); window.counting = requestAnimationFrame(tick); };
  window.counting = requestAnimationFrame(tick);
  window.counted = () => {
    cancelAnimationFrame(window.counting);
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    return [gaps.length / ((times.at(-1) - times[0]) / 1000), Math.max(...gaps)];
  };
}"""
# The board of the page is kept where it can be asked to show something.
KEEP: Final = """async () => {
  const { Board } = await import("/static/board/board.js");
  const { show } = Board.prototype;
  Board.prototype.show = function (scene, how) {
    [window.board, window.scene] = [this, scene];
    return show.call(this, scene, how);
  };
}"""
# What moves: a command of eight with strengths and names, there and back, under fire.
MARCH: Final = """async (time) => {
  const { board, scene } = window;
  const moved = new Set(scene.placements.slice(0, 8).map(({ name }) => name));
  const along = (one) => ({ ...one, x: one.x + 40, y: one.y + 30 });
  const there = { ...scene,
    placements: scene.placements.map((one) => (moved.has(one.name) ? along(one) : one)),
    labels: scene.labels.map((one) => (moved.has(one.text) ? along(one) : one)) };
  const enemy = scene.placements.find(({ side }) => side !== scene.placements[0].side);
  const events = [{ kind: "fire", subjects: [scene.placements[0].id, enemy.id] }];
  const begun = performance.now();
  for (let turn = 0; performance.now() - begun < time; turn += 1) {
    await board.show(turn % 2 ? scene : there, { events });
  }
}"""


def counted(page: Page, act: str) -> tuple[float, float]:
    """Frames a second, and the longest frame in milliseconds, during an act."""
    box = page.locator(".board-viewport").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.wait_for_timeout(REST * 1000)
    page.evaluate(COUNT)
    steps = int(SECONDS * 60)
    if act == "drag":
        page.mouse.down()
    if act == "animation":
        page.evaluate(MARCH, SECONDS * 1000)
    for step in range(0 if act == "animation" else steps):
        if act == "drag":
            page.mouse.move(x + 150 * ((step % 40) - 20) / 20, y + 60 * ((step % 30) - 15) / 15)
        else:
            page.mouse.wheel(0, -60 if step % 40 < 20 else 60)
        page.wait_for_timeout(1000 / 60)
    if act == "drag":
        page.mouse.up()
    rate, longest = page.evaluate("counted()")
    return rate, longest


def measure(browser: Browser, server: Server, battle: str) -> bool:
    """Print the frames of a battle's board; whether there are enough."""
    sides = grognard.battle(battle).sides
    game = open_game(server, battle, seats={side: {"kind": "human"} for side in sides})
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(UNSALTED)
    page = context.new_page()
    page.goto(server.address)
    page.evaluate(KEEP)
    sit_down(page, game, sides[0])
    page.mouse.move(300, 300)
    page.locator('[title="Zoom in"]').click()
    page.wait_for_timeout(1000)
    tool = context.new_cdp_session(page)
    tool.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    enough = True
    for act in ("drag", "zoom", "animation"):
        rate, longest = counted(page, act)
        enough = enough and rate >= LEAST
        print(f"{battle:24} {act:10} {rate:5.0f} frames/s, longest {longest:4.0f} ms", flush=True)
    context.close()
    return enough


def main() -> None:
    """Measure the battles that are named, or the largest two."""
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            found = [measure(browser, server, battle) for battle in sys.argv[1:] or BATTLES]
        finally:
            server.stop()
    if not all(found):
        sys.exit(f"fewer than {LEAST} frames a second")


if __name__ == "__main__":
    main()
