"""The board pointed at: what a click, a tap or a key picks, lit things before others."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from grognard.draw import scene
from tests.draw.given import piece, tiny_map, view
from tests.draw.table_given import TableSystem, stand, tiny_table
from tests.page.board_page import POSE, BoardPage, tiny
from tests.page.placed import box_of

CORNER = ("0101", "0201", "0301", "0102", "0202", "0302", "0103", "0203")


def test_a_click_picks_what_lies_there_lit_or_not(board: BoardPage) -> None:
    board.light("unit:kempt", "hex:0101")
    for x, y in ((214, 89.3), (46, 47.7), (190, 214), (94, 47.7)):
        board.page.mouse.click(*board.screen(x, y))
    assert board.heard("pick") == ["unit:kempt", "hex:0101", "unit:husson", "hex:0201"]


def test_a_lit_place_is_picked_before_the_unlit_piece_on_it(board: BoardPage) -> None:
    board.light("hex:0402")
    board.page.mouse.click(*board.screen(214, 89.3))
    assert board.heard("pick") == ["hex:0402"]


def test_a_click_beside_a_lit_piece_in_its_hex_takes_it(board: BoardPage) -> None:
    """Kempt's hex reaches 24 to the side of his middle; his block 10 up and down, as it stands."""
    beside, another = board.screen(214, 109), board.screen(262, 109)
    board.page.mouse.click(*beside)
    board.light("unit:kempt")
    board.page.mouse.click(*beside)
    board.page.mouse.click(*another)
    told = board.heard("pick")
    assert told[:2] == ["hex:0402", "unit:kempt"] and told[2].startswith("hex:")
    board.light("unit:kempt", "hex:0402")  # who can go there goes
    board.page.mouse.click(*beside)
    assert board.heard("pick")[-1] == "hex:0402"


def test_lit_things_are_marked_by_more_than_colour(board: BoardPage) -> None:
    board.light("hex:0101", "unit:kempt", about=("unit:husson",), chosen="hex:0201")
    fills = board.page.locator(".layer-lights .option.over")
    assert fills.count() == 1
    assert "board-hatch" in fills.evaluate("(path) => getComputedStyle(path).fill")
    assert board.page.locator(".ring.option").count() == 2
    dashes = board.page.locator(".ring.about.over")
    assert dashes.evaluate("(ring) => getComputedStyle(ring).strokeDasharray") == "7px, 4px"
    assert board.page.locator(".layer-lights .chosen").count() == 2
    board.light()
    assert board.page.locator(".layer-lights *, .ring, .target").count() == 0


def test_what_is_picked_is_framed_in_ink_and_can_be_clicked_again(board: BoardPage) -> None:
    board.light("unit:husson", "unit:kempt", picked=("unit:kempt",))
    frame = board.page.locator(".ring.picked.over")
    other = board.page.locator(".ring.option.over")
    assert frame.count() == other.count() == 1
    colour = "(ring) => getComputedStyle(ring).stroke"
    assert frame.evaluate(colour) != other.evaluate(colour)
    board.page.locator('.target[data-id="unit:kempt"]').click()
    assert board.heard("pick") == ["unit:kempt"]


def test_what_stays_lit_stays_the_same_element_and_keeps_the_focus(board: BoardPage) -> None:
    board.light("hex:0101", "unit:kempt")
    kempt = board.page.locator('.target[data-id="unit:kempt"]')
    before = kempt.element_handle()
    assert before is not None
    kempt.focus()
    board.page.evaluate(
        "() => { window.left = 0; addEventListener('focusout', () => window.left++); }"
    )
    board.light("hex:0101", "hex:0201", "unit:husson", "unit:kempt")
    assert kempt.evaluate("(now, before) => now === before", before)
    assert board.page.evaluate("window.left") == 0
    order = "(layer) => [...layer.children].map((target) => target.dataset.id)"
    shown = board.page.locator(".layer-targets").evaluate(order)
    assert shown == ["hex:0101", "hex:0201", "unit:husson", "unit:kempt"]
    board.light("unit:kempt", "unit:husson")
    assert board.page.locator(".layer-targets").evaluate(order) == ["unit:kempt", "unit:husson"]
    assert kempt.evaluate("(now, before) => now === before", before)


def test_a_frame_covers_no_piece_that_stands_in_front(board: BoardPage) -> None:
    board.light("unit:husson", "unit:kempt", about=("unit:husson",))
    ring = board.page.locator('[data-piece="unit:kempt"] > .ring')
    assert ring.count() == 2
    # Under its own piece, and with it over or under the others.
    last = "(ring) => ring.parentElement.lastElementChild.tagName"
    assert ring.first.evaluate(last) == "use"
    board.light()
    assert board.page.locator(".ring").count() == 0


