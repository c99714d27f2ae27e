"""Two processes that share a store follow each other line by line."""

import random

import pytest

from grognard.engine.resume import ResumableGame
from grognard.server import requests
from grognard.server.new_game import open_game
from grognard.server.room import Room
from grognard.server.seats import Viewer
from grognard.server.settings import Limits
from grognard.server.sql_store import SqlStore
from tests.server.given import wanted


def test_only_the_lines_another_process_added_are_applied(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes on one store: following the other takes no replay from the first line."""
    seats = {side: {"kind": "human"} for side in ("french", "allied")}
    game = open_game(store, wanted(seats, "shock/gemioncourt"), Limits()).game
    one, two = Room(store, game), Room(store, game)
    luck = random.Random(1815)
    monkeypatch.setattr(ResumableGame, "replay", None)  # from here on nobody replays
    for turn in range(60):
        here, there = (one, two) if turn % 3 else (two, one)
        due = here.due
        assert due is not None
        command: requests.Command = requests.RollDice(f"{turn}", here.revision)
        if not here.rolling:
            answer = luck.choice(here.game.options())
            command = requests.GiveAnswer(f"{turn}", here.revision, answer)
        done = here.do(Viewer((due,)), command, lambda side: False)
        assert there.refresh() and there.game.dump() == here.game.dump()
        assert there.game.record.lines == here.game.record.lines
        assert there.details == here.details and there.revision == here.revision
        # A command that the other carried out is known here, too.
        assert there.do(Viewer((due,)), command, lambda side: False) == done
