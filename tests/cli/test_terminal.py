"""The terminal game, played with a script on the toy battle."""

from pathlib import Path

import pytest

from grognard.cli.terminal import Terminal
from grognard.engine import replay
from grognard.engine.dicebox import DiceBox
from grognard.engine.game import Game
from grognard.systems import system
from tests.cli.toy_table import Script, table, toy_game
from tests.engine.toy import find

Out = pytest.CaptureFixture[str]


def answers(game: object) -> list[str]:
    """The answers of the sides in a game's record, without dice and hashes."""
    lines = game.record.lines  # type: ignore[attr-defined]
    return [f"{line.word} {line.rest.rpartition(' | ')[2]}" for line in lines if line.word in SIDES]


SIDES = ("red", "blue")
PLANS = ["red plan left", "blue plan left"]


def test_numbers_texts_and_orders_answer(capsys: Out) -> None:
    game = toy_game()
    # Round 1: the number of an option; round 2: its text; round 3: an order for three questions.
    over = table(game, "1", "1", "hold", "order ney fire at will > wellington", "y").run()
    assert not over
    assert answers(game) == [
        *PLANS,
        *("red hold", "blue hold"),
        *("red hold", "blue hold"),
        *("red order ney", "red fire at will", "red > wellington", "blue hold"),
    ]
    assert "round 1   Red 4   Blue 4" in capsys.readouterr().out


def test_the_end_of_the_battle_is_told(capsys: Out) -> None:
    game = toy_game()
    assert table(game, "1", "1", "1", "1", "1").run()
    assert "The battle is over. A draw. 4 men to 4" in capsys.readouterr().out


def test_a_roll_is_shown_with_its_odds_before_it_is_committed(capsys: Out) -> None:
    game = toy_game()
    terminal = table(game, "1", "order ney fire > wellington", "n", "hold")
    terminal.run()
    out = capsys.readouterr().out
    assert "Volley: 5 or more" in out and "+1  steady aim  [toy.steady]" in out
    # 5 or more with +1 on one die of six faces: 4, 5 and 6.
    assert "hit      1/2   50.0%" in out
    assert "Not done. Choose again." in out
    assert answers(game) == [*PLANS, "red hold", "blue hold"]


def test_the_question_before_a_roll_can_be_switched_off() -> None:
    game = toy_game()
    table(game, "1", "confirm off", "order ney fire > wellington").run()
    assert answers(game)[2:] == ["red order ney", "red fire", "red > wellington", "blue hold"]


