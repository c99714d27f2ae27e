"""What a player may look at before a roll, take back against a bot, and read at the end."""

import random
import re

import pytest

import grognard
from grognard.bots import bot
from grognard.cli import looking_back
from grognard.cli.screen import TerminalScreen
from grognard.cli.terminal import Terminal
from grognard.engine.game import CHANCE, Game
from grognard.engine.log import LogEntry
from grognard.engine.step import EVERYBODY
from tests.cli.toy_table import Script

Out = pytest.CaptureFixture[str]
# By these orders Foy's division acts first, on the dice of `sitting`.
DRAWN = ("done", "command foy command bachelu done", "y", "command foy")


def sitting(battle: str, side: str, *lines: str) -> Game:
    """A person of one side against a bot, on open dice."""
    game = grognard.new(battle, seed=4)
    others = {each: bot("random", 1) for each in game.battle.sides if each != side}
    Terminal(game, others, Script(lines)).run()
    return game


def test_the_board_may_be_looked_at_before_a_roll_is_confirmed(capsys: Out) -> None:
    charge = "move 1st light charge corsican rangers"
    game = grognard.new("onepage/maida", seed=3)
    looks = ("card kempt", "map", "odds move peyri ahead half", "undo", "n")
    Terminal(game, {}, Script((charge, *looks))).run()
    out = capsys.readouterr().out
    assert "Unit     Kempt" in out and "6 of 12 in" in out
    assert "Please answer y or n; or look first: map, card, odds" in out  # undo is no look
    assert "Not done. Choose again." in out
    assert not game.record.next_number > 1 or "Taken back" not in out


def test_an_order_is_taken_back_over_the_answers_of_a_bot(capsys: Out) -> None:
    # The French ride first, then the bot; no die falls before the commands are chosen.
    game = sitting("shock/gemioncourt", "french", "move ney 0712", "done", "undo", "undo")
    out = capsys.readouterr().out
    assert out.count("Taken back.") == 2 and "Not taken back" not in out
    tail = out.rpartition("Taken back.")[2]
    assert "move Ney   NE at 0714" in tail and "leader movement" in tail
    assert game.actor == "french"


def test_dice_are_not_taken_back_from_a_bot_either(capsys: Out) -> None:
    draw = ("done", "command foy command pire done", "y", "undo")
    sitting("shock/gemioncourt", "french", *draw)
    assert "Not taken back: dice have been thrown since" in capsys.readouterr().out


def test_tools_are_asked_in_plain_words_and_marks_are_not_broken(capsys: Out) -> None:
    asked = ("who can reach 0709?", "what threatens jamin", "tool zones")
    sitting("shock/gemioncourt", "french", *asked)
    out = capsys.readouterr().out
    assert "To 0709 could move:" in out and "Jamin could meet:" in out
    assert "\n0504 A" in out and all(
        len(line) <= 80 for line in out.split("Allied: 29")[1].split("\n")
    )


def test_locales_and_tables_say_who_can_reach_and_what_threatens(capsys: Out) -> None:
    asked = ("who can reach McPherson's Farm?", "what threatens mcphersons farm")
    sitting("locales/mcphersons-ridge", "union", *asked)
    out = capsys.readouterr().out
    assert "Into McPherson's Farm could come:" in out and "McPherson's Farm could meet:" in out
    sitting("onepage/maida", "french", "who can reach 42nd line", "what threatens 1st light?")
    out = capsys.readouterr().out
    assert "To 42nd Line could come:" in out and "1st Light could meet:" in out


def test_the_end_tells_what_the_points_come_from(capsys: Out) -> None:
    game = grognard.new("onepage/maida", seed=5)
    Terminal(game, {side: bot("random", 1) for side in game.battle.sides}, Script(())).run()
    end = capsys.readouterr().out.partition("The battle is over.")[2]
    assert "has lost" in end and "Track to the landing place" in end
    # The British end at the ford; nobody holds the track.
    told = end.partition("points by")[2].partition("strength after turn")[0]
    assert re.search(r"^Ford of the San Pietro track +1 +– *$", told, re.MULTILINE)
    assert re.search(r"^in all +1 +– *$", told, re.MULTILINE)


