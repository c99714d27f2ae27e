"""Dice that bind the host: salts of the players, and whatever cannot be proved is told."""

from typing import Any

import pytest

from grognard.engine.dice import Sealed
from grognard.engine.dicebox import DiceBox
from grognard.engine.game import Game
from grognard.server import requests
from grognard.server.new_game import OpeningPosition, open_game
from grognard.server.presenter import Presenter
from grognard.server.room import Room
from grognard.server.seats import SPECTATOR
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Change
from tests.engine.toy import PLAN, TOY
from tests.server.given import BLUE, RED, Doer, room, sqlite, toy, wanted
from tests.server.test_room import refusal

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["sqlite", "toy"]


@pytest.fixture
def table(sqlite: SqliteStore) -> Doer:
    """Two people at the toy battle."""
    return Doer(room(sqlite))


def test_salts_of_the_players_go_into_the_dice_until_the_first_roll(table: Doer) -> None:
    table.do(RED, requests.Salt("a", "red", "vive l'empereur"))
    table.do(BLUE, requests.Salt("b", "blue", "hold hard"))
    table.do(BLUE, requests.Salt("c", "blue", "up, guards"))
    info = table.room.dice.info(table.room.game)
    assert info.salts == {"red": "vive l'empereur", "blue": "up, guards"} and info.salting
    table.volley()
    table.throw(RED)
    box, line = table.room.game.box, table.room.game.record.lines[-1]
    check = table.room.game.at(line.number - 1).check
    assert box.secret is not None
    derived = Sealed(box.secret, {"red": "vive l'empereur", "blue": "up, guards"})
    faces = " ".join(map(str, derived.roll(line.number, check.dice)))
    assert line.rest.startswith(f"volley {faces} ")
    refused = refusal(table, RED, requests.Salt("d", "red", "another"))
    assert "before the first roll" in str(refused)
    assert not table.room.dice.info(table.room.game).salting
    assert refusal(table, RED, requests.Salt("e", "blue", "not mine")).kind == "not-yours"


def test_a_salt_does_not_make_the_others_answer_stale(table: Doer) -> None:
    before = table.room.revision
    table.do(BLUE, requests.Salt("b", "blue", "hold hard"))
    table.do(RED, requests.GiveAnswer("a", before, PLAN))


def test_dice_that_lost_their_secret_are_sealed_anew_and_everybody_is_told(table: Doer) -> None:
    table.volley()
    table.throw(RED)
    rolled = table.room.game.record.lines[-1].number
    stored: Any = table.room.store.load(table.room.id)
    table.room.store.commit(table.room.id, Change(stored.revision, drop_secret=True))
    again = Room(table.room.store, table.room.id)
    (warning,) = again.dice.info(again.game).warnings
    assert "sealed anew" in warning and f"(line {rolled})" in warning
    assert "sealed anew" in again.game.log_for(None)[-1].text
    for viewer in (RED, BLUE, SPECTATOR):
        told = Presenter().fairness(again, viewer).dice
        assert told.warnings == [warning] and told.salting
    # Another load, and the end of the battle, do not make it forgotten.
    more = Room(table.room.store, table.room.id)
    more.do(RED, requests.Resign("r", "red"), lambda side: False)
    assert more.dice.info(more.game).warnings == [warning]


def test_open_dice_of_an_imported_record_are_told(sqlite: SqliteStore) -> None:
    begun = Game.begin(TOY, TOY.battle("field"), DiceBox.open("17"))
    opening = OpeningPosition.of(begun)
    game = open_game(sqlite, wanted(record="imported"), Limits(), opening).game
    imported = Room(sqlite, game)
    (warning,) = imported.dice.info(imported.game).warnings
    assert "can predict every roll" in warning
