"""The page's board in a real Chromium: composed as drawn, looked at and answered."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from grognard.draw import scene
from tests.draw.given import GivenSystem, piece, tiny_map, view
from tests.draw.table_given import TableSystem, stand, tiny_table
from tests.page.board_page import BoardPage, tiny
from tests.page.browser import Complaints


@pytest.fixture(scope="module")
def bare(browser: Browser) -> Iterator[BoardPage]:
    """One page for all tests here: each puts a new board on it."""
    page = browser.new_page()
    complaints = Complaints()
    complaints.listen(page)
    yield BoardPage(page)
    page.close()
    assert complaints == []


@pytest.fixture
def board(bare: BoardPage) -> BoardPage:
    """A new board with the small map."""
    bare.fresh()
    bare.set_up(tiny())
    return bare


def transform(board: BoardPage, selector: str) -> str:
    """Where an element is put."""
    found: str = board.page.locator(selector).evaluate("(element) => element.style.transform")
    return found


# -- composed ------------------------------------------------------------


def test_pieces_stand_where_the_scene_says(board: BoardPage) -> None:
    block = '[data-piece="unit:kempt"]'
    assert transform(board, block) == "translate(214px, 89.3px) rotate(180deg)"
    assert board.page.locator(f"{block} use").get_attribute("href") == "#s1-infantry"
    box = board.page.locator(block).bounding_box()
    assert box is not None
    # At twice the size: 38 wide, the ends of the front's bar beside it, and the middle at 428.
    assert box["x"] + box["width"] / 2 == pytest.approx(428, abs=2)
    assert box["width"] == pytest.approx(2 * 38, abs=8)


def test_strengths_names_and_flags_are_shown(board: BoardPage) -> None:
    assert board.page.locator(".layer-plates text").all_text_contents() == ["7", "9"]
    names = board.page.locator(".layer-labels text").all_text_contents()
    assert {"Kempt", "Husson", "The Farm"} <= set(names)
    assert board.page.locator(".layer-flags use").get_attribute("href") == "#s1-flag"
    assert board.page.locator(".layer-flags title").text_content() == "The Farm (objective, Allied)"


def test_lettering_lies_where_it_is_drawn(board: BoardPage) -> None:
    (drawn,) = [label.text for label in tiny().labels if label.text.text == "Husson"]
    name = board.page.locator(".layer-labels text", has_text="Husson")
    box = name.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] / 2 == pytest.approx(2 * drawn.x, abs=2)
    assert name.evaluate("(text) => text.getBBox().width") == pytest.approx(drawn.width, abs=1)


def test_strengths_lie_over_all_blocks_and_what_is_lit_over_the_ground(board: BoardPage) -> None:
    layers = board.page.locator(".board-top > g").evaluate_all(
        "(found) => found.map((layer) => layer.classList[0].replace('layer-', ''))"
    )
    order = [layers.index(name) for name in ("lights", "lines", "pieces", "plates", "labels")]
    assert order == sorted(order)
    assert layers[-2:] == ["targets", "pose"]


def test_the_board_is_told_in_words(board: BoardPage) -> None:
    said = board.page.evaluate("board.listing()")
    assert said.splitlines()[1] == "Husson, infantry, strength 9: 0405 facing n"
    assert board.page.locator(".board-top").get_attribute("aria-label") == "A battle: Turn 1, 14:00"
    words = board.page.locator(".board-top").get_attribute("aria-describedby")
    assert board.page.locator(f"#{words}").text_content() == said


def test_hostile_names_stay_text(board: BoardPage) -> None:
    here = tiny_map().grid.parse("0402")
    hostile = [piece('unit:"><script>', here, label="<img src=x>", strength="<7>")]
    board.set_up(scene(view(title="<script>"), GivenSystem(tiny_map(), hostile)))
    board.light('unit:"><script>')
    assert "<img src=x>" in board.page.locator(".layer-labels text").all_text_contents()
    assert board.page.locator("#window script, #window img").count() == 0
    assert board.page.locator(".target").get_attribute("data-id") == 'unit:"><script>'


def test_ids_on_the_board_are_known(board: BoardPage) -> None:
    ids = ["unit:kempt", "hex:0101", "objective:farm", "unit:ney", "verb:done", "toString"]
    found = board.page.evaluate("(ids) => ids.map((id) => board.has(id))", ids)
    assert found == [True, True, True, False, False, False]


# -- pan and zoom ------------------------------------------------------------


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


def test_a_thing_is_zoomed_to(board: BoardPage) -> None:
    board.page.set_viewport_size({"width": 300, "height": 300})
    board.until("board.camera.scale < 1")
    board.page.evaluate("board.zoomTo('unit:kempt')")
    assert board.camera()[2] == pytest.approx(1.2)
    assert board.screen(214, 89.3)[0] == pytest.approx(150, abs=1)


def test_two_fingers_zoom_and_two_taps_do(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 356, "height": 600}, has_touch=True)
    board = BoardPage(context.new_page())
    board.page.set_viewport_size({"width": 356, "height": 600})
    board.set_up(tiny())
    touch = context.new_cdp_session(board.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    fingers("touchStart", (140, 300), (200, 300))
    for spread in range(0, 41, 10):
        fingers("touchMove", (140 - spread, 300), (200 + spread, 300))
    fingers("touchEnd")
    board.until("board.camera.scale > 1.5")
    # From 60 to 140 pixels apart.
    assert board.camera()[2] == pytest.approx(140 / 60, rel=0.12)
    assert board.heard("pick") == []
    board.page.evaluate("board.camera.fit()")
    board.page.touchscreen.tap(178, 300)
    board.page.touchscreen.tap(178, 300)
    board.until("board.camera.scale > 1.9")
    context.close()


# -- pointing and answering ------------------------------------------------------------


def test_a_click_picks_what_lies_there_lit_or_not(board: BoardPage) -> None:
    board.light("unit:kempt", "hex:0101")
    for x, y in ((214, 89.3), (46, 47.7), (190, 214), (94, 47.7)):
        board.page.mouse.click(*board.screen(x, y))
    assert board.heard("pick") == ["unit:kempt", "hex:0101", "unit:husson", "hex:0201"]


def test_a_lit_place_is_picked_before_the_unlit_piece_on_it(board: BoardPage) -> None:
    board.light("hex:0402")
    board.page.mouse.click(*board.screen(214, 89.3))
    assert board.heard("pick") == ["hex:0402"]


def test_lit_things_are_marked_by_more_than_colour(board: BoardPage) -> None:
    board.light("hex:0101", "unit:kempt", about=("unit:husson",), chosen="hex:0201")
    fills = board.page.locator(".layer-lights .option.over")
    assert fills.count() == 1
    assert "board-hatch" in fills.evaluate("(path) => getComputedStyle(path).fill")
    assert board.page.locator(".layer-rings .option").count() == 2
    dashes = board.page.locator(".layer-rings .about.over")
    assert dashes.evaluate("(ring) => getComputedStyle(ring).strokeDasharray") == "7px, 4px"
    assert board.page.locator(".layer-lights .chosen").count() == 2
    board.light()
    assert board.page.locator(".layer-lights *, .layer-rings *, .target").count() == 0


def test_what_is_not_on_the_board_is_not_lit(board: BoardPage) -> None:
    board.light("verb:done", "unit:ney", "hex:0101", about=("unit:nobody",), chosen="card:3")
    assert board.page.locator(".target").count() == 1


def test_pointing_is_told_once_for_each_thing(board: BoardPage) -> None:
    board.page.mouse.move(*board.screen(214, 89.3))
    board.until("window.heard.length === 1")
    board.page.mouse.move(*board.screen(216, 90))
    board.page.mouse.move(*board.screen(46, 47.7))
    board.until("window.heard.length === 2")
    board.page.locator("#window").dispatch_event("pointerleave")
    assert board.heard("hover") == ["unit:kempt", "hex:0101"]


def test_pieces_too_close_to_tell_apart_are_asked_about(board: BoardPage) -> None:
    ground = tiny_map()
    here = ground.grid.parse("0402")
    board.set_up(tiny("0402", piece("unit:guns", here, "artillery", side=1, turn=180)))
    board.page.set_viewport_size({"width": 178, "height": 300})
    board.until("board.camera.scale < 0.6")
    board.settle()
    board.light("unit:kempt", "unit:guns")
    board.page.mouse.click(*board.screen(214, 89.3))
    menu = board.page.get_by_role("menu", name="Which of these?")
    choices = menu.get_by_role("menuitem")
    assert sorted(choices.all_text_contents()) == [
        "Guns, artillery, strength 7",
        "Kempt, infantry, strength 7",
    ]
    assert board.heard("pick") == []
    choices.filter(has_text="Guns").click()
    assert board.heard("pick") == ["unit:guns"]
    assert menu.count() == 0
    board.page.mouse.click(*board.screen(214, 89.3))
    board.page.keyboard.press("Escape")
    assert menu.count() == 0
    assert board.heard("pick") == ["unit:guns"]


def test_pieces_apart_are_picked_at_once(board: BoardPage) -> None:
    here = tiny_map().grid.parse("0402")
    board.set_up(tiny("0402", piece("unit:guns", here, "artillery", side=1, turn=180)))
    board.light("unit:kempt", "unit:guns")
    # Facing south: the foremost of the two stands 11.5 below the middle, the guns as far above.
    board.page.mouse.click(*board.screen(214, 89.3 + 13))
    board.page.mouse.click(*board.screen(214, 89.3 - 13))
    assert board.heard("pick") == ["unit:kempt", "unit:guns"]


def test_on_a_phone_nothing_lit_is_smaller_than_a_finger(board: BoardPage) -> None:
    board.page.set_viewport_size({"width": 120, "height": 400})
    board.until("board.camera.scale < 0.4")
    board.light("unit:kempt")
    board.settle()
    box = board.page.locator('.target[data-id="unit:kempt"]').bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 23.9
    x, y = board.screen(214, 89.3)
    board.page.mouse.click(x, y - 9)  # the block itself ends 4 pixels from its middle
    assert board.heard("pick") == ["unit:kempt"]


def test_ways_to_look_stand_as_arrows_about_the_piece(board: BoardPage) -> None:
    board.light("facing:n", "facing:ne", "facing:90x", "verb:square", about=("unit:kempt",))
    assert board.page.locator(".facing").count() == 2
    # 36 from the middle: straight up, and 60 degrees to the right of it.
    board.page.mouse.click(*board.screen(214, 89.3 - 36))
    board.page.mouse.click(*board.screen(214 + 36 * 0.866, 89.3 - 36 * 0.5))
    assert board.heard("pick") == ["facing:n", "facing:ne"]
    labels = board.page.locator(".target").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert labels == ["facing n", "facing ne"]
    board.light("facing:n", "facing:ne", about=("unit:husson",), chosen="facing:n")
    board.page.mouse.click(*board.screen(214, 89.3 - 36))  # they stay, whoever is pointed at
    assert board.heard("pick")[-1] == "facing:n"
    assert board.page.locator(".facing.chosen").count() == 1
    board.light("facing:n")
    board.light("hex:0101")
    assert board.page.locator(".facing").count() == 0


def test_ways_to_look_are_a_finger_apart_on_a_phone(board: BoardPage) -> None:
    board.page.set_viewport_size({"width": 120, "height": 400})
    board.until("board.camera.scale < 0.4")
    board.light(*(f"facing:{name}" for name in ("n", "ne", "se")), about=("unit:kempt",))
    board.settle()
    x, y = board.screen(214, 89.3)
    board.page.mouse.click(x + 32 * 0.866, y - 16)
    board.page.mouse.click(x + 32 * 0.866, y + 16)
    assert board.heard("pick") == ["facing:ne", "facing:se"]


def test_poses_among_the_options_stand_as_bases_on_the_table(board: BoardPage) -> None:
    pieces = [stand("kempt", (50, 60), 90, 1), stand("husson", (150, 60), 270)]
    board.set_up(scene(view(), TableSystem(tiny_table(), pieces)))
    # A table of 20 by 12 inches, 20 pixels an inch, 22 from the left and 20 from the top.
    board.light(
        "pose:5.0,3.0 facing 0", "pose:10.0,6.0 facing 90 on 3.0x1.5", about=("unit:kempt",)
    )
    assert board.page.locator(".stance").count() == 2
    box = board.page.locator(".stance .over").last
    assert [box.get_attribute(name) for name in ("width", "height")] == ["60", "30"]
    board.page.mouse.click(*board.screen(22 + 5 * 20, 20 + 3 * 20))
    board.page.mouse.click(*board.screen(22 + 10 * 20, 20 + 6 * 20 + 10))
    assert board.heard("pick") == ["pose:5.0,3.0 facing 0", "pose:10.0,6.0 facing 90 on 3.0x1.5"]
    names = board.page.get_by_role("button", name="to 5.0,3.0 facing 0")
    assert names.count() == 1


def test_new_symbols_leave_map_and_camera_as_they_are(board: BoardPage) -> None:
    table = tiny_table()
    one, other = (
        scene(view(), TableSystem(table, [stand("kempt", (50, 60, wide, 20))])) for wide in (30, 40)
    )
    assert one.ground().hash != other.ground().hash
    board.set_up(one)
    board.page.evaluate("board.camera.zoom(2); window.kept = document.querySelector('.dusk')")
    zoomed = board.camera()
    board.page.evaluate("(ground) => board.setGround(ground)", other.ground().json)
    board.show(other)
    assert board.camera() == zoomed
    assert board.page.evaluate("document.querySelector('.dusk') === window.kept")
    symbol = board.page.locator('[data-piece="unit:kempt"] use').get_attribute("href")
    assert board.page.locator(f'symbol[id="{(symbol or "")[1:]}"]').count() == 1


def test_ways_to_look_about_nobody_are_not_shown(board: BoardPage) -> None:
    board.light("facing:n", about=("hex:0101",))
    assert board.page.locator(".facing, .target").count() == 0


# -- by keyboard ------------------------------------------------------------


def test_tab_enters_arrows_move_and_enter_picks(board: BoardPage) -> None:
    board.light("hex:0101", "hex:0301", "hex:0104", "unit:husson")
    page = board.page
    page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.id"
    assert page.evaluate(focused) == "hex:0101"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "hex:0301"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "hex:0301"  # nothing lit lies further to the right in reach
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "unit:husson"
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    assert board.heard("pick") == ["unit:husson", "hex:0104"]
    tabs = page.locator(".target").evaluate_all("(all) => all.map((one) => one.tabIndex)")
    assert sorted(tabs) == [-1, -1, -1, 0]


def test_lit_things_say_what_they_are(board: BoardPage) -> None:
    board.page.evaluate(
        "board.light({ options: ['unit:kempt', { id: 'hex:0101', label: 'move there' }] })"
    )
    labels = board.page.locator(".target").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert labels == ["0101 clear, level 0: move there", "Kempt, infantry, strength 7"]


def test_the_focus_stays_when_the_question_changes(board: BoardPage) -> None:
    board.light("hex:0101", "hex:0301")
    board.page.keyboard.press("Tab")
    board.page.keyboard.press("ArrowRight")
    board.light("unit:kempt", "hex:0301")
    assert board.page.evaluate("document.activeElement.dataset.id") == "hex:0301"
    board.light("unit:kempt")
    assert board.page.evaluate("document.activeElement.dataset.id") == "unit:kempt"


def test_a_reader_of_screens_can_press_what_is_lit(board: BoardPage) -> None:
    board.light("unit:kempt")
    board.page.get_by_role("button", name="Kempt, infantry, strength 7").dispatch_event("click")
    assert board.heard("pick") == ["unit:kempt"]


def test_what_has_the_focus_comes_into_view(board: BoardPage) -> None:
    board.light("hex:0101", "unit:husson")
    board.page.evaluate("board.camera.zoom(3); board.camera.pan(5000, 5000)")
    board.page.keyboard.press("Tab")
    board.page.keyboard.press("ArrowDown")
    x, y = board.screen(190, 214)
    assert 0 < x < 712
    assert 0 < y < 564


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_fault_of_accessibility(board: BoardPage, theme: str) -> None:
    board.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    board.light("unit:kempt", "hex:0101", "facing:n", about=("unit:kempt",))
    board.page.evaluate("(pose) => board.askPose(pose)", POSE)
    results = Axe().run(board.page)
    found = [(fault["id"], fault["impact"]) for fault in results.response["violations"]]
    assert [fault for fault in found if fault[1] in ("serious", "critical")] == []


# -- in motion ------------------------------------------------------------


def running(board: BoardPage) -> int:
    """How many things are in motion."""
    found: int = board.page.evaluate("board.motion.running.size")
    return found


def test_a_move_glides_and_ends_where_the_scene_says(board: BoardPage) -> None:
    board.begin(tiny("0401"))
    assert running(board) > 0
    board.page.evaluate("window.showing")
    assert running(board) == 0
    # 0401 lies in the first row: 22 + 3.5 * 48, 20 + 27.71.
    assert transform(board, '[data-piece="unit:kempt"]').startswith("translate(190px, 47.7px)")


def test_a_move_follows_the_way_that_is_told(board: BoardPage) -> None:
    way = ["unit:kempt", "hex:0402", "hex:0502", "hex:0501", "hex:0401"]
    board.begin(tiny("0401"), events=[way])
    frames = board.page.evaluate(
        """board.picture.shown.get("unit:kempt").block.getAnimations()[0].effect.getKeyframes()
        .map((frame) => frame.transform.match(/translate.([0-9.]+)/)[1])"""
    )
    # By the middles of 0502 and 0501.
    assert [float(x) for x in frames] == [214, 262, 238, 190]


def test_a_turn_goes_the_shorter_way(board: BoardPage) -> None:
    for turn, shown in ((300, 300), (0, 360), (60, 420), (300, 300)):
        board.show(tiny(turn=turn), animate=False)
        assert f"rotate({shown}deg)" in transform(board, '[data-piece="unit:kempt"]')


def test_the_lost_fade_and_the_new_appear(board: BoardPage) -> None:
    ground = tiny_map()
    ney = piece("unit:ney", ground.grid.parse("0101"), "leader", turn=None, strength="")
    board.show(tiny("0402", ney))
    assert board.page.locator('[data-piece="unit:ney"]').count() == 1
    board.begin(tiny())
    assert board.page.locator('[data-piece="unit:ney"]').count() == 1
    board.page.evaluate("window.showing")
    assert board.page.locator('[data-piece="unit:ney"]').count() == 0


def test_fire_is_seen_before_its_effect(board: BoardPage) -> None:
    board.begin(tiny(strength="5"), events=[["unit:husson", "unit:kempt"]])
    assert board.page.locator(".fire").count() == 1
    assert board.page.locator(".fire .puff").count() == 2
    assert "7" in board.page.locator(".layer-plates text").all_text_contents()
    board.page.evaluate("window.showing")
    assert board.page.locator(".fire").count() == 0
    assert "5" in board.page.locator(".layer-plates text").all_text_contents()
    assert board.page.locator(".loss").text_content() == "−2"


def test_friends_named_together_do_not_fire(board: BoardPage) -> None:
    here = tiny_map().grid.parse("0101")
    friend = piece("unit:pack", here, side=1)
    board.show(tiny("0402", friend))
    board.begin(tiny("0401", friend), events=[["unit:pack", "unit:kempt"]])
    assert board.page.locator(".fire").count() == 0


def test_a_later_scene_does_not_wait(board: BoardPage) -> None:
    board.begin(tiny("0401"), events=[["unit:husson", "unit:kempt"]])
    board.show(tiny("0403"), animate=False)
    assert running(board) == 0
    assert transform(board, '[data-piece="unit:kempt"]').startswith("translate(190px, 130.9px)")
    assert board.page.locator('[data-piece="unit:kempt"]').count() == 1


@pytest.mark.parametrize("why", ["switch", "reduced motion"])
def test_nothing_moves_for_those_who_want_it_still(board: BoardPage, why: str) -> None:
    if why == "reduced motion":
        board.page.emulate_media(reduced_motion="reduce")
    board.begin(tiny("0401"), why != "switch", [["unit:husson", "unit:kempt"]])
    assert running(board) == 0
    assert board.page.locator(".fire").count() == 0
    assert transform(board, '[data-piece="unit:kempt"]').startswith("translate(190px, 47.7px)")


# -- ways, tools, poses ------------------------------------------------------------


def test_a_way_is_an_arrow_that_ends_before_a_block(board: BoardPage) -> None:
    board.page.evaluate("board.trail(['hex:0403', 'unit:kempt'])")
    head = board.page.locator(".layer-arrows .head.over").get_attribute("d")
    # From (190, 130.9) to (214, 89.3), 20 pixels before it; as in the drawings.
    assert head is not None
    assert re.match(r"M204\.\d+ 106\.\d+L", head)
    board.page.evaluate("board.trail([])")
    assert board.page.locator(".layer-arrows *").count() == 0


def test_a_tool_shows_what_it_found(board: BoardPage) -> None:
    found = {
        "lit": ["hex:0101", "unit:kempt"],
        "ways": [["unit:husson", "unit:kempt"]],
        "marks": [{"at": "hex:0201", "text": "2 hexes"}, {"at": "hex:9999", "text": "nowhere"}],
        "shapes": ["M10 10H60V60z"],
    }
    board.page.evaluate("(found) => board.tool(found)", found)
    assert board.page.locator(".tool-mark").all_text_contents() == ["2 hexes"]
    assert board.page.locator(".tool-shape").get_attribute("d") == "M10 10H60V60z"
    assert board.page.locator(".tool-way").count() == 1
    assert board.page.locator(".tool.over").count() == 2
    board.page.evaluate("board.tool({})")
    assert board.page.locator(".tool, .tool-mark, .tool-shape, .tool-way").count() == 0


POSE = {
    "piece": "unit:kempt",
    "width": 40,
    "depth": 20,
    "reach": "M150 40H300V160H150z",
    "scale": 20,
    "origin": [14, 9.3],
    "says": ["6 inches in the open"],
}


@pytest.fixture
def posing(board: BoardPage) -> BoardPage:
    # Kempt at (214, 89.3) is 10.0 inches over and 4.0 down, facing 180.
    board.page.evaluate("(pose) => board.askPose(pose)", POSE)
    return board


def test_a_pose_begins_where_the_piece_stands(posing: BoardPage) -> None:
    ghost = posing.page.locator(".ghost").get_attribute("transform")
    assert ghost is not None
    numbers = [float(n) for n in re.findall(r"[\d.]+", ghost)]
    assert numbers == pytest.approx([214, 89.3, 180])
    assert posing.page.locator(".reach").get_attribute("d") == "M150 40H300V160H150z"
    said = posing.page.locator(".board-pose p")
    assert said.text_content() == "0.0 inches, facing 180° · 6 inches in the open"


def test_a_ghost_is_dragged_on_the_lattice(posing: BoardPage) -> None:
    x, y = posing.screen(214, 89.3)
    posing.page.mouse.move(x, y)
    posing.page.mouse.down()
    posing.page.mouse.move(x + 60, y + 41, steps=3)
    posing.page.mouse.up()
    posing.page.wait_for_timeout(150)
    # 60 pixels of the screen are 30 of the drawing, 1.5 inches; 41 are 1.025.
    assert posing.heard("try")[-1] == {
        "x": 11.5,
        "y": 5.0,
        "facing": 180,
        "text": "11.5,5.0 facing 180",
    }
    assert posing.heard("pick") == []
    assert posing.camera() == pytest.approx((0, 0.3, 2), abs=0.01)


def test_a_ghost_is_turned_by_its_handle(posing: BoardPage) -> None:
    box = posing.page.locator(".ghost .handle").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    middle = posing.screen(214, 89.3)
    # It looks south: 10 of the drawing, at twice the size, and 34 pixels below the middle.
    assert (x, y) == pytest.approx((middle[0], middle[1] + 54), abs=1.5)
    posing.page.mouse.move(x, y)
    posing.page.mouse.down()
    posing.page.mouse.move(middle[0] + 60, middle[1], steps=6)
    posing.page.mouse.up()
    posing.page.wait_for_timeout(150)
    assert posing.heard("try")[-1]["text"] == "10.0,4.0 facing 90"


def test_a_ghost_is_moved_and_placed_by_keys(posing: BoardPage) -> None:
    posing.page.locator(".ghost").focus()
    for key in ("ArrowRight", "Shift+ArrowUp", "q", "Shift+E", "Enter"):
        posing.page.keyboard.press(key)
    # A tenth to the right, an inch up; five degrees back and 45 on.
    assert posing.heard("pose") == [
        {"x": 10.1, "y": 3.0, "facing": 220, "text": "10.1,3.0 facing 220"}
    ]
    posing.page.keyboard.press("Backspace")
    posing.page.get_by_role("button", name="Turn left").click()
    posing.page.get_by_role("button", name="Place here").click()
    assert posing.heard("pose")[-1]["text"] == "10.0,4.0 facing 175"


def test_poses_are_asked_about_at_most_ten_times_a_second(posing: BoardPage) -> None:
    posing.page.locator(".ghost").focus()
    for _ in range(40):
        posing.page.keyboard.press("ArrowRight")
    posing.page.wait_for_timeout(250)
    times = posing.page.evaluate(
        "window.heard.filter(([ear]) => ear === 'try').map(([, , time]) => time)"
    )
    gaps = [b - a for a, b in pairwise(times)]
    assert gaps
    assert min(gaps) > 95
    assert posing.heard("try")[-1]["text"] == "14.0,4.0 facing 180"


def test_a_refused_pose_says_why_and_cannot_be_given(posing: BoardPage) -> None:
    page = posing.page
    page.locator(".ghost").focus()
    page.keyboard.press("ArrowRight")
    page.evaluate("board.poseVerdict({ allowed: false, reason: 'the stream is too deep' })")
    said = page.locator(".board-pose p")
    assert said.text_content() == "0.1 inches, facing 180° · ✕ the stream is too deep"
    assert "refused" in (page.locator(".ghost").get_attribute("class") or "")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Place here")).to_be_disabled()
    assert posing.heard("pose") == []
    page.keyboard.press("ArrowLeft")
    page.evaluate("board.poseVerdict({ allowed: true, reason: '', text: '2 of 6 inches' })")
    assert (said.text_content() or "").endswith("✓ 2 of 6 inches")


def test_a_verdict_about_another_pose_comes_too_late(posing: BoardPage) -> None:
    posing.page.evaluate(
        "board.poseVerdict({ allowed: false, reason: 'no', pose: { text: '1.0,1.0 facing 0' } })"
    )
    assert "✕" not in (posing.page.locator(".board-pose p").text_content() or "")


def test_a_tool_leaves_the_reach_of_a_pose(posing: BoardPage) -> None:
    posing.page.evaluate("board.tool({ shapes: ['M10 10H60V60z'] }); board.tool(null)")
    assert posing.page.locator(".reach").count() == 1


def test_a_pose_no_longer_asked_for_is_gone(posing: BoardPage) -> None:
    posing.page.evaluate("board.askPose(null)")
    assert posing.page.locator(".ghost, .reach").count() == 0
    expect(posing.page.locator(".board-pose")).to_be_hidden()


# -- light and dark ------------------------------------------------------------


@pytest.mark.parametrize(("theme", "dimmed"), [("light", 0.0), ("dark", 0.34)])
def test_the_map_dims_in_the_dark(board: BoardPage, theme: str, dimmed: float) -> None:
    board.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    opacity = "(dusk) => Number(getComputedStyle(dusk).fillOpacity)"
    assert board.page.locator(".dusk").evaluate(opacity) == pytest.approx(dimmed)


def test_a_board_can_be_taken_off_the_page(board: BoardPage) -> None:
    board.page.evaluate("board.close()")
    assert board.page.locator("#window *").count() == 0
