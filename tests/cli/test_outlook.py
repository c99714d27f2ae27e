"""The terminal shows the odds of an answer that no dice but hidden pieces decide."""

import re
from pathlib import Path

import pytest

import grognard
from grognard.cli.terminal import Terminal
from grognard.engine.dicebox import DiceBox
from grognard.engine.game import Game
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.position import LocalesPosition
from tests.cli.toy_table import Script
from tests.page.found import attack, found
from tests.rules.locales.given import foot, given
from tests.systems.pulses.test_aiming import at_whom

Out = pytest.CaptureFixture[str]


def at_the_assault(*lines: str) -> Terminal:
    """Blue (2) before an approach held by one of red's two blocks, a 1 and a 3."""
    scene = given(
        foot("a", "b2/b3", 2), foot("x", "b3", 1, side="red"), foot("y", "b3", 3, side="red")
    )
    battle = SYSTEM.battle_from(scene.battle.source, "fixed-command")
    game = Game.begin(SYSTEM, battle, DiceBox.open(1))
    while game.actor is grognard.CHANCE:
        game.roll()
    p = game.position
    assert isinstance(p, LocalesPosition)
    p.put(2, p.battle.locales + p.battle.areas.parse_approach("b3/b2"))
    while "assault b2/b3" not in game.texts():
        game.play(game.options()[0])
    return Terminal(game, {}, Script(lines))


def test_the_odds_of_an_assault_are_shown_before_it_is_committed(capsys: Out) -> None:
    terminal = at_the_assault("assault b2/b3 block 1 go", "n")
    before = terminal.game.record.next_number
    terminal.run()
    out = capsys.readouterr().out
    assert "Assault from B2 towards B3" in out
    # 2 - 1 = 1 or 2 - 3 = -1, one as likely as the other.
    assert "attacker wins: attacker loses 1, defender 1  1/2" in out
    assert "defender wins: attacker loses 2, defender 1  1/2" in out
    assert "Not done. Choose again." in out and terminal.game.record.next_number == before


def test_before_it_is_committed_the_odds_are_told_again_and_roll_is_a_yes(capsys: Out) -> None:
    terminal = at_the_assault("assault b2/b3 block 1 go", "odds", "roll")
    before = terminal.game.record.next_number
    terminal.run()
    out = capsys.readouterr().out
    assert out.count("attacker wins: attacker loses 1, defender 1  1/2") == 2
    assert "odds of what?" not in out and terminal.game.record.next_number > before


def test_the_question_says_how_the_attack_ends(tmp_path: Path) -> None:
    """The tree of a charge may be longer than the screen: its end stands beside the question."""
    situation = found("onepage/maida", attack)
    path = tmp_path / "charge.game"
    path.write_text(situation.record, encoding="utf-8")
    who, whom = (each.partition(":")[2] for each in (situation.doer, situation.goal))
    keyboard = Script([f"move {who} charge {whom}", "n"])
    Terminal(grognard.load(path, attach=False), {}, keyboard).run()
    ends = r"^1st Light: (stands|gives way) \d+ %, .*\. Commit to this\? \(y/n\)$"
    assert any(re.search(ends, prompt) for prompt in keyboard.asked)


def test_it_is_asked_once_as_long_as_the_odds_stay_the_same(capsys: Out) -> None:
    terminal = at_the_assault("assault b2/b3 block 1 go", "y", "block 1 go", "go")
    terminal.run()
    keyboard = terminal.keyboard
    assert isinstance(keyboard, Script)
    assert sum("Commit to this?" in prompt for prompt in keyboard.asked) == 1
    assert terminal.game.actor == "red"  # leaders and guns are named


def test_the_odds_are_looked_up_without_playing(capsys: Out) -> None:
    terminal = at_the_assault("odds assault b2/b3 block 1 go", "odds done")
    before = terminal.game.record.next_number
    terminal.run()
    out = capsys.readouterr().out
    assert "attacker wins: attacker loses 1, defender 1  1/2" in out
    assert "No roll follows at once." in out
    assert terminal.game.record.next_number == before


def test_a_shuffle_and_a_draw_are_not_asked_about_twice(capsys: Out) -> None:
    scene = given(foot("a", "b2", 2), foot("b", "b2", 3), foot("foe", "d4", side="red"))
    battle = SYSTEM.battle_from(scene.battle.source, "sheet")
    game = Game.begin(SYSTEM, battle, DiceBox.open(1))
    lines = ("shuffle b2", "card 4 field, 0 staff", "done")
    terminal = Terminal(game, {}, Script(lines))
    terminal.run()
    keyboard = terminal.keyboard
    assert isinstance(keyboard, Script)
    out = capsys.readouterr().out
    assert "shuffles B2" in out and "Turn 1 of 4, 08:00: Red." in out  # blue drew its card
    assert not any("Commit" in prompt for prompt in keyboard.asked)


def test_what_an_answer_gives_up_is_said_and_confirmed(capsys: Out) -> None:
    game = grognard.new("brigades/casteggio", seed=1)
    game.play("move fortieth")
    before = game.record.next_number
    Terminal(game, {}, Script(("hurry", "n", "odds hurry"))).run()
    price = "Its price: it is disordered, for one more facing change"
    out = capsys.readouterr().out
    assert out.count(price) == 2 and "Not done. Choose again." in out
    assert game.record.next_number == before


def test_a_battery_that_declares_sees_the_odds_of_its_shot(capsys: Out) -> None:
    game, _ = at_whom()
    _, first, *_ = game.texts()
    Terminal(game, {}, Script((f"odds {first}", first, "n"))).run()
    out = capsys.readouterr().out
    assert out.count("Artillery fire: ") == 2 and "Not done. Choose again." in out
