"""Poses on the board: the ghost of a piece is dragged, turned, refused and placed."""

import re

import pytest
from playwright.sync_api import Browser, expect

from grognard.draw import scene
from tests.draw.given import view
from tests.draw.table_given import TableSystem, stand, tiny_table
from tests.page.board_page import POSE, BoardPage, tiny
from tests.page.placed import middle


@pytest.fixture
def posing(board: BoardPage) -> BoardPage:
    # Kempt at (214, 89.3) is 10.0 inches over and 4.0 down, facing 180.
    board.page.evaluate("(pose) => board.askPose(pose)", POSE)
    return board


def tried_last(board: BoardPage, text: str) -> None:
    """Wait until a pose has been asked about."""
    board.until(f"window.heard.filter(([ear]) => ear === 'try').at(-1)?.[1].text === '{text}'")


def test_a_pose_begins_where_the_piece_stands(posing: BoardPage) -> None:
    ghost = posing.page.locator(".ghost").get_attribute("transform")
    assert ghost is not None
    numbers = [float(n) for n in re.findall(r"[\d.]+", ghost)]
    assert numbers == pytest.approx([214, 89.3, 180])
    assert posing.page.locator(".reach").get_attribute("d") == "M150 40H300V160H150z"
    said = posing.page.locator(".board-pose p")
    assert said.text_content() == "0.0 inches · 6 inches in the open"


def test_a_ghost_is_dragged_on_the_lattice(posing: BoardPage) -> None:
    x, y = posing.screen(214, 89.3)
    posing.page.mouse.move(x, y)
    posing.page.mouse.down()
    posing.page.mouse.move(x + 60, y + 41, steps=3)
    posing.page.mouse.up()
    # 60 pixels of the screen are 30 of the drawing, 1.5 inches; 41 are 1.025.
    tried_last(posing, "11.5,5.0 facing 180")
    pose = {"x": 11.5, "y": 5.0, "facing": 180, "text": "11.5,5.0 facing 180"}
    assert posing.heard("try")[-1] == pose
    assert posing.heard("pick") == []
    assert posing.camera() == pytest.approx((0, 0.3, 2), abs=0.01)


def test_ground_under_the_mouse_says_how_far_it_is(posing: BoardPage) -> None:
    """60 pixels of the screen are 1.5 inches; a ghost that is dragged takes the outline away."""
    x, y = posing.screen(214, 89.3)
    said, outline = posing.page.locator(".board-pose p"), posing.page.locator("g.shadow")
    posing.page.mouse.move(x + 60, y)
    expect(said).to_have_text("1.5 inches to there")
    expect(outline).to_be_visible()
    posing.page.mouse.move(x, y)
    posing.page.mouse.down()
    posing.page.mouse.move(x + 40, y, steps=2)
    expect(outline).to_be_hidden()
    posing.page.mouse.up()


def test_a_ghost_is_turned_by_its_handle(posing: BoardPage) -> None:
    handle = middle(posing.page.locator(".ghost .handle"))
    x, y = posing.screen(214, 89.3)
    # It looks south: 10 of the drawing, at twice the size, and 34 pixels below the middle.
    assert handle == pytest.approx((x, y + 54), abs=1.5)
    posing.page.mouse.move(*handle)
    posing.page.mouse.down()
    posing.page.mouse.move(x + 60, y, steps=6)
    posing.page.mouse.up()
    tried_last(posing, "10.0,4.0 facing 90")


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


def test_poses_are_asked_about_at_most_ten_times_a_second(browser: Browser) -> None:
    page = browser.new_page()
    page.clock.install(time=0)
    posing = BoardPage(page)
    page.clock.pause_at(10_000)
    posing.set_up(tiny())
    posing.page.evaluate("(pose) => board.askPose(pose)", POSE)
    page.locator(".ghost").focus()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    assert [pose["text"] for pose in posing.heard("try")] == ["10.1,4.0 facing 180"]
    page.clock.run_for(99)
    assert len(posing.heard("try")) == 1
    page.clock.run_for(1)
    assert posing.heard("try")[1]["text"] == "14.0,4.0 facing 180"
    page.clock.run_for(1000)
    assert len(posing.heard("try")) == 2
    page.close()


def test_a_refused_pose_says_why_and_cannot_be_given(posing: BoardPage) -> None:
    page = posing.page
    why = "10.1,4.0 facing 180 is not allowed: the stream is too deep"  # the ghost shows where
    page.evaluate(f"window.verdict = {{ allowed: false, reason: '{why}', text: '' }}")
    page.locator(".ghost").focus()
    page.keyboard.press("ArrowRight")
    said = page.locator(".board-pose p")
    expect(said).to_have_text("0.1 inches · ✕ the stream is too deep")
    assert "refused" in (page.locator(".ghost").get_attribute("class") or "")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Place here")).to_be_disabled()
    assert posing.heard("pose") == []
    verdict = "{ allowed: true, reason: '', text: 'charge', cost: '2 of 6 in' }"
    page.evaluate(f"window.verdict = {verdict}")
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("0.0 inches · ✓ charge · 2 of 6 in")