def test_an_attack_that_is_ordered_has_its_arrow_until_it_is_fought(board: BoardPage) -> None:
    attacker = piece("unit:pack", tiny_map().grid.parse("0403"))
    board.show(tiny("0402", attacker, attacks=[("unit:pack", "unit:kempt")]))
    shown = board.page.locator(".layer-attacks .attack")
    assert shown.count() == 1
    # Over the blocks, which may touch each other.
    order = "[...document.querySelector('.board-top').children].map((l) => l.getAttribute('class'))"
    layers = board.page.evaluate(order)
    assert layers.index("layer-attacks") > layers.index("layer-pieces")
    board.show(tiny("0402", attacker))
    assert shown.count() == 0


def test_what_is_not_on_the_board_is_not_lit(board: BoardPage) -> None:
    board.light("verb:done", "unit:ney", "hex:0101", about=("unit:nobody",), chosen="card:3")
    assert board.page.locator(".target").count() == 1


def test_pointing_is_told_once_for_each_thing(board: BoardPage) -> None:
    board.page.mouse.move(*board.screen(214, 89.3))
    board.until("window.heard.filter(([ear]) => ear === 'hover').length === 1")
    board.page.mouse.move(*board.screen(216, 90))
    board.page.mouse.move(*board.screen(46, 47.7))
    board.until("window.heard.filter(([ear]) => ear === 'hover').length === 2")
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
    menu = board.page.get_by_role("dialog", name="Which of these?")
    choices = menu.get_by_role("button")
    assert sorted(choices.all_text_contents()) == [
        "Guns, artillery, strength 7",
        "Kempt, infantry, strength 7",
        "Not now",
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
    box = box_of(board.page.locator('.target[data-id="unit:kempt"]'))
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
    board.page.mouse.click(*board.screen(22 + 10 * 20, 20 + 6 * 20 + 6))
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
    board.page.evaluate("(ground) => board.setGround(ground)", json.loads(other.ground().json))
    board.show(other)
    assert board.camera() == zoomed
    assert board.page.evaluate("document.querySelector('.dusk') === window.kept")
    symbol = board.page.locator('[data-piece="unit:kempt"] use').get_attribute("href")
    assert board.page.locator(f'symbol[id="{(symbol or "")[1:]}"]').count() == 1


def test_ways_to_look_about_nobody_are_not_shown(board: BoardPage) -> None:
    board.light("facing:n", about=("hex:0101",))
    assert board.page.locator(".facing, .target").count() == 0


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
        "board.light({ options: [{ id: 'unit:kempt', label: '' },"
        " { id: 'hex:0101', label: 'move there' }], picked: [], about: [], chosen: null })"
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


def test_a_mouse_that_leaves_the_map_points_at_nothing(board: BoardPage) -> None:
    board.light("hex:0401")
    board.page.mouse.move(*board.screen(190, 48))
    board.until("window.heard.some(([ear, id]) => ear === 'point' && id === 'hex:0401')")
    left = {"pointerType": "mouse", "clientX": 1, "clientY": 1}
    board.page.locator(".board-viewport").dispatch_event("pointerleave", left)
    assert board.heard("point")[-1] is None


def test_the_name_of_whom_the_mouse_is_on_stays_in_sight_at_the_edge(board: BoardPage) -> None:
    """At a third of its size the small map has no free place for all names of a crowd."""
    grid = tiny_map().grid
    crowd = [piece(f"unit:regiment-{at}", grid.parse(at)) for at in CORNER]
    board.show(tiny("0402", *crowd), animate=False)
    board.page.set_viewport_size({"width": 120, "height": 95})
    board.settle()
    board.until("board.picture.labels.scale < 0.4")
    for one in crowd:
        x, y, name = board.page.evaluate(
            "(id) => { const { x, y, name } = board.finder.pieces.get(id); return [x, y, name]; }",
            one.id,
        )
        board.page.mouse.move(*board.screen(x, y))
        board.until(f"board.picture.labels.pointed === '{one.id}'")
        box = box_of(board.page.locator(".layer-labels > g:not(.gone)", has_text=name))
        # Half a line of lettering may stand out, no more.
        assert box["x"] >= -6
        assert box["y"] >= -6
        assert box["x"] + box["width"] <= 126
        assert box["y"] + box["height"] <= 101
