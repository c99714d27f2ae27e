"""The page's board in a real Chromium: composed as drawn, with ways and tools, light and dark."""

import re

import pytest

from grognard.draw import scene
from tests.draw.given import GivenSystem, piece, tiny_map, view
from tests.page.board_page import BoardPage, tiny, transform
from tests.page.placed import box_of


def test_pieces_stand_where_the_scene_says(board: BoardPage) -> None:
    block = '[data-piece="unit:kempt"]'
    assert transform(board, block) == "translate(214px, 89.3px) rotate(180deg)"
    assert board.page.locator(f"{block} use").get_attribute("href") == "#s1-infantry"
    box = box_of(board.page.locator(block))
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
    box = box_of(name)
    assert box["x"] + box["width"] / 2 == pytest.approx(2 * drawn.x, abs=2)
    assert name.evaluate("(text) => text.getBBox().width") == pytest.approx(drawn.width, abs=1)


NAMES = """[...document.querySelectorAll(".layer-labels > g")]
.map((name) => [name.textContent, name.getBoundingClientRect().toJSON()])
.filter(([, box]) => box.width > 0)"""


def test_names_keep_a_readable_size_and_give_way(board: BoardPage) -> None:
    ney = piece("unit:ney", tiny_map().grid.parse("0101"), "leader", turn=None, strength="")
    board.show(tiny("0402", ney), animate=False)
    board.page.set_viewport_size({"width": 178, "height": 300})  # half the size of the drawing
    board.until("board.picture.labels.scale === 0.5")
    names = dict(board.page.evaluate(NAMES))
    # Lettering of 12 would be 6 pixels high: the names of units are left out.
    assert {"Ney", "The Farm"} <= set(names)
    assert not {"Kempt", "Husson"} & set(names)
    assert names["Ney"]["height"] >= 11
    board.page.evaluate("board.hover('unit:kempt')")
    names = dict(board.page.evaluate(NAMES))
    assert names["Kempt"]["height"] >= 11
    assert "Husson" not in names


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


@pytest.mark.parametrize(("theme", "dimmed"), [("light", 0.0), ("dark", 0.34)])
def test_the_map_dims_in_the_dark(board: BoardPage, theme: str, dimmed: float) -> None:
    board.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    opacity = "(dusk) => Number(getComputedStyle(dusk).fillOpacity)"
    assert board.page.locator(".dusk").evaluate(opacity) == pytest.approx(dimmed)


def test_a_board_can_be_taken_off_the_page(board: BoardPage) -> None:
    board.page.evaluate("board.close()")
    assert board.page.locator("#window *").count() == 0