def test_a_verdict_about_another_pose_comes_too_late(posing: BoardPage) -> None:
    page = posing.page
    page.evaluate("() => { window.verdict = new Promise((tell) => (window.tell = tell)); }")
    page.locator(".ghost").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.evaluate(
        "window.verdict = { allowed: true, reason: '', text: 'well within reach' };"
        "window.tell({ allowed: false, reason: 'no', text: '' })"
    )
    said = page.locator(".board-pose p")
    assert "✕" not in (said.text_content() or "")
    # The later pose is asked about as soon as the earlier is answered.
    expect(said).to_have_text("0.2 inches · ✓ well within reach")
    tried = [pose["text"] for pose in posing.heard("try")]
    assert tried == ["10.1,4.0 facing 180", "10.2,4.0 facing 180"]


def test_a_click_out_of_reach_shows_why_not(posing: BoardPage) -> None:
    """100 of the drawing to the left are five inches; the reach begins at 150, the stand at 214."""
    page = posing.page
    page.evaluate(
        "window.verdict = { allowed: false, reason: 'five inches are too far', text: '' }"
    )
    page.mouse.click(*posing.screen(114, 89.3))
    expect(page.locator(".board-pose p")).to_have_text("5.0 inches · ✕ five inches are too far")
    expect(page.get_by_role("button", name="Place here")).to_be_disabled()
    page.get_by_role("button", name="Put back").click()
    expect(page.locator(".board-pose p")).to_contain_text("0.0 inches")
    assert posing.heard("pose") == []


def test_a_tool_leaves_the_reach_of_a_pose(posing: BoardPage) -> None:
    posing.page.evaluate("board.tool({ shapes: ['M10 10H60V60z'] }); board.tool(null)")
    assert posing.page.locator(".reach").count() == 1


def test_on_a_phone_on_its_side_the_bar_gives_way_to_a_charge(posing: BoardPage) -> None:
    bar = posing.page.locator(".board-pose")
    posing.page.set_viewport_size({"width": 844, "height": 390})
    posing.light("unit:husson", chosen="unit:kempt")  # who is taken up
    expect(bar).to_be_visible()
    posing.light("unit:husson", chosen="unit:husson")  # whom he is to charge
    expect(bar).to_be_hidden()
    posing.light("unit:husson", chosen="unit:kempt")
    expect(bar).to_be_visible()


def test_a_pose_no_longer_asked_for_is_gone(posing: BoardPage) -> None:
    posing.page.evaluate("board.askPose(null)")
    assert posing.page.locator(".ghost, .reach").count() == 0
    expect(posing.page.locator(".board-pose")).to_be_hidden()


def test_a_turn_on_the_spot_is_picked_before_its_front(posing: BoardPage) -> None:
    pieces = [stand("kempt", (100, 40), 180, 1)]
    posing.set_up(scene(view(), TableSystem(tiny_table(), pieces)))
    # A table of 20 pixels an inch, 22 from the left and 20 from the top.
    posing.page.evaluate("(pose) => board.askPose(pose)", {**POSE, "origin": [22, 20]})
    posing.light("pose:10.0,4.0 facing 90", about=("unit:kempt",))
    x, y = posing.screen(22 + 10 * 20, 20 + 4 * 20)
    posing.page.mouse.click(x, y)
    assert posing.heard("pick") == []  # on the stand lies no way: whoever stands on it is reached
    # To the east of it, a finger wide.
    knob = middle(posing.page.locator(".target .hit"))
    assert knob[0] > x + 20 and knob[1] == pytest.approx(y, abs=1)
    posing.page.mouse.click(*knob)
    assert posing.heard("pick") == ["pose:10.0,4.0 facing 90"]
    assert posing.heard("try") == []


def test_poses_in_one_place_are_asked_about(posing: BoardPage) -> None:
    pieces = [stand("kempt", (100, 40), 180, 1)]
    posing.set_up(scene(view(), TableSystem(tiny_table(), pieces)))
    posing.page.evaluate("(pose) => board.askPose(pose)", {**POSE, "origin": [22, 20]})
    turns = ["pose:14.0,4.0 facing 90", "pose:14.0,4.0 facing 135"]
    posing.light(*turns, "pose:6.0,4.0 facing 90", about=("unit:kempt",))
    posing.page.mouse.click(*posing.screen(22 + 14 * 20, 20 + 4 * 20))
    menu = posing.page.locator(".chooser button:not(.quiet)")
    assert menu.all_text_contents() == ["to 14.0,4.0 facing 90", "to 14.0,4.0 facing 135"]
    menu.nth(1).click()
    assert posing.heard("pick") == [turns[1]]


def test_a_stand_smaller_than_a_finger_is_placed_by_a_second_tap(browser: Browser) -> None:
    # At its own size Kempt is 20 pixels deep.
    context = browser.new_context(viewport={"width": 356, "height": 600}, has_touch=True)
    board = BoardPage(context.new_page())
    board.page.set_viewport_size({"width": 356, "height": 600})
    board.set_up(tiny())
    board.page.evaluate("(pose) => board.askPose(pose)", POSE)
    board.page.evaluate('() => { window.verdict = { allowed: true, reason: "", text: "" }; }')
    board.until("board.camera.scale === 1")
    spot = board.screen(254, 129.3)  # 12.0 inches over and 6.0 down
    board.page.touchscreen.tap(*spot)
    tried_last(board, "12.0,6.0 facing 180")
    expect(board.page.locator(".board-pose p")).to_contain_text("✓")
    assert board.heard("pose") == []
    board.page.touchscreen.tap(*spot)
    board.until("window.heard.some(([ear]) => ear === 'pose')")
    assert [pose["text"] for pose in board.heard("pose")] == ["12.0,6.0 facing 180"]
    context.close()
