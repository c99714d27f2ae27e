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
SECONDS: Final = 1.0

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
# What moves: every piece to the place of the next, and back.
SHUFFLE: Final = """() => {
  for (const block of document.querySelectorAll(".layer-pieces > g")) {
    const here = block.style.transform;
    const there = `translate(40px, 30px) ${here}`;
    block.animate([{ transform: here }, { transform: there }, { transform: here }], 2000);
  }
}"""


def counted(page: Page, act: str) -> tuple[float, float]:
    """Frames a second, and the longest frame in milliseconds, during an act."""
    box = page.locator(".board-viewport").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.evaluate(COUNT)
    steps = int(SECONDS * 60)
    if act == "drag":
        page.mouse.down()
    if act == "animation":
        page.evaluate(SHUFFLE)
        page.wait_for_timeout(SECONDS * 1000)
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
