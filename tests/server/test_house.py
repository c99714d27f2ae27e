"""House rules on the server: sent with a new game, tried out, told, stored with the game."""

import asyncio
from pathlib import Path

import pytest

import grognard
from grognard.engine import house
from grognard.server import catalogue
from grognard.server.importer import Importer
from grognard.server.new_game import open_game
from grognard.server.presenter import Presenter
from grognard.server.requests import NewGame
from grognard.server.room import Room
from grognard.server.seats import SPECTATOR, Refusal, Viewer
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import sqlite as sqlite
from tests.server.given import wanted

CLUB = 'title = "Our club"\n["onepage.combat.hit"]\nsays = "Fives and sixes hit."\nleast = 5\n'
SEATS = {"british": {"kind": "human"}, "french": {"kind": "human"}}


def asked(text: str) -> NewGame:
    return wanted(SEATS, "onepage/maida", house=text)


def test_a_game_is_stored_with_its_house_rules_and_tells_them(sqlite: SqliteStore) -> None:
    game = open_game(sqlite, asked(CLUB), Limits()).game
    house._passing.clear()  # as after a start of the server
    room = Room(sqlite, game)
    assert house.told(room.game.battle.variant) == "our-club"
    presenter = Presenter()
    for viewer in (Viewer(("french",)), SPECTATOR):
        told = presenter.state(room, viewer, lambda side: False).house
        assert told is not None
        assert told.title == "Our club"
        (change,) = told.changes
        assert (change.says, change.change) == ("Fives and sixes hit.", "least 5 (was 6)")


def test_a_game_without_house_rules_tells_none(sqlite: SqliteStore) -> None:
    room = Room(sqlite, open_game(sqlite, asked(""), Limits()).game)
    assert Presenter().state(room, SPECTATOR, lambda side: False).house is None


def test_house_rules_are_tried_in_a_process_of_their_own() -> None:
    async def run() -> None:
        importer = Importer(Limits(import_seconds=120))
        try:
            opening = await importer.start(asked(CLUB))
            assert "house our-club." in opening.header
            with pytest.raises(Refusal, match='house rules:2: unknown rule "onepage.combat.hti"'):
                await importer.start(asked(CLUB.replace("hit", "hti")))
            text = 'title = "Still"\n["onepage.move.facing.second"]\nparts = 0\n'
            with pytest.raises(Refusal, match='the rules "still" do not fit onepage/maida'):
                await importer.start(asked(text))
        finally:
            await importer.close()

    asyncio.run(run())


def test_a_file_the_host_names_is_offered_to_everybody(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB)
    name = grognard.house(path)
    assert house.offered() == []
    house.offer(name)
    try:
        offered = {each.name: each.variants for each in catalogue.systems()}
        assert (name, "Our club") in [(each.name, each.title) for each in offered["onepage"]]
        assert name not in [each.name for each in offered["shock"]]
    finally:
        house._offered.clear()
