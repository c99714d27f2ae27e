"""Orders in words, read against the toy."""

import pytest

from grognard.engine.errors import AmbiguousOrder, BadOrder
from grognard.engine.order import read_order, words_of
from tests.engine.toy import ADVANCE, AT_WILL, FIRE, HOLD, TOY, UNIT, ToyPosition

NEY, NEY_GUARD, WELLINGTON, MULLER = range(UNIT, UNIT + 4)


def round_one() -> ToyPosition:
    """Red to give its first order."""
    p = TOY.start(TOY.battle("field"))
    p.play(p.options()[0])
    p.play(p.options()[0])
    assert isinstance(p, ToyPosition)
    return p


def blue_to_order() -> ToyPosition:
    p = round_one()
    p.play(HOLD)
    return p


def test_case_accents_and_blanks_do_not_matter() -> None:
    assert words_of("\t Order  MÜLLER\n") == ("order", "muller")
    assert read_order(blue_to_order(), " ORDER   muller ") == [MULLER]
    assert read_order(blue_to_order(), "order müller") == [MULLER]


def test_every_phrase_is_read_as_its_option() -> None:
    p = round_one()
    for action, text in [
        (HOLD, "hold"),
        (NEY, "order ney"),
        (NEY_GUARD, "order ney-guard"),
    ]:
        assert read_order(p, text) == [action]


def test_an_order_answers_decisions_in_a_row_up_to_the_roll() -> None:
    p = round_one()
    before = p.digest()
    assert read_order(p, "order ney fire > müller") == [NEY, FIRE, MULLER]
    assert read_order(p, "order ney-guard fire at will > wellington") == [
        NEY_GUARD,
        AT_WILL,
        WELLINGTON,
    ]
    assert p.digest() == before


def test_an_order_may_stop_at_any_decision() -> None:
    assert read_order(round_one(), "order ney fire") == [NEY, FIRE]


def test_the_whole_phrase_is_meant_where_a_shorter_one_fits_too() -> None:
    # "fire" begins "fire at will"; both are options.
    p = round_one()
    p.play(NEY)
    assert read_order(p, "fire") == [FIRE]
    assert read_order(p, "fire at will") == [AT_WILL]


def test_a_reading_that_leads_nowhere_is_given_up_for_one_that_does() -> None:
    # After "fire" comes a target, and "at will …" is none.
    assert read_order(round_one(), "order ney fire at will > wellington") == [
        NEY,
        AT_WILL,
        WELLINGTON,
    ]


def test_words_may_be_cut_short_where_only_one_thing_fits() -> None:
    assert read_order(round_one(), "ord ney adv") == [NEY, ADVANCE]
    assert read_order(round_one(), "ho") == [HOLD]


def test_an_exact_word_wins_over_words_it_begins() -> None:
    # "ney" begins "ney-guard" as well, "fire" begins "fire at will".
    assert read_order(round_one(), "or ney fire > wel") == [NEY, FIRE, WELLINGTON]


def test_an_abbreviation_that_fits_several_lists_them() -> None:
    with pytest.raises(AmbiguousOrder) as caught:
        read_order(round_one(), "order n")
    assert caught.value.choices == ["order ney", "order ney-guard"]
    with pytest.raises(AmbiguousOrder, match="may mean 2 things") as caught:
        read_order(round_one(), "order ney f")
    assert caught.value.choices == ["order ney fire", "order ney fire at will"]


def test_what_follows_may_settle_an_abbreviation() -> None:
    # "fire at will" does not go on with "> w".
    assert read_order(round_one(), "order ney f > w") == [NEY, FIRE, WELLINGTON]


def test_the_arrow_before_a_target_may_be_left_out() -> None:
    assert read_order(round_one(), "order ney fire wellington") == [NEY, FIRE, WELLINGTON]


def test_a_misspelt_order_gets_a_hint() -> None:
    with pytest.raises(BadOrder, match="cannot read 'holt': did you mean \"hold\""):
        read_order(round_one(), "holt")
    with pytest.raises(BadOrder, match="cannot read 'welington' of 'order ney fire > welington'"):
        read_order(round_one(), "order ney fire > welington")
    with pytest.raises(BadOrder, match='did you mean "> müller"'):
        read_order(round_one(), "order ney fire > mulller")


def test_what_is_named_is_never_taken_for_something_else() -> None:
    # Ney may not be fired at, but he is no misspelt Wellington; nor is any word a wrong number.
    said = "cannot read 'ney' of 'order ney fire > ney': you can answer: > wellington; > müller"
    with pytest.raises(BadOrder, match=said) as caught:
        read_order(round_one(), "order ney fire > ney")
    assert caught.value.choices == ["> wellington", "> müller"] and caught.value.unread == 1
    with pytest.raises(BadOrder, match="you can answer"):
        read_order(round_one(), "order ney fire > 1ellington")


def test_what_begins_as_some_orders_do_lists_those() -> None:
    with pytest.raises(BadOrder) as caught:
        read_order(round_one(), "order nobody")
    assert caught.value.choices and all(each.startswith("order ") for each in caught.value.choices)


def test_an_order_ends_at_the_roll() -> None:
    with pytest.raises(BadOrder, match="comes after a roll that is due first"):
        read_order(round_one(), "order ney fire > müller hold")


def test_nobody_orders_for_the_other_side() -> None:
    with pytest.raises(BadOrder, match="comes after a roll that is due first"):
        read_order(round_one(), "hold hold")


@pytest.mark.parametrize("text", ["", "   ", "\x00", "\x1b[31mhold", "hold " * 200, "ŧ" * 400])
def test_hostile_text_is_refused_in_printable_words(text: str) -> None:
    with pytest.raises(BadOrder) as caught:
        read_order(round_one(), text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_no_order_is_read_while_a_roll_is_due() -> None:
    p = round_one()
    for action in (NEY, FIRE, MULLER):
        p.play(action)
    with pytest.raises(BadOrder, match="no order is due"):
        read_order(p, "hold")


def test_the_search_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.engine.order.MOST_TRIES", 1)
    assert read_order(round_one(), "order ney fire") == [NEY, FIRE]
    with pytest.raises(BadOrder, match="too many readings"):
        read_order(round_one(), "order ney fire > müller")
