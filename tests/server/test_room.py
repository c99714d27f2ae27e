"""Deeds of players: who may, when, once; undo and consent; the umpire; seats and words."""

from typing import Any

import pytest

from grognard.engine.order import read_order
from grognard.server import requests
from grognard.server.room import Room
from grognard.server.seats import SPECTATOR, Refusal, Viewer
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Change, StaleRevision, StoreError
from tests.engine.toy import HOLD, PLAN, SCOUT
from tests.server.given import BLUE, RED, Doer, room, sqlite, toy

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["sqlite", "toy"]


def words(room: Room) -> list[str]:
    """The words of the record's lines."""
    return [f"{line.word} {line.rest.partition(' | ')[0]}" for line in room.game.record.lines]


@pytest.fixture
def table(sqlite: SqliteStore) -> Doer:
    """Two people at the toy battle."""
    return Doer(room(sqlite))


def test_an_answer_counts_and_is_kept(table: Doer, sqlite: SqliteStore) -> None:
    done = table.give(RED, PLAN)
    assert (done.revision, done.asked) == (1, False)
    assert words(table.room) == ["red plan:left"]
    again = Room(sqlite, table.room.id)
    assert words(again) == ["red plan:left"]
    assert again.revision == 1 and again.due == "blue"


def test_words_may_answer_several_questions_at_once(table: Doer) -> None:
    table.plans()
    done = table.give(RED, "order ney fire > wellington")
    assert done.revision == 3
    assert words(table.room)[2:] == ["red unit:ney", "red verb:fire", "red unit:wellington"]
    assert table.room.rolling and table.room.due == "red"


def refusal(
    table: Doer, viewer: Viewer, command: requests.Command, absent: bool = False
) -> Refusal:
    """How a command is refused; it must have left everything as it was."""
    room = table.room
    before = (room.revision, words(room), room.details.json(), room.game.dump())
    with pytest.raises(Refusal) as refused:
        table.do(viewer, command, absent)
    assert (room.revision, words(room), room.details.json(), room.game.dump()) == before
    assert room.store.revision(room.id) == room.revision
    return refused.value


@pytest.mark.parametrize(
    ("viewer", "command", "kind", "told"),
    [
        (
            BLUE,
            requests.GiveAnswer("k", 0, PLAN),
            "not-yours",
            "it is the turn of Red",
        ),
        (SPECTATOR, requests.GiveAnswer("k", 0, PLAN), "not-yours", "spectators cannot play"),
        (RED, requests.GiveAnswer("k", 1, PLAN), "stale", "moved on"),
        (RED, requests.GiveAnswer("k", -1, PLAN), "stale", "moved on"),
        (RED, requests.GiveAnswer("k", 0, HOLD), "not-allowed", "verb:hold does not answer"),
        (RED, requests.GiveAnswer("k", 0, 10**15), "not-allowed", "does not answer"),
        (RED, requests.GiveAnswer("k", 0, -1), "not-allowed", "does not answer"),
        (RED, requests.GiveAnswer("k", 0, "charge"), "not-allowed", "charge"),
        (RED, requests.GiveAnswer("k", 0, "x" * 401), "malformed", "at most 400"),
        (RED, requests.GiveAnswer("", 0, PLAN), "malformed", "a key has"),
        (RED, requests.GiveAnswer("k" * 81, 0, PLAN), "malformed", "a key has"),
        (RED, requests.GiveAnswer("a\nb", 0, PLAN), "malformed", "a key has"),
        (RED, requests.RollDice("k", 0), "not-allowed", "no roll is due"),
        (RED, requests.Undo("k", 0), "not-allowed", "no answer to take back"),
        (RED, requests.Consent("k", 1, True), "stale", "has lapsed"),
        (RED, requests.Resign("k", "blue"), "not-yours", "not yours"),
        (RED, requests.HandOver("k", "blue", "drill"), "not-yours", "is present"),
        (RED, requests.HandOver("k", "blue", ""), "not-yours", "not yours"),
        (RED, requests.HandOver("k", "green", "drill"), "malformed", "no side"),
        (RED, requests.HandOver("k", "red", "dril"), "malformed", 'did you mean "drill"?'),
        (RED, requests.Umpire("k", " ", PLAN), "malformed", "say why"),
        (RED, requests.Umpire("k", "so"), "malformed", "either an answer or faces"),
        (RED, requests.Umpire("k", "so", PLAN, [1]), "malformed", "either an answer or faces"),
        (RED, requests.Say("k", " \n "), "malformed", "needs text"),
    ],
)
def test_what_is_refused_changes_nothing(
    table: Doer, viewer: Viewer, command: requests.Command, kind: str, told: str
) -> None:
    refused = refusal(table, viewer, command)
    assert refused.kind == kind and told in str(refused)


