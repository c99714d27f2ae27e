"""Answers long ago: taken back, looked at and taken up as if every position had been kept."""

import json
import random

import pytest

from grognard.engine import checkpoint as checkpoints
from grognard.engine.checkpoint import checkpoint
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import GrognardError
from grognard.engine.game import Game
from grognard.engine.past import APART, NEAR
from grognard.engine.position import Position
from grognard.engine.record import RecordLine
from grognard.engine.resume import LastPosition, ResumableGame, header_text
from grognard.engine.step import CHANCE
from grognard.systems import system
from tests.engine.toy import HOLD, PLAN, TOY, find

ANSWERS = 2 * APART + NEAR + 5


def played(kept: list[tuple[int, object]] | None = None) -> tuple[Game, list[Position]]:
    """A game with many answers, and copies of the positions after each of its lines.

    `kept` is given a checkpoint of twenty answers before the end, with its line.
    """
    rules = system("shock")
    game = Game.begin(rules, rules.battle("gemioncourt"), DiceBox.open(5))
    luck, after = random.Random(5), [game.position.copy()]
    while game.standing < ANSWERS:
        before = len(game.record.lines)
        if game.actor == "chance":
            game.roll()
        else:
            game.play(luck.choice(game.options()))
        after += [game.position.copy()] * (len(game.record.lines) - before)
        if kept is not None and game.standing == ANSWERS - 20:
            kept.append((len(game.record.lines), checkpoint(game)))
    return game, after


def test_every_line_can_be_looked_at_however_long_ago() -> None:
    game, after = played()
    for line in range(len(game.record.lines) + 1):
        then = game.at(line)
        assert then.dump() == after[line].dump(), line
        assert then.log == [entry for entry in game.log if entry.line <= line]


@pytest.mark.parametrize("back", [1, NEAR, NEAR + 1, APART, ANSWERS])
def test_answers_long_ago_are_taken_back(back: int) -> None:
    game, after = played()
    target = game.past[ANSWERS - back].line - 1
    chosen = sum(game.past[n].side != CHANCE for n in range(ANSWERS - back, ANSWERS))
    game.undo(consent=True, to=target)
    assert game.dump() == after[target].dump() and game.standing == ANSWERS - back
    told = [entry for entry in game.log if entry.line <= target]
    many = f"last {chosen} answers are" if chosen > 1 else "last answer is"
    assert game.log[:-1] == told and game.log[-1].text == f"The {many} taken back."
    game.undo(consent=True) if game.standing else None  # and one more, from there
    if back < ANSWERS:
        assert game.dump() == after[game.past[-1].line if game.standing else 0].dump()


def stored(game: Game, line: int, kept: object) -> ResumableGame:
    """The game as it is read from a store, with what was kept after a line."""
    lines = [RecordLine.parse(str(each), each.audience) for each in game.record.lines]
    last = LastPosition.of(line, json.loads(json.dumps(kept)))
    return ResumableGame("g", header_text(game.record.header), lines, game.box.secret, last)


def test_a_game_is_taken_up_at_its_checkpoint_without_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[tuple[int, object]] = []
    game, after = played(kept)
    monkeypatch.setattr(ResumableGame, "replay", None)  # nobody replays
    twin = stored(game, *kept[0]).take_up(lambda name: game.system)
    assert twin.dump() == game.dump() and twin.log == game.log
    assert twin.record.lines == game.record.lines and twin.counts()[0] == game.counts()[0]
    assert twin.throws(None) == game.throws(None)
    assert list(twin.past) == list(game.past)
    for each in (twin, game):
        each.undo(consent=True, to=40)  # long before the checkpoint
    assert twin.dump() == game.dump() == after[40].dump() and twin.log == game.log
    for each in (twin, game):
        if each.actor == "chance":
            each.roll()
        else:
            each.play(each.options()[0])
    assert twin.dump() == game.dump()


def test_a_battle_given_up_is_taken_up_so() -> None:
    game = Game.begin(TOY, TOY.battle("field"), DiceBox.open(3))
    for answer in (PLAN, PLAN, HOLD):
        game.play(answer)
    game.resign("blue")
    twin = stored(game, len(game.record.lines), checkpoint(game)).take_up(find)
    assert twin.over and twin.result == game.result and twin.resigned == "blue"


def test_a_checkpoint_of_other_rules_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.begin(TOY, TOY.battle("field"), DiceBox.open(3))
    for answer in (PLAN, PLAN, HOLD):
        game.play(answer)
    kept = checkpoint(game)
    kept["log"] = []
    fresh = Game.begin(TOY, TOY.battle("field"), DiceBox.open(3))
    monkeypatch.setattr(checkpoints, "rules_mark", lambda system: "others")
    with pytest.raises(GrognardError, match="made by other rules"):
        checkpoints.take_up(fresh, game.record.lines, kept)
    twin = stored(game, 3, kept).take_up(find)
    assert twin.log == game.log and twin.dump() == game.dump()


@pytest.mark.parametrize("part", ["log", "past", "counts"])
@pytest.mark.parametrize("damage", [None, [1], [[1]], [[1, 2, 3, 4, 5, 6, 7]], {}])
def test_a_damaged_checkpoint_is_replayed(part: str, damage: object) -> None:
    game = Game.begin(TOY, TOY.battle("field"), DiceBox.open(3))
    for answer in (PLAN, PLAN, HOLD):
        game.play(answer)
    kept = {**checkpoint(game), part: damage}
    twin = stored(game, 3, kept).take_up(find)
    assert twin.log == game.log and twin.dump()["stack"] == game.dump()["stack"]
