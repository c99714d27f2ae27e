"""Orders as people type them: words left out, other words for the same, and what was meant."""

import re

import pytest

import grognard
from grognard.bots import bot
from grognard.cli.terminal import Terminal
from tests.cli.toy_table import Script

Out = pytest.CaptureFixture[str]


def said(capsys: Out, *lines: str, battle: str = "onepage/maida") -> str:
    """What is printed after people on both sides have typed some lines; the French begin."""
    Terminal(grognard.new(battle, seed=3), {}, Script(lines)).run()
    return re.split("done: [a-z ]+\n", capsys.readouterr().out, maxsplit=1)[1]


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("move chasseurs ahead half", "9th Chasseurs move 12.0 in."),
        ("peyri forward half", "Peyri moves 6.0 in."),
        ("march peyri forward half", "Peyri moves 6.0 in."),
        ("please move Peyri straight ahead half", "cannot read"),  # nothing is made of nonsense
        ("move the peyri ahead half", "Peyri moves 6.0 in."),
        ("move peyri turn kempt", "Peyri turns"),
        ("pass", "Turn 1 of 6, 08:45: British."),
        ("end turn", "Turn 1 of 6, 08:45: British."),
    ],
)
def test_orders_as_people_say_them(capsys: Out, order: str, done: str) -> None:
    assert done in said(capsys, order)


def test_a_word_of_several_names_lists_what_it_may_mean(capsys: Out) -> None:
    out = said(capsys, "move light ahead half")
    assert (
        "'move light ahead half' may mean 2 things: move 1st Light ahead half;"
        " move 23rd Light ahead half\n"
    ) in out


def test_an_order_to_another_piece_leaves_the_one_that_moves_where_it_stands(capsys: Out) -> None:
    lines = ("move 23rd light ahead full", "peyri ahead half", "move horse guns limber", "done")
    out = said(capsys, *lines)
    # The 23rd Light may still turn, Peyri go on, and the guns move: all of them stay.
    assert out.count("  First halt.\n") == 3
    assert "Peyri moves 6.0 in." in out and "Turn 1 of 6, 08:45: British." in out


def test_what_answers_the_question_before_is_told_with_the_way_back(capsys: Out) -> None:
    # Peyri has been picked, and has not gone anywhere yet.
    out = said(capsys, "move peyri", "move 1st light ahead half")
    why = "'move 1st light ahead half' answers the question before this one: `undo` first"
    assert why in out and "1st Light moves" not in out


@pytest.mark.parametrize(
    "order", ["move rangers back", "move kempt ahead half", "charge 42nd line", "peyri withi"]
)
def test_nothing_is_suggested_that_is_nothing_like_what_was_typed(capsys: Out, order: str) -> None:
    out = said(capsys, order)
    assert f"{order}': you can answer: " in out and "did you mean" not in out


def test_a_word_with_which_no_order_begins_is_not_suggested(capsys: Out) -> None:
    # Peyri has been picked and may not halt before it moves; "half" is no order.
    out = said(capsys, "move peyri", "halt")
    assert "cannot read 'halt': you can answer: " in out and "did you mean" not in out


@pytest.mark.parametrize(
    ("order", "meant"),
    [
        ("moove peyri ahead half", "move Peyri ahead half"),
        ("move peiri", "move Peyri"),
        ("move 42nd lyne ahead half", "move 42nd line ahead half"),
        ("maap", "map"),
    ],
)
def test_a_misspelt_word_is_put_right_if_the_order_can_be_given(
    capsys: Out, order: str, meant: str
) -> None:
    assert f"cannot read '{order}': did you mean \"{meant}\"?" in said(capsys, order)


def test_an_order_that_is_out_of_place_says_why_though_another_piece_moves(capsys: Out) -> None:
    out = said(capsys, "move peyri ahead half", "move 42nd line recover")
    assert "42nd Line cannot recover: it is in good order" in out


def test_where_a_line_cannot_be_followed_its_own_words_are_told(capsys: Out) -> None:
    out = said(capsys, "move horse guns sideways")
    assert "cannot read 'sideways' of 'move horse guns sideways': you can answer: " in out
    assert "horse-guns" not in out


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("who can reach corsicans?", "French: 1st Light, to charge them."),
        ("who threatens the rangers", "1st Light: charge."),
        ("who threatens rangers?", "1st Light: charge."),
        ("can acland see 1st light?", "Acland to 1st Light: 15.7 in between them.\nSeen."),
        ("sight kempt 42nd line", "Kempt to 42nd Line: 15.8 in between them."),
        ("is kempt in command?", "Kempt is in command."),
        ("who is winning?", "has lost 0 of 24 strength points"),
        ("out-of-command", "Every unit on the table is within reach of a general."),
        ("where can kempt go?", "Kempt has 12 in to move."),
        ("tool sight nobody kempt", 'no unit or place "nobody"'),
    ],
)
def test_questions_in_plain_words(capsys: Out, question: str, answer: str) -> None:
    assert answer in said(capsys, question)


def test_numbers_are_told_with_what_they_count(capsys: Out) -> None:
    # The guns of Lemoine, who have not moved, throw two dice at the 1st Light in long range.
    lines = ("done", "done", "score", "odds fire lemoine")
    moved = ("move 23rd light ahead full", "halt")
    out = said(capsys, *moved, *lines)
    assert "British 22   French 24   (strength points left)\n" in out
    assert "  dice: 2 d6 (1-6)\nhits  odds" in out


def test_a_block_is_ordered_by_its_name_and_goes_towards_a_locale(capsys: Out) -> None:
    # Gamble is in McPherson's Farm, Devin on Oak Ridge; orders are given to locales.
    game = grognard.new("locales/mcphersons-ridge", seed=5)
    order = (
        "card 2 field", "devin road march to willoughby", "devin field march to the college",
        "local march gamble to springs woods",
    )  # fmt: skip
    no = ("done", "no", "skip", "nothing")
    first = {"confederate": bot("drill")}
    Terminal(game, first, Script((*order, *no))).run()
    out = capsys.readouterr().out
    assert "Block 1 Gamble obeys: local march in McPherson's Farm, to its approach towards" in out
    assert out.count("Block 5 Devin obeys: field march from Oak Ridge to College Fields.") == 1
    # Of a line that cannot be followed the part that was read is told, and nothing is done.
    assert "of 'devin road march to willoughby': you can answer: " in out
    asked = ("Reorganize?", "Mobilize?", "Spike a gun?")
    assert all(each in out for each in asked) and "cannot read 'no" not in out


def test_objectives_of_a_map_of_hexes_are_asked_about_by_their_names(capsys: Out) -> None:
    # The crossroads at 0602 are no named place of the map.
    lines = ("who can reach the crossroads", "card crossroads")
    out = said(capsys, *lines, battle="shock/gemioncourt")
    # The battalions at 0604 are two hexes from there, on the road.
    assert "To 0602 could move:\n" in out and "Allied: 2nd Nassau I-II, for 2.\n" in out
    assert "Objective the crossroads: 6 if French within 3" in out
