"""Games kept by a keeper: lines count when they are kept; positions in a record; resigning."""

from collections.abc import Sequence

import pytest

from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import GrognardError, NotAllowed, UndoRefused
from grognard.engine.game import Game
from grognard.engine.record import RecordLine
from grognard.engine.recorded_game import read_position, resumed_at, write_position
from grognard.engine.replay import from_text
from grognard.engine.resume import Differs, LastPosition, ResumableGame, header_text
from tests.engine.toy import HOLD, PLAN, SCOUT, TOY, find


def toy_game(box: DiceBox | None = None) -> Game:
    return Game.begin(TOY, TOY.battle("field"), box or DiceBox.open(3))


def test_a_line_counts_only_when_its_keeper_has_it() -> None:
    game = toy_game()
    kept: list[str] = []

    def keep(lines: Sequence[RecordLine]) -> None:
        if len(kept) == 1:
            raise OSError("full")
        kept.extend(str(line) for line in lines)

    game.record.keeper = keep
    game.play(PLAN)
    before = game.dump()
    with pytest.raises(OSError, match="full"):
        game.play(PLAN)
    assert kept == ["1 red plan:left | plan left"]
    assert game.dump() == before and len(game.record.lines) == 1 and game.actor == "blue"


def kept_game(game: Game, last: LastPosition | None = None) -> ResumableGame:
    lines = [RecordLine.parse(str(line), line.audience) for line in game.record.lines]
    return ResumableGame("g", header_text(game.record.header), lines, game.box.secret, last)


def test_a_kept_game_is_taken_up_with_its_dice() -> None:
    game = toy_game(DiceBox.sealed())
    for order in ("plan left", "plan right", "order ney fire > wellington"):
        game.play(order)
    twin = kept_game(game, LastPosition(2, game.at(2).dump())).take_up(find)
    assert twin.dump() == game.dump() and twin.log == game.log
    twin.roll()
    game.roll()
    assert str(twin.record.lines[-1]) == str(game.record.lines[-1])


def test_a_kept_position_that_differs_is_found() -> None:
    game = toy_game()
    game.play(PLAN)
    other = game.at(0).dump()
    with pytest.raises(Differs, match="line 1: it leads to another position"):
        kept_game(game, LastPosition(1, other)).replay(find)


def test_a_game_kept_by_an_earlier_version_goes_on_from_its_last_line() -> None:
    game = toy_game()
    for answer in (PLAN, PLAN, HOLD):
        game.play(answer)
    first, second, third = (str(line).partition(" ")[2] for line in game.record.lines)
    # An earlier version took other hashes, and saved steps without the names of their fields.
    texts = [f"1 {first}", f"2 {second}", f"3 hash {'0' * 16}", f"4 {third}"]
    old = {"fields": game.dump()["fields"], "stack": [["Order", 1]]}
    header = header_text(game.record.header)
    lines = [RecordLine.parse(text) for text in texts]
    twin = ResumableGame("g", header, lines, None, LastPosition(4, old)).take_up(find)
    assert twin.dump() == game.dump()
    assert [str(line) for line in twin.record.lines[:4]] == texts
    assert str(twin.record.lines[-1]).startswith("6 resume from 4 | the rules have changed since")


@pytest.mark.parametrize("parts", [["!"], ["AAAA"], [""], write_position("x" * 10)[:0]])
def test_what_holds_no_position_is_refused(parts: list[str]) -> None:
    with pytest.raises(GrognardError, match="cannot be read"):
        read_position(parts)


def test_a_large_position_takes_several_lines() -> None:
    data = {"fields": {"x": [hash((i, "x")) for i in range(3000)]}, "stack": []}
    parts = write_position(data)
    assert len(parts) > 1 and max(map(len, parts)) == 3000
    assert read_position(parts) == data


def test_the_last_resume_counts() -> None:
    lines = [
        RecordLine(1, "red", "x"),
        RecordLine(2, "resume", "from 1"),
        RecordLine(3, "blue", "x"),
    ]
    assert resumed_at(lines) == 1
    more = [
        *lines,
        RecordLine(4, "position", "a"),
        RecordLine(5, "position", "b"),
        RecordLine(6, "resume", "from 3"),
    ]
    assert resumed_at(more) == 3
    assert resumed_at(lines[:1]) == 0


@pytest.mark.parametrize("rest", ["from x | y", "to 3 | y", "from", "from 1 2"])
def test_a_resume_that_says_nothing_is_refused(rest: str) -> None:
    game = toy_game()
    part = write_position(game.dump())[0]
    game.follow(RecordLine(1, "position", part))
    with pytest.raises(GrognardError, match="expected"):
        game.follow(RecordLine(2, "resume", rest))


def test_who_resigns_ends_the_battle_and_is_replayed_so() -> None:
    game = toy_game()
    game.play(PLAN)
    game.resign("blue")
    assert (game.over, game.actor, game.options()) == (True, None, [])
    result = game.result
    assert result is not None and (result.winner, result.points) == (0, (4, 4))
    assert str(game.record.lines[1]) == "2 resign blue"
    twin = from_text(game.record.text(), find)
    assert twin.result == result
    with pytest.raises(NotAllowed, match="the battle is over"):
        game.resign("red")
    game.undo(consent=True)  # open dice: nothing was revealed
    assert (game.over, game.result, game.actor) == (False, None, "blue")


def test_undo_may_go_back_to_a_line() -> None:
    game = toy_game()
    for answer in (PLAN, PLAN, HOLD, HOLD, HOLD):
        game.play(answer)
    assert game.undo_needs("red", 4) == ""
    assert game.undo_needs("red", 2) == "The Blue side has answered since"
    with pytest.raises(UndoRefused):
        game.undo(side="red", to=2)
    game.undo(consent=True, side="red", to=2)
    assert str(game.record.lines[-1]) == "6 undo to 2 by consent"
    assert game.dump() == game.at(2).dump()
    with pytest.raises(UndoRefused):
        game.undo_needs("red", 9)


def test_a_moment_is_the_same_remembered_or_replayed() -> None:
    game = toy_game()
    for order in ("plan left", "plan right", "order ney fire > wellington"):
        game.play(order)
    game.roll()
    game.play(HOLD)
    game.undo()
    game.play(SCOUT)
    whole = from_text(game.record.text(), find)
    for line in range(len(game.record.lines) + 1):
        then = game.at(line)
        lines = game.record.lines[:line]
        fresh = toy_game()
        for each in lines:
            fresh.follow(each)
        assert then.dump() == fresh.dump() == whole.at(line).dump()
        assert then.log == fresh.log
        assert [str(each) for each in then.record.lines] == [str(each) for each in lines]


def test_an_umpire_gives_a_reason_and_one_thing() -> None:
    game = toy_game()
    with pytest.raises(GrognardError, match="reason"):
        game.umpire(" ", PLAN)
    with pytest.raises(GrognardError, match="either an answer or faces"):
        game.umpire("so", PLAN, [1])
    with pytest.raises(NotAllowed):
        game.umpire("so", HOLD)
    assert game.record.lines == []
    game.umpire("so", PLAN)
    assert [line.word for line in game.record.lines] == ["umpire", "red"]
