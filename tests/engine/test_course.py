"""The course of a game in a notebook."""

import re

import grognard


def test_a_game_shows_its_course_under_a_slider() -> None:
    game = grognard.new("locales/mcphersons-ridge", seed=3)
    for _ in range(12):
        if game.actor == grognard.CHANCE:
            game.roll()
        else:
            game.play(game.options()[0])
    page = game.course(most=5).html()
    assert page.count('<p class="frame"') == page.count('<g class="frame"') == 5
    assert page.count("display:none") == 8  # all but the last board and its caption
    assert 'max="4"' in page
    assert page.count('<g id="ground">') == 1
    assert "The start." in page
    assert re.fullmatch(r"<iframe srcdoc=.*</iframe>", game._repr_html_(), re.DOTALL)


def test_a_new_game_shows_its_board() -> None:
    page = grognard.new("shock/gemioncourt", seed=1).course().html()
    assert page.count('<g class="frame"') == 1
