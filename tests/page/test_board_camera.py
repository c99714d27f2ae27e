"""The board looked at: wheel, drag, keys and fingers pan and zoom it."""

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.draw.given import piece, tiny_map
from tests.page.board_page import BoardPage, tiny
from tests.page.placed import box_of


def test_the_whole_board_is_in_view_at_first_and_when_the_window_changes(board: BoardPage) -> None:
    assert board.camera() == pytest.approx((0, 0.3, 2), abs=0.01)
    board.page.set_viewport_size({"width": 356, "height": 600})
    board.until("board.camera.scale < 1.5")
    assert board.camera() == pytest.approx((0, (600 - 281.7) / 2, 1), abs=0.01)


def test_the_wheel_zooms_at_the_pointer(board: BoardPage) -> None:
    board.page.mouse.move(428, 179)
    before = board.page.evaluate("board.camera.toBoard(428, 179)")
    board.page.mouse.wheel(0, -300)
    board.until("board.camera.scale > 2.5")
    assert board.page.evaluate("board.camera.toBoard(428, 179)") == pytest.approx(before, abs=0.1)


def test_a_drag_pans_and_picks_nothing(board: BoardPage) -> None:
    board.page.evaluate("board.camera.zoom(2)")
    x, y, _ = board.camera()
    board.page.mouse.move(300, 300)
    board.page.mouse.down()
    board.page.mouse.move(340, 320, steps=4)
    board.page.mouse.up()
    assert board.camera()[:2] == pytest.approx((x + 40, y + 20), abs=8)
    assert board.heard("pick") == []


def test_the_board_cannot_be_lost(board: BoardPage) -> None:
    for _ in range(30):
        board.page.evaluate("board.camera.zoom(1.5); board.camera.pan(-5000, 9000)")
    x, y, scale = board.camera()
    assert scale == 6
    # A fifth of the window, at most 120 pixels, may lie beyond an edge of the board.
    assert x == pytest.approx(712 - 356 * 6 - 120)
    assert y == pytest.approx(564 / 5)
    for _ in range(30):
        board.page.evaluate("board.camera.zoom(0.5)")
    assert board.camera() == pytest.approx((0, 0.3, 2), abs=0.01)


def test_what_a_bar_lies_over_can_be_brought_above_it(board: BoardPage) -> None:
    # The board is 563.4 pixels high in a window of 564; a bar takes the lowest 40.
    for top, y in ((200, -39.4), (0, 0)):  # what begins at the upper edge stays there
        board.page.evaluate(f"board.camera.cover(0); board.camera.cover(40, {top}, 281.7)")
        assert board.camera()[1] == pytest.approx(y, abs=0.1)
    for way, y in ((-100, -39.4), (100, 0.3)):
        board.page.evaluate(f"board.camera.pan(0, {way})")
        assert board.camera()[1] == pytest.approx(y, abs=0.1)
    board.page.evaluate("board.camera.pan(0, -100); board.camera.cover(0)")
    assert board.camera()[1] == pytest.approx(0.3, abs=0.1)


@pytest.mark.parametrize("width", [333, 617, 700, 711])
def test_a_board_in_full_view_stays_put(board: BoardPage, width: int) -> None:
    board.page.set_viewport_size({"width": width, "height": 564})
    board.until(f"Math.abs(board.camera.width * board.camera.scale - {width}) < 1")
    before = board.camera()
    board.light("hex:0101", "hex:0605")
    for key in ("Tab", "ArrowRight", "Shift+ArrowRight"):
        board.page.keyboard.press(key)
    assert board.camera() == pytest.approx(before)


def test_keys_zoom_and_pan_when_nothing_is_lit(board: BoardPage) -> None:
    page = board.page
    page.keyboard.press("Tab")
    expect(page.locator(".board-viewport")).to_be_focused()
    page.keyboard.press("+")
    page.keyboard.press("=")
    assert board.camera()[2] == pytest.approx(2 * 1.3 * 1.3)
    x = board.camera()[0]
    page.keyboard.press("ArrowRight")
    assert board.camera()[0] == pytest.approx(x - 80)
    page.keyboard.press("-")
    assert board.camera()[2] == pytest.approx(2 * 1.3)
    page.keyboard.press("0")
    assert board.camera()[2] == pytest.approx(2, abs=0.01)