def test_the_end_tells_losses_by_unit_and_cause_strength_by_turn_and_the_rolls_that_decided(
    capsys: Out,
) -> None:
    game = grognard.new("onepage/maida", seed=4)
    Terminal(game, {side: bot("random", 1) for side in game.battle.sides}, Script(())).run()
    end = capsys.readouterr().out.partition("The battle is over.")[2]
    view = game.view(None)
    # 24 strength points of the French less what the tool says they have lost, unit by unit.
    (lost,) = re.findall(r"The French side has lost (\d+) of 24", end)
    assert re.search(rf"^French +{lost} +\S", end, re.MULTILINE)
    causes = end.partition("lost by")[2].partition("strength after turn")[0]
    shares = re.findall(r"^(?:fire|melee|rout) +(\d+) +(\d+) *$", causes, re.MULTILINE)
    assert sum(int(french) for _, french in shares) == int(lost)
    gone = re.findall(r"([\w' ]+) all (\d+)", end)
    named = {piece.label for piece in game.system.placements(view)}
    assert gone and not named & {name.strip() for name, _ in gone}
    (last,) = re.findall(r"^6 +(\d+) +(\d+) *$", end, re.MULTILINE)
    assert int(last[1]) == 24 - int(lost)
    decided = end.partition("The rolls that decided it:")[2].strip().split("\n")
    assert re.match(r"Turn \d\. [\w ]+ \(.+\): .+ \(\d+\.\d% likely, to the good of", decided[0])
    assert decided[-1].startswith("The dice ")


def test_a_roll_that_ends_a_turn_fell_in_that_turn() -> None:
    turn, fight, end = (
        LogEntry(line, text, EVERYBODY, heading=text.startswith("Turn"))
        for line, text in ((3, "Turn 1 of 6, 09:00."), (9, "Melee"), (9, "Turn 2 of 6, 10:00."))
    )
    assert looking_back._when([turn, fight, end], fight) == "Turn 1. "


def test_victory_of_areas_says_what_each_objective_is_worth(capsys: Out) -> None:
    sitting("locales/mcphersons-ridge", "union", "tool victory")
    # Sheet: 5 morale every turn, claimed by infantry of 2 or 3 only.
    price = "enemy infantry of 2 or more there costs it 5 morale a turn."
    told = f"McPherson's Farm: objective of Union, held by Union; {price}"
    assert told in capsys.readouterr().out


def test_a_named_way_keeps_its_number_while_a_unit_moves(capsys: Out) -> None:
    game = grognard.new("onepage/maida", seed=3)
    Terminal(game, {}, Script(("move 42nd line", "ahead half"))).run()
    before, after = capsys.readouterr().out.split("42nd Line moves 6.0 in.")
    (number,) = re.findall(r"(\d+) turn to Kempt: ", before)
    assert f"{number} turn to Kempt: " in after
    # No two options have one number.
    numbers = re.findall(r"^ +(\d+) ", after, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) > 3


def test_orders_of_a_command_keep_their_numbers_when_another_question_came_between(
    capsys: Out,
) -> None:
    game = sitting("shock/gemioncourt", "french", *DRAWN, "fire foy's battery", "27th", "y")
    assert game.actor == "french"
    out = capsys.readouterr().out
    before, _, after = out.rpartition("Foy's division: orders?")
    before = before.rpartition("Foy's division: orders?")[2]
    for words in ("move Gauthier", "move Jamin", "move Foy's battery", "done"):
        (number,) = re.findall(rf"(\d+) {words}", before)
        assert f"{number} {words}" in after
    assert "fire Foy's battery" in before and "fire Foy's battery" not in after


