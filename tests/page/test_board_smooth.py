"""What a browser need not do when the board changes: the root of smooth moves on large maps."""

from urllib.parse import unquote

from playwright.sync_api import CDPSession

from tests.page.board_page import BoardPage, tiny

WATCH = """() => {
  window.touched = [];
  const watch = new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) {
      window.touched.push(`${type} ${target.nodeName} ${attributeName}`);
    }
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  watch.observe(document.getElementById("window"), all);
}"""
STEP = """async (time) => {
  for (const each of board.motion.running) each.currentTime = time;
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
}"""
LAND = ".board-ground use:not([id], [transform])"


def layouts(tool: CDPSession) -> float:
    """How often the page was laid out."""
    metrics = tool.send("Performance.getMetrics")["metrics"]
    found = {each["name"]: float(each["value"]) for each in metrics}
    return found["LayoutCount"]


def test_what_stays_the_same_is_not_drawn_again(board: BoardPage) -> None:
    board.light("unit:kempt", "hex:0401", "hex:0301", about=("unit:husson",), chosen="hex:0301")
    board.settle()
    board.page.evaluate(WATCH)
    board.show(tiny())
    assert board.page.evaluate("window.touched") == []


def test_a_ring_goes_with_a_piece_that_moves_and_leaves_with_its_light(board: BoardPage) -> None:
    board.light("unit:kempt")
    board.show(tiny("0401"))
    assert board.page.locator('[data-piece="unit:kempt"] > .ring.option').count() == 2
    board.light("unit:kempt", chosen="unit:kempt")
    assert board.page.locator('[data-piece="unit:kempt"] > .ring.chosen').count() == 2
    board.light("unit:husson")
    assert board.page.locator('[data-piece="unit:kempt"] > .ring').count() == 0
    assert board.page.locator('[data-piece="unit:husson"] > .ring.option').count() == 2


def test_names_and_strengths_on_their_way_are_not_laid_out_in_every_frame(board: BoardPage) -> None:
    board.settle()
    board.freeze()
    board.begin(tiny("0401"))
    tool = board.page.context.new_cdp_session(board.page)
    tool.send("Performance.enable")
    board.page.evaluate(STEP, 50)
    before = layouts(tool)
    for time in (100, 150, 200):
        board.page.evaluate(STEP, time)
    assert layouts(tool) == before
    tool.detach()


def test_the_words_of_the_board_keep_their_lines(board: BoardPage) -> None:
    lines = tiny().listing.count("\n") + 1
    # Not a line for each word, which are many more.
    high = board.page.evaluate(
        """(() => { const words = document.querySelector(".board-words");
        return words.scrollHeight / parseFloat(getComputedStyle(words).fontSize); })()"""
    )
    assert high < 2 * lines


def test_trees_are_drawn_as_images(board: BoardPage) -> None:
    found = tiny()
    wanted = found.ground().info.svg.count("<use") - found.ground().info.svg.count('<use id="hex:')
    assert wanted > 1
    board.until(f"document.querySelectorAll('{LAND}').length <= 1")
    images = board.page.locator(".board-ground image").evaluate_all(
        "(images) => images.map((image) => image.getAttribute('href'))"
    )
    drawn = sum(unquote(image).count("<use") for image in images)
    assert drawn + board.page.locator(LAND).count() == wanted