def test_a_repeated_deed_is_answered_once(table: Doer) -> None:
    command = requests.GiveAnswer("once", 0, PLAN)
    first = table.do(RED, command)
    table.give(BLUE, PLAN)
    assert table.do(RED, command) == first  # though it is stale by now
    assert words(table.room) == ["red plan:left", "blue plan:left"]


def test_a_key_of_one_seat_says_nothing_to_another(table: Doer) -> None:
    table.do(RED, requests.GiveAnswer("once", 0, PLAN))
    done = table.do(BLUE, requests.GiveAnswer("once", 1, PLAN + 1))
    assert done.revision == 2 and words(table.room)[1] == "blue plan:right"


def test_a_message_does_not_make_an_answer_stale(table: Doer) -> None:
    table.do(BLUE, requests.Say("hello", "Good day"))
    assert table.room.revision == 1
    table.do(RED, requests.GiveAnswer("k", 0, PLAN))
    assert table.room.revision == 2


def test_an_answer_somebody_else_was_quicker_with_is_stale(
    table: Doer, sqlite: SqliteStore
) -> None:
    other = Doer(Room(sqlite, table.room.id))
    other.do(RED, requests.GiveAnswer("other", 0, PLAN))
    with pytest.raises(Refusal) as refused:
        table.give(RED, PLAN + 1)
    assert refused.value.kind == "stale"
    assert words(table.room) == ["red plan:left"]  # taken up as the other left it
    table.give(BLUE, PLAN)
    assert other.room.refresh() and other.room.revision == 2


