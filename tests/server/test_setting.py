"""Pieces put by hand on the server: only against bots, only with own dice, refused in words."""

import pytest

from grognard.server.new_game import open_game
from grognard.server.requests import LaidPiece, LayOut
from grognard.server.room import Room
from grognard.server.seats import Refusal, Viewer
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import sqlite as sqlite
from tests.server.given import wanted

FRENCH = Viewer(("french",))
SOLO = {"french": {"kind": "human"}, "british": {"kind": "bot", "bot": "drill"}}
PEOPLE = {"french": {"kind": "human"}, "british": {"kind": "human"}}


def room(store: SqliteStore, seats: object = SOLO, dice: str = "own") -> Room:
    return Room(store, open_game(store, wanted(seats, "onepage/maida", dice=dice), Limits()).game)


def put(room: Room, id: str, place: str, key: str = "a") -> None:
    room.do(FRENCH, LayOut(key, [LaidPiece(id, place)]), lambda side: False)


def test_a_piece_put_by_hand_is_stored(sqlite: SqliteStore) -> None:
    here = room(sqlite)
    before = here.game.position.digest()
    put(here, "unit:kempt", "20.0,30.5 facing 90")
    after = here.game.position.digest()
    assert after != before
    assert Room(sqlite, here.id).game.position.digest() == after


@pytest.mark.parametrize(
    ("seats", "dice", "said"),
    [(PEOPLE, "own", "only against the computer"), (SOLO, "sealed", "own dice")],
)
def test_only_against_bots_and_with_own_dice(
    sqlite: SqliteStore, seats: object, dice: str, said: str
) -> None:
    here = room(sqlite, seats, dice)
    with pytest.raises(Refusal, match=said):
        put(here, "unit:kempt", "20.0,30.5")
    assert here.game.record.lines == []


def test_what_cannot_be_is_refused_in_words(sqlite: SqliteStore) -> None:
    here = room(sqlite)
    with pytest.raises(Refusal, match='no unit "nobody"'):
        put(here, "unit:nobody", "20.0,30.5")
    with pytest.raises(Refusal, match="off the table"):
        put(here, "unit:kempt", "990.0,1.0", "b")
    many = [LaidPiece("unit:kempt", "off")] * 201
    with pytest.raises(Refusal, match="at most 200"):
        here.do(FRENCH, LayOut("c", many), lambda side: False)
