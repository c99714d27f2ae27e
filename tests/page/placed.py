"""Where things are on the screen, once they lie still."""

from __future__ import annotations

from playwright.sync_api import FloatRect, Locator

MOST_LOOKS = 600
FRAME = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"


def box_of(thing: Locator) -> FloatRect:
    """Where something is: drawn, and at the same place two frames later."""
    before = None
    for _ in range(MOST_LOOKS):
        thing.wait_for(state="attached")
        box = thing.bounding_box()
        if box is not None and box == before:
            return box
        before = box
        thing.page.evaluate(FRAME)
    raise AssertionError(f"{thing} never lies still")


def middle(thing: Locator) -> tuple[float, float]:
    """The middle of something that lies still."""
    box = box_of(thing)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