def test_a_store_that_fails_leaves_the_game_as_it_was(
    table: Doer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(id: str, change: Change) -> int:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(table.room.store, "commit", full)
        with pytest.raises(StoreError):
            table.do(RED, requests.Say("a", "hello"))
        with pytest.raises(StoreError, match="disk is full"):
            table.give(RED, PLAN)
    assert table.room.details.messages == [] and words(table.room) == []
    assert table.give(RED, PLAN).revision == 1


# -- dice ---------------------------------------------------------------------------------------


def test_dice_are_thrown_by_the_roller_alone(table: Doer) -> None:
    table.volley()
    assert refusal(table, BLUE, requests.RollDice("k", 3)).kind == "not-yours"
    assert refusal(table, RED, requests.RollDice("k", 3, [6])).kind == "not-allowed"
    assert "a roll is due" in str(refusal(table, RED, requests.GiveAnswer("k", 3, HOLD)))
    table.throw(RED)
    line = table.room.game.record.lines[-1]
    assert line.word == "dice" and table.room.due == "blue"
    assert table.room.game.box.secret is not None


def test_own_dice_are_typed(sqlite: SqliteStore) -> None:
    table = Doer(room(sqlite, dice="own"))
    table.volley()
    assert "enter the faces" in str(refusal(table, RED, requests.RollDice("k", 3)))
    assert refusal(table, RED, requests.RollDice("k", 3, [7])).kind == "not-allowed"
    assert refusal(table, RED, requests.RollDice("k", 3, [1] * 41)).kind == "malformed"
    table.throw(RED, [5])
    assert words(table.room)[-1] == "own-dice red volley 5"


def test_a_person_throws_own_dice_for_a_bot(sqlite: SqliteStore) -> None:
    seats = {"red": {"kind": "bot", "bot": "random"}, "blue": {"kind": "human"}}
    table = Doer(room(sqlite, seats, dice="own"))
    table.room.act_for("red", PLAN)
    table.give(BLUE, PLAN)
    for action in read_order(table.room.game.position, "order ney fire > wellington"):
        table.room.act_for("red", action)
    assert table.room.due == "blue" and not table.room.bot_due
    table.throw(BLUE, [1])
    assert words(table.room)[-1] == "own-dice red volley 1"


# -- going back ---------------------------------------------------------------------------------


def test_an_answer_of_ones_own_is_taken_back_freely(table: Doer) -> None:
    table.plans()
    table.give(RED, "order ney")
    assert table.undo(RED).asked is False
    assert words(table.room)[-1] == "undo to 2" and table.room.due == "red"


def test_before_the_roll_going_back_is_free(table: Doer) -> None:
    table.volley()
    table.undo(RED)
    assert words(table.room)[-1] == "undo to 4"  # the aim is open again


def test_going_back_over_dice_needs_the_other_sides_yes(table: Doer) -> None:
    table.volley()
    table.throw(RED)
    lines = len(words(table.room))
    assert table.undo(RED).asked is True
    request = table.room.details.request
    assert request is not None and request.waiting == ["blue"]
    assert refusal(table, RED, requests.Consent("k", request.id, True)).kind == "not-yours"
    assert len(words(table.room)) == lines
    table.consent(BLUE)
    assert words(table.room)[-1] == "undo to 4 by consent"
    assert table.room.details.request is None


def test_a_no_ends_the_request(table: Doer) -> None:
    table.volley()
    table.throw(RED)
    table.undo(RED)
    table.consent(BLUE, yes=False)
    assert table.room.details.request is None and words(table.room)[-1].startswith("dice")


def test_a_request_lapses_when_the_game_goes_on(table: Doer) -> None:
    table.volley()
    table.throw(RED)
    table.undo(RED)
    request = table.room.details.request
    assert request is not None
    table.give(BLUE, HOLD)
    assert table.room.details.request is None
    assert refusal(table, BLUE, requests.Consent("k", request.id, True)).kind == "stale"


def test_a_bot_does_not_mind_going_back(sqlite: SqliteStore) -> None:
    seats = {"red": {"kind": "human"}, "blue": {"kind": "bot", "bot": "random"}}
    table = Doer(room(sqlite, seats))
    table.give(RED, PLAN)
    table.room.act_for("blue", PLAN)
    assert table.undo(RED).asked is False
    assert words(table.room)[-1] == "undo to 0 by consent" and table.room.due == "red"


def test_on_a_shared_screen_nobody_is_asked(sqlite: SqliteStore) -> None:
    seats = {"red": {"kind": "shared"}, "blue": {"kind": "shared"}}
    table, both = Doer(room(sqlite, seats)), Viewer(("red", "blue"))
    table.give(both, PLAN)
    table.give(both, PLAN)
    table.give(both, SCOUT)  # shows what was hidden
    assert table.undo(both).asked is False
    assert words(table.room)[-1] == "undo to 2 by consent"


# -- the umpire ---------------------------------------------------------------------------------


def test_an_umpires_answer_waits_for_the_other_side(table: Doer) -> None:
    table.plans()
    done = table.do(BLUE, requests.Umpire("u", "Anna is on the train", HOLD))
    request = table.room.details.request
    assert done.asked and request is not None
    assert (request.waiting, request.text) == (["red"], "the answer is verb hold")
    table.consent(RED)
    assert words(table.room)[-2:] == ["umpire Anna is on the train", "red verb:hold"]
    assert table.room.game.log[-1].text == "The umpire, as agreed: Anna is on the train"


def test_an_umpire_turns_the_dice(table: Doer) -> None:
    table.volley()
    table.do(RED, requests.Umpire("u", "it fell off the table", faces=[6]))
    table.consent(BLUE)
    assert words(table.room)[-2:] == ["umpire it fell off the table", "own-dice red volley 6"]


def test_an_umpires_answer_must_be_allowed_and_tells_no_options(table: Doer) -> None:
    table.do(BLUE, requests.Umpire("u", "so", HOLD))  # red is asked for its plan
    request = table.room.details.request
    assert request is not None
    refused = refusal(table, RED, requests.Consent("k", request.id, True))
    assert str(refused) == "the umpire's answer is not allowed here"


# -- seats --------------------------------------------------------------------------------------


def test_who_resigns_has_lost_and_the_dice_are_told(table: Doer) -> None:
    table.plans()
    table.do(RED, requests.Resign("r", "red"))
    game = table.room.game
    assert game.over and game.result is not None
    assert (game.result.winner, game.result.why) == (1, "The Red side resigned")
    assert words(table.room)[2] == "resign red" and words(table.room)[-1].startswith("reveal ")
    stored = table.room.store.load(table.room.id)
    assert stored is not None and stored.over and stored.secret is None
    assert refusal(table, BLUE, requests.GiveAnswer("k", 3, HOLD)).kind == "over"
    again = Room(table.room.store, table.room.id)
    assert again.game.result == game.result


def test_a_seat_is_handed_to_a_bot_and_taken_back(table: Doer) -> None:
    table.do(RED, requests.HandOver("a", "red", "random"))
    assert table.room.bot_due == "random"
    assert "take your seat back" in str(refusal(table, RED, requests.GiveAnswer("k", 1, PLAN)))
    table.do(RED, requests.HandOver("b", "red", ""))
    assert table.room.bot_due == ""
    table.give(RED, PLAN)


def test_one_long_absent_may_be_replaced_by_the_other(table: Doer) -> None:
    table.do(RED, requests.HandOver("a", "blue", "random"), absent=True)
    assert table.room.details.seats["blue"].player == "random"
    table.do(BLUE, requests.HandOver("b", "blue", ""))
    assert table.room.details.seats["blue"].player == ""


def test_a_bots_seat_stays_a_bots(sqlite: SqliteStore) -> None:
    seats = {"red": {"kind": "human"}, "blue": {"kind": "bot", "bot": "random"}}
    table = Doer(room(sqlite, seats))
    command = requests.HandOver("a", "blue", "drill")
    assert refusal(table, RED, command, absent=True).kind == "not-yours"


def test_names_and_words_are_inert(table: Doer) -> None:
    table.do(RED, requests.Rename("a", " <script>\x1b[2J\n" + "x" * 100))
    table.do(RED, requests.Say("b", "hi\x00\u202e\r\nthere" + "y" * 1000))
    seat, message = table.room.details.seats["red"], table.room.details.messages[0]
    assert seat.name == ("<script> [2J " + "x" * 100)[:40]
    assert message.by == "red" and message.text.startswith("hi    there")
    assert len(message.text) <= 300 and message.text.isprintable()


def test_only_the_last_words_are_kept(sqlite: SqliteStore) -> None:
    table = Doer(room(sqlite))
    for number in range(60):
        table.do(RED, requests.Say(f"k{number}", f"word {number}"))
    texts = [message.text for message in table.room.details.messages]
    assert texts == [f"word {number}" for number in range(10, 60)]


# -- keeping ------------------------------------------------------------------------------------


def snapshot_line(table: Doer) -> int:
    """After which line the kept position was."""
    stored = table.room.store.load(table.room.id)
    assert stored is not None and stored.snapshot is not None
    return stored.snapshot.line


def test_the_position_is_kept_every_turn(table: Doer) -> None:
    assert snapshot_line(table) == 0
    table.plans()  # round 1 begins
    assert snapshot_line(table) == 2
    table.give(RED, HOLD)
    assert snapshot_line(table) == 2
    table.give(BLUE, HOLD)  # round 2
    assert snapshot_line(table) == 4


def test_a_finished_game_keeps_no_secret_and_stays(table: Doer) -> None:
    table.plans()
    for _ in range(4):
        table.give(RED, HOLD)
        table.give(BLUE, HOLD)
    stored: Any = table.room.store.load(table.room.id)
    assert stored.over and stored.secret is None
    again = Room(table.room.store, table.room.id)
    assert again.game.over and again.due is None


def test_a_change_of_another_process_is_never_overwritten(table: Doer, sqlite: SqliteStore) -> None:
    other = Doer(Room(sqlite, table.room.id))
    other.do(BLUE, requests.Say("a", "first"))
    with pytest.raises(Refusal):
        table.do(RED, requests.Say("b", "second"))
    assert [m.text for m in table.room.details.messages] == ["first"]
    table.do(RED, requests.Say("b", "second"))
    assert [m.text for m in table.room.details.messages] == ["first", "second"]
    with pytest.raises(StaleRevision):
        sqlite.commit(table.room.id, Change(0))
