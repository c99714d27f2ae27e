"""The board in motion: moves, turns, losses and fire are seen, unless somebody wants it still."""

import pytest
from playwright.sync_api import expect

from tests.draw.given import piece, tiny_map
from tests.page.board_page import BoardPage, tiny, transform


def running(board: BoardPage) -> int:
    """How many things are in motion."""
    found: int = board.page.evaluate("board.motion.running.size")
    return found


def test_a_move_glides_and_ends_where_the_scene_says(board: BoardPage) -> None:
    board.freeze()
    board.begin(tiny("0401"))
    assert running(board) > 0
    board.finish()
    board.page.evaluate("window.showing")
    assert running(board) == 0
    # 0401 lies in the first row: 22 + 3.5 * 48, 20 + 27.71.
    assert transform(board, '[data-piece="unit:kempt"]').startswith("translate(190px, 47.7px)")


def test_a_move_follows_the_way_that_is_told(board: BoardPage) -> None:
    board.freeze()
    way = ["unit:kempt", "hex:0402", "hex:0502", "hex:0501", "hex:0401"]
    board.begin(tiny("0401"), events=[way])
    frames = board.page.evaluate(
        """document.querySelector(".lifted.layer-pieces").getAnimations()[0].effect.getKeyframes()
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
    board.freeze()
    board.begin(tiny())
    assert board.page.locator('[data-piece="unit:ney"]').count() == 1
    board.finish()
    board.page.evaluate("window.showing")
    assert board.page.locator('[data-piece="unit:ney"]').count() == 0


def test_fire_is_seen_before_its_effect(board: BoardPage) -> None:
    board.freeze()
    board.begin(tiny(strength="5"), events=[["unit:husson", "unit:kempt"]], kind="fire")
    assert board.page.locator(".fire").count() == 1
    assert board.page.locator(".fire .puff").count() == 2
    assert "7" in board.page.locator(".layer-plates text").all_text_contents()
    board.finish()
    board.page.evaluate("window.showing")
    assert board.page.locator(".fire").count() == 0
    assert "5" in board.page.locator(".layer-plates text").all_text_contents()
    assert board.page.locator(".loss").text_content() == "−2"
    board.finish()
    expect(board.page.locator(".loss")).to_have_count(0)


@pytest.mark.parametrize("kind", ["", "fire", "melee"])
def test_fire_and_melee_are_told_apart(board: BoardPage, kind: str) -> None:
    board.freeze()
    board.begin(tiny(), events=[["unit:husson", "unit:pack", "unit:kempt"]], kind=kind)
    assert board.page.locator(".fire").count() == (kind == "fire")
    assert board.page.locator(".sign-melee").count() == (kind == "melee")


@pytest.mark.parametrize("kind", ["", "rout", "rally"])
def test_routs_and_rallies_have_signs_of_their_own(board: BoardPage, kind: str) -> None:
    board.freeze()
    board.begin(tiny(), events=[["unit:kempt"]], kind=kind)
    for each in ("rout", "rally"):
        assert board.page.locator(f".sign-{each}").count() == (each == kind)


def test_the_player_sets_the_speed(board: BoardPage) -> None:
    board.freeze()
    board.page.evaluate("board.motion.rate = 2")
    board.begin(tiny("0401"), events=[["unit:kempt"]])
    time = board.page.evaluate(
        """document.querySelector(".lifted.layer-pieces").getAnimations()[0].effect.getTiming()
        .duration"""
    )
    assert time == 420 / 2


def test_friends_named_together_do_not_fire(board: BoardPage) -> None:
    here = tiny_map().grid.parse("0101")
    friend = piece("unit:pack", here, side=1)
    board.show(tiny("0402", friend))
    board.begin(tiny("0401", friend), events=[["unit:pack", "unit:kempt"]], kind="fire")
    assert board.page.locator(".fire").count() == 0


def test_a_later_scene_does_not_wait(board: BoardPage) -> None:
    board.freeze()
    board.begin(tiny("0401"), events=[["unit:husson", "unit:kempt"]], kind="fire")
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
