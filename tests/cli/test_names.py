"""Pieces and places are called as on the map, in what is shown and in what is typed."""

import random
import re
from collections import Counter

import pytest

import grognard
from grognard.bots import bot
from grognard.cli.names import Names
from grognard.cli.terminal import Terminal
from grognard.engine.view import Option, Placement
from tests.cli.toy_table import Script

Out = pytest.CaptureFixture[str]


def played(battle: str, *lines: str) -> None:
    """A sitting of the side that is asked first, on open dice."""
    game = grognard.new(battle, seed=4)
    while game.actor not in game.battle.sides:
        game.roll()
    other = next(side for side in game.battle.sides if side != game.actor)
    Terminal(game, {other: bot("random", 1)}, Script(lines)).run()


def piece(id_: str, label: str) -> Placement:
    return Placement(id_, "infantry", 0, (0, 0), None, label, "", (), "")


def test_an_option_names_pieces_and_places_and_drops_the_pose() -> None:
    names = Names()
    names.learn([piece("unit:first-light", "1st Light")], {"herr-ridge": "Herr's Ridge"})
    said = [
        names.option(Option(0, text, target))
        for text, target in (
            ("charge first-light to 1.0,2.0 facing 90", "pose:1.0,2.0 facing 90"),
            ("road-march herr-ridge", "locale:herr-ridge"),
            ("away from first-light, as far as possible, to 1.0,2.0 facing 0", ""),
            ("facing nw", "facing:nw"),
            ("> 0812", "hex:0812"),
            ("first-light", "unit:first-light"),
        )
    ]
    assert said == [
        "charge 1st Light",
        "road march Herr's Ridge",
        "away from 1st Light, as far as possible",
        "facing north-west",
        "0812",
        "1st Light",
    ]
    # They are read again as they are shown, whatever the apostrophes and accents.
    assert "road-march herr-ridge" in names.readings("road march herrs ridge")
    assert "charge first-light" in names.readings("Charge 1st light")


def test_the_log_tells_distances_and_turns() -> None:
    moved = "Kempt moves from 0.0,0.0 facing 350 to 3.0,4.0 facing 5."
    assert Names().told(moved) == "Kempt moves 5.0 in, turning 15° right."
    assert Names().told("A charges B from 1.0,1.0 to 1.0,3.0.") == "A charges B over 2.0 in."


def test_options_say_how_far_a_way_leads_and_names_are_taken_as_typed(capsys: Out) -> None:
    played("onepage/maida", "move 42nd line", "ahead half", "halt", "log 1")
    out = capsys.readouterr().out
    # The 42nd stands at 28.8,20.1 and looks west: half of 12 inches.
    assert "ahead half: 6.0 in to 22.8,20.1 for 6 of 12 in\n" in out
    assert "move 42nd Line   ln 4 at 28.8,20.1" in out
    assert "42nd Line moves 6.0 in." in out and "forty-second" not in out


def test_a_hex_is_typed_by_the_name_of_its_place(capsys: Out) -> None:
    played("shock/gemioncourt", "card quatre-bras", "move ney lairalle")
    out = capsys.readouterr().out
    assert "Quatre-Bras" in out and "Ney rides 5 hexes to 1214." in out


def test_locales_are_shown_and_typed_by_name_and_marches_are_explained(capsys: Out) -> None:
    shown = "road march from Cashtown Road"
    played("locales/mcphersons-ridge", "1", f"{shown} > Herr's Ridge", "quit")
    out = capsys.readouterr().out
    assert shown in out and "cashtown-road" not in out
    assert out.count("road march: along a road through several locales, from the reserve") == 1
    assert "cannot read" not in out


def test_what_there_is_instead_of_an_order_is_told_as_the_options_are_shown(capsys: Out) -> None:
    game = grognard.new("onepage/maida", seed=3)
    Terminal(game, {}, Script(("move peyri charge", "move 1st light zz"))).run()
    out = capsys.readouterr().out
    ways = "you can answer: oblique right full, as far as possible; ahead full; ahead half;"
    assert f"{ways} turn to Corsican Rangers; turn to Kempt; turn to Lemoine's guns\n" in out
    # The name is read: what follows it is not.
    assert "cannot read 'zz' of 'move 1st light zz': you can answer: ahead full, as far" in out
    assert "first-light" not in out and "corsicans" not in out


def test_several_meanings_are_told_by_name(capsys: Out) -> None:
    game = grognard.new("onepage/maida", seed=3)
    Terminal(game, {}, Script(("move general",))).run()
    out = capsys.readouterr().out
    assert "3 things: move Reynier; move Compère; move Digonet" in out


@pytest.mark.parametrize(
    ("battle", "column", "row"),
    [
        ("onepage/maida", "command", r"9th +light +1 +5 +Digonet"),
        ("brigades/casteggio", "division", r"6th Light +infantry +4 +5 +Watrin"),
        ("pulses/teugen-hausen", "force", r"3rd Line +infantry +6 +SK1 +St-Hilaire"),
    ],
)
def test_units_of_a_table_say_whose_command_they_are_in(
    battle: str, column: str, row: str, capsys: Out
) -> None:
    game = grognard.new(battle, seed=3)
    Terminal(game, {}, Script(("units",))).run()
    out = capsys.readouterr().out
    assert re.search(rf"name .* {column} +at +faces", out) and re.search(row, out)
    # A place is never broken over two lines.
    assert not re.search(r"\d,\d+\.? *$", out, re.MULTILINE)