def test_buttons_zoom(board: BoardPage) -> None:
    board.page.get_by_role("button", name="Zoom in").click()
    assert board.camera()[2] == pytest.approx(2.6, abs=0.01)
    board.page.get_by_role("button", name="Zoom out").click()
    board.page.get_by_role("button", name="Zoom in").click()
    board.page.get_by_role("button", name="Whole board").click()
    assert board.camera()[2] == pytest.approx(2, abs=0.01)
    assert board.heard("pick") == []


def test_two_fingers_zoom_and_two_taps_do(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 356, "height": 600}, has_touch=True)
    board = BoardPage(context.new_page())
    board.page.set_viewport_size({"width": 356, "height": 600})
    board.set_up(tiny())
    touch = context.new_cdp_session(board.page)

    began = time.time()

    def fingers(kind: str, *points: tuple[float, float], at: float | None = None) -> None:
        found = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        event: dict[str, Any] = {"type": kind, "touchPoints": found}
        if at is not None:
            event["timestamp"] = began + at
        touch.send("Input.dispatchTouchEvent", event)

    fingers("touchStart", (140, 300), (200, 300))
    for spread in range(0, 41, 10):
        fingers("touchMove", (140 - spread, 300), (200 + spread, 300))
    fingers("touchEnd")
    board.until("board.camera.scale > 1.5")
    # From 60 to 140 pixels apart.
    assert board.camera()[2] == pytest.approx(140 / 60, rel=0.12)
    assert board.heard("pick") == []
    board.page.evaluate("board.camera.fit()")
    for at in (60.0, 60.2):  # seconds: however long it takes, two taps follow on each other
        fingers("touchStart", (178, 300), at=at)
        fingers("touchEnd", at=at + 0.05)
    board.until("board.camera.scale > 1.9")
    context.close()


def test_arrows_point_to_what_is_lit_outside_the_window(board: BoardPage) -> None:
    edges = board.page.locator(".board-edges .edge")
    board.light("hex:0101", "hex:0605")
    expect(edges).to_have_count(0)  # the whole board is in view
    board.page.evaluate("board.camera.zoom(3, 0, 0)")  # only the corner of 0101 is left
    expect(edges).to_have_count(1)
    expect(edges).to_have_attribute("aria-label", "1 outside the picture, below right: go there")
    edges.click()
    board.until("board.camera.toWindow(board.finder.point('hex:0605'))[0] < 712")
    expect(edges).to_have_count(1)
    expect(edges).to_have_attribute("aria-label", "1 outside the picture, above left: go there")
    assert board.heard("pick") == []


def test_arrows_at_the_edge_keep_clear_of_the_buttons_of_the_map(board: BoardPage) -> None:
    board.page.set_viewport_size({"width": 390, "height": 300})
    board.light("hex:0605", "hex:0604", "hex:0603", "hex:0505")
    board.page.evaluate("board.camera.centre([60, 60], 3)")
    edges = board.page.locator(".board-edges .edge")
    expect(edges).not_to_have_count(0)
    buttons = box_of(board.page.locator(".board-buttons"))
    for edge in edges.all():
        box = box_of(edge)
        apart = (
            box["x"] + box["width"] <= buttons["x"]
            or box["x"] >= buttons["x"] + buttons["width"]
            or box["y"] + box["height"] <= buttons["y"]
            or box["y"] >= buttons["y"] + buttons["height"]
        )
        assert apart, (box, buttons)


def test_on_the_whole_map_guns_without_a_strength_are_not_named(board: BoardPage) -> None:
    at = tiny_map().grid.parse
    guns = piece("unit:guns", at("0203"), "artillery", strength="", label="Guns")
    ney = piece("unit:ney", at("0502"), "leader", turn=None, strength="", label="Ney")
    board.set_up(tiny("0402", guns, ney))
    board.page.set_viewport_size({"width": 150, "height": 120})
    board.until("board.camera.scale < 0.5")
    named = """(name) => [...document.querySelectorAll(".layer-labels > *")]
        .some((each) => each.textContent === name && !each.classList.contains("gone"))"""
    board.until(f"!({named})('Guns')")
    assert board.page.evaluate(f"({named})('Ney')")