def test_odds_are_shown_without_playing(capsys: Out) -> None:
    game = toy_game()
    table(game, "1", "odds order ney fire > müller", "odds 1", "odds", "odds 9").run()
    out = capsys.readouterr().out
    assert "hit      1/2   50.0%" in out
    assert "No roll follows at once." in out
    assert "no option 9: they are numbered 1 to 5" in out
    assert answers(game) == PLANS


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("9", "no option 9: they are numbered 1 to 5"),
        ("0", "cannot read '0'"),
        ("99999999999999999999", "cannot read"),
        ("-1", "cannot read '-1'"),
        ("flee", "cannot read 'flee'"),
        ("order n", "may mean 2 things"),
        ("order ney fire > ney", "cannot read"),
        ("\x1b[2J", "cannot read"),
        ("card nobody", 'no unit or place "nobody"'),
        ("save", "save needs the name of a file"),
        ("undo twice", "undo takes back your last answer"),
        ("undo agreed", "Bots never agree"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(typed: str, told: str, capsys: Out) -> None:
    game = toy_game()
    table(game, "1", typed).run()
    out = capsys.readouterr().out
    assert told in out and "\x1b" not in out
    assert answers(game) == PLANS


def test_help_names_every_word(capsys: Out) -> None:
    terminal = table(toy_game(), "?")
    terminal.run()
    out = capsys.readouterr().out
    for word in terminal.words.known:
        assert word == "help" or f"\n{word} " in out


def test_undo_takes_back_answers_over_those_of_a_bot_until_something_was_shown() -> None:
    game = toy_game()
    table(game, "1", "undo", "1", "order ney", "undo", "hold", "quit").run()
    undone = [line.rest for line in game.record.lines if line.word == "undo"]
    assert undone == ["to 0", "to 5"]
    assert answers(game)[-2:] == ["red hold", "blue hold"]


def test_people_at_one_keyboard_may_agree_on_an_undo(capsys: Out) -> None:
    game = toy_game()
    enter = ""
    table(
        game,
        "plan left",
        enter,
        "plan left",
        enter,
        "hold",
        enter,
        "undo",
        "undo agreed",
        hotseat=True,
    ).run()
    assert [line.rest for line in game.record.lines if line.word == "undo"] == ["to 2 by consent"]
    assert "if both sides agree: undo agreed" in capsys.readouterr().out


def test_a_curtain_falls_between_people_with_secrets(capsys: Out) -> None:
    terminal = table(toy_game(), "plan right", "", "plan left", hotseat=True)
    terminal.run()
    assert isinstance(terminal.keyboard, Script)
    assert "Blue (blue) to the keyboard, then Enter" in terminal.keyboard.asked
    after = capsys.readouterr().out.partition("\n" * 50)[2]
    assert "Red plans" not in after and "Blue: Which wing?" in after


def test_behind_the_curtain_the_news_since_are_told(capsys: Out) -> None:
    fire = ["order ney fire > wellington", "y"]
    table(
        toy_game(), "plan right", "", "plan left", "", *fire, "", "hold", "", "hold", hotseat=True
    ).run()
    parts = capsys.readouterr().out.split("\n" * 50)
    red, blue = parts[::2], parts[1::2]
    volley = "Volley: 5 or more\n  +1 steady aim\n"
    assert [part.count(volley) for part in red] == [0, 1, 0]  # as it fell, and not again
    assert [part.count(volley) for part in blue] == [0, 1, 0]  # to blue when he comes after it
    # What one side alone hears waits until it is at the keyboard.
    assert "Blue plans" in blue[1] and not any("Blue plans" in part for part in red)
    assert "Red plans" in red[1] and not any("Red plans" in part for part in blue)


def test_a_side_reads_nothing_it_may_not_know(capsys: Out) -> None:
    game = toy_game()
    table(game, "plan right", "log").run()
    out = capsys.readouterr().out
    assert "Red plans" in out and "Blue plans" not in out


def test_news_of_a_roll_tell_target_modifiers_dice_and_outcome(capsys: Out) -> None:
    game = toy_game()
    table(game, "1", "order ney fire > wellington", "y").run()
    (faces,) = [line.rest for line in game.record.lines if line.word == "dice"]
    face = faces.split()[1]
    out = capsys.readouterr().out
    assert "Volley: 5 or more\n  +1 steady aim\n" in out
    outcome = "hit" if int(face) >= 4 else "miss"
    assert f"  die {face}: {outcome}" in out


def test_own_dice_are_asked_for(capsys: Out) -> None:
    game = toy_game(box=DiceBox.own())
    typed = ["1", "order ney fire > wellington", "y", "7", "x", "1 2", "", "log", "6", "quit"]
    table(game, *typed, own_dice=True).run()
    out = capsys.readouterr().out
    assert "a die of Volley shows 1 to 6, not 7" in out
    assert "is not a throw: type the face of each die, as in 4" in out
    assert "Volley takes 1 dice, not 2" in out
    assert [line.rest for line in game.record.lines if line.word == "own-dice"] == [
        "red volley 6 | hit"
    ]


def test_a_lost_secret_does_not_end_the_battle(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "toy.grog"
    table(toy_game(path, DiceBox.sealed()), "1", "confirm off").run()
    (tmp_path / "toy.grog.secret").unlink()
    game = replay.load(path, find)
    table(game, "order ney fire > wellington", "y", "6").run()
    assert "You can continue with your own dice." in capsys.readouterr().out
    assert [line.word for line in game.record.lines if "dice" in line.word] == ["own-dice"]


def test_a_copy_is_saved_and_no_file_overwritten(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "copy.grog"
    game = toy_game()
    table(game, "1", f"save {path}", f"save {path}", f"save {tmp_path}/no/copy.grog").run()
    assert len(replay.load(path, find).record.lines) == 2
    out = capsys.readouterr().out
    assert f"{path} exists already" in out and "cannot be written" in out


def test_the_game_is_gone_on_with_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "toy.grog"
    table(toy_game(path), "1", "hold", "quit", "hold").run()
    game = replay.load(path, find)
    assert answers(game) == [*PLANS, "red hold", "blue hold"]
    assert table(game, "hold", "hold", "hold").run()
    assert replay.verify(path, find).ok


def test_whoever_sees_a_roll_alone_is_called_to_throw_it(capsys: Out) -> None:
    rules = system("locales")
    game = Game.begin(rules, rules.battle("mcphersons-ridge"), DiceBox.own())
    script = Script(["", "1", "1", "", "1", "1", "1", "2", "3", "", "4", "5", "6"])
    Terminal(game, {}, script, own_dice=True).run()
    deal = [f"your dice (1-{blocks})" for blocks in (3, 2)]
    dice = [f"your dice (1-{cards})" for cards in (20, 19, 18)]
    first, second = "Confederate (confederate)", "Union (union)"
    called = " to the keyboard, then Enter"
    assert script.asked[:14] == [
        second + called, *deal, first + called, *deal, *dice, second + called, *dice, first + called
    ]  # fmt: skip
    told = capsys.readouterr().out
    assert "die 3: " in told and "only the other side sees" not in told