def test_facings_and_names_before_a_comma_are_typed_as_they_are_shown(capsys: Out) -> None:
    names = Names()
    names.learn([piece("unit:general-stuart", "Stuart"), piece("unit:oreilly", "O'Reilly")], {})
    for typed, meant in (
        ("move jamin 0411 facing North-West", "move jamin 0411 facing nw"),
        ("back to Stuart, as far as possible", "back to general-stuart, as far as possible"),
        ("move O'Reilly", "move oreilly"),
    ):
        assert meant in names.readings(typed)
    # A facing in words; one that cannot be read is answered in the words of the options.
    first = ("done", "command foy command pire done", "y")
    game = grognard.new("shock/gemioncourt", seed=4)
    Terminal(game, {"allied": bot("random", 1)}, Script(first)).run()
    while "move jamin" not in game.texts():
        game.roll() if game.position.roll is not None else game.play(game.options()[0])
    orders = ("move jamin 0411", "facing up", "facing north-east")
    Terminal(game, {"allied": bot("random", 1)}, Script(orders)).run()
    out = capsys.readouterr().out
    assert "cannot read 'facing up': you can answer: facing " in out
    assert "Jamin faces north-east." in out


@pytest.mark.parametrize("battle", ["shock/gemioncourt", "onepage/maida", "brigades/casteggio"])
def test_whatever_is_shown_may_be_typed(battle: str, capsys: Out) -> None:
    game, rng = grognard.new(battle, seed=2), random.Random(2)
    terminal = Terminal(game, {}, Script(()))
    asked = 0
    while asked < 60 and not game.over:
        if game.position.roll is not None:
            game.roll()
            continue
        asked += 1
        view = game.view(game.actor)
        terminal.screen.look(view)
        terminal.reader.offered = terminal.screen.options(view)
        said = {o: terminal.screen.names.option(o) for o in terminal.reader.offered.values()}
        many = Counter(said.values())
        for option, words in said.items():
            if many[words] == 1:
                assert terminal.answer(words) in (option.action, option.text), words
        game.play(rng.choice(game.options()))


def test_pieces_to_choose_from_are_hinted_by_their_names(capsys: Out) -> None:
    # The French have the initiative; line infantry within reach of two Austrians skirmishes.
    game = grognard.new("pulses/teugen-hausen", seed=5)
    Terminal(game, {"austrian": bot("random", 1)}, Script(("pass", "skirmish 3rd line", "y"))).run()
    out = capsys.readouterr().out
    assert "cannot read 'y': you can answer: Peterwardein Grenzer; Lusignan's battery" in out


def test_names_may_be_cut_short_where_that_is_clear(capsys: Out) -> None:
    game = grognard.new("pulses/teugen-hausen", seed=5)
    lines = ("pass", "skirmish 3rd", "peterw", "n")
    Terminal(game, {"austrian": bot("random", 1)}, Script(lines)).run()
    out = capsys.readouterr().out
    assert "3rd Line: whom do its skirmishers attack?" in out
    assert "cannot read 'peterw'" not in out and "Not done. Choose again." in out


def test_an_order_that_may_mean_several_things_is_not_guessed_from_the_names(capsys: Out) -> None:
    # Of the names only "Horse guns" begins with h, but hussars and others are known by it too.
    played("brigades/casteggio", "move h")
    assert "'move h' may mean" in capsys.readouterr().out


def test_a_command_is_named_without_its_verb(capsys: Out) -> None:
    """Ney has two commands to put into the draw: `foy` can only mean Foy's."""
    played("shock/gemioncourt", "done", "foy", "quit")
    out = capsys.readouterr().out
    assert "cannot read" not in out
    assert "put back command Foy" in out or "Foy's division goes into the draw" in out


def test_a_piece_may_come_before_what_it_does(capsys: Out) -> None:
    played("shock/gemioncourt", "ney move 0713", "log 1")
    assert "Ney rides 1 hex to 0713." in capsys.readouterr().out


def test_a_stand_is_moved_by_its_name_alone_but_not_by_a_letter(capsys: Out) -> None:
    """Of `forty-second` and `first-light` no letter says which is meant; a whole word does."""
    played("onepage/maida", "p", "peyri ahead half halt", "log 1")
    out = capsys.readouterr().out
    assert "cannot read 'p'" in out and "Peyri moves" in out


def test_a_name_is_known_without_its_comma_and_its_last_words() -> None:
    names = Names()
    pieces = [
        piece("unit:grenzer-left", "Grenzer, left wing"),
        piece("unit:grenzer-right", "Grenzer, right wing"),
        piece("unit:sixth", "6th Light"),
    ]
    names.learn(pieces, {})
    wanted = "move sixth charge grenzer-left"
    for typed in ("grenzer left wing", "Grenzer, left wing", "grenzer left"):
        assert wanted in names.readings(f"move 6th light charge {typed}")
    assert wanted not in names.readings("move 6th light charge grenzer")  # which of the two?


def test_a_card_in_hand_is_played_by_words_that_begin_as_a_command_does(capsys: Out) -> None:
    """`card 4 field` is an answer while one is asked for; `card PLACE` still tells of a place."""
    played("locales/mcphersons-ridge", "card herr's ridge", "card 4 field", "log 3")
    out = capsys.readouterr().out
    assert "no unit or place" not in out
    assert re.search(r"^Locale +Herr's Ridge", out, re.MULTILINE)
    assert "The Confederate side plays a card: 4 field" in out
