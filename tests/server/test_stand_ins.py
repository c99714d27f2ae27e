"""A bot sits in for a person: who may seat it, who is told, and whose consent still counts."""

import pytest

from grognard.server import requests
from grognard.server.seats import Refusal
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import BLUE, RED, Doer, room, sqlite, toy
from tests.server.test_room import refusal, words

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["sqlite", "toy"]


@pytest.fixture
def table(sqlite: SqliteStore) -> Doer:
    """Two people at the toy battle."""
    return Doer(room(sqlite))


def test_while_a_bot_sits_in_its_owner_must_still_consent(table: Doer) -> None:
    table.volley()
    table.do(RED, requests.HandOver("h", "blue", "random"), absent=True)
    ruling = requests.Umpire("u", "they look like sixes", faces=[6])
    assert table.do(RED, ruling).asked
    request = table.room.details.request
    assert request is not None and request.waiting == ["blue"]
    assert words(table.room)[-1].startswith("red unit:wellington")  # nothing was rolled
    table.throw(RED)
    assert table.undo(RED).asked  # the roll stands until blue's own player agrees
    assert words(table.room)[-1].startswith("dice ")
    refused = refusal(table, RED, requests.Consent("c", table.room.details.requests, True))
    assert refused.kind == "not-yours"
    table.consent(BLUE)
    assert words(table.room)[-1].endswith("by consent")


def test_the_owner_is_told_who_gave_his_seat_away(table: Doer) -> None:
    table.do(RED, requests.HandOver("h", "blue", "random"), absent=True)
    (note,) = table.room.details.notes
    assert note.startswith("Blue: the player was away, and Red gave the seat to the computer")


def test_a_game_may_forbid_to_give_anothers_seat_away(sqlite: SqliteStore) -> None:
    table = Doer(room(sqlite, bot_after=None))
    refused = refusal(table, RED, requests.HandOver("h", "blue", "random"), absent=True)
    assert refused.kind == "not-yours" and table.room.details.seats["blue"].player == ""
    table.do(BLUE, requests.HandOver("h", "blue", "random"))  # one's own always


def test_how_long_one_must_be_away_is_the_games_setting(sqlite: SqliteStore) -> None:
    assert room(sqlite, bot_after=86400).details.bot_after == 86400
    for seconds in (0, 59, 10**9):
        with pytest.raises(Refusal, match="60 seconds to 30 days"):
            room(sqlite, bot_after=seconds)
