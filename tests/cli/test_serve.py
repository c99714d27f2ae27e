"""`grognard games` and the page that `grognard play` opens."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.cli import play, serve
from grognard.server import requests
from grognard.server.new_game import open_game
from grognard.server.room import Room
from grognard.server.seats import Viewer
from grognard.server.settings import Limits, Settings
from grognard.server.sqlite_store import SqliteStore
from tests.cli.conftest import Command

SEATS = {"french": requests.NewSeat("human"), "allied": requests.NewSeat("human")}


def one_game(folder: Path) -> str:
    """A store with one game in which French has answered once."""
    store = SqliteStore(folder)
    game = open_game(store, requests.NewGame("shock/gemioncourt", SEATS), Limits()).game
    room = Room(store, game)
    answer = room.game.options()[0]
    room.do(Viewer(("french",)), requests.GiveAnswer("k", 0, answer), lambda side: False)
    store.close()
    return game


def test_games_that_replay_alike_are_counted(command: Command, tmp_path: Path) -> None:
    game = one_game(tmp_path)
    assert "1 game, 1 replay the same." in command("games", "--data", str(tmp_path)).stdout
    (told,) = json.loads(command("games", "--data", str(tmp_path), "--json").stdout)
    assert told == {
        "game": game,
        "battle": "shock/gemioncourt",
        "lines": 1,
        "over": False,
        "differs": "",
    }


def test_a_game_that_differs_is_listed_and_the_status_says_so(
    command: Command, tmp_path: Path
) -> None:
    game = one_game(tmp_path)
    store = SqliteStore(tmp_path)
    store.write(
        lambda tx: tx.change("UPDATE lines SET content = ?", "1 french verb:nonsense | nonsense")
    )
    store.close()
    told = command("games", "--data", str(tmp_path), status=1).stdout
    assert "1 game, 0 replay the same." in told and game in told and "line 1" in told


def test_a_folder_and_a_database_are_not_both_the_place(command: Command, tmp_path: Path) -> None:
    told = command("games", "--data", str(tmp_path), "--database", "postgresql://x", status=2)
    assert "give either --data or --database" in told.stderr


@pytest.mark.parametrize(
    ("arguments", "page"), [((), "/\n"), (("shock/hougoumont",), "/#/new/shock/hougoumont\n")]
)
def test_play_serves_the_page_and_tells_where(
    tmp_path: Path, arguments: tuple[str, ...], page: str
) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    environment.pop("DISPLAY", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "grognard.cli", "play", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    process.terminate()
    process.communicate(timeout=30)
    assert first.startswith("Grognard is at http://127.0.0.1:") and first.endswith(page)


def test_a_battle_that_is_not_there_is_told_before_anything_is_served(command: Command) -> None:
    with pytest.raises(ValueError, match="no battle 'shock/nowhere'"):
        play.open_page("shock/nowhere")


def test_a_browser_needs_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not play.displayed()
    monkeypatch.setenv("DISPLAY", ":0")
    assert play.displayed()


@pytest.mark.parametrize(
    ("host", "names", "proxy", "says"),
    [
        ("127.0.0.1", (), False, "Links to friends work on this machine only"),
        (
            "0.0.0.0",
            (),
            False,
            "Others are refused until you name it: add --allow-host 192.168.7.9",
        ),
        ("0.0.0.0", ("192.168.7.9",), False, "On the network: http://192.168.7.9:1815/"),
        ("192.168.7.9", (), False, "On the network: http://192.168.7.9:1815/"),
        ("127.0.0.1", ("battles.example.org",), True, "by the proxy, as battles.example.org"),
        ("127.0.0.1", (), True, "Others are refused until you name it: add --allow-host"),
    ],
)
def test_it_is_said_whom_a_link_reaches(
    host: str, names: tuple[str, ...], proxy: bool, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "own_address", lambda: "192.168.7.9")
    settings = Settings("", host=host, allow_hosts=names, behind_proxy=proxy)
    told = serve.reach(settings, "http://127.0.0.1:1815/")
    assert says in told[0]
    if host == "127.0.0.1" and not proxy:
        way_out = "grognard serve --host 0.0.0.0 --port 1815 --allow-host 192.168.7.9"
        assert told[1].strip() == way_out