def test_what_is_picked_is_put_back_by_its_own_number(capsys: Out) -> None:
    sitting("shock/gemioncourt", "french", "done", "command foy", "command bachelu")
    asked = capsys.readouterr().out.split("into the draw.")
    assert "2 command Foy" in asked[1] and "3 command Piré" in asked[1]
    assert "2 put back command Foy" in asked[2] and "3 command Piré" in asked[2]
    assert "1 put back command Bachelu" in asked[3] and "2 put back command Foy" in asked[3]
    assert "4 done" in asked[3]


def test_codes_are_explained_as_they_are_written(capsys: Out) -> None:
    sitting("shock/gemioncourt", "french", *DRAWN, "fire foy's battery", "odds 27th")
    out = capsys.readouterr().out
    assert "D-1: disordered: fires and fights worse" in out and "D 1:" not in out


def test_what_an_order_ends_is_said_before_it_is_whole(capsys: Out) -> None:
    """Who moves ends the fire of his command; a hex of clear ground takes a point."""
    sitting("shock/gemioncourt", "french", *DRAWN, "move jamin", "odds 0512")
    before, _, after = capsys.readouterr().out.partition("Jamin: where to?")
    assert "\n  ends all fire: Foy's battery\n" in before
    assert "\n  1 of 5 movement points\n" in after and "No roll follows" not in after


def test_spiking_guns_says_its_price_and_nothing_of_the_card_drawn_after_it(capsys: Out) -> None:
    lines = ("1", "done", "spike block 20", "n")
    sitting("locales/mcphersons-ridge", "confederate", *lines)
    end = capsys.readouterr().out.partition("Spike a gun?")[2]
    assert "Its price: the guns are lost, and it costs 1 morale." in end
    assert "Draw of a command card" not in end and "Not done. Choose again." in end


def test_a_roll_is_of_some_against_others() -> None:
    game = grognard.new("onepage/maida", seed=3)
    screen = TerminalScreen(game.system)
    screen.look(game.view("french"))
    met = ["unit:first-light", "unit:corsicans", "unit:kempt"]
    assert screen.whose(met) == "1st Light against Corsican Rangers, Kempt"
    assert screen.whose(met[1:]) == "Corsican Rangers, Kempt"


def test_what_a_side_can_spend_stands_beside_its_points(capsys: Out) -> None:
    sitting("locales/mcphersons-ridge", "confederate", "card 4 field, 0 staff")
    assert "Union 26   Confederate 8 (4 field, 0 staff)" in capsys.readouterr().out
    sitting("pulses/teugen-hausen", "french")
    # They have thrown 6, 5, 3, 1 and 1, 1 for command dice.
    assert "French 3 (15 dice)   Austrian 3 (2 dice)" in capsys.readouterr().out


def test_the_card_of_a_hex_says_where_its_road_leads(capsys: Out) -> None:
    sitting("shock/gemioncourt", "french", "card 0605")
    out = " ".join(capsys.readouterr().out.split())
    road = "Brussels to Charleroi road: north-east to La Bergerie, south-east to French height"
    assert f"Road {road}" in out


def test_choices_on_the_way_of_an_attack_are_told_as_the_options_are(capsys: Out) -> None:
    orders = ("move jamin 0611 facing north", "odds shock jamin")
    sitting("shock/gemioncourt", "french", *DRAWN, *orders)
    out = " ".join(capsys.readouterr().out.split())
    # There is one answer he is taken to give: no chance of it is told.
    asked = "The Allied side chooses: Stevenart: fire at the attackers, or hold?"
    assert f"{asked} fire > Jamin, 80 % in all" in out


def test_a_fight_to_which_dice_may_be_added_shows_its_odds(capsys: Out) -> None:
    game, rng = grognard.new("pulses/teugen-hausen", seed=0), random.Random(0)
    while game.actor == CHANCE or "who adds dice?" not in game.view(game.actor).question.prompt:
        game.roll() if game.actor == CHANCE else game.play(rng.choice(game.options()))
    Terminal(game, {}, Script(("odds alone",))).run()
    out = capsys.readouterr().out
    assert "The whole attack\n  Peterwardein Grenzer: " in out and "No roll follows" not in out
